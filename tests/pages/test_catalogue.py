"""The Dutch catalogue is whole: nothing empty, nothing fuzzy, every placeholder kept."""

import re

import polib
import pytest

from config.environment import ROOT
from tournaments.errors import DUTIES, FIELD_FAULTS, REFUSALS

CATALOGUE = polib.pofile(str(ROOT / "locale/nl/LC_MESSAGES/django.po"))
PLACES = re.compile(r"%\(\w+\)[sd]")


def test_no_entry_is_empty_fuzzy_or_obsolete():
    assert not [entry.msgid for entry in CATALOGUE if not entry.translated() or entry.fuzzy or entry.obsolete]


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.msgid[:40])
def test_a_translation_keeps_the_places_that_are_filled_in(entry):
    meant = set(PLACES.findall(entry.msgid))
    for text in [entry.msgstr] if entry.msgstr else entry.msgstr_plural.values():
        assert set(PLACES.findall(text)) == meant


def test_every_refusal_has_its_dutch_sentence():
    known = {entry.msgid for entry in CATALOGUE}
    sentences = [words for _, words in REFUSALS.values()] + list(FIELD_FAULTS.values()) + list(DUTIES.values())
    from django.utils.translation import override

    with override("en"):
        assert {str(sentence) for sentence in sentences} <= known


def test_the_reader_is_addressed_with_je():
    assert not [entry.msgstr for entry in CATALOGUE if re.search(r"\b(u|uw|U|Uw)\b", entry.msgstr)]
