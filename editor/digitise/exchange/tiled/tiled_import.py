"""A hexagonal map of Tiled as a map of ours.

What went out from here comes back with its ids and all that Tiled does not draw. What was moved, painted or added
there wins: a name kept in a property holds only as long as the thing lies where that name says. A map that was never
ours has its first tile layer for terrain, further ones for features, lines for roads and points for places.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path, PurePath

from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.exchange.map_fitness import unfit
from editor.digitise.exchange.tiled.our_tiled_map import OurTiledMap
from editor.digitise.exchange.tiled.strange_tiled_map import StrangeTiledMap
from editor.digitise.exchange.tiled.tiled_export import (
    REST,
)
from editor.digitise.exchange.tiled.tiled_map import TiledMap, Tileset, numbered_tileset
from editor.digitise.exchange.tiled.tiled_objects import (
    LONGEST,
)
from editor.digitise.exchange.tiled.tmj import MOST_BYTES, read_tmj, read_tsj
from editor.digitise.exchange.tiled.tmx import read_tmx, read_tsx
from engine.core.messages import Message, message
from engine.definitions.plan import (
    NO_CELL,
    MapPlan,
)

XML, JSON = ".tmx", (".tmj", ".json")


class ImportedTiled:
    """The map, and what was left out of it and why."""

    def __init__(self, plan: MapPlan, left_out: list[Message]) -> None:
        self.plan, self.left_out = plan, left_out

    @property
    def summary(self) -> Message:
        """What came in."""
        hexes = sum(int((sheet.terrain != NO_CELL).sum()) for sheet in self.plan.sheets.values())
        spaces = len(self.plan.spaces)
        return message("exchange.board-taken", board=self.plan.title or self.plan.id, hexes=hexes, spaces=spaces)


def import_tiled(
    path: Path,
    *,
    prepare: Callable[[MapPlan], object] = lambda plan: None,
    colour: Callable[[Path, tuple[int, int, int, int]], str | None] = lambda image, box: None,
) -> ImportedTiled:
    """Read a map; raises ExchangeError. `prepare` gives a strange map its kinds, `colour` a tile's usual one."""
    tiled = read_tiled(path)
    is_ours = REST in tiled.properties
    reading = OurTiledMap(tiled, path.name) if is_ours else StrangeTiledMap(tiled, path, prepare, colour)
    problem = unfit(reading.plan)
    if problem is not None:
        raise ExchangeError(message("exchange.tiled-unfit", file=path.name, problem=problem))
    return ImportedTiled(reading.plan, reading.left_out)


def read_tiled(path: Path) -> TiledMap:
    """The file as Tiled means it; tilesets beside it are read, nothing else is.

    Either kind of map may name either kind of tileset. One that is not there costs the names of its tiles, no more. A
    tileset names its picture from where it lies itself; here that is said from where the map lies.
    """
    folder = path.parent
    missing: list[Message] = []

    def beside(name: str, first: int) -> Tileset:
        try:
            there = folder / name
            if Path(name).name != name and not there.resolve().is_relative_to(folder.resolve()):
                raise ExchangeError(message("exchange.tiled-outside", file=path.name, name=name[:LONGEST]))
            data = _bytes(there)
            found = (read_tsx if data.lstrip()[:1] == b"<" else read_tsj)(data, there.name, first)
            image = PurePath(name).parent / found.image
            return replace(found, image=image.as_posix()) if found.image else found
        except (OSError, ValueError) as bad:
            missing.append(message("exchange.tiled-tileset", name=name[:LONGEST], problem=str(bad)))
        except ExchangeError as bad:
            missing.append(message("exchange.tiled-tileset", name=name[:LONGEST], problem=bad.message))
        return numbered_tileset(name, first)

    data = _bytes(path)
    found = (read_tmx if path.suffix.lower() == XML else read_tmj)(data, path.name, beside)
    found.missing = missing
    return found


def _bytes(path: Path) -> bytes:
    try:
        if not path.is_file():
            raise ExchangeError(message("exchange.no-file", file=path.name))
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as bad:
        problem = bad.strerror if isinstance(bad, OSError) and bad.strerror else str(bad)
        raise ExchangeError(message("issue.unreadable-file", file=path.name, problem=problem)) from None
    if len(data) > MOST_BYTES:
        raise ExchangeError(message("exchange.xml-too-large", file=path.name, limit=MOST_BYTES >> 20))
    return data
