"""How compiled functions are made: one set of options, and a cache on disk that never answers for older sources.

Compiled code is kept below `MANILLEN_KERNELS`, or the user's cache folder, in a folder named by a digest of all that
goes into it. Where no folder can be made, each process compiles for itself.
"""

import fcntl
import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

ENGINE = Path(__file__).resolve().parent.parent
SOURCES = (
    "cards.py",
    "systems.py",
    "rules.py",
    "solver/compiling.py",
    "solver/kernels.py",
    "solver/playouts.py",
    "policy/progress.py",
    "policy/features.py",
    "policy/network.py",
    "policy/rollouts.py",
    "bots/training.py",
    "bots/worlds.py",
)
"""The files whose text and constants go into compiled code."""


def digest_sources() -> str:
    """A name that changes with any of the sources, and with the compiler."""
    digest = hashlib.sha256(numba.__version__.encode())
    for name in SOURCES:
        digest.update((ENGINE / name).read_bytes())
    return digest.hexdigest()[:16]


def _open_cache() -> Path | None:
    """Where this version's compiled code is kept; None where no folder can be made."""
    name = f"kernels-{digest_sources()}"
    try:
        base = os.environ.get("MANILLEN_KERNELS") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(base) / "manillen" / name
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except (OSError, RuntimeError):  # RuntimeError: the user has no home
        return None
    if not os.access(folder, os.W_OK):
        return None
    vars(numba.config)["CACHE_DIR"] = str(folder)
    return folder


CACHE = _open_cache()


@contextmanager
def hold_cache() -> Iterator[None]:
    """Wait until no other process is filling the cache, and keep others waiting until the end."""
    if CACHE is None:
        yield
        return
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


UNCOUNTED: dict[str, Any] = {"_nrt": False}
"""The compiler's option to count no references; its type stubs do not know it."""

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function compiled on its first call; with NUMBA_DISABLE_JIT=1 it stays as it is.

    It makes no arrays (the compiler refuses it otherwise), and so need not count who holds those it is given: that
    counting takes three quarters of the time of the search.
    """
    made: Any = numba.njit(nogil=True, cache=CACHE is not None, **UNCOUNTED)(function)
    return cast(F, made)


def allocating(function: F) -> F:
    """As `compiled`, for a function that makes arrays."""
    made: Any = numba.njit(nogil=True, cache=CACHE is not None)(function)
    return cast(F, made)


def inlined(function: F) -> F:
    """As `compiled`, but made part of each function that calls it: for the innermost, where a call costs as much."""
    made: Any = numba.njit(nogil=True, inline="always")(function)
    return cast(F, made)


def lowest(cards: int) -> int:
    """The lowest card of a set that is not empty."""
    return (int(cards) & -int(cards)).bit_length() - 1


@intrinsic
def _trailing_zeros(context: Any, cards: Any) -> Any:
    """The processor's own count of zeros below the lowest bit."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@overload(lowest)
def _lowest(cards):  # type: ignore[no-untyped-def]  # numba compares the two signatures to the letter
    return lambda cards: _trailing_zeros(cards)  # type: ignore[call-arg]
