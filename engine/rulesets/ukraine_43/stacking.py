"""Chapter 5 and 23.4: how much may stand in a hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.mechanics.stacking import places_wrong
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.kinds import Kind
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import AXIS, SOVIET, Role
from engine.rulesets.ukraine_43.standing import company


@rule("5.1")
def counts(kind: Kind) -> bool:
    """Whether a unit has a size in a stack: headquarters, leaders and air units have none."""
    return kind.is_combat or kind.is_support


def _fits(kinds: Iterable[Kind]) -> bool:
    """Whether what counts of a stack keeps to one of the mixtures of its side.

    The Axis has three and a support, or two and a support of each sort; the Soviet side two and one, one and two, or
    three supports.
    """
    counted = [kind for kind in kinds if counts(kind)]
    fighting = sum(kind.is_combat for kind in counted)
    supports = [kind.role for kind in counted if kind.is_support]
    if counted and counted[0].side == AXIS:
        return (fighting <= 3 and len(supports) <= 1) or (fighting <= 2 and len(supports) == len(set(supports)) == 2)
    return fighting <= 2 and fighting + len(supports) <= 3


@rule("23.4")
def _without_extras(kinds: tuple[Kind, ...]) -> Iterator[tuple[Kind, ...]]:
    """The stacks that are left to count when each army has taken one of its sort to itself.

    A tank army takes a tank or mechanised corps, a shock army an infantry unit.
    """
    takes = {
        Role.TANK_ARMY: (Role.ARMOUR, Role.MECHANIZED),
        Role.SHOCK_ARMY: (Role.INFANTRY,),
    }
    armies = [takes[kind.role] for kind in kinds if kind.role in takes]
    choices: list[list[int | None]] = [
        [*(number for number, kind in enumerate(kinds) if kind.role in roles), None] for roles in armies
    ]
    for taken in product(*choices):
        yield tuple(kind for number, kind in enumerate(kinds) if number not in taken)


@rule("5.2", "5.3", "23.4")
def is_crowded(materials: Materials, types: tuple[str, ...]) -> bool:
    """Whether units of some types, all of one side, are too many for a hex; each mixture is looked at once."""
    found = materials.mixtures.get(types)
    if found is None:
        kinds = tuple(materials.kinds[name] for name in types)
        fits = _fits(kinds) or any(_fits(rest) for rest in _without_extras(kinds))
        found = materials.mixtures[types] = not fits
    return found


@rule("5.2", "5.3", "23.4")
def overstacking(game: Game, units: Iterable[Unit]) -> Refusal | None:
    """What is wrong with units of one side standing together in a hex, or None."""
    materials: Materials = game.materials
    here = tuple(units)
    if len(here) <= 1 or not is_crowded(materials, tuple([unit.type for unit in here])):
        return None
    counted = [kind for unit in here if counts(kind := materials.kind(unit))]
    fighting = sum(kind.is_combat for kind in counted)
    said = message("refusal.u43.overstacked", combat=fighting, support=len(counted) - fighting)
    return Refusal("5.2" if here[0].side == AXIS else "5.3", said)


@rule("5.4")
def joining_refusal(game: Game, state: State, units: Sequence[Unit], at: Location) -> Refusal | None:
    """What keeps units from staying in a hex with those of their side that are there."""
    stack = state.stacks.get(at)
    if not units or (len(units) == 1 and not stack):
        return None
    coming = [unit.id for unit in units]
    side, records = units[0].side, state.units
    there = [records[each] for each in stack or () if each not in coming]
    return overstacking(game, [*(unit for unit in there if unit.side == side), *units])


def overstacked_hexes(game: Game, state: State, side: Side) -> tuple[Location, ...]:
    """The hexes where a side has too many."""
    on_map = game.materials.ground.on_map
    return places_wrong(state, on_map.__getitem__, lambda at: overstacking(game, company(state, at, side)) is not None)


def stack_size(game: Game, units: Iterable[Unit]) -> tuple[int, int]:
    """How many count in a stack and how many may at the most: three and, on the Axis side, a support besides."""
    materials: Materials = game.materials
    here = tuple(units)
    counted = [unit for unit in here if counts(materials.kind(unit))]
    armies = sum(materials.kind(unit).role in (Role.TANK_ARMY, Role.SHOCK_ARMY) for unit in here)
    side = here[0].side if here else SOVIET
    return len(counted), (4 if side == AXIS else 3 + armies)
