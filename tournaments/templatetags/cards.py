"""Cards, suits and seats on pages: as pictures from the sprite, and in words."""

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from django import forms, template
from django.templatetags.static import static
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.errors import SUIT_WORDS, card_words
from tournaments.forms import BOT_WORDS

register = template.Library()

TENTH = Decimal("0.1")
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
TEXT_SIGN = "\ufe0e"
"""After a sign: a letter of text, no coloured picture."""

INDICES = {
    "nl": {"J": "B", "Q": "V", "K": "H"},
    "en": {},
    "fr": {"J": "V", "Q": "D", "K": "R"},
    "de": {"J": "B", "Q": "D"},
}
"""The corner index of a card where it differs from the letter in its name, by language."""


def sprite() -> str:
    """The address of the drawing of all cards."""
    return static("manillen/cards.svg")


@register.simple_tag
def sprite_url() -> str:
    return sprite()


def card_index(card: str) -> str:
    """The corner index of `card` ("SK") in the reader's language: "H" in Dutch, "10" for a ten in all."""
    rank = card[1]
    if rank == "T":
        return "10"
    language = (get_language() or "nl").split("-")[0]
    return INDICES.get(language, {}).get(rank, rank)


@register.simple_tag
def card(name: str, classes: str = "", alone: bool = False) -> SafeString:
    """Draw a card, given by its name ("ST") or "back".

    The drawing is hidden from screen readers, as the words stand beside it, unless it is `alone`. Below it stand its
    index and its sign, large: they are seen until the drawing has come, and instead of it where somebody wants that.
    """
    if name == "back":
        return format_html(
            '<svg class="card back {}" viewBox="0 0 240 336" aria-hidden="true"><use href="{}#card-back"/></svg>',
            classes,
            sprite(),
        )
    label = format_html('role="img" aria-label="{}"', card_words([name])) if alone else SafeString('aria-hidden="true"')
    return format_html(
        '<svg class="card suit-{} {}" viewBox="0 0 240 336" {}><text x="120" y="165">{}</text><text x="120" y="315">{}'
        '</text><use href="{}#card-{}"/><use class="index" href="{}#index-{}"/></svg>',
        name[0],
        classes,
        label,
        card_index(name),
        SIGNS[name[0]] + TEXT_SIGN,
        sprite(),
        name,
        sprite(),
        card_index(name),
    )


@register.simple_tag
def suit_icon(suit: str, classes: str = "") -> SafeString:
    """Draw the sign of a suit in the colour of the text around it, hidden from screen readers."""
    return format_html(
        '<svg class="suit {}" viewBox="0 0 100 100" aria-hidden="true"><use href="{}#suit-{}"/></svg>',
        classes,
        sprite(),
        suit,
    )


@register.simple_tag
def trump_icon(trump: str) -> SafeString:
    """Draw a trump in small, as on a score sheet, with its words for screen readers: a suit's sign, or "ZT"."""
    words = trump_words(trump)
    if trump == "NT":
        return format_html('<span class="trump" role="img" aria-label="{}">{}</span>', words, _("NT"))
    return format_html(
        '<span class="trump suit-{}" role="img" aria-label="{}">{}</span>', trump, words, SIGNS[trump] + TEXT_SIGN
    )


@register.simple_tag
def card_text(name: str) -> SafeString:
    """A card in two characters for tables, its sign in the colour of the suit: "♥H"; in words for screen readers."""
    return format_html(
        '<span class="trump suit-{}" aria-hidden="true">{}{}</span><span class="visually-hidden">{}</span>',
        name[0],
        SIGNS[name[0]] + TEXT_SIGN,
        card_index(name),
        card_words([name]),
    )


@register.filter
def trump_words(trump: str) -> str:
    """A trump in words: "hearts", "no trump"."""
    return _("no trump") if trump == "NT" else suit_words(trump)


@register.filter
def suit_words(suit: str) -> str:
    """A suit in words."""
    return str(SUIT_WORDS["SHDC".index(suit)])


@register.filter
def in_words(cards: str | Iterable[str]) -> str:
    """One card, or a list of cards, in words."""
    return card_words([cards] if isinstance(cards, str) else list(cards))


@register.filter
def seat_words(seat: str) -> str:
    """A seat in words: "North"."""
    return {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")}[seat]


@register.filter
def bot_words(name: str) -> str:
    """How a bot plays, in a few words; its bare name if it is no longer on offer."""
    return str(BOT_WORDS.get(name, name))


@register.filter
def side_words(pair: Any) -> str:
    """Two figures of WIJ and ZIJ in words, for screen readers."""
    return _("we %(we)s, they %(they)s") % {"we": pair[0], "they": pair[1]}


@register.filter
def signed(score: int | None) -> str:
    """A score with its sign: "+43", "−33", "0"; "–" for none."""
    if score is None:
        return "–"
    return f"+{score}" if score > 0 else f"−{-score}" if score < 0 else "0"


@register.filter
def signed_mean(mean: float | None) -> str:
    """A mean with its sign and one decimal, in the reader's notation: "+1,5"; "–" for none."""
    if mean is None:
        return "–"
    rounded = Decimal(str(mean)).quantize(TENTH, ROUND_HALF_UP)
    text = number_format(abs(rounded), 1)
    return f"+{text}" if rounded > 0 else f"−{text}" if rounded < 0 else text


@register.filter
def is_checkbox(field: forms.BoundField) -> bool:
    """Say whether a field of a form is a single box to tick."""
    return isinstance(field.field.widget, forms.CheckboxInput)
