"""The first game, step by step in the window: each step waits until it was done, and the next one comes by itself.

What was done is known from the game, the mode and the file, never from what was pressed, so any way that leads there
will do. A lesson can be left at any step: the settings remember the step and the file, and the start page goes on.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, QTimer
from PySide6.QtWidgets import QVBoxLayout

from app.coach.checks import Checks
from app.coach.coach_bar import CoachBar
from app.coach.lesson import Lesson, LessonMark, LessonStep, lesson
from app.coach.pointing import Pointing
from app.modes import Mode
from app.play.table import GameTable

if TYPE_CHECKING:
    from app.window import MainWindow

PAGE = "first-game"
_LOOK_AGAIN = 150
"""Milliseconds between two looks at what a person did."""
_STEP, _FILE, _ACTIONS = "lesson/step", "lesson/file", "lesson/actions"
_ON_HEXES = frozenset({"click", "drag", "point", "wheel"})
"""What is done on hexes of the map."""
_LASTING = frozenset({"log"})
"""What stays seen once it was so: whoever is there already went another way."""


class Coach(QObject):
    """Leads through one page of the manual."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.bar = CoachBar()
        self.pointing = Pointing(window)
        self._checks = Checks(window)
        self._lesson: Lesson | None = None
        self._number = 0
        self._seen = 0
        """How many lines of the step were done and seen."""
        self._brought: LessonMark | None = None
        """What was last brought into view."""
        central = window.centralWidget()
        layout = central.layout() if central is not None else None
        assert isinstance(layout, QVBoxLayout)
        layout.insertWidget(0, self.bar)
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_AGAIN)
        self._timer.timeout.connect(self.look)
        self.bar.left.connect(self.leave)
        self.bar.skipped.connect(self._next)
        self.bar.again_wanted.connect(self.do_again)
        window.mode_changed.connect(self.look)
        window.play.desk.decided.connect(self.look)
        window.play.desk.scene.refreshed.connect(lambda *_: self.look())

    # Beginning and leaving

    @property
    def is_on(self) -> bool:
        return self._lesson is not None

    @property
    def step(self) -> LessonStep | None:
        """What is to be done now; None before the first step and after the last."""
        found = self._lesson
        return found.steps[self._number] if found is not None and self._number < len(found.steps) else None

    def remembered(self) -> tuple[int, int]:
        """The step at which the lesson was left, and how many there are; step 0 where it was not begun."""
        number = self._kept(_STEP)
        count = len(lesson(PAGE).steps)
        return (number if 0 < number <= count and self._file_left(number) is not None else 0), count

    def _kept(self, name: str) -> int:
        """A number of the settings; nought where they have something else."""
        kept = str(self._window.settings.value(name, 0))
        return int(kept) if kept.isdecimal() else 0

    def begin(self) -> None:
        """Go on with the lesson where it was left, or begin it."""
        number, _ = self.remembered()
        file = self._file_left(number)
        self._lesson = lesson(PAGE)
        is_closed = number > 1 and file is not None and file.is_file() and not self._window.files.has_open(file)
        if is_closed and file is not None and not self._window.open(file):
            number = 0
        self._number, self._seen = max(0, number - 1), 0
        if number > 2 and self._window.mode is not Mode.PLAY:
            self._window.set_mode(Mode.PLAY)
        self._timer.start()
        self._show()

    def leave(self) -> None:
        """Put the lesson away; it can be gone on with."""
        self._timer.stop()
        self._lesson = None
        self.bar.hide()
        self.pointing.point_at(())
        QTimer.singleShot(0, self._give_room)

    def _give_room(self) -> None:
        """A map that was shown whole takes the room that the lesson had."""
        canvas = self._window.canvas
        if canvas.look().zoom is None:
            canvas.fit()

    def _file_left(self, number: int) -> Path | None:
        """The file of the game that the lesson was left with; the first steps need none."""
        kept = str(self._window.settings.value(_FILE, "") or "")
        if number <= 2:
            return Path(kept)
        return Path(kept) if kept and Path(kept).is_file() else None

    def _remember(self) -> None:
        settings, project, table = self._window.settings, self._window.files.project, self._window.play.table
        settings.setValue(_STEP, self._number + 1)
        settings.setValue(_FILE, str(project.path) if project is not None else "")
        settings.setValue(_ACTIONS, table.length if table is not None else 0)

    # Going on

    def look(self) -> None:
        """Whether the step was done; then the next one is shown."""
        step = self.step
        if step is None:
            return
        later = [
            number
            for number, mark in enumerate(step.marks)
            if number >= self._seen and mark.name in _LASTING and self._checks.is_seen(mark)
        ]
        self._seen = later[-1] + 1 if later else self._seen
        while self._seen < len(step.marks) and self._checks.is_seen(step.marks[self._seen]):
            self._seen += 1
        if self._seen == len(step.marks):
            self._next()
        else:
            self._bring_in(step)
            self.pointing.point_at(self._rings(step))

    def _next(self) -> None:
        if self._lesson is None:
            return
        self._number, self._seen = self._number + 1, 0
        if self._number < len(self._lesson.steps):
            self._remember()
        else:
            self._window.settings.remove("lesson")
        self._show()

    def _show(self) -> None:
        found, step = self._lesson, self.step
        if found is None:
            return
        if step is None:
            self._timer.stop()
            self.pointing.point_at(())
            self.bar.show_end(found.title, len(found.steps), found.ending)
            return
        self.bar.show_step(step.number, len(found.steps), step.chapter, step.words)
        self.bar.again.setVisible(step.number > 2)
        self._bring_in(step)
        self.pointing.point_at(self._rings(step))

    def do_again(self) -> None:
        """Put the game back to where the step began, though dice were thrown since."""
        play = self._window.play
        table, keeper = play.table, play.keeper
        begun = self._kept(_ACTIONS)
        if table is None or keeper is None or self._window.mode is not Mode.PLAY or begun > table.length:
            return
        self._seen = 0
        again = GameTable(table.authored, table.session.branch(begun), table.players)
        play.take(again, keeper.moved_to(again), play.map.project)
        play.keeping.keep()

    # What is pointed at

    def _waiting(self, step: LessonStep) -> LessonMark | None:
        """What the next line of the step that is to be done wants used."""
        wanted = next((mark for mark in step.marks[self._seen :] if mark.is_done), None)
        before = [mark for mark in step.marks[: self._seen] if mark.is_done]
        return before[-1] if before and not step.marks[self._seen].is_done else wanted

    def _rings(self, step: LessonStep) -> list[QRect]:
        waiting = self._waiting(step)
        return self._ring(waiting) if waiting is not None else []

    def _bring_in(self, step: LessonStep) -> None:
        """Bring the hexes that are to be used into view, once for each thing to do."""
        waiting = self._waiting(step)
        if waiting is None or waiting == self._brought or self._window.mode is not Mode.PLAY:
            return
        self._brought = waiting
        for label in waiting.words if waiting.name in _ON_HEXES else ():
            key = self._checks.place(label)
            if key:
                self._window.play.desk.bring_into_view(key)

    def _ring(self, mark: LessonMark) -> list[QRect]:
        window = self._window
        if mark.name == "example":
            menu = window.menuBar().actions()[0]
            return [self.pointing.around(window.menuBar(), window.menuBar().actionGeometry(menu))]
        if window.mode is Mode.PLAY and (mark.name == "end" or mark.words == ("Return",)):
            check, button = window.play.sideboard.check.bar, window.play.desk.scene.prompt.default
            shown = check if check.isVisible() else button
            return [self.pointing.around(shown)] if shown.isVisible() else []
        if mark.name in _ON_HEXES and window.mode is Mode.PLAY:
            return [ring for label in mark.words if (ring := self._hex(label)) is not None]
        return []

    def _hex(self, label: str) -> QRect | None:
        """A hex as far as it is in view."""
        canvas, key = self._window.canvas, self._checks.place(label)
        outline = canvas.picture.outline(key) if key else None
        if outline is None:
            return None
        box, room = canvas.mapFromScene(outline.boundingRect()).boundingRect(), canvas.viewport().rect()
        if not room.contains(box.center()):
            return None
        return self.pointing.around(canvas.viewport(), box.intersected(room))
