"""Pictures of the size asked for, painted in squares without a seam, and written whole or not at all."""

from __future__ import annotations

import errno
import io
import os
import zlib
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from editor.canvas.art.renderer import Patch
from editor.export import png
from editor.export.options import LONGEST_SIDE, MOST_PIXELS, ExportOptions
from editor.export.png import export_png, size_in_pixels, widest
from editor.export.png_file import FINEST, PngFile
from editor.export.subject import Laid
from editor.export.trouble import Cancelled, CannotExport
from editor.geometry.lattice import Box
from engine.definitions.plan import GeoPlan
from engine.storage.errors import FileError
from tests.editor.canvas.demo_maps import PALETTE, counters, dressed_map, hex_map, space_map
from tests.helpers.pixels import pixels, share_unlike


@pytest.mark.parametrize("width", [16, 333, 1024, 1500])
@pytest.mark.parametrize("plan", [dressed_map(), space_map()], ids=["hexes", "spaces"])
def test_a_picture_is_as_wide_as_asked(tmp_path: Path, plan: object, width: int) -> None:
    path = tmp_path / "map.png"
    size = export_png(plan, PALETTE, path, ExportOptions(width=width))  # type: ignore[arg-type]
    image = QImage(str(path))
    assert (image.width(), image.height()) == size
    assert size[0] == width


@pytest.mark.parametrize(("hex_km", "scale", "said"), [(1e-6, 1_000_000_000, FINEST), (100.0, 1_000, 1)])
def test_a_scale_out_of_all_proportion_says_what_a_file_can_say(
    tmp_path: Path, hex_km: float, scale: int, said: int
) -> None:
    plan = hex_map(4, 4, lines=False)
    plan.georeference = GeoPlan("albers", (50.0, 30.0), hex_km, "main:1,1", (49.0, 37.0))
    export_png(plan, PALETTE, tmp_path / "map.png", ExportOptions(width=32, map_scale=scale))
    data = (tmp_path / "map.png").read_bytes()
    at = data.index(b"pHYs") + 4
    assert int.from_bytes(data[at : at + 4], "big") == said


def test_squares_show_no_seam(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = dressed_map()
    found = []
    for side in (4096, 256):
        monkeypatch.setattr(png, "_SQUARE", side)
        export_png(plan, PALETTE, tmp_path / f"{side}.png", ExportOptions(width=1400), counters=counters(plan))
        found.append(QImage(str(tmp_path / f"{side}.png")))
    assert share_unlike(*found) < 0.0005


def test_what_is_left_out_is_not_there(tmp_path: Path) -> None:
    plan = dressed_map()
    shown = counters(plan)
    for name, options in (
        ("all", ExportOptions()),
        ("none", ExportOptions(counters=False)),
        ("bare", ExportOptions(counters=False, numbers=False, grid=False, names=False, regions=False)),
        ("dark", ExportOptions(style="night")),
    ):
        path = tmp_path / f"{name}.png"
        export_png(plan, PALETTE, path, ExportOptions(**{**options.to_data(), "width": 1400}), counters=shown)
    images = {name: QImage(str(tmp_path / f"{name}.png")) for name in ("all", "none", "bare", "dark")}
    assert 0.002 < share_unlike(images["all"], images["none"]) < 0.2
    assert 0.01 < share_unlike(images["none"], images["bare"]) < 0.5
    assert share_unlike(images["all"], images["dark"]) > 0.9


class Blot:
    """An underlay that covers what it is laid on."""

    def __init__(self, box: Box) -> None:
        self.bounds = box

    def paint(self, painter: QPainter, patch: Patch) -> None:
        box = self.bounds
        painter.fillRect(QRectF(box.left, box.top, box.width, box.height), QColor("#ff00ff"))


def test_a_scan_lies_between_the_ground_and_the_ink(tmp_path: Path) -> None:
    plan = hex_map(12, 10)
    blot = Blot(Box(4, 4, 12, 12))
    path = tmp_path / "map.png"
    options = ExportOptions(width=1000, scans=True)
    export_png(plan, PALETTE, path, options, scans=[Laid(blot)])
    image = pixels(QImage(str(path)))
    covered = (image == (255, 0, 255)).all(axis=2)
    assert 0.1 < covered.mean() < 0.3, "the ground is covered"
    inside = image[400:500, 300:500]
    assert (inside != (255, 0, 255)).any(), "the grid lies over it"
    export_png(plan, PALETTE, path, ExportOptions(width=1000), scans=[Laid(blot)])
    assert not (pixels(QImage(str(path))) == (255, 0, 255)).all(axis=2).any()


def test_the_same_map_is_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        export_png(dressed_map(), PALETTE, tmp_path / name, ExportOptions(width=700))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_progress_rises_to_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "_SQUARE", 128)
    told: list[float] = []
    export_png(hex_map(12, 10), PALETTE, tmp_path / "m.png", ExportOptions(width=500), lambda at: not told.append(at))
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0.0, 1.0)
    assert len(told) > 8


def test_cancelling_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "_SQUARE", 128)
    path = tmp_path / "map.png"
    path.write_bytes(b"as it was")
    with pytest.raises(Cancelled):
        export_png(hex_map(12, 10), PALETTE, path, ExportOptions(width=500), lambda at: at < 0.5)
    assert [entry.name for entry in tmp_path.iterdir()] == ["map.png"]
    assert path.read_bytes() == b"as it was"


def test_a_full_disk_is_said_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: PngFile, rows: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(PngFile, "write", full)
    with pytest.raises(FileError) as refused:
        export_png(hex_map(12, 10), PALETTE, tmp_path / "map.png", ExportOptions(width=300))
    assert refused.value.message.key == "file.disk-full"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_or_a_folder_in_the_way_is_said(tmp_path: Path) -> None:
    for path, key in ((tmp_path / "no" / "map.png", "file.no-folder"), (tmp_path, "file.not-a-file")):
        with pytest.raises(FileError) as refused:
            export_png(hex_map(4, 4), PALETTE, path, ExportOptions(width=100))
        assert refused.value.message.key == key


def test_the_widest_picture_is_allowed_and_one_more_is_not() -> None:
    for paper in (Box(0, 0, 10, 10), Box(0, 0, 1, 50), Box(0, 0, 80, 1), Box(0, 0, 33, 7)):
        most = widest(paper)
        width, height = size_in_pixels(paper, most)
        assert max(width, height) <= LONGEST_SIDE
        assert width * height <= MOST_PIXELS
        with pytest.raises(CannotExport):
            size_in_pixels(paper, most + max(3, most // 1000))


def test_a_png_is_what_its_rows_were() -> None:
    rows = np.random.default_rng(1).integers(0, 256, (9, 7, 3), dtype=np.uint8)
    file = io.BytesIO()
    picture = PngFile(file, 7, 9, 3780)
    picture.write(rows[:4])
    picture.write(rows[4:])
    picture.close()
    image = QImage.fromData(file.getvalue())
    assert (pixels(image)[..., ::-1] == rows).all()
    assert image.dotsPerMeterX() == 3780


def test_rows_that_do_not_fit_are_an_error() -> None:
    picture = PngFile(io.BytesIO(), 7, 9, 3780)
    with pytest.raises(ValueError, match="another width"):
        picture.write(np.zeros((1, 6, 3), np.uint8))
    with pytest.raises(ValueError, match="missing"):
        picture.close()
    assert zlib.crc32(b"IEND") == 0xAE426082
