"""Free play: one's own booms, played as those of tournaments are. Guests play by the pages."""

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import OwnView
from tournaments.api.inputs import ActInput, FreeInput
from tournaments.api.shapes import own_boom_json
from tournaments.selectors.free_play import list_own
from tournaments.selectors.places import FreePlace, Owner
from tournaments.selectors.table import view_table
from tournaments.services.free_play import give_up_free_play, start_free_play
from tournaments.services.playing import advance_place, play_act


def _owner(request: Request) -> Owner:
    return Owner(user_id=request.user.pk)


class OwnFreePlays(OwnView):
    """GET: one's own booms, latest first, at most fifty. POST: the table of the one in progress, or of a new one."""

    def get(self, request: Request) -> Response:
        return Response({"booms": [own_boom_json(row) for row in list_own(_owner(request))]})

    def post(self, request: Request) -> Response:
        now = timezone.now()
        owner = _owner(request)
        sent = FreeInput(data=request.data)
        sent.is_valid(raise_exception=True)
        return Response(view_table(FreePlace(owner, start_free_play(owner, now, **sent.validated_data)), now))


class OwnFreeTable(OwnView):
    """GET: the table as one left it. DELETE: give the boom up; it counts with ZIJ at the target."""

    def get(self, request: Request, free_play_id: int) -> Response:
        return Response(view_table(FreePlace(_owner(request), free_play_id), timezone.now()))

    def delete(self, request: Request, free_play_id: int) -> Response:
        now = timezone.now()
        place = FreePlace(_owner(request), free_play_id)
        give_up_free_play(place, now)
        return Response(view_table(place, now))


class OwnFreeActs(OwnView):
    """POST `{"ply": 57, "act": "ST"}`: name trump or play a card; answers what followed and the table then."""

    def post(self, request: Request, free_play_id: int) -> Response:
        sent = ActInput(data=request.data)
        sent.is_valid(raise_exception=True)
        place = FreePlace(_owner(request), free_play_id)
        return Response(play_act(place, **sent.validated_data, now=timezone.now()))


class OwnFreeAdvance(OwnView):
    """POST: let the bots do what they owe, if anything."""

    def post(self, request: Request, free_play_id: int) -> Response:
        now = timezone.now()
        place = FreePlace(_owner(request), free_play_id)
        advance_place(place, now)
        return Response(view_table(place, now))
