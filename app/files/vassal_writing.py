"""A scenario of ours drawn and packed as a VASSAL module."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from app.files.map_opening import OpenedScenario
from app.files.render import image_of, png_bytes
from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.style import bundled_style
from editor.canvas.counters.counter_face import face_of, paint_face
from editor.canvas.counters.counter_picture import CounterPicture
from editor.digitise.exchange.vassal_export import (
    BOARD_IMAGE,
    OutgoingMap,
    OutgoingPiece,
    OutgoingStack,
    module_bytes,
)
from editor.export.files import written_whole
from engine.core.messages import Message
from engine.definitions.maps.map_places import Places

_HEX: float = 46.0
"""Pixels from the centre of a hex to a corner on the board, and what goes with it."""
_COUNTER = 56
_WIDEST = 12_000


def write_module(opened: OpenedScenario, path: Path) -> list[Message]:
    """Write the map that is shown, with its counters; gives what was left out. Raises FileError or OSError."""
    style = bundled_style("paper")
    picture = MapPicture(opened.plan, Looks(opened.palette, style))
    bounds = picture.bounds
    image = image_of(opened, min(round(bounds.width * _HEX), _WIDEST), counters=False)
    scale = image.width() / bounds.width
    sheets = [(sheet, picture.sheet(sheet.id).lattice) for sheet in opened.plan.sheets.values()]
    title = opened.title or opened.plan.id
    shown = OutgoingMap(
        title,
        (image.width(), image.height()),
        sheets,
        scale,
        (bounds.left, bounds.top),
        [(space.name or space.id, space.position) for space in opened.plan.spaces.values()],
        [(box.title or box.id, box.position) for box in opened.plan.boxes.values()],
    )
    images = {BOARD_IMAGE: png_bytes(image)}
    sides = _sides(opened)
    pieces: dict[str, OutgoingPiece] = {}
    stacks: dict[str, list[OutgoingPiece]] = {}
    for number, counter in enumerate(opened.counters):
        name = f"counter-{number}.png"
        images[name] = png_bytes(_face(counter, picture))
        piece = OutgoingPiece(counter.name or counter.unit, sides.get(counter.unit, "neutral"), name)
        pieces[counter.unit] = piece
        stacks.setdefault(counter.at, []).append(piece)
    standing = []
    names = Places(opened.plan)
    for at, stacked in stacks.items():
        place = picture.place(at)
        if place is not None:
            standing.append(OutgoingStack(names.label(at), shown.pixel((place.x, place.y)), tuple(stacked)))
    data, left_out = module_bytes(shown, tuple(pieces.values()), standing, images)
    with written_whole(path) as file:
        file.write(data)
    return left_out


def _sides(opened: OpenedScenario) -> dict[str, str]:
    """Whose each unit is, by what its counter says."""
    types = {kind.id: kind for sheet in opened.project.counters.values() for kind in sheet.types}
    units = (unit for oob in opened.project.oobs.values() for unit in oob.units)
    found = ((unit.id, types.get(unit.type)) for unit in units)
    return {unit: (kind.side or kind.nation or "neutral") for unit, kind in found if kind is not None}


def _face(counter: CounterPicture, picture: MapPicture) -> QImage:
    image = QImage(_COUNTER, _COUNTER, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(4, 4)
    paint_face(painter, face_of(counter, _COUNTER - 8), _COUNTER - 8, picture.looks.style.counters)
    painter.end()
    return image
