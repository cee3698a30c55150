"""1.4, 1.6, 3.3.2, 4.4.1 and 8.2.6: what a unit is worth here and now, and what values dominate among several.

A unit has as many strength points as its counter has faces left. Its front shows one and the same combat value until a
single point is left; each loss before that takes two off it. What halves a value is a divisor, and units with the same
divisor are added before they are divided and rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final, NamedTuple

from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.messages import message
from engine.core.state import State, Unit
from engine.core.terms import Number, Term, total
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.kinds import Face
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import (
    DISORGANISED,
    FORCED_MARCH,
    LOW_AMMO,
    OFFENSIVE,
    RECRUITS,
    RESTING,
    ROUTED,
    RUMOURS,
    SHOTS,
    Role,
)

_HALVED: Final = {
    "4.4.1": "halved-ammunition", "4.5": "halved-no-offensive", "8.2.4": "halved-alone",
    "8.2.6.B": "halved-disorganised", "8.2.6.D": "halved-routed",
}  # fmt: skip
"""The words for what halves a value, by case."""
HIT_COST = 2
"""What each loss takes off the combat value of a unit that has not been turned over (8.2.6 A 2)."""
LOWEST_MORALE, HIGHEST_MORALE = 1, 6


@rule("1.4")
def rounded(value: Number) -> int:
    """To the nearest whole number, a half upwards."""
    return int((2 * Fraction(value) + 1) // 2)


def face(materials: Materials, unit: Unit) -> Face:
    """The face of a counter that shows."""
    faces = materials.kind(unit).faces
    return faces[min(unit.step, len(faces) - 1)]


@rule("1.2", "8.2.6.A")
def strength(materials: Materials, unit: Unit) -> int:
    """The strength points a unit has left; a train without any printed weighs one (ruling 5), vehicles weigh none."""
    kind = materials.kind(unit)
    return max(0, len(kind.faces) - unit.step) if kind.has_strength else 0


def full_strength(materials: Materials, unit: Unit) -> int:
    """The strength points a unit begins with."""
    kind = materials.kind(unit)
    return len(kind.faces) if kind.has_strength else 0


def is_reduced(materials: Materials, unit: Unit) -> bool:
    """Whether a unit that had more than one strength point has one left, and shows its back."""
    return unit.step > 0 and strength(materials, unit) == 1


# What holds values down


@rule("4.4.1", "4.5")
def is_low(game: Game, state: State, unit: Unit) -> bool:
    """Low on ammunition: by its marker, or because the North-West Army has not declared an offensive turn."""
    return LOW_AMMO in unit.marks or (game.materials.kind(unit).is_nwa and not state.values.get(OFFENSIVE, False))


@rule("4.4.1", "4.5")
def _want(game: Game, state: State, unit: Unit) -> tuple[str, ...]:
    """The case by which a unit lacks ammunition: its marker, or a turn without an offensive."""
    if LOW_AMMO in unit.marks:
        return ("4.4.1",)
    return ("4.5",) if is_low(game, state, unit) else ()


@rule("8.2.6.B", "8.2.6.D")
def _shaken(unit: Unit) -> tuple[str, ...]:
    if ROUTED in unit.marks:
        return ("8.2.6.D",)
    return ("8.2.6.B",) if DISORGANISED in unit.marks else ()


@rule("4.4.1", "8.2.6.B", "8.2.6.D")
def combat_halvings(game: Game, state: State, unit: Unit, *, attacking: bool) -> tuple[str, ...]:
    """The cases that halve the combat value of a unit; want of ammunition tells in attack alone."""
    return (*(_want(game, state, unit) if attacking else ()), *_shaken(unit))


@rule("4.4.1", "8.2.6.B")
def fire_halvings(game: Game, state: State, unit: Unit) -> tuple[str, ...]:
    """The cases that halve the fire of a unit; who is routed does not fire at all."""
    return (*_want(game, state, unit), *(() if ROUTED in unit.marks else _shaken(unit)))


@rule("8.2.6.A", "4.4.1", "14.1")
def combat_value(game: Game, state: State, unit: Unit) -> int:
    """The combat value of a unit before it is divided: two less for each loss until it is turned over.

    Tanks and armoured cars without ammunition are worth nothing.
    """
    materials: Materials = game.materials
    kind = materials.kind(unit)
    if kind.is_vehicle:
        return 0 if is_low(game, state, unit) else face(materials, unit).combat
    printed = face(materials, unit).combat
    return printed if is_reduced(materials, unit) else max(0, printed - HIT_COST * unit.step)


@rule("8.2.4", "12", "13", "15.1")
def fire_value(game: Game, unit: Unit, halves: int) -> int:
    """The fire of a unit at a distance in half hexes, before it is divided; a fort's may fall off with it."""
    near, middle, far = face(game.materials, unit).fire
    return near if halves <= 2 else middle if halves <= 4 else far


@rule("8.2.6.A", "4.4.1", "14.1")
def combat_terms(game: Game, state: State, unit: Unit) -> tuple[Term, ...]:
    """The same as it is told: what is printed, what losses take off it, and vehicles without ammunition."""
    materials: Materials = game.materials
    printed, value = face(materials, unit).combat, combat_value(game, state, unit)
    terms = (Term(message("term.wo.combat", unit=unit.id), printed, "8.2.5"),)
    if value == printed:
        return terms
    if materials.kind(unit).is_vehicle:
        (case,) = _want(game, state, unit)
        return (*terms, Term(message("term.wo.no-ammunition", unit=unit.id), value - printed, case))
    return (*terms, Term(message("term.wo.hits", unit=unit.id), value - printed, "8.2.6.A"))


class Share(NamedTuple):
    """What a unit brings to a fight: how its value comes about, and the cases that halve it."""

    unit: Unit
    terms: tuple[Term, ...]
    halvings: tuple[str, ...]

    @property
    def value(self) -> int:
        return int(total(self.terms))


def fire_share(unit: Unit, value: int, halvings: tuple[str, ...], label: str, case: str) -> Share:
    """The share of a unit that brings its fire."""
    return Share(unit, (Term(message(label, unit=unit.id), value, case),), halvings)


@rule("1.4")
def divided_terms(shares: Iterable[Share]) -> tuple[Term, ...]:
    """Values of several units as terms, and what halves them: those halved as often are added, then divided once."""
    terms: list[Term] = []
    groups: dict[int, list[Share]] = {}
    for share in shares:
        if share.halvings:
            groups.setdefault(len(share.halvings), []).append(share)
        else:
            terms.extend(share.terms)
    for often, members in sorted(groups.items()):
        terms.extend(term for share in members for term in share.terms)
        terms.extend(_halved(often, members))
    return tuple(terms)


def _halved(often: int, members: Sequence[Share]) -> Iterator[Term]:
    """What halving takes off a sum, by the cases that do it; it is rounded once, when all is divided."""
    whole = before = 0
    for halvings in dict.fromkeys(share.halvings for share in members):
        mine = [share for share in members if share.halvings == halvings]
        value = sum(share.value for share in mine)
        whole += value
        after = rounded(Fraction(whole, 2**often))
        steps = [value, *(rounded(Fraction(value, 2**count)) for count in range(1, often)), after - before]
        before = after
        units = tuple(share.unit.id for share in mine)
        for case, (more, less) in zip(halvings, pairwise(steps), strict=True):
            yield Term(message(f"term.wo.{_HALVED[case]}", units=units), less - more, case)


# Quality and morale


@rule("3.3.2")
def _among_recruits(materials: Materials, unit: Unit, printed: int) -> int:
    """A printed value, one less among recruits, who never bring it below the floor of their side."""
    if RECRUITS not in unit.marks or printed <= materials.by_name("recruits_floor", unit.side):
        return printed
    return printed - 1


@rule("3.3.2", "8.2.6.D")
def quality_of(game: Game, unit: Unit) -> int:
    """The quality of a unit, one less among recruits."""
    return max(1, _among_recruits(game.materials, unit, face(game.materials, unit).quality))


@rule("3.3.2", "6.1", "8.2.6.D")
def morale_of(game: Game, unit: Unit) -> int:
    """The morale of a unit: one less among recruits, one by rumours, two when it is routed, and never below one."""
    steady = _among_recruits(game.materials, unit, face(game.materials, unit).morale)
    return max(LOWEST_MORALE, steady - (RUMOURS in unit.marks) - 2 * (ROUTED in unit.marks))


@rule("3.3.2")
def quality_terms(game: Game, unit: Unit) -> tuple[Term, ...]:
    """The quality of a unit as it is told."""
    printed = face(game.materials, unit).quality
    terms = [Term(message("term.wo.quality"), printed, "1.6")]
    if quality_of(game, unit) != printed:
        terms.append(Term(message("term.wo.recruits"), quality_of(game, unit) - printed, "3.3.2"))
    return tuple(terms)


@rule("3.3.2", "6.1", "8.2.6.D")
def morale_terms_of(game: Game, unit: Unit) -> tuple[Term, ...]:
    """The morale of a unit as it is told."""
    printed = face(game.materials, unit).morale
    steady = _among_recruits(game.materials, unit, printed)
    doubted = max(LOWEST_MORALE, steady - (RUMOURS in unit.marks))
    changes = (
        ("term.wo.recruits", steady - printed, "3.3.2"),
        ("term.wo.rumours", doubted - steady, "6.1"),
        ("term.wo.routed", morale_of(game, unit) - doubted, "8.2.6.D"),
    )
    found = (Term(message(label), change, case) for label, change, case in changes if change)
    return (Term(message("term.wo.morale"), printed, "1.6"), *found)


@rule("1.6")
def most_common(game: Game, units: Sequence[Unit], value_of: Callable[[Game, Unit], int]) -> int | None:
    """The value that most strength points have; of several that have as many, the worst. None without any."""
    materials: Materials = game.materials
    points: dict[int, int] = {}
    for unit in units:
        value = value_of(game, unit)
        points[value] = points.get(value, 0) + strength(materials, unit)
    if not points:
        return None
    most = max(points.values())
    return min(value for value, count in points.items() if count == most)


@rule("1.6")
def dominant_terms(
    game: Game, units: Sequence[Unit], value_of: Callable[[Game, Unit], int], label: str
) -> tuple[Term, ...]:
    """The dominant value of some units: one less where one of them is three or more below it, one more if above."""
    common = most_common(game, units, value_of)
    if common is None:
        return ()
    values = [value_of(game, unit) for unit in units]
    terms = [Term(message(label), common, "1.6")]
    gap = 3
    if common - min(values) >= gap:
        terms.append(Term(message("term.wo.worst"), -1, "1.6"))
    if max(values) - common >= gap:
        terms.append(Term(message("term.wo.best"), 1, "1.6"))
    return tuple(terms)


@rule("1.6")
def weighed(materials: Materials, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Those whose quality and morale count: combat units, or guns and forts where no combat unit is (ruling 5)."""
    present = tuple(units)
    fighting = tuple(unit for unit in present if materials.kind(unit).is_combat)
    if fighting:
        return fighting
    guns = tuple(unit for unit in present if materials.kind(unit).role in (Role.ARTILLERY, Role.FORT))
    return guns or tuple(unit for unit in present if materials.kind(unit).role is Role.FLEET)


@rule("1.6", "8.2.5")
def clamped_morale(value: Number) -> int:
    """Morale after all that raises and lowers it is held between 1 and 6 (ruling 3)."""
    return min(HIGHEST_MORALE, max(LOWEST_MORALE, int(value)))


# Movement


class Pace(NamedTuple):
    """How far a unit goes: the printed points, what they are divided by, and what a forced march adds afterwards."""

    printed: int
    divisor: int
    more: int

    @property
    def divided(self) -> int:
        return (2 * self.printed + self.divisor) // (2 * self.divisor)


@rule("7.1", "7.4", "8.2.6.B", "9.3")
def pace(game: Game, state: State, unit: Unit) -> Pace:
    """The movement points of a unit: halved when it is disorganised, halved in rest, two more by a forced march."""
    materials: Materials = game.materials
    is_nwa = materials.kind(unit).is_nwa
    printed = face(materials, unit).movement
    resting = is_nwa and bool(state.values.get(RESTING, False))
    divisor = (2 if DISORGANISED in unit.marks else 1) * (2 if resting else 1)
    forced = is_nwa and printed and state.values.get(FORCED_MARCH, False)
    return Pace(printed, divisor, materials.number("forced_march") if forced else 0)


@rule("7.1", "7.4", "8.2.6.B", "9.3")
def movement_terms(game: Game, state: State, unit: Unit) -> tuple[Term, ...]:
    """The same as it is told."""
    found = pace(game, state, unit)
    terms = [Term(message("term.wo.movement"), found.printed, "7.1")]
    resting = game.materials.kind(unit).is_nwa and state.values.get(RESTING, False)
    left, divisor = found.printed, 1
    for case, is_so in (("8.2.6.B", DISORGANISED in unit.marks), ("9.3", resting)):
        if is_so:
            divisor *= 2
            less = rounded(Fraction(found.printed, divisor))
            terms.append(Term(message("term.wo.movement-halved"), less - left, case))
            left = less
    if found.more:
        terms.append(Term(message("term.wo.forced-march"), found.more, "7.4"))
    return tuple(terms)


def allowance(game: Game, state: State, unit: Unit) -> int:
    """The movement points of a unit in this sequence: as printed where nothing divides them nor adds to them."""
    materials: Materials = game.materials
    if DISORGANISED not in unit.marks and not materials.kind(unit).is_nwa:
        return face(materials, unit).movement
    found = pace(game, state, unit)
    return found.divided + found.more


def shots(unit: Unit) -> int:
    """How often a fleet has fired at full power."""
    return int(unit.values.get(SHOTS, 0))


def records(state: State, units: Iterable[UnitId]) -> tuple[Unit, ...]:
    """The units that some ids stand for."""
    return tuple(state.unit(unit) for unit in units)
