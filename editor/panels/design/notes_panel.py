"""What is told of a scenario: its description for the players and the designer's notes, written and seen side by side.

Both are Markdown. A picture is kept in the file once, whatever words show it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QTabBar, QVBoxLayout, QWidget

from editor.commands.design.heads import set_description, set_notes
from editor.documents.design_bench import DesignBench
from editor.model.design.aspects import Aspect, DesignTouched
from editor.open_path import ask_open_path
from editor.panels.design.design_panel import DesignPanel
from editor.panels.design.words_editor import MOST_BYTES, WordsEditor, picture_bytes
from editor.panels.markdown_view import MOST_SIDE, MarkdownView, image_of
from editor.panels.panel import column_of, note, tool_button
from engine.core.messages import message
from engine.definitions.pictures import reference
from engine.storage.blobs import Blob
from engine.storage.errors import FileError

_DESCRIPTION, _NOTES = range(2)
_PNG: Final = b"\x89PNG"


class NotesPanel(DesignPanel):
    """Two texts, one at a time, with what they look like beside them."""

    name = "notes"
    shows = frozenset({Aspect.WORDS})

    def __init__(self, desk: DesignBench, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._shows = False
        self.which = QTabBar()
        self.which.setDrawBase(False)
        self.which.addTab(self.tr("Description"))
        self.which.addTab(self.tr("Designer's notes"))
        self.which.setTabToolTip(_DESCRIPTION, self.tr("What the players are told before they begin"))
        self.which.setTabToolTip(_NOTES, self.tr("Why the scenario is as it is: sources, choices, hints"))
        self.which.currentChanged.connect(lambda _: self._show())
        self.editor = WordsEditor()
        self.editor.setAccessibleName(self.tr("Words in Markdown"))
        self.editor.setPlaceholderText(
            self.tr("Markdown: # heading, **bold**, - list; pictures are pasted or inserted")
        )
        self.editor.textChanged.connect(self._write)
        self.editor.picture_given.connect(self.insert_picture)
        self.preview = MarkdownView(self._picture)
        self.preview.setAccessibleName(self.tr("What it looks like"))
        self.left = note()
        self.left.setWordWrap(False)
        self._lay_out()
        self.follow_scenarios()

    def _lay_out(self) -> None:
        tip = self.tr("Put a picture from a file, in PNG or JPEG, where the cursor is")
        row = QHBoxLayout()
        row.addWidget(self.which)
        row.addWidget(self.left, 1)
        row.addWidget(tool_button("picture-replace", self.tr("Insert picture"), tip, self.ask_picture))
        split = QSplitter()
        split.setChildrenCollapsible(False)
        split.addWidget(self.editor)
        split.addWidget(self.preview)
        split.setSizes([1000, 1000])
        column: QVBoxLayout = column_of(self.body)
        column.addLayout(row)
        column.addWidget(split, 1)

    @property
    def title(self) -> str:
        return self.tr("Notes")

    @property
    def about(self) -> str:
        return self.tr("The description and the designer's notes, in Markdown with pictures")

    def sizeHint(self) -> QSize:
        return QSize(720, 240)

    # What is shown

    def scenario_opened(self) -> None:
        self._show()

    def scenario_changed(self, touched: DesignTouched) -> None:
        self._show()

    @property
    def words(self) -> str:
        """The text that is shown, as the scenario has it."""
        design = self.design
        if design is None:
            return ""
        return design.scenario.notes if self.which.currentIndex() == _NOTES else design.scenario.description

    def _show(self) -> None:
        words = self.words
        self._shows = True
        if self.editor.toPlainText() != words:
            self.editor.setPlainText(words)
        self._shows = False
        self.preview.show_words(words)
        self.left.setText("")

    def _picture(self, sha256: str) -> bytes | None:
        scenario = self.scenario
        try:
            return scenario.map.store.scan(sha256).data if scenario is not None else None
        except FileError:
            return None

    # What is changed

    def _write(self) -> None:
        if self._shows:
            return
        words = self.editor.toPlainText()
        if self.which.currentIndex() == _NOTES:
            done = self.push_design(lambda now: set_notes(now, words), merges="notes")
        else:
            done = self.push_design(lambda now: set_description(now, words), merges="description")
        if not done and words != self.words:
            self.left.setText(self.tr("What stands here is not in the file: it is too long, or has strange letters."))

    def ask_picture(self) -> None:
        """Choose a picture on the disk."""
        kinds = self.tr("Pictures (*.png *.jpg *.jpeg)")
        path = ask_open_path(self, self.tr("Insert Picture"), kinds)
        if path is not None:
            self.insert_picture(picture_bytes(path), path.name)

    def insert_picture(self, data: bytes, name: str) -> bool:
        """Keep a picture in the file and show it where the cursor is; what cannot be shown is refused in words."""
        scenario = self.scenario
        if scenario is None:
            return False
        if len(data) > MOST_BYTES:
            self.desk.report(
                message("design.cannot.picture-too-big", file=name, limit=MOST_BYTES >> 20, side=MOST_SIDE)
            )
            return False
        if image_of(data) is None:
            self.desk.report(message("design.cannot.bad-picture", file=name, side=MOST_SIDE))
            return False
        media = "image/png" if data.startswith(_PNG) else "image/jpeg"
        try:
            stored = scenario.map.store.put_scan(Blob(media, data))
        except FileError as bad:
            self.desk.report(bad.message)
            return False
        title = Path(name).stem.replace("[", "").replace("]", "")
        self.editor.insert_line(f"![{title}]({reference(stored)})")
        return True
