"""The rows of a tournament. Cards are never stored: they follow from the secret, the announcement and a number.

Figures come in pairs: `…_we` of South and North, `…_they` of West and East. Pips are points in the cards (60 a
deal), points are what a side writes, a score is points of WIJ minus points of ZIJ.
"""

from tournaments.models.boom import Boom, Play
from tournaments.models.entry import Entry, EntryState
from tournaments.models.runs import Attempt, JobReport, Run
from tournaments.models.tournament import (
    MAX_BOARDS,
    MAX_CAPACITY,
    MAX_REVIEW_HOURS,
    Amendment,
    State,
    Tournament,
    TournamentSecret,
)

__all__ = [
    "MAX_BOARDS",
    "MAX_CAPACITY",
    "MAX_REVIEW_HOURS",
    "Amendment",
    "Attempt",
    "Boom",
    "Entry",
    "EntryState",
    "JobReport",
    "Play",
    "Run",
    "State",
    "Tournament",
    "TournamentSecret",
]
