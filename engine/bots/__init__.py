"""The bots by name. A version, once used, never changes; old ones stay for proofs and practice, no longer offered."""

from engine.boards import Chance
from engine.bots.base import Bot
from engine.bots.policy import POLICY
from engine.bots.random import RANDOM
from engine.bots.rulebook import RULEBOOK
from engine.bots.solver import SOLVER
from engine.errors import UnknownError
from engine.view import SeatView

_ALL: dict[str, Bot] = {bot.name: bot for bot in (RANDOM, RULEBOOK, POLICY, SOLVER)}
BOTS: tuple[str, ...] = ("solver@1", "policy@1", "rulebook@1", "random@1")
"""The names offered to an organiser, the strongest first: the default, and what free play is played against."""


def get_bot(name: str) -> Bot:
    """The bot of that name, offered or old. Raises `UnknownError`."""
    if name not in _ALL:
        raise UnknownError(f"no bot is called {name!r} ({', '.join(_ALL)})", name)
    return _ALL[name]


def decide(bot_name: str, view: SeatView, key: bytes) -> str:
    """The text of the act that the bot does from this view. `key` is the bots' key of the board.

    A pure function: its chance hangs on the key, the seat and the number of acts seen. Raises `UnknownError`.
    """
    return get_bot(bot_name).decide(view, Chance(key, view.seat, len(view.acts)))
