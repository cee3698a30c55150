"""Attacks on the field of `scenes`, declared, begun and thrown.

The hexes around 5, 4 are, clockwise from the north: 5, 3 - 6, 3 - 6, 4 - 5, 5 - 4, 4 - 4, 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.engine.rulesets.white_october.scenes import FIELD, here, october
from tests.helpers.positions import Scene

CENTRE = here(5, 4)
N, NE, SE, S, SW, NW = here(5, 3), here(6, 3), here(6, 4), here(5, 5), here(4, 4), here(4, 3)
NARVA, EAST = here(1, 4), here(12, 4)
WINS, LOSES = (6, 6), (1, 1)
"""Dice with which an attack between equals is won and lost."""
NOTHING = "-"


def combat(units: Mapping[str, Any], board: str = FIELD, side: str = "white", **more: Any) -> Scene:
    """The combat sequence of a side; both sides are supplied along roads over the whole field unless told."""
    supplied = {"narva": NARVA, "sources": [EAST], "roads": [[here(column, 4) for column in range(1, 13)]]}
    return october(units, board, **{"phase": "combat", "side": side, **supplied, **more})


def declared(scene: Scene, target: str, attackers: Sequence[str], *, hq: str = "", night: bool = False) -> Scene:
    """An attack declared, with everything else still to be declared."""
    actions = [f"declare-attack {target}", *(f"add-attacker {unit}" for unit in attackers)]
    if hq:
        actions.append(f"command-attack {hq}")
    if night:
        actions.append("attack-by-night")
    return scene.play(*actions, "resolve")


def begun(scene: Scene, target: str, attackers: Sequence[str], **more: Any) -> Scene:
    """An attack that is the only thing declared, begun: the defender may retire or the attacker names supports."""
    return declared(scene, target, attackers, **more).play("done", f"fight {target} {attackers[0]}")


def fought(
    units: Mapping[str, Any],
    attackers: str | Sequence[str],
    results: tuple[str, str] | None = None,
    *,
    target: str = CENTRE,
    dice: Sequence[int] = WINS,
    hq: str = "",
    board: str = FIELD,
    side: str = "white",
    stands: bool = False,
    **more: Any,
) -> Scene:
    """The position after an attack was thrown, with results for attacker and defender laid down where they are told.

    `stands` says that the defender declines to retire first.
    """
    names = attackers.split() if isinstance(attackers, str) else list(attackers)
    scene = combat(units, board, side, dice=list(dice), results=list(results or ()), **more)
    scene = begun(scene, target, names, hq=hq)
    if stands:
        scene = scene.play("done")
    return _unanswered(scene.play("resolve"))


def _unanswered(scene: Scene) -> Scene:
    """Past the question to the defender about his supports, if it is asked."""
    if scene.state.frames[-1].kind == "assault":
        return scene.play("done")
    return scene
