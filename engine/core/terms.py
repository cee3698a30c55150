"""Why, everywhere: a number is a list of terms, each with the case that put it there.

Strengths, costs, odds and scores are built as terms and only then summed, so that the screen can show
how 7:2 became 2:1 and which case did it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from engine.core.messages import Message

Number: TypeAlias = int | Fraction


class Op(StrEnum):
    """What a term does to the total so far."""

    ADD = "add"
    TIMES = "times"
    BECOMES = "becomes"
    SHIFT = "shift"
    DIE = "die"
    NOTE = "note"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Term:
    """One line of a reckoning. Shifts and die modifiers stand beside the total, notes change nothing.

    What is open is still to be drawn, and counts nothing so far.
    """

    label: Message
    value: Number
    rule: str
    op: Op = Op.ADD


def total(terms: Iterable[Term]) -> Number:
    """The number the terms come to, read from the first to the last."""
    result: Number = 0
    for term in terms:
        if term.op is Op.ADD:
            result += term.value
        elif term.op is Op.TIMES:
            result *= term.value
        elif term.op is Op.BECOMES:
            result = term.value
    return _plain(result)


def sum_of(terms: Iterable[Term], op: Op) -> Number:
    """The sum of the terms of one sort: the column shifts, or the die modifiers."""
    result: Number = 0
    for term in terms:
        if term.op is op:
            result += term.value
    return _plain(result)


def _plain(value: Number) -> Number:
    """A whole number is an int, however it came about."""
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value
