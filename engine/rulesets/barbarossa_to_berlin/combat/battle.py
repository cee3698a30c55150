"""One battle: who fights whom where, with which cards, and who of them is supplied, mechanised or frozen.

The supply of attackers is that of their activation and is marked on them; that of defenders is looked at when they are
attacked (13.1).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, Location, Side, UnitId
from engine.core.state import State, Unit
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.effects import in_round
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import COMBAT, FOUGHT, OUT, RETREATED, Nation, Supply, enemy_of
from engine.rulesets.barbarossa_to_berlin.nations import USSR, is_mechanised
from engine.rulesets.barbarossa_to_berlin.supply import is_winter_42, supply_of


@dataclass(frozen=True, slots=True)
class Battle:
    """Who attacks whom; the ids are those of the units that stand there now, corps in the place of armies included."""

    side: Side
    """The attacker."""
    attackers: tuple[UnitId, ...]
    origins: tuple[Location, ...]
    """The spaces attacked from."""
    target: Location
    defenders: tuple[UnitId, ...]
    late: tuple[UnitId, ...] = ()
    """Units in the target that had retreated there in this round (11.4.5)."""
    cards: tuple[CardId, ...] = ()
    """The combat cards played by both sides."""
    second: UnitId | None = None
    """The unit for which this is the second attack of the round."""

    @property
    def defender(self) -> Side:
        return enemy_of(self.side)

    def ids(self, side: Side) -> tuple[UnitId, ...]:
        """The units of a side that fire."""
        return self.attackers if side == self.side else self.defenders

    def units(self, state: State, side: Side) -> tuple[Unit, ...]:
        return tuple(state.unit(unit) for unit in self.ids(side))

    def garrison(self, state: State) -> tuple[Unit, ...]:
        """All that is attacked, latecomers too."""
        return tuple(state.unit(unit) for unit in (*self.defenders, *self.late))


def combat_units(game: Game, state: State, at: Location, side: Side) -> tuple[Unit, ...]:
    """The units of a side in a space that fight; Stalin does not."""
    return tuple(unit for unit in state.at(at) if unit.side == side and not game.materials.kind(unit).is_marker)


@rule("11.1", "11.4.5")
def muster(game: Game, state: State, attackers: Iterable[UnitId], target: Location) -> Battle:
    """The battle of some attackers for a space: all units in it defend together, but for those that retreated there."""
    ids = tuple(attackers)
    units = tuple(state.unit(unit) for unit in ids)
    side = units[0].side if units else state.side
    standing = combat_units(game, state, target, enemy_of(side))
    return Battle(
        side,
        ids,
        tuple(dict.fromkeys(unit.at for unit in units)),
        target,
        tuple(unit.id for unit in standing if RETREATED not in unit.marks),
        tuple(unit.id for unit in standing if RETREATED in unit.marks),
        second=next((unit.id for unit in units if FOUGHT in unit.marks and unit.id == second_attacker(state)), None),
    )


@rule("card.allied.55", "card.axis.5")
def second_attacker(state: State) -> UnitId | None:
    """The army that an event of this round lets attack a second time."""
    found = in_round(state, "second-attack")
    return UnitId(str(found)) if found else None


# Supply, wheels and winter


@rule("13.1")
def note_supply(game: Game, draft: Draft, at: Location) -> None:
    """Mark the units of a space activated for combat that are out of supply, as those activated for points are."""
    for unit in draft.state.at(at):
        if supply_of(game, draft.state, unit) is Supply.NONE:
            draft.mark(unit.id, OUT)


@rule("13.1", "13.4.1")
def is_unsupplied(game: Game, state: State, unit: Unit, battle_side: Side) -> bool:
    """Whether a unit fights out of supply: an activated attacker by its mark, all others as they stand.

    One that attacks a second time goes by its mark too, wherever its advance has brought it.
    """
    if unit.side == battle_side and (FOUGHT in unit.marks or state.marker(unit.at, COMBAT)):
        return OUT in unit.marks
    return supply_of(game, state, unit, defending=unit.side != battle_side) is Supply.NONE


@rule("15.2")
def is_frozen(game: Game, state: State, unit: Unit, battle_side: Side) -> bool:
    """A supplied German unit in the Soviet Union in the winter of 1942."""
    materials: Materials = game.materials
    return (
        is_winter_42(state)
        and materials.kind(unit).nation is Nation.GERMAN
        and materials.countries[unit.at] == USSR
        and not is_unsupplied(game, state, unit, battle_side)
    )


@rule("2.2", "13.4.1", "15.2")
def on_wheels(game: Game, state: State, unit: Unit, battle_side: Side) -> bool:
    """Whether a unit counts as mechanised in a battle: not out of supply, and Germans not in the winter of 1942."""
    return is_mechanised(
        game,
        unit,
        supplied=not is_unsupplied(game, state, unit, battle_side),
        frozen=is_frozen(game, state, unit, battle_side),
    )
