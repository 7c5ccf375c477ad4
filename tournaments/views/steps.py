"""What happened at the table since the player's act, as steps that the page's script shows one by one."""

from typing import Any

from django.template.loader import render_to_string

from engine.cards import TRUMPS
from tournaments.templatetags.cards import card
from tournaments.views.board import describe_act, describe_deal, describe_last
from tournaments.views.talk import is_said


def list_steps(events: list[dict[str, Any]], table: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the steps from the table before `events` to the present `table`.

    Until "swap" they happen on the table that the reader has before him, afterwards on the one that replaces it,
    where the cards are drawn already and are shown one by one. Each has `do` and `say`, a sentence or "":
    "card" (`seat`, `card`, `html`), "take" (`winner`), "deal" (`html`, the result of a deal), "swap", then
    "trump" (`seat`), "call" (`seat`, `place` among all that was said) and "show" (`seat`).
    """
    if not events:
        return [{"do": "swap", "say": ""}]
    board = events[0]["board"]
    ended = table["board"] != board or table["finished"] or table["phase"] == "over"
    before = [event for event in events if event["board"] == board]
    after = [event for event in events if event["board"] != board]
    cards = [event for event in before if not is_said(event["act"])]
    lying = 0 if ended else len(table["trick"])
    completed = bool(cards) and (ended or lying < len(cards))
    old = cards[: len(cards) - lying] if completed else []
    new = cards[len(old) :]
    steps = [_play_card(event) for event in old]
    taken = _last_trick(table, board) if completed else None
    if taken:
        # One sentence tells the card and the trick that it ends.
        steps[-1]["say"] = describe_last(steps[-1]["say"], taken)
        steps.append({"do": "take", "winner": taken["winner"], "say": ""})
    if ended and table["last_deal"] and table["last_deal"]["board"] == board:
        deal = describe_deal(table["last_deal"])
        html = render_to_string("tournaments/deal_end.html", {"deal": deal, "table": table})
        steps.append({"do": "deal", "html": html, "say": deal["words"]})
    steps.append({"do": "swap", "say": ""})
    named = [event for event in before if is_said(event["act"])]
    told = len(table["said"]) - sum(is_said(event["act"]) for event in events if event["board"] == table["board"])
    for event in named + new + after:
        if is_said(event["act"]):
            steps.append(_show_said(event, told))
            told += 1
        else:
            say = describe_act(event["seat"], event["act"])
            steps.append({"do": "show", "seat": event["seat"], "say": say})
    return steps


def _play_card(event: dict[str, Any]) -> dict[str, Any]:
    return {
        "do": "card",
        "seat": event["seat"],
        "card": event["act"],
        "html": card(event["act"]),
        "say": describe_act(event["seat"], event["act"]),
    }


def _show_said(event: dict[str, Any], place: int) -> dict[str, Any]:
    said = {"seat": event["seat"], "say": describe_act(event["seat"], event["act"])}
    return {"do": "trump", **said} if event["act"] in TRUMPS else {"do": "call", "place": place, **said}


def _last_trick(table: dict[str, Any], board: int) -> dict[str, Any] | None:
    deal = table["last_deal"]
    if deal and deal["board"] == board:
        return dict(deal["tricks"][-1])
    return dict(table["last_trick"]) if table["board"] == board and table["last_trick"] else None
