"""The report on the screen and on paper: the same sections as the page, with their pictures drawn by Qt."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF, QUrl
from PySide6.QtGui import (
    QImage,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtSvg import QSvgRenderer

from editor.export.files import written_whole
from engine.lab.report_page import report_body, report_heading
from engine.lab.report_sections import ReportPicture, ReportSection

_WIDTH, _HIGHEST = 520, 340
"""How large pictures are: two maps find room on a page."""
_LARGE = 300
_SHARP = 2
"""Pictures have so many pixels for each of the page."""
_MARGIN = 16.0
_PRINTED_MARGIN = 75.0
"""Two centimetres of the screen, which is what a document gives itself when it is printed."""


def fill_document(
    document: QTextDocument, sections: Sequence[ReportSection], *, is_whole: bool = True, heading: str = ""
) -> None:
    """Show sections in a document, under a heading where they need one, without their pictures unless it is whole."""
    document.clear()
    shown = list(sections)
    if not is_whole:
        shown = [ReportSection(each.title, each.lines, each.tables) for each in shown if each.lines or each.tables]
    number = 0

    def pictured(picture: ReportPicture) -> str:
        nonlocal number
        number += 1
        image = drawn(picture.svg)
        document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(f"picture:{number}"), image)
        high = min(_HIGHEST, round(_WIDTH * image.height() / max(1, image.width())))
        wide = round(high * image.width() / max(1, image.height()))
        return f'<p><img src="picture:{number}" width="{wide}" height="{high}"></p>'

    document.setDefaultStyleSheet(
        "h1{font-size:x-large} h2{font-size:large} table{margin-top:6px} td,th{padding:2px 6px}"
    )
    document.setHtml(heading + report_body(shown, pictured))
    _keep_titles_with_pictures(document)


def _keep_titles_with_pictures(document: QTextDocument) -> None:
    """A title over a large picture begins a page: it would stay behind alone where the picture has no room below it."""
    block = document.begin()
    while block.isValid():
        picture = block.next().begin()
        high = picture.fragment().charFormat().toImageFormat().height() if not picture.atEnd() else 0.0
        if block.blockFormat().headingLevel() and high > _LARGE:
            _begin_a_page(block)
        block = block.next()


def _begin_a_page(block: QTextBlock) -> None:
    on_top = QTextBlockFormat()
    on_top.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
    QTextCursor(block).mergeBlockFormat(on_top)


def _keep_titles_with_their_sections(document: QTextDocument, writer: QPdfWriter) -> None:
    """A title that would be the last of its page begins the next; that moves what follows, which is looked at again."""
    for _ in range(document.blockCount()):
        pages = _pages(document, writer)
        left = next((at for at in range(len(pages) - 1) if _is_title(document, at) and pages[at] < pages[at + 1]), None)
        if left is None:
            return
        _begin_a_page(document.findBlockByNumber(left))


def _is_title(document: QTextDocument, at: int) -> bool:
    return document.findBlockByNumber(at).blockFormat().headingLevel() > 0


def _pages(document: QTextDocument, writer: QPdfWriter) -> list[int]:
    """On which page each block begins when the document is printed, with the margins that printing gives it."""
    printed = document.clone()
    layout, root = printed.documentLayout(), printed.rootFrame()
    layout.setPaintDevice(writer)
    margins = root.frameFormat()
    margins.setMargin(_PRINTED_MARGIN)
    root.setFrameFormat(margins)
    printed.setPageSize(QSizeF(writer.width(), writer.height()))
    found = []
    block = printed.begin()
    while block.isValid():
        top = layout.blockBoundingRect(block).top()
        if block.layout().lineCount():
            top += block.layout().lineAt(0).position().y()
        found.append(int(top // writer.height()))
        block = block.next()
    return found


def drawn(svg: str) -> QImage:
    """A picture as Qt paints it."""
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    size = renderer.defaultSize()
    wide = _WIDTH * _SHARP
    image = QImage(wide, max(1, round(wide * size.height() / max(1, size.width()))), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter)
    painter.end()
    return image


def save_pdf(path: Path, title: str, about: Sequence[str], sections: Sequence[ReportSection]) -> None:
    """Write the whole report as a PDF; raises FileError."""
    document, data = QTextDocument(), QBuffer()
    fill_document(document, sections, heading=report_heading(title, about))
    data.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(data)
    writer.setTitle(title)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(_MARGIN, _MARGIN, _MARGIN, _MARGIN), QPageLayout.Unit.Millimeter)
    _keep_titles_with_their_sections(document, writer)
    document.print_(writer)
    with written_whole(path) as file:
        file.write(bytes(data.data().data()))
