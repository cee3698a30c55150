"""Beginning a map: what kind of grid, how large, how it is numbered and what it is painted with, drawn as it is chosen.

The defaults make a good map, so that a title and Enter are enough. Sizes are bounded by what a file can hold.
"""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayoutItem,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.forms import align_labels, choice, number
from app.dialogs.numbering import NumberingFields
from app.dialogs.starter_kinds import add_starter_kinds
from editor.canvas.art.style import Style
from editor.canvas.canvas import MapCanvas
from editor.commands.shape import LONGEST
from editor.commands.swatches import extended_palette
from editor.model.game_boxes import lay_boxes
from editor.model.words import slug
from engine.core.boards.hexes import Extent, HexGrid, Orientation, Parity
from engine.definitions.bounds import MOST_CELLS
from engine.definitions.palette import Palette
from engine.definitions.plan import LinkPlan, MapPlan, SheetPlan, SpacePlan
from engine.narration.language import counted, named
from engine.rulesets.assembly import palette_of
from engine.rulesets.registry import find_game, registered

_SHEET = "main"
_WAIT = 60
_GRIDS = ("flat", "pointy", "spaces")


class NewMapDialog(QDialog):
    """One page with everything and a preview beside it."""

    _grid_before = ""
    """The grid that a game of spaces has put aside."""

    def __init__(self, parent: QWidget | None = None, *, style: Style | None = None) -> None:
        super().__init__(parent)
        self._style = style
        self.setWindowTitle(self.tr("New Map"))
        self.resize(860, 560)
        self.title_field = QLineEdit(self.tr("New map"))
        self.title_field.setMaxLength(200)
        self.grids = {
            "flat": QRadioButton(self.tr("&Flat-topped hexes")),
            "pointy": QRadioButton(self.tr("&Pointed hexes")),
            "spaces": QRadioButton(self.tr("&Spaces and connections")),
        }
        self.columns, self.rows = number(1, LONGEST, 20), number(1, LONGEST, 16)
        self.parity = choice(
            ((self.tr("every second one"), Parity.EVEN), (self.tr("the first and every other"), Parity.ODD))
        )
        self.edge = choice(((self.tr("whole hexes"), "whole"), (self.tr("hexes cut in half"), "half")))
        self.numbering = NumberingFields()
        games = [(entry.ruleset.title, entry.id) for entry in registered().values()]
        self.game = choice([(self.tr("None: a general set of kinds"), ""), *games])
        self.boxes = QCheckBox(self.tr("Bo&xes that the game needs, beside the map"))
        self.boxes.setToolTip(self.tr("For reserves, arrivals and losses; units that wait are seen and laid there"))
        self.boxes.setChecked(True)
        self.fill = choice(())
        self.count = QLabel()
        self.count.setWordWrap(True)
        self.preview = MapCanvas(MapPlan("new", "", ""), Palette.model_construct(id="none"))
        self.preview.setMinimumSize(330, 300)
        self._redraw = QTimer(self)
        self._redraw.setSingleShot(True)
        self._redraw.setInterval(_WAIT)
        self._redraw.timeout.connect(self.draw)
        self._lay_out()
        self._connect()
        self.grids["flat"].setChecked(True)
        self._fill_terrains()
        self._follow()

    def _lay_out(self) -> None:
        form = self._form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.tr("&Title"), self.title_field)
        form.addRow(self.tr("&Game"), self.game)
        grids = QVBoxLayout()
        grids.setSpacing(2)
        self._grid_group = QButtonGroup(self)
        for button in self.grids.values():
            grids.addWidget(button)
            self._grid_group.addButton(button)
        form.addRow(self.tr("Grid"), grids)
        size = QHBoxLayout()
        size.addWidget(self.columns)
        size.addWidget(QLabel(self.tr("columns by")))
        size.addWidget(self.rows)
        size.addWidget(QLabel(self.tr("rows")))
        size.addStretch(1)
        self._size_label = QLabel(self.tr("Si&ze"))
        self._size_label.setBuddy(self.columns)
        form.addRow(self._size_label, size)
        self._parity_label = QLabel(self.tr("Lower &column"))
        self._parity_label.setBuddy(self.parity)
        form.addRow(self._parity_label, self.parity)
        form.addRow(self.tr("&Border"), self.edge)
        form.addRow(self.tr("Filled &with"), self.fill)
        form.addRow("", self.boxes)
        align_labels(form, self.numbering.form)
        rule = QFrame()
        rule.setFrameShape(QFrame.Shape.HLine)
        rule.setFrameShadow(QFrame.Shadow.Sunken)
        left = QVBoxLayout()
        left.addLayout(form)
        left.addWidget(rule)
        left.addWidget(self.numbering)
        left.addStretch(1)
        right = QVBoxLayout()
        right.addWidget(self.preview, 1)
        right.addWidget(self.count)
        both = QHBoxLayout()
        both.addLayout(left)
        both.addLayout(right, 1)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.create_button: QPushButton = self.buttons.addButton(
            self.tr("C&reate"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        self.create_button.setDefault(True)
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        column = QVBoxLayout(self)
        column.addLayout(both, 1)
        column.addWidget(self.buttons)
        self.title_field.selectAll()
        self.title_field.setFocus()

    def _connect(self) -> None:
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._grid_group.buttonToggled.connect(lambda *_: self._follow())
        self.game.currentIndexChanged.connect(self._choose_grid)
        self.game.currentIndexChanged.connect(self._fill_terrains)
        for spin in (self.columns, self.rows):
            spin.valueChanged.connect(self._follow)
        for combo in (self.parity, self.edge, self.fill):
            combo.currentIndexChanged.connect(self._follow)
        self.boxes.toggled.connect(self._follow)
        self.numbering.changed.connect(self._follow)
        self.title_field.textChanged.connect(self._follow)

    # What is chosen

    @property
    def grid(self) -> str:
        """`flat`, `pointy` or `spaces`."""
        return next((name for name, button in self.grids.items() if button.isChecked()), _GRIDS[0])

    @property
    def size_chosen(self) -> tuple[int, int]:
        return self.columns.value(), self.rows.value()

    @property
    def grid_chosen(self) -> tuple[str, Parity, tuple[int, int]]:
        """Which hexes, which of them stand lower, and how many."""
        return self.grid, Parity(self.parity.currentData()), self.size_chosen

    def choose_grid(self, orientation: Orientation, parity: Parity, size: tuple[int, int]) -> None:
        """Propose hexes, as a scan shows them."""
        self.grids[orientation.value].setChecked(True)
        self.parity.setCurrentIndex(self.parity.findData(parity))
        self.columns.setValue(size[0])
        self.rows.setValue(size[1])

    def name_after(self, file: str) -> None:
        """Propose a title made of the name of a file."""
        words = " ".join(file.replace("_", " ").replace("-", " ").split())
        self.title_field.setText(words[:1].upper() + words[1:] or self.title_field.text())
        self.title_field.selectAll()

    def put_above_size(self, label: str, widget: QWidget) -> None:
        """Show something that bears upon the size."""
        rows = range(self._form.rowCount())
        row = next(at for at in rows if self._is_size(self._form.itemAt(at, QFormLayout.ItemRole.LabelRole)))
        self._form.insertRow(row, label, widget)

    def _is_size(self, item: QLayoutItem | None) -> bool:
        return item is not None and item.widget() is self._size_label

    def plan(self) -> MapPlan:
        """The map as it is chosen."""
        size = self.size_chosen
        title = self.title_field.text().strip()
        plan = MapPlan(slug(title, "map"), title, self.game.currentData())
        if not plan.palette:
            add_starter_kinds(plan)
        if self.grid == "spaces":
            self._lay_boxes(plan)
            return plan
        grid = HexGrid(Orientation(self.grid), Parity(self.parity.currentData()))
        fill = self.fill.currentData() or "clear"
        plan.sheets[_SHEET] = SheetPlan(
            _SHEET,
            grid,
            (1, 1),
            size,
            self.numbering.scheme(),
            fill,
            plan.filled(size, fill),
            edge=self.edge.currentData(),
        )
        self._lay_boxes(plan)
        return plan

    def _lay_boxes(self, plan: MapPlan) -> None:
        entry = find_game(plan.palette)
        if entry is not None and self.boxes.isChecked():
            lay_boxes(plan, entry.ruleset.boxes)

    def _palette(self, plan: MapPlan) -> Palette:
        entry = find_game(plan.palette)
        return extended_palette(named(palette_of(entry), entry.id) if entry is not None else Palette(id="none"), plan)

    # What follows from it

    def _choose_grid(self) -> None:
        """A game that is played on spaces begins with an empty table; leaving it brings the hexes back."""
        palette = self._palette(MapPlan("new", "", self.game.currentData()))
        plays_on_spaces = bool(palette.connections) and not palette.sides and not palette.paths
        if plays_on_spaces and self.grid != "spaces":
            self._grid_before = self.grid
            self.grids["spaces"].setChecked(True)
        elif self._grid_before and self.grid == "spaces":
            self.grids[self._grid_before].setChecked(True)
            self._grid_before = ""

    def _fill_terrains(self) -> None:
        """The terrain of the chosen game; the first is what a new map is filled with."""
        before = self.fill.currentData()
        plan = MapPlan("new", "", self.game.currentData())
        if not plan.palette:
            add_starter_kinds(plan)
        self.fill.blockSignals(True)
        self.fill.clear()
        for swatch in self._palette(plan).terrain:
            self.fill.addItem(swatch.name, swatch.id)
        self.fill.setCurrentIndex(max(0, self.fill.findData(before)))
        self.fill.blockSignals(False)
        self._follow()

    def _follow(self) -> None:
        has_hexes = self.grid != "spaces"
        for widget in (self.columns, self.rows, self.parity, self.edge, self.fill, self.numbering):
            widget.setEnabled(has_hexes)
        entry = find_game(str(self.game.currentData()))
        self.boxes.setEnabled(entry is not None and bool(entry.ruleset.boxes))
        is_pointy = self.grid == "pointy"
        self._parity_label.setText(self.tr("Indented ro&w") if is_pointy else self.tr("Lower &column"))
        cells = self.columns.value() * self.rows.value()
        problem = self._problem(cells) if has_hexes else ""
        self.count.setText(problem or (self._hex_words(cells) if has_hexes else self._space_words()))
        self.create_button.setEnabled(not problem and bool(self.title_field.text().strip()))
        if not problem:
            self._redraw.start()

    def _hex_words(self, cells: int) -> str:
        """How many hexes there are and, as the preview of a large map is too small for them, their numbers."""
        told = self.tr("{0:,} {0:hex|hexes}").format(counted(cells))
        first, last = (self._label(cell) for cell in (self._corners()[0], self._corners()[-1]))
        return self.tr("{0}, numbered {1} to {2}").format(told, first, last) if first != last else told

    def _label(self, cell: tuple[int, int]) -> str | None:
        """What is printed in a hex, or None where the numbering has run out."""
        grid = HexGrid(Orientation(self.grid), Parity(self.parity.currentData()))
        try:
            return self.numbering.scheme().label(grid, *cell, Extent((1, 1), self.size_chosen))
        except ValueError:
            return None

    def _space_words(self) -> str:
        return self.tr("An empty table: place spaces with the space tool (N), join them with the connection tool (J).")

    def _problem(self, cells: int) -> str:
        if cells > MOST_CELLS:
            return self.tr("A sheet has at most {0} hexes; this one would have {1}.").format(
                self.locale().toString(MOST_CELLS), self.locale().toString(cells)
            )
        if any(self._label(cell) is None for cell in self._corners()):
            return self.tr("The numbering runs out before the last hex; begin with a higher number.")
        return ""

    def _corners(self) -> list[tuple[int, int]]:
        across, down = self.size_chosen
        return [(1, 1), (across, 1), (1, down), (across, down)]

    def draw(self) -> None:
        """Show all of the map."""
        plan = self.plan()
        if self.grid == "spaces":
            _lay_example(plan)
        self.preview.set_map(plan, self._palette(plan))
        self.preview.fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._style is not None:
            self.preview.set_style_shown(self._style)
        self.draw()


def _lay_example(plan: MapPlan) -> None:
    """A few spaces, so that the preview of a map without any shows what is meant."""
    places = {"a": (0.0, 0.0), "b": (4.0, -1.2), "c": (3.2, 2.6), "d": (7.4, 1.4)}
    for name, at in places.items():
        plan.spaces[name] = SpacePlan(name, name.upper(), at, "clear")
    for number_of, (a, b) in enumerate((("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"))):
        plan.links[f"link-{number_of}"] = LinkPlan(f"link-{number_of}", a, b, "regular")
