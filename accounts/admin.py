from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User


@admin.register(User)
class UserAdmin(DjangoUserAdmin):  # type: ignore[type-arg]
    ordering = ("name_key",)
    list_display = ("display_name", "email", "is_staff", "is_demo", "is_active", "date_joined")
    list_filter = ("is_staff", "is_superuser", "is_active", "is_demo")
    search_fields = ("display_name", "email")
    fieldsets = (
        (None, {"fields": ("email", "password")}),
        (
            _("Player"),
            {"fields": ("display_name", "hides_page", "wants_reminders", "wants_results", "wants_messages")},
        ),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "is_demo", "groups", "user_permissions")},
        ),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (
            None,
            {
                "classes": ("wide",),
                "fields": ("email", "display_name", "usable_password", "password1", "password2"),
            },
        ),
    )
    readonly_fields = ("last_login", "date_joined")

    def get_queryset(self, request: HttpRequest) -> Any:
        """Without the rows that stay of accounts that were deleted."""
        return super().get_queryset(request).filter(deleted_at__isnull=True)
