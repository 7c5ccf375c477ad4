"""Everything the site reads from environment variables, as one frozen value.

A wrong value is an `EnvironmentFault`: one sentence that names the variable and never repeats a password.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent

_YES = {"1", "true", "yes", "on"}
_NO = {"", "0", "false", "no", "off"}


class EnvironmentFault(Exception):
    """A setting that cannot be used; its text is a sentence for whoever starts the site."""


@dataclass(frozen=True)
class Environment:
    """The settings as given, before anything is started.

    `database` and `broker` are None when the embedded server is to be used.
    """

    data: Path
    database: dict[str, Any] | None
    broker: str | None
    cache: str | None
    secret_key: str
    debug: bool
    hosts: list[str]
    origins: list[str]
    https: bool
    host: str
    port: int
    email: dict[str, Any]
    sender: str
    url: str
    log: str
    metrics: str


def read_environment(variables: Mapping[str, str] | None = None) -> Environment:
    """The environment's settings (of `variables`, else of the process).

    Raises `EnvironmentFault` with a sentence that names the variable at fault.
    """
    given = os.environ if variables is None else variables
    host, port = _read_address(given.get("MANILLEN_ADDRESS", "127.0.0.1:8000"))
    origins = _read_list(given.get("MANILLEN_ORIGINS", ""))
    for origin in origins:
        if not origin.startswith(("http://", "https://")):
            raise EnvironmentFault(f"MANILLEN_ORIGINS lists {origin!r}; each origin starts with https:// or http://.")
    broker = given.get("BROKER_URL") or None
    return Environment(
        data=Path(given.get("MANILLEN_DATA") or ROOT / "var").expanduser().absolute(),
        database=_read_database(given["DATABASE_URL"]) if given.get("DATABASE_URL") else None,
        broker=_check_broker("BROKER_URL", broker) if broker else None,
        cache=_read_cache(given.get("MANILLEN_CACHE_URL"), broker),
        secret_key=given.get("MANILLEN_SECRET_KEY", ""),
        debug=_read_switch("MANILLEN_DEBUG", given.get("MANILLEN_DEBUG", "")),
        hosts=_read_list(given.get("MANILLEN_HOSTS", "")) or ["localhost", "127.0.0.1", "[::1]"],
        origins=origins,
        https=_read_switch("MANILLEN_HTTPS", given.get("MANILLEN_HTTPS", "")),
        host=host,
        port=port,
        email=_read_email(given.get("MANILLEN_EMAIL_URL", "")),
        sender=given.get("MANILLEN_SENDER") or "Manillen <noreply@localhost>",
        url=_read_url(given.get("MANILLEN_URL", ""), origins, host, port),
        log=_read_choice("MANILLEN_LOG", given.get("MANILLEN_LOG", ""), ("lines", "json")),
        metrics=given.get("MANILLEN_METRICS_TOKEN", "").strip(),
    )


def _read_list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _read_switch(name: str, text: str) -> bool:
    word = text.strip().lower()
    if word in _YES:
        return True
    if word in _NO:
        return False
    raise EnvironmentFault(f"{name} is {text!r}; write 1 or 0.")


def _read_choice(name: str, text: str, words: tuple[str, ...]) -> str:
    """One of `words`, the first when nothing is said."""
    word = text.strip().lower() or words[0]
    if word not in words:
        raise EnvironmentFault(f"{name} is {text!r}; write {' or '.join(words)}.")
    return word


def _read_address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 65536:
        raise EnvironmentFault(f"MANILLEN_ADDRESS is {text!r}; write HOST:PORT, as in 127.0.0.1:8000.")
    return host.strip("[]"), int(port)


def _split(name: str, url: str, schemes: tuple[str, ...], example: str) -> SplitResult:
    """The parts of `url`; a fault never repeats it, since it may hold a password."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise EnvironmentFault(f"{name} is not a URL; it should look like {example}.") from error
    if parts.scheme not in schemes:
        raise EnvironmentFault(f"{name} must start with {schemes[0]}://; it should look like {example}.")
    return parts


def _read_database(url: str) -> dict[str, Any]:
    example = "postgresql://user:password@host:5432/name"
    parts = _split("DATABASE_URL", url, ("postgresql", "postgres"), example)
    name = unquote(parts.path.lstrip("/"))
    if not name:
        raise EnvironmentFault(f"DATABASE_URL names no database; it should look like {example}.")
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    host = options.pop("host", None) or unquote(parts.hostname or "")
    return {
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(parts.port or ""),
        "OPTIONS": options,
    }


def _check_broker(name: str, url: str) -> str:
    example = "redis://:password@host:6379/0"
    parts = _split(name, url, ("redis", "rediss", "redis+socket"), example)
    if parts.scheme == "redis+socket":
        if not parts.path.strip("/"):
            raise EnvironmentFault(f"{name} names no socket; it should look like redis+socket:///path/to.sock.")
    elif not parts.hostname:
        raise EnvironmentFault(f"{name} names no host; it should look like {example}.")
    return url


def _read_cache(url: str | None, broker: str | None) -> str | None:
    """The cache's own URL, else database 1 of the broker's server (never the broker's own database)."""
    if url:
        _split("MANILLEN_CACHE_URL", url, ("redis", "rediss", "unix"), "redis://:password@host:6379/1")
        return url
    if broker is None:
        return None
    parts = urlsplit(broker)
    if parts.scheme == "redis+socket":
        return f"unix://{parts.path}?db=1"
    if parts.path.strip("/") == "1":
        raise EnvironmentFault("BROKER_URL uses database 1, the cache's; use /0 or set MANILLEN_CACHE_URL.")
    return parts._replace(path="/1", fragment="").geturl()


def _read_url(url: str, origins: list[str], host: str, port: int) -> str:
    """Where people reach the site, without a slash at its end: as given, else the first origin, else this machine."""
    if url:
        parts = _split("MANILLEN_URL", url, ("https", "http"), "https://manillen.example.org")
        if not parts.hostname or parts.query or parts.fragment:
            raise EnvironmentFault("MANILLEN_URL names no site; it should look like https://manillen.example.org.")
        return url.rstrip("/")
    return origins[0].rstrip("/") if origins else name_local_url(host, port)


def name_local_url(host: str, port: int) -> str:
    """Under which this machine's own browser reaches a server that listens there, without a slash at its end."""
    name = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)
    return f"http://{f'[{name}]' if ':' in name else name}:{port}"


def _read_email(url: str) -> dict[str, Any]:
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    parts = _split("MANILLEN_EMAIL_URL", url, ("smtp", "smtps", "smtp+tls"), "smtp+tls://user:password@host:587")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname or "localhost",
        "EMAIL_PORT": parts.port or {"smtp": 25, "smtps": 465, "smtp+tls": 587}[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
    }
