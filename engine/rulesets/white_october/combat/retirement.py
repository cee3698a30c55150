"""8.2.3: who may retire before combat, and where to."""

from __future__ import annotations

from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.combat.plans import PlannedAttack
from engine.rulesets.white_october.combat.retreat_ways import Party, best_ways
from engine.rulesets.white_october.command import commands, gives, headquarters, points_left
from engine.rulesets.white_october.kinds import Kind
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import Ability, Role, Trait, enemy_of
from engine.rulesets.white_october.standing import ashore


def _defenders(game: Game, state: State, attack: PlannedAttack) -> tuple[Unit, ...]:
    side = enemy_of(state.unit(attack.attackers[0]).side)
    return ashore(game, state, attack.target, side)


@rule("8.2.3")
def has_cavalry(game: Game, state: State, attack: PlannedAttack) -> bool:
    """Whether the attacker has cavalry, from which only trains get away."""
    kinds = (game.materials.kind(state.unit(unit)) for unit in attack.attackers)
    return any(kind.role is Role.CAVALRY for kind in kinds)


@rule("8.2.3")
def is_mobile(kind: Kind, *, pursued: bool) -> bool:
    """Trains retire always, cavalry, horse artillery and armoured cars from an attacker without cavalry."""
    if kind.role is Role.ARMOURED_TRAIN:
        return True
    if pursued:
        return False
    return kind.role in (Role.CAVALRY, Role.ARMOURED_CAR) or (kind.role is Role.ARTILLERY and kind.has(Trait.HORSE))


@rule("5.5", "8.2.3")
def dodging_hq(game: Game, state: State, attack: PlannedAttack) -> tuple[UnitId, int] | None:
    """The headquarters that lets the whole stack slip away, and the points of command that it takes.

    For the division of Iaroslavtsev his radius is enough and costs nothing; any other must spend a point (ruling 19).
    """
    if has_cavalry(game, state, attack):
        return None
    stack = _defenders(game, state, attack)
    if not stack:
        return None
    materials: Materials = game.materials
    found: list[tuple[int, UnitId]] = []
    for hq in headquarters(game, state, stack[0].side):
        if not gives(game, hq, Ability.DODGE, stack):
            continue
        free = materials.kind(hq).has(Trait.DODGES)
        if not any(commands(game, state, hq, unit) for unit in stack):
            continue
        if free or points_left(game, hq) >= 1:
            found.append((0 if free else 1, hq.id))
    return (min(found)[1], min(found)[0]) if found else None


@rule("8.2.3", "13")
def retiring(game: Game, state: State, attack: PlannedAttack) -> tuple[UnitId, ...]:
    """Who would retire: all that may and have a way, of the whole stack where a headquarters lets it; forts never."""
    materials: Materials = game.materials
    stack = _defenders(game, state, attack)
    if dodging_hq(game, state, attack) is not None:
        able = [unit for unit in stack if materials.kind(unit).role is not Role.FORT]
    else:
        pursued = has_cavalry(game, state, attack)
        able = [unit for unit in stack if is_mobile(materials.kind(unit), pursued=pursued)]
    return tuple(unit.id for unit in able if _has_way(game, state, unit, able))


@rule("8.2.3", "14.1")
def _has_way(game: Game, state: State, unit: Unit, able: list[Unit]) -> bool:
    """Whether a unit can get away; an armoured car only in company, of those that go or of those it comes to."""
    materials: Materials = game.materials

    def gets_away(*units: Unit) -> bool:
        party = Party(tuple(each.id for each in units), (unit.at,))
        return bool(best_ways(game, state, party, unit.side, frozenset()))

    if not materials.kind(unit).is_vehicle:
        return gets_away(unit)
    return gets_away(unit) or any(gets_away(other, unit) for other in able if materials.kind(other).is_company)


@rule("8.2.3")
def retire_refusal(game: Game, state: State, attack: PlannedAttack) -> Refusal | None:
    """What keeps the defenders from retiring."""
    if retiring(game, state, attack):
        return None
    return Refusal("8.2.3", message("refusal.wo.cannot-retire"))
