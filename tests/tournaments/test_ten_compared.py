"""Every figure of the tournament of `ten`, worked out by hand."""

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.tournaments.staging import DAY, NOW, make_player, refusal
from tests.tournaments.ten import make_duel, make_ten, write_boom
from tournaments import selectors
from tournaments.models import Entry, FreePlay
from tournaments.selectors.players import FreeFigures, get_player

pytestmark = pytest.mark.django_db

NOBODY = AnonymousUser()
AFTER = NOW + DAY
LATER = NOW + 3 * DAY

# Differences without the carry: (pips − 30), twice that without trump.
DIFFERENCES = {
    "Jef": (60, 30, 11),
    "Hugo": (10, 2, -6, -6, 0, 6),
    "Carine": (4, 0, 5, -2, -10, 3),
    "Frans": (0, 5, -3, -12, -15, 20),
    "An": (10, 5, -8, -20, -1, 8),
    "Greet": (-6, -10, -1, -4, 14, 1),
    "Bert": (6, -5, -1, -16, -4, 11),
    "Els": (-10, 15, -2, -24, -5, 8),
    "Dirk": (6, 1, -4, -10, 0, -10),
    "Ilse": (-10, -2, -5, -8, None),
}
# 70 / 10, 41 / 10, −14 / 10, −102 / 9, −21 / 8, 47 / 8.
MEANS = (7.0, 4.1, -1.4, -11.3333, -2.625, 5.875)
DELTAS = {
    "Jef": (53, 25.9, 12.4),
    "Hugo": (3, -2.1, -4.6, 5.3333, 2.625, 0.125),
    "Carine": (-3, -4.1, 6.4, 9.3333, -7.375, -2.875),
    "Frans": (-7, 0.9, -1.6, -0.6667, -12.375, 14.125),
    "An": (3, 0.9, -6.6, -8.6667, 1.625, 2.125),
    "Greet": (-13, -14.1, 0.4, 7.3333, 16.625, -4.875),
    "Bert": (-1, -9.1, 0.4, -4.6667, -1.375, 5.125),
    "Els": (-17, 10.9, -0.6, -12.6667, -2.375, 2.125),
    "Dirk": (-1, -3.1, -2.6, 1.3333, 2.625, -15.875),
    "Ilse": (-17, -6.1, -3.6, 3.3333, None),
}
# Written, with the carry: after the ties of Carine, Frans, Dirk and Hugo the next deal counted double.
SCORES = {
    "Jef": [0, 60, 90, 101],
    "Hugo": [0, 10, 12, 6, 0, 0, 12],
    "Carine": [0, 4, 4, 14, 12, 2, 5],
    "Frans": [0, 0, 10, 7, -5, -20, 0],
    "An": [0, 10, 15, 7, -13, -14, -6],
    "Greet": [0, -6, -16, -17, -21, -7, -6],
    "Bert": [0, 6, 1, 0, -16, -20, -9],
    "Els": [0, -10, 5, 3, -21, -26, -18],
    "Dirk": [0, 6, 7, 3, -7, -7, -27],
    "Ilse": [0, -10, -12, -17, -25],
}


@pytest.fixture
def matrix():
    tournament, _ = make_ten()
    return selectors.get_result(NOBODY, tournament.pk, AFTER).matrix


def test_the_list_shares_the_fifth_place_and_the_unfinished_stands_below(matrix):
    assert [(row.standing.rank, row.standing.name, row.standing.score) for row in matrix.rows] == [
        (1, "Jef", 101),
        (2, "Hugo", 12),
        (3, "Carine", 5),
        (4, "Frans", 0),
        (5, "An", -6),
        (5, "Greet", -6),
        (7, "Bert", -9),
        (8, "Els", -18),
        (9, "Dirk", -27),
        (None, "Ilse", None),
    ]


def test_the_matrix_holds_the_difference_of_each_deal_and_its_distance_to_the_mean(matrix):
    for row in matrix.rows:
        name = row.standing.name
        assert tuple(cell.difference for cell in row.cells) == DIFFERENCES[name]
        assert [cell.board for cell in row.cells] == list(range(1, len(DIFFERENCES[name]) + 1))
        for cell, delta in zip(row.cells, DELTAS[name], strict=True):
            assert cell.delta == (None if delta is None else pytest.approx(delta, abs=1e-4))


def test_the_columns_hold_dealer_mean_and_how_many_ended_the_deal(matrix):
    assert [(one.board, one.dealer, one.played) for one in matrix.columns] == [
        (1, "S", 10),
        (2, "W", 10),
        (3, "N", 10),
        (4, "E", 9),
        (5, "S", 8),
        (6, "W", 8),
    ]
    assert [one.mean for one in matrix.columns] == pytest.approx(MEANS, abs=1e-4)


def test_whose_boom_was_over_is_shown_so_and_whose_was_not_otherwise(matrix):
    rest = {row.standing.name: (row.missing, row.rest) for row in matrix.rows}
    assert rest["Jef"] == (3, "done")
    assert rest["Ilse"] == (1, "before")
    assert rest["Hugo"] == (0, "done")


def test_scores_run_as_they_were_written(matrix):
    assert {row.standing.name: row.scores for row in matrix.rows} == SCORES


def test_notable_are_the_widest_deal_the_one_all_lost_and_the_one_greet_won_alone(matrix):
    assert [(one.kind, one.board, one.low, one.high, one.who) for one in matrix.notable] == [
        ("spread", 1, -10, 60, None),
        ("lost", 4, -24, -2, None),
        ("genius", 5, 0, 14, "Greet"),
    ]


def test_the_traveller_of_the_first_deal():
    tournament, _ = make_ten()
    deal = selectors.deal_comparison(NOBODY, tournament.pk, 1, AFTER)
    # Two for each lower, one for each equal, of 18: 18, 15, 15, 11, 11, 8, 6, 4, 1, 1.
    expected = [
        (1, "Jef", "NT", 2, (60, 0), (60, 0), 60, 18, 53),
        (2, "An", "H", 1, (40, 20), (10, 0), 10, 15, 3),
        (2, "Hugo", "H", 1, (40, 20), (10, 0), 10, 15, 3),
        (4, "Bert", "H", 1, (36, 24), (6, 0), 6, 11, -1),
        (4, "Dirk", "NT", 2, (33, 27), (6, 0), 6, 11, -1),
        (6, "Carine", "S", 1, (34, 26), (4, 0), 4, 8, -3),
        (7, "Frans", "D", 1, (30, 30), (0, 0), 0, 6, -7),
        (8, "Greet", "C", 1, (24, 36), (0, 6), -6, 4, -13),
        (9, "Els", "NT", 2, (25, 35), (0, 10), -10, 1, -17),
        (9, "Ilse", "S", 1, (20, 40), (0, 10), -10, 1, -17),
    ]
    rows = [
        (row.rank, row.name, row.trump, row.multiplier, row.pips, row.points, row.difference) for row in deal.travellers
    ]
    assert rows == [one[:7] for one in expected]
    assert [row.matchpoints for row in deal.travellers] == pytest.approx([100 * one[7] / 18 for one in expected])
    assert [row.delta for row in deal.travellers] == pytest.approx([one[8] for one in expected])
    assert deal.mean == 7


def test_the_trumps_of_the_first_deal_and_what_they_brought():
    tournament, _ = make_ten()
    deal = selectors.deal_comparison(NOBODY, tournament.pk, 1, AFTER)
    choices = {choice.trump: choice for choice in deal.trumps}
    assert {trump: list(choice.names) for trump, choice in choices.items()} == {
        "NT": ["Jef", "Dirk", "Els"],
        "H": ["An", "Hugo", "Bert"],
        "S": ["Carine", "Ilse"],
        "D": ["Frans"],
        "C": ["Greet"],
    }
    # 56 / 3, 26 / 3, −6 / 2, 0, −6; each less the mean of 7.
    means = {"NT": 18.6667, "H": 8.6667, "S": -3, "D": 0, "C": -6}
    assert {trump: choice.mean for trump, choice in choices.items()} == pytest.approx(means, abs=1e-4)
    deltas = {trump: mean - 7 for trump, mean in means.items()}
    assert {trump: choice.delta for trump, choice in choices.items()} == pytest.approx(deltas, abs=1e-4)


def test_a_carry_counts_in_what_is_written_and_not_in_the_comparison():
    tournament, _ = make_ten()
    deal = selectors.deal_comparison(NOBODY, tournament.pk, 2, AFTER)
    rows = {row.name: row for row in deal.travellers}
    assert (rows["Frans"].multiplier, rows["Frans"].points, rows["Frans"].difference) == (2, (10, 0), 5)
    assert (rows["An"].multiplier, rows["An"].points, rows["An"].difference) == (1, (5, 0), 5)
    # Both beat seven and equal each other: Bert −5, Carine 0, Dirk 1, Greet −10, Hugo 2, Ilse −2 are six: 13 of 18.
    assert rows["Frans"].matchpoints == rows["An"].matchpoints == pytest.approx(100 * 13 / 18)
    assert rows["Frans"].rank == rows["An"].rank == 3


def test_the_fifth_deal_has_eight_results_one_in_play_and_one_boom_over():
    tournament, _ = make_ten()
    deal = selectors.deal_comparison(NOBODY, tournament.pk, 5, AFTER)
    assert [(row.rank, row.name, row.difference) for row in deal.travellers] == [
        (1, "Greet", 14),
        (2, "Dirk", 0),
        (2, "Hugo", 0),
        (4, "An", -1),
        (5, "Bert", -4),
        (6, "Els", -5),
        (7, "Carine", -10),
        (8, "Frans", -15),
        (None, "Ilse", None),
        (None, "Jef", None),
    ]
    # Of 14: 14, 11, 11, 8, 6, 4, 2, 0.
    shares = [row.matchpoints for row in deal.travellers[:8]]
    assert shares == pytest.approx([100 * one / 14 for one in (14, 11, 11, 8, 6, 4, 2, 0)])
    assert [row.status for row in deal.travellers[8:]] == ["playing", "done"]
    assert deal.mean == -2.625


def test_out_of_competition_stands_in_the_matrix_and_in_no_mean():
    tournament, _ = make_ten()
    write_boom(tournament, tournament.organiser, None, [("H", 60)] * 6, True)
    matrix = selectors.get_result(NOBODY, tournament.pk, AFTER).matrix
    assert [one.mean for one in matrix.columns] == pytest.approx(MEANS, abs=1e-4)
    last = matrix.rows[-1]
    assert (last.standing.status, last.counts) == ("out", False)
    assert [(cell.difference, cell.delta) for cell in last.cells] == [(30, None)] * 6
    assert [one.who for one in matrix.notable] == [None, None, "Greet"]


# A player's page


@pytest.fixture
def hugo():
    _, users = make_ten()
    make_duel(users)
    return users


def test_a_players_page_counts_his_tournaments(hugo):
    page = get_player(NOBODY, hugo["Hugo"].pk, LATER)
    assert (page.entered, page.finished, page.wins, page.average) == (2, 2, 1, 13.5)
    assert [(one.title, one.status, one.rank, one.ranked, one.score, one.deals) for one in page.outings] == [
        ("Duel", "ranked", 1, 2, 15, 1),
        ("Proef", "ranked", 2, 9, 12, 6),
    ]
    # 15 − 10; and (3 − 2.1 − 4.6 + 5.3333 + 2.625 + 0.125) / 6.
    assert [one.delta for one in page.outings] == pytest.approx([5, 0.7306], abs=1e-4)
    assert page.delta == pytest.approx((4.3833 + 5) / 7, abs=1e-4)


def test_trump_habits_are_of_the_deals_that_south_dealt(hugo):
    (habit,) = get_player(NOBODY, hugo["Hugo"].pk, LATER).habits
    # Hearts in deals 1 and 5 and in the duel: 10, 0, 15; Δ 3, 2.625, 5.
    assert (habit.trump, habit.count) == ("H", 3)
    assert habit.mean == pytest.approx(25 / 3)
    assert habit.delta == pytest.approx(10.625 / 3)
    habits = get_player(NOBODY, hugo["An"].pk, LATER).habits
    assert [(one.trump, one.count) for one in habits] == [("H", 2), ("S", 1)]
    # Hearts in deal 1 and in the duel: 10 and 5; spades in deal 5.
    assert [one.mean for one in habits] == [7.5, -1]


@pytest.mark.parametrize("change", [{"disqualified_at": NOW, "disqualification": "x"}, {"number": None}])
def test_trump_habits_leave_out_where_one_did_not_count(hugo, change):
    Entry.objects.filter(user=hugo["An"], tournament__title="Duel").update(**change)
    habits = get_player(NOBODY, hugo["An"].pk, LATER).habits
    assert [(one.trump, one.count, one.mean) for one in habits] == [("S", 1, -1), ("H", 1, 10)]


def test_head_to_head_counts_booms_and_deals(hugo):
    page = get_player(NOBODY, hugo["Hugo"].pk, LATER, against="an")
    meeting = page.meeting
    assert page.against == "An"
    assert (meeting.won, meeting.drawn, meeting.lost) == (2, 0, 0)
    # 10:10, 2:5, −6:−8, −6:−20, 0:−1, 6:8 and 15:5.
    assert (meeting.deals, meeting.above, meeting.below) == (7, 4, 2)
    assert meeting.margin == pytest.approx(22 / 7)
    other = get_player(NOBODY, hugo["Jef"].pk, LATER, against="Hugo").meeting
    # Of the three deals that Jef played: 60:10, 30:2, 11:−6.
    assert (other.won, other.deals, other.above, other.below) == (1, 3, 3, 0)
    assert other.margin == pytest.approx(95 / 3)
    drawn = get_player(NOBODY, hugo["An"].pk, LATER, against="Greet").meeting
    assert (drawn.won, drawn.drawn, drawn.lost) == (0, 1, 0)


def test_an_unfinished_boom_lowers_completion_and_no_average(hugo):
    page = get_player(NOBODY, hugo["Ilse"].pk, LATER)
    assert (page.entered, page.finished, page.wins, page.average) == (1, 0, 0, None)
    # (−17 − 6.1 − 3.6 + 3.3333) / 4.
    assert page.delta == pytest.approx(-5.8417, abs=1e-4)
    assert [(one.status, one.rank, one.score, one.deals) for one in page.outings] == [("unfinished", None, None, 4)]


def test_a_first_place_alone_is_no_win():
    tournament, users = make_ten(first=1)
    page = get_player(NOBODY, users["An"].pk, AFTER)
    assert (page.outings[0].rank, page.outings[0].ranked, page.wins) == (1, 1, 0)
    assert tournament.pk == page.outings[0].tournament_id


def test_a_tournament_that_runs_is_neither_listed_nor_counted(hugo):
    """At `AFTER` the duel still runs: no score, no win, no deal, no meeting of it, not even for its players."""
    for viewer in (NOBODY, hugo["Hugo"], hugo["An"]):
        page = get_player(viewer, hugo["Hugo"].pk, AFTER, against="An")
        assert [one.title for one in page.outings] == ["Proef"]
        assert (page.entered, page.finished, page.wins, page.average) == (1, 1, 0, 12)
        assert [(one.trump, one.count) for one in page.habits] == [("H", 2)]
        assert (page.meeting.won, page.meeting.deals) == (1, 6)


def test_booms_of_free_play_that_are_over_stand_beside_the_tournaments():
    player = make_player()
    assert refusal(lambda: get_player(NOBODY, player.pk, NOW)).code == "no_player"
    for score in (43, -20, None, 1):
        over = {"day": NOW.date(), "score": score, "deals": 9, "comeback": 0} if score is not None else {}
        FreePlay.objects.create(user=player, system="site", bots="rulebook@1", first_dealer="S", **over)
    page = get_player(NOBODY, player.pk, NOW)
    # 24 / 3.
    assert page.free == FreeFigures(booms=3, average=8, best=43, won=2)
    assert (page.entered, page.wins, page.average) == (0, 0, None)


def test_who_keeps_his_page_to_himself_is_seen_by_nobody_else(hugo):
    player = hugo["Hugo"]
    player.hides_page = True
    player.save()
    assert get_player(player, player.pk, LATER).wins == 1
    for viewer in (NOBODY, hugo["An"], make_player(is_staff=True, is_superuser=True)):
        error = refusal(lambda: get_player(viewer, player.pk, LATER))  # noqa: B023
        assert (error.code, error.status) == ("page_hidden", 403)
    page = get_player(NOBODY, hugo["An"].pk, LATER, against="Hugo")
    assert (page.meeting, page.unmet) == (None, True)
    assert "Hugo" not in page.opponents


def test_who_never_entered_anything_public_has_no_page():
    assert refusal(lambda: get_player(NOBODY, make_player().pk, NOW)).code == "no_player"
    assert refusal(lambda: get_player(NOBODY, 10**18, NOW)).code == "no_player"
    own = make_player()
    assert get_player(own, own.pk, NOW).outings == []
