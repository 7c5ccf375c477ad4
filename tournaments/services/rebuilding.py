"""Computing again what follows from the deals and the acts, to see that the figures stored are theirs."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet

from engine.boom import START, BoomState, add_result, give_up
from engine.cards import trump_name
from engine.result import score_play
from tournaments.models import SOURCES, Boom, Entry, EntryState, FreePlay, Play
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


def _rebuild(boom: Boom, mend: bool) -> Iterator[Difference]:
    deck = Deck(boom.source)
    state = START
    behind = ply = 0
    owed = True
    for number, row in enumerate(boom.plays.order_by("board"), start=1):
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
    wrong = {name: value for name, value in figures.items() if getattr(row, name) != value}
    for name, value in wrong.items():
        yield Difference(where, name, getattr(row, name), value)
    if wrong and mend:
        for name, value in wrong.items():
            setattr(row, name, value)
        row.save(update_fields=list(wrong))
