"""Phases are small objects on an explicit stack of frames.

A frame is the data of something being done; the phase of its type is the behaviour. A phase may work by itself when
it starts, ask a side by publishing a menu, carry out what was picked, and call another frame and be resumed by it.
`settle` lets the phases work until somebody has to decide.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from engine.core.draft import Draft
from engine.core.menu import Menu
from engine.core.records import Action, Frame
from engine.core.refusals import GameFault
from engine.core.state import State, derived

if TYPE_CHECKING:
    from engine.core.game import Game

F = TypeVar("F", bound=Frame)
AnyGame = Any

RUNAWAY_LIMIT = 10_000
"""More moves of the machine than this without a decision mean that the rules go round in a circle."""


FRAMES_SHOWN = 8


class Phase(Generic[F]):
    """The behaviour of one type of frame. What a phase does not override does nothing."""

    def start(self, game: AnyGame, draft: Draft, frame: F) -> None:
        """Work done as the frame begins: checks, dice, calls of other frames."""

    def menu(self, game: AnyGame, state: State, frame: F) -> Menu | None:
        """What is to be decided; None ends the frame, or an idle menu, as there is nothing left in it."""
        return None

    def apply(self, game: AnyGame, draft: Draft, frame: F, action: Action) -> None:
        """Carry out an action that the menu holds."""
        raise GameFault(f"the {frame.kind} phase offers {action.kind} and does not carry it out")

    def resume(self, game: AnyGame, draft: Draft, frame: F, result: object) -> None:
        """A frame this one called has ended with a result."""


def phase_of(game: Game, frame: Frame) -> Phase[Any]:
    """The behaviour of a frame, as the ruleset lays down."""
    try:
        return game.ruleset.phases[type(frame)]
    except KeyError:
        raise GameFault(f"{game.ruleset.id} has no phase for {frame.kind} frames") from None


@derived("units", "stacks", "control", "markers", "side_markers", "values", "pools", "sealed", "frames", "turn", "side",
         "extra")  # fmt: skip
def top_menu(game: Game, state: State) -> Menu | None:
    """The menu of the frame on top, or None when it has nothing to ask."""
    frame = state.frames[-1]
    menu = phase_of(game, frame).menu(game, state, frame)
    return menu if asks(menu) else None


def asks(menu: Menu | None) -> bool:
    """Whether there is somebody to ask."""
    return menu is not None and not menu.is_idle


def settle(game: Game, draft: Draft, passing: Callable[[State], None] | None = None) -> None:
    """Let phases start, resume and end until one of them asks, or the game is over.

    `passing` is told of every state in which a frame has nobody to ask.
    """
    for _ in range(RUNAWAY_LIMIT):
        state = draft.state
        if state.outcome is not None:
            if game.verdict is not None:
                draft.finish(game.verdict(game, state, state.outcome) or state.outcome)
            return
        if not state.frames:
            raise GameFault("the last frame ended and nobody said how the game did")
        frame = state.frames[-1]
        phase = phase_of(game, frame)
        if draft.to_start:
            draft.to_start = False
            phase.start(game, draft, frame)
        elif draft.to_resume:
            result, draft.to_resume, draft.result = draft.result, False, None
            phase.resume(game, draft, frame, result)
        elif top_menu(game, state) is None:
            if passing is not None:
                passing(state)
            draft.end()
        else:
            return
    frames = draft.state.frames
    kinds = " > ".join(frame.kind for frame in frames[-FRAMES_SHOWN:])
    deeper = f"{len(frames) - FRAMES_SHOWN} frames > " if len(frames) > FRAMES_SHOWN else ""
    raise GameFault(f"runaway: {RUNAWAY_LIMIT} moves without a decision, in {deeper}{kinds}")
