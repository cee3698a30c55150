"""Chapters 2 and 6: moving on the map and coming onto it."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.actions import Done, StepTo
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.paths import Reach, link_costs
from engine.core.phases import Phase
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.terms import total
from engine.core.unit_events import UnitMoved
from engine.mechanics import marching
from engine.mechanics.arrivals import due_units, scheduled
from engine.mechanics.marching import AskedPlaces, Conditions, Halt, March, ZoneTolls
from engine.mechanics.stack_in_hand import forget_spent, spend, spent
from tests.helpers.toys.skirmish.cases import rule
from tests.helpers.toys.skirmish.ground import allowance_terms, enemy_of, on_map, stacking_refusal, step_terms, zones
from tests.helpers.toys.skirmish.materials import Materials
from tests.helpers.toys.skirmish.records import ArrivalFrame, Arrive, MovementFrame, UnitArrived

MOVED = "moved"


@rule("2.4")
def must_stop(game: Game, state: State, unit: Unit) -> bool:
    """A unit that has moved and stands in an enemy zone goes no further."""
    return spent(unit) > 0 and unit.at in zones(game, state, enemy_of(unit.side))


@rule("2.1", "2.6")
def step_refusal(game: Game, state: State, frame: MovementFrame, action: StepTo) -> Refusal | None:
    """Why a unit may not take a step: whose it is, whether it may still move, the ground, the stack, the cost."""
    board, unit = game.board, state.units.get(action.unit)
    if unit is None or unit.side != state.side or not on_map(game, unit):
        return Refusal("2.1", message("refusal.not-yours", unit=action.unit))
    if MOVED in unit.marks:
        return Refusal("2.6", message("refusal.moved", unit=unit.id))
    edge = board.edge_between(unit.at, action.to)
    if edge is None:
        return Refusal("2.1", message("refusal.not-adjacent", hex=board.label(action.to)))
    if must_stop(game, state, unit):
        return Refusal("2.4", message("refusal.zone-stops", unit=unit.id))
    terms = step_terms(game, unit, action.to, edge)
    if terms is None:
        return Refusal("2.1", message("refusal.impassable", hex=board.label(action.to)))
    left = int(total(allowance_terms(game, state, unit))) - spent(unit)
    if total(terms) > left:
        return Refusal("2.1", message("refusal.too-far", cost=int(total(terms)), left=left))
    return stacking_refusal(game, state, unit, action.to)


@rule("2.1", "2.4", "2.5")
def reach(game: Game, state: State, unit: Unit) -> Reach:
    """Everywhere a unit can still get to, with what it costs; a full stack may not even be passed."""

    def cost(origin: int, target: int, edge: int) -> int | None:
        terms = step_terms(game, unit, Location(target), edge)
        return None if terms is None else int(total(terms))

    conditions = Conditions(
        prices=link_costs(game.board, cost),
        zones=zones(game, state, enemy_of(unit.side)),
        tolls=ZoneTolls(halt=Halt.IN_ZONE),
        kept_out=AskedPlaces(lambda at: stacking_refusal(game, state, unit, at) is not None),
    )
    left = int(total(allowance_terms(game, state, unit))) - spent(unit)
    if MOVED in unit.marks or must_stop(game, state, unit):
        left = 0
    return marching.reach(game.board, March(conditions, unit.at, left))


def _steps(game: Game, unit: Unit) -> Iterable[StepTo]:
    return (StepTo(unit.id, Location(target)) for target, _ in game.board.links[unit.at])


class MovementPhase(Phase[MovementFrame]):
    """Units move one after another, a hex at a time."""

    def menu(self, game: Game, state: State, frame: MovementFrame) -> Menu:
        mine = [unit for unit in state.every_unit() if unit.side == state.side and on_map(game, unit)]

        def refuse(action: StepTo) -> Refusal | None:
            return step_refusal(game, state, frame, action)

        def of_unit(unit: UnitId) -> Iterable[StepTo]:
            return _steps(game, state.units[unit]) if unit in state.units else ()

        steps = Offer(StepTo, lambda: (step for unit in mine for step in _steps(game, unit)), refuse, of_unit=of_unit)
        return Menu(
            state.side, message("prompt.movement", side=state.side), "2.1", (steps, Offer.one(Done())), default=Done()
        )

    @rule("2.6")
    def apply(self, game: Game, draft: Draft, frame: MovementFrame, action: Action) -> None:
        """When a unit sets out, the one before it has moved."""
        if isinstance(action, Done):
            forget_spent(draft)
            draft.unmark_all(MOVED)
            draft.end()
            return
        assert isinstance(action, StepTo)
        state, unit = draft.state, draft.state.unit(action.unit)
        if frame.mover not in (None, unit.id):
            draft.mark(frame.mover, MOVED)
        draft.replace_frame(MovementFrame(unit.id))
        edge = game.board.edge_between(unit.at, action.to)
        assert edge is not None
        terms = step_terms(game, unit, action.to, edge)
        assert terms is not None
        cost = int(total(terms))
        draft.move_unit(unit.id, action.to)
        spend(draft, unit.id, cost)
        draft.set_control(action.to, state.side)
        draft.emit(UnitMoved(unit.id, unit.at, action.to, cost))


@rule("6.1")
def arrival_refusal(game: Game, state: State, action: Arrive) -> Refusal | None:
    """A reinforcement that is due enters at its own hex, unless an enemy or a full stack is there."""
    materials: Materials = game.materials
    waiting = due_units(state, game.board.at("coming"), state.side, scheduled(materials.arrivals))
    unit = next((each for each in waiting if each.id == action.unit), None)
    if unit is None:
        return Refusal("6.1", message("refusal.not-due", unit=action.unit))
    places = materials.arrivals[unit.id].places
    if action.to not in places:
        return Refusal("6.1", message("refusal.other-entry", hex=game.board.label(places[0])))
    return stacking_refusal(game, state, unit, action.to)


class ArrivalPhase(Phase[ArrivalFrame]):
    """Reinforcements come in, or wait."""

    def menu(self, game: Game, state: State, frame: ArrivalFrame) -> Menu | None:
        materials: Materials = game.materials
        due = sorted(materials.arrivals.items())
        candidates = [Arrive(unit, at) for unit, arrival in due for at in arrival.places]
        offer = Offer(Arrive, lambda: candidates, lambda action: arrival_refusal(game, state, action))
        if not offer.any():
            return None
        return Menu(state.side, message("prompt.arrival", side=state.side), "6.1", (offer, Offer.one(Done())))

    def apply(self, game: Game, draft: Draft, frame: ArrivalFrame, action: Action) -> None:
        if isinstance(action, Done):
            draft.end()
            return
        assert isinstance(action, Arrive)
        draft.move_unit(action.unit, action.to)
        draft.set_control(action.to, draft.state.side)
        draft.emit(UnitArrived(action.unit, action.to))
