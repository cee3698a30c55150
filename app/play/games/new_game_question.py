"""Asking what is to be played: any scenario there is, that on the screen unless another is chosen.

The question knows where scenarios lie, in the open file, among the bundled ones and in files opened lately; that a game
is begun, kept and shown is the matter of whoever plays.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QSettings
from PySide6.QtWidgets import QWidget

from app.cli.targets import is_project_file
from app.files.file_actions import FileActions
from app.play.games.game_setup import NewGame
from app.play.games.new_game import NewGameDialog
from app.play.games.scenario_shelf import of_bundle, of_file, of_open
from editor.documents.background import Background
from engine.definitions.project import Project
from engine.definitions.scenario import Scenario
from engine.storage.file_summary import held_by


class Beginning(Protocol):
    """Whoever begins games of what is open."""

    @property
    def scenario(self) -> Scenario | None:
        """The scenario on the screen, if its game is installed."""

    def project(self) -> Project:
        """Every document as it is on the screen."""

    def begin_and_enter(self, asked: NewGame) -> None:
        """Begin a game and show it, if it can be begun."""


class NewGameQuestion(QObject):
    """Opens the dialog of a new game, and has begun what was chosen there."""

    def __init__(
        self,
        frame: QWidget,
        actions: FileActions,
        beginning: Beginning,
        *,
        settings: QSettings,
        background: Background,
    ) -> None:
        super().__init__(frame)
        self._frame, self._actions, self._files = frame, actions, actions.files
        self._beginning, self._settings, self._background = beginning, settings, background

    def ask(self) -> NewGameDialog:
        """Ask what is to be played and by whom; a file to keep the game in is made when it begins."""
        scenario = self._beginning.scenario
        project = self._beginning.project() if self._files.opened is not None else Project()
        dialog = NewGameDialog(
            (*of_open(project), *of_bundle(project)),
            scenario.id if scenario is not None else "",
            self._settings,
            self._frame,
            pictures=self._files.picture,
        )
        dialog.when_accepted(lambda: self._begin(dialog.asked(), dialog.source))
        dialog.accepted.connect(dialog.remember)
        dialog.open()
        self._offer_recent(dialog)
        return dialog

    def _offer_recent(self, dialog: NewGameDialog) -> None:
        """Look behind the window for what there is to be played in files opened lately."""

        def offer(path: Path) -> None:
            ticket = self._background.run(
                lambda _: held_by(path),
                lambda held: dialog.offer(of_file(path, held)),
                lambda _: None,
                about=path.name,
            )
            dialog.finished.connect(ticket.cancel)

        for path in map(Path, self._actions.recent.paths()):
            if path.is_file() and is_project_file(path) and not self._files.has_open(path):
                offer(path)

    def _begin(self, asked: NewGame, source: str) -> None:
        if source and not self._actions.open(source, asked.scenario):
            return
        opened = self._files.opened
        if opened is not None and asked.scenario != opened.choice:
            self._actions.open_choice(asked.scenario)
        self._beginning.begin_and_enter(asked)
