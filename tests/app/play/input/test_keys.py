"""A game played without a mouse, and what the map shows of the menu: targets, arrows, losses, who is asked."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPointF, QSettings, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from app.play.input.gestures import QUICK
from app.play.scene.menu_marks import MarkTone
from app.window import MainWindow
from engine.core.actions import Retreat, StepTo, TakeLoss
from engine.core.ids import UnitId
from tests.app.play.hands import Player
from tests.app.play.test_whole_turns import TYPHOON, TYPHOON_SEED, begin
from tests.editor.canvas import mouse
from tests.editor.canvas.mouse import LEFT, NONE


@pytest.fixture
def player(window: MainWindow) -> Player:
    player = begin(window, "typhoon", TYPHOON_SEED)
    window.canvas.setFocus()
    return player


def until(player: Player, line: str) -> None:
    """Play the script up to a line."""
    player.follow(TYPHOON[: TYPHOON.index(line)].rpartition("\n")[0])
    player.window.canvas.setFocus()


def arrows_to(player: Player, key: str) -> None:
    """Bring the cursor to a place with the arrow keys."""
    canvas, cursor = player.window.canvas, player.desk.keys.cursor
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    for _ in range(80):
        if cursor.key == key:
            return
        here, there = canvas.picture.place(cursor.key), canvas.picture.place(key)
        assert here is not None
        assert there is not None
        x, y = there.x - here.x, there.y - here.y
        sideways = abs(x) > abs(y)
        keys = (Qt.Key.Key_Right if x > 0 else Qt.Key.Key_Left) if sideways else None
        QTest.keyClick(canvas, keys or (Qt.Key.Key_Down if y > 0 else Qt.Key.Key_Up))
    raise AssertionError(f"the cursor came to {cursor.key}, not to {key}")


def test_a_unit_is_moved_with_the_keys_alone(player: Player) -> None:
    until(player, "axis    Move XIII")
    board, desk = player.table.board, player.desk
    arrows_to(player, board.key(player.where("g-xiii")))
    assert desk.scene.signs.pointed == desk.keys.cursor.key
    player.key("Return")
    assert desk.unit == "g-xiii"
    to = board.at("4329")
    arrows_to(player, board.key(to))
    assert desk.scene.glow.way[-1] == board.key(to), "the way under the cursor is drawn"
    player.key("Return")
    assert player.table.session.log[-1].action == StepTo(UnitId("g-xiii"), to)
    player.key("Esc")
    assert desk.unit == ""
    player.key("Esc")
    assert desk.scene.signs.pointed == ""
    player.key("Return")
    assert player.table.session.log[-1].action.kind == "done", "without a cursor Enter is the obvious choice"


def test_tab_takes_the_next_unit_though_the_list_of_units_had_the_keyboard(player: Player) -> None:
    until(player, "axis    Move XIII")
    window, desk = player.window, player.desk
    window.choose_place(player.table.board.key(player.where("g-depot-1")))
    window.dock.units.setCurrentRow(0)
    desk.choose_unit("")
    first = desk.acting_in_order()[0]
    QTest.keyClick(window.canvas, Qt.Key.Key_Tab)
    assert desk.unit == first


def test_tab_takes_the_next_unit_and_shift_tab_the_one_before(player: Player) -> None:
    until(player, "axis    Move XIII")
    canvas = player.window.canvas
    QTest.keyClick(canvas, Qt.Key.Key_Tab)
    first = player.desk.unit
    QTest.keyClick(canvas, Qt.Key.Key_Tab)
    assert player.desk.unit not in ("", first)
    assert canvas.hasFocus()
    QTest.keyClick(canvas, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert player.desk.unit == first


def test_where_no_unit_can_act_tab_goes_round_the_places_and_stays_on_the_map(player: Player) -> None:
    until(player, "axis    Attack 4826")
    canvas, desk, board = player.window.canvas, player.desk, player.table.board
    assert not desk.acting_in_order()
    struck = sorted(desk.scene.signs.struck, key=board.at)
    seen = []
    for _ in struck:
        QTest.keyClick(canvas, Qt.Key.Key_Tab)
        assert canvas.hasFocus()
        seen.append(desk.keys.cursor.key)
    assert seen == struck
    QTest.keyClick(canvas, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert desk.keys.cursor.key == struck[-2]
    player.key("Return")
    assert player.table.session.log[-1].action.kind == "declare-attack"


def test_tab_stays_on_the_map_though_nothing_can_be_done_on_it(player: Player) -> None:
    until(player, "axis    Attack 4826")
    canvas, desk = player.window.canvas, player.desk
    desk.scene.tints.show_tints({})
    QTest.keyClick(canvas, Qt.Key.Key_Tab)
    assert canvas.hasFocus()
    assert desk.keys.cursor.key == ""


def test_the_menu_key_lists_what_can_be_done_and_a_digit_takes_it(player: Player) -> None:
    until(player, "axis    Move XIII")
    player.desk.choose_unit("g-xiii")
    QTest.keyClick(player.window.canvas, Qt.Key.Key_Menu)
    menu = player.desk.asking.menu
    assert isinstance(menu, QMenu)
    second = menu.actions()[1].text()
    assert second.startswith("&2  ")
    QTest.keyClick(menu, Qt.Key.Key_2)
    made = player.table.session.log[-1].action
    assert player.table.words.text(made) == second.removeprefix("&2  ")


def test_a_digit_presses_the_button_of_that_number(player: Player) -> None:
    until(player, "axis    Let VIII")
    buttons = [button.accessibleName() for button in player.desk.scene.prompt.buttons]
    number = buttons.index("Call the attack off") + 1
    player.key(str(number))
    assert player.table.session.log[-1].action.kind == "call-off"


def test_what_can_be_attacked_is_told_by_a_sign_and_not_by_colour_alone(player: Player) -> None:
    until(player, "axis    Overrun")
    player.click_unit("g-xl")
    key = player.table.board.key(player.label("4527"))
    assert player.desk.scene.tints.tints[key].tone is MarkTone.STRUCK
    assert key in player.desk.scene.signs.struck
    assert any(tint.tone is MarkTone.NEAR and tint.words for tint in player.desk.scene.tints.tints.values())


def test_attackers_join_by_a_click_and_targets_are_dragged_onto(player: Player) -> None:
    until(player, "axis    Attack 4826")
    target = player.label("4826")
    assert player.table.board.key(target) in player.desk.scene.signs.struck
    player.drag_unit("g-viii", target)
    kinds = [played.action.kind for played in player.table.session.log[-2:]]
    assert kinds == ["declare-attack", "add-attacker"], "the counter that was dragged attacks"
    before = len(player.table.session.log)
    point = player.counter("g-v")
    assert point is not None
    mouse.double_click(player.viewport, point)
    added = [played.action for played in player.table.session.log[before:]]
    assert [each.kind for each in added] == ["add-attacker"], "two clicks on one counter are one answer"


def test_clicks_that_are_not_quick_go_down_a_stack_and_quick_ones_are_a_double_click(player: Player) -> None:
    until(player, "axis    Move XIII")
    stacks = player.window.canvas.counters
    places = stacks.keys()
    key = next(at for at in places if len(stacks.stack(at)) > 1 and player.counter(stacks.stack(at)[-1].unit))
    point = player.counter(stacks.stack(key)[-1].unit)
    assert point is not None
    before = len(player.table.session.log)
    chosen = []
    for number in range(3):
        at = (number + 1) * (QUICK + 80)
        kind = QEvent.Type.MouseButtonDblClick if number else QEvent.Type.MouseButtonPress
        for sort, held in ((kind, LEFT), (QEvent.Type.MouseButtonRelease, NONE)):
            where = QPointF(player.viewport.mapToGlobal(point))
            event = QMouseEvent(sort, QPointF(point), where, LEFT, held, Qt.KeyboardModifier.NoModifier)
            event.setTimestamp(at)
            QApplication.sendEvent(player.viewport, event)
        chosen.append(player.desk.unit)
    assert len(set(chosen[:2])) == 2, "the second click took the counter beneath"
    assert len(player.table.session.log) == before, "and nothing was done by it"


def test_the_key_of_a_panel_shows_it_brings_it_forward_and_only_then_puts_it_away(player: Player) -> None:
    log, actions = (player.window.play.docks[name] for name in ("log", "actions"))
    log.show()
    log.raise_()
    QApplication.processEvents()
    key = actions.toggleViewAction()
    assert actions.visibleRegion().isEmpty(), "it is a tab behind the log"
    key.trigger()
    QApplication.processEvents()
    assert not actions.visibleRegion().isEmpty(), "it came to the front"
    key.trigger()
    assert actions.isHidden()
    key.trigger()
    QApplication.processEvents()
    assert not actions.visibleRegion().isEmpty()


def test_losses_are_lit_on_the_units_that_may_take_them_and_a_click_takes_one(player: Player) -> None:
    until(player, "soviet  Let 19A")
    assert player.desk.scene.glow.losing == {"s-19a"}
    point = player.counter("s-19a")
    assert point is not None
    mouse.click(player.viewport, point)
    assert player.table.session.log[-1].action == TakeLoss(UnitId("s-19a"))


def test_a_retreat_is_shown_by_arrows_from_the_unit_that_is_asked(player: Player) -> None:
    until(player, "soviet  Retreat 24A")
    board = player.table.board
    start = board.key(player.where("s-24a"))
    offered = [action.to for action in player.table.menu.of_kind(Retreat)]
    assert player.desk.unit == "s-24a", "it is in hand without being asked for"
    assert set(player.desk.scene.signs.arrows) == {(start, board.key(to)) for to in offered}
    player.click_place(offered[0])
    assert player.where("s-24a") == offered[0]


def test_a_drag_to_where_nothing_leads_names_the_case(player: Player) -> None:
    until(player, "axis    Move XIII")
    before = len(player.table.session.log)
    player.drag_unit("g-xiii", player.label("4527"))
    assert len(player.table.session.log) == before
    assert "(case 3." in player.refusal
    until_combat = "axis    Attack 4826"
    player.follow("axis    Done\naxis    Done")
    assert player.table.menu.prompt.key.endswith("combat"), until_combat
    player.drag_unit("g-xiii", player.label("4329"))
    assert "(case 2.0.C)" in player.refusal, "out of its phase a move is refused by the phase it belongs to"


def test_a_click_takes_another_unit_that_can_act(player: Player) -> None:
    until(player, "axis    Move XIII")
    player.click_unit("g-xiii")
    reach = player.desk.scene.reach
    other = next(
        unit
        for unit in sorted(player.desk.scene.glow.units - {"g-xiii"})
        if player.where(unit) not in reach and player.counter(unit) is not None
    )
    point = player.counter(other)
    assert point is not None
    mouse.click(player.viewport, point)
    assert player.desk.unit == other
    assert player.refusal == ""


def test_enter_pressed_twice_by_a_quick_hand_answers_one_question(player: Player) -> None:
    player.desk.keys.rest = 3_600_000
    player.key("Return")
    player.key("Return")
    player.key("Return")
    assert len(player.table.session.log) == 1, "the question that came up was not read yet"
    player.desk.keys.rest = 0
    player.key("Return")
    assert len(player.table.session.log) == 2


def test_a_quick_hand_does_not_end_a_phase_whose_end_is_only_asked_about(player: Player, settings: QSettings) -> None:
    until(player, "axis    Move XIII")
    settings.setValue("play/check-ends", True)
    length = player.table.length
    player.key("Return")
    player.desk.keys.rest = 3_600_000
    player.key("Return")
    assert player.window.play.sideboard.check.bar.isVisible()
    assert player.table.length == length, "nobody has read yet what is left undone"
    player.desk.keys.rest = 0
    player.key("Return")
    assert player.table.length > length


def test_a_quick_hand_throws_no_dice_that_are_only_asked_about(player: Player) -> None:
    until(player, "axis    Overrun")
    player.click_unit("g-xl")
    arrows_to(player, player.table.board.key(player.label("4527")))
    throws = player.table.session.state.throws
    player.key("Return")
    player.desk.keys.rest = 3_600_000
    player.key("Return")
    assert player.desk.question.action is not None
    assert player.table.session.state.throws == throws, "nobody has read the odds yet"
    player.desk.keys.rest = 0
    player.key("Return")
    assert player.table.session.state.throws > throws


def test_a_digit_pressed_twice_by_a_quick_hand_presses_one_button(player: Player) -> None:
    until(player, "axis    Let VIII")
    bar = player.desk.scene.prompt
    bar.rest = 3_600_000
    number = [button.accessibleName() for button in bar.buttons].index("Attack with all") + 1
    length = player.table.length
    assert bar.press(number)
    before = player.table.length
    assert before > length
    assert bar.buttons[number - 1].accessibleName() != "Attack with all"
    assert bar.press(number), "the key is taken, and does nothing"
    assert player.table.length == before
    bar.rest = 0
    assert bar.press(number)
    assert player.table.length > before


def test_enter_does_what_bears_its_sign(player: Player) -> None:
    assert "⏎" in player.desk.scene.prompt.default.text()
    QTest.keyClick(player.window.canvas, Qt.Key.Key_Right)
    assert player.desk.keys.cursor.key
    assert "⏎" not in player.desk.scene.prompt.default.text(), "Enter acts at the cursor now"
    player.key("Esc")
    assert "⏎" in player.desk.scene.prompt.default.text()


def test_end_it_all_the_same_is_enter_even_with_a_cursor_on_the_map(player: Player, settings: QSettings) -> None:
    until(player, "axis    Move XIII")
    settings.setValue("play/check-ends", True)
    player.key("Return")
    bar = player.window.play.sideboard.check.bar
    assert bar.isVisible()
    assert "⏎" not in player.desk.scene.prompt.default.text(), "one button alone bears the sign of Enter"
    QTest.keyClick(player.window.canvas, Qt.Key.Key_Right)
    player.key("Return")
    assert player.table.session.log[-1].action.kind == "done"
    assert "⏎" in player.desk.scene.prompt.default.text()
    assert not bar.isVisible()


def test_escape_goes_on_with_a_phase_whose_end_is_asked_about(player: Player, settings: QSettings) -> None:
    until(player, "axis    Move XIII")
    settings.setValue("play/check-ends", True)
    length = player.table.length
    player.key("Return")
    bar = player.window.play.sideboard.check.bar
    assert bar.isVisible()
    player.key("Esc")
    assert not bar.isVisible()
    assert "⏎" in player.desk.scene.prompt.default.text()
    player.key("Return")
    assert bar.isVisible(), "it is asked again"
    assert player.table.length == length


def test_a_digit_presses_its_button_wherever_the_keyboard_is(player: Player) -> None:
    until(player, "axis    Let VIII")
    number = [button.accessibleName() for button in player.desk.scene.prompt.buttons].index("Call the attack off") + 1
    player.desk.scene.log.list.setFocus()
    QTest.keyClick(player.desk.scene.log.list, Qt.Key(Qt.Key.Key_0 + number))
    assert player.table.session.log[-1].action.kind == "call-off"
