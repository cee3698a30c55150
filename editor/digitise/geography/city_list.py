"""Cities from a table of text: a heading line, then one place a line.

The columns are found by their names: `name`, `lat` or `latitude`, `lon`, `lng` or `longitude`, and, if there is
one, whatever begins with `pop`. All faults are told with their lines.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from editor.digitise.geography.geo_data import GeoCity, Geography
from editor.digitise.geography.geojson import MOST_ISSUES, read_bounded, tidy
from engine.core.messages import Message, message
from engine.definitions.issues import DefinitionError, Issue, Where, error

MOST_BYTES: Final = 32 << 20
MOST_CITIES: Final = 200_000

_COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "name": ("name", "city", "place"),
    "latitude": ("lat", "latitude"),
    "longitude": ("lon", "lng", "long", "longitude"),
}


def read_cities(path: Path) -> Geography:
    """The cities of a file; raises DefinitionError."""
    return parse_cities(read_bounded(path, MOST_BYTES), path.name)


def parse_cities(content: bytes, file: str) -> Geography:
    """The same from bytes."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DefinitionError([error(message("digitise.geo.not-utf8", file=file), Where(file))]) from None
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    cities: list[GeoCity] = []
    issues: list[Issue] = []
    columns: Mapping[str, int] = {}
    try:
        for row in rows:
            if not columns:
                columns = _columns(row, file)
            elif row and len(issues) <= MOST_ISSUES:
                found = _city(row, columns)
                if isinstance(found, GeoCity):
                    cities.append(found)
                else:
                    issues.append(_at_line(found, file, rows.line_num))
            if len(cities) > MOST_CITIES:
                raise DefinitionError(
                    [error(message("digitise.geo.too-many-cities", file=file, limit=MOST_CITIES), Where(file))]
                )
    except csv.Error as bad:
        issues.append(_at_line(message("digitise.geo.not-a-table", problem=str(bad)), file, rows.line_num))
    if issues:
        raise DefinitionError(issues)
    if not columns:
        raise DefinitionError([error(message("digitise.geo.empty-table", file=file), Where(file))])
    return Geography(cities=tuple(cities))


def _at_line(said: Message, file: str, line: int) -> Issue:
    told = message("digitise.geo.at-line", file=file, line=line, problem=said)
    return Issue(error(said).severity, error(said).code, told, Where(file, line))


def _columns(heading: Sequence[str], file: str) -> Mapping[str, int]:
    named = [title.strip().lower() for title in heading]
    found: dict[str, int] = {}
    for column, names in _COLUMNS.items():
        number = next((number for number, title in enumerate(named) if title in names), None)
        if number is None:
            said = message("digitise.geo.no-column", file=file, names=names)
            raise DefinitionError([error(said, Where(file, 1))])
        found[column] = number
    population = next((number for number, title in enumerate(named) if title.startswith("pop")), None)
    return found if population is None else {**found, "population": population}


def _city(row: Sequence[str], columns: Mapping[str, int]) -> GeoCity | Message:
    if len(row) <= max(columns.values()):
        return message("digitise.geo.short-row", found=len(row), needed=max(columns.values()) + 1)
    name = tidy(row[columns["name"]])
    if not name:
        return message("digitise.geo.no-name")
    latitude, longitude = _number(row[columns["latitude"]]), _number(row[columns["longitude"]])
    if not (abs(latitude) <= 90 and abs(longitude) <= 180):
        return message(
            "digitise.geo.off-globe",
            latitude=row[columns["latitude"]][:40],
            longitude=row[columns["longitude"]][:40],
        )
    population = _number(row[columns["population"]] or "0") if "population" in columns else 0.0
    if not 0 <= population < 1e10:
        return message("digitise.geo.no-population", found=row[columns["population"]][:40])
    return GeoCity(name, latitude, longitude, int(population))


def _number(text: str) -> float:
    """A plain number, or one that fits nowhere."""
    stripped = text.strip()
    try:
        return float(stripped) if stripped.isascii() and "_" not in stripped else math.nan
    except ValueError:
        return math.nan
