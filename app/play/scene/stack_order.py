"""In which order the counters of a place lie on the screen: a choice of whoever looks, and of no rule.

The rules keep an order of their own, in which units came. A stack that was arranged by hand keeps that order as long as
its units stay; whoever joins it lies on top. No Qt is imported here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class StackOrder:
    """The arranged stacks of one game, by the key of their place, bottom first."""

    def __init__(self, arranged: Mapping[str, Sequence[str]] | None = None) -> None:
        self._arranged = {key: tuple(units) for key, units in (arranged or {}).items()}

    def arrange(self, key: str, units: Sequence[str]) -> None:
        """Let the units of a place lie so, bottom first."""
        self._arranged[key] = tuple(units)

    def arranged(self, key: str, units: Sequence[str]) -> tuple[str, ...]:
        """The units of a place in the order in which they are shown."""
        wanted = self._arranged.get(key)
        if wanted is None:
            return tuple(units)
        known = [unit for unit in wanted if unit in units]
        return (*known, *(unit for unit in units if unit not in wanted))

    def written(self) -> dict[str, list[str]]:
        """As it is kept with the game."""
        return {key: list(units) for key, units in self._arranged.items()}

    def take(self, written: object) -> None:
        """Take up what was kept; anything else is no order."""
        if isinstance(written, Mapping):
            self._arranged = {
                str(key): tuple(str(unit) for unit in units)
                for key, units in written.items()
                if isinstance(units, (list, tuple))
            }
