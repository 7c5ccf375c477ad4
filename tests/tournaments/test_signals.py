"""Signals of cheating: found after the closing, explained by figures, judged by a person, and gone after a month."""

from datetime import timedelta

import pytest
from django.db import connection

from engine.bots import decide
from engine.cards import card_name
from engine.solver.solve import solve_board, solve_play
from engine.view import view_play
from tests.tournaments.staging import (
    DAY,
    HOUR,
    NOW,
    boom_of,
    deck_of,
    enter,
    make_open,
    make_organiser,
    make_player,
    play_boom,
    refusal,
    start,
)
from tests.tournaments.ten import write_boom
from tournaments import services
from tournaments.models import (
    Entry,
    OrganiserAct,
    Play,
    Signal,
    SignalKind,
    State,
    Tournament,
    Trace,
)
from tournaments.records import PLAYER
from tournaments.selectors.evidence import QUICK_DEALS, find_quick, find_shared, find_sighted, find_trailing
from tournaments.selectors.signals import list_signals
from tournaments.services.analysing import analyse_tournament
from tournaments.services.signalling import KEPT, find_signals_due, judge_signal, list_due_signals
from tournaments.services.tracing import MOST, trace_entry

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


def close(tournament):
    services.close_tournament(tournament.organiser, tournament.pk, NOW, "klaar")
    return Tournament.objects.select_related("secret").get(pk=tournament.pk)


def write_play(tournament, user, number, began, pace=3 * MINUTE, deals=4, acts=""):
    """A boom in which every deal took `pace`."""
    boom = write_boom(tournament, user, number, [("H", 25 + number)] * deals, True)
    boom.started_at = began
    boom.save()
    for row in boom.plays.all():
        row.finished_at = began + row.board * pace
        row.acts = acts or f"H {number} {row.board}"
        row.save()
    return boom.entry


# What is seen of where one plays from


def traced(tournament, user, address="10.0.0.1", device="ab" * 16):
    trace_entry(user, tournament.pk, address, device)
    return list(Trace.objects.filter(entry__user=user).values_list("kind", "digest"))


def test_only_a_digest_is_kept_and_it_says_nothing_in_another_tournament():
    first, second, user = make_open(), make_open(), make_player()
    enter(first, user)
    enter(second, user)
    assert len(traced(first, user)) == 2
    assert len(traced(first, user)) == 2
    digests = {digest for _, digest in traced(second, user)}
    assert len(digests) == 4
    assert all(len(digest) == 64 for digest in digests)
    assert [field.name for field in Trace._meta.concrete_fields] == ["id", "entry", "kind", "digest"]


def test_nothing_is_kept_of_who_has_not_entered_nor_after_the_closing_nor_without_end():
    tournament, user = make_open(), make_player()
    assert traced(tournament, user) == []
    enter(tournament, user)
    for number in range(60):
        trace_entry(user, tournament.pk, f"10.0.1.{number}", "")
    assert Trace.objects.count() == MOST
    Trace.objects.all().delete()
    close(tournament)
    assert traced(tournament, user) == []


def test_a_long_address_counts_by_the_part_that_a_home_shares():
    tournament, one, other, stranger = make_open(), make_player(), make_player(), make_player()
    enter(tournament, one, other, stranger)
    first = traced(tournament, one, "2001:db8:1:2:aaaa::1", "")
    assert traced(tournament, other, "2001:db8:1:2:bbbb::7", "") == first
    assert traced(tournament, stranger, "2001:db8:1:3::1", "") != first
    assert traced(tournament, stranger, "geen adres", "") == traced(tournament, stranger, "2001:db8:1:3::1", "")


def test_the_table_notes_a_device_only_when_it_comes_back(client):
    tournament, user = make_open(closes_at=NOW + 400 * DAY), make_player()
    start(tournament, user)
    client.force_login(user)
    address = f"/toernooien/{tournament.pk}/tafel/"
    cookie = client.get(address).cookies["apparaat"]
    assert (cookie["httponly"], cookie["samesite"], len(cookie.value)) == (True, "Lax", 32)
    assert [kind for kind, _ in Trace.objects.values_list("kind", "digest")] == ["address"]
    assert "apparaat" not in client.get(address).cookies
    assert sorted(Trace.objects.values_list("kind", flat=True)) == ["address", "device"]
    assert cookie.value not in str(list(Trace.objects.values()))


# What stands out


def test_two_who_share_a_device_are_told_beside_how_many_do():
    tournament = make_open()
    users = [make_player() for _ in range(4)]
    entries = [write_play(tournament, user, number, NOW) for number, user in enumerate(users, start=1)]
    for number, user in enumerate(users):
        traced(tournament, user, f"10.0.0.{number}", "ab" * 16 if number < 2 else "cd" * 16 if number == 2 else "")
    (found,) = find_shared(close(tournament))
    assert (found.kind, found.entry_id, found.other_id) == (SignalKind.DEVICE, entries[0].pk, entries[1].pk)
    assert found.figures == {"shared": 1, "pairs": 3}


def meet(leader, follower, count, late=HOUR, **fields):
    """Tournaments in which one begins when the other has ended; two others play at the same time."""
    rest = [make_player(), make_player()]
    tournaments = []
    for _ in range(count):
        tournament = make_open()
        write_play(tournament, leader, 1, NOW, **fields)
        write_play(tournament, follower, 2, NOW + late, **fields)
        for number, user in enumerate(rest, start=3):
            write_play(tournament, user, number, NOW)
        tournaments.append(close(tournament))
    return tournaments


def test_who_always_comes_after_another_is_told_with_the_chance_of_it():
    leader, follower = make_player(), make_player()
    *_, last = meet(leader, follower, 10)
    found = [one for one in find_trailing(last) if one.entry_id == Entry.objects.get(tournament=last, user=follower).pk]
    mine = next(one for one in found if one.other_id == Entry.objects.get(tournament=last, user=leader).pk)
    assert (mine.figures["tournaments"], mine.figures["trailed"], mine.chance) == (10, 10, 0.5**10)
    assert mine.figures["alike"] == 0


def test_who_comes_after_another_and_plays_alike_is_told_sooner():
    def trailing(**fields):
        leader, follower = make_player(), make_player()
        *_, last = meet(leader, follower, 5, **fields)
        pair = {user: Entry.objects.get(tournament=last, user=user).pk for user in (leader, follower)}
        return [
            one.figures
            for one in find_trailing(last)
            if one.other_id == pair[leader] and one.entry_id == pair[follower]
        ]

    assert trailing() == []
    (figures,) = trailing(acts="H CQ C7 C8 C9")
    assert (figures["deals"], figures["alike"]) == (20, 20)


def test_who_plays_beside_another_or_now_before_and_now_after_him_does_not_stand_out():
    leader, follower = make_player(), make_player()
    *_, last = meet(leader, follower, 6, late=MINUTE)
    pair = {Entry.objects.get(tournament=last, user=user).pk for user in (leader, follower)}
    assert not [one for one in find_trailing(last) if {one.entry_id, one.other_id} == pair]
    one, other = make_player(), make_player()
    meet(one, other, 3)
    *_, last = meet(other, one, 3)
    pair = {Entry.objects.get(tournament=last, user=user).pk for user in (one, other)}
    assert not [found for found in find_trailing(last) if {found.entry_id, found.other_id} == pair]


def play_seeing(tournament, user, sees=True):
    """Play a boom to its end: as one who sees all cards, or as the club's bot from South's seat."""
    start(tournament, user)
    deck = deck_of(tournament)

    def choose(table):
        play = deck.rebuild(boom_of(tournament, user).plays.get(board=table["board"]))
        if not sees:
            return decide("rulebook@1", view_play(play, PLAYER), deck.bots_key(table["board"]))
        if table["choices"]:
            best = solve_board(play.board, deck.system)
            worth = {
                "SHDC"[trump] if trump < 4 else "NT": (pips - 30) * (1 + (trump == 4)) for trump, pips in best.items()
            }
            return max(worth, key=worth.__getitem__)
        values = {card_name(card): pips for card, pips in solve_play(play).values.items()}
        return max(values, key=values.__getitem__)

    play_boom(tournament, user, choose)


def test_who_plays_as_if_he_saw_the_cards_stands_out_and_a_good_player_does_not():
    with connection.cursor() as cursor:
        # The cards hang on the number of the tournament.
        cursor.execute("SELECT setval(pg_get_serial_sequence('tournaments_tournament', 'id'), 70000)")
    tournament = make_open(boards=12, options={"target": 900})
    seeing, honest = make_player(), make_player()
    play_seeing(tournament, seeing)
    play_seeing(tournament, honest, sees=False)
    tournament = close(tournament)
    analyse_tournament(tournament.pk, NOW)
    (found,) = find_sighted(tournament)
    assert found.entry_id == Entry.objects.get(tournament=tournament, user=seeing).pk
    assert found.figures["gains"] > 0.85 * found.figures["departures"]
    assert found.chance <= 1 / 1000


def test_who_plays_faster_than_a_person_stands_out_and_one_quick_deal_does_not():
    tournament = make_open()
    fast = write_play(tournament, make_player(), 1, NOW, pace=timedelta(seconds=2), deals=6)
    for number in (2, 3, 4):
        write_play(tournament, make_player(), number, NOW, deals=6)
    lucky = write_play(tournament, make_player(), 5, NOW, deals=6)
    Play.objects.filter(boom__entry=lucky, board=1).update(finished_at=NOW + timedelta(seconds=5))
    (found,) = find_quick(close(tournament))
    assert found.entry_id == fast.pk
    assert found.figures["quick"] == 6 >= QUICK_DEALS
    assert found.figures["fastest"] == 3


# What is done with it


@pytest.fixture
def found():
    """A closed tournament with one signal, of two who shared a device."""
    tournament = make_open(make_organiser(is_demo=True))
    for number in (1, 2):
        user = make_player(f"Speler {'AB'[number - 1]}")
        write_play(tournament, user, number, NOW)
        traced(tournament, user, f"10.0.0.{number}")
    Play.objects.update(acts="")
    tournament = close(tournament)
    analyse_tournament(tournament.pk, NOW)
    assert find_signals_due(NOW) == 1
    return tournament, Signal.objects.get()


def test_signals_are_looked_for_once_and_only_after_the_closing_and_the_analysis():
    running, closed = make_open(), make_open()
    close(closed)
    assert list_due_signals(NOW) == []
    analyse_tournament(closed.pk, NOW)
    assert list_due_signals(NOW) == [closed.pk]
    assert find_signals_due(NOW) == 1
    assert find_signals_due(NOW) == 0
    Tournament.objects.filter(pk=running.pk).update(closes_at=NOW)
    assert refusal(lambda: list_signals(make_organiser(), closed.pk, NOW)).code == "not_organiser"
    assert refusal(lambda: list_signals(running.organiser, running.pk, NOW - HOUR)).code == "not_closed_yet"


def test_an_organiser_judges_a_signal_and_the_log_keeps_it_for_organisers(found):
    tournament, signal = found
    organiser = tournament.organiser
    judge_signal(organiser, tournament.pk, signal.pk, "noted", None, "Een koppel, zegt de club", NOW)
    (row,) = list_signals(organiser, tournament.pk, NOW).rows
    assert (row.outcome, row.reason, row.judged_at) == ("noted", "Een koppel, zegt de club", NOW)
    act = OrganiserAct.objects.get(kind="signal_noted")
    assert (act.public, act.entry_id, act.reason) == (False, signal.entry_id, "Een koppel, zegt de club")
    assert not Entry.objects.filter(disqualified_at__isnull=False).exists()


def test_disqualifying_by_a_signal_is_the_public_correction_and_only_of_one_concerned(found):
    tournament, signal = found
    organiser, other = tournament.organiser, write_play(make_open(), make_player(), 1, NOW)

    def disqualify(entry_id, now=NOW):
        return judge_signal(organiser, tournament.pk, signal.pk, "disqualified", entry_id, "Twee accounts", now)

    assert refusal(lambda: disqualify(other.pk)).fields["entry"].code == "required"
    assert refusal(lambda: disqualify(None)).code == "invalid"
    assert refusal(lambda: disqualify(signal.entry_id, NOW + 3 * DAY)).code == "review_ended"
    signal.refresh_from_db()
    assert signal.outcome == ""
    disqualify(signal.other_id)
    entry = Entry.objects.get(pk=signal.other_id)
    assert (entry.disqualified_at, entry.disqualification) == (NOW, "Twee accounts")
    assert OrganiserAct.objects.get(kind="disqualified").public


@pytest.mark.parametrize(("outcome", "reason"), [("", "x"), ("banned", "x"), ("noted", " "), ("noted", "x" * 501)])
def test_a_judgement_needs_an_outcome_that_is_known_and_a_reason(found, outcome, reason):
    tournament, signal = found
    error = refusal(lambda: judge_signal(tournament.organiser, tournament.pk, signal.pk, outcome, None, reason, NOW))
    assert error.code == "invalid"
    strange = make_organiser()
    error = refusal(lambda: judge_signal(strange, tournament.pk, signal.pk, "noted", None, "x", NOW))
    assert error.code == "not_organiser"
    assert not OrganiserAct.objects.filter(kind__startswith="signal").exists()


def test_nothing_of_it_is_left_a_month_after_the_list_is_final(found):
    tournament, _ = found
    services.run_due(NOW + 2 * DAY)
    final = Tournament.objects.get(pk=tournament.pk)
    assert (final.state, Trace.objects.count(), Signal.objects.count()) == (State.FINAL, 4, 1)
    services.run_due(final.final_at + KEPT)
    assert Signal.objects.count() == 1
    services.run_due(final.final_at + KEPT + timedelta(seconds=1))
    assert (Trace.objects.count(), Signal.objects.count()) == (0, 0)
    cancelled = make_open()
    user = make_player()
    enter(cancelled, user)
    traced(cancelled, user)
    services.cancel_tournament(cancelled.organiser, cancelled.pk, "x", NOW)
    services.run_due(NOW + KEPT + timedelta(seconds=1))
    assert Trace.objects.count() == 0


def test_the_page_explains_each_signal_and_takes_a_judgement_back_with_what_was_typed(found, client):
    tournament, signal = found
    client.force_login(tournament.organiser)
    page = f"/organisatie/{tournament.pk}/signalen/"
    html = client.get(page).content.decode()
    assert "Speler A en Speler B speelden op hetzelfde toestel" in html
    form = f"{page}{signal.pk}/oordeel"
    answer = client.post(form, {"outcome": "", "reason": "Een koppel"})
    assert (answer.status_code, "Een koppel" in answer.content.decode()) == (400, True)
    assert client.post(form, {"outcome": "nothing", "reason": "Een koppel"}).status_code == 302
    assert "Niets aan de hand" in client.get(page).content.decode()
    client.force_login(Entry.objects.first().user)
    assert client.get(page).status_code == 403
    assert client.post(form, {"outcome": "nothing", "reason": "x"}).status_code == 403


def test_a_visitor_who_would_judge_a_signal_is_sent_to_log_in(client):
    answer = client.post("/organisatie/1/signalen/1/oordeel", {"outcome": "nothing", "reason": "x"})
    assert (answer.status_code, answer.url.split("?")[0]) == (302, "/account/login/")
