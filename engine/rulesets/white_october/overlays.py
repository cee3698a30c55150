"""What can be shown of the whole map: who holds what, zones, supply, command, morale, stacks and objectives."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.game import Game
from engine.core.ids import Location
from engine.core.messages import message
from engine.core.overlays import MarkedArea, Overlay, OverlayKind, OverlayMaker, Tone
from engine.core.state import State, Unit
from engine.core.terms import Number, total
from engine.mechanics.overlays import control_overlay, objectives_overlay, stacking_overlay, zones_overlay
from engine.rulesets.white_october.command import commands, headquarters, reach
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import DISORGANISED, ROUTED, SIDES
from engine.rulesets.white_october.ratings import clamped_morale, dominant_terms, morale_of, weighed
from engine.rulesets.white_october.stacking import overstacked_hexes, stack_terms
from engine.rulesets.white_october.standing import zone_hexes
from engine.rulesets.white_october.supply import is_supplied
from engine.rulesets.white_october.victory import CASE

SHAKY = 3
"""Stacks of this morale or less are shown as shaky."""


def control(game: Game, state: State) -> Overlay:
    return control_overlay(dict(state.control.items()), SIDES, "5.4")


def zone(game: Game, state: State) -> Overlay:
    return zones_overlay({side: zone_hexes(game, state, side) for side in SIDES}, "1.5")


def supply(game: Game, state: State) -> Overlay:
    """Who has a line now."""
    held: set[Location] = set()
    short: set[Location] = set()
    for unit in _on_map(game, state):
        (held if is_supplied(game, state, unit) else short).add(unit.at)
    areas = (
        MarkedArea(message("overlay.wo.supplied"), tuple(sorted(held - short)), Tone.GOOD),
        MarkedArea(message("overlay.wo.unsupplied"), tuple(sorted(short)), Tone.BAD),
    )
    return Overlay(tuple(area for area in areas if area.places), rule="4.2")


def stacking(game: Game, state: State) -> Overlay:
    """Points against the limit of a hex; what fills a district depends on who stands there."""
    materials: Materials = game.materials
    limit = materials.number("stack_points")
    sizes: dict[Location, tuple[Number, Number | None]] = {}
    for at in sorted({unit.at for unit in _on_map(game, state)}):
        size = total(stack_terms(game, state.at(at)))
        if size:
            sizes[at] = (size, None if at in materials.ground.districts else limit)
    wrong = [at for side in SIDES for at in overstacked_hexes(game, state, side)]
    return stacking_overlay(sizes, wrong, "7.2")


def command(game: Game, state: State) -> Overlay:
    """What the headquarters of each side command, and the stacks that no line of command reaches."""
    areas: list[MarkedArea] = []
    alone: set[Location] = set()
    for side in SIDES:
        staffs = headquarters(game, state, side)
        led = {at for hq in staffs for at in reach(game, state, hq.id)}
        areas.append(
            MarkedArea(message("overlay.wo.commanded", side=side), tuple(sorted(led)), Tone.SIDE, side, is_open=True)
        )
        mine = [unit for unit in _on_map(game, state) if unit.side == side and game.materials.kind(unit).is_company]
        alone |= {unit.at for unit in mine if not any(commands(game, state, hq, unit) for hq in staffs)}
    areas.append(MarkedArea(message("overlay.wo.uncommanded"), tuple(sorted(alone)), Tone.POOR))
    return Overlay(tuple(area for area in areas if area.places), rule="5.1")


def morale(game: Game, state: State) -> Overlay:
    """The dominant morale of each stack, and who is disorganised or routed."""
    texts: dict[Location, str] = {}
    tones: dict[str, set[Location]] = {"routed": set(), "disorganised": set(), "shaky": set(), "steady": set()}
    for at in sorted({unit.at for unit in _on_map(game, state)}):
        stack = [unit for unit in state.at(at) if game.materials.kind(unit).is_land]
        counted = weighed(game.materials, stack)
        if not counted:
            continue
        value = clamped_morale(total(dominant_terms(game, counted, morale_of, "term.wo.morale")))
        texts[at] = str(value)
        marks = frozenset().union(*(unit.marks for unit in counted))
        state_of = ROUTED if ROUTED in marks else DISORGANISED if DISORGANISED in marks else ""
        tones[state_of or ("shaky" if value <= SHAKY else "steady")].add(at)
    kinds = (("routed", Tone.BAD), ("disorganised", Tone.POOR), ("shaky", Tone.FAIR), ("steady", Tone.GOOD))
    areas = (MarkedArea(message(f"overlay.wo.{name}"), tuple(sorted(tones[name])), tone) for name, tone in kinds)
    return Overlay(tuple(area for area in areas if area.places), texts, rule="1.6")


def objectives(game: Game, state: State) -> Overlay:
    goals = {game.board.at(each.at): each for each in game.materials.brief.scenario.objectives}
    worth = {at: int(each.value or 0) for at, each in goals.items()}
    held = {at: side for at, side in state.control.items() if at in goals and goals[at].counts_for(side)}
    return objectives_overlay(worth, held, SIDES, CASE)


def _on_map(game: Game, state: State) -> Iterable[Unit]:
    materials: Materials = game.materials
    return (unit for unit in state.every_unit() if materials.is_on_map(unit) and materials.kind(unit).is_land)


OVERLAYS: dict[str, OverlayMaker] = {
    OverlayKind.CONTROL: control,
    OverlayKind.SUPPLY: supply,
    OverlayKind.ZONES: zone,
    OverlayKind.STACKING: stacking,
    OverlayKind.OBJECTIVES: objectives,
    OverlayKind.COMMAND: command,
    OverlayKind.MORALE: morale,
}
