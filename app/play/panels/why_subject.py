"""What the Why panel is about at this moment: an attack in hand, one that is thought of, a unit, or the standing.

What was found out about a state is kept until the next one, so that the pointer can wander at no cost; an attack that
is only thought of is worked out when the pointer rests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer, Signal

from app.play.panels.last_fight import LastFight
from app.play.panels.why_panel import WhyPanel
from app.play.scene.menu_marks import GlowLayer
from app.play.table import GameTable
from engine.core.ids import UnitId
from engine.core.records import Action
from engine.core.state import State
from engine.narration.attack_previews import explained_attack, previewed_attack, with_changes
from engine.narration.explanations import Explained, score_rows, stock_rows
from engine.narration.menu_choices import at_place
from engine.narration.unit_facts import unit_facts

_REST = 120
"""Milliseconds that the pointer rests before an attack is thought of."""
_AFTER = 40
"""Milliseconds after an attack is shown until it is found out what else would change it."""
_PAUSE = 120
"""Milliseconds between decisions in which it is reckoned how the game stands now, where that is shown already."""


class Explaining(QObject):
    """Fills the panel and draws the line of supply."""

    changed = Signal()
    """Something else is explained."""

    def __init__(self, panel: WhyPanel, glow: GlowLayer, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._panel, self._glow = panel, glow
        self.last_fight = LastFight()
        self._table: GameTable | None = None
        self._view: State | None = None
        self._known: dict[tuple[str, str], Explained | None] = {}
        self._shown: Explained | None = None
        self._stands = False
        """Whether the panel says how the game stands."""
        self._unit = ""
        self._in_hand = ""
        self._place = ""
        self._unit_there = ""
        """The unit under the pointer, which is not explained while another is in hand."""
        self._thought: Explained | None = None
        self._held: Explained | None = None
        """An attack that somebody is asked about: it stays whatever is pointed at."""
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(_REST)
        self._resting.timeout.connect(self.think)
        self._weighing = QTimer(self)
        self._weighing.setSingleShot(True)
        self._weighing.setInterval(_AFTER)
        self._weighing.timeout.connect(self._weigh)
        self._pausing = QTimer(self)
        self._pausing.setSingleShot(True)
        self._pausing.setInterval(_PAUSE)
        self._pausing.timeout.connect(self._reckon)

    # What is pointed at

    def explain(self, table: GameTable, unit: str, in_hand: str) -> None:
        """A unit is pointed at or in hand, or none; the game may have gone on."""
        self._follow(table)
        self._unit, self._in_hand = unit, in_hand
        self._show()

    def point(self, key: str, unit: str) -> None:
        """The pointer is over a place: think of the attack that could be made there once it rests."""
        if (key, unit) == (self._place, self._unit_there):
            return
        self._place, self._unit_there = key, unit
        if self._thought is not None:
            self._thought = None
            self._show()
        if key:
            self._resting.start()
        else:
            self._resting.stop()

    def hold(self, explained: Explained | None) -> None:
        """Show an attack until it is decided about, or no longer."""
        if explained is not self._held:
            self._held = explained
            self._show()

    def think(self) -> None:
        """Work out the attack that an action at the place under the pointer would begin or change."""
        table = self._table
        if table is None or table.is_over or table.is_computers_turn or not self._place:
            return
        self._follow(table)
        self._thought = self._kept("attack", f"{self._place} {self._unit_there} {self._in_hand}", self._think)
        if self._thought is not None:
            self._show()

    def _think(self, _: str) -> Explained | None:
        table = self._table
        assert table is not None
        for action in self._actions(table):
            found = previewed_attack(table, action, self._in_hand)
            if found is not None:
                return found
        return None

    def _actions(self, table: GameTable) -> Iterator[Action]:
        """What could be done at the place under the pointer, or with the unit there."""
        location = table.board.find(self._place)
        if location is not None:
            yield from at_place(table.menu, location, UnitId(self._in_hand) if self._in_hand else None)
            if self._in_hand:
                yield from at_place(table.menu, location, None)
        if self._unit_there:
            yield from table.menu.of_unit(UnitId(self._unit_there))

    # What is shown

    def _follow(self, table: GameTable) -> None:
        """Forget what was found out about another moment of the game, or with other eyes."""
        view = table.view
        if self._table is not table or self._view is None or self._view.viewer != view.viewer:
            self._stands = False
        if self._table is not table or self._view is not view:
            self._table, self._view = table, view
            self._known = {}
            self._shown = self._thought = self._held = None

    def _kept(self, kind: str, name: str, find: Callable[[str], Explained | None]) -> Explained | None:
        key = (kind, name)
        if key not in self._known:
            self._known[key] = find(name)
        return self._known[key]

    def _show(self) -> None:
        table = self._table
        if table is None or table.is_over:
            return
        unit = self._kept("unit", self._unit, lambda name: unit_facts(table, name)) if self._unit else None
        line = tuple(table.board.key(each) for each in unit.path) if unit is not None else ()
        if line != self._glow.supply:
            self._glow.show_supply(line)
        self._panel.when_seen.fill(self._fill)

    def _fill(self) -> None:
        """Let the panel say it."""
        table = self._table
        if table is None or table.is_over:
            return
        attack = self._held or self._thought or self._in_hand_now(table)
        attack = attack or self._kept("fight", "", lambda _: self.last_fight.explained(table))
        found = attack or (self._known.get(("unit", self._unit)) if self._unit else None)
        if found is None and self._stands and ("standing", "") not in self._known:
            self._pausing.start()
            return
        self._stands = found is None
        found = found or self._kept("standing", "", lambda _: self._standing(table))
        if found is self._shown and found is not None:
            return
        self._shown = found
        if found is not None:
            self._panel.show_explained(found, table)
        else:
            self._panel.show_nothing()
        self.changed.emit()

    def _in_hand_now(self, table: GameTable) -> Explained | None:
        """The attack in hand, with what else would change it as soon as that is known."""
        weighed = self._known.get(("weighed", ""))
        if weighed is not None:
            return weighed
        found = self._kept("in hand", "", lambda _: explained_attack(table))
        if found is not None:
            self._weighing.start()
        return found

    def _weigh(self) -> None:
        table = self._table
        found = self._known.get(("in hand", ""))
        if table is None or found is None or table.view is not self._view:
            return
        self._kept("weighed", "", lambda _: with_changes(table, found))
        self._show()

    def _reckon(self) -> None:
        """Nothing was decided for a while: say how the game stands now."""
        table = self._table
        if table is not None and not table.is_over and table.view is self._view:
            self._kept("standing", "", lambda _: self._standing(table))
            self._show()

    def _standing(self, table: GameTable) -> Explained | None:
        rows = (*stock_rows(table), *score_rows(table))
        return Explained(self.tr("How the game stands"), rows) if rows else None
