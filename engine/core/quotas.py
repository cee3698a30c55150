"""What runs out: how much of something the rules leave for a sort of action, and what each action would take of it.

A menu lists all that may be done next; that eighteen factories may be moved does not mean that more than three will.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.core.records import Action

A = TypeVar("A", bound=Action)

_NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Quota(Generic[A]):
    """What is left in each purse, and what an action takes out of which.

    `payer` says who pays where several units pay once, such as those of one stack; `counts` is then the name of what is
    counted. Without it each unit or place pays for itself.
    """

    left: Mapping[str, int]
    price: Callable[[A], Mapping[str, int]]
    payer: Callable[[A], Hashable] | None = None
    counts: str = ""

    @classmethod
    def of(cls, number: int) -> Quota[Any]:
        """So many, whatever each of them is."""
        return Quota({_NUMBER: number}, lambda _: {_NUMBER: 1})
