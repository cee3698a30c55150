"""What the kinds of a map mean to the checks, read off the looks that the canvas draws them with."""

from __future__ import annotations

from editor.canvas.art.looks import Looks
from editor.canvas.art.signs import SETTLEMENTS
from editor.checks.map_issues import Sense

_LANDINGS = frozenset(("port", "beach"))


def sense_of(looks: Looks) -> Sense:
    """A river is what is drawn as one, a town what has the sign of a town."""
    return Sense(
        looks.palette,
        is_water=lambda terrain: looks.terrain(terrain).is_water,
        is_river=lambda kind: looks.side(kind).stroke == "ribbon",
        is_settlement=lambda kind: looks.sign(kind).sign in SETTLEMENTS,
        is_objective=lambda kind: looks.sign(kind).sign == "objective",
        is_landing=lambda kind: looks.sign(kind).sign in _LANDINGS,
    )
