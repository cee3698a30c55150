"""Chapter 4: what operation points are spent on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.core.actions import Done, StepTo
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.paths import Reach, reachable
from engine.core.phases import Phase
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.core.unit_events import UnitMoved
from engine.mechanics.stack_in_hand import forget_spent, spend, spent
from tests.helpers.toys.cabinet.cases import rule
from tests.helpers.toys.cabinet.ground import (
    best_step,
    enter,
    garrison,
    is_open,
    stacking_refusal,
    step_term,
    units_of,
)
from tests.helpers.toys.cabinet.materials import Materials, enemy_of
from tests.helpers.toys.cabinet.records import (
    Activate,
    Assault,
    CombatFrame,
    MoveFrame,
    OperationsFrame,
    SpaceActivated,
)

ACTED = "acted"


@derived("units", "stacks")
def garrisoned(game: Game, state: State, side: Side) -> tuple[Location, ...]:
    """The spaces where a side has units, in order."""
    return tuple(sorted({unit.at for unit in units_of(game, state, side)}))


@rule("4.1")
def activation_refusal(game: Game, state: State, side: Side, at: Location) -> Refusal | None:
    """A point activates one space with units of the side that have not acted with this card."""
    mine = garrison(state, at, side)
    if at not in garrisoned(game, state, side):
        return Refusal("4.1", message("refusal.no-units", space=game.board.label(at)))
    if all(ACTED in unit.marks for unit in mine):
        return Refusal("4.1", message("refusal.acted", space=game.board.label(at)))
    return None


@rule("4.3")
def assault_refusal(game: Game, state: State, side: Side, action: Assault) -> Refusal | None:
    """The units of a space attack together, none having acted, along an open connection, where an enemy stands."""
    board = game.board
    refusal = activation_refusal(game, state, side, action.origin)
    if refusal is not None:
        return refusal
    if any(ACTED in unit.marks for unit in garrison(state, action.origin, side)):
        return Refusal("4.3", message("refusal.acted", space=board.label(action.origin)))
    if not any(is_open(state, edge) for edge in board.edges_between(action.origin, action.target)):
        return Refusal("4.3", message("refusal.not-connected", space=board.label(action.target)))
    if action.target not in garrisoned(game, state, enemy_of(side)):
        return Refusal("4.3", message("refusal.nobody-there", space=board.label(action.target)))
    return None


class OperationsPhase(Phase[OperationsFrame]):
    """Points are spent one by one; what is left over is lost."""

    def menu(self, game: Game, state: State, frame: OperationsFrame) -> Menu | None:
        if not frame.points:
            return None
        side = state.side
        mine = garrisoned(game, state, side)
        moves = Offer(
            Activate,
            lambda: (Activate(at) for at in mine),
            lambda action: activation_refusal(game, state, side, action.at),
        )
        links = game.board.links
        assaults = Offer(
            Assault,
            lambda: dict.fromkeys(Assault(at, Location(target)) for at in mine for target, _ in links[at]),
            lambda action: assault_refusal(game, state, side, action),
        )
        prompt = message("prompt.operations", side=side, points=frame.points)
        return Menu(side, prompt, "4.1", (moves, assaults, Offer.one(Done())))

    def apply(self, game: Game, draft: Draft, frame: OperationsFrame, action: Action) -> None:
        if isinstance(action, Done):
            draft.end()
            return
        assert isinstance(action, Activate | Assault)
        at = action.at if isinstance(action, Activate) else action.origin
        draft.replace_frame(replace(frame, points=frame.points - 1))
        draft.emit(SpaceActivated(at, frame.points - 1))
        ready = tuple(unit.id for unit in garrison(draft.state, at, draft.state.side) if ACTED not in unit.marks)
        for unit in ready:
            draft.mark(unit, ACTED)
        draft.call(
            MoveFrame(ready) if isinstance(action, Activate) else CombatFrame(at, action.target, shift=frame.shift)
        )


def left_over(game: Game, unit: Unit) -> int:
    """The movement points a unit has not spent."""
    materials: Materials = game.materials
    return materials.factor(unit, "movement") - spent(unit)


@rule("4.2")
def step_refusal(game: Game, state: State, frame: MoveFrame, action: StepTo) -> Refusal | None:
    """An activated unit follows open connections as far as its points last."""
    if action.unit not in frame.units:
        return Refusal("4.2", message("refusal.not-activated", unit=action.unit))
    unit = state.unit(action.unit)
    term = best_step(game, state, unit.at, action.to)
    if term is None:
        return Refusal("4.2", message("refusal.not-connected", space=game.board.label(action.to)))
    left = left_over(game, unit)
    if term.value > left:
        return Refusal("4.2", message("refusal.too-far", cost=int(term.value), left=left))
    return stacking_refusal(game, state, unit.side, action.to)


def reach(game: Game, state: State, unit: Unit) -> Reach:
    """Everywhere a unit could go with the points it has left."""

    def cost(origin: int, target: int, edge: int) -> int | None:
        term = step_term(game, state, edge)
        if term is None or stacking_refusal(game, state, unit.side, Location(target)) is not None:
            return None
        return int(term.value)

    return reachable(game.board, unit.at, max(left_over(game, unit), 0), cost)


class MovePhase(Phase[MoveFrame]):
    """The units of one space move, in any order, a space at a time."""

    def menu(self, game: Game, state: State, frame: MoveFrame) -> Menu:
        def steps_of(unit: UnitId) -> Iterable[StepTo]:
            if unit not in frame.units:
                return ()
            return dict.fromkeys(StepTo(unit, Location(target)) for target, _ in game.board.links[state.unit(unit).at])

        steps = Offer(
            StepTo,
            lambda: (step for unit in frame.units for step in steps_of(unit)),
            lambda action: step_refusal(game, state, frame, action),
            of_unit=steps_of,
        )
        return Menu(state.side, message("prompt.move", side=state.side), "4.2", (steps, Offer.one(Done())), Done())

    def apply(self, game: Game, draft: Draft, frame: MoveFrame, action: Action) -> None:
        if isinstance(action, Done):
            forget_spent(draft)
            draft.end()
            return
        assert isinstance(action, StepTo)
        mover = draft.state.unit(action.unit)
        term = best_step(game, draft.state, mover.at, action.to)
        assert term is not None
        cost = int(term.value)
        enter(draft, mover.id, action.to)
        spend(draft, mover.id, cost)
        draft.emit(UnitMoved(mover.id, mover.at, action.to, cost))
