"""The sequence of play as one readable table.

A ruleset lists its steps in order; the frame at the bottom of the stack walks through them turn by turn. Each step
names the case that puts it there, the side whose step it is, and how the frame of that step is made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.ids import NO_SIDE, Side
from engine.core.phases import AnyGame, Phase
from engine.core.records import Frame
from engine.core.refusals import GameFault


@dataclass(frozen=True, slots=True)
class SequenceFrame(Frame):
    """Which step of the sequence the turn is at."""

    kind: ClassVar[str] = "sequence"
    step: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """A line of the table. `happens` may leave the step out of some turns."""

    name: str
    rule: str
    frame: Callable[[], Frame]
    side: Side = NO_SIDE
    happens: Callable[[AnyGame, Draft], bool] | None = None


class SequencePhase(Phase[SequenceFrame]):
    """Walks through the steps; after the last one the turn ends and the next begins.

    `end_of_turn` is called with the turn that ended and may finish the game.
    """

    def __init__(self, steps: tuple[Step, ...], end_of_turn: Callable[[AnyGame, Draft], None]) -> None:
        names = [(step.name, step.side) for step in steps]
        if len(set(names)) != len(names):
            raise GameFault("two steps of a sequence have one name and one side")
        self.steps = steps
        self._end_of_turn = end_of_turn

    def find(self, name: str, side: Side | None = None) -> int | None:
        """The place of a step, by its name and, where both sides have it, its side; a common step serves any side."""
        named = [index for index, step in enumerate(self.steps) if step.name == name]
        if side not in (None, NO_SIDE):
            own = [index for index in named if self.steps[index].side == side]
            named = own or [index for index in named if self.steps[index].side == NO_SIDE]
        return named[0] if named else None

    def start(self, game: AnyGame, draft: Draft, frame: SequenceFrame) -> None:
        self._begin(game, draft, frame.step)

    def resume(self, game: AnyGame, draft: Draft, frame: SequenceFrame, result: object) -> None:
        self._begin(game, draft, frame.step + 1)

    def _begin(self, game: AnyGame, draft: Draft, index: int) -> None:
        while index < len(self.steps):
            step = self.steps[index]
            if step.happens is None or step.happens(game, draft):
                draft.replace_frame(SequenceFrame(index))
                if step.side != NO_SIDE:
                    draft.set_side(step.side)
                draft.begin_phase(step.name)
                draft.call(step.frame())
                return
            index += 1
        decided = game.verdict(game, draft.state, None) if game.verdict is not None else None
        if decided is not None:
            draft.finish(decided)
            return
        self._end_of_turn(game, draft)
        if draft.state.outcome is None:
            draft.set_turn(draft.state.turn + 1)
            draft.goto(SequenceFrame(0))
