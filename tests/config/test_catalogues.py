"""The translations of a first start: compiled before Django looks for them."""

import os
import subprocess
import sys
from pathlib import Path

from config.catalogues import compile_catalogues
from config.environment import ROOT

SPEAK = """
import sys, manage
sys.argv = ["manage.py", "check"]
manage.main()
from django.utils.translation import gettext, override
with override("nl"):
    print(gettext("Demo: one place left"))
"""


def test_the_very_first_command_on_an_empty_data_folder_speaks_dutch(tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "-c", SPEAK],
        cwd=ROOT,
        env={**os.environ, "MANILLEN_DATA": str(tmp_path / "data"), "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.splitlines()[-1:] == ["Demo: nog één plaats vrij"], done.stderr


def test_only_what_is_older_than_its_source_is_compiled_again(tmp_path: Path):
    written = compile_catalogues(tmp_path)
    assert written >= 1
    assert compile_catalogues(tmp_path) == 0
    assert not list(tmp_path.rglob("*.new"))
    [compiled, *_] = tmp_path.rglob("*.mo")
    os.utime(compiled, (0, 0))
    assert compile_catalogues(tmp_path) == 1
