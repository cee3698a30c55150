"""8.2.4 to 8.2.6: who takes part in an attack on either side, and what each of them is worth in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.state import State, Unit
from engine.core.terms import Term, total
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.combat.eligibility import places
from engine.rulesets.white_october.ground import HALVES
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import ROUTED, Role, enemy_of
from engine.rulesets.white_october.ratings import (
    Share,
    combat_halvings,
    combat_terms,
    divided_terms,
    fire_halvings,
    fire_share,
    fire_value,
    is_low,
    strength,
    weighed,
)
from engine.rulesets.white_october.standing import ashore


@dataclass(frozen=True)
class Engagement:
    """An attack with all that takes part in it, as the state stands."""

    game: Game
    state: State
    side: Side
    target: Location
    attackers: tuple[UnitId, ...]
    supports: tuple[UnitId, ...] = ()
    """The attacker's guns, ships and aircraft."""
    answers: tuple[UnitId, ...] = ()
    """The defender's guns and ships."""
    hq: UnitId | None = None
    defending_hq: UnitId | None = None
    night: bool = False

    @property
    def enemy(self) -> Side:
        return enemy_of(self.side)

    @property
    def materials(self) -> Materials:
        found: Materials = self.game.materials
        return found

    @cached_property
    def attacking(self) -> tuple[Unit, ...]:
        return tuple(self.state.unit(unit) for unit in self.attackers)

    @cached_property
    def origins(self) -> tuple[Location, ...]:
        """The hexes that the attack comes from."""
        return places(self.state, self.attackers)

    # The defenders

    @cached_property
    def present(self) -> tuple[Unit, ...]:
        """Everything of the defender on land in the hex."""
        return ashore(self.game, self.state, self.target, self.enemy)

    @cached_property
    @rule("13")
    def lone_fort(self) -> bool:
        """A fort is attacked only when it is alone in its hex; staffs and vehicles inside it are no company."""
        company = [unit for unit in self.present if self.materials.kind(unit).is_company]
        return bool(company) and all(self._role(unit) is Role.FORT for unit in company)

    @cached_property
    @rule("8.2.4", "13")
    def lone_guns(self) -> bool:
        """Artillery without combat units, beside vehicles and staffs at the most, fights with half its fire."""
        fighting = any(self.materials.kind(unit).is_combat for unit in self.present)
        return not fighting and any(self._role(unit) is Role.ARTILLERY for unit in self.present)

    @cached_property
    @rule("5.4", "8.2.6")
    def defending(self) -> tuple[Unit, ...]:
        """The units that take the result: combat units and vehicles, guns where they are alone, or a fort alone."""
        if self.lone_fort:
            return tuple(unit for unit in self.present if self._role(unit) is Role.FORT)
        guns = self.lone_guns
        return tuple(
            unit
            for unit in self.present
            if self.materials.kind(unit).is_combat
            or self.materials.kind(unit).is_vehicle
            or (guns and self._role(unit) is Role.ARTILLERY)
        )

    @cached_property
    @rule("5.4", "8.2.4")
    def is_undefended(self) -> bool:
        """Nobody is there who could fight: headquarters alone, or guns that are all routed."""
        fighting = [unit for unit in self.present if self.materials.kind(unit).is_company]
        if not fighting:
            return True
        return self.lone_guns and all(ROUTED in unit.marks for unit in fighting if self._role(unit) is Role.ARTILLERY)

    def _role(self, unit: Unit) -> Role:
        return self.materials.kind(unit).role

    # Strength

    @cached_property
    @rule("1.4", "8.2.4", "8.2.5", "14.2")
    def attack_terms(self) -> tuple[Term, ...]:
        """The combat values of the attackers and the fire of their supports; what is halved is added first."""
        return divided_terms((*self._combat_shares(self.attacking, attacking=True), *self._fire_shares(self.supports)))

    @cached_property
    @rule("8.2.4", "8.2.5", "13")
    def defence_terms(self) -> tuple[Term, ...]:
        """The combat values of the defenders and the fire of their supports; lone guns and forts have their own."""
        if self.lone_fort:
            return (*self._fort_terms(), *divided_terms(self._fire_shares(self.answers)))
        fighting = [unit for unit in self.defending if self._role(unit) is not Role.ARTILLERY]
        shares = (*self._combat_shares(fighting, attacking=False), *self._fire_shares(self.answers))
        return (*self._lone_gun_terms(), *divided_terms(shares))

    @rule("4.4.1", "13")
    def _fort_terms(self) -> tuple[Term, ...]:
        """A fort alone defends with its fire at one hex, halved where it lacks ammunition."""
        if not self.lone_fort:
            return ()
        game, state = self.game, self.state
        shares = (
            fire_share(unit, fire_value(game, unit, HALVES), fire_halvings(game, state, unit), "term.wo.fort", "13")
            for unit in self.defending
        )
        return divided_terms(shares)

    @rule("8.2.4", "4.4.1")
    def _lone_gun_terms(self) -> tuple[Term, ...]:
        """Half of all the fire of guns that fight alone, halved once more where they lack ammunition (ruling 12)."""
        if not self.lone_guns:
            return ()
        guns = [unit for unit in self.defending if self._role(unit) is Role.ARTILLERY]
        shares = (
            fire_share(unit, fire_value(self.game, unit, HALVES), self._alone(unit), "term.wo.combat", "8.2.4")
            for unit in guns
        )
        return divided_terms(shares)

    def _alone(self, unit: Unit) -> tuple[str, ...]:
        """What halves the fire of guns that fight by themselves: that, and rout like a combat value."""
        routed = ("8.2.6.D",) if ROUTED in unit.marks else ()
        return ("8.2.4", *fire_halvings(self.game, self.state, unit), *routed)

    def _combat_shares(self, units: Iterable[Unit], *, attacking: bool) -> Iterator[Share]:
        game, state = self.game, self.state
        for unit in units:
            yield Share(unit, combat_terms(game, state, unit), combat_halvings(game, state, unit, attacking=attacking))

    @rule("8.2.4", "12")
    def _fire_shares(self, units: Iterable[UnitId]) -> Iterator[Share]:
        game, state = self.game, self.state
        firing = (state.unit(unit) for unit in units)
        return (
            fire_share(unit, self.fire_of(unit), fire_halvings(game, state, unit), "term.wo.support", "8.2.4")
            for unit in firing
        )

    def fire_of(self, unit: Unit) -> int:
        """The fire of a unit into the hex, before it is divided; aircraft are above it."""
        if self._role(unit) is Role.AIRCRAFT:
            return fire_value(self.game, unit, HALVES)
        ranges = self.materials.ground.ranges(unit.at, 3)
        return fire_value(self.game, unit, ranges.get(self.target, HALVES))

    # Superiority of fire

    @rule("1.4", "8.2.4", "8.2.5", "14.2")
    def fire_total(self, *, attacking: bool) -> int:
        """The fire that counts for superiority: supports, trains in the fight, lone guns by half and a fort alone."""
        supports = self.supports if attacking else self.answers
        engaged = self.attacking if attacking else self.defending
        trains = (
            fire_share(
                unit,
                fire_value(self.game, unit, HALVES),
                fire_halvings(self.game, self.state, unit),
                "term.wo.support",
                "14.2",
            )
            for unit in engaged
            if self._role(unit) is Role.ARMOURED_TRAIN and unit.id not in supports and ROUTED not in unit.marks
        )
        fire = int(total(divided_terms((*self._fire_shares(supports), *trains))))
        if not attacking:
            fire += int(total(self._lone_gun_terms())) + int(total(self._fort_terms()))
        return fire

    @rule("8.2.4", "14.1", "14.2")
    def firing(self, *, attacking: bool) -> tuple[UnitId, ...]:
        """The supports of a side in the fight: those named, trains at the front, and guns or a fort alone."""
        engaged = self.attacking if attacking else self.defending
        roles = (Role.ARMOURED_TRAIN, Role.ARTILLERY, Role.FORT)
        in_front = (unit.id for unit in engaged if self._role(unit) in roles and ROUTED not in unit.marks)
        return (*(self.supports if attacking else self.answers), *in_front)

    @rule("8.2.5", "4.4.1", "14.1")
    def vehicles(self, *, attacking: bool) -> tuple[Unit, ...]:
        """The tanks and armoured cars of a side that count: those that have ammunition."""
        engaged = self.attacking if attacking else self.defending
        return tuple(
            unit for unit in engaged if self.materials.kind(unit).is_vehicle and not is_low(self.game, self.state, unit)
        )

    @rule("8.2.6")
    def points(self, *, attacking: bool) -> int:
        """The strength points of combat units in the fight, those of guns only where they are alone in the hex."""
        engaged = self.attacking if attacking else self.defending
        return sum(strength(self.materials, unit) for unit in engaged)

    def weighed(self, *, attacking: bool) -> tuple[Unit, ...]:
        """Those whose quality and morale count."""
        return weighed(self.materials, self.attacking if attacking else self.defending)
