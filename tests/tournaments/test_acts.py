"""The log of what organisers did: complete, public where it must be, and never changed by anyone."""

import pytest
from django.db import IntegrityError, connection, transaction

from tests.tournaments.staging import (
    DAY,
    HOUR,
    NOW,
    make_announced,
    make_draft,
    make_open,
    make_organiser,
    make_player,
    refusal,
    start,
)
from tournaments import selectors, services
from tournaments.models import ActKind, Entry, OrganiserAct
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
