"""12.4: what units are worth in attack and defence, term by term, with every fraction kept (ruling 29)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from fractions import Fraction

from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.messages import message
from engine.core.state import State, Unit
from engine.core.terms import Number, Op, Term, total
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.ground import FORTIFIED_LINE, RIVER
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import ABOARD, DROPPED, FORTIFIED, LANDED, SHELTERED
from engine.rulesets.war_in_europe.standing import company, intact_lines
from engine.rulesets.war_in_europe.supply import is_supplied
from engine.rulesets.war_in_europe.weather import halves_attack, halves_defence, is_frozen

HALF = Fraction(1, 2)
Supplied = Callable[[Unit], bool]
"""Whether a unit counts as supplied: now in combat, at the start of the phase in an overrun."""


def printed(materials: Materials, unit: Unit, *, attacking: bool) -> int:
    """The number on the face that lies up; a fortified unit defends with its own and attacks with nothing (18.22)."""
    kind = materials.kind(unit)
    if FORTIFIED in unit.marks and kind.fortified is not None:
        return 0 if attacking else kind.fortified
    face = kind.faces[min(unit.step, len(kind.faces) - 1)]
    return face.attack if attacking else face.defence


def _term(key: str, value: Number, case: str, op: Op = Op.TIMES, **said: str) -> Term:
    return Term(message(f"term.wie.{key}", **said), value, case, op)


@rule("14.12", "14.14")
def supplied_now(game: Game, state: State) -> Supplied:
    """Supply as it is at the moment of combat (14.12); who lands or is dropped counts as supplied (14.14).

    That holds in the combat phase of their own side, in which they attack, and no longer.
    """

    def supplied(unit: Unit) -> bool:
        intrudes = unit.side == state.side and bool(unit.marks & {LANDED, DROPPED})
        return intrudes or is_supplied(game, state, unit)

    return supplied


@rule("12.4", "12.42", "14.21", "15.2")
def attack_terms(
    game: Game, state: State, unit: Unit, targets: Collection[Location], supplied: Supplied
) -> tuple[Term, ...]:
    """What a unit brings to an attack: supply first, then weather by its own hex, water and ships."""
    materials: Materials = game.materials
    kind = materials.kind(unit)
    terms = [_term("attack", printed(materials, unit, attacking=True), "12.4", Op.ADD, unit=unit.id)]
    if not supplied(unit):
        terms.append(_term("unsupplied", HALF, "12.42"))
    if halves_attack(game, state, kind, unit.at):
        terms.append(_term("weather", HALF, "12.44"))
    if crosses_river(game, state, unit.at, targets):
        terms.append(_term("river", HALF, "12.41"))
    if LANDED in unit.marks:
        terms.append(_term("landing", Fraction(1, 4) if kind.is_heavy else HALF, "7.33"))
    return tuple(terms)


@rule("12.41", "5.8")
def crosses_river(game: Game, state: State, at: Location, targets: Collection[Location]) -> bool:
    """Whether a unit attacks across a river: if one lies between it and any hex that it attacks, as with the ground."""
    ground, frozen = game.materials.ground, is_frozen(game, state)

    def wet(target: Location) -> bool:
        edge = game.board.edge_between(at, target)
        if edge is None or (frozen and ground.is_frozen(target)):
            return False
        return game.board.has_side(edge, RIVER)

    return any(wet(target) for target in targets)


@rule("12.4", "12.41", "12.45", "6.36")
def defence_terms(game: Game, state: State, unit: Unit, supplied: Supplied, doubled: UnitId | None) -> tuple[Term, ...]:
    """What a unit is worth in defence: ground, a fortified companion, supply, weather; aboard a train half."""
    materials: Materials = game.materials
    kind = materials.kind(unit)
    terms = [_term("defence", printed(materials, unit, attacking=False), "12.4", Op.ADD, unit=unit.id)]
    if not supplied(unit):
        terms.append(_term("unsupplied", HALF, "12.42"))
    if halves_defence(game, state, kind, unit.at):
        terms.append(_term("weather", HALF, "12.44"))
    ground = _defence_factor(game, unit.at)
    if ground != 1:
        terms.append(_term("ground", ground, "12.41"))
    line = line_factor(game, state, unit)
    if line != 1:
        terms.append(_term("line", line, "5.8"))
    if unit.id == doubled:
        terms.append(_term("fortified", 2, "18.24"))
    if ABOARD in unit.marks:
        terms.append(_term("aboard", HALF, "12.45"))
    if adds_nothing(state, unit):
        terms.append(_term("sheltered", 0, "12.62", Op.BECOMES))
    return tuple(terms)


@rule("12.62")
def adds_nothing(state: State, unit: Unit) -> bool:
    """Whether a unit fell back among friends who are still there: alone it stands as it always does."""
    if SHELTERED not in unit.marks:
        return False
    return any(SHELTERED not in each.marks for each in company(state, unit.at, unit.side))


def _defence_factor(game: Game, at: Location) -> int:
    materials: Materials = game.materials
    found = materials.charts.terrain.effect(materials.ground.terrain(at), "defence")
    return int(found) if found is not None else 1


@rule("5.8")
def line_factor(game: Game, state: State, unit: Unit) -> int:
    """What an intact fortified line of its own side multiplies the defence of a unit by (ruling 49)."""
    if unit.at not in intact_lines(game, state, unit.side):
        return 1
    feature = game.board.feature(unit.at, FORTIFIED_LINE)
    return int(feature.attributes.get("defence", 1)) if feature is not None else 1


@rule("18.0", "18.24")
def doubled_unit(game: Game, state: State, units: Iterable[Unit], supplied: Supplied) -> UnitId | None:
    """The one infantry division that a fortified unit in its hex doubles: whom it helps most, as its owner would say.

    That is the strongest as it stands, with its supply, its weather and its train.
    """
    materials: Materials = game.materials
    stack = tuple(units)
    if not any(FORTIFIED in unit.marks for unit in stack):
        return None
    others = [unit for unit in stack if FORTIFIED not in unit.marks and materials.kind(unit).is_foot_division]

    def worth(unit: Unit) -> tuple[Number, UnitId]:
        return total(defence_terms(game, state, unit, supplied, None)), unit.id

    best = max(others, key=worth, default=None)
    return best.id if best is not None else None


@rule("12.4")
def attack_total(
    game: Game, state: State, units: Iterable[Unit], targets: Collection[Location], supplied: Supplied
) -> Number:
    sums = (total(attack_terms(game, state, unit, targets, supplied)) for unit in units)
    return sum(sums, Fraction())


@rule("12.4", "11.21")
def defence_total(game: Game, state: State, units: Iterable[Unit], supplied: Supplied) -> Number:
    """All units of the hexes attacked defend together."""
    stack = tuple(units)
    places = {unit.at for unit in stack}
    doubled = {at: doubled_unit(game, state, [unit for unit in stack if unit.at == at], supplied) for at in places}
    sums = (total(defence_terms(game, state, unit, supplied, doubled[unit.at])) for unit in stack)
    return sum(sums, Fraction())
