"""Compiles the .po files, so that neither gettext nor a build step is needed to run the site."""

import os
from pathlib import Path

from config.environment import ROOT


def compile_catalogues(target: Path, source: Path = ROOT / "locale") -> int:
    """Compile every `source`/LANGUAGE/LC_MESSAGES/*.po to the same place below `target`.

    Only what is older than its source is written, and whole or not at all. Returns how many were written.
    To be called before Django: what it finds missing while it starts, it does not look for again.
    """
    written = 0
    for po in sorted(source.glob("*/LC_MESSAGES/*.po")):
        mo = (target / po.relative_to(source)).with_suffix(".mo")
        if mo.exists() and mo.stat().st_mtime >= po.stat().st_mtime:
            continue
        import polib  # here, since most starts do not need it

        mo.parent.mkdir(parents=True, exist_ok=True)
        unfinished = mo.with_suffix(f".{os.getpid()}.new")
        polib.pofile(str(po)).save_as_mofile(str(unfinished))
        unfinished.replace(mo)
        written += 1
    return written
