"""The page of the rules: every number that is cited stands there, and every number of section C is held by a test."""

import re
from pathlib import Path

import pytest

from engine.systems import OPTIONS, SYSTEMS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
BUILT = PAGE[: PAGE.index("The sheets name more, which is not built")]
SOURCES = sorted((ROOT / "engine").rglob("*.py"))


def defined() -> set[str]:
    """The numbers the page gives: in bold at a paragraph's begin, or before a row of the table."""
    return set(re.findall(r"^(?:- \*\*|\| )([A-D]\d+)\b", BUILT, re.MULTILINE))


def cited(text: str) -> set[str]:
    """The numbers a source cites, those between the ends of "B17-B19" among them."""
    found = set(re.findall(r"\b[A-D]\d{1,2}\b", text))
    for letter, first, last in re.findall(r"\b([A-D])(\d{1,2})[-–]\1(\d{1,2})\b", text):
        found |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    return found


def test_sections_are_numbered_without_a_gap() -> None:
    expected = [
        f"{letter}{n}" for letter, last in (("A", 7), ("B", 20), ("C", 23), ("D", 3)) for n in range(1, last + 1)
    ]
    assert defined() == set(expected)


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_number_cited_in_the_engine_stands_on_the_page(file: Path) -> None:
    assert cited(file.read_text(encoding="utf-8")) <= defined()


def test_every_number_of_section_c_and_d_has_a_test_named_after_it() -> None:
    tests = "".join(file.read_text(encoding="utf-8") for file in sorted(Path(__file__).parent.glob("test_*.py")))
    names = re.findall(r"def test_(\w+)", tests)
    held = {number.upper() for name in names for number in re.findall(r"(?:^|_)([abcd]\d+)(?=_)", name)}
    assert {number for number in defined() if number[0] in "CD"} <= held


def test_every_option_stands_on_the_page() -> None:
    table = PAGE[PAGE.index("| Option |") : PAGE.index("Refused together")]
    assert set(re.findall(r"`(\w+)`", table)) == set(OPTIONS)


def test_the_table_has_a_column_for_every_system() -> None:
    head = re.search(r"^\| \| \|.*", PAGE, re.MULTILINE)
    assert head is not None
    assert re.findall(r"`(\w+)`", head[0]) == list(SYSTEMS)
