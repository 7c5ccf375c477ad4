"""A tournament's way from draft to final list, and every turn that is not on it."""

from datetime import timedelta

import pytest

from tests.tournaments.staging import (
    DAY,
    HOUR,
    NOW,
    SECRET,
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
from tournaments.access import effective_state, state_filter
from tournaments.models import Entry, EntryState, OrganiserAct, State, Tournament

pytestmark = pytest.mark.django_db


def reread(tournament):
    return Tournament.objects.get(pk=tournament.pk)


def close(tournament, now=NOW, **kwargs):
    return services.close_tournament(tournament.organiser, tournament.pk, now, **kwargs)


# Opening


def test_it_opens_at_once_or_at_its_opening_time():
    assert make_open().opened_at == NOW
    timed = make_announced(opens_at=NOW + HOUR)
    assert effective_state(timed, NOW + HOUR) == State.OPEN
    services.run_due(NOW + HOUR - timedelta(seconds=1))
    assert reread(timed).state == State.ANNOUNCED
    services.run_due(NOW + 2 * HOUR)
    assert (reread(timed).state, reread(timed).opened_at) == (State.OPEN, NOW + HOUR)


def test_opening_before_the_opening_time_is_an_act_that_changes_that_time():
    tournament = make_announced(opens_at=NOW + HOUR)
    services.open_tournament(tournament.organiser, tournament.pk, NOW)
    row = OrganiserAct.objects.get(kind="opened")
    assert (row.before, row.after) == ((NOW + HOUR).isoformat(), NOW.isoformat())
    assert reread(tournament).opens_at == NOW


def test_opening_after_the_closing_time_is_refused():
    tournament = make_announced()
    error = refusal(lambda: services.open_tournament(tournament.organiser, tournament.pk, NOW + DAY))
    assert (error.code, error.status) == ("too_late_to_open", 409)
    services.run_due(NOW + DAY)
    assert refusal(lambda: services.open_tournament(tournament.organiser, tournament.pk, NOW)).code == "wrong_state"


# Closing


def test_it_closes_at_its_closing_time_without_waiting_for_the_sweep():
    tournament = make_open()
    user = start(tournament)
    assert effective_state(tournament, NOW + DAY) == State.CLOSED
    table = selectors.table_state(user, tournament.pk, NOW + DAY)
    assert table["state"] == "closed"
    act = table["choices"][0]
    error = refusal(lambda: services.perform_act(user, tournament.pk, table["ply"], act, NOW + DAY))
    assert (error.code, error.status) == ("tournament_closed", 409)
    assert refusal(lambda: services.enter_tournament(make_player(), tournament.pk, NOW + DAY)).code == "entries_closed"


def test_a_late_sweep_closes_at_the_time_that_was_announced():
    tournament = make_open()
    start(tournament)
    services.run_due(NOW + DAY + 5 * HOUR)
    assert (reread(tournament).state, reread(tournament).closed_at) == (State.CLOSED, NOW + DAY)
    assert Entry.objects.get().state == EntryState.UNFINISHED


def test_after_days_of_downtime_one_sweep_opens_closes_and_makes_final():
    tournament = make_announced(opens_at=NOW + HOUR)
    services.enter_tournament(make_player(), tournament.pk, NOW)
    services.run_due(NOW + 4 * DAY)
    row = reread(tournament)
    assert row.state == State.FINAL
    assert (row.opened_at, row.closed_at, row.final_at) == (NOW + HOUR, NOW + DAY, NOW + 2 * DAY)


def test_an_organiser_closes_early_for_good_and_for_all_to_see():
    tournament = make_open()
    user = start(tournament)
    table = play_acts(tournament, user, 3)
    close(tournament, NOW + HOUR, reason="Storing")
    row = reread(tournament)
    assert (row.state, row.closed_at, row.closes_at) == (State.CLOSED, NOW + HOUR, NOW + HOUR)
    act = OrganiserAct.objects.get(kind="closed")
    assert (act.reason, act.before, act.after) == ("Storing", (NOW + DAY).isoformat(), (NOW + HOUR).isoformat())
    assert refusal(lambda: services.open_tournament(tournament.organiser, tournament.pk, NOW)).code == "wrong_state"
    act = (table["choices"] or table["legal"])[0]
    error = refusal(lambda: services.perform_act(user, tournament.pk, table["ply"], act, NOW + HOUR))
    assert error.code == "tournament_closed"


def test_it_closes_when_it_is_full_and_all_have_finished():
    tournament = make_open(capacity=2, boards=1)
    play_out(tournament, make_player())
    assert reread(tournament).state == State.OPEN
    play_out(tournament, make_player())
    assert (reread(tournament).state, reread(tournament).closed_at) == (State.CLOSED, NOW)


def test_a_disqualified_entry_keeps_a_full_tournament_from_closing_no_longer():
    tournament = make_open(capacity=2, boards=1)
    play_out(tournament, make_player())
    start(tournament)
    unfinished = Entry.objects.get(state=EntryState.PLAYING)
    services.disqualify_entry(tournament.organiser, tournament.pk, unfinished.pk, "Twee accounts", NOW)
    services.run_due(NOW)
    assert reread(tournament).state == State.CLOSED


def test_an_organiser_who_plays_keeps_it_neither_open_nor_full():
    tournament = make_open(capacity=1, boards=1)
    services.enter_tournament(tournament.organiser, tournament.pk, NOW)
    play_out(tournament, make_player())
    assert reread(tournament).state == State.CLOSED


def test_only_an_open_tournament_can_be_closed():
    draft, announced = make_draft(), make_announced()
    for tournament in (draft, announced):
        assert refusal(lambda: close(tournament)).code == "wrong_state"  # noqa: B023


def test_closing_twice_changes_nothing():
    tournament = make_open()
    close(tournament)
    close(tournament, NOW + HOUR)
    assert reread(tournament).closed_at == NOW
    assert OrganiserAct.objects.filter(kind="closed").count() == 1


# Cancelling


@pytest.mark.parametrize("make", [make_draft, make_announced, make_open])
def test_it_can_be_cancelled_with_a_public_reason(make):
    tournament = make()
    organiser = tournament.organiser
    assert refusal(lambda: services.cancel_tournament(organiser, tournament.pk, "  ", NOW)).code == "invalid"
    services.cancel_tournament(organiser, tournament.pk, "Te weinig volk", NOW)
    services.cancel_tournament(organiser, tournament.pk, "Iets anders", NOW)
    assert (reread(tournament).state, reread(tournament).cancel_reason) == (State.CANCELLED, "Te weinig volk")


def test_a_closed_tournament_can_be_cancelled_and_a_final_one_cannot():
    tournament = make_open()
    close(tournament)
    error = refusal(lambda: services.cancel_tournament(tournament.organiser, tournament.pk, "Laat", NOW + DAY))
    assert error.code == "wrong_state"
    services.cancel_tournament(tournament.organiser, tournament.pk, "Op tijd", NOW + DAY - HOUR)
    assert reread(tournament).state == State.CANCELLED


def test_cancelling_publishes_the_secret_and_no_list():
    tournament = make_open(boards=1)
    user = make_player()
    play_out(tournament, user)
    services.cancel_tournament(tournament.organiser, tournament.pk, "Storing", NOW)
    page = selectors.get_tournament(user, tournament.pk, NOW)
    assert (page.secret, page.standings, page.cancel_reason) == (SECRET.hex(), None, "Storing")
    assert refusal(lambda: selectors.standings(user, tournament.pk, NOW)).code == "tournament_cancelled"
    assert refusal(lambda: services.enter_tournament(make_player(), tournament.pk, NOW)).code == "tournament_cancelled"


def test_a_cancelled_draft_stays_unknown_to_others():
    draft = make_draft()
    services.cancel_tournament(draft.organiser, draft.pk, "Vergissing", NOW)
    assert refusal(lambda: selectors.get_tournament(make_player(), draft.pk, NOW)).code == "no_tournament"
    assert selectors.get_tournament(draft.organiser, draft.pk, NOW).secret is None


# Review


def test_an_organiser_corrects_with_a_public_reason_until_the_list_is_final():
    tournament = make_open(boards=1)
    organiser = tournament.organiser
    play_out(tournament, make_player(), make_player())
    entry = Entry.objects.first()
    close(tournament)
    assert refusal(lambda: services.disqualify_entry(organiser, tournament.pk, entry.pk, "", NOW)).code == "invalid"
    services.disqualify_entry(organiser, tournament.pk, entry.pk, "Twee accounts", NOW)
    rows = selectors.standings(make_player(), tournament.pk, NOW)
    assert [(row.status, row.reason) for row in rows] == [("ranked", ""), ("disqualified", "Twee accounts")]
    services.reinstate_entry(organiser, tournament.pk, entry.pk, NOW)
    assert [row.status for row in selectors.standings(make_player(), tournament.pk, NOW)] == ["ranked", "ranked"]
    late = NOW + DAY
    assert (
        refusal(lambda: services.disqualify_entry(organiser, tournament.pk, entry.pk, "x", late)).code == "review_ended"
    )
    assert refusal(lambda: services.reinstate_entry(organiser, tournament.pk, entry.pk, late)).code == "review_ended"


def test_the_list_becomes_final_when_the_review_ends_and_not_before():
    tournament = make_open(review_hours=2)
    close(tournament)
    services.run_due(NOW + HOUR)
    assert reread(tournament).state == State.CLOSED
    services.run_due(NOW + 3 * HOUR)
    assert (reread(tournament).state, reread(tournament).final_at) == (State.FINAL, NOW + 2 * HOUR)
    services.run_due(NOW + 4 * HOUR)
    assert reread(tournament).final_at == NOW + 2 * HOUR


def test_only_its_organiser_and_superusers_lead_a_tournament():
    tournament = make_announced()
    deeds = [
        lambda user: services.open_tournament(user, tournament.pk, NOW),
        lambda user: services.close_tournament(user, tournament.pk, NOW),
        lambda user: services.cancel_tournament(user, tournament.pk, "x", NOW),
        lambda user: services.announce_tournament(user, tournament.pk, NOW),
        lambda user: services.change_tournament(user, tournament.pk, {"review_hours": 1}, NOW),
        lambda user: services.disqualify_entry(user, tournament.pk, 1, "x", NOW),
        lambda user: services.reinstate_entry(user, tournament.pk, 1, NOW),
    ]
    for user in (make_player(), make_organiser()):
        for deed in deeds:
            assert refusal(lambda: deed(user)).code == "not_organiser"  # noqa: B023
    services.open_tournament(make_organiser(is_superuser=True), tournament.pk, NOW)
    assert reread(tournament).state == State.OPEN


def test_a_deed_on_an_unknown_tournament_or_entry_is_refused():
    organiser = make_organiser()
    assert refusal(lambda: services.open_tournament(organiser, 12345, NOW)).code == "no_tournament"
    tournament = make_open(organiser)
    assert refusal(lambda: services.disqualify_entry(organiser, tournament.pk, 12345, "x", NOW)).code == "no_entry"


# The state by rows and the state by condition


def test_the_condition_on_rows_says_the_same_as_the_effective_state():
    made = [
        make_draft(),
        make_announced(),
        make_announced(opens_at=NOW + HOUR),
        make_announced(opens_at=NOW + HOUR, review_hours=0),
        make_open(),
        make_open(review_hours=2),
        make_open(review_hours=0),
    ]
    cancelled, closed, swept = make_open(), make_open(), make_open(closes_at=NOW + HOUR, review_hours=1)
    services.cancel_tournament(cancelled.organiser, cancelled.pk, "x", NOW)
    close(closed)
    services.run_due(NOW + HOUR)
    made += [cancelled, closed, swept]
    seen = set()
    for hours in (0, 0.5, 1, 2, 24, 25, 26, 48, 49):
        now = NOW + hours * HOUR
        for state in State:
            by_rows = {row.pk for row in Tournament.objects.all() if effective_state(row, now) == state}
            by_condition = set(Tournament.objects.filter(state_filter(state, now)).values_list("pk", flat=True))
            assert by_condition == by_rows, (state, hours)
            if by_rows:
                seen.add(state)
    assert seen == set(State)
