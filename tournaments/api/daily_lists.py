"""Reading the lists of free play: of a day, a week, a month, and the records."""

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView
from tournaments.api.inputs import DailyQuery
from tournaments.api.shapes import daily_list_json, records_json
from tournaments.days import Kind
from tournaments.selectors.daily_lists import read_period, view_list
from tournaments.selectors.free_play import list_records


class DailyListOf(ApiView):
    """GET: the list of a period, today's without one; `?sort=` and `?page=`, fifty players a page."""

    kind: Kind = "day"

    def get(self, request: Request, period: str = "") -> Response:
        asked = DailyQuery(data=request.query_params)
        asked.is_valid(raise_exception=True)
        now = timezone.now()
        listed = view_list(request.user, read_period(self.kind, period, now), now, **asked.validated_data)
        return Response(daily_list_json(listed))


class RecordsOfAllTime(ApiView):
    """GET: the best scores, the longest booms, the biggest comebacks."""

    def get(self, request: Request) -> Response:
        return Response(records_json(list_records(request.user)))
