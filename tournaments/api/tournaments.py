"""Reading tournaments, lists and deals, and taking a place."""

import hashlib
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from engine.proof import write_proof
from tournaments import selectors, services
from tournaments.api.base import ApiView, OwnView
from tournaments.api.inputs import DraftInput, ListQuery
from tournaments.api.shapes import deal_json, deal_row_json, row_json, standing_json, tournament_json


class TournamentList(ApiView):
    """GET: tournaments, newest first, at most fifty; `?state=` and `?before=<id>`. POST: make a draft."""

    def get_permissions(self) -> list[Any]:
        return [IsAuthenticated()] if self.request.method == "POST" else list(super().get_permissions())

    def post(self, request: Request) -> Response:
        sent = DraftInput(data=request.data)
        sent.is_valid(raise_exception=True)
        now = timezone.now()
        draft = services.create_tournament(request.user, sent.validated_data, now)
        return Response(tournament_json(selectors.get_tournament(request.user, draft.pk, now)), status=201)

    def get(self, request: Request) -> Response:
        asked = ListQuery(data=request.query_params)
        asked.is_valid(raise_exception=True)
        rows = selectors.list_tournaments(request.user, timezone.now(), **asked.validated_data)
        return Response({"tournaments": [row_json(row) for row in rows]})


class TournamentDetail(ApiView):
    """GET: one tournament, with its list once the reader may see it."""

    def get(self, request: Request, tournament_id: int) -> Response:
        return Response(tournament_json(selectors.get_tournament(request.user, tournament_id, timezone.now())))


class TournamentStandings(ApiView):
    """GET: the list."""

    def get(self, request: Request, tournament_id: int) -> Response:
        rows = selectors.standings(request.user, tournament_id, timezone.now())
        return Response({"tournament": tournament_id, "standings": [standing_json(row) for row in rows]})


class OwnEntry(OwnView):
    """POST: take a place; in a series it may be at another table, which the answer names. DELETE: give it back."""

    def post(self, request: Request, tournament_id: int) -> Response:
        entry = services.enter_tournament(request.user, tournament_id, timezone.now())
        answer = {"tournament": entry.tournament_id, "entry": entry.pk, "state": entry.state, "number": entry.number}
        return Response(answer, status=201)

    def delete(self, request: Request, tournament_id: int) -> Response:
        services.withdraw_entry(request.user, tournament_id, timezone.now())
        return Response(status=204)


class DealList(ApiView):
    """GET: the deals of a tournament that the reader may know of."""

    def get(self, request: Request, tournament_id: int) -> Response:
        rows = selectors.list_deals(request.user, tournament_id, timezone.now())
        return Response({"tournament": tournament_id, "deals": [deal_row_json(row) for row in rows]})


class DealDetail(ApiView):
    """GET: one deal: one's own play of it, everyone's once the tournament has closed."""

    def get(self, request: Request, tournament_id: int, board: int) -> Response:
        return Response(deal_json(selectors.deal_comparison(request.user, tournament_id, board, timezone.now())))


class DealReplay(ApiView):
    """GET: one entry's playing of one deal, act by act."""

    def get(self, request: Request, tournament_id: int, board: int, entry_id: int) -> Response:
        return Response(selectors.replay(request.user, tournament_id, entry_id, board, timezone.now()))


class BoomRecord(ApiView):
    """GET: the boom of an entry as a record, text after PBN."""

    def get(self, request: Request, tournament_id: int, entry_id: int) -> HttpResponse:
        text = selectors.record_text(request.user, tournament_id, entry_id, timezone.now())
        name = f"manillen-{tournament_id}-{entry_id}.pbn"
        headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "private, no-store"}
        return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


class TournamentProof(ApiView):
    """GET: the proof of a closed tournament, to the byte what `python -m engine verify` takes; equal for everyone."""

    def get(self, request: Request, tournament_id: int) -> HttpResponseBase:
        data = write_proof(selectors.read_proof(request.user, tournament_id, timezone.now()))
        name = f"manillen-{tournament_id}.json"
        headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "public, no-cache"}
        answer = HttpResponse(data, content_type="application/json", headers=headers)
        etag = f'"{hashlib.sha256(data).hexdigest()}"'
        answer["ETag"] = etag
        return get_conditional_response(request, etag, response=answer) or answer
