"""2 and 5.1: what the counters of Ukraine '43 are to the rules, and the numbers on their faces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.core.ids import Side
from engine.definitions.counters import CounterType
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.names import GERMANS, GUARDS, SOVIET, Role

FOOT: Final = "foot"
MECH: Final = "mech"

_COMBAT: Final = frozenset({Role.INFANTRY, Role.CAVALRY, Role.ARMOUR, Role.MECHANIZED, Role.SECURITY})
_SUPPORT: Final = frozenset(
    {Role.ARTILLERY, Role.TANK_BRIGADE, Role.MECH_BRIGADE, Role.SAPPER, Role.AIRBORNE, Role.ASSAULT_GUN, Role.TIGER}
)
_COMMANDS: Final = frozenset({Role.ARMY_HQ, Role.FRONT_HQ})
_FORMATIONS: Final = frozenset({Role.PANZER_CORPS, Role.TANK_ARMY, Role.SHOCK_ARMY})
_LEADERS: Final = frozenset({Role.ZHUKOV, Role.MANSTEIN})
_ALWAYS_MECH: Final = _COMMANDS | _LEADERS | {Role.ARTILLERY}


@dataclass(frozen=True, slots=True)
class Face:
    """The numbers on one side of a counter; a number that is not printed is 0."""

    attack: int = 0
    defence: int = 0
    movement: int = 0
    range: int = 0


@dataclass(frozen=True, slots=True)
class Kind:
    """What a counter type is to the rules."""

    id: str
    side: Side
    nation: str
    role: Role
    faces: tuple[Face, ...]
    movement_class: str

    @property
    @rule("5.1", "6.2")
    def is_combat(self) -> bool:
        """No stripe: it exerts a zone."""
        return self.role in _COMBAT

    @property
    @rule("5.1", "6.2")
    def is_support(self) -> bool:
        """A stripe across the counter: no zone."""
        return self.role in _SUPPORT

    @property
    @rule("23.2")
    def gives_command(self) -> bool:
        """An army headquarters of the Axis, or that of a Soviet Front."""
        return self.role in _COMMANDS

    @property
    @rule("23.3", "23.4")
    def is_formation(self) -> bool:
        """A Panzer corps, a tank army or a shock army."""
        return self.role in _FORMATIONS

    @property
    @rule("23.1")
    def is_headquarters(self) -> bool:
        return self.role in _COMMANDS or self.role in _FORMATIONS

    @property
    @rule("27.1")
    def is_leader(self) -> bool:
        return self.role in _LEADERS

    @property
    def is_air(self) -> bool:
        return self.role is Role.AIR

    @property
    def is_ground(self) -> bool:
        """What holds a hex against the enemy: neither leaders nor air units do."""
        return not self.is_leader and not self.is_air

    @property
    @rule("4.8")
    def is_mech(self) -> bool:
        """Mechanised, as headquarters of armies and Fronts, leaders and artillery always are."""
        return self.movement_class == MECH

    @property
    @rule("4.8")
    def is_restricted(self) -> bool:
        """The movement in a black box: army and Front headquarters, leaders and Soviet artillery."""
        return self.role in _ALWAYS_MECH

    @property
    def is_artillery(self) -> bool:
        return self.role is Role.ARTILLERY

    @property
    @rule("22.5.A")
    def is_breakthrough(self) -> bool:
        """An artillery division of the Guards."""
        return self.role is Role.ARTILLERY and self.nation == GUARDS

    @property
    def is_cavalry(self) -> bool:
        return self.role is Role.CAVALRY

    @property
    @rule("9.10")
    def is_german(self) -> bool:
        """Army, SS and Luftwaffe; the allies of the Axis are not."""
        return self.nation in GERMANS

    @property
    def is_guards(self) -> bool:
        return self.nation == GUARDS

    @property
    def is_soviet(self) -> bool:
        return self.side == SOVIET

    @classmethod
    def of(cls, counter: CounterType) -> Kind:
        roles = [Role(trait) for trait in counter.traits if trait in set(Role)]
        if not roles:
            raise LookupError(f"the counter {counter.id} has none of the traits {', '.join(Role)}")
        role = roles[0]
        return cls(
            counter.id,
            Side(counter.side or ""),
            counter.nation or str(counter.side or ""),
            role,
            tuple(_face(counter, step) for step in range(len(counter.steps))),
            MECH if role in _ALWAYS_MECH else counter.movement_class or FOOT,
        )


@rule("15.1", "23.2", "27.1")
def never_attacks_case(kind: Kind) -> str | None:
    """The case by which a counter has no attack of its own: aircraft, army and Front headquarters, leaders."""
    if kind.is_air:
        return "15.1"
    if kind.is_leader:
        return "27.1"
    return "23.2" if kind.gives_command else None


def _face(counter: CounterType, step: int) -> Face:
    def number(name: str) -> int:
        found = counter.factor(name, step)
        return 0 if found is None else int(found)

    return Face(number("attack"), number("defence"), number("movement"), number("range"))
