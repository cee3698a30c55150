"""The games of the open file: each written as it is played, and renamed, copied, branched, written out and read in.

Whatever is done to one game leaves the others as they are. The file may refuse; then the game goes on and the window
says that it was not kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.banner import Banner, BannerTone
from app.cli.exits import failure_line
from app.files.file_actions import FileActions
from app.play.desk import Desk
from app.play.games.branch_dialog import BranchDialog
from app.play.games.game_document import (
    Keeper,
    copy_beside,
    forget_beside,
    free_id,
    note_stacks,
    now,
    read_game,
    saved_games,
    write_game,
)
from app.play.games.played_map import PlayedMap
from app.play.games.players import SeatingDialog
from app.play.games.saved_games_dialog import SavedGamesDialog
from app.play.games.take_over import take_over
from app.play.table import GameTable
from editor.documents.project_file import ProjectFile
from editor.save_path import ask_save_path
from engine.core.messages import Message, message
from engine.definitions.game_record import BranchPoint, GameRecord
from engine.definitions.issues import DefinitionError
from engine.definitions.played import PlayedDocument
from engine.definitions.project import Project
from engine.definitions.scenario import Scenario
from engine.narration.language import catalogue, wording_of
from engine.rulesets.library import bundled_scenarios
from engine.session.played_with import carried_by, needed_by, unloaded, with_carried
from engine.session.records import check_record
from engine.session.replay import ReplayError
from engine.storage.contents import Contents
from engine.storage.errors import FileError


class GameHolder(Protocol):
    """Whoever plays one game at a time, and can take up another."""

    desk: Desk
    table: GameTable | None
    map: PlayedMap

    def take(self, table: GameTable, keeper: Keeper, own: Project | None = None) -> None:
        """Play this game from now on, and keep it so; `own` is what it is played with where the file has other."""

    def project(self) -> Project:
        """Every document as it is on the screen."""
        ...

    def scenarios(self) -> dict[str, Scenario]:
        """The scenarios of what is open."""
        ...

    def is_kept_open(self) -> bool:
        """Have a file to keep the game in."""
        ...

    def go_on_with(self, id: str) -> None:
        """Take up a game of the open file and show it."""


_LEFT_IN_PLAY = "left-in-play"


class Keeping(QObject):
    """Keeps what is played, in the file that is open."""

    kept = Signal()
    """A game was written, or taken out of the file."""

    def __init__(self, frame: QWidget, actions: FileActions, play: GameHolder, banner: Banner) -> None:
        super().__init__(frame)
        self._frame, self._actions, self._play, self._banner = frame, actions, play, banner
        self.keeper: Keeper | None = None

    @property
    def _file(self) -> ProjectFile | None:
        return self._actions.files.project

    @property
    def games(self) -> dict[str, GameRecord]:
        """The games of the open file, the one played last at the end."""
        return saved_games(self._file.contents) if self._file is not None else {}

    def scenario_title(self, record: GameRecord) -> str:
        """What the scenario of a game is called: in the open file, among the bundled ones, or in what it carries."""
        found = self._scenario_of(record)
        said = wording_of(found.ruleset).scenario(found) if found is not None else None
        return (said.title if said is not None else "") or self.tr("a scenario that is not here")

    def game_title(self, id: str) -> str:
        """What a game is called; one that was deleted since has no name any more."""
        record = self.games.get(id)
        return self._title_of(record) if record is not None else self.tr("a game that is gone")

    def _scenario_of(self, record: GameRecord) -> Scenario | None:
        """The scenario of a game as it was written."""
        found = self._play.scenarios().get(record.scenario)
        if found is not None:
            return found
        bundled = bundled_scenarios().get(record.scenario)
        own = carried_by(record, Project()) if record.carries else None
        return bundled.scenario if bundled is not None else None if own is None else own.scenarios[record.scenario]

    def _title_of(self, record: GameRecord) -> str:
        """A game that nobody gave a title is called as its scenario is, in the language that is spoken."""
        found = self._scenario_of(record)
        is_given = record.title and (found is None or record.title != found.title)
        return record.title if is_given and record.title else self.scenario_title(record)

    def free_id(self) -> str:
        """A name for one more game."""
        return free_id(self._file.contents if self._file is not None else Contents())

    def keep(self) -> bool:
        """Write the game into the file as it stands."""
        table, keeper, is_first = self._play.table, self.keeper, not self.games
        if keeper is None or (table is not None and table.is_only_shown):
            return False
        record = keeper.record()
        kept = self._put(record, message("window.do.play"), *keeper.material.all)
        if kept and self._file is not None:
            with suppress(FileError):
                keeper.note_checkpoint(self._file.store, record)
        if is_first:
            self.note_mode(in_play=True)
        return kept

    @property
    def was_left_in_play(self) -> bool:
        """Whether the open file was left at a game, and not at its map."""
        return self._file is not None and self._file.store.notes().get(_LEFT_IN_PLAY) is True

    def note_mode(self, *, in_play: bool) -> None:
        """Remember in the file whether it is left at a game; one that was never played has nothing to remember."""
        if self._file is None or self._file.is_read_only or not self.games or self.was_left_in_play is in_play:
            return
        with suppress(FileError):
            self._file.store.note(_LEFT_IN_PLAY, in_play or None)

    def keep_stacks(self) -> None:
        """Remember beside the game how its stacks lie."""
        table = self._play.table
        if self._file is not None and self.keeper is not None and table is not None and not self._file.is_read_only:
            with suppress(FileError):
                note_stacks(self._file.store, self.keeper.id, table.order)

    def _put(self, record: GameRecord, label: Message, *carried: PlayedDocument) -> bool:
        """Write a game, and of what it carries what the file does not have yet."""
        project_file = self._file
        if project_file is None or project_file.is_read_only:
            return False
        try:
            held = project_file.contents.documents
            new = [each for each in carried if (each.KIND, each.id) not in held]
            project_file.put(*new, record, label=catalogue().text(label))
        except FileError as bad:
            words = self.tr("The game goes on, but was not kept: {0}").format(catalogue().text(bad.message))
            self._banner.say(BannerTone.ERROR, words)
            return False
        self.kept.emit()
        return True

    # What is done to a game

    def rename(self, id: str, title: str) -> bool:
        """Give a game another title."""
        title = title.strip()
        if not title or id not in self.games:
            return False
        if self.keeper is not None and self.keeper.id == id:
            self.keeper.title = title
        return self._put(self.games[id].model_copy(update={"title": title}), message("window.do.rename-game"))

    def duplicate(self, id: str) -> str:
        """A second game that stands where the first does; its id, or nothing."""
        record = self.games.get(id)
        if record is None:
            return ""
        title = self.tr("{0} (copy)").format(self._title_of(record))
        other = record.model_copy(update={"id": self.free_id(), "title": title, "changed": now()})
        if not self._put(other, message("window.do.copy-game")):
            return ""
        self._copy_beside(id, other.id)
        return other.id

    def delete(self, id: str) -> bool:
        """Take a game out of the file. The one that is being played is begun anew by its next decision."""
        project_file = self._file
        if project_file is None or project_file.is_read_only or id not in self.games:
            return False
        label = catalogue().text(message("window.do.delete-game"))
        needed = needed_by({name: game for name, game in self.games.items() if name != id})
        contents = project_file.contents
        played = [name for name in contents.documents if name[0] == PlayedDocument.KIND]
        # A game that was set aside is played with something too, and nobody can tell with what.
        idle = [name for name in played if name[1] not in needed and not contents.set_aside]
        done = self._actions.tried(lambda: project_file.take_out((GameRecord.KIND, id), *idle, label=label), id)
        if done:
            with suppress(FileError):
                forget_beside(project_file.store, id)
            self.kept.emit()
        return done

    def branch(self, title: str, players: Mapping[str, str]) -> bool:
        """A new game from the moment that is shown; the one it leaves stays as it is."""
        table, keeper = self._play.table, self.keeper
        if table is None or keeper is None:
            return False
        step = table.step
        other = GameTable(table.authored, table.session.branch(step), {**table.players, **players})
        point = BranchPoint(game=keeper.id, actions=step)
        branched = Keeper(other, self.free_id(), title, point, with_=keeper.material)
        self._copy_beside(keeper.id, branched.id)
        self._play.take(other, branched, self._play.map.project)
        return self.keep()

    def take_over(self) -> bool:
        """Go on from the moment that is shown in the scenario as it is now; the game it comes from stays as it is."""
        play, keeper = self._play, self.keeper
        if play.table is None or keeper is None or not play.map.is_other:
            return False
        try:
            other = take_over(play.table, keeper, play.project(), self.free_id())
        except DefinitionError as bad:
            return self._actions.refuse(failure_line(bad.issues))
        except ReplayError as bad:
            words = self.tr("The position cannot be taken over: {0}").format(play.table.say(bad.reason))
            self._banner.say(BannerTone.INFO, words)
            return False
        self._copy_beside(keeper.id, other.id)
        play.take(other.table, other)
        self._banner.say(BannerTone.INFO, self.tr("The game goes on from here in the scenario as it is now."))
        return self.keep()

    def _copy_beside(self, id: str, other: str) -> None:
        """What lies beside a game is no part of it: a copy that cannot have it goes without."""
        if self._file is not None:
            with suppress(FileError):
                copy_beside(self._file.store, id, other)

    def write_out(self, id: str, path: Path) -> bool:
        """Write a game to a file of its own."""
        record, project_file = self.games.get(id), self._file
        if record is None or project_file is None:
            return False
        whole = with_carried(record, Project(project_file.contents.documents.values()))
        return self._actions.tried(lambda: write_game(whole, path), str(path))

    def read_in(self, path: Path) -> str:
        """Read a game that was written out into the open file; its id there, or nothing."""
        refuse = self._actions.refuse
        try:
            record = read_game(path)
            check_record(record)
        except DefinitionError as bad:
            refuse(failure_line(bad.issues))
            return ""
        except ReplayError as bad:
            refuse(f"{path}: {catalogue().text(bad.reason)}")
            return ""
        if not self._has_scenario(record):
            refuse(self.tr("{0} is a game of the scenario {1}: open that first.").format(path, record.scenario))
            return ""
        bare, carried = unloaded(record)
        other = bare.model_copy(update={"id": self.free_id()})
        return other.id if self._put(other, message("window.do.import-game"), *carried) else ""

    def _has_scenario(self, record: GameRecord) -> bool:
        """Have a file with the scenario open: this one, the bundled one, or a new one made of what the game carries."""
        scenario = record.scenario
        if scenario in self._play.scenarios():
            return self._play.is_kept_open()
        if scenario in bundled_scenarios():
            return self._actions.open(scenario) and self._play.is_kept_open()
        carried = carried_by(record, Project())
        return carried is not None and self._actions.open_documents(carried, scenario) and self._play.is_kept_open()

    # Asking

    def ask_saved(self) -> SavedGamesDialog:
        """List the games of the file, to go on with one or to tidy up."""
        dialog = SavedGamesDialog(self, self._frame)
        dialog.go_on_wanted.connect(self._play.go_on_with)
        dialog.open()
        return dialog

    def ask_branch(self) -> BranchDialog | None:
        """Ask what the new game is to be called and who plays it."""
        table, keeper = self._play.table, self.keeper
        if table is None or keeper is None:
            return None
        dialog = BranchDialog(table, self.game_title(keeper.id), self._colours(table), self._frame)
        dialog.when_accepted(lambda: self.branch(dialog.title.text().strip() or keeper.title, dialog.players()))
        dialog.open()
        return dialog

    def ask_players(self) -> SeatingDialog | None:
        """Ask who plays from now on."""
        table = self._play.table
        if table is None:
            return None
        dialog = SeatingDialog(table.players, self._colours(table), table.brief.scenario.ruleset, self._frame)
        dialog.when_accepted(lambda: self._seat(table, dialog.players()))
        dialog.open()
        return dialog

    def _colours(self, table: GameTable) -> dict[str, str]:
        return {side: self._play.desk.scene.colours(side)[0] for side in table.players}

    def _seat(self, table: GameTable, players: Mapping[str, str]) -> None:
        table.seat(players)
        self.keep()
        self._play.desk.refresh()

    def ask_write_out(self, id: str = "") -> bool:
        """Ask for a file and write a game to it, the one that is played unless another is named."""
        played = self.keeper.id if self.keeper is not None else ""
        wanted = id or played
        if wanted == played and wanted not in self.games and not self.keep():
            return False
        suggested = Path(self._actions.folder()) / f"{self.games[wanted].scenario}-{wanted}.yaml"
        kinds = self.tr("Games as YAML (*.yaml);;Games as JSON (*.json)")
        path = ask_save_path(self._frame, self.tr("Export Game"), suggested, kinds, ".yaml", ".yml", ".json")
        if path is None or not self.write_out(wanted, path):
            return False
        self._actions.said.emit(self.tr("The game was written to {0}").format(path))
        return True

    def ask_read_in(self) -> str:
        """Ask for a file and read a game from it; its id, or nothing."""
        kinds = self.tr("Games (*.yaml *.yml *.json);;All files (*)")
        path, _ = QFileDialog.getOpenFileName(self._frame, self.tr("Import Game"), self._actions.folder(), kinds)
        found = self.read_in(Path(path)) if path else ""
        if found:
            self._play.go_on_with(found)
        return found
