"""Replays and the analysis, as a reader gets them without script."""

import re

import pytest
from django.urls import reverse

from engine.cards import Seat, card_name, list_cards
from tests.pages.reading import Tables, read, tables_of
from tests.pages.scene import drawn_cards, logged_in, make_closed
from tests.tournaments import staging
from tournaments.services.analysing import analyse_tournament
from tournaments.templatetags.cards import signed

pytestmark = pytest.mark.django_db


@pytest.fixture
def closed():
    return make_closed(2, boards=2)


def replay_address(tournament, user, board=1, asked="") -> str:
    entry = tournament.entries.get(user=user).pk
    return reverse("tournaments:replay", args=[tournament.pk, board, entry]) + asked


def steps_of(html: str) -> dict[str, str]:
    return {
        step: address.replace("&amp;", "&")
        for address, step in re.findall(r'href="([^"]+)" data-step="([\w-]+)"', html)
    }


def test_a_deal_is_stepped_through_by_links_alone(closed):
    tournament, users = closed
    address = replay_address(tournament, users[0])
    seen = 0
    while True:
        html = read(address)
        assert len(drawn_cards(html)) <= 32
        steps = steps_of(html)
        if "on" not in steps:
            break
        address = steps["on"]
        seen += 1
    assert seen == 33
    tricks = 0
    while "back-trick" in steps:
        steps = steps_of(read(steps["back-trick"]))
        tricks += 1
    # From the end over seven tricks, the choice of trump, to the deal.
    assert tricks == 9


def test_two_playings_start_where_they_part_and_both_cards_are_marked(closed):
    tournament, users = closed
    other = tournament.entries.get(user=users[1]).pk
    html = read(replay_address(tournament, users[0], 2, f"?naast={other}"))
    assert html.count('class="replay-felt"') == 2
    assert html.count("hier loopt het uiteen") == 2
    assert "loopt het uiteen in slag" in html
    steps = steps_of(html)
    assert "parting" not in steps
    # A step away there is a way back to it.
    away = steps_of(read(steps["first"]))
    assert steps_of(read(away["on"]))["parting"] == away["parting"]


def test_a_link_to_a_moment_shows_that_moment_to_anyone(closed):
    tournament, users = closed
    html = read(replay_address(tournament, users[0], 2, "?zet=12"), users[1])
    link = re.search(r'href="([^"]+)" data-share', html)[1].replace("&amp;", "&")
    assert 'aria-current="step"' in html
    moment = re.search(r'<div id="replay".*?</ul>\n</div>', html, re.DOTALL)[0]
    again = re.search(r'<div id="replay".*?</ul>\n</div>', read(link), re.DOTALL)[0]
    # For its own player it says "you"; for all others the same words.
    # Only who is logged in can play on from it.
    offer = re.compile(r'<div class="what-if-offer">.*?</div>', re.DOTALL)
    assert offer.sub("", again) == offer.sub("", moment)


def test_as_south_one_sees_neither_the_other_hands_nor_what_is_to_come(closed):
    tournament, users = closed
    entry = tournament.entries.get(user=users[0])
    acts = entry.boom.plays.get(board=2).acts.split()
    html = read(replay_address(tournament, users[0], 2, "?zet=7&zicht=zuid"))
    own = {act for act in acts[1::] if act in drawn_cards(html)}
    deck = staging.deck_of(tournament)
    south = {card_name(card) for card in list_cards(deck.board(2).hands[Seat.S])}
    played = set(acts[1:7])
    assert own <= south | played
    assert drawn_cards(html) <= south | played
    told = set(re.findall(r"(?:schoppen|harten|ruiten|klaveren) (?:\d+|boer|vrouw|heer|aas)", html))
    assert len(told) <= len(south | played)
    assert "Toon alle handen" in html


@pytest.mark.parametrize("asked", ["?zet=x", "?zet=-3", "?zet=99999999999999999999", "?naast=x", "?zicht=noord"])
def test_what_cannot_be_read_of_an_address_is_left_aside(closed, asked):
    tournament, users = closed
    assert 'class="replay-felt"' in read(replay_address(tournament, users[0], 1, asked))


def test_a_replay_that_is_none_is_not_found(closed):
    tournament, users = closed
    client = logged_in(None)
    assert client.get(replay_address(tournament, users[0], 1, "?naast=999999999")).status_code == 404
    assert client.get(reverse("tournaments:replay", args=[tournament.pk, 9, 1])).status_code == 404
    assert client.get(reverse("tournaments:player", args=[999999999])).status_code == 404


def test_while_the_analysis_runs_its_progress_is_shown_and_afterwards_its_figures(closed):
    tournament, _ = closed
    address = reverse("tournaments:standings", args=[tournament.pk])
    assert "0 van 0 klaar" in read(address)
    analyse_tournament(tournament.pk, staging.NOW, boards=1)
    html = read(address)
    assert "1 van 2 klaar" in html
    assert '<progress id="analysing" max="2" value="1">' in html
    assert "js/progress.js" in html
    assert "list summary" not in tables_of(html)
    analyse_tournament(tournament.pk, staging.NOW)
    html = read(address)
    assert "<progress" not in html
    assert "js/progress.js" not in html
    summary = tables_of(html)["list summary"]
    assert summary[0] == ["Speler", "% van de top", "Weggegeven per deel", "Fouten"]
    assert len(summary) == 3


def test_what_a_card_gave_away_is_told_at_its_moment_and_marked_among_the_tricks():
    gifts = 0
    while not gifts:  # The cards hang on the id: now and then nothing is given away in two deals.
        tournament, users = make_closed(1, boards=2)
        analyse_tournament(tournament.pk, staging.NOW)
        entry = tournament.entries.get(user=users[0])
        decisions = [one for play in entry.boom.plays.all() for one in play.analysis.decisions]
        gifts = sum(one["best"] > one["value"] for one in decisions)
    told = 0
    for play in entry.boom.plays.select_related("analysis"):
        for one in play.analysis.decisions:
            html = read(replay_address(tournament, users[0], play.board, f"?zet={one['place'] + 1}"))
            given = one["best"] - one["value"]
            unit = "kaartpunt" if one["kind"] == "card" else "punt"
            words = re.search(r"Deze (?:kaart|troef) gaf (\d+) (kaartpunt|punt)(?:en)? weg", html)
            assert (words and (int(words[1]), words[2])) == ((given, unit) if given else None)
            mistake = given > 0 and one["bot_value"] > one["value"]
            assert ("Een fout: de sterkste bot had" in html) == mistake
            told += given > 0
        marked = [int(one) for one in re.findall(r'class="given[^"]*">−(\d+)', html)]
        cards = [one for one in play.analysis.decisions if one["kind"] == "card"]
        assert marked == [one["best"] - one["value"] for one in cards if one["best"] > one["value"]]
    assert told == gifts


def test_where_two_part_the_value_of_both_cards_is_told(closed):
    tournament, users = closed
    analyse_tournament(tournament.pk, staging.NOW)
    other = tournament.entries.get(user=users[1])
    address = replay_address(tournament, users[0], 2, f"?naast={other.pk}")
    html = read(address)
    place = int(re.search(r"zet=(\d+)[^\"]*\" data-share", html)[1]) - 1
    values = []
    for user in users:
        decisions = tournament.entries.get(user=user).boom.plays.get(board=2).analysis.decisions
        values += [one["value"] for one in decisions if one["place"] == place]
    assert [int(one) for one in re.findall(r"goed voor (\d+) kaartpunt", html)] == values
    assert len(values) == 2


def test_the_best_of_a_deal_for_each_trump_is_shown_once_it_is_analysed(closed):
    tournament, _ = closed
    address = reverse("tournaments:deal", args=[tournament.pk, 1])
    assert "Wat erin zat" not in read(address)
    analyse_tournament(tournament.pk, staging.NOW)
    html = read(address)
    best = tournament.board_analyses.get(board=1).best
    shown = [rows for name, rows in Tables(html).tables if name == "list trumps"][-1][1:]
    assert sorted((row[1], row[2]) for row in shown) == sorted(
        (str(pips), signed((pips - 30) * (2 if trump == "NT" else 1))) for trump, pips in best.items()
    )
