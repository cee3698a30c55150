"""One battle between its declaration and its end: who fights where, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.ids import Location, Side, UnitId
from engine.core.records import Frame


@dataclass(frozen=True, slots=True)
class Battle:
    """Who attacks whom. Ids are those at the declaration; `origins` are the hexes of the attackers, one each."""

    side: Side
    """The attacker."""
    attackers: tuple[UnitId, ...]
    origins: tuple[Location, ...]
    targets: tuple[Location, ...]
    defenders: tuple[UnitId, ...]
    """The units that take the result: all in the target hexes but fleets, partisans and those that had retreated."""
    late: tuple[UnitId, ...] = ()
    """Units in the target hexes that had retreated there in this phase (7.14.3)."""
    overrun: bool = False
    city: bool = False
    """Whether most attacking steps are motorised and attack a major city (7.4.4)."""


@dataclass(frozen=True, slots=True)
class BattleEnd:
    """How a battle ended, for those who called for it: the overrun that may go on."""

    cleared: bool
    """No enemy is left in the target hexes."""
    unharmed: bool
    """No attacker lost a step or retreated."""
    attackers: tuple[UnitId, ...]
    """The attackers that are left, under the ids they have now."""


@dataclass(frozen=True, slots=True)
class AftermathFrame(Frame):
    """Carrying out the result of a battle, part by part; it ends with a BattleEnd."""

    kind: ClassVar[str] = "aftermath"
    battle: Battle
    result: str
