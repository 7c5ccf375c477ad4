"""How hard a bot that deals the unseen cards works, and what it thinks of the other players."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """How much work goes into a decision.

    `drawn` deals of the unseen cards are weighed and `kept` of them, each as often as it is likely. With `solved` cards
    in the hand or fewer those are solved; otherwise they are played on, the last three in four only with the cards
    that are less than `behind` pips a deal behind the best. The network's own opinion counts as `trusted` deals more.
    """

    drawn: int
    kept: int
    solved: int
    behind: float = 1.0
    trusted: int = 100


@dataclass(frozen=True)
class Opinion:
    """What is thought of the other seats before they play: how likely each kind of player is (practised, club,
    anything), in parts of 4096; and how many pips, or points of a trump, make a choice e times less likely for each."""

    partner: tuple[int, int, int]
    opponents: tuple[int, int, int]
    practised_pips: float
    club_pips: float
    trump_points: float
