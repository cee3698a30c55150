"""Pages of a PDF: measured, drawn as they should look, refused with a word where they cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMarginsF, QSizeF
from PySide6.QtGui import QColor, QPageLayout, QPageSize, QPainter, QPdfWriter

from editor.digitise.scans import ScanError
from editor.documents.background import CancelledError, Ticket
from editor.documents.pdf_pages import draw_page, page_sizes

COLOURS = ("#c03030", "#3030c0")


def two_pages(path: Path) -> Path:
    """Pages of 400 by 300 points; on each, the left half has its colour."""
    writer = QPdfWriter(str(path))
    size = QPageSize(QSizeF(400, 300), QPageSize.Unit.Point, "map", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF()))
    writer.setResolution(72)
    painter = QPainter(writer)
    for number, colour in enumerate(COLOURS):
        if number:
            writer.newPage()
        painter.fillRect(0, 0, 200, 300, QColor(colour))
    painter.end()
    return path


def test_pages_are_measured_in_points(tmp_path: Path) -> None:
    assert page_sizes(two_pages(tmp_path / "a.pdf")) == ((400.0, 300.0), (400.0, 300.0))


@pytest.mark.parametrize("page", [0, 1])
def test_a_page_is_drawn_on_white(tmp_path: Path, page: int) -> None:
    words = draw_page(two_pages(tmp_path / "a.pdf"), page, (800, 600), Ticket())
    assert words.shape == (600, 800)
    assert QColor(int(words[300, 200])).name() == COLOURS[page]
    assert words[300, 700] == 0xFFFFFFFF
    assert (words >> 24 == 0xFF).all(), "every pixel is opaque"


def refusal(path: Path, page: int = 0) -> str:
    with pytest.raises(ScanError) as raised:
        draw_page(path, page, (40, 30), Ticket())
    return raised.value.message.key


def test_pages_that_cannot_be_drawn_are_refused(tmp_path: Path) -> None:
    path = two_pages(tmp_path / "a.pdf")
    assert refusal(path, 2) == "scan.pdf-no-page"
    assert refusal(tmp_path / "none.pdf") == "scan.pdf-bad"
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7\n" + b"nothing of the kind" * 20)
    assert refusal(broken) == "scan.pdf-bad"
    with pytest.raises(ScanError):
        page_sizes(broken)


@pytest.mark.parametrize("share", [0.2, 0.6, 0.95])
def test_a_pdf_cut_short_does_no_harm(tmp_path: Path, share: float) -> None:
    path = two_pages(tmp_path / "a.pdf")
    data = path.read_bytes()
    path.write_bytes(data[: int(share * len(data))])
    try:
        said = str(len(page_sizes(path)))
    except ScanError as bad:
        said = bad.message.key
    assert said in ("1", "2", "scan.pdf-bad", "scan.pdf-empty")


def test_a_page_that_is_not_wanted_any_more_is_left(tmp_path: Path) -> None:
    ticket = Ticket()
    ticket.cancel()
    with pytest.raises(CancelledError):
        draw_page(two_pages(tmp_path / "a.pdf"), 0, (800, 600), ticket)
