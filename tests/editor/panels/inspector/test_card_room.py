"""Cards have room for what they say: no choice is cut short, no title vanishes beside its buttons."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel
from pytestqt.qtbot import QtBot

from editor.documents.workbench import Picked
from editor.geometry.cells import Cells
from editor.model.edits import Part
from editor.model.selection import Selection
from editor.panels.inspector.attribute_fields import attribute_fields
from editor.panels.inspector.cards import Bearer
from editor.panels.inspector.inspector_panel import InspectorPanel
from engine.definitions.palette import AttributeKind, FeatureSwatch
from engine.definitions.plan import Cell
from tests.editor.canvas.demo_maps import dressed_map, space_map
from tests.editor.panels.bench import Bench
from tests.editor.panels.conftest import Make


def usual(bench: Bench, qtbot: QtBot) -> InspectorPanel:
    """A panel as wide as the window makes it."""
    panel = InspectorPanel(bench.work)
    qtbot.addWidget(panel)
    panel.resize(266, 900)
    panel.show()
    return panel


def test_no_choice_is_cut_in_a_panel_of_the_usual_width(bench_with: Make, qtbot: QtBot) -> None:
    bench = bench_with(dressed_map())
    panel = usual(bench, qtbot)
    side = next(iter(bench.plan.sides))
    combos = 0
    for cells in ((), (Cell(side.sheet, side.col, side.row),)):
        bench.work.select(Selection(Cells.of(cells)))
        QApplication.processEvents()
        for view in panel.views:
            for each in view.editors.values():
                if isinstance(each.widget, QComboBox):
                    combos += 1
                    assert each.widget.width() >= each.widget.minimumSizeHint().width(), each.field.name
                    assert each.widget.geometry().right() <= view.width(), each.field.name
    assert combos > 4


def test_the_title_of_a_connection_has_room_beside_its_buttons(bench_with: Make, qtbot: QtBot) -> None:
    bench = bench_with(space_map())
    panel = usual(bench, qtbot)
    link = next(iter(bench.plan.links.values()))
    bench.work.pick(Picked(Part.LINK, link.id))
    panel.refresh()
    view = next(each for each in panel.views if each.card.name.startswith("link:"))
    view.resize(250, view.sizeHint().height())
    view.show()
    title = next(label for label in view.findChildren(QLabel) if label.text() == view.card.title)
    assert title.width() >= title.fontMetrics().horizontalAdvance(title.text())


def test_where_a_thing_lies_on_the_globe_is_shown_where_it_is_known() -> None:
    swatch = FeatureSwatch(
        id="town", name="Town", attributes={"lat": AttributeKind.NUMBER, "lon": AttributeKind.NUMBER}
    )
    given = Bearer({"lat": 59.5}, lambda _: pytest.fail("nothing is edited"))
    without = Bearer({}, lambda _: pytest.fail("nothing is edited"))
    assert not attribute_fields((without,), swatch, lambda changes: changes[0])
    (field,) = attribute_fields((given,), swatch, lambda changes: changes[0])
    assert (field.title, field.value) == ("Latitude", 59.5)
