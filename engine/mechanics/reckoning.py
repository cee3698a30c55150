"""Reckoning a combat: from the terms of both sides to a column, from the dice to the results and what they cost.

A `Reading` is where one throw is read: the table, the column after the shifts, and what changes the dice. The game
finds the column, by odds (`mechanics/odds.py`) or by strength (`column_for` of the table), and says what each result
costs; the rows, chances and expected losses, and the answer to a question about the attack, follow from there. A combat
may have several readings: one for each side that fires, a second die for further losses, the column of each side's
morale under one score.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Protocol

from engine.core.answers import AttackAnswer, Reckoning, Throw
from engine.core.ids import Location, Side, UnitId
from engine.core.terms import Number, Op, Term, sum_of
from engine.mechanics.chances import Costs, chances_of, expected


class ResultTable(Protocol):
    """What is needed of a table to read it."""

    @property
    def columns(self) -> tuple[str, ...]: ...

    @property
    def rows(self) -> tuple[str, ...]: ...

    def column_index(self, column: str) -> int: ...

    def row_for(self, number: int) -> str: ...

    def result(self, column: str, row: str | int) -> str: ...


@dataclass(frozen=True, slots=True)
class Dice:
    """What is thrown at once and read as a sum, and the bounds within which the modified sum is held."""

    number: int = 1
    faces: int = 6
    lowest: int | None = None
    highest: int | None = None
    again: frozenset[int] = frozenset()
    """The sums that are thrown once more; the second throw stands."""

    def sums(self) -> tuple[int, ...]:
        """What may be thrown, from the lowest up."""
        return tuple(range(self.number, self.number * self.faces + 1))

    def shares(self) -> tuple[Fraction, ...]:
        """How likely each of the sums is."""
        return _shares(self.number, self.faces, self.again)

    def modified(self, thrown: int, modifiers: Iterable[Term]) -> int:
        """The sum with all die modifiers, held to its bounds."""
        found = thrown + int(sum_of(modifiers, Op.DIE))
        if self.lowest is not None:
            found = max(self.lowest, found)
        return min(self.highest, found) if self.highest is not None else found


@cache
def _shares(number: int, faces: int, again: frozenset[int]) -> tuple[Fraction, ...]:
    sums = range(number, number * faces + 1)
    ways = dict.fromkeys(sums, 0)
    for dice in product(range(1, faces + 1), repeat=number):
        ways[sum(dice)] += 1
    once = {each: Fraction(count, faces**number) for each, count in ways.items()}
    repeated = sum((once[each] for each in sums if each in again), Fraction())
    return tuple(once[each] * repeated + (0 if each in again else once[each]) for each in sums)


ONE_DIE = Dice()


@dataclass(frozen=True, slots=True)
class Reading:
    """Where a throw of a combat is read."""

    side: Side
    """Whose throw it is."""
    table: ResultTable
    name: str
    """What the charts call the table."""
    column: str
    """After the shifts; empty where there is none, because strengths are not known or odds lie outside the table."""
    rule: str
    shifts: tuple[Term, ...] = ()
    modifiers: tuple[Term, ...] = ()
    dice: Dice = ONE_DIE
    headings: tuple[str, ...] = ()
    """What the columns stand for in this combat, where that is not what heads them."""

    @property
    def heading(self) -> str:
        """What the column stands for in this combat."""
        return self.headings[self.table.column_index(self.column)] if self.headings and self.column else self.column

    def modified(self, thrown: int) -> int:
        return self.dice.modified(thrown, self.modifiers)

    def row(self, thrown: int) -> str:
        """The row that a throw falls on once it is modified; past either end of the table, the last one there.

        A throw that the dice cannot show, as a question may name one, is not moved: the table has no such row.
        """
        row = str(self.modified(thrown))
        known = row in self.table.rows or thrown not in self.dice.sums()
        return row if known else self.table.row_for(int(row))

    def result(self, thrown: int) -> str:
        return self.table.result(self.column, self.row(thrown))

    def throw(self, costs: Costs) -> Throw:
        """All that can come of it; `costs` says what a result costs the attacker and the defender."""
        rows = tuple(map(self.row, self.dice.sums()))
        read = [(row, self.table.result(self.column, row)) for row in rows]
        return Throw(
            side=self.side,
            table=self.name,
            column=self.column,
            rows=rows,
            shifts=Reckoning.modifiers(self.shifts, Op.SHIFT),
            modifiers=Reckoning.modifiers(self.modifiers, Op.DIE),
            rule=self.rule,
            chances=chances_of(read, costs, self.dice.shares()),
            headings=self.headings,
        )


def attack_answer(
    reading: Reading,
    throws: Sequence[Throw],
    *,
    sides: tuple[Side, Side],
    attackers: Sequence[UnitId],
    target: Location,
    attack: Reckoning,
    defence: Reckoning,
    odds: str,
    rule: str,
    die: int | None = None,
    automatic: str | None = None,
    notes: tuple[Term, ...] = (),
) -> AttackAnswer:
    """The answer about an attack, told by one of its readings; `throws` are all of them, the attacker's first.

    `sides` are the attacker and the defender, `automatic` is the result where no die is thrown, and `notes` are said
    with the shifts.
    """
    told = next((throw for throw in throws if throw.side == reading.side), None)
    chances: dict[str, Number] = {chance.result: chance.share for chance in told.chances} if told is not None else {}
    if automatic is not None:
        chances = {automatic: Fraction(1)}
    shifts = Reckoning.modifiers(reading.shifts, Op.SHIFT)
    result = reading.result(die) if die is not None and told is not None else automatic
    if die is not None:
        throws = [replace(throw, result=result) if throw is told else throw for throw in throws]
    return AttackAnswer(
        attackers=tuple(attackers),
        target=target,
        attack=attack,
        defence=defence,
        odds=odds,
        shifts=Reckoning((*notes, *shifts.terms), shifts.value),
        column=reading.heading,
        modifiers=Reckoning.modifiers(reading.modifiers, Op.DIE),
        die=die,
        modified_die=reading.modified(die) if die is not None else None,
        result=result,
        table=reading.name,
        rule=rule,
        chances=chances,
        throws=tuple(throws),
        losses=dict(zip(sides, expected(throws), strict=True)) if throws else {},
    )
