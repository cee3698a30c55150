"""The course of a scenario: its turns, what comes and goes, and whether every side has something to play."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.messages import message
from engine.definitions.checks.context import Context
from engine.definitions.issues import Issue, error, warning
from engine.definitions.scenario import ScheduleKind

TURN_TRACK = "turns"
"""The name of the track that holds the turns, in every ruleset."""


def turns_reversed(context: Context) -> Iterator[Issue]:
    for scene in context.scenes:
        first, last = scene.scenario.first_turn, scene.scenario.last_turn
        if first > last:
            yield error(message("issue.turns-reversed", first=first, last=last), scene.where("last_turn"))


def turns_off_the_track(context: Context) -> Iterator[Issue]:
    """Every turn that is played has its box on the turn track, if the ruleset has one."""
    for scene in context.scenes:
        if scene.charts is None or TURN_TRACK not in scene.charts.tracks:
            continue
        turns = set(scene.charts.tracks[TURN_TRACK].turns())
        for field in ("first_turn", "last_turn"):
            turn = getattr(scene.scenario, field)
            if turns and turn not in turns:
                said = message("issue.turn-off-track", turn=turn, first=min(turns), last=max(turns))
                yield error(said, scene.where(field))


def schedule_out_of_range(context: Context) -> Iterator[Issue]:
    for scene in context.scenes:
        first, last = scene.scenario.first_turn, scene.scenario.last_turn
        for index, entry in scene.schedule():
            if not first <= entry.turn <= last:
                said = message("issue.turn-out-of-range", turn=entry.turn, first=first, last=last)
                yield error(said, scene.where("schedule", index, "turn"))


def victory_out_of_range(context: Context) -> Iterator[Issue]:
    """A victory that is looked at on a turn that is never played."""
    for scene in context.scenes:
        first, last = scene.scenario.first_turn, scene.scenario.last_turn
        for index, condition in enumerate(scene.scenario.victory):
            if condition.turn is not None and not first <= condition.turn <= last:
                said = message("issue.turn-out-of-range", turn=condition.turn, first=first, last=last)
                yield error(said, scene.where("victory", index, "turn"))


def withdrawn_too_soon(context: Context) -> Iterator[Issue]:
    """What is withdrawn was there before."""
    for scene in context.scenes:
        since = {placement.unit: scene.scenario.first_turn for _, placement in scene.setup()}
        for _, entry in scene.schedule(ScheduleKind.ARRIVAL):
            since[entry.unit] = min(entry.turn, since.get(entry.unit, entry.turn))
        for index, entry in scene.schedule(ScheduleKind.WITHDRAWAL):
            if entry.unit not in since or entry.turn < since[entry.unit]:
                said = message("issue.withdrawn-too-soon", id=entry.unit, turn=entry.turn)
                yield error(said, scene.where("schedule", index))


def empty_sides(context: Context) -> Iterator[Issue]:
    """A side without a single unit, now or later, is probably a slip where a scenario has counters at all."""
    for scene in context.scenes:
        if not scene.types:
            continue
        owners = {counter.side for unit in scene.used_units if (counter := scene.type_of(unit)) is not None}
        for index, side in enumerate(scene.scenario.sides):
            if side not in owners:
                yield warning(message("issue.empty-side", id=side), scene.where("sides", index))
