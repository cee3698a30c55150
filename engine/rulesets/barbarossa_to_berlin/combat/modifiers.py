"""What events of the round add to the die of an attack or a defence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.core.game import Game
from engine.core.ids import Side, UnitId
from engine.core.messages import message
from engine.core.state import State, Unit
from engine.core.terms import Op, Term
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.combat.battle import Battle
from engine.rulesets.barbarossa_to_berlin.effects import in_round
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import AXIS, Nation
from engine.rulesets.barbarossa_to_berlin.offensives import WESTERN_ATTACKERS

WACHT: Final = frozenset({UnitId("ge-5-panzer-army"), UnitId("ge-6-ss-panzer-army")})
"""The armies of Wacht am Rhein."""


def _soviets(materials: Materials) -> Callable[[Unit], bool]:
    return lambda unit: materials.kind(unit).nation is Nation.SOVIET


@rule("card.axis.1", "card.axis.4", "card.axis.14", "card.axis.25", "card.axis.53", "card.allied.22", "card.allied.32",
      "card.allied.35")  # fmt: skip
def _attack_values(game: Game, state: State, battle: Battle) -> Iterator[str]:
    """The values of the round that touch this attack; one unit of the kind an event names is enough (ruling 25)."""
    materials: Materials = game.materials
    attackers, garrison = battle.units(state, battle.side), battle.garrison(state)
    against_soviets = any(map(_soviets(materials), garrison))
    if battle.side == AXIS:
        if against_soviets:
            yield "drm-axis-vs-soviet"
        elif garrison and any(unit.id in WACHT for unit in attackers):
            yield "drm-wacht"
        return
    if any(map(_soviets(materials), attackers)):
        yield "drm-soviet-attack"
    if any(materials.kind(unit).nation in WESTERN_ATTACKERS for unit in attackers):
        yield "drm-western-attack"


@rule("card.axis.27")
def _defence_values(game: Game, state: State, battle: Battle) -> Iterator[str]:
    if any(map(_soviets(game.materials), battle.units(state, battle.defender))):
        yield "drm-soviet-defence"


@rule("11.2")
def event_terms(game: Game, state: State, battle: Battle, side: Side) -> tuple[Term, ...]:
    """What the events of this round add to the die of a side."""
    names = (_attack_values if side == battle.side else _defence_values)(game, state, battle)
    found = ((name, int(in_round(state, name) or 0)) for name in names)
    return tuple(
        Term(message("term.btb.round-event", event=name.removeprefix("drm-")), worth, "7.6", Op.DIE)
        for name, worth in found
        if worth
    )
