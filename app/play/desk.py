"""The hand of the person at the table: what is chosen, what a click means, and everything that shows the game.

It picks from the menu and shows refusals; what is legal only the menu knows. After each decision the counters, the
marks on the map, the question and the panels are drawn again from what the side to decide may see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtWidgets import QMenu

from app.play.actions_panel import ActionsPanel
from app.play.choices import (
    acting_units,
    at_place,
    in_place,
    only_picks,
    open_places,
    placeless,
    places_of,
    step_actions,
    touching,
    why_not,
)
from app.play.hand_panel import HandPanel
from app.play.hands import hand_of, has_cards
from app.play.log_panel import LogPanel
from app.play.marks import GlowLayer, Tint, TintLayer, Tone
from app.play.pictures import CounterPictures
from app.play.prompt_bar import PromptBar
from app.play.reckoning import Explained, attack_in_hand, explained_attack, explained_unit, score_rows
from app.play.table import Table
from app.play.why_panel import WhyPanel
from editor.canvas.canvas import MapCanvas
from engine.core.actions import StepTo
from engine.core.answers import ReachAnswer
from engine.core.ids import Location, UnitId
from engine.core.records import Action
from engine.core.refusals import IllegalAction, Refusal
from engine.definitions.palette import Palette

MOST_OPEN = 400
"""More places than this that need no unit are not tinted: the panel lists them."""


class Desk(QObject):
    """One game at a time; without one everything is silent."""

    decided = Signal()
    """Something was decided, taken back or done again."""
    unit_chosen = Signal(str)
    place_chosen = Signal(str)

    def __init__(self, canvas: MapCanvas, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.canvas = canvas
        self.table: Table | None = None
        self._pictures: CounterPictures | None = None
        self._colours: dict[str, tuple[str, str]] = {}
        self.unit = ""
        self._reach: dict[Location, tuple[str, tuple[Location, ...]]] = {}
        self.tints = TintLayer(canvas)
        self.glow = GlowLayer(canvas)
        canvas.scene().addItem(self.tints)
        canvas.scene().addItem(self.glow)
        self.prompt = PromptBar()
        self.actions = ActionsPanel()
        self.why = WhyPanel()
        self.log = LogPanel()
        self.hand = HandPanel()
        self.context: QMenu | None = None
        self.prompt.default_wanted.connect(self.take_default)
        self.actions.chosen.connect(self.submit)
        self.hand.chosen.connect(self.submit)
        self.log.place_wanted.connect(self._look_at)
        self._computers = QTimer(self)
        self._computers.setSingleShot(True)
        self._computers.setInterval(0)
        self._computers.timeout.connect(self._let_computer_decide)

    # Which game

    def take(self, table: Table, palette: Palette) -> None:
        """Play this game."""
        self.table = table
        self._pictures = CounterPictures(table, palette)
        self._colours = {}
        for nation in palette.nations:
            self._colours.setdefault(nation.id, (nation.colour, nation.ink))
        self.unit = ""
        self.refresh()

    def leave(self) -> None:
        """Show nothing of the game any longer."""
        self._computers.stop()
        self.unit = ""
        self.tints.show_tints({})
        self.glow.show_units(())
        self.glow.show_way(())
        self.glow.show_supply(())
        self.prompt.hide()

    # What is decided

    def submit(self, action: Action) -> bool:
        """Hand a decision to the rules; what they refuse is said with its case."""
        table = self.table
        if table is None or table.is_computers_turn:
            return False
        try:
            table.submit(action)
        except IllegalAction as bad:
            self.refuse(bad.refusal)
            return False
        self._has_decided()
        return True

    def take_default(self) -> None:
        """The obvious choice."""
        if self.table is not None and not self.table.is_over:
            default = self.table.menu.default
            if default is not None:
                self.submit(default)
            else:
                self.prompt.say(self.tr("There is no obvious choice here: pick one on the map or in the list."))

    def undo(self) -> None:
        """Take the last decision back, as far as the session allows."""
        self._try_session(lambda table: table.session.undo())

    def redo(self) -> None:
        """Decide again what was taken back."""
        self._try_session(lambda table: table.session.redo())

    def _try_session(self, act: Callable[[Table], object]) -> None:
        table = self.table
        if table is None:
            return
        try:
            act(table)
        except IllegalAction as bad:
            self.refuse(bad.refusal)
            return
        self._has_decided()

    def refuse(self, refusal: Refusal) -> None:
        """Say what forbids something."""
        if self.table is not None:
            self.prompt.refuse(self.table.say(refusal.message), refusal.rule)

    def _has_decided(self) -> None:
        self.decided.emit()
        self.refresh()

    def _let_computer_decide(self) -> None:
        """One decision of a computer, so that the window stays alive between two of them."""
        if self.table is not None and self.table.is_computers_turn:
            self.table.let_computer_decide()
            self._has_decided()

    # What the mouse means

    def click(self, key: str, unit: str) -> None:
        """A place or a counter was clicked: act there, or choose."""
        table = self.table
        if table is None:
            return
        location = table.board.find(key) if key else None
        if self.unit and location is not None and self._where() != location and self._act_at(location):
            return
        if not self.unit and location is not None and self._act_at(location):
            return
        self.place_chosen.emit(key)
        if self.unit and location is not None and self._where() != location and self._leads_somewhere():
            refusal = why_not(table.menu, location, UnitId(self.unit))
            if refusal is not None:
                self.refuse(refusal)
                return
        self.choose_unit(self._next_in_stack(key, unit) if unit else "")

    def double_click(self, key: str, unit: str) -> None:
        """Do what the unit can do where it is; of several things ask which."""
        table = self.table
        if table is None or table.is_computers_turn:
            return
        found = in_place(table.menu, UnitId(unit))
        if len(found) == 1:
            self.submit(found[0])
        elif found:
            point = self.canvas.point_of(key)
            self.offer(found, self.canvas.viewport().mapToGlobal(point if point is not None else QPoint()))

    def pick_up(self, unit: str) -> None:
        """A counter is being dragged."""
        self.choose_unit(unit)

    def drop(self, unit: str, key: str) -> None:
        """A counter was let go over a place."""
        table = self.table
        location = table.board.find(key) if table is not None and key else None
        if table is None or location is None:
            return
        self.choose_unit(unit)
        if self._where() == location or self._act_at(location):
            return
        refusal = why_not(table.menu, location, UnitId(unit))
        if refusal is not None:
            self.refuse(refusal)

    def ask_about(self, key: str, unit: str, at: QPoint) -> None:
        """List in words what can be done with a unit or at a place."""
        table = self.table
        if table is None or table.is_computers_turn:
            return
        location = table.board.find(key) if key else None
        units = [UnitId(counter.unit) for counter in self.canvas.counters.stack(key)] if key else []
        if self.unit and location is not None:
            own = places_of(table.menu, UnitId(self.unit)).get(location, ())
            found = dict.fromkeys((*own, *touching(table.menu, units, location)))
        else:
            found = dict.fromkeys(touching(table.menu, units, location))
        self.offer(tuple(found), at)

    def hover(self, key: str, unit: str) -> None:
        """Show the way to the place under the pointer, and why its unit is worth what it is."""
        table = self.table
        if table is None:
            return
        location = table.board.find(key) if key else None
        way = self._reach.get(location, ("", ()))[1] if location is not None else ()
        start = self._where()
        self.glow.show_way(
            [table.board.key(each) for each in (*([start] if start is not None else ()), *way)] if way else ()
        )
        if unit:
            self._explain(unit)
        elif not key or self.unit:
            self._explain(self.unit)

    def let_go(self) -> bool:
        """Choose nothing."""
        if not self.unit:
            return False
        self.choose_unit("")
        return True

    def choose_unit(self, unit: str) -> None:
        """Take a counter in hand, or none; where the rules ask for just that, they are told."""
        table = self.table
        if table is None:
            return
        self.unit = unit
        self.prompt.clear_refusal()
        if unit and not table.is_computers_turn and not table.is_over:
            pick = only_picks(table.menu, UnitId(unit))
            if pick is not None and self.submit(pick):
                self.unit = unit
        self._show_choice()
        self.unit_chosen.emit(unit)

    def next_unit(self, step: int = 1) -> None:
        """Choose the next unit that can act, and look at it."""
        table = self.table
        if table is None:
            return
        units = sorted(self.glow.units, key=lambda unit: (table.view.units[UnitId(unit)].at, unit))
        if not units:
            return
        index = units.index(self.unit) + step if self.unit in units else 0
        unit = units[index % len(units)]
        key = table.board.key(table.view.units[UnitId(unit)].at)
        self.canvas.look_at(key)
        self.choose_unit(unit)
        self.place_chosen.emit(key)

    def offer(self, actions: Iterable[Action], at: QPoint) -> None:
        """A menu of actions in words where the mouse is; the long rest is in the panel."""
        table = self.table
        if table is None:
            return
        menu = QMenu(self.canvas)
        shown = list(actions)
        for action in shown[:30]:
            menu.addAction(table.words.text(action)).triggered.connect(lambda _=False, a=action: self.submit(a))
        if len(shown) > 30:
            more = self.tr("... {0} more in the Actions panel").format(len(shown) - 30)
            menu.addAction(more).triggered.connect(self.actions.begin_search)
        if not shown:
            menu.addAction(self.tr("Nothing can be done here now")).setEnabled(False)
        self.context = menu
        menu.popup(at)

    def _act_at(self, location: Location) -> bool:
        """Do what the menu has for the unit in hand at a place, or walk there; False when it has nothing."""
        table = self.table
        assert table is not None
        if table.is_computers_turn or table.is_over:
            return False
        unit = UnitId(self.unit) if self.unit else None
        found = at_place(table.menu, location, unit)
        if len(found) == 1:
            return self.submit(found[0])
        if found:
            point = self.canvas.point_of(table.board.key(location))
            self.offer(found, self.canvas.viewport().mapToGlobal(point if point is not None else QPoint()))
            return True
        return self._walk(location)

    def _walk(self, location: Location) -> bool:
        """Go step by step to a place within reach; each step is a decision of its own, and one refused ends it."""
        way = self._reach.get(location, ("", ()))[1]
        if not way or not self.unit or self.table is None:
            return False
        unit = UnitId(self.unit)
        for each in way:
            if self.table.is_computers_turn or not self.submit(StepTo(unit, each)):
                break
        return True

    def _where(self) -> Location | None:
        record = self.table.view.units.get(UnitId(self.unit)) if self.table is not None and self.unit else None
        return record.at if record is not None else None

    def _leads_somewhere(self) -> bool:
        return bool(self.table is not None and self.unit and places_of(self.table.menu, UnitId(self.unit)))

    def _next_in_stack(self, key: str, unit: str) -> str:
        """A second click on a stack takes the counter beneath."""
        stack = [counter.unit for counter in self.canvas.counters.stack(key)]
        if self.unit in stack and len(stack) > 1:
            return stack[stack.index(self.unit) - 1]
        return unit

    def _look_at(self, location: int) -> None:
        if self.table is not None:
            key = self.table.board.key(Location(location))
            self.canvas.look_at(key)
            self.canvas.select(key)
            self.place_chosen.emit(key)

    # What is shown

    def refresh(self) -> None:
        """Draw everything again."""
        table, pictures = self.table, self._pictures
        if table is None or pictures is None:
            return
        self.canvas.counters.set_counters(pictures.all())
        menu = table.menu
        decides = not table.is_computers_turn
        self._ask()
        self.actions.show_menu(tuple(menu) if decides else (), table.words.text, table.words.group)
        self.log.show_log(table.log())
        if has_cards(table):
            self.hand.show_hand(hand_of(table))
        acting = acting_units(menu) if decides else frozenset()
        if self.unit and (UnitId(self.unit) not in table.view.units or UnitId(self.unit) not in acting):
            self.unit = ""
        self.glow.show_units(acting, self.unit)
        self._show_choice()
        if table.is_computers_turn:
            self._computers.start()

    def _ask(self) -> None:
        table = self.table
        assert table is not None
        menu = table.menu
        outcome = table.session.state.outcome
        if outcome is not None:
            winner = table.names.side(outcome.winner) if outcome.winner else self.tr("nobody")
            words = self.tr("The game is over. Winner: {0} ({1}).").format(winner, outcome.level.replace("-", " "))
            self.prompt.ask("", ("#888888", "#000000"), words, outcome.rule, table.turn_line())
            self.prompt.offer(None, ())
            self.why.show_explained(Explained(words, score_rows(table)))
        else:
            who = table.names.side(menu.side)
            asked = table.say(menu.prompt).removeprefix(f"{who}: ")
            self.prompt.ask(who, self._colour(menu.side), asked[:1].upper() + asked[1:], menu.rule, table.turn_line())
            default = menu.default if not table.is_computers_turn else None
            others = [
                (table.words.text(action), lambda action=action: self.submit(action))
                for action in (placeless(menu) if not table.is_computers_turn else ())
                if action != default
            ]
            self.prompt.offer(table.words.text(default) if default is not None else None, others)
        self.prompt.show()

    def _colour(self, side: str) -> tuple[str, str]:
        """The colours of a side: those of the nation most of its counters belong to."""
        assert self.table is not None
        if side not in self._colours:
            nations = [kind.nation or "" for kind in self.table.brief.types.values() if kind.side == side]
            most = max(nations, key=nations.count, default="")
            self._colours[side] = self._colours.get(most, ("#8a8a8a", "#000000"))
        return self._colours[side]

    def _show_choice(self) -> None:
        """The marks of the unit in hand, or of the places that need none."""
        table = self.table
        if table is None:
            return
        menu, board = table.menu, table.board
        decides = not table.is_computers_turn and not table.is_over
        self._reach = {}
        tints: dict[str, Tint] = {}
        near: tuple[Action, ...] = ()
        if decides and self.unit:
            unit = UnitId(self.unit)
            near = menu.of_unit(unit)
            self._find_reach(unit)
            for location in self._reach:
                tints[board.key(location)] = Tint(Tone.FAR, self._reach[location][0])
            side = table.view.units[unit].side
            for location in places_of(menu, unit):
                hostile = any(other.side != side for other in table.view.at(location))
                tone = Tone.HOSTILE if hostile else Tone.NEAR
                tints[board.key(location)] = Tint(tone, self._reach.get(location, ("", ()))[0])
        if decides and not tints:
            free = open_places(menu)
            if len(free) <= MOST_OPEN:
                tints = {board.key(location): Tint(Tone.TARGET) for location in free}
        attack = attack_in_hand(table)
        for target in attack[1] if attack is not None else ():
            tints[board.key(target)] = Tint(Tone.HOSTILE)
        self.tints.show_tints(tints)
        self.glow.show_units(self.glow.units, self.unit, attack[0] if attack is not None else ())
        self.glow.show_way(())
        self.actions.show_near(near, table.names.unit(self.unit) if self.unit else "")
        self._explain(self.unit)

    def _find_reach(self, unit: UnitId) -> None:
        """How far a unit that may take a step could go, what it costs and by which way."""
        table = self.table
        assert table is not None
        answer = table.ask("reach", unit=unit) if step_actions(table.menu, unit) else None
        if isinstance(answer, ReachAnswer):
            start = table.view.units[unit].at
            for reached in answer.locations:
                way = tuple(each for each in reached.path if each != start)
                if way:
                    self._reach[reached.at] = (str(reached.cost), way)

    def _explain(self, unit: str) -> None:
        """The attack in hand or else a unit; its line of supply is drawn."""
        table = self.table
        if table is None or table.is_over:
            return
        shown = explained_unit(table, unit) if unit else None
        self.glow.show_supply([table.board.key(each) for each in shown.path] if shown is not None else ())
        rows = () if shown is not None else score_rows(table)
        standing = Explained(self.tr("How the game stands"), rows) if rows else None
        explained = explained_attack(table) or shown or standing
        if explained is not None:
            self.why.show_explained(explained)
        else:
            self.why.show_nothing()
