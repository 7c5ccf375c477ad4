"""The canary: marked secrets and hands, every address asked by every kind of reader, and no marker before its time."""

import dataclasses
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.core.mail import send_mail
from django.urls import path
from redis import Redis
from rest_framework.throttling import SimpleRateThrottle

from engine.cards import Seat, card_name, list_cards
from engine.tags import hands_text
from tests.secrecy.crawl import Listener, UnknownPart, crawl, fill_route, list_routes, read_store
from tests.secrecy.markers import Watch
from tests.secrecy.scene import READERS, Hidden, Scene, make_scene
from tournaments import admin, tasks
from tournaments.api import tournaments as api
from tournaments.models import Boom
from tournaments.services import playing, replying
from tournaments.views import pages

pytestmark = pytest.mark.django_db

CACHE = settings.CACHES["default"]["LOCATION"]
BROKER = CACHE.replace("db=1", "db=0")


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch) -> Scene:
    """The scene, with nothing in Valkey, and without the limit on requests, which a crawl would soon reach."""
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *args: True)
    for url in (CACHE, BROKER):
        Redis.from_url(url).flushdb()
    return make_scene()


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """The lines of the log, as they come."""
    listener = Listener()
    logging.getLogger().addHandler(listener)
    yield listener.lines
    logging.getLogger().removeHandler(listener)


def find_beside(scene: Scene, lines: list[str]) -> tuple[dict[str, int], set[str]]:
    """What there was to read beside answers, and the leaks in it: log, cache, queue, mails. Nobody may know a thing."""
    watch = Watch()
    for one in scene.hidden:
        one.watch(watch, "nobody")
    leaks = {f"log: {what}" for line in lines for what in watch.find(line.encode())}
    counts = {"log lines": len(lines), "mails": len(mail.outbox)}
    for letter in mail.outbox:
        leaks |= {f"mail: {what}" for what in watch.find(f"{letter.subject}\n{letter.body}".encode())}
    for name, url in (("cache", CACHE), ("queue", BROKER)):
        counts[f"keys in the {name}"], found = read_store(url, watch)
        leaks |= {f"{name}: {what}" for what in found}
    return counts, leaks


def run_clock() -> None:
    """A sweep, with the tasks that it starts put into the queue."""
    tasks.sweep()
    tasks.send_mails.apply_async(([1, 2],))


def break_table(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Acts of the entrant that end in faults of every kind; the statuses of their answers."""
    statuses = []
    boom = Boom.objects.get(entry__user=scene.users["entrant"], entry__tournament__title="Open")
    row = boom.plays.get()
    hand = scene.allowed_at("entrant", scene.base) or frozenset()
    address = f"/toernooien/{scene.base['tournament_id']}/tafel/zet"
    for where, name in ((playing, "describe_table"), (replying, "decide"), (replying, "save_boom")):
        with monkeypatch.context() as patch:
            patch.setattr(where, name, lambda *args, **kwargs: 1 / 0)
            for act in sorted(hand - set(row.acts.split())):
                answer = scene.clients["entrant"].post(address, {"ply": boom.ply, "act": act})
                statuses.append(answer.status_code)
                boom.refresh_from_db()
    return statuses


def test_no_marker_stands_in_anything_that_leaves_the_server_before_its_time(scene, lines, monkeypatch, capsys):
    report = crawl(scene)
    assert report.leaks == set()
    run_clock()
    assert 500 in break_table(scene, monkeypatch)
    counts, leaks = find_beside(scene, lines)
    assert leaks == set()
    with capsys.disabled():
        print(
            f"\ncanary: {len(READERS)} kinds of reader, {len(report.addresses)} addresses"
            f" of {len(report.routes)} routes:"
            f" {report.answers} answers with {report.fields} fields and {report.headers} headers;"
            f" {', '.join(f'{count} {what}' for what, count in counts.items())}"
        )
    assert report.routes == set(list_routes())
    assert len(report.addresses) >= 250
    assert report.answers >= 2000
    assert report.fields >= 50_000
    assert counts["log lines"] >= 100
    assert counts["keys in the cache"] >= 1
    assert counts["keys in the queue"] >= 1
    assert report.statuses[200] >= 600
    assert 500 not in report.statuses


def test_the_canary_reads_what_there_is_to_read(scene):
    """Who may know something is shown it, at the addresses where others are watched for it."""
    watch = scene.watch_of("nobody")
    one = scene.base["tournament_id"]

    def leaks_of(reader: str, address: str) -> set[str]:
        return watch.find(scene.clients[reader].get(address).content, frozenset())

    own = leaks_of("entrant", f"/toernooien/{one}/tafel/")
    assert "S of board 1 of the open tournament" in own
    assert not any(text.startswith(("N of", "E of", "W of", "secret", "key")) for text in own)
    case = next(case for case in scene.cases if "entry_id" in case)
    for address in (f"/api/v1/tournaments/{one}/records/{case['entry_id']}/", f"/toernooien/{one}/delen/1/"):
        seen = leaks_of("finisher", address)
        assert {f"{seat.name} of board 1 of the open tournament" for seat in Seat} <= seen
    assert "the play of the finisher in the open tournament" in leaks_of(
        "finisher", f"/api/v1/tournaments/{one}/deals/1/{case['entry_id']}/"
    )
    done = scene.hidden[-1]
    assert f"secret of {done.what}" in leaks_of("player", f"/vrij-spel/{done.key[1]}/")


def test_an_address_that_the_canary_cannot_fill_fails_it(scene):
    class Site:
        urlpatterns = [path("nieuw/<int:nieuw_id>/", pages.show_home), path("nieuw/<int:board>/", pages.show_home)]

    unknown, known = list_routes(Site)
    with pytest.raises(UnknownPart, match="nieuw_id"):
        fill_route(unknown, scene)
    assert "/nieuw/1/" in fill_route(known, scene)


Leak = Callable[[Hidden], object]


def write_secret(hidden: Hidden) -> str:
    return bytes(hidden.source.secret.secret).hex().upper()


def write_hand(hidden: Hidden) -> str:
    return hands_text(hidden.boards[0].hands)


def list_west(hidden: Hidden) -> list[str]:
    return [card_name(card) for card in list_cards(hidden.boards[0].hands[Seat.W])]


def plant(scene: Scene, patch: pytest.MonkeyPatch, kind: str) -> str:
    """Plant a leak of this kind; the route at which it comes out."""
    hidden = scene.hidden[0]
    shown = pages.get_tournament
    draw = pages.render

    def leak_into_page(*args: Any) -> Any:
        words = [f"#card-{card}" for card in list_west(hidden)] if kind == "drawing" else [write_hand(hidden)]
        return dataclasses.replace(shown(*args), description=" ".join(words))

    def leak_aside(*args: Any) -> Any:
        if kind == "log line":
            logging.getLogger("tournaments.views").info("%r", hidden.boards[0])
        elif kind == "error in the log":
            raise RuntimeError(write_secret(hidden))
        elif kind == "cache":
            cache.set("table", {"hand": list_west(hidden)})
        elif kind == "cache key":
            cache.set(f"table.{write_secret(hidden)}", 1)
        elif kind == "task argument":
            tasks.send_mails.apply_async(([write_secret(hidden)],))
        elif kind == "mail":
            send_mail("x", " ".join(list_west(hidden)), None, ["a@example.org"])
        return shown(*args)

    def leak_into_headers(*args: Any, **kwargs: Any) -> Any:
        response = draw(*args, **kwargs)
        if kind == "ETag":
            response["ETag"] = f'"{write_secret(hidden)}"'
        else:
            response.set_cookie("hand", "-".join(list_west(hidden)))
        return response

    if kind in ("page", "drawing"):
        patch.setattr(pages, "get_tournament", leak_into_page)
    elif kind in ("ETag", "cookie"):
        patch.setattr(pages, "render", leak_into_headers)
    elif kind == "JSON field":
        write = api.tournament_json
        number = hidden.boards[2].hands[Seat.E]
        patch.setattr(api, "tournament_json", lambda page: {**write(page), "seed": number})
        return "/api/v1/tournaments/<int:tournament_id>/"
    elif kind == "admin":
        patch.setattr(admin.EntryAdmin, "list_display", ("id", "hand"))
        patch.setattr(admin.EntryAdmin, "hand", lambda self, row: write_hand(hidden), raising=False)
        return "/beheer/tournaments/entry/"
    else:
        patch.setattr(pages, "get_tournament", leak_aside)
    return "/toernooien/<int:tournament_id>/"


KINDS = {
    "page": "answer",
    "drawing": "answer",
    "JSON field": "answer",
    "ETag": "answer",
    "cookie": "answer",
    "admin": "answer",
    "log line": "log",
    "error in the log": "log",
    "cache": "cache",
    "cache key": "cache",
    "task argument": "queue",
    "mail": "mail",
}


def test_a_planted_leak_of_every_kind_is_found(scene, lines):
    for kind, where in KINDS.items():
        with pytest.MonkeyPatch.context() as patch:
            route = plant(scene, patch, kind)
            report = crawl(scene, ["visitor", "administrator"], lambda one, route=route: one == route)
        _, beside = find_beside(scene, lines)
        if where == "answer":
            assert report.leaks, kind
        else:
            assert report.leaks == set(), kind
            assert {leak.split(":")[0] for leak in beside} == {where}, kind
        lines.clear()
        mail.outbox.clear()
        for url in (CACHE, BROKER):
            Redis.from_url(url).flushdb()
    assert crawl(scene, ["visitor"], lambda one: one == "/toernooien/<int:tournament_id>/").leaks == set()
