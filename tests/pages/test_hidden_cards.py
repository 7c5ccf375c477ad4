"""No page draws or names a card before its time, at any moment of a boom."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from engine.cards import Seat, card_name, list_cards
from tests.pages.scene import drawn_cards, logged_in, make_running
from tests.tournaments import staging
from tournaments import selectors, services

pytestmark = pytest.mark.django_db

NAMES = re.compile(r"\b(schoppen|harten|ruiten|klaveren) (7|8|9|10|boer|vrouw|heer|aas)\b")


def known_cards(table: dict) -> set[str]:
    """What South may know from the table: his hand, what lies or lay there in the last trick, the previous deal."""
    known = set(table["hand"] or ())
    known |= {play["card"] for play in table["trick"]}
    if table["last_trick"]:
        known |= {play["card"] for play in table["last_trick"]["cards"]}
    return known


@pytest.mark.parametrize("address", ["table", "table_fragment"])
def test_the_table_draws_what_south_knows_and_nothing_else_all_through_three_deals(address):
    tournament = make_running(boards=4)
    user = staging.start(tournament)
    client = logged_in(user)
    seen_all = 0
    while True:
        table = selectors.table_state(user, tournament.pk, timezone.now())
        html = client.get(reverse(f"tournaments:{address}", args=[tournament.pk])).content.decode()
        # The previous deal is drawn in full, so it is cut out: what is left is the running deal.
        running = re.sub(r'<details class="aside-box" id="last-deal">.*?</details>', "", html, flags=re.DOTALL)
        assert drawn_cards(running) == known_cards(table)
        assert ('id="last-deal"' in html) == (table["board"] > 1)
        seen_all += 1
        if table["board"] == 4:
            break
        act = staging.random_choice(seen_all)(table)
        services.perform_act(user, tournament.pk, table["ply"], act, timezone.now())
    assert seen_all > 25


def test_while_north_chooses_trump_souths_own_cards_lie_face_down(monkeypatch):
    """North deals: between his being asked and his choice no card of South's is in the page (B2)."""
    tournament = make_running(first_dealer="N", boards=1)
    user = staging.make_player()
    staging.enter(tournament, user)
    # The bots are held up, as by a crash after the first transaction.
    monkeypatch.setattr("tournaments.services.entering.advance_boom", lambda *args: False)
    services.start_boom(user, tournament.pk, timezone.now())
    client = logged_in(user)
    html = client.get(reverse("tournaments:table", args=[tournament.pk])).content.decode()
    assert "Noord (maat) kiest de troef" in html
    assert "Je ziet je kaarten zodra Noord de troef gekozen heeft" in html
    assert drawn_cards(html) == set()
    assert not NAMES.search(html)
    assert html.count("#card-back") == 3 * 8 + 8 + 1
    # Going on brings North's choice, and the cards.
    response = client.post(reverse("tournaments:table_advance", args=[tournament.pk]))
    assert response.status_code == 302
    html = client.get(response.url).content.decode()
    assert len(drawn_cards(html)) == 8 + 1


def test_the_answer_to_a_card_holds_no_other_card_than_those_played_and_ones_own():
    tournament = make_running(boards=2)
    user = staging.start(tournament)
    client = logged_in(user)
    address = reverse("tournaments:table_act", args=[tournament.pk])
    for number in range(9):
        before = selectors.table_state(user, tournament.pk, timezone.now())
        act = staging.random_choice(number)(before)
        response = client.post(address, {"ply": before["ply"], "act": act}, headers={"accept": "application/json"})
        body = response.json()
        after = selectors.table_state(user, tournament.pk, timezone.now())
        played = {step["card"] for step in body["steps"] if step["do"] == "card"}
        if after["board"] == before["board"]:
            assert drawn_cards(body["html"]) | played <= known_cards(after) | known_cards(before) | {act}


def test_before_closing_no_page_of_others_shows_a_card_of_a_running_boom():
    tournament = make_running(boards=2)
    playing, finished = staging.make_player(), staging.make_player()
    staging.start(tournament, playing)
    staging.play_acts(tournament, playing, 5)
    staging.play_out(tournament, finished)
    secret = bytes(tournament.secret.secret).hex()
    for user in (None, staging.make_player(), tournament.organiser):
        client = logged_in(user)
        for name, args in (("detail", ()), ("standings", ()), ("deals", ()), ("deal", (1,)), ("table", ())):
            html = client.get(reverse(f"tournaments:{name}", args=[tournament.pk, *args])).content.decode()
            assert drawn_cards(html) == set()
            assert not NAMES.search(html)
            assert secret not in html


def test_before_closing_no_replay_but_ones_own_and_no_matrix_plot_or_figure_of_others():
    tournament = make_running(boards=2)
    playing, finished = staging.make_player(), staging.make_player()
    staging.start(tournament, playing)
    staging.play_acts(tournament, playing, 12)
    staging.play_out(tournament, finished)
    entries = {user.pk: tournament.entries.get(user=user).pk for user in (playing, finished)}
    viewers = (None, staging.make_player(), tournament.organiser, playing, finished)
    for user in viewers:
        client = logged_in(user)
        for owner, entry in entries.items():
            own = user is not None and user.pk == owner
            for board in (1, 2):
                address = reverse("tournaments:replay", args=[tournament.pk, board, entry])
                other = next(pk for pk in entries.values() if pk != entry)
                for asked in ("", "?zet=0", "?zet=33", "?zet=3&zicht=zuid"):
                    answer = client.get(address + asked)
                    assert answer.status_code == (200 if own else 403)
                    assert own or not drawn_cards(answer.content.decode())
                assert client.get(f"{address}?naast={other}").status_code == 403
        html = client.get(reverse("tournaments:standings", args=[tournament.pk])).content.decode()
        assert not re.search(r'class="(matrix|plot|podium|cards-list notable)', html)
        for player in (playing, finished):
            page = client.get(reverse("tournaments:player", args=[player.pk])).content.decode()
            assert "Er is nog geen toernooi afgelopen" in page
            assert not re.search(r"<dt>|<table|<svg class=\"plot", page)
    # What one sees of one's own deal that runs: South's cards and those that fell, at every moment of it.
    view = selectors.table_state(playing, tournament.pk, timezone.now())
    client = logged_in(playing)
    for moment in range(40):
        asked = f"?zet={moment}"
        address = reverse("tournaments:replay", args=[tournament.pk, view["board"], entries[playing.pk]])
        html = client.get(address + asked).content.decode()
        assert drawn_cards(html) <= own_cards(tournament, playing, view["board"])


def own_cards(tournament, user, board: int) -> set[str]:
    """South's cards as dealt, and those that fell so far."""
    hand = staging.deck_of(tournament).board(board).hands[Seat.S]
    acts = staging.boom_of(tournament, user).plays.get(board=board).acts.split()
    return {card_name(card) for card in list_cards(hand)} | set(acts)


def test_ones_own_deal_in_progress_shows_its_tricks_and_no_hand():
    tournament = make_running(boards=2)
    user = staging.start(tournament)
    staging.play_acts(tournament, user, 4)
    html = logged_in(user).get(reverse("tournaments:deal", args=[tournament.pk, 1])).content.decode()
    assert drawn_cards(html) == set()
    assert "De vier handen" not in html
    assert "Zoals jij het speelde" in html
