"""The addresses of the API, below `/api/v1/`."""

from django.urls import path, re_path

from tournaments.api.base import NothingHere
from tournaments.api.table import OwnActs, OwnAdvance, OwnTable
from tournaments.api.token import OwnToken
from tournaments.api.tournaments import (
    BoomRecord,
    DealDetail,
    DealList,
    DealReplay,
    OwnEntry,
    TournamentDetail,
    TournamentList,
    TournamentStandings,
)

ONE = "tournaments/<int:tournament_id>/"

urlpatterns = [
    path("tournaments/", TournamentList.as_view()),
    path(ONE, TournamentDetail.as_view()),
    path(ONE + "standings/", TournamentStandings.as_view()),
    path(ONE + "entry/", OwnEntry.as_view()),
    path(ONE + "table/", OwnTable.as_view()),
    path(ONE + "table/acts/", OwnActs.as_view()),
    path(ONE + "table/advance/", OwnAdvance.as_view()),
    path(ONE + "deals/", DealList.as_view()),
    path(ONE + "deals/<int:board>/", DealDetail.as_view()),
    path(ONE + "deals/<int:board>/<int:entry_id>/", DealReplay.as_view()),
    path(ONE + "records/<int:entry_id>/", BoomRecord.as_view()),
    path("token/", OwnToken.as_view()),
    re_path(r"^.*$", NothingHere.as_view()),
]
