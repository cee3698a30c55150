"""Chapter 10: four units to a hex, three where a Soviet stands; partisans and markers do not count."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.terms import Term
from engine.mechanics.marching import NOWHERE, AskedPlaces
from engine.mechanics.stacking import Limit, first_excess, places_wrong, with_joined
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import SOVIET


@rule("10.0")
def limit_of(materials: Materials, units: Iterable[Unit]) -> int:
    """How many may stand together: with any Soviet among them three, else four (ruling 27)."""
    soviet = any(materials.kind(unit).nation == SOVIET for unit in units)
    return materials.number("stack_soviet" if soviet else "stack")


@rule("10.1", "10.22", "10.23", "10.24", "11.36")
def counted(materials: Materials, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Those who count, one each, whatever their size, sort or nation: all but partisans and their cadres."""
    return tuple(unit for unit in units if not materials.kind(unit).stacks_free)


@rule("10.0", "10.2")
def overstacking(game: Game, units: Iterable[Unit]) -> Refusal | None:
    """What is wrong with some units of a side in one hex at the end of a phase."""
    materials: Materials = game.materials
    stack = counted(materials, units)
    over = first_excess(stack, (Limit(limit_of(materials, stack)),))
    if over is None:
        return None
    return Refusal("10.0", message("refusal.wie.stack", units=over.size, most=over.limit.most))


@rule("10.2")
def joining_refusal(game: Game, state: State, unit: Unit, at: Location) -> Refusal | None:
    """What keeps a unit from staying with its friends in a hex."""
    joined = with_joined(state, unit, at)
    return overstacking(game, [each for each in joined if each.side == unit.side])


def full_places(game: Game, state: State, side: Side, nation: str) -> AskedPlaces:
    """Where one more unit of a nation would be one too many; each place is looked at when somebody asks about it."""
    materials: Materials = game.materials
    most, least, soviet = materials.number("stack"), materials.number("stack_soviet"), nation == SOVIET

    def is_full(at: Location) -> bool:
        stack = counted(materials, (unit for unit in state.at(at) if unit.side == side))
        if len(stack) < least:
            return False
        return len(stack) >= (least if soviet else limit_of(materials, stack) if len(stack) < most else most)

    return AskedPlaces(is_full)


@dataclass(frozen=True, slots=True)
class FullFor(Container[int]):
    """The places that are too full for a unit to end in: for the one it stands in it counts already."""

    full: Container[int]
    at: Location
    crowded: bool

    def __contains__(self, place: object) -> bool:
        return self.crowded if place == self.at else place in self.full


@rule("5.23", "10.2")
def full_for(game: Game, state: State, unit: Unit, full: Container[int] | None = None) -> Container[int]:
    """Where a unit may not stay; partisans may anywhere. `full` is what others of its nation have asked already."""
    kind = game.materials.kind(unit)
    if kind.stacks_free:
        return NOWHERE
    places = full_places(game, state, unit.side, kind.nation) if full is None else full
    crowded = unit.at in places and joining_refusal(game, state, unit, unit.at) is not None
    return FullFor(places, unit.at, crowded)


@rule("10.21")
def overstacked_hexes(game: Game, state: State, side: Side) -> tuple[Location, ...]:
    """Where too many of a side stand, in the order of the board."""
    on_map = game.materials.ground.on_map
    return places_wrong(
        state,
        on_map.__getitem__,
        lambda at: overstacking(game, [unit for unit in state.at(at) if unit.side == side]) is not None,
    )


@rule("10.0")
def stack_terms(game: Game, units: Iterable[Unit]) -> tuple[Term, ...]:
    return tuple(Term(message("term.wie.unit", unit=unit.id), 1, "10.0") for unit in counted(game.materials, units))
