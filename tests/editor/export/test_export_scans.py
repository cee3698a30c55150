"""Scans in an export: fetched to the last pixel, in perspective too, and left out when they are hidden."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage, QPainter

from editor.documents.scan_images import ScanImages
from editor.export.options import ExportOptions, Pages
from editor.export.pdf import export_pdf
from editor.export.png import export_png
from editor.export.scans import laid_scans
from editor.export.svg import export_svg
from engine.definitions.plan import MapPlan, ScanPlan, placement_of
from engine.storage.blobs import Blob
from engine.storage.contents import Contents
from engine.storage.store import Store
from tests.editor.canvas.demo_maps import PALETTE, hex_map
from tests.helpers.pixels import pixels

RED, BLUE = (255, 0, 0), (0, 0, 255)


def two_halves() -> bytes:
    """A picture red on its left and blue on its right."""
    image = QImage(900, 700, QImage.Format.Format_RGB32)
    image.fill(QColor(*RED))
    painter = QPainter(image)
    painter.fillRect(450, 0, 450, 700, QColor(*BLUE))
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


@pytest.fixture
def scanned(tmp_path: Path) -> Iterator[tuple[MapPlan, ScanImages]]:
    """A map of twelve by ten hexes with a scan over a part of it."""
    plan = hex_map(12, 10, lines=False)
    blob = Blob("image/png", two_halves())
    store = Store.create(tmp_path / "map.redoubt", Contents().add(plan), [blob])
    placement = placement_of((0.01, 0.0, 4.0, 0.0, 0.01, 4.0))
    attributes = {"width": 900, "height": 700, "opacity": 1.0}
    plan.scans["scan"] = ScanPlan("scan", "A scan", blob.sha256, placement, dict(attributes))
    images = ScanImages(folder=tmp_path)
    images.set_store(store)
    yield plan, images
    images.close()
    store.close()


def shares(image: np.ndarray) -> tuple[float, float]:
    """How much of a picture is red, and how much blue; pixels are blue, green, red."""
    return tuple(float((np.abs(image - colour[::-1]).max(axis=2) < 8).mean()) for colour in (RED, BLUE))  # type: ignore[return-value]


def test_a_scan_is_in_the_picture_where_it_lies(scanned: tuple[MapPlan, ScanImages], tmp_path: Path) -> None:
    plan, images = scanned
    path = tmp_path / "map.png"
    export_png(plan, PALETTE, path, ExportOptions(width=1000, scans=True), scans=laid_scans(plan, images))
    image = pixels(QImage(str(path)))
    red, blue = shares(image)
    assert red == pytest.approx(blue, rel=0.1)
    assert red > 0.06
    where = np.argwhere(np.abs(image - RED[::-1]).max(axis=2) < 8)
    scale = 1000 / (11 * 1.5 + 2 + 1.8)
    assert where[:, 1].min() == pytest.approx((4.0 - 0.5 + 0.9 - 0.0) * scale, abs=scale)


def test_a_scan_in_perspective_is_drawn_on_paper_too(scanned: tuple[MapPlan, ScanImages], tmp_path: Path) -> None:
    plan, images = scanned
    slanted = placement_of((0.01, 0.0, 4.0, 0.0, 0.01, 4.0, 0.0004, 0.0, 1.0))
    plan.scans["scan"] = replace(plan.scans["scan"], placement=slanted)
    path = tmp_path / "map.pdf"
    options = ExportOptions(scans=True, pages=Pages.ONE)
    export_pdf(plan, PALETTE, path, options, scans=laid_scans(plan, images))
    with closing(pypdfium2.PdfDocument(path)) as document:
        red, blue = shares(document[0].render(scale=2).to_numpy()[..., :3].astype(int))
    assert red > 0.03
    assert blue > 0.015
    assert red > blue, "the far half is the smaller"


def test_a_drawing_holds_the_scan_as_a_picture(scanned: tuple[MapPlan, ScanImages], tmp_path: Path) -> None:
    plan, images = scanned
    path = tmp_path / "map.svg"
    export_svg(plan, PALETTE, path, ExportOptions(scans=True), scans=laid_scans(plan, images))
    assert path.read_bytes().count(b"<image") == 1


def test_hidden_scans_are_left_out(scanned: tuple[MapPlan, ScanImages]) -> None:
    plan, images = scanned
    assert len(laid_scans(plan, images)) == 1
    plan.scans["scan"] = replace(plan.scans["scan"], attributes={"visible": False})
    assert laid_scans(plan, images) == []
