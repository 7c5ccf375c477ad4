"""The pages that compare, as a reader gets them: the figures of the tournament of ten, worked out by hand."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tests.pages.reading import read, tables_of
from tests.pages.scene import drawn_cards, logged_in, make_running
from tests.tournaments import staging
from tests.tournaments.ten import make_duel, make_ten
from tournaments import services
from tournaments.templatetags.cards import signed_mean

pytestmark = pytest.mark.django_db


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
