"""Chapter 19: forts that the Axis side builds, and those that stand from the beginning."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.menu import Offer
from engine.core.messages import message
from engine.core.records import Action, Event
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.control import is_friendly
from engine.rulesets.ukraine_43.elimination import disrupt
from engine.rulesets.ukraine_43.ground import Ground
from engine.rulesets.ukraine_43.names import AXIS, FORT, FORT_BEGUN, FORT_LAID, SOVIET, SOVIET_FORT
from engine.rulesets.ukraine_43.special_moves import MOVEMENT_ONLY, Hand, SpecialMove
from engine.rulesets.ukraine_43.standing import standing, troops, zone_hexes
from engine.rulesets.ukraine_43.supply import supplied_places


@dataclass(frozen=True, slots=True)
class BuildFort(Action):
    """Begin a fort."""

    kind: ClassVar[str] = "build-fort"
    at: Location


@dataclass(frozen=True, slots=True)
class FortBegun(Event):
    kind: ClassVar[str] = "fort-begun"
    at: Location


@dataclass(frozen=True, slots=True)
class FortFinished(Event):
    kind: ClassVar[str] = "fort-finished"
    at: Location


@rule("19.2", "19.4", "19.5")
def has_fort(game: Game, state: State, at: Location, side: Side) -> bool:
    """Whether a hex is fortified for a side: one it has built, or a permanent one that is its own."""
    ground: Ground = game.materials.ground
    if at in ground.lines[side]:
        return True
    return bool(state.marker(at, FORT if side == AXIS else SOVIET_FORT))


@rule("19.1")
def fort_refusal(game: Game, state: State) -> Callable[[Location], Refusal | None]:
    """Who judges hexes one by one: a fort a turn, in a hex of one's own that is in supply, and in an enemy zone only
    where a unit stands. What is the same for all hexes is looked up once."""
    ground: Ground = game.materials.ground
    enemies, zones = standing(game, state, SOVIET).occupied, zone_hexes(game, state, SOVIET)
    supplied = supplied_places(game, state, AXIS)

    def why_not(at: Location) -> Refusal | None:
        if state.side != AXIS:
            return Refusal("19.1", message("refusal.u43.forts-axis"))
        if state.values.get(FORT_LAID):
            return Refusal("19.1", message("refusal.u43.fort-laid"))
        label = game.board.label(at)
        if not ground.land[at] or not is_friendly(state, at, AXIS) or at in enemies:
            return Refusal("19.1", message("refusal.u43.fort-hex", hex=label))
        if state.marker(at, FORT) or state.marker(at, FORT_BEGUN):
            return Refusal("19.1", message("refusal.u43.fort-there", hex=label))
        if at in zones and not troops(game, state, at, AXIS):
            return Refusal("19.1", message("refusal.u43.fort-zone", hex=label))
        if at not in supplied:
            return Refusal("19.1", message("refusal.u43.fort-supply", hex=label))
        return None

    return why_not


@rule("19.1")
def build_fort(game: Game, draft: Draft, hand: Hand, action: BuildFort) -> None:
    draft.set_value(FORT_LAID, True)
    draft.set_marker(action.at, FORT_BEGUN, 1)
    draft.emit(FortBegun(action.at))


@rule("19.1")
def finish_forts(draft: Draft) -> None:
    """What was begun in the turn before is finished when the Axis side begins to move."""
    for at in sorted(draft.state.markers):
        if draft.state.marker(at, FORT_BEGUN):
            draft.set_marker(at, FORT_BEGUN, 0)
            draft.set_marker(at, FORT, 1)
            draft.emit(FortFinished(at))


@rule("11.2.F", "19.1")
def disrupt_builders(game: Game, draft: Draft) -> None:
    """Who ends the movement phase where a fort was begun in an enemy zone in this phase is disrupted (ruling 31).

    Those of turns before were finished when the phase began.
    """
    if not draft.state.values.get(FORT_LAID):
        return
    zones = zone_hexes(game, draft.state, SOVIET)
    for at in sorted(draft.state.markers):
        if at in zones and draft.state.marker(at, FORT_BEGUN):
            for unit in troops(game, draft.state, at, AXIS):
                disrupt(draft, unit.id)


def _allowed(game: Game, state: State) -> Iterator[BuildFort]:
    if state.side != AXIS or state.values.get(FORT_LAID):
        return
    why_not = fort_refusal(game, state)
    yield from (BuildFort(at) for at in sorted(supplied_places(game, state, AXIS)) if why_not(at) is None)


FORTIFYING = SpecialMove(
    BuildFort,
    MOVEMENT_ONLY,
    lambda game, state, hand: Offer(
        BuildFort,
        lambda: _allowed(game, state),
        lambda action: fort_refusal(game, state)(action.at),
        exact=True,
    ),
    build_fort,
)

CHAPTER = Chapter(actions=(BuildFort,), events=(FortBegun, FortFinished))
