"""What the counters of War in Europe are to the rules (3.2, ruling 8): roles, faces, how each moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.core.ids import Side
from engine.definitions.counters import CounterType
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.names import FINNISH, Role, Trait

MECHANISED, FOOT = "mechanised", "foot"
"""The two columns of the terrain chart."""
CORPS: Final = "XXX"
FAST_MOTORS: Final = 10
"""Motorised infantry with so many movement points pays as mechanised units do (5.3)."""

_HEAVY: Final = frozenset({Role.ARMOUR, Role.MECHANISED})
_MOVES_AGAIN: Final = frozenset({Role.ARMOUR, Role.MECHANISED, Role.CAVALRY, Role.SUPPLY})
_COMBAT: Final = frozenset(Role) - {Role.SUPPLY, Role.REPAIR, Role.CADRE}
_INFANTRY: Final = frozenset({Role.INFANTRY, Role.AIRBORNE})


@dataclass(frozen=True, slots=True)
class UnitFace:
    """The numbers on one side of a counter; where one number is printed it is attack and defence (3.24)."""

    attack: int
    defence: int
    movement: int


@dataclass(frozen=True, slots=True)
class Kind:
    """What a counter type is to the rules."""

    id: str
    side: Side
    nation: str
    role: Role
    faces: tuple[UnitFace, ...]
    """The unit, and its battle group if it has one."""
    traits: frozenset[str]
    size: str
    fortified: int | None
    """The defence of the fortified face, for those that have one (18.0)."""

    @property
    @rule("11.3")
    def forms_group(self) -> bool:
        """Whether a battle group is on its back."""
        return len(self.faces) > 1

    @property
    @rule("5.3", "5.5")
    def pays_mechanised(self) -> bool:
        """Whether it pays the mechanised column: motorised infantry with ten points does, but moves once (5.3)."""
        fast = self.role is Role.MOTORISED and self.faces[0].movement >= FAST_MOTORS
        return self.is_heavy or fast or self.role is Role.SUPPLY

    @property
    @rule("5.5", "14.42")
    def moves_again(self) -> bool:
        """Whether it moves in the mechanised phase too: armour, mechanised infantry, cavalry and mobile supply."""
        return self.role in _MOVES_AGAIN

    @property
    @rule("9.13", "9.24")
    def is_heavy(self) -> bool:
        """Mechanised for zones, landings and the weather on attack: armour and mechanised infantry alone."""
        return self.role in _HEAVY

    @property
    @rule("5.4")
    def slips_in_snow(self) -> bool:
        """What snow slows: armour, mechanised infantry and motorised infantry (ruling 8)."""
        return self.is_heavy or self.role is Role.MOTORISED

    @property
    @rule("5.6", "5.65")
    def can_force_march(self) -> bool:
        """Infantry can, airborne too, but no Finns, security or static divisions, no guns and no motors (5.65)."""
        if self.nation == FINNISH or self.has(Trait.SECURITY) or self.has(Trait.STATIC):
            return False
        return self.role in _INFANTRY

    @property
    @rule("18.0")
    def is_foot_division(self) -> bool:
        """Infantry whose points help to fortify, and which a fortified unit doubles."""
        return self.role in _INFANTRY

    @property
    @rule("11.0")
    def can_attack(self) -> bool:
        """Combat units with an attack; mobile supply and repair units never attack (14.42, 6.65)."""
        return self.role in _COMBAT and any(face.attack for face in self.faces)

    @property
    def bars_attack(self) -> str:
        """The case by which one that cannot attack does not."""
        return {Role.SUPPLY: "14.42", Role.REPAIR: "6.65"}.get(self.role, "11.0")

    @property
    @rule("10.1")
    def stacks_free(self) -> bool:
        """Partisans and their cadres do not count."""
        return self.role in (Role.PARTISANS, Role.CADRE)

    @property
    def closes_hex(self) -> bool:
        """Whether its hex is closed to the enemy: that of partisans is not, who have a zone there instead (9.12)."""
        return not self.stacks_free

    @rule("6.13", "7.0")
    def divisions(self, step: int) -> int:
        """For how many divisions it counts on trains and ships: a corps for three, its group and all else for one."""
        return 3 if self.size == CORPS and step == 0 else 1

    @property
    def movement_column(self) -> str:
        return MECHANISED if self.pays_mechanised else FOOT

    def has(self, trait: Trait) -> bool:
        return trait in self.traits

    @classmethod
    def of(cls, counter: CounterType) -> Kind:
        roles = [Role(trait) for trait in counter.traits if trait in set(Role)]
        if not roles:
            raise LookupError(f"the counter {counter.id} has none of the traits {', '.join(Role)}")
        fortified = counter.values.get("fortified")
        return cls(
            counter.id,
            Side(counter.side or ""),
            counter.nation or "",
            roles[0],
            tuple(_face(counter, step) for step in range(len(counter.steps))),
            frozenset(counter.traits),
            counter.size or "",
            int(fortified) if fortified is not None else None,
        )


def _face(counter: CounterType, step: int) -> UnitFace:
    def number(name: str, otherwise: int = 0) -> int:
        found = counter.factor(name, step)
        return otherwise if found is None else int(found)

    both = number("combat")
    return UnitFace(number("attack", both), number("defence", both), number("movement"))
