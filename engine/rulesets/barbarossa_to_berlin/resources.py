"""Chapter 18 and 7.7: iron, oil and the size of a hand."""

from __future__ import annotations

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.state import State
from engine.core.terms import Op, Term, total
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import holds
from engine.rulesets.barbarossa_to_berlin.effects import in_turn, played
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import ALLIED, AXIS, PARTISANS, Supply
from engine.rulesets.barbarossa_to_berlin.supply import space_supply

EVACUATION_TURNS = 8


def resource_spaces(game: Game, kind: str) -> tuple[Location, ...]:
    """The spaces with oil, or with iron."""
    board = game.board
    found = board.with_feature("resource")
    return tuple(
        at
        for at in found
        if any(each.kind == "resource" and each.attributes.get("kind") == kind for each in board.features(at))
    )


@rule("18.1", "16.3")
def counts_for(game: Game, state: State, side: Side, at: Location) -> bool:
    """Who has a resource: its holder, or the Allies while partisans are there and no Axis unit is."""
    partisans = state.marker(at, PARTISANS) and not any(unit.side == AXIS for unit in state.at(at))
    if partisans:
        return side == ALLIED
    return holds(game, state, side, at)


@rule("18.2")
def has_iron(game: Game, state: State) -> bool:
    """Whether the Axis holds an iron space that is at least in limited supply."""
    return any(
        counts_for(game, state, AXIS, at) and space_supply(game, state, AXIS, at) is not Supply.NONE
        for at in resource_spaces(game, "iron")
    )


@rule("18.3")
def oil_spaces(game: Game, state: State, side: Side) -> int:
    """The oil spaces a side has; those of the Axis must be in full supply."""
    return sum(
        1
        for at in resource_spaces(game, "oil")
        if counts_for(game, state, side, at) and (side == ALLIED or space_supply(game, state, AXIS, at) is Supply.FULL)
    )


@rule("6.5", "7.7", "18.1", "18.2", "18.3")
def hand_terms(game: Game, state: State, side: Side) -> tuple[Term, ...]:
    """How many cards a side draws up to: 7, changed by resources and events, held to what is allowed."""
    materials: Materials = game.materials
    terms = [Term(message("term.btb.hand"), materials.number("hand"), "6.5")]
    if side == AXIS and in_turn(state, "production-surge"):
        return (*terms, Term(message("term.btb.surge"), 7, "card.axis.52", Op.BECOMES))
    oil = oil_spaces(game, state, side)
    change = materials.by_name("hand_by_oil_axis" if side == AXIS else "hand_by_oil_allied", f"oil-{oil}")
    if change:
        terms.append(Term(message("term.btb.oil", count=oil), change, "18.3"))
    without_iron = materials.number("hand_without_iron")
    if side == AXIS and without_iron and not has_iron(game, state):
        terms.append(Term(message("term.btb.no-iron"), without_iron, "18.2"))
    terms += _event_terms(state, side)
    lowest = materials.number("smallest_hand_late_axis" if side == AXIS and state.turn >= 16 else "smallest_hand")
    highest = materials.number("largest_hand")
    size = int(total(terms))
    if not lowest <= size <= highest:
        terms.append(Term(message("term.btb.hand-limit"), min(max(size, lowest), highest), "7.7", Op.BECOMES))
    return tuple(terms)


def _event_terms(state: State, side: Side) -> list[Term]:
    terms = []
    change = int(in_turn(state, f"hand-{side}") or 0)
    if change:
        terms.append(Term(message("term.btb.hand-event"), change, "6.5"))
    evacuated = played(state, "industrial-evacuation")
    if side == ALLIED and evacuated is not None and state.turn >= evacuated + EVACUATION_TURNS:
        terms.append(Term(message("term.btb.evacuation"), 1, "card.allied.7"))
    return terms


def hand_size(game: Game, state: State, side: Side) -> int:
    return int(total(hand_terms(game, state, side)))
