"""8.1, 8.2, 10.4 and 23: who takes part in an attack, on either side, and with what help."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.state import State, Unit
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.forts import has_fort
from engine.rulesets.ukraine_43.ground import MARSHES, Ground
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import FELL_BACK, SS, Role, enemy_of
from engine.rulesets.ukraine_43.standing import troops


@dataclass(frozen=True)
class Engagement:
    """One attack on one or several hexes, as it stands before the dice."""

    game: Game = field(repr=False)
    state: State = field(repr=False)
    side: Side
    targets: tuple[Location, ...]
    attackers: tuple[UnitId, ...]
    artillery: tuple[UnitId, ...] = ()
    air: tuple[UnitId, ...] = ()
    zhukov: bool = False
    overrun: bool = False
    variation: int = 0
    """What the die of the optional rule adds to the defence (29)."""

    @property
    def materials(self) -> Materials:
        found: Materials = self.game.materials
        return found

    @property
    def ground(self) -> Ground:
        return self.materials.ground

    @property
    def enemy(self) -> Side:
        return enemy_of(self.side)

    @cached_property
    def attacking(self) -> tuple[Unit, ...]:
        return tuple(self.state.unit(unit) for unit in self.attackers)

    # The defence

    @rule("8.1", "10.4", "13.3")
    def defenders_in(self, at: Location) -> tuple[Unit, ...]:
        """Those who defend a hex: all in it, but not who has fallen back there in this combat phase."""
        there = troops(self.game, self.state, at, self.enemy)
        return there if self.overrun else tuple(unit for unit in there if FELL_BACK not in unit.marks)

    @cached_property
    def defenders(self) -> tuple[Unit, ...]:
        return tuple(unit for at in self.targets for unit in self.defenders_in(at))

    @cached_property
    @rule("10.4")
    def late(self) -> tuple[Unit, ...]:
        """Those who have fallen back into a hex that is attacked: they add nothing, and are lost if it is given up."""
        if self.overrun:
            return ()
        there = (unit for at in self.targets for unit in troops(self.game, self.state, at, self.enemy))
        return tuple(unit for unit in there if FELL_BACK in unit.marks)

    @rule("23.1", "23.2", "23.3", "23.4")
    def counted_in(self, at: Location) -> tuple[Unit, ...]:
        """The defenders whose factor counts: headquarters only where there is nobody else."""
        here = self.defenders_in(at)
        fighting = tuple(unit for unit in here if not self.materials.kind(unit).is_headquarters)
        return fighting or here

    # The ground

    @rule("9.4", "18.2.A")
    def river_crossed(self, unit: Unit) -> str:
        """What a unit attacks across, if any side is a river: `major`, `minor` or nothing (ruling 16)."""
        edges = [self.ground.edge(unit.at, at) for at in self.targets]
        if any(edge in self.ground.majors for edge in edges):
            return "major"
        return "minor" if any(edge in self.ground.minors for edge in edges) else ""

    @rule("9.5", "9.6")
    def from_marsh(self, unit: Unit) -> bool:
        return self.game.board.terrains[unit.at] in MARSHES

    @cached_property
    @rule("9.3", "19.2")
    def against_fort(self) -> bool:
        """Whether a hex that is attacked is fortified for the defender."""
        return any(has_fort(self.game, self.state, at, self.enemy) for at in self.targets)

    @cached_property
    @rule("8.9", "9.7")
    def is_costly(self) -> bool:
        """Whether the attack exposes itself to heavy losses: a city or a fort."""
        return self.against_fort or any(self.ground.is_city(at) for at in self.targets)

    # Who brings what

    def of_role(self, role: Role) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.attacking if self.materials.kind(unit).role is role)

    @cached_property
    @rule("9.8")
    def has_tigers(self) -> bool:
        return bool(self.of_role(Role.TIGER))

    @cached_property
    @rule("9.9.A")
    def has_sappers(self) -> bool:
        """Whether sappers help: against a fort, a city or a town."""
        built = self.against_fort or any(self.ground.settlements.get(at) in ("town", "city") for at in self.targets)
        return built and bool(self.of_role(Role.SAPPER))

    @rule("23.3")
    def leads(self, corps: Unit) -> bool:
        """Whether a Panzer corps has what it leads in its hex: a Panzer division, or mechanised SS for the SS corps."""
        kinds = [self.materials.kind(unit) for unit in self.state.at(corps.at) if unit.side == corps.side]
        if self.materials.kind(corps).nation == SS:
            return any(kind.nation == SS and kind.is_mech and kind.is_combat for kind in kinds)
        return any(kind.role is Role.ARMOUR for kind in kinds)

    @rule("23.4")
    def commands(self, army: Unit) -> bool:
        """Whether an army has what it commands in its hex: a tank or mechanised corps, or a unit on foot."""
        kinds = [self.materials.kind(unit) for unit in self.state.at(army.at) if unit.side == army.side]
        if self.materials.kind(army).role is Role.TANK_ARMY:
            return any(kind.role in (Role.ARMOUR, Role.MECHANIZED) for kind in kinds)
        return any(not kind.is_mech and (kind.is_combat or kind.is_support) for kind in kinds)

    # Steps

    @rule("8.4", "23.1")
    def steps(self, units: tuple[Unit, ...]) -> int:
        """The steps that count for the magnitude: headquarters only where they are alone."""
        kinds = self.materials
        fighting = [unit for unit in units if not kinds.kind(unit).is_headquarters]
        return sum(kinds.steps(unit) for unit in fighting or units)

    @cached_property
    @rule("8.4")
    def defence_steps(self) -> int:
        return sum(self.steps(self.counted_in(at)) for at in self.targets)

    @cached_property
    @rule("8.5")
    def has_one_step(self) -> bool:
        """Whether the whole defence is a single step, a headquarters that can be lost counted (ruling 18)."""
        return sum(self.materials.steps(unit) for unit in self.defenders) <= 1

    @cached_property
    @rule("9.10")
    def all_german(self) -> bool:
        """Whether Germans attack without any of their allies."""
        return all(self.materials.kind(unit).is_german for unit in self.attacking)

    @cached_property
    @rule("9.10")
    def against_germans(self) -> bool:
        """Whether a German unit is among the defenders of a Soviet attack."""
        return any(self.materials.kind(unit).is_german for unit in self.defenders)

    @cached_property
    @rule("9.10")
    def guards_lead(self) -> bool:
        """Whether at least half the attacking steps are Guards; Guards tank armies count a step (ruling 25)."""
        materials = self.materials
        guards = total = 0
        for unit in self.attacking:
            kind = materials.kind(unit)
            if kind.is_headquarters:
                steps = int(kind.role is Role.TANK_ARMY and kind.is_guards)
            else:
                steps = materials.steps(unit)
            total += steps
            guards += steps if kind.is_guards else 0
        return 2 * guards >= total
