"""Playing: one's own table, and the acts one does there."""

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from tournaments import selectors, services
from tournaments.api.base import OwnView
from tournaments.api.inputs import ActInput
from tournaments.services.tracing import trace_entry


class OwnTable(OwnView):
    """GET: the table as one left it; nothing changes by asking. POST: begin the boom."""

    def get(self, request: Request, tournament_id: int) -> Response:
        return Response(selectors.table_state(request.user, tournament_id, timezone.now()))

    def post(self, request: Request, tournament_id: int) -> Response:
        now = timezone.now()
        services.start_boom(request.user, tournament_id, now)
        trace_entry(request.user, tournament_id, BaseThrottle().get_ident(request), "")
        return Response(selectors.table_state(request.user, tournament_id, now))


class OwnActs(OwnView):
    """POST `{"ply": 57, "act": "ST"}`: name trump or play a card; answers what followed and the table then."""

    def post(self, request: Request, tournament_id: int) -> Response:
        sent = ActInput(data=request.data)
        sent.is_valid(raise_exception=True)
        return Response(services.perform_act(request.user, tournament_id, **sent.validated_data, now=timezone.now()))


class OwnAdvance(OwnView):
    """POST: let the bots do what they owe, if anything."""

    def post(self, request: Request, tournament_id: int) -> Response:
        now = timezone.now()
        services.advance_table(request.user, tournament_id, now)
        return Response(selectors.table_state(request.user, tournament_id, now))
