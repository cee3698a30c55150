"""7.5.2: what the Red railways can carry in a turn: so many units a line, so many units and points a station."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location
from engine.core.messages import message
from engine.core.records import Event
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import MOSCOW_TRAINS, VOLOGDA_TRAINS
from engine.rulesets.white_october.ratings import strength

LANDED: Final = "landed"
BOARDED: Final = "boarded"
OPEN_COUNTRY: Final = "other"
"""What every hex of rail is as a station that is nothing better."""
USED: Final = {"moscow": MOSCOW_TRAINS, "vologda": VOLOGDA_TRAINS}
"""The value that counts the units on each line in this turn."""


def station_markers(what: str) -> tuple[str, str]:
    """The markers on a hex that count units and points that landed or boarded there in this turn."""
    return f"{what}-units", f"{what}-points"


def line_of(game: Game, entry: Location) -> str | None:
    """The line that begins at a hex: that of Moscow or that of Vologda."""
    entries = game.materials.rail_entries
    return next((name for name, at in entries.items() if at == entry), None)


@rule("7.5.2")
def other_entry(game: Game, entry: Location) -> Location | None:
    """Where the other line begins."""
    return next((at for at in game.materials.rail_entries.values() if at != entry), None)


@rule("7.5.2")
def line_refusal(game: Game, state: State, entry: Location) -> Refusal | None:
    """Twelve units a turn by Moscow and four by Vologda, coming and going together."""
    name = line_of(game, entry)
    if name is None:
        return Refusal("7.5.2", message("refusal.wo.no-line", hex=game.board.label(entry)))
    most = game.materials.by_name("rail_capacity", name)
    if int(state.values.get(USED[name], 0)) >= most:
        return Refusal("7.5.2", message("refusal.wo.line-full", most=most))
    return None


@rule("7.5.2")
def note_line(game: Game, draft: Draft, entry: Location) -> None:
    """One more unit on a line in this turn."""
    name = line_of(game, entry)
    if name is not None:
        draft.set_value(USED[name], int(draft.state.values.get(USED[name], 0)) + 1)


@rule("7.5.2")
def station_class(game: Game, at: Location) -> str:
    """What a hex is as a station; an inner district is no better than the open country (ruling 23)."""
    materials: Materials = game.materials
    return materials.ground.stations.get(at, OPEN_COUNTRY)


@rule("7.5.2")
def station_refusal(game: Game, state: State, unit: Unit, at: Location, what: str) -> Refusal | None:
    """A station takes so many units and so many points in a turn."""
    if has_room(game, state, unit, at, what):
        return None
    return Refusal("7.5.2", message("refusal.wo.station-full", hex=game.board.label(at)))


@rule("7.5.2")
def has_room(game: Game, state: State, unit: Unit, at: Location, what: str) -> bool:
    """Whether a station can still take a unit with its points in this turn."""
    materials: Materials = game.materials
    kind, points = station_class(game, at), strength(materials, unit)
    used = state.markers.get(at)
    if used:
        units_name, points_name = station_markers(what)
        if used.get(units_name, 0) + 1 > materials.by_name("rail_units", kind):
            return False
        points += used.get(points_name, 0)
    return points <= materials.by_name("rail_points", kind)


@rule("7.5.2")
def open_stations(game: Game, state: State, unit: Unit, what: str, places: Iterable[Location]) -> Iterator[Location]:
    """Those of some places that can still take a unit: of a sort of station it is asked once whether it ever can."""
    materials: Materials = game.materials
    points, sorts, used = strength(materials, unit), materials.ground.stations, state.markers
    takes = {sort: points <= materials.by_name("rail_points", sort) for sort in {*sorts.values(), OPEN_COUNTRY}}
    for at in places:
        if takes[sorts.get(at, OPEN_COUNTRY)] and (at not in used or has_room(game, state, unit, at, what)):
            yield at


def note_station(game: Game, draft: Draft, unit: Unit, at: Location, what: str) -> None:
    """One more unit landed or boarded at a station."""
    units, points = station_markers(what)
    draft.set_marker(at, units, draft.state.marker(at, units) + 1)
    draft.set_marker(at, points, draft.state.marker(at, points) + strength(game.materials, unit))


@dataclass(frozen=True, slots=True)
class StationsCleared(Event):
    """The turn is over: the stations that trains have used can take as much again."""

    kind: ClassVar[str] = "stations-cleared"
    places: tuple[Location, ...]


@rule("7.5.2")
def clear_stations(draft: Draft) -> None:
    """In the next turn everything can be carried again."""
    names = tuple(name for what in (LANDED, BOARDED) for name in station_markers(what))
    used = tuple(at for at in sorted(draft.state.markers) if any(draft.state.marker(at, name) for name in names))
    for at in used:
        for name in names:
            draft.set_marker(at, name, 0)
    if used:
        draft.emit(StationsCleared(used))
    for value in USED.values():
        draft.set_value(value, None)


CHAPTER = Chapter(events=(StationsCleared,))
