"""4.8 to 4.10, 11.3, 14.5, 16.5.B, 18.1, 20.4 and 21: what keeps a unit from moving in a phase at all."""

from __future__ import annotations

from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import (
    ASSAULT,
    DISRUPTED,
    DROPPED,
    MOVED,
    REACTING,
    REACTIONS,
    REPLACED,
    UNSUPPLIED,
    Role,
)
from engine.rulesets.ukraine_43.ratings import Mode
from engine.rulesets.ukraine_43.security import guards_city


@rule("4.1")
@derived("units", "stacks", "values", "side")
def unit_refusal(game: Game, state: State, id: UnitId, mode: Mode) -> Refusal | None:
    """What keeps a unit from marching in this phase."""
    materials: Materials = game.materials
    unit = state.units.get(id)
    if unit is None or unit.side != state.side or not materials.is_on_map(unit):
        return Refusal("4.1", message("refusal.u43.not-yours", unit=id))
    if mode is Mode.MOVEMENT and not unit.marks and unit.type in materials.marching_types:
        return None
    kind = materials.kind(unit)
    if kind.is_air:
        return Refusal("15.1", message("refusal.u43.air-flies", unit=id))
    if not materials.face(unit).movement:
        return Refusal("4.1", message("refusal.u43.never-moves", unit=id))
    if ASSAULT in unit.marks and mode is not Mode.REACTION:
        return _assault_refusal(unit, mode)
    if MOVED in unit.marks:
        return Refusal("4.1", message("refusal.u43.has-moved", unit=id))
    if DROPPED in unit.marks:
        return Refusal("20.4", message("refusal.u43.dropped", unit=id))
    if mode is Mode.MOVEMENT:
        refusal = _replaced_refusal(unit)
    elif mode is Mode.EXPLOITATION:
        refusal = _exploitation_refusal(game, unit)
    else:
        refusal = _reaction_refusal(game, state, unit)
    if refusal is not None:
        return refusal
    if guards_city(game, state, unit):
        return Refusal("21", message("refusal.u43.guards-city", unit=id))
    return None


@rule("4.9", "18.1.B")
def _assault_refusal(unit: Unit, mode: Mode) -> Refusal:
    """Who has taken an assault marker, for the second combat phase or for a river, has stopped."""
    case = "4.9" if mode is Mode.EXPLOITATION else "18.1.B"
    return Refusal(case, message("refusal.u43.assault-ready", unit=unit.id))


@rule("16.5.B")
def _replaced_refusal(unit: Unit) -> Refusal | None:
    """Who has had a replacement moves no more."""
    if REPLACED in unit.marks:
        return Refusal("16.5.B", message("refusal.u43.replaced", unit=unit.id))
    return None


@rule("4.8", "4.9", "11.3")
def _exploitation_refusal(game: Game, unit: Unit) -> Refusal | None:
    """Disrupted units stay, and all of restricted movement."""
    if DISRUPTED in unit.marks:
        return Refusal("11.3", message("refusal.u43.disrupted", unit=unit.id))
    if game.materials.kind(unit).is_restricted:
        return Refusal("4.8", message("refusal.u43.restricted", unit=unit.id))
    return None


@rule("4.8", "4.10", "11.3", "14.5")
def _reaction_refusal(game: Game, state: State, unit: Unit) -> Refusal | None:
    """Three stacks react; of restricted units Manstein alone, and nobody who is disrupted or out of supply."""
    if DISRUPTED in unit.marks:
        return Refusal("11.3", message("refusal.u43.disrupted", unit=unit.id))
    if UNSUPPLIED in unit.marks:
        return Refusal("14.5", message("refusal.u43.unsupplied", unit=unit.id))
    kind = game.materials.kind(unit)
    if kind.is_restricted and kind.role is not Role.MANSTEIN:
        return Refusal("4.8", message("refusal.u43.restricted", unit=unit.id))
    if REACTING not in unit.marks and int(state.values.get(REACTIONS, 0)) >= game.materials.number("reactions"):
        return Refusal("4.10", message("refusal.u43.reactions-done"))
    return None
