"""Play as a mode of the window: a game is begun or taken up from what is on the screen, kept in the file, and left.

Nothing of the editor's documents is changed: the game is a document of its own beside them, and carries what it is
played with. A scenario that was edited since a game began is played as a new game; the earlier one stays in the file
and is played on with what it carries, or its position is taken over into the edited scenario.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QDockWidget, QMainWindow, QVBoxLayout

from app.banner import Banner, BannerTone
from app.files.file_actions import FileActions
from app.modes import Mode, ModeSwitch
from app.play.desk import Desk
from app.play.games.game_document import GameMaterial, Keeper, checkpoint_of_game, saved_games, stacks_of_game
from app.play.games.game_setup import LoadingGivenUpError, NewGame, TakenUp, begin, sides_of, take_up
from app.play.games.hand_over import HandOver
from app.play.games.loading_dialog import Patience
from app.play.games.new_game import IssuesDialog
from app.play.games.new_game_question import NewGameQuestion
from app.play.games.played_map import PlayedMap
from app.play.games.saved_games import Keeping
from app.play.input.gestures import PlayGestures
from app.play.input.hover_timing import Hovering
from app.play.panels.panel_list import PlayPanel, play_panels
from app.play.panels.tray_opening import TrayOpening
from app.play.panels.trays_panel import TraysPanel
from app.play.panels.turns_panel import GameTurnsPanel
from app.play.play_docks import PlayDocks
from app.play.replay.replay import Replay
from app.play.scene.animation import Motion
from app.play.scene.overlays import Overlays
from app.play.scene.stack_view import StackView
from app.play.sideboard import Sideboard
from app.play.table import GameTable
from editor.documents.background import Background
from editor.documents.workbench import Workbench
from editor.panels.view_jump import jump_to
from engine.core.refusals import GameFault
from engine.definitions.game_record import GameRecord
from engine.definitions.issues import DefinitionError
from engine.definitions.project import Project
from engine.definitions.scenario import Scenario
from engine.narration.issue_places import IssuePlace, places_of_issues
from engine.narration.language import catalogue
from engine.session.played_with import is_played_with, played_with
from engine.session.replay import ReplayError


@dataclass(frozen=True, slots=True)
class Handed:
    """A game on its way from one window to another."""

    table: GameTable
    keeper: Keeper
    is_edited: bool
    own: Project | None
    """The documents it is played with, where the file has others now."""


class PlaySwitch(ModeSwitch, Protocol):
    """Whoever can go into a game that was begun here."""

    def enter_play(self) -> None:
        """Show the game that was begun or taken up."""


class PlayMode(QObject):
    """What the window needs to be played in: the map, the open file, and a frame for the panels."""

    place_wanted = Signal(str)
    """A place is to be chosen, or none."""
    turn_told = Signal(str)
    """The line that says which turn it is."""
    taken = Signal()
    """Another game is on the table of a window that plays: other panels may be wanted."""
    followed = Signal()
    """The game went on: what can be done with it may be something else."""
    named_by = Signal(object)
    """Who names places while the game is on: `PlaceNames` of a map of its own, or None where it is the file's."""
    case_wanted = Signal(str)
    table_wanted = Signal(str)
    """A combat table, where its odds are shown."""

    def __init__(
        self,
        frame: QMainWindow,
        bench: Workbench,
        actions: FileActions,
        modes: PlaySwitch,
        *,
        settings: QSettings,
        banner: Banner,
        units: QDockWidget,
        background: Background,
    ) -> None:
        super().__init__(frame)
        self._frame, self._bench, self._canvas = frame, bench, bench.canvas
        self._actions, self._files, self._modes = actions, actions.files, modes
        self._banner = banner
        self.desk = Desk(self._canvas, self)
        self.gestures = PlayGestures(self._canvas, self.desk.mouse, self.desk.keys)
        self.stack = StackView(self.desk)
        self.overlays = Overlays(self.desk.scene, settings, self)
        self.table: GameTable | None = None
        self.keeping = Keeping(frame, actions, self, banner)
        self.keeping.kept.connect(self.followed)
        self.map = PlayedMap(self._canvas, self.named_by.emit)
        self.stack.rearranged.connect(self.keeping.keep_stacks)
        self._of: QObject | None = None
        """The file the game belongs to."""
        self._is_edited = False
        self.issues: IssuesDialog | None = None
        self.new_game = NewGameQuestion(frame, actions, self, settings=settings, background=background)
        central = frame.centralWidget()
        layout = central.layout() if central is not None else None
        assert isinstance(layout, QVBoxLayout)
        layout.insertWidget(1, self.desk.scene.prompt)
        self.sideboard = Sideboard(
            self.desk, self._files, settings, keeper=lambda: self.keeper, show_panel=self.show_panel
        )
        self.sideboard.not_kept.connect(lambda words: banner.say(BannerTone.ERROR, words))
        layout.insertWidget(2, self.sideboard.check.bar)
        self.replay = Replay(self.desk, settings, self)
        layout.addWidget(self.replay.bar)
        self.replay.bar.branch_wanted.connect(self.keeping.ask_branch)
        self.motion = Motion(self.desk, self.replay, settings, self)
        self.hand_over = HandOver(self.desk, frame)
        panels = (*play_panels(self.desk), *self.sideboard.panels())
        self.panels: dict[str, PlayPanel] = {panel.name: panel for panel in panels}
        self._docks = PlayDocks(frame, self.panels, units)
        self._join_panels()
        self.desk.decided.connect(self.keeping.keep)
        self.desk.place_chosen.connect(self.place_wanted)
        self.desk.scene.refreshed.connect(self._follow)
        self._canvas.clicked.connect(self._clicked)
        self.hovering = Hovering(self.desk.scene, settings, self)
        self.desk.hovered.connect(self.hovering.point)
        self.hovering.further = self.sideboard.notes_at
        for names_cases in (self.desk.scene.prompt, self.desk.scene.why, self.hovering):
            names_cases.case_wanted.connect(self.case_wanted)
        self.desk.scene.why.odds.chart_wanted.connect(self.table_wanted)

    def _join_panels(self) -> None:
        """Turn and score in the prompt open their panels, and a turn of the track the tray of those who come."""
        self.desk.scene.prompt.turn_wanted.connect(lambda: self.show_panel("turns"))
        self.desk.scene.prompt.score_wanted.connect(lambda: self.show_panel("score"))
        self.desk.scene.actions.front_wanted.connect(lambda: self.show_panel("actions"))
        turns, trays = self.panels["turns"].widget, self.panels["trays"].widget
        assert isinstance(turns, GameTurnsPanel) and isinstance(trays, TraysPanel)  # noqa: PT018

        def show_arrivals(turn: int) -> None:
            self.show_panel("trays")
            trays.show_turn(turn)

        turns.turn_wanted.connect(show_arrivals)
        self.tray_opening = TrayOpening(self.desk, self._lend_to_trays, self._docks.give_back)

    @property
    def docks(self) -> dict[str, QDockWidget]:
        """The docks of the panels, by the names of the panels."""
        return self._docks.docks

    @property
    def keeper(self) -> Keeper | None:
        """Keeps the game that is played."""
        return self.keeping.keeper

    # What can be played

    @property
    def scenario(self) -> Scenario | None:
        """The scenario on the screen, if its game is installed."""
        opened = self._files.opened
        if opened is None or not opened.choice:
            return None
        found = self.scenarios().get(opened.choice)
        return found if found is not None and sides_of(found.ruleset) else None

    def scenarios(self) -> dict[str, Scenario]:
        """The scenarios of what is open."""
        if self._files.project is not None:
            documents = self._files.project.contents.documents
            return {name: d for (_, name), d in documents.items() if isinstance(d, Scenario)}
        opened = self._files.opened
        return dict(opened.scenarios) if opened is not None else {}

    @property
    def is_on(self) -> bool:
        return self._canvas.event_target is self.gestures

    def is_of(self, project: QObject | None) -> bool:
        """Whether the game belongs to an open file."""
        return self.table is not None and project is not None and self._of is project

    @property
    def fits_screen(self) -> bool:
        """Whether the game is one of the scenario on the screen."""
        scenario = self.scenario
        return scenario is not None and self.table is not None and self.table.brief.scenario.id == scenario.id

    def note_edit(self, *_: object) -> None:
        """The map was changed: the next game is played on what it is now."""
        self._is_edited = True

    # Beginning

    def go_on(self) -> bool:
        """Play what is on the screen: the game that was left, the one last saved, or a new one."""
        scenario = self.scenario
        if scenario is None:
            self._say(self.tr("There is no scenario here to play. Scenario, New Scenario on This Map makes one."))
            return False
        if not self.is_kept_open():
            return False
        if self.is_of(self._files.project) and self._fits(scenario.id):
            return True
        files = self._files
        games = saved_games(files.project.contents, scenario.id) if files.project is not None else {}
        if games and self._is_of_today(list(games.values())[-1]):
            return self.load(list(games)[-1])
        begun = self.begin(NewGame(scenario.id))
        if games:
            words = self.tr("The scenario was changed, so this is a new game. Play, Saved Games finds the earlier one.")
            self._say(words)
        return begun

    def _is_of_today(self, record: GameRecord) -> bool:
        """Whether a game is played with what is on the screen; of one that carries nothing only an edit is known."""
        if not record.played_with:
            return not self._is_edited
        with suppress(DefinitionError):  # which whoever begins a new game is told
            return is_played_with(record, played_with(self.project(), record.scenario))
        return False

    def _fits(self, scenario: str) -> bool:
        return not self._is_edited and self.table is not None and self.table.brief.scenario.id == scenario

    def begin(self, asked: NewGame) -> bool:
        """Begin a game; what keeps it from being played is listed."""
        if not self.is_kept_open():
            return False
        try:
            project = self.project()
            table = begin(project, asked)
        except DefinitionError as bad:
            self._list(bad)
            return False
        except (GameFault, LookupError) as bad:
            return self._actions.refuse(str(bad))
        except Exception as bad:  # a scenario in work may make the rules stumble anywhere, and that is told too
            return self._actions.refuse(f"{type(bad).__name__}: {bad}")
        material = GameMaterial(played_with(project, asked.scenario))
        self.take(table, Keeper(table, self.keeping.free_id(), with_=material))
        return True

    def load(self, id: str) -> bool:
        """Take up a game of the open file."""
        project_file = self._files.project
        if project_file is None:
            return False
        record = saved_games(project_file.contents)[id]
        patience = Patience(record, self._frame)
        try:
            project = self.project()
            checkpoint, plans = checkpoint_of_game(project_file.store, id), project_file.contents.maps
            taken = take_up(project, record, patience, checkpoint, plans)
        except LoadingGivenUpError:
            return False
        except DefinitionError as bad:
            self._list(bad)
            return False
        except ReplayError as bad:
            begun = self.begin(NewGame(record.scenario))
            self._say(self.tr("The saved game cannot be taken up: {0}").format(catalogue().text(bad.reason)))
            return begun
        finally:
            patience.end()
        material = GameMaterial.of(record, project, taken.present)
        own = None if is_played_with(record, taken.present) or taken.project is project else taken.project
        self.take(taken.table, Keeper.of(taken.table, record, material), own)
        self._tell_taken(taken, record)
        return True

    def _tell_taken(self, taken: TakenUp, record: GameRecord) -> None:
        """Say what is other than the person may think: the scenario it is played with, or how far the log fits."""
        if taken.problem is not None:
            words = self.tr("The game fits its scenario for {0} of {1} actions and can be looked at so far: {2}")
            reason = taken.table.say(taken.problem)
            self._say(words.format(taken.table.length, len(record.actions), reason))
        elif self.map.is_other:
            words = self.tr("The scenario was changed since this game began; it is played on as it was then.")
            self._say(words)

    def resume(self) -> bool:
        """Take up the game that the open file was left at, if it was left at one."""
        keeping, opened = self.keeping, self._files.opened
        last = list(keeping.games.values())[-1:] if keeping.was_left_in_play else []
        if not last or opened is None:
            return False
        if last[0].scenario != opened.choice:
            self._actions.open_choice(last[0].scenario)
        return self.load(last[0].id)

    def take(self, table: GameTable, keeper: Keeper, own: Project | None = None) -> None:
        """Play this game from now on, and keep it so; `own` is what it is played with where the file has other."""
        before, self.table = self.keeping.keeper, table
        if before is not None and before.id != keeper.id:
            self._banner.drop_remark()
        self.map.take(own, table.brief.scenario.id)
        self.keeping.keeper = keeper
        self._of = self._files.project
        if self._files.project is not None:
            table.order.take(stacks_of_game(self._files.project.store, keeper.id))
        self._is_edited = False
        if self.is_on:
            self.enter()
            if before is None or before.id != keeper.id:
                self.taken.emit()

    def is_kept_open(self) -> bool:
        """Have a file to keep the game in: what is only looked at becomes a working copy."""
        files = self._files
        if files.project is None and files.word is None:
            return self._actions.tried(files.start_editing, files.name)
        return True

    def project(self) -> Project:
        """Every document as it is on the screen."""
        project_file = self._files.project
        if project_file is not None:
            return project_file.contents.to_project()
        opened = self._files.opened
        assert opened is not None
        return opened.read()

    def _list(self, bad: DefinitionError) -> None:
        issues = sorted(bad.issues, key=lambda issue: not issue.is_error)
        places = places_of_issues(issues, self.project, self._canvas.plan)
        self.issues = IssuesDialog(issues, self._frame, places, self.show_issue)
        self.issues.open()

    def show_issue(self, place: IssuePlace) -> None:
        """Show a place that something is wrong with, on the page where it can be mended."""
        self._modes.set_mode(Mode.DESIGN if place.is_of_scenario else Mode.EDIT)
        if self._modes.mode is not Mode.EDIT or not jump_to(self._bench, (place.key,)):
            self._canvas.look_at(place.key)
            self.place_wanted.emit(place.key)

    def _say(self, words: str) -> None:
        self._banner.say(BannerTone.INFO, words)

    def handed(self) -> Handed | None:
        """The game on the table, for another window to go on with."""
        if self.table is None or self.keeper is None:
            return None
        return Handed(self.table, self.keeper, self._is_edited, self.map.project)

    def adopt(self, handed: Handed | None) -> None:
        """Go on with a game of another window, in the words of this one."""
        if handed is not None:
            table = handed.table.said_again()
            self.take(table, handed.keeper.moved_to(table), handed.own)
            self._is_edited = handed.is_edited

    # Being in it

    def enter(self) -> None:
        """Show the game and take the mouse."""
        if self.table is None:
            return
        self._canvas.event_target = self.gestures
        opened = self._files.opened
        palette = self._bench.palette if self._bench.document is not None else opened.palette if opened else None
        self.map.show(opened, palette)
        palette = self.map.palette or palette
        if palette is not None:
            self.desk.take(self.table, palette)
        self.turn_told.emit(self.table.turn_line())

    def leave(self) -> None:
        """Give the mouse back and show the scenario as its author set it up."""
        if not self.is_on:
            return
        self._canvas.event_target = None
        self._banner.drop_remark()
        self.hovering.put_away()
        self.motion.leave()
        self.replay.leave()
        self.hand_over.leave()
        self.desk.leave()
        self.sideboard.leave()
        opened = self._files.opened
        if opened is not None:
            self.map.put_back(opened, self._bench.palette if self._bench.document is not None else opened.palette)
            self._canvas.counters.set_counters(opened.counters)
            self.turn_told.emit(opened.turn_line)
            self.place_wanted.emit("")

    def forget(self) -> None:
        """Something else is open: the game is in its file."""
        self.leave()
        self.table, self.keeping.keeper, self._of = None, None, None

    def arrange(self) -> None:
        """Put the panels where they usually are."""
        self._docks.arrange()

    def show_docks(self) -> None:
        """Show the panels that the game has a use for."""
        self._docks.show_for(self.table)
        self.tray_opening.hurry()
        self.hand_over.raise_()

    def show_panel(self, name: str) -> None:
        """Bring a panel to the front, for whoever wants to point at something in it."""
        self._docks.bring_forward(name)
        self.hand_over.raise_()

    def _lend_to_trays(self) -> None:
        self._docks.lend("trays")
        self.hand_over.raise_()

    def _clicked(self, key: str) -> None:
        if self.is_on:
            self.desk.mouse.click(key, "")

    def _follow(self) -> None:
        if self.table is not None:
            self.turn_told.emit(self.table.turn_line())
        self.followed.emit()

    def show_stack(self) -> None:
        """Fan out the stack under the pointer, of the unit in hand, or of the chosen place; again closes it."""
        if not self.stack.isHidden():
            self.stack.dismiss()
            return
        canvas, desk = self._canvas, self.desk
        held = canvas.counters.location_of(desk.unit) if desk.unit else None
        self.stack.open(
            next(
                (key for key in (canvas.under_pointer, held, canvas.selected) if key and canvas.counters.stack(key)), ""
            )
        )

    def begin_and_enter(self, asked: NewGame) -> None:
        """Begin a game and show it, if it can be begun."""
        if self.begin(asked):
            self._modes.enter_play()

    def go_on_with(self, id: str) -> None:
        """Take up a game of the open file and show it."""
        opened, record = self._files.opened, self.keeping.games.get(id)
        if record is None:
            return
        if opened is not None and record.scenario != opened.choice:
            self._actions.open_choice(record.scenario)
        if self.load(id):
            self._modes.enter_play()
