"""The club player as a network: the rules of thumb of `rulebook@1`, for deals to be played on as he would."""

from functools import cache

import numpy as np

from engine.bots.rulebook import WORTH
from engine.cards import RANK_PIPS
from engine.policy.features import (
    BLOCK,
    BLOCKS,
    LEAD_KEPT,
    ONE,
    PLAIN_KIND,
    PLAIN_UNSEEN,
    TRICK,
    TRICK_WON,
    TRUMP_KIND,
    TRUMP_PLACE,
)
from engine.policy.network import HIDDEN, ROWS
from engine.solver.kernels import Ints


@cache
def write_rulebook() -> Ints:
    """The rules of thumb of `rulebook@1` as a network without hidden units, as near as features come."""
    blocks = np.zeros((BLOCKS, BLOCK))
    worth, pips = WORTH, sorted(set(RANK_PIPS))
    for number, block in enumerate(blocks):
        without, situation = divmod(number, 7)
        lead, partner_lead = worth.nt_leads if without else worth.leads
        rest = 3 - (situation + 1) // 2
        block[TRICK] = 1
        block[TRICK_WON] = partner_lead + 0.5 * (worth.fat + worth.lean) * rest
        block[LEAD_KEPT] = lead - partner_lead
        for higher in range(4):
            block[TRUMP_PLACE + 4 * higher : TRUMP_PLACE + 4 * higher + 4] = -worth.trump[higher]
        for kind, worth_pips in enumerate(pips):
            for ruffs_out in range(2):
                block[TRUMP_KIND + 2 * kind + ruffs_out] = -worth.trump_pips * worth_pips
                for higher in range(4):
                    if higher:
                        kept = (worth.nt_other if without else worth.pips)[higher]
                    else:
                        kept = worth.nt_pips if without else 0.0 if ruffs_out else worth.safe_pips
                    block[PLAIN_KIND + 2 * (4 * kind + higher) + ruffs_out] = -kept * worth_pips
        for unseen in range(7):
            row = min(3, (unseen + 1) // 2)
            block[PLAIN_UNSEEN + 2 * unseen + 1] = -(worth.nt_master if without else worth.master)[row]
    network = np.zeros((ROWS, HIDDEN + 1), dtype=np.int64)
    network[: BLOCKS * BLOCK, HIDDEN] = np.round(blocks.reshape(-1) * ONE)
    return network
