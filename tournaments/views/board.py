"""The table as the template wants it: made from the answer of the table's selector, and nothing else."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cards import TRUMPS
from tournaments.errors import DUTY_REASONS, card_list, card_words
from tournaments.sheets import describe_rules, read_system
from tournaments.templatetags.cards import trump_words
from tournaments.views.talk import (
    describe_said,
    is_said,
    label_act,
    list_choices,
    list_labels,
    prompt_said,
    seat_name,
    summarise_said,
)

LAYOUT = "NWES"
"""The seats in the order in which the page draws them."""
SUIT_ORDER = "SHCD"
"""Suits as they are held in the hand, black and red in turn."""
RANK_ORDER = "TAKQJ987"


def describe_board(table: dict[str, Any], remark: str = "") -> dict[str, Any]:
    """Return the context of `tournaments/table_fragment.html` for the answer of `table_state`.

    `remark` is a sentence about the card just tried, such as the duty it breaks.
    """
    table = {**table, "over": table["state"] in ("finished", "closed")}
    system = read_system(table)
    return {
        "table": table,
        "remark": remark,
        "prompt": prompt_words(table),
        "seats": [_describe_seat(seat, table) for seat in LAYOUT],
        "choices": list_choices(table, system),
        "system": system,
        "rules": describe_rules(system),
        "covers": system.partner_blind and table["dealer"] == "N",
        "trick": _describe_slots(table["trick"]),
        "last_trick": _describe_slots(table["last_trick"]["cards"], table["last_trick"]["winner"])
        if table["last_trick"]
        else None,
        "last_trick_words": _("%(seat)s took it.") % {"seat": seat_name(table["last_trick"]["winner"])}
        if table["last_trick"]
        else "",
        "hand": _describe_hand(table),
        "forbidden": explain_forbidden(table),
        "face_down": range(table["counts"]["S"]),
        "sheet": [{**row, "tie": row["points"] == [0, 0]} for row in table["sheet"]],
        "last_deal": describe_deal(table["last_deal"]) if table["last_deal"] else None,
    }


def prompt_words(table: dict[str, Any]) -> str:
    """Return the sentence that says what is awaited at the table, or "" when nothing is."""
    seat = table["to_act"]
    if table["state"] not in ("playing", "waiting") or seat is None:
        return ""
    if table["phase"] not in ("card", "over"):
        return prompt_said(table)
    if seat != "S":
        return _("%(seat)s is to play") % {"seat": seat_name(seat)}
    return _("Your turn") if table["trick"] else _("You lead")


def describe_act(seat: str, act: str, south: str = "") -> str:
    """Return an act as it is told at the table: "West plays hearts king". `south` names who sits there, if not you."""
    if is_said(act):
        return describe_said(seat, act, south)
    name = south if seat == "S" else seat_name(seat)
    if not name:
        return _("You play %(card)s.") % {"card": card_words([act])}
    return _("%(seat)s plays %(card)s.") % {"seat": name, "card": card_words([act])}


def describe_taking(seat: str, south: str = "") -> str:
    """Return who takes the trick, as it is told at the table; `south` as in `describe_act`."""
    name = south if seat == "S" else seat_name(seat)
    return _("%(seat)s takes the trick.") % {"seat": name} if name else _("You take the trick.")


def describe_last(told: str, trick: dict[str, Any]) -> str:
    """The telling of a card with the trick that it ends: "West plays spades 10, trick for us, 11 points."."""
    pips = trick["pips"]
    if trick["winner"] in "NS":
        took = ngettext("trick for us, %(pips)s point", "trick for us, %(pips)s points", pips)
    else:
        took = ngettext("trick for them, %(pips)s point", "trick for them, %(pips)s points", pips)
    return _("%(card)s, %(trick)s.") % {"card": told.removesuffix("."), "trick": took % {"pips": pips}}


def describe_hint(act: str) -> str:
    """What the bot would do in the player's place, in a sentence."""
    if label_act(act):
        return _("The bot would say: %(words)s.") % {"words": label_act(act)}
    if act in TRUMPS:
        return _("The bot would choose trump: %(trump)s.") % {"trump": trump_words(act)}
    return _("The bot would play %(card)s.") % {"card": card_words([act])}


def explain_forbidden(table: dict[str, Any]) -> list[dict[str, Any]]:
    """For the cards that may not be played now, by the duty that forbids them: the cards, that duty, why it is one."""
    by_rule: dict[str, list[str]] = {}
    for card in sort_cards(list(table["forbidden"]), table["trump"]):
        by_rule.setdefault(table["forbidden"][card]["rule"], []).append(card)
    return [
        {
            "cards": card_list(cards),
            "duty": table["forbidden"][cards[0]]["message"],
            "why": DUTY_REASONS.get(rule, ""),
        }
        for rule, cards in by_rule.items()
    ]


def describe_deal(deal: dict[str, Any]) -> dict[str, Any]:
    """A finished deal with its hands in the order of the page and its result in words."""
    hands = [
        {"seat": seat, "cards": sort_cards(deal["hands"][seat], deal["trump"])} for seat in LAYOUT if deal["hands"]
    ]
    return {**deal, "hands": hands, "words": result_words(deal), "told": summarise_said(deal["said"], deal["dealer"])}


def result_words(deal: dict[str, Any]) -> str:
    """Return what a finished deal brought, in a sentence: pips of both sides, and what is written."""
    result = deal["result"]
    (we, they), (ours, theirs) = result["pips"], result["points"]
    figures = {"we": we, "they": they, "points": max(ours, theirs), "ours": ours, "theirs": theirs}
    if (ours, theirs) == (0, 0):
        return (
            _("30–30: nobody writes, and the next deal counts double.")
            if deal["tie_carries"]
            else _("30–30: nobody writes.")
        )
    if ours > 0 and theirs > 0:
        return _("WE %(we)s, THEY %(they)s: we write %(ours)s, they %(theirs)s.") % figures
    if min(ours, theirs) < 0:
        return (
            _("WE %(we)s, THEY %(they)s: we write %(points)s, and they lose as much.")
            if ours > 0
            else _("WE %(we)s, THEY %(they)s: they write %(points)s, and we lose as much.")
        ) % figures
    if ours:
        return _("WE %(we)s, THEY %(they)s: we write %(points)s.") % figures
    return _("WE %(we)s, THEY %(they)s: they write %(points)s.") % figures


def sort_cards(cards: list[str], trump: str | None) -> list[str]:
    """Cards as they are held: trump first, then the suits in turn by colour, each from high to low."""
    start = SUIT_ORDER.index(trump) if trump and trump != "NT" else 0
    suits = SUIT_ORDER[start:] + SUIT_ORDER[:start]
    return sorted(cards, key=lambda card: (suits.index(card[0]), RANK_ORDER.index(card[1])))


def _describe_seat(seat: str, table: dict[str, Any]) -> dict[str, Any]:
    count = table["counts"][seat]
    return {
        "letter": seat,
        "name": seat_name(seat),
        "to_act": table["to_act"] == seat,
        "deals": table["dealer"] == seat,
        "made": table["trump"] is not None and table["maker"] == seat,
        "labels": list_labels(table["said"], seat),
        "count": count,
        "backs": range(count),
    }


def _describe_slots(cards: list[dict[str, str]], winner: str | None = None) -> list[dict[str, Any]]:
    lying = {play["seat"]: play["card"] for play in cards}
    order = [play["seat"] for play in cards] + [seat for seat in LAYOUT if seat not in lying]
    return [
        {"seat": seat, "name": seat_name(seat), "card": lying.get(seat), "winner": seat == winner} for seat in order
    ]


def _describe_hand(table: dict[str, Any]) -> list[dict[str, Any]] | None:
    if table["hand"] is None:
        return None
    playable = table["state"] == "playing" and table["phase"] == "card" and table["to_act"] == "S"
    return [
        {
            "card": card,
            "playable": playable,
            "why": table["forbidden"][card]["message"] if playable and card in table["forbidden"] else "",
        }
        for card in sort_cards(table["hand"], table["trump"])
    ]
