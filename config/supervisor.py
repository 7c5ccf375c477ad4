"""Keeps the site's processes running: starts them in order, starts again what ends, stops in reverse order."""

import itertools
import time
from collections.abc import Callable, Iterable

from config.environment import EnvironmentFault
from config.processes import Child, Program, launch

FIRST_DELAY = 0.5  # seconds before the second start in a row; the first is at once
LONGEST_DELAY = 30.0
STEADY = 30.0  # seconds of running after which an end counts as the first again
_PAUSE = 0.1


class _Charge:
    """One program in the supervisor's care: its child, or when to start it next."""

    def __init__(self, program: Program, child: Child) -> None:
        self.program = program
        self.child: Child | None = child
        self.failures = 0
        self.start_at = 0.0
        self.awaited = False  # started again, and not yet seen ready


class Supervisor:
    """Runs programs until it is interrupted. `report` gets one sentence for each thing worth telling."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._groups: list[list[_Charge]] = []

    def start(self, programs: Iterable[Program]) -> None:
        """Start `programs` together and return when all are ready. Raises `EnvironmentFault`."""
        group: list[_Charge] = []
        self._groups.append(group)
        for program in programs:
            group.append(_Charge(program, launch(program)))
        for charge in group:
            if charge.child is not None:
                charge.child.wait_ready()

    def watch(self) -> None:
        """Start again what ends, with growing pauses; returns never, only by an exception such as Ctrl-C."""
        while True:
            self.look_once()
            time.sleep(_PAUSE)

    def look_once(self) -> None:
        """One round of `watch`."""
        now = time.monotonic()
        for charge in itertools.chain.from_iterable(self._groups):
            if charge.child is not None and charge.child.ended:
                self._note_end(charge, now)
            if charge.child is None and now >= charge.start_at:
                self._start_again(charge, now)
            elif charge.awaited and charge.child is not None and charge.program.is_ready():
                charge.awaited = False
                self._report(f"{charge.program.name} is back.")

    def stop(self) -> None:
        """Stop all: those started last first, those started together together."""
        for group in reversed(self._groups):
            children = [charge.child for charge in group if charge.child is not None]
            for child in children:
                child.ask_to_stop()
            for child in children:
                child.stop()
        self._groups.clear()

    def _note_end(self, charge: _Charge, now: float) -> None:
        assert charge.child is not None
        charge.child.kill_rest()
        steady = now - charge.child.started >= STEADY
        charge.failures = 0 if steady else charge.failures + 1
        delay = 0.0 if charge.failures <= 1 else min(LONGEST_DELAY, FIRST_DELAY * 2 ** (charge.failures - 2))
        self._report(
            f"{charge.program.name} {charge.child.ending}; starting it again"
            + (f" in {delay:.1f} seconds." if delay else ".")
        )
        charge.child, charge.start_at, charge.awaited = None, now + delay, False

    def _start_again(self, charge: _Charge, now: float) -> None:
        try:
            charge.child = launch(charge.program)
            charge.awaited = True
        except EnvironmentFault as fault:
            charge.failures += 1
            charge.start_at = now + min(LONGEST_DELAY, FIRST_DELAY * 2**charge.failures)
            self._report(str(fault))
