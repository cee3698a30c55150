"""What happened in a game, in sentences, as one side may know it.

Sentences are made once and kept for as long as the decision they tell of stands: a game of thousands of decisions
costs no more to tell after the next one than a short game. The steps of a unit that goes on and on are one sentence, so
that a turn can be read: where it came from, where it went, and by which way. No Qt is imported here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.core.actions import StepTo
from engine.core.ids import NO_SIDE, NOWHERE, Location, Side, UnitId
from engine.core.messages import Message, as_written
from engine.core.records import Begun, Event, Moment
from engine.core.ruleset import Ruleset
from engine.core.sequence import SequenceFrame, SequencePhase, Step
from engine.core.state import State
from engine.narration.language import labelled
from engine.session.session import Session


@dataclass(frozen=True, slots=True)
class LogLine:
    """One event in a sentence, after how many actions it happened, in which phase, and where on the map."""

    step: int
    turn: int
    text: str
    place: Location | None
    phase: str = ""
    march: tuple[UnitId, tuple[Location, ...]] | None = None
    """Of whom it tells nothing else but that they went a way, step by step."""


Public = dict[tuple[int, int], tuple[Event, LogLine]]
"""What everybody is told in the same words, by step and place in it: one line for all eyes."""


@dataclass(frozen=True, slots=True)
class LogWords:
    """How an event, the phase of a state, a phase that begins, and a march of several steps are said."""

    event: Callable[[Event], str]
    phase: Callable[[State], str]
    begun: Callable[[Moment], str]
    march: Callable[[UnitId, tuple[Location, ...]], str]


class _Told(NamedTuple):
    """Of one decision: the state it led to, how many lines there were before, and the march that it is a step of."""

    state: State
    before: int
    march_at: int | None
    """Which line tells of that march."""
    shorter: LogLine | None
    """That line as it was before, where the march had begun already."""


class Chronicle:
    """The log of one session for one pair of eyes."""

    def __init__(self, session: Session, side: Side, public: Public, words: LogWords) -> None:
        self._session = session
        self._side = side
        self._public = public
        self._words = words
        self._since = 0
        """After how many actions it begins: what came before in a game taken up is told when it is recalled."""
        self._lines: list[LogLine] = []
        self._told: list[_Told] = []

    def lines(self) -> list[LogLine]:
        """Everything up to the present of which the states are at hand; what was told before is the same object."""
        session, told = self._session, self._told
        log, since = session.recent, session.recalled_from
        if since != self._since:
            told.clear()
            self._lines.clear()
            self._since = since
        length = len(log) + 1
        while told and (len(told) > length or told[-1].state is not session.state_after(since + len(told) - 1)):
            self._take_back(told.pop())
        for number in range(len(told), length):
            step = since + number
            if number:
                state, events, begun = log[number - 1].state, log[number - 1].events, log[number - 1].begun
            else:
                state = session.state_after(step)
                events, begun = ((), ()) if step else (session.start.events, session.start.begun)
            before = session.state_after(step - 1) if number else state
            told.append(self._add(state, self._fresh(step, before, state, events, begun)))
        return list(self._lines)

    def _add(self, state: State, fresh: list[LogLine]) -> _Told:
        """Tell what one decision led to; a step that goes on with the march of the decision before is told there."""
        count, at = len(self._lines), self._told[-1].march_at if self._told else None
        last = self._lines[at] if at is not None else None
        joined = self._joined(last, fresh[0]) if last is not None and fresh else None
        if joined is not None and at is not None:
            self._lines[at] = joined
            self._lines += fresh[1:]
            return _Told(state, count, at, last)
        self._lines += fresh
        return _Told(state, count, count if fresh and fresh[0].march is not None else None, None)

    def _take_back(self, told: _Told) -> None:
        del self._lines[told.before :]
        if told.shorter is not None and told.march_at is not None:
            self._lines[told.march_at] = told.shorter

    def _fresh(
        self, step: int, before: State, state: State, events: Sequence[Event], begun: Sequence[Begun]
    ) -> list[LogLine]:
        """What one decision led to, a line an event; what a phase that began meanwhile brought stands under that."""
        turn, phase = before.turn, self._words.phase(before) if events else ""
        coming = deque(begun)
        lines = []
        for place, event in enumerate(events):
            while coming and coming[0].after <= place:
                moment = coming.popleft().moment
                turn, phase = moment.turn, self._words.begun(moment)
            known = self._public.get((step, place))
            if known is None or known[0] is not event:
                seen, is_public = event.seen_by(self._side), event.seen_by(NO_SIDE) is event
                march = self._march(step, events) if is_public and not place else None
                said = self._words.event(seen)
                known = (event, LogLine(step, turn, said, place_of(seen, state), phase, march))
                if is_public:
                    self._public[step, place] = known
            lines.append(known[1])
        return lines

    def _march(self, step: int, events: Sequence[Event]) -> tuple[UnitId, tuple[Location, ...]] | None:
        """Who took a step, from where and to where, if that is all that was decided and nobody fought."""
        recent, since = self._session.recent, self._session.recalled_from
        action = recent[step - 1 - since].action if step > since else None
        if not isinstance(action, StepTo) or any(event.throws or event.losses for event in events):
            return None
        way = next((move.way for move in events[0].moves if move.unit == action.unit), ())
        return (action.unit, way) if len(way) > 1 and NOWHERE not in way else None

    def _joined(self, last: LogLine, line: LogLine) -> LogLine | None:
        """A march that goes on where the decision before left it, as one line; None where it does not."""
        if last.march is None or line.march is None or (last.turn, last.phase) != (line.turn, line.phase):
            return None
        unit, way = last.march
        if unit != line.march[0] or way[-1] != line.march[1][0]:
            return None
        whole = (*way, *line.march[1][1:])
        return replace(line, text=self._words.march(unit, whole), march=(unit, whole))


def step_of(ruleset: Ruleset, state: State) -> Step | None:
    """The step of the sequence of play that a state is in; None where a game has no table of steps."""
    sequence = ruleset.phases.get(SequenceFrame)
    frame = next((frame for frame in state.frames if isinstance(frame, SequenceFrame)), None)
    if frame is None or not isinstance(sequence, SequencePhase) or frame.step >= len(sequence.steps):
        return None
    return sequence.steps[frame.step]


def step_named(ruleset: Ruleset, moment: Moment) -> Step | None:
    """The step of the sequence of play with which a phase begins."""
    sequence = ruleset.phases.get(SequenceFrame)
    at = sequence.find(moment.phase, moment.side) if isinstance(sequence, SequencePhase) else None
    return sequence.steps[at] if isinstance(sequence, SequencePhase) and at is not None else None


def phase_title(step: Step, says: Callable[[Message], str], knows: Callable[[str], bool], side: str) -> str:
    """A step of the sequence in words, with the side whose it is."""
    key = f"phase.{step.name}"
    words = says(Message(key)) if knows(key) else as_written(step.name).capitalize()
    return labelled(side, words) if step.side != NO_SIDE else words


def place_of(event: Event, state: State) -> Location | None:
    """Where something happened: the place an event tells of, or where the first unit it names is now."""
    if event.place is not None:
        return event.place
    units = (state.units.get(unit) for unit in event.named_units())
    return next((unit.at for unit in units if unit is not None), None)
