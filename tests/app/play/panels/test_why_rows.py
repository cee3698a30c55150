"""The rows of a reckoning: their lines stand in below the heading, and no row is higher than its words."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.play.panels.why_rows import WhyRows
from engine.narration.explanations import Row

LONG = "along railways, a half for each hex of the line"


def heights(rows: WhyRows) -> list[int]:
    items = [rows.topLevelItem(number) for number in range(rows.topLevelItemCount())]
    return [rows.visualItemRect(item).height() for item in items if item is not None]


def shown(qtbot: QtBot, *given: Row) -> WhyRows:
    rows = WhyRows()
    qtbot.addWidget(rows)
    rows.resize(240, 100)
    rows.show()
    rows.show_rows(given)
    for _ in range(3):
        QApplication.processEvents()
    return rows


def test_rows_are_as_high_as_their_words_when_a_wide_number_has_gone(qtbot: QtBot) -> None:
    part = Row(LONG, "1", "10.1.3")
    rows = shown(qtbot, part, Row("Supply", "supplied by the depot", "10.2.2", is_heading=True))
    narrow = heights(rows)[0]
    rows.show_rows((part, Row("Supply", "1", "10.2.2", is_heading=True)))
    for _ in range(3):
        QApplication.processEvents()
    assert heights(rows)[0] < narrow
    assert rows.height() < narrow + rows.header().height() + 60


def test_what_a_heading_is_made_of_stands_in_with_all_its_lines(qtbot: QtBot) -> None:
    rows = shown(qtbot, Row("Supply", is_heading=True), Row(LONG, "1"))
    picture = rows.viewport().grab().toImage()
    part = rows.visualItemRect(rows.topLevelItem(1))  # type: ignore[arg-type]
    assert part.height() >= 2 * rows.fontMetrics().lineSpacing(), "it takes two lines"
    ground = picture.pixelColor(1, part.top() + 1)
    beginning = [picture.pixelColor(x, y) for x in range(10) for y in range(part.top(), part.bottom())]
    assert all(colour == ground for colour in beginning), "neither line begins where headings do"


def test_words_alone_have_the_whole_width(qtbot: QtBot) -> None:
    rows = shown(qtbot, Row(LONG), Row(LONG))
    assert rows.columnWidth(0) == rows.viewport().width()
    rows.show_rows((Row(LONG, "1", "10.1.3"),))
    assert not rows.isColumnHidden(1)
    assert not rows.isColumnHidden(2)


def test_long_words_for_a_number_leave_room_for_what_it_is_about_and_wrap(qtbot: QtBot) -> None:
    marks = Row("Marks", "forced march, marched, out of supply", "5.6", is_heading=True)
    rows = shown(qtbot, marks, Row("Movement of the division", "10", "5.12"))
    assert rows.columnWidth(0) > 0.4 * rows.viewport().width()
    assert heights(rows)[0] > heights(shown(qtbot, Row("Marks", "marched", "5.6", is_heading=True)))[0]


def test_words_for_a_number_that_fit_its_column_have_one_line(qtbot: QtBot) -> None:
    said = ["full supply", "supplied", "limited", "1 of 2"]
    for words in said:
        rows = shown(qtbot, Row("Combat", "3", "11.2", is_heading=True), Row("Marks", words, is_heading=True))
        assert rows.columnWidth(1) < rows.viewport().width() * 0.4, "it need not wrap"
        one, other = heights(rows)
        assert one == other, words
