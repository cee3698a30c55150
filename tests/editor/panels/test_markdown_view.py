"""Words from a file open nothing but the file, and a table of any size is shown as far as it can be."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.panels.markdown_view import MOST_CHARACTERS, MOST_LINES, MOST_TABLE_CELLS, MarkdownView
from tests.helpers.bait import Bait
from tests.helpers.hostile import SPELLINGS


def shown(qtbot: QtBot, words: str) -> MarkdownView:
    view = MarkdownView()
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show_words(words)
    view.show()
    QApplication.processEvents()
    view.grab()
    return view


def test_the_bait_tells_that_it_was_taken(tmp_path: Path) -> None:
    with Bait(tmp_path / "bait.png") as bait:
        assert not bait.was_taken()
        bait.path.read_bytes()
        assert bait.was_taken() == (sys.platform == "linux")
        assert not bait.was_taken()


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("words", ["![a]({0})", "![a](<{0}>)", '<img src="{0}">', '<table background="{0}"><tr><td>x'])
def test_no_spelling_of_a_path_opens_a_file(qtbot: QtBot, tmp_path: Path, spelling: str, words: str) -> None:
    with Bait(tmp_path / "bait.png") as bait:
        shown(qtbot, words.format(spelling.format(bait.path)))
        assert not bait.was_taken()


def test_a_huge_table_is_cut_and_says_so(qtbot: QtBot) -> None:
    row = "|" + "x|" * 20
    view = shown(qtbot, "\n".join([row, "|" + "-|" * 20, *[row] * 2000, "", "The end."]))
    text = view.toPlainText()
    assert text.count("x") <= MOST_TABLE_CELLS
    assert "1907 rows of tables more are not shown." in text
    assert "The end." in text


@pytest.mark.parametrize(
    "words", ["word " * MOST_CHARACTERS, "- [ ] x\n" * (MOST_LINES + 1)], ids=["characters", "a list"]
)
def test_a_text_without_end_is_cut_and_says_so(qtbot: QtBot, words: str) -> None:
    view = shown(qtbot, words)
    assert view.toPlainText().endswith("The rest of this text is too long to be shown.")
