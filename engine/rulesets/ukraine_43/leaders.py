"""26.2 and 27.1: Manstein, who rallies disrupted units, and what becomes of a leader whom the enemy catches alone.

What Zhukov does is in `combat/`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import Message, message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import UnitDisplaced
from engine.mechanics.stack_in_hand import spent
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.elimination import disrupt
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import (
    AXIS,
    DISPLACED,
    DISRUPTED,
    MANSTEIN_TRIES,
    MOVED,
    TRIED,
    Role,
    enemy_of,
)
from engine.rulesets.ukraine_43.special_moves import MOVEMENT_AND_EXPLOITATION, Hand, SpecialMove
from engine.rulesets.ukraine_43.standing import company, is_held, standing


@dataclass(frozen=True, slots=True)
class RallyUnit(Action):
    """Let Manstein try to put a disrupted unit in order."""

    kind: ClassVar[str] = "rally-unit"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class PlaceLeader(Action):
    """Say where a leader whom the enemy has caught goes."""

    kind: ClassVar[str] = "place-leader"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class RallyTried(Event):
    kind: ClassVar[str] = "rally-tried"
    unit: UnitId
    die: int
    rallied: bool

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, side=AXIS),)


@dataclass(frozen=True, slots=True)
class LeaderDisplaced(UnitDisplaced):
    kind: ClassVar[str] = "leader-displaced"


@dataclass(frozen=True, slots=True)
class LeaderFrame(Frame):
    """A leader has been caught; its owner says where it goes."""

    kind: ClassVar[str] = "leader"
    unit: UnitId


def leader(game: Game, state: State, role: Role) -> Unit | None:
    """A leader on the map."""
    materials: Materials = game.materials
    found = (unit for unit in state.every_unit() if materials.kind(unit).role is role and materials.is_on_map(unit))
    return next(found, None)


@rule("26.1.A", "26.2", "27.1")
def idle_refusal(unit: Unit | None, case: str, said: Message) -> Refusal | None:
    """What keeps a leader from what it is for: disrupted leaders do nothing, nor do those moved in this turn."""
    if unit is not None and DISRUPTED in unit.marks:
        return Refusal("27.1", message("refusal.u43.disrupted", unit=unit.id))
    return Refusal(case, said) if unit is None or DISPLACED in unit.marks else None


# Manstein


@rule("26.2")
def rally_refusal(game: Game, state: State, id: UnitId) -> Refusal | None:
    """Three tries a turn within four hexes of Manstein while he has not moved, one for a unit in a phase."""
    materials: Materials = game.materials
    unit = state.units.get(id)
    if unit is None or unit.side != AXIS or state.side != AXIS or not materials.is_on_map(unit):
        return Refusal("26.2", message("refusal.u43.not-yours", unit=id))
    if DISRUPTED not in unit.marks:
        return Refusal("26.2", message("refusal.u43.not-disrupted", unit=id))
    manstein = leader(game, state, Role.MANSTEIN)
    idle = idle_refusal(manstein, "26.2", message("refusal.u43.manstein-moved"))
    if manstein is None or idle is not None:
        return idle
    distance = game.board.distance(manstein.at, unit.at)
    if distance is None or distance > materials.number("leader_range"):
        return Refusal("26.2", message("refusal.u43.manstein-far", unit=id))
    if TRIED in unit.marks:
        return Refusal("26.2", message("refusal.u43.tried", unit=id))
    if int(state.values.get(MANSTEIN_TRIES, 0)) >= materials.number("manstein_tries"):
        return Refusal("26.2", message("refusal.u43.tries-done"))
    return None


@rule("11.5", "13.1.D", "26.2")
def rally(game: Game, draft: Draft, hand: Hand, action: RallyUnit) -> None:
    """On 1 to 4 the unit is in order again; who came by rail, had a replacement, has gone its one hex or was repelled
    in an overrun still moves no more in this phase."""
    die = draft.roll()
    rallied = die <= game.materials.number("rally_on")
    draft.set_value(MANSTEIN_TRIES, int(draft.state.values.get(MANSTEIN_TRIES, 0)) + 1)
    draft.mark(action.unit, TRIED)
    if rallied:
        draft.unmark(action.unit, DISRUPTED)
        if spent(draft.state.unit(action.unit)):
            draft.mark(action.unit, MOVED)
    draft.emit(RallyTried(action.unit, die, rallied))


def _disrupted(game: Game, state: State) -> Iterator[RallyUnit]:
    if state.side != AXIS:
        return
    for unit in state.every_unit():
        if unit.side == AXIS and DISRUPTED in unit.marks:
            yield RallyUnit(unit.id)


RALLYING = SpecialMove(
    RallyUnit,
    MOVEMENT_AND_EXPLOITATION,
    lambda game, state, hand: Offer(
        RallyUnit, lambda: _disrupted(game, state), lambda action: rally_refusal(game, state, action.unit)
    ),
    rally,
)


# Caught


@rule("27.1")
def caught_leader(game: Game, state: State, at: Location, side: Side) -> Unit | None:
    """A leader of the other side who stands alone where units of a side have come."""
    materials: Materials = game.materials
    there = company(state, at, enemy_of(side))
    if any(materials.kind(unit).is_ground for unit in there):
        return None
    return next((unit for unit in there if materials.kind(unit).is_leader), None)


@rule("27.1")
def refuges(game: Game, state: State, side: Side) -> tuple[Location, ...]:
    """The victory hexes under a side's control, where a leader can go."""
    enemies = standing(game, state, enemy_of(side)).occupied
    places = {game.board.at(each.at) for each in game.materials.brief.scenario.objectives}
    return tuple(sorted(at for at in places if is_held(game, state, at, side) and at not in enemies))


class LeaderPhase(Phase[LeaderFrame]):
    """The owner chooses; where there is nowhere to go, the leader is out of the way with those in the nearest hex."""

    def start(self, game: Game, draft: Draft, frame: LeaderFrame) -> None:
        unit = draft.state.unit(frame.unit)
        if refuges(game, draft.state, unit.side):
            return
        friends = sorted(standing(game, draft.state, unit.side).occupied)
        nearest = min(friends, key=lambda at: (game.board.distance(unit.at, at) or 0, at), default=None)
        if nearest is not None:
            _displace(draft, unit, nearest)
        draft.end()

    @rule("27.1")
    def menu(self, game: Game, state: State, frame: LeaderFrame) -> Menu:
        side = state.unit(frame.unit).side
        choices = tuple(PlaceLeader(frame.unit, at) for at in refuges(game, state, side))
        refused = Refusal("27.1", message("refusal.u43.no-refuge"))
        offer = Offer.among(choices, PlaceLeader, refused)
        return Menu(side, message("prompt.u43.leader", side=side, unit=frame.unit), "27.1", (offer,))

    def apply(self, game: Game, draft: Draft, frame: LeaderFrame, action: Action) -> None:
        assert isinstance(action, PlaceLeader)
        _displace(draft, draft.state.unit(frame.unit), action.to)
        draft.end()


@rule("27.1")
def _displace(draft: Draft, unit: Unit, to: Location) -> None:
    """A leader who was caught is disrupted, and safe."""
    draft.move_unit(unit.id, to)
    draft.emit(LeaderDisplaced(unit.id, unit.at, to))
    draft.mark(unit.id, DISPLACED)
    disrupt(draft, unit.id)


CHAPTER = Chapter(
    actions=(RallyUnit, PlaceLeader),
    events=(RallyTried, LeaderDisplaced),
    phases={LeaderFrame: LeaderPhase()},
)
