"""The rows of tournaments and free play.

Cards are never stored: they follow from the secret, the announcement and a number.

Figures come in pairs: `…_we` of South and North, `…_they` of West and East. Pips are points in the cards (60 a
deal), points are what a side writes, a score is points of WIJ minus points of ZIJ.
"""

from tournaments.models.acts import ActKind, OrganiserAct
from tournaments.models.analysis import Analysis, BoardAnalysis, PlayAnalysis
from tournaments.models.boom import KINDS, SOURCES, Boom, Play
from tournaments.models.daily_list import DailyList, DailyRow
from tournaments.models.entry import Entry, EntryState
from tournaments.models.free_play import FreePlay, FreePlaySecret
from tournaments.models.hands import HAND_FIELDS, LENGTH_FIELDS, MANILLE_FIELDS, DealtHands
from tournaments.models.mails import TOLD, WAITING, Mail, MailKind
from tournaments.models.notices import Audience, Notice
from tournaments.models.practice import Practice
from tournaments.models.runs import Attempt, JobReport, Run
from tournaments.models.series import Occurrence, Series, SeriesState
from tournaments.models.signals import Outcome, Signal, SignalKind, Trace, TraceKind
from tournaments.models.source import CardSource
from tournaments.models.table_settings import CHOSEN, Pace, Size, TableSettings
from tournaments.models.tournament import (
    FILLED_IN,
    INGREDIENT_LENGTH,
    MAX_BOARDS,
    MAX_CAPACITY,
    MAX_REVIEW_HOURS,
    State,
    Tournament,
    TournamentSecret,
)

__all__ = [
    "CHOSEN",
    "FILLED_IN",
    "HAND_FIELDS",
    "INGREDIENT_LENGTH",
    "KINDS",
    "LENGTH_FIELDS",
    "MANILLE_FIELDS",
    "MAX_BOARDS",
    "MAX_CAPACITY",
    "MAX_REVIEW_HOURS",
    "SOURCES",
    "TOLD",
    "WAITING",
    "ActKind",
    "Analysis",
    "Attempt",
    "Audience",
    "BoardAnalysis",
    "Boom",
    "CardSource",
    "DailyList",
    "DailyRow",
    "DealtHands",
    "Entry",
    "EntryState",
    "FreePlay",
    "FreePlaySecret",
    "JobReport",
    "Mail",
    "MailKind",
    "Notice",
    "Occurrence",
    "OrganiserAct",
    "Outcome",
    "Pace",
    "Play",
    "PlayAnalysis",
    "Practice",
    "Run",
    "Series",
    "SeriesState",
    "Signal",
    "SignalKind",
    "Size",
    "State",
    "TableSettings",
    "Tournament",
    "TournamentSecret",
    "Trace",
    "TraceKind",
]
