"""What is done in the tree to units and formations together, as one entry of the history."""

from __future__ import annotations

from collections.abc import Sequence

from editor.commands.design.formations import move_formation, remove_formation
from editor.commands.design.units import move_units
from editor.model.design.design import Design
from editor.model.design.steps import Step, in_turn
from editor.model.documents_change import DocumentsChange
from engine.core.messages import message


def move_forces(
    design: Design,
    units: Sequence[str],
    formations: Sequence[str],
    into: str | None,
    *,
    before: str | None = None,
    side: str | None = None,
) -> DocumentsChange:
    """Put units and formations into a formation, or into none; `before` is a unit or a formation that is there.

    Units fight for the side of their counters wherever they stand; a formation for the side it is put to.
    """
    before = _staying(design, units, formations, before)

    def formation_step(formation: str) -> Step:
        return lambda now: move_formation(
            now, formation, into, before=before if before in now.formations else None, side=side
        )

    steps = [formation_step(each) for each in formations if each in design.formations]
    if units:
        steps.append(lambda now: move_units(now, units, into, before=before if before in now.units else None))
    return in_turn(design, steps, message("design.do.move-forces", count=len(units) + len(formations)))


def remove_formations(design: Design, formations: Sequence[str]) -> DocumentsChange:
    """Take formations away; what was in them belongs to the ones above."""

    def step(formation: str) -> Step:
        return lambda now: remove_formation(now, formation)

    steps = [step(each) for each in formations if each in design.formations]
    return in_turn(design, steps, message("design.do.remove-formations", count=len(formations)))


def _staying(design: Design, units: Sequence[str], formations: Sequence[str], before: str | None) -> str | None:
    """Whom things are put before where that is one of themselves: whoever follows it among its sisters and stays."""
    if before in units and before in design.units:
        home = design.units[before].formation
        sisters, leaving = [each.id for each in design.units.values() if each.formation == home], units
    elif before in formations and before in design.formations:
        parent = design.formations[before].parent
        sisters, leaving = [each.id for each in design.formations.values() if each.parent == parent], formations
    else:
        return before
    return next((each for each in sisters[sisters.index(before) :] if each not in leaving), None)
