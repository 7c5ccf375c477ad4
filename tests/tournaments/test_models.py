"""What the database itself refuses, whatever the code above it does."""

import pytest
from django.db import IntegrityError, transaction

from tests.tournaments.staging import (
    NOW,
    SECRET,
    make_announced,
    make_draft,
    make_open,
    make_organiser,
    make_player,
    start,
)
from tournaments.models import (
    Boom,
    Entry,
    EntryState,
    FreePlay,
    FreePlaySecret,
    Play,
    State,
    Tournament,
    TournamentSecret,
)
from tournaments.services import create_tournament

pytestmark = pytest.mark.django_db


def refused(act):
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        act()
    return str(caught.value)


def enter(tournament, number, user=None):
    return Entry.objects.create(tournament=tournament, user=user or make_player(), number=number, entered_at=NOW)


@pytest.mark.parametrize("number", [0, 11])
def test_a_place_has_a_number_from_1_to_10(number):
    tournament = make_announced()
    assert "entry_number_1_10" in refused(lambda: enter(tournament, number))


def test_a_number_is_taken_once_in_a_tournament():
    tournament = make_announced()
    enter(tournament, 3)
    assert "entry_number_once" in refused(lambda: enter(tournament, 3))
    enter(make_announced(), 3)


def test_any_number_may_play_out_of_competition():
    tournament = make_announced()
    enter(tournament, None)
    enter(tournament, None)
    assert Entry.objects.count() == 2


def test_a_user_enters_a_tournament_once():
    tournament, user = make_announced(), make_player()
    enter(tournament, 1, user)
    assert "entry_once_per_user" in refused(lambda: enter(tournament, 2, user))


def test_an_entry_has_one_boom_and_a_boom_one_play_of_each_board():
    tournament = make_open()
    start(tournament)
    boom = Boom.objects.get()
    refused(lambda: Boom.objects.create(entry=boom.entry, started_at=NOW))
    assert "play_once_per_board" in refused(lambda: Play.objects.create(boom=boom, board=1, first_ply=0))


@pytest.mark.parametrize(("field", "value"), [("capacity", 0), ("capacity", 11), ("boards", 0), ("boards", 41)])
def test_capacity_and_boards_have_their_limits(field, value):
    tournament = make_draft()
    assert field in refused(lambda: Tournament.objects.filter(pk=tournament.pk).update(**{field: value}))


def test_states_are_known_and_nothing_past_a_draft_is_unannounced():
    rows = Tournament.objects.filter(pk=make_announced().pk)
    assert "tournament_state_known" in refused(lambda: rows.update(state="asleep"))
    rows = Tournament.objects.filter(pk=make_draft().pk)
    assert "tournament_past_draft_is_announced" in refused(lambda: rows.update(state=State.OPEN))
    assert "tournament_announced_is_committed" in refused(lambda: rows.update(announced_at=NOW))


def test_a_disqualification_has_a_reason():
    tournament = make_open()
    start(tournament)
    assert "entry_disqualified_with_reason" in refused(lambda: Entry.objects.update(disqualified_at=NOW))
    assert "entry_state_known" in refused(lambda: Entry.objects.update(state="lost"))
    assert Entry.objects.get().state == EntryState.PLAYING


def test_a_boom_that_ends_has_a_reason():
    start(make_open())
    assert "boom_finished_with_reason" in refused(lambda: Boom.objects.update(finished_at=NOW))
    assert "boom_finished_with_reason" in refused(lambda: Boom.objects.update(reason="target"))


def make_free_play(**fields):
    return FreePlay.objects.create(system="site", bots="rulebook@1", first_dealer="S", **fields)


def test_a_boom_belongs_to_an_entry_or_to_free_play_and_never_to_both_or_neither():
    start(make_open())
    free_play = make_free_play()
    assert "boom_belongs_to_one" in refused(lambda: Boom.objects.update(free_play=free_play))
    assert "boom_belongs_to_one" in refused(lambda: Boom.objects.create(started_at=NOW))
    Boom.objects.create(free_play=free_play, started_at=NOW)
    refused(lambda: Boom.objects.create(free_play=free_play, started_at=NOW))


def test_a_user_and_a_guest_have_one_boom_of_free_play_in_progress_and_any_number_behind_them():
    user, guest = make_player(), "ab" * 32
    done = {"day": NOW.date(), "score": 3, "deals": 9, "comeback": 0}
    for owner in ({"user": user}, {"guest": guest}):
        for _ in range(2):
            make_free_play(**owner, **done)
        make_free_play(**owner)
    assert "free_play_one_per_user" in refused(lambda: make_free_play(user=user))
    assert "free_play_one_per_guest" in refused(lambda: make_free_play(guest=guest))
    assert "free_play_one_owner" in refused(lambda: make_free_play(user=make_player(), guest="cd" * 32))
    assert "free_play_figures_at_the_end" in refused(lambda: make_free_play(user=make_player(), day=NOW.date()))
    make_free_play()
    make_free_play()


def test_the_secret_stands_in_a_table_without_checks_that_can_fail():
    assert TournamentSecret._meta.constraints == FreePlaySecret._meta.constraints == []
    assert [field.name for field in TournamentSecret._meta.concrete_fields] == ["tournament", "secret"]
    assert [field.name for field in FreePlaySecret._meta.concrete_fields] == ["free_play", "secret"]
    assert bytes(TournamentSecret.objects.get(tournament=make_draft()).secret) == SECRET


def test_every_tournament_gets_a_secret_of_32_bytes_of_its_own():
    organiser = make_organiser()
    made = [create_tournament(organiser, {}, NOW) for _ in range(3)]
    secrets = {bytes(TournamentSecret.objects.get(tournament=one).secret) for one in made}
    assert len(secrets) == 3
    assert {len(secret) for secret in secrets} == {32}
