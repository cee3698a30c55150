"""What random games leave untouched in a scenario: objectives that nobody entered, units that never went anywhere."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from editor.model.design.design import Design

MOVEMENT = "movement"
"""The factor that says how far a counter goes, in every game that prints one."""


def untouched_objectives(design: Design, entered: Collection[str]) -> Iterator[tuple[str, str]]:
    """Objectives where no unit stands at the start and none ever came, as words and the key of the place."""
    held = {design.places.key(placed.at) for placed in design.scenario.setup}
    for objective in design.scenario.objectives:
        key = design.places.key(objective.at)
        if key is not None and key not in entered and key not in held:
            yield (f"{objective.at} {objective.name}" if objective.name else objective.at), key


def idle_units(design: Design, moved: Collection[str]) -> Iterator[tuple[str, str]]:
    """Units that stand on the map, could move and never did, as words and the id of the unit."""
    boxes = set(design.plan.boxes)
    for placed in design.scenario.setup:
        unit, kind = design.units.get(placed.unit), design.type_of(placed.unit)
        key = design.places.key(placed.at)
        if unit is None or kind is None or key is None or key in boxes or placed.unit in moved:
            continue
        printed = [step.get(MOVEMENT) for step in kind.steps]
        if any(printed) or all(each is None for each in printed):
            sort = design.called(kind.name)
            named = f"{unit.name} ({sort})" if unit.name else sort
            yield f"{named}, {placed.at}", unit.id
