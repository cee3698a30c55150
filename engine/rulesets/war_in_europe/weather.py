"""Chapter 15 and 5.4: what mud and snow do to movement, attack, defence, reach of supply, rails and air points."""

from __future__ import annotations

from enum import StrEnum

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.state import State, Unit
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.kinds import Kind
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import AXIS, FINNISH, ITALIAN, SOVIET, Front, Role, Trait, Weather, Zone


class Pace(StrEnum):
    """What the weather leaves of movement points."""

    WHOLE = "whole"
    HALF = "half"
    ONE = "one"
    NONE = "none"


@rule("15.1")
def is_frozen(game: Game, state: State) -> bool:
    """Whether the lakes and rivers of the severe zone are ice."""
    materials: Materials = game.materials
    return materials.weather(state.turn) is Weather.SNOW


@rule("15.1", "15.2")
def felt(game: Game, state: State, kind: Kind, at: Location) -> Weather:
    """The weather that a unit feels in a hex: none in the arid zone; snow is mud to some (ruling 43)."""
    materials: Materials = game.materials
    weather = materials.weather(state.turn)
    if weather is Weather.CLEAR or materials.ground.zones[at] == Zone.ARID:
        return Weather.CLEAR
    as_mud = kind.has(Trait.SNOW_AS_MUD) or game.board.region(at, "snow-as-mud") is not None
    if weather is Weather.SNOW and as_mud and kind.nation == ITALIAN:
        return Weather.MUD
    return weather


def _suffers_snow(kind: Kind) -> bool:
    """Snow concerns the Axis alone, and of it not the Finns."""
    return kind.side == AXIS and kind.nation != FINNISH


@rule("15.1", "5.4")
def pace(game: Game, state: State, kind: Kind, at: Location) -> Pace:
    """What the weather does to the movement of a unit that sets out from a hex."""
    materials: Materials = game.materials
    weather, severe = felt(game, state, kind, at), materials.ground.zones[at] == Zone.SEVERE
    if weather is Weather.MUD:
        return Pace.ONE if severe and not materials.knows_winter(kind.nation) else Pace.HALF
    if weather is Weather.SNOW:
        if severe and kind.role is Role.SUPPLY:
            return Pace.NONE
        if _suffers_snow(kind) and kind.slips_in_snow:
            return Pace.HALF
    return Pace.WHOLE


@rule("15.1")
def is_snowed_in(game: Game, state: State, unit: Unit) -> bool:
    """Mobile supply units do not move at all in the snow of the severe zone, by whatever means."""
    return pace(game, state, game.materials.kind(unit), unit.at) is Pace.NONE


@rule("15.1", "12.44")
def halves_attack(game: Game, state: State, kind: Kind, at: Location) -> bool:
    """Mud halves every attack, but not those of Finland and the USSR in the severe zone; snow the Axis' heavy units."""
    materials: Materials = game.materials
    weather, severe = felt(game, state, kind, at), materials.ground.zones[at] == Zone.SEVERE
    if weather is Weather.MUD:
        return not (severe and materials.knows_winter(kind.nation))
    return weather is Weather.SNOW and _suffers_snow(kind) and kind.is_heavy


@rule("15.1", "12.44")
def halves_defence(game: Game, state: State, kind: Kind, at: Location) -> bool:
    """Mud in the severe zone halves defence too, but not that of Finland and the USSR."""
    materials: Materials = game.materials
    severe = materials.ground.zones[at] == Zone.SEVERE
    return severe and felt(game, state, kind, at) is Weather.MUD and not materials.knows_winter(kind.nation)


@rule("15.1", "15.2", "14.41")
def reach_divisor(game: Game, state: State, kind: Kind, at: Location) -> int:
    """By what the reach of supply is divided for one who stands in a hex; weather and the Arctic halve it each."""
    materials: Materials = game.materials
    weather, zone = felt(game, state, kind, at), materials.ground.zones[at]
    divisor = 2 if at in materials.ground.arctic else 1
    hardened = zone == Zone.SEVERE and materials.knows_winter(kind.nation)
    muddy, snowed = weather is Weather.MUD and not hardened, weather is Weather.SNOW and _suffers_snow(kind)
    return 2 * divisor if muddy or snowed else divisor


@rule("6.2", "15.1")
def rail_points(game: Game, state: State, unit: Unit) -> int:
    """Fifty points by train; twenty-five where snow lies in the severe zone, but not for the Soviets."""
    materials: Materials = game.materials
    severe = materials.ground.zones[unit.at] == Zone.SEVERE
    slowed = severe and materials.weather(state.turn) is Weather.SNOW and materials.kind(unit).nation != SOVIET
    return materials.number("rail_points_in_snow" if slowed else "rail_points")


@rule("15.1", "6.62")
def repair_price(game: Game, state: State, at: Location, *, same_gauge: bool) -> int | None:
    """What a repair unit pays to mend a hex; in snow five for its own gauge, and no other is converted (ruling 20)."""
    materials: Materials = game.materials
    snow = materials.weather(state.turn) is Weather.SNOW and materials.ground.zones[at] != Zone.ARID
    if same_gauge:
        return materials.number("repair_in_snow" if snow else "repair_same_gauge")
    return None if snow else materials.number("repair_other_gauge")


@rule("15.1")
def air_points_usable(game: Game, state: State, side: Side, front: str, points: int) -> int:
    """How many of the air points of a front can be used: fewer in mud and snow; an exact half is rounded up.

    In the east snow keeps the Axis down and not the Soviets; in the south it keeps nobody down (ruling 43).
    """
    materials: Materials = game.materials
    weather = materials.weather(state.turn)
    if weather is Weather.CLEAR:
        return points
    if front == Front.EAST:
        return (points + 1) // 2 if weather is Weather.MUD or side == AXIS else points
    if front == Front.SOUTH and weather is Weather.SNOW:
        return points
    return (4 * points + 3) // 6
