"""What is known of a unit as long as its record stays as it was."""

from __future__ import annotations

from dataclasses import replace

from engine.core.ids import Location, Side, UnitId
from engine.core.state import Unit
from engine.mechanics.unit_notes import UnitNotes

ANN = Unit(UnitId("ann"), "infantry", Side("red"), Location(1))
BOB = replace(ANN, id=UnitId("bob"))


def test_each_unit_is_looked_at_once_until_its_record_changes() -> None:
    looked: list[Unit] = []

    def look(unit: Unit) -> int:
        looked.append(unit)
        return unit.at

    notes: UnitNotes[int] = UnitNotes()
    moved = replace(ANN, at=Location(2))
    for unit in (ANN, BOB, ANN, moved, moved, BOB):
        assert notes.of(unit, lambda unit=unit: look(unit)) == unit.at  # type: ignore[misc]
    assert looked == [ANN, BOB, moved]
