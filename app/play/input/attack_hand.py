"""An attack being put together and fought: with all at once, one of them out again, and on to its end in one go.

Everything is picked from the menu. A game without an action for taking an attacker out has its decisions taken back as
far as that one, and the later ones made again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.core.ids import UnitId
from engine.core.records import Action
from engine.core.refusals import IllegalAction
from engine.mechanics.attack_declaration import AddAttacker, DeclareAttack, Resolve, TakeBack
from engine.narration.explanations import attack_in_hand
from engine.narration.menu_choices import displaced, losing_units, obvious, unfit_attack
from engine.session.barriers import barrier_between

if TYPE_CHECKING:
    from app.play.desk import Desk
    from app.play.table import GameTable

_MOST = 60
"""So many decisions are made at most before somebody looks."""
_ATTACKERS = frozenset({AddAttacker, TakeBack})
"""Who attacks is for the person to say."""
_FEW = 3
"""So many ways out of an attack that cannot be fought as it stands have buttons; the map and the list have them all."""


class AttackHand(QObject):
    """What a person does to an attack as a whole."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk

    def choices(self) -> list[tuple[str, Callable[[], object]]]:
        """The buttons that the question gets beside those of the rules."""
        table = self._desk.table
        if table is None or table.is_computers_turn or table.refusal_now() is not None:
            return []
        found: list[tuple[str, Callable[[], object]]] = []
        if len(joiners(table)) > 1:
            found.append((self.tr("Attack with all"), self.attack_with_all))
        if is_fighting(table) and obvious(table.menu) is not None:
            found.append((self.tr("Resolve to the end"), self.resolve))
        for action in remedies(table)[:_FEW]:
            found.append((table.words.text(action), partial(self._desk.submit, action)))
        return found

    def attack_with_all(self) -> None:
        """Let everybody join who can."""
        table = self._desk.table
        if table is None:
            return
        with table.gestures.gesture():
            for _ in range(_MOST):
                joining = next(iter(joiners(table)), None)
                if joining is None or not self._desk.submit(joining):
                    return

    def take_out(self, unit: str) -> bool:
        """Let a unit stay out of the attack after all; False where it is in none, or nothing can be decided."""
        table = self._desk.table
        if table is None or table.is_computers_turn or table.refusal_now() is not None:
            return False
        attack = attack_in_hand(table)
        if attack is None or unit not in attack[0]:
            return False
        named = TakeBack(UnitId(unit))
        if named in table.menu:
            return self._desk.submit(named)
        return self._take_back(table, AddAttacker(UnitId(unit)))

    def _take_back(self, table: GameTable, joined: AddAttacker) -> bool:
        """Take back what was decided since a unit joined, and that, and decide the rest again."""
        later: list[Action] = []
        log = list(table.session.actions)
        if joined not in log:
            return False
        since = len(log) - 1 - log[::-1].index(joined)
        if any(isinstance(each, DeclareAttack) for each in log[since:]):
            return False
        try:
            while table.length > since:
                later.insert(0, table.session.undo())
        except IllegalAction as bad:
            self._again(table, later)
            self._desk.refuse(bad.refusal)
            return True
        with table.gestures.gesture():
            self._again(table, later[1:])
        self._desk.has_decided()
        return True

    def _again(self, table: GameTable, actions: list[Action]) -> None:
        for action in actions:
            if action in table.menu:
                table.submit(action)

    def resolve(self) -> None:
        """Throw, and take every obvious choice of the fight, until it is over or something must be chosen."""
        table = self._desk.table
        if table is None:
            return
        side = table.menu.side
        for _ in range(_MOST):
            if table.is_over or table.is_computers_turn or table.awaited is not None or not is_fighting(table):
                return
            action = obvious(table.menu)
            if action is None or (table.menu.side != side and table.players[table.menu.side] != table.players[side]):
                return
            if not self._desk.submit(action):
                return


def joiners(table: GameTable) -> tuple[AddAttacker, ...]:
    """Who may still join the attack that is put together, each by what lets it."""
    return table.menu.of_kind(AddAttacker)


def remedies(table: GameTable) -> tuple[Action, ...]:
    """What makes an attack fit that cannot be fought as it stands, such as a headquarters that commands it."""
    attack, menu = attack_in_hand(table), table.menu
    if attack is None or not attack[0] or unfit_attack(menu) is None:
        return ()
    of_units = (offer for offer in menu.offers if offer.action.touches()["unit"])
    more = [action for offer in of_units if offer.action not in _ATTACKERS for action in offer.actions()]
    return tuple(action for action in more if _makes_fit(table, action))


def _makes_fit(table: GameTable, action: Action) -> bool:
    game, state = table.game, table.session.state
    after = game.apply(state, action).state
    return barrier_between(game, state, after) is None and Resolve() in game.menu(after)


def is_fighting(table: GameTable) -> bool:
    """Whether the question belongs to a fight: one that is put together or fought, or its losses and retreats."""
    menu = table.menu
    has_attack = attack_in_hand(table) is not None
    return (has_attack and not menu.of_kind(DeclareAttack)) or bool(losing_units(menu)) or bool(displaced(menu))
