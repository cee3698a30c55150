"""Actions carried out one after another from a position on, and what refuses one of them.

What the question that stands does not speak of may be refused by one that was passed over: that of the phase which the
position names, or of something that the last action brought to its end, such as an advance.
"""

from __future__ import annotations

from engine.core.belonging import FirstQuestion, questions_left_unasked
from engine.core.game import Game, Transition
from engine.core.records import Action
from engine.core.refusals import IllegalAction, Refusal
from engine.core.state import State


class ActionRun:
    """A state and where actions take it; a refused one leaves it as it is."""

    def __init__(
        self, game: Game, state: State, named: tuple[FirstQuestion, ...] = (), last: tuple[State, Action] | None = None
    ) -> None:
        self.state = state
        self._game = game
        self._named = named
        self._last = last

    def play(self, action: Action) -> Transition:
        """Carry an action out; raises IllegalAction with the best reason there is."""
        try:
            transition = self._game.apply(self.state, action)
        except IllegalAction as bad:
            raise IllegalAction(self._reason(action) or bad.refusal) from None
        self._last, self._named = (self.state, action), ()
        self.state = transition.state
        return transition

    def _reason(self, action: Action) -> Refusal | None:
        questions = self._named
        if not questions and self._last is not None and not self._game.menu(self.state).asks_for(type(action)):
            questions = questions_left_unasked(self._game, *self._last)
        asked = (each.menu for each in questions if each.menu.asks_for(type(action)))
        return next((refusal for menu in asked if (refusal := menu.refusal(action)) is not None), None)
