"""A map from real geography, asked for in a dialog: files, a part of the globe, the size of a hex; and a look first."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.forms import choice, number
from app.geography import GeoFiles, GeoRequest
from editor.digitise.geo_import import GeoImport
from editor.digitise.geo_report import summary_of
from engine.core.hexes import HexGrid, Orientation, Parity
from engine.definitions.issues import DefinitionError
from engine.rulesets.registry import registered
from engine.rulesets.words import catalogue

_MOST_ISSUES = 12


class FilesField(QWidget):
    """Paths of files, one or several, typed or chosen."""

    changed = Signal()

    def __init__(self, kinds: str) -> None:
        super().__init__()
        self._kinds = kinds
        self.line = QLineEdit()
        self.line.setPlaceholderText(self.tr("none"))
        button = QPushButton(self.tr("Choose..."))
        button.setAutoDefault(False)
        button.clicked.connect(self.ask)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.line, 1)
        row.addWidget(button)
        self.setFocusProxy(self.line)
        self.line.textChanged.connect(lambda _: self.changed.emit())

    def paths(self) -> tuple[Path, ...]:
        """What is written there, between semicolons."""
        return tuple(Path(part.strip()) for part in self.line.text().split(";") if part.strip())

    def ask(self) -> None:
        """Choose files."""
        found, _ = QFileDialog.getOpenFileNames(self, self.tr("Choose Files"), "", self._kinds)
        if found:
            self.line.setText("; ".join(found))


class GeoDialog(QDialog):
    """Works the map out when asked to look, and makes it when told."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Import Geography"))
        self.resize(620, 640)
        self.found: GeoImport | None = None
        kinds = self.tr("GeoJSON (*.geojson *.json);;All files (*)")
        tables = self.tr("Tables and GeoJSON (*.csv *.geojson *.json);;All files (*)")
        self.title_field = QLineEdit(self.tr("New map"))
        self.land, self.lakes, self.rivers = FilesField(kinds), FilesField(kinds), FilesField(kinds)
        self.cities = FilesField(tables)
        self.edges = {name: _degrees(least, most, value) for name, least, most, value in _EDGES}
        self.hex_km = _kilometres(35.0, 0.1, 1000.0)
        self.orientation = choice(
            ((self.tr("flat-topped hexes"), Orientation.FLAT), (self.tr("pointed hexes"), Orientation.POINTY))
        )
        self.game = choice([(self.tr("None: a general set of kinds"), ""), *((name, name) for name in registered())])
        self.least_river = _kilometres(60.0, 0.0, 10_000.0)
        self.least_population = number(0, 100_000_000, 50_000)
        self.summary = QPlainTextEdit()
        self.summary.setReadOnly(True)
        self.summary.setPlaceholderText(self.tr("Look first: what would be on the map is told here."))
        self._lay_out()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.tr("&Title"), self.title_field)
        form.addRow(self.tr("&Land"), self.land)
        form.addRow(self.tr("La&kes"), self.lakes)
        form.addRow(self.tr("&Rivers"), self.rivers)
        form.addRow(self.tr("&Cities"), self.cities)
        north_south, west_east = QHBoxLayout(), QHBoxLayout()
        for row, pair in ((north_south, ("south", "north")), (west_east, ("west", "east"))):
            for name in pair:
                row.addWidget(self.edges[name], 1)
        form.addRow(self.tr("South, north"), north_south)
        form.addRow(self.tr("West, east"), west_east)
        form.addRow(self.tr("From hex to &hex"), self.hex_km)
        form.addRow(self.tr("&Grid"), self.orientation)
        form.addRow(self.tr("G&ame"), self.game)
        form.addRow(self.tr("Rivers fro&m"), self.least_river)
        form.addRow(self.tr("Cities from in&habitants"), self.least_population)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.look_button = self.buttons.addButton(self.tr("&Look"), QDialogButtonBox.ButtonRole.ActionRole)
        self.make_button = self.buttons.addButton(self.tr("Make the &Map"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.look_button.clicked.connect(self.look)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.summary, 1)
        column.addWidget(self.buttons)

    def request(self) -> GeoRequest:
        """What is asked for."""
        edge = {name: field.value() for name, field in self.edges.items()}
        return GeoRequest(
            GeoFiles(self.land.paths(), self.lakes.paths(), self.rivers.paths(), self.cities.paths()),
            self.title_field.text().strip() or self.tr("New map"),
            self.hex_km.value(),
            HexGrid(self.orientation.currentData(), Parity.ODD),
            box=(edge["south"], edge["west"], edge["north"], edge["east"]),
            palette=self.game.currentData(),
            least_river_km=self.least_river.value(),
            least_population=self.least_population.value(),
        )

    def look(self) -> bool:
        """Work it out and tell what would be on the map."""
        words = catalogue()
        self.found = None
        edge = {name: field.value() for name, field in self.edges.items()}
        if edge["south"] >= edge["north"] or edge["west"] >= edge["east"]:
            self.summary.setPlainText(self.tr("The map must reach from the south to the north and from west to east."))
            return False
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            self.found = self.request().work_out()
        except DefinitionError as bad:
            self.summary.setPlainText("\n".join(words.text(issue.message) for issue in bad.issues[:_MOST_ISSUES]))
            return False
        finally:
            QGuiApplication.restoreOverrideCursor()
        told = summary_of(self.found)
        across, down = next(iter(self.found.plan.sheets.values())).size
        lines = [self.tr("{0} columns by {1} rows").format(across, down), *(words.text(line) for line in told.lines)]
        lines += [words.text(issue.message) for issue in told.issues[:_MOST_ISSUES]]
        self.summary.setPlainText("\n".join(lines))
        return True

    def accept(self) -> None:
        if self.look():
            super().accept()


_EDGES = (
    ("south", -89.0, 89.0, 54.0),
    ("north", -89.0, 89.0, 61.0),
    ("west", -180.0, 180.0, 20.0),
    ("east", -180.0, 360.0, 33.0),
)


def _degrees(least: float, most: float, value: float) -> QDoubleSpinBox:
    field = QDoubleSpinBox()
    field.setRange(least, most)
    field.setDecimals(3)
    field.setSuffix(" °")
    field.setValue(value)
    return field


def _kilometres(value: float, least: float, most: float) -> QDoubleSpinBox:
    field = QDoubleSpinBox()
    field.setRange(least, most)
    field.setDecimals(1)
    field.setSuffix(" km")
    field.setValue(value)
    return field
