"""Choosing the rules in the organiser's form: known ways, what goes with a system, refusals that keep what is typed."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from tests.pages.scene import logged_in
from tests.tournaments.staging import DAY, make_draft, make_organiser
from tournaments.models import Series, Tournament
from tournaments.rules_form import PRESETS, RulesForm

pytestmark = pytest.mark.django_db
NEW = "/organisatie/nieuw/"


@pytest.fixture
def organiser() -> Client:
    return logged_in(make_organiser(is_demo=True))


def send(client, path=NEW, **fields):
    closes = timezone.localtime(timezone.now() + DAY).strftime("%Y-%m-%dT%H:%M")
    typed = {"title": "Beker", "closes_at": closes, "review_hours": 24, "capacity": 10, "boards": 40}
    return client.post(path, {**typed, "first_dealer": "S", "bots": "rulebook@1", **fields})


def filled(html: str) -> dict[str, str]:
    """The rules as a form shows them, by field: the value of a box that is ticked is "on"."""
    values = dict(re.findall(r'<input type="(?:number|hidden)" name="(\w+)" value="([^"]*)"', html))
    values |= dict.fromkeys(re.findall(r'<input type="checkbox" name="(\w+)"[^>]* checked', html), "on")
    for name, options in re.findall(r'<select name="(\w+)".*?>(.*?)</select>', html, re.DOTALL):
        values |= dict.fromkeys([name], *re.findall(r'value="([^"]*)" selected', options)[:1])
    return values


@pytest.mark.parametrize("preset", PRESETS)
def test_a_known_way_fills_the_form_and_is_what_is_saved(organiser, preset):
    shown = send(organiser, voorkeuze=preset)
    assert shown.status_code == 200
    assert not Tournament.objects.exists()
    fields = {name: value for name, value in filled(shown.content.decode()).items() if name in RulesForm.RULES}
    assert send(organiser, **fields).status_code == 302
    _, system, options = PRESETS[preset]
    made = Tournament.objects.get()
    assert (made.system, made.options) == (system, options)


def test_another_system_shows_its_own_options_before_it_is_saved(organiser):
    answer = send(organiser, system="whisthub", sheet="site", target="61")
    html = answer.content.decode()
    assert answer.status_code == 400
    assert "Dit zijn nu de afspraken van dit systeem" in html
    assert filled(html)["doubling"] == "on"
    assert not Tournament.objects.exists()


def test_only_what_goes_with_the_system_is_shown(organiser):
    html = organiser.post("/organisatie/spelregels", {"system": "manillen61", "boards": 40}).content.decode()
    assert 'name="partner_blind"' not in html
    assert 'name="partner_exempt"' in html
    html = organiser.post("/organisatie/spelregels", {"system": "site", "boards": 40}).content.decode()
    assert 'name="partner_blind"' in html
    assert 'name="partner_exempt"' not in html


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"system": "site", "doubling": "on", "cap": "1", "target": "101"}, "(regel C1)"),
        ({"system": "site", "way": "round", "partner_blind": "on", "target": "101"}, "(regel C9)"),
        ({"system": "manilj", "target": "", "fixed_deals": ""}, "(regel C20)"),
        ({"system": "site", "fixed_deals": "16", "boards": 12, "target": ""}, "(regel C21)"),
    ],
)
def test_a_combination_that_cannot_be_is_refused_with_the_reason_and_kept(organiser, fields, words):
    answer = send(organiser, sheet=fields["system"], **fields)
    html = answer.content.decode()
    assert answer.status_code == 400
    assert words in html
    assert not Tournament.objects.exists()
    kept = filled(html)
    for name, value in fields.items():
        if value and name != "boards":
            assert kept[name] == str(value), name


def test_a_draft_is_shown_with_its_rules():
    draft = make_draft(make_organiser(is_demo=True), system="malilla", options={"target": 201, "packing": 44})
    client = logged_in(draft.organiser)
    page = client.get(f"/organisatie/{draft.pk}/wijzigen/")
    shown = filled(page.content.decode())
    assert (shown["system"], shown["target"], shown["packing"]) == ("malilla", "201", "44")


def test_a_series_takes_the_rules_to_its_tournaments(organiser):
    fields = {"name": "Reeks", "title": "Dag {datum}", "opens": "20:00", "starts_on": "2030-01-01", "review_hours": 0}
    answer = send(
        organiser, "/organisatie/reeksen/nieuw/", **fields, system="manilj", sheet="manilj", fixed_deals="12", target=""
    )
    assert answer.status_code == 302
    series = Series.objects.get()
    assert (series.system, series.options["fixed_deals"]) == ("manilj", 12)
    html = organiser.get(f"/reeksen/{series.pk}/").content.decode()
    assert "Manilj: precies 12 delen" in html
