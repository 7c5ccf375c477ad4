"""What a boom's cards come from, whatever kind of boom it is."""

from collections.abc import Mapping
from typing import Any, Protocol


class Secret(Protocol):
    """A row that holds 32 bytes and nothing else."""

    @property
    def secret(self) -> Any: ...


class CardSource(Protocol):
    """All that fixes the cards of a boom and what the bots do: a tournament, a boom of free play, a practice.

    `boards` is the most deals it takes, `first_dealer` a seat's letter, `announcement` the canonical text that the
    cards hang on, beside the secret; `ingredient_value` a public value mixed into them, "" for none, and
    `awaits_ingredient` says that one is to come and there are no cards yet.
    """

    @property
    def system(self) -> str: ...

    @property
    def options(self) -> Mapping[str, int]: ...

    @property
    def bots(self) -> str: ...

    @property
    def boards(self) -> int: ...

    @property
    def first_dealer(self) -> str: ...

    @property
    def announcement(self) -> str: ...

    @property
    def ingredient_value(self) -> str: ...

    @property
    def awaits_ingredient(self) -> bool: ...

    @property
    def secret(self) -> Secret: ...
