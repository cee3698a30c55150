"""Battles whose result is laid down, for tests of what follows from it.

The field is nine columns of eight rows, clear unless told. The hexes around 0504 are 0503, 0603, 0604, 0505, 0404 and
0403, clockwise from the north.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.engine.rulesets.red_star_rising.scenes import red_star
from tests.helpers.positions import Scene

FIELD = "/".join(["........."] * 8)
TWO_STEPS, ONE_STEP = "c-27", "c-07"
"""Strength markers of class C: one with a back, one without."""


def marked(at: str, marker: str = TWO_STEPS, **more: Any) -> dict[str, Any]:
    """A Soviet army with its strength marker on it."""
    return {"at": at, "values": {"marker": marker}, **more}


def short(at: str, status: str = "unsupplied", **more: Any) -> dict[str, Any]:
    """A unit marked as short of supply."""
    return {"at": at, "marks": [status], **more}


def fought(
    units: Mapping[str, Any],
    target: str | Sequence[str],
    attackers: str | Iterable[str],
    result: str,
    *,
    dice: Sequence[int] = (),
    board: str = FIELD,
    side: str = "axis",
    **more: Any,
) -> Scene:
    """The position after an attack has been resolved with a result; `dice` are those thrown after that."""
    targets = (target,) if isinstance(target, str) else tuple(target)
    names = (attackers,) if isinstance(attackers, str) else tuple(attackers)
    scene = red_star(units, board, phase="combat", side=side, results=[result], dice=[1, *dice], **more)
    others = (f"add-target {each}" for each in targets[1:])
    return scene.play(f"declare-attack {targets[0]}", *others, *(f"add-attacker {unit}" for unit in names), "resolve")


def overran(
    units: Mapping[str, Any],
    target: str,
    attackers: str | Sequence[str],
    result: str,
    *,
    dice: Sequence[int] = (),
    board: str = FIELD,
    side: str = "axis",
    **more: Any,
) -> Scene:
    """The same for an overrun by a unit or by a stack."""
    names = (attackers,) if isinstance(attackers, str) else tuple(attackers)
    scene = red_star(units, board, phase="movement", side=side, results=[result], dice=[1, *dice], **more)
    picks = (f"pick-unit {unit}" for unit in names) if len(names) > 1 else ()
    return scene.play(*picks, f"overrun {names[0]} {target}")
