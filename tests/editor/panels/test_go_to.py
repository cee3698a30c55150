"""Going to a place by its number or name, and commands by a few letters."""

from __future__ import annotations

from time import process_time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from editor.documents.workbench import Picked
from editor.model.edits import Part
from editor.panels.command_palette import CommandPalette, title_of
from editor.panels.go_to import GoToDialog
from editor.panels.icons import icon
from editor.panels.place_finder import PlaceFinder, begun
from engine.core.boards.labels import Axis, AxisStyle, LabelOrder, LabelScheme, RowAxis
from engine.definitions.plan import Cell, FeaturePlan, GeoPlan, SheetPlan
from tests.editor.canvas.demo_maps import dressed_map, space_map
from tests.editor.panels.bench import PALETTE, Bench
from tests.helpers.plans import small_plan


@pytest.fixture
def dialog(bench: Bench, qtbot: QtBot) -> GoToDialog:
    made = GoToDialog(bench.work)
    qtbot.addWidget(made)
    made.begin()
    return made


def titles(dialog: GoToDialog | CommandPalette) -> list[str]:
    return [dialog.list.item(number).text() for number in range(dialog.list.count())]


def test_a_number_leads_to_its_hex(dialog: GoToDialog, bench: Bench) -> None:
    QTest.keyClicks(dialog.line, "2018")
    QTest.keyClick(dialog.line, Qt.Key.Key_Return)
    assert not dialog.isVisible()
    assert Cell("main", 20, 18) in bench.work.selection
    place = bench.canvas.picture.place("main:20,18")
    view = bench.canvas.view_box
    assert place is not None
    assert (view.left + view.right) / 2 == pytest.approx(place.x, abs=1)


def test_the_beginning_of_a_number_is_completed(dialog: GoToDialog) -> None:
    QTest.keyClicks(dialog.line, "361")
    assert titles(dialog) == [f"361{last}" for last in range(10)]


def test_arrows_walk_through_the_list_while_typing(dialog: GoToDialog, bench: Bench) -> None:
    QTest.keyClicks(dialog.line, "12")
    QTest.keyClick(dialog.line, Qt.Key.Key_Down)
    QTest.keyClick(dialog.line, Qt.Key.Key_Down)
    assert dialog.row is not None
    assert dialog.row.title == "1203"
    QTest.keyClick(dialog.line, Qt.Key.Key_Up)
    QTest.keyClick(dialog.line, Qt.Key.Key_Return)
    assert Cell("main", 12, 2) in bench.work.selection


def test_a_name_leads_to_its_town(dialog: GoToDialog, bench: Bench) -> None:
    QTest.keyClicks(dialog.line, "weis")
    assert titles(dialog)[0] == "Weissen"
    QTest.keyClick(dialog.line, Qt.Key.Key_Return)
    picked = bench.work.picked
    assert picked is not None
    assert picked.part is Part.FEATURE
    assert bench.plan.features[str(picked.key)].name == "Weissen"


def test_regions_boxes_and_lettering_are_found_too(dialog: GoToDialog, bench: Bench) -> None:
    for typed, title in (("west", "West"), ("elim", "Eliminated"), ("march", "The Northern Marches")):
        dialog.line.setText(typed)
        assert title in titles(dialog)
    QTest.keyClick(dialog.line, Qt.Key.Key_Return)
    assert bench.work.picked == Picked(Part.TEXT, "title")


def test_a_slip_of_the_hand_is_guessed(dialog: GoToDialog) -> None:
    QTest.keyClicks(dialog.line, "20188")
    assert "2018" in titles(dialog)
    assert "Did you mean" in dialog.remark.text()


def test_nonsense_is_told_to_be_so(dialog: GoToDialog) -> None:
    QTest.keyClicks(dialog.line, "qqqqqqqqqqqq")
    assert titles(dialog) == []
    assert "qqqqqqqqqqqq" in dialog.remark.text()
    QTest.keyClick(dialog.line, Qt.Key.Key_Return)
    assert dialog.isVisible()


def test_esc_leaves_everything_as_it_was(dialog: GoToDialog, bench: Bench) -> None:
    QTest.keyClicks(dialog.line, "2018")
    QTest.keyClick(dialog.line, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert not bench.work.selection


def test_spaces_are_found_by_name() -> None:
    finder = PlaceFinder(space_map(), PALETTE)
    assert [hit.places for hit in finder.find("Tarnik")] == [("s6",)]


SCHEMES = [
    LabelScheme(),
    LabelScheme(order=LabelOrder.ROW_COLUMN, prefix="C", separator="."),
    LabelScheme(column=Axis(style=AxisStyle.LETTERS), row=Axis(start=10, step=-1)),
    LabelScheme(row_axis=RowAxis.OBLIQUE_DOWN),
]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_label_is_found_from_its_beginning(scheme: LabelScheme) -> None:
    plan = small_plan(cols=9, rows=8)
    sheet = plan.sheets["main"]
    sheet.labels = scheme
    for cell in sheet.cells():
        label = scheme.label(sheet.grid, cell.col, cell.row, sheet.extent)
        assert cell in set(begun(sheet, label[:-1]))
        assert PlaceFinder(plan, PALETTE).find(label)[0].places == (cell.key,)


def test_a_large_map_is_searched_without_listing_it() -> None:
    plan = small_plan(cols=1000, rows=1000)
    plan.sheets["main"].labels = LabelScheme(column=Axis(digits=4), row=Axis(digits=4))

    def never(_self: SheetPlan) -> None:
        raise AssertionError("all hexes were gone through")

    finder = PlaceFinder(plan, PALETTE)
    before = SheetPlan.cells
    try:
        SheetPlan.cells = never  # type: ignore[assignment,method-assign]
        assert finder.find("07310042")[0].places == ("main:731,42",)
        assert len(finder.find("0731")) == 12
        assert finder.meant("0731004")
    finally:
        SheetPlan.cells = before  # type: ignore[method-assign]


def test_latitude_and_longitude_lead_to_a_hex() -> None:
    plan = dressed_map()
    plan.georeference = GeoPlan("lambert-conformal", (58.0, 26.0), 35.0, "main:1,1", (60.0, 20.0), (56.0, 60.0))
    for typed in ("60.0, 20.0", "60.0;20", " 60.0  20.0 ", "60 , 20"):
        assert PlaceFinder(plan, PALETTE).find(typed)[0].places == ("main:1,1",)


def test_a_page_of_blanks_is_no_place_and_is_told_so_at_once() -> None:
    """What was pasted by mistake would be tried blank by blank, each of them against all others."""
    plan = dressed_map()
    plan.georeference = GeoPlan("lambert-conformal", (58.0, 26.0), 35.0, "main:1,1", (60.0, 20.0), (56.0, 60.0))
    start = process_time()
    assert not PlaceFinder(plan, PALETTE).find(f"60{' ' * 32_000}x")
    assert process_time() - start < 1.0


def test_thousands_of_names_are_gone_through_once_a_letter() -> None:
    plan = small_plan(cols=60, rows=60)
    cells = list(plan.sheets["main"].cells())
    for number, cell in enumerate(cells):
        name = f"{'North' if number % 2 else 'New North'} {number}"
        plan.features[f"f{number}"] = FeaturePlan(f"f{number}", cell.key, "city", name)
    finder = PlaceFinder(plan, PALETTE)
    start = process_time()
    found = finder.find("north", limit=3_600)
    assert process_time() - start < 2.0
    assert [hit.title for hit in found[:2]] == ["North 1", "North 3"], "what begins so comes first"
    assert len(found) == len(cells)


# Commands


def action(text: str, keys: str = "", tip: str = "", *, picture: str = "", enabled: bool = True) -> QAction:
    made = QAction(icon(picture), text) if picture else QAction(text)
    made.setShortcut(QKeySequence(keys))
    made.setStatusTip(tip)
    made.setEnabled(enabled)
    return made


@pytest.fixture
def commands() -> list[QAction]:
    return [
        action("&Open...", "Ctrl+O", "Open a project", picture="open"),
        action("Zoom &In", "Ctrl++", "Show the map larger"),
        action("Zoom &Out", "Ctrl+-", "Show the map smaller"),
        action("&Paste", "Ctrl+V", "Lay down what was copied", enabled=False),
        action("Cut && Run", "", "Leave"),
    ]


@pytest.fixture
def palette(commands: list[QAction], qtbot: QtBot) -> CommandPalette:
    made = CommandPalette(lambda: commands)
    qtbot.addWidget(made)
    made.begin()
    return made


def test_letters_find_a_command_and_enter_runs_it(
    palette: CommandPalette, commands: list[QAction], qtbot: QtBot
) -> None:
    QTest.keyClicks(palette.line, "zo")
    assert titles(palette) == ["Zoom In", "Zoom Out"]
    QTest.keyClick(palette.line, Qt.Key.Key_Down)
    with qtbot.waitSignal(commands[2].triggered):
        QTest.keyClick(palette.line, Qt.Key.Key_Return)
    assert not palette.isVisible()


def test_the_shortcut_and_the_icon_are_shown(palette: CommandPalette) -> None:
    row = palette._rows[0]
    assert (row.title, row.detail, row.icon) == ("Open", "Ctrl+O", "open")
    assert palette.remark.text() == "Open a project"
    palette.grab()


def test_what_cannot_run_now_is_listed_last_and_does_nothing(palette: CommandPalette) -> None:
    assert titles(palette)[-1] == "Paste"
    QTest.keyClicks(palette.line, "paste")
    assert palette.row is None
    QTest.keyClick(palette.line, Qt.Key.Key_Return)
    assert palette.isVisible()


def test_what_was_used_lately_comes_first(palette: CommandPalette, commands: list[QAction], qtbot: QtBot) -> None:
    QTest.keyClicks(palette.line, "zoom out")
    with qtbot.waitSignal(commands[2].triggered):
        QTest.keyClick(palette.line, Qt.Key.Key_Return)
    palette.begin()
    assert titles(palette)[0] == "Zoom Out"


def test_names_lose_the_marks_of_their_keys() -> None:
    assert title_of(QAction("Cut && &Run...")) == "Cut & Run"


def test_a_command_is_found_by_what_it_does(palette: CommandPalette) -> None:
    QTest.keyClicks(palette.line, "larger")
    assert titles(palette)[0] == "Zoom In"
