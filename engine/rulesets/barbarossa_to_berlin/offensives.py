"""8.2 and 8.3: noting that an offensive was made, for the end of the turn to know."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.state import Unit
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.effects import for_turn
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import AXIS, BRITISH_NATIONS, Nation

WESTERN_ATTACKERS = BRITISH_NATIONS | {Nation.AMERICAN}


@rule("8.3")
def note_attack(game: Game, draft: Draft, attackers: Iterable[Unit], target: Location) -> None:
    """An attack has been made; it may be the offensive that was asked for."""
    materials: Materials = game.materials
    units = tuple(attackers)
    if not units:
        return
    outside = materials.countries[target] != "soviet-union"
    if units[0].side == AXIS:
        if outside:
            for_turn(draft, "offensive-axis")
        return
    if any(materials.kind(unit).nation in WESTERN_ATTACKERS for unit in units):
        for_turn(draft, "offensive-allied")
    if any(materials.kind(unit).nation is Nation.SOVIET and materials.kind(unit).large for unit in units):
        for_turn(draft, "offensive-soviet")


@rule("8.2", "8.3")
def note_capture(game: Game, draft: Draft, unit: UnitId, at: Location) -> None:
    """A unit has taken an enemy space; that serves as an offensive too."""
    materials: Materials = game.materials
    record = draft.state.unit(unit)
    nation = materials.kind(record).nation
    if record.side == AXIS:
        if materials.countries[at] != "soviet-union":
            for_turn(draft, "offensive-axis")
    elif nation in WESTERN_ATTACKERS:
        for_turn(draft, "offensive-allied")
    elif nation is Nation.SOVIET:
        for_turn(draft, "offensive-soviet")
