"""Pictures of people's own: drawn where they belong, and nothing drawn of what would do more than be looked at."""

from __future__ import annotations

import gc
import struct
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.own_pictures import FINEST, PICTURES, OwnPictures, decoded
from editor.canvas.art.renderer import Patch
from editor.canvas.art.style import bundled_style
from editor.canvas.counters.counter_face import face_of, paint_face
from editor.canvas.counters.counter_picture import CounterPicture
from editor.documents.picture_intake import take_picture
from editor.geometry.lattice import Box
from editor.model.picture_safety import is_harmless_drawing
from editor.refusal import CannotEdit
from engine.definitions.palette import Palette, TerrainSwatch
from engine.definitions.pictures import reference
from engine.definitions.plan import MapPlan
from engine.storage.blobs import Blob
from engine.storage.contents import Contents
from engine.storage.store import Store
from tests.editor.canvas.art.test_map_picture import painted
from tests.editor.canvas.demo_maps import hex_map, space_map
from tests.helpers.drawings import HOSTILE, MAGENTA, png, svg


def kept(data: bytes) -> str:
    """A picture on the shelf of all painters."""
    image = decoded(data)
    assert image is not None
    name = reference(Blob("", data).sha256)
    PICTURES.keep(name, image)
    return name


def share_of(image: QImage, colour: str) -> float:
    wanted = QColor(colour)
    all_of_them = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    near = [each for each in all_of_them if abs(each.hue() - wanted.hue()) < 12 and each.saturation() > 120]
    return len(near) / len(all_of_them)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_drawing_that_does_more_than_draw_is_neither_taken_nor_drawn(tmp_path: Path, name: str) -> None:
    assert not is_harmless_drawing(HOSTILE[name])
    assert decoded(HOSTILE[name]) is None
    (tmp_path / "drawing.svg").write_bytes(HOSTILE[name])
    with Store.create(tmp_path / "a.redoubt", Contents()) as store:
        with pytest.raises(CannotEdit) as bad:
            take_picture(store, tmp_path / "drawing.svg")
        assert bad.value.message.key in ("picture.not-harmless", "picture.no-picture")
        assert not store.scans()


@pytest.mark.parametrize(
    "inside",
    [
        '<defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient></defs>'
        '<rect width="9" height="9" fill="url(#a)"/>',
        '<g id="a"><circle r="4"/></g><use xlink:href="#a" x="5"/><use href="#a" x="9"/>',
        '<text x="2" y="9" style="stroke-dasharray:none;fill:#000">7</text>',
        "<style>.a { fill: red }</style>",
    ],
)
def test_what_people_draw_with_is_taken(inside: str) -> None:
    assert decoded(svg(inside)) is not None


def test_pictures_are_bounded_before_they_are_unpacked(tmp_path: Path) -> None:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 60_000, 60_000, 8, 6, 0, 0, 0))
    bomb = b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0" * 10_000)) + chunk(b"IEND", b"")
    assert decoded(bomb) is None
    assert decoded(png(width=900, height=300)).width() == FINEST  # type: ignore[union-attr]
    files = {"bomb.png": bomb, "words.png": b"no picture", "large.png": png() + bytes(5 << 20)}
    with Store.create(tmp_path / "a.redoubt", Contents()) as store:
        said = {}
        for name, data in files.items():
            (tmp_path / name).write_bytes(data)
            with pytest.raises(CannotEdit) as bad:
                take_picture(store, tmp_path / name)
            said[name] = bad.value.message.key
        assert not store.scans()
        with pytest.raises(CannotEdit) as bad:
            take_picture(store, tmp_path / "none.png")
    assert bad.value.message.key == "picture.unreadable"
    assert said == {
        "bomb.png": "picture.cannot-be-drawn",
        "words.png": "picture.no-picture",
        "large.png": "picture.too-big",
    }


def test_a_picture_taken_twice_is_stored_once(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_bytes(svg())
    (tmp_path / "b.svg").write_bytes(svg())
    with Store.create(tmp_path / "a.redoubt", Contents()) as store:
        first, second = (take_picture(store, tmp_path / name) for name in ("a.svg", "b.svg"))
        assert first == second == reference(store.scans()[0])
        assert store.scan(store.scans()[0]).media == "image/svg+xml"


def looks_with(picture: str | None, terrain: str) -> Looks:
    swatch = TerrainSwatch(id=terrain, name="Own", colour="#e8e4c9", picture=picture)
    return Looks(Palette(id="own", terrain=(swatch,)), bundled_style("paper"))


def one_terrain(plan: MapPlan) -> str:
    for sheet in plan.sheets.values():
        sheet.terrain[:] = 1
    return plan.terrain_names[0]


@pytest.mark.parametrize("radius", [8.0, 40.0])
def test_hexes_are_covered_with_the_picture_and_nothing_beside_them(radius: float) -> None:
    plan = hex_map(6, 6, lines=False)
    terrain = one_terrain(plan)
    picture = MapPicture(plan, looks_with(kept(png()), terrain))
    x, y = picture.sheet("main").lattice.centre(3, 3)
    assert share_of(painted(picture, Box(x - 1, y - 1, x + 1, y + 1), radius), MAGENTA) > 0.85
    plain = MapPicture(plan, looks_with(None, terrain))
    assert share_of(painted(plain, Box(x - 1, y - 1, x + 1, y + 1), radius), MAGENTA) == 0


def test_sheets_of_either_sort_of_hex_have_it_cut_to_their_own() -> None:
    plan = hex_map(6, 6, lines=False)
    plan.sheets["inset"] = replace(hex_map(3, 3, orientation="pointy", lines=False).sheets["main"], id="inset")
    plan.sheets["inset"].origin = (40.0, 0.0)
    looks = looks_with(kept(png()), one_terrain(plan))
    picture, alone = MapPicture(plan, looks), MapPicture(plan, looks)
    x, y = picture.sheet("inset").lattice.centre(2, 2)
    box = Box(x - 3, y - 3, x + 3, y + 3)
    painted(picture, Box(0, 0, 6, 6), 40.0)
    assert painted(picture, box, 40.0) == painted(alone, box, 40.0)


def test_a_picture_that_nobody_has_leaves_the_usual_pattern() -> None:
    plan = hex_map(6, 6, lines=False)
    terrain = one_terrain(plan)
    box = Box(2, 2, 6, 6)
    without = painted(MapPicture(plan, looks_with(None, terrain)), box, 20)
    assert painted(MapPicture(plan, looks_with(reference("0" * 64), terrain)), box, 20) == without


def test_print_and_drawings_of_the_map_have_the_picture_too() -> None:
    plan = hex_map(4, 4, lines=False)
    picture = MapPicture(plan, looks_with(kept(svg()), one_terrain(plan)))
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    paper = QSvgGenerator()
    paper.setOutputDevice(buffer)
    paper.setSize(QSize(200, 200))
    paper.setViewBox(QRectF(0, 0, 200, 200))
    painter = QPainter(paper)
    painter.scale(20, 20)
    picture.paint(painter, Patch(Box(0, 0, 10, 10), 20.0, raster=False))
    painter.end()
    assert bytes(data.data()).count(b"<image") == 16, "one for each hex"


def test_spaces_have_it_inside_their_outline() -> None:
    plan = space_map()
    space = next(iter(plan.spaces.values()))
    picture = MapPicture(plan, looks_with(kept(png()), space.terrain))
    x, y = space.position
    assert share_of(painted(picture, Box(x - 0.3, y - 0.3, x + 0.3, y + 0.3), 60), MAGENTA) > 0.6


def counter(art: str, side: int) -> QImage:
    image = QImage(side, side, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    face = face_of(CounterPicture("a", "b", ground="#dddddd", symbol="infantry", factors="4-4", art=art), side)
    paint_face(painter, face, side, bundled_style("paper").counters)
    painter.end()
    return image


@pytest.mark.parametrize("side", [12, 30, 120])
def test_a_counter_shows_its_art_in_the_symbols_place(side: int) -> None:
    name = kept(png(width=16, height=10))
    assert share_of(counter(name, side), MAGENTA) > 0.15
    assert share_of(counter("", side), MAGENTA) == 0
    assert counter(reference("1" * 64), side) == counter("", side), "one that nobody has is a symbol"


def test_the_shelf_asks_whoever_is_still_there() -> None:
    class Holder:
        def picture(self, sha256: str) -> bytes | None:
            return png() if sha256 == Blob("", png()).sha256 else None

    shelf, holder, name = OwnPictures(), Holder(), reference(Blob("", png()).sha256)
    assert shelf.get(name) is None
    shelf.find_in(holder.picture)
    assert shelf.get(name) is not None, "what was missing is looked for again"
    assert shelf.get(reference("2" * 64)) is None
    other = OwnPictures()
    other.find_in(holder.picture)
    del holder
    gc.collect()
    assert other.get(name) is None
