"""Everything that reads, each answer cut to what its viewer may know."""

from tournaments.selectors.acts import ActRow
from tournaments.selectors.archive import record_text
from tournaments.selectors.deals import DealPage, DealRow, deal_comparison, list_deals, replay
from tournaments.selectors.proofs import read_proof
from tournaments.selectors.results import ResultPage, get_result
from tournaments.selectors.standings import StandingRow, standings
from tournaments.selectors.table import table_state
from tournaments.selectors.tournaments import (
    Entrant,
    May,
    OwnEntry,
    TournamentPage,
    TournamentRow,
    get_tournament,
    list_entered,
    list_organised,
    list_tournaments,
)
from tournaments.selectors.travellers import Traveller

__all__ = [
    "ActRow",
    "DealPage",
    "DealRow",
    "Entrant",
    "May",
    "OwnEntry",
    "ResultPage",
    "StandingRow",
    "TournamentPage",
    "TournamentRow",
    "Traveller",
    "deal_comparison",
    "get_result",
    "get_tournament",
    "list_deals",
    "list_entered",
    "list_organised",
    "list_tournaments",
    "read_proof",
    "record_text",
    "replay",
    "standings",
    "table_state",
]
