"""What was in a deal, with all cards open: the best for each trump, and what each decision of a seat gave away.

All by the exact solver, so that the same line gives the same figures on every run. A decision that gave something away
is called a mistake only where the strongest bot, with no more than that seat's knowledge, would have done better.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from engine.boards import Board
from engine.bots import decide
from engine.cards import Seat, card_name, trump_name
from engine.play import Play
from engine.result import multiply
from engine.systems import System
from engine.view import view_play

BOT = "solver@1"
"""The strongest bot: what it would have done is the second opinion."""
VERSION = f"exact@1 {BOT}"
"""What results are stored under. Who changes a figure of an analysis, by the solver, by the bot or here, renames it."""


@dataclass(frozen=True)
class Decision:
    """One decision of the seat that had a choice: the act number `place` (from 0) of the deal, done as `act`.

    For a card `value` and `best` are pips of the seat's side in the whole deal with best play from there on by all;
    for a trump, which may count double, points (pips above half, times what it counts). `bot` is what the strongest
    bot would have done, asked only where something was given away; `bot_value` what that is worth.
    """

    place: int
    kind: str
    act: str
    value: int
    best: int
    bot: str | None = None
    bot_value: int | None = None

    @property
    def given(self) -> int:
        """What the act gave away: pips for a card, points for a trump."""
        return self.best - self.value

    @property
    def mistake(self) -> bool:
        """Whether the solver and the bot agree that there was better."""
        return self.given > 0 and self.bot_value is not None and self.bot_value > self.value


@dataclass(frozen=True)
class LineAnalysis:
    """One playing of a board. `top` is the most pips the seat's side could have from the seat's first decision on.

    None where the seat had none yet. Decisions without a choice are left out.
    """

    top: int | None
    decisions: tuple[Decision, ...]


@dataclass
class BoardAnalyst:
    """Analyses playings of one board by one seat, keeping what it found for lines that begin alike.

    `key` is the bots' key of the board, from which the second opinion draws its chance.
    """

    board: Board
    system: System
    key: bytes
    seat: Seat = Seat.S
    _values: dict[str, dict[str, int]] = field(default_factory=dict)
    _bots: dict[str, str] = field(default_factory=dict)
    _best: dict[int, int] | None = None

    def best_by_trump(self) -> dict[int, int]:
        """For each trump (0 to 4) that may be named: pips of wij in the whole deal with best play by all."""
        from engine.solver.solve import solve_board  # loads the compiled code: half a second, once

        if self._best is None:
            self._best = solve_board(self.board, self.system)
        return self._best

    def analyse(self, acts: Sequence[str]) -> LineAnalysis:
        """The line of these acts, whole or broken off. Raises what `Play.perform` raises."""
        play = Play(self.board, self.system)
        top: int | None = None
        decisions = []
        for place, act in enumerate(acts):
            if play.to_act == self.seat and play.phase in ("trump", "card"):
                line = " ".join(acts[:place])
                values = self._value_acts(play, line)
                if top is None:
                    top = max(self._list_pips(play, values))
                # What a pass is worth hangs on what the others then name.
                if len(values) > 1 and act in values:
                    decisions.append(self._judge(play, line, place, act, values))
            play.perform(act)
        return LineAnalysis(top, tuple(decisions))

    def _value_acts(self, play: Play, line: str) -> dict[str, int]:
        from engine.solver.solve import solve_play

        found = self._values.get(line)
        if found is None:
            if play.phase == "card":
                found = {card_name(card): self._ours(pips) for card, pips in solve_play(play).values.items()}
            else:
                best = {trump_name(trump): self._points(pips, trump) for trump, pips in self.best_by_trump().items()}
                found = {name: points for name, points in best.items() if name in play.calls.choices}
            self._values[line] = found
        return found

    def _list_pips(self, play: Play, values: dict[str, int]) -> list[int]:
        if play.phase == "card":
            return list(values.values())
        return [self._ours(pips) for pips in self.best_by_trump().values()]

    def _ours(self, pips: int) -> int:
        """Pips of wij as pips of the seat's side."""
        return pips if self.seat % 2 == 0 else self.system.deal_pips - pips

    def _points(self, pips: int, trump: int) -> int:
        return (self._ours(pips) - self.system.deal_pips // 2) * multiply(self.system, trump)

    def _judge(self, play: Play, line: str, place: int, act: str, values: dict[str, int]) -> Decision:
        kind = "card" if play.phase == "card" else "trump"
        value, best = values[act], max(values.values())
        if value == best:
            return Decision(place, kind, act, value, best)
        bot = self._ask_bot(play, line)
        return Decision(place, kind, act, value, best, bot, values.get(bot))

    def _ask_bot(self, play: Play, line: str) -> str:
        bot = self._bots.get(line)
        if bot is None:
            bot = self._bots[line] = decide(BOT, view_play(play, self.seat), self.key)
        return bot

    def compare_with_bot(self, acts: Sequence[str], places: Iterable[int]) -> Iterator[tuple[int, int]]:
        """What the seat's acts at these places of a line are worth, each beside what the strongest bot would have done.

        Pairs of values as `Decision` has them. Places where all acts are worth the same are left out.
        """
        play = Play(self.board, self.system)
        wanted = set(places)
        for place, act in enumerate(acts):
            if place in wanted:
                line = " ".join(acts[:place])
                values = self._value_acts(play, line)
                if len(set(values.values())) > 1:
                    bot = self._ask_bot(play, line)
                    yield values[act], values.get(bot, values[act])
            play.perform(act)
