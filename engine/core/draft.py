"""A draft: where an action is carried out.

The rules read states and write drafts. A draft starts from a state, every change makes the next state, and the
one it started from is never touched. It also collects the events, keeps `stacks` and `roster` true, takes dice and
cards out of the state's own chance, and turns `call`, `goto` and `end` into changes of the stack of frames.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from immutables import Map

from engine.core.dice import shuffled, throw
from engine.core.ids import CardId, EdgeIndex, Location, Side, UnitId
from engine.core.records import Begun, Event, Frame, Moment, Outcome
from engine.core.refusals import GameFault, MisgivenDie
from engine.core.state import Scalar, State, Unit, evolve

T = TypeVar("T")

_NO_BODY = frozenset({"marks", "values"})
"""What of a unit may change without a change of its body."""
_MARKS_ALONE = {"marks"}
"""What changes most often."""


class Draft:
    """A state in the making. `state` is always whole and may be read, or asked for facts, at any point."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.begun: list[Begun] = []
        """The phases that began in this draft, the one that stands in the end among them."""
        self.to_start = False
        self.to_resume = False
        self.result: object = None

    def emit(self, event: Event) -> None:
        """Say that something happened."""
        self.events.append(event)

    def begin_phase(self, name: str) -> None:
        """Note that a phase begins now, for those who wonder which were passed because nobody was asked."""
        self.begun.append(Begun(Moment(self.state.turn, name, self.state.side), len(self.events)))

    # Units

    def add_unit(self, unit: Unit) -> None:
        """Bring a new unit into the game, on top of the stack where it stands."""
        self.add_units((unit,))

    def add_units(self, units: Iterable[Unit]) -> None:
        """Bring in many units at once, as a setup does."""
        state = self.state
        records, stacks = state.units.mutate(), state.stacks.mutate()
        names = list(state.roster)
        sides: set[Side] = set()
        for unit in units:
            if unit.id in records:
                raise GameFault(f"there is a unit {unit.id} already")
            _check_place(unit.id, unit.at)
            records[unit.id] = unit
            names.append(unit.id)
            sides.add(unit.side)
            stacks[unit.at] = (*stacks.get(unit.at, ()), unit.id)
        roster = tuple(sorted(names))
        self.state = evolve(
            state, touching=frozenset(sides), units=records.finish(), roster=roster, stacks=stacks.finish()
        )

    def remove_unit(self, unit: UnitId) -> None:
        """Take a unit out of the game altogether; a unit that may return goes to a box instead."""
        state = self.state
        record = self._unit(unit)
        self.state = evolve(
            state,
            touching=frozenset((record.side,)),
            units=state.units.delete(unit),
            roster=tuple(each for each in state.roster if each != unit),
            stacks=_lifted(state.stacks, record),
        )

    def move_unit(self, unit: UnitId, to: Location) -> None:
        """Put a unit on top of the stack at another location."""
        state = self.state
        record = self._unit(unit)
        if record.at == to:
            return
        _check_place(unit, to)
        stacks = _lifted(state.stacks, record)
        moved = record.placed(to)
        self.state = evolve(
            state,
            same_bodies=True,
            touching=frozenset((record.side,)),
            record=moved,
            units=state.units.set(unit, moved),
            stacks=stacks.set(to, (*stacks.get(to, ()), unit)),
        )

    def change_unit(self, unit: UnitId, **changes: Any) -> Unit:
        """Change what a unit is, but not where: steps lost, marks, values, type or side."""
        if "at" in changes or "id" in changes:
            raise GameFault("a unit is moved with move_unit and keeps its id")
        if "marks" in changes:
            changes["marks"] = frozenset(changes["marks"])
        if "values" in changes:
            changes["values"] = Map(changes["values"])
        before = self._unit(unit)
        record = before.remarked(changes["marks"]) if changes.keys() == _MARKS_ALONE else replace(before, **changes)
        self.state = evolve(
            self.state,
            same_bodies=changes.keys() <= _NO_BODY,
            touching=frozenset((before.side, record.side)),
            record=record,
            units=self.state.units.set(unit, record),
        )
        return record

    def mark(self, unit: UnitId, *marks: str) -> None:
        self.change_unit(unit, marks=self._unit(unit).marks | set(marks))

    def unmark(self, unit: UnitId, *marks: str) -> None:
        self.change_unit(unit, marks=self._unit(unit).marks - set(marks))

    def unmark_all(self, *marks: str) -> None:
        """Take marks off every unit, as the end of a phase does."""
        gone = frozenset(marks)
        marked = [unit for unit in self.state.every_unit() if unit.marks and not gone.isdisjoint(unit.marks)]
        if not marked:
            return
        records = self.state.units.mutate()
        for unit in marked:
            records[unit.id] = unit.remarked(unit.marks - gone)
        sides = frozenset(unit.side for unit in marked)
        self.state = evolve(self.state, same_bodies=True, touching=sides, units=records.finish())

    def set_unit_value(self, unit: UnitId, name: str, value: Scalar | None) -> None:
        """Set a value of a unit, or take it away with None."""
        self.change_unit(unit, values=_with(self._unit(unit).values, name, value))

    def _unit(self, unit: UnitId) -> Unit:
        record = self.state.units.get(unit)
        if record is None:
            raise GameFault(f"there is no unit {unit} to change")
        return record

    # The map and the tracks

    def set_control(self, location: Location, side: Side | None) -> None:
        control = self.state.control
        if side is None:
            self.state = evolve(self.state, control=control.delete(location) if location in control else control)
        elif control.get(location) != side:
            self.state = evolve(self.state, control=control.set(location, side))

    def set_marker(self, location: Location, marker: str, level: int) -> None:
        """Put a marker of a level on a location; level 0 takes it away."""
        markers = _levelled(self.state.markers, location, marker, level)
        if markers is not self.state.markers:
            self.state = evolve(self.state, markers=markers)

    def set_side_marker(self, edge: EdgeIndex, marker: str, level: int) -> None:
        """The same for a hexside or a connection."""
        self.state = evolve(self.state, side_markers=_levelled(self.state.side_markers, edge, marker, level))

    def set_value(self, name: str, value: Scalar | None) -> None:
        """Set a value of the game, such as the weather or a score, or take it away with None."""
        values = _with(self.state.values, name, value)
        if values is not self.state.values:
            self.state = evolve(self.state, values=values)

    def set_turn(self, turn: int) -> None:
        self.state = evolve(self.state, turn=turn)

    def set_side(self, side: Side) -> None:
        """Name the side whose phase it is; who decides is the menu's to say."""
        if side != self.state.side:
            self.state = evolve(self.state, side=side)

    def set_extra(self, extra: object) -> None:
        self.state = evolve(self.state, extra=extra)

    # Chance and secrets

    def roll(self, faces: int = 6) -> int:
        """Throw a die, which an event tells of: the next one given, or the next of the seed."""
        return self._throw(faces)

    def lot(self, among: Sequence[T]) -> T:
        """Draw one of several by lot; no die is seen, but a position may give it like one."""
        return among[self._throw(len(among)) - 1]

    def _throw(self, faces: int) -> int:
        state = self.state
        if state.given.dice:
            value, *rest = state.given.dice
            if not 1 <= value <= faces:
                raise MisgivenDie(value, faces)
            self.state = evolve(state, throws=state.throws + 1, given=replace(state.given, dice=tuple(rest)))
            return value
        self.state = evolve(state, throws=state.throws + 1)
        return throw(state.seed, state.throws, faces)

    def given_result(self) -> str | None:
        """The result a position has laid down for the next table, if any."""
        given = self.state.given
        if not given.results:
            return None
        first, *rest = given.results
        self.state = evolve(self.state, given=replace(given, results=tuple(rest)))
        return first

    def set_pool(self, pool: str, cards: Sequence[CardId]) -> None:
        self.state = evolve(self.state, pools=self.state.pools.set(pool, tuple(cards)))

    def shuffle(self, pool: str) -> None:
        """Put a pool in a random order."""
        state = self.state
        order, used = shuffled(state.seed, state.throws, state.pool(pool))
        self.state = evolve(state, throws=state.throws + used, pools=state.pools.set(pool, order))

    def draw(self, pool: str, to: str) -> CardId | None:
        """Take the top card of a pool, or the next card given, into another pool; None from an empty one."""
        state = self.state
        cards = state.pool(pool)
        if not cards:
            return None
        card, given = cards[0], state.given
        if given.draws:
            wanted, *rest = given.draws
            if CardId(wanted) not in cards:
                raise GameFault(f"the card {wanted} is given for a draw but is not in the {pool}")
            card, given = CardId(wanted), replace(given, draws=tuple(rest))
        self.state = evolve(state, reveals=state.reveals + 1, given=given)
        self.move_card(card, pool, to)
        return card

    def move_card(self, card: CardId, origin: str, to: str) -> None:
        """Move a card from one pool to the end of another."""
        pools = self.state.pools
        rest = list(pools.get(origin, ()))
        if card not in rest:
            raise GameFault(f"the card {card} is not in the {origin}")
        rest.remove(card)
        pools = pools.set(origin, tuple(rest))
        self.state = evolve(self.state, pools=pools.set(to, (*pools.get(to, ()), card)))

    def seal(self, side: Side, name: str, value: Scalar) -> None:
        """Write down a choice that the other sides may not see yet."""
        sealed = self.state.sealed
        self.state = evolve(self.state, sealed=sealed.set(side, sealed.get(side, Map()).set(name, value)))

    def unseal(self) -> Map[Side, Map[str, Scalar]]:
        """Show all sealed choices at once and clear them."""
        shown = self.state.sealed
        self.state = evolve(self.state, sealed=Map(), reveals=self.state.reveals + 1)
        return shown

    def reveal(self) -> None:
        """Note that somebody learned something; undo does not go back past this."""
        self.state = evolve(self.state, reveals=self.state.reveals + 1)

    # The stack of frames

    @property
    def frame(self) -> Frame:
        """What is being done now."""
        return self.state.frames[-1]

    def replace_frame(self, frame: Frame) -> None:
        """Change the data of the present frame without leaving it."""
        if self.to_start or self.to_resume:
            raise GameFault(f"the {frame.kind} frame was changed although another had been begun or resumed")
        if type(frame) is not type(self.frame):
            raise GameFault(f"a {self.frame.kind} frame cannot become a {frame.kind} frame in place; use goto")
        self.state = evolve(self.state, frames=(*self.state.frames[:-1], frame))

    def call(self, frame: Frame) -> None:
        """Begin something within the present frame, which resumes when it ends."""
        self._begin((*self.state.frames, frame))

    def goto(self, frame: Frame) -> None:
        """Leave the present frame for another that takes its place."""
        if not self.state.frames:
            raise GameFault(f"there is no frame to leave for the {frame.kind} frame")
        self._begin((*self.state.frames[:-1], frame))

    def end(self, result: object = None) -> None:
        """Finish the present frame and hand a result to the one that called it."""
        if not self.state.frames:
            raise GameFault("there is no frame to end")
        if self.to_start or self.to_resume:
            raise GameFault(f"the {self.frame.kind} frame ended although another had been begun or resumed")
        self.state = evolve(self.state, frames=self.state.frames[:-1])
        self.to_resume, self.result = True, result

    def finish(self, outcome: Outcome) -> None:
        """The game is over."""
        self.state = evolve(self.state, outcome=outcome)

    def _begin(self, frames: tuple[Frame, ...]) -> None:
        if self.to_start or self.to_resume:
            raise GameFault(f"the {frames[-1].kind} frame was begun although another had been begun or ended")
        self.state = evolve(self.state, frames=frames)
        self.to_start = True


def _check_place(unit: UnitId, at: Location) -> None:
    """Nowhere is no place to stand: what is off the map waits in a box."""
    if at < 0:
        raise GameFault(f"the unit {unit} cannot stand nowhere; a box is the place for what is off the map")


def _lifted(stacks: Map[Location, tuple[UnitId, ...]], unit: Unit) -> Map[Location, tuple[UnitId, ...]]:
    rest = tuple(each for each in stacks[unit.at] if each != unit.id)
    return stacks.set(unit.at, rest) if rest else stacks.delete(unit.at)


def _with(values: Map[str, Scalar], name: str, value: Scalar | None) -> Map[str, Scalar]:
    if value is not None:
        return values.set(name, value)
    return values.delete(name) if name in values else values


def _levelled(markers: Map[T, Map[str, int]], place: T, marker: str, level: int) -> Map[T, Map[str, int]]:
    here: Map[str, int] = markers.get(place, Map())
    if level:
        return markers.set(place, here.set(marker, level))
    if marker not in here:
        return markers
    here = here.delete(marker)
    return markers.set(place, here) if here else markers.delete(place)
