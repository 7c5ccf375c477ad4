"""The demonstration: marked accounts, a tournament of ten that is over, one with a place left to take.

It goes the way of real people's clicks, but a boom is written when it is over, not act by act. Making it again makes
only what is missing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.models import User
from engine.boards import Chance
from engine.bots import decide
from engine.cards import card_name, list_cards
from engine.view import SeatView, view_play
from tournaments.access import effective_state
from tournaments.models import MAX_BOARDS, Boom, Entry, FreePlay, State, Tournament
from tournaments.records import PLAYER, Deck
from tournaments.selectors.places import FreePlace, Owner, TournamentPlace
from tournaments.selectors.table import find_boom
from tournaments.services.advancing import close_if_finished
from tournaments.services.drafting import create_tournament
from tournaments.services.due import run_due
from tournaments.services.entering import enter_tournament, start_boom
from tournaments.services.free_play import start_free_play
from tournaments.services.replying import append_act, play_on, save_boom
from tournaments.services.transitions import announce_tournament, open_tournament

NAMES = ("An", "Bert", "Carine", "Dirk", "Els", "Frans", "Greet", "Hugo", "Ilse", "Jef")
SLIP = 6
"""Player number k strays from the bot's choice on k in `100 / SLIP` of his turns, so that the list has a spread."""
ON_THE_LIST = 3
"""How many of the players also stand on the daily list."""
FINISHED_AGO = timedelta(days=3)
OPEN_FOR = timedelta(days=30)


@dataclass(frozen=True)
class Demo:
    """What there is to log in with and to look at."""

    organiser: User
    players: list[User]
    password: str
    finished: Tournament
    open: Tournament


def make_demo(now: datetime, report: Callable[[str], object] = lambda line: None, boards: int = MAX_BOARDS) -> Demo:
    """Make what is missing of the demonstration, in booms of at most `boards` deals.

    `report` is told, a line at a time, what is being done.
    """
    password = salted_hmac("manillen demo", "password").hexdigest()[:12]
    organiser = _find_account("organisator", _("Demo organiser"), password, is_staff=True)
    players = [_find_account(name.lower(), f"Demo {name}", password) for name in NAMES]
    open_now = _find_open(organiser, now, boards)
    _play_all(open_now, players[:-1], now, report)
    finished = _find_finished(organiser, now - FINISHED_AGO, boards)
    _play_all(finished, players, now - FINISHED_AGO, report)
    _play_freely(players[:ON_THE_LIST], now, report)
    run_due(now)
    return Demo(organiser, players, password, finished, open_now)


def _find_account(name: str, display_name: str, password: str, *, is_staff: bool = False) -> User:
    """The account of that name, with the demonstration's password."""
    email = f"{name}@demo.example"
    user: User | None = User.objects.filter(email=email, is_demo=True).first()
    if user is None:
        user = User.objects.create_user(email, password, display_name=display_name, is_demo=True)
        user.is_staff = is_staff
        user.save(update_fields=["is_staff"])
    # Who logs in needs a confirmed address; a demo account has one without any mail.
    EmailAddress.objects.get_or_create(user=user, email=email, defaults={"verified": True, "primary": True})
    if not user.check_password(password):
        user.set_password(password)
        user.save(update_fields=["password"])
    return user


def _find_open(organiser: User, now: datetime, boards: int) -> Tournament:
    for tournament in Tournament.objects.filter(organiser=organiser, state=State.OPEN).order_by("-pk"):
        taken = Entry.objects.filter(tournament=tournament, number__isnull=False).count()
        if effective_state(tournament, now) == State.OPEN and taken < tournament.capacity:
            return tournament
    return _make_tournament(organiser, _("Demo: one place left"), now, now + OPEN_FOR, boards)


def _find_finished(organiser: User, then: datetime, boards: int) -> Tournament:
    title = _("Demo: a finished tournament")
    found = Tournament.objects.filter(organiser=organiser, title=title).exclude(state=State.CANCELLED).first()
    return found or _make_tournament(organiser, title, then, then + timedelta(days=1), boards)


def _make_tournament(organiser: User, title: str, now: datetime, closes_at: datetime, boards: int) -> Tournament:
    description = _("This tournament belongs to the demonstration: its players are not real people.")
    fields = {"title": title, "description": description, "closes_at": closes_at, "boards": boards}
    tournament = create_tournament(organiser, fields, now)
    announce_tournament(organiser, tournament.pk, now)
    return open_tournament(organiser, tournament.pk, now)


def _play_all(tournament: Tournament, players: list[User], now: datetime, report: Callable[[str], object]) -> None:
    if effective_state(tournament, now) != State.OPEN:
        return
    for number, player in enumerate(players):
        enter_tournament(player, tournament.pk, now)
        start_boom(player, tournament.pk, now)
        boom = find_boom(TournamentPlace(player, tournament.pk))
        if boom is not None and boom.finished_at is None:
            report(f"{tournament.title}: {player.display_name}")
            _play_boom(boom, number, now)


def _play_freely(players: list[User], now: datetime, report: Callable[[str], object]) -> None:
    """A boom of free play for each of these who has none, for the list of the day."""
    for number, player in enumerate(players):
        owner = Owner(user_id=player.pk)
        if FreePlay.objects.filter(owner.owns(), day__isnull=False).exists():
            continue
        boom = find_boom(FreePlace(owner, start_free_play(owner, now)))
        assert boom is not None
        report(_("Free play: %(name)s") % {"name": player.display_name})
        _play_boom(boom, number, now)


def _play_boom(boom: Boom, number: int, now: datetime) -> None:
    """Play a boom to its end, or on from where it was left, and write it in one go."""
    deck = Deck(boom.source)
    rows = list(boom.plays.order_by("-board")[:1])
    ply, bots_due = boom.ply, boom.bots_due
    while boom.finished_at is None:
        if boom.bots_due:
            play_on(boom, rows, deck, now)
        else:
            play = deck.rebuild(rows[-1])
            append_act(boom, rows[-1], play, _choose(view_play(play, PLAYER), deck.bots, number, boom.ply))
    save_boom(boom, rows, ply, bots_due=bots_due)
    close_if_finished(boom, now)


def _choose(view: SeatView, bots: str, number: int, ply: int) -> str:
    """What player `number` does: as the bot would, or now and then any card he may play."""
    chance = Chance(bytes([number]), ply)
    if view.phase == "card" and chance.below(100) < number * SLIP:
        cards = list_cards(view.legal)
        return card_name(cards[chance.below(len(cards))])
    return decide(bots, view, bytes([number]))
