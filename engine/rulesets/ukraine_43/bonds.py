"""Chapter 7: linked zones. Two hexes that hold, two apart, close the hex or the side between them to the enemy.

Each bond is kept with those that form it, so that a move that it stops can be told which bond that was.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.state import Of, State, derived
from engine.mechanics.zones import Border, border_between
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.ground import Bond, Ground
from engine.rulesets.ukraine_43.names import enemy_of
from engine.rulesets.ukraine_43.standing import bonding_hexes, standing


@dataclass(frozen=True)
class BondMap:
    """The bonds of a side that hold now."""

    bonds: tuple[Bond, ...]

    @cached_property
    def by_hex(self) -> dict[Location, Bond]:
        return {bond.between[0]: bond for bond in reversed(self.bonds) if bond.is_hex}

    @cached_property
    def by_side(self) -> dict[Border, Bond]:
        return {bond.side: bond for bond in reversed(self.bonds) if not bond.is_hex}

    @cached_property
    def hexes(self) -> frozenset[Location]:
        return frozenset(self.by_hex)

    @cached_property
    def sides(self) -> frozenset[Border]:
        return frozenset(self.by_side)

    def barring(self, origin: Location, target: Location) -> Bond | None:
        """The bond that a step would enter or cross."""
        return self.by_hex.get(target) or self.by_side.get(border_between(origin, target))


NO_BONDS = BondMap(())


@rule("7.1", "7.5", "7.6")
@derived("units", "stacks", of=Of.ARGUMENT)
def formed(game: Game, state: State, side: Side) -> tuple[Bond, ...]:
    """The bonds that the ground lets a side form, whatever the enemy does; the map edge forms none."""
    ground: Ground = game.materials.ground
    holding = bonding_hexes(game, state, side)
    partners, coasts = ground.bond_partners, ground.coast_bonds
    found: list[Bond] = []
    for at in sorted(holding):
        for other, bond in partners[at]:
            if other in holding:
                found.append(bond)
        if at in coasts:
            found += coasts[at]
    return tuple(found)


@rule("7.4")
@derived("units", "stacks")
def uncancelled(game: Game, state: State, side: Side) -> tuple[Bond, ...]:
    """The bonds that no enemy cancels by standing in the hex, or in both hexes beside the side (ruling 8)."""
    enemies = standing(game, state, enemy_of(side)).occupied
    return tuple([bond for bond in formed(game, state, side) if not enemies.issuperset(bond.between)])


@rule("7.2", "7.7")
@derived("units", "stacks")
def bonds(game: Game, state: State, side: Side) -> BondMap:
    """The bonds of a side that bar the enemy now: those that cross a bond of the enemy bar nobody."""
    mine = uncancelled(game, state, side)
    if not mine:
        return NO_BONDS
    theirs = uncancelled(game, state, enemy_of(side))
    hexes = frozenset(bond.between[0] for bond in theirs if bond.is_hex)
    sides = frozenset(bond.side for bond in theirs if not bond.is_hex)
    spokes = frozenset(spoke for bond in theirs for spoke in bond.spokes)
    return BondMap(tuple([bond for bond in mine if not _is_crossed(bond, hexes, sides, spokes)]))


@rule("7.7")
def _is_crossed(bond: Bond, hexes: frozenset[Location], sides: frozenset[Border], spokes: frozenset[Border]) -> bool:
    """Whether a bond of the enemy lies across one.

    So do bonds of one and the same hex, and a bond of a hex and one of a side between that hex and one of those that
    form its bond; sides that merely meet at a corner do not (ruling 10).
    """
    if bond.is_hex:
        return bond.between[0] in hexes or any(spoke in sides for spoke in bond.spokes)
    return bond.side in spokes


def shown(game: Game, bond: Bond) -> str:
    """A bond as it is called in a refusal: the hexes that form it."""
    return "-".join(game.board.label(end) for end in bond.ends)
