"""What a game has come to in numbers: losses, places held, the score and the dice, step by step.

Each step of the log is read once, as the side at the screen may know it; after undo only what is new is read again. A
long game is read in portions, so that the window stays alive. No Qt is imported here.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from time import perf_counter

from engine.core.ids import NO_SIDE, Side
from engine.core.overlays import OverlayKind
from engine.core.records import Event
from engine.core.state import State
from engine.core.terms import total
from engine.definitions.counters import CounterType
from engine.narration.seen_game import SeenGame


@dataclass(frozen=True, slots=True)
class StepReading:
    """One step of the game: what it cost each side, how things stood after it, and whose dice showed what."""

    state: State
    turn: int
    steps_lost: Counter[str]
    units_lost: Counter[str]
    held: Counter[str]
    score: float
    dice: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """Numbers over time: when in turns, after how many actions, and what."""

    times: tuple[float, ...]
    steps: tuple[int, ...]
    values: tuple[float, ...]


def losses_by_side(
    before: State, events: Sequence[Event], types: Mapping[str, CounterType]
) -> tuple[Counter[str], Counter[str]]:
    """Steps and units that an action cost each side, in all its events together.

    A unit that is lost loses all the steps it had left when the action began.
    """
    steps: Counter[str] = Counter()
    units: Counter[str] = Counter()
    losses = [loss for event in events for loss in event.losses if loss.unit in before.units]
    gone = {loss.unit for loss in losses if loss.is_gone}
    for unit in gone:
        record = before.units[unit]
        kind = types.get(record.type)
        units[record.side] += 1
        steps[record.side] += max(1, (len(kind.steps) if kind is not None else 1) - record.step)
    steps.update(before.units[loss.unit].side for loss in losses if loss.unit not in gone)
    return steps, units


class Statistics:
    """The numbers of one game."""

    def __init__(self, table: SeenGame) -> None:
        self._table = table
        self._readings: dict[str, list[StepReading]] = {}

    @property
    def sides(self) -> tuple[Side, ...]:
        return self._table.game.ruleset.sides

    @property
    def readings(self) -> Sequence[StepReading]:
        """What has been read so far for the side at the screen."""
        return self._readings.setdefault(self._table.viewer, [])

    def read(self, seconds: float | None = None) -> bool:
        """Read what is new, for so long at the most; whether everything has been read."""
        table = self._table
        session, began = table.session, perf_counter()
        if not session.recall(seconds):
            return False
        kept = self._readings.setdefault(table.viewer, [])
        log = session.log
        states = [session.start.state, *(played.state for played in log)]
        same = min(len(kept), len(states))
        while same and kept[same - 1].state is not states[same - 1]:
            same -= 1
        del kept[same:]
        for number in range(same, len(states)):
            events = log[number - 1].events if number else ()
            before = states[number - 1] if number else states[0]
            kept.append(self._reading(before, states[number], events))
            if seconds is not None and perf_counter() - began > seconds:
                return number == len(states) - 1
        return True

    def _reading(self, before: State, state: State, events: Sequence[Event]) -> StepReading:
        table = self._table
        viewer = table.viewer
        known = [event.seen_by(viewer) for event in events]
        steps, units = losses_by_side(before, known, table.brief.types)
        view = table.game.view(state, viewer)
        score = float(total(table.game.ruleset.score(table.game, view)))
        thrown = [(throw.thrower(before), throw.face) for event in known for throw in event.throws]
        dice = tuple((side, face) for side, face in thrown if side != NO_SIDE)
        return StepReading(state, state.turn, steps, units, self._held(view), score, dice)

    def _held(self, view: State) -> Counter[str]:
        """How many places each side holds: as the game's overlay of control shows it, or as it is recorded."""
        game = self._table.game
        control = game.ruleset.overlays.get(OverlayKind.CONTROL)
        if control is None:
            return Counter(view.control.values())
        return Counter({area.side: len(area.places) for area in control(game, view).areas})

    # What is plotted

    def turns(self) -> list[int]:
        """The turns that were played, from the first to the present one."""
        found = [reading.turn for reading in self.readings]
        return list(range(min(found), max(found) + 1)) if found else []

    def lost_by_turn(self, side: str, *, units: bool = False) -> list[int]:
        """What a side lost in each turn: steps, or whole units."""
        lost: Counter[int] = Counter()
        for reading in self.readings:
            lost[reading.turn] += (reading.units_lost if units else reading.steps_lost)[side]
        return [lost[turn] for turn in self.turns()]

    def first_step(self, turn: int) -> int:
        """After how many actions a turn began."""
        return next((number for number, reading in enumerate(self.readings) if reading.turn == turn), 0)

    def held(self, side: str) -> Curve:
        """How many places a side held over time."""
        return self._curve([float(reading.held[side]) for reading in self.readings])

    def score(self) -> Curve:
        """The score over time; more is better for the first side."""
        return self._curve([reading.score for reading in self.readings])

    def _curve(self, values: list[float]) -> Curve:
        readings = self.readings
        sizes = Counter(reading.turn for reading in readings)
        passed: Counter[int] = Counter()
        times = []
        for reading in readings:
            times.append(reading.turn + passed[reading.turn] / sizes[reading.turn])
            passed[reading.turn] += 1
        kept = [
            number
            for number in range(len(values))
            if number in (0, len(values) - 1)
            or values[number] != values[number - 1]
            or values[number] != values[number + 1]
        ]
        return Curve(tuple(times[n] for n in kept), tuple(kept), tuple(values[n] for n in kept))

    def faces(self, side: str) -> Counter[int]:
        """How often a side threw each face."""
        return Counter(die for reading in self.readings for thrower, die in reading.dice if thrower == side)

    def mean(self, side: str) -> float | None:
        """The mean of a side's dice; None before it has thrown one."""
        faces = self.faces(side)
        count = faces.total()
        return sum(face * times for face, times in faces.items()) / count if count else None

    def as_csv(self) -> str:
        """Everything as a table: a row for each step, running totals of losses and dice."""
        out = StringIO()
        writer = csv.writer(out, lineterminator="\n")
        per_side = ("steps_lost", "units_lost", "held", "dice", "pips")
        writer.writerow(["step", "turn", "score", *(f"{side}_{name}" for side in self.sides for name in per_side)])
        steps, units, dice, pips = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
        for number, reading in enumerate(self.readings):
            steps.update(reading.steps_lost)
            units.update(reading.units_lost)
            for side, die in reading.dice:
                dice[side] += 1
                pips[side] += die
            numbers = [
                value
                for side in self.sides
                for value in (steps[side], units[side], reading.held[side], dice[side], pips[side])
            ]
            writer.writerow([number, reading.turn, f"{reading.score:g}", *numbers])
        return out.getvalue()
