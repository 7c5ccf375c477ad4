"""The catalogues are whole: nothing empty, nothing fuzzy, every placeholder and every tag kept, one form of address."""

import re

import polib
import pytest
from django.conf import settings
from django.utils.translation import override

from config.environment import ROOT
from tournaments.errors import DUTIES, FIELD_FAULTS, REFUSALS

LANGUAGES = [code for code, _ in settings.LANGUAGES if code != "en"]
"""Those with a catalogue: the sources are English."""
CATALOGUES = {code: polib.pofile(str(ROOT / f"locale/{code}/LC_MESSAGES/django.po")) for code in LANGUAGES}
PARTS = re.compile(r"%\(\w+\)[sd]|\{\w+\}|</?\w+[^>]*>")
ADDRESS = {
    "nl": r"\b([Uu]w?|[Uu]w)\b",
    "fr": r"\b([Tt]u|[Tt]es|[Tt]oi|[Tt]on)\b",
    "de": r"\b([Dd]u|[Dd]ein\w*|[Dd]ir|[Dd]ich)\b",
}
"""Words of the form of address that is not the site's: it says "je", "vous" and "Sie"."""

every_catalogue = pytest.mark.parametrize("language", LANGUAGES)


def name(entry):
    return (entry.msgctxt, entry.msgid, entry.msgid_plural)


def texts(entry):
    return [entry.msgstr] if entry.msgstr else list(entry.msgstr_plural.values())


def test_every_language_on_offer_has_a_catalogue_and_no_other():
    assert {path.name for path in (ROOT / "locale").iterdir()} == set(LANGUAGES)


@every_catalogue
def test_no_entry_is_empty_fuzzy_or_obsolete(language):
    found = CATALOGUES[language]
    assert not [entry.msgid for entry in found if not entry.translated() or entry.fuzzy or entry.obsolete]


@every_catalogue
def test_all_catalogues_hold_the_same_sentences_in_the_same_order(language):
    assert [name(entry) for entry in CATALOGUES[language]] == [name(entry) for entry in CATALOGUES["nl"]]


@every_catalogue
def test_a_translation_keeps_what_is_filled_in_and_its_tags(language):
    def parts(text):
        return sorted(PARTS.findall(text))

    assert not [
        (entry.msgid, text)
        for entry in CATALOGUES[language]
        for text in texts(entry)
        if parts(text) not in (parts(entry.msgid), parts(entry.msgid_plural))
    ]


@every_catalogue
def test_a_sentence_ends_as_its_original_does(language):
    """A lost full stop or colon shows at once on the page, where the sentence stands beside its like."""

    def end(text):
        return re.sub(r"[\s\u00a0”»“]", "", text)[-1:]

    assert not [
        (entry.msgid, text)
        for entry in CATALOGUES[language]
        for text in texts(entry)
        if end(entry.msgid) in ".:?!" and end(text) not in ".:?!" + end(entry.msgid)
    ]


@every_catalogue
def test_the_reader_is_addressed_in_one_way(language):
    wrong = re.compile(ADDRESS[language])
    assert not [text for entry in CATALOGUES[language] for text in texts(entry) if wrong.search(text)]


@every_catalogue
def test_every_refusal_has_its_sentence(language):
    known = {entry.msgid for entry in CATALOGUES[language]}
    sentences = [words for _, words in REFUSALS.values()] + list(FIELD_FAULTS.values()) + list(DUTIES.values())
    with override("en"):
        assert {str(sentence) for sentence in sentences} <= known


def test_the_dutch_is_that_of_a_card_table_in_flanders():
    """No officialese, and "kan" and "wil" as they are said."""
    wrong = re.compile(r"\b([Kk]unt?|[Ww]ilt|[Gg]elieve|middels|teneinde|betreffende)\b|\b[Mm]en kan\b")
    assert not [text for entry in CATALOGUES["nl"] for text in texts(entry) if wrong.search(text)]
