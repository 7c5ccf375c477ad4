"""A draft, what its announcement fixes, and what may still change after it."""

import json
from datetime import UTC, datetime

import pytest

from engine.boards import canonical, commit
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
    refusal,
)
from tournaments import selectors, services
from tournaments.access import effective_state
from tournaments.models import OrganiserAct, State, Tournament

pytestmark = pytest.mark.django_db


def reread(tournament):
    return Tournament.objects.get(pk=tournament.pk)


def close(tournament, now=NOW, **kwargs):
    return services.close_tournament(tournament.organiser, tournament.pk, now, **kwargs)


def test_only_staff_makes_tournaments():
    assert refusal(lambda: services.create_tournament(make_player(), {"title": "x"}, NOW)).code == "not_organiser"
    assert Tournament.objects.count() == 0


def test_a_draft_may_be_half_filled_and_is_announced_only_when_whole():
    organiser = make_organiser()
    draft = services.create_tournament(organiser, {"title": "  ", "bots": "nobody@1", "system": "whist"}, NOW)
    error = refusal(lambda: services.announce_tournament(organiser, draft.pk, NOW))
    assert (error.code, set(error.fields)) == ("incomplete", {"title", "closes_at", "bots", "system"})
    services.change_tournament(
        organiser, draft.pk, {"title": "t", "bots": "random@1", "system": "site", "closes_at": NOW + DAY}, NOW
    )
    assert services.announce_tournament(organiser, draft.pk, NOW).state == State.ANNOUNCED


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"title": "x" * 121}, "too_long"),
        ({"closes_at": datetime.min.replace(tzinfo=UTC)}, "out_of_range"),
        ({"opens_at": datetime.max.replace(tzinfo=UTC)}, "out_of_range"),
        ({"title": 7}, "not_text"),
        ({"title": "a\0b"}, "bad_characters"),
        ({"title": "a\nb"}, "bad_characters"),
        ({"title": "\u202eb"}, "bad_characters"),
        ({"description": "a\u2066b"}, "bad_characters"),
        ({"description": "a\ud800"}, "bad_characters"),
        ({"description": "x" * 4001}, "too_long"),
        ({"capacity": 11}, "out_of_range"),
        ({"capacity": "10"}, "not_a_number"),
        ({"capacity": True}, "not_a_number"),
        ({"boards": 0}, "out_of_range"),
        ({"review_hours": -1}, "out_of_range"),
        ({"review_hours": None}, "not_a_number"),
        ({"first_dealer": "X"}, "unknown_seat"),
        ({"options": {"target": "61"}}, "not_a_number"),
        ({"options": {"deal_limit": 3}}, "unknown_option"),
        ({"options": []}, "unknown_option"),
        ({"closes_at": "tomorrow"}, "not_a_time"),
        ({"closes_at": NOW.replace(tzinfo=None)}, "not_a_time"),
        ({"secret": b"x"}, "unknown_field"),
        ({"state": "open"}, "unknown_field"),
    ],
)
def test_a_wrong_field_is_named_and_nothing_is_made(fields, fault):
    error = refusal(lambda: services.create_tournament(make_organiser(), fields, NOW))
    assert error.code == "invalid"
    assert {name: one.code for name, one in error.fields.items()} == {next(iter(fields)): fault}
    assert all(error.field_messages().values())
    assert Tournament.objects.count() == 0


@pytest.mark.parametrize(
    ("system", "options", "field", "code"),
    [
        ("site", {"doubling": 1, "cap": 1}, "cap", "C1_cap"),
        ("manillen61", {"partner_blind": 1}, "partner_blind", "C9_partner_blind"),
        ("manilj", {"target": 0, "fixed_deals": 0}, "target", "C20_target"),
        ("site", {"fixed_deals": 41}, "fixed_deals", "C21_fixed_deals"),
        ("site", {"packing": 400}, "options", "not_a_choice"),
        ("malilla", {"tie_same_dealer": 1}, "options", "unknown_option"),
        ("site", {"deal_limit": 12}, "options", "unknown_option"),
        ("site", {"cap": True}, "options", "not_a_number"),
    ],
)
def test_options_that_cannot_go_together_are_refused_with_the_rule(system, options, field, code):
    error = refusal(lambda: make_draft(system=system, options=options))
    assert {name: fault.code for name, fault in error.fields.items()} == {field: code}
    draft = make_draft(system=system)
    error = refusal(lambda: services.change_tournament(draft.organiser, draft.pk, {"options": options}, NOW))
    assert {name: fault.code for name, fault in error.fields.items()} == {field: code}
    assert reread(draft).options == {}


@pytest.mark.parametrize(
    ("times", "field", "fault"),
    [
        ({"closes_at": NOW}, "closes_at", "in_the_past"),
        ({"closes_at": None}, "closes_at", "required"),
        ({"opens_at": NOW + DAY}, "opens_at", "not_before_closing"),
    ],
)
def test_times_that_cannot_be_are_refused_at_the_announcement(times, field, fault):
    draft = make_draft(**times)
    error = refusal(lambda: services.announce_tournament(draft.organiser, draft.pk, NOW))
    assert (error.code, error.fields[field].code) == ("incomplete", fault)


def test_a_draft_never_opens_by_itself():
    draft = make_draft(opens_at=NOW - HOUR)
    services.run_due(NOW)
    assert reread(draft).state == State.DRAFT
    assert effective_state(draft, NOW + 3 * DAY) == State.DRAFT


def test_the_announcement_is_canonical_json_of_all_that_fixes_play_and_is_committed_to():
    tournament = make_announced(title="Één «deel»", first_dealer="W", boards=12, options={"target": 61})
    assert tournament.announcement == (
        '{"boards":12,"bots":"rulebook@1","capacity":10,"first_dealer":"W",'
        f'"id":"{tournament.pk}","ingredient":null,'
        '"options":{"target":61},"rules":"site","title":"Één «deel»"}'
    )
    announcement = tournament.announcement.encode()
    assert canonical(json.loads(announcement)) == announcement
    assert tournament.commitment == commit(announcement, SECRET)
    page = selectors.get_tournament(make_player(), tournament.pk, NOW)
    assert (page.announcement, page.commitment, page.secret) == (tournament.announcement, tournament.commitment, None)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", "Ander"),
        ("system", "whisthub"),
        ("options", {"target": 61}),
        ("bots", "random@1"),
        ("capacity", 9),
        ("first_dealer", "N"),
        ("boards", 39),
    ],
)
def test_announcing_freezes_what_fixes_play(field, value):
    tournament = make_announced()
    change = {field: value}
    error = refusal(lambda: services.change_tournament(tournament.organiser, tournament.pk, change, NOW))
    assert (error.code, error.fields[field].code) == ("frozen", "frozen")
    assert getattr(reread(tournament), field) == getattr(tournament, field)


def test_a_whole_form_with_one_new_time_is_a_change_of_that_time_alone():
    tournament = make_announced()
    names = ("title", "system", "options", "bots", "capacity", "first_dealer", "boards", "opens_at", "review_hours")
    form = {name: getattr(tournament, name) for name in names} | {"closes_at": NOW + 2 * DAY}
    services.change_tournament(tournament.organiser, tournament.pk, form, NOW, "Op vraag")
    services.change_tournament(tournament.organiser, tournament.pk, form, NOW, "Op vraag")
    announced, row = selectors.get_tournament(make_player(), tournament.pk, NOW).acts
    assert (announced.kind, announced.made_at) == ("announced", NOW)
    assert (row.kind, row.before, row.after, row.reason) == ("closes_at", NOW + DAY, NOW + 2 * DAY, "Op vraag")
    assert row.made_at == NOW


def test_what_changes_in_a_draft_is_not_logged():
    draft = make_draft()
    services.change_tournament(draft.organiser, draft.pk, {"closes_at": NOW + 2 * DAY, "review_hours": 3}, NOW)
    assert OrganiserAct.objects.count() == 0


def test_review_hours_change_in_whole_hours_for_all_to_see():
    tournament = make_open()
    services.change_tournament(tournament.organiser, tournament.pk, {"review_hours": 0}, NOW)
    *_, row = selectors.get_tournament(make_player(), tournament.pk, NOW).acts
    assert (row.kind, row.before, row.after) == ("review_hours", 24, 0)


def test_an_opening_time_cannot_change_once_it_has_come_nor_a_closing_time_lie_in_the_past():
    tournament = make_open()
    organiser = tournament.organiser

    def change(**fields):
        return refusal(lambda: services.change_tournament(organiser, tournament.pk, fields, NOW))

    assert change(opens_at=NOW + HOUR).fields["opens_at"].code == "already_open"
    assert change(closes_at=NOW - HOUR).fields["closes_at"].code == "in_the_past"
    assert change(closes_at=None).fields["closes_at"].code == "required"
    close(tournament)
    assert change(closes_at=NOW + 5 * DAY).fields["closes_at"].code == "frozen"


def test_nothing_changes_in_a_final_or_a_cancelled_tournament():
    final, cancelled = make_open(review_hours=0), make_open()
    close(final)
    services.cancel_tournament(cancelled.organiser, cancelled.pk, "Ziek", NOW)
    for tournament in (final, cancelled):
        change = {"description": "x"}
        error = refusal(lambda: services.change_tournament(tournament.organiser, tournament.pk, change, NOW))  # noqa: B023
        assert error.code == "wrong_state"
