"""No hidden card leaves the server before its time, in no answer to anyone, refusals and pages included."""

import logging
import re
from datetime import timedelta

import pytest
from django.contrib import admin
from django.test import Client
from django.utils import timezone

from engine.cards import Seat, card_name, list_cards
from engine.play import Play as EnginePlay
from tests.api.staging import ROOT, client_of, nobody, send_act
from tests.tournaments.staging import boom_of, choices, deck_of, make_organiser, make_player, random_choice
from tournaments import services
from tournaments.models import Entry, TournamentSecret
from tournaments.services import playing, replying

pytestmark = pytest.mark.django_db

CARD = re.compile(r"(?<![A-Za-z0-9])[SHDC][789JQKAT](?![A-Za-z0-9])")


def make_tournament(**fields):
    now = timezone.now()
    draft = services.create_tournament(
        make_organiser(is_superuser=True), {"title": "Proef", "closes_at": now + timedelta(days=1), **fields}, now
    )
    services.announce_tournament(draft.organiser, draft.pk, now)
    return services.open_tournament(draft.organiser, draft.pk, now)


def names(cards: int) -> set[str]:
    return {card_name(card) for card in list_cards(cards)}


class Table:
    """What the player of a boom may know of the cards, worked out from the deals and the acts themselves."""

    def __init__(self, tournament, user) -> None:
        boom = boom_of(tournament, user)
        deck = deck_of(tournament)
        self.known: set[str] = set()
        self.hands: set[str] = set()
        for row in boom.plays.order_by("board"):
            board = deck.board(row.board)
            play = EnginePlay(board, deck.system, row.carry)
            for text in row.acts.split():
                play.perform(text)
            if play.phase == "over" and row.finished_at is not None:
                self.known |= names(2**32 - 1)  # this deal is over: all its cards may be told
                continue
            self.running = play
            self.played = {act.text for act in play.acts if act.kind == "card"}
            blind = play.phase == "trump" and board.dealer == Seat.N
            self.own = set() if blind else names(board.hands[Seat.S])
            self.hidden = names(2**32 - 1) - self.own - self.played


def list_addresses(tournament, entry_id):
    """Every address of the API and of the pages at which something of this tournament stands, before its closing."""
    one = f"{ROOT}tournaments/{tournament.pk}/"
    rests = ["", "standings/", "deals/", "deals/1/", "deals/2/", f"deals/1/{entry_id}/", f"deals/2/{entry_id}/"]
    page = f"/toernooien/{tournament.pk}/"
    pages = ["", "lijst/", "delen/", "delen/1/", "tafel/"]
    pages += [f"delen/{board}/{entry_id}/{asked}" for board in (1, 2) for asked in ("", "?zet=4", "?zicht=zuid&zet=99")]
    player = f"/spelers/{Entry.objects.get(pk=entry_id).user_id}/"
    return (
        [one + rest for rest in [*rests, "table/", f"records/{entry_id}/"]],
        ["/toernooien/", "/mijn/", player, *[page + rest for rest in pages]],
    )


def read_own(tournament, client, entry_id):
    """All that its player can ask of them, by the API and in a browser."""
    browser = Client()
    browser.force_login(Entry.objects.get(pk=entry_id).user)
    api, pages = list_addresses(tournament, entry_id)
    fragment = f"/toernooien/{tournament.pk}/tafel/fragment"
    return [client.get(address) for address in api] + [browser.get(address) for address in [*pages, fragment]]


def read_others(tournament, others, entry_id):
    """All that these others can ask of them."""
    api, pages = list_addresses(tournament, entry_id)
    return [other.get(address) for other in others for address in api + pages]


def secrets_of(tournament):
    secret = bytes(TournamentSecret.objects.get(tournament=tournament).secret)
    deck = deck_of(tournament)
    return {secret.hex(), *(deck.bots_key(number).hex() for number in (1, 2, 3))}


def leaks(answers, hidden: set[str]) -> set[str]:
    """Hidden cards that stand in these answers."""
    found = set()
    for answer in answers:
        found |= set(CARD.findall(answer.content.decode())) & hidden
    return found


def test_during_the_first_deal_no_hidden_card_stands_in_any_answer():
    """The first deal, so that no card may be told because an earlier deal is over."""
    tournament, user = make_tournament(boards=2), make_player()
    client = client_of(user)
    client.post(f"{ROOT}tournaments/{tournament.pk}/entry/")
    client.post(f"{ROOT}tournaments/{tournament.pk}/table/")
    entry_id = Entry.objects.get().pk
    others = [nobody(), client_of(make_player()), client_of(tournament.organiser)]
    secrets = secrets_of(tournament)
    choose = random_choice(6)
    table = client.get(f"{ROOT}tournaments/{tournament.pk}/table/").json()
    turns = 0
    while table["board"] == 1:
        view = Table(tournament, user)
        wrong = [send_act(client, tournament.pk, table["ply"], card) for card in sorted(table["forbidden"])]
        wrong += [send_act(client, tournament.pk, table["ply"] + 1, "H7"), send_act(client, tournament.pk, 0, "S7")]
        answers = read_own(tournament, client, entry_id) + wrong
        assert leaks(answers, view.hidden) == set()
        assert leaks(answers, view.own) != set()
        # A card that is not held is refused by name of nothing: the answer is the same whoever holds it.
        not_held = {send_act(client, tournament.pk, table["ply"], card).content for card in sorted(view.hidden)}
        assert len(not_held) <= 1
        by_others = read_others(tournament, others, entry_id)
        assert leaks(by_others, names(2**32 - 1)) == set()
        answers += by_others
        assert not any(secret in answer.content.decode() for secret in secrets for answer in answers)
        answer = send_act(client, tournament.pk, table["ply"], choose(table))
        table = answer.json()["table"]
        if table["board"] == 1:
            assert leaks([answer], Table(tournament, user).hidden) == set()
        turns += 1
    assert turns == 9


def test_while_north_is_to_choose_souths_own_hand_stands_nowhere(monkeypatch):
    """B2. The bots choose in the same breath; here they fail, so that the moment lasts."""
    tournament, user = make_tournament(first_dealer="N"), make_player()

    def fail(name, view, key):
        raise RuntimeError("no act")

    monkeypatch.setattr(replying, "decide", fail)
    client = client_of(user)
    one = f"{ROOT}tournaments/{tournament.pk}/"
    client.post(one + "entry/")
    started = client.post(one + "table/")
    table = started.json()
    assert (table["dealer"], table["to_act"], table["phase"], table["hand"]) == ("N", "N", "trump", None)
    assert table["state"] == "waiting"
    entry_id = Entry.objects.get().pk
    others = [nobody(), client_of(make_player()), client_of(tournament.organiser)]
    wrong = [send_act(client, tournament.pk, ply, "H") for ply in (0, 1)]
    answers = [started, *read_own(tournament, client, entry_id), *read_others(tournament, others, entry_id), *wrong]
    assert leaks(answers, names(2**32 - 1)) == set()
    record = client.get(f"{one}records/{entry_id}/").content.decode()
    assert '[Deal "N:- - - -"]' in record

    # Any card at all is refused in the same words, one's own, which one may not know, among them.
    answers = [send_act(client, tournament.pk, 0, card) for card in sorted(names(2**32 - 1))]
    bodies = {(answer.status_code, answer.json()["message"]) for answer in answers}
    assert len(bodies) == 1
    assert {code for code, _ in bodies} == {409}
    monkeypatch.undo()
    shown = client.post(one + "table/advance/").json()
    assert len(shown["hand"]) == 8


def test_a_record_in_the_middle_of_a_deal_shows_one_hand():
    tournament, user = make_tournament(), make_player()
    client = client_of(user)
    one = f"{ROOT}tournaments/{tournament.pk}/"
    client.post(one + "entry/")
    client.post(one + "table/")
    entry_id = Entry.objects.get().pk
    table = client.get(one + "table/").json()
    while table["board"] == 1:
        text = client.get(f"{one}records/{entry_id}/").content.decode()
        north, east, south, west = re.search(r'Deal "N:([^"]*)"', text)[1].split()
        assert (north, east, west) == ("-", "-", "-")
        assert len(south.replace(".", "")) == 8
        table = send_act(client, tournament.pk, table["ply"], choices(table)[0]).json()["table"]


def test_no_card_key_or_secret_stands_in_a_log_line(monkeypatch, caplog):
    tournament, user = make_tournament(boards=1), make_player()
    client = client_of(user)
    one = f"{ROOT}tournaments/{tournament.pk}/"
    with caplog.at_level(logging.INFO):
        client.post(one + "entry/")
        client.post(one + "table/")
        table = client.get(one + "table/").json()
        secrets = secrets_of(tournament)
        for text in ("X", "HT", "S7"):
            send_act(client, tournament.pk, table["ply"] + 5, text)
        with monkeypatch.context() as patch:
            patch.setattr(playing, "describe_table", lambda seated: 1 / 0)
            assert send_act(client, tournament.pk, table["ply"], choices(table)[0]).status_code == 500
        while not table["finished"]:
            table = send_act(client, tournament.pk, table["ply"], choices(table)[0]).json()["table"]
    assert "ZeroDivisionError" in caplog.text
    assert CARD.findall(caplog.text) == []
    assert not any(secret in caplog.text for secret in secrets)


def test_the_admin_shows_no_secret_no_card_and_no_figure_of_a_boom(client):
    tournament, user = make_tournament(), make_player()
    api = client_of(user)
    one = f"{ROOT}tournaments/{tournament.pk}/"
    api.post(one + "entry/")
    table = api.post(one + "table/").json()
    for _ in range(12):
        table = send_act(api, tournament.pk, table["ply"], choices(table)[0]).json()["table"]
    registered = {model._meta.label for model in admin.site._registry if model._meta.app_label == "tournaments"}
    assert registered == {"tournaments.Tournament", "tournaments.Entry", "tournaments.OrganiserAct"}
    organiser = tournament.organiser
    organiser.is_demo = True  # spares it the second factor
    organiser.save()
    client.force_login(organiser)
    entry_id = Entry.objects.get().pk
    addresses = ["tournament/", f"tournament/{tournament.pk}/change/", "entry/", f"entry/{entry_id}/change/"]
    for address in addresses:
        answer = client.get(f"/beheer/tournaments/{address}")
        assert answer.status_code == 200
        text = answer.content.decode()
        assert CARD.findall(text) == []
        assert not any(secret in text for secret in secrets_of(tournament))
        assert client.post(f"/beheer/tournaments/{address}").status_code in (200, 302, 403)
    registered = {model._meta.label for model in admin.site._registry}
    assert not registered & {"authtoken.TokenProxy", "authtoken.Token", "mfa.Authenticator"}


@pytest.mark.parametrize(
    "asked", ["state=finished", "state__exact=playing", "boom__total_we__gte=1", "finished_at__gt=2020-01-01"]
)
def test_the_admin_cannot_be_asked_how_far_anyone_is_by_its_address(asked, client):
    tournament = make_tournament()
    client.force_login(make_organiser(is_demo=True, is_superuser=True))
    assert client.get("/beheer/tournaments/tournament/?state__exact=open").status_code == 200
    for kind in ("entry", "tournament"):
        if kind == "tournament" and asked.startswith("state"):
            continue  # a tournament's own state is public
        answer = client.get(f"/beheer/tournaments/{kind}/?{asked}")
        assert answer.status_code in (302, 400)
    assert tournament.state == "open"
