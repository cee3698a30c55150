"""The order of battle as a tree: sides, the formations of each, and in them the units, in the order of the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from editor.model.design.design import Design


@dataclass(slots=True)
class Branch:
    """A side or a formation with what is in it; an empty id is for what belongs to no side."""

    id: str
    is_side: bool = False
    branches: list[Branch] = field(default_factory=list)
    units: list[str] = field(default_factory=list)

    def every_unit(self) -> Iterator[str]:
        """The units in it and below it."""
        for branch in self.branches:
            yield from branch.every_unit()
        yield from self.units


def forces_of(design: Design) -> list[Branch]:
    """The sides of a scenario, each with its formations; what belongs to none comes last."""
    sides = {side: Branch(side, is_side=True) for side in design.scenario.sides}
    nobody = Branch("", is_side=True)
    formations = {name: Branch(name) for name in design.formations}
    in_tree: set[str] = set()
    for name, formation in design.formations.items():
        parent = formations.get(formation.parent or "")
        if parent is not None and not _is_below(design, formation.parent or "", name):
            parent.branches.append(formations[name])
        else:
            in_tree.add(name)
    for unit in design.units.values():
        home = formations.get(unit.formation or "")
        if home is None:
            home = sides.get(design.side_of(unit.id), nobody)
        home.units.append(unit.id)
    for name in design.formations:
        if name in in_tree:
            sides.get(_side(design, formations[name]), nobody).branches.append(formations[name])
    found = list(sides.values())
    return [*found, nobody] if nobody.branches or nobody.units else found


def usual_type(design: Design, formation: str) -> str | None:
    """The counter that a new unit of a formation most likely is: as its last one, or as its side's."""
    in_it = (unit.type for unit in reversed(list(design.units.values())) if unit.formation == formation)
    own = next((kind for kind in in_it if kind in design.types), None)
    return own or usual_type_of_side(design, _side_of(design, formation))


def usual_type_of_side(design: Design, side: str) -> str | None:
    """The counter that a new unit of a side most likely is: as the last one it was given, or the first it has."""
    used = (design.units[unit].type for unit in reversed(list(design.units)) if design.side_of(unit) == side)
    kinds = (kind.id for kind in design.types.values() if kind.side == side)
    return (next(used, None) or next(kinds, None)) if side else None


def _side_of(design: Design, formation: str) -> str:
    """Whose a formation is, as it says itself or one above it does."""
    seen: set[str] = set()
    held = design.formations.get(formation)
    while held is not None and held.id not in seen:
        if held.side is not None:
            return held.side
        seen.add(held.id)
        held = design.formations.get(held.parent or "")
    return ""


def _side(design: Design, branch: Branch) -> str:
    """Whose a formation is: what it says itself, or what its first unit does."""
    said = design.formations[branch.id].side
    if said is not None:
        return said
    return next((side for unit in branch.every_unit() if (side := design.side_of(unit))), "")


def _is_below(design: Design, formation: str, top: str) -> bool:
    """Whether a formation stands below another; rings of formations are a mistake that a file may bring."""
    seen: set[str] = set()
    here: str | None = formation
    while here is not None and here not in seen:
        if here == top:
            return True
        seen.add(here)
        held = design.formations.get(here)
        here = held.parent if held is not None else None
    return False
