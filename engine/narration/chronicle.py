"""What happened in a game, in sentences, as one side may know it.

Sentences are made once and kept for as long as the decision they tell of stands: a game of thousands of decisions
costs no more to tell after the next one than a short game. No Qt is imported here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.ids import NO_SIDE, Location, Side
from engine.core.messages import Message
from engine.core.records import Event
from engine.core.ruleset import Ruleset
from engine.core.sequence import SequenceFrame, SequencePhase, Step
from engine.core.state import State
from engine.session.session import Session


@dataclass(frozen=True, slots=True)
class LogLine:
    """One event in a sentence, after how many actions it happened, in which phase, and where on the map."""

    step: int
    turn: int
    text: str
    place: Location | None
    phase: str = ""


Public = dict[tuple[int, int], tuple[Event, LogLine]]
"""What everybody is told in the same words, by step and place in it: one line for all eyes."""


class Chronicle:
    """The log of one session for one pair of eyes."""

    def __init__(
        self,
        session: Session,
        side: Side,
        public: Public,
        tell: Callable[[Event], str],
        phase: Callable[[State], str],
    ) -> None:
        self._session = session
        self._side = side
        self._public = public
        self._tell = tell
        self._phase = phase
        self._since = 0
        """After how many actions it begins: what came before in a game taken up is told when it is recalled."""
        self._lines: list[LogLine] = []
        self._told: list[tuple[State, int]] = []
        """Of each step the state it led to, and how many lines there were before it."""

    def lines(self) -> list[LogLine]:
        """Everything up to the present of which the states are at hand; what was told before is the same object."""
        session, told = self._session, self._told
        log, since = session.recent, session.recalled_from
        if since != self._since:
            told.clear()
            self._lines.clear()
            self._since = since
        length = len(log) + 1
        while told and (len(told) > length or told[-1][0] is not session.state_after(since + len(told) - 1)):
            del self._lines[told.pop()[1] :]
        for number in range(len(told), length):
            step = since + number
            if number:
                state, events = log[number - 1].state, log[number - 1].events
            else:
                state, events = session.state_after(step), () if step else session.start.events
            told.append((state, len(self._lines)))
            before = session.state_after(step - 1) if number else state
            phase = self._phase(before) if events else ""
            for place, event in enumerate(events):
                known = self._public.get((step, place))
                if known is None or known[0] is not event:
                    seen = event.seen_by(self._side)
                    known = (event, LogLine(step, before.turn, self._tell(seen), place_of(seen, state), phase))
                    if event.seen_by(NO_SIDE) is event:
                        self._public[step, place] = known
                self._lines.append(known[1])
        return list(self._lines)


def step_of(ruleset: Ruleset, state: State) -> Step | None:
    """The step of the sequence of play that a state is in; None where a game has no table of steps."""
    sequence = ruleset.phases.get(SequenceFrame)
    frame = next((frame for frame in state.frames if isinstance(frame, SequenceFrame)), None)
    if frame is None or not isinstance(sequence, SequencePhase) or frame.step >= len(sequence.steps):
        return None
    return sequence.steps[frame.step]


def phase_title(step: Step, says: Callable[[Message], str], knows: Callable[[str], bool], side: str) -> str:
    """A step of the sequence in words, with the side whose it is."""
    key = f"phase.{step.name}"
    words = says(Message(key)) if knows(key) else step.name.replace("-", " ").capitalize()
    return f"{side}: {words}" if step.side != NO_SIDE else words


def place_of(event: Event, state: State) -> Location | None:
    """Where something happened: the place an event tells of, or where the first unit it names is now."""
    if event.place is not None:
        return event.place
    units = (state.units.get(unit) for unit in event.named_units())
    return next((unit.at for unit in units if unit is not None), None)
