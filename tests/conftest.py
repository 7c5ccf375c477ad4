"""The run's own servers: real PostgreSQL and Valkey, private to this run, ended with it.

PostgreSQL starts when the first test asks for the database, so that a test of the engine waits for nothing.
With DATABASE_URL or BROKER_URL set, the server named there is used instead.
"""

import os
import random
import shutil
from collections.abc import Generator

import pytest
from hypothesis import settings as hypothesis_settings

from config.catalogues import compile_catalogues
from config.embedded.folder import DataFolder
from config.embedded.services import describe_services, start_services, stop_services
from config.embedded.testing import make_test_folder
from config.environment import read_environment
from config.processes import Child, Program

FOLDER = DataFolder(make_test_folder())
os.environ["MANILLEN_DATA"] = str(FOLDER.path)
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
for name in (
    "MANILLEN_HTTPS",
    "MANILLEN_DEBUG",
    "MANILLEN_HOSTS",
    "MANILLEN_ORIGINS",
    "MANILLEN_EMAIL_URL",
    "MANILLEN_URL",
    "MANILLEN_LOG",
    "MANILLEN_METRICS_TOKEN",
):
    os.environ.pop(name, None)
FOLDER.prepare()
FOLDER.lock("the tests")
compile_catalogues(FOLDER.path / "catalogues")

# A busy machine is no fault: no example of a property is held to a time.
hypothesis_settings.register_profile("untimed", deadline=None)
hypothesis_settings.load_profile("untimed")

PROGRAMS: dict[str, Program] = {
    program.name: program for program in describe_services(read_environment(), FOLDER, durable=False)
}
RUNNING: list[Child] = []


def _start(name: str) -> None:
    program = PROGRAMS.pop(name, None)
    if program is not None:
        RUNNING.extend(start_services([program]))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests that take minutes as well")
    parser.addoption("--no-skips", action="store_true", help="fail when a test was skipped")


def pytest_configure(config: pytest.Config) -> None:
    from django.conf import settings

    # Cheap passwords, and static files straight from the sources: neither is what the tests are about.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.STATIC_ROOT.mkdir(exist_ok=True)
    _start("Valkey")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is slow, unless asked for by --slow, and where nothing is compiled what needs it: deselected and
    counted, not skipped."""
    wanted = {"slow": config.getoption("--slow"), "compiled": os.environ.get("NUMBA_DISABLE_JIT") != "1"}
    unwanted = [name for name, is_wanted in wanted.items() if not is_wanted]
    left_out = [item for item in items if any(item.get_closest_marker(name) for name in unwanted)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.hookimpl(wrapper=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None]:
    """With --no-skips a skipped test, or none at all, is a failed run."""
    if session.config.getoption("--no-skips"):
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        if reporter is not None and reporter.stats.get("skipped"):
            reporter.write_line("A test was skipped, and --no-skips was given.", red=True)
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
    yield


def pytest_unconfigure(config: pytest.Config) -> None:
    stop_services(RUNNING)
    FOLDER.unlock()
    shutil.rmtree(FOLDER.path, ignore_errors=True)


@pytest.fixture(autouse=True)
def same_secrets(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same secrets, and so nearly the same cards, in every run of a test: one that hangs on them fails at once or
    never. (A deal also hangs on its tournament's number.)"""
    chance = random.Random(request.node.nodeid)
    monkeypatch.setattr("secrets.token_bytes", lambda count=None: chance.randbytes(count or 32))


@pytest.fixture
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Free play against the rules of thumb, for a whole boom in which the bots' strength does not matter."""
    monkeypatch.setattr("tournaments.services.free_play.BOTS", ("rulebook@1",))


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """Start PostgreSQL before pytest-django makes the test database."""
    _start("PostgreSQL")
