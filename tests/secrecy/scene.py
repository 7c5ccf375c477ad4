"""A site with something to hide in every state, and what each kind of reader may know of it."""

from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.boards import Board
from engine.cards import Seat
from engine.play import Play as EnginePlay
from tests.pages import scene as pages
from tests.secrecy.markers import Cards, Watch, name_cards
from tests.tournaments import free_staging, series_staging, staging
from tournaments import services
from tournaments.models import Boom, CardSource, MailKind, Tournament
from tournaments.records import Deck
from tournaments.selectors.places import FreePlace, Owner, PracticePlace
from tournaments.services.free_play import give_up_free_play
from tournaments.services.letters import write_token
from tournaments.services.playing import play_act
from tournaments.services.practising import start_practice

BOARDS = 8
TARGET = 11
"""Points that end a boom: so early that boards are left which nobody came to."""
READERS = ("visitor", "guest", "player", "entrant", "finisher", "organiser", "administrator")


@dataclass
class Hidden:
    """One thing that cards come from. `key` is the name and value of the part of an address that leads to it.

    `secret_for` are the readers who may know its secret; `cards` the cards that each reader may be shown at its own
    addresses, or None for any; `hands` the hands (board and seat) that he may know. Who is left out may see nothing.
    """

    what: str
    key: tuple[str, int]
    source: CardSource
    boards: list[Board] = field(default_factory=list)
    secret_for: tuple[str, ...] = ()
    cards: dict[str, Cards | None] = field(default_factory=dict)
    hands: dict[str, set[tuple[int, Seat]]] = field(default_factory=dict)
    played: dict[int, Cards] = field(default_factory=dict)
    lines: dict[str, list[str]] = field(default_factory=dict)
    open_hands: bool = False

    def watch(self, watch: Watch, reader: str) -> None:
        """Add to `watch` what `reader` may not know of it."""
        if reader not in self.secret_for:
            announcement = self.source.announcement.encode()
            watch.add_secret(self.what, bytes(self.source.secret.secret), announcement, len(self.boards))
        for board in [] if self.open_hands else self.boards:
            known = self.hands.get(reader, set())
            seats = [seat for seat in Seat if (board.number, seat) not in known]
            watch.add_hands(self.what, board, seats, self.played.get(board.number, frozenset()))
        for name, plays in self.lines.items():
            for acts in plays if name != reader else []:
                watch.add_line(f"the {name} in {self.what}", acts)


@dataclass
class Scene:
    """The readers' clients, what is hidden, and the values that addresses are filled with."""

    clients: dict[str, Client]
    users: dict[str, Any]
    hidden: list[Hidden]
    base: dict[str, Any]
    cases: list[dict[str, Any]]

    def watch_of(self, reader: str) -> Watch:
        watch = Watch()
        for one in self.hidden:
            one.watch(watch, reader)
        return watch

    def allowed_at(self, reader: str, values: dict[str, Any]) -> Cards | None:
        """The cards that an address with these `values` may show to `reader`; None for any."""
        for one in self.hidden:
            name, value = one.key
            if str(values.get(name)) == str(value):
                return one.cards.get(reader, frozenset())
        return None


def make_scene() -> Scene:
    """Everything there is to hide: tournaments in every state, free play of an account and of a guest, practice."""
    now = timezone.now()
    users = {name: staging.make_player() for name in ("player", "entrant", "finisher")}
    users["organiser"] = organiser = staging.make_organiser(is_demo=True)  # which spares the second factor
    users["administrator"] = staging.make_organiser(is_demo=True, is_superuser=True)
    clients = {name: pages.logged_in(users.get(name)) for name in READERS}

    running = pages.make_running(
        organiser=organiser, title="Open", secret=b"\x01" * 32, boards=BOARDS, options={"target": TARGET}
    )
    staging.play_out(running, users["finisher"])
    staging.start(running, users["entrant"])
    staging.play_acts(running, users["entrant"], 4, staging.last_choice)
    announced = staging.make_announced(
        organiser, title="Straks", secret=b"\x02" * 32, boards=2, closes_at=now + 9 * staging.DAY
    )
    staging.enter(announced, users["entrant"])
    draft = staging.make_draft(organiser, title="Ontwerp", secret=b"\x03" * 32)
    withdrawn = staging.make_draft(organiser, title="Nooit", secret=b"\x04" * 32)
    services.cancel_tournament(organiser, withdrawn.pk, "Toch niet", now)
    closed, _ = pages.make_closed(organiser=organiser, title="Voorbij")
    practice = _practise(users["player"], closed)
    own = free_staging.sit_down(free_staging.owner_of(users["player"]))
    give_up_free_play(own, now)
    done = own.free_play_id
    free = free_staging.sit_down(free_staging.owner_of(users["player"]))
    free_staging.play_acts(free, 4)
    clients["guest"].post(reverse("tournaments:free_start"))
    guests = Boom.objects.filter(free_play__guest__gt="").get()
    free_staging.play_acts(FreePlace(Owner(guest=guests.free_play.guest), guests.free_play_id), 4)
    series = series_staging.make_series(organiser)

    entries = {name: running.entries.get(user=users[name]) for name in ("entrant", "finisher")}
    hidden = [
        _hide_running(running, entries),
        _hide("the announced tournament", "tournament_id", announced),
        _hide("the draft", "tournament_id", draft),
        _hide("the withdrawn draft", "tournament_id", withdrawn),
        _hide_table("the practice", "practice_id", practice, "player", public=True),
        _hide_table("the free play", "free_play_id", free.free_play_id, "player"),
        _hide_table("the guest's free play", "free_play_id", guests.free_play_id, "guest"),
        _hide_table("the free play that is over", "free_play_id", done, "player", over=True),
    ]
    first = closed.entries.order_by("pk")[0]
    base = {
        "tournament_id": running.pk,
        "board": 1,
        "entry_id": entries["entrant"].pk,
        "practice_id": practice,
        "free_play_id": free.free_play_id,
        "player_id": users["finisher"].pk,
        "series_id": series.pk,
        "signal_id": 1,
        "pk": 1,
        "system": "site",
        "day": now.date().isoformat(),
        "month": now.date().isoformat()[:7],
        "period": now.date().isoformat(),
        "token": write_token(users["entrant"].pk, MailKind.REMINDER),
        "key": "geen-sleutel",
        "uidb36": "1",
        "url": "niets",
        "id": users["entrant"].pk,
        "app_label": "tournaments",
        "content_type_id": 1,
    }
    cases = [
        {},
        *[{"board": board, "entry_id": entries["finisher"].pk} for board in (1, 2, BOARDS)],
        *[{"tournament_id": one.pk} for one in (announced, draft, withdrawn)],
        {"tournament_id": closed.pk, "entry_id": first.pk},
        {"free_play_id": guests.free_play_id},
        {"free_play_id": done},
        {"player_id": users["player"].pk},
        {"player_id": users["entrant"].pk},
    ]
    return Scene(clients, {**users, "visitor": AnonymousUser()}, hidden, base, cases)


def _practise(user: Any, tournament: Tournament) -> int:
    practice = start_practice(user, tournament.pk, timezone.now())
    place = PracticePlace(user, tournament.pk, practice)
    boom = Boom.objects.get(practice_id=practice)
    table = staging.selectors.table.view_table(place, timezone.now())
    play_act(place, boom.ply, staging.first_choice(table), timezone.now())
    return practice


def _hide(what: str, name: str, tournament: Tournament) -> Hidden:
    tournament.refresh_from_db()
    boards = [Deck(tournament).board(number) for number in (1, 2)] if tournament.announcement else []
    return Hidden(what, (name, tournament.pk), tournament, boards)


def _hide_running(tournament: Tournament, entries: dict[str, Any]) -> Hidden:
    """The open one. The finisher knows all four hands of what he played, the entrant his own in the running deal."""
    tournament.refresh_from_db()
    deck = Deck(tournament)
    played, own = _read_table(entries["entrant"].boom, deck)
    seen = entries["finisher"].boom.deals
    assert 1 <= seen < BOARDS
    return Hidden(
        "the open tournament",
        ("tournament_id", tournament.pk),
        tournament,
        [deck.board(number) for number in range(1, BOARDS + 1)],
        cards={"entrant": own | played, "finisher": None},
        hands={
            "entrant": {(1, Seat.S)},
            "finisher": {(number, seat) for number in range(1, seen + 1) for seat in Seat},
        },
        played={1: played},
        lines={name: [row.acts for row in entry.boom.plays.all()] for name, entry in entries.items()},
    )


def _hide_table(what: str, name: str, pk: int, owner: str, *, public: bool = False, over: bool = False) -> Hidden:
    """A table of one owner: he sees his hand and what fell, and all of it once it is `over`."""
    boom = Boom.objects.get(**{"practice_id" if name == "practice_id" else "free_play_id": pk})
    source = boom.source
    deck = Deck(source)
    played, own = _read_table(boom, deck)
    return Hidden(
        what,
        (name, pk),
        source,
        [deck.board(number) for number in (1, 2)],
        secret_for=READERS if public else (owner,) if over else (),
        cards={owner: None if over else own | played},
        hands={owner: {(number, seat) for number in (1, 2) for seat in Seat} if over else {(1, Seat.S)}},
        played={1: played},
        open_hands=public,
    )


def _read_table(boom: Boom, deck: Deck) -> tuple[Cards, Cards]:
    """The cards that fell in the first deal, and South's own."""
    row = boom.plays.get(board=1)
    play: EnginePlay = deck.rebuild(row)
    fallen = frozenset(act.text for act in play.acts if act.kind == "card")
    assert boom.finished_at is not None or 4 <= len(fallen) <= 24 or boom.practice_id is not None
    return fallen, name_cards(deck.board(1).hands[Seat.S])
