"""Proofs of tournaments that were played here: every seat but South by its bots, South by any choice."""

import random
from typing import Any

from engine.boards import bots_key, canonical, commit
from engine.boom import START, add_result, state_figures
from engine.bots import decide
from engine.cards import PLAYER, card_name, list_cards
from engine.play import Play
from engine.proof import FORMAT, PlayedBoard, Proof, ProvenEntry, parse_announcement, state_deal, state_list
from engine.result import score_play
from engine.view import view_play

SECRET = bytes(range(32))
USUAL: dict[str, Any] = {
    "boards": 3,
    "bots": "rulebook@1",
    "capacity": 10,
    "first_dealer": "S",
    "id": "1",
    "ingredient": None,
    "options": {},
    "rules": "site",
    "title": "Lentebeker",
}


def make_proof(
    *, entries: int = 3, left: int = 0, secret: bytes = SECRET, value: str | None = None, **fields: Any
) -> Proof:
    """The proof of a closed tournament with so many entries, the last of which left the last board after `left` acts.

    The first two did the same; `fields` are those of the announcement that are not as usual.
    """
    announcement = canonical(USUAL | fields)
    announced = parse_announcement(announcement.decode())
    boards = [announced.deal(secret, number, value) for number in range(1, announced.boards + 1)]
    proven: list[ProvenEntry] = []
    for number in range(1, entries + 1):
        chance = random.Random(max(2, number))
        leaves = left if number == entries else 0
        plays: list[PlayedBoard] = []
        state = START
        acts = 0
        while not state.finished:
            board = boards[state.deals]
            play = Play(board, announced.system, state.carry)
            key = bots_key(secret, announcement, board.number, value)
            last = leaves and board.number == announced.boards
            while (seat := play.to_act) is not None and not (last and len(play.acts) >= leaves):
                if seat == PLAYER:
                    play.perform(chance.choice(list_choices(play)))
                else:
                    play.perform(decide(announced.bots, view_play(play, seat), key))
            acts += len(play.acts)
            if play.phase != "over":
                plays.append(PlayedBoard(board=board.number, acts=play.text, figures=None))
                break
            result = score_play(play)
            state = add_result(state, result, announced.system)
            figures = state_figures(result, state)
            plays.append(PlayedBoard(board=board.number, acts=play.text, figures=figures))
        out = number > announced.capacity
        proven.append(
            ProvenEntry(
                entry=number,
                status="out" if out else "ranked" if state.finished else "unfinished",
                plays=plays,
                acts=acts,
                deals=state.deals,
                total=list(state.total),
                score=state.score if state.finished else None,
            )
        )
    return Proof(
        format=FORMAT,
        announcement=announcement.decode(),
        commitment=commit(announcement, secret),
        secret=secret.hex(),
        ingredient=value,
        deals=[state_deal(board) for board in boards],
        entries=proven,
        list=state_list(proven),
    )


def list_choices(play: Play) -> list[str]:
    """All that whose turn it is may do."""
    return [card_name(card) for card in list_cards(play.legal_cards())] or list(play.calls.choices)
