"""Facets: what events say they moved, threw and cost is what changed from one state to the next, and no less."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from random import Random
from unittest.mock import patch

from engine.core.boards.board_parts import PlaceKind
from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.ids import NOWHERE, Location, UnitId
from engine.core.records import Event
from engine.core.state import Unit
from tests.contract.playthrough import Step, require
from tests.contract.subjects import Subject


def check_moves(subject: Subject, step: Step, rng: Random) -> None:
    """Every unit that is elsewhere is told of by `moves`, from where it was to where it is, and no other is."""
    told: dict[UnitId, list[UnitMove]] = {}
    for event in step.events:
        for move in event.moves:
            told.setdefault(move.unit, []).append(move)
    for unit in sorted({*step.before.units, *step.after.units}):
        before, after = step.before.units.get(unit), step.after.units.get(unit)
        if _at(before) != _at(after):
            require(unit in told, f"{step.action} moved {unit} and no event says so by its moves")
    for unit, moves in told.items():
        for one, other in pairwise(moves):
            known = NOWHERE not in (one.end, other.origin)
            require(not known or one.end == other.origin, f"{unit} is said to go on from where it is not")
        start, end = step.before.units.get(unit), step.after.units.get(unit)
        require(moves[0].origin in (NOWHERE, _at(start)), f"{unit} is said to have been where it was not")
        at_last = {_at(end)} if _is_on_map(subject, end) else {_at(end), NOWHERE}
        require(moves[-1].end in at_last, f"{unit} is said to be where it is not")


def _at(unit: Unit | None) -> Location:
    return unit.at if unit is not None else NOWHERE


def _is_on_map(subject: Subject, unit: Unit | None) -> bool:
    return unit is not None and subject.game.board.kinds[unit.at] != PlaceKind.BOX


def check_throws(subject: Subject, step: Step, rng: Random) -> None:
    """Every die that the rules threw is told of by `throws`, and no other is."""
    with _noted_dice() as faces:
        subject.game.apply(step.before, step.action)
    told = [throw.face for event in step.events for throw in event.throws]
    require(Counter(told) == Counter(faces), f"{step.action}: the dice show {faces}, the events tell of {told}")


@contextmanager
def _noted_dice() -> Iterator[list[int]]:
    """Every die that is thrown while this lasts."""
    faces: list[int] = []
    roll = Draft.roll

    def noted(draft: Draft, faces_of_die: int = 6) -> int:
        faces.append(roll(draft, faces_of_die))
        return faces[-1]

    with patch.object(Draft, "roll", noted):
        yield faces


def check_losses(subject: Subject, step: Step, rng: Random) -> None:
    """A unit on the map that is weaker than before is told of by `losses`; what is told lost is weaker, or gone."""
    steps: Counter[UnitId] = Counter()
    gone: set[UnitId] = set()
    for event in step.events:
        for loss in event.losses:
            require(loss.unit in step.before.units, f"{event.kind} costs {loss.unit}, which was not there")
            steps[loss.unit] += not loss.is_gone
            if loss.is_gone:
                gone.add(loss.unit)
                left = any(move.unit == loss.unit for move in event.moves)
                require(left, f"{event.kind} costs {loss.unit} and does not say that it left")
    for unit in sorted(gone):
        after = step.after.units.get(unit)
        returned = any(move.unit == unit and move.end == _at(after) for event in step.events for move in event.moves)
        require(not _is_on_map(subject, after) or returned, f"{unit} is said to be lost and stands on the map")
    divided = _divided(step.events)
    for unit, before in sorted(step.before.units.items()):
        after = step.after.units.get(unit)
        if after is None or unit in divided or not (_is_on_map(subject, before) and _is_on_map(subject, after)):
            continue
        require(steps[unit] >= after.step - before.step, f"{unit} lost a step and no event says so by its losses")


def _divided(events: tuple[Event, ...]) -> frozenset[UnitId]:
    """Units that changed their steps with other counters: what one has less another has more."""
    return frozenset(
        unit
        for event in events
        if not event.losses
        for unit in event.named_units()
        if any(move.unit != unit for move in event.moves)
    )


def check_places(subject: Subject, step: Step, rng: Random) -> None:
    """An event that names a place says where it happened, and a card that was played is a card of the game."""
    cards = {card for pool in step.before.pools.values() for card in pool}
    for event in step.events:
        named = {place for place in event.named_places() if place != NOWHERE}
        require(event.place in named if named else event.place is None, f"{event.kind} happened where nothing did")
        require(cards.issuperset(event.played), f"{event.kind} plays what is no card")
