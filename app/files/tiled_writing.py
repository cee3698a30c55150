"""A map of ours for Tiled: the file, and beside it the picture of its tiles, drawn as the map draws its hexes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from app.files.map_opening import OpenedScenario
from app.files.render import png_bytes
from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.renderer import Patch, Shown
from editor.canvas.art.style import bundled_style
from editor.digitise.exchange.tiled.tiled_export import LONG, SHORT, Layout, tiled_of
from editor.digitise.exchange.tiled.tmj import write_tmj
from editor.digitise.exchange.tiled.tmx import write_tmx
from editor.export.files import written_whole
from editor.geometry.lattice import Span
from engine.core.boards.hexes import HexGrid
from engine.core.boards.labels import LabelScheme
from engine.core.messages import Message
from engine.definitions.palette import Palette
from engine.definitions.plan import MapPlan, SheetPlan

_PLAIN = Shown(numbers=False, names=False, regions=False)


def tiles_beside(path: Path) -> Path:
    """Where the picture of its tiles lies."""
    return path.with_name(f"{path.stem}-tiles.png")


def write_tiled(opened: OpenedScenario, path: Path) -> list[Message]:
    """Write the map and its tiles; gives what is only carried along. Raises FileError, OSError, DefinitionError."""
    plan = opened.plan
    picture = tile_picture(plan, opened.palette)
    beside = tiles_beside(path)
    tiled, left_out = tiled_of(plan, beside.name, (picture.width(), picture.height()))
    data = write_tmx(tiled) if path.suffix.lower() == ".tmx" else write_tmj(tiled)
    with written_whole(beside) as file:
        file.write(png_bytes(picture))
    with written_whole(path) as file:
        file.write(data)
    return left_out


def tile_picture(plan: MapPlan, palette: Palette) -> QImage:
    """One tile for each terrain of a map, side by side, in the order of their codes."""
    grid = Layout(plan).main.grid
    width, height = (LONG, SHORT) if grid.orientation.value == "flat" else (SHORT, LONG)
    image = QImage(width * max(1, len(plan.terrain_names)), height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    looks = Looks(palette, bundled_style("paper"))
    painter = QPainter(image)
    try:
        for number, terrain in enumerate(plan.terrain_names):
            painter.drawImage(number * width, 0, _tile(plan, terrain, grid, looks, (width, height)))
    finally:
        painter.end()
    return image


def _tile(plan: MapPlan, terrain: str, grid: HexGrid, looks: Looks, size: tuple[int, int]) -> QImage:
    """One hex of a terrain, drawn by the painter of maps and cut out."""
    alone = MapPlan("tile", "", plan.palette, terrain_names=[terrain], swatches=plan.swatches)
    ground = np.ones((1, 1), dtype=np.uint16)
    alone.sheets["tile"] = SheetPlan("tile", grid, (0, 0), (1, 1), LabelScheme(), terrain, ground)
    picture = MapPicture(alone, looks, _PLAIN)
    box = picture.sheet("tile").lattice.box(Span(0, 0, 1, 1))
    image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size[0] / box.width, size[1] / box.height)
    painter.translate(-box.left, -box.top)
    patch = Patch(box, size[0] / box.width, raster=False)
    for layer in patch.portion.layers:
        picture.paint_layer(painter, patch, layer)
    painter.end()
    return image
