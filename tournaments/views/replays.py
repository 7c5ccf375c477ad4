"""Seeing a deal again, card by card: every moment is an address of its own, so that it can be sent to somebody."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.analysis import Decision
from tournaments.errors import card_words
from tournaments.selectors.replays import ReplayAct, ReplayLine, ReplayPage, show_replay
from tournaments.templatetags.cards import seat_words, signed, trump_words
from tournaments.views.board import LAYOUT, describe_act, describe_taking, result_words, sort_cards
from tournaments.views.numbers import read_number
from tournaments.views.refusals import answer_refusals
from tournaments.views.talk import label_act, list_labels

MOMENT, BESIDE, SIGHT = "zet", "naast", "zicht"
"""What an address may ask for: the number of acts shown, the entry to lay beside it, and South's sight alone."""
SOUTH = "zuid"


@never_cache
@require_safe
@answer_refusals
def show(request: HttpRequest, tournament_id: int, board: int, entry_id: int) -> HttpResponse:
    """One playing of a deal at a moment of it, alone or beside another."""
    beside = read_number(request.GET.get(BESIDE, ""))
    page = show_replay(
        request.user,
        tournament_id,
        board,
        entry_id,
        timezone.now(),
        moment=read_number(request.GET.get(MOMENT, "")),
        beside=beside,
        south_only=request.GET.get(SIGHT) == SOUTH,
    )
    return render(request, "tournaments/replay.html", describe_replay(page, request.path))


def describe_replay(page: ReplayPage, path: str) -> dict[str, Any]:
    """The context of `tournaments/replay.html`; `path` is the address without what it asks for."""
    kept: dict[str, Any] = {}
    if len(page.lines) == 2:
        kept[BESIDE] = page.lines[1].entry_id
    if page.south_only and page.all_hands:
        kept[SIGHT] = SOUTH

    def link(moment: int, **changes: Any) -> str:
        asked = {MOMENT: moment, **kept, **changes}
        return f"{path}?{urlencode({name: value for name, value in asked.items() if value is not None})}#replay"

    ends = sorted({0, *(end for line in page.lines for end in _trick_ends(line)), page.last})
    return {
        "section": "tournaments",
        "page": page,
        "lines": [_describe_line(line, page, link) for line in page.lines],
        "steps": {
            "first": link(0),
            "back_trick": link(max((end for end in ends if end < page.moment), default=0)),
            "back": link(max(page.moment - 1, 0)),
            "on": link(min(page.moment + 1, page.last)),
            "on_trick": link(min((end for end in ends if end > page.moment), default=page.last)),
            "last": link(page.last),
        },
        "at_start": page.moment == 0,
        "at_end": page.moment == page.last,
        "here": link(page.moment),
        "all_hands": link(page.moment, **{SIGHT: None}),
        "south_only": link(page.moment, **{SIGHT: SOUTH}),
        "parting": None if page.parting is None else link(page.parting + 1),
        "at_parting": page.parting is not None and page.moment == page.parting + 1,
        "parting_words": _parting_words(page),
        "parting_acts": [
            {
                "name": line.name,
                "kind": line.acts[page.parting].kind,
                "text": line.acts[page.parting].text,
                "label": label_act(line.acts[page.parting].text),
                "worth": _worth_words(line.decisions.get(page.parting)),
            }
            for line in page.lines
            if page.parting is not None
        ],
        "gifts": any(one.given for line in page.lines for one in line.decisions.values() if one.kind == "card"),
        "alone": link(page.moment, **{BESIDE: None}),
        "kept_sight": kept.get(SIGHT),
    }


def _trick_ends(line: ReplayLine) -> list[int]:
    """The moments between two tricks: when all is said, and after every fourth card."""
    said = sum(act.kind != "card" for act in line.acts)
    return [end for end in range(said, len(line.acts) + 1, 4) if end]


def _describe_line(line: ReplayLine, page: ReplayPage, link: Any) -> dict[str, Any]:
    moment = line.moment
    order = [play["seat"] for play in moment.lying]
    lying = {play["seat"]: play["card"] for play in moment.lying}
    south = "" if line.is_me else line.name
    return {
        "line": line,
        "seats": [_describe_seat(seat, line, page) for seat in LAYOUT],
        "slots": [
            {
                "seat": seat,
                "name": seat_words(seat),
                "card": lying.get(seat),
                "winner": seat == moment.winner,
                "last": bool(order) and seat == order[-1],
            }
            for seat in [*order, *(seat for seat in LAYOUT if seat not in lying)]
        ],
        "telling": _tell(line),
        "tricks": _lay_tricks(line, page, link),
        "named": [
            {
                "words": describe_act(act.seat, act.text, south),
                "link": link(place + 1),
                "now": place + 1 == page.moment,
            }
            for place, act in enumerate(_list_shown(line, page))
            if act.kind != "card"
        ],
        "result": result_words(line.deal) if line.deal["result"] and page.moment >= len(line.acts) else "",
        "stopped": page.moment > len(line.acts) or (page.moment == len(line.acts) and not line.deal["result"]),
    }


def _describe_seat(seat: str, line: ReplayLine, page: ReplayPage) -> dict[str, Any]:
    hand = line.moment.hands[seat]
    return {
        "letter": seat,
        "name": line.name if seat == "S" else seat_words(seat),
        "deals": seat == page.dealer,
        "made": seat == line.moment.maker,
        "labels": list_labels(line.moment.said, seat),
        "to_act": seat == line.moment.to_act,
        "cards": None if hand is None else sort_cards(hand, line.moment.trump),
        "count": line.moment.counts[seat],
        "backs": range(line.moment.counts[seat]),
    }


def _list_shown(line: ReplayLine, page: ReplayPage) -> Sequence[ReplayAct]:
    """All acts, those to come as well, to jump to; who sees as South sees no further than the moment."""
    return line.acts[: page.moment] if page.south_only else line.acts


def _lay_tricks(line: ReplayLine, page: ReplayPage, link: Any) -> list[dict[str, Any]]:
    """The cards that are shown, a row a trick; columns are the seats."""
    cards = [(place, act) for place, act in enumerate(_list_shown(line, page)) if act.kind == "card"]
    rows = []
    for number, group in groupby(enumerate(cards), key=lambda one: one[0] // 4):
        trick = {act.seat: (place, act) for _, (place, act) in group}
        leader = next(iter(trick))
        won = line.deal["tricks"][number]["winner"] if len(trick) == 4 else None
        cells = []
        for seat in "NESW":
            found = trick.get(seat)
            decision = line.decisions.get(found[0]) if found else None
            cells.append(
                {
                    "seat": seat,
                    "card": found[1].text if found else None,
                    "link": link(found[0] + 1) if found else "",
                    "now": found is not None and found[0] + 1 == page.moment,
                    "coming": found is not None and found[0] + 1 > page.moment,
                    "parting": found is not None and found[0] == page.parting,
                    "given": decision.given if decision else 0,
                    "mistake": decision.mistake if decision else False,
                    "led": seat == leader,
                    "won": seat == won,
                }
            )
        rows.append({"cells": cells})
    return rows


def _tell(line: ReplayLine) -> str:
    """What the last act was, and who takes the trick that it ends."""
    moment = line.moment
    if moment.act is None:
        return ""
    south = "" if line.is_me else line.name
    words = [describe_act(moment.act.seat, moment.act.text, south)]
    if moment.winner is not None:
        words.append(describe_taking(moment.winner, south))
    decision = line.decisions.get(moment.acts - 1)
    if decision is not None:
        words.append(_judge(decision))
    return " ".join(words)


def _judge(decision: Decision) -> str:
    """What an act of South's gave away, and what the strongest bot would have done; "" for nothing."""
    if not decision.given:
        return ""
    if decision.kind == "trump":
        words = ngettext(
            "This trump gave away %(given)s point.", "This trump gave away %(given)s points.", decision.given
        )
    else:
        words = ngettext(
            "This card gave away %(given)s card point.", "This card gave away %(given)s card points.", decision.given
        )
    words %= {"given": decision.given}
    if decision.bot is None or decision.bot == decision.act:
        return _("%(words)s The strongest bot would have done the same.") % {"words": words}
    other = trump_words(decision.bot) if decision.kind == "trump" else card_words([decision.bot])
    said = {"words": words, "other": other}
    if decision.mistake:
        return _("%(words)s A mistake: the strongest bot would have taken %(other)s.") % said
    return _("%(words)s The strongest bot would have taken %(other)s, which is no better.") % said


def _worth_words(decision: Decision | None) -> str:
    """What an act is worth with all cards open."""
    if decision is None:
        return ""
    if decision.kind == "trump":
        return _("worth %(points)s") % {"points": signed(decision.value)}
    return ngettext("worth %(pips)s card point", "worth %(pips)s card points", decision.value) % {
        "pips": decision.value
    }


def _parting_words(page: ReplayPage) -> str:
    if len(page.lines) < 2:
        return ""
    names = {"one": page.lines[0].name, "other": page.lines[1].name}
    if page.parting is None:
        return _("%(one)s and %(other)s played the same cards here.") % names
    kinds = {line.acts[page.parting].kind for line in page.lines}
    if kinds <= {"trump", "pass", "blind"}:
        return _("%(one)s and %(other)s part at the choice of trump.") % names
    if kinds != {"card"}:
        return _("%(one)s and %(other)s part at the doubling.") % names
    said = sum(act.kind != "card" for act in page.lines[0].acts)
    return _("%(one)s and %(other)s part in trick %(trick)s.") % {
        **names,
        "trick": (page.parting - said) // 4 + 1,
    }
