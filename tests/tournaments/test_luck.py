"""What was dealt, counted once it is over: by seat and to each player, beside what chance gives."""

import re

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.cards import Seat, list_cards, pips_in, rank_of, suit_of
from engine.odds import count_hands
from tests.tournaments import free_staging
from tests.tournaments.staging import (
    DAY,
    NOW,
    boom_of,
    deck_of,
    make_open,
    make_player,
    play_acts,
    play_out,
    random_choice,
    start,
)
from tournaments import services
from tournaments.models import DealtHands, FreePlay
from tournaments.records import Deck
from tournaments.selectors.luck import view_luck, view_own_luck
from tournaments.services.dealt_hands import count_hands_due

pytestmark = pytest.mark.django_db

NOBODY = type("Nobody", (), {"is_authenticated": False})()


def make_final(*players, boards=4):
    """A final tournament: the first of these players comes to its last deal, the others no further than the second."""
    tournament = make_open(boards=boards)
    play_out(tournament, players[0], choose=random_choice(1))
    for user in players[1:]:
        start(tournament, user)
        play_acts(tournament, user, 10)
    services.run_due(NOW + 3 * DAY)
    return tournament


def hands_of(deck, seat, boards):
    return [deck.board(number).hands[seat] for number in range(1, boards + 1)]


def test_hands_are_counted_as_one_counts_them_by_hand():
    hands = hands_of(deck_of(make_open()), Seat.W, 30)
    counts = count_hands(hands)
    cards = [list_cards(hand) for hand in hands]
    assert (counts.hands, counts.pips) == (30, sum(map(pips_in, hands)))
    assert [sum(sum(rank_of(card) == 7 for card in hand) == k for hand in cards) for k in range(5)] == [
        *counts.manilles
    ]
    held = [[suit_of(card) for card in hand].count(suit) for hand in cards for suit in range(4)]
    assert [held.count(length) for length in range(9)] == [*counts.lengths]


def test_a_tournament_is_counted_once_it_is_final_to_the_deal_that_somebody_came_to():
    one, other = make_player(), make_player()
    closed = make_open(boards=3)
    play_out(closed, make_player())
    services.close_tournament(closed.organiser, closed.pk, NOW, "x")
    count_hands_due(NOW)
    assert DealtHands.objects.count() == 0
    tournament = make_final(one, other)
    deck, dealt = deck_of(tournament), boom_of(tournament, one).plays.count()
    for seat in Seat:
        row = DealtHands.objects.get(tournament=tournament, seat=seat.letter)
        assert (row.hands, row.pips) == (dealt, sum(map(pips_in, hands_of(deck, seat, dealt))))
    own = DealtHands.objects.get(boom=boom_of(tournament, other))
    boards = boom_of(tournament, other).plays.count()
    assert (own.hands, own.pips) == (boards, sum(map(pips_in, hands_of(deck, Seat.S, boards))))
    assert boards < dealt
    before = list(DealtHands.objects.values())
    services.run_due(NOW + 4 * DAY)
    assert [row for row in DealtHands.objects.values() if row in before] == before


def test_free_play_counts_for_its_player_once_it_is_over_and_for_no_seat():
    user = make_player()
    place = free_staging.sit_down(free_staging.owner_of(user))
    count_hands_due(NOW)
    assert view_own_luck(user) is None
    free_staging.give_up_at(free_staging.owner_of(user), NOW)
    assert count_hands_due(NOW) == 1
    assert count_hands_due(NOW) == 0
    deck = Deck(FreePlay.objects.select_related("secret").get(pk=place.free_play_id))
    own = view_own_luck(user)
    assert (own.hands, own.mean) == (1, pips_in(deck.board(1).hands[Seat.S]))
    assert view_luck(user).seats == {}
    assert view_own_luck(make_player()) is None


def test_what_is_shown_adds_tournaments_and_free_play_up():
    user = make_player()
    first, second = make_final(user), make_final(make_player(), user)
    free_staging.give_up_at(free_staging.owner_of(user), NOW)
    count_hands_due(NOW)
    page = view_luck(user)
    seats = DealtHands.objects.filter(seat="N")
    assert page.boards == sum(row.hands for row in seats)
    assert page.seats["N"].mean == sum(row.pips for row in seats) / page.boards
    assert sum(luck.mean for luck in page.seats.values()) == pytest.approx(60)
    assert page.own.hands == sum(boom_of(one, user).plays.count() for one in (first, second)) + 1
    south = page.seats["S"]
    assert sum(share.found for share in south.manilles) == page.boards
    assert sum(share.found for share in south.lengths) == 4 * page.boards
    assert sum(share.expected for share in south.lengths) == pytest.approx(4 * page.boards)
    assert 0 <= south.further <= 1000
    assert view_luck(NOBODY).own is None


def test_rebuild_finds_a_count_that_does_not_follow_from_the_cards_and_mends_it(capsys):
    user = make_player()
    make_final(user)
    free_staging.give_up_at(free_staging.owner_of(user), NOW)
    count_hands_due(NOW)
    call_command("rebuild")
    before = list(DealtHands.objects.order_by("pk").values())
    for row in (DealtHands.objects.get(seat="E"), DealtHands.objects.get(boom__free_play__isnull=False)):
        DealtHands.objects.filter(pk=row.pk).update(pips=row.pips + 1, lengths_0=77)
    with pytest.raises(CommandError, match="4 differences"):
        call_command("rebuild")
    call_command("rebuild", mend=True)
    assert list(DealtHands.objects.order_by("pk").values()) == before
    assert "lengths_0 is 77" in capsys.readouterr().out


def test_the_page_asks_no_more_with_thousands_of_deals_than_with_a_few(client):
    user = make_player()
    client.force_login(user)
    make_final(user)

    def count():
        client.get("/geluk/")
        with CaptureQueriesContext(connection) as captured:
            assert client.get("/geluk/").status_code == 200
        return len(captured)

    few = count()
    sample = DealtHands.objects.filter(boom__isnull=False).values().first()
    for _ in range(40):
        boom = free_staging.write_boom(user, NOW.date()).boom
        DealtHands.objects.create(**{**sample, "id": None, "boom_id": boom.pk, "hands": 50})
    assert count() == few <= 14


def test_the_page_shows_a_picture_and_every_figure_as_text_and_nothing_before_there_is_any(client):
    assert "Er is nog niets geteld" in client.get("/geluk/").content.decode()
    user = make_player()
    make_final(user)
    visitor = client.get("/geluk/").content.decode()
    assert visitor.count('<svg class="plot luck"') == 3
    client.force_login(user)
    html = client.get("/geluk/").content.decode()
    own = view_own_luck(user)
    assert re.search(rf"In {own.hands} delen kreeg jij gemiddeld {own.mean:.2f}".replace(".", "[.,]"), html)
    assert html.count('class="own"') > visitor.count('class="own"') == 0
    assert f"{own.further} op 1.000" in html
    assert "29,5 %" in html  # a hand without a manille
    for page in ("/", "/gelijke-kaarten/", f"/spelers/{user.pk}/"):
        assert "/geluk/" in client.get(page).content.decode()
