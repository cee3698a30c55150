"""State is a value: applying an action makes another one and the old one still stands.

Units, control, markers and pools are persistent maps, so that a step costs microseconds with thousands of
units and undo is keeping the old state. No board, no Qt and no database is in here: a location is a number, and
what one game alone needs is in its own frozen `extra`.

Persistent maps iterate in the order of their hashes, which differs from one run of Python to the next for
strings. Whoever needs an order takes `roster` for units and `stacks` for the units of one place, or sorts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from enum import Enum
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

from immutables import Map

from engine.core.dice import NOTHING_GIVEN, Given
from engine.core.ids import NO_SIDE, CardId, EdgeIndex, Location, Side, UnitId
from engine.core.records import Frame, Outcome

P = ParamSpec("P")
T = TypeVar("T")

Scalar: TypeAlias = str | int | bool
Facts: TypeAlias = "dict[FactSource, dict[tuple[Any, ...], Any]]"

HIDDEN_CARD = CardId("?")
"""What a view shows in the place of a card its side may not see."""


@dataclass(frozen=True, slots=True)
class Unit:
    """The record of a unit; what its type is worth stands in the counters, not here."""

    id: UnitId
    type: str
    side: Side
    at: Location
    step: int = 0
    """How many steps it has lost; 0 is full strength."""
    marks: frozenset[str] = frozenset()
    values: Map[str, Scalar] = Map()

    def marked(self, *marks: str) -> Unit:
        return self.remarked(self.marks | set(marks))

    def remarked(self, marks: frozenset[str]) -> Unit:
        """The unit with these marks and no others."""
        return Unit(self.id, self.type, self.side, self.at, self.step, marks, self.values)

    def placed(self, at: Location) -> Unit:
        """The unit somewhere else."""
        return Unit(self.id, self.type, self.side, at, self.step, self.marks, self.values)


class _FactsOfState:
    """What was derived so far from a state: by source, then by what was asked beside the state.

    Most states of a draft are changed again before anybody asks: what is left of what was known is sorted out then.
    """

    def __get__(self, state: State, owner: type[State]) -> Facts:
        content = state.__dict__
        kept: _Kept | None = content.pop(_KEPT, None)
        found: Facts = {} if kept is None else _left_of(kept)
        content["facts"] = found
        return found


@dataclass(frozen=True)
class State:
    """A whole game at one instant. `viewer` is set when this is only what one side may see of it."""

    seed: int
    turn: int = 0
    side: Side = NO_SIDE
    units: Map[UnitId, Unit] = Map()
    roster: tuple[UnitId, ...] = ()
    stacks: Map[Location, tuple[UnitId, ...]] = Map()
    control: Map[Location, Side] = Map()
    markers: Map[Location, Map[str, int]] = Map()
    side_markers: Map[EdgeIndex, Map[str, int]] = Map()
    """Markers on edges: a broken rail, a frozen river."""
    values: Map[str, Scalar] = Map()
    pools: Map[str, tuple[CardId, ...]] = Map()
    sealed: Map[Side, Map[str, Scalar]] = Map()
    """Choices a side has made and not yet shown."""
    frames: tuple[Frame, ...] = ()
    outcome: Outcome | None = None
    throws: int = 0
    reveals: int = 0
    steps: int = 0
    given: Given = NOTHING_GIVEN
    extra: Any = None
    viewer: Side | None = None

    facts = _FactsOfState()

    def unit(self, unit: UnitId) -> Unit:
        return self.units[unit]

    def at(self, location: Location) -> tuple[Unit, ...]:
        """The units at a location, from the bottom of the stack to its top."""
        stack = self.stacks.get(location)
        return tuple(map(self.units.__getitem__, stack)) if stack else ()

    def every_unit(self) -> Iterator[Unit]:
        """All units in the order of their ids."""
        known = self.facts.get(_ROLL)
        if known is None:
            known = self.facts[_ROLL] = {(): _records(self)}
        return iter(known[()])

    def marker(self, location: Location, marker: str) -> int:
        """The level of a marker at a location; 0 where there is none."""
        found = self.markers.get(location)
        return found.get(marker, 0) if found is not None else 0

    def pool(self, name: str) -> tuple[CardId, ...]:
        return self.pools.get(name, ())


FIELDS = tuple(each.name for each in fields(State) if each.init)

BODIES = "bodies"
"""What a fact rests on that reads which units there are, of what type, side and step, but neither marks nor values.

It is a part of `units`: where a unit stands is read from `stacks`, and a unit that is only marked leaves it as it was.
"""

_BITS = {name: 1 << number for number, name in enumerate(FIELDS)}
_BODIES_BIT = 1 << len(FIELDS)
_BESIDE_UNITS = ~(_BITS["units"] | _BITS["roster"] | _BITS["stacks"] | _BODIES_BIT)
"""All but what tells of units."""
_UNITS = _BITS["units"] | _BITS["roster"]
_NO_SIDES: frozenset[Side] = frozenset()


class FactSource:
    """Where facts of one sort come from: the function that finds them, and the fields of the state it reads.

    With a `side` it reads the units of that side alone.
    """

    __slots__ = ("bits", "function", "rests_on", "side")

    def __init__(self, function: Callable[..., Any], rests_on: frozenset[str], side: Side | None = None) -> None:
        self.function = function
        self.rests_on = rests_on
        self.bits = sum(_BITS.get(name, _BODIES_BIT) for name in rests_on)
        """The same as one number: every change of a state asks of every fact whether it rests on what changed."""
        self.side = side


_Kept: TypeAlias = "tuple[Facts, int, int, frozenset[Side], tuple[Unit, ...] | None]"
"""The facts of the last state that was asked for any, and what has changed since.

First comes what changed for all, then what changed of the units of some sides alone and of which, then the records of
all units, where they are known.
"""

_UNKNOWN: Any = object()
"""What stands for a fact that nobody has asked for; None may be one."""
_KEPT = "_kept"
"""Under which name a state has that until somebody asks it for a fact."""
_NOTHING_KEPT: _Kept = ({}, 0, 0, _NO_SIDES, None)


def evolve(
    state: State,
    *,
    same_bodies: bool = False,
    touching: frozenset[Side] | None = None,
    record: Unit | None = None,
    **changes: Any,
) -> State:
    """A copy with other values, keeping the derived facts that rest on nothing that changed.

    Whoever changes `units` may say that their bodies stay the same, so that facts that rest on those alone are kept,
    and of which sides they are, so that facts that rest on units of others are; where a single `record` changed, which.
    The two states share what is known of such facts, whichever of them finds it out.
    """
    changed = 0
    for name in changes:
        bit = _BITS.get(name)
        if bit is None:
            raise TypeError(f"a state has no {', '.join(sorted(changes.keys() - _BITS.keys()))}")
        changed |= bit
    if "units" in changes and not same_bodies:
        changed |= _BODIES_BIT
    content = state.__dict__.copy()
    content.update(changes)
    facts: Facts | None = content.pop("facts", None)
    before: _Kept = content.get(_KEPT, _NOTHING_KEPT) if facts is None else (facts, 0, 0, _NO_SIDES, None)
    if changed & _UNITS:
        content[_KEPT] = _with_units_changed(state, before, changed, touching, record)
    else:
        known, gone, part, sides, roll = before
        content[_KEPT] = (known, gone | changed, part, sides, roll)
    new = object.__new__(State)
    object.__setattr__(new, "__dict__", content)
    return new


def _with_units_changed(
    state: State, kept: _Kept, changed: int, touching: frozenset[Side] | None, record: Unit | None
) -> _Kept:
    """What is known after a change of units: one of other sides than the last is not put together with that."""
    if touching is not None and kept[3] and touching != kept[3]:
        kept = (state.facts, 0, 0, _NO_SIDES, None)
    facts, gone, part, sides, roll = kept
    if roll is None and _ROLL in facts and not (gone | part) & _ROLL.bits:
        roll = facts[_ROLL][()]
    if record is None or changed & _BITS["roster"]:
        roll = None
    elif roll is not None:
        place = bisect_left(state.roster, record.id)
        roll = (*roll[:place], record, *roll[place + 1 :])
    if touching is None:
        return facts, gone | changed, part, sides, roll
    return facts, gone | changed & _BESIDE_UNITS, part | changed & ~_BESIDE_UNITS, touching, roll


def _left_of(kept: _Kept) -> Facts:
    """The facts that rest on nothing that has changed."""
    facts, gone, part, sides, roll = kept
    changed = gone | part
    found = {
        source: known
        for source, known in list(facts.items())
        if not source.bits & changed
        or (source.side is not None and source.side not in sides and not source.bits & gone)
    }
    if roll is not None:
        found[_ROLL] = {(): roll}
    return found


def forget_facts(state: State) -> None:
    """Drop what was derived from a state that is only kept to go back to; it is found out again when asked."""
    state.__dict__.pop(_KEPT, None)
    state.facts.clear()


class Of(Enum):
    """Of which side's units a derived fact speaks, where no one side is named."""

    ANY = "any"
    ARGUMENT = "argument"
    """Of that of the side which is the first argument after the state."""


def derived(*depends: str, of: Of | Side = Of.ANY) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Compute a fact of a state once, and drop it with the state.

    The function takes the state, under that name, as its first or second argument and hashable values after it, none by
    name; `depends` names the fields of the state that it reads, `bodies` for that part of `units`. A later state in
    which none of those changed keeps the fact. What stands before the state is the game it belongs to: a state has only
    one. A fact that reads the units of one side alone says which with `of`: the moves of all others leave it as it was.
    """
    unknown = set(depends) - {*FIELDS, BODIES}
    if unknown or not depends:
        raise ValueError(f"a derived fact depends on fields of the state, not on {sorted(unknown)}")
    rests_on = frozenset(depends)

    def wrap(function: Callable[P, T]) -> Callable[P, T]:
        source = FactSource(function, rests_on, None if isinstance(of, Of) else of)
        by_side: dict[Side, FactSource] = {}
        find: Callable[..., T] = function

        def fact_of_state(state: State, *rest: Any) -> T:
            facts = state.facts
            known = facts.get(source)
            if known is None:
                known = facts[source] = {}
            value: T = known.get(rest, _UNKNOWN)
            if value is _UNKNOWN:
                value = known[rest] = find(state, *rest)
            return value

        def fact_of_game(game: Any, state: State, *rest: Any) -> T:
            facts = state.facts
            known = facts.get(source)
            if known is None:
                known = facts[source] = {}
            value: T = known.get(rest, _UNKNOWN)
            if value is _UNKNOWN:
                value = known[rest] = find(game, state, *rest)
            return value

        def fact_of_side(game: Any, state: State, *rest: Any) -> T:
            side: Side = rest[0]
            source = by_side.get(side)
            if source is None:
                source = by_side[side] = FactSource(function, rests_on, side)
            facts = state.facts
            known = facts.get(source)
            if known is None:
                known = facts[source] = {}
            value: T = known.get(rest, _UNKNOWN)
            if value is _UNKNOWN:
                value = known[rest] = find(game, state, *rest)
            return value

        leading = list(signature(function).parameters)[:2]
        if "state" not in leading:
            raise ValueError(f"{function.__qualname__} is a derived fact and takes the state first, or after the game")
        fact = fact_of_side if of is Of.ARGUMENT else fact_of_game
        return cast("Callable[P, T]", wraps(function)(fact_of_state if leading[0] == "state" else fact))

    return wrap


def _records(state: State) -> tuple[Unit, ...]:
    """The records of all units in the order of their ids: a step of a game runs through them many times."""
    return tuple(map(state.units.__getitem__, state.roster))


_ROLL = FactSource(_records, frozenset({"units", "roster"}))
"""Where they come from; when one of them is changed the others are not looked up again."""
