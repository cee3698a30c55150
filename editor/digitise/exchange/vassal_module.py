"""What a VASSAL module holds, as far as we take it: boards with their grids, counters, stacks at the start."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Final, TypeAlias
from xml.etree.ElementTree import Element

from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.exchange.safe_xml import parse_xml
from editor.digitise.exchange.vassal_archive import VassalArchive
from editor.digitise.exchange.vassal_bounds import CORNERS, PIECES, PLACES, STACKS, TRAITS, Tally
from editor.digitise.exchange.vassal_grid import VassalGrid, VassalNumbering, is_true, number
from editor.digitise.exchange.vassal_pieces import VassalPiece, read_piece
from editor.digitise.scan_headers import HeaderError, kind_of, read_header
from engine.core.messages import Message, message
from engine.definitions.plan import Point

_MOST_SIDE: Final = 60_000
_EXTENSION: Final = "ModuleExtension"
_ROOTS: Final = ("GameModule", "BasicModule", _EXTENSION)
"""What a module begins with: since 3.3, before it, and one that only adds to another."""
_SizeOf: TypeAlias = Callable[[str], tuple[int, int] | None]
"""The pixels across and down of a picture of the module, by its name."""
MOST_BOARDS: Final = 120
"""More than any module has; each becomes a map."""


@dataclass(frozen=True, slots=True)
class VassalZone:
    """A part of a board, with a grid of its own if it has one."""

    name: str
    path: tuple[Point, ...]
    grid: VassalGrid | None
    has_regions: bool = False
    is_of_board: bool = False
    """Whether it only gives a name to a part of the grid of its board."""


@dataclass(frozen=True, slots=True)
class VassalBoard:
    """A board: its picture, and the grid over all of it or those of its zones."""

    map_name: str
    name: str
    image: str
    size: tuple[int, int]
    grid: VassalGrid | None = None
    zones: tuple[VassalZone, ...] = ()
    regions: tuple[tuple[str, Point], ...] = ()


@dataclass(frozen=True, slots=True)
class VassalSlot:
    """A counter, and under which headings it is filed."""

    title: str
    piece: VassalPiece
    headings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VassalStack:
    """Counters that stand on a board when play begins; by a printed location or by a pixel."""

    name: str
    map_name: str
    board: str
    location: str
    pixel: Point
    slots: tuple[VassalSlot, ...]


@dataclass(slots=True)
class VassalModule:
    """Everything taken, and in `left_out` what was not, and why."""

    title: str
    boards: list[VassalBoard] = field(default_factory=list)
    slots: list[VassalSlot] = field(default_factory=list)
    stacks: list[VassalStack] = field(default_factory=list)
    prototypes: dict[str, VassalPiece] = field(default_factory=dict)
    left_out: list[Message] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)


def read_module(archive: VassalArchive, as_png: Callable[[bytes], bytes | None] = lambda data: None) -> VassalModule:
    """What a module holds; raises ExchangeError where it is no module, or holds more than any does.

    `as_png` turns pictures whose size is asked.
    """
    root = parse_xml(archive.build_file(), archive.path.name)
    if not _short(root).endswith(_ROOTS):
        raise ExchangeError(message("exchange.no-build-file", file=archive.path.name))
    title = root.get("name", "").strip() or Path(archive.path).stem
    module = VassalModule(title, tally=Tally(archive.path.name))
    if _short(root).endswith(_EXTENSION):
        module.left_out.append(message("exchange.extension", file=archive.path.name))
    for element in root.iter():
        if _short(element) == "PrototypeDefinition":
            module.prototypes.setdefault(element.get("name", ""), _piece(element, module))
    _walk(root, (), "", lambda image: _picture_size(archive.image(image), as_png), module)
    return module


def _short(element: Element) -> str:
    return element.tag.rpartition(".")[2]


def _text(element: Element) -> str:
    return element.text or ""


def _walk(element: Element, headings: tuple[str, ...], map_name: str, size_of: _SizeOf, module: VassalModule) -> None:
    """Go down the tree; depth is bounded by what the XML may be."""
    for child in element:
        kind = _short(child)
        if kind == "Board" and len(module.boards) >= MOST_BOARDS:
            if not any(said.key == "exchange.too-many-boards" for said in module.left_out):
                module.left_out.append(message("exchange.too-many-boards", limit=MOST_BOARDS))
        elif kind == "Board":
            module.boards.append(_board(child, map_name, size_of, module))
        elif kind == "SetupStack":
            module.stacks.append(_stack(child, map_name, headings, module))
        elif kind in ("PieceSlot", "CardSlot"):
            module.slots.append(_slot(child, headings, module))
        elif kind.endswith("Map") or child.get("mapName"):
            _walk(child, headings, child.get("mapName", "") or map_name, size_of, module)
        else:
            title = child.get("entryName") or child.get("name") or ""
            deeper = (*headings, title) if title and kind.endswith(("Widget", "PieceWindow")) else headings
            _walk(child, deeper, map_name, size_of, module)


def _piece(element: Element, module: VassalModule) -> VassalPiece:
    return read_piece(_text(element), partial(module.tally.add, TRAITS))


def _slot(element: Element, headings: tuple[str, ...], module: VassalModule) -> VassalSlot:
    module.tally.add(PIECES)
    piece = _piece(element, module)
    return VassalSlot(element.get("entryName", "").strip() or piece.name, piece, headings)


def _stack(element: Element, map_name: str, headings: tuple[str, ...], module: VassalModule) -> VassalStack:
    module.tally.add(STACKS)
    pieces = [child for child in element if _short(child) in ("PieceSlot", "CardSlot")]
    module.tally.check_stack(element.get("name", ""), len(pieces))
    slots = tuple(_slot(piece, headings, module) for piece in pieces)
    uses_grid = is_true(element.attrib, "useGridLocation")
    return VassalStack(
        element.get("name", ""),
        map_name,
        element.get("owningBoard", ""),
        element.get("location", "").strip() if uses_grid else "",
        (number(element.attrib, "x", 0.0), number(element.attrib, "y", 0.0)),
        slots,
    )


def _board(element: Element, map_name: str, size_of: _SizeOf, module: VassalModule) -> VassalBoard:
    name, image = element.get("name", ""), element.get("image", "")
    size = size_of(image) if image else None
    if image and size is None:
        module.left_out.append(message("exchange.no-picture", board=name, image=image))
    width, height = size or (int(number(element.attrib, "width", 0)), int(number(element.attrib, "height", 0)))
    size = min(max(width, 0), _MOST_SIDE), min(max(height, 0), _MOST_SIDE)
    grid, zones, regions = None, [], []
    for child in _grids(element):
        kind = _short(child)
        if kind == "HexGrid":
            grid = grid or _hex_grid(child)
        elif kind == "SquareGrid":
            module.left_out.append(message("exchange.square-grid", board=name))
        elif kind == "RegionGrid":
            regions += list(_regions(child, module))
        elif kind == "Zone":
            zones.append(_zone(child, name, module))
            regions += [each for inner in child if _short(inner) == "RegionGrid" for each in _regions(inner, module)]
    return VassalBoard(map_name, name, image, size, grid, tuple(zones), tuple(regions))


def _grids(element: Element) -> Iterator[Element]:
    """The grids of a board and, of a zoned one, its zones and the grid around them."""
    for child in element:
        if _short(child) == "ZonedGrid":
            yield from child
        else:
            yield child


def _hex_grid(element: Element) -> VassalGrid | None:
    numbering = next((each for each in element if _short(each) == "HexGridNumbering"), None)
    return VassalGrid.of(element.attrib, None if numbering is None else VassalNumbering.of(numbering.attrib))


def _zone(element: Element, board: str, module: VassalModule) -> VassalZone:
    grid = next((_hex_grid(each) for each in element if _short(each) == "HexGrid"), None)
    if any(_short(each) == "SquareGrid" for each in element):
        module.left_out.append(message("exchange.square-grid", board=f"{board}: {element.get('name', '')}"))
    module.tally.add(PLACES)
    path = []
    for corner in element.get("path", "").split(";"):
        x, _, y = corner.partition(",")
        path.append((number({"v": x}, "v", 0.0), number({"v": y}, "v", 0.0)))
        module.tally.add(CORNERS)
    has_regions = any(_short(each) == "RegionGrid" for each in element)
    is_of_board = grid is None and is_true(element.attrib, "useParentGrid")
    return VassalZone(element.get("name", ""), tuple(path) if len(path) > 2 else (), grid, has_regions, is_of_board)


def _regions(element: Element, module: VassalModule) -> Iterator[tuple[str, Point]]:
    for child in element:
        if _short(child) == "Region":
            module.tally.add(PLACES)
            yield child.get("name", ""), (number(child.attrib, "originx", 0.0), number(child.attrib, "originy", 0.0))


def _picture_size(data: bytes | None, as_png: Callable[[bytes], bytes | None]) -> tuple[int, int] | None:
    """Across and down, of any kind of picture whose beginning says so, or that can be turned into one."""
    if not data:
        return None
    if data[:4] == b"GIF8" and len(data) > 10:
        width, height = struct.unpack("<HH", data[6:10])
        return (width, height) if width and height else None
    kind = kind_of(data[:1024])
    if kind is None:
        turned = as_png(data)
        return None if turned is None else _picture_size(turned, lambda data: None)
    try:
        return read_header(BytesIO(data), kind, len(data)).size
    except (HeaderError, struct.error):
        return None
