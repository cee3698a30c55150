"""A VASSAL module as maps, counters and a set-up of ours.

Every board becomes a map with its picture as a scan, calibrated by the module's own grid; zones with grids of their own
become sheets, regions become spaces, zones without a grid boxes. Counters become types, those that stand on a board at
the start become units, and where they stand a scenario. VASSAL knows no rules, so the scenario names no game until
somebody chooses one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from editor.digitise.exchange.map_fitness import unfit
from editor.digitise.exchange.vassal_archive import VassalArchive
from editor.digitise.exchange.vassal_bounds import Tally
from editor.digitise.exchange.vassal_grid import VassalGrid
from editor.digitise.exchange.vassal_module import VassalBoard, VassalModule, VassalStack, VassalZone, read_module
from editor.digitise.exchange.vassal_outlines import Outlines, inside
from editor.digitise.exchange.vassal_units import ImportedUnits
from editor.digitise.scan_headers import kind_of
from editor.digitise.scans import MEDIA
from editor.digitise.transforms import Floats, Transform
from editor.model.words import slug, unused
from engine.core.messages import Message, message
from engine.definitions.bounds import MOST_CELLS, MOST_SHEETS
from engine.definitions.maps.map_bounds import too_many_cells
from engine.definitions.maps.map_text import FreshIds
from engine.definitions.plan import NO_CELL, Attributes, BoxPlan, Cell, MapPlan, Point, ScanPlan, SheetPlan, SpacePlan
from engine.storage.blobs import Blob
from engine.storage.contents import Contents

SHEET: Final = "map"
GROUND: Final = "clear"
_PIXELS_A_UNIT: Final = 50.0
"""Of a board without hexes, whose spaces are laid out as they are on it."""
_LONGEST_TITLE: Final = 80
_NEAR: Final = 1.5
"""How far, in hexes, a stack may stand from the place that is meant."""


@dataclass(slots=True)
class Imported:
    """What came in, what was left out and why."""

    contents: Contents
    pictures: list[Blob]
    lines: list[Message]
    left_out: list[Message]
    boards: list[ImportedBoard] = field(default_factory=list)


@dataclass(slots=True)
class ImportedBoard:
    """A map, and how to find its places from pixels and words of the module."""

    board: VassalBoard
    plan: MapPlan
    grids: dict[str, VassalGrid]
    to_plane: Transform
    names: dict[str, str] = field(default_factory=dict)
    zones: list[str] = field(default_factory=list)
    outlines: Outlines = field(default_factory=lambda: Outlines(()))
    """The boxes that zones became, and where each of them is."""
    places: list[str] = field(default_factory=list)
    where: Floats = field(default_factory=lambda: np.zeros((0, 2)))
    """Spaces and boxes, and the points they lie at."""

    def place(self, stack: VassalStack) -> str | None:
        """The key of the place where a stack stands; None where there is none."""
        if stack.location:
            named = self.names.get(stack.location)
            if named is not None:
                return named
            for sheet in self.plan.sheets.values():
                found = sheet.labels.parse(sheet.grid, stack.location, sheet.extent)
                if found is not None and sheet.code(*found) != NO_CELL:
                    return Cell(sheet.id, *found).key
        around = self.outlines.first_around(stack.pixel)
        if around is not None:
            return self.zones[around]
        for name, grid in self.grids.items():
            col, row = grid.cell_at(*stack.pixel)
            if self.plan.sheets[name].code(col, row) != NO_CELL:
                return Cell(name, col, row).key
        return self._nearest(stack.pixel)

    def _nearest(self, pixel: Point) -> str | None:
        if not self.places:
            return None
        away = np.hypot(*(self.where - np.array(self.to_plane.point(*pixel))).T)
        nearest = int(away.argmin())
        return self.places[nearest] if away[nearest] <= 2 * _NEAR else None


def import_vassal(
    path: Path,
    *,
    prepare: Callable[[MapPlan], object] = lambda plan: None,
    as_png: Callable[[bytes], bytes | None] = lambda data: None,
    game: str = "",
) -> Imported:
    """Read a module; raises ExchangeError. `prepare` gives a map its kinds, `as_png` turns pictures into PNG."""
    with VassalArchive(path) as archive:
        module = read_module(archive, as_png)
        found = Imported(Contents(), [], [], module.left_out)
        pictures = _Pictures(archive, as_png)
        taken: set[str] = set()
        for board in module.boards:
            made = _map(board, module, pictures, prepare, taken)
            if made is None:
                continue
            sizes = (sheet.size for each in (*found.boards, made) for sheet in each.plan.sheets.values())
            problem = too_many_cells(sizes) or unfit(made.plan)
            if problem is not None:
                module.left_out.append(message("exchange.board-unfit", board=made.plan.title, problem=problem))
                continue
            found.boards.append(made)
            found.contents.add(made.plan)
        units = ImportedUnits.of(module, pictures.keep, slug(module.title, "module"))
        found.contents.add(*units.documents(found.boards, module, game))
        found.pictures = pictures.kept
        if not found.boards:
            module.left_out.append(message("exchange.no-maps", file=path.name))
        found.left_out = module.left_out
        found.lines = list(_summary(found, module, units))
    return found


class _Pictures:
    """Pictures taken from the module, each once."""

    def __init__(self, archive: VassalArchive, as_png: Callable[[bytes], bytes | None]) -> None:
        self._archive, self._as_png = archive, as_png
        self._hashes: dict[str, str | None] = {}
        self._kept: dict[str, Blob] = {}

    @property
    def kept(self) -> list[Blob]:
        return list(self._kept.values())

    def keep(self, name: str) -> str | None:
        """The hash under which the file keeps a picture; None for one that is not there or that we cannot show."""
        if name not in self._hashes:
            blob = self._blob(name)
            sha256 = self._hashes[name] = None if blob is None else blob.sha256
            if blob is not None and sha256 is not None:
                self._kept.setdefault(sha256, blob)
        return self._hashes[name]

    def _blob(self, name: str) -> Blob | None:
        data = self._archive.image(name) if name else None
        if not data:
            return None
        kind = kind_of(data[:1024])
        if kind is not None:
            return Blob(MEDIA[kind], data)
        turned = self._as_png(data)
        return None if turned is None else Blob("image/png", turned)


def _map(
    board: VassalBoard,
    module: VassalModule,
    pictures: _Pictures,
    prepare: Callable[[MapPlan], object],
    taken: set[str],
) -> ImportedBoard | None:
    title = (board.name or board.map_name or module.title)[:_LONGEST_TITLE]
    plan = MapPlan(unused(slug(title, "map"), taken.__contains__, "-"), _line(title), "")
    taken.add(plan.id)
    prepare(plan)
    areas: list[tuple[str, VassalGrid | None, tuple[Point, ...]]] = (
        [(SHEET, board.grid, ())] if board.grid is not None else []
    )
    areas += [(zone.name, zone.grid, zone.path) for zone in board.zones if zone.grid is not None]
    first = areas[0][1] if areas else None
    to_plane = (
        Transform(first.placement)
        if first is not None
        else Transform.from_numbers((1 / _PIXELS_A_UNIT, 0.0, 0.0, 0.0, 1 / _PIXELS_A_UNIT, 0.0))
    )
    made = ImportedBoard(board, plan, {}, to_plane)
    for name, grid, path in areas[: MOST_SHEETS + 1]:
        assert grid is not None
        if too_many_cells(sheet.size for sheet in plan.sheets.values()) is None:
            _add_sheet(made, name, grid, path, module)
    _add_places(made)
    sha256 = pictures.keep(board.image)
    if sha256 is not None:
        attributes: Attributes = {"width": board.size[0], "height": board.size[1], "sheet": next(iter(plan.sheets), "")}
        if plan.sheets:
            attributes["rms"] = 0.0  # the module's own grid says where it lies
        plan.scans["board"] = ScanPlan("board", _line(title), sha256, to_plane.placement, attributes)
    elif not plan.sheets and not plan.spaces:
        module.left_out.append(message("exchange.empty-board", board=title))
        return None
    return made


def _add_sheet(made: ImportedBoard, name: str, grid: VassalGrid, path: tuple[Point, ...], module: VassalModule) -> None:
    """The hexes of a grid whose centres lie on the board, or in the zone."""
    width, height = made.board.size
    box = (0.0, 0.0, float(width), float(height))
    if path:
        xs, ys = zip(*path, strict=True)
        box = min(xs), min(ys), max(xs), max(ys)
    first, size = grid.cells(*box)
    counted_in = (int(box[2] - box[0]), int(box[3] - box[1]))
    first, size = _countable(grid, first, size, counted_in)
    if not size[0] or not size[1] or size[0] * size[1] > MOST_CELLS:
        module.left_out.append(message("exchange.no-hexes", board=made.board.name, zone=name))
        return
    centres = grid.centres(first, size)
    taken = (
        (centres[..., 0] >= box[0])
        & (centres[..., 0] <= box[2])
        & (centres[..., 1] >= box[1])
        & (centres[..., 1] <= box[3])
    )
    if len(path) > 2:
        taken &= inside(path, centres, module.tally)
    else:
        taken = _beside_zones(made.board.zones, centres, taken, module.tally)
    if not taken.any():
        module.left_out.append(message("exchange.no-hexes", board=made.board.name, zone=name))
        return
    rows, cols = np.flatnonzero(taken.any(axis=1)), np.flatnonzero(taken.any(axis=0))
    taken = taken[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    first, size = (first[0] + int(cols[0]), first[1] + int(rows[0])), (taken.shape[1], taken.shape[0])
    key = unused(slug(name, SHEET), made.plan.sheets.__contains__, "-")
    terrain = made.plan.filled(size, GROUND)
    terrain[~taken] = NO_CELL
    scale, origin = 1.0, (0.0, 0.0)
    if made.grids:
        reference = next(iter(made.grids.values()))
        scale = math.sqrt(grid.width * grid.height / (reference.width * reference.height))
        origin = made.to_plane.point(*grid.centre((0, 0)))
    made.grids[key] = grid
    made.plan.sheets[key] = SheetPlan(
        key, grid.grid, first, size, grid.scheme(first, counted_in), GROUND, terrain, scale=scale, origin=origin
    )


def _countable(
    grid: VassalGrid, first: tuple[int, int], size: tuple[int, int], board: tuple[int, int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """The part of a rectangle for which both axes have a number or a letter; VASSAL counts below zero, we do not."""
    scheme = grid.scheme(first, board)
    starts, sizes = list(first), list(size)
    for place, axis in enumerate((scheme.column, scheme.row)):
        least = 1 if axis.style.value == "letters" else 0
        values = axis.start + axis.step * np.arange(sizes[place])
        good = np.flatnonzero(values >= least)
        if not len(good):
            return first, (0, 0)
        starts[place] += int(good[0])
        sizes[place] = int(good[-1] - good[0] + 1)
    return (starts[0], starts[1]), (sizes[0], sizes[1])


def _add_places(made: ImportedBoard) -> None:
    """Regions as spaces, zones without a grid as boxes."""
    plan, ids, paths = made.plan, FreshIds("-"), []
    for name, pixel in made.board.regions:
        key = ids.fresh(slug(name, "space"))
        plan.spaces[key] = SpacePlan(key, _line(name), made.to_plane.point(*pixel), GROUND)
        made.names.setdefault(name, key)
    for zone in made.board.zones:
        if zone.grid is None and zone.path and not zone.has_regions and not zone.is_of_board:
            key = ids.fresh(slug(zone.name, "box"))
            plan.boxes[key] = BoxPlan(key, _line(zone.name) or key, made.to_plane.point(*_middle(zone)))
            made.names.setdefault(zone.name, key)
            made.zones.append(key)
            paths.append(zone.path)
    made.outlines = Outlines(paths)
    points = {space.id: space.position for space in plan.spaces.values()}
    points |= {box.id: box.position for box in plan.boxes.values()}
    made.places = sorted(points)
    made.where = np.array([points[key] for key in made.places]).reshape(-1, 2)


def _beside_zones(
    zones: Iterable[VassalZone], centres: Floats, taken: npt.NDArray[np.bool_], tally: Tally
) -> npt.NDArray[np.bool_]:
    """Which hexes of the board are in no zone with places of its own, unless that leaves none: then they are names."""
    left = taken.copy()
    for zone in zones:
        if zone.path and not zone.is_of_board:
            left[left] = ~inside(zone.path, centres[left], tally)
    return left if left.any() else taken


def _middle(zone: VassalZone) -> Point:
    xs, ys = zip(*zone.path, strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _line(text: str) -> str:
    """A name on one line, without anything that does not print."""
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()[:_LONGEST_TITLE]


def _summary(found: Imported, module: VassalModule, units: ImportedUnits) -> Iterable[Message]:
    for made in found.boards:
        hexes = sum(int((sheet.terrain != NO_CELL).sum()) for sheet in made.plan.sheets.values())
        title = made.plan.title or made.plan.id
        yield message("exchange.board-taken", board=title, hexes=hexes, spaces=len(made.plan.spaces))
    if units.types:
        yield message("exchange.counters-taken", types=len(units.types), placed=units.placed, of=units.stacked)
