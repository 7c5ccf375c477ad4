"""What is wrong with an installation, in words: `manage.py doctor` looks at everything the site leans on.

Each check yields findings; one that cannot look, because what it asks is away, says so and the others go on.
"""

import shutil
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from pathlib import Path

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.cache import caches
from django.core.mail import get_connection
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from accounts.models import User
from config.broker import AWAY, read_policy, read_queue
from config.celery import app
from engine.solver.compiling import CACHE
from tournaments.selectors.health import LATE, get_health

OLDEST_POSTGRES = 150000
SKEW = timedelta(seconds=5)
ROOM = 1024**3
"""Bytes that should be free."""


class Level(Enum):
    """How bad a finding is."""

    GOOD = "good"
    WARNING = "warning"
    WRONG = "wrong"


@dataclass(frozen=True)
class Finding:
    """What a check saw: of what, and in a sentence what it is and, unless it is good, what to do."""

    level: Level
    subject: str
    sentence: str


def examine() -> Iterator[Finding]:
    """All findings, one after another, each as soon as it is known."""
    database = list(_look(_examine_database))
    yield from database
    if all(finding.level is not Level.WRONG for finding in database):
        for check in (_examine_migrations, _examine_clock, _examine_organisers):
            yield from _look(check)
    for check in (_examine_cache, _examine_broker, _examine_mail, _examine_settings, _examine_disk, _examine_kernels):
        yield from _look(check)


def _look(check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    subject = check.__name__.removeprefix("_examine_")
    try:
        yield from check()
    except (DatabaseError, OSError, *AWAY) as error:
        yield Finding(
            Level.WRONG, subject, f"It does not answer ({type(error).__name__}): is it running, is its URL right?"
        )


def _examine_database() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('server_encoding'), rolsuper, now() FROM pg_roles WHERE rolname = current_user"
        )
        encoding, is_superuser, now = cursor.fetchone()
        version = cursor.connection.info.server_version
    if version < OLDEST_POSTGRES:
        yield Finding(Level.WRONG, "database", f"PostgreSQL {version // 10000} is too old; it takes 15 or newer.")
    elif encoding != "UTF8":
        yield Finding(Level.WRONG, "database", f"Its encoding is {encoding}; make the database anew with UTF8.")
    else:
        yield Finding(Level.GOOD, "database", f"PostgreSQL {version // 10000} answers.")
    if is_superuser:
        yield Finding(
            Level.WARNING, "database", "The site's role is a superuser; give it one that only owns its database."
        )
    if abs(now - timezone.now()) > SKEW:
        yield Finding(Level.WRONG, "database", "Its clock and this machine's differ; have both follow a time server.")


def _examine_migrations() -> Iterator[Finding]:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        yield Finding(Level.WRONG, "migrations", f"{len(missing)} have not been applied; run `manage.py migrate`.")
    else:
        yield Finding(Level.GOOD, "migrations", "All are applied.")


def _examine_clock() -> Iterator[Finding]:
    health = get_health(timezone.now())
    lag = health.sweep_lag
    if lag is None:
        yield Finding(Level.WRONG, "clock", "There has never been a sweep; start a worker and a clock.")
    elif lag > LATE:
        advice = "see whether worker and clock run. Nothing is lost meanwhile."
        yield Finding(Level.WRONG, "clock", f"The last sweep was {_tell(lag)} ago; {advice}")
    else:
        yield Finding(Level.GOOD, "clock", f"The last sweep was {_tell(lag)} ago.")
    overdue = {job: work.overdue for job, work in health.due.items() if work.overdue}
    for job, count in overdue.items():
        sentence = f"{count} of the job `{job}` should have been done; see the log of the worker."
        yield Finding(Level.WRONG, "work", sentence)
    if health.given_up:
        sentence = f"{health.given_up} are not tried any more; /organisatie/klok/ tells which."
        yield Finding(Level.WARNING, "work", sentence)
    if not overdue and not health.given_up:
        yield Finding(Level.GOOD, "work", "Nothing that is due lies waiting.")


def _examine_organisers() -> Iterator[Finding]:
    staff = User.objects.filter(is_active=True, is_staff=True)
    if not staff.exists():
        yield Finding(Level.WARNING, "organisers", "There are none; `manage.py createsuperuser` makes the first.")
        return
    factors = Authenticator.objects.exclude(type=Authenticator.Type.RECOVERY_CODES).values("user")
    without = staff.exclude(pk__in=factors).count()
    if without:
        yield Finding(
            Level.WARNING,
            "organisers",
            f"{without} have no second factor yet, and are asked for it at their first page.",
        )
    else:
        yield Finding(Level.GOOD, "organisers", "All have a second factor.")


def _examine_cache() -> Iterator[Finding]:
    if caches["default"].answers():  # type: ignore[attr-defined]
        yield Finding(Level.GOOD, "cache", "It answers.")
    else:
        yield Finding(
            Level.WARNING, "cache", "It does not answer: playing goes on, but nothing limits tries at passwords."
        )


def _examine_broker() -> Iterator[Finding]:
    waiting, age = read_queue()
    policy = read_policy()
    if policy not in ("", "noeviction"):
        yield Finding(Level.WRONG, "broker", f"Its maxmemory-policy is {policy}, which drops tasks; set noeviction.")
    if age > LATE.total_seconds():
        yield Finding(Level.WRONG, "broker", f"{waiting} tasks wait, the oldest for {age:.0f} s; start more workers.")
    else:
        yield Finding(Level.GOOD, "broker", f"It answers; {waiting} tasks wait.")
    if app.control.ping(timeout=2.0):
        yield Finding(Level.GOOD, "worker", "At least one answers.")
    else:
        yield Finding(Level.WRONG, "worker", "None answers; start one, or see in its log why it hangs.")


def _examine_mail() -> Iterator[Finding]:
    if settings.EMAIL_BACKEND.endswith("console.EmailBackend"):
        yield Finding(Level.WARNING, "mail", "It goes to the console and reaches nobody; set MANILLEN_EMAIL_URL.")
        return
    mail = get_connection(fail_silently=False)
    mail.open()
    mail.close()
    yield Finding(Level.GOOD, "mail", "Its server lets us in.")


def _examine_settings() -> Iterator[Finding]:
    faults = []
    if settings.DEBUG:
        faults.append((Level.WRONG, "MANILLEN_DEBUG is 1 and shows code to whoever causes an error; set it to 0."))
    if "*" in settings.ALLOWED_HOSTS:
        faults.append((Level.WRONG, "MANILLEN_HOSTS allows every name; list those of the site."))
    if len(settings.SECRET_KEY) < 40:
        faults.append(
            (Level.WRONG, "MANILLEN_SECRET_KEY is short; sessions can be forged by guessing. Take 50 characters.")
        )
    local = {"localhost", "127.0.0.1", "[::1]"}
    if set(settings.ALLOWED_HOSTS) - local and not settings.SESSION_COOKIE_SECURE:
        faults.append(
            (Level.WARNING, "Others reach the site without https; put a proxy before it and set MANILLEN_HTTPS to 1.")
        )
    for host in sorted(set(settings.ALLOWED_HOSTS) - local - {"*"}):
        try:
            socket.getaddrinfo(host.lstrip("."), 443)
        except OSError:
            faults.append((Level.WARNING, f"MANILLEN_HOSTS lists {host}, which has no address here."))
    if not faults:
        yield Finding(Level.GOOD, "settings", "Nothing speaks against them.")
    for level, sentence in faults:
        yield Finding(level, "settings", sentence)


def _examine_disk() -> Iterator[Finding]:
    folder = Path(settings.DATA.path)
    free = shutil.disk_usage(folder).free
    if free < ROOM:
        yield Finding(Level.WRONG, "disk", f"{free // 1024**2} MB are left where {folder} is; make room.")
    else:
        yield Finding(Level.GOOD, "disk", f"{free / 1024**3:.0f} GB are left.")


def _examine_kernels() -> Iterator[Finding]:
    if CACHE is None:
        yield Finding(Level.WARNING, "kernels", "The bots' code can be kept nowhere; set MANILLEN_KERNELS to a folder.")
    elif any(CACHE.glob("**/*.nbc")):
        yield Finding(Level.GOOD, "kernels", "The bots' code is compiled.")
    else:
        yield Finding(
            Level.WARNING,
            "kernels",
            "The bots' code is not compiled yet: the next start takes half a minute to be ready.",
        )


def _tell(span: timedelta) -> str:
    seconds = round(span.total_seconds())
    return f"{seconds} s" if seconds < 120 else f"{seconds // 60} min"
