"""`manage.py words`: catalogues that are sorted, hold what the sources say, and lose no translation."""

import polib
import pytest

from config.management.commands.words import LOCALE, fill_entry, name_of, write_catalogue


def make_entry(msgid, **fields):
    return polib.POEntry(msgid=msgid, **fields)


@pytest.fixture
def catalogue(tmp_path):
    path = tmp_path / "django.po"
    po = polib.POFile()
    po.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    po.append(make_entry("Old", msgstr="Oud"))
    po.append(make_entry("kept", msgstr="gebleven", flags=["fuzzy"]))
    po.append(make_entry("Full", msgctxt="places", msgstr="Volzet"))
    po.save(str(path))
    return path


def read(path):
    return {name_of(entry): entry.msgstr or entry.msgstr_plural for entry in polib.pofile(str(path))}


def test_what_is_used_no_more_goes_what_is_new_comes_and_the_rest_stays_in_order(catalogue):
    found = [
        make_entry("New"),
        make_entry("Full", msgctxt="places"),
        make_entry("kept"),
        make_entry("%(n)s deal", msgid_plural="%(n)s deals", flags=["python-format"]),
    ]
    words = {"New": "Nieuw", "%(n)s deal": ["%(n)s deel", "%(n)s delen"]}
    assert write_catalogue(catalogue, found, words) == []
    assert list(read(catalogue)) == ["%(n)s deal", "places|Full", "kept", "New"]
    assert read(catalogue)["places|Full"] == "Volzet"
    assert read(catalogue)["%(n)s deal"] == {0: "%(n)s deel", 1: "%(n)s delen"}
    assert not [entry for entry in polib.pofile(str(catalogue)) if entry.fuzzy]


def test_a_sentence_without_words_is_named(catalogue):
    assert write_catalogue(catalogue, [make_entry("New"), make_entry("kept")], {}) == ["New"]


def test_a_sentence_that_became_a_plural_asks_for_its_words_again():
    known = make_entry("deal", msgstr="deel")
    assert not fill_entry(make_entry("deal", msgid_plural="deals"), None, known).translated()


def test_new_words_stand_in_place_of_old_ones():
    assert fill_entry(make_entry("Deal"), "Deel", make_entry("Deal", msgstr="Gift")).msgstr == "Deel"


def test_the_catalogues_are_as_the_command_writes_them():
    """Sorted, and each sentence with the files it stands in: so that two people's additions join by themselves."""
    for path in LOCALE.glob("*/LC_MESSAGES/django.po"):
        entries = [(e.msgid.casefold(), e.msgid, e.msgctxt or "") for e in polib.pofile(str(path))]
        assert entries == sorted(entries)
