"""Everything the site keeps of one person, for him to take along."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet

from accounts.export import export_account
from accounts.models import User
from tournaments.models import (
    CHOSEN,
    SOURCES,
    Boom,
    Entry,
    Mail,
    Notice,
    OrganiserAct,
    Play,
    Series,
    TableSettings,
    Tournament,
)
from tournaments.records import Deck
from tournaments.selectors.archive import write_boom

FORMAT = "manillen export 1"


def export_person(user: User, now: datetime) -> dict[str, Any]:
    """All that is kept of `user`, as plain values and datetimes.

    Booms are records as he played them (`engine.notation`): of a deal that is not over his own cards stand in it, and
    no other.
    """
    return {
        "format": FORMAT,
        "made_at": now,
        "account": export_account(user),
        "table": TableSettings.objects.filter(user=user).values(*CHOSEN).first(),
        "tournaments": list(_list_entries(user)),
        "free_play": list(_list_free_play(user)),
        "practice": list(_list_practices(user)),
        "mails": list(Mail.objects.filter(user=user).values("kind", "tournament", "made_at", "sent_at")),
        "organised": {
            "tournaments": list(
                Tournament.objects.filter(organiser=user)
                .order_by("pk")
                .values("id", "title", "description", "state", "created_at", "opens_at", "closes_at")
            ),
            "series": list(
                Series.objects.filter(organiser=user).order_by("pk").values("id", "name", "description", "created_at")
            ),
            "acts": list(
                OrganiserAct.objects.filter(made_by=user).values(
                    "tournament", "kind", "before", "after", "reason", "public", "made_at"
                )
            ),
            "messages": list(
                Notice.objects.filter(made_by=user).values("tournament", "kind", "audience", "text", "made_at")
            ),
        },
    }


def _list_entries(user: User) -> Iterable[dict[str, Any]]:
    entries = Entry.objects.filter(user=user).select_related("tournament").order_by("pk")
    booms = {boom.entry_id: boom for boom in _load_booms(Boom.objects.filter(entry__user=user))}
    for entry in entries:
        boom = booms.get(entry.pk)
        yield {
            "tournament": entry.tournament_id,
            "title": entry.tournament.title,
            "state": entry.state,
            "place": entry.number,
            "entered_at": entry.entered_at,
            "finished_at": entry.finished_at,
            "disqualified_at": entry.disqualified_at,
            "disqualification": entry.disqualification,
            **_describe(boom, user, entry.tournament.title),
        }


def _list_free_play(user: User) -> Iterable[dict[str, Any]]:
    for boom in _load_booms(Boom.objects.filter(free_play__user=user)):
        free_play = boom.free_play
        assert free_play is not None
        counts = {"id": free_play.pk, "day": free_play.day, "score": free_play.score, "counts": free_play.counts}
        yield {**counts, **_describe(boom, user)}


def _list_practices(user: User) -> Iterable[dict[str, Any]]:
    for boom in _load_booms(Boom.objects.filter(practice__user=user)):
        practice = boom.practice
        assert practice is not None
        origin = {"tournament": practice.tournament_id, "what_if": practice.is_what_if}
        yield {**origin, **_describe(boom, user, practice.tournament.title)}


def _load_booms(booms: QuerySet[Boom]) -> Iterable[Boom]:
    plays = Prefetch("plays", Play.objects.order_by("board"))
    return booms.select_related(*SOURCES).prefetch_related(plays).order_by("pk")


def _describe(boom: Boom | None, user: User, title: str = "") -> dict[str, Any]:
    if boom is None:
        return {"boom": None}
    source = boom.source
    return {
        "boom": {
            "started_at": boom.started_at,
            "finished_at": boom.finished_at,
            "ended_by": boom.reason,
            "deals": boom.deals,
            "total": [boom.total_we, boom.total_they],
            "record": write_boom(boom, list(boom.plays.all()), Deck(source), user.display_name, title),
        }
    }
