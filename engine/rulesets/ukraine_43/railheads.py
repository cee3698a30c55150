"""Chapter 17 and 27.3: which railways the Soviet side has repaired, repairs, and railheads that are pushed back.

A hex of a marked line that is not repaired has the marker `unrepaired`, and one that was repaired in this turn has
`fresh-repair` until the next Soviet turn begins. Other lines work by themselves as soon as all their ends on marked
lines do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.paths import trace
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, derived
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.ground import Ground
from engine.rulesets.ukraine_43.half_hexes import open_half_hexes
from engine.rulesets.ukraine_43.names import AXIS, FRESH_REPAIR, RAILHEAD, SOVIET, UNREPAIRED
from engine.rulesets.ukraine_43.standing import standing, zone_hexes


@dataclass(frozen=True, slots=True)
class RepairRail(Action):
    """Bring a railhead a hex further."""

    kind: ClassVar[str] = "repair-rail"
    origin: Location
    to: Location


@dataclass(frozen=True, slots=True)
class RailRepaired(Event):
    kind: ClassVar[str] = "rail-repaired"
    origin: Location
    to: Location


@dataclass(frozen=True, slots=True)
class RailheadPushedBack(Event):
    kind: ClassVar[str] = "railhead-pushed-back"
    origin: Location
    to: Location


@dataclass(frozen=True, slots=True)
class RepairFrame(Frame):
    """The repairs of a turn: where each railhead stands, and how many hexes it has repaired."""

    kind: ClassVar[str] = "repairs"
    heads: tuple[Location, ...] = ()
    used: tuple[int, ...] = ()


# What is repaired


@rule("17.1", "17.3", "27.3")
@derived("markers")
def usable_rails(game: Game, state: State, side: Side, fresh: bool = False) -> frozenset[int]:
    """The edges of railway that work for a side: all for the Axis, what is repaired for the Soviet side.

    What it has repaired in this turn works from its next one on; `fresh` counts it already. The minor lines to the
    northern edge wait for the line from Bachmach to Gorodnya.
    """
    ground: Ground = game.materials.ground
    if side == AXIS:
        return ground.rails
    closed = (UNREPAIRED,) if fresh else (UNREPAIRED, FRESH_REPAIR)
    broken = frozenset(at for at, markers in state.markers.items() if any(markers.get(each) for each in closed))
    if not broken:
        return ground.rails
    found = {
        edge
        for edge in ground.main_rails
        if game.board.edges[edge].a not in broken and game.board.edges[edge].b not in broken
    }
    northern = ground.region("northern-lines")
    waits = not ground.region("bachmach-gorodnya").isdisjoint(broken)
    for branch in ground.branches:
        if branch.ends & broken or (waits and branch.hexes & northern):
            continue
        found |= branch.edges
    return frozenset(found)


@rule("14.2.B")
@derived("bodies", "stacks", "markers", "control", "values")
def connected_hexes(game: Game, state: State, side: Side, fresh: bool = False) -> frozenset[Location]:
    """The railway hexes that lead to an edge source of a side, past no enemy and through no zone (ruling 33).

    With `fresh` those count that the Soviet side has repaired in this turn, by which its repairs go on.
    """
    ground: Ground = game.materials.ground
    enemy = AXIS if side == SOVIET else SOVIET
    shut = standing(game, state, enemy).occupied | zone_hexes(game, state, enemy)
    rails = usable_rails(game, state, side, fresh)
    starts = [at for at in open_edges(game, state, side) if at in ground.rail_hexes and at not in shut]
    found = trace(game.board, starts, lambda origin, target, edge: edge in rails and target not in shut)
    return frozenset(found.lengths)


@rule("14.2.A", "27.2")
@derived("bodies", "stacks", "control", "values")
def open_edges(game: Game, state: State, side: Side) -> tuple[Location, ...]:
    """The sources on the map edge that a side controls; for the Soviet side the half-hexes that are open, too."""
    enemy = AXIS if side == SOVIET else SOVIET
    held = standing(game, state, enemy).occupied
    found = [at for at in game.materials.ground.edge_sources(side) if state.control.get(at, side) == side]
    if side == SOVIET:
        found += open_half_hexes(game, state)
    return tuple(at for at in dict.fromkeys(found) if at not in held)


# Laying out


@rule("17.1", "17.2")
def lay_railways(game: Game, draft: Draft) -> None:
    """Marked lines beyond the railheads, seen from the Soviet sources, are to be repaired."""
    ground: Ground = game.materials.ground
    heads = frozenset(at for at, markers in draft.state.markers.items() if markers.get(RAILHEAD))
    if not heads or any(markers.get(UNREPAIRED) for markers in draft.state.markers.values()):
        return
    starts = [at for at in ground.edge_sources(SOVIET) if at in ground.main_rail_hexes]
    works = trace(
        game.board,
        starts,
        lambda origin, target, edge: edge in ground.main_rails,
        may_leave=lambda at: at not in heads,
    )
    for at in sorted(ground.main_rail_hexes):
        if at not in works:
            draft.set_marker(at, UNREPAIRED, 1)


# Repairs


@rule("17.3", "17.4.C", "27.3")
def repair_refusal(game: Game, state: State, frame: RepairFrame, action: RepairRail) -> Refusal | None:
    """Two hexes a railhead and ten in all, along marked lines, by railheads that are joined to a source."""
    ground: Ground = game.materials.ground
    materials = game.materials
    label = game.board.label(action.to)
    if action.origin not in frame.heads:
        return Refusal("17.2", message("refusal.u43.no-railhead", hex=game.board.label(action.origin)))
    if sum(frame.used) >= materials.number("repairs"):
        return Refusal("17.3", message("refusal.u43.repairs-done"))
    each = materials.number("repairs_each")
    if all(used >= each for at, used in zip(frame.heads, frame.used, strict=True) if at == action.origin):
        return Refusal("17.3", message("refusal.u43.railhead-done", hex=game.board.label(action.origin)))
    if ground.edge(action.origin, action.to) not in ground.main_rails:
        return Refusal("17.2", message("refusal.u43.no-marked-line", hex=label))
    if not state.marker(action.to, UNREPAIRED):
        return Refusal("17.3", message("refusal.u43.repaired-already", hex=label))
    if action.to in ground.region("unrepairable"):
        return Refusal("27.3", message("refusal.u43.unrepairable", hex=label))
    if action.origin not in connected_hexes(game, state, SOVIET, True):
        return Refusal("17.4.C", message("refusal.u43.railhead-cut", hex=game.board.label(action.origin)))
    if action.to in standing(game, state, AXIS).occupied:
        return Refusal("17.4.A", message("refusal.u43.enemy-there", hex=label))
    return None


class RepairPhase(Phase[RepairFrame]):
    """The Soviet side brings its railheads forward."""

    def start(self, game: Game, draft: Draft, frame: RepairFrame) -> None:
        heads = [at for at in sorted(draft.state.markers) for _ in range(draft.state.marker(at, RAILHEAD))]
        draft.replace_frame(RepairFrame(tuple(heads), (0,) * len(heads)))

    @rule("17.3")
    def menu(self, game: Game, state: State, frame: RepairFrame) -> Menu | None:
        def candidates() -> Iterator[RepairRail]:
            for origin in sorted(set(frame.heads)):
                yield from (RepairRail(origin, Location(target)) for target, _ in game.board.links[origin])

        offer = Offer(RepairRail, candidates, lambda action: repair_refusal(game, state, frame, action))
        left = game.materials.number("repairs") - sum(frame.used)
        said = message("prompt.u43.repairs", side=SOVIET, hexes=left)
        return Menu(SOVIET, said, "17.3", (offer, Offer.one(Done()))).asked_if(offer.any())

    @rule("17.2", "17.3")
    def apply(self, game: Game, draft: Draft, frame: RepairFrame, action: Action) -> None:
        """A railhead that leaves a junction with another line to repair brings in a new one, if there is one left."""
        if isinstance(action, Done):
            draft.end()
            return
        assert isinstance(action, RepairRail)
        each = game.materials.number("repairs_each")
        pairs = list(zip(frame.heads, frame.used, strict=True))
        index = max(
            (number for number, (at, used) in enumerate(pairs) if at == action.origin and used < each),
            key=lambda number: pairs[number][1],
        )
        pairs[index] = (action.to, pairs[index][1] + 1)
        draft.set_marker(action.to, UNREPAIRED, 0)
        draft.set_marker(action.to, FRESH_REPAIR, 1)
        draft.set_marker(action.origin, RAILHEAD, draft.state.marker(action.origin, RAILHEAD) - 1)
        draft.set_marker(action.to, RAILHEAD, draft.state.marker(action.to, RAILHEAD) + 1)
        draft.emit(RailRepaired(action.origin, action.to))
        if len(pairs) < game.materials.number("railheads") and self._forks(game, draft.state, action.origin):
            draft.set_marker(action.origin, RAILHEAD, 1)
            pairs.append((action.origin, 0))
        draft.replace_frame(replace(frame, heads=tuple(at for at, _ in pairs), used=tuple(used for _, used in pairs)))

    @rule("17.2")
    def _forks(self, game: Game, state: State, at: Location) -> bool:
        """Whether a hex that no railhead is in any more has another marked line to repair."""
        ground: Ground = game.materials.ground
        return not state.marker(at, RAILHEAD) and any(
            edge in ground.main_rails and state.marker(Location(target), UNREPAIRED)
            for target, edge in game.board.links[at]
        )


@rule("17.3")
def open_repaired(draft: Draft) -> None:
    """When a Soviet turn begins all that has been repaired can be used."""
    for at in sorted(draft.state.markers):
        if draft.state.marker(at, FRESH_REPAIR):
            draft.set_marker(at, FRESH_REPAIR, 0)


# Pushed back


@rule("17.4.A", "17.4.B")
def push_back(game: Game, draft: Draft, at: Location) -> None:
    """An Axis unit in the hex of a railhead drives it back along its line to the first hex without Axis units."""
    ground: Ground = game.materials.ground
    rails, state = ground.main_rails, draft.state
    starts = [source for source in ground.edge_sources(SOVIET) if source in ground.main_rail_hexes]
    way = trace(
        game.board,
        starts,
        lambda origin, target, edge: edge in rails and (target == at or not state.marker(Location(target), UNREPAIRED)),
    )
    if at not in way:
        return
    held = standing(game, state, AXIS).occupied
    count = state.marker(at, RAILHEAD)
    line = way.path(at)
    back = next((each for each in line[1:] if each not in held), line[-1])
    if back == at:
        return
    draft.set_marker(at, RAILHEAD, 0)
    for each in line[: line.index(back)]:
        draft.set_marker(each, UNREPAIRED, 1)
        draft.set_marker(each, FRESH_REPAIR, 0)
    draft.set_marker(back, RAILHEAD, draft.state.marker(back, RAILHEAD) + count)
    draft.emit(RailheadPushedBack(at, back))


CHAPTER = Chapter(
    actions=(RepairRail,),
    events=(RailRepaired, RailheadPushedBack),
    phases={RepairFrame: RepairPhase()},
)
