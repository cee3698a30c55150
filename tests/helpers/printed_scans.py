"""Pictures of printed hex maps whose grid is known, and pictures that are none, made from a seed.

A sheet is drawn flat with ground, rivers, towns, numbers and a grid in some style, and then photographed: turned,
leaning, on paper that is not flat, noisy and squeezed into a JPEG. `truth` says where the centres of its hexes are.
Words are drawn too, so there must be an application.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen, QPolygonF

from engine.core.boards.hexes import HexGrid, Orientation, Parity

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
ROOT3 = math.sqrt(3.0)


class GridStyle(StrEnum):
    """How the grid is printed."""

    DARK = "dark"
    WHITE = "white"
    DOTTED = "dotted"


class GroundArt(StrEnum):
    """Whether terrain fills hexes or flows across them."""

    ORGANIC = "organic"
    FILLED = "filled"


@dataclass(frozen=True)
class Print:
    """A sheet, and how it came to be a picture: degrees for turns, shares of the width for `warp` and `lean`."""

    pitch: float = 48.0
    size: tuple[int, int] = (1000, 800)
    orientation: Orientation = Orientation.FLAT
    parity: Parity = Parity.ODD
    rotation: float = 0.0
    lean: float = 0.0
    warp: float = 0.0
    style: GridStyle = GridStyle.DARK
    art: GroundArt = GroundArt.ORGANIC
    noise: float = 4.0
    quality: int = 80
    covered: float = 0.1
    margin: float = 0.0
    sheets: int = 1
    seed: int = 1
    spread: float = 2.2
    """How far from one ground to the next, in hexes."""
    is_patterned: bool = False
    line_width: float = 0.0
    """0 takes a width that suits the pitch."""


@dataclass(frozen=True)
class Printed:
    """A picture and the centres of the hexes that lie wholly in it."""

    pixels: Pixels
    centres: Floats
    asked: Print = field(repr=False)
    terrain: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, dtype=np.int64), repr=False)
    """Which of the seven grounds most of each hex has."""
    purity: Floats = field(default_factory=lambda: np.zeros(0), repr=False)
    """Which share of each hex is of that ground."""
    axes: Floats = field(default_factory=lambda: np.zeros((0, 2, 2)), repr=False)
    """What a circumradius across and down the sheet is in the picture, hex by hex."""

    def save(self, path: Path) -> Path:
        """As a file of the kind its name says."""
        image_of(self.pixels).save(str(path))
        return path


def forty() -> list[Print]:
    """The scans that the finder is measured by: everything that happens to paper, at pitches from 18 to 220."""
    rng = np.random.default_rng(7)
    pitches = (18, 22, 27, 33, 40, 48, 58, 70, 85, 100, 120, 145, 180, 220)
    found = []
    for number in range(40):
        pitch = float(pitches[number % 14]) if number < 28 else float(rng.uniform(18, 220))
        sheets = 2 if number in (11, 25, 37) else 1
        width = int(min(max(pitch * 14, 900), 2600)) * sheets
        found.append(
            Print(
                pitch=pitch,
                size=(width, int(0.75 * width / sheets)),
                orientation=(Orientation.FLAT, Orientation.POINTY)[number % 2],
                parity=(Parity.ODD, Parity.EVEN)[number // 2 % 2],
                rotation=float(rng.uniform(-30, 30)) if number % 3 else float(rng.uniform(-3, 3)),
                lean=float(rng.choice((0.0, 0.05, 0.12, 0.2))),
                warp=float(rng.choice((0.0, 0.002, 0.005))),
                style=tuple(GridStyle)[number % 3],
                art=tuple(GroundArt)[number // 3 % 2],
                noise=float(rng.choice((2.0, 5.0, 9.0))),
                quality=int(rng.choice((40, 60, 85))),
                covered=float(rng.choice((0.0, 0.2, 0.5))),
                margin=0.04 if number % 4 == 0 else 0.0,
                sheets=sheets,
                seed=100 + number,
            )
        )
    return found


def printed(asked: Print) -> Printed:
    """The picture that was asked for."""
    rng = np.random.default_rng(asked.seed)
    shares = [(number / asked.sheets, (number + 1) / asked.sheets) for number in range(asked.sheets)]
    width, height = asked.size
    canvas = np.full((height, width, 3), 226.0)
    centres, terrain, purity, axes = [], [], [], []
    for start, end in shares:
        room = (start * width, 0.0, end * width, float(height))
        flat, corners, hexes, (kinds, pure) = _flat_sheet(asked, rng, (room[2] - room[0], room[3] - room[1]))
        back, forth = camera(asked, rng, flat.shape[1::-1], room)
        photograph(canvas, flat, back, room)
        found = forth(hexes)
        rims = forth(corners.reshape(-1, 2)).reshape(-1, 6, 2)
        inside = (
            (rims[..., 0] >= room[0])
            & (rims[..., 0] <= room[2] - 1)
            & (rims[..., 1] >= 0)
            & (rims[..., 1] <= height - 1)
        ).all(axis=1)
        centres.append(found[inside])
        terrain.append(kinds[inside])
        purity.append(pure[inside])
        radius = asked.pitch / ROOT3
        ways = [forth(hexes[inside] + np.array(way) * radius) - found[inside] for way in ((1.0, 0.0), (0.0, 1.0))]
        axes.append(np.stack(ways, axis=1))
    canvas += rng.normal(0.0, asked.noise, canvas.shape)
    light = 1.0 + 0.12 * np.linspace(-1, 1, width)[None, :, None] * rng.choice((-1, 1))
    pixels = np.clip(canvas * light, 0, 255).astype(np.uint8)
    pressed = squeezed(pixels, asked.quality)
    joined = [np.concatenate(each) for each in (terrain, purity, axes)]
    return Printed(pressed, np.concatenate(centres), asked, *joined)


def _flat_sheet(asked: Print, rng: np.random.Generator, room: tuple[float, float]):  # type: ignore[no-untyped-def]
    """A sheet as it comes from the printer, larger than its room when nothing of its edge is to be seen."""
    grid = HexGrid(asked.orientation, asked.parity)
    radius = asked.pitch / ROOT3
    grown = 1.0 if asked.margin else 1.0 + 0.55 * abs(math.sin(math.radians(2 * asked.rotation))) + asked.lean + 0.1
    shrink = 1.0 - 2 * asked.margin
    turn = math.radians(asked.rotation)
    if asked.margin:
        shrink /= abs(math.cos(turn)) + abs(math.sin(turn)) * max(room) / min(room) * 0.8
    width, height = (int(value * grown * shrink) + 1 for value in room)
    across, down = (
        (1.5 * radius, ROOT3 * radius) if asked.orientation is Orientation.FLAT else (ROOT3 * radius, 1.5 * radius)
    )
    cols, rows = int((width - 2 * radius) / across) + 1, int((height - 2 * radius) / down)
    cells = [(col, row) for col in range(cols) for row in range(rows)]
    offset = np.array((1.1 * radius, 1.1 * radius))
    hexes = np.array([grid.centre(*cell) for cell in cells]) * radius + offset
    corners = np.array([grid.corners(*cell) for cell in cells]) * radius + offset
    ground, kinds = _ground(asked, rng, (height, width), hexes, corners)
    image = image_of(np.clip(ground, 0, 255).astype(np.uint8))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw_things(painter, asked, rng, (hexes, corners), cells)
    painter.end()
    return pixels_of(image).astype(np.float64), corners, hexes, kinds


COLOURS = np.array(
    [
        (214, 220, 178),
        (150, 180, 120),
        (206, 186, 140),
        (168, 204, 226),
        (190, 170, 120),
        (226, 214, 190),
        (160, 190, 170),
    ],
    dtype=np.float64,
)


def _ground(asked: Print, rng: np.random.Generator, shape: tuple[int, int], hexes: Floats, corners: Floats):  # type: ignore[no-untyped-def]
    """Terrain in seven colours with a texture in it, and which of them most of each hex has."""
    height, width = shape
    coarse = smooth_field(rng, shape, asked.spread * asked.pitch)
    other = smooth_field(rng, shape, 0.77 * asked.spread * asked.pitch)
    kinds = np.clip(np.floor(3.5 + 2.2 * coarse + 1.2 * other), 0, 6).astype(int)
    if asked.art is GroundArt.FILLED:
        where = np.clip(hexes.astype(int), 0, (width - 1, height - 1))
        of_hex = kinds[where[:, 1], where[:, 0]]
        image = image_of(np.broadcast_to(np.uint8(226), (height, width, 3)).copy())
        painter = QPainter(image)
        painter.setPen(Qt.PenStyle.NoPen)
        for rim, kind in zip(corners, of_hex, strict=True):
            painter.setBrush(QColor(*(int(value) for value in COLOURS[kind])))
            painter.drawPolygon(QPolygonF([QPointF(*point) for point in rim]))
        painter.end()
        ground, pure = pixels_of(image).astype(np.float64), np.ones(len(hexes))
    else:
        of_hex, pure = _most_in(kinds, hexes, asked.pitch / ROOT3)
        ground = COLOURS[kinds]
    if asked.is_patterned:
        painted = np.argmin(((ground[:, :, None, :] - COLOURS) ** 2).sum(axis=3), axis=2)
        ground = ground + _patterns(rng, shape, asked.pitch, painted)
    grain = smooth_field(rng, shape, max(2.0, asked.pitch / 12))
    return np.asarray(ground + 7.0 * grain[..., None], dtype=np.float64), (of_hex, pure)


def _patterns(rng: np.random.Generator, shape: tuple[int, int], pitch: float, kinds: npt.NDArray[np.int64]) -> Floats:
    """Trees on one ground, hatching on another, dashes on a third."""
    y, x = np.mgrid[: shape[0], : shape[1]].astype(np.float64)
    wave = pitch / 6
    x = x + wave * smooth_field(rng, shape, 2 * pitch)
    trees = (np.sin(2 * math.pi * x / wave) + np.sin(2 * math.pi * y / wave) > 0.9) & (kinds == 1)
    hatching = ((x + y) % (0.8 * wave) < 0.25 * wave) & (kinds == 4)
    dashes = (y % wave < 0.25 * wave) & (x % (1.6 * wave) < 0.8 * wave) & (kinds == 6)
    return -45.0 * trees[..., None] - 30.0 * hatching[..., None] + dashes[..., None] * np.array((-50.0, -20.0, 20.0))


def _most_in(kinds: npt.NDArray[np.int64], hexes: Floats, radius: float) -> tuple[npt.NDArray[np.int64], Floats]:
    """The kind of ground that most of each hex has, and how much of it."""
    line = np.linspace(-0.85, 0.85, 13)
    spots = np.array([(x, y) for x in line for y in line if math.hypot(x, y) < 0.88]) * radius
    at = np.clip((hexes[:, None, :] + spots).astype(int), 0, (kinds.shape[1] - 1, kinds.shape[0] - 1))
    found = kinds[at[..., 1], at[..., 0]]
    counts = np.array([np.bincount(row, minlength=7) for row in found])
    return counts.argmax(axis=1), counts.max(axis=1) / len(spots)


def smooth_field(rng: np.random.Generator, shape: tuple[int, int], wave: float) -> Floats:
    """Hills of about a height of 1 and this far apart."""
    height, width = shape
    small = rng.normal(0.0, 1.0, (int(height / wave) + 4, int(width / wave) + 4))
    x, y = np.arange(width) / wave, np.arange(height) / wave
    left, top = x.astype(int), y.astype(int)
    right, low = (1 - np.cos(np.pi * (x - left))) / 2, (1 - np.cos(np.pi * (y - top))) / 2
    rows = small[:, left] * (1 - right) + small[:, left + 1] * right
    return np.asarray(rows[top] * (1 - low)[:, None] + rows[top + 1] * low[:, None])


def _draw_things(
    painter: QPainter,
    asked: Print,
    rng: np.random.Generator,
    places: tuple[Floats, Floats],
    cells: list[tuple[int, int]],
) -> None:
    """Rivers, the grid, numbers, towns, and counters on top."""
    hexes, corners = places
    pitch = asked.pitch
    for _ in range(4):
        points, heading = [hexes[rng.integers(len(hexes))]], rng.uniform(0, 2 * math.pi)
        for _ in range(40):
            heading += rng.normal(0, 0.5)
            points.append(points[-1] + 0.5 * pitch * np.array((math.cos(heading), math.sin(heading))))
        painter.setPen(QPen(QColor(60, 120, 190), max(1.5, pitch / 14)))
        painter.drawPolyline(QPolygonF([QPointF(*point) for point in points]))
    width = asked.line_width or max(1.0, pitch / 40)
    pen = QPen(QColor(70, 70, 64), width)
    if asked.style is GridStyle.WHITE:
        pen = QPen(QColor(252, 252, 250), max(1.4, 1.5 * width))
    elif asked.style is GridStyle.DOTTED:
        pen = QPen(QColor(60, 60, 60), width)
        pen.setDashPattern([3.0, 3.0])
    for rim in corners:
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolygon(QPolygonF([QPointF(*point) for point in rim]))
    font = QFont("Inter")
    font.setPixelSize(max(5, int(pitch / 6)))
    painter.setFont(font)
    for (x, y), (col, row) in zip(hexes, cells, strict=True):
        painter.setPen(QColor(60, 60, 60))
        box = QRectF(x - pitch / 2, y - 0.45 * pitch, pitch, pitch / 4)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{col + 1:02}{row + 1:02}")
        if rng.random() < 0.06:
            painter.setBrush(QColor(40, 30, 30))
            painter.drawEllipse(QPointF(x, y), pitch / 9, pitch / 9)
            painter.drawText(
                QRectF(x - pitch, y + pitch / 7, 2 * pitch, pitch / 4), Qt.AlignmentFlag.AlignCenter, "Novy"
            )
    for index in np.flatnonzero(rng.random(len(hexes)) < asked.covered):
        x, y = hexes[index] + rng.normal(0, pitch / 12, 2)
        painter.setPen(QColor(20, 20, 20))
        painter.setBrush(QColor(*(int(value) for value in rng.integers(60, 240, 3))))
        painter.drawRect(QRectF(x - 0.36 * pitch, y - 0.36 * pitch, 0.72 * pitch, 0.72 * pitch))


def camera(asked, rng, flat_size, room):  # type: ignore[no-untyped-def]
    """From the picture to the sheet and back."""
    turn = math.radians(asked.rotation)
    cosine, sine = math.cos(turn), math.sin(turn)
    middle = np.array(((room[0] + room[2]) / 2, (room[1] + room[3]) / 2))
    core = np.array(flat_size) / 2
    lean = asked.lean * rng.choice((-1, 1), 2) / np.array((room[2] - room[0], room[3] - room[1]))
    waves = rng.uniform(0, 2 * math.pi, 4)
    length = 2 * math.pi / (0.9 * max(asked.size))

    def back(points: Floats) -> Floats:
        off = points - middle
        depth = 1.0 + off @ lean
        off = off / depth[:, None]
        flat = np.column_stack((cosine * off[:, 0] + sine * off[:, 1], -sine * off[:, 0] + cosine * off[:, 1])) + core
        bend = asked.warp * max(asked.size)
        x, y = flat.T
        return flat + bend * np.column_stack(
            (
                np.sin(length * y + waves[0]) + 0.5 * np.sin(length * x + waves[1]),
                np.sin(length * x + waves[2]) + 0.5 * np.cos(length * y + waves[3]),
            )
        )

    def forth(drawn: Floats) -> Floats:
        points = drawn - 0.5  # `back` counts from the middles of pixels, a painter from their corners
        guess = points - core + middle
        for _ in range(60):
            guess = guess + np.column_stack(
                (
                    cosine * (points - back(guess))[:, 0] - sine * (points - back(guess))[:, 1],
                    sine * (points - back(guess))[:, 0] + cosine * (points - back(guess))[:, 1],
                )
            )
        return guess + 0.5

    return back, forth


def photograph(canvas: Floats, flat: Floats, back, room) -> None:  # type: ignore[no-untyped-def]
    """Lay the sheet into its room of the picture, a band of rows at a time."""
    left, right = int(room[0]), int(room[2])
    for top in range(0, canvas.shape[0], 256):
        bottom = min(top + 256, canvas.shape[0])
        x, y = np.meshgrid(np.arange(left, right, dtype=np.float64), np.arange(top, bottom, dtype=np.float64))
        at = back(np.column_stack((x.ravel(), y.ravel())))
        low = np.floor(at).astype(int)
        inside = (low >= 0).all(axis=1) & (low[:, 0] < flat.shape[1] - 1) & (low[:, 1] < flat.shape[0] - 1)
        at, low = at[inside], low[inside]
        part = at - low
        u, v = low.T
        a, b = part[:, :1], part[:, 1:]
        seen = (flat[v, u] * (1 - a) + flat[v, u + 1] * a) * (1 - b) + (
            flat[v + 1, u] * (1 - a) + flat[v + 1, u + 1] * a
        ) * b
        band = canvas[top:bottom, left:right].reshape(-1, 3)
        band[inside] = seen
        canvas[top:bottom, left:right] = band.reshape(bottom - top, right - left, 3)


def squeezed(pixels: Pixels, quality: int) -> Pixels:
    """What a JPEG of this quality leaves."""
    if quality >= 100:
        return pixels
    store = QByteArray()
    buffer = QBuffer(store)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image_of(pixels).save(buffer, "JPEG", quality)
    return pixels_of(QImage.fromData(store, "JPEG"))


def image_of(pixels: Pixels) -> QImage:
    """Pixels as a picture."""
    whole = np.ascontiguousarray(pixels)
    return QImage(whole.data, whole.shape[1], whole.shape[0], 3 * whole.shape[1], QImage.Format.Format_RGB888).copy()


def pixels_of(image: QImage) -> Pixels:
    """A picture as rows of red, green and blue."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return rows[:, : 3 * plain.width()].reshape(plain.height(), plain.width(), 3).copy()


def no_maps(size: tuple[int, int] = (900, 700)) -> dict[str, Pixels]:
    """Pictures in which no hex grid may be found."""
    width, height = size
    rng = np.random.default_rng(5)
    return {
        "squares": _lines_in(size, (0.0, 90.0), 40.0),
        "stripes": _lines_in(size, (20.0,), 24.0),
        "triangles": _lines_in(size, (0.0, 60.0, 120.0), 50.0),
        "noise": rng.integers(0, 256, (height, width, 3)).astype(np.uint8),
        "photograph": _photograph_like(rng, size),
        "text": _written(size),
        "bricks": _bricks(size),
        "blank": np.full((height, width, 3), 240, dtype=np.uint8),
    }


def _lines_in(size: tuple[int, int], angles: tuple[float, ...], apart: float) -> Pixels:
    image = image_of(np.full((size[1], size[0], 3), 225, dtype=np.uint8))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(60, 60, 60), 1.5))
    for angle in angles:
        along = np.array((math.cos(math.radians(angle)), math.sin(math.radians(angle))))
        across = np.array((-along[1], along[0]))
        for step in range(-60, 61):
            middle = np.array(size) / 2 + across * apart * step * (ROOT3 / 2 if len(angles) == 3 else 1.0)
            painter.drawLine(QPointF(*(middle - 2000 * along)), QPointF(*(middle + 2000 * along)))
    painter.end()
    return pixels_of(image)


def _bricks(size: tuple[int, int]) -> Pixels:
    image = image_of(np.full((size[1], size[0], 3), 200, dtype=np.uint8))
    painter = QPainter(image)
    painter.setPen(QPen(QColor(90, 50, 40), 2))
    for row in range(size[1] // 30 + 1):
        for col in range(-1, size[0] // 60 + 1):
            painter.drawRect(QRectF(60 * col + 30 * (row % 2), 30 * row, 60, 30))
    painter.end()
    return pixels_of(image)


def _photograph_like(rng: np.random.Generator, size: tuple[int, int]) -> Pixels:
    waves = sum(smooth_field(rng, size[::-1], wave) * wave**0.5 for wave in (4.0, 11.0, 30.0, 90.0, 250.0))
    return np.clip(128 + 9.0 * np.stack([waves, 0.9 * waves, 0.7 * waves], axis=-1), 0, 255).astype(np.uint8)


def _written(size: tuple[int, int]) -> Pixels:
    image = image_of(np.full((size[1], size[0], 3), 250, dtype=np.uint8))
    painter = QPainter(image)
    font = QFont("Inter")
    font.setPixelSize(15)
    painter.setFont(font)
    words = ("The", "units", "of", "a", "side", "move", "one", "after", "another", "and", "none", "twice", "in", "here")
    for row in range(size[1] // 20):
        line = " ".join(words[(7 * row + number) % len(words)] for number in range(20))
        painter.drawText(QPointF(20, 20 * row + 18), line)
    painter.end()
    return pixels_of(image)
