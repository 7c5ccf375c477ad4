"""Everything that writes: one function a deed, each in transactions of its own, each harmless when repeated."""

from tournaments.services.advancing import advance_boom
from tournaments.services.correcting import disqualify_entry, reinstate_entry
from tournaments.services.drafting import change_tournament, create_tournament, postpone_closing
from tournaments.services.due import advance_due, close_complete, close_due, finalise_due, open_due, run_due
from tournaments.services.entering import enter_tournament, start_boom, withdraw_entry
from tournaments.services.ingredients import enter_ingredient
from tournaments.services.mailing import send_mails, switch_off
from tournaments.services.messaging import send_message
from tournaments.services.occurring import announce_due
from tournaments.services.planning import (
    change_series,
    create_series,
    end_series,
    pause_series,
    preview_series,
    resume_series,
)
from tournaments.services.playing import advance_table, perform_act
from tournaments.services.transitions import (
    announce_tournament,
    cancel_tournament,
    close_if_complete,
    close_tournament,
    create_announced,
    open_tournament,
)

__all__ = [
    "advance_boom",
    "advance_due",
    "advance_table",
    "announce_due",
    "announce_tournament",
    "cancel_tournament",
    "change_series",
    "change_tournament",
    "close_complete",
    "close_due",
    "close_if_complete",
    "close_tournament",
    "create_announced",
    "create_series",
    "create_tournament",
    "disqualify_entry",
    "end_series",
    "enter_ingredient",
    "enter_tournament",
    "finalise_due",
    "open_due",
    "open_tournament",
    "pause_series",
    "perform_act",
    "postpone_closing",
    "preview_series",
    "reinstate_entry",
    "resume_series",
    "run_due",
    "send_mails",
    "send_message",
    "start_boom",
    "switch_off",
    "withdraw_entry",
]
