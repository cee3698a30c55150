"""What can be set about a tool, described so that one panel shows any of them.

The values stand in a small dataclass of the tool; an `Option` says how one of them is called, what it may be and how
it is explained. A panel reads the descriptions, shows a field for each and writes back through the tool.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.definitions.palette import AttributeKind
from engine.definitions.plan import Scalar

OptionValue: TypeAlias = Scalar


class OptionKind(StrEnum):
    """Which field shows an option."""

    INT = "int"
    NUMBER = "number"
    BOOL = "bool"
    CHOICE = "choice"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One of the values of an option, and what it is called."""

    value: str
    title: str


@dataclass(frozen=True, slots=True)
class Option:
    """How an option is shown; `least` and `most` bound the numbers, `choices` the rest."""

    name: str
    kind: OptionKind
    title: str
    tip: str
    least: float = 0
    most: float = 1_000_000
    choices: tuple[OptionChoice, ...] = ()

    def accepts(self, value: OptionValue) -> bool:
        """Whether a value is one that the option may have."""
        match self.kind:
            case OptionKind.BOOL:
                return isinstance(value, bool)
            case OptionKind.INT:
                return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most
            case OptionKind.NUMBER:
                return (
                    isinstance(value, int | float) and not isinstance(value, bool) and self.least <= value <= self.most
                )
            case OptionKind.CHOICE:
                return value in [choice.value for choice in self.choices]
            case OptionKind.TEXT:
                return isinstance(value, str)


OPTION_OF_ATTRIBUTE = {
    AttributeKind.INTEGER: OptionKind.INT,
    AttributeKind.NUMBER: OptionKind.NUMBER,
    AttributeKind.TEXT: OptionKind.TEXT,
    AttributeKind.FLAG: OptionKind.BOOL,
}
"""Attributes that a ruleset gives its lines and places are options of the tool that lays them."""
