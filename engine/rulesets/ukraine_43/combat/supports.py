"""15.4, 15.5, 22.1 to 22.3, 23.2 and 26.1: what helps an attack without attacking: artillery, aircraft and Zhukov."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.messages import message
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.mechanics.attack_declaration import AttackOption, DeclaredAttack
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.command import has_link
from engine.rulesets.ukraine_43.leaders import idle_refusal, leader
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import (
    DAS,
    DISRUPTED,
    EXHAUSTED,
    FLOWN,
    GROUNDED,
    SOVIET,
    UNSUPPLIED,
    ZHUKOV_USED,
    Role,
    Weather,
    weather_of,
)

ARTILLERY: Final = "artillery"
AIR: Final = "air"
ZHUKOV: Final = "zhukov"


@dataclass(frozen=True, slots=True)
class AddArtillery(Action):
    """Let an artillery division fire in support of the attack."""

    kind: ClassVar[str] = "add-artillery"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class AddAir(Action):
    """Let an air unit support the attack."""

    kind: ClassVar[str] = "add-air"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class UseZhukov(Action):
    """Let Zhukov take charge of the attack."""

    kind: ClassVar[str] = "use-zhukov"


def _attacking(state: State, attack: DeclaredAttack) -> tuple[Unit, ...]:
    return tuple(state.unit(unit) for unit in attack.attackers)


def _distance(game: Game, unit: Unit, targets: tuple[Location, ...]) -> int:
    """How far a unit is from the nearest hex that is attacked."""
    found = (game.board.distance(unit.at, at) for at in targets)
    return min((each for each in found if each is not None), default=game.board.size)


@rule("23.2")
def _link_refusal(game: Game, state: State, attack: DeclaredAttack) -> Refusal | None:
    """Artillery and aircraft support an attack only where one of the attackers has the link of a headquarters."""
    if has_link(game, state, _attacking(state, attack)):
        return None
    return Refusal("23.2", message("refusal.u43.no-link"))


# Artillery


@rule("18.1.C", "22.1", "22.2", "22.3", "22.5.B")
def artillery_refusal(game: Game, state: State, attack: DeclaredAttack, id: UnitId) -> Refusal | None:
    """Two hexes at the most, ready and in order; two divisions only where one is of the Guards (ruling 17).

    A river between them and the enemy does not matter.
    """
    materials: Materials = game.materials
    unit = state.units.get(id)
    if unit is None or unit.side != state.side or not materials.kind(unit).is_artillery:
        return Refusal("22.1", message("refusal.u43.no-artillery", unit=id))
    named = attack.supports.get(ARTILLERY, ())
    if id in named:
        return Refusal("22.1", message("refusal.u43.in-attack", unit=id))
    if not materials.is_on_map(unit) or _distance(game, unit, attack.targets) > materials.number("artillery_range"):
        return Refusal("22.1", message("refusal.u43.out-of-range", unit=id))
    if EXHAUSTED in unit.marks:
        return Refusal("22.4", message("refusal.u43.exhausted", unit=id))
    if DISRUPTED in unit.marks:
        return Refusal("22.3", message("refusal.u43.disrupted", unit=id))
    firing = [materials.kind(state.unit(UnitId(each))) for each in named]
    if len(firing) > 1 or (firing and not any(kind.is_breakthrough for kind in (*firing, materials.kind(unit)))):
        return Refusal("22.2", message("refusal.u43.no-massed-fire"))
    return _link_refusal(game, state, attack)


def _guns(game: Game, state: State, attack: DeclaredAttack) -> Iterator[AddArtillery]:
    materials: Materials = game.materials
    for unit in state.every_unit():
        if unit.side == state.side and materials.kind(unit).is_artillery:
            yield AddArtillery(unit.id)


ARTILLERY_OPTION = AttackOption(
    AddArtillery,
    candidates=_guns,
    refusal=lambda game, state, attack, action: artillery_refusal(game, state, attack, action.unit),
    changed=lambda attack, action: attack.supported(ARTILLERY, action.unit),
    staged=lambda attack: tuple(AddArtillery(UnitId(unit)) for unit in attack.supports.get(ARTILLERY, ())),
)


# Aircraft


@rule("15.2", "15.4", "15.5", "25.2", "25.3")
def air_refusal(game: Game, state: State, attack: DeclaredAttack, id: UnitId) -> Refusal | None:
    """One air unit that is ready, in supply and in range; none in rain or where the air is closed."""
    materials: Materials = game.materials
    unit = state.units.get(id)
    if unit is None or unit.side != state.side or not materials.kind(unit).is_air or not materials.is_on_map(unit):
        return Refusal("15.4", message("refusal.u43.no-air-unit", unit=id))
    if attack.supports.get(AIR):
        return Refusal("15.4", message("refusal.u43.one-air-unit"))
    if weather_of(state) is Weather.RAIN:
        return Refusal("25.3", message("refusal.u43.no-flying"))
    if {FLOWN, DAS} & unit.marks:
        return Refusal("15.2", message("refusal.u43.has-flown", unit=id))
    if DISRUPTED in unit.marks:
        return Refusal("15.7", message("refusal.u43.disrupted", unit=id))
    if UNSUPPLIED in unit.marks:
        return Refusal("14.5", message("refusal.u43.unsupplied", unit=id))
    if _distance(game, unit, attack.targets) > materials.face(unit).range:
        return Refusal("15.4", message("refusal.u43.out-of-range", unit=id))
    if any(is_air_closed(game, state, at) for at in attack.targets):
        return Refusal("25.2", message("refusal.u43.air-closed"))
    return _link_refusal(game, state, attack)


@rule("25.2")
def is_air_closed(game: Game, state: State, at: Location) -> bool:
    """Whether bad weather around an air unit that was stopped closes the air over a hex to both sides."""
    materials: Materials = game.materials
    return any(
        GROUNDED in unit.marks and materials.kind(unit).is_air
        for near in game.board.within(at, 1)
        for unit in state.at(near)
    )


def _aircraft(game: Game, state: State, attack: DeclaredAttack) -> Iterator[AddAir]:
    materials: Materials = game.materials
    for unit in state.every_unit():
        if unit.side == state.side and materials.kind(unit).is_air:
            yield AddAir(unit.id)


AIR_OPTION = AttackOption(
    AddAir,
    candidates=_aircraft,
    refusal=lambda game, state, attack, action: air_refusal(game, state, attack, action.unit),
    changed=lambda attack, action: attack.supported(AIR, action.unit),
    staged=lambda attack: tuple(AddAir(UnitId(unit)) for unit in attack.supports.get(AIR, ())),
)


# Zhukov


@rule("26.1.A")
def zhukov_refusal(game: Game, state: State, attack: DeclaredAttack) -> Refusal | None:
    """One attack in each combat phase within four hexes of Zhukov, if he has not been moved in this turn."""
    if state.side != SOVIET:
        return Refusal("26.1.A", message("refusal.u43.zhukov-soviet"))
    if attack.choices.get(ZHUKOV) or state.values.get(ZHUKOV_USED):
        return Refusal("26.1.A", message("refusal.u43.zhukov-used"))
    zhukov = leader(game, state, Role.ZHUKOV)
    idle = idle_refusal(zhukov, "26.1.A", message("refusal.u43.zhukov-moved"))
    if zhukov is None or idle is not None:
        return idle
    if _distance(game, zhukov, attack.targets) > game.materials.number("leader_range"):
        return Refusal("26.1.A", message("refusal.u43.zhukov-far"))
    return None


ZHUKOV_OPTION = AttackOption(
    UseZhukov,
    candidates=lambda game, state, attack: (UseZhukov(),),
    refusal=lambda game, state, attack, action: zhukov_refusal(game, state, attack),
    changed=lambda attack, action: attack.chosen(ZHUKOV),
    staged=lambda attack: (UseZhukov(),) if attack.choices.get(ZHUKOV) else (),
)
