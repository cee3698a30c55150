"""8 and 8.2.1: what a side has declared in its combat sequence and not yet carried out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.facets import Announced
from engine.core.ids import Location, UnitId
from engine.core.records import Frame
from engine.core.state import State
from engine.rulesets.white_october.cases import rule


@dataclass(frozen=True, slots=True)
class PlannedAttack:
    """An attack that was declared: who attacks what, under which headquarters, by night or by day."""

    target: Location
    attackers: tuple[UnitId, ...]
    hq: UnitId | None = None
    night: bool = False
    commanded: tuple[UnitId, ...] = ()
    """The guns that the headquarters commanded when the attack was declared (5.2)."""


@dataclass(frozen=True, slots=True)
class PlannedBombardment:
    """A unit that bombards a hex."""

    unit: UnitId
    target: Location


@dataclass(frozen=True, slots=True)
class Plans:
    """All that is declared and still to be resolved."""

    attacks: tuple[PlannedAttack, ...] = ()
    bombardments: tuple[PlannedBombardment, ...] = ()

    @property
    def attacked(self) -> frozenset[Location]:
        """The hexes that are still to be attacked."""
        return frozenset(attack.target for attack in self.attacks)

    @property
    def bombarded(self) -> frozenset[Location]:
        return frozenset(each.target for each in self.bombardments)

    @property
    def announced(self) -> tuple[Announced, ...]:
        """All of it, for whoever looks on."""
        return (
            *(Announced(attack.attackers, (attack.target,)) for attack in self.attacks),
            *(Announced((each.unit,), (each.target,)) for each in self.bombardments),
        )

    @property
    def is_empty(self) -> bool:
        return not self.attacks and not self.bombardments

    def with_attack(self, attack: PlannedAttack) -> Plans:
        return Plans((*self.attacks, attack), self.bombardments)

    def with_bombardment(self, planned: PlannedBombardment) -> Plans:
        return Plans(self.attacks, (*self.bombardments, planned))

    def without_attack(self, attack: PlannedAttack) -> Plans:
        return Plans(tuple(each for each in self.attacks if each != attack), self.bombardments)

    def without_bombardment(self, planned: PlannedBombardment) -> Plans:
        return Plans(self.attacks, tuple(each for each in self.bombardments if each != planned))


NOTHING_PLANNED = Plans()


@dataclass(frozen=True, slots=True)
class CombatFrame(Frame):
    """A side's combat sequence: what is declared, and whether it is being carried out."""

    kind: ClassVar[str] = "combat"
    plans: Plans = NOTHING_PLANNED
    fighting: bool = False


@rule("8.1.1")
def bombarded_now(state: State) -> frozenset[Location]:
    """The hexes that are to be bombarded in the sequence that stands, and are not attacked for that."""
    frames = (frame for frame in reversed(state.frames) if isinstance(frame, CombatFrame))
    return next((frame.plans.bombarded for frame in frames), frozenset())
