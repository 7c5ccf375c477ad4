"""No page mixes languages: whatever a reader can see or hear on any page comes out of the catalogue of his language.

The catalogues are swapped for a false one that puts ⟦marks⟧ around every translation, and turns them off again
around what is filled in. What then stands outside of marks was never translated; names of people, what they typed
(it begins with "Zz"), numbers, signs and addresses are let through.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.utils.translation import trans_real

from tests.pages.tour import Tour, make_tour

pytestmark = pytest.mark.django_db

ON, OFF, PLAIN, MARKED = "⟦", "⟧", "⟪", "⟫"
FILLED = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
SEEN = {"alt", "aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "content", "label"}
HEARD = {"placeholder", "title"}
"""Attributes that are shown, or read out."""
SILENT = {"script", "style", "code", "pre"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr", "use"}
ALLOWED = re.compile(
    r"""
    Manillen|Manille\b|Frans\ Hendrickx      # the name of the site
    |\bZzdag[^\n]*|\bZz\S*                   # what people typed; a series writes the date into its titles
    |\b(Speler|Reeks)\s\d+                   # a player of the scene
    |\b[\w.]+@[\w.]+\w|https?://\S+|\S+@\d+\b   # addresses, and the name of a bot
    |\b(API|CSV|JSON|NDJSON|PBN|QR|SHA-256|HMAC)\b
    |\b\d+\sms\b|\b[A-Z]\w+(Error)\b          # measures and names of faults on the clock's page
    |\{\w+\}                                # what a title of a series fills in
    |\b([AKQJHVBRD]|10|[7-9])\b              # corner indices
    |\b[0-9a-f]{16,}\b|\b[A-Z2-7]{16,}\b     # seals and keys
    """,
    re.VERBOSE,
)
WORD = re.compile(r"[^\W\d_]{2,}")


def mark(text: str) -> str:
    return ON + FILLED.sub(lambda part: PLAIN + part[0] + MARKED, text) + OFF


class MarkedTranslation:
    """A catalogue of Django's, with marks around all that it knows."""

    def __init__(self, real: trans_real.DjangoTranslation) -> None:
        self._real = real

    def __getattr__(self, name: str) -> object:
        return getattr(self._real, name)

    def gettext(self, message: str) -> str:
        known = self._real._catalog.get(message)
        return message if known is None else mark(known)

    def ngettext(self, one: str, many: str, number: int) -> str:
        known = self._real._catalog.plural(one, number)
        return self._real.ngettext(one, many, number) if known is None else mark(known)


def outside_of_marks(text: str) -> str:
    """What of `text` stands in no mark."""
    state, kept = [False], []
    for char in text:
        if char in (ON, PLAIN):
            state.append(char == ON)
        elif char in (OFF, MARKED):
            state.pop()
        elif not state[-1]:
            kept.append(char)
    return "".join(kept)


class Reader(HTMLParser):
    """Gathers the words of a page that stand in no mark; a part with a `lang` of its own is another matter."""

    def __init__(self) -> None:
        super().__init__()
        self.silent: list[bool] = []
        self.text: list[str] = []
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        silent = tag in SILENT or (tag != "html" and "lang" in values)
        quiet = silent or any(self.silent)
        if not quiet:
            self._attributes(tag, values)
        if tag not in VOID:
            self.silent.append(silent)

    def _attributes(self, tag: str, values: dict[str, str | None]) -> None:
        if tag == "meta" and values.get("name") not in ("description",):
            return
        names = [name for name in values if name in SEEN | HEARD]
        # What a script shows it finds in an attribute; one word alone is a key or a state, and a point begins
        # a selector.
        data = {name: (value or "").strip() for name, value in values.items() if name.startswith("data-")}
        names += [name for name, value in data.items() if " " in value and value[0] not in ".#"]
        if tag == "input" and values.get("type") in ("submit", "button"):
            names.append("value")
        for name in names:
            self.judge(values[name] or "")

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        # A mark may reach over tags: all text of the page is judged as one.
        if not any(self.silent):
            self.text.append(data)
        else:
            self.text.append("".join(char for char in data if char in ON + OFF + PLAIN + MARKED))

    def judge(self, text: str) -> None:
        for line in outside_of_marks(text).splitlines():
            left = ALLOWED.sub(" ", line)
            if WORD.search(left):
                self.found.add(" ".join(line.split()))

    def close(self) -> None:
        super().close()
        self.judge("\n".join(self.text))


@contextmanager
def marked(language: str) -> Iterator[None]:
    """Within it every translation into this language is marked."""
    real = trans_real.translation(language)
    trans_real._translations[language] = MarkedTranslation(real)
    try:
        yield
    finally:
        trans_real._translations[language] = real
        trans_real.activate(settings.LANGUAGE_CODE)


def unmarked_words(tour: Tour, language: str) -> dict[str, set[str]]:
    """What stands in no mark, by page, for readers who chose this language."""
    found: dict[str, set[str]] = {}
    for client in tour.clients.values():
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    for stop in tour.stops:
        answer = tour.clients[stop.who].get(stop.address)
        assert answer.status_code == stop.status, stop
        reader = Reader()
        reader.feed(answer.content.decode())
        reader.close()
        if reader.found:
            found[stop.name] = reader.found
    return found


def test_every_word_on_every_page_comes_from_the_catalogue():
    tour = make_tour()
    for language, _ in settings.LANGUAGES:
        # The sources are English: there is no catalogue that could be marked.
        if language != "en":
            with marked(language):
                assert unmarked_words(tour, language) == {}, language


def test_a_word_that_was_forgotten_is_found():
    reader = Reader()
    reader.feed(f'<p>{ON}Dag {PLAIN}Total{MARKED}{OFF} <b title="Best">Zzmia</b> <i lang="en">Score</i> 12</p>')
    reader.close()
    assert reader.found == {"Total", "Best"}
