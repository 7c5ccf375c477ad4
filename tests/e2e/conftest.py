"""The real site over the test database, and Debian's Chromium to look at it with.

These need the `e2e` dependency group; where it is not installed they are not collected.
"""

import os
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connections

collect_ignore_glob = [] if find_spec("pytest_playwright") else ["test_*.py"]

# Playwright's own loop runs in this thread; what Django does here is synchronous all the same.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


@pytest.fixture(scope="session")
def base_url() -> None:
    """None: every test names the site. Also keeps pytest-base-url's own fixture, which pytest 9 warns of, out."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": ["--no-sandbox"]}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "locale": "nl-BE", "timezone_id": "Europe/Brussels"}


@pytest.fixture
def site(live_server: Any, transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of the site.

    Its threads close their connections after each request: one kept for a browser that has gone would still be
    there when the test database is to go.
    """
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 0)
    cache.clear()
    return live_server.url


@pytest.fixture
def page(page: Any) -> Iterator[Any]:
    """A page on which any fault of a script or of the content policy fails the test."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if "Content Security" in line.text else None)
    page.set_default_timeout(15_000)
    yield page
    assert faults == []
