"""What the counters of White October 1919 are to the rules (1.3): roles, faces and what is printed beside them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engine.core.ids import Side
from engine.definitions.counters import CounterType
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.names import ESTONIAN, NWA, RED, Ability, Role, Trait

FOOT: Final = "foot"
HORSE: Final = "horse"
WHEELS: Final = "wheels"

_COMBAT: Final = frozenset({Role.INFANTRY, Role.CAVALRY, Role.ARMOURED_TRAIN})
SUPPORTS: Final = frozenset({Role.ARTILLERY, Role.AIRCRAFT, Role.FLEET, Role.FORT, Role.ARMOURED_TRAIN})
_BY_LINE: Final = frozenset({Role.ARMOURED_TRAIN, Role.TROTSKY, Role.FLEET, Role.AIRCRAFT, Role.FORT})
"""What does not march: trains and Trotsky keep to the rails, fleets to the sea, aircraft fly, forts stay."""
_STACK_FREE: Final = frozenset({Role.TANK, Role.ARMOURED_CAR, Role.HEADQUARTERS, Role.ARMOURED_TRAIN, Role.TROTSKY})
_WITH_STRENGTH: Final = frozenset(
    {Role.INFANTRY, Role.CAVALRY, Role.ARMOURED_TRAIN, Role.ARTILLERY, Role.FORT, Role.FLEET}
)


@dataclass(frozen=True, slots=True)
class Face:
    """The numbers on one side of a counter; a number that is not printed is 0."""

    combat: int = 0
    fire: tuple[int, int, int] = (0, 0, 0)
    """At one hex, at two and at three; what is not printed for a distance is as for the one before."""
    quality: int = 0
    morale: int = 0
    movement: int = 0
    radius: int = 0
    command: int = 0


@dataclass(frozen=True)
class Kind:
    """What a counter type is to the rules; what follows from its role is asked often, and kept."""

    id: str
    side: Side
    nation: str
    role: Role
    faces: tuple[Face, ...]
    """One for each strength point, the full one first: the front until one point is left, then the back."""
    movement_class: str
    ability: Ability | None
    traits: frozenset[str]

    @cached_property
    @rule("1.3")
    def is_combat(self) -> bool:
        """Infantry, cavalry and armoured trains."""
        return self.role in _COMBAT

    @cached_property
    @rule("1.3")
    def is_support(self) -> bool:
        """Artillery, aircraft, fleets, forts and armoured trains."""
        return self.role in SUPPORTS

    @cached_property
    @rule("1.3")
    def is_vehicle(self) -> bool:
        """Tanks and armoured cars; armoured trains are vehicles too, but fight and stack by rules of their own."""
        return self.role in (Role.TANK, Role.ARMOURED_CAR)

    @cached_property
    def is_gun(self) -> bool:
        """Artillery on the map, forts not included."""
        return self.role is Role.ARTILLERY

    @cached_property
    def is_company(self) -> bool:
        """What vehicles may stand with, and what keeps a headquarters from being alone."""
        return self.is_combat or self.role in (Role.ARTILLERY, Role.FORT)

    @cached_property
    def is_staff(self) -> bool:
        """Headquarters and Trotsky."""
        return self.role in (Role.HEADQUARTERS, Role.TROTSKY)

    @cached_property
    def is_land(self) -> bool:
        """Whatever stands on land and moves as the rules of movement say."""
        return self.role not in (Role.FLEET, Role.AIRCRAFT)

    @cached_property
    def marches(self) -> bool:
        """Whether it moves hex by hex of its own will: the detachment of a district leaves it in flight alone."""
        return self.role not in _BY_LINE and Trait.DISTRICT not in self.traits

    @cached_property
    def has_strength(self) -> bool:
        """Whether it has strength points: vehicles, staffs and aircraft have none."""
        return self.role in _WITH_STRENGTH

    @cached_property
    def stacks_free(self) -> bool:
        """What does not count among the three units and five points of a hex (7.2)."""
        return self.role in _STACK_FREE

    @cached_property
    def is_nwa(self) -> bool:
        return self.nation == NWA

    @cached_property
    def is_estonian(self) -> bool:
        return self.nation == ESTONIAN

    def has(self, trait: Trait) -> bool:
        return trait in self.traits

    @classmethod
    def of(cls, counter: CounterType) -> Kind:
        roles = [Role(trait) for trait in counter.traits if trait in set(Role)]
        if not roles:
            raise LookupError(f"the counter {counter.id} has none of the traits {', '.join(Role)}")
        ability = counter.values.get("ability")
        return cls(
            counter.id,
            Side(counter.side or ""),
            counter.nation or ("red" if counter.side == RED else NWA),
            roles[0],
            tuple(_face(counter, step) for step in range(len(counter.steps))),
            counter.movement_class or FOOT,
            Ability(str(ability)) if ability else None,
            frozenset(counter.traits),
        )


def _face(counter: CounterType, step: int) -> Face:
    def number(name: str, otherwise: int = 0) -> int:
        found = counter.factor(name, step)
        return otherwise if found is None else int(found)

    near = number("fire")
    middle = number("fire-2", near)
    return Face(
        combat=number("combat"),
        fire=(near, middle, number("fire-3", middle)),
        quality=number("quality"),
        morale=number("morale"),
        movement=number("movement"),
        radius=number("radius"),
        command=number("command"),
    )
