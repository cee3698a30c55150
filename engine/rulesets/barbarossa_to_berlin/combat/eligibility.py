"""11.1: who may attack, which spaces, and together with whom."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.combat.battle import combat_units, on_wheels, second_attacker
from engine.rulesets.barbarossa_to_berlin.combat.ground import is_beachhead
from engine.rulesets.barbarossa_to_berlin.control import is_opened
from engine.rulesets.barbarossa_to_berlin.effects import in_round, is_active
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import AXIS, COMBAT, FOUGHT, enemy_of

SECOND_MADE = "second-made"
"""The value of the round that says that the second attack of an army has been made."""
NEVER = "never"


def attacked(game: Game, at: Location) -> str:
    """The value of the round that says that a space has been attacked."""
    return f"attacked-{game.board.key(at)}"


@rule("11.1", "7.3")
def attacker_refusal(game: Game, state: State, unit: UnitId, *, after: bool = False) -> Refusal | None:
    """A unit attacks from a space activated for combat, once a round; `after` all that only a second attack is left."""
    record = state.units.get(unit)
    if record is None or record.side != state.side or game.materials.kind(record).is_marker:
        return Refusal("11.1", message("refusal.btb.not-your-attacker", unit=unit))
    if FOUGHT in record.marks:
        return second_attack_refusal(state, record, after=after)
    if after or not state.marker(record.at, COMBAT):
        return Refusal("11.1", message("refusal.btb.not-activated", unit=unit))
    return None


@rule("11.1", "card.allied.55", "card.axis.5")
def second_attack_refusal(state: State, unit: Unit, *, after: bool) -> Refusal | None:
    """The army of Patton or Guderian attacks a second time from where it stands; Guderian's after all others."""
    if unit.id != second_attacker(state) or in_round(state, SECOND_MADE):
        return Refusal("11.1", message("refusal.btb.has-fought", unit=unit.id))
    if unit.side == AXIS and not after:
        return Refusal("card.axis.5", message("refusal.btb.second-attack-later", unit=unit.id))
    return None


@rule("11.1")
def target_refusal(game: Game, state: State, target: Location, *, after: bool = False) -> Refusal | None:
    """What forbids attacking a space: nobody to attack, a second attack on it, or a space that is closed."""
    label = game.board.label(target)
    if not is_attackable(game, state, target):
        return Refusal("11.1", message("refusal.btb.nobody-to-attack", space=label))
    if in_round(state, attacked(game, target)):
        return Refusal("11.1", message("refusal.btb.attacked-before", space=label))
    found = closed_refusal(game, state, target)
    if found is not None:
        return found
    if not possible_attackers(game, state, target, after=after):
        return Refusal("11.1", message("refusal.btb.no-attacker", space=label))
    return None


@rule("7.6.3", "11.1")
def is_attackable(game: Game, state: State, target: Location) -> bool:
    """Enemy combat units are there or, for the Axis, a beachhead that nobody holds."""
    if combat_units(game, state, target, enemy_of(state.side)):
        return True
    return state.side == AXIS and is_beachhead(state, target)


@rule("11.1", "card.axis.4", "card.axis.12", "card.axis.14")
def closed_refusal(game: Game, state: State, target: Location) -> Refusal | None:
    """Leningrad, Moscow and the goals of Blau wait for their event, or for their fall; some spaces are never attacked.

    In the round of Nordlicht nothing but Leningrad is attacked (ruling 29).
    """
    if state.side != AXIS:
        return None
    label = game.board.label(target)
    only = in_round(state, "only-target")
    if only and game.board.key(target) != only:
        allowed = game.board.label(game.board.at(str(only)))
        return Refusal("card.axis.12", message("refusal.btb.only-target", space=allowed))
    until = closed_until(game, state, target)
    if until == NEVER:
        return Refusal("13.2", message("refusal.btb.never-axis", space=label))
    return Refusal("11.1", message("refusal.btb.closed", space=label, event=until)) if until else None


def closed_until(game: Game, state: State, target: Location) -> str:
    """The event before which the Axis may not attack a space; "" where nothing keeps it from that, or not any more."""
    feature = game.board.feature(target, "closed")
    until = str(feature.attributes.get("until", "")) if feature is not None else ""
    is_open = until != NEVER and (is_active(state, until) or is_opened(game, state, until)) if until else True
    return "" if is_open else until


@rule("11.1")
def possible_attackers(game: Game, state: State, target: Location, *, after: bool = False) -> tuple[UnitId, ...]:
    """The units next to a space that may still attack it."""
    materials: Materials = game.materials
    return tuple(
        unit.id
        for at, _ in materials.land_links[target]
        for unit in state.at(at)
        if unit.side == state.side and attacker_refusal(game, state, unit.id, after=after) is None
    )


def contacts(game: Game, state: State) -> tuple[Location, ...]:
    """The spaces next to those activated for combat, and next to the army that may attack twice."""
    materials: Materials = game.materials
    starts = {at for at, markers in state.markers.items() if COMBAT in markers}
    second = second_attacker(state)
    if second is not None and second in state.units and materials.is_on_map(state.unit(second)):
        starts.add(state.unit(second).at)
    return tuple(sorted({to for at in starts for to, _ in materials.land_links[at]}))


@rule("11.1")
def joining_attack_refusal(
    game: Game, state: State, target: Location, attackers: Sequence[UnitId], unit: UnitId, *, after: bool = False
) -> Refusal | None:
    """What keeps a unit out of an attack: it is not next to the space, or its own needs a mechanised unit."""
    if unit in attackers:
        return Refusal("11.1", message("refusal.btb.in-attack", unit=unit))
    found = attacker_refusal(game, state, unit, after=after)
    if found is not None:
        return found
    materials: Materials = game.materials
    record = state.unit(unit)
    if all(record.at != at for at, _ in materials.land_links[target]):
        label = game.board.label(target)
        return Refusal("11.1", message("refusal.btb.not-next", unit=unit, space=label))
    possible = possible_attackers(game, state, target, after=after)
    return spaces_refusal(game, state, (*attackers, unit), possible)


@rule("11.1")
def spaces_refusal(
    game: Game, state: State, attackers: Sequence[UnitId], wheels: Sequence[UnitId] | None = None
) -> Refusal | None:
    """Of several spaces each but one has a mechanised unit that takes part (ruling 36); `wheels` may still join."""
    spaces = {state.unit(unit).at for unit in attackers}
    if len(spaces) < 2:
        return None
    led = {
        record.at
        for unit in (wheels if wheels is not None else attackers)
        if on_wheels(game, state, record := state.unit(unit), state.side)
    }
    if len(spaces - led) > 1:
        return Refusal("11.1", message("refusal.btb.no-wheels"))
    return None
