"""3.A and 25: the weather of a turn, and what an overcast or rainy sky does to the aircraft before a side moves.

What rain does to marches and attacks stands with these; everything reads `names.weather_of`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.ids import Side, UnitId
from engine.core.phases import Phase
from engine.core.records import Event, Frame
from engine.core.state import State, Unit
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import (
    AXIS,
    DAS,
    FLOWN,
    GROUNDED,
    SOVIET,
    WEATHER,
    Weather,
    enemy_of,
    weather_of,
)


@dataclass(frozen=True, slots=True)
class WeatherThrown(Event):
    """The weather of the turn was thrown for; the die is nobody's."""

    kind: ClassVar[str] = "weather-thrown"
    die: int
    weather: str

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, result=self.weather),)


@dataclass(frozen=True, slots=True)
class AirWeatherThrown(Event):
    """Under an overcast sky a die was thrown for an air unit."""

    kind: ClassVar[str] = "air-weather-thrown"
    unit: UnitId
    side: Side
    die: int
    grounded: bool

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, side=self.side),)


@dataclass(frozen=True, slots=True)
class AirRainedOff(Event):
    """Rain keeps air units on the ground."""

    kind: ClassVar[str] = "air-rained-off"
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class WeatherFrame(Frame):
    """The weather of a turn is decided."""

    kind: ClassVar[str] = "weather"


class WeatherPhase(Phase[WeatherFrame]):
    """Clear to begin with; from the seventh turn on a die decides."""

    @rule("3.A", "25.1")
    def start(self, game: Game, draft: Draft, frame: WeatherFrame) -> None:
        materials: Materials = game.materials
        turn = draft.state.turn
        if turn < materials.number("weather_from") or turn not in materials.turns.turns():
            draft.set_value(WEATHER, Weather.CLEAR.value)
        else:
            die = draft.roll()
            season = str(materials.turns.at(turn).get("season"))
            found = Weather(materials.table("weather").result(season, die))
            draft.set_value(WEATHER, found.value)
            draft.emit(WeatherThrown(die, found.value))
        draft.end()


# Aircraft


def _aircraft(game: Game, state: State, side: Side) -> tuple[Unit, ...]:
    materials: Materials = game.materials
    return tuple(
        unit
        for unit in state.every_unit()
        if unit.side == side and materials.kind(unit).is_air and materials.is_on_map(unit)
    )


@rule("25.2", "25.3")
def weather_over_aircraft(game: Game, draft: Draft, side: Side) -> None:
    """What the sky does to aircraft once those of the side whose turn begins are ready and back on their bases."""
    weather = weather_of(draft.state)
    if weather is Weather.OVERCAST:
        _overcast(game, draft, side)
    elif weather is Weather.RAIN:
        _rain(game, draft, side)


@rule("25.2", "25.3")
def _overcast(game: Game, draft: Draft, side: Side) -> None:
    """A die for each enemy unit over the front, and one for each of the side's own: 1 to 3 keeps it down.

    Around an enemy unit that is stopped on its mission the air is closed to both sides for this player turn.
    """
    limit = game.materials.number("grounded_on")
    for unit in _aircraft(game, draft.state, enemy_of(side)):
        if DAS in unit.marks:
            die = draft.roll()
            draft.emit(AirWeatherThrown(unit.id, side, die, die <= limit))
            if die <= limit:
                draft.mark(unit.id, FLOWN, GROUNDED)
    for unit in _aircraft(game, draft.state, side):
        if FLOWN not in unit.marks:
            die = draft.roll()
            draft.emit(AirWeatherThrown(unit.id, side, die, die <= limit))
            if die <= limit:
                draft.mark(unit.id, FLOWN)


@rule("25.2", "25.3")
def _rain(game: Game, draft: Draft, side: Side) -> None:
    """In the Soviet turn no aircraft flies: the Axis missions end, and the Soviet units stay where they are.

    In the Axis turn its units are ready, though only for missions that the next turn may see (ruling 35).
    """
    if side != SOVIET:
        return
    over_front = [unit for unit in _aircraft(game, draft.state, AXIS) if DAS in unit.marks]
    kept = [unit.id for unit in (*over_front, *_aircraft(game, draft.state, SOVIET)) if FLOWN not in unit.marks]
    for unit in kept:
        draft.mark(unit, FLOWN)
    if kept:
        draft.emit(AirRainedOff(tuple(kept)))


CHAPTER = Chapter(
    events=(WeatherThrown, AirWeatherThrown, AirRainedOff),
    phases={WeatherFrame: WeatherPhase()},
)
