"""Where an action belongs: what forbids one that nobody is asked for now.

The question that stands says nothing about an action of another phase. So a ruleset lists for each sort of action the
case that gives a side this decision and the phases that ask for it. The state is then taken to such a phase, as a
position would be: what that phase says against the action is the answer or, where it says nothing, that it is not the
phase that stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.core.draft import Draft
from engine.core.ids import Side
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.phases import phase_of, settle
from engine.core.records import Action
from engine.core.refusals import GameFault, Refusal
from engine.core.sequence import SequenceFrame, SequencePhase, Step
from engine.core.state import State, evolve

if TYPE_CHECKING:
    from engine.core.game import Game


OTHER_PHASE = "refusal.other-phase"
"""The key of the words that an action is of another phase, and that this is all that forbids it."""


@dataclass(frozen=True, slots=True)
class Belonging:
    """The case that a sort of action belongs to, and the phases in which it may be picked from the first menu on.

    There are none for what is decided within something else: an attack, a battle, a card being played.
    """

    rule: str
    phases: tuple[str, ...] = ()
    banned: Mapping[str, str] = field(default_factory=dict)
    """The case by which a phase has none of it, where a rulebook has one that says so."""
    says_when: bool = False
    """Whether the case itself says in which phase, so that it forbids the action in any other; else that of the phase
    does."""


def refusal_elsewhere(game: Game, state: State, action: Action, standing: Refusal) -> Refusal:
    """What forbids an action that the menu has no place for; `standing` is all that the menu itself can say."""
    belonging = game.ruleset.belongs.get(action.kind)
    if belonging is None:
        return standing
    reason: Refusal | None = None
    here = _names_of(game, state)
    kind = message(f"action-kind.{action.kind}")
    banned = next((belonging.banned[name] for name in sorted(here & belonging.banned.keys())), None)
    if banned is not None:
        return Refusal(banned, message("refusal.not-open", action=kind, rule=banned))
    for phase in sorted(belonging.phases, key=lambda name: name not in here):
        asked = _asked_in(game, state, phase, action)
        if asked is None:
            continue
        refusal = asked.menu.refusal(action)
        if refusal is None:
            is_here = phase in here and asked.state.side == state.side
            return standing if is_here else _other_phase(game, asked.state, action, phase, belonging)
        reason = reason or refusal
    return reason or Refusal(belonging.rule, message("refusal.not-open", action=kind, rule=belonging.rule))


def _other_phase(game: Game, entered: State, action: Action, phase: str, belonging: Belonging) -> Refusal:
    rule = belonging.rule
    if not belonging.says_when:
        rule = next((step.rule for step in _steps(game, entered) if step.name == phase), rule)
    kind = message(f"action-kind.{action.kind}")
    word = message(f"phase.{phase}")
    return Refusal(rule, message(OTHER_PHASE, action=kind, phase=word, side=entered.side))


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


@dataclass(frozen=True, slots=True)
class FirstQuestion:
    """What a phase asks first, and the state in which it does."""

    menu: Menu
    state: State


def _asked_in(game: Game, state: State, phase: str, action: Action) -> FirstQuestion | None:
    """What a phase asks where such an action is open to a side, first to the one whose action it would be."""
    for side in dict.fromkeys((_side_of(state, action), *game.ruleset.sides)):
        draft = Draft(evolve(state, frames=()))
        try:
            asked = _first_questions(game, draft, phase) if game.ruleset.enter(game, draft, phase, side) else ()
        except GameFault:
            continue
        found = next((each for each in asked if each.menu.asks_for(type(action))), None)
        if found is not None:
            return found
    return None


def questions_passed_over(game: Game, begun: State) -> tuple[FirstQuestion, ...]:
    """What the phase that a state is about to begin would ask if anything of it were open."""
    draft = Draft(begun)
    draft.to_start = True
    return _first_questions(game, draft, game.ruleset.phase_at(begun))


def questions_left_unasked(game: Game, state: State, action: Action) -> tuple[FirstQuestion, ...]:
    """What would have been asked in the phase that stands if an action had not closed it: the frames that it ended.

    Whose advance is over is asked no more; the frame of the advance still knows why there is no further step.
    """
    found: list[FirstQuestion] = []

    def passing(passed: State) -> None:
        top = passed.frames[-1]
        menu = phase_of(game, top).menu(game, passed, top) if _is_same_phase(game, state, passed) else None
        if menu is not None:
            found.append(FirstQuestion(menu, passed))

    draft = Draft(evolve(state, steps=state.steps + 1))
    frame = state.frames[-1]
    phase_of(game, frame).apply(game, draft, frame, action)
    settle(game, draft, passing)
    return tuple(found)


def _is_same_phase(game: Game, begun: State, state: State) -> bool:
    """Whether it is the same phase, and not that of the other side or of a later turn which has its name."""
    return state.turn == begun.turn and tuple(_steps(game, state)) == tuple(_steps(game, begun))


def _first_questions(game: Game, draft: Draft, phase: str) -> tuple[FirstQuestion, ...]:
    """The menu with which a phase begins, and others that it would have begun with.

    One that is over at once, as nothing can be done in it, still says why. Where a phase has something else decided
    first, as a flight before the marches, what it asks itself is told after that.
    """
    while draft.to_start and isinstance(draft.frame, SequenceFrame):
        draft.to_start = False
        phase_of(game, draft.frame).start(game, draft, draft.frame)
    begun, frame = draft.state, draft.frame
    found: list[FirstQuestion] = []

    def note(state: State, menu: Menu | None) -> None:
        if menu is not None:
            found.append(FirstQuestion(menu, state))

    def is_still_there(state: State) -> bool:
        return _is_same_phase(game, begun, state) and phase in _names_of(game, state)

    def passing(state: State) -> None:
        top = state.frames[-1]
        if is_still_there(state):
            note(state, phase_of(game, top).menu(game, state, top))

    settle(game, draft, passing)
    if draft.state.outcome is None and is_still_there(draft.state):
        found.insert(0, FirstQuestion(game.menu(draft.state), draft.state))
    note(begun, phase_of(game, frame).menu(game, begun, frame))
    return tuple(found)
