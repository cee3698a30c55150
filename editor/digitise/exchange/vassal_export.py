"""A map of ours as a VASSAL module: its picture as a board with grid and numbering, counters by side, stacks.

Pictures are drawn by whoever asks; here they only get their names. What VASSAL cannot say, such as oblique numbering,
is left out and told.
"""

from __future__ import annotations

import math
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from editor.digitise.exchange.vassal_pieces import encoded
from editor.geometry.lattice import Lattice
from engine.core.boards.hexes import Orientation, Parity
from engine.core.boards.labels import Axis, AxisStyle, LabelOrder, RowAxis
from engine.core.messages import Message, message
from engine.definitions.plan import Point, SheetPlan

_BUILD: Final = "VASSAL.build."
_BOARDS: Final = f"{_BUILD}module.map.boardPicker."
_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)
_BOX: Final = 1.0
_EDGE: Final = 0.8
"""Half the side of a box, and how far a zone goes beyond the outermost centres, in hex sizes."""
BOARD_IMAGE: Final = "board.png"


@dataclass(frozen=True, slots=True)
class OutgoingPiece:
    """A counter: what it is called, whose it is, and the file of its picture."""

    name: str
    side: str
    image: str


@dataclass(frozen=True, slots=True)
class OutgoingStack:
    """Counters at a pixel of the board."""

    name: str
    pixel: Point
    pieces: tuple[OutgoingPiece, ...]


@dataclass(frozen=True, slots=True)
class OutgoingMap:
    """A map that is drawn: its sheets with their lattices, and the way from the plane to the pixels of its picture."""

    title: str
    size: tuple[int, int]
    sheets: Sequence[tuple[SheetPlan, Lattice]]
    scale: float
    origin: Point
    """The point of the plane at the corner of the picture."""
    spaces: Sequence[tuple[str, Point]] = ()
    boxes: Sequence[tuple[str, Point]] = ()
    """Names and points of the plane."""

    def pixel(self, at: Point) -> Point:
        return (at[0] - self.origin[0]) * self.scale, (at[1] - self.origin[1]) * self.scale


def module_bytes(
    shown: OutgoingMap,
    pieces: Sequence[OutgoingPiece],
    stacks: Sequence[OutgoingStack],
    images: Mapping[str, bytes],
) -> tuple[bytes, list[Message]]:
    """The zip of a module, the same bytes for the same map, and what VASSAL could not be told."""
    left_out: list[Message] = []
    root = _module(shown, pieces, stacks, left_out)
    about = Element("data", {"version": "1"})
    for tag, text in (("version", "1.0"), ("VassalVersion", "3.6.0"), ("name", shown.title), ("description", "")):
        SubElement(about, tag).text = text
    files = {
        "buildFile.xml": tostring(root, encoding="utf-8", xml_declaration=True),
        "moduledata": tostring(about, encoding="utf-8", xml_declaration=True),
        **{f"images/{name}": data for name, data in images.items()},
    }
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name])
    return written.getvalue(), left_out


def _module(
    shown: OutgoingMap, pieces: Sequence[OutgoingPiece], stacks: Sequence[OutgoingStack], left_out: list[Message]
) -> Element:
    root = Element(
        f"{_BUILD}GameModule",
        {"name": shown.title, "version": "1.0", "VassalVersion": "3.6.0", "description": "", "nextPieceSlotId": "1"},
    )
    SubElement(root, f"{_BUILD}module.BasicCommandEncoder")
    count = 0
    window = SubElement(root, f"{_BUILD}module.PieceWindow", {"name": "Counters", "text": "Counters"})
    tabs = SubElement(window, f"{_BUILD}widget.TabWidget", {"entryName": "Counters"})
    for side in dict.fromkeys(piece.side for piece in pieces):
        tab = SubElement(tabs, f"{_BUILD}widget.ListWidget", {"entryName": side})
        for piece in pieces:
            if piece.side == side:
                count += 1
                _slot(tab, piece, count)
    board_map = SubElement(root, f"{_BUILD}module.Map", {"mapName": shown.title, "buttonName": "Map"})
    picker = SubElement(board_map, f"{_BUILD}module.map.BoardPicker")
    _board(picker, shown, left_out)
    SubElement(board_map, f"{_BUILD}module.map.StackMetrics")
    for stack in stacks:
        x, y = (str(round(value)) for value in stack.pixel)
        at = SubElement(
            board_map,
            f"{_BUILD}module.map.SetupStack",
            {"name": stack.name, "owningBoard": shown.title, "useGridLocation": "false", "x": x, "y": y},
        )
        for piece in stack.pieces:
            count += 1
            _slot(at, piece, count)
    root.set("nextPieceSlotId", str(count + 1))
    return root


def _slot(parent: Element, piece: OutgoingPiece, number: int) -> None:
    slot = SubElement(
        parent,
        f"{_BUILD}widget.PieceSlot",
        {"entryName": piece.name, "gpid": str(number), "height": "0", "width": "0"},
    )
    kinds = encoded([encoded(["mark", "Side"], ";"), encoded(["piece", "", "", piece.image, piece.name], ";")], "\t")
    states = encoded([encoded([piece.side], ","), f"null;0;0;{number};0"], "\t")
    slot.text = encoded(["+", "null", kinds, states], "/")


def _board(picker: Element, shown: OutgoingMap, left_out: list[Message]) -> None:
    board = SubElement(picker, f"{_BOARDS}Board", {"name": shown.title, "image": BOARD_IMAGE, "reversible": "false"})
    parent = board
    if shown.boxes or shown.sheets:
        parent = SubElement(board, f"{_BOARDS}board.ZonedGrid")
        for name, at in shown.boxes:
            _zone(parent, name, shown.pixel(at), (_BOX * shown.scale, _BOX * shown.scale))
    for sheet, lattice in shown.sheets:
        _sheet_zone(parent, shown, sheet, lattice, left_out)
    if shown.spaces and not shown.sheets:
        regions = SubElement(parent, f"{_BOARDS}board.RegionGrid", {"visible": "false", "snapto": "true"})
        for name, at in shown.spaces:
            x, y = (str(round(value)) for value in shown.pixel(at))
            SubElement(regions, f"{_BOARDS}board.Region", {"name": name, "originx": x, "originy": y})


def _zone(parent: Element, name: str, middle: Point, reach: tuple[float, float]) -> Element:
    left, right = round(middle[0] - reach[0]), round(middle[0] + reach[0])
    top, bottom = round(middle[1] - reach[1]), round(middle[1] + reach[1])
    path = f"{left},{top};{right},{top};{right},{bottom};{left},{bottom}"
    return SubElement(parent, f"{_BOARDS}board.mapgrid.Zone", {"name": name, "path": path, "useParentGrid": "false"})


def _sheet_zone(
    parent: Element, shown: OutgoingMap, sheet: SheetPlan, lattice: Lattice, left_out: list[Message]
) -> None:
    """A sheet is a zone with a grid of its own, so that nothing beyond it counts as a hex."""
    centres = [shown.pixel(lattice.centre(cell.col, cell.row)) for cell in sheet.cells()]
    if centres:
        xs, ys = zip(*centres, strict=True)
        edge = _EDGE * lattice.scale * shown.scale
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        reach = (max(xs) - min(xs)) / 2 + edge, (max(ys) - min(ys)) / 2 + edge
        zone = _zone(parent, sheet.id, middle, reach)
        corners = [[int(value) for value in corner.split(",")] for corner in zone.get("path", "").split(";")]
        size = corners[2][0] - corners[0][0], corners[2][1] - corners[0][1]
        _grid(zone, shown, sheet, lattice, zone=size, left_out=left_out)


def _grid(
    parent: Element,
    shown: OutgoingMap,
    sheet: SheetPlan,
    lattice: Lattice,
    *,
    zone: tuple[int, int],
    left_out: list[Message],
) -> None:
    """The lattice in VASSAL's terms: counted from an even line, so that odd ones are odd there too."""
    is_sideways = sheet.grid.orientation is Orientation.POINTY
    col, row = sheet.first
    col, row = (col, row - row % 2) if is_sideways else (col - col % 2, row)
    x, y = shown.pixel(lattice.centre(col, row))
    size = lattice.scale * shown.scale
    width, height = 1.5 * size, math.sqrt(3.0) * size
    if is_sideways:
        x, y = y, x
    grid = SubElement(
        parent,
        f"{_BOARDS}board.HexGrid",
        {
            "dx": repr(width), "dy": repr(height), "x0": str(round(x)), "y0": str(round(y)),
            "sideways": str(is_sideways).lower(), "visible": "false", "snapTo": "true",
            "edgesLegal": "false", "cornersLegal": "false", "dotsVisible": "false", "color": "0,0,0",
        },
    )  # fmt: skip
    numbering = _numbering(sheet, (col, row), zone, (width, height), is_sideways=is_sideways)
    if numbering is None:
        left_out.append(message("exchange.no-numbering", sheet=sheet.id))
    else:
        SubElement(grid, f"{_BOARDS}board.mapgrid.HexGridNumbering", numbering)


def _numbering(
    sheet: SheetPlan, zero: tuple[int, int], board: tuple[int, int], step: tuple[float, float], *, is_sideways: bool
) -> dict[str, str] | None:
    """None where VASSAL cannot count so."""
    labels = sheet.labels
    if labels.row_axis is not RowAxis.OFFSET or abs(labels.column.step) != 1 or abs(labels.row.step) != 1:
        return None
    most_rows, most_columns = math.floor(board[1] / step[0] + 0.5), math.floor(board[0] / step[1] + 0.5)
    column_value = _value(labels.column, zero[0] - sheet.first[0])
    row_value = _value(labels.row, zero[1] - sheet.first[1])
    h, v = (labels.row, labels.column) if is_sideways else (labels.column, labels.row)
    h_value, v_value = (row_value, column_value) if is_sideways else (column_value, row_value)
    h_most, v_most = (most_rows, most_columns) if is_sideways else (most_columns, most_rows)
    is_column_first = labels.order is LabelOrder.COLUMN_ROW
    h_falls, v_falls = h.step < 0, v.step < 0
    return {
        "first": "H" if is_column_first is not is_sideways else "V",
        "sep": labels.separator,
        "hType": "A" if h.style is AxisStyle.LETTERS else "N",
        "vType": "A" if v.style is AxisStyle.LETTERS else "N",
        "hLeading": str(h.digits - 1),
        "vLeading": str(v.digits - 1),
        "hOff": str(h_value - (h_most if h_falls else 0)),
        "vOff": str(v_value - (v_most if v_falls else 0)),
        "hDescend": str(v_falls if is_sideways else h_falls).lower(),
        "vDescend": str(h_falls if is_sideways else v_falls).lower(),
        "stagger": str(sheet.grid.parity is Parity.EVEN).lower(),
        "locationFormat": f"{labels.prefix}$gridLocation$",
        "visible": "false", "color": "255,0,0", "fontSize": "9", "hDrawOff": "0", "vDrawOff": "0", "rotateText": "0",
    }  # fmt: skip


def _value(axis: Axis, index: int) -> int:
    """The number of a line; VASSAL counts letters from 0."""
    return axis.start + axis.step * index - (axis.style is AxisStyle.LETTERS)
