"""What is put down is named on the map: the line takes the keys, Enter gives them back, F2 renames."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.documents.workbench import EditLayer, Picked
from editor.model.edits import Part
from editor.tools.places.name_field import NameField, name_it
from engine.definitions.plan import MapPlan
from tests.editor.tools.hand import Hand
from tests.helpers.plans import small_plan


def line(hand: Hand) -> NameField:
    return hand.controller.naming.field


def typed(hand: Hand, words: str, *, ends: Qt.Key | None = Qt.Key.Key_Return) -> None:
    QTest.keyClicks(line(hand), words)
    if ends is not None:
        QTest.keyClick(line(hand), ends)


def test_a_city_is_put_down_and_named_as_one_entry(hand: Hand) -> None:
    hand.take("place", "city")
    with hand.one_entry():
        hand.click(hand.hex(4, 4))
        typed(hand, "Moscow")
        assert hand.bench.picked == Picked(Part.FEATURE, "main:4,4/city")
    (city,) = hand.plan.features.values()
    assert (city.at, city.name) == ("main:4,4", "Moscow")
    assert line(hand).isHidden()


def test_the_next_press_of_the_mouse_ends_a_name(hand: Hand) -> None:
    hand.take("place", "city")
    hand.click(hand.hex(2, 2))
    typed(hand, "Tula", ends=None)
    hand.click(hand.hex(6, 6))
    typed(hand, "Orel")
    assert {city.at: city.name for city in hand.plan.features.values()} == {"main:2,2": "Tula", "main:6,6": "Orel"}


def test_escape_leaves_a_city_without_the_name(hand: Hand) -> None:
    hand.take("place", "city")
    with hand.one_entry():
        hand.click(hand.hex(4, 4))
        typed(hand, "Mosc", ends=Qt.Key.Key_Escape)
    assert [city.name for city in hand.plan.features.values()] == [""]
    assert not hand.controller.naming.is_open


def test_no_letter_reaches_a_shortcut_or_the_map(hand: Hand) -> None:
    hand.take("place", "city")
    hand.click(hand.hex(4, 4))
    for key, text in ((Qt.Key.Key_M, "m"), (Qt.Key.Key_1, "1"), (Qt.Key.Key_Space, " "), (Qt.Key.Key_Up, "")):
        wanted = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.NoModifier, text)
        wanted.ignore()
        QApplication.sendEvent(line(hand), wanted)
        assert wanted.isAccepted(), key
    pressed = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Up, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(line(hand), pressed)
    assert pressed.isAccepted()


def test_lettering_is_written_where_it_stands(hand: Hand) -> None:
    hand.take("text")
    with hand.one_entry():
        hand.click(hand.hex(4, 4))
        typed(hand, "Pripet Marshes")
    assert [text.text for text in hand.plan.texts.values()] == ["Pripet Marshes"]


def test_a_space_has_the_id_of_the_name_it_was_given(bench_with: Callable[[MapPlan], Hand]) -> None:
    hand = bench_with(small_plan())
    hand.take("space")
    with hand.one_entry():
        hand.click(hand.at(-2, -2))
        typed(hand, "Paris")
    assert {space.id: space.name for space in hand.plan.spaces.values()} == {"paris": "Paris"}


def test_a_name_that_is_too_long_is_refused_and_the_city_stays(hand: Hand) -> None:
    hand.take("place", "city")
    hand.click(hand.hex(4, 4))
    line(hand).setText("x" * 5000)
    QTest.keyClick(line(hand), Qt.Key.Key_Return)
    assert len(hand.said) == 1
    assert [city.name for city in hand.plan.features.values()] == [""]


def test_a_double_click_renames(hand: Hand) -> None:
    hand.take("place", "city")
    hand.click(hand.hex(4, 4))
    typed(hand, "Stalingrad")
    hand.double_click(hand.hex(4, 4))
    assert line(hand).selectedText() == "Stalingrad"
    with hand.one_entry():
        typed(hand, "Volgograd")
    assert [city.name for city in hand.plan.features.values()] == ["Volgograd"]


@pytest.mark.parametrize("tool", ["select-rectangle", "terrain-brush"])
def test_f2_names_what_stands_under_the_pointer_with_any_tool(hand: Hand, tool: str) -> None:
    hand.take("place", "city")
    hand.click(hand.hex(4, 4))
    hand.bench.pick(None)
    hand.take(tool)
    hand.hover(hand.hex(4, 4))
    assert name_it(hand.bench)
    typed(hand, "Rzhev")
    assert [city.name for city in hand.plan.features.values()] == ["Rzhev"]


def test_where_nothing_can_be_named_it_says_so(hand: Hand) -> None:
    hand.hover(hand.hex(4, 4))
    assert not name_it(hand.bench)
    assert [said.key for said in hand.said] == ["tool.cannot.nothing-to-name"]


def test_a_locked_layer_keeps_its_names(hand: Hand) -> None:
    hand.take("place", "city")
    hand.click(hand.hex(4, 4))
    typed(hand, "", ends=Qt.Key.Key_Escape)

    def rename() -> None:
        name_it(hand.bench)
        typed(hand, "Kiev")

    hand.refuses(EditLayer.FEATURES, rename)


def test_the_line_stands_below_the_city_inside_the_view(hand: Hand) -> None:
    hand.take("place", "city")
    for at in (hand.hex(0, 0), hand.hex(11, 9)):
        hand.click(at)
        assert hand.canvas.viewport().rect().contains(line(hand).geometry())
        assert not line(hand).geometry().contains(at.toPoint())
