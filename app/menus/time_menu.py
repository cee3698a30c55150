"""The part of the Play menu that is about time: replay, branching off, moves that are seen, the computer's pace."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from app.menus.entries import entry
from app.play.play_mode import PlayMode


class TimeMenu(QObject):
    """Entries in a submenu, and two for the computer."""

    def __init__(self, menu: QMenu, play: PlayMode) -> None:
        super().__init__(menu)
        self._play = play
        replay = menu.addMenu(self.tr("Repla&y"))
        replay.setToolTipsVisible(True)
        self._build_replay(replay)
        self._name_keys()
        self._build_pace(menu)

    def _build_replay(self, menu: QMenu) -> None:
        play = self._play
        replay = play.replay
        back, on = self.tr("Show the game one action earlier"), self.tr("Show the game one action later")
        self.back = entry(menu, self.tr("Step &Back"), "Ctrl+Left", back, lambda: replay.move(-1))
        self.on = entry(menu, self.tr("Step &Forward"), "Ctrl+Right", on, lambda: replay.move(1))
        turn_back = self.tr("Show the game where this turn began, or the one before")
        turn_on = self.tr("Show the game where the next turn begins")
        self.turn_back = entry(menu, self.tr("T&urn Back"), "Ctrl+Up", turn_back, lambda: replay.move_turn(-1))
        self.turn_on = entry(menu, self.tr("&Turn Forward"), "Ctrl+Down", turn_on, lambda: replay.move_turn(1))
        start = self.tr("Show the game before anything was decided")
        end = self.tr("Show the game as it stands, and go on with it")
        self.start = entry(menu, self.tr("&Show the Beginning"), "Ctrl+Home", start, replay.go_to_start)
        self.end = entry(menu, self.tr("Back to the &Game"), "Ctrl+End", end, replay.go_to_end)
        by_itself = self.tr("Let the game be played back from the moment that is shown, or stop that")
        self.by_itself = entry(menu, self.tr("&Play or Pause"), "Ctrl+Space", by_itself, replay.toggle)
        menu.addSeparator()
        branch = self.tr("Begin a new game from the moment that is shown; this one stays as it is")
        self.branch = entry(
            menu,
            self.tr("Bra&nch into a New Game..."),
            "Ctrl+Shift+B",
            branch,
            play.keeping.ask_branch,
            picture="branch",
        )
        menu.addSeparator()
        shown = self.tr("Show the bar at the foot of the map that goes back and forth in the game")
        self.bar = entry(menu, self.tr("Replay B&ar"), "Ctrl+B", shown, replay.show_bar, checked=replay.is_shown)
        self._replay: tuple[QAction, ...] = (
            self.back,
            self.on,
            self.turn_back,
            self.turn_on,
            self.start,
            self.end,
            self.by_itself,
            self.branch,
            self.bar,
        )

    def _name_keys(self) -> None:
        """The buttons of the bar say the keys that do the same."""
        bar = self._play.replay.bar
        for button, action in (
            (bar.back, self.back),
            (bar.forward, self.on),
            (bar.turn_back, self.turn_back),
            (bar.turn_forward, self.turn_on),
            (bar.start, self.start),
            (bar.end, self.end),
            (bar.play, self.by_itself),
            (bar.branch, self.branch),
        ):
            button.setToolTip(action.toolTip())

    def _build_pace(self, menu: QMenu) -> None:
        play = self._play
        animate = self.tr("Let counters slide along their way and dice tumble; a click lets them arrive at once")
        self.animate = entry(
            menu,
            self.tr("&Animate Moves and Dice"),
            "Ctrl+Shift+F7",
            animate,
            play.motion.switch,
            checked=play.motion.is_on,
        )
        hold = self.tr("Keep the computer from deciding, to look at what it did")
        self.hold = entry(menu, self.tr("&Hold the Computer"), "Ctrl+F7", hold, play.desk.computers.hold, checked=False)
        step = self.tr("Let the computer decide once, and then hold it")
        self.step = entry(menu, self.tr("Comp&uter's Next Decision"), "Shift+F7", step, play.desk.computers.step)
        skip = self.tr(
            "Let the computer decide without pauses until you are asked or, if nobody but it plays, for a turn"
        )
        self.skip = entry(menu, self.tr("Skip Ahead"), "Alt+Shift+F7", skip, play.desk.computers.skip)
        play.desk.computers.held_changed.connect(self.hold.setChecked)
        advice = self.tr("Ask the computer what it would do in your place, and why")
        self.advice = entry(menu, self.tr("Ask for &Guidance"), "Ctrl+Shift+F9", advice, play.desk.computers.ask_advice)

    def refresh(self) -> None:
        """Grey what cannot act."""
        table = self._play.table
        plays = self._play.is_on and table is not None
        for action in self._replay:
            action.setEnabled(plays)
        if plays and table is not None:
            for action in (self.back, self.turn_back, self.start):
                action.setEnabled(table.step > 0)
            for action in (self.on, self.turn_on, self.end):
                action.setEnabled(table.is_past)
            self.by_itself.setEnabled(table.length > 0)
        for action in (self.hold, self.step, self.skip):
            action.setEnabled(plays and table is not None and table.has_computers)
        self.animate.setEnabled(plays)
        self.advice.setEnabled(plays)
