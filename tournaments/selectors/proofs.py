"""The proof of a tournament, from its rows: what anyone can check with `python -m engine verify`."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from engine.boom import START, add_result, state_figures
from engine.proof import FORMAT, PlayedBoard, Proof, ProvenEntry, state_deal, state_list
from tournaments.errors import ServiceError
from tournaments.models import Boom, Entry, Play, State, Tournament
from tournaments.records import Deck, contender_of, entry_of, result_of
from tournaments.selectors.visible import find_with_access


def read_proof(user: Any, tournament_id: int, now: datetime) -> Proof:
    """The proof of a tournament that has closed, or was cancelled: of that the cards alone.

    It states the figures that are stored, so that checking it checks them. Raises `ServiceError` "no_tournament",
    "proof_hidden".
    """
    tournament, _, access = find_with_access(user, tournament_id, now)
    if not access.secret:
        raise ServiceError("proof_hidden")
    deck = Deck(tournament)
    entries = None if access.state == State.CANCELLED else _prove_entries(tournament, deck)
    dealt = 0 if tournament.awaits_ingredient else tournament.boards
    return Proof(
        format=FORMAT,
        announcement=tournament.announcement,
        commitment=tournament.commitment,
        secret=bytes(tournament.secret.secret).hex(),
        ingredient=tournament.ingredient_value or None,
        deals=[state_deal(deck.board(number)) for number in range(1, dealt + 1)],
        entries=entries or [],
        list=None if entries is None else state_list(entries),
    )


def number_entries(entries: Iterable[Entry], capacity: int) -> list[tuple[int, Entry]]:
    """The number of each entry in the proof, in order: that of its place; out of competition, one above all places."""
    rows = sorted(entries, key=lambda entry: (entry.number or capacity + 1, entry.pk))
    out = capacity
    numbered = []
    for entry in rows:
        out += entry.number is None
        numbered.append((entry.number or out, entry))
    return numbered


def list_numbers(tournament_id: int, capacity: int) -> list[tuple[int, str]]:
    """Who has which number in the proof; for callers that have asked `access`."""
    entries = Entry.objects.filter(tournament_id=tournament_id).select_related("user")
    return [(number, entry.user.display_name) for number, entry in number_entries(entries, capacity)]


def _prove_entries(tournament: Tournament, deck: Deck) -> list[ProvenEntry]:
    entries = list(Entry.objects.filter(tournament=tournament).select_related("boom"))
    plays: dict[int, list[Play]] = {entry.pk: [] for entry in entries}
    rows = Play.objects.filter(boom__entry__tournament=tournament).exclude(acts="").select_related("boom__entry")
    for row in rows.order_by("board"):
        plays[entry_of(row.boom).pk].append(row)
    return [
        _prove_entry(number, entry, plays[entry.pk], deck)
        for number, entry in number_entries(entries, tournament.capacity)
    ]


def _prove_entry(number: int, entry: Entry, rows: Sequence[Play], deck: Deck) -> ProvenEntry:
    # The boom as it was read with its plays: what bots still owed at the closing may be written meanwhile.
    boom: Boom | None = rows[-1].boom if rows else getattr(entry, "boom", None)
    contender = contender_of(entry if boom is None else entry_of(boom))
    played = []
    state = START
    for row in rows:
        figures = None
        if row.finished_at is not None:
            result = result_of(row, deck.dealer(row.board))
            state = add_result(state, result, deck.system)
            figures = state_figures(result, state)
        played.append(PlayedBoard(board=row.board, acts=row.acts, figures=figures))
    return ProvenEntry(
        entry=number,
        status=contender.status,
        plays=played,
        acts=0 if boom is None else boom.ply,
        deals=contender.deals,
        total=[0, 0] if boom is None else [boom.total_we, boom.total_they],
        score=contender.score,
    )
