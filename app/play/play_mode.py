"""Play as a mode of the window: a game is begun or taken up from what is on the screen, kept in the file, and left.

Nothing of the editor's documents is changed: the game is a document of its own beside them, and carries what it is
played with. A scenario that was edited since a game began is played as a new game; the earlier one stays in the file
and is played on with what it carries, or its position is taken over into the edited scenario.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDockWidget, QVBoxLayout

from app.banner import BannerTone
from app.modes import Mode
from app.play.desk import Desk
from app.play.games.game_document import GameMaterial, Keeper, saved_games, stacks_of_game
from app.play.games.game_setup import LoadingGivenUpError, NewGame, TakenUp, begin, sides_of, take_up
from app.play.games.hand_over import HandOver
from app.play.games.loading_dialog import Patience
from app.play.games.new_game import IssuesDialog, NewGameDialog
from app.play.games.played_map import PlayedMap
from app.play.games.saved_games import Keeping
from app.play.input.gestures import PlayGestures
from app.play.input.hover_timing import Hovering
from app.play.panels.panel_list import GamePanelSlot, PlayPanel, play_panels
from app.play.panels.tray_opening import TrayOpening
from app.play.panels.trays_panel import TraysPanel
from app.play.panels.turns_panel import GameTurnsPanel
from app.play.replay.replay import Replay
from app.play.scene.animation import Motion
from app.play.scene.overlays import Overlays
from app.play.scene.stack_view import StackView
from app.play.sideboard import Sideboard
from app.play.table import GameTable
from editor.panels.view_jump import jump_to
from engine.core.refusals import GameFault
from engine.definitions.charts.chart_pages import ChartPart
from engine.definitions.game_record import GameRecord
from engine.definitions.issues import DefinitionError
from engine.definitions.project import Project
from engine.definitions.scenario import Scenario
from engine.narration.issue_places import IssuePlace, places_of_issues
from engine.narration.language import catalogue
from engine.session.played_with import is_played_with, played_with
from engine.session.replay import ReplayError

if TYPE_CHECKING:
    from app.window import MainWindow

_RIGHT, _BELOW = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea


@dataclass(frozen=True, slots=True)
class Handed:
    """A game on its way from one window to another."""

    table: GameTable
    keeper: Keeper
    is_edited: bool
    own: Project | None
    """The documents it is played with, where the file has others now."""


class PlayMode(QObject):
    """What the window needs to be played in."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.desk = Desk(window.canvas, self)
        self.gestures = PlayGestures(window.canvas, self.desk, self.desk.keys)
        self.stack = StackView(self.desk)
        self.overlays = Overlays(self.desk.showing, window.settings, self)
        self.table: GameTable | None = None
        self.keeping = Keeping(window)
        self.map = PlayedMap(window.canvas, window.use_names)
        self.stack.rearranged.connect(self.keeping.keep_stacks)
        self._of: QObject | None = None
        """The file the game belongs to."""
        self._is_edited = False
        self._laid_for: GameTable | None = None
        """The game that the panels were last shown for."""
        self.issues: IssuesDialog | None = None
        central = window.centralWidget()
        layout = central.layout() if central is not None else None
        assert isinstance(layout, QVBoxLayout)
        layout.insertWidget(1, self.desk.prompt)
        self.sideboard = Sideboard(window, self.desk)
        layout.insertWidget(2, self.sideboard.check.bar)
        self.replay = Replay(self.desk, window.settings, self)
        layout.addWidget(self.replay.bar)
        self.replay.bar.branch_wanted.connect(self.keeping.ask_branch)
        self.motion = Motion(self.desk, self.replay, window.settings, self)
        self.hand_over = HandOver(self.desk, window)
        panels = (*play_panels(self.desk), *self.sideboard.panels())
        self.panels: dict[str, PlayPanel] = {panel.name: panel for panel in panels}
        self.docks: dict[str, QDockWidget] = {name: self._dock(panel) for name, panel in self.panels.items()}
        self._join_panels()
        self.desk.decided.connect(self.keeping.keep)
        self.desk.place_chosen.connect(window.choose_place)
        self.desk.showing.refreshed.connect(self._follow)
        window.canvas.clicked.connect(self._clicked)
        self.hovering = Hovering(self.desk.showing, window.settings, self)
        self.desk.hovered.connect(self.hovering.point)
        self.hovering.further = self.sideboard.notes_at
        for names_cases in (self.desk.prompt, self.desk.why, self.hovering):
            names_cases.case_wanted.connect(window.help.reference.show_case)
        self.desk.why.odds.chart_wanted.connect(lambda name: window.help.reference.show_chart(ChartPart.TABLES, name))

    def _dock(self, panel: PlayPanel) -> QDockWidget:
        dock = QDockWidget(panel.title, self._window)
        dock.setObjectName(f"play-{panel.name}-dock")
        dock.setWidget(panel.widget)
        dock.setToolTip(panel.about)
        dock.toggleViewAction().triggered.connect(lambda on: dock.raise_() if on else None)
        dock.hide()
        return dock

    def _join_panels(self) -> None:
        """Turn and score in the prompt open their panels, and a turn of the track the tray of those who come."""
        self.desk.prompt.turn_wanted.connect(lambda: self.show_panel("turns"))
        self.desk.prompt.score_wanted.connect(lambda: self.show_panel("score"))
        turns, trays = self.panels["turns"].widget, self.panels["trays"].widget
        assert isinstance(turns, GameTurnsPanel) and isinstance(trays, TraysPanel)  # noqa: PT018

        def show_arrivals(turn: int) -> None:
            self.show_panel("trays")
            trays.show_turn(turn)

        turns.turn_wanted.connect(show_arrivals)
        self.tray_opening = TrayOpening(self.desk, lambda: self.show_panel("trays"))

    @property
    def keeper(self) -> Keeper | None:
        """Keeps the game that is played."""
        return self.keeping.keeper

    # What can be played

    @property
    def scenario(self) -> Scenario | None:
        """The scenario on the screen, if its game is installed."""
        window = self._window
        opened = window.opened
        if opened is None or not opened.choice:
            return None
        found = self.scenarios().get(opened.choice)
        return found if found is not None and sides_of(found.ruleset) else None

    def scenarios(self) -> dict[str, Scenario]:
        """The scenarios of what is open."""
        window = self._window
        if window.files.project is not None:
            documents = window.files.project.contents.documents
            return {name: d for (_, name), d in documents.items() if isinstance(d, Scenario)}
        opened = window.opened
        return dict(opened.scenarios) if opened is not None else {}

    @property
    def is_on(self) -> bool:
        return self._window.canvas.event_target is self.gestures

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
        if scenario is None or not self.is_kept_open():
            return False
        if self.is_of(self._window.files.project) and self._fits(scenario.id):
            return True
        files = self._window.files
        games = saved_games(files.project.contents, scenario.id) if files.project is not None else {}
        if games and self._is_of_today(list(games.values())[-1]):
            return self.load(list(games)[-1])
        if games:
            words = self.tr("The scenario was changed, so this is a new game. Play, Saved Games finds the earlier one.")
            self._say(words)
        return self.begin(NewGame(scenario.id))

    def _is_of_today(self, record: GameRecord) -> bool:
        """Whether a game is played with what is on the screen; of one that carries nothing only an edit is known."""
        if not record.played_with:
            return not self._is_edited
        return is_played_with(record, played_with(self.project(), record.scenario))

    def _fits(self, scenario: str) -> bool:
        return not self._is_edited and self.table is not None and self.table.brief.scenario.id == scenario

    def begin(self, asked: NewGame) -> bool:
        """Begin a game; what keeps it from being played is listed."""
        if not self.is_kept_open():
            return False
        project = self.project()
        try:
            table = begin(project, asked)
        except DefinitionError as bad:
            self._list(bad)
            return False
        except (GameFault, LookupError) as bad:
            return self._window.refuse(str(bad))
        material = GameMaterial(played_with(project, asked.scenario))
        self.take(table, Keeper(table, self.keeping.free_id(), with_=material))
        return True

    def load(self, id: str) -> bool:
        """Take up a game of the open file."""
        project_file = self._window.files.project
        if project_file is None:
            return False
        record = saved_games(project_file.contents)[id]
        patience = Patience(record, self._window)
        project = self.project()
        try:
            taken = take_up(project, record, patience)
        except LoadingGivenUpError:
            return False
        except DefinitionError as bad:
            self._list(bad)
            return False
        except ReplayError as bad:
            self._say(self.tr("The saved game cannot be taken up: {0}").format(catalogue().text(bad.reason)))
            return self.begin(NewGame(record.scenario))
        finally:
            patience.end()
        present = played_with(project, record.scenario)
        material = GameMaterial.of(record, project, present)
        own = None if is_played_with(record, present) or taken.project is project else taken.project
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

    def take(self, table: GameTable, keeper: Keeper, own: Project | None = None) -> None:
        """Play this game from now on, and keep it so; `own` is what it is played with where the file has other."""
        self.table = table
        self.map.take(own, table.brief.scenario.id)
        self.keeping.keeper = keeper
        self._of = self._window.files.project
        if self._window.files.project is not None:
            table.order.take(stacks_of_game(self._window.files.project.store, keeper.id))
        self._is_edited = False
        if self.is_on:
            self.enter()
            self._window.docks.restore()

    def is_kept_open(self) -> bool:
        """Have a file to keep the game in: what is only looked at becomes a working copy."""
        window = self._window
        if window.files.project is None and window.files.word is None:
            return window.tried(window.files.start_editing, window.files.name)
        return True

    def project(self) -> Project:
        """Every document as it is on the screen."""
        project_file = self._window.files.project
        if project_file is not None:
            return project_file.contents.to_project()
        opened = self._window.opened
        assert opened is not None
        return opened.read()

    def _list(self, bad: DefinitionError) -> None:
        issues = sorted(bad.issues, key=lambda issue: not issue.is_error)
        places = places_of_issues(issues, self.project(), self._window.canvas.plan)
        self.issues = IssuesDialog(issues, self._window, places, self.show_issue)
        self.issues.open()

    def show_issue(self, place: IssuePlace) -> None:
        """Show a place that something is wrong with, on the page where it can be mended."""
        window = self._window
        window.set_mode(Mode.DESIGN if place.is_of_scenario else Mode.EDIT)
        if window.mode is not Mode.EDIT or not jump_to(window.bench, (place.key,)):
            window.canvas.look_at(place.key)
            window.choose_place(place.key)

    def _say(self, words: str) -> None:
        self._window.banner.say(BannerTone.INFO, words)

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
        window = self._window
        if self.table is None:
            return
        window.canvas.event_target = self.gestures
        self.map.show()
        palette = window.bench.palette if window.bench.document is not None else None
        opened = window.opened
        if palette is None and opened is not None:
            palette = opened.palette
        palette = self.map.palette or palette
        if palette is not None:
            self.desk.take(self.table, palette)
        window.dock.show_turn(self.table.turn_line())

    def leave(self) -> None:
        """Give the mouse back and show the scenario as its author set it up."""
        window = self._window
        if not self.is_on:
            return
        window.canvas.event_target = None
        self.hovering.put_away()
        self.motion.leave()
        self.replay.leave()
        self.hand_over.leave()
        self.desk.leave()
        self.sideboard.leave()
        opened = window.opened
        if opened is not None:
            self.map.put_back(opened, window.bench.palette if window.bench.document is not None else opened.palette)
            window.canvas.counters.set_counters(opened.counters)
            window.dock.show_turn(opened.turn_line)
            window.choose_place("")

    def forget(self) -> None:
        """Something else is open: the game is in its file."""
        self.leave()
        self.table, self.keeping.keeper, self._of = None, None, None

    def arrange(self) -> None:
        """The usual places of the panels: what can be done above, why and what happened below, cards at the foot."""
        window = self._window
        tops = [*self._in(GamePanelSlot.RIGHT_TOP), window.dock]
        bottoms, below = self._in(GamePanelSlot.RIGHT_BOTTOM), self._in(GamePanelSlot.BELOW)
        window.addDockWidget(_RIGHT, tops[0])
        window.addDockWidget(_RIGHT, bottoms[0])
        window.splitDockWidget(tops[0], bottoms[0], Qt.Orientation.Vertical)
        window.addDockWidget(_BELOW, below[0])
        for first, *others in (tops, bottoms + self._in(GamePanelSlot.ASIDE), below):
            for dock in others:
                window.tabifyDockWidget(first, dock)
        for dock in (*tops, *bottoms):
            dock.show()
        for dock in self._in(GamePanelSlot.ASIDE):
            dock.hide()
        window.resizeDocks([tops[0], bottoms[0]], [300, 300], Qt.Orientation.Horizontal)
        window.resizeDocks([tops[0], bottoms[0]], [260, 500], Qt.Orientation.Vertical)
        window.resizeDocks([below[0]], [280], Qt.Orientation.Vertical)

    def _in(self, slot: GamePanelSlot) -> list[QDockWidget]:
        return [self.docks[name] for name, panel in self.panels.items() if panel.slot is slot]

    def show_docks(self) -> None:
        """Of panels in tabs show the first, and only those that the game has a use for."""
        is_other = self.table is not self._laid_for
        self._laid_for = self.table
        for name, panel in self.panels.items():
            wanted = self.table is not None and panel.is_wanted(self.table)
            if not wanted:
                self.docks[name].hide()
            elif panel.slot is GamePanelSlot.BELOW and self.table is not None and (is_other or panel.opens(self.table)):
                self.docks[name].setVisible(panel.opens(self.table))
        for slot in (GamePanelSlot.RIGHT_TOP, GamePanelSlot.RIGHT_BOTTOM, GamePanelSlot.BELOW):
            shown = [dock for dock in self._in(slot) if not dock.isHidden()]
            if shown:
                shown[0].raise_()
        self.hand_over.raise_()

    def show_panel(self, name: str) -> None:
        """Bring a panel to the front, for whoever wants to point at something in it."""
        self.docks[name].show()
        self.docks[name].raise_()
        self.hand_over.raise_()

    def _clicked(self, key: str) -> None:
        if self.is_on:
            self.desk.click(key, "")

    def _follow(self) -> None:
        if self.table is not None:
            self._window.dock.show_turn(self.table.turn_line())
        self._window.menus.play.refresh()
        self._window.menus.edit.follow_history()

    def show_stack(self) -> None:
        """Fan out the stack under the pointer, of the unit in hand, or of the chosen place; again closes it."""
        if not self.stack.isHidden():
            self.stack.dismiss()
            return
        canvas, desk = self._window.canvas, self.desk
        held = canvas.counters.location_of(desk.unit) if desk.unit else None
        self.stack.open(
            next(
                (key for key in (canvas.under_pointer, held, canvas.selected) if key and canvas.counters.stack(key)), ""
            )
        )

    # Asking

    def ask_new(self) -> NewGameDialog | None:
        """Ask what is to be played and by whom."""
        scenario = self.scenario
        if scenario is None or not self.is_kept_open():
            return None
        dialog = NewGameDialog(
            self.project(),
            scenario.id,
            self._window.settings,
            self._window,
            pictures=self._window.files.picture,
        )
        dialog.when_accepted(lambda: self._begin_asked(dialog.asked()))
        dialog.accepted.connect(dialog.remember)
        dialog.open()
        return dialog

    def _begin_asked(self, asked: NewGame) -> None:
        window = self._window
        if window.opened is not None and asked.scenario != window.opened.choice:
            window.open_choice(asked.scenario)
        if self.begin(asked):
            window.enter_play()

    def go_on_with(self, id: str) -> None:
        """Take up a game of the open file and show it."""
        window, record = self._window, self.keeping.games.get(id)
        if record is None:
            return
        if window.opened is not None and record.scenario != window.opened.choice:
            window.open_choice(record.scenario)
        if self.load(id):
            window.enter_play()
