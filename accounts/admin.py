from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.naming import check_name, hold_names, rest_name


class NamedForm(forms.ModelForm):  # type: ignore[type-arg]
    """Refuses a name that may not be; when it may change is for who administers to say."""

    def clean_display_name(self) -> str:
        return check_name(self.cleaned_data["display_name"], self.instance.pk)


class ChangeForm(NamedForm, UserChangeForm):  # type: ignore[type-arg]
    pass


class AddForm(NamedForm, AdminUserCreationForm):  # type: ignore[type-arg]
    pass


@admin.register(User)
class UserAdmin(DjangoUserAdmin):  # type: ignore[type-arg]
    form = ChangeForm
    add_form = AddForm
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

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """The name that was changed rests, as when its owner changes it."""
        before = User.objects.filter(pk=obj.pk).first() if change else None
        hold_names(obj.display_name, *([before.display_name] if before else []))
        super().save_model(request, obj, form, change)
        if before is not None and before.look_key != obj.look_key:
            rest_name(before.look_key, obj, timezone.now())

    def changeform_view(self, request: HttpRequest, *args: Any, **options: Any) -> Any:
        """The form again, which says so, for who wants a name or an address that was taken after it was checked."""
        try:
            with transaction.atomic():
                return super().changeform_view(request, *args, **options)
        except IntegrityError:
            return super().changeform_view(request, *args, **options)
