"""`manage.py words`: the one way to change the words of the site; see docs/operations.md, "Words"."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import polib
from django.core.management.base import BaseCommand, CommandParser

from config.environment import ROOT

LOCALE = ROOT / "locale"
ORIGINAL = "nl"


class Command(BaseCommand):
    help = (
        "Finds the sentences of the sources, drops those that are used no more, adds what the given JSON files say "
        'of them, and keeps every catalogue sorted: {"msgid": {"nl": …, "fr": …, "de": …}}, with a list of two for '
        'a plural and "context|msgid" for one with a context. Fails while a sentence has no words in a language.'
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", type=Path)

    def handle(self, *args: Any, files: list[Path], **options: Any) -> None:
        given: dict[str, dict[str, Any]] = {}
        for path in files:
            given |= json.loads(path.read_text())
        found = find_sentences()
        missing = []
        for catalogue in sorted(LOCALE.glob("*/LC_MESSAGES/django.po")):
            language = catalogue.parts[-3]
            words = {key: translations[language] for key, translations in given.items() if language in translations}
            missing += [f"{language}: {key}" for key in write_catalogue(catalogue, found, words)]
        for line in missing:
            self.stderr.write(line)
        if missing:
            sys.exit(1)


def name_of(entry: polib.POEntry) -> str:
    return f"{entry.msgctxt}|{entry.msgid}" if entry.msgctxt else entry.msgid


def find_sentences() -> list[polib.POEntry]:
    """All sentences of the sources, as gettext finds them; the catalogues stay as they are. Needs gettext."""
    catalogue = LOCALE / ORIGINAL / "LC_MESSAGES/django.po"
    kept = catalogue.read_bytes()
    command = ["makemessages", "-l", ORIGINAL, "--add-location", "file", "--no-obsolete", "--verbosity", "0"]
    try:
        # In a process of its own: makemessages reads the folder that it is started in.
        subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, check=True)
        return [entry for entry in polib.pofile(str(catalogue)) if not entry.obsolete]
    finally:
        catalogue.write_bytes(kept)


def write_catalogue(path: Path, found: list[polib.POEntry], words: dict[str, Any]) -> list[str]:
    """Write the catalogue anew: `found`, with `words` where they are given and else its own. Names what is missing."""
    catalogue = polib.pofile(str(path), wrapwidth=100)
    known = {name_of(entry): entry for entry in catalogue if not entry.obsolete}
    entries = [fill_entry(entry, words.get(name_of(entry)), known.get(name_of(entry))) for entry in found]
    catalogue[:] = sorted(entries, key=lambda entry: (entry.msgid.casefold(), entry.msgid, entry.msgctxt or ""))
    catalogue.save(str(path))
    return [name_of(entry) for entry in catalogue if not entry.translated()]


def fill_entry(source: polib.POEntry, words: str | list[str] | None, known: polib.POEntry | None) -> polib.POEntry:
    """A sentence of the sources with its translation: `words` if there are any, else what was `known`."""
    entry = polib.POEntry(
        msgid=source.msgid,
        msgctxt=source.msgctxt,
        msgid_plural=source.msgid_plural,
        occurrences=[(name, "") for name in sorted({name for name, _ in source.occurrences})],
        flags=[flag for flag in source.flags if flag != "fuzzy"],
        comment=source.comment,
    )
    if isinstance(words, list):
        entry.msgstr_plural = dict(enumerate(words))
    elif words is not None:
        entry.msgstr = words
    elif known is not None and bool(known.msgid_plural) == bool(source.msgid_plural):
        entry.msgstr, entry.msgstr_plural = known.msgstr, known.msgstr_plural
    return entry
