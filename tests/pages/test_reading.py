"""The pages to read, the search by title, and what a browser, a robot and a site that shares a link ask for."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from config.environment import ROOT
from tests.pages.scene import logged_in, make_closed, make_running
from tests.tournaments import staging
from tournaments.models import State, Tournament

pytestmark = pytest.mark.django_db

PAGES = ["/zo-speel-je/", "/zo-organiseer-je/", "/gelijke-kaarten/", "/spelregels/", "/privacy/"]


def read(address: str, **query: str) -> str:
    answer = Client().get(address, query)
    assert answer.status_code == 200
    return answer.content.decode()


def read_meta(html: str, name: str) -> str:
    found = re.search(rf'<meta (?:name|property)="{name}" content="([^"]*)"', html)
    assert found is not None, name
    return found[1]


@pytest.mark.parametrize("address", PAGES)
def test_the_foot_of_every_page_leads_to_the_pages_to_read(address):
    foot = read("/").split("<footer")[1]
    assert f'href="{address}"' in foot
    read(address)


def test_a_page_asks_nothing_of_another_site():
    tournament, _ = make_closed()
    for address in (*PAGES, "/", f"/toernooien/{tournament.pk}/lijst/", "/account/signup/", "/geen-verbinding/"):
        html = read(address)
        asked = re.findall(r'(?:src|href|action)="(https?:)?//([^/"]+)', html)
        assert {host for _, host in asked} <= {"testserver"}


def test_the_privacy_page_names_every_cookie_that_is_set():
    html = read("/privacy/")
    named = set(re.findall(r"<code>(\w+)</code>", html))
    known = {settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME}
    known |= {"messages", "seen", "apparaat"}
    tournament = make_running()
    player = staging.start(tournament)
    client = logged_in(player)
    client.post("/taal", {"language": "fr", "next": "/"})
    for address in ("/", f"/toernooien/{tournament.pk}/tafel/", "/account/instellingen/"):
        client.get(address)
    assert set(client.cookies) <= known
    assert named == known


def test_a_choice_of_language_outlives_the_browser():
    client = Client()
    client.post("/taal", {"language": "de", "next": "/"})
    assert client.cookies[settings.LANGUAGE_COOKIE_NAME]["max-age"] == 365 * 24 * 3600


def test_a_title_is_found_by_a_part_of_it_in_any_capitals_page_by_page():
    organiser = staging.make_organiser()
    for number in range(22):
        make_running(organiser=organiser, title=f"Winterbeker {number:02}")
    make_running(organiser=organiser, title="Zomerbeker 100%")
    html = read("/toernooien/", zoek="winterBEKER")
    assert "Winterbeker 21" in html
    assert "Winterbeker 01" not in html
    assert "Zomerbeker" not in html
    older = re.search(r'href="(\?zoek=winterBEKER&amp;voor=\d+)"', html)
    html = read("/toernooien/" + older[1].replace("&amp;", "&"))
    assert "Winterbeker 01" in html
    assert "Winterbeker 21" not in html
    # What means something to the database means itself here.
    assert "Zomerbeker 100%" in read("/toernooien/", zoek="100%")
    assert "heeft dat in zijn titel" in read("/toernooien/", zoek="_")
    assert "Zomerbeker" in read("/toernooien/", zoek="zomer", staat="open")
    assert "Zomerbeker" not in read("/toernooien/", zoek="zomer", staat="final")


def test_a_draft_is_not_found_by_another():
    staging.make_draft(title="Geheimbeker")
    assert "Geheimbeker" not in read("/toernooien/", zoek="Geheim").split("<main")[1].split("</form>")[1]


def test_the_site_can_be_installed():
    manifest = json.loads(Client().get("/manifest.webmanifest").content)
    assert manifest["start_url"] == "/"
    assert manifest["display"] == "standalone"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        found = finders.find(re.sub(r"\.[0-9a-f]{12}(?=\.png)", "", icon["src"]).removeprefix("/static/"))
        width = int.from_bytes(Path(found).read_bytes()[16:20], "big")
        assert icon["sizes"] == f"{width}x{width}"


def test_the_worker_keeps_one_page_and_no_page_of_a_person():
    script = Client().get("/worker.js").content.decode()
    parts = re.search(r"PARTS = \[PAGE, (.*?)\];", script)[1]
    assert [part for part in re.findall(r'"([^"]+)"', parts) if not part.startswith("/static/")] == []
    # Nothing is put into the cache but at installing.
    assert script.count("addAll") == 1
    assert ".put(" not in script
    assert ".add(" not in script
    assert Client().get("/worker.js")["Content-Type"].startswith("text/javascript")


def test_the_offline_page_speaks_all_languages_and_sets_no_cookie():
    answer = Client().get("/geen-verbinding/")
    html = answer.content.decode()
    for code, _ in settings.LANGUAGES:
        assert f'lang="{code}"' in html
    assert "Geen verbinding" in html
    assert "Keine Verbindung" in html
    assert not answer.cookies


def test_robots_are_kept_from_what_is_ones_own():
    lines = Client().get("/robots.txt").content.decode().splitlines()
    assert "Disallow: /account/" in lines
    assert "Disallow: /organisatie/" in lines
    assert not [line for line in lines if line.startswith("Disallow: /toernooien/") and "*" not in line]


def test_a_shared_list_names_the_first_three_once_it_is_final_and_nobody_before():
    tournament, users = make_closed(2, title="Beker")
    address = f"/toernooien/{tournament.pk}/lijst/"
    html = read(address)
    assert read_meta(html, "og:title") == "De lijst: Beker"
    assert read_meta(html, "og:image").startswith("http://testserver/static/manillen/icons/share-list")
    assert users[0].display_name not in read_meta(html, "description")
    Tournament.objects.filter(pk=tournament.pk).update(state=State.FINAL)
    assert users[0].display_name in read_meta(read(address), "description")


def test_an_address_is_the_same_in_every_language_and_its_own_canonical_one():
    html = read("/toernooien/", staat="open")
    assert '<link rel="canonical" href="http://testserver/toernooien/">' in html


def test_the_pictures_are_there():
    names = {path.name for path in (ROOT / "tournaments/static/manillen/icons").iterdir()}
    assert names == {
        *("icon-192.png", "icon-512.png", "maskable-512.png", "touch-180.png"),
        *("share.png", "share-list.png"),
    }


def test_a_search_asks_as_little_of_the_database_as_the_list(django_assert_max_num_queries):
    organiser = staging.make_organiser()
    for number in range(6):
        make_running(organiser=organiser, title=f"Beker {number}")
    with django_assert_max_num_queries(6):
        read("/toernooien/", zoek="beker")
