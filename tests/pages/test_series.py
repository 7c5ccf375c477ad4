"""Series by forms: planned, previewed, paused, ended; entered by players; forms that lose nothing."""

from datetime import timedelta
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.pages.scene import logged_in
from tests.tournaments import staging
from tournaments import services
from tournaments.models import Entry, Occurrence, Series, SeriesState, State, Tournament

pytestmark = pytest.mark.django_db


def page(name: str, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=args)


def html_of(client, address):
    response = client.get(address)
    assert response.status_code == 200
    return unescape(response.content.decode())


@pytest.fixture
def organiser():
    return staging.make_organiser(is_demo=True)


@pytest.fixture
def client(organiser):
    return logged_in(organiser)


def typed(**changes: object) -> dict[str, object]:
    return {
        "name": "Dagtoernooi",
        "title": "Dagtoernooi {datum}",
        "description": "Elke dag opnieuw.",
        "weekday": "",
        "opens": "00:00",
        "starts_on": timezone.localdate().isoformat(),
        "hours": "",
        "review_hours": "0",
        "capacity": "10",
        "boards": "40",
        "first_dealer": "S",
        "bots": "rulebook@1",
        **changes,
    }


def plan(client, **changes):
    response = client.post(page("create_series"), typed(**changes))
    assert response.status_code == 302
    return Series.objects.latest("pk")


def open_day(client, **changes):
    """A series with a day that is open now: it opened an hour ago."""
    opened = timezone.now() - timedelta(hours=1)
    local = timezone.localtime(opened)
    series = plan(client, opens=local.strftime("%H:%M"), starts_on=local.date().isoformat(), **changes)
    Series.objects.filter(pk=series.pk).update(next_on=local.date(), due_at=opened)
    services.run_due(timezone.now())
    return series, series.occurrences.earliest("day")


def test_a_series_lives_its_whole_life_by_forms(client, organiser):
    series = plan(client)
    assert (series.organiser, series.state, series.weekday, series.hours) == (organiser, SeriesState.ACTIVE, None, None)
    own = html_of(client, page("manage_series", series.pk))
    assert "Elke dag om 00:00." in own
    assert own.count("<li><strong>") == 5
    assert "Dagtoernooi" in html_of(client, page("own_series"))
    client.post(page("pause_series", series.pk))
    assert "Gepauzeerd: er worden geen nieuwe dagen aangekondigd." in html_of(client, page("manage_series", series.pk))
    client.post(page("resume_series", series.pk))
    client.post(page("change_series", series.pk), typed(weekday="6", opens="14:00", hours="6"))
    assert "Elke zondag om 14:00, 6 uur open" in html_of(client, page("series", series.pk))
    client.post(page("end_series", series.pk))
    series.refresh_from_db()
    assert series.state == SeriesState.ENDED
    assert "Ended" not in html_of(client, page("manage_series", series.pk))
    assert client.post(page("resume_series", series.pk)).status_code == 409


def test_the_preview_button_shows_five_days_and_saves_nothing(client):
    response = client.post(page("create_series"), typed(name="", voorbeeld="1", starts_on="2027-03-26", opens="02:30"))
    html = unescape(response.content.decode())
    assert response.status_code == 200
    assert not Series.objects.exists()
    assert html.count("<li><strong>") == 5
    assert "zondag 28 maart 2027" in html
    assert "Op deze dag slaat de klok het geplande uur over: het opent om 03:00." in html
    assert 'value="02:30"' in html
    assert "errorlist" not in html


def test_the_preview_of_the_script_is_the_same_part_of_the_page(client):
    html = unescape(client.post(page("preview_series"), typed(starts_on="2027-03-26", opens="02:30")).content.decode())
    assert html.count("<li><strong>") == 5
    assert "het opent om 03:00" in html
    assert "<html" not in html
    wrong = unescape(client.post(page("preview_series"), typed(hours="25")).content.decode())
    assert "Elk toernooi zou nog open zijn als het volgende opent: hoogstens 24 uur." in wrong
    empty = unescape(client.post(page("preview_series"), {"opens": "straks"}).content.decode())
    assert "Vul het uur van openen en de eerste dag in" in empty


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("hours", "25", "hoogstens 24 uur"),
        ("hours", "0", "1"),
        ("opens", "25:00", "tijd"),
        ("opens", "", "vereist"),
        ("starts_on", "gisteren", "datum"),
        ("starts_on", "9999-01-01", "2000 tot 2100"),
        ("title", "Zelfde", "dezelfde titel"),
        ("title", "Dag {dag}", "{datum}, {nummer} of {tafel}"),
        ("weekday", "9", "9"),
        ("bots", "solver@99", "solver@99"),
    ],
)
def test_a_form_with_a_fault_says_what_and_keeps_all_that_was_typed(client, field, value, said):
    sent = typed(**{field: value})
    response = client.post(page("create_series"), sent)
    html = unescape(response.content.decode())
    assert response.status_code == 400
    assert not Series.objects.exists()
    assert "wat je typte, staat er nog" in html
    assert said in html.split('class="errorlist"')[1].split("</ul>")[0] or said in html
    for name in ("name", "title", "opens", "starts_on", "hours"):
        if sent[name]:
            assert f'value="{sent[name]}"' in html
    assert "Elke dag opnieuw." in html


def test_a_player_enters_the_table_with_room_and_the_page_knows_his_place(client):
    series, day = open_day(client, capacity="2")
    users = [staging.make_player() for _ in range(3)]
    for user in users:
        reader = logged_in(user)
        html = html_of(reader, page("series", series.pk))
        enter = html.split('action="')[1:]
        address = next(part.split('"')[0] for part in enter if "inschrijven" in part)
        response = reader.post(address)
        assert response.status_code == 302
    assert [table.entries.count() for table in day.tables.order_by("table")] == [2, 1]
    second = day.tables.get(table=2)
    mine = html_of(logged_in(users[2]), page("series", series.pk))
    assert f'href="{page("table", second.pk)}"' in mine
    assert "Tafel 2" in mine


def test_the_page_of_a_full_table_sends_on_to_the_next_and_back_to_ones_own(client):
    _, day = open_day(client, capacity="1")
    first = day.tables.get(table=1)
    one, other = staging.make_player(), staging.make_player()
    logged_in(one).post(page("enter", first.pk))
    html = html_of(logged_in(other), page("detail", first.pk))
    assert "Deze tafel is vol: je krijgt een plaats aan de volgende, met eigen delen." in html
    response = logged_in(other).post(page("enter", first.pk))
    second = day.tables.get(table=2)
    assert response.url == page("detail", second.pk)
    html = html_of(logged_in(one), page("detail", second.pk))
    assert "Je hebt al een tafel op deze dag." in html
    assert page("enter", second.pk) not in html
    assert f'href="{page("detail", first.pk)}"' in html


def test_winners_of_the_past_stand_on_the_page_and_only_once_a_table_has_closed(client):
    series, day = open_day(client, capacity="2", boards="1")
    first = day.tables.get(table=1)
    winner = staging.make_player("Gerda Claeys")
    now = timezone.now()
    services.enter_tournament(winner, first.pk, now)
    services.start_boom(winner, first.pk, now)
    staging.play_boom(first, winner)
    assert "Gerda Claeys" not in html_of(logged_in(None), page("series", series.pk))
    services.enter_tournament(staging.make_player(), first.pk, now)
    assert day.tables.count() == 2
    services.close_tournament(series.organiser, first.pk, timezone.now(), "klaar")
    html = html_of(logged_in(None), page("series", series.pk))
    assert "Gerda Claeys" in html
    # A further table that nobody came to is no news anywhere.
    second = day.tables.get(table=2)
    services.close_tournament(series.organiser, second.pk, timezone.now(), "leeg")
    assert f'href="{page("standings", second.pk)}"' not in html_of(logged_in(None), page("series", series.pk))
    assert second.title not in html_of(logged_in(None), page("home"))
    assert f'href="{page("detail", first.pk)}"' in html_of(logged_in(None), page("home"))
    # The days of a series that are over stand on its own page, not in the list of all tournaments.
    assert f'href="{page("detail", first.pk)}"' not in html_of(logged_in(None), page("list"))


def test_home_shows_of_a_day_the_table_with_room_and_ones_own_and_no_full_ones(client):
    _, day = open_day(client, capacity="2")
    single = staging.make_open(capacity=1, closes_at=timezone.now() + timedelta(days=1))
    services.enter_tournament(staging.make_player(), single.pk, timezone.now())
    users = [staging.make_player() for _ in range(5)]
    for user in users:
        services.enter_tournament(user, day.tables.get(table=1).pk, timezone.now())
    first, second, third = day.tables.order_by("table")

    def shown(user):
        html = html_of(logged_in(user), page("home"))
        return [table for table in (first, second, third, single) if f'"{page("detail", table.pk)}"' in html]

    assert shown(None) == [third, single]
    assert shown(staging.make_player()) == [third, single]
    assert [len(shown(user)) for user in (users[0], users[4])] == [3, 2]


def test_series_have_a_list_of_their_own_and_tournaments_name_theirs(client):
    series, _ = open_day(client)
    assert "Dagtoernooi" in html_of(logged_in(None), page("series_list"))
    assert "Reeks: Dagtoernooi" in html_of(logged_in(None), page("list"))
    assert "van de reeks" in html_of(logged_in(None), page("detail", Tournament.objects.earliest("pk").pk))
    client.post(page("end_series", series.pk))
    assert "Er is nog geen reeks." in html_of(logged_in(None), page("series_list"))


def test_who_does_not_lead_a_series_sees_no_form_and_does_nothing(client):
    series = plan(client)
    stranger = logged_in(staging.make_organiser(is_demo=True))
    for name in ("manage_series", "change_series"):
        assert stranger.get(page(name, series.pk)).status_code == 403
    for name in ("pause_series", "resume_series", "end_series"):
        assert stranger.post(page(name, series.pk)).status_code == 403
    player = logged_in(staging.make_player())
    for name in ("own_series", "create_series"):
        assert player.get(page(name)).status_code == 403
    assert player.post(page("preview_series"), typed()).status_code == 403
    assert client.get(page("manage_series", series.pk + 1)).status_code == 404
    assert logged_in(None).get(page("series", series.pk + 1)).status_code == 404
    sent = logged_in(None).post(page("pause_series", series.pk))
    assert sent.url == f"/account/login/?next={page('manage_series', series.pk)}"
    series.refresh_from_db()
    assert series.state == SeriesState.ACTIVE


# What was typed while the session ended


@pytest.mark.parametrize("name", ["create_series", "create"])
def test_what_was_typed_while_the_session_ended_is_there_after_logging_in(organiser, name):
    reader = logged_in(None)
    sent = typed(title="Zorgvuldig getypt {datum}")
    response = reader.post(page(name), sent)
    assert response.url == f"/account/login/?next={page(name)}"
    reader.force_login(organiser)
    html = html_of(reader, page(name))
    assert 'value="Zorgvuldig getypt {datum}"' in html
    assert "Elke dag opnieuw." in html
    assert "Wat je typte, staat er nog; er is nog niets bewaard." in html
    assert not Series.objects.exists()
    assert not Tournament.objects.exists()
    # Only once, and only on that page.
    assert "Zorgvuldig getypt" not in html_of(reader, page(name))


def test_what_was_typed_on_one_page_does_not_come_up_on_another(organiser):
    reader = logged_in(None)
    reader.post(page("create_series"), typed(name="Verdwaald"))
    reader.force_login(organiser)
    assert "Verdwaald" not in html_of(reader, page("create"))


def test_a_form_of_unreasonable_length_is_not_kept_for_a_stranger():
    reader = logged_in(None)
    assert reader.post(page("create"), {"description": "x" * 30_000}).status_code == 302
    assert "typed" not in reader.session


def test_a_series_page_asks_as_little_with_many_days_as_with_few(client, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    series, day = open_day(client, capacity="1", boards="1")

    def measure() -> int:
        reader = logged_in(None)
        with CaptureQueriesContext(connection) as captured:
            html_of(reader, page("series", series.pk))
        return len(captured)

    def add_past(number: int) -> None:
        opens = day.opens_at - timedelta(days=number)
        past = Occurrence.objects.create(
            series=series, day=opens.date(), number=1000 - number, opens_at=opens, closes_at=opens, made_at=opens
        )
        tournament = staging.make_closed_table(past)
        Entry.objects.filter(tournament=tournament).update(occurrence=past)

    add_past(2)
    few = measure()
    for number in range(3, 12):
        add_past(number)
    assert measure() == few
    assert Tournament.objects.filter(state=State.CLOSED).count() == 10
