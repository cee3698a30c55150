"""Chapter 9: the strength of an attack and of a defence, term by term."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.ids import Location
from engine.core.messages import message
from engine.core.state import Unit
from engine.core.terms import Term, total
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.combat.engagement import Engagement
from engine.rulesets.ukraine_43.forts import has_fort
from engine.rulesets.ukraine_43.names import UNSUPPLIED, Role
from engine.rulesets.ukraine_43.standing import air_cover

# Attack


def attack_terms(fight: Engagement) -> tuple[Term, ...]:
    """What every attacker brings, and the armies that lead them."""
    terms = [term for unit in fight.attacking for term in unit_attack(fight, unit)]
    return (*terms, *army_terms(fight))


@rule("8.3", "9.2")
def unit_attack(fight: Engagement, unit: Unit) -> Iterator[Term]:
    """A unit is halved once at the most, rounded up; a unit that is halved ignores every other penalty (ruling 23)."""
    if fight.materials.kind(unit).is_headquarters:
        return
    printed = fight.materials.face(unit).attack
    yield Term(message("term.u43.attack", unit=unit.id), printed, "8.3")
    halved = halving_case(fight, unit)
    if halved is not None:
        yield Term(message("term.u43.halved", unit=unit.id), -(printed // 2), halved)
        return
    reduced = reduction_case(fight, unit)
    if reduced is not None and printed > 0:
        yield Term(message("term.u43.reduced", unit=unit.id), -1, reduced)


@rule("9.2", "9.3", "9.4", "9.5", "9.6", "9.11", "14.5", "18.2.A")
def halving_case(fight: Engagement, unit: Unit) -> str | None:
    """What halves a unit: want of supply, a fort for horse and motor, a river or a marsh for motor."""
    kind = fight.materials.kind(unit)
    if UNSUPPLIED in unit.marks:
        return "14.5"
    if fight.against_fort and (kind.is_mech or kind.is_cavalry):
        return "9.3"
    return _water_case(fight, unit) if kind.is_mech else None


@rule("9.4", "9.5", "9.6", "18.2.A")
def reduction_case(fight: Engagement, unit: Unit) -> str | None:
    """What costs a unit on foot, or on horses, a point: a river or a marsh, both together one."""
    return None if fight.materials.kind(unit).is_mech else _water_case(fight, unit)


def _water_case(fight: Engagement, unit: Unit) -> str | None:
    river = fight.river_crossed(unit)
    if river:
        return "18.2.A" if river == "major" else "9.4"
    if fight.from_marsh(unit):
        return "9.6" if fight.game.board.terrains[unit.at] == "wooded-marsh" else "9.5"
    return None


@rule("23.4")
def army_terms(fight: Engagement) -> Iterator[Term]:
    """A tank or shock army brings two points, one against a fort, across a river or out of a marsh."""
    for unit in fight.attacking:
        if fight.materials.kind(unit).role not in (Role.TANK_ARMY, Role.SHOCK_ARMY) or not fight.commands(unit):
            continue
        bonus = fight.materials.number("army_bonus")
        hampered = fight.against_fort or bool(fight.river_crossed(unit)) or fight.from_marsh(unit)
        yield Term(message("term.u43.army", unit=unit.id), bonus // 2 if hampered else bonus, "23.4")


# Defence


def defence_terms(fight: Engagement) -> tuple[Term, ...]:
    """What every hex that is attacked has to set against it."""
    covered = covered_hex(fight)
    terms = [term for at in fight.targets for term in _hex_terms(fight, at, with_air=at == covered)]
    if fight.variation:
        terms.append(Term(message("term.u43.variation"), fight.variation, "29"))
    return tuple(terms)


def printed_defence(fight: Engagement) -> int:
    """The defence as it is printed on the counters."""
    counted = (unit for at in fight.targets for unit in fight.counted_in(at))
    return sum(fight.materials.face(unit).defence for unit in counted)


@rule("29")
def is_varied(fight: Engagement) -> bool:
    """Whether a die changes the defence: by the optional rule, where it is three points or more as printed."""
    if not fight.game.options.get("variable-defence", False):
        return False
    return printed_defence(fight) >= fight.materials.number("variation_from")


@rule("29")
def variation_by(fight: Engagement, die: int) -> int:
    """What a die adds to the defence, by the nation that defends."""
    nations = [fight.materials.kind(unit) for unit in fight.defenders]
    column = "german" if any(kind.is_german for kind in nations) else "soviet" if nations[0].is_soviet else "allied"
    return int(fight.materials.table("variable-defence").result(column, die))


@rule("8.3", "9.1")
def _hex_terms(fight: Engagement, at: Location, *, with_air: bool) -> Iterator[Term]:
    """The printed factors, and what ground, fort and aircraft add, twice as much at the most (ruling 22)."""
    materials = fight.materials
    printed = 0
    for unit in fight.counted_in(at):
        factor = materials.face(unit).defence
        printed += factor
        yield Term(message("term.u43.defence", unit=unit.id), factor, "8.3")
    bonuses = tuple(bonus_terms(fight, at, with_air=with_air)) if printed else ()
    yield from bonuses
    excess = int(total(bonuses)) - materials.number("bonus_cap") * printed
    if excess > 0:
        yield Term(message("term.u43.cap"), -excess, "9.1")
    yield from formation_terms(fight, at)


@rule("9.1", "9.3", "9.6", "9.7", "9.11", "15.6", "19.2")
def bonus_terms(fight: Engagement, at: Location, *, with_air: bool) -> Iterator[Term]:
    """The best of what the ground is, a fort, and aircraft on a defensive mission."""
    materials, ground = fight.materials, fight.ground
    terrain = fight.game.board.terrains[at]
    settlement = ground.settlements.get(at, "")
    found = [(int(materials.charts.terrain.effect(terrain, "defence") or 0), terrain)]
    if settlement:
        found.append((materials.by_name("settlement_defence", settlement), settlement))
    best, name = max(found)
    if best:
        case = {"wooded-marsh": "9.6", "city": "9.7"}.get(name, "9.1")
        yield Term(message("term.u43.ground", ground=message(f"word.{name}")), best, case)
    if has_fort(fight.game, fight.state, at, fight.enemy):
        yield Term(message("term.u43.fort"), materials.number("fort_defence"), "9.3")
    if with_air:
        yield Term(message("term.u43.das"), materials.by_name("das_defence", fight.enemy), "15.6")


@rule("15.4", "15.6")
def covered_hex(fight: Engagement) -> Location | None:
    """The hex that aircraft on a defensive mission help: of several one alone, where the cap leaves most of it."""
    cover = air_cover(fight.game, fight.state, fight.enemy)

    def room(at: Location) -> int:
        printed = sum(fight.materials.face(unit).defence for unit in fight.counted_in(at))
        return fight.materials.number("bonus_cap") * printed - int(total(bonus_terms(fight, at, with_air=False)))

    return max((at for at in fight.targets if at in cover), key=room, default=None)


@rule("23.3", "23.4")
def formation_terms(fight: Engagement, at: Location) -> Iterator[Term]:
    """A Panzer corps or an army with those it leads adds two points, over and above every cap."""
    materials = fight.materials
    here = fight.defenders_in(at)
    if all(materials.kind(unit).is_headquarters for unit in here):
        return
    for unit in here:
        role = materials.kind(unit).role
        if role is Role.PANZER_CORPS and fight.leads(unit):
            yield Term(message("term.u43.corps", unit=unit.id), materials.number("corps_bonus"), "23.3")
        elif role in (Role.TANK_ARMY, Role.SHOCK_ARMY) and fight.commands(unit):
            yield Term(message("term.u43.army", unit=unit.id), materials.number("army_bonus"), "23.4")
