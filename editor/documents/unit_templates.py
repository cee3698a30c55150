"""Templates of units, kept under names with the file: what a new unit or a series of them begins with.

They are notes of the file and no part of any scenario, so that undo never takes one away. One that makes no sense, or
whose counter type a scenario does not have, is left out.
"""

from __future__ import annotations

from pydantic import ValidationError

from editor.documents.design_bench import DesignBench
from editor.model.words import checked_line
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.oob import UnitEntry
from engine.storage.errors import FileError

NOTE = "unit-templates"
MOST_TEMPLATES = 200


class UnitTemplates:
    """The templates of the file that the scenario in work is in."""

    def __init__(self, desk: DesignBench) -> None:
        self._desk = desk

    def _all(self) -> dict[str, UnitEntry]:
        scenario = self._desk.scenario
        kept = scenario.map.store.notes().get(NOTE, {}) if scenario is not None else {}
        found: dict[str, UnitEntry] = {}
        for name, data in kept.items() if isinstance(kept, dict) else ():
            try:
                found[str(name)] = UnitEntry.from_data(data)
            except (ValidationError, TypeError, ValueError):
                continue
        return found

    def names(self) -> list[str]:
        """Those that fit the scenario in work, by name."""
        design = self._desk.design
        fitting = (name for name, unit in self._all().items() if design is not None and unit.type in design.types)
        return sorted(fitting, key=str.casefold)

    def get(self, name: str) -> UnitEntry | None:
        """A template by its name."""
        return self._all().get(name)

    def keep(self, name: str, unit: UnitEntry) -> None:
        """Keep a template under a name, in the place of the one that had it."""
        scenario, words = self._desk.scenario, checked_line(name.strip())
        if scenario is None or not words:
            raise CannotEdit(message("design.cannot.no-name"))
        if scenario.is_read_only:
            raise CannotEdit(message("edit.read-only", file=str(scenario.map.store.path)))
        kept = {**self._all(), words: unit}
        if len(kept) > MOST_TEMPLATES:
            raise CannotEdit(message("design.cannot.too-many-templates", most=MOST_TEMPLATES))
        try:
            scenario.map.store.note(NOTE, {each: found.to_data() for each, found in kept.items()})
        except FileError as bad:
            raise CannotEdit(bad.message) from None
