"""Chapter 5: headquarters, whom they command, and how much of their command is left in a combat sequence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.core.terms import Term
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.ground import ROUGH
from engine.rulesets.white_october.kinds import Kind
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import COMMANDED, DISORGANISED, ROUTED, Ability, Role
from engine.rulesets.white_october.ratings import face, rounded
from engine.rulesets.white_october.supply import closed, open_links, way_links


@rule("5.1", "8.2.6.B", "8.2.6.D")
def radius(game: Game, hq: Unit) -> int:
    """How far a headquarters commands: half as far when disorganised, nowhere when routed."""
    return _held_down(hq, face(game.materials, hq).radius)


@rule("5.2", "8.2.6.B", "8.2.6.D")
def command_value(game: Game, hq: Unit) -> int:
    """How many hexes a headquarters can command in a combat sequence."""
    return _held_down(hq, face(game.materials, hq).command)


def _held_down(hq: Unit, printed: int) -> int:
    if ROUTED in hq.marks:
        return 0
    return rounded(Fraction(printed, 2)) if DISORGANISED in hq.marks else printed


@rule("5.1", "5.2", "8.2.6.B", "8.2.6.D")
def capacity_terms(label: str, printed: int, left: int, hq: Unit, case: str) -> tuple[Term, ...]:
    """What a headquarters can do as it is told: as printed, and what its state takes off that."""
    terms = (Term(message(label), printed, case),)
    if left == printed:
        return terms
    word, why = ("routed", "8.2.6.D") if ROUTED in hq.marks else ("disorganised", "8.2.6.B")
    return (*terms, Term(message(f"term.wo.{word}"), left - printed, why))


@rule("5.2", "5.3")
def points_left(game: Game, hq: Unit) -> int:
    """The hexes that a headquarters can still command in this combat sequence; none once it is lost."""
    if not game.materials.is_on_map(hq):
        return 0
    return command_value(game, hq) - int(hq.values.get(COMMANDED, 0))


@rule("5.2", "5.3")
def spend_command(draft: Draft, hq: UnitId, hexes: int) -> None:
    """A headquarters commands some more hexes."""
    if hexes:
        before = int(draft.state.unit(hq).values.get(COMMANDED, 0))
        draft.set_unit_value(hq, COMMANDED, before + hexes)


@rule("5.2")
def restore_command(draft: Draft) -> None:
    """All may command again: the end of a combat sequence, of either side (ruling 15)."""
    for unit in draft.state.every_unit():
        if COMMANDED in unit.values:
            draft.set_unit_value(unit.id, COMMANDED, None)


@rule("5.1")
@derived("units", "stacks", "side_markers")
def reach(game: Game, state: State, hq: UnitId) -> Mapping[Location, int]:
    """The places that a headquarters commands, with the length of the line to each.

    The hex of the headquarters is not counted. A line crosses a major river, the Neva or a lake by a road or a railway
    only, and goes through dense forest or marsh only along one; it goes through no enemy zone without a friend.
    """
    unit = state.unit(hq)
    if not game.materials.is_on_map(unit):
        return {}
    shut = closed(game, state, unit.side)
    ways, ground, terrains = way_links(game, state).steps, open_links(game, state).steps, game.board.terrains
    found: dict[Location, int] = {unit.at: 0}
    seen = {(unit.at, True)}
    layer = [(unit.at, True)]
    for length in range(1, radius(game, unit) + 1):
        further: list[tuple[Location, bool]] = []
        for at, by_way in layer:
            if at != unit.at and at in shut:
                continue
            led = {target for target, _ in ways[at]}
            for target, _ in ground[at]:
                along = target in led
                if terrains[at] in ROUGH and at != unit.at and not (by_way and along):
                    continue
                node = (Location(target), along)
                if node not in seen:
                    seen.add(node)
                    further.append(node)
                    found.setdefault(node[0], length)
        layer = further
    return found


@rule("5.2")
def may_command(hq: Kind, kind: Kind) -> bool:
    """Headquarters of the North-West Army and Estonians do not command each other; either commands the British."""
    apart = (hq.is_nwa and kind.is_estonian) or (hq.is_estonian and kind.is_nwa)
    return hq.side == kind.side and not apart


@rule("5.1", "5.2")
def commands(game: Game, state: State, hq: Unit, unit: Unit) -> bool:
    """Whether a headquarters commands a unit where it stands, whatever formation it belongs to."""
    materials: Materials = game.materials
    return may_command(materials.kind(hq), materials.kind(unit)) and unit.at in reach(game, state, hq.id)


@rule("5.1", "5.2")
def uncommanded_case(game: Game, hq: Unit, unit: Unit) -> str:
    """The case by which a headquarters does not command a unit: its nation, or else that no line leads so far."""
    materials: Materials = game.materials
    return "5.1" if may_command(materials.kind(hq), materials.kind(unit)) else "5.2"


def headquarters(game: Game, state: State, side: Side) -> tuple[Unit, ...]:
    """The headquarters of a side on the map that are not routed, in the order of their ids."""
    materials: Materials = game.materials
    return tuple(
        unit
        for unit in state.every_unit()
        if unit.side == side
        and materials.kind(unit).role is Role.HEADQUARTERS
        and materials.is_on_map(unit)
        and ROUTED not in unit.marks
    )


@rule("5.2", "5.3", "8.2.6.D")
def staff_refusal(game: Game, state: State, side: Side, hq: UnitId, case: str) -> Refusal | None:
    """What keeps a unit from commanding for a side: it is no headquarters of it on the map, or it is routed."""
    if hq in {unit.id for unit in headquarters(game, state, side)}:
        return None
    record, materials = state.units.get(hq), game.materials
    mine = record is not None and record.side == side and materials.kind(record).role is Role.HEADQUARTERS
    if record is not None and mine and materials.is_on_map(record):
        return Refusal("8.2.6.D", message("refusal.wo.routed", unit=hq))
    return Refusal(case, message("refusal.wo.no-headquarters", unit=hq))


@rule("5.5")
def gives(game: Game, hq: Unit, ability: Ability, units: Iterable[Unit]) -> bool:
    """Whether a headquarters that stands gives an advantage to some units: one of them must be of its division."""
    materials: Materials = game.materials
    kind = materials.kind(hq)
    if kind.ability is not ability or ROUTED in hq.marks or not materials.is_on_map(hq):
        return False
    own = materials.division(hq.id)
    return bool(own) and any(materials.division(unit.id) == own and unit.id != hq.id for unit in units)
