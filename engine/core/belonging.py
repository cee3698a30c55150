"""Where an action belongs: what forbids one that nobody is asked for now.

The question that stands says nothing about an action of another phase. So a ruleset lists for each sort of action the
case that gives a side this decision and the phases that ask for it. The state is then taken to such a phase, as a
position would be: what that phase says against the action is the answer or, where it says nothing, that it is not the
phase that stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.draft import Draft
from engine.core.ids import Side
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.phases import settle, top_menu
from engine.core.records import Action
from engine.core.refusals import GameFault, Refusal
from engine.core.sequence import SequenceFrame, SequencePhase, Step
from engine.core.state import State, evolve

if TYPE_CHECKING:
    from engine.core.game import Game


@dataclass(frozen=True, slots=True)
class Belonging:
    """The case that a sort of action belongs to, and the phases in which it may be picked from the first menu on.

    There are none for what is decided within something else: an attack, a battle, a card being played.
    """

    rule: str
    phases: tuple[str, ...] = ()


def refusal_elsewhere(game: Game, state: State, action: Action, standing: Refusal) -> Refusal:
    """What forbids an action that the menu has no place for; `standing` is all that the menu itself can say."""
    belonging = game.ruleset.belongs.get(action.kind)
    if belonging is None:
        return standing
    reason: Refusal | None = None
    here = _names_of(game, state)
    for phase in sorted(belonging.phases, key=lambda name: name not in here):
        entered = _at_phase(game, state, phase, _side_of(state, action))
        menu = _asking(game, entered, phase) if entered is not None else None
        if entered is None or menu is None or not menu.asks_for(type(action)):
            continue
        refusal = menu.refusal(action)
        if refusal is None:
            is_here = phase in here and entered.side == state.side
            return standing if is_here else _other_phase(game, entered, action, phase, belonging)
        reason = reason or refusal
    kind = message(f"action-kind.{action.kind}")
    return reason or Refusal(belonging.rule, message("refusal.not-open", action=kind, rule=belonging.rule))


def _other_phase(game: Game, entered: State, action: Action, phase: str, belonging: Belonging) -> Refusal:
    rule = next((step.rule for step in _steps(game, entered) if step.name == phase), belonging.rule)
    kind = message(f"action-kind.{action.kind}")
    word = message(f"phase.{phase}")
    return Refusal(rule, message("refusal.other-phase", action=kind, phase=word, side=entered.side))


def _names_of(game: Game, state: State) -> frozenset[str]:
    """The phase that stands, by the names it has: that of the sequence and that of what is done within it."""
    return frozenset({game.ruleset.phase_at(state), *(step.name for step in _steps(game, state))})


def _steps(game: Game, state: State) -> Iterator[Step]:
    """The step of the sequence that a state is at."""
    sequence = game.ruleset.phases.get(SequenceFrame)
    frame = state.frames[0] if state.frames else None
    if isinstance(sequence, SequencePhase) and isinstance(frame, SequenceFrame):
        yield sequence.steps[frame.step]


def _side_of(state: State, action: Action) -> Side:
    """Whose action it would be: that of the first unit it touches, else of the side whose phase it is."""
    units = (state.units[unit] for unit in action.units() if unit in state.units)
    return next((unit.side for unit in units), state.side)


def _at_phase(game: Game, state: State, phase: str, side: Side) -> State | None:
    """The state at the start of a phase of the side, else of any; None where it cannot be entered."""
    for wanted in (side, None):
        draft = Draft(evolve(state, frames=()))
        try:
            if game.ruleset.enter(game, draft, phase, wanted):
                settle(game, draft)
                return draft.state
        except GameFault:
            return None
    return None


def _asking(game: Game, state: State, phase: str) -> Menu | None:
    """What a phase asks; None where it was over at once."""
    is_there = state.outcome is None and phase in _names_of(game, state)
    return top_menu(game, state) if is_there else None
