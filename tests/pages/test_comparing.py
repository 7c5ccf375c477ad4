"""The pages that compare, as a reader gets them: the figures of the tournament of ten, worked out by hand."""

import re
from html.parser import HTMLParser

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from engine.cards import Seat, card_name, list_cards
from tests.pages.scene import drawn_cards, logged_in, make_closed, make_running
from tests.tournaments import staging
from tests.tournaments.ten import make_duel, make_ten
from tournaments import services
from tournaments.services.analysing import analyse_tournament
from tournaments.templatetags.cards import signed, signed_mean

pytestmark = pytest.mark.django_db


class Tables(HTMLParser):
    """The tables of a page: for each its class, and its rows of texts as they are read out."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tables: list[tuple[str, list[list[str]]]] = []
        self.inside = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append((dict(attrs).get("class") or "", []))
        elif tag == "tr":
            self.tables[-1][1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][1][-1].append("")
            self.inside = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            row = self.tables[-1][1][-1]
            row[-1] = " ".join(f"{row[-1]} {data}".split())


def tables_of(html: str) -> dict[str, list[list[str]]]:
    return dict(Tables(html).tables)


def read(address: str, user=None) -> str:
    response = logged_in(user).get(address)
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def ten():
    """The tournament of ten, closed."""
    tournament, users = make_ten()
    services.run_due(staging.NOW + staging.DAY)
    return tournament, users


def test_the_matrix_on_the_page(ten):
    tournament, users = ten
    html = read(reverse("tournaments:standings", args=[tournament.pk]), users["Hugo"])
    matrix = tables_of(html)["matrix"]
    assert matrix[0] == ["Speler", "Deel 1", "Deel 2", "Deel 3", "Deel 4", "Deel 5", "Deel 6"]
    assert [row[0] for row in matrix[1:-1]] == [
        "1 Jef +101",
        "2 Hugo +12",
        "3 Carine +5",
        "4 Frans 0",
        "5 An −6",
        "5 Greet −6",
        "7 Bert −9",
        "8 Els −18",
        "9 Dirk −27",
        "– Ilse –",
    ]
    by_name = {row[0].split()[1]: row[1:] for row in matrix[1:-1]}
    assert by_name["Jef"] == ["+60 Δ +53,0", "+30 Δ +25,9", "+11 Δ +12,4", "boom al uit"]
    assert by_name["Hugo"] == ["+10 Δ +3,0", "+2 Δ −2,1", "−6 Δ −4,6", "−6 Δ +5,3", "0 Δ +2,6", "+6 Δ +0,1"]
    assert by_name["Greet"][4] == "+14 Δ +16,6"
    assert by_name["Ilse"] == ["−10 Δ −17,0", "−2 Δ −6,1", "−5 Δ −3,6", "−8 Δ +3,3", "bezig", "kwam niet zo ver"]
    assert matrix[-1] == ["Gemiddelde", "+7,0", "+4,1", "−1,4", "−11,3", "−2,6", "+5,9"]
    scores = tables_of(html)["matrix plain"]
    assert scores[2] == ["Hugo", "+10", "+12", "+6", "0", "0", "+12"]
    assert scores[1] == ["Jef", "+60", "+90", "+101"]
    assert html.count('class="line line-') == 10
    # One's own line is drawn last, in front.
    assert re.findall(r'class="line line-\d( mine)?( open)?"', html)[-1] == (" mine", "")


def test_a_cell_is_coloured_by_its_distance_to_the_field(ten):
    html = read(reverse("tournaments:standings", args=[ten[0].pk]))
    bands = {text: name for name, text in re.findall(r'<td class="([\w-]+)"><a [^>]+><b>([^<]+)</b>', html)}
    assert bands["+60"] == "up-2"  # Jef, +53.0
    assert bands["−24"] == "down-2"  # Els, −12.7
    near = re.findall(r'<td class="even"><a [^>]+><b>[^<]+</b><small>.*?([+−][\d,]+)</small>', html)
    assert near
    assert all(abs(float(one.replace("−", "-").replace(",", "."))) <= 1.5 for one in near)


def test_the_podium_and_the_notable_deals_on_the_page(ten):
    html = read(reverse("tournaments:standings", args=[ten[0].pk]))
    podium = re.search(r'<ol class="podium".*?</ol>', html, re.DOTALL)[0]
    assert re.findall(r"<span>(\w+)</span>", podium) == ["Jef", "Hugo", "Carine"]
    assert "Het verst uiteen: van −10 tot +60." in html
    assert "Iedereen verloor dit deel: −2 was het beste." in html
    assert "Alleen Greet schreef hier iets: +14. De beste daarna: 0." in html


def test_equal_scores_share_a_step_of_the_podium():
    tournament, _ = make_ten(first=8)
    services.run_due(staging.NOW + staging.DAY)
    for entry in tournament.entries.exclude(user__display_name__in=["An", "Bert", "Greet"]):
        services.disqualify_entry(tournament.organiser, tournament.pk, entry.pk, "x", staging.NOW + staging.DAY)
    html = read(reverse("tournaments:standings", args=[tournament.pk]))
    podium = re.search(r'<ol class="podium".*?</ol>', html, re.DOTALL)[0]
    steps = re.findall(r'<li class="step-(\d)">(.*?)</li>', podium, re.DOTALL)
    assert [(rank, re.findall(r"<span>(\w+)</span>", names)) for rank, names in steps] == [
        ("1", ["An", "Greet"]),
        ("3", ["Bert"]),
    ]


def test_the_traveller_on_the_page(ten):
    tournament, users = ten
    html = read(reverse("tournaments:deal", args=[tournament.pk, 1]), users["An"])
    rows = tables_of(html)["list standings travellers"][1:]
    found = [(row[0], row[1].split()[0], row[3], row[4], row[5], row[6], row[7]) for row in rows]
    assert found == [
        ("1", "Jef", "60–0", "60–0", "+60", "100", "+53,0"),
        ("2", "An", "40–20", "10–0", "+10", "83", "+3,0"),
        ("2", "Hugo", "40–20", "10–0", "+10", "83", "+3,0"),
        ("4", "Bert", "36–24", "6–0", "+6", "61", "−1,0"),
        ("4", "Dirk", "33–27", "6–0", "+6", "61", "−1,0"),
        ("6", "Carine", "34–26", "4–0", "+4", "44", "−3,0"),
        ("7", "Frans", "30–30", "0–0", "0", "33", "−7,0"),
        ("8", "Greet", "24–36", "0–6", "−6", "22", "−13,0"),
        ("9", "Els", "25–35", "0–10", "−10", "6", "−17,0"),
        ("9", "Ilse", "20–40", "0–10", "−10", "6", "−17,0"),
    ]
    assert "Gemiddeld verschil: +7,0;" in html
    # All four hands are drawn, the dealer is named, ten dots are plotted and one's own is marked.
    assert len(drawn_cards(html)) == 32
    assert re.search(r"<h3>Zuid <small>\(gever\)</small></h3>", html)
    assert len(re.findall(r'<circle class="dot( mine)?"', html)) == 10
    assert html.count('<circle class="dot mine"') == 1
    trumps = tables_of(html)["list trumps"][1:]
    assert [(row[1], row[2]) for row in trumps][:2] == [
        ("3 Jef, Dirk, Els", "+18,7"),
        ("3 An, Hugo, Bert", "+8,7"),
    ]


def test_whose_boom_was_over_is_told_so_and_has_no_replay(ten):
    html = read(reverse("tournaments:deal", args=[ten[0].pk, 5]))
    rows = {row[1].split()[0]: row for row in tables_of(html)["list standings travellers"][1:]}
    assert rows["Jef"][2] == "boom al uit"
    assert rows["Ilse"][2] == "was er bij de sluiting mee bezig"
    assert rows["Jef"][-1] == ""
    assert rows["Greet"][-1].startswith("Herbekijken")


def test_a_players_page(ten):
    _, users = ten
    duel = make_duel(users)
    services.close_tournament(duel.organiser, duel.pk, staging.NOW + 2 * staging.DAY - staging.HOUR, "klaar")
    html = read(reverse("tournaments:player", args=[users["Hugo"].pk]) + "?tegen=an")
    figures = dict(re.findall(r"<dt>([^<]+)</dt><dd>(.*?)</dd>", html))
    told = {name: " ".join(re.sub("<[^>]+>", " ", text).split()) for name, text in figures.items()}
    assert told == {
        "Gemiddelde score": "+13,5",
        "Gewonnen": "1",
        "Bomen uitgespeeld": "2 van 2 100%",
        "Δ met de anderen, per deel": "+1,3",
        "Bomen": "2 gewonnen, 0 verloren",
        "Delen": "4 beter, 2 minder van de 7",
        "Punten per deel": "+3,1",
    }
    assert tables_of(html)["list habits"][1:] == [["♥︎", "3", "+8,3", "+3,5"]]
    assert '<polyline points="' in html
    outings = tables_of(html)["list"][1:]
    assert [(row[1], row[2], row[3], row[4]) for row in outings] == [
        ("1 / 2", "+15", "1", "+5,0"),
        ("2 / 9", "+12", "6", "+0,7"),
    ]


def test_a_page_kept_to_oneself_is_refused_to_others_and_not_linked(ten):
    tournament, users = ten
    hugo = users["Hugo"]
    address = reverse("tournaments:player", args=[hugo.pk])
    lists = [
        reverse("tournaments:standings", args=[tournament.pk]),
        reverse("tournaments:deal", args=[tournament.pk, 1]),
    ]
    assert all(address in read(one) for one in lists)
    client = logged_in(hugo)
    form = {"display_name": "Hugo", "hides_page": "on"}
    assert client.post(reverse("account_settings"), form).status_code == 302
    answer = logged_in(users["An"]).get(address)
    assert answer.status_code == 403
    assert "houdt zijn pagina voor zich" in answer.content.decode()
    assert not any(address in read(one, users["An"]) for one in lists)
    assert all(address in read(one, hugo) for one in lists)
    assert "Alleen jij ziet deze pagina" in client.get(address).content.decode()


@pytest.mark.parametrize("against", ["Niemand", "x" * 300, "Hugo"])
def test_head_to_head_with_nobody_is_told_so(ten, against):
    _, users = ten
    html = read(reverse("tournaments:player", args=[users["Hugo"].pk]) + f"?tegen={against}")
    assert "kwam in een afgelopen toernooi niemand" in html


@pytest.mark.parametrize(
    ("mean", "words"),
    [
        (5.875, "+5,9"),
        (-11.3333, "−11,3"),
        (0.04, "0,0"),
        (-0.04, "0,0"),
        (-0.05, "−0,1"),
        (12.0, "+12,0"),
        (None, "–"),
    ],
)
def test_a_mean_is_rounded_to_a_tenth_and_nothing_has_no_sign(mean, words):
    with override("nl"):
        assert signed_mean(mean) == words


# Replays, without script


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


# The analysis


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


@pytest.mark.parametrize("entrants", [0, 1])
def test_where_nobody_played_no_analysis_is_awaited(entrants):
    tournament = make_running()
    for _ in range(entrants):
        services.enter_tournament(staging.make_player(), tournament.pk, timezone.now())
    services.close_tournament(tournament.organiser, tournament.pk, timezone.now(), "klaar")
    html = read(reverse("tournaments:standings", args=[tournament.pk]))
    assert "list standings" in tables_of(html)
    assert "<progress" not in html
    assert "js/progress.js" not in html
    assert "Je delen" not in html


@pytest.mark.parametrize("name", ["standings", "detail"])
def test_a_page_with_a_list_that_not_everyone_may_see_is_kept_by_no_browser(name):
    tournament = make_running(boards=1)
    player = staging.make_player()
    staging.play_out(tournament, player)
    response = logged_in(player).get(reverse(f"tournaments:{name}", args=[tournament.pk]))
    assert "list standings" in tables_of(response.content.decode())
    assert "no-store" in response.headers["Cache-Control"]
