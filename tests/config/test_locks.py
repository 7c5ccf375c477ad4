"""requirements.lock and requirements-ci.lock are what pyproject.toml asks for, neither less nor more."""

import re
import tomllib
from importlib import metadata

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from config.environment import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
GROUPS = PROJECT["dependency-groups"]
LOCKS = {
    "requirements.lock": [*PROJECT["project"]["dependencies"], *GROUPS["test"]],
    "requirements-ci.lock": [*GROUPS["lint"], *GROUPS["e2e"]],
}


def read_lock(name: str) -> dict[str, Version]:
    """The version of each package; of one pinned apart for several Pythons, that for this one."""
    lines = (ROOT / name).read_text().splitlines()
    pins = [Requirement(line.rstrip("\\ ")) for line in lines if line and not line.startswith((" ", "#"))]
    pins.sort(key=lambda pin: pin.marker is None or pin.marker.evaluate())
    return {canonicalize_name(pin.name): Version(str(pin.specifier).removeprefix("==")) for pin in pins}


@pytest.mark.parametrize("name", LOCKS)
def test_every_dependency_is_pinned_to_a_version_it_allows(name: str):
    pins = read_lock(name)
    for text in LOCKS[name]:
        wanted = Requirement(text)
        pinned = pins.get(canonicalize_name(wanted.name))
        assert pinned is not None, f"{name} lacks {wanted.name}: compile it again"
        assert pinned in wanted.specifier, f"{name} pins {wanted.name} {pinned}, pyproject.toml wants {text}"


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_holds_hashes_and_no_addresses(name: str):
    text = (ROOT / name).read_text()
    assert "://" not in text
    assert "--index" not in text
    pins = re.findall(r"^[a-z0-9].*?(?=^[a-z0-9]|\Z)", text, re.MULTILINE | re.DOTALL)
    assert pins
    assert all("--hash=sha256:" in pin for pin in pins)


def test_the_locks_agree_where_they_overlap():
    first, second = (read_lock(name) for name in LOCKS)
    assert {name: first[name] for name in first.keys() & second.keys()} == {
        name: second[name] for name in first.keys() & second.keys()
    }


def test_nothing_is_locked_that_nobody_asked_for():
    """Walks from the dependencies through what is installed; all of the lock must be met on the way."""
    pins = read_lock("requirements.lock")
    found: set[str] = set()
    waiting = [(Requirement(text), "") for text in LOCKS["requirements.lock"]]
    seen = set()
    while waiting:
        wanted, extra = waiting.pop()
        if wanted.marker is not None and not wanted.marker.evaluate({"extra": extra}):
            found.add(canonicalize_name(wanted.name))  # pinned for other machines
            continue
        name = canonicalize_name(wanted.name)
        found.add(name)
        for one in ["", *wanted.extras]:
            if (name, one) not in seen:
                seen.add((name, one))
                waiting += [(Requirement(text), one) for text in metadata.requires(name) or []]
    assert pins.keys() <= found
    installed = {name: Version(metadata.version(name)) for name in pins.keys() & _installed()}
    assert installed == {name: pins[name] for name in installed}


def _installed() -> set[str]:
    return {canonicalize_name(one.metadata["Name"]) for one in metadata.distributions()}
