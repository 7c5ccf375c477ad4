"""What an organiser tells his players by mail: whom it reaches, how often, once each, and in whose language."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core import mail as outbox

from tests.concurrency import at_once
from tests.tournaments import staging
from tests.tournaments.staging import DAY, HOUR, NOW, make_announced, make_draft, make_open, make_player, refusal
from tests.tournaments.test_mails import enter, make_reachable
from tournaments import services
from tournaments.models import ActKind, Audience, Mail, Notice, OrganiserAct
from tournaments.selectors.acts import list_acts
from tournaments.selectors.mails import list_waiting
from tournaments.services.messaging import MESSAGES_A_DAY

pytestmark = pytest.mark.django_db


def send(tournament, text="Nog twee dagen!", audience=Audience.ALL, now=NOW, key=None, user=None):
    return services.send_message(user or tournament.organiser, tournament.pk, audience, text, key or uuid4(), now)


def deliver(now=NOW):
    services.send_mails(list_waiting(now, 1000), lambda: now)
    return {message.to[0]: message for message in outbox.outbox}


def test_a_message_reaches_its_audience_in_plain_text_with_a_way_out():
    tournament = make_open(title="Paasbeker")
    idle, busy, done, out = (make_reachable(name) for name in ("Idel", "Bezig", "Klaar", "Weg"))
    enter(tournament, idle, out)
    staging.start(tournament, busy)
    staging.play_out(tournament, done)
    entry = tournament.entries.get(user=out)
    services.disqualify_entry(tournament.organiser, tournament.pk, entry.pk, "Twee accounts", NOW)
    assert [send(tournament, f"Aan {kind}", kind) for kind in Audience] == [3, 1, 2]
    services.send_mails(list_waiting(NOW, 1000), lambda: NOW)
    got = sorted((message.to[0], message.body.split("Aan ")[1].split()[0]) for message in outbox.outbox)
    assert got == sorted(
        [(one.email, "all") for one in (idle, busy, done)]
        + [(idle.email, "idle"), (idle.email, "busy"), (busy.email, "busy")]
    )
    letter = outbox.outbox[0]
    assert letter.subject == "[Manillen] Bericht over Paasbeker"
    assert f"{tournament.organiser}, de organisator van “Paasbeker”, schrijft aan de spelers:" in letter.body
    assert "List-Unsubscribe" in letter.extra_headers
    assert tournament.organiser.email not in letter.body


def test_who_wants_no_messages_gets_none_even_when_he_says_so_after_it_was_written():
    tournament = make_open()
    before, after = make_reachable(wants_messages=False), make_reachable()
    enter(tournament, before, after, make_player("Onbevestigd"))
    assert send(tournament) == 1
    after.wants_messages = False
    after.save()
    assert deliver() == {}
    assert Mail.objects.get().dropped_at == NOW
    assert refusal(lambda: send(tournament)).code == "nobody_to_mail"


def test_a_message_is_for_the_private_log_and_only_of_who_leads():
    tournament = make_open()
    enter(tournament, make_reachable())
    send(tournament, "Kort")
    send(tournament, "x" * 2000)
    assert [row.reason for row in list_acts(tournament, private=False) if row.kind == ActKind.MESSAGE] == []
    logged = [row.reason for row in list_acts(tournament, private=True) if row.kind == ActKind.MESSAGE]
    assert logged == ["Kort", "x" * 499 + "…"]
    assert refusal(lambda: send(tournament, user=staging.make_organiser())).code == "not_organiser"
    for text in ("", " \n", "x" * 2001, "nul\0"):
        assert refusal(lambda text=text: send(tournament, text)).code == "invalid"
    draft = make_draft()
    assert refusal(lambda: send(draft)).code == "wrong_state"


def test_only_so_many_messages_a_day_go_out_and_the_same_form_is_one():
    tournament = make_open()
    enter(tournament, make_reachable())
    key = uuid4()
    assert [send(tournament, key=key) for _ in range(5)] == [1] * 5
    for _ in range(MESSAGES_A_DAY - 1):
        send(tournament)
    found = refusal(lambda: send(tournament))
    assert (found.code, found.message) == (
        "too_many_messages",
        "Hoogstens 3 berichten per dag: probeer het morgen opnieuw.",
    )
    assert send(tournament, key=key) == 1
    assert Mail.objects.count() == MESSAGES_A_DAY
    send(tournament, now=NOW + DAY)


@pytest.mark.django_db(transaction=True)
def test_many_tabs_send_one_message_a_form_and_no_more_than_the_day_allows():
    tournament = make_open()
    enter(tournament, make_reachable())
    keys = [uuid4() for _ in range(4)] * 2

    def act(key):
        try:
            return send(tournament, key=key)
        except services.messaging.ServiceError as error:
            return error.code

    answers = at_once(*[lambda key=key: act(key) for key in keys])
    assert Notice.objects.count() == Mail.objects.count() == MESSAGES_A_DAY
    assert sorted(map(str, answers)) == ["1"] * 6 + ["too_many_messages"] * 2


def test_a_later_closing_is_mailed_to_all_entrants_and_only_the_latest_goes():
    tournament = make_announced(title="Paasbeker")
    player = make_reachable(wants_messages=False, wants_reminders=False)
    enter(tournament, player)
    for hours in (2, 3):
        services.postpone_closing(
            tournament.organiser, tournament.pk, NOW + DAY + hours * HOUR, NOW, reason="De zaal is langer open"
        )
    letter = deliver()[player.email]
    assert len(outbox.outbox) == 1
    assert letter.subject == "[Manillen] Paasbeker sluit op een ander tijdstip"
    assert "Het sluit maandag 2 maart, 16:00." in letter.body
    assert "Waarom: De zaal is langer open" in letter.body
    assert "List-Unsubscribe" not in letter.extra_headers
    assert [row.kind for row in list_acts(tournament, private=False)].count(ActKind.CLOSES_AT) == 2


def test_a_closing_is_never_put_forward_without_a_reason():
    tournament = make_open()
    enter(tournament, make_reachable())
    earlier = tournament.closes_at - HOUR
    lead = tournament.organiser

    def change(reason):
        return services.change_tournament(lead, tournament.pk, {"closes_at": earlier}, NOW, reason)

    assert refusal(lambda: change(" ")).fields["reason"].code == "reason_to_close_early"
    assert (
        refusal(lambda: services.postpone_closing(lead, tournament.pk, earlier, NOW, "Zomaar")).fields["closes_at"].code
        == "not_later"
    )
    assert Notice.objects.count() == 0
    change("De zaal sluit vroeger")
    assert Notice.objects.get().text == "De zaal sluit vroeger"


def test_a_cancelled_tournament_is_told_to_who_was_in():
    tournament = make_open(title="Paasbeker")
    player = make_reachable()
    enter(tournament, player)
    services.cancel_tournament(tournament.organiser, tournament.pk, "Te weinig volk", NOW)
    services.cancel_tournament(tournament.organiser, tournament.pk, "Te weinig volk", NOW)
    assert len(deliver()) == 1
    assert "“Paasbeker”, waarvoor je ingeschreven bent, is afgelast." in outbox.outbox[0].body
    assert "Waarom: Te weinig volk" in outbox.outbox[0].body


def test_a_mail_is_in_the_language_of_its_reader():
    tournament = make_open(title="Paasbeker")
    enter(tournament, *(make_reachable(language=language) for language in ("nl", "en", "xx", "")))
    send(tournament)
    assert sorted(message.subject for message in deliver().values()) == [
        "[Manillen] Bericht over Paasbeker",
        "[Manillen] Bericht over Paasbeker",
        "[Manillen] Bericht over Paasbeker",
        "[Manillen] Message about Paasbeker",
    ]


@pytest.mark.django_db(transaction=True)
def test_of_two_tabs_that_change_one_tournament_the_later_is_told():
    tournament = make_open()
    lead, edition = tournament.organiser, tournament.edition

    def act(number):
        fields = {"closes_at": tournament.closes_at + timedelta(hours=number)}
        try:
            services.change_tournament(lead, tournament.pk, fields, NOW, "Langer", edition)
        except services.messaging.ServiceError as error:
            return error.code
        return "done"

    answers = at_once(*[lambda number=number: act(number) for number in range(1, 5)])
    assert sorted(answers) == ["changed_meanwhile"] * 3 + ["done"]
    assert OrganiserAct.objects.filter(kind=ActKind.CLOSES_AT).count() == 1
