"""What is said at the table before the first card, in words and as buttons: trump, pass, mee, tegen, blind."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.calls import BLIND, CALL_FACTORS, LOOK, MEE, PASS, TEGEN
from engine.cards import NO_TRUMP, SUITS, TRUMPS
from engine.result import multiply
from engine.systems import BLIND_FACTOR, System
from tournaments.templatetags.cards import seat_words, suit_words, trump_words

SUITLESS = TRUMPS[NO_TRUMP]
WORDS = frozenset((*TRUMPS, PASS, MEE, TEGEN, BLIND, LOOK))


def is_said(act: str) -> bool:
    """Whether an act is something said, and not a card."""
    return act in WORDS


def seat_name(seat: str) -> str:
    """A seat as the player at South calls it."""
    return {"N": _("North (partner)"), "E": _("East"), "S": _("You"), "W": _("West")}[seat]


def describe_said(seat: str, act: str, south: str = "") -> str:
    """What a seat said, as it is told at the table; `south` names who sits there, if not you."""
    name = south if seat == "S" else seat_name(seat)
    if act in TRUMPS:
        words = {"seat": name, "trump": trump_words(act)}
        if not name:
            return _("You choose trump: %(trump)s.") % words
        return _("%(seat)s chooses trump: %(trump)s.") % words
    if name:
        template = {
            PASS: _("%(seat)s passes."),
            MEE: _("%(seat)s doubles."),
            TEGEN: _("%(seat)s redoubles."),
            BLIND: _("%(seat)s plays blind, without trump."),
            LOOK: _("%(seat)s looks at the cards."),
        }[act]
        return template % {"seat": name}
    return {
        PASS: _("You pass."),
        MEE: _("You double."),
        TEGEN: _("You redouble."),
        BLIND: _("You play blind, without trump."),
        LOOK: _("You look at your cards."),
    }[act]


def label_said(act: str) -> str:
    """What a seat said, in a word or two for its place at the table; "" for what is not shown there."""
    return {
        PASS: pgettext("said at the table", "pass"),
        MEE: _("I double"),
        TEGEN: _("I redouble"),
        BLIND: pgettext("said at the table", "blind"),
    }.get(act, "")


def label_act(act: str) -> str:
    """Something said in a word or two, looking included; "" for a trump or a card, which have a sign."""
    return _("I look") if act == LOOK else label_said(act)


def list_labels(said: Iterable[dict[str, str]], seat: str) -> list[dict[str, Any]]:
    """What a seat has said in this deal, each with its place among all that was said."""
    return [
        {"place": place, "word": one["act"], "label": label}
        for place, one in enumerate(said)
        if one["seat"] == seat and (label := label_said(one["act"]))
    ]


def list_choices(table: dict[str, Any], system: System) -> list[dict[str, str]]:
    """The buttons for what may be said now: `act`, `label`, and `suit` where it has a sign."""
    return [
        {
            "act": act,
            "suit": act if act in SUITS else "",
            "label": _label_choice(act, table, system),
            "kind": ""
            if act in SUITS
            else "wide"
            if act in (SUITLESS, MEE, TEGEN) or len(table["choices"]) > 2
            else "",
        }
        for act in table["choices"]
    ]


def _label_choice(act: str, table: dict[str, Any], system: System) -> str:
    if act in SUITS:
        label = suit_words(act)
        return label[:1].upper() + label[1:]
    counts = {"factor": table["multiplier"] * 2}
    if act == PASS:
        if table["phase"] == "trump":
            return _("I pass")
        return _("I do not double") if MEE in table["choices"] else _("I do not redouble")
    if act == SUITLESS:
        factor = multiply(system, NO_TRUMP)
        return _("No trump (×%(factor)s)") % {"factor": factor} if factor > 1 else _("No trump")
    return {
        MEE: _("I double (×%(factor)s)") % counts,
        TEGEN: _("I redouble (×%(factor)s)") % counts,
        BLIND: _("Blind, no trump (×%(factor)s)") % {"factor": BLIND_FACTOR},
        LOOK: _("I look at my cards"),
    }[act]


def prompt_said(table: dict[str, Any]) -> str:
    """What is awaited while something is to be said."""
    seat, phase = table["to_act"], table["phase"]
    if seat != "S":
        words = _("%(seat)s chooses trump") if phase == "trump" else _("%(seat)s is asked whether to double")
        return words % {"seat": seat_name(seat)}
    if phase == "blind":
        return _("You deal: look at your cards, or play blind?")
    if phase == "double":
        if TEGEN in table["choices"]:
            return _("They double. Do you redouble?")
        return _("Trump: %(trump)s. Do you double?") % {"trump": trump_words(table["trump"])}
    if PASS in table["choices"]:
        return _("Choose trump, or pass")
    return _("You deal: choose trump")


def summarise_said(said: Iterable[dict[str, str]], dealer: str) -> str:
    """Who named trump, if not the dealer, and the calls of a deal, in a line: "West: I double, North: I redouble".

    "" where there is nothing to tell.
    """
    told = []
    for one in said:
        seat = seat_words(one["seat"])
        if one["act"] in TRUMPS and one["seat"] != dealer:
            told.append(_("%(seat)s named trump") % {"seat": seat})
        elif one["act"] in CALL_FACTORS or one["act"] == BLIND:
            told.append(f"{seat}: {label_said(one['act'])}")
    return ", ".join(told)
