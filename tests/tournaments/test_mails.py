"""Mails: who gets which, when, once each, and never because of a fault of the mail server twice."""

import smtplib
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as outbox
from django.core.mail.backends.locmem import EmailBackend

from tests.concurrency import at_once
from tests.tournaments import staging
from tests.tournaments.staging import DAY, HOUR, NOW, make_open, make_player, play_out, start
from tournaments import services
from tournaments.models import Mail, MailKind, Run, Tournament
from tournaments.selectors.mails import FRESH, list_waiting, reminder_at
from tournaments.services import mailing
from tournaments.services.jobs import ATTEMPTS
from tournaments.services.letters import read_token, write_token

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
LAST_QUARTER = NOW + 18 * HOUR
"""Of a tournament that closes a day after `NOW`."""


def make_reachable(name="", **fields):
    user = make_player(name, **fields)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def sweep_and_send(now):
    services.run_due(now)
    return services.send_mails(list_waiting(now, 1000), lambda: now)


def sent():
    return [(message.to[0], message.subject) for message in outbox.outbox]


def enter(tournament, *users, at=NOW):
    for user in users:
        services.enter_tournament(user, tournament.pk, at)


# Reminders


def test_who_has_not_finished_gets_one_reminder_once_the_last_quarter_has_begun():
    tournament = make_open(title="Paasbeker")
    idle, busy, done = make_reachable("Idel"), make_reachable("Bezig"), make_reachable("Klaar")
    enter(tournament, idle)
    start(tournament, busy)
    staging.play_acts(tournament, busy, 20)
    play_out(tournament, done)
    assert sweep_and_send(LAST_QUARTER - MINUTE) == 0
    assert sweep_and_send(LAST_QUARTER) == 2
    assert sorted(sent()) == sorted((user.email, "[Manillen] Nog te spelen: Paasbeker") for user in (idle, busy))
    for number in range(20):
        assert sweep_and_send(LAST_QUARTER + number * MINUTE) == 0
    texts = {message.to[0]: message.body for message in outbox.outbox}
    assert "Dag Idel,\n\nJe bent ingeschreven voor “Paasbeker”, maar je bent nog niet begonnen." in texts[idle.email]
    assert "nog niet uitgespeeld: je speelde 2 delen" in texts[busy.email]
    assert "Het sluit maandag 2 maart, 13:00." in texts[idle.email]
    assert f"http://127.0.0.1:8000/toernooien/{tournament.pk}/tafel/" in texts[idle.email]


@pytest.mark.parametrize(("length", "before"), [(HOUR, 15 * MINUTE), (DAY, 6 * HOUR), (4 * DAY, DAY), (30 * DAY, DAY)])
def test_the_last_quarter_begins_a_day_before_the_closing_at_the_earliest(length, before):
    tournament = Tournament(opened_at=NOW, closes_at=NOW + length)
    assert reminder_at(tournament) == NOW + length - before


def test_who_entered_in_the_last_quarter_is_not_reminded_of_it():
    tournament = make_open()
    enter(tournament, make_reachable(), at=LAST_QUARTER + MINUTE)
    assert sweep_and_send(LAST_QUARTER + HOUR) == 0


def test_after_the_closing_no_reminder_is_sent_any_more_however_late_the_worker_is():
    tournament = make_open()
    enter(tournament, make_reachable())
    services.run_due(LAST_QUARTER)
    assert Mail.objects.get().kind == MailKind.REMINDER
    assert sweep_and_send(NOW + DAY) == 0
    assert outbox.outbox == []
    assert Mail.objects.get().dropped_at == NOW + DAY


def test_who_finished_or_withdrew_between_the_writing_and_the_sending_gets_none():
    tournament = make_open()
    finisher, leaver = make_reachable(), make_reachable()
    enter(tournament, finisher, leaver)
    services.run_due(LAST_QUARTER)
    play_out(tournament, finisher)
    services.withdraw_entry(leaver, tournament.pk, LAST_QUARTER)
    assert services.send_mails(list_waiting(LAST_QUARTER, 10), lambda: LAST_QUARTER) == 0
    assert outbox.outbox == []


# Results


def test_who_played_gets_the_result_once_the_list_is_final_and_not_before():
    tournament = make_open(title="Paasbeker", boards=2, review_hours=24)
    first, second, idle = make_reachable("An"), make_reachable("Bert"), make_reachable("Idel")
    play_out(tournament, first, choose=staging.random_choice(1))
    play_out(tournament, second, choose=staging.random_choice(2))
    half = make_reachable("Half")
    start(tournament, half)
    enter(tournament, idle)
    closed_at = NOW + HOUR
    services.close_tournament(tournament.organiser, tournament.pk, closed_at, "klaar")
    assert sweep_and_send(closed_at + 23 * HOUR) == 0
    assert sweep_and_send(closed_at + DAY) == 3
    assert {subject for _, subject in sent()} == {"[Manillen] De lijst van Paasbeker"}
    texts = {message.to[0]: message.body for message in outbox.outbox}
    assert set(texts) == {first.email, second.email, half.email}
    rows = {row.name: row for row in staging.selectors.standings(None or first, tournament.pk, closed_at + DAY)}
    for user in (first, second):
        row = rows[user.display_name]
        score = f"{row.score:+d}".replace("-", "−")
        assert f"Je eindigde op plaats {row.rank} van 2, met een score van {score}." in texts[user.email]
    assert "Je boom was niet uitgespeeld: je speelde 0 delen." in texts[half.email]
    winner = next(row.name for row in rows.values() if row.rank == 1)
    assert f"Eerste: {winner}" in texts[half.email]
    assert sweep_and_send(closed_at + 2 * DAY) == 0


def test_the_organiser_and_who_was_disqualified_read_what_became_of_them():
    tournament = make_open(boards=1, review_hours=0)
    organiser, cheat = tournament.organiser, make_reachable()
    EmailAddress.objects.create(user=organiser, email=organiser.email, verified=True, primary=True)
    play_out(tournament, organiser, cheat)
    entry = cheat.entries.get()
    services.disqualify_entry(organiser, tournament.pk, entry.pk, "Twee accounts & meer", NOW)
    assert sweep_and_send(NOW + DAY) == 2
    texts = {message.to[0]: message.body for message in outbox.outbox}
    assert "Je bent geschrapt: Twee accounts & meer" in texts[cheat.email]
    assert "Je speelde buiten klassement, met een score van" in texts[organiser.email]


def test_a_result_of_weeks_ago_is_no_news_and_one_of_days_ago_is():
    tournament = make_open(boards=1, review_hours=0)
    play_out(tournament, make_reachable())
    services.run_due(NOW + DAY)
    Mail.objects.all().delete()
    assert sweep_and_send(NOW + DAY + FRESH) == 0
    assert sweep_and_send(NOW + DAY + FRESH - MINUTE) == 1


# To whom


@pytest.mark.parametrize(
    "fields", [{"is_demo": True}, {"is_active": False}, {"wants_reminders": False, "wants_results": False}]
)
def test_demo_accounts_closed_accounts_and_who_wants_none_get_none(fields):
    tournament = make_open(boards=1, review_hours=0)
    idle, done = make_reachable(), make_reachable()
    enter(tournament, idle)
    play_out(tournament, done)
    for user in (idle, done):
        for name, value in fields.items():
            setattr(user, name, value)
        user.save()
    assert sweep_and_send(LAST_QUARTER) == sweep_and_send(NOW + DAY) == 0
    assert not Mail.objects.exists()


@pytest.mark.parametrize("address", [None, "other@example.org"])
def test_only_an_address_that_was_confirmed_is_written_to(address):
    user = make_player()
    if address:
        EmailAddress.objects.create(user=user, email=address, verified=True)
        EmailAddress.objects.create(user=user, email=user.email, verified=False, primary=True)
    enter(make_open(), user)
    assert sweep_and_send(LAST_QUARTER) == 0


def test_each_kind_has_a_switch_of_its_own():
    tournament = make_open(boards=1, review_hours=0)
    idle, done = make_reachable(wants_reminders=False), make_reachable(wants_reminders=False)
    enter(tournament, idle)
    play_out(tournament, done)
    assert sweep_and_send(LAST_QUARTER) == 0
    assert sweep_and_send(NOW + DAY) == 1


# Headers and the link that switches off


def test_a_mail_can_be_switched_off_in_one_click_and_keeps_its_number():
    enter(make_open(), make_reachable())
    sweep_and_send(LAST_QUARTER)
    message = outbox.outbox[0].message()
    link = message["List-Unsubscribe"].strip("<>")
    assert link.startswith("http://127.0.0.1:8000/mails/uit/")
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["Message-ID"].startswith(f"<reminder-{Mail.objects.get().pk}-")
    assert link in outbox.outbox[0].body


def test_a_token_names_one_user_and_one_kind_and_none_other_is_believed():
    user = make_reachable()
    token = write_token(user.pk, MailKind.RESULT)
    assert read_token(token) == (user.pk, MailKind.RESULT)
    for wrong in ("", "x", token[:-1], token + "x", token.replace(token[0], "Q", 1), "a:b:c"):
        assert read_token(wrong) is None
        assert staging.refusal(lambda wrong=wrong: services.switch_off(wrong)).code == "bad_link"
    services.switch_off(token)
    services.switch_off(token)
    user.refresh_from_db()
    assert (user.wants_results, user.wants_reminders) == (False, True)


# Faults


class Faulty(EmailBackend):
    """A mail server that fails as told, for the first so many times."""

    error: Exception
    times = 0
    tried: list[str] = []

    def send_messages(self, messages):
        cls = type(self)
        cls.tried.append(messages[0].to[0])
        if cls.times:
            cls.times -= 1
            raise cls.error
        return super().send_messages(messages)


@pytest.fixture
def faulty(settings, monkeypatch):
    settings.EMAIL_BACKEND = f"{__name__}.Faulty"
    monkeypatch.setattr(mailing, "get_connection", lambda: Faulty())
    Faulty.tried = []
    Faulty.times = 0
    return Faulty


def make_three_due():
    users = [make_reachable() for _ in range(3)]
    enter(make_open(closes_at=NOW + 10 * DAY), *users)
    return users


REMINDED = NOW + 9 * DAY


@pytest.mark.parametrize(
    "error",
    [ConnectionRefusedError(), TimeoutError(), smtplib.SMTPServerDisconnected(), smtplib.SMTPDataError(421, b"busy")],
)
def test_while_the_mail_server_is_away_nothing_is_lost_counted_or_tried_in_vain(faulty, error):
    users = make_three_due()
    faulty.error, faulty.times = error, 20
    now = REMINDED
    for _ in range(20):
        assert sweep_and_send(now) == 0
        now += MINUTE
    # One try a run, whichever mail it is.
    assert len(faulty.tried) == 20
    assert set(Mail.objects.values_list("attempts", flat=True)) == {0}
    assert sweep_and_send(now) == 3
    assert sorted(address for address, _ in sent()) == sorted(user.email for user in users)


def test_a_mail_that_is_refused_keeps_no_other_waiting_and_is_given_up_at_last(faulty):
    users = make_three_due()
    refused = users[0].email
    faulty.error, faulty.times = smtplib.SMTPRecipientsRefused({refused: (550, b"no such user")}), 1
    assert sweep_and_send(REMINDED) == 2
    row = Mail.objects.get(sent_at__isnull=True)
    assert (row.attempts, row.error) == (1, "SMTPRecipientsRefused")
    now = REMINDED
    faulty.times = 1000
    while now < REMINDED + 20 * HOUR:
        now += 15 * MINUTE
        sweep_and_send(now)
    row.refresh_from_db()
    assert row.attempts == ATTEMPTS
    assert row.given_up_at is not None
    assert len(outbox.outbox) == 2


def test_a_mail_that_cannot_be_written_keeps_no_other_waiting(monkeypatch, caplog):
    make_three_due()
    services.run_due(REMINDED)
    broken = Mail.objects.first().pk
    write = mailing.write_mail

    def fail_one(mail):
        if mail.pk == broken:
            raise KeyError("the address of somebody")
        return write(mail)

    monkeypatch.setattr(mailing, "write_mail", fail_one)
    assert sweep_and_send(REMINDED) == 2
    assert "somebody" not in caplog.text
    run = Run.objects.get(job="sent")
    assert (run.done, run.failed) == (2, 1)


def test_a_mail_that_kills_its_worker_is_given_up_like_any_other(monkeypatch):
    class Killed(BaseException):
        pass

    def die(mail):
        raise Killed

    make_three_due()
    services.run_due(REMINDED)
    victim = Mail.objects.earliest("pk")
    monkeypatch.setattr(mailing, "write_mail", die)
    now = REMINDED
    for number in range(ATTEMPTS):
        with pytest.raises(Killed):
            services.send_mails([victim.pk], lambda now=now: now)
        victim.refresh_from_db()
        assert victim.attempts == number + 1
        now += HOUR
    assert services.send_mails([victim.pk], lambda: now) == 0
    victim.refresh_from_db()
    assert victim.given_up_at == now


@pytest.mark.django_db(transaction=True)
def test_four_workers_with_the_same_mails_send_each_once():
    users = [make_reachable() for _ in range(10)]
    enter(make_open(), *users)
    at_once(*[lambda: services.run_due(LAST_QUARTER)] * 4)
    ids = list_waiting(LAST_QUARTER, 100)
    assert len(ids) == 10
    counts = at_once(*[lambda: services.send_mails(ids, lambda: LAST_QUARTER)] * 4)
    while sum(counts) < 10:
        counts.append(services.send_mails(ids, lambda: LAST_QUARTER))
    assert sum(counts) == 10
    assert sorted(address for address, _ in sent()) == sorted(user.email for user in users)
