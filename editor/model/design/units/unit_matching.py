"""Which unit of the order of battle a row without an id means. No Qt.

Spreadsheets seldom have ids, so what was read once and is read again is known by its name, and by its formation and its
counter where the row says them. Units that bear the same name are taken in their order, one a row.
"""

from __future__ import annotations

from collections.abc import Iterable

from editor.model.design.design import Design
from editor.model.design.units.unit_names import formations_called
from engine.definitions.counters import CounterType


class KnownUnits:
    """The units that rows without an id may mean; each is meant by one row. `spoken_for` are named by their ids."""

    def __init__(self, design: Design, spoken_for: Iterable[str] = ()) -> None:
        self._design = design
        taken = set(spoken_for)
        self._by_name: dict[str, list[str]] = {}
        for unit in design.units.values():
            if unit.name and unit.id not in taken:
                self._by_name.setdefault(unit.name.casefold(), []).append(unit.id)

    def claim(self, name: str, formation: str = "", kind: CounterType | None = None) -> str | None:
        """The unit of that name, which no later row means then; None where there is none left that fits."""
        called = self._by_name.get(name.casefold(), [])
        units = self._design.units
        if formation:
            wanted = {formation, *formations_called(self._design, formation)}
            found = [each for each in called if units[each].formation in wanted]
        else:
            found = called
        chosen = found[0] if found else None
        if kind is not None:
            same = [each for each in found if units[each].type == kind.id]
            ours = [each for each in found if self._design.side_of(each) == kind.side]
            chosen = same[0] if same else ours[0] if len(ours) == 1 else None
        if chosen is not None:
            called.remove(chosen)
        return chosen
