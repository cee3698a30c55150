"""Reinforcements and withdrawals are laid on the timeline with the mouse and with the keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from app.modes import Mode
from editor.commands.design.schedule import schedule_units
from editor.model.design.sketch import DesignSketch
from editor.panels.design.timeline_panel import TimelinePanel
from editor.panels.design.victory_panel import VictoryPanel
from editor.tools.unit_drag import carried
from engine.core.messages import message
from engine.definitions.scenario import ScheduleEntry, ScheduleKind
from tests.app.design.drawing_room import DrawingRoom, drop
from tests.editor.canvas import mouse


@pytest.fixture
def panel(room: DrawingRoom) -> TimelinePanel:
    found = room.window.docks.panels["timeline"]
    assert isinstance(found, TimelinePanel)
    room.window.docks.show_panel("timeline")
    QApplication.processEvents()
    return found


def schedule(room: DrawingRoom) -> list[tuple[int, str, str | None, str]]:
    return [(each.turn, each.unit, each.at, each.kind.value) for each in room.design.scenario.schedule]


def fill(field: QLineEdit, text: str) -> None:
    """Write a field and press Enter; a list of suggestions would want the keyboard, which there is none of here."""
    field.setText(text)
    field.setModified(True)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_a_unit_is_clicked_and_moved_by_a_turn_with_the_keys(room: DrawingRoom, panel: TimelinePanel) -> None:
    view = panel.view
    box = view.counter_box(0)
    assert box is not None
    mouse.click(view.viewport(), box.center())
    assert view.selected == (0,)
    assert room.desk.selected_units == ("red-8",)
    before = room.entries
    QTest.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert schedule(room)[0] == (3, "red-8", "0103", "arrival")
    QTest.keyClick(view, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert schedule(room)[0][0] == 2
    assert room.entries == before + 2
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert [each[1] for each in schedule(room)] == ["blue-8"]
    room.undo()
    assert len(schedule(room)) == 2


def test_units_chosen_in_the_tree_come_on_the_turn_under_the_keyboard(room: DrawingRoom, panel: TimelinePanel) -> None:
    room.desk.select_units(["red-1", "red-2"])
    view = panel.view
    view.setFocus()
    for _ in range(3):
        QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.turn == 4
    room.desk.select_units(["red-1", "red-2"])
    QTest.keyClick(view, Qt.Key.Key_Insert)
    assert [each for each in schedule(room) if each[0] == 4] == [
        (4, "red-1", None, "arrival"),
        (4, "red-2", None, "arrival"),
    ]
    assert "red-1" not in room.design.placements, "what arrives later is not set up"
    assert len(view.selected) == 2
    room.undo()
    assert "red-1" in room.design.placements
    room.desk.select_units(["red-3"])
    QTest.keyClick(view, Qt.Key.Key_Insert, Qt.KeyboardModifier.ShiftModifier)
    assert (4, "red-3", None, "withdrawal") in schedule(room)
    assert "red-3" in room.design.placements, "what is withdrawn was there before"


def test_units_are_dropped_on_a_turn_and_dragged_from_turn_to_turn(room: DrawingRoom, panel: TimelinePanel) -> None:
    view = panel.view
    view.go_to(0, 4)
    assert drop(view.viewport(), carried(["red-5", "red-6"]), view.cell_box(0, 4).center())
    assert [each[1] for each in schedule(room) if each[0] == 5] == ["red-5", "red-6"]
    QTest.keyClick(panel.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert len(panel.view.selected) == 4
    panel.view.choose([0])
    assert panel.view.drag_data().hasFormat("application/x-redoubt-units")
    panel.view.drop_wanted.emit((0, 1), 3)
    assert [each[0] for each in schedule(room)][:2] == [3, 4], "what is dragged together keeps its distance"


def test_the_place_is_typed_or_clicked_on_the_map(room: DrawingRoom, panel: TimelinePanel) -> None:
    panel.view.choose([0])
    QTest.keyClick(panel.view, Qt.Key.Key_Return)
    place = panel.form.place
    fill(place, "0606")
    assert schedule(room)[0][2] == "0606"
    said: list[object] = []
    room.window.bench.reported.connect(said.append)
    fill(place, "nowhere")
    assert said
    assert place.text() == "0606"
    before = room.desk.hand
    panel.form.pick.click()
    assert panel.form.pick.isChecked()
    canvas = room.window.canvas
    key = room.design.places.key("0807")
    assert key is not None
    at = canvas.point_of(key)
    assert at is not None
    mouse.click(canvas.viewport(), at)
    assert schedule(room)[0][2] == "0807"
    assert not panel.form.pick.isChecked()
    assert room.desk.hand is before


def test_what_is_doubtful_is_marked_and_said(room: DrawingRoom, panel: TimelinePanel) -> None:
    def spoil(design: object) -> object:
        sketch = DesignSketch(room.design)
        bad = (
            ScheduleEntry(turn=9, unit="red-8"),
            ScheduleEntry(turn=2, unit="red-1"),
            ScheduleEntry(turn=2, unit="red-2", kind=ScheduleKind.WITHDRAWAL, at="nowhere"),
        )
        sketch.set(schedule=bad)
        return sketch.change(message("design.do.remove-entries", count=3))

    assert room.desk.push(spoil)  # type: ignore[arg-type]
    timeline = panel.view.timeline
    assert timeline is not None
    keys = [{problem.key.rpartition(".")[2] for problem in item.problems} for item in timeline.items]
    assert keys == [{"off-the-turns"}, {"placed-too"}, {"unknown-place", "not-played"}]
    assert 9 in timeline.turns
    assert not timeline.is_played(9)
    panel.view.choose([1])
    assert "0606" in panel.form.trouble.text()
    assert "3" in panel.remark.words


def test_values_turn_and_kind_are_set_for_several_at_once(room: DrawingRoom, panel: TimelinePanel) -> None:
    panel.view.choose([0, 1])
    panel.form.turn.setValue(4)
    assert [each[0] for each in schedule(room)] == [4, 4]
    values = panel.form.values
    QTest.keyClicks(values, "strength=2, decoy=yes")
    QTest.keyClick(values, Qt.Key.Key_Return)
    assert all(dict(each.values) == {"strength": 2, "decoy": True} for each in room.design.scenario.schedule)
    panel.grouping.setCurrentIndex(1)
    assert panel.view.timeline is not None
    assert {lane.id for lane in panel.view.timeline.lanes} <= {*room.design.formations, "red", "blue"}
    QTest.keyClicks(values, ", nonsense")
    QTest.keyClick(values, Qt.Key.Key_Return)
    assert values.text() == "strength=2, decoy=yes"


def test_scheduling_nobody_is_refused_in_words(room: DrawingRoom, panel: TimelinePanel) -> None:
    said: list[object] = []
    room.window.bench.reported.connect(said.append)
    room.desk.select_units([])
    panel.add()
    assert said
    room.desk.push(lambda now: schedule_units(now, ["red-1"], 10_001))
    assert len(said) == 2


def test_a_unit_is_called_by_its_name_and_its_sort(room: DrawingRoom, panel: TimelinePanel) -> None:
    assert panel.view.timeline is not None
    item = next(each for each in panel.view.timeline.items if each.entry.unit == "red-8")
    kind = room.design.type_of("red-8")
    assert kind is not None
    assert kind.name in panel.view.tell(item)
    assert "red-8" not in panel.view.tell(item)
    panel.view.choose([item.index])
    assert "red-8" not in panel.form.who.text()


def test_picking_a_place_ends_when_the_designer_is_left(room: DrawingRoom, panel: TimelinePanel) -> None:
    room.desk.select_units((next(iter(room.design.units)),))
    panel.add()
    panel.pick()
    assert panel.form.pick.isChecked()
    assert room.map.cursor().shape() is Qt.CursorShape.CrossCursor
    room.window.set_mode(Mode.VIEW)
    assert panel.picker is None
    assert not panel.form.pick.isChecked()
    assert room.map.cursor().shape() is not Qt.CursorShape.CrossCursor


def test_one_place_is_picked_at_a_time(room: DrawingRoom, panel: TimelinePanel) -> None:
    conditions = room.panel(VictoryPanel).conditions
    conditions.add()
    room.desk.select_units((next(iter(room.design.units)),))
    panel.add()
    panel.pick()
    conditions.pick_places()
    assert panel.picker is None
    assert conditions.picker is not None
    conditions.picker.let_go()
    assert room.desk.hand is room.window.designer.hand
