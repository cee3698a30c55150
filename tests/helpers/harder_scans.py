"""Scans that are harder than the forty: art, paper and print that nobody had in mind when the finder was written.

A sheet has hachures, tree stamps, contour lines or a halftone in the place of plain colours; sea without lines, titles
and tables printed over the grid, roads and rivers thicker than it, every fifth hex row heavier, creases in the paper, a
border with a legend. Each of them is drawn by chance from a seed, so that a fresh set is one number away.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from engine.core.boards.hexes import HexGrid, Orientation, Parity
from tests.helpers.printed_scans import (
    ROOT3,
    Floats,
    GridStyle,
    Print,
    Printed,
    camera,
    image_of,
    photograph,
    pixels_of,
    smooth_field,
    squeezed,
)


class HardArt(StrEnum):
    """What the ground looks like."""

    CONTOURS = "contours"
    STAMPS = "stamps"
    HALFTONE = "halftone"
    MARBLE = "marble"
    WASH = "wash"


@dataclass(frozen=True)
class HardPrint:
    """A sheet of the harder kind; shares are of the hexes, unless said otherwise."""

    pitch: float
    size: tuple[int, int]
    seed: int
    art: HardArt = HardArt.WASH
    orientation: Orientation = Orientation.FLAT
    rotation: float = 0.0
    lean: float = 0.0
    warp: float = 0.0
    style: GridStyle = GridStyle.DARK
    contrast: float = 1.0
    noise: float = 4.0
    quality: int = 60
    covered: float = 0.1
    sea: float = 0.0
    has_titles: bool = False
    has_border: bool = False
    has_dots: bool = False
    has_creases: bool = False
    has_heavy_rows: bool = False
    sheets: int = 1


def fresh(count: int, seed: int) -> list[HardPrint]:
    """So many scans, every property by chance."""
    rng = np.random.default_rng(seed)
    found = []
    for number in range(count):
        pitch = float(np.exp(rng.uniform(math.log(18), math.log(220))))
        sheets = 2 if rng.random() < 0.1 else 1
        width = int(np.clip(pitch * rng.uniform(13, 26), 900, 2600))
        found.append(
            HardPrint(
                pitch=pitch,
                size=(width * sheets, int(width * rng.uniform(0.7, 1.0))),
                seed=1000 * seed + number,
                art=tuple(HardArt)[int(rng.integers(len(HardArt)))],
                orientation=(Orientation.FLAT, Orientation.POINTY)[int(rng.integers(2))],
                rotation=float(rng.uniform(-30, 30) if rng.random() < 0.5 else rng.uniform(-3, 3)),
                lean=float(rng.choice((0.0, 0.04, 0.1, 0.16))),
                warp=float(rng.choice((0.0, 0.0, 0.002, 0.004))),
                style=tuple(GridStyle)[int(rng.integers(3))],
                contrast=float(rng.uniform(0.45, 1.0)),
                noise=float(rng.choice((2.0, 5.0, 9.0))),
                quality=int(rng.choice((40, 60, 85))),
                covered=float(rng.choice((0.0, 0.15, 0.35))),
                sea=float(rng.choice((0.0, 0.0, 0.2, 0.35))),
                has_titles=bool(rng.random() < 0.4),
                has_border=bool(rng.random() < 0.35),
                has_dots=bool(rng.random() < 0.25),
                has_creases=bool(rng.random() < 0.3),
                has_heavy_rows=bool(rng.random() < 0.12),
                sheets=sheets,
            )
        )
    return found


def hard_printed(asked: HardPrint) -> Printed:
    """The picture that was asked for; its centres are those of printed hexes and of sea hexes alike."""
    rng = np.random.default_rng(asked.seed)
    width, height = asked.size
    canvas = np.full((height, width, 3), 235.0) + 3.0 * smooth_field(rng, (height, width), 3.0)[..., None]
    taken = Print(
        size=asked.size,
        rotation=asked.rotation,
        lean=asked.lean,
        warp=asked.warp,
        pitch=asked.pitch,
        quality=asked.quality,
    )
    centres = []
    for number in range(asked.sheets):
        room = (number * width / asked.sheets, 0.0, (number + 1) * width / asked.sheets, float(height))
        flat, hexes, rims = _sheet(asked, rng, (room[2] - room[0], room[3] - room[1]))
        back, forth = camera(taken, rng, flat.shape[1::-1], room)
        photograph(canvas, flat, back, room)
        corners = forth(rims.reshape(-1, 2)).reshape(-1, 6, 2)
        inside = ((corners >= (room[0], 0)) & (corners <= (room[2] - 1, height - 1))).all(axis=(1, 2))
        centres.append(forth(hexes[inside]))
    canvas += rng.normal(0.0, asked.noise, canvas.shape)
    pixels = np.clip(canvas * _vignette(asked.size), 0, 255).astype(np.uint8)
    return Printed(squeezed(pixels, asked.quality), np.concatenate(centres), taken)


def _vignette(size: tuple[int, int]) -> Floats:
    x, y = np.linspace(-1, 1, size[0])[None, :], np.linspace(-1, 1, size[1])[:, None]
    return np.asarray((1.03 - 0.12 * (x * x + y * y))[..., None])


def _sheet(asked: HardPrint, rng: np.random.Generator, room: tuple[float, float]) -> tuple[Floats, Floats, Floats]:
    """A sheet as it comes from the printer: its pixels, the centres of its hexes, and their corners."""
    grid, radius = HexGrid(asked.orientation, Parity.ODD), asked.pitch / ROOT3
    turn = math.radians(asked.rotation)
    spread = abs(math.cos(turn)) + abs(math.sin(turn)) * max(room) / min(room)
    grown = 0.9 / spread if asked.has_border else spread + asked.lean + 0.1
    edge = 0.07 * min(room) if asked.has_border else 0.0
    width, height = (int(value * grown) + 1 for value in room)
    across, down = (1.5 * radius, asked.pitch) if asked.orientation is Orientation.FLAT else (asked.pitch, 1.5 * radius)
    cols = max(int((width - 2 * edge - 2 * radius) / across), 3)
    rows = max(int((height - 2 * edge - 2 * radius) / down), 3)
    cells = [(col, row) for col in range(cols) for row in range(rows)]
    offset = np.array((edge + 1.1 * radius, edge + 1.1 * radius))
    hexes = np.array([grid.centre(*cell) for cell in cells]) * radius + offset
    rims = np.array([grid.corners(*cell) for cell in cells]) * radius + offset
    is_sea = _sea(asked, rng, hexes)
    ground = _ground(asked, rng, (height, width), hexes[is_sea], radius)
    image = image_of(np.clip(ground, 0, 255).astype(np.uint8))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw_network(painter, asked, rng, hexes, rims)
    _draw_grid(painter, asked, rng, rims[~is_sea], [cell for cell, sea in zip(cells, is_sea, strict=True) if not sea])
    _draw_marks(painter, asked, rng, hexes, is_sea)
    if asked.has_titles:
        _draw_titles(painter, asked, rng, (width, height))
    if asked.has_border:
        _draw_border(painter, rng, (width, height), edge)
    painter.end()
    flat = pixels_of(image).astype(np.float64)
    return (_creased(flat, rng) if asked.has_creases else flat), hexes, rims


def _sea(asked: HardPrint, rng: np.random.Generator, hexes: Floats) -> np.ndarray:
    """Which hexes are sea, where no lines are printed: the lowest part of some wide hills, towards one corner."""
    if not asked.sea:
        return np.zeros(len(hexes), dtype=bool)
    corner = hexes.max(axis=0) * rng.integers(0, 2, 2)
    far = np.hypot(*(hexes - corner).T)
    heights = far + 2.5 * asked.pitch * np.sin(hexes[:, 0] / (3.1 * asked.pitch)) * np.cos(
        hexes[:, 1] / (2.3 * asked.pitch)
    )
    return np.asarray(heights < np.quantile(heights, asked.sea))


_PALETTES = (
    (
        (238, 232, 205),
        (196, 214, 160),
        (222, 198, 150),
        (205, 180, 140),
        (180, 205, 190),
        (228, 214, 214),
        (170, 190, 150),
    ),
    ((150, 170, 110), (110, 140, 90), (185, 165, 115), (140, 120, 90), (120, 150, 130), (170, 180, 140), (95, 120, 80)),
    (
        (246, 240, 222),
        (240, 226, 190),
        (236, 214, 170),
        (250, 244, 236),
        (226, 232, 206),
        (244, 230, 220),
        (232, 224, 200),
    ),
)


def _ground(asked: HardPrint, rng: np.random.Generator, shape: tuple[int, int], sea: Floats, radius: float) -> Floats:
    colours = np.array(_PALETTES[int(rng.integers(len(_PALETTES)))], dtype=np.float64)
    hills = smooth_field(rng, shape, 2.4 * asked.pitch) + 0.5 * smooth_field(rng, shape, 1.1 * asked.pitch)
    kinds = np.clip(np.floor(3.5 + 2.4 * hills), 0, 6).astype(int)
    ground = colours[kinds]
    if asked.art is HardArt.CONTOURS:
        band = np.abs((8.0 * hills) % 1.0 - 0.5)
        ground = ground - 55.0 * np.clip(0.09 - band, 0, 0.09)[..., None] / 0.09
    elif asked.art is HardArt.MARBLE:
        veins = np.sin(smooth_field(rng, shape, 0.5 * asked.pitch) * 6 + 3 * hills)
        ground = ground + 12.0 * veins[..., None] + 6.0 * smooth_field(rng, shape, 3.0)[..., None]
    elif asked.art is HardArt.HALFTONE:
        y, x = np.mgrid[: shape[0], : shape[1]].astype(np.float64)
        wave = max(4.0, asked.pitch / 9)
        turn = math.radians(rng.uniform(10, 75))
        u, v = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
        dots = np.cos(2 * math.pi * u / wave) * np.cos(2 * math.pi * v / wave)
        ground = ground - 40.0 * (dots > 0.9 - 0.25 * kinds / 6)[..., None]
    elif asked.art is HardArt.WASH:
        ground = ground + 10.0 * smooth_field(rng, shape, 0.7 * asked.pitch)[..., None]
    ground = ground + 5.0 * smooth_field(rng, shape, 2.5)[..., None]
    if len(sea):
        image = image_of(np.zeros((*shape, 3), dtype=np.uint8))
        painter = QPainter(image)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(255, 255, 255))
        for x, y in sea:
            painter.drawEllipse(QPointF(x, y), 1.05 * radius, 1.05 * radius)
        painter.end()
        water = pixels_of(image)[..., :1] > 127
        ground = np.where(
            water, np.array((165.0, 200.0, 222.0)) + 3.0 * smooth_field(rng, shape, 4.0)[..., None], ground
        )
    return np.asarray(ground)


def _draw_network(painter: QPainter, asked: HardPrint, rng: np.random.Generator, hexes: Floats, rims: Floats) -> None:
    """Rivers on hexsides and off them, roads and railways through hexes, trees in some."""
    pitch = asked.pitch
    for number in range(7):
        heading, point = rng.uniform(0, 2 * math.pi), hexes[rng.integers(len(hexes))]
        points = [point]
        for _ in range(50):
            heading += rng.normal(0, 0.45)
            point = point + 0.45 * pitch * np.array((math.cos(heading), math.sin(heading)))
            points.append(point)
        line = QPolygonF([QPointF(*each) for each in points])
        if number < 3:
            painter.setPen(QPen(QColor(70, 125, 190), max(2.0, pitch / 10)))
            painter.drawPolyline(line)
        elif number < 5:
            for colour, width in (((60, 40, 30), pitch / 9), ((230, 120, 90), pitch / 14)):
                painter.setPen(QPen(QColor(*colour), max(1.2, width)))
                painter.drawPolyline(line)
        else:
            pen = QPen(QColor(30, 30, 30), max(1.2, pitch / 22))
            pen.setDashPattern([6.0, 1.5])
            painter.setPen(pen)
            painter.drawPolyline(line)
    for index in np.flatnonzero(rng.random(len(rims)) < 0.12):
        start = int(rng.integers(6))
        painter.setPen(QPen(QColor(60, 110, 190), max(2.0, pitch / 12)))
        painter.drawPolyline(QPolygonF([QPointF(*rims[index][(start + step) % 6]) for step in range(3)]))
    if asked.art is HardArt.STAMPS:
        for x, y in hexes[rng.random(len(hexes)) < 0.4]:
            painter.setPen(QPen(QColor(50, 90, 50), max(1.0, pitch / 40)))
            painter.setBrush(QColor(90, 140, 80))
            for _ in range(7):
                at = np.array((x, y)) + rng.uniform(-0.38, 0.38, 2) * pitch
                painter.drawEllipse(QPointF(*at), pitch / 13, pitch / 11)


def _draw_grid(
    painter: QPainter, asked: HardPrint, rng: np.random.Generator, rims: Floats, cells: list[tuple[int, int]]
) -> None:
    width = max(1.0, asked.pitch / float(rng.uniform(28, 55)))
    shade = int(190 - 130 * asked.contrast)
    colour = QColor(*(int(np.clip(shade + value, 0, 255)) for value in rng.integers(-20, 21, 3)))
    pen = QPen(colour, width)
    if asked.style is GridStyle.WHITE:
        pen = QPen(QColor(253, 253, 250), max(1.4, 1.4 * width))
    elif asked.style is GridStyle.DOTTED:
        pen = QPen(colour.darker(120), width)
        pen.setDashPattern([float(rng.choice((1.5, 3.0))), float(rng.choice((2.0, 3.0)))])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for rim, (col, row) in zip(rims, cells, strict=True):
        painter.setPen(pen)
        painter.drawPolygon(QPolygonF([QPointF(*point) for point in rim]))
        if asked.has_heavy_rows and (col % 5 == 0 or row % 5 == 0):
            painter.setPen(QPen(pen.color(), 2 * pen.widthF()))
            painter.drawPolygon(QPolygonF([QPointF(*point) for point in rim]))


def _draw_marks(
    painter: QPainter, asked: HardPrint, rng: np.random.Generator, hexes: Floats, is_sea: np.ndarray
) -> None:
    """Numbers, centre dots, towns with names, and counters."""
    pitch, font = asked.pitch, QFont("Inter")
    font.setPixelSize(max(5, int(pitch / float(rng.uniform(4.5, 8)))))
    painter.setFont(font)
    where = float(rng.choice((-0.42, 0.2, -0.1)))
    for number, (x, y) in enumerate(hexes):
        if is_sea[number]:
            continue
        painter.setPen(QColor(70, 60, 60))
        painter.drawText(
            QRectF(x - pitch / 2, y + where * pitch, pitch, pitch / 4), Qt.AlignmentFlag.AlignCenter, f"{1001 + number}"
        )
        if asked.has_dots:
            painter.setBrush(QColor(60, 60, 60))
            painter.drawEllipse(QPointF(x, y), max(0.8, pitch / 40), max(0.8, pitch / 40))
        if rng.random() < 0.07:
            painter.setBrush(QColor(180, 40, 30))
            painter.drawRect(QRectF(x - pitch / 8, y - pitch / 8, pitch / 4, pitch / 4))
            painter.drawText(QRectF(x - pitch, y + 0.15 * pitch, 2 * pitch, pitch / 3), 0x84, "Bereznaya")
    for x, y in hexes[rng.random(len(hexes)) < asked.covered] + rng.normal(0, pitch / 10, 2):
        painter.setPen(QColor(20, 20, 20))
        painter.setBrush(QColor(*(int(value) for value in rng.integers(60, 240, 3))))
        painter.drawRect(QRectF(x - 0.38 * pitch, y - 0.38 * pitch, 0.76 * pitch, 0.76 * pitch))


def _draw_titles(painter: QPainter, asked: HardPrint, rng: np.random.Generator, size: tuple[int, int]) -> None:
    """A title across the map, and a table in a box that hides the grid."""
    font = QFont("Inter")
    font.setPixelSize(max(20, int(size[0] / 16)))
    font.setWeight(QFont.Weight.Black)
    painter.setFont(font)
    painter.setPen(QColor(120, 30, 30))
    painter.drawText(QRectF(0.25 * size[0], 0.3 * size[1], 0.6 * size[0], 0.2 * size[1]), 0x84, "EASTERN FRONT")
    left, top = rng.uniform(0.25, 0.5) * size[0], rng.uniform(0.5, 0.6) * size[1]
    wide, high = 0.24 * size[0], 0.22 * size[1]
    painter.setBrush(QColor(250, 246, 232))
    painter.setPen(QPen(QColor(20, 20, 20), 3))
    painter.drawRect(QRectF(left, top, wide, high))
    font.setPixelSize(max(7, int(high / 14)))
    font.setWeight(QFont.Weight.Normal)
    painter.setFont(font)
    painter.setPen(QPen(QColor(30, 30, 30), 1))
    for row in range(8):
        for col in range(5):
            box = QRectF(left + col * wide / 5, top + row * high / 8, wide / 5, high / 8)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{row + 1}-{col + 1}")


def _draw_border(painter: QPainter, rng: np.random.Generator, size: tuple[int, int], edge: float) -> None:
    """A frame about the map, with letters along it and a legend in its foot."""
    width, height = size
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(30, 30, 30), 4))
    painter.drawRect(QRectF(3, 3, width - 6, height - 6))
    font = QFont("Inter")
    font.setPixelSize(max(7, int(edge / 3)))
    painter.setFont(font)
    for step in range(12):
        painter.drawText(QPointF((step + 0.5) * width / 12, 0.6 * edge), "ABCDEFGHIJKL"[step])
        painter.fillRect(
            QRectF((step + 0.2) * width / 12, height - 0.7 * edge, edge / 2, edge / 3),
            QColor(*(int(value) for value in rng.integers(80, 230, 3))),
        )


def _creased(flat: Floats, rng: np.random.Generator) -> Floats:
    """Folds: a dark and a light edge across the sheet, and the ground beside it shaded."""
    height, width = flat.shape[:2]
    for place in rng.uniform(0.2, 0.8, 2) * width:
        off = np.arange(width) - place
        flat = (
            flat
            + (
                -35 * np.exp(-((off / 1.5) ** 2)) + 25 * np.exp(-(((off - 4) / 2) ** 2)) - 8 * np.exp(-np.abs(off) / 60)
            )[None, :, None]
        )
    off = np.arange(height) - rng.uniform(0.3, 0.7) * height
    return np.asarray(flat + (-30 * np.exp(-((off / 2) ** 2)) - 6 * np.exp(-np.abs(off) / 50))[:, None, None])
