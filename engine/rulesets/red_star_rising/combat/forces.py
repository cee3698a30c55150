"""The two forces of a battle while its result is carried out: who is left of each, where it stood, what it suffered."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.state import State, Unit
from engine.mechanics.loss_choice import replaced
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.elimination import eliminate, lose_step
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import Role

NO_OBSTACLE = frozenset({Role.AIR_FLEET, Role.PARTISAN})
"""What does not hold a hex against an enemy."""


@dataclass(frozen=True, slots=True)
class Force:
    """What is left of a side's participants, under the ids they have now: a corps may have become a Kampfgruppe."""

    side: Side
    units: tuple[UnitId, ...]
    homes: tuple[Location, ...]
    """The hex that each of the units held when the battle was declared."""
    attacking: bool = False
    overrun: bool = False
    bystanders: tuple[UnitId, ...] = ()
    """Units that stood with attackers and did not attack."""
    lost: int = 0
    """Steps lost to meet a numbered result: they shorten the enemy's advance."""
    hit: tuple[UnitId, ...] = ()
    """Units that have lost a step to the result."""
    retreated: tuple[UnitId, ...] = ()

    def home(self, unit: UnitId) -> Location:
        return self.homes[self.units.index(unit)]

    @property
    def harmed(self) -> frozenset[UnitId]:
        """Those that have lost a step or retreated."""
        return frozenset((*self.hit, *self.retreated))

    def changed(self, unit: UnitId, now: UnitId | None) -> Force:
        """The force after another counter took the place of a unit, or after it was lost."""
        if unit == now or unit not in self.units:
            return self
        homes = tuple(
            home for each, home in zip(self.units, self.homes, strict=True) if each != unit or now is not None
        )
        return replace(
            self,
            units=replaced(self.units, unit, now),
            homes=homes,
            hit=replaced(self.hit, unit, now),
            retreated=replaced(self.retreated, unit, now),
        )

    def without(self, units: tuple[UnitId, ...]) -> Force:
        force = self
        for unit in units:
            force = force.changed(unit, None)
        return force

    def hit_on(self, unit: UnitId) -> Force:
        return self if unit in self.hit else replace(self, hit=(*self.hit, unit))

    def gone_back(self, unit: UnitId) -> Force:
        known = unit in self.retreated or unit not in self.units
        return self if known else replace(self, retreated=(*self.retreated, unit))


def still_there(game: Game, state: State, force: Force) -> Force:
    """The force without those that are not on the map any more."""
    materials: Materials = game.materials
    return force.without(tuple(unit for unit in force.units if not materials.is_on_map(state.unit(unit))))


def lose_one(game: Game, draft: Draft, force: Force, unit: UnitId) -> Force:
    """A unit of the force loses a step."""
    now = lose_step(game, draft, unit)
    force = force.changed(unit, now)
    return force if now is None else force.hit_on(now)


@rule("7.8.2", "7.15.4")
def eliminate_all(game: Game, draft: Draft, force: Force) -> Force:
    """The whole force is lost; this counts no steps against the advance of those who did it."""
    for unit in force.units:
        eliminate(game, draft, unit)
    return force.without(force.units)


def occupied(game: Game, state: State, at: Location, side: Side) -> bool:
    """Whether a side holds a hex against its enemy; air fleets and partisans do not."""
    materials: Materials = game.materials
    return any(unit.side == side and materials.kind(unit).role not in NO_OBSTACLE for unit in state.at(at))


def company(game: Game, state: State, at: Location, side: Side) -> tuple[Unit, ...]:
    """The units of a side in a hex; an air fleet is only above it."""
    materials: Materials = game.materials
    return tuple(unit for unit in state.at(at) if unit.side == side and materials.kind(unit).role is not Role.AIR_FLEET)


@rule("7.9.10", "7.10.3")
def lose_bystanders(game: Game, draft: Draft, force: Force, *, leaving: bool = False) -> Force:
    """Units that did not attack are lost with their hex when all who attacked from it are gone or are leaving."""
    materials: Materials = game.materials
    kept: list[UnitId] = []
    for unit in force.bystanders:
        record = draft.state.unit(unit)
        if not materials.is_on_map(record):
            continue
        stay = any(draft.state.unit(each).at == record.at for each in force.units if force.home(each) == record.at)
        if stay and not leaving:
            kept.append(unit)
        else:
            eliminate(game, draft, unit)
    return replace(force, bystanders=tuple(kept))
