"""5.4 and 14.1.1: headquarters and tanks that come back from the calendar, in the recruitment phase of their side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Offer
from engine.core.messages import message
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import UnitArrived
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.control import entered
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import DUE, Role, calendar_box, enemy_of
from engine.rulesets.white_october.stacking import joining_refusal, lonely_vehicles
from engine.rulesets.white_october.standing import standing
from engine.rulesets.white_october.supply import supplied_places


@dataclass(frozen=True, slots=True)
class Return(Action):
    """Bring a headquarters or tanks back onto the map."""

    kind: ClassVar[str] = "return"
    unit: UnitId
    at: Location


def returning(game: Game, state: State) -> tuple[Unit, ...]:
    """Those of the side whose turn has come; aircraft come back by themselves."""
    materials: Materials = game.materials
    here = state.at(game.board.at(calendar_box(state.side)))
    wanted = (Role.HEADQUARTERS, Role.TROTSKY, Role.TANK)
    return tuple(
        unit
        for unit in here
        if materials.kind(unit).role in wanted and DUE in unit.values and int(unit.values[DUE]) <= state.turn
    )


@rule("5.4", "14.1.1")
def return_refusal(game: Game, state: State, action: Return) -> Refusal | None:
    """In a locality of its side; tanks in one that is supplied, and in company."""
    materials: Materials = game.materials
    unit = state.units.get(action.unit)
    is_tank = unit is not None and materials.kind(unit).role is Role.TANK
    case = "14.1.1" if is_tank else "5.4"
    if unit is None or unit not in returning(game, state):
        return Refusal(case, message("refusal.wo.not-due", unit=action.unit))
    label = game.board.label(action.at)
    if action.at not in materials.ground.localities or state.control.get(action.at) != unit.side:
        return Refusal(case, message("refusal.wo.no-locality", hex=label))
    if action.at in standing(game, state, enemy_of(unit.side)).present:
        return Refusal(case, message("refusal.wo.enemy-there", hex=label))
    if is_tank:
        if action.at not in supplied_places(game, state, unit.side):
            return Refusal("14.1.1", message("refusal.wo.locality-supply", hex=label))
        there = [other for other in state.at(action.at) if other.side == unit.side]
        alone = lonely_vehicles(game, (*there, unit))
        if alone is not None:
            return alone
    return joining_refusal(game, state, unit, action.at)


def return_offer(game: Game, state: State) -> Offer[Return]:
    """What may come back now."""

    def candidates() -> Iterator[Return]:
        places = sorted(at for at in game.materials.ground.localities if state.control.get(at) == state.side)
        return (Return(unit.id, at) for unit in returning(game, state) for at in places)

    return Offer(Return, candidates, lambda action: return_refusal(game, state, action))


@rule("5.4", "11.2.2", "14.1.1")
def come_back(game: Game, draft: Draft, action: Return) -> None:
    """It is on the map again, as good as new; a barricade in its district is lost to a White one."""
    draft.move_unit(action.unit, action.at)
    draft.set_unit_value(action.unit, DUE, None)
    draft.emit(UnitArrived(action.unit, action.at))
    entered(game, draft, action.at, draft.state.unit(action.unit).side)


CHAPTER = Chapter(actions=(Return,), events=(UnitArrived,))
