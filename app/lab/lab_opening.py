"""Opens the lab on the scenario that is on the screen, and a game of the lab in the replay bar."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from app.files.file_actions import FileActions
from app.lab.compare_page import CompareSubject
from app.lab.game_again import LabGame
from app.lab.lab_subject import LabPosition, LabSubject
from app.lab.lab_window import LabWindow
from app.play.games.game_document import GameMaterial, Keeper
from app.play.play_mode import PlayMode, PlaySwitch
from app.play.table import PERSON, GameTable
from editor.documents.project_file import ProjectFile
from engine.definitions.drafts import state_folder
from engine.definitions.played import PlayedDocument
from engine.narration.language import catalogue, scenario_title
from engine.session.played_with import packed_state, played_with
from engine.storage.errors import FileError, speaking_of
from engine.storage.playtests import SUFFIX, PlaytestFile, playtest_beside


class LabOpening(QObject):
    """One lab at a time."""

    def __init__(self, frame: QWidget, actions: FileActions, play: PlayMode, modes: PlaySwitch) -> None:
        super().__init__(frame)
        self._frame, self._actions, self._files = frame, actions, actions.files
        self._play, self._modes = play, modes
        self.window: LabWindow | None = None
        self._shelf: PlaytestFile | None = None
        self._about: tuple[ProjectFile | None, str] = (None, "")
        """What is open: the file that is worked on, and where it comes from."""

    @property
    def can_open(self) -> bool:
        """Whether a scenario is on the screen."""
        return self._play.scenario is not None

    def open(self) -> LabWindow | None:
        """Show the lab for the scenario on the screen; the one that is open already, with all that it plays."""
        scenario = self._play.scenario
        if scenario is None:
            return None
        self.follow()
        if self.window is not None:
            self.window.setWindowState(self.window.windowState() & ~Qt.WindowState.WindowMinimized)
            self.window.raise_()
            self.window.activateWindow()
            return self.window
        self._note_what_is_open()
        try:
            self._shelf = PlaytestFile(self._path(scenario.id))
        except FileError as bad:
            self._actions.refuse(catalogue().text(bad.message))
            return None
        subject = LabSubject(self._play.project, scenario.id, self._shelf, self._position)
        window = LabWindow(subject, self._frame)
        window.compare.offer(
            CompareSubject(
                self._play.project,
                scenario.id,
                tuple(box.accessibleName() for box in window.players),
                lambda: window.names,
                window.versions,
                lambda project, name, players, words: window.arm_for(project, name, players, name=words),
            )
        )
        window.game_opened.connect(self.show_game)
        window.finished.connect(lambda _: self.close())
        self.window = window
        window.create()
        # Else it would lie on the game that is opened from it.
        window.windowHandle().setTransientParent(None)  # type: ignore[arg-type]
        window.show()
        return window

    def follow(self) -> None:
        """Something else may be open now: then the lab of what was is closed.

        What was only looked at and is worked on now is still the same, and so is a file under another name.
        """
        opened = self._files.opened
        project, source = self._about
        is_ours = self._source == source if project is None else self._files.project is project
        if self.window is not None and (opened is None or opened.choice != self.window.scenario or not is_ours):
            self.close()
        self._note_what_is_open()

    def _note_what_is_open(self) -> None:
        self._about = self._files.project, self._source

    @property
    def _source(self) -> str:
        opened = self._files.opened
        return opened.source if opened is not None else ""

    def close(self) -> None:
        """End what is played and let go of the file."""
        window, self.window = self.window, None
        if window is not None:
            window.end()
            window.close()
            window.deleteLater()
        shelf, self._shelf = self._shelf, None
        if shelf is not None:
            with suppress(FileError):
                shelf.close()

    def _path(self, scenario: str) -> Path:
        """Beside the file if it has a name, else where the program keeps what it remembers."""
        project = self._files.project
        if project is not None and project.is_named:
            return playtest_beside(project.path)
        folder = state_folder() / "playtests"
        with speaking_of(folder):
            folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{scenario}{SUFFIX}"

    def _position(self) -> LabPosition | None:
        """The moment of the game on the board that is shown."""
        table = self._play.table
        if table is None:
            return None
        project = self._play.map.project or self._play.project()
        state = table.session.state_after(table.step)
        return LabPosition(state, project, table.brief.scenario.id, table.session.game.options)

    def show_game(self, asked: LabGame) -> None:
        """Put a game of the lab on the board, from its beginning."""
        play, arm = self._play, asked.arm
        if not play.is_kept_open():
            return
        documents = tuple(PlayedDocument(id=name, packed=packed) for name, packed in arm.documents.items())
        begins = packed_state(asked.session.game, asked.session.start.state) if arm.begins is not None else None
        brief = arm.brief()
        table = GameTable(brief, asked.session, dict.fromkeys(asked.session.game.ruleset.sides, PERSON))
        words = self.tr("{0}, seed {1}").format(scenario_title(brief.scenario), asked.seed)
        keeper = Keeper(table, play.keeping.free_id(), words, with_=GameMaterial(documents, begins))
        known = arm.scenario in play.scenarios()
        now = {each.id for each in played_with(play.project(), arm.scenario)} if known else set()
        play.take(table, keeper, None if now == set(arm.documents) else arm.project())
        self._modes.enter_play()
        play.replay.show_bar(True)
        play.replay.go_to_start()
        self._frame.raise_()
        self._frame.activateWindow()
