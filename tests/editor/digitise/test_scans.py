"""Scans are known by their headers, measured without being decoded, and refused beyond stated bounds."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.digitise import scans
from editor.digitise.scan_headers import ScanKind
from editor.digitise.scans import ScanError, examine, page_size
from engine.rulesets.words import catalogue


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width: int, height: int, *, depth: int = 8, colour: int = 2) -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")


def jpeg(width: int, height: int, *, before: bytes = b"") -> bytes:
    jfif = b"\xff\xe0" + struct.pack(">H", 16) + b"JFIF\0\1\1\0\0\1\0\1\0\0"
    frame = b"\xff\xc2" + struct.pack(">HBHHB", 17, 8, height, width, 3) + bytes(9)
    return b"\xff\xd8" + jfif + before + frame + b"\xff\xda\0\x02" + bytes(40) + b"\xff\xd9"


def tiff(width: int, height: int, *, order: str = "<", is_big: bool = False) -> bytes:
    mark = b"II" if order == "<" else b"MM"
    tags = [(256, 4, width), (257, 4, height), (258, 3, 8), (277, 3, 3)]
    if is_big:
        head = mark + struct.pack(order + "HHHQ", 43, 8, 0, 16)
        body = struct.pack(order + "Q", len(tags))
        body += b"".join(
            struct.pack(order + "HHQ", tag, form, 1) + _value(order, form, value, 8) for tag, form, value in tags
        )
        return head + body + bytes(8)
    head = mark + struct.pack(order + "HI", 42, 8)
    body = struct.pack(order + "H", len(tags))
    body += b"".join(
        struct.pack(order + "HHI", tag, form, 1) + _value(order, form, value, 4) for tag, form, value in tags
    )
    return head + body + bytes(4)


def _value(order: str, form: int, value: int, room: int) -> bytes:
    return struct.pack(order + ("H" if form == 3 else "I"), value).ljust(room, b"\0")


def tiff_with_width_at(offset: int) -> bytes:
    """A big TIFF whose width is two numbers, told to stand somewhere else."""
    head = b"II" + struct.pack("<HHHQ", 43, 8, 0, 16)
    return head + struct.pack("<QHHQQ", 1, 256, 16, 2, offset) + bytes(40)


PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF"


Save = Callable[[bytes], Path]


@pytest.fixture
def saved(tmp_path: Path) -> Save:
    def save(content: bytes) -> Path:
        path = tmp_path / "map.jpg"
        path.write_bytes(content)
        return path

    return save


def refusal(path: Path) -> str:
    with pytest.raises(ScanError) as bad:
        examine(path)
    return bad.value.message.key.removeprefix("digitise.scan.")


@pytest.mark.parametrize(
    ("content", "kind", "size", "bits"),
    [
        (png(640, 480), ScanKind.PNG, (640, 480), 24),
        (png(640, 480, depth=16, colour=6), ScanKind.PNG, (640, 480), 64),
        (jpeg(640, 480), ScanKind.JPEG, (640, 480), 24),
        (jpeg(640, 480, before=b"\xff\xe1" + struct.pack(">H", 60_000) + bytes(59_998)), ScanKind.JPEG, (640, 480), 24),
        (jpeg(640, 480, before=b"\xff\xff\xff\xfe\0\x04hi"), ScanKind.JPEG, (640, 480), 24),
        (tiff(640, 480), ScanKind.TIFF, (640, 480), 24),
        (tiff(640, 480, order=">"), ScanKind.TIFF, (640, 480), 24),
        (tiff(640, 480, is_big=True), ScanKind.TIFF, (640, 480), 24),
        (PDF, ScanKind.PDF, None, 0),
        (b"\r\n" + PDF, ScanKind.PDF, None, 0),
    ],
)
def test_kind_and_size_are_read_from_the_header(
    saved: Save, content: bytes, kind: ScanKind, size: tuple[int, int] | None, bits: int
) -> None:
    found = examine(saved(content))
    assert (found.kind, found.size, found.bits) == (kind, size, bits)
    assert found.length == len(content)
    assert found.sha256 == hashlib.sha256(content).hexdigest()
    assert found.media.split("/")[0] in ("image", "application")
    assert found.notes == ()


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "empty-file"),
        (b"GIF89a" + bytes(50), "foreign"),
        (b"PK\x03\x04" + bytes(50), "foreign"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "foreign"),
        (b"\0\0\0\x18ftypheic" + bytes(20), "foreign"),
        (b"<svg xmlns='x'/>", "foreign"),
        (b"just some words", "unknown"),
        (png(0, 480), "empty-picture"),
        (png(100_000, 100_000), "too-many-pixels"),
        (png(2**31 - 1, 2**31 - 1), "too-many-pixels"),
        (png(2**32 - 1, 5), "bad-header"),
        (png(150_000, 4), "too-many-pixels"),
        (png(640, 480, colour=5), "bad-header"),
        (png(640, 480)[:20], "bad-header"),
        (png(640, 480)[:40], "bad-header"),
        (jpeg(65_000, 65_000), "too-many-pixels"),
        (jpeg(640, 0), "empty-picture"),
        (jpeg(640, 480)[:12], "bad-header"),
        (b"\xff\xd8\xff\xe0\0\x01" + bytes(20), "bad-header"),
        (b"\xff\xd8\xff\xda" + bytes(20), "bad-header"),
        (b"\xff\xd8" + b"\xff\xfe\0\x02" * 5_000, "bad-header"),
        (tiff(100_000, 100_000), "too-many-pixels"),
        (tiff(640, 480)[:30], "bad-header"),
        (b"II*\0" + struct.pack("<I", 4_000_000_000) + bytes(30), "bad-header"),
        (b"II*\0" + struct.pack("<IH", 8, 60_000) + bytes(30), "bad-header"),
        (b"MM\0*" + struct.pack(">IH", 8, 1) + bytes(30), "bad-header"),
        (tiff_with_width_at(2**63 + 1), "bad-header"),
        (tiff_with_width_at(10**6), "bad-header"),
    ],
)
def test_anything_else_is_refused_in_words(saved: Save, content: bytes, key: str) -> None:
    assert refusal(saved(content)) == key


@pytest.mark.parametrize("content", [png(640, 480)[:20], png(640, 480, colour=5), b"\xff\xd8\xff\xda" + bytes(20)])
def test_what_is_wrong_with_a_header_is_said_in_the_language_of_the_person(saved: Save, content: bytes) -> None:
    with pytest.raises(ScanError) as refused:
        examine(saved(content))
    english, french = (catalogue(language=language).text(refused.value.message) for language in ("en", "fr"))
    assert english.rpartition(": ")[2] != french.rpartition(": ")[2]


def test_what_is_no_file_or_too_long_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal(tmp_path / "none.png") == "no-file"
    assert refusal(tmp_path) == "no-file"
    path = tmp_path / "large.png"
    path.write_bytes(png(10, 10) + bytes(1000))
    monkeypatch.setattr(scans, "MOST_BYTES", 500)
    assert refusal(path) == "too-many-bytes"


def test_a_file_cut_off_is_taken_with_a_warning(saved: Save) -> None:
    whole = png(640, 480)
    cut = examine(saved(whole[:-12] + bytes(80)))
    assert [note.code for note in cut.notes] == ["digitise.scan.seems-cut"]


@given(st.binary(max_size=300), st.sampled_from([b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\0", b"MM\0+", b""]))
def test_no_header_whatever_does_more_than_be_refused(
    tmp_path_factory: pytest.TempPathFactory, rest: bytes, start: bytes
) -> None:
    path = tmp_path_factory.mktemp("scans") / "scan"
    path.write_bytes(start + rest)
    try:
        found = examine(path)
    except ScanError:
        return
    assert found.pixels <= scans.MOST_PIXELS


def test_a_page_is_measured_at_its_resolution_and_within_the_same_bounds() -> None:
    assert page_size("map.pdf", (595.0, 842.0), 300) == (2479, 3508)
    for points, dots in (((20_000.0, 20_000.0), 600), ((0.0, 10.0), 300), ((float("inf"), 1.0), 72)):
        with pytest.raises(ScanError):
            page_size("map.pdf", points, dots)
