"""The globe laid flat: four projections of a sphere, in kilometres, forward and back.

The earth is a sphere of its mean radius here. At the scale of a board game (a kilometre or more a hex) the
flattening moves nothing by a visible part of a hex, and what a designer needs is that the same numbers give the
same map. The formulas are those of the textbooks; angles are degrees outside and radians inside.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

import numpy as np

from editor.digitise.transforms import Floats
from engine.core.messages import Message, message
from engine.definitions.plan import Point

EARTH_KM: Final = 6371.0088
"""The mean radius of the earth."""


class ProjectionKind(StrEnum):
    """What is kept true: distances north, shapes, areas, or shapes along one meridian."""

    EQUIRECTANGULAR = "equirectangular"
    LAMBERT = "lambert-conformal"
    ALBERS = "albers"
    TRANSVERSE_MERCATOR = "transverse-mercator"


class ProjectionError(ValueError):
    """Parameters that define no map; `message` says which."""

    def __init__(self, said: Message) -> None:
        self.message = said
        super().__init__(said)


@dataclass(frozen=True, slots=True)
class Projection:
    """One way to lay the globe flat about a centre (latitude, longitude).

    An equirectangular map keeps one parallel true (that of its centre, unless told), the two cones one or two, and
    a transverse Mercator none: it keeps its central meridian.
    """

    kind: ProjectionKind
    centre: Point
    parallels: tuple[float, ...] = ()
    _cone: float = field(init=False, default=0.0, repr=False)
    _scale: float = field(init=False, default=0.0, repr=False)
    _apex: float = field(init=False, default=0.0, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", ProjectionKind(self.kind))
        if not (abs(self.centre[0]) <= 90 and abs(self.centre[1]) <= 180):
            raise ProjectionError(message("digitise.geo.centre-off-globe"))
        most = 0 if self.kind is ProjectionKind.TRANSVERSE_MERCATOR else 2 if self._is_cone else 1
        if len(self.parallels) > most:
            raise ProjectionError(message("digitise.geo.too-many-parallels", projection=self.kind.value, most=most))
        if any(not abs(parallel) < 90 for parallel in self.parallels):
            raise ProjectionError(message("digitise.geo.parallel-at-pole"))
        if self._is_cone:
            self._set_cone()

    @property
    def _is_cone(self) -> bool:
        return self.kind in (ProjectionKind.LAMBERT, ProjectionKind.ALBERS)

    def _set_cone(self) -> None:
        """The constants of a cone: how far it opens, how large it is, and where its apex lies."""
        given = self.parallels or (self.centre[0],)
        one, two = math.radians(given[0]), math.radians(given[-1])
        if abs(one + two) < math.radians(0.1) or not abs(self.centre[0]) < 90:
            raise ProjectionError(message("digitise.geo.flat-cone"))
        if self.kind is ProjectionKind.ALBERS:
            cone = (math.sin(one) + math.sin(two)) / 2
            scale = math.cos(one) ** 2 + 2 * cone * math.sin(one)
        else:
            if abs(one - two) < 1e-12:
                cone = math.sin(one)
            else:
                opening = math.log(_half_tangent(two) / _half_tangent(one))
                cone = math.log(math.cos(one) / math.cos(two)) / opening
            scale = math.cos(one) * _half_tangent(one) ** cone / cone
        object.__setattr__(self, "_cone", cone)
        object.__setattr__(self, "_scale", scale)
        object.__setattr__(self, "_apex", float(self._radius(np.array(math.radians(self.centre[0])))))

    def _radius(self, latitude: Floats) -> Floats:
        """The distance of a parallel from the apex of the cone, in radii of the earth."""
        if self.kind is ProjectionKind.ALBERS:
            inside = np.maximum(self._scale - 2 * self._cone * np.sin(latitude), 0.0)
            return np.asarray(np.sqrt(inside) / self._cone, dtype=np.float64)
        limit = math.pi / 2 - 1e-9
        tangent = np.tan(math.pi / 4 + np.clip(latitude, -limit, limit) / 2)
        return np.asarray(self._scale / tangent**self._cone, dtype=np.float64)

    def forward(self, latitudes: Floats, longitudes: Floats) -> tuple[Floats, Floats]:
        """Kilometres east and north of the centre."""
        phi = np.radians(latitudes)
        east = np.radians((np.asarray(longitudes) - self.centre[1] + 180.0) % 360.0 - 180.0)
        if self._is_cone:
            radius = self._radius(phi)
            x, y = radius * np.sin(self._cone * east), self._apex - radius * np.cos(self._cone * east)
        elif self.kind is ProjectionKind.EQUIRECTANGULAR:
            x, y = east * math.cos(self._true_parallel), phi - math.radians(self.centre[0])
        else:
            side = np.clip(np.cos(phi) * np.sin(east), -1 + 1e-12, 1 - 1e-12)
            x, y = np.arctanh(side), np.arctan2(np.tan(phi), np.cos(east)) - math.radians(self.centre[0])
        return EARTH_KM * x, EARTH_KM * y

    def inverse(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Latitude and longitude; a longitude may pass 180 so that a map across the date line stays in one piece."""
        right, up = np.asarray(x) / EARTH_KM, np.asarray(y) / EARTH_KM
        if self._is_cone:
            down = self._apex - up
            sign = math.copysign(1.0, self._cone)
            radius = sign * np.hypot(right, down)
            east = np.arctan2(sign * right, sign * down) / self._cone
            phi = self._latitude(radius)
        elif self.kind is ProjectionKind.EQUIRECTANGULAR:
            phi, east = up + math.radians(self.centre[0]), right / math.cos(self._true_parallel)
        else:
            along = up + math.radians(self.centre[0])
            phi = np.arcsin(np.clip(np.sin(along) / np.cosh(right), -1, 1))
            east = np.arctan2(np.sinh(right), np.cos(along))
        return np.degrees(phi), self.centre[1] + np.degrees(east)

    def _latitude(self, radius: Floats) -> Floats:
        if self.kind is ProjectionKind.ALBERS:
            sine = (self._scale - np.square(radius * self._cone)) / (2 * self._cone)
            return np.asarray(np.arcsin(np.clip(sine, -1, 1)), dtype=np.float64)
        safe = np.where(np.abs(radius) < 1e-12, math.copysign(1e-12, self._cone), radius)
        return np.asarray(2 * np.arctan((self._scale / safe) ** (1 / self._cone)) - math.pi / 2, dtype=np.float64)

    @property
    def _true_parallel(self) -> float:
        return math.radians(self.parallels[0] if self.parallels else self.centre[0])


def _half_tangent(latitude: float) -> float:
    return math.tan(math.pi / 4 + latitude / 2)


def great_circle_km(a: Point, b: Point) -> float:
    """The shortest way over the globe between two places (latitude, longitude)."""
    (phi, east), (other, far) = ((math.radians(lat), math.radians(lon)) for lat, lon in (a, b))
    half = math.sin((other - phi) / 2) ** 2 + math.cos(phi) * math.cos(other) * math.sin((far - east) / 2) ** 2
    return 2 * EARTH_KM * math.asin(min(1.0, math.sqrt(half)))
