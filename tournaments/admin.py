"""Looking at rows behind the pages: nothing here shows a card, a secret, or how far or how well anyone plays."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from tournaments.models import Entry, OrganiserAct, Tournament


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows to look at; what changes them is the organiser's pages, which know the rules of a tournament."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only the filters that are offered: any other column could be asked after in the address."""
        return lookup.split("__")[0] in self.list_filter


@admin.register(Tournament)
class TournamentAdmin(ReadOnly):
    list_display = ("id", "title", "state", "organiser", "opens_at", "closes_at")
    list_filter = ("state", "system")
    search_fields = ("title",)
    list_select_related = ("organiser",)


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    list_display = ("id", "tournament", "user", "number", "entered_at", "disqualified_at")
    fields = ("tournament", "user", "number", "entered_at", "disqualified_at", "disqualification")
    search_fields = ("user__display_name", "tournament__title")
    list_select_related = ("tournament", "user")


@admin.register(OrganiserAct)
class OrganiserActAdmin(ReadOnly):
    list_display = ("tournament", "kind", "before", "after", "reason", "public", "made_at", "made_by")
    list_select_related = ("tournament", "made_by")
