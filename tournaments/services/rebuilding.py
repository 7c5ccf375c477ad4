"""Computing again what follows from the deals and the acts, to see that the figures stored are theirs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Max, Model, QuerySet, Sum

from engine.boom import START, BoomState, add_result, give_up
from engine.cards import trump_name
from engine.ranking import share_ranks
from engine.result import score_play
from tournaments.models import SOURCES, Boom, DailyList, Entry, EntryState, FreePlay, Play
from tournaments.records import FIGURE_FIELDS, PLAYER, Deck, count_acts, measure_comeback

PLAY_FIELDS = ("board", "first_ply", "carry", *FIGURE_FIELDS)
BOOM_FIELDS = ("total_we", "total_they", "behind", "carry", "deals", "reason", "ply", "bots_due")


@dataclass(frozen=True)
class Difference:
    """A stored figure that does not follow from the acts. `where` names the row: "boom 3, board 2"."""

    where: str
    field: str
    stored: object
    computed: object


def rebuild_booms(booms: QuerySet[Boom], *, mend: bool = False) -> Iterator[Difference]:
    """Each difference between the stored figures of these booms and what their acts give; `mend` writes the latter.

    Times are kept as they are: they do not follow from the acts.
    """
    for pk in booms.order_by("pk").values_list("pk", flat=True):
        with transaction.atomic():
            locked = Boom.objects.select_for_update(no_key=True, of=("self",))
            boom = locked.select_related(*SOURCES).get(pk=pk)
            yield from list(_rebuild(boom, mend))


def check_daily_lists() -> Iterator[Difference]:
    """Each difference between a fixed daily list and what the booms of its day give. None is mended: it never changes.

    What an account that is gone had played is not known any more; of its row only the rank is checked.
    """
    for daily_list in DailyList.objects.filter(fixed_at__isnull=False).order_by("day"):
        booms = FreePlay.objects.filter(day=daily_list.day, counts=True, user__isnull=False).values("user_id")
        sums = booms.annotate(booms=Count("pk"), total=Sum("score"), best=Max("score"))
        played: dict[int | None, dict[str, object]] = {
            row["user_id"]: {name: row[name] for name in ("booms", "total", "best")} for row in sums
        }
        yield from _check_daily_list(daily_list, played)


def _check_daily_list(daily_list: DailyList, played: dict[int | None, dict[str, object]]) -> Iterator[Difference]:
    rows = list(daily_list.rows.select_related("user").order_by("-total", "pk"))
    whole: dict[str, object] = {"players": len(rows), "booms": sum(row.booms for row in rows)}
    yield from _list_differences(daily_list, f"list of {daily_list.day}", whole)
    for row, rank in zip(rows, share_ranks(row.total for row in rows), strict=True):
        there = row.user is not None
        figures = played.pop(row.user_id, {"booms": 0, "total": 0, "best": 0}) if there else {}
        yield from _list_differences(row, f"list of {daily_list.day}, user {row.user_id}", {"rank": rank, **figures})
    for user_id, figures in played.items():
        yield Difference(f"list of {daily_list.day}, user {user_id}", "booms", 0, figures["booms"])


def _rebuild(boom: Boom, mend: bool) -> Iterator[Difference]:
    deck = Deck(boom.source)
    rows = list(boom.plays.order_by("board"))
    first, state = 1, START
    if boom.practice is not None and boom.practice.is_what_if:
        # One deal by itself, with the carry of the playing it goes on from.
        first, state = rows[0].board, BoomState(carry=rows[0].carry)
    behind = ply = 0
    owed = True
    for number, row in enumerate(rows, start=first):
        play = deck.rebuild(_as_dealt(row, number, state.carry))
        figures: dict[str, object] = {"board": number, "first_ply": ply, "carry": state.carry}
        ply += count_acts(row)
        owed = play.to_act != PLAYER
        empty = dict.fromkeys(PLAY_FIELDS[3:]) | {"trump": ""}
        if play.phase != "over" or (boom.bots_due and row.finished_at is None):
            figures |= empty
        else:
            result = score_play(play)
            state = add_result(state, result, deck.system)
            behind = max(behind, -state.score)
            owed = not state.finished
            figures |= {"trump": trump_name(result.trump), "multiplier": result.multiplier}
            for name in ("pips", "tricks", "points"):
                figures[f"{name}_we"], figures[f"{name}_they"] = getattr(result, name)
        yield from _compare(row, f"boom {boom.pk}, board {number}", figures, mend)
    if boom.reason == "gave_up" and not state.finished:
        state, owed = give_up(state, deck.system), False
        behind = max(behind, -state.score)
    total_we, total_they = state.total
    reason = state.reason or ""
    values = (total_we, total_they, behind, state.carry, state.deals, reason, ply, owed)
    yield from _compare(boom, f"boom {boom.pk}", dict(zip(BOOM_FIELDS, values, strict=True)), mend)
    if boom.entry is not None:
        yield from _check_entry(boom.entry, state)
    elif boom.free_play is not None and state.finished:
        brought: dict[str, object] = {
            "score": state.score,
            "deals": state.deals,
            "comeback": measure_comeback(state.score, behind),
        }
        yield from _compare(boom.free_play, f"free play {boom.free_play_id}", brought, mend)


def _check_entry(entry: Entry, state: BoomState) -> Iterator[Difference]:
    finished = {EntryState.FINISHED} if state.finished else {EntryState.PLAYING, EntryState.UNFINISHED}
    if entry.state not in finished:
        yield Difference(f"entry {entry.pk}", "state", entry.state, "/".join(sorted(finished)))


def _as_dealt(row: Play, number: int, carry: int) -> Play:
    """The row with the board and carry that the deals before it give."""
    return Play(board=number, carry=carry, acts=row.acts)


def _compare(row: Play | Boom | FreePlay, where: str, figures: dict[str, object], mend: bool) -> Iterator[Difference]:
    wrong = list(_list_differences(row, where, figures))
    yield from wrong
    if wrong and mend:
        for one in wrong:
            setattr(row, one.field, one.computed)
        row.save(update_fields=[one.field for one in wrong])


def _list_differences(row: Model, where: str, figures: Mapping[str, object]) -> Iterator[Difference]:
    for name, value in figures.items():
        if getattr(row, name) != value:
            yield Difference(where, name, getattr(row, name), value)
