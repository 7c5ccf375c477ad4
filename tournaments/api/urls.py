"""The addresses of the API, below `/api/v1/`."""

from django.urls import path, re_path

from tournaments.api.base import NothingHere
from tournaments.api.daily_lists import DailyListOf, RecordsOfAllTime
from tournaments.api.free_play import OwnFreeActs, OwnFreeAdvance, OwnFreePlays, OwnFreeTable
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
    TournamentProof,
    TournamentStandings,
)

ONE = "tournaments/<int:tournament_id>/"
FREE = "free-play/<int:free_play_id>/"

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
    path(ONE + "proof/", TournamentProof.as_view()),
    path(ONE + "records/<int:entry_id>/", BoomRecord.as_view()),
    path("free-play/", OwnFreePlays.as_view()),
    path(FREE, OwnFreeTable.as_view()),
    path(FREE + "acts/", OwnFreeActs.as_view()),
    path(FREE + "advance/", OwnFreeAdvance.as_view()),
    path("daily-lists/", DailyListOf.as_view()),
    path("daily-lists/<str:period>/", DailyListOf.as_view()),
    path("weekly-lists/", DailyListOf.as_view(kind="week")),
    path("weekly-lists/<str:period>/", DailyListOf.as_view(kind="week")),
    path("monthly-lists/", DailyListOf.as_view(kind="month")),
    path("monthly-lists/<str:period>/", DailyListOf.as_view(kind="month")),
    path("records/", RecordsOfAllTime.as_view()),
    path("token/", OwnToken.as_view()),
    re_path(r"^.*$", NothingHere.as_view()),
]
