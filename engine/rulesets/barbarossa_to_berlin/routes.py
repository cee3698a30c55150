"""12.2, 12.3 and 12.5: the ways of strategic redeployment, over friendly land and at last over the sea."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import holds
from engine.rulesets.barbarossa_to_berlin.effects import is_active
from engine.rulesets.barbarossa_to_berlin.homes import is_overseas_base
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import AXIS, BRITISH_NATIONS, PARTISANS, Nation, enemy_of
from engine.rulesets.barbarossa_to_berlin.nations import (
    USSR,
    closed_countries,
    closed_refusal,
    is_panzer,
    nation_refusal,
)
from engine.rulesets.barbarossa_to_berlin.stacking import combat_places, has_enemies

VICHY = "vichy"
MARSEILLE = "marseille"
OPEN_TO_THE_AXIS = (MARSEILLE, "tunis")
"""The neutral spaces the Axis may redeploy to when Vichy France has been drawn into the war (17.3)."""
SYRACUSE = "syracuse"
TURKEY = "turkey"


@rule("12.3", "12.5", "16.3", "card.allied.43")
def axis_refusal(game: Game, state: State, at: Location) -> Refusal | None:
    """Where the Axis does not redeploy from, to or through: partisans, Russia at first, France under Strangle."""
    materials: Materials = game.materials
    label = game.board.label(at)
    if state.marker(at, PARTISANS):
        return Refusal("12.3", message("refusal.btb.sr-partisans", space=label))
    country = materials.countries[at]
    if country == USSR and state.turn < materials.number("sr_axis_in_soviet_union_from"):
        return Refusal("12.5", message("refusal.btb.sr-soviet-union", space=label))
    if country == "france" and is_active(state, "operation-strangle"):
        return Refusal("card.allied.43", message("refusal.btb.sr-strangle", space=label))
    return None


@rule("17.3", "12.5")
def is_open_vichy(game: Game, state: State, side: Side, at: Location) -> bool:
    """A neutral space of Vichy France at war that Axis units may come to: in France to Marseille, or Tunis."""
    materials: Materials = game.materials
    if side != AXIS or at in state.control or not materials.in_area(at, VICHY):
        return False
    return materials.countries[at] == "france" or game.board.key(at) in OPEN_TO_THE_AXIS


@rule("12.2", "17.3")
def space_refusal(game: Game, state: State, unit: Unit, at: Location, *, lenient: bool = False) -> Refusal | None:
    """What keeps a unit that redeploys out of a space, on its way or at its end."""
    if has_enemies(game, state, unit.side, at):
        found = None if lenient or unit.side != AXIS else axis_refusal(game, state, at)
        return found or Refusal("12.2", message("refusal.btb.sr-not-friendly", space=game.board.label(at)))
    found = _side_refusal(game, state, unit.side, at, lenient=lenient)
    return found or nation_refusal(game, state, unit, at)


@rule("12.2", "17.3")
def _side_refusal(game: Game, state: State, side: Side, at: Location, *, lenient: bool) -> Refusal | None:
    """What keeps all units of a side that redeploy out of a space without enemies."""
    if side == AXIS and not lenient:
        found = axis_refusal(game, state, at)
        if found is not None:
            return found
    beach = game.materials.has(at, "beach")
    if not beach and not holds(game, state, side, at) and not is_open_vichy(game, state, side, at):
        return Refusal("12.2", message("refusal.btb.sr-not-friendly", space=game.board.label(at)))
    return closed_refusal(game, state, side, at)


class Ground:
    """What the map is now to the units of a nation: where their side may go, and where they may end.

    The units on the map are left out of it: it stays as it is while one after another is sent elsewhere. Of a space
    that nobody has asked about nothing is known.
    """

    __slots__ = ("ends", "open")

    def __init__(self) -> None:
        self.open: dict[Location, bool] = {}
        self.ends: dict[Location, bool] = {}


@derived("control", "markers", "values", "turn")
def _ground(game: Game, state: State, side: Side, nation: Nation) -> Ground:
    """What one unit has found out serves the others of its nation."""
    return Ground()


class Journey:
    """Where a unit can get to. The spaces are found one after another, and no further than somebody asks."""

    def __init__(self, game: Game, state: State, unit: Unit, *, lenient: bool = False) -> None:
        """A `lenient` journey heeds none of the bans of 12.3, 12.5 and Strangle: it finds what they shut."""
        self.game, self.state, self.unit, self.lenient = game, state, unit, lenient
        self.kind = game.materials.kind(unit)
        self.ground = Ground() if lenient else _ground(game, state, unit.side, self.kind.nation)
        self._closed = closed_countries(game, state, unit)
        self._enemies = combat_places(game, state, enemy_of(unit.side))
        self.came: dict[Location, Location] = {}
        self._found: dict[Location, None] = {}
        self._search = self._ways()

    def ends(self) -> Iterator[Location]:
        """The spaces a way leads to, the nearest first."""
        yield from tuple(self._found)
        for at in self._search:
            self._found[at] = None
            yield at

    def reaches(self, to: Location) -> bool:
        return to in self._found or any(at == to for at in self.ends())

    def refusal(self, at: Location) -> Refusal | None:
        """What keeps the unit out of a space."""
        return space_refusal(self.game, self.state, self.unit, at, lenient=self.lenient)

    def is_open(self, at: Location) -> bool:
        """Whether nothing does."""
        found = self.ground.open.get(at)
        if found is None:
            refusal = _side_refusal(self.game, self.state, self.unit.side, at, lenient=self.lenient)
            found = self.ground.open[at] = refusal is None
        if not found or at in self._enemies or self._closed[at]:
            return False
        beach = self.game.materials.has(at, "beach")
        return not beach or nation_refusal(self.game, self.state, self.unit, at) is None

    def path_to(self, to: Location) -> tuple[Location, ...]:
        """The way to a space that can be reached, from the unit to there."""
        way = [to]
        while way[-1] != self.unit.at:
            way.append(self.came[way[-1]])
        return tuple(reversed(way))

    @rule("12.2", "12.3")
    def _ways(self) -> Iterator[Location]:
        """Over land as far as friendly spaces go; then, for small units, over the sea once and no further."""
        if not self.game.materials.on_map[self.unit.at]:
            return
        waiting = [self.unit.at]
        yield from self._overland(waiting)
        reached = list(waiting)
        if self.lenient or not self.kind.large:
            yield from self._crossings(reached)
            yield from self._overseas()
        yield from self._to_marseille(reached)

    def _overland(self, waiting: list[Location], *, neutral: bool = False) -> Iterator[Location]:
        """The spaces that can be reached by land, `neutral` ones as well if told."""
        links, start, came = self.game.materials.land_links, self.unit.at, self.came
        for at in waiting:
            if not self._goes_through(at):
                continue
            for to, _ in links[at]:
                if to in came or to == start or not self.is_open(to) or not self._may_go_on(at, to):
                    continue
                if not neutral and self._is_neutral(to):
                    continue
                came[to] = at
                waiting.append(to)
                yield to

    @rule("17.3")
    def _to_marseille(self, reached: list[Location]) -> Iterator[Location]:
        """Through the neutral spaces of Vichy France at war the Axis gets to Marseille, and nowhere else.

        Its own spaces beyond them may be part of the way.
        """
        marseille = self.game.materials.place(MARSEILLE)
        if marseille is None or self.unit.side != AXIS or not self._is_neutral(marseille):
            return
        for at in self._overland(reached, neutral=True):
            if at == marseille:
                yield at

    @rule("12.3")
    def _goes_through(self, at: Location) -> bool:
        """A desert may be left and come to, but not crossed."""
        return self.lenient or at == self.unit.at or self.game.board.terrains[at] != "desert"

    @rule("12.3")
    def _may_go_on(self, at: Location, to: Location) -> bool:
        """No step by land leads into Turkey, out of it or through it, whoever holds it; its ports are open."""
        countries = self.game.materials.countries
        return self.lenient or TURKEY not in (countries[at], countries[to])

    @rule("12.2", "12.3", "12.5", "17.3")
    def _crossings(self, ports: list[Location]) -> Iterator[Location]:
        """From port to port, through any number of seas, where the unit stops."""
        for port in ports:
            if not self._goes_through(port):
                continue
            for to in self.game.materials.crossings[port]:
                if to == self.unit.at or to in self.came or not self.is_open(to):
                    continue
                if not self.lenient and africa_refusal(self.game, self.state, self.unit, to) is not None:
                    continue
                if self._is_neutral(to) and self.game.board.key(port) != SYRACUSE:
                    continue
                self.came[to] = port
                yield to

    def _is_neutral(self, at: Location) -> bool:
        return at not in self.state.control and not self.game.materials.has(at, "beach")

    @rule("12.5")
    def _overseas(self) -> Iterator[Location]:
        """British corps go from a base overseas to any other, for which the ships are not on the map."""
        nation, start = self.kind.nation, self.unit.at
        if nation not in BRITISH_NATIONS:
            return
        if not is_overseas_base(self.game, self.state, nation, start):
            return
        materials: Materials = self.game.materials
        for to in (*materials.with_feature("supply"), *materials.with_feature("beach")):
            if to == start or to in self.came or not is_overseas_base(self.game, self.state, nation, to):
                continue
            if self.is_open(to):
                self.came[to] = start
                yield to


@rule("12.2", "12.3", "12.5", "card.allied.43")
def way_refusal(game: Game, state: State, unit: Unit, to: Location) -> Refusal:
    """Why no way leads to a space where the unit might end: the ban that shuts the way there would be, or none is."""
    open_way = Journey(game, state, unit, lenient=True)
    board, materials = game.board, game.materials
    if open_way.reaches(to):
        way = open_way.path_to(to)
        for at, beyond in pairwise(way):
            by_sea = beyond not in (near for near, _ in materials.land_links[at])
            if not by_sea and TURKEY in (materials.countries[at], materials.countries[beyond]):
                return Refusal("12.3", message("refusal.btb.sr-turkey", unit=unit.id, space=board.label(to)))
            if at != unit.at and board.terrains[at] == "desert":
                return Refusal("12.3", message("refusal.btb.sr-desert", unit=unit.id, space=board.label(at)))
            if by_sea and open_way.kind.large:
                return Refusal("12.3", message("refusal.btb.sr-army-by-sea", unit=unit.id, space=board.label(beyond)))
            shut = space_refusal(game, state, unit, beyond)
            if shut is None and by_sea:
                shut = africa_refusal(game, state, unit, beyond)
            if shut is not None:
                return shut
    return Refusal("12.2", message("refusal.btb.sr-no-way", unit=unit.id, space=board.label(to)))


@rule("12.5")
def africa_refusal(game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
    """No Panzer corps crosses to Tunisia or Tripoli while two others are in North Africa."""
    materials: Materials = game.materials
    if not is_panzer(materials.kind(unit)):
        return None
    if materials.countries[to] != "tunisia" and game.board.key(to) != "tripoli":
        return None
    there = sum(
        1
        for other in state.every_unit()
        if other.id != unit.id
        and is_panzer(materials.kind(other))
        and not materials.kind(other).large
        and materials.in_area(other.at, "north-africa")
    )
    if there < materials.number("most_panzer_corps_in_africa"):
        return None
    return Refusal("12.5", message("refusal.btb.sr-panzers-in-africa", count=there))
