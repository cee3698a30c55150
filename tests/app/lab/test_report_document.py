"""The report on paper: where its pages end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QMarginsF
from PySide6.QtGui import QPageLayout, QPageSize, QPdfWriter, QTextDocument
from PySide6.QtWidgets import QApplication

from app.application import application
from app.lab import report_document
from engine.lab.report_sections import ReportSection, ReportTable


@pytest.fixture(scope="module", autouse=True)
def letters(qapp: QApplication) -> None:
    """Paper is measured with the font of the program."""
    application()


def sections(seed: int) -> list[ReportSection]:
    """Sections of any length, as reports have them."""
    random = Random(seed)
    return [
        ReportSection(
            f"Section {number}",
            tuple(f"line {line}" for line in range(random.randint(0, 4))),
            (ReportTable(("a", "b"), tuple((str(row), "x") for row in range(random.randint(1, 9)))),),
        )
        for number in range(40)
    ]


def titles_left_alone(document: QTextDocument, writer: QPdfWriter) -> list[str]:
    pages = report_document._pages(document, writer)
    assert pages == sorted(pages)
    assert pages[-1] > 4
    blocks = [document.findBlockByNumber(at) for at in range(len(pages))]
    return [
        block.text()
        for at, block in enumerate(blocks[:-1])
        if block.blockFormat().headingLevel() and pages[at] < pages[at + 1]
    ]


def test_no_title_is_left_alone_at_the_foot_of_a_page(tmp_path: Path) -> None:
    writer = QPdfWriter(str(tmp_path / "report.pdf"))
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(16, 16, 16, 16), QPageLayout.Unit.Millimeter)
    were_alone = 0
    for seed in range(6):
        document = QTextDocument()
        report_document.fill_document(document, sections(seed))
        were_alone += len(titles_left_alone(document, writer))
        report_document._keep_titles_with_their_sections(document, writer)
        assert titles_left_alone(document, writer) == []
    assert were_alone, "there was something to mend"


def test_pages_are_reckoned_as_they_are_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last page that is reckoned is the last that is printed."""
    reckoned: list[int] = []
    pages = report_document._pages

    def noted(document: QTextDocument, writer: QPdfWriter) -> list[int]:
        found = pages(document, writer)
        reckoned.append(found[-1] + 1)
        return found

    monkeypatch.setattr(report_document, "_pages", noted)
    for seed in range(4):
        path = tmp_path / f"{seed}.pdf"
        report_document.save_pdf(path, "Games", ("Seeds 1 to 20.",), sections(seed))
        assert path.read_bytes().count(b"/Type /Page\n") == reckoned[-1]
