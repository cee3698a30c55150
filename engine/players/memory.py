"""What a player remembers within a phase, so that it does not go round in circles: what it has settled and spurned."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable

from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu
from engine.core.records import Action
from engine.core.state import State
from engine.core.terms import Term
from engine.players.attack_outlook import AttackOutlook
from engine.players.position.survey import Survey


class Memory:
    """Of one player in one game; forgotten where a new phase begins, but for where units came from."""

    def __init__(self) -> None:
        self._phase: object = None
        self.came_from: dict[UnitId, Location] = {}
        """Where each unit stood before it last moved: nobody paces to and fro."""
        self.posted: set[UnitId] = set()
        """Those who stand where an attack wants them, until it can be made: no train takes them away."""
        self._forget()

    def _forget(self) -> None:
        self.settled: set[UnitId] = set()
        self.spurned: set[Action] = set()
        self.called_off: set[Location] = set()
        self._tried: dict[Action, tuple[object, AttackOutlook | None]] = {}
        self.intended: deque[Action] = deque()
        self.why: tuple[Term, ...] = ()
        self.done: Counter[str] = Counter()
        self.closed: set[str] = set()
        """Kinds of actions of which none was worth anything since the phase began."""
        self.looked_again = False
        self.survey = Survey()

    def tried_attack(
        self, begin: Action, state: State, put_together: Callable[[Action], AttackOutlook | None]
    ) -> AttackOutlook | None:
        """An attack as it was put together on trial, as long as no unit has changed since."""
        known = self._tried.get(begin)
        if known is None or known[0] != state.units:
            known = self._tried[begin] = (state.units, put_together(begin))
        return known[1]

    def next_intended(self, menu: Menu) -> Action | None:
        """The next of the actions that are intended; what a unit meant to do is given up where it cannot go on."""
        while self.intended:
            action = self.intended.popleft()
            if action in menu:
                return action
            units = action.units()
            while self.intended and self.intended[0].units() == units:
                self.intended.popleft()
        return None

    def enter(self, game: Game, view: State) -> None:
        """Begin anew where another phase has begun, or another operation within it."""
        moment = game.moment(view)
        now = (moment.turn, moment.phase, moment.side, view.viewer, tuple(frame.kind for frame in view.frames[:2]))
        if now != self._phase:
            self._phase = now
            self._forget()
