"""What is read from files about the globe: areas of land and lake, rivers, cities, all in longitude and latitude.

Plain values without a map: where they come to lie is settled when they are imported onto a frame.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from editor.digitise.tracing import Geometry
from engine.definitions.issues import Issue


class AreaKind(StrEnum):
    """What an area is: land, a lake in it, an island in a lake, a lake on that island."""

    LAND = "land"
    LAKE = "lake"
    ISLAND = "island"
    POND = "pond"


@dataclass(frozen=True, slots=True)
class GeoArea:
    """A polygon or several, with x the longitude and y the latitude."""

    kind: AreaKind
    geometry: Geometry
    name: str = ""


@dataclass(frozen=True, slots=True)
class GeoRiver:
    """A line or several. Rank 1 is the greatest; 0 is unknown.

    A guide is a rough line, from source to mouth, that names rivers drawn more finely elsewhere: what runs along it
    gets its name and rank, and where nothing does it stands for itself.
    """

    geometry: Geometry
    name: str = ""
    rank: int = 0
    is_guide: bool = False


@dataclass(frozen=True, slots=True)
class GeoCity:
    """A place with its true position; `population` decides who stays when two want one hex."""

    name: str
    latitude: float
    longitude: float
    population: int = 0
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Geography:
    """Everything that was read, and what was doubtful about it."""

    areas: tuple[GeoArea, ...] = ()
    rivers: tuple[GeoRiver, ...] = ()
    cities: tuple[GeoCity, ...] = ()
    issues: tuple[Issue, ...] = field(default=(), compare=False)

    def __add__(self, other: Geography) -> Geography:
        return Geography(
            self.areas + other.areas,
            self.rivers + other.rivers,
            self.cities + other.cities,
            self.issues + other.issues,
        )
