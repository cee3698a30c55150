"""Asking how a map is exported, showing what that will be, and doing it.

The preview and the line beneath it follow every field. While the export runs the fields rest and Cancel stops it;
nothing is left behind then. What was chosen is remembered for the next time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSettings, QTimer, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.counters.counter_picture import CounterPicture
from editor.export.fields import ExportFields
from editor.export.furniture import number
from editor.export.options import ExportOptions, Format, Pages
from editor.export.page_layout import PageLayout, hex_mm_for, lay_out, unit_for
from editor.export.pdf import export_pdf, has_overview
from editor.export.png import export_png, size_in_pixels, widest
from editor.export.preview import TilingPreview
from editor.export.subject import ExportSubject, Laid
from editor.export.svg import export_svg
from editor.export.trouble import CannotExport
from editor.export.writing import WritingDialog
from editor.remembered import remembered
from editor.save_path import is_there, may_replace, typed_path, with_ending
from engine.core.messages import Catalogue
from engine.definitions.palette import Palette
from engine.definitions.plan import MapPlan
from engine.narration.language import counted

_WAIT: Final = 80


class ExportDialog(WritingDialog):
    """Exports one map."""

    exported = Signal(str)
    """The path of a file that was written."""

    def __init__(
        self,
        plan: MapPlan,
        palette: Palette,
        words: Catalogue,
        settings: QSettings,
        *,
        counters: Sequence[CounterPicture] = (),
        scans: Sequence[Laid] = (),
        folder: Path | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(words, "", parent)
        self.setWindowTitle(self.tr("Export"))
        self.go.setText(self.tr("E&xport"))
        self.resize(900, 600)
        self._plan, self._palette, self._settings = plan, palette, settings
        self._counters, self._scans = tuple(counters), tuple(scans)
        self._confirmed: Path | None = None
        self._subject = ExportSubject(plan, palette, ExportOptions())
        self.fields = ExportFields(
            widest=widest(self._subject.bounds),
            has_scale=plan.georeference is not None,
            has_counters=bool(self._counters),
            has_scans=bool(self._scans),
        )
        self.preview = TilingPreview()
        self.particulars = QLabel()
        self.particulars.setWordWrap(True)
        self.path = QLineEdit()
        self.path.setAccessibleName(self.tr("File"))
        self.path.setToolTip(self.tr("The file that is written"))
        self.browse = QPushButton(self.tr("Ch&oose..."))
        self.browse.setAutoDefault(False)
        self.browse.setToolTip(self.tr("Choose where the file is written"))
        self._repaint = QTimer(self)
        self._repaint.setSingleShot(True)
        self._repaint.setInterval(_WAIT)
        self._repaint.timeout.connect(self.draw)
        self._lay_out()
        self._recall(folder)
        self.fields.changed.connect(self._follow)
        self.path.textChanged.connect(self._show_layout)
        self.browse.clicked.connect(self._choose_path)
        self.go.clicked.connect(self.run)
        self._drawn: tuple[object, ...] = ()
        self._follow()
        self.draw()

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.addWidget(self.fields)
        left.addStretch(1)
        right = QVBoxLayout()
        frame = QFrame()
        frame.setFrameShape(QFrame.Shape.StyledPanel)
        inside = QVBoxLayout(frame)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.preview)
        right.addWidget(frame, 1)
        right.addWidget(self.particulars)
        top = QHBoxLayout()
        top.addLayout(left, 0)
        top.addLayout(right, 1)
        file = QHBoxLayout()
        label = QLabel(self.tr("Fi&le"))
        label.setBuddy(self.path)
        file.addWidget(label)
        file.addWidget(self.path, 1)
        file.addWidget(self.browse)
        whole = QVBoxLayout(self)
        whole.addLayout(top, 1)
        whole.addLayout(file)
        whole.addWidget(self.trouble)
        whole.addWidget(self.progress)
        whole.addWidget(self.buttons)

    # What is chosen

    @property
    def options(self) -> ExportOptions:
        return self.fields.options()

    @property
    def target(self) -> Path:
        """The file to write."""
        return typed_path(self.path.text())

    def _recall(self, folder: Path | None) -> None:
        kind = str(self._settings.value("export/format", Format.PDF.value))
        options = ExportOptions.from_data(remembered(self._settings, "export/options"))
        known = [one.value for one in Format]
        self.fields.set_options(Format(kind) if kind in known else Format.PDF, options)
        where = Path(str(self._settings.value("export/folder", ""))) if folder is None else folder
        name = f"{self._plan.id or 'map'}.{self.fields.kind.value}"
        self.path.setText(str((where if where.is_dir() else Path.home()) / name))

    def _remember(self) -> None:
        self._settings.setValue("export/format", self.fields.kind.value)
        self._settings.setValue("export/options", json.dumps(self.options.to_data()))
        self._settings.setValue("export/folder", str(self.target.parent))

    def _follow(self) -> None:
        """A field is another: the file keeps its name and gets the ending of the format."""
        known = {f".{one.value}" for one in Format}
        target = self.target
        if target.name and target.suffix.lower() in known:
            self.path.setText(str(target.with_suffix(f".{self.fields.kind.value}")))
        self._show_layout()
        self._repaint.start()

    def _show_layout(self) -> None:
        options, kind = self.options, self.fields.kind
        layout: PageLayout | None = None
        try:
            if kind is Format.PDF:
                layout = lay_out(self._subject.bounds, unit_for(self._plan, options), options)
            said = self._said_of(kind, options, layout)
            self.say("")
            self.go.setEnabled(True)
        except CannotExport as bad:
            said = ""
            self.say(self._words.text(bad.message))
            self.go.setEnabled(False)
        self.particulars.setText(said)
        self.preview.show_layout(layout)

    def _said_of(self, kind: Format, options: ExportOptions, layout: PageLayout | None) -> str:
        bounds = self._subject.bounds
        if kind is Format.PNG:
            wide, high = size_in_pixels(bounds, options.width)
            return self.tr("{0} by {1} pixels").format(number(wide), number(high))
        unit = unit_for(self._plan, options)
        if layout is None:
            return self._sized(bounds.width * unit, bounds.height * unit, hex_mm_for(self._plan, options))
        across = hex_mm_for(self._plan, options) * layout.unit_mm / unit
        said = self._sized(layout.map_mm.width, layout.map_mm.height, across)
        if options.pages is Pages.TILES:
            turned = self.tr("landscape") if layout.is_landscape else self.tr("portrait")
            sheets = self.tr("{0} {0:sheet|sheets}").format(counted(len(layout.sheets)))
            said += " " + self.tr("{0} of {1}, {2}.").format(sheets, options.paper, turned)
            if has_overview(options, layout):
                said += " " + self.tr("One page more shows how they go together.")
        return said

    def _sized(self, width: float, height: float, across: float) -> str:
        return self.tr("{0} by {1} cm, hexes {2} mm across.").format(
            number(width / 10, 1), number(height / 10, 1), number(across, 1)
        )

    def draw(self) -> None:
        """Paint the preview as the fields say, if another picture is wanted than the one there."""
        options = self.options
        wanted = (options.style, *(getattr(options, name) for name in self.fields.shown))
        if wanted != self._drawn:
            self._drawn = wanted
            self._subject = ExportSubject(self._plan, self._palette, options, self._counters, self._scans)
            self.preview.show_map(self._subject)

    def _choose_path(self) -> None:
        kind = self.fields.kind
        kinds = {
            Format.PNG: self.tr("PNG pictures (*.png)"),
            Format.SVG: self.tr("SVG drawings (*.svg)"),
            Format.PDF: self.tr("PDF documents (*.pdf)"),
        }[kind]
        path, _ = QFileDialog.getSaveFileName(self, self.tr("Export to"), str(self.target), kinds)
        if path:
            chosen = with_ending(path, f".{kind.value}")
            self._confirmed = chosen if str(chosen) == path else None
            self.path.setText(str(chosen))

    # Doing it

    def run(self) -> None:
        """Export; the dialog closes when it is done and stays open when it was stopped or cannot be."""
        if not self.target.name:
            return
        path = with_ending(self.target, f".{self.fields.kind.value}")
        self.path.setText(str(path))
        if not self._may_write(path):
            return
        self.write(lambda: self._export(path), self.tr("Stopped. Nothing was written."), lambda: self._keep(path))

    def _keep(self, path: Path) -> None:
        self._remember()
        self.exported.emit(str(path))

    def resting(self) -> tuple[QWidget, ...]:
        return self.fields, self.path, self.browse

    def _export(self, path: Path) -> None:
        write = {Format.PNG: export_png, Format.SVG: export_svg, Format.PDF: export_pdf}[self.fields.kind]
        write(
            self._plan,
            self._palette,
            path,
            self.options,
            self.go_on,
            counters=self._counters,
            scans=self._scans,
        )

    def _may_write(self, path: Path) -> bool:
        """Ask before a file is replaced that the person has not just picked to be."""
        if path == self._confirmed or not is_there(path):
            return True
        return may_replace(self, self.tr("Export"), path)
