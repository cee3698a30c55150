"""The keys on the map while a game is played: a cursor from place to place, the next unit, buttons by their numbers.

What a key does at the cursor is what a click there would do; the cursor goes away when something else is asked, and
Enter is then the obvious choice again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject

from app.play.input.map_cursor import MapCursor, Point

if TYPE_CHECKING:
    from app.play.desk import Desk


SETTING = "play/enter-rest"
REST = 350
"""Milliseconds in which Enter pressed again is the same press, if something else is asked by then."""


class MapKeys(QObject):
    """Hands that hold no mouse."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self.cursor = MapCursor(self._point_of)
        self._asked = ""
        """The question the cursor was moved for."""
        self.rest = 0
        self._answered = ""
        """The question that Enter was pressed at last."""
        self._since = QElapsedTimer()
        self._enter_is_elsewhere = False
        """Whether another button than that of the question bears the sign of Enter."""
        desk.scene.refreshed.connect(self._follow_question)

    def _follow_question(self) -> None:
        asked = self._question()
        if asked != self._asked:
            self._asked = asked
            self.point_at("")

    def _question(self) -> str:
        """What is asked, and of whom; nothing where nobody is."""
        table = self._desk.table
        if table is None or table.is_over or table.is_computers_turn:
            return ""
        return f"{table.menu.side} {table.menu.prompt.key}"

    def _waiting(self) -> str:
        """What is asked on the way to an answer, and Enter answers first: to throw, to let the others go, to end."""
        desk = self._desk
        if desk.question.action is not None:
            return "throw"
        return "others" if desk.party.waits_for is not None else "end" if self._enter_is_elsewhere else ""

    # The cursor

    def move_cursor(self, direction: Point) -> bool:
        """Point to the next place; the first time to what is in hand, chosen or in view."""
        desk, table = self._desk, self._desk.table
        if table is None:
            return False
        if self.cursor.key:
            self.cursor.go(table.board, direction)
        else:
            where = desk.scene.where
            start = table.board.key(where) if where is not None else desk.canvas.selected
            self.cursor.put(start if self._point_of(start) is not None else self._middle())
        self._show()
        return bool(self.cursor.key)

    def point_at(self, key: str) -> None:
        """Point to a place, or to none."""
        if key or self.cursor.key:
            self.cursor.put(key)
            self._show()

    def _show(self) -> None:
        desk, key = self._desk, self.cursor.key
        desk.scene.signs.show_cursor(key)
        self._mark_enter()
        if key:
            desk.bring_into_view(key)
            desk.mouse.hover(key, self._topmost())

    def _mark_enter(self) -> None:
        """Only one thing bears the sign of Enter: what it does now."""
        self._desk.scene.prompt.mark_enter(not self.cursor.key and not self._enter_is_elsewhere)

    def let_enter_answer(self, elsewhere: bool) -> None:
        """Whether Enter answers another question for now, as whether to end a phase all the same."""
        self._enter_is_elsewhere = elsewhere
        self._mark_enter()

    def _topmost(self) -> str:
        """The counter on top where the cursor is."""
        stack = self._desk.canvas.counters.stack(self.cursor.key)
        return stack[-1].unit if stack else ""

    def _point_of(self, key: str) -> Point | None:
        place = self._desk.canvas.picture.place(key) if key else None
        return (place.x, place.y) if place is not None else None

    def _middle(self) -> str:
        """The place nearest to the middle of the view."""
        canvas, table = self._desk.canvas, self._desk.table
        assert table is not None
        view = canvas.view_box
        x, y = (view.left + view.right) / 2, (view.top + view.bottom) / 2
        found = canvas.picture.key_at(x, y)
        if found is not None and table.board.find(found) is not None:
            return found
        points = [(key, point) for key in table.board.keys if (point := self._point_of(key)) is not None]
        return min(points, key=lambda each: (each[1][0] - x) ** 2 + (each[1][1] - y) ** 2)[0] if points else ""

    # What the keys do

    def enter(self) -> None:
        """Do what bears the sign of Enter: throw, let go, end all the same, act where the cursor is, or the obvious.

        A key pressed twice by a hand that was too quick does not answer a question that nobody has read; the time to
        read it begins when it stands there, however long that took.
        """
        asked, desk = f"{self._question()} {self._waiting()}", self._desk
        if self._since.isValid() and self._since.elapsed() < self.rest and asked != self._answered:
            return
        self._answered = asked
        if not (desk.question.throw() or desk.party.go_on() or desk.confirm()):
            if self.cursor.key:
                self._act_at_cursor()
            else:
                desk.take_default()
        self._since.start()

    def _act_at_cursor(self) -> None:
        """Do what a click would, and with the unit in hand what it can do where it is."""
        desk, key, table = self._desk, self.cursor.key, self._desk.table
        if table is None:
            return
        is_here = bool(desk.unit) and desk.scene.where == table.board.find(key)
        if is_here and not table.is_computers_turn and desk.act_in_place(key, desk.unit):
            return
        unit = self._topmost()
        if not desk.mouse.act_or_choose(key, unit) and not unit and not desk.scene.prompt.refusal:
            desk.scene.prompt.say(self.tr("Nothing can be done here now. Esc puts the cursor away."))

    def ask_at_cursor(self) -> bool:
        """List what can be done where the cursor is, or else with the unit in hand."""
        desk = self._desk
        key = self.cursor.key or desk.canvas.counters.location_of(desk.unit) or ""
        if key:
            desk.mouse.ask_about(key, self._topmost(), desk.global_point(key))
        return bool(key)

    def escape(self) -> bool:
        """Take back what is asked, else let go of the unit in hand, and without one put the cursor away."""
        if self._desk.call_off() or self._desk.question.drop() or self._desk.let_go():
            return True
        has_cursor = bool(self.cursor.key)
        self.point_at("")
        return has_cursor

    def next_unit(self, step: int = 1) -> bool:
        """Choose the next unit that can act, and look at it; where none can, point to the next place of the question.

        False where nobody is asked anything.
        """
        desk = self._desk
        units = desk.acting_in_order()
        if not units:
            return self._next_place(step)
        index = units.index(desk.unit) + step if desk.unit in units else 0
        unit = units[index % len(units)]
        desk.take_up(unit)
        if self.cursor.key:
            self.point_at(desk.canvas.counters.location_of(unit) or "")
        return True

    def _next_place(self, step: int) -> bool:
        """Point to the next place where something can be done without a unit; with none the map keeps the keyboard."""
        desk, table = self._desk, self._desk.table
        if table is None or not self._question() or table.refusal_now() is not None:
            return False
        keys = sorted(filter(self._point_of, desk.scene.tints.tints), key=table.board.at)
        if keys:
            index = keys.index(self.cursor.key) + step if self.cursor.key in keys else 0
            self.point_at(keys[index % len(keys)])
        return True

    def press_button(self, number: int) -> bool:
        """Press a button of the question by its number; False where there is none."""
        return self._desk.scene.prompt.press(number)
