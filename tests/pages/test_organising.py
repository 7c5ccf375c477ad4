"""The organiser's pages: a whole life of a tournament by forms, and forms that lose nothing."""

import re
from datetime import timedelta
from html import unescape
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.urls import reverse
from django.utils import timezone

from tests.concurrency import at_once
from tests.pages.scene import drawn_cards, logged_in, make_closed, make_running
from tests.tournaments import staging
from tournaments.models import Entry, Mail, State, Tournament

pytestmark = pytest.mark.django_db


def page(name: str, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=args)


@pytest.fixture
def organiser():
    return staging.make_organiser(is_demo=True)


@pytest.fixture
def client(organiser):
    return logged_in(organiser)


def typed(**changes: object) -> dict[str, object]:
    closes = timezone.localtime(timezone.now() + timedelta(days=2))
    return {
        "title": "Paasbeker",
        "description": "Voor iedereen.",
        "opens_at": "",
        "closes_at": closes.strftime("%Y-%m-%dT%H:%M"),
        "review_hours": "24",
        "capacity": "10",
        "boards": "40",
        "first_dealer": "S",
        "bots": "rulebook@1",
        **changes,
    }


def test_a_tournament_lives_its_whole_life_by_forms(client, organiser):
    response = client.post(page("create"), typed())
    tournament = Tournament.objects.get()
    assert response.url == page("manage", tournament.pk)
    assert (tournament.title, tournament.state, tournament.organiser) == ("Paasbeker", State.DRAFT, organiser)
    client.post(page("announce", tournament.pk))
    client.post(page("open", tournament.pk))
    assert Tournament.objects.get().state == State.OPEN
    staging.play_out(tournament, cheat := staging.make_player("Vals"), staging.make_player("Eerlijk"))
    client.post(page("close", tournament.pk), {"reason": "Allemaal klaar"})
    assert Tournament.objects.get().state == State.CLOSED
    entry = Entry.objects.get(user=cheat)
    client.post(page("disqualify", tournament.pk), {"entry": entry.pk, "reason": "Twee accounts"})
    html = logged_in(None).get(page("standings", tournament.pk)).content.decode()
    assert "Twee accounts" in html
    assert html.index("Eerlijk") < html.index("Vals")
    client.post(page("reinstate", tournament.pk), {"entry": entry.pk})
    assert "Twee accounts" not in logged_in(None).get(page("standings", tournament.pk)).content.decode()
    public = logged_in(None).get(page("detail", tournament.pk)).content.decode()
    assert "Allemaal klaar" in public


def test_a_half_filled_draft_is_saved_and_what_is_missing_is_told_when_announcing(client):
    client.post(page("create"), typed(title="", closes_at=""))
    draft = Tournament.objects.get()
    response = client.post(page("announce", draft.pk))
    html = response.content.decode()
    assert response.status_code == 400
    assert "Er ontbreekt nog iets" in html
    assert "<strong>Titel</strong>: Vul dit in." in html
    assert "<strong>Sluit om</strong>: Vul dit in." in html
    assert Tournament.objects.get().state == State.DRAFT


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("capacity", "11", "10"),
        ("capacity", "veel", "geheel getal"),
        ("boards", "0", "1"),
        ("review_hours", "", "vereist"),
        ("closes_at", "morgen", "datum"),
        ("first_dealer", "X", "X"),
        ("bots", "solver@99", "solver@99"),
        ("title", "x" * 121, "121"),
        ("description", "nul\0byte", ""),
    ],
)
def test_a_form_with_a_fault_keeps_all_that_was_typed_and_says_what_is_wrong(client, field, value, said):
    sent = typed(**{"description": "Breng <b>pralines</b> mee & veel volk", field: value})
    response = client.post(page("create"), sent)
    html = unescape(response.content.decode())
    assert response.status_code == 400
    assert not Tournament.objects.exists()
    assert "wat je typte, staat er nog" in html
    assert 'class="errorlist"' in html
    assert said in html.split('class="errorlist"')[1].split("</ul>")[0]
    for name in ("title", "closes_at", "review_hours", "capacity", "boards"):
        if not (name == field and value == ""):
            assert f'value="{sent[name]}"' in html
    if field != "description":
        assert "Breng <b>pralines</b> mee & veel volk" in html


def test_a_hostile_title_is_shown_as_text(client):
    client.post(page("create"), typed(title="<script>alert(1)</script>"))
    tournament = Tournament.objects.get()
    client.post(page("announce", tournament.pk))
    for address in (page("home"), page("detail", tournament.pk), page("manage", tournament.pk)):
        assert "<script>alert" not in client.get(address).content.decode()


def test_after_the_announcement_only_description_and_times_are_offered_and_a_change_is_public(client, organiser):
    tournament = make_running(organiser=organiser)
    html = client.get(page("change", tournament.pk)).content.decode()
    assert 'name="title"' not in html
    assert 'name="bots"' not in html
    later = timezone.localtime(timezone.now() + timedelta(days=40)).strftime("%Y-%m-%dT%H:%M")
    values = {"description": "Nieuw", "opens_at": "", "closes_at": later, "review_hours": "24", "reason": "Feestdag"}
    assert client.post(page("change", tournament.pk), values).status_code == 302
    assert "Feestdag" in logged_in(None).get(page("detail", tournament.pk)).content.decode()
    past = {**values, "closes_at": "2020-01-01T10:00"}
    response = client.post(page("change", tournament.pk), past)
    assert response.status_code == 400
    assert "Dit tijdstip is al voorbij." in response.content.decode()
    assert 'value="2020-01-01T10:00"' in response.content.decode()


@pytest.mark.parametrize("name", ["close", "cancel", "disqualify"])
def test_what_needs_a_public_reason_is_refused_without_one(client, organiser, name):
    tournament = make_running(organiser=organiser)
    player = staging.start(tournament)
    entry = Entry.objects.get(user=player)
    response = client.post(page(name, tournament.pk), {"entry": entry.pk, "reason": "  "})
    assert response.status_code == 400
    assert Tournament.objects.get(pk=tournament.pk).state == State.OPEN
    assert Entry.objects.get(pk=entry.pk).disqualified_at is None


def test_who_leads_another_tournament_may_not_touch_this_one(client):
    tournament, users = make_closed()
    entry = Entry.objects.get(user=users[0])
    for name in ("close", "cancel", "disqualify", "announce", "open"):
        response = client.post(page(name, tournament.pk), {"entry": entry.pk, "reason": "Zomaar"})
        assert response.status_code == 403
    assert client.get(page("manage", tournament.pk)).status_code == 403
    assert Entry.objects.get(pk=entry.pk).disqualified_at is None


@pytest.mark.parametrize("year", ["0001", "1900", "2101", "9999"])
def test_a_time_at_the_ends_of_the_calendar_is_refused_and_stays_in_the_form(client, year):
    response = client.post(page("create"), typed(closes_at=f"{year}-12-31T23:59"))
    assert response.status_code == 400
    assert "Dit moet van 2000 tot 2100 zijn." in response.content.decode()
    assert f'value="{year}-12-31T23:59"' in response.content.decode()
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("lost", ["2027-03-28T02:30", "2026-10-25T02:30"])
def test_a_time_that_the_clock_skips_or_shows_twice_is_refused_and_stays_in_the_form(client, lost):
    response = client.post(page("create"), typed(closes_at=lost))
    assert response.status_code == 400
    assert "Europe/Brussels" in response.content.decode()
    assert f'value="{lost}"' in response.content.decode()


def test_the_form_as_it_is_shown_can_be_sent_in_every_state(client, organiser):
    """Times of acts have seconds, which the browser's picker does not show."""
    now = timezone.now().replace(second=0, microsecond=0)
    announced = staging.make_announced(
        organiser, opens_at=now + timedelta(hours=3), closes_at=now + timedelta(days=3), title="Vroeg geopend"
    )
    address = page("change", announced.pk)
    for deed in (None, "open", "close"):
        if deed:
            client.post(page(deed, announced.pk), {"reason": "Het is zo ver"})
        form = client.get(address).context["form"]
        shown = {name: form[name].value() or "" for name in form.fields}
        shown = {name: form[name].field.widget.format_value(value) or "" for name, value in shown.items()}
        response = client.post(address, {**shown, "description": f"Na {deed}"})
        assert response.status_code == 302
        announced.refresh_from_db()
        assert announced.description == f"Na {deed}"
    assert announced.acts.exclude(kind="description").count() == 3
    html = client.get(address).content.decode()
    assert 'name="opens_at"' not in html
    assert 'name="closes_at"' not in html


@pytest.mark.parametrize("name", ["close", "cancel", "disqualify"])
def test_a_reason_that_cannot_be_kept_is_told_in_its_form_with_what_was_typed(client, organiser, name):
    tournament = make_running(organiser=organiser)
    entry = Entry.objects.get(user=staging.start(tournament))
    for reason, said in (("Eerste regel\x07", "tekens die niet bewaard kunnen worden"), ("x" * 501, "500")):
        response = client.post(page(name, tournament.pk), {"entry": entry.pk, "reason": reason})
        html = response.content.decode()
        assert response.status_code == 400
        assert said in html
        assert reason in html
    tournament.refresh_from_db()
    entry.refresh_from_db()
    assert (tournament.state, entry.disqualified_at) == (State.OPEN, None)


@pytest.mark.parametrize("name", ["create", "change"])
def test_an_empty_form_that_was_sent_is_not_a_page_that_was_asked_for(client, organiser, name):
    address = page(name) if name == "create" else page(name, staging.make_draft(organiser).pk)
    response = client.post(address, {}, headers={"X-CSRFToken": "x"})
    assert response.status_code == 400
    assert 'class="errorlist"' in response.content.decode()


def test_what_has_opened_or_closed_is_told_as_past(client, organiser):
    tournament = staging.make_announced(organiser, closes_at=timezone.now() + timedelta(days=2))
    facts = client.get(page("manage", tournament.pk)).content.decode()
    assert "<dt>Opent</dt><dd>als jij het opent</dd>" in facts
    client.post(page("open", tournament.pk))
    facts = client.get(page("manage", tournament.pk)).content.decode()
    assert "Er is nog niemand ingeschreven." in facts
    assert "<dt>Geopend</dt>" in facts
    assert "<dt>Sluit</dt>" in facts
    client.post(page("close", tournament.pk), {"reason": "Te laat"})
    facts = client.get(page("manage", tournament.pk)).content.decode()
    assert "<dt>Gesloten</dt>" in facts
    assert "<dt>Sluit</dt>" not in facts


def test_a_preview_shows_what_players_will_see_and_saves_nothing(client):
    sent = typed(title="Paas<b>beker", capacity="11", boards="")
    for address in (page("create"), page("preview")):
        response = client.post(address, {**sent, "voorbeeld": "1"})
        html = response.content.decode()
        assert response.status_code == 200
        assert "<h3>Paas&lt;b&gt;beker</h3>" in html
        assert "als de organisator het opent" in html
        assert 'class="errorlist"' not in html
    assert 'value="11"' in client.post(page("create"), {**sent, "voorbeeld": "1"}).content.decode()
    assert not Tournament.objects.exists()


def test_a_preview_is_for_organisers():
    assert logged_in(staging.make_player()).post(page("preview"), typed()).status_code == 403


def test_a_title_is_enough_to_announce_from_one_page(client):
    form = client.get(page("create")).context["form"]
    shown = {name: form[name].field.widget.format_value(form[name].value()) or "" for name in form.fields}
    shown = {name: value[0] if isinstance(value, list) else value for name, value in shown.items()}
    response = client.post(page("create"), {**shown, "title": "Paasbeker", "aankondigen": "1"})
    tournament = Tournament.objects.get()
    assert response.url == page("manage", tournament.pk)
    assert (tournament.state, tournament.capacity, tournament.opens_at) == (State.ANNOUNCED, 10, None)
    assert timezone.localtime(tournament.closes_at).strftime("%H:%M") == "22:00"


def test_what_cannot_be_announced_is_not_saved_as_a_draft_either(client):
    response = client.post(page("create"), typed(title="", aankondigen="1"))
    assert response.status_code == 400
    assert "Vul dit in." in response.content.decode()
    assert not Tournament.objects.exists()


def test_a_copy_has_all_but_the_deals_and_is_saved_when_it_is_sent(client, organiser):
    closed, _users = make_closed(organiser=organiser, title="Zondagbeker", capacity=6, description="Met pralines")
    form = client.get(page("create"), {"van": closed.pk}).context["form"]
    assert [form[name].value() for name in ("title", "capacity", "boards", "description")] == [
        "Zondagbeker", 6, 2, "Met pralines",
    ]  # fmt: skip
    assert form.initial["closes_at"] > timezone.now()
    assert Tournament.objects.count() == 1
    client.post(page("create") + f"?van={closed.pk}", typed(title="Zondagbeker"))
    assert Tournament.objects.count() == 2
    assert len({bytes(one.secret.secret) for one in Tournament.objects.all()}) == 2


def test_only_who_leads_a_tournament_may_copy_it(client):
    other = make_running()
    draft = staging.make_draft()
    assert client.get(page("create"), {"van": other.pk}).status_code == 403
    assert client.get(page("create"), {"van": draft.pk}).status_code == 404
    assert client.get(page("create"), {"van": "x"}).status_code == 200


def test_a_message_is_looked_over_before_it_goes_and_what_was_typed_stays(client, organiser):
    tournament = make_running(organiser=organiser)
    player = staging.make_player("An")
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    staging.enter(tournament, player)
    address = page("message", tournament.pk)
    key = client.get(address).context["form"]["key"].value()
    typed = {"audience": "all", "text": "Nog <b>twee</b> dagen", "key": str(key)}
    html = client.post(address, {**typed, "voorbeeld": "1"}).content.decode()
    assert "Het gaat naar 1 speler." in html
    assert "<blockquote><p>Nog &lt;b&gt;twee&lt;/b&gt; dagen</p></blockquote>" in html
    assert f'value="{key}"' in html
    assert Mail.objects.count() == 0
    for _ in range(2):
        assert client.post(address, typed).url == page("manage", tournament.pk)
    assert Mail.objects.count() == 1
    assert "Je bericht gaat naar 1 speler." in client.get(page("manage", tournament.pk)).content.decode()
    response = client.post(address, {**typed, "key": str(uuid4()), "audience": "idle", "text": ""})
    assert response.status_code == 400
    assert 'class="errorlist"' in response.content.decode()


def test_a_message_to_nobody_says_so(client, organiser):
    tournament = make_running(organiser=organiser)
    typed = {"audience": "all", "text": "Hallo", "key": str(uuid4())}
    assert (
        "Het gaat naar 0 spelers."
        in client.post(page("message", tournament.pk), {**typed, "voorbeeld": "1"}).content.decode()
    )
    response = client.post(page("message", tournament.pk), typed)
    assert response.status_code == 409
    assert "Er is niemand die dit bericht zou krijgen." in response.content.decode()
    assert logged_in(staging.make_organiser(is_demo=True)).get(page("message", tournament.pk)).status_code == 403


def test_a_tournament_is_let_close_later_on_its_page_and_a_fault_keeps_what_was_typed(client, organiser):
    tournament = make_running(organiser=organiser)
    html = client.get(page("manage", tournament.pk)).content.decode()
    edition = re.search(r'name="edition" value="(\w+)"', html)[1]
    later = timezone.localtime(tournament.closes_at + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    sent = {"edition": edition, "closes_at": "2020-01-01T10:00", "reason": "Feestdag"}
    response = client.post(page("postpone", tournament.pk), sent)
    assert response.status_code == 400
    assert "Dit is niet later dan het nu sluit." in response.content.decode()
    assert 'value="Feestdag"' in response.content.decode()
    assert client.post(page("postpone", tournament.pk), {**sent, "closes_at": later}).status_code == 302
    assert "Feestdag" in logged_in(None).get(page("detail", tournament.pk)).content.decode()
    # A second tab that still shows the old time.
    response = client.post(page("postpone", tournament.pk), {**sent, "closes_at": later})
    assert response.status_code == 409
    assert "Dit is intussen gewijzigd" in response.content.decode()


def test_a_form_that_was_overtaken_keeps_what_was_typed_and_can_be_sent_again(client, organiser):
    draft = staging.make_draft(organiser, closes_at=timezone.now() + timedelta(days=3))
    address = page("change", draft.pk)
    edition = client.get(address).context["edition"]
    client.post(address, typed(title="Uit het eerste venster", edition=edition))
    response = client.post(address, typed(title="Uit het tweede", edition=edition))
    assert response.status_code == 409
    assert 'value="Uit het tweede"' in response.content.decode()
    again = response.context["edition"]
    assert again != edition
    assert client.post(address, typed(title="Uit het tweede", edition=again)).status_code == 302
    draft.refresh_from_db()
    assert draft.title == "Uit het tweede"


def test_the_page_of_who_leads_tells_how_far_everyone_is(client, organiser):
    tournament = make_running(organiser=organiser, boards=3)
    staging.enter(tournament, staging.make_player("Idel"))
    busy = staging.start(tournament, staging.make_player("Bezig"))
    staging.play_acts(tournament, busy, 9)
    html = client.get(page("manage", tournament.pk)).content.decode()
    assert "1 deel gespeeld" in html
    assert "niet begonnen, ingeschreven op" in html
    assert drawn_cards(html) == set()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("button", [{}, {"aankondigen": "1"}])
def test_a_form_that_is_sent_eight_times_at_once_makes_one_tournament(organiser, button):
    sent = {**typed(key=str(uuid4())), **button}
    answers = at_once(*[lambda: logged_in(organiser).post(page("create"), sent) for _ in range(8)])
    assert {answer.url for answer in answers} == {page("manage", Tournament.objects.get().pk)}
    logged_in(organiser).post(page("create"), typed(key="kapot"))
    assert Tournament.objects.count() == 2


def test_who_goes_back_to_his_form_and_types_on_changes_the_draft_that_it_made(client):
    sent = typed(key=str(uuid4()))
    client.post(page("create"), sent)
    client.post(page("create"), {**sent, "title": "Paasbeker 2027"})
    assert Tournament.objects.get().title == "Paasbeker 2027"
