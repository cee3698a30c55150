"""What a player thinks of an action."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.records import Action
from engine.core.terms import Term


@dataclass(frozen=True, slots=True)
class ActionVerdict:
    """An action, what it is worth, and why."""

    action: Action
    value: float
    reason: tuple[Term, ...] = ()
