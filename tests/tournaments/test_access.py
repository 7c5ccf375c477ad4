"""Who sees what, when: the table of the design, a line of it for each viewer in each state."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.tournaments.staging import (
    DAY,
    NOW,
    SECRET,
    enter,
    make_announced,
    make_draft,
    make_open,
    make_organiser,
    make_player,
    play_acts,
    play_out,
    refusal,
    start,
)
from tournaments import selectors, services
from tournaments.errors import ServiceError
from tournaments.models import Entry, State

pytestmark = pytest.mark.django_db

NOBODY = AnonymousUser()

# What may be seen: "totals" (the list, with others' totals, and how far they are), "own" (one's own deals and
# replay), "hands" (all four hands of a deal of one's own that is over), "others" (their results and replays of a
# deal), "all hands" (of every deal), "secret".
AFTER = {"totals", "others", "all hands", "secret"}
TABLE = {
    (State.OPEN, "visitor"): set(),
    (State.OPEN, "stranger"): set(),
    (State.OPEN, "organiser"): set(),
    (State.OPEN, "entered"): set(),
    (State.OPEN, "playing"): {"own", "hands"},
    (State.OPEN, "finished"): {"own", "hands", "totals"},
    (State.CLOSED, "visitor"): AFTER,
    (State.CLOSED, "stranger"): AFTER,
    (State.CLOSED, "organiser"): AFTER,
    (State.CLOSED, "entered"): AFTER,
    (State.CLOSED, "playing"): AFTER | {"own", "hands"},
    (State.CLOSED, "finished"): AFTER | {"own", "hands"},
    (State.FINAL, "visitor"): AFTER,
    (State.FINAL, "finished"): AFTER | {"own", "hands"},
    (State.CANCELLED, "visitor"): {"secret"},
    (State.CANCELLED, "organiser"): {"secret"},
    (State.CANCELLED, "playing"): {"own", "hands", "secret"},
    (State.CANCELLED, "finished"): {"own", "hands", "secret"},
}


@pytest.fixture
def scene():
    """One has finished, two are in their second deal, one has entered; all four hands of board 1 are known to three."""
    tournament = make_open(boards=2)
    people = {
        "visitor": NOBODY,
        "stranger": make_player(),
        "organiser": tournament.organiser,
        "entered": make_player(),
        "playing": make_player(),
        "finished": make_player(),
        "other": make_player(),
    }
    enter(tournament, people["entered"])
    play_out(tournament, people["finished"])
    for name in ("playing", "other"):
        start(tournament, people[name])
        play_acts(tournament, people[name], 12)
    return tournament, people


def may(act) -> bool:
    try:
        act()
    except ServiceError:
        return False
    return True


def seen_by(tournament, user, now) -> set[str]:
    page = selectors.get_tournament(user, tournament.pk, now)
    entries = {entry.user_id: entry.pk for entry in Entry.objects.filter(tournament=tournament)}
    own = entries.get(user.pk)
    others = [pk for pk in entries.values() if pk != own]
    seen = set()

    def replay(entry, board):
        return selectors.replay(user, tournament.pk, entry, board, now)

    if may(lambda: selectors.standings(user, tournament.pk, now)):
        seen.add("totals")
    assert (page.standings is not None) == ("totals" in seen)
    assert all((row.state is None) == ("totals" not in seen) for row in page.entrants if not row.is_me)
    if own is not None and may(lambda: replay(own, 1)):
        seen.add("own")
        assert may(lambda: selectors.record_text(user, tournament.pk, own, now))
        if replay(own, 1)["hands"] is not None:
            seen.add("hands")
    by_replay = {may(lambda pk=pk: replay(pk, 1)) for pk in others}
    if may(lambda: selectors.deal_comparison(user, tournament.pk, 1, now)):
        deal = selectors.deal_comparison(user, tournament.pk, 1, now)
        if deal.travellers is not None:
            seen.add("others")
            assert deal.mean is not None
        elif own is not None:
            assert deal.own["board"] == 1
    if may(lambda: selectors.deal_comparison(user, tournament.pk, 2, now)):
        running = selectors.deal_comparison(user, tournament.pk, 2, now)
        if running.hands is not None and (running.own is None or running.own["result"] is None or running.travellers):
            seen.add("all hands")
    records = {may(lambda pk=pk: selectors.record_text(user, tournament.pk, pk, now)) for pk in others}
    assert (True in by_replay) == (True in records) == ("others" in seen)
    if page.secret is not None:
        assert page.secret == SECRET.hex()
        seen.add("secret")
    return seen


@pytest.mark.parametrize(("state", "viewer"), TABLE, ids=lambda value: str(value))
def test_a_viewer_sees_what_the_table_says(scene, state, viewer):
    tournament, people = scene
    now = {State.OPEN: NOW, State.CLOSED: NOW + DAY, State.FINAL: NOW + 2 * DAY, State.CANCELLED: NOW}[state]
    if state == State.CANCELLED:
        services.cancel_tournament(tournament.organiser, tournament.pk, "x", NOW)
    assert selectors.get_tournament(people[viewer], tournament.pk, now).state == state
    assert seen_by(tournament, people[viewer], now) == TABLE[state, viewer]


@pytest.mark.parametrize("viewer", ["visitor", "stranger", "organiser", "entered", "playing", "finished"])
def test_everyone_sees_who_has_entered_and_how_many_are_done(scene, viewer):
    tournament, people = scene
    page = selectors.get_tournament(people[viewer], tournament.pk, NOW)
    names = {people[name].display_name for name in ("entered", "playing", "finished", "other")}
    assert {row.name for row in page.entrants} == names
    assert (page.entered, page.done, page.full) == (4, 1, False)
    (row,) = [row for row in selectors.list_tournaments(people[viewer], NOW) if row.id == tournament.pk]
    assert (row.entered, row.done) == (4, 1)


def test_the_hands_of_a_deal_that_is_not_over_stay_hidden_from_its_player(scene):
    tournament, people = scene
    deal = selectors.deal_comparison(people["playing"], tournament.pk, 2, NOW)
    assert (deal.hands, deal.own["hands"], deal.own["result"]) == (None, None, None)
    own = Entry.objects.get(user=people["playing"])
    assert selectors.replay(people["playing"], tournament.pk, own.pk, 2, NOW)["hands"] is None


def test_from_the_closing_on_every_hand_is_shown_also_of_deals_nobody_ended(scene):
    tournament, people = scene
    own = Entry.objects.get(user=people["playing"])
    hands = selectors.replay(NOBODY, tournament.pk, own.pk, 2, NOW + DAY)["hands"]
    assert [len(hand) for hand in hands.values()] == [8, 8, 8, 8]
    assert selectors.deal_comparison(NOBODY, tournament.pk, 2, NOW + DAY).hands is not None


def test_what_the_sweep_has_not_closed_yet_is_seen_as_after_it(scene):
    tournament, people = scene
    viewers = [people[name] for name in ("visitor", "playing", "finished")]
    before = [seen_by(tournament, viewer, NOW + DAY) for viewer in viewers]
    services.run_due(NOW + DAY)
    assert [seen_by(tournament, viewer, NOW + DAY) for viewer in viewers] == before


def test_nothing_after_the_closing_is_seen_a_moment_before_it(scene):
    tournament, people = scene
    moment = NOW + DAY - timedelta(microseconds=1)
    assert seen_by(tournament, people["stranger"], moment) == set()


def test_a_draft_is_unknown_to_all_but_its_organiser():
    draft = make_draft()
    calls = [
        lambda user: selectors.get_tournament(user, draft.pk, NOW),
        lambda user: selectors.standings(user, draft.pk, NOW),
        lambda user: selectors.table_state(user, draft.pk, NOW),
        lambda user: selectors.list_deals(user, draft.pk, NOW),
        lambda user: selectors.deal_comparison(user, draft.pk, 1, NOW),
        lambda user: selectors.replay(user, draft.pk, 1, 1, NOW),
        lambda user: selectors.record_text(user, draft.pk, 1, NOW),
        lambda user: services.enter_tournament(user, draft.pk, NOW),
        lambda user: services.start_boom(user, draft.pk, NOW),
        lambda user: services.withdraw_entry(user, draft.pk, NOW),
        lambda user: services.perform_act(user, draft.pk, 0, "H", NOW),
        lambda user: services.advance_table(user, draft.pk, NOW),
        lambda user: services.announce_tournament(user, draft.pk, NOW),
    ]
    for user in (make_player(), make_organiser()):
        for call in calls:
            error = refusal(lambda: call(user))  # noqa: B023
            assert (error.code, error.status) == ("no_tournament", 404)
        assert selectors.list_tournaments(user, NOW) == []
    assert selectors.list_tournaments(NOBODY, NOW) == []
    assert [row.id for row in selectors.list_tournaments(draft.organiser, NOW)] == [draft.pk]
    assert [row.id for row in selectors.list_tournaments(make_organiser(is_superuser=True), NOW)] == [draft.pk]
    page = selectors.get_tournament(draft.organiser, draft.pk, NOW)
    assert (page.secret, page.may.announce, page.may.enter) == (None, True, False)


def test_who_is_no_longer_staff_leads_no_longer():
    draft = make_draft()
    organiser = draft.organiser
    organiser.is_staff = False
    organiser.save()
    assert refusal(lambda: selectors.get_tournament(organiser, draft.pk, NOW)).code == "no_tournament"


def test_an_organiser_who_plays_sees_no_more_than_another_player(scene):
    tournament, _ = scene
    start(tournament, tournament.organiser)
    assert seen_by(tournament, tournament.organiser, NOW) == {"own"}
    play_acts(tournament, tournament.organiser, 10)
    assert seen_by(tournament, tournament.organiser, NOW) == {"own", "hands"}


def test_the_page_offers_what_can_be_done():
    organiser, user = make_organiser(), make_player()
    announced, tournament = make_announced(organiser), make_open(organiser)

    def offers(one, who, now=NOW):
        page = selectors.get_tournament(who, one.pk, now)
        return {name for name, allowed in vars(page.may).items() if allowed}

    assert offers(announced, NOBODY) == {"enter"}
    assert offers(announced, organiser) == {"enter", "change", "open", "postpone", "cancel", "correct"}
    enter(announced, user)
    enter(tournament, user)
    assert offers(announced, user) == {"withdraw"}
    assert offers(tournament, user) == {"withdraw", "start"}
    start(tournament, user)
    assert offers(tournament, user) == {"play"}
    assert offers(tournament, user, NOW + DAY) == set()
    assert offers(tournament, organiser) == {"enter", "change", "postpone", "close", "cancel", "correct"}
    assert offers(tournament, organiser, NOW + DAY) == {"change", "cancel", "correct"}
    assert offers(tournament, organiser, NOW + 2 * DAY) == set()
