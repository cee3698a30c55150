"""5.7: overruns, which are movement and no combat: thirteen to one, and whoever stands there is gone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.messages import message
from engine.core.records import Action, Event
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.terms import Number
from engine.mechanics.stack_in_hand import spend, spent
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.combat.strengths import attack_total, defence_total, printed
from engine.rulesets.war_in_europe.elimination import SupplyCaptured, remove
from engine.rulesets.war_in_europe.marches import allowance, interdicted_prices, moves_supplied
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    ABOARD,
    ALLOWANCE,
    DROPPED,
    FLOWN,
    FLOWN_IN,
    FORCED,
    LANDED,
    MARCHED,
    MOVED,
    OVERRAN,
    SAILED,
    SHELTERED,
    Role,
    enemy_of,
)
from engine.rulesets.war_in_europe.neutrality import closed_hexes
from engine.rulesets.war_in_europe.occupation import came_into
from engine.rulesets.war_in_europe.standing import company, standing, zones


@dataclass(frozen=True, slots=True)
class Overrun(Action):
    """Overrun the enemies in a neighbouring hex with units that stand together."""

    kind: ClassVar[str] = "overrun"
    units_in: tuple[UnitId, ...]
    to: Location

    @property
    def struck(self) -> tuple[Location, ...]:
        return (self.to,)


@dataclass(frozen=True, slots=True)
class EnemyOverrun(Event):
    """Units went over the enemies in a hex, who are gone."""

    kind: ClassVar[str] = "enemy-overrun"
    attackers: tuple[UnitId, ...]
    origin: Location
    to: Location
    attack: str
    defence: str

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return tuple(UnitMove(unit, (self.origin, self.to)) for unit in self.attackers)


@rule("5.71", "5.75", "5.76", "5.78", "12.33")
def strengths(game: Game, state: State, units: tuple[Unit, ...], to: Location) -> tuple[Number, Number]:
    """Attack and defence of an overrun: ground, weather, rivers and trains as in combat, supply as the phase began.

    All who stand in the hex are overrun together or not at all.
    """

    def supplied(unit: Unit) -> bool:
        return moves_supplied(game, state, unit)

    enemies = company(state, to, enemy_of(units[0].side))
    return attack_total(game, state, units, (to,), supplied), defence_total(game, state, enemies, supplied)


@rule("5.7", "5.72", "9.22", "5.76")
def price_of(game: Game, state: State, unit: Unit, to: Location) -> int | None:
    """What an overrun takes of a unit's points: the ground, two for the overrun, and the zones of all other enemies.

    Zones of those who are overrun are not felt, neither in the hex nor in that of the approach (ruling 13): what a unit
    paid to come into them there counts towards the overrun.
    """
    materials: Materials = game.materials
    kind = materials.kind(unit)
    steps = dict(interdicted_prices(game, state, kind.movement_column, unit.side).steps[unit.at])
    price = steps.get(to)
    if price is None:
        return None
    enemy = enemy_of(unit.side)
    below = {each.id for each in company(state, to, enemy)}
    felt = zones(game, state, enemy)
    cost = materials.number("zone_cost")
    for at in (unit.at, to):
        if any(each not in below for each in felt.get(at, ())):
            price += cost
    if spent(unit) and unit.at in felt and all(each in below for each in felt[unit.at]):
        price -= cost
    return price + materials.number("overrun_cost")


@rule("5.63", "5.74", "5.77", "6.35", "6.65", "14.42")
def unit_refusal(game: Game, state: State, unit: Unit) -> Refusal | None:
    """Who takes part in no overrun: whoever forced its march or overran before, rides a train, or cannot attack."""
    if FORCED in unit.marks:
        return Refusal("5.63", message("refusal.wie.overrun-forced", unit=unit.id))
    if OVERRAN in unit.marks:
        return Refusal("5.74", message("refusal.wie.overrun-twice", unit=unit.id))
    refusal = came_otherwise(unit)
    if refusal is not None:
        return refusal
    if not game.materials.kind(unit).can_attack:
        return Refusal(game.materials.kind(unit).bars_attack, message("refusal.wie.never-attacks", unit=unit.id))
    return None


@rule("6.35", "7.13", "7.32", "8.25", "8.36")
def came_otherwise(unit: Unit) -> Refusal | None:
    """By which case a unit overruns nobody because of how it travels, or has travelled in this turn."""
    cases = {ABOARD: "6.35", DROPPED: "8.25", FLOWN_IN: "8.36", FLOWN: "8.36", LANDED: "7.32", SAILED: "7.13"}
    words = {ABOARD: "aboard", DROPPED: "just-dropped"}
    for mark, case in cases.items():
        if mark in unit.marks:
            return Refusal(case, message(f"refusal.wie.{words.get(mark, 'went-otherwise')}", unit=unit.id))
    return None


@rule("5.7", "5.73", "6.68")
def overrun_refusal(game: Game, state: State, action: Overrun) -> Refusal | None:
    """Up to three units from one hex, each with all the points it needs, and thirteen to one (ruling 14).

    As by any other step nobody comes into a neutral country that is closed (ruling 50).
    """
    units = tuple(state.units[unit] for unit in action.units_in if unit in state.units)
    if not units or len(units) != len(set(action.units_in)) or len({unit.at for unit in units}) != 1:
        return Refusal("5.7", message("refusal.wie.overrun-together"))
    if len(units) > game.materials.number("overrun_units"):
        return Refusal("5.73", message("refusal.wie.overrun-many", most=game.materials.number("overrun_units")))
    label = game.board.label(action.to)
    if action.to not in standing(game, state, enemy_of(units[0].side)).occupied:
        return Refusal("5.7", message("refusal.wie.nobody-there", hex=label))
    if action.to in closed_hexes(game, state):
        return Refusal("6.68", message("refusal.wie.neutral", hex=label))
    for unit in units:
        refusal = unit_refusal(game, state, unit)
        if refusal is not None:
            return refusal
        price = price_of(game, state, unit, action.to)
        if game.board.edge_between(unit.at, action.to) is None:
            return Refusal("5.7", message("refusal.wie.not-adjacent", unit=unit.id, hex=label))
        if price is None:
            return Refusal("5.8", message("refusal.wie.impassable", unit=unit.id, hex=label))
        if price > allowance(game, state, unit) - spent(unit):
            return Refusal("5.21", message("refusal.wie.too-far", unit=unit.id, hex=label))
    attack, defence = strengths(game, state, units, action.to)
    if attack < game.materials.number("overrun_odds") * defence:
        return Refusal("5.7", message("refusal.wie.overrun-odds", attack=str(attack), defence=str(defence)))
    return None


@rule("5.7")
def candidates(game: Game, state: State, able: tuple[Unit, ...]) -> Iterator[Overrun]:
    """Every set of up to three units of a hex against each enemy hex beside it that is weak enough for them.

    What a unit is worth does not depend on who else takes part, so each is looked at once for each enemy hex.
    """
    materials: Materials = game.materials
    by_hex: dict[Location, list[Unit]] = {}
    for unit in able:
        if unit_refusal(game, state, unit) is None:
            by_hex.setdefault(unit.at, []).append(unit)
    most, odds = materials.number("overrun_units"), materials.number("overrun_odds")
    for at, units in by_hex.items():
        best = sum(sorted((printed(materials, unit, attacking=True) for unit in units), reverse=True)[:most])
        for to in _enemy_hexes(game, state, at, units[0].side):
            standing_firm = (each for each in state.at(to) if SHELTERED not in each.marks)
            weakest = sum(printed(materials, each, attacking=False) for each in standing_firm)
            if 16 * best < odds * weakest:
                continue
            paying = [unit for unit in units if can_pay(game, state, unit, to)]
            worth = {unit.id: strengths(game, state, (unit,), to) for unit in paying}
            for size in range(1, most + 1):
                for group in combinations(paying, size):
                    attack = sum(worth[unit.id][0] for unit in group)
                    if attack >= odds * worth[group[0].id][1]:
                        yield Overrun(tuple(unit.id for unit in group), to)


def can_pay(game: Game, state: State, unit: Unit, to: Location) -> bool:
    """Whether a unit has the points for an overrun of a hex beside it."""
    price = price_of(game, state, unit, to)
    return price is not None and price <= allowance(game, state, unit) - spent(unit)


def _enemy_hexes(game: Game, state: State, at: Location, side: Side) -> Iterator[Location]:
    occupied = standing(game, state, enemy_of(side)).occupied - closed_hexes(game, state)
    return (Location(to) for to, _ in game.board.links[at] if to in occupied)


@rule("5.7", "5.79", "14.42")
def overrun(game: Game, draft: Draft, action: Overrun) -> None:
    """The enemies are removed at once and leave no battle groups; mobile supply units change hands."""
    state = draft.state
    units = tuple(state.unit(unit) for unit in action.units_in)
    side, origin = units[0].side, units[0].at
    attack, defence = strengths(game, state, units, action.to)
    prices = {unit.id: price_of(game, state, unit, action.to) or 0 for unit in units}
    points = {unit.id: allowance(game, state, unit) for unit in units}
    draft.emit(EnemyOverrun(action.units_in, origin, action.to, str(attack), str(defence)))
    for enemy in company(state, action.to, enemy_of(side)):
        if not capture_supply(game, draft, enemy, units[0]):
            remove(game, draft, enemy.id)
    for unit in action.units_in:
        draft.move_unit(unit, action.to)
        draft.unmark(unit, MOVED, SHELTERED)
        draft.mark(unit, OVERRAN, MARCHED)
        draft.set_unit_value(unit, ALLOWANCE, points[unit])
        spend(draft, unit, prices[unit])
    came_into(game, draft, action.to, side)


@rule("14.42")
def capture_supply(game: Game, draft: Draft, unit: Unit, captor: Unit) -> bool:
    """A mobile supply unit that is overrun is the enemy's; True when it was one and he has such counters.

    It becomes one of the nation of those who overran it, or else of another of their side.
    """
    kinds, side = game.materials.kinds, captor.side
    if kinds[unit.type].role is not Role.SUPPLY:
        return False
    theirs = [each for each in kinds.values() if each.role is Role.SUPPLY and each.side == side]
    if not theirs:
        return False
    nation = kinds[captor.type].nation
    own = next((each.id for each in theirs if each.nation == nation), theirs[0].id)
    draft.change_unit(unit.id, type=own, side=side, marks=(MOVED,), values={})
    draft.emit(SupplyCaptured(unit.id, unit.at, side))
    return True


CHAPTER = Chapter(actions=(Overrun,), events=(EnemyOverrun,))
