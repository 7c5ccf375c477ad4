"""Getting the bots' compiled code ready before somebody waits for it."""

from engine.boards import Chance, deal_board, shuffle_deck
from engine.bots.opinion import Effort
from engine.bots.policy import POLICY
from engine.bots.solver import OPINION, SolverBot
from engine.cards import Seat
from engine.play import Play
from engine.systems import get_system
from engine.view import view_play


def warm_up() -> None:
    """Load all compiled code, or make it where none is stored yet: half a minute of one core, once.

    Several processes that start together wait for the first, and load what it has made.
    """
    from engine.solver.compiling import hold_cache
    from engine.solver.solve import solve_board, solve_play

    bot = SolverBot("warming", Effort(drawn=2, kept=1, solved=3), OPINION)
    system = get_system("site")
    key = b"warming"
    with hold_cache():
        play = Play(deal_board(1, Seat.S, shuffle_deck(key), system), system)
        while (seat := play.to_act) is not None:
            view, chance = view_play(play, seat), Chance(key, seat, len(play.acts))
            POLICY.decide(view, chance)
            play.perform(bot.decide(view, chance))
            if len(play.tricks) == 5 and play.to_act is not None:
                solve_play(play)
        solve_board(play.board, system)
