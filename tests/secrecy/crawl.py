"""Asking for every address there is, as every kind of reader, and reading all that comes back."""

import base64
import html
import json
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from django.apps import apps
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from redis import Redis

from config.logs import RowFilter
from tests.secrecy.markers import Cards, Watch
from tests.secrecy.scene import Scene

NAMES = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")
ASKED = {"/delen/": ("zet=4", "zicht=zuid&zet=99"), "/deals/": ("zet=4",), "/beheer/tournaments/": ("q=a",)}
"""What is asked behind a question mark, at the addresses of deals and in the admin."""
SHARED = ("/account/", "/beheer/")
"""Addresses that are the same for all readers, or closed to most: these three ask for them."""
EXAMPLES = "/spelregels/"
"""Rules are explained by examples, with cards that are the same everywhere."""
FEW = ("visitor", "entrant", "administrator")
FORM = {"ply": "0", "act": "HT", "reason": "x", "entry": "1", "zet": "2", "next": "/"}


class UnknownPart(AssertionError):
    """An address has a part that the scene has no value for, so that it cannot be crawled."""


@dataclass
class Report:
    """What was read, and the leaks: where, and what stood there."""

    routes: set[str] = field(default_factory=set)
    addresses: set[str] = field(default_factory=set)
    answers: int = 0
    fields: int = 0
    headers: int = 0
    statuses: dict[int, int] = field(default_factory=dict)
    leaks: set[tuple[str, str]] = field(default_factory=set)


def list_routes(urlconf: Any = None) -> dict[str, URLPattern]:
    """Every route of the site, the admin's and the accounts' included, as it is written."""

    def walk(resolver: URLResolver, before: str) -> Iterator[tuple[str, URLPattern]]:
        for one in resolver.url_patterns:
            route = before + str(one.pattern)
            if isinstance(one, URLResolver):
                yield from walk(one, route)
            else:
                yield route, one

    return dict(walk(get_resolver(urlconf), "/"))


def fill_route(route: str, scene: Scene) -> dict[str, dict[str, Any]]:
    """The addresses that a route stands for, each with the values it was filled with. Raises `UnknownPart`."""
    filled: dict[str, dict[str, Any]] = {}
    for case in scene.cases:
        values = {**scene.base, **case}
        if "<path:object_id>" in route:
            values["object_id"] = _find_object(route)

        def fill(match: re.Match[str], values: dict[str, Any] = values) -> str:
            name = match[1] or match[2]
            if name not in values:
                raise UnknownPart(f"{route}: the canary has no value for {name!r}; tests/secrecy/scene.py lacks it")
            return str(values[name])

        address = NAMES.sub(fill, route).replace("^", "").replace("$", "").replace(".*", "niets").replace("\\", "")
        used = {match[1] or match[2] for match in NAMES.finditer(route)}
        filled.setdefault(address, {name: values[name] for name in used})
    return filled


def crawl(scene: Scene, readers: list[str] | None = None, only: Callable[[str], bool] = lambda route: True) -> Report:
    """Ask for every address whose route is `only` such, as each of `readers`; what is changed by it is undone."""
    report = Report()
    routes = {route: fill_route(route, scene) for route in list_routes() if only(route)}
    for reader in readers or list(scene.clients):
        watch, client = scene.watch_of(reader), scene.clients[reader]
        client.raise_request_exception = False
        for route, addresses in routes.items():
            if route.startswith(SHARED) and reader not in FEW:
                continue
            for number, (address, values) in enumerate(addresses.items()):
                allowed = None if address.endswith(EXAMPLES) else scene.allowed_at(reader, values)
                for answer in _ask(client, address, write=number == 0):
                    _read(report, f"{reader} {address}", answer, watch, allowed)
                report.routes.add(route)
                report.addresses.add(address)
    return report


def _ask(client: Client, address: str, *, write: bool) -> Iterator[HttpResponse]:
    yield client.get(address)
    for part, asked in ASKED.items():
        for query in asked if part in address else ():
            yield client.get(f"{address}?{query}")
    if not write:
        return
    kept = client.cookies.copy()
    with transaction.atomic():
        if address.startswith("/api/"):
            yield client.post(address, json.dumps(FORM), content_type="application/json")
            yield client.delete(address)
        else:
            headers = {"accept": "application/json"} if address.endswith("/zet") else {}
            yield client.post(address, FORM, headers=headers)
        transaction.set_rollback(True)
    client.cookies = kept


def _read(report: Report, where: str, answer: HttpResponse, watch: Watch, allowed: Cards | None) -> None:
    body = b"".join(answer) if answer.streaming else answer.content
    headers = "\n".join(f"{name}: {value}" for name, value in answer.items())
    headers += "\n" + answer.cookies.output()
    report.answers += 1
    report.statuses[answer.status_code] = report.statuses.get(answer.status_code, 0) + 1
    report.headers += len(answer.headers) + len(answer.cookies)
    kind = answer.get("Content-Type", "")
    report.fields += _count(json.loads(body)) if body and "json" in kind else body.count(b'="')
    text = html.unescape(body.decode(errors="replace")).encode() if "html" in kind else body
    # In a header one card by itself is no sign: two letters of a signature may look like it.
    leaks = watch.find(text, allowed) | watch.find(f"{headers}\n{unquote(headers)}".encode())
    report.leaks |= {(where, leak) for leak in leaks}


def _count(value: Any) -> int:
    if isinstance(value, dict | list):
        return sum(map(_count, value.values() if isinstance(value, dict) else value))
    return 1


def _find_object(route: str) -> int:
    app, model = route.split("/")[2:4] if route.startswith("/beheer/") else ("", "")
    try:
        found = apps.get_model(app, model).objects.first()
    except LookupError:
        found = None
    return 1 if found is None else found.pk


class Listener(logging.Handler):
    """Keeps every line of the log as the site's handler prints it."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []
        site = next(one for one in logging.getLogger().handlers if any(isinstance(f, RowFilter) for f in one.filters))
        self.filters, self.formatter = list(site.filters), site.formatter

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


def read_store(url: str, watch: Watch) -> tuple[int, set[str]]:
    """How many keys a database of Valkey holds, and what of `watch` stands in their names and values."""
    client = Redis.from_url(url)
    found: set[str] = set()
    keys = client.keys("*")
    for key in keys:
        kind = client.type(key).decode()
        read: Any = {
            "string": lambda key: [client.get(key)],
            "list": lambda key: client.lrange(key, 0, -1),
            "set": client.smembers,
            "zset": lambda key: client.zrange(key, 0, -1),
            "hash": lambda key: [part for pair in client.hgetall(key).items() for part in pair],
        }[kind](key)
        for value in [key, *read]:
            found |= watch.find(value) | watch.find(_open_message(value))
    return len(keys), found


def _open_message(value: bytes) -> bytes:
    """The body of a task's message, or nothing: it stands in base64 in JSON, and may be packed in a list."""
    try:
        message = json.loads(value)
        while isinstance(message, list):
            message = message[0]
        return base64.b64decode(message["body"])
    except (ValueError, KeyError, TypeError, IndexError):
        return b""
