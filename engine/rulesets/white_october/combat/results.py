"""8.2.5 and 8.2.6: what the combat and bombardment tables say, taken apart."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine.rulesets.white_october.cases import rule


@dataclass(frozen=True, slots=True)
class TableResult:
    """One side's result of an attack, or what a bombardment does."""

    losses: int = 0
    disorganised: bool = False
    retreat: bool = False
    rout: bool = False
    advance: int = 0
    """How many hexes the winner may advance; 0 where it may not."""
    shaken: int = 0
    """In a bombardment: units with this morale or less retreat."""


@rule("8.2.6")
@cache
def parse_result(code: str) -> TableResult:
    """The parts of a result: `2+d+r`, `1+dr`, `1+a1`, `d+r3`, or `-` for none."""
    losses, shaken, advance = 0, 0, 0
    parts = set() if code == "-" else set(code.split("+"))
    for part in parts:
        if part.isdigit():
            losses = int(part)
        elif part.startswith("r") and part[1:].isdigit():
            shaken = int(part[1:])
        elif part.startswith("a"):
            advance = 1 if part == "a1" else 2
    known = {"d", "r", "dr", "a", "a1"}
    strange = {part for part in parts if not part.isdigit() and part not in known and not part[1:].isdigit()}
    if strange:
        raise LookupError(f"the result {code} has parts that no rule explains: {', '.join(sorted(strange))}")
    return TableResult(losses, "d" in parts, "r" in parts, "dr" in parts, advance, shaken)
