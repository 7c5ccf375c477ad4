"""Deleting an account: what is played stays on its lists without a name, everything else goes."""

from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.leaving import forget_user
from accounts.models import User
from tournaments.access import RUNNING, effective_state
from tournaments.errors import ServiceError
from tournaments.models import Entry, EntryState, Mail, Practice, State, TableSettings, Tournament
from tournaments.selectors.free_play import find_running
from tournaments.selectors.leaving import list_obstacles
from tournaments.selectors.places import FreePlace, Owner
from tournaments.services.free_play import give_up_free_play
from tournaments.services.settling import hold_days_open


def delete_account(user: Any, now: datetime) -> None:
    """Delete the account of `user`: results stay, without a name; what was running ends as if he had stopped.

    A place where he had not begun is free again; a boom that he had begun is unfinished, one of free play given up.
    His drafts and practice are deleted. Again changes nothing. Raises `ServiceError` "demo_account",
    "last_administrator", "still_leading" (with `titles`).
    """
    with transaction.atomic():
        # Before any row, as whoever ends a boom does.
        hold_days_open()
        account = User.objects.select_for_update().get(pk=user.pk)
        if account.deleted_at is not None:
            return
        _refuse_unless_free(account, now)
        running = find_running(Owner(user_id=account.pk))
        if running is not None:
            give_up_free_play(FreePlace(Owner(user_id=account.pk), running), now)
        _leave_tournaments(account, now)
        Tournament.objects.filter(organiser=account, state=State.DRAFT).delete()
        for model in (Practice, Mail, TableSettings):
            model.objects.filter(user=account).delete()
        forget_user(account, now)


def _refuse_unless_free(account: User, now: datetime) -> None:
    if account.is_demo:
        raise ServiceError("demo_account")
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=account.pk)
    if account.is_superuser and not others.exists():
        raise ServiceError("last_administrator")
    titles = list_obstacles(account, now)
    if titles:
        raise ServiceError("still_leading", titles=", ".join(f"“{title}”" for title in titles))


def _leave_tournaments(account: User, now: datetime) -> None:
    """Stop in every tournament that runs, each locked in turn."""
    busy = Entry.objects.filter(user=account, state__in=[EntryState.ENTERED, EntryState.PLAYING])
    ids = busy.order_by("tournament").values_list("tournament", flat=True)
    for tournament in Tournament.objects.select_for_update(no_key=True, of=("self",)).filter(pk__in=ids).order_by("pk"):
        if effective_state(tournament, now) not in RUNNING:
            continue
        entry = Entry.objects.get(tournament=tournament, user=account)
        if entry.state == EntryState.ENTERED and entry.disqualified_at is None:
            entry.delete()
        elif entry.state == EntryState.PLAYING:
            entry.state = EntryState.UNFINISHED
            entry.save(update_fields=["state"])
