"""The organiser's pages: make, change, announce, open, close, correct, cancel."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.errors import ServiceError
from tournaments.forms import DisqualifyForm, IngredientForm, PostponeForm, ReasonForm, TournamentForm, add_refusal
from tournaments.selectors.progress import list_progress
from tournaments.selectors.tournaments import TournamentPage, get_tournament, list_organised
from tournaments.services.correcting import disqualify_entry, reinstate_entry
from tournaments.services.drafting import change_tournament, create_tournament, postpone_closing
from tournaments.services.ingredients import enter_ingredient
from tournaments.services.transitions import (
    announce_tournament,
    cancel_tournament,
    close_tournament,
    create_announced,
    open_tournament,
)
from tournaments.views.keeping import keep_typed, read_typed
from tournaments.views.numbers import read_key, read_number
from tournaments.views.previews import is_sent, need_organiser, show_typed
from tournaments.views.refusals import answer_refusals, take_form

ANNOUNCE = "aankondigen"
"""The name of the button that saves and announces."""
COPIED = "van"
"""What names, in an address, the tournament to copy."""
ANNOUNCED = gettext_lazy("The tournament has been announced. People can enter.")


@require_safe
@login_required
@answer_refusals
def list_own(request: HttpRequest) -> HttpResponse:
    """The tournaments one leads, drafts included."""
    need_organiser(request)
    rows = list_organised(request.user, timezone.now())
    return render(request, "organise/list.html", {"section": "organise", "rows": rows})


@require_http_methods(["GET", "HEAD", "POST"])
@keep_typed
@answer_refusals
def create(request: HttpRequest) -> HttpResponse:
    """Make a tournament: a draft that nobody else sees, or announced at once. `?van=` names one to copy."""
    need_organiser(request)
    source = read_number(request.GET.get(COPIED, ""))
    copied = None if source is None else get_led(request, source)
    form = TournamentForm(read_typed(request), copied=copied)
    if is_sent(request) and form.is_valid():
        announced = ANNOUNCE in request.POST
        make = create_announced if announced else create_tournament
        try:
            tournament = make(request.user, form.cleaned_data, timezone.now(), read_key(form.data.get("key", "")))
        except ServiceError as refusal:
            add_refusal(form, refusal)
        else:
            messages.success(
                request, ANNOUNCED if announced else _("The draft has been saved. Nobody else sees it yet.")
            )
            return redirect("tournaments:manage", tournament.pk)
    return _show_form(request, form, copied=copied, key=form.data.get("key") or uuid4())


@require_http_methods(["GET", "HEAD", "POST"])
@keep_typed
@answer_refusals
def change(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Change a draft, or the description and times of what has been announced."""
    page = get_led(request, tournament_id)
    form = TournamentForm(read_typed(request), page=page)
    status, overtaken = 400, False
    if is_sent(request) and form.is_valid():
        fields = dict(form.cleaned_data)
        reason = fields.pop("reason", "")
        try:
            edition = request.POST.get("edition", "")
            change_tournament(request.user, tournament_id, fields, timezone.now(), reason, edition)
        except ServiceError as refusal:
            add_refusal(form, refusal)
            status, overtaken = refusal.status, refusal.code == "changed_meanwhile"
        else:
            messages.success(request, _("The changes have been saved."))
            return redirect("tournaments:manage", tournament_id)
    # What was typed goes on from the edition it was typed on, until its writer has been told of a newer one.
    edition = page.edition if overtaken else form.data.get("edition", page.edition)
    return _show_form(request, form, status, page=page, edition=edition)


@require_POST
@login_required
@answer_refusals
def show_preview(request: HttpRequest) -> HttpResponse:
    """What players would see of a tournament as it is being typed, as a part of the page."""
    need_organiser(request)
    return render(request, "organise/preview.html", _preview(TournamentForm(request.POST)))


@require_safe
@login_required
@answer_refusals
def manage(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """One tournament as its organiser leads it: what can be done next, and to whom."""
    return _show_managed(request, get_led(request, tournament_id))


@take_form("tournaments:manage")
@answer_refusals
def announce(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Publish a draft; what is still missing is said, and nothing is lost."""
    try:
        announce_tournament(request.user, tournament_id, timezone.now())
    except ServiceError as refusal:
        if not refusal.fields:
            raise
        page = get_led(request, tournament_id)
        form = TournamentForm(page=page)
        faults = [(_label(form, name), message) for name, message in refusal.field_messages().items()]
        return _show_managed(request, page, refusal.status, message=refusal.message, faults=faults)
    messages.success(request, ANNOUNCED)
    return redirect("tournaments:manage", tournament_id)


@take_form("tournaments:manage")
@answer_refusals
def enter_value(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Enter the value of the public ingredient, for good."""
    return _act_on_form(
        request,
        tournament_id,
        IngredientForm(request.POST, auto_id="ingredient_%s"),
        lambda typed: enter_ingredient(request.user, tournament_id, typed["value"], timezone.now()),
        "ingredient_form",
        _("The ingredient has been entered. Cards can be dealt."),
    )


@take_form("tournaments:manage")
@answer_refusals
def open_now(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Open an announced tournament at once."""
    open_tournament(request.user, tournament_id, timezone.now())
    messages.success(request, _("The tournament is open."))
    return redirect("tournaments:manage", tournament_id)


@take_form("tournaments:manage")
@answer_refusals
def postpone(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Let it close later, publicly; its players are mailed."""
    edition = request.POST.get("edition", "")
    return _act_on_form(
        request,
        tournament_id,
        PostponeForm(request.POST, auto_id="postpone_%s"),
        lambda typed: postpone_closing(
            request.user, tournament_id, typed["closes_at"], timezone.now(), typed["reason"], edition
        ),
        "postpone_form",
        _("It closes later now. The players get a mail."),
    )


@take_form("tournaments:manage")
@answer_refusals
def close(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Close an open tournament, for good, with a public reason."""
    return _act_on_form(
        request,
        tournament_id,
        ReasonForm(request.POST),
        lambda typed: close_tournament(request.user, tournament_id, timezone.now(), typed["reason"]),
        "close_form",
        _("The tournament has been closed."),
    )


@take_form("tournaments:manage")
@answer_refusals
def cancel(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Call a tournament off, for good, with a public reason."""
    return _act_on_form(
        request,
        tournament_id,
        ReasonForm(request.POST),
        lambda typed: cancel_tournament(request.user, tournament_id, typed["reason"], timezone.now()),
        "cancel_form",
        _("The tournament has been cancelled."),
    )


@take_form("tournaments:manage")
@answer_refusals
def disqualify(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Put an entry last on the list, with a public reason."""
    return _act_on_form(
        request,
        tournament_id,
        DisqualifyForm(request.POST),
        lambda typed: disqualify_entry(request.user, tournament_id, typed["entry"], typed["reason"], timezone.now()),
        "disqualify_form",
        _("The entry has been disqualified."),
    )


@take_form("tournaments:manage")
@answer_refusals
def reinstate(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Take a disqualification back."""
    entry = read_number(request.POST.get("entry", ""))
    if entry is None:
        raise ServiceError("no_entry")
    reinstate_entry(request.user, tournament_id, entry, timezone.now())
    messages.success(request, _("The disqualification has been taken back."))
    return redirect("tournaments:manage", tournament_id)


def _act_on_form(
    request: HttpRequest,
    tournament_id: int,
    form: ReasonForm | IngredientForm,
    act: Callable[[dict[str, Any]], object],
    name: str,
    done: str,
) -> HttpResponse:
    """Do `act` with what was typed; a fault in it is told in the form, which the page knows by `name`."""
    if form.is_valid():
        try:
            act(form.cleaned_data)
        except ServiceError as refusal:
            if not refusal.fields:
                raise
            add_refusal(form, refusal)
        else:
            messages.success(request, done)
            return redirect("tournaments:manage", tournament_id)
    return _show_managed(request, get_led(request, tournament_id), 400, **{name: form})


def _show_form(
    request: HttpRequest, form: TournamentForm, status: int = 400, page: TournamentPage | None = None, **context: Any
) -> HttpResponse:
    """The form and what players would see; asking for the preview alone faults nothing that is still empty."""
    shown = _preview(form)
    sent = is_sent(request)
    if not sent and form.is_bound:
        form = TournamentForm(initial=show_typed(form), page=page)
    context |= {"section": "organise", "form": form, "page": page, **shown}
    return render(request, "organise/form.html", context, status=status if sent else 200)


def _preview(form: TournamentForm) -> dict[str, Any]:
    return {"shown": form.read_shown()}


def _show_managed(request: HttpRequest, page: TournamentPage, status: int = 200, **forms: Any) -> HttpResponse:
    context = {
        "section": "organise",
        "page": page,
        "players": list_progress(request.user, page.id, timezone.now()),
        "postpone_form": PostponeForm(auto_id="postpone_%s", initial={"closes_at": page.closes_at}),
        "close_form": ReasonForm(auto_id="close_%s"),
        "cancel_form": ReasonForm(auto_id="cancel_%s"),
        "ingredient_form": IngredientForm(auto_id="ingredient_%s"),
        **forms,
    }
    return render(request, "organise/manage.html", context, status=status)


def get_led(request: HttpRequest, tournament_id: int) -> TournamentPage:
    """A tournament for its organiser. Raises `ServiceError` "no_tournament", "not_organiser"."""
    page = get_tournament(request.user, tournament_id, timezone.now())
    if not page.access.organise:
        raise ServiceError("not_organiser")
    return page


def _label(form: TournamentForm, name: str) -> str:
    return str(form.fields[name].label) if name in form.fields else name
