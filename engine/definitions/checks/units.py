"""Units against their counters: limits, steps, factors, movement classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.core.messages import message
from engine.definitions.checks.context import Context, Scene
from engine.definitions.counters import Counters
from engine.definitions.issues import Issue, Where, error, info, warning
from engine.definitions.oob import Formation
from engine.definitions.suggest import did_you_mean


def over_the_limit(context: Context) -> Iterator[Issue]:
    """A scenario brings no more units of a type than there are counters."""
    for scene in context.scenes:
        counts = Counter(scene.units[unit].type for unit in scene.used_units if unit in scene.units)
        for part in scene.all_types:
            limit = part.item.limit
            if limit is not None and counts[part.item.id] > limit:
                said = message("issue.over-limit", id=part.item.id, limit=limit, count=counts[part.item.id])
                yield error(said, _first_placed(scene, part.item.id))


def _first_placed(scene: Scene, counter_type: str) -> Where:
    """The first placement of a unit of a type: there is something to take away."""
    for index, placement in scene.setup():
        if (entry := scene.units.get(placement.unit)) is not None and entry.type == counter_type:
            return scene.where("setup", index)
    return scene.where("schedule")


def no_such_step(context: Context) -> Iterator[Issue]:
    """A unit has lost fewer steps than its type has."""
    for scene in context.scenes:
        for unit in scene.all_units:
            counter = scene.types.get(unit.item.type)
            if counter is not None and unit.item.step >= len(counter.steps):
                yield _no_such_step(unit.item.id, unit.item.step, len(counter.steps), unit.where("step"))
        for index, placement in scene.setup():
            counter = scene.type_of(placement.unit)
            if counter is not None and placement.step is not None and placement.step >= len(counter.steps):
                where = scene.where("setup", index, "step")
                yield _no_such_step(placement.unit, placement.step, len(counter.steps), where)


def _no_such_step(unit: str, step: int, steps: int, where: Where) -> Issue:
    return error(message("issue.no-such-step", id=unit, step=step, steps=steps), where)


def uneven_factors(context: Context) -> Iterator[Issue]:
    """Every step of a counter usually prints the same factors; a missing one is probably a slip."""
    for part in context.parts(Counters, lambda sheet: sheet.types, "types"):
        names = list(dict.fromkeys(name for step in part.item.steps for name in step))
        for index, step in enumerate(part.item.steps):
            missing = tuple(name for name in names if name not in step)
            if missing:
                said = message("issue.uneven-factors", id=part.item.id, step=index + 1, names=missing)
                yield warning(said, part.where("steps", index))


def unknown_movement_classes(context: Context) -> Iterator[Issue]:
    """A movement class has its costs in the terrain chart."""
    for scene in context.scenes:
        charts = scene.ruleset.charts
        if charts is None or not charts.terrain.classes:
            continue
        for part in scene.all_types:
            name = part.item.movement_class
            if name is not None and name not in charts.terrain.classes:
                said = message("issue.unknown-class", name=name)
                yield error(said, part.where("movement_class"), did_you_mean(name, charts.terrain.classes))


def unused_units(context: Context) -> Iterator[Issue]:
    """Units of the order of battle that the scenario neither sets up nor brings on."""
    for scene in context.scenes:
        unused = [name for name in scene.units if name not in scene.used_units]
        if unused:
            said = message("issue.unused-units", count=len(unused), names=tuple(unused[:5]))
            yield info(said, scene.where("setup"))


def units_of_another_side(context: Context) -> Iterator[Issue]:
    """A formation of one side with counters of another: its units play for the side of their counters."""
    for scene in context.scenes:
        formations = {part.item.id: part.item for part in reversed(scene.all_formations)}
        for formation, side in _sides(formations).items():
            strangers = [
                unit
                for unit in scene.all_units
                if unit.item.formation == formation
                and (counter := scene.types.get(unit.item.type)) is not None
                and counter.side not in (None, side)
            ]
            if strangers:
                names = tuple(unit.item.id for unit in strangers[:5])
                said = message(
                    "issue.units-of-another-side", formation=formation, side=side, count=len(strangers), names=names
                )
                yield warning(said, strangers[0].where("formation"))


def _sides(formations: dict[str, Formation]) -> dict[str, str]:
    """The side of each formation that has one, of its own or from above."""
    found: dict[str, str] = {}
    for name in formations:
        above, seen = formations.get(name), set[str]()
        while above is not None and above.side is None and above.id not in seen:
            seen.add(above.id)
            above = formations.get(above.parent) if above.parent is not None else None
        if above is not None and above.side is not None:
            found[name] = above.side
    return found
