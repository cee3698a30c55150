"""The numbers of War in Europe, read once from its charts, counters and scenario, and its ground."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.core.board import Board
from engine.core.ids import Location, Side, UnitId
from engine.core.state import Unit
from engine.definitions.charts.charts import Charts
from engine.definitions.charts.tracks import Track, TrackEntry
from engine.definitions.scenario import ScheduleEntry, ScheduleKind
from engine.mechanics.recent import Recent
from engine.mechanics.turn_track import word_at
from engine.rulesets.brief import Brief
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.ground import CENTRE, Ground
from engine.rulesets.war_in_europe.kinds import Kind
from engine.rulesets.war_in_europe.names import FINNISH, SOVIET, Season, Weather

MINOR_NATION = "minor"


@dataclass(frozen=True, slots=True)
class Centre:
    """A supply centre: where it is, whose it is, and which nations it supplies."""

    at: Location
    nation: str
    supplies: frozenset[str]


@dataclass(frozen=True)
class Materials:
    """Everything the rules look up. What follows from the board is in `ground`, worked out when it is first wanted."""

    brief: Brief
    charts: Charts
    board: Board
    kinds: Mapping[str, Kind]
    ground: Ground
    schedule: Mapping[UnitId, ScheduleEntry]
    """When and where each reinforcement of the scenario comes."""
    lines: Recent[tuple[object, ...], Any] = field(default_factory=lambda: Recent(24), repr=False)
    """The last few fields of supply; filled in by the rules of supply."""

    @classmethod
    def of(cls, brief: Brief) -> Materials:
        return cls(
            brief,
            brief.charts,
            brief.board,
            {name: Kind.of(counter) for name, counter in brief.types.items()},
            Ground(brief.board, brief.charts),
            {UnitId(each.unit): each for each in brief.scenario.schedule if each.kind is ScheduleKind.ARRIVAL},
        )

    _numbers: dict[str, int] = field(default_factory=dict, repr=False)

    # Charts

    def number(self, name: str) -> int:
        """A parameter that is a number; each is read from the charts once, for some are asked for every unit."""
        found = self._numbers.get(name)
        if found is None:
            found = self._numbers[name] = self.charts.parameter(name, int)
        return found

    def words(self, name: str) -> tuple[str, ...]:
        """A parameter that is a list of words."""
        value = self.charts.parameter(name)
        if not isinstance(value, tuple):
            raise TypeError(f"parameter {name} is no list")
        return tuple(str(each) for each in value)

    def named(self, name: str) -> Mapping[str, Any]:
        """A parameter that has a value for each of a few names."""
        value = self.charts.parameter(name)
        if not isinstance(value, Mapping):
            raise TypeError(f"parameter {name} goes by names")
        return value

    # The calendar

    @cached_property
    def turns(self) -> Track:
        return self.charts.track("turns")

    @cached_property
    def _charted(self) -> Mapping[int, TrackEntry]:
        return {entry.turn: entry for entry in self.turns.entries if entry.turn is not None}

    @rule("15.0")
    def weather(self, turn: int) -> Weather:
        """The calendar says which turns are of mud and which of snow."""
        return self._weathers.get(turn, Weather.CLEAR)

    @cached_property
    def _weathers(self) -> Mapping[int, Weather]:
        return {turn: word_at(self.turns, turn, "weather", Weather, Weather.CLEAR) for turn in self._charted}

    def season(self, turn: int) -> Season:
        if turn not in self._charted:
            return Season.SUMMER
        return word_at(self.turns, turn, "season", Season, Season.SUMMER)

    def year(self, turn: int) -> int:
        """The year of a turn; that of the nearest turn of the calendar beyond its ends."""
        entry = self._charted.get(turn) or self.turns.latest(turn)
        found = entry.get("year") if entry is not None else None
        return found if isinstance(found, int) else self.number("first_year")

    def granted(self, track: str, turn: int) -> Mapping[str, int]:
        """What a track of the scenario brings on a turn: air points, replacements, amphibious points by name."""
        entries = self.charts.track(track).entries
        found = (entry.attributes for entry in entries if entry.turn == turn)
        return {name: value for each in found for name, value in each.items() if isinstance(value, int)}

    @rule("6.1", "7.11", "7.17")
    def capacity(self, side: Side, what: str, turn: int) -> int:
        """How much a side may send by rail or by sea, as the last entry of the scenario's track says."""
        return self._capacity(side, what, turn) or 0

    @rule("7.0", "7.11", "7.17")
    def ships(self, side: Side, zone: str, turn: int) -> int:
        """How much a side may send through a sea zone: what is said of it, or else of every sea."""
        own = self._capacity(side, f"naval-{zone}", turn)
        return own if own is not None else self.capacity(side, "naval", turn)

    def _capacity(self, side: Side, what: str, turn: int) -> int | None:
        entry = self.charts.track("capacities").latest(turn)
        found = entry.get(f"{side}-{what}") if entry is not None else None
        return found if isinstance(found, int) else None

    @cached_property
    def last_turn(self) -> int:
        return self.brief.scenario.last_turn

    # Units

    def kind(self, unit: Unit) -> Kind:
        return self.kinds[unit.type]

    def is_on_map(self, unit: Unit) -> bool:
        return self.ground.on_map[unit.at]

    @rule("12.1")
    def group(self, nation: str) -> str:
        """The column of nations in the choice of a combat table; who is not named is a minor nation."""
        return str(self.named("nation_groups").get(nation, MINOR_NATION))

    @cached_property
    @rule("14.31")
    def centres(self) -> tuple[Centre, ...]:
        """The supply centres of the map; one that names no nations supplies those of its owner's side (ruling 46)."""
        sides = {kind.nation: kind.side for kind in self.kinds.values()}
        found: list[Centre] = []
        for at in self.board.with_feature(CENTRE):
            for feature in self.board.features(at):
                if feature.kind != CENTRE:
                    continue
                nation = str(feature.attributes.get("nation", ""))
                named = str(feature.attributes.get("supplies", ""))
                side = self.named("nation_sides").get(nation) or sides.get(nation)
                all_of_side = (each for each, of in sides.items() if of == side)
                supplied = named.replace(",", " ").split() if named else [nation, *all_of_side]
                found.append(Centre(at, nation, frozenset(supplied)))
        return tuple(found)

    def side_of_nation(self, nation: str) -> str | None:
        """The side that a nation is on, by the scenario or by its counters."""
        known = self.named("nation_sides").get(nation)
        if known:
            return str(known)
        return next((kind.side for kind in self.kinds.values() if kind.nation == nation), None)

    @staticmethod
    def knows_winter(nation: str) -> bool:
        """Finland and the USSR, whom the mud of the severe zone only halves (15.1)."""
        return nation in (FINNISH, SOVIET)
