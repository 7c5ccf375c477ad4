"""A walk past every page in every state that looks different: held to words, to axe, to widths, and pictured.

Whatever people typed here begins with "Zz", so that a page's own words can be told from theirs.
"""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from engine.systems import SYSTEMS
from tests.pages.scene import make_running
from tests.tournaments import staging
from tests.tournaments.free_staging import write_boom
from tournaments import services
from tournaments.days import ONE_DAY, day_of
from tournaments.models import MailKind, Tournament
from tournaments.services.analysing import analyse_tournament
from tournaments.services.bot_lines import play_line
from tournaments.services.daily_lists import fix_daily_lists
from tournaments.services.jobs import do_each
from tournaments.services.letters import write_token
from tournaments.services.practising import start_practice, start_what_if

PASSWORD = "kaarten-op-tafel-7"
LONG_NAME = "Hendrickx-Vandenbroucke"
LONG_TITLE = "Zzzondagtoernooi-van-De-Gouden-Manille-te-Sint-Katelijne-Waver"
"""As long as names in Flanders are: nothing may stick out for them."""


@dataclass(frozen=True)
class Stop:
    """A page: what it is called in pictures, whose it is (a key of `Tour.clients`), its address, its status."""

    name: str
    who: str
    address: str
    status: int = 200


@dataclass(frozen=True)
class Tour:
    clients: dict[str, Client]
    stops: list[Stop]


def page(name: str, *keys: object) -> str:
    return reverse(f"tournaments:{name}", args=keys)


def make_person(name: str, **fields: Any) -> User:
    """Someone who can log in, with a confirmed address."""
    user = staging.make_player(f"Zz{name}", **fields)
    user.set_password(PASSWORD)
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def make_tour() -> Tour:
    """The scene, and all its pages."""
    now = timezone.now()
    player, other, organiser = (
        make_person("Frans"),
        make_person("Mia"),
        make_person("Café", is_staff=True, is_demo=True),
    )
    clients = {
        "visitor": Client(),
        "guest": Client(),
        "ended": Client(),
        "player": Client(),
        "other": Client(),
        "organiser": Client(),
    }
    for who, user in (("player", player), ("other", other), ("organiser", organiser)):
        clients[who].force_login(user)
    running = make_running(organiser=organiser, title=LONG_TITLE, description="Zzwoorden", boards=1)
    staging.start(running, other)
    closed = make_closed(organiser, player, other)
    stops = [
        *stops_of_reading(),
        *stops_of_tournaments(organiser, running, closed, other),
        *stops_of_comparing(closed, player),
        *stops_of_proofs(organiser, running, closed, player),
        *stops_of_tables(organiser, player, other),
        *stops_of_practice(closed, player, other),
        *stops_of_days(player, clients["guest"], clients["ended"], now),
        *stops_of_accounts(player),
        *stops_of_series(organiser, player, now),
        *stops_of_organising(organiser, running, closed, other),
    ]
    return Tour(clients, stops)


def make_closed(organiser: User, *players: User) -> Tournament:
    """Closed and analysed: these have played, one was cut short, one has been disqualified."""
    tournament = make_running(organiser=organiser, title="Zzwinter", boards=2)
    for number, user in enumerate(players):
        staging.play_out(tournament, user, choose=staging.random_choice(number))
    short = make_person("Kort")
    staging.start(tournament, short)
    staging.play_acts(tournament, short, 12)
    false = make_person("Vals")
    staging.start(tournament, false)
    out = tournament.entries.get(user=false)
    services.disqualify_entry(organiser, tournament.pk, out.pk, "Zzreden", timezone.now())
    tournament = services.close_tournament(organiser, tournament.pk, timezone.now(), "Zzklaar")
    analyse_tournament(tournament.pk, timezone.now())
    play_line(tournament.pk, timezone.now())
    return tournament


def stops_of_reading() -> list[Stop]:
    return [
        Stop("rules", "visitor", page("rules")),
        *(Stop(f"rules-{name}", "visitor", page("system_rules", name)) for name in SYSTEMS if name != "site"),
        Stop("fairness", "visitor", page("fairness")),
        Stop("guide", "visitor", page("guide")),
        Stop("table-in-pictures", "visitor", page("how_to")),
        Stop("table-settings", "player", page("table_settings")),
        Stop("organising", "visitor", page("organising")),
        Stop("privacy", "player", page("privacy")),
        Stop("luck", "visitor", page("luck")),
        Stop("offline", "visitor", page("offline")),
        Stop("nothing", "visitor", "/nergens/", 404),
        Stop("forbidden", "player", page("create"), 403),
    ]


def stops_of_tournaments(organiser: User, running: Tournament, closed: Tournament, other: User) -> list[Stop]:
    announced = staging.make_announced(organiser, title="Zzpaas", closes_at=timezone.now() + timedelta(days=40))
    cancelled = make_running(organiser=organiser, title="Zzweg")
    services.cancel_tournament(organiser, cancelled.pk, "Zzregen", timezone.now())
    full = make_running(organiser=organiser, title="Zzvol", capacity=1)
    staging.enter(full, other)
    stops = [
        Stop("home", "visitor", page("home")),
        Stop("home-player", "player", page("home")),
        Stop("tournaments", "visitor", page("list")),
        Stop("tournaments-none", "visitor", page("list") + "?zoek=Zzniets"),
        Stop("tournaments-final", "visitor", page("list") + "?staat=final"),
        Stop("rules-tournament", "visitor", page("tournament_rules", running.pk)),
        Stop("table-settings", "player", page("table_settings")),
        Stop("mine", "player", page("mine")),
        Stop("mine-empty", "organiser", page("mine")),
        Stop("list-none", "visitor", page("standings", cancelled.pk)),
        Stop("list-hidden", "player", page("standings", running.pk)),
    ]
    named = {"open": running, "announced": announced, "closed": closed, "cancelled": cancelled, "full": full}
    for name, one in named.items():
        stops += [Stop(f"tournament-{name}-{who}", who, page("detail", one.pk)) for who in ("visitor", "player")]
    return [*stops, Stop("tournament-organiser", "organiser", page("detail", running.pk))]


def stops_of_comparing(closed: Tournament, player: User) -> list[Stop]:
    mine, other, *_ = [row.pk for row in closed.entries.order_by("number")]
    replay = page("replay", closed.pk, 1, mine)
    return [
        Stop("list", "player", page("standings", closed.pk)),
        Stop("list-visitor", "visitor", page("standings", closed.pk)),
        Stop("deals", "player", page("deals", closed.pk)),
        Stop("deal", "player", page("deal", closed.pk, 1)),
        Stop("deal-visitor", "visitor", page("deal", closed.pk, 2)),
        Stop("deal-none", "visitor", page("deal", closed.pk, 39), 404),
        Stop("replay", "player", f"{replay}?zet=11"),
        Stop("replay-beside", "visitor", f"{replay}?naast={other}"),
        Stop("player", "visitor", page("player", player.pk)),
        Stop("player-own", "player", f"{page('player', player.pk)}?tegen=ZzMia"),
    ]


def stops_of_proofs(organiser: User, running: Tournament, closed: Tournament, player: User) -> list[Stop]:
    awaited = make_running(organiser=organiser, title="Zzlot", ingredient="Zzlotto")
    staging.enter(awaited, player)
    return [
        Stop("proof-open", "visitor", page("proof", running.pk)),
        Stop("proof", "visitor", page("proof", closed.pk)),
        Stop("proof-checked", "player", page("proof", closed.pk) + "#controle"),
        Stop("ingredient-awaited", "player", page("detail", awaited.pk)),
        Stop("ingredient-table", "player", page("table", awaited.pk)),
        Stop("ingredient-seal", "player", page("proof", awaited.pk)),
        Stop("ingredient-manage", "organiser", page("manage", awaited.pk)),
    ]


def stops_of_tables(organiser: User, player: User, other: User) -> list[Stop]:
    ready, choosing, playing, done, shut = (
        make_running(organiser=organiser, title=f"Zztafel{number}", boards=1) for number in range(5)
    )
    staging.enter(ready, player)
    for one, acts in ((choosing, 0), (playing, 6), (shut, 3)):
        staging.start(one, player)
        staging.play_acts(one, player, acts)
    staging.play_out(done, player)
    services.close_tournament(organiser, shut.pk, timezone.now(), "Zzuit")
    named = {"ready": ready, "trump": choosing, "turn": playing, "end": done, "closed": shut}
    stops = [Stop(f"table-{name}", "player", page("table", one.pk)) for name, one in named.items()]
    return [
        *stops,
        Stop("table-none", "organiser", page("table", done.pk), 403),
        Stop("deals-own", "player", page("deals", done.pk)),
        Stop("deal-own", "player", page("deal", done.pk, 1)),
        Stop("list-so-far", "player", page("standings", done.pk)),
        Stop("tournament-done", "player", page("detail", done.pk)),
        Stop("tournament-cut", "player", page("detail", shut.pk)),
    ]


def stops_of_practice(closed: Tournament, player: User, other: User) -> list[Stop]:
    entry = closed.entries.get(user=player)
    what_if = start_what_if(other, closed.pk, 1, entry.pk, 3, timezone.now())
    whole = start_practice(player, closed.pk, timezone.now())
    return [
        Stop("practice-what-if", "other", page("practice_table", closed.pk, what_if)),
        Stop("practice", "player", page("practice_table", closed.pk, whole)),
        Stop("practice-none", "player", page("practice_table", closed.pk, 999_999), 404),
    ]


def stops_of_days(player: User, guest: Client, ended: Client, now: datetime) -> list[Stop]:
    today = day_of(now)
    for number in range(24):
        write_boom(make_reader(number), today - ONE_DAY * (2 - number % 3))
        write_boom(player, today - ONE_DAY * (2 - number % 3))
    fix_daily_lists(now)
    table, over = guest.post(page("free_start")).url, ended.post(page("free_start")).url
    ended.post(f"{over}opgeven")
    stops = [
        Stop("daily", "player", page("today")),
        Stop("daily-visitor", "visitor", page("today")),
        Stop("daily-fixed", "visitor", page("daily", today - ONE_DAY)),
        Stop("daily-two", "visitor", page("today") + "?blad=9", 404),
        Stop("daily-none", "visitor", "/daglijst/2099-01-01/", 404),
        Stop("weekly", "player", page("this_week") + "?sorteer=gemiddelde"),
        Stop("monthly", "visitor", page("this_month") + "?sorteer=beste"),
        Stop("archive", "visitor", page("archive")),
        Stop("records", "visitor", page("records")),
        Stop("free-own", "player", page("free")),
        Stop("free-visitor", "visitor", page("free")),
        Stop("free-table", "guest", table),
        Stop("free-end", "ended", over),
        Stop("home-guest", "guest", page("home")),
    ]
    return stops


def make_reader(number: int) -> User:
    return staging.make_player(f"Zzlezer{number}")


def stops_of_accounts(player: User) -> list[Stop]:
    doors = ("login", "signup", "reset_password", "reset_password_done", "email_verification_sent", "inactive")
    rooms = ("account_settings", "account_email", "account_change_password", "mfa_index", "account_logout")
    rooms += ("usersessions_list",)
    return [
        *(Stop(name.replace("_", "-"), "visitor", reverse(f"account_{name}")) for name in doors),
        *(Stop(name.replace("_", "-"), "player", reverse(name)) for name in rooms),
        Stop("reset-key", "visitor", "/account/password/reset/key/1-kapot/"),
        Stop("confirm-bad", "visitor", "/account/confirm-email/kapot/"),
        Stop("own-data", "player", page("own_data")),
        Stop("mails-off", "visitor", page("mail_off", write_token(player.pk, MailKind.RESULT))),
        Stop("mails-off-bad", "visitor", page("mail_off", "kapot"), 400),
    ]


def stops_of_series(organiser: User, player: User, now: datetime) -> list[Stop]:
    plan = {"name": "Zzreeks", "title": "Zzdag {datum}", "opens": time(2, 30)}
    paused = services.create_series(organiser, {**plan, "starts_on": day_of(now) + ONE_DAY}, now)
    services.pause_series(organiser, paused.pk)
    series = services.create_series(organiser, {**plan, "starts_on": day_of(now), "capacity": 1}, now)
    services.run_due(now)
    first = Tournament.objects.filter(occurrence__series=series).earliest("table")
    services.enter_tournament(player, first.pk, now)
    do_each("opened", [1], lambda row: bool(1 // 0), now)
    return [
        Stop("series-list", "visitor", page("series_list")),
        Stop("series", "visitor", page("series", series.pk)),
        Stop("series-paused", "visitor", page("series", paused.pk)),
        Stop("series-table", "player", page("detail", first.pk)),
        Stop("own-series", "organiser", page("own_series")),
        Stop("series-new", "organiser", page("create_series")),
        Stop("series-manage", "organiser", page("manage_series", series.pk)),
        Stop("series-manage-paused", "organiser", page("manage_series", paused.pk)),
        Stop("series-change", "organiser", page("change_series", series.pk)),
        Stop("clock", "organiser", page("clock")),
    ]


def stops_of_organising(organiser: User, running: Tournament, closed: Tournament, other: User) -> list[Stop]:
    draft = staging.make_draft(organiser, title="", closes_at=None)
    return [
        Stop("organise", "organiser", page("organise")),
        Stop("create", "organiser", page("create")),
        Stop("manage-draft", "organiser", page("manage", draft.pk)),
        Stop("manage-open", "organiser", page("manage", running.pk)),
        Stop("manage-closed", "organiser", page("manage", closed.pk)),
        Stop("change", "organiser", page("change", running.pk)),
        Stop("message", "organiser", page("message", running.pk)),
        Stop("signals", "organiser", page("signals", closed.pk)),
        Stop("change-draft", "organiser", page("change", draft.pk)),
        Stop("manage-not-mine", "player", page("manage", running.pk), 403),
    ]
