"""6.5: whose the railway is in each hex, of which gauge, and what coming into a hex does to it (ruling 18).

A hex of railway is one side's or nobody's. Where nothing is noted it is that of whoever controls the hex; a unit that
comes into a hex that is not its own side's cuts it, and only a repair unit makes it good, for its own side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.paths import LinkCosts
from engine.core.records import Event
from engine.core.state import State, derived
from engine.core.unit_events import ControlChanged
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.ground import Ground
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    BEACH_TURN,
    GAUGE_CHANGED,
    PORT_TAKEN,
    RAIL_CUT,
    SIDES,
    beach_of,
    enemy_of,
    rail_of,
)


@dataclass(frozen=True, slots=True)
class RailCut(Event):
    """A hex of railway is nobody's any more."""

    kind: ClassVar[str] = "rail-cut"
    at: Location


@dataclass(frozen=True, slots=True)
class RailMended(Event):
    """A repair unit has made a hex of railway its side's."""

    kind: ClassVar[str] = "rail-mended"
    at: Location
    side: Side


@dataclass(frozen=True, slots=True)
class BeachLost(Event):
    """The enemy came into a beach, and the amphibious points that lay there are gone."""

    kind: ClassVar[str] = "beach-lost"
    at: Location
    side: Side
    points: int


@rule("6.5", "6.51")
def rail_owner(state: State, at: Location) -> Side | None:
    """The side that may use the railway of a hex; None where it is cut or nobody's."""
    if state.marker(at, RAIL_CUT):
        return None
    for side in SIDES:
        if state.marker(at, rail_of(side)):
            return side
    return state.control.get(at)


@rule("6.5")
def is_broad(game: Game, state: State, at: Location) -> bool:
    """Whether the track of a hex has the wide gauge now."""
    materials: Materials = game.materials
    return (at in materials.ground.broad_hexes) != bool(state.marker(at, GAUGE_CHANGED))


@rule("6.5", "6.53", "6.54", "6.63")
@derived("control", "markers")
def usable_rails(game: Game, state: State, side: Side) -> LinkCosts:
    """The railways of a side: between hexes of its own of one gauge; what is cut ends a line until it is mended.

    Two neighbouring hexes of railway hang together by their common side as soon as both are the side's.
    """
    ground: Ground = game.materials.ground
    own = friendly_rails(game, state, side)
    links = ground.rail_links.steps
    changed: dict[int, tuple[tuple[int, int], ...]] = {
        at: tuple((to, 1) for to, _ in links[at] if at in own and to in own and own[at] == own[Location(to)])
        for at in ground.rail_hexes
    }
    return ground.rail_links.altered(changed)


@rule("6.51", "6.68")
@derived("control", "markers")
def friendly_rails(game: Game, state: State, side: Side) -> dict[Location, bool]:
    """The hexes of railway that are a side's, each with whether its gauge is wide."""
    ground = game.materials.ground
    broad, control, markers = ground.broad_hexes, state.control, state.markers
    found: dict[Location, bool] = {}
    for at in ground.rail_hexes:
        if at not in markers:
            if control.get(at) == side:
                found[at] = at in broad
        elif rail_owner(state, at) == side:
            found[at] = (at in broad) != bool(state.marker(at, GAUGE_CHANGED))
    return found


@rule("6.51", "6.53")
def entered(game: Game, draft: Draft, at: Location, side: Side) -> None:
    """A unit of a side has come into a hex: the hex is its side's, and a railway that was not is cut."""
    ground = game.materials.ground
    if at in ground.rail_hexes and rail_owner(draft.state, at) != side and not draft.state.marker(at, RAIL_CUT):
        for each in SIDES:
            draft.set_marker(at, rail_of(each), 0)
        draft.set_marker(at, RAIL_CUT, 1)
        draft.emit(RailCut(at))
    if draft.state.control.get(at) != side:
        if at in ground.ports:
            draft.set_marker(at, PORT_TAKEN, max(1, draft.state.turn))
        draft.set_control(at, side)
        draft.emit(ControlChanged(at, side))
    enemy = enemy_of(side)
    points = draft.state.marker(at, beach_of(enemy))
    if points:
        draft.set_marker(at, beach_of(enemy), 0)
        draft.set_marker(at, BEACH_TURN, 0)
        draft.emit(BeachLost(at, enemy, points))


@rule("6.61", "6.62", "6.63")
def make_good(game: Game, draft: Draft, at: Location, side: Side, *, broad: bool) -> None:
    """A repair unit of a side has come into a hex: the railway is the side's, and of its gauge."""
    draft.set_marker(at, RAIL_CUT, 0)
    for each in SIDES:
        draft.set_marker(at, rail_of(each), int(each == side))
    if is_broad(game, draft.state, at) != broad:
        draft.set_marker(at, GAUGE_CHANGED, int(not draft.state.marker(at, GAUGE_CHANGED)))
    draft.emit(RailMended(at, side))


@rule("6.53", "6.54", "6.55", "6.7")
def railheads(game: Game, state: State, side: Side) -> tuple[Location, ...]:
    """The hexes where the usable railway of a side ends against track that it cannot use: what markers would show."""
    ground = game.materials.ground
    own, usable = friendly_rails(game, state, side), usable_rails(game, state, side)
    return tuple(sorted(at for at in own if len(usable.steps[at]) < len(ground.rail_links.steps[at])))


@derived("control", "markers")
def rail_parts(game: Game, state: State, side: Side) -> Parts:
    """The usable railway of a side, by what hangs together."""
    return Parts.of(usable_rails(game, state, side), friendly_rails(game, state, side))


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """Places by what hangs together along links that lead both ways."""

    part: Mapping[Location, int]
    members: tuple[frozenset[Location], ...]

    def joined_to(self, places: Iterable[Location]) -> frozenset[Location]:
        """All that hangs together with some places; of those only what is on the links at all."""
        found = {self.part[at] for at in places if at in self.part}
        if len(found) == 1:
            return self.members[found.pop()]
        return frozenset().union(*(self.members[number] for number in found))

    @classmethod
    def of(cls, links: LinkCosts, places: Iterable[Location]) -> Parts:
        part: dict[Location, int] = {}
        members: list[frozenset[Location]] = []
        for at in places:
            if at not in part:
                found = connected(links, (at,))
                part.update(dict.fromkeys(found, len(members)))
                members.append(found)
        return cls(part, tuple(members))


def connected(links: LinkCosts, sources: Iterable[Location]) -> frozenset[Location]:
    """All that hangs together with some places along links."""
    steps = links.steps
    waiting: list[int] = list(sources)
    found: set[int] = set(waiting)
    while waiting:
        at = waiting.pop()
        for to, _ in steps[at]:
            if to not in found:
                found.add(to)
                waiting.append(to)
    return frozenset(map(Location, found))


CHAPTER = Chapter(events=(ControlChanged, RailCut, RailMended, BeachLost))
