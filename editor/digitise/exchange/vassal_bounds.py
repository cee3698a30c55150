"""How much of anything a VASSAL module may hold: more than any has, and less than would keep somebody waiting.

A few kilobytes of zip unpack to a hundred thousand stacks, or to outlines that cross themselves a million times. Such a
module is refused as soon as it is seen to be one, in words that name the file.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from editor.digitise.exchange.exchange_error import ExchangeError
from engine.core.messages import message

STACKS: Final = "exchange.too-many-stacks"
PIECES: Final = "exchange.too-many-pieces"
PLACES: Final = "exchange.too-many-places"
CORNERS: Final = "exchange.too-many-corners"
TRAITS: Final = "exchange.too-many-traits"
OUTLINES: Final = "exchange.too-many-outlines"
MOST: Final = {
    STACKS: 10_000,
    PIECES: 40_000,
    PLACES: 10_000,
    CORNERS: 50_000,
    TRAITS: 1 << 30,
    OUTLINES: 100_000_000,
}
"""Stacks; counters, filed and stacked; zones and regions; corners of all zones; letters of traits, each layer of which
reads all those below it once more; hexes that are asked whether they lie in an outline."""
MOST_IN_STACK: Final = 2_000


@dataclass(slots=True)
class Tally:
    """What was read of a file so far; raises ExchangeError where it becomes too much."""

    file: str = ""
    _counts: Counter[str] = field(default_factory=Counter)

    def add(self, what: str, count: int = 1) -> None:
        """So many more of what a key of `MOST` names."""
        self._counts[what] += count
        if self._counts[what] > MOST[what]:
            raise ExchangeError(message(what, file=self.file, limit=MOST[what]))

    def check_stack(self, name: str, count: int) -> None:
        """Whether a stack of so many counters is one that a person could look through."""
        if count > MOST_IN_STACK:
            raise ExchangeError(
                message("exchange.stack-too-tall", file=self.file, stack=name[:80], limit=MOST_IN_STACK)
            )
