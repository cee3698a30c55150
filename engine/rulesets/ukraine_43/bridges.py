"""18.4 and 18.5: floating bridges, which only the Soviet side builds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.ids import EdgeIndex, Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.mechanics.stack_in_hand import spent
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.control import remove_bridge
from engine.rulesets.ukraine_43.ground import Ground
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import (
    AXIS,
    BRIDGE_BEGUN,
    DISRUPTED,
    EXTENDED,
    MOVED,
    PONTOON,
    SOVIET,
    UNSUPPLIED,
)
from engine.rulesets.ukraine_43.special_moves import MOVEMENT_ONLY, Hand, SpecialMove
from engine.rulesets.ukraine_43.standing import standing, zone_hexes


@dataclass(frozen=True, slots=True)
class BeginBridge(Action):
    """Let a unit begin a floating bridge across a major river."""

    kind: ClassVar[str] = "begin-bridge"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class TakeUpBridge(Action):
    """Take a floating bridge away."""

    kind: ClassVar[str] = "take-up-bridge"
    at: Location
    to: Location


@dataclass(frozen=True, slots=True)
class BridgeBegun(Event):
    kind: ClassVar[str] = "bridge-begun"
    unit: UnitId
    at: Location
    to: Location


@dataclass(frozen=True, slots=True)
class BridgeThrown(Event):
    """The die for a bridge at the start of exploitation."""

    kind: ClassVar[str] = "bridge-thrown"
    at: Location
    to: Location
    die: int
    finished: bool

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, side=SOVIET),)


@dataclass(frozen=True, slots=True)
class BridgeFinished(Event):
    kind: ClassVar[str] = "bridge-finished"
    at: Location
    to: Location


@dataclass(frozen=True, slots=True)
class BridgeRemovalFrame(Frame):
    """The Soviet side may take up floating bridges."""

    kind: ClassVar[str] = "bridge-removal"


def bridge_edges(state: State, *markers: str) -> tuple[EdgeIndex, ...]:
    """The sides with a bridge in one of some conditions, in the order of the board."""
    return tuple(
        edge for edge in sorted(state.side_markers) if any(state.side_markers[edge].get(each) for each in markers)
    )


@rule("18.4", "18.5.D")
def begin_refusal(game: Game, state: State, action: BeginBridge) -> Refusal | None:
    """A Soviet unit in supply and in order that has not moved yet, at a major river without a bridge; four at most."""
    materials: Materials = game.materials
    ground: Ground = materials.ground
    unit = state.units.get(action.unit)
    if unit is None or unit.side != state.side or not materials.is_on_map(unit):
        return Refusal("18.4", message("refusal.u43.not-yours", unit=action.unit))
    if unit.side != SOVIET:
        return Refusal("18.4", message("refusal.u43.bridges-soviet"))
    if not materials.kind(unit).is_ground:
        return Refusal("18.4", message("refusal.u43.never-bridges", unit=unit.id))
    edge = ground.edge(unit.at, action.to)
    if edge not in ground.majors:
        return Refusal("18.4", message("refusal.u43.no-major-river", hex=game.board.label(action.to)))
    if edge in ground.bridges or state.side_markers.get(EdgeIndex(edge)):
        return Refusal("18.4", message("refusal.u43.bridged-already", hex=game.board.label(action.to)))
    if DISRUPTED in unit.marks:
        return Refusal("18.4", message("refusal.u43.disrupted", unit=unit.id))
    if UNSUPPLIED in unit.marks:
        return Refusal("18.4", message("refusal.u43.unsupplied", unit=unit.id))
    if spent(unit) or MOVED in unit.marks or EXTENDED in unit.marks:
        return Refusal("18.4", message("refusal.u43.has-moved", unit=unit.id))
    if len(bridge_edges(state, PONTOON, BRIDGE_BEGUN)) >= materials.number("pontoons"):
        return Refusal("18.5.D", message("refusal.u43.no-pontoons"))
    return None


@rule("18.4")
def begin_bridge(game: Game, draft: Draft, hand: Hand, action: BeginBridge) -> None:
    """The marker lies on the side that its arrow points across; the unit may move on."""
    unit = draft.state.unit(action.unit)
    draft.set_side_marker(EdgeIndex(game.materials.ground.edge(unit.at, action.to)), BRIDGE_BEGUN, 1)
    draft.emit(BridgeBegun(unit.id, unit.at, action.to))


def _candidates(game: Game, state: State) -> Iterator[BeginBridge]:
    if state.side != SOVIET:
        return
    majors = game.materials.ground.majors
    for unit in state.every_unit():
        if unit.side == SOVIET and game.materials.is_on_map(unit):
            for target, edge in game.board.links[unit.at]:
                if edge in majors:
                    yield BeginBridge(unit.id, Location(target))


BRIDGING = SpecialMove(
    BeginBridge,
    MOVEMENT_ONLY,
    lambda game, state, hand: Offer(
        BeginBridge, lambda: _candidates(game, state), lambda action: begin_refusal(game, state, action)
    ),
    begin_bridge,
)


@rule("18.5.A")
def can_finish(game: Game, state: State, edge: EdgeIndex) -> bool:
    """Both banks are free of the enemy: held by friends, or in no enemy zone."""
    found = game.board.edges[edge]
    friends = standing(game, state, SOVIET).occupied
    enemies = standing(game, state, AXIS).occupied
    zones = zone_hexes(game, state, AXIS)
    return all(at not in enemies and (at in friends or at not in zones) for at in (found.a, found.b))


@rule("18.5.B")
def throw_for_bridges(game: Game, draft: Draft) -> None:
    """At the start of exploitation each bridge is finished on 1 to 3, where it can be (ruling 39)."""
    for edge in bridge_edges(draft.state, BRIDGE_BEGUN):
        if not can_finish(game, draft.state, edge):
            continue
        ends = game.board.edges[edge]
        die = draft.roll()
        finished = die <= game.materials.number("bridge_on")
        draft.emit(BridgeThrown(ends.a, ends.b, die, finished))
        if finished:
            _finish(game, draft, edge)


@rule("18.5.C")
def finish_bridges(game: Game, draft: Draft) -> None:
    """In the final phase what is left is finished across the same side, where it can be."""
    for edge in bridge_edges(draft.state, BRIDGE_BEGUN):
        if can_finish(game, draft.state, edge):
            _finish(game, draft, edge)


def _finish(game: Game, draft: Draft, edge: EdgeIndex) -> None:
    draft.set_side_marker(edge, BRIDGE_BEGUN, 0)
    draft.set_side_marker(edge, PONTOON, 1)
    ends = game.board.edges[edge]
    draft.emit(BridgeFinished(ends.a, ends.b))


class BridgeRemovalPhase(Phase[BridgeRemovalFrame]):
    """Floating bridges may be taken up in the final phase, to be used again."""

    @rule("18.5.E")
    def menu(self, game: Game, state: State, frame: BridgeRemovalFrame) -> Menu | None:
        edges = bridge_edges(state, PONTOON)
        ends = [game.board.edges[edge] for edge in edges]
        refused = Refusal("18.5.E", message("refusal.u43.no-such-bridge"))
        offer = Offer.among([TakeUpBridge(each.a, each.b) for each in ends], TakeUpBridge, refused)
        said = message("prompt.u43.bridge-removal", side=SOVIET)
        return Menu(SOVIET, said, "18.5.E", (offer, Offer.one(Done())), Done()).asked_if(bool(edges))

    @rule("18.5.E")
    def apply(self, game: Game, draft: Draft, frame: BridgeRemovalFrame, action: Action) -> None:
        if isinstance(action, TakeUpBridge):
            edge = game.board.edge_between(action.at, action.to)
            assert edge is not None
            remove_bridge(draft, EdgeIndex(edge), action.at, action.to)
        else:
            draft.end()


CHAPTER = Chapter(
    actions=(BeginBridge, TakeUpBridge),
    events=(BridgeBegun, BridgeThrown, BridgeFinished),
    phases={BridgeRemovalFrame: BridgeRemovalPhase()},
)
