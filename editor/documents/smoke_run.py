"""Random games in a process of their own: begun, told game by game, and stopped, while the window goes on."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

import engine
from engine.core.messages import Message, message
from engine.definitions.drafts import new_scratch
from engine.definitions.folders import save_folder
from engine.definitions.issues import DefinitionError
from engine.definitions.project import Project
from engine.players.smoke import SmokeGame, SmokeReport

_PATIENCE = 3000
"""Milliseconds until a process that does not end is ended."""


class SmokeRun(QObject):
    """One run at a time."""

    told = Signal()
    """One more game is in the report."""
    ended = Signal()
    """All games are played, the run was stopped, or it failed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.report = SmokeReport()
        self.wanted = 0
        self.trouble: Message | None = None
        self._folder: Path | None = None
        self._process: QProcess | None = None
        self._rest = b""

    @property
    def is_running(self) -> bool:
        return self._process is not None

    def begin(self, project: Project, scenario: str, games: int, seed: int = 1, player: str = "random") -> None:
        """Play a scenario so many times, between players of one sort."""
        self.stop()
        self.report, self.wanted, self.trouble, self._rest = SmokeReport(), games, None, b""
        try:
            self._folder = new_scratch()
            save_folder(project, self._folder)
        except DefinitionError as bad:
            self._give_up(bad.issues[0].message)
            return
        except OSError as bad:
            self._give_up(message("design.smoke.failed", problem=bad.strerror or str(bad)))
            return
        process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        here = str(Path(str(engine.__file__)).parents[1])
        known = environment.value("PYTHONPATH", "")
        environment.insert("PYTHONPATH", f"{here}:{known}" if known and sys.platform != "win32" else here)
        process.setProcessEnvironment(environment)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._finish)
        process.errorOccurred.connect(self._fail)
        self._process = process
        arguments = [
            "-m",
            "engine.players.smoke",
            str(self._folder),
            scenario,
            "--games",
            str(games),
            "--seed",
            str(seed),
            "--player",
            player,
        ]
        process.start(sys.executable, arguments)

    def _give_up(self, said: Message) -> None:
        """Nothing is played."""
        self.trouble = said
        self._tidy()
        self.ended.emit()

    def stop(self) -> None:
        """Play no further; what was played is reported."""
        process = self._process
        if process is None:
            return
        self._process = None
        process.blockSignals(True)
        process.kill()
        process.waitForFinished(_PATIENCE)
        process.deleteLater()
        self._tidy()
        self.ended.emit()

    def _read(self) -> None:
        process = self._process
        if process is None:
            return
        *lines, self._rest = (self._rest + bytes(process.readAllStandardOutput().data())).split(b"\n")
        for line in lines:
            self.report.add(SmokeGame.from_json(json.loads(line)))
            self.told.emit()

    def _fail(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            self._finish()

    def _finish(self, code: int = 1) -> None:
        process = self._process
        if process is None:
            return
        self._read()
        if code:
            said = bytes(process.readAllStandardError().data()).decode("utf-8", "replace").strip().splitlines()
            self.trouble = message("design.smoke.failed", problem=said[-1] if said else process.errorString())
        self._process = None
        process.deleteLater()
        self._tidy()
        self.ended.emit()

    def _tidy(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None
