"""Every refusal of a tournament: its code, its HTTP status and its sentence, all in this one place.

Services and selectors raise `ServiceError` with a code; doors show `error.message` in the reader's language.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cards import RANKS, SUITS, list_cards, parse_card

REFUSALS: dict[str, tuple[int, Promise]] = {
    # What one may not know of does not exist.
    "not_found": (404, gettext_lazy("There is nothing at this address.")),
    "no_tournament": (404, gettext_lazy("There is no such tournament.")),
    "no_series": (404, gettext_lazy("There is no such series.")),
    "no_entry": (404, gettext_lazy("There is no such entry in this tournament.")),
    "no_free_play": (404, gettext_lazy("There is no such boom of yours.")),
    "no_practice": (404, gettext_lazy("There is no such practice of yours.")),
    "no_day": (404, gettext_lazy("This is no day: write it as 2026-11-29.")),
    "no_month": (404, gettext_lazy("This is no month: write it as 2026-11.")),
    "day_ahead": (404, gettext_lazy("This day still has to come: there is no list of it yet.")),
    "day_before_all": (404, gettext_lazy("There is no list of this day: the first boom of free play came later.")),
    "no_sort": (404, gettext_lazy("The list cannot be sorted by that: by total, booms, average or best score.")),
    "no_list_page": (404, gettext_lazy("The list has no such page.")),
    "no_board": (404, gettext_lazy("There is no such deal in this tournament.")),
    "no_player": (404, gettext_lazy("There is no such player.")),
    # Who may.
    "login_required": (401, gettext_lazy("Log in first.")),
    "bad_credentials": (401, gettext_lazy("This token is not valid.")),
    "csrf_failed": (403, gettext_lazy("This request did not come from a page of this site. Load the page again.")),
    "forbidden": (403, gettext_lazy("You may not do this.")),
    "not_organiser": (403, gettext_lazy("Only the organiser of this tournament may do this.")),
    "not_entered": (403, gettext_lazy("You have not entered this tournament.")),
    "disqualified": (403, gettext_lazy("You have been disqualified from this tournament.")),
    "list_hidden": (
        403,
        gettext_lazy("The list is shown once you have finished your boom, or once the tournament closes."),
    ),
    "deal_hidden": (403, gettext_lazy("This deal is shown once you have played it, or once the tournament closes.")),
    "record_hidden": (403, gettext_lazy("The records of others are shown once the tournament closes.")),
    "page_hidden": (403, gettext_lazy("This player keeps his page to himself.")),
    # Entering and withdrawing.
    "full": (409, gettext_lazy("This tournament is full.")),
    "entries_closed": (409, gettext_lazy("Entering this tournament is no longer possible.")),
    "started": (409, gettext_lazy("You have seen your cards: withdrawing is no longer possible.")),
    # Deleting one's account.
    "demo_account": (403, gettext_lazy("This is a demo account, which everyone shares: it cannot be deleted.")),
    "last_administrator": (
        409,
        gettext_lazy("You are the only one who administers this site: give somebody else those rights first."),
    ),
    "still_leading": (
        409,
        gettext_lazy(
            "Others still count on what you lead: %(titles)s. Close or cancel those tournaments, wait until their "
            "list is final, and end your series; then you can delete your account."
        ),
    ),
    # Playing.
    "not_open": (409, gettext_lazy("This tournament has not opened yet.")),
    "tournament_closed": (409, gettext_lazy("This tournament has closed: no card can be played any more.")),
    "not_closed_yet": (409, gettext_lazy("Practising its cards is possible once the tournament has closed.")),
    "deal_over": (409, gettext_lazy("The deal is over at this moment: there is no card left to play.")),
    "tournament_cancelled": (409, gettext_lazy("This tournament has been cancelled.")),
    "not_started": (409, gettext_lazy("You have not begun your boom yet.")),
    "boom_finished": (409, gettext_lazy("Your boom is over.")),
    "boom_in_progress": (
        409,
        gettext_lazy(
            "You have a boom of your own in progress. Finish it or give it up; then you can take over what you "
            "played as a guest."
        ),
    ),
    "not_your_turn": (409, gettext_lazy("It is not your turn: the others still have to play.")),
    "late_hint": (
        409,
        gettext_lazy(
            "A first hint is given in the first deal only: else a boom that goes badly could slip from the list by one."
        ),
    ),
    "stale_ply": (409, gettext_lazy("The play has gone on since: another card lies there already.")),
    "unknown_ply": (409, gettext_lazy("The play has not come that far yet.")),
    "illegal_card": (409, gettext_lazy("This card may not be played here: %(cards)s.")),
    "not_held": (409, gettext_lazy("You do not hold this card.")),
    "trump_first": (409, gettext_lazy("Name trump first: spades, hearts, diamonds, clubs or no trump.")),
    "look_first": (409, gettext_lazy("Say first whether you look at your cards or play blind: look or blind.")),
    "double_first": (409, gettext_lazy("Say first whether you double: mee, tegen or pass.")),
    "illegal_call": (409, gettext_lazy("This may not be said here.")),
    "nothing_to_say": (409, gettext_lazy("All has been said: play a card.")),
    "trump_named": (409, gettext_lazy("Trump has been named already: play a card.")),
    "ingredient_awaited": (
        409,
        gettext_lazy("No cards are dealt yet: their ingredient is still awaited, %(ingredient)s."),
    ),
    "no_cards": (409, gettext_lazy("No cards were ever dealt in this tournament: its public ingredient never came.")),
    "proof_hidden": (403, gettext_lazy("The proof is published once the tournament has closed.")),
    # An organiser's acts.
    "no_ingredient": (409, gettext_lazy("No public ingredient was announced for this tournament.")),
    "ingredient_fixed": (
        409,
        gettext_lazy("The ingredient has been entered already, and cannot change any more: %(value)s."),
    ),
    "wrong_state": (409, gettext_lazy("This is not possible while the tournament is in the state “%(state)s”.")),
    "too_late_to_open": (409, gettext_lazy("The closing time has passed: this tournament can no longer open.")),
    "frozen": (409, gettext_lazy("This can no longer change: it has been announced.")),
    "changed_meanwhile": (
        409,
        gettext_lazy(
            "This was changed meanwhile, in another window or by somebody else. Look at what stands there now, and "
            "save again if you still want to."
        ),
    ),
    "too_many_messages": (409, gettext_lazy("At most %(limit)s messages a day: try again tomorrow.")),
    "nobody_to_mail": (409, gettext_lazy("There is nobody who would get this message.")),
    "no_signal": (404, gettext_lazy("There is no such signal.")),
    "review_ended": (409, gettext_lazy("The list is final and cannot change any more.")),
    "series_ended": (409, gettext_lazy("This series has ended and does not come back. Plan a new one.")),
    "too_many_series": (409, gettext_lazy("You lead %(limit)s series already: end one before you plan another.")),
    "incomplete": (400, gettext_lazy("Something is still missing or wrong in this tournament.")),
    # Input.
    "invalid": (400, gettext_lazy("Something in what you sent is not right.")),
    "bad_link": (400, gettext_lazy("This link is not whole. Open it from the mail again, or use your settings.")),
    "bad_json": (400, gettext_lazy("This is not JSON that can be read.")),
    "unreadable_act": (
        400,
        gettext_lazy("This is neither a card such as HT, nor S, H, D, C or NT, nor pass, mee, tegen, blind or look."),
    ),
    # The protocol's own.
    "method_not_allowed": (405, gettext_lazy("This address does not do that.")),
    "too_large": (413, gettext_lazy("This is more than can be taken in.")),
    "unsupported_media_type": (415, gettext_lazy("Send JSON.")),
    "too_many_requests": (429, gettext_lazy("Too many requests. Wait a moment.")),
    "unavailable": (
        503,
        gettext_lazy("The site is not itself for a moment. What you had played is kept; try again in a moment."),
    ),
    "server_error": (500, gettext_lazy("Something went wrong on our side. What you had played is kept; try again.")),
}

FIELD_FAULTS: dict[str, Promise] = {
    "required": gettext_lazy("Fill this in."),
    "too_long": gettext_lazy("This is too long: at most %(limit)s characters."),
    "not_text": gettext_lazy("This must be text."),
    "bad_characters": gettext_lazy("This holds characters that cannot be stored."),
    "not_a_number": gettext_lazy("This must be a whole number."),
    "out_of_range": gettext_lazy("This must lie from %(low)s to %(high)s."),
    "not_a_time": gettext_lazy("This must be a date and a time."),
    "in_the_past": gettext_lazy("This time has passed already."),
    "not_a_date": gettext_lazy("This must be a date."),
    "not_a_clock_time": gettext_lazy("This must be a time of the day in hours and minutes."),
    "overlaps": gettext_lazy("Each would still be open when the next one opens: at most %(limit)s hours."),
    "unknown_place": gettext_lazy("Between braces only {datum}, {nummer} and {tafel} can stand."),
    "always_the_same": gettext_lazy("Every tournament would have the same title: put {datum} or {nummer} in it."),
    "title_too_long": gettext_lazy(
        "Filled in, titles would grow to %(length)s characters, and %(limit)s is the most: make it shorter."
    ),
    "not_before_closing": gettext_lazy("It must open before it closes."),
    "unknown_system": gettext_lazy("No system of rules has this name."),
    "unknown_bots": gettext_lazy("No bot on offer has this name."),
    "unknown_option": gettext_lazy("This system has no such option."),
    "not_a_choice": gettext_lazy("This must be one of %(choices)s."),
    "C8_pass_round": gettext_lazy("Trump comes in one way: turned up, named in turn, or never (rule C8)."),
    "D3_forced_no_trump": gettext_lazy(
        "Only where trump is named in turn does the dealer come last and have to play without trump (rule D3)."
    ),
    "C9_partner_blind": gettext_lazy(
        "Where trump is named in turn, the dealer's partner speaks too and must see his cards (rule C9)."
    ),
    "C22_blind_no_trump": gettext_lazy("Blind no trump is a choice, and here nothing is chosen (rule C22)."),
    "C22_cap": gettext_lazy("Blind no trump counts four times: a deal must be able to count that much (rule C22)."),
    "C1_cap": gettext_lazy("Doubling makes a deal count more than the most you allow it to count (rule C1)."),
    "C12_partner_exempt": gettext_lazy("In this system nobody has to ruff partner's trick anyway (rule C12)."),
    "C18_tie_same_dealer": gettext_lazy(
        "A tie that carries over is not dealt again, and 61 points cannot tie (rule C18)."
    ),
    "C4_pips_target": gettext_lazy(
        "Where card points are added up a tie counts like any deal: nothing can carry over after it (rule C4)."
    ),
    "C4_losers_lose": gettext_lazy("Where card points are added up nobody loses any (rule C4)."),
    "C20_target": gettext_lazy(
        "A boom ends at a number of points or after a fixed number of deals: fill in one of the two (rule C20)."
    ),
    "C21_fixed_deals": gettext_lazy(
        "%(fixed_deals)s deals do not fit in the %(boards)s that are played at most (rule C21)."
    ),
    "unknown_seat": gettext_lazy("This must be N, E, S or W."),
    "unknown_field": gettext_lazy("There is no such field."),
    "frozen": gettext_lazy("This has been announced and can no longer change."),
    "not_later": gettext_lazy("This is not later than it closes now."),
    "reason_to_close_early": gettext_lazy("Players counted on the time you promised: say why it closes earlier."),
    "already_open": gettext_lazy("The tournament has opened already."),
}

DUTIES: dict[str, Promise] = {
    "B6": gettext_lazy("You must follow suit: %(cards)s."),
    "B7": gettext_lazy("You must overtake: %(cards)s."),
    "B8": gettext_lazy("You must ruff: %(cards)s."),
    "B9": gettext_lazy("You must over-ruff: %(cards)s."),
    "B10": gettext_lazy("You may not under-ruff: %(cards)s."),
    "C2": gettext_lazy("You must play a trump, a lower one too: %(cards)s."),
    "C12": gettext_lazy("You must ruff, on partner's trick too: %(cards)s."),
    "C13": gettext_lazy("You must over-ruff: %(cards)s."),
}

DUTY_REASONS: dict[str, Promise] = {
    "B6": gettext_lazy("Who has the suit led plays it. That goes before every other duty."),
    "B7": gettext_lazy("An opponent holds the trick with a card of the suit led, and you can go over it in that suit."),
    "B8": gettext_lazy("An opponent holds the trick and you cannot follow suit, but you have a trump."),
    "B9": gettext_lazy("An opponent holds the trick with a trump, and you have a higher one."),
    "B10": gettext_lazy("There lies a higher trump: going under it is allowed only with nothing but lower trumps."),
    "C2": gettext_lazy("You cannot follow and hold only lower trumps: by these rules one of them has to go."),
    "C12": gettext_lazy("You cannot follow and have a trump: by these rules one always ruffs."),
    "C13": gettext_lazy("You cannot follow and have a higher trump: by these rules one always goes over, partner too."),
}
"""Why a duty is one, for who asks. Only free play explains so much."""

CALLS: dict[str, Promise] = {
    "B3": gettext_lazy("The dealer must name trump here: nobody passes."),
    "C1": gettext_lazy("This call is not offered now."),
    "C8": gettext_lazy("The three others have passed: the dealer must name trump."),
    "D3": gettext_lazy("After three passes the dealer must play without trump."),
}
"""What forbids something to be said, by the number of the rule."""

SUIT_WORDS = (gettext_lazy("spades"), gettext_lazy("hearts"), gettext_lazy("diamonds"), gettext_lazy("clubs"))
RANK_WORDS = {
    "J": gettext_lazy("jack"),
    "Q": gettext_lazy("queen"),
    "K": gettext_lazy("king"),
    "A": gettext_lazy("ace"),
    "T": gettext_lazy("10"),
}


class ServiceError(Exception):
    """A refusal. `code` is a key of `REFUSALS`, `fields` maps a field of the input to what is wrong with it.

    `details` fill the sentence, and doors may show them; `table` is the present table where a write came too late.
    No hidden card may stand in any of them.
    """

    def __init__(
        self,
        code: str,
        *,
        fields: Mapping[str, "FieldFault"] | None = None,
        table: dict[str, Any] | None = None,
        **details: Any,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.fields = dict(fields or {})
        self.table = table
        self.details = details

    @property
    def status(self) -> int:
        """The HTTP status that goes with the code."""
        return REFUSALS[self.code][0]

    @property
    def message(self) -> str:
        """The sentence for people, in the language that is active now."""
        if self.code == "illegal_card":
            return duty_sentence(self.details["rule"], self.details["legal"])
        if self.code == "illegal_call":
            return str(CALLS.get(self.details["rule"], REFUSALS[self.code][1]))
        return str(REFUSALS[self.code][1]) % self.details

    def field_messages(self) -> dict[str, str]:
        """What is wrong with each field, in the language that is active now."""
        return {name: fault.message for name, fault in self.fields.items()}


class FieldFault:
    """What is wrong with one field: a key of `FIELD_FAULTS` and what its sentence needs."""

    def __init__(self, code: str, **details: Any) -> None:
        self.code = code
        self.details = details

    @property
    def message(self) -> str:
        return str(FIELD_FAULTS[self.code]) % self.details

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FieldFault) and (self.code, self.details) == (other.code, other.details)

    def __hash__(self) -> int:
        return hash(self.code)

    def __repr__(self) -> str:
        return f"FieldFault({self.code!r})"


def duty_sentence(rule: str, legal: int) -> str:
    """The duty that `rule` ("B6" to "B10", "C2", "C12", "C13") puts on a hand.

    It names the cards of the set `legal`, which may be played.
    """
    template = DUTIES.get(rule, REFUSALS["illegal_card"][1])
    return str(template) % {"cards": card_words(list_cards(legal))}


def card_words(cards: Iterable[int | str]) -> str:
    """Cards in words: "spades 10, hearts ace or clubs 7". Takes card ints or names such as "ST"."""
    words = _name_cards(cards)
    if len(words) < 2:
        return "".join(words)
    return _("%(cards)s or %(card)s") % {"cards": ", ".join(words[:-1]), "card": words[-1]}


def card_list(cards: Iterable[int | str]) -> str:
    """Cards in words, none left out: "spades 10, hearts ace, clubs 7"."""
    return ", ".join(_name_cards(cards))


def _name_cards(cards: Iterable[int | str]) -> list[str]:
    return [_card_word(card if isinstance(card, int) else parse_card(card)) for card in cards]


def _card_word(card: int) -> str:
    letter = RANKS[card % len(RANKS)]
    rank = str(RANK_WORDS.get(letter, letter))
    return _("%(suit)s %(rank)s") % {"suit": SUIT_WORDS[card // len(RANKS)], "rank": rank}


assert len(SUIT_WORDS) == len(SUITS)
