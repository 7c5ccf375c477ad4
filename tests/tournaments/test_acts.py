"""The log of what organisers did: complete, public where it must be, and never changed by anyone."""

import contextlib

import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError
from django.utils.translation import override

from tests.tournaments.staging import (
    DAY,
    HOUR,
    NOW,
    deck_of,
    make_announced,
    make_draft,
    make_open,
    make_organiser,
    make_player,
    refusal,
    start,
)
from tournaments import selectors, services
from tournaments.errors import ServiceError
from tournaments.models import ActKind, Entry, OrganiserAct, Tournament
from tournaments.services.acts import log_act

pytestmark = pytest.mark.django_db


def read(tournament, user=None):
    return selectors.get_tournament(user or make_player(), tournament.pk, NOW).acts


def test_every_act_of_an_organiser_is_logged_with_who_when_and_why():
    draft = make_draft(make_player("Rik", is_staff=True), opens_at=NOW + HOUR)
    organiser, pk = draft.organiser, draft.pk
    services.announce_tournament(organiser, pk, NOW)
    services.change_tournament(organiser, pk, {"review_hours": 3, "description": "Nieuw"}, NOW, "Vergeten")
    services.open_tournament(organiser, pk, NOW)
    entry = Entry.objects.get(user=start(draft, make_player("Hugo")))
    services.disqualify_entry(organiser, pk, entry.pk, "Twee accounts", NOW)
    services.reinstate_entry(organiser, pk, entry.pk, NOW)
    services.close_tournament(organiser, pk, NOW, "Storing")
    services.cancel_tournament(organiser, pk, "Toch niet", NOW)
    assert [(row.kind, row.about, row.reason) for row in read(draft)] == [
        ("announced", None, ""),
        ("review_hours", None, "Vergeten"),
        ("description", None, "Vergeten"),
        ("opened", None, ""),
        ("disqualified", "Hugo", "Twee accounts"),
        ("reinstated", "Hugo", ""),
        ("closed", None, "Storing"),
        ("cancelled", None, "Toch niet"),
    ]
    assert {(row.by, row.made_at, row.public) for row in read(draft)} == {("Rik", NOW, True)}


def test_a_deed_that_is_repeated_changes_nothing_and_is_logged_once():
    tournament = make_open()
    organiser, pk = tournament.organiser, tournament.pk
    entry = Entry.objects.get(user=start(tournament))
    services.reinstate_entry(organiser, pk, entry.pk, NOW)
    for _ in range(2):
        services.announce_tournament(organiser, pk, NOW) if tournament.state == "announced" else None
        services.open_tournament(organiser, pk, NOW)
        services.disqualify_entry(organiser, pk, entry.pk, "Twee accounts", NOW)
    for _ in range(2):
        services.cancel_tournament(organiser, pk, "Toch niet", NOW)
    assert [row.kind for row in read(tournament)] == ["announced", "opened", "disqualified", "cancelled"]


def test_a_refused_deed_is_not_logged():
    tournament = make_open()
    entry = Entry.objects.get(user=start(tournament))
    before = OrganiserAct.objects.count()
    assert refusal(lambda: services.cancel_tournament(tournament.organiser, tournament.pk, " ", NOW)).code == "invalid"
    stranger = make_organiser()
    error = refusal(lambda: services.disqualify_entry(stranger, tournament.pk, entry.pk, "Zomaar", NOW))
    assert error.code == "not_organiser"
    assert OrganiserAct.objects.count() == before


def test_what_the_clock_does_is_no_act_of_an_organiser():
    tournament = make_announced(opens_at=NOW + HOUR)
    services.run_due(NOW + 3 * DAY)
    assert [row.kind for row in OrganiserAct.objects.filter(tournament=tournament)] == ["announced"]


def test_a_private_act_is_read_by_organisers_alone():
    tournament = make_open()
    log_act(tournament, tournament.organiser, ActKind.DESCRIPTION, NOW, reason="onder ons", public=False)
    assert "onder ons" not in {row.reason for row in read(tournament)}
    assert "onder ons" in {row.reason for row in read(tournament, tournament.organiser)}


@pytest.mark.parametrize(
    "deed",
    [
        "UPDATE tournaments_organiseract SET reason = 'anders'",
        "UPDATE tournaments_organiseract SET made_by_id = NULL",
        "DELETE FROM tournaments_organiseract",
    ],
)
def test_the_database_refuses_to_change_or_remove_an_act(deed):
    make_open()
    before = list(OrganiserAct.objects.values())
    with pytest.raises(IntegrityError, match="only added"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(deed)
    assert list(OrganiserAct.objects.values()) == before


def test_an_act_stays_without_a_name_when_the_account_is_gone():
    tournament, other = make_open(), make_player(is_staff=True, is_superuser=True)
    entry = Entry.objects.get(user=start(tournament, make_player("Hugo")))
    services.disqualify_entry(other, tournament.pk, entry.pk, "Twee accounts", NOW)
    services.reinstate_entry(other, tournament.pk, entry.pk, NOW)
    user = entry.user
    entry.delete()
    user.delete()
    other.delete()
    row = next(row for row in read(tournament) if row.kind == "disqualified")
    assert (row.by, row.about, row.reason) == (None, None, "Twee accounts")


# After the opening no card can be dealt anew, by any way there is


def test_no_service_changes_what_was_announced_nor_deals_again():
    tournament = make_open(boards=2)
    user = start(tournament)
    before = (tournament.announcement, tournament.commitment, hands(tournament))
    for name in ("title", "system", "options", "bots", "capacity", "first_dealer", "boards"):
        value = {"options": {"target": 51}, "capacity": 3, "boards": 9}.get(name, "anders")
        value = {"first_dealer": "W", "bots": "random@1", "system": "site"}.get(name, value)
        if value == getattr(tournament, name):
            continue
        error = refusal(
            lambda name=name, value=value: services.change_tournament(
                tournament.organiser, tournament.pk, {name: value}, NOW
            )
        )
        assert error.code == "frozen"
    for deed in (services.announce_tournament, services.open_tournament):
        with contextlib.suppress(ServiceError):
            deed(tournament.organiser, tournament.pk, NOW)
    services.start_boom(user, tournament.pk, NOW)
    tournament.refresh_from_db()
    assert (tournament.announcement, tournament.commitment, hands(tournament)) == before
    with pytest.raises(ProtectedError):
        tournament.delete()


def hands(tournament):
    return [deck_of(tournament).board(number).hands for number in (1, 2)]


def test_no_form_no_address_of_the_api_and_no_admin_changes_an_open_tournament(client):
    tournament = make_open(make_organiser(is_demo=True, is_superuser=True), boards=2, closes_at=NOW + 400 * DAY)
    organiser, pk = tournament.organiser, tournament.pk
    entry = Entry.objects.get(user=start(tournament))
    kept = {"announcement", "commitment", "title", "system", "options", "bots", "boards", "first_dealer", "capacity"}
    rows = Tournament.objects.filter(pk=pk)
    before, cards = rows.values(*kept).get(), hands(tournament)
    client.force_login(organiser)
    form = {"title": "Anders", "system": "site", "bots": "random@1", "boards": 9, "first_dealer": "W", "capacity": 3}
    assert client.post(f"/organisatie/{pk}/wijzigen/", {**form, "review_hours": 24}).status_code in (302, 400, 409)
    for way in (client.put, client.patch, client.delete, client.post):
        answer = way(f"/api/v1/tournaments/{pk}/", form, content_type="application/json")
        assert answer.status_code in (403, 405)
    for address in (
        f"tournament/{pk}/change/",
        f"tournament/{pk}/delete/",
        f"entry/{entry.pk}/delete/",
        "tournament/add/",
    ):
        answer = client.post(f"/beheer/tournaments/{address}", {**form, "post": "yes"})
        assert answer.status_code == 403
    acts = OrganiserAct.objects.first()
    for address in ("change", "delete"):
        assert client.post(f"/beheer/tournaments/organiseract/{acts.pk}/{address}/", {"post": "yes"}).status_code == 403
    assert rows.values(*kept).get() == before
    assert hands(tournament) == cards
    assert Entry.objects.filter(pk=entry.pk).exists()


def test_cancelling_and_disqualifying_stand_on_the_page_and_in_the_api_with_reason_and_time(client):
    tournament = make_open(closes_at=NOW + 400 * DAY)
    entry = Entry.objects.get(user=start(tournament, make_player("Hugo")))
    services.disqualify_entry(tournament.organiser, tournament.pk, entry.pk, "Twee accounts", NOW)
    services.cancel_tournament(tournament.organiser, tournament.pk, "Storm op zee", NOW)
    html = client.get(f"/toernooien/{tournament.pk}/").content.decode()
    section = html[html.index('class="acts"') :]
    with override("nl"):
        disqualified, cancelled = str(ActKind.DISQUALIFIED.label), str(ActKind.CANCELLED.label)
    assert f"Hugo, <strong>{disqualified}</strong>" in section
    assert "Twee accounts" in section
    assert f"<strong>{cancelled}</strong>" in section
    assert section.count("1 maart 2026") >= 3
    acts = client.get(f"/api/v1/tournaments/{tournament.pk}/").json()["acts"]
    assert [(act["kind"], act["about"], act["reason"]) for act in acts[-2:]] == [
        ("disqualified", "Hugo", "Twee accounts"),
        ("cancelled", None, "Storm op zee"),
    ]
    assert {act["made_at"][:10] for act in acts} == {"2026-03-01"}


# Who may take part in competition


def test_who_leads_a_tournament_plays_it_out_of_competition_and_takes_no_place():
    tournament = make_open(boards=1, capacity=1)
    services.enter_tournament(tournament.organiser, tournament.pk, NOW)
    services.enter_tournament(make_player(is_staff=True, is_superuser=True), tournament.pk, NOW)
    player = make_player()
    services.enter_tournament(player, tournament.pk, NOW)
    numbers = dict(Entry.objects.values_list("user", "number"))
    assert numbers.pop(player.pk) == 1
    assert set(numbers.values()) == {None}


def test_nobody_comes_to_a_tournament_without_a_confirmed_mail_address(client):
    tournament = make_open(closes_at=NOW + 400 * DAY)
    user = make_player()
    user.set_password("kaarten-op-tafel-7")
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=False)
    answer = client.post("/account/login/", {"login": user.email, "password": "kaarten-op-tafel-7"})
    assert answer.url == "/account/confirm-email/"
    for address in (f"/toernooien/{tournament.pk}/inschrijven", f"/api/v1/tournaments/{tournament.pk}/entry/"):
        client.post(address)
    assert client.post("/api/v1/token/").status_code in (401, 403)
    assert Entry.objects.count() == 0
