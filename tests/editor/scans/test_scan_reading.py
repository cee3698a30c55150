"""Pictures decoded: every kind as it looks, hostile ones with a clear word, and none beyond the stated bound."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QImageReader, QPainter

from editor.canvas.scans.scan_pyramid import Pyramid, TileAt
from editor.digitise.scan_headers import ScanKind
from editor.digitise.scans import MOST_PIXELS, ScanError
from editor.documents.background import CancelledError, Ticket
from editor.documents.scan_intake import look_at
from editor.documents.scan_reading import MOST_DEEP_PIXELS, refuse_depth, unpack, upright_size

HOSTILE = pytest.mark.qt_log_ignore(".")
"""What decoders say about spoilt files is theirs to say; what we say is what is tested."""


def drawing(kind: QImage.Format = QImage.Format.Format_RGB32) -> QImage:
    """A picture with something different in each corner."""
    image = QImage(700, 600, QImage.Format.Format_ARGB32_Premultiplied)
    clear = kind in (QImage.Format.Format_ARGB32, QImage.Format.Format_RGBA64)
    image.fill(Qt.GlobalColor.transparent if clear else Qt.GlobalColor.white)
    painter = QPainter(image)
    for number, colour in enumerate(("#c02020", "#20a020", "#2020c0", "#202020")):
        painter.fillRect(40 + 400 * (number % 2), 30 + 300 * (number // 2), 220, 200, QColor(colour))
    painter.end()
    return image.convertToFormat(kind)


def unpacked(path: Path, kind: ScanKind, *, ticket: Ticket | None = None) -> Pyramid:
    return unpack(
        path,
        kind,
        name=path.name,
        page=0,
        size=upright_size(path, kind),
        folder=path.parent,
        ticket=ticket or Ticket(),
    )


def seen(pyramid: Pyramid) -> QImage:
    """The whole picture, put together from tiles."""
    image = QImage(*pyramid.size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    for across in range(2):
        for down in range(2):
            tile = pyramid.tile(TileAt(0, across, down))
            painter.drawImage(512 * across, 512 * down, tile.image)
    painter.end()
    return image


def channels(image: QImage) -> np.ndarray:
    plain = image.convertToFormat(QImage.Format.Format_ARGB32)
    return np.frombuffer(plain.constBits(), np.uint8).astype(int)


def difference(one: QImage, other: QImage) -> float:
    return float(np.abs(channels(one) - channels(other)).mean())


Formats = QImage.Format


@pytest.mark.parametrize(
    ("name", "kind", "format_", "off"),
    [
        ("a.png", ScanKind.PNG, Formats.Format_RGB32, 0.0),
        ("a.png", ScanKind.PNG, Formats.Format_ARGB32, 0.0),
        ("a.png", ScanKind.PNG, Formats.Format_Grayscale8, 0.0),
        ("a.png", ScanKind.PNG, Formats.Format_Grayscale16, 0.5),
        ("a.png", ScanKind.PNG, Formats.Format_RGBX64, 0.5),
        ("a.png", ScanKind.PNG, Formats.Format_RGBA64, 0.5),
        ("a.png", ScanKind.PNG, Formats.Format_Indexed8, 0.0),
        ("a.png", ScanKind.PNG, Formats.Format_Mono, 0.0),
        ("a.jpg", ScanKind.JPEG, Formats.Format_RGB32, 2.0),
        ("a.jpg", ScanKind.JPEG, Formats.Format_Grayscale8, 2.0),
        ("a.jpg", ScanKind.JPEG, Formats.Format_CMYK8888, 4.0),
        ("a.tif", ScanKind.TIFF, Formats.Format_RGB32, 0.0),
        ("a.tif", ScanKind.TIFF, Formats.Format_ARGB32, 0.5),
        ("a.tif", ScanKind.TIFF, Formats.Format_Grayscale8, 0.0),
        ("a.tif", ScanKind.TIFF, Formats.Format_Mono, 0.0),
    ],
)
def test_every_kind_looks_as_it_should(
    tmp_path: Path, name: str, kind: ScanKind, format_: QImage.Format, off: float
) -> None:
    image = drawing(format_)
    path = tmp_path / name
    assert image.save(str(path), None, 95)
    pyramid = unpacked(path, kind)
    assert pyramid.size == (700, 600)
    assert pyramid.has_alpha == image.hasAlphaChannel()
    assert difference(seen(pyramid), image) <= off


@pytest.mark.parametrize("compression", [1, 0])
def test_tiff_is_read_plain_and_packed(tmp_path: Path, compression: int) -> None:
    from PySide6.QtGui import QImageWriter

    path = tmp_path / "a.tif"
    writer = QImageWriter(str(path), b"tiff")
    writer.setCompression(compression)
    assert writer.write(drawing())
    assert difference(seen(unpacked(path, ScanKind.TIFF)), drawing()) == 0


def on_its_side(path: Path) -> None:
    """A photograph stored on its side, with a word in it saying so."""
    drawing().save(str(path), "JPEG", 95)
    data = path.read_bytes()
    entry = struct.pack("<HHIHH", 0x0112, 3, 1, 6, 0)
    tiff = b"II*\x00\x08\x00\x00\x00" + struct.pack("<H", 1) + entry + b"\x00" * 4
    body = b"Exif\x00\x00" + tiff
    path.write_bytes(data[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[2:])


def test_a_photograph_on_its_side_is_seen_upright(tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    on_its_side(path)
    assert look_at(path, Ticket()).size == (600, 700)
    pyramid = unpacked(path, ScanKind.JPEG)
    assert pyramid.size == (600, 700)
    corner = QColor(seen(pyramid).pixel(600 - 130, 150))
    assert corner.red() > 150
    assert corner.green() < 90, "what was at the top left is now at the top right"


# Hostile files


def png(width: int, height: int, *, depth: int = 8, colour: int = 2, body: bytes = b"") -> bytes:
    """A PNG that says it is so large, whatever its pixels are."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    pixels = chunk(b"IDAT", zlib.compress(body))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + pixels + chunk(b"IEND", b"")


def saved(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(ScanError) as raised:
        act()
    return raised.value.message.key


def outcome(path: Path, kind: ScanKind) -> str:
    """What is said about a file; nothing when it is taken, and then it is whole."""
    try:
        size = look_at(path, Ticket()).size
        assert unpacked(path, kind).size == size
    except ScanError as bad:
        return bad.message.key
    return ""


def test_the_bound_is_ours_and_qt_knows_it() -> None:
    assert QImageReader.allocationLimit() >= MOST_PIXELS * 4 >> 20
    assert QImageReader.allocationLimit() < MOST_PIXELS * 4 + (4 << 20) >> 20


@pytest.mark.parametrize("size", [(20_000, 10_001), (100_001, 10), (2**31 - 1, 2**31 - 1)])
def test_a_bomb_is_refused_by_its_header(tmp_path: Path, size: tuple[int, int]) -> None:
    path = saved(tmp_path / "bomb.png", png(*size, body=b"\0" * 100))
    assert refusal(lambda: look_at(path, Ticket())) == "digitise.scan.too-many-pixels"


def test_deep_colours_have_a_bound_of_their_own(tmp_path: Path) -> None:
    path = saved(tmp_path / "deep.png", png(12_000, 10_000, depth=16, body=b"\0" * 100))
    assert refusal(lambda: look_at(path, Ticket())) == "scan.too-deep"
    refuse_depth("grey", (12_000, 10_000), 16)
    refuse_depth("just", (10_000, MOST_DEEP_PIXELS // 10_000), 48)


@HOSTILE
@pytest.mark.parametrize("size", [(600, 500), (9000, 9000)])
def test_a_header_without_pixels_is_refused(tmp_path: Path, size: tuple[int, int]) -> None:
    path = saved(tmp_path / "hollow.png", png(*size, body=b"\0" * 100))
    assert look_at(path, Ticket()).size == size
    assert refusal(lambda: unpacked(path, ScanKind.PNG)) == "scan.not-decoded"


@HOSTILE
@pytest.mark.parametrize(("name", "kind"), [("a.png", ScanKind.PNG), ("a.tif", ScanKind.TIFF)])
@pytest.mark.parametrize("share", [0.3, 0.9])
def test_a_file_cut_short_is_refused_or_seen_as_far_as_it_goes(
    tmp_path: Path, name: str, kind: ScanKind, share: float
) -> None:
    path = tmp_path / name
    drawing().save(str(path))
    data = path.read_bytes()
    path.write_bytes(data[: int(share * len(data))])
    assert outcome(path, kind) in ("", "scan.not-decoded", "scan.tiff-not-decoded", "digitise.scan.bad-header")


@HOSTILE
def test_a_jpeg_cut_short_is_seen_and_said_to_be_so(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    drawing().save(str(path), "JPEG", 90)
    path.write_bytes(path.read_bytes()[:-3000])
    candidate = look_at(path, Ticket())
    assert [note.message.key for note in candidate.file.notes] == ["digitise.scan.seems-cut"]
    assert unpacked(path, ScanKind.JPEG).size == (700, 600)


@HOSTILE
@pytest.mark.parametrize("seed", range(12))
def test_random_bytes_after_a_good_header_do_no_harm(tmp_path: Path, seed: int) -> None:
    generator = np.random.default_rng(seed)
    kind = (ScanKind.PNG, ScanKind.JPEG, ScanKind.TIFF)[seed % 3]
    path = tmp_path / f"a.{kind.value}"
    drawing().save(str(path), kind.value)
    data = bytearray(path.read_bytes())
    for place in generator.integers(40, len(data), size=60):
        data[place] = generator.integers(0, 256)
    path.write_bytes(data)
    assert outcome(path, kind).startswith(("scan.", "digitise.scan.", ""))


@HOSTILE
def test_a_tiff_packed_by_jpeg_says_what_would_do(tmp_path: Path) -> None:
    path = tmp_path / "a.tif"
    drawing().save(str(path))
    data = bytearray(path.read_bytes())
    order = "<" if data[:2] == b"II" else ">"
    (start,) = struct.unpack(order + "I", data[4:8])
    (count,) = struct.unpack(order + "H", data[start : start + 2])
    for number in range(count):
        at = start + 2 + 12 * number
        (tag,) = struct.unpack(order + "H", data[at : at + 2])
        if tag == 259:
            data[at + 8 : at + 10] = struct.pack(order + "H", 7)
    path.write_bytes(data)
    with pytest.raises(ScanError) as raised:
        unpacked(path, ScanKind.TIFF)
    assert raised.value.message.key == "scan.tiff-not-decoded"


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "digitise.scan.empty-file"),
        (b"PK\x03\x04" + b"\0" * 200, "digitise.scan.foreign"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "digitise.scan.foreign"),
        (b"GIF89a" + b"\0" * 100, "digitise.scan.foreign"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "digitise.scan.bad-header"),
    ],
)
def test_what_is_no_scan_is_refused(tmp_path: Path, data: bytes, key: str) -> None:
    path = saved(tmp_path / "picture.png", data)
    assert refusal(lambda: look_at(path, Ticket())) == key


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    assert refusal(lambda: look_at(tmp_path / "none.png", Ticket())) == "digitise.scan.no-file"
    assert refusal(lambda: look_at(tmp_path, Ticket())) == "digitise.scan.no-file"


def test_a_disk_without_room_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from editor.canvas.scans import scan_pyramid

    def full(self: object, at: object, tile: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(scan_pyramid.TileFile, "write", full)
    path = tmp_path / "a.png"
    drawing().save(str(path))
    assert refusal(lambda: unpacked(path, ScanKind.PNG)) == "scan.no-room"


@HOSTILE
@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.tif"])
def test_a_reader_that_is_not_wanted_any_more_stops(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    drawing().save(str(path))
    kind = {"a.png": ScanKind.PNG, "a.jpg": ScanKind.JPEG, "a.tif": ScanKind.TIFF}[name]
    ticket = Ticket()
    ticket.cancel()
    with pytest.raises(CancelledError):
        unpacked(path, kind, ticket=ticket)
