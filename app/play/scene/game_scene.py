"""What a game looks like: counters, marks on the map, the question above it, and the panels every game has.

It is drawn from what the side to decide may see, and knows nothing of the mouse. Whoever wants to show more listens to
`refreshed` and reads the table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.play.panels.actions_panel import ActionsPanel
from app.play.panels.hand_panel import HandPanel
from app.play.panels.log_panel import LogPanel
from app.play.panels.prompt_bar import PromptBar
from app.play.panels.why_panel import WhyPanel
from app.play.panels.why_subject import Explaining
from app.play.scene.game_counters import CounterPictures
from app.play.scene.menu_marks import GlowLayer, MarkTone, Tint, TintLayer
from app.play.scene.place_markers import MarkerLayer
from app.play.scene.scene_change import WHOLE, SceneChange, change_between
from app.play.scene.target_signs import TargetSignLayer
from app.play.table import GameTable
from editor.canvas.canvas import MapCanvas
from engine.core.answers import ReachAnswer
from engine.core.ids import Location, UnitId
from engine.core.records import Action
from engine.core.state import State
from engine.definitions.palette import Palette
from engine.narration.card_book import CardBook
from engine.narration.explanations import Explained, attack_in_hand, fight_in_view, number, score_rows
from engine.narration.hands import hand_of, has_cards
from engine.narration.language import counted, without_name
from engine.narration.menu_choices import (
    acting_units,
    displaced,
    is_aside,
    losing_units,
    must_answer,
    obvious,
    open_places,
    placeless,
    places_of,
    step_actions,
    unfit_attack,
)
from engine.narration.score import level_words
from engine.narration.trays import asked_from_trays

_MOST_OF_A_KIND = 6
"""More choices of a kind than this are one button."""
MOST_OPEN = 400
"""More places than this that need no unit are not tinted: the panel lists them."""
MOST_ASIDE = 60
"""More places than this where something could be done beside what is asked are a button and not tinted."""
MOST_ARROWS = 60
"""More arrows than this are only drawn for the unit in hand."""


class GameScene(QObject):
    """Draws one game at a time; without one it shows nothing."""

    refreshed = Signal(object)
    """The game was drawn again, with the `SceneChange` that says of which units and places: those that a decision
    changed, or all of them where something was taken back, or the game or the moment is another."""
    present_wanted = Signal()
    """Whoever looks at an earlier moment wants to go back to the game."""
    ended = Signal()
    """Nothing of the game is shown any longer."""

    def __init__(self, canvas: MapCanvas, submit: Callable[[Action], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.canvas = canvas
        self.table: GameTable | None = None
        self.palette: Palette | None = None
        self.is_shown = False
        self._submit = submit
        self._pictures: CounterPictures | None = None
        self._colours: dict[str, tuple[str, str]] = {}
        self._drawn: tuple[GameTable, int, State] | None = None
        """The game that is drawn, after how many decisions, and what was seen of it then."""
        self.further_choices: Callable[[], list[tuple[str, Callable[[], object]]]] = list
        """Buttons that somebody else puts beside those of the rules."""
        self.book: CardBook | None = None
        """The cards of the game."""
        self.unit = ""
        """The counter in hand."""
        self.left: set[str] = set()
        """Units that can act and are to be left alone."""
        self.reach: dict[Location, tuple[str, tuple[Location, ...]]] = {}
        """How far the counter in hand could go: what it costs, and by which way."""
        self.tints = TintLayer(canvas)
        self.glow = GlowLayer(canvas)
        self.signs = TargetSignLayer(canvas)
        self.markers = MarkerLayer(canvas)
        for layer in (self.tints, self.glow, self.glow.upper, self.signs, self.markers):
            canvas.scene().addItem(layer)
        self.prompt = PromptBar()
        self.actions = ActionsPanel()
        self.why = WhyPanel()
        self.explaining = Explaining(self.why, self.glow, self)
        self.log = LogPanel()
        self.hand = HandPanel()

    def take(self, table: GameTable, palette: Palette) -> None:
        """Show this game."""
        self.table, self.palette = table, palette
        self._pictures = CounterPictures(table, palette)
        self.book = CardBook(table, palette)
        self._colours = {}
        for nation in palette.nations:
            self._colours.setdefault(nation.id, (nation.colour, nation.ink))
        self.unit = ""
        self.is_shown = True
        self._drawn = None
        self.refresh()

    def leave(self) -> None:
        """Show nothing of the game any longer."""
        self.unit = ""
        self.canvas.counters.raise_unit("")
        self.tints.show_tints({})
        self.glow.show_units(())
        self.glow.show_way(())
        self.glow.show_supply(())
        self.signs.show_struck(())
        self.signs.show_arrows(())
        self.signs.show_announced(())
        self.signs.show_cursor("")
        self.markers.clear()
        self.prompt.hide()
        self.is_shown = False
        self._drawn = None
        self.ended.emit()

    @property
    def where(self) -> Location | None:
        """Where the counter in hand stands."""
        record = self.table.view.units.get(UnitId(self.unit)) if self.table is not None and self.unit else None
        return record.at if record is not None else None

    def arrange(self) -> None:
        """Show the counters again: how a stack lies was changed, and nothing else."""
        if self._pictures is not None:
            self.canvas.counters.set_counters(self._pictures.all())
            self.show_choice()

    def refresh(self) -> None:
        """Draw the game as it is now: after one more decision what that changed, otherwise everything."""
        table, pictures = self.table, self._pictures
        if table is None or pictures is None or self.book is None:
            return
        change = self._follow(table)
        if change.is_whole:
            self.canvas.counters.set_counters(pictures.all())
        for location in change.places:
            self.canvas.counters.set_stack(table.board.key(location), pictures.stack(location))
        if self.palette is not None:
            self.markers.show_markers(table.view.markers, table.board, self.palette, table.names)
        menu = table.menu
        decides = not table.is_computers_turn
        self._ask()
        self.actions.show_menu(menu if decides else (), table.words.text, table.words.group)
        self.log.follow(lambda: (table.log(), table.step if table.is_past else None))
        if has_cards(table):
            book = self.book
            self.hand.follow(lambda: hand_of(table, book), book)
        acting = acting_units(menu) if decides else frozenset()
        if self.unit and (UnitId(self.unit) not in table.view.units or UnitId(self.unit) not in acting):
            self.unit = ""
        self.glow.units = acting - self.left
        self.show_choice()
        self.refreshed.emit(change)

    def _follow(self, table: GameTable) -> SceneChange:
        """What is to be drawn again since the last time; the step after the one that is shown tells it, a jump not."""
        before, self._drawn = self._drawn, None if table.is_past else (table, table.step, table.view)
        if before is None or self._drawn is None or before[0] is not table or before[1] + 1 != table.step:
            return WHOLE
        return change_between(before[2], table.view)

    def ask_again(self) -> None:
        """Put the question of the game above the map, where something else was asked for a while."""
        if self.table is not None and self.is_shown:
            self._ask()

    def _ask(self) -> None:
        table = self.table
        assert table is not None
        menu = table.menu
        outcome = table.view.outcome
        if table.is_past:
            self._say_past()
        elif table.is_only_shown:
            words = self.tr("This game is only looked at: the rest of its log does not fit. Branch here to play on.")
            self.prompt.ask(self.tr("Replay"), ("#6a6a6a", "#ffffff"), words, "", table.turn_line())
            self.prompt.offer(None, ())
        elif outcome is not None:
            winner = table.names.side(outcome.winner) if outcome.winner else self.tr("nobody")
            level = level_words(table.catalogue, outcome.level)
            words = self.tr("The game is over. Winner: {0} ({1}).").format(winner, level)
            self.prompt.ask("", ("#888888", "#000000"), words, outcome.rule, table.turn_line())
            self.prompt.offer(None, ())
            self.why.show_explained(Explained(words, score_rows(table)))
        else:
            who = table.names.side(menu.side)
            asked = without_name(table.say(menu.prompt), who)
            if table.is_computers_turn:
                phase = without_name(table.phase(), table.names.side(table.view.side)) or asked
                asked = self.tr("The computer is deciding: {0}").format(phase)
            self.prompt.ask(who, self.colours(menu.side), asked, menu.rule, table.turn_line())
            default = obvious(menu) if not table.is_computers_turn else None
            others = (*self._choices(table, default), *self.further_choices())
            obviously = table.words.text(default, menu.prompt.key) if default is not None else None
            self.prompt.offer(obviously, others)
            self._say_unfit(table)
        self.prompt.show()

    def _choices(self, table: GameTable, default: Action | None) -> list[tuple[str, Callable[[], object]]]:
        """What belongs to no place, on buttons; many of a kind are one button, which leads to the list of them."""
        if table.is_computers_turn:
            return []
        asked = table.menu.prompt.key
        kinds: dict[str, list[Action]] = {}
        for action in (*asked_from_trays(table), *placeless(table.menu)):
            if action != default:
                kinds.setdefault(action.kind, []).append(action)
        found: list[tuple[str, Callable[[], object]]] = []
        for kind, actions in kinds.items():
            if len(actions) > _MOST_OF_A_KIND:
                found.append(self._list_of(table, kind, len(actions)))
            else:
                found += ((table.words.text(each, asked), partial(self._submit, each)) for each in actions)
        return [*found, *(self._list_of(table, kind, number) for kind, number in self._aside(table).items())]

    def _list_of(self, table: GameTable, kind: str, number: int) -> tuple[str, Callable[[], object]]:
        """A button for many choices of a kind, which leads to the list of them."""
        words = self.tr("{0}: {1} choices...").format(table.words.group(kind), counted(number))
        return words, self.prompt.rest_wanted.emit

    def _say_unfit(self, table: GameTable) -> None:
        """Those who were named cannot attack so: say why before somebody looks for the button."""
        attack = attack_in_hand(table) if not table.is_computers_turn else None
        refusal = unfit_attack(table.menu) if attack is not None and attack[0] else None
        if refusal is not None:
            self.prompt.refuse(table.say(refusal.message), refusal.rule)

    def _say_past(self) -> None:
        """An earlier moment: which one, and the way back."""
        table = self.table
        assert table is not None
        phase = table.phase() or self.tr("action {0}").format(table.step)
        asked = self.tr("Looking back at {0}. Nothing can be decided here.").format(phase)
        self.prompt.ask(self.tr("Replay"), ("#6a6a6a", "#ffffff"), asked, "", table.turn_line())
        self.prompt.offer(None, [(self.tr("Back to the Game"), self.present_wanted.emit)])

    def colours(self, side: str) -> tuple[str, str]:
        """The colours of a side: those of the nation most of its units belong to."""
        assert self.table is not None
        if side not in self._colours:
            types, units = self.table.brief.types, self.table.view.units.values()
            nations = [types[unit.type].nation or "" for unit in units if unit.side == side and unit.type in types]
            most = max(nations, key=nations.count, default="")
            self._colours[side] = self._colours.get(most, ("#8a8a8a", "#000000"))
        return self._colours[side]

    def show_choice(self) -> None:
        """The marks of the unit in hand, or of the places that need none."""
        table = self.table
        if table is None:
            return
        decides = not table.is_computers_turn and not table.is_over
        self.reach = {}
        near: tuple[Action, ...] = ()
        tints: dict[str, Tint] = {}
        if decides and self.unit:
            near = table.menu.of_unit(UnitId(self.unit))
            self._find_reach(UnitId(self.unit))
            tints = self._tints_of_unit(UnitId(self.unit))
        if decides and not tints:
            tints = self._tints_of_places()
        attack = fight_in_view(table)
        for target in attack[1] if attack is not None else ():
            tints[table.board.key(target)] = Tint(MarkTone.STRUCK)
        self.tints.show_tints(tints)
        self.canvas.counters.raise_unit(self.unit)
        self.signs.show_struck(key for key, tint in tints.items() if tint.tone is MarkTone.STRUCK)
        self.signs.show_arrows(self._arrows() if decides else ())
        self.signs.show_announced(self._announced())
        losing = losing_units(table.menu) if decides else ()
        self.glow.show_units(self.glow.units, self.unit, attack[0] if attack is not None else (), losing)
        self.glow.show_way(())
        self.actions.show_near(near, table.names.unit(self.unit) if self.unit else "")
        self.explain(self.unit)

    def _tints_of_unit(self, unit: UnitId) -> dict[str, Tint]:
        """How far the unit in hand can go, where its actions lead, and what it can attack."""
        table = self.table
        assert table is not None
        tints = {table.board.key(at): Tint(MarkTone.FAR, cost) for at, (cost, _) in self.reach.items()}
        for location, actions in places_of(table.menu, unit).items():
            struck = any(location in action.struck for action in actions)
            cost = self.reach.get(location, ("", ()))[0]
            tints[table.board.key(location)] = Tint(MarkTone.STRUCK if struck else MarkTone.NEAR, cost)
        return tints

    def _tints_of_places(self) -> dict[str, Tint]:
        """Where something can be done, and what can be attacked, without taking a unit first."""
        table = self.table
        assert table is not None
        aside = self._aside(table)
        free = open_places(table.menu)
        if len(free) > MOST_OPEN:
            return {}
        return {
            table.board.key(at): Tint(MarkTone.STRUCK if any(at in each.struck for each in actions) else MarkTone.OPEN)
            for at, actions in free.items()
            if not all(each.kind in aside for each in actions)
        }

    def _aside(self, table: GameTable) -> dict[str, int]:
        """Kinds of things beside what is asked that could be done at so many places that tints would hide the map."""
        if table.is_computers_turn or must_answer(table.menu):
            return {}
        kinds: dict[str, list[Action]] = {}
        for actions in open_places(table.menu).values():
            for action in actions:
                kinds.setdefault(action.kind, []).append(action)
        many = ((kind, found) for kind, found in kinds.items() if len(found) > MOST_ASIDE)
        return {kind: len(found) for kind, found in many if is_aside(table.menu, found)}

    def _arrows(self) -> list[tuple[str, str]]:
        """From beaten units to where they may fall back, and from victorious ones to where they may follow."""
        table = self.table
        assert table is not None
        found = displaced(table.menu)
        wanted = {UnitId(self.unit)} if self.unit in found else set(found)
        arrows = [
            (table.board.key(table.view.units[unit].at), table.board.key(to))
            for unit, places in found.items()
            if unit in wanted
            for to in places
        ]
        return list(dict.fromkeys(arrows)) if len(arrows) <= MOST_ARROWS or self.unit in found else []

    def _announced(self) -> list[tuple[str, str]]:
        """From where those stand who are to attack later to what they attack."""
        table = self.table
        assert table is not None
        units, key = table.view.units, table.board.key
        return list(
            dict.fromkeys(
                (key(units[unit].at), key(target))
                for attack in table.game.ruleset.announced(table.game, table.view)
                for unit in attack.units
                if unit in units
                for target in attack.places
            )
        )

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
                    self.reach[reached.at] = (number(reached.cost), way)

    def show_way_to(self, location: Location | None) -> None:
        """Draw the way of the counter in hand to a place within its reach."""
        table = self.table
        if table is None:
            return
        way = self.reach.get(location, ("", ()))[1] if location is not None else ()
        start = self.where
        self.glow.show_way(
            [table.board.key(each) for each in (*([start] if start is not None else ()), *way)] if way else ()
        )

    def explain(self, unit: str) -> None:
        """The attack in hand or in mind, or else a unit; its line of supply is drawn."""
        if self.table is not None and not self.table.is_over:
            self.explaining.explain(self.table, unit, self.unit)
