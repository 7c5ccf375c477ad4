"""The organisers' page of the clock: what ran, what failed, what comes; nothing hidden, nothing of a row."""

from datetime import time, timedelta
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.pages.scene import logged_in
from tests.tournaments import staging
from tests.tournaments.free_staging import write_boom
from tournaments import services
from tournaments.days import ONE_DAY, day_of, start_of
from tournaments.errors import ServiceError
from tournaments.models import Attempt, Mail, MailKind, Run
from tournaments.selectors.clock import get_clock
from tournaments.services.jobs import ATTEMPTS, do_each

pytestmark = pytest.mark.django_db

CLOCK = reverse("tournaments:clock")
RETRY = reverse("tournaments:clock_retry")


@pytest.fixture
def client():
    return logged_in(staging.make_organiser(is_demo=True))


def read(client):
    response = client.get(CLOCK)
    assert response.status_code == 200
    return unescape(response.content.decode())


def test_before_the_clock_has_run_the_page_says_so(client):
    assert "De klok heeft nog niet gelopen." in read(client)


def test_it_shows_what_ran_and_what_is_due_next(client):
    now = timezone.now()
    coming = staging.make_announced(
        title="Komt nog", opens_at=now + timedelta(hours=2), closes_at=now + timedelta(hours=4)
    )
    opening = staging.make_announced(
        title="Gaat open", opens_at=now - timedelta(minutes=1), closes_at=now + timedelta(hours=8)
    )
    services.create_tournament(opening.organiser, {"title": "Geheim ontwerp", "opens_at": coming.opens_at}, now)
    services.run_due(now)
    html = read(client)
    assert "Er blijft niets liggen." in html
    assert "toernooien openen" in html
    assert html.index("Komt nog") < html.index("mail aan wie nog niet klaar is")
    assert "Gaat open" in html
    assert "Geheim ontwerp" not in html


def test_a_series_that_waits_for_its_organiser_does_not_hide_what_comes(client):
    now = timezone.now()
    gone = staging.make_organiser()
    plan = {"title": "Dag {datum}", "starts_on": timezone.localdate(now), "opens": time(0, 0)}
    for number in range(7):
        services.create_series(gone, {"name": f"Wacht {number}", **plan}, now)
    services.create_series(staging.make_organiser(), {"name": "Loopt", **plan}, now + timedelta(days=3))
    gone.is_staff = False
    gone.save()
    html = read(client)
    assert "Loopt" in html
    assert "Wacht" not in html


def test_the_list_of_today_is_due_a_minute_after_midnight_once_there_is_free_play(client):
    assert "De lijst van vandaag" not in read(client)
    today = day_of(timezone.now())
    write_boom(staging.make_player(), today)
    (row,) = get_clock(staging.make_organiser(), start_of(today) + timedelta(hours=9)).coming
    assert (row.title, row.at) == ("De lijst van vandaag", start_of(today + ONE_DAY) + timedelta(minutes=1))
    assert "De lijst van vandaag" in read(client)


def test_a_failure_stands_there_as_a_class_and_a_sentence_until_it_is_taken_up_again(client):
    def fail(row):
        raise ServiceError("full")

    def tell(row):
        raise ValueError("schoppen tien ligt bij Oost")

    now = timezone.now() - timedelta(days=2)
    for number in range(ATTEMPTS):
        do_each("opened", [12], fail, now + number * timedelta(hours=2))
    do_each("closed", [13], tell, timezone.now())
    html = read(client)
    assert "Dit toernooi is volzet." in html
    assert "opgegeven" in html
    assert "Iets onvoorziens; het logboek zegt waar in de code." in html
    assert "ValueError" in html
    assert "schoppen" not in html
    assert client.post(RETRY).url == CLOCK
    row = Attempt.objects.get(job="opened")
    assert (row.given_up_at, row.attempts) == (None, 1)
    assert do_each("opened", [12], lambda row: True, timezone.now()) == 1
    assert "Probeer opnieuw wat opgegeven is" not in read(client)


def test_what_was_given_up_can_be_taken_up_again_however_much_fails_since(client):
    now = timezone.now()
    fields = {"job": "opened", "first_at": now, "retry_at": now, "error": "ValueError"}
    Attempt.objects.create(row=1, tried_at=now - timedelta(days=1), given_up_at=now, **fields)
    for row in range(2, 25):
        Attempt.objects.create(row=row, tried_at=now, **fields)
    assert "Probeer opnieuw wat opgegeven is" in read(client)


def test_what_is_being_worked_on_is_no_failure_and_what_a_worker_died_of_is(client):
    now = timezone.now()
    fields = {"job": "opened", "first_at": now, "retry_at": now}
    Attempt.objects.create(row=1, tried_at=now, **fields)
    assert "Er blijft niets liggen." in read(client)
    Attempt.objects.create(row=2, tried_at=now - timedelta(minutes=6), **fields)
    assert "De worker stopte er middenin." in read(client)


def test_mails_that_would_not_go_are_told_once_without_an_address(client):
    now = timezone.now()
    tournament = staging.make_open()
    for number in range(7):
        user = staging.make_player(f"Geheime Speler {number}")
        Mail.objects.create(
            kind=MailKind.RESULT,
            user=user,
            tournament=tournament,
            made_at=now,
            retry_at=now,
            attempts=3,
            error="SMTPRecipientsRefused",
            given_up_at=now if number < 3 else None,
        )
    html = read(client)
    assert "Mails versturen (3×)" in html
    assert "Mails versturen (4×)" in html
    assert "Er wachten 4 mails om te vertrekken." in html
    assert "Geheime" not in html
    client.post(RETRY)
    assert Mail.objects.filter(given_up_at__isnull=True).count() == 7
    assert Mail.objects.filter(attempts=0).count() == 3


def test_it_is_for_organisers_only():
    player = logged_in(staging.make_player())
    assert player.get(CLOCK).status_code == 403
    assert player.post(RETRY).status_code == 403
    assert logged_in(None).get(CLOCK).url == f"/account/login/?next={CLOCK}"


def test_the_page_asks_as_little_with_many_rows_as_with_few(client):
    def measure() -> int:
        with CaptureQueriesContext(connection) as captured:
            read(client)
        return len(captured)

    now = timezone.now()

    def add(count: int, first: int) -> None:
        Run.objects.bulk_create(
            Run(job="opened", started_at=now, milliseconds=3, done=1, failed=0) for _ in range(count)
        )
        for number in range(first, first + count):
            Attempt.objects.create(
                job="closed", row=number, first_at=now, tried_at=now, retry_at=now, error="ValueError"
            )
            staging.make_announced(opens_at=now + timedelta(hours=1), closes_at=now + timedelta(hours=2))

    add(3, 1)
    few = measure()
    add(10, 10)
    assert measure() == few
