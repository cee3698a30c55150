"""The globe laid flat and taken up again, in kilometres: by PROJ, through pyproj.

Four projections of a sphere of the earth's mean radius serve most board games: at a kilometre or more a hex the
flattening moves nothing by a visible part of one. Any flat system of the EPSG register serves those who have a
printed grid to match. Angles are degrees.
"""

from __future__ import annotations

import math
import re
import threading
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

import numpy as np

from editor.digitise.transforms import Floats
from engine.core.messages import Message, message
from engine.definitions.bounds import EPSG_PATTERN
from engine.definitions.plan import Point

if TYPE_CHECKING:
    from pyproj import Transformer

EARTH_KM: Final = 6371.0088
"""The mean radius of the earth."""
_POLE: Final = 90.0 - 1e-7


class ProjectionKind(StrEnum):
    """What is kept true: distances north, shapes, areas, or shapes along one meridian."""

    EQUIRECTANGULAR = "equirectangular"
    LAMBERT = "lambert-conformal"
    ALBERS = "albers"
    TRANSVERSE_MERCATOR = "transverse-mercator"


_CONES: Final = {ProjectionKind.LAMBERT: "lcc", ProjectionKind.ALBERS: "aea"}


class ProjectionError(ValueError):
    """Parameters that define no map; `message` says which."""

    def __init__(self, said: Message) -> None:
        self.message = said
        super().__init__(said)


@dataclass(frozen=True, slots=True)
class Projection:
    """One way to lay the globe flat about a centre (latitude, longitude).

    `kind` is a `ProjectionKind` or a code such as `EPSG:3035`. An equirectangular map keeps one parallel true (that of
    its centre, unless told), the two cones one or two, and the others none of ours: they have their own.
    """

    kind: str
    centre: Point
    parallels: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if not (abs(self.centre[0]) <= 90 and abs(self.centre[1]) <= 180):
            raise ProjectionError(message("digitise.geo.centre-off-globe"))
        if re.fullmatch(EPSG_PATTERN, self.kind):
            self._check_count(0)
            self._transformer()
            return
        if self.kind not in set(ProjectionKind):
            raise ProjectionError(message("digitise.geo.unknown-projection", projection=self.kind))
        is_cone = self.kind in _CONES
        self._check_count(0 if self.kind == ProjectionKind.TRANSVERSE_MERCATOR else 2 if is_cone else 1)
        if any(not abs(parallel) < 90 for parallel in self.parallels):
            raise ProjectionError(message("digitise.geo.parallel-at-pole"))
        one, two = self._cone
        if is_cone and (abs(one + two) < 0.1 or not abs(self.centre[0]) < 90):
            raise ProjectionError(message("digitise.geo.flat-cone"))

    def _check_count(self, most: int) -> None:
        if len(self.parallels) > most:
            raise ProjectionError(message("digitise.geo.too-many-parallels", projection=str(self.kind), most=most))

    @property
    def _cone(self) -> tuple[float, float]:
        given = self.parallels or (self.centre[0],)
        return given[0], given[-1]

    @property
    def _is_coded(self) -> bool:
        return self.kind not in set(ProjectionKind)

    @property
    def _definition(self) -> str:
        """As PROJ writes it, on a sphere; longitudes are counted from the centre, so that no map is cut in two."""
        latitude = f"+lat_0={self.centre[0]!r} +lon_0=0 +R={EARTH_KM}"
        if self.kind in _CONES:
            one, two = self._cone
            return f"+proj={_CONES[ProjectionKind(self.kind)]} +lat_1={one!r} +lat_2={two!r} {latitude}"
        if self.kind == ProjectionKind.TRANSVERSE_MERCATOR:
            return f"+proj=tmerc {latitude}"
        return f"+proj=eqc +lat_ts={self._cone[0]!r} {latitude}"

    def _transformer(self) -> Transformer:
        """Kept for each thread, since PROJ's own are not to be shared."""
        known: dict[str, Transformer] = _OF_THREAD.__dict__.setdefault("known", {})
        name = str(self.kind) if self._is_coded else self._definition
        found = known.get(name)
        if found is None:
            found = known[name] = _registered(name) if self._is_coded else _described(name)
        return found

    def forward(self, latitudes: Floats, longitudes: Floats) -> tuple[Floats, Floats]:
        """Kilometres east and north of the centre."""
        given = np.broadcast_arrays(np.asarray(latitudes, float), np.asarray(longitudes, float))
        phi = np.clip(given[0], -_POLE, _POLE)
        east = (given[1] - self.centre[1] + 180.0) % 360.0 - 180.0
        if not self._is_coded:
            return self._moved(east, phi)
        x, y = self._moved(east + self.centre[1], phi)
        home_x, home_y = self._home
        return (x - home_x) / 1000.0, (y - home_y) / 1000.0

    def inverse(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Latitude and longitude; a longitude may pass 180 so that a map across the date line stays in one piece."""
        right, up = np.asarray(x, float), np.asarray(y, float)
        if not self._is_coded:
            east, phi = self._moved(right, up, back=True)
            return phi, self.centre[1] + east
        home_x, home_y = self._home
        longitude, phi = self._moved(right * 1000.0 + home_x, up * 1000.0 + home_y, back=True)
        return phi, self.centre[1] + (longitude - self.centre[1] + 180.0) % 360.0 - 180.0

    @property
    def _home(self) -> tuple[float, float]:
        """Where a system of the register puts our centre."""
        x, y = self._moved(np.array(self.centre[1]), np.array(self.centre[0]))
        if not (math.isfinite(x) and math.isfinite(y)):
            raise ProjectionError(message("digitise.geo.map-too-large"))
        return float(x), float(y)

    def _moved(self, x: Floats, y: Floats, *, back: bool = False) -> tuple[Floats, Floats]:
        """What PROJ makes of many points, in their own shape; what it cannot place is not a number."""
        given = np.broadcast_arrays(x, y)
        found = self._transformer().transform(
            given[0].ravel(), given[1].ravel(), direction="INVERSE" if back else "FORWARD", errcheck=False
        )
        one, two = (np.asarray(each, dtype=np.float64).reshape(given[0].shape) for each in found)
        return one, two


_OF_THREAD: Final = threading.local()


def _described(definition: str) -> Transformer:
    from pyproj import Transformer  # noqa: PLC0415 - it brings a database; only maps on the globe need it

    turned = "+proj=unitconvert +xy_in=deg +xy_out=rad"
    return Transformer.from_pipeline(f"+proj=pipeline +step {turned} +step {definition}")


def _registered(code: str) -> Transformer:
    """From longitude and latitude to a flat system of the register; raises ProjectionError for what is none."""
    from pyproj import CRS, Transformer  # noqa: PLC0415
    from pyproj.exceptions import CRSError  # noqa: PLC0415

    try:
        system = CRS.from_user_input(code)
    except CRSError:
        raise ProjectionError(message("digitise.geo.unknown-projection", projection=code)) from None
    metres = [axis.unit_conversion_factor == 1.0 for axis in system.axis_info]
    if not system.is_projected or not all(metres):
        raise ProjectionError(message("digitise.geo.not-flat", projection=code))
    return Transformer.from_crs("EPSG:4326", system, always_xy=True)


def great_circle_km(a: Point, b: Point) -> float:
    """The shortest way over the globe between two places (latitude, longitude)."""
    (phi, east), (other, far) = ((math.radians(lat), math.radians(lon)) for lat, lon in (a, b))
    half = math.sin((other - phi) / 2) ** 2 + math.cos(phi) * math.cos(other) * math.sin((far - east) / 2) ** 2
    return 2 * EARTH_KM * math.asin(min(1.0, math.sqrt(half)))
