"""`Game` = ruleset + board + materials, immutable: the one way in to the rules.

`menu` says what may be done, `apply` does it, `explain` says why not, `view` shows a side what it may see, and
`imagine` makes of that a whole state that could be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from engine.core.belonging import refusal_elsewhere
from engine.core.board import Board
from engine.core.draft import Draft
from engine.core.ids import NO_SIDE, Side
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.phases import phase_of, settle, top_menu
from engine.core.records import Action, Begun, Event, Moment, Outcome
from engine.core.refusals import GameFault, IllegalAction, Refusal
from engine.core.ruleset import Ruleset
from engine.core.secrets.imagination import imagine
from engine.core.secrets.secrecy import redact
from engine.core.state import Scalar, State, evolve
from engine.core.writing.codec import Codec

Verdict = Callable[["Game", State, Outcome | None], Outcome | None]
"""How a game ends with a turn by what its scenario says; it is told how the rules have ended it, if they have."""

GAME_OVER = "game-over"
"""The rule named by the refusal of anything after the end."""


@dataclass(frozen=True, slots=True)
class Transition:
    """What an action led to. The state it came from still stands."""

    state: State
    events: tuple[Event, ...]
    passed: tuple[Moment, ...] = ()
    """The phases that began and were over at once, because nobody was asked."""
    begun: tuple[Begun, ...] = ()
    """All the phases that began, and when."""


@dataclass(frozen=True, eq=False)
class Game:
    """One scenario under one ruleset, ready to be played any number of times.

    `materials` are the ruleset's own typed charts, counters, cards and scenario; `options` the optional rules in force.
    `verdict` is how the scenario itself is won, where it says so.
    """

    ruleset: Ruleset
    board: Board
    materials: Any = None
    options: Mapping[str, Scalar] = field(default_factory=lambda: MappingProxyType({}))
    verdict: Verdict | None = None
    codec: Codec = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", MappingProxyType(dict(self.options)))
        object.__setattr__(self, "codec", Codec(self.board, self.ruleset.vocabulary))

    def new(self, seed: int) -> Transition:
        """Set up a game whose every throw follows from the seed."""
        if seed < 0:
            raise ValueError(f"a seed is a whole number from 0 on, not {seed}")
        return self.carry_out(State(seed=seed), self.ruleset.begin)

    def carry_out(self, state: State, change: Any) -> Transition:
        """Let `change(game, draft)` work on a state, then let the phases settle; positions are set up with it."""
        draft = Draft(state)
        change(self, draft)
        settle(self, draft)
        return _transition(draft)

    def menu(self, state: State) -> Menu:
        """All that may be decided now; empty only when the game is over."""
        if state.viewer is not None:
            raise GameFault("a view has no menu: ask the state it was taken from")
        if state.outcome is not None:
            return Menu(NO_SIDE, message("prompt.game-over"), GAME_OVER, ())
        menu = top_menu(self, state)
        if menu is None:
            raise GameFault(f"the {state.frames[-1].kind} frame has nothing to ask and did not end")
        return menu

    def explain(self, state: State, action: Action) -> Refusal | None:
        """What forbids an action, or None when the menu holds it.

        An action that nobody is asked for now is forbidden by what its own phase says of it, or by not being in it.
        """
        menu = self.menu(state)
        refusal = menu.refusal(action)
        if refusal is None or state.outcome is not None or menu.asks_for(type(action)):
            return refusal
        return refusal_elsewhere(self, state, action, refusal)

    def apply(self, state: State, action: Action) -> Transition:
        """Carry out an action of the menu; anything else raises IllegalAction and changes nothing."""
        refusal = self.explain(state, action)
        if refusal is not None:
            raise IllegalAction(refusal)
        draft = Draft(evolve(state, steps=state.steps + 1))
        frame = state.frames[-1]
        phase_of(self, frame).apply(self, draft, frame, action)
        settle(self, draft)
        self.ruleset.round_off(self, state, draft)
        return _transition(draft)

    def view(self, state: State, side: Side) -> State:
        """The state with everything taken out that a side may not see."""
        return redact(self, state, side)

    def imagine(self, view: State, salt: int) -> State:
        """A whole state that its side could not tell from the one a view was taken from; another salt, another one."""
        return imagine(self, view, salt)

    def moment(self, state: State) -> Moment:
        """At which turn, in which phase and of which side a state stands."""
        return Moment(state.turn, self.ruleset.phase_at(state), state.side)


def _transition(draft: Draft) -> Transition:
    """What came of a draft; of the phases that began only the last still stands, and none when the game is over."""
    passed = draft.begun if draft.state.outcome is not None else draft.begun[:-1]
    return Transition(draft.state, tuple(draft.events), tuple(each.moment for each in passed), tuple(draft.begun))
