"""Chapter 6: the hidden strengths of Soviet armies, drawn from three cups and given back."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, UnitId
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.factors import is_unknown
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import MARKER, ON_ARMIES, OUT_OF_PLAY, SET_ASIDE, cup
from engine.rulesets.red_star_rising.records import MarkerDrawn, MarkerReturned


def recalled(card: CardId) -> str:
    """The value of the game that notes that a striped marker has been put back into play once (18.1.1)."""
    return f"recalled-{card}"


def lacks_marker(game: Game, draft: Draft, unit: UnitId) -> bool:
    """Whether a unit is a Soviet army whose strength is not known yet."""
    return is_unknown(game.materials, draft.state.unit(unit))


@rule("6.2.1", "6.2.2")
def draw_markers(game: Game, draft: Draft, units: Iterable[UnitId]) -> bool:
    """Each army without a marker draws one from the cup of its class; says whether any was drawn.

    With an empty cup an army stays without one, and counts nothing until a marker is free.
    """
    materials: Materials = game.materials
    drew = False
    for unit in units:
        if lacks_marker(game, draft, unit):
            card = draft.draw(cup(materials.kind(draft.state.unit(unit)).strength_class), ON_ARMIES)
            if card is not None:
                put_marker(game, draft, unit, card)
                drew = True
    return drew


@rule("6.2.3")
def put_marker(game: Game, draft: Draft, unit: UnitId, card: CardId) -> None:
    """A marker is put on its army at full strength."""
    materials: Materials = game.materials
    draft.set_unit_value(unit, MARKER, card)
    draft.change_unit(unit, step=0)
    attack, defence = materials.markers[card].faces[0]
    draft.emit(MarkerDrawn(unit, card, attack, defence))


@rule("6.2.3", "6.2.4")
def return_marker(game: Game, draft: Draft, unit: UnitId) -> None:
    """A marker goes back to its cup, which is stirred; a striped one is set aside, recalled ones for good (18.1.1)."""
    materials: Materials = game.materials
    record = draft.state.unit(unit)
    if MARKER not in record.values:
        return
    card = CardId(str(record.values[MARKER]))
    marker = materials.markers[card]
    draft.set_unit_value(unit, MARKER, None)
    draft.change_unit(unit, step=0)
    aside = OUT_OF_PLAY if recalled(card) in draft.state.values else SET_ASIDE
    home = aside if marker.striped else cup(marker.strength_class)
    if card in draft.state.pool(ON_ARMIES):
        draft.move_card(card, ON_ARMIES, home)
        if not marker.striped:
            draft.shuffle(home)
    draft.emit(MarkerReturned(unit, card, marker.striped))
