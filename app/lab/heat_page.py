"""The fields of many games on the map itself: where units stood, what was fought for, what changed hands, by turn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QSlider, QVBoxLayout, QWidget

from app.play.scene.overlay_layer import AreaLayer, InkedArea, OverlayInk
from editor.canvas.canvas import MapCanvas
from engine.core.boards.board_parts import PlaceKind
from engine.definitions.maps.map_text import plan_of
from engine.definitions.palette import Palette
from engine.definitions.plan import MapPlan
from engine.lab.comparison import field_difference
from engine.lab.fields import MapField
from engine.lab.report_sections import ArmReport
from engine.narration.language import fixed
from engine.rulesets.assembly import game_entry, palette_of

_SHADES = 8
_OVER_MAP = 5.0
_MORE, _LESS = "#b01818", "#1848b0"


class HeatPage(QWidget):
    """A map, what is shown on it, and a slider through the turns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: ArmReport | None = None
        self._before: ArmReport | None = None
        self.what = QComboBox()
        self.what.setAccessibleName(self.tr("What the map shows"))
        self.every = QCheckBox(self.tr("All turns"))
        self.every.setToolTip(self.tr("All turns together, or one at a time with the slider"))
        self.every.setChecked(True)
        self.turns = QSlider(Qt.Orientation.Horizontal)
        self.turns.setAccessibleName(self.tr("The turn that is shown"))
        self.turns.setToolTip(self.tr("The turn that is shown"))
        self.note = QLabel()
        self.note.setWordWrap(True)
        self.canvas = MapCanvas(MapPlan("none", "", "none"), Palette.model_construct(id="none"))
        self._layer = AreaLayer(self.canvas, _OVER_MAP)
        row = QHBoxLayout()
        row.addWidget(self.what, 1)
        row.addWidget(self.every)
        row.addWidget(self.turns, 1)
        column = QVBoxLayout(self)
        column.addLayout(row)
        column.addWidget(self.canvas, 1)
        column.addWidget(self.note)
        self.what.currentIndexChanged.connect(self._draw)
        self.every.toggled.connect(self._draw)
        self.turns.valueChanged.connect(self._draw)
        self._said = ""
        """What the note says while the pointer is over no place."""
        self.canvas.hovered.connect(lambda _: self._tell())
        self._show_map(False)

    def _show_map(self, on: bool) -> None:
        """Without games there is no map to look at."""
        for each in (self.what, self.every, self.turns, self.canvas):
            each.setVisible(on)
        self.note.setAlignment(
            Qt.AlignmentFlag.AlignLeft | (Qt.AlignmentFlag.AlignVCenter if on else Qt.AlignmentFlag.AlignTop)
        )
        self._tell()

    def show_report(self, found: ArmReport | None, before: ArmReport | None = None) -> None:
        """Show the fields of an arm, or how they differ from those of another."""
        is_new = found is not None and (self._found is None or self._found.made.arm.id != found.made.arm.id)
        self._found, self._before = found, before
        self._show_map(found is not None)
        if found is None:
            self._layer.show_areas([], ())
            self._tell()
            return
        if is_new:
            self._lay_map(found)
        shown = self.what.currentIndex()
        self.what.blockSignals(True)
        self.what.clear()
        for number, side in enumerate(found.sides):
            name = found.names.side(side)
            self.what.addItem(self.tr("Units of the {0} side").format(name), (MapField.PRESENCE, number))
        self.what.addItem(self.tr("Fights"), (MapField.COMBAT, 0))
        for number, side in enumerate(found.sides):
            name = found.names.side(side)
            self.what.addItem(self.tr("Taken by the {0} side").format(name), (MapField.CONTROL, number))
        self.what.setCurrentIndex(max(0, shown))
        self.what.blockSignals(False)
        turns = found.fields.turns
        if turns:
            self.turns.setRange(turns.start, turns.stop - 1)
        self._draw()

    def _lay_map(self, found: ArmReport) -> None:
        project = found.made.arm.project()
        model = project.maps[found.made.brief.scenario.map]
        plan, _ = plan_of(model)
        own = project.palettes.get(model.palette or "")
        self.canvas.set_map(plan, own or palette_of(game_entry(found.made.arm.ruleset)))
        self.canvas.fit()

    @property
    def turn(self) -> int | None:
        """The turn that is shown; None for all together."""
        return None if self.every.isChecked() else self.turns.value()

    def values(self) -> NDArray[np.float64]:
        """What is shown, by location."""
        found, chosen = self._found, self.what.currentData()
        if found is None or chosen is None:
            return np.zeros(0)
        kind, side = chosen
        sides, places = len(found.sides), found.made.game.board.size
        if self._before is not None and self._before.made.game.board.size == places:
            games = self._before.results, found.results
            return field_difference(*games, kind, side, sides=sides, places=places, turn=self.turn)
        return found.fields.mean(kind, side, sides, self.turn)

    def _draw(self) -> None:
        self.turns.setEnabled(not self.every.isChecked())
        found = self._found
        if found is None:
            return
        board, values = found.made.game.board, self.values()
        most = float(np.abs(values).max()) if values.size else 0.0
        shades: dict[tuple[str, int], list[str]] = {}
        for at in np.flatnonzero(values):
            if board.kinds[at] is PlaceKind.BOX:
                continue
            part = float(values[at]) / most
            shade = max(1, round(_SHADES * abs(part) ** 0.6))
            shades.setdefault((_MORE if part > 0 else _LESS, shade), []).append(board.keys[at])
        self._layer.show_areas(
            [
                InkedArea(tuple(keys), OverlayInk(colour, 0.85 * shade / _SHADES))
                for (colour, shade), keys in sorted(shades.items())
            ],
            (),
        )
        when = self.tr("all turns") if self.turn is None else self.tr("turn {0}").format(self.turn)
        words = self.tr("{0}, {1}: the darkest is {2} a game.").format(self.what.currentText(), when, fixed(most, 2))
        if self._before is not None:
            words += " " + self.tr("Red is more than before, blue is less.")
        self._said = words
        self._tell()

    def _tell(self) -> None:
        """What the map shows, and how many there are at the place under the pointer."""
        found, key = self._found, self.canvas.under_pointer
        at = found.made.game.board.find(key) if found is not None and key else None
        if found is None or at is None:
            nothing = self.tr("Where the games took place is shown here once some have been played.")
            self.note.setText(self._said if found is not None else nothing)
            return
        here = self.tr("{0}: {1} a game.").format(found.objective(at), fixed(float(self.values()[at]), 2))
        self.note.setText(f"{self._said} {here}")
