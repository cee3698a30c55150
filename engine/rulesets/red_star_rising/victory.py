"""Chapter 18: victory points, and how a scenario ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Event, Frame, Outcome
from engine.core.state import State, Unit
from engine.core.terms import Term, total
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.control import controller
from engine.rulesets.red_star_rising.factors import status_of, steps_left
from engine.rulesets.red_star_rising.materials import Kind, Materials
from engine.rulesets.red_star_rising.names import AXIS, DESTROYED_ASSETS, SOVIET, Arm, Role, Status
from engine.rulesets.red_star_rising.supply.lines import city_line
from engine.rulesets.red_star_rising.zones import in_zone


@dataclass(frozen=True, slots=True)
class VictoryFrame(Frame):
    """The points are counted."""

    kind: ClassVar[str] = "victory"


@dataclass(frozen=True, slots=True)
class PointsCounted(Event):
    kind: ClassVar[str] = "points-counted"
    points: int
    level: str


@dataclass(frozen=True, slots=True)
class PointsTold(Event):
    """The points where the scenario itself says what they mean."""

    kind: ClassVar[str] = "points-told"
    points: int


@rule("18.0.3")
def score_terms(game: Game, state: State) -> tuple[Term, ...]:
    """Only the Axis scores: for cities, for destroyed assets and for its units."""
    return (*_city_terms(game, state), *_asset_terms(game, state), *_unit_terms(game, state))


@rule("18.0.4")
def counts_for_axis(game: Game, state: State, city: Location) -> bool:
    """A city counts when the Axis controls it and a line of any length joins it to a source.

    Without an Axis unit in it, it must also be clear of enemy zones; an air fleet is only above it.
    """
    materials: Materials = game.materials
    if controller(game, state, city) != AXIS or not city_line(game, state, city):
        return False
    occupied = any(unit.side == AXIS and materials.kind(unit).role is not Role.AIR_FLEET for unit in state.at(city))
    return occupied or not in_zone(game, state, city, SOVIET)


@rule("18.0.4")
def _city_terms(game: Game, state: State) -> Iterator[Term]:
    names = game.materials.objective_names
    for at, value in sorted(game.materials.objectives.items()):
        if counts_for_axis(game, state, at):
            yield Term(message("term.rsr.city-points", city=names[at]), value, "18.0.4")


@rule("18.0.3")
def _asset_terms(game: Game, state: State) -> Iterator[Term]:
    destroyed = len(state.at(game.board.at(DESTROYED_ASSETS)))
    if destroyed:
        worth = destroyed * game.materials.number("asset_points")
        yield Term(message("term.rsr.asset-points", count=destroyed), worth, "18.0.3")


@rule("18.0.5", "11.2.6")
def unit_points(materials: Materials, unit: Unit) -> int:
    """What a supplied Axis unit is worth: by step for troops, whole for bases, depots, headquarters and security."""
    kind = materials.kind(unit)
    name = _point_name(kind)
    if name is None:
        return 0
    worth = materials.by_name("victory_points", name)
    is_whole = kind.role in (Role.AIR_BASE, Role.DEPOT, Role.HEADQUARTERS, Role.SECURITY)
    return worth if is_whole else worth * steps_left(materials, unit)


def _point_name(kind: Kind) -> str | None:
    if kind.role in (Role.AIR_BASE, Role.DEPOT, Role.HEADQUARTERS, Role.SECURITY):
        return kind.role
    if kind.role in (Role.AIR_FLEET, Role.SIEGE_ARTILLERY):
        return None
    return kind.arm if kind.arm in (Arm.ARMOUR, Arm.MOUNTAIN) else Arm.INFANTRY


@rule("18.0.5")
def _unit_terms(game: Game, state: State) -> Iterator[Term]:
    materials: Materials = game.materials
    for unit in state.every_unit():
        if unit.side == AXIS and materials.is_on_map(unit) and status_of(unit) is Status.SUPPLIED:
            points = unit_points(materials, unit)
            if points:
                yield Term(message("term.rsr.unit-points", unit=unit.id), points, "18.0.5")


@rule("18.0.1", "18.0.2")
def level_of(materials: Materials, points: int) -> str:
    """How well it went, by the marks the scenario sets."""
    for level in ("axis-decisive", "axis-marginal", "soviet-marginal"):
        if points >= materials.by_name("victory_levels", level):
            return level
    return "soviet-decisive"


class VictoryPhase(Phase[VictoryFrame]):
    """After the closing supply phase the points decide."""

    @rule("18.0.2", "18.0.5")
    def start(self, game: Game, draft: Draft, frame: VictoryFrame) -> None:
        """The scenario is over: the level follows from the points."""
        points = int(total(score_terms(game, draft.state)))
        level = level_of(game.materials, points)
        side = AXIS if level.startswith("axis") else SOVIET
        own = Outcome(side, level.partition("-")[2], "18.0.2")
        decided = game.verdict(game, draft.state, own) if game.verdict is not None else None
        draft.emit(PointsCounted(points, level) if decided in (None, own) else PointsTold(points))
        draft.finish(own)


def score_range(game: Game, state: State) -> tuple[int, int]:
    """From nothing to all cities, every asset destroyed, and every Axis unit in play or to come, whole and supplied."""
    materials: Materials = game.materials
    cities = sum(value for value in materials.objectives.values() if value > 0)
    assets = sum(materials.kind(unit).role is Role.ASSET for unit in state.every_unit())
    units = sum(
        unit_points(materials, replace(unit, step=0))
        for unit in state.every_unit()
        if unit.side == AXIS and (materials.is_on_map(unit) or unit.id in materials.arrivals)
    )
    return 0, cities + assets * materials.number("asset_points") + units


def last_turn(game: Game) -> int:
    """The last turn of the scenario, and at the latest that of the track."""
    materials: Materials = game.materials
    return min(materials.brief.scenario.last_turn, *materials.charts.track("turns").turns()[-1:])


def is_last_turn(game: Game, draft: Draft) -> bool:
    """Whether the scenario ends with this turn."""
    return draft.state.turn >= last_turn(game)


CHAPTER = Chapter(events=(PointsCounted, PointsTold), phases={VictoryFrame: VictoryPhase()})
