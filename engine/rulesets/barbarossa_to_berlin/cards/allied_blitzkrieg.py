"""The events of the Allied Blitzkrieg cards, 1 to 25, but for combat cards and invasions."""

from __future__ import annotations

from typing import Final

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.rulesets.barbarossa_to_berlin.activation import OperationsFrame
from engine.rulesets.barbarossa_to_berlin.cards.conditions import (
    controls_all,
    early_round,
    held_in,
    needs,
    needs_before,
    not_held,
    shrink_hand,
    unmet,
)
from engine.rulesets.barbarossa_to_berlin.cards.registry import EventCard
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import MOSCOW_OCCUPIED, add_vp
from engine.rulesets.barbarossa_to_berlin.effects import for_round, is_active, note, played, this_turn
from engine.rulesets.barbarossa_to_berlin.hands import show
from engine.rulesets.barbarossa_to_berlin.names import (
    ALLIED,
    AXIS,
    STAND_FAST,
    US_AT_WAR,
    Nation,
    Supply,
    card,
    orders,
)
from engine.rulesets.barbarossa_to_berlin.neutrals import enter_us, is_us_at_war
from engine.rulesets.barbarossa_to_berlin.orders import NONE, SOVIET_OFFENSIVE, STALIN, is_ordered
from engine.rulesets.barbarossa_to_berlin.partisans import PartisanFrame
from engine.rulesets.barbarossa_to_berlin.reinforcements import (
    exchange,
    is_to_come,
    place_reinforcements,
    reinforcement_refusal,
)
from engine.rulesets.barbarossa_to_berlin.supply import supply_of

DESERT_ARMY: Final = UnitId("br-desert-army")
EIGHTH_ARMY: Final = UnitId("br-8-army")
SHOCK_ARMIES: Final = tuple(f"su-shock-army-{number}" for number in range(1, 6))
SOUTHERN_FRONTS: Final = ("su-don-front", "su-stalingrad-front", "su-steppe-front", "su-voronezh-front")
NORTHERN_FRONTS: Final = ("su-bryansk-front", "su-kalinin-front", "su-volkhov-front")
FOUR_ARMIES: Final = {"soviet-army": 4}
THREE_ARMIES: Final = {"soviet-army": 3}
TANK_ARMIES: Final = {"soviet-tank-army": 6}
COMMONWEALTH_CORPS: Final = {"commonwealth-corps": 1}
WAR_FROM: Final = 3
TANKS_AFTER: Final = 4
BOMBERS_FREE_FROM: Final = 15


@rule("card.allied.2")
def _southern_fronts_refusal(game: Game, state: State) -> Refusal | None:
    return reinforcement_refusal(game, state, on_map=SOUTHERN_FRONTS, reserve=FOUR_ARMIES, case="card.allied.2")


@rule("card.allied.2")
def _southern_fronts(game: Game, draft: Draft) -> None:
    """Four fronts on the map, four armies in the reserve."""
    place_reinforcements(game, draft, on_map=SOUTHERN_FRONTS, reserve=FOUR_ARMIES)


@rule("card.allied.3")
def _stavka(game: Game, draft: Draft) -> None:
    """The Soviet orders of this turn are void: no offensive is owed, and nobody has to stand fast."""
    if draft.state.values.get(orders(ALLIED)) in (STALIN, SOVIET_OFFENSIVE):
        draft.set_value(orders(ALLIED), NONE)
    for at in sorted(draft.state.markers):
        if any(is_ordered(game.materials, unit, ALLIED) for unit in draft.state.at(at)):
            draft.set_marker(at, STAND_FAST, 0)


@rule("card.allied.4")
def _tank_armies_refusal(game: Game, state: State) -> Refusal | None:
    """Four turns or more after Industrial Evacuation."""
    evacuated = played(state, "industrial-evacuation")
    if evacuated is None or state.turn < evacuated + TANKS_AFTER:
        return Refusal("card.allied.4", message("refusal.btb.no-tanks-yet", turns=TANKS_AFTER))
    return reinforcement_refusal(game, state, reserve=TANK_ARMIES, case="card.allied.4")


@rule("card.allied.4")
def _tank_armies(game: Game, draft: Draft) -> None:
    """The six tank armies, whole, in the reserve (ruling 8)."""
    place_reinforcements(game, draft, reserve=TANK_ARMIES)


@rule("card.allied.5")
def _desert_army_refusal(game: Game, state: State) -> Refusal | None:
    return reinforcement_refusal(game, state, on_map=(DESERT_ARMY,), reserve=COMMONWEALTH_CORPS, case="card.allied.5")


@rule("card.allied.5")
def _desert_army(game: Game, draft: Draft) -> None:
    """The Desert Army on the map, and a Commonwealth corps; the 8th Army may follow on a later turn."""
    note(draft, "desert-army")
    place_reinforcements(game, draft, on_map=(DESERT_ARMY,), reserve=COMMONWEALTH_CORPS)


@rule("card.allied.6", "17.2")
def _fdr_refusal(game: Game, state: State) -> Refusal | None:
    """After the summer of 1941, and only if Hitler has not been first (ruling 22)."""
    if state.turn < WAR_FROM:
        return Refusal("card.allied.6", message("refusal.btb.not-before", turn=WAR_FROM))
    if is_us_at_war(state):
        return Refusal("17.2", message("refusal.btb.us-at-war"))
    return None


@rule("card.allied.6")
def _fdr(game: Game, draft: Draft) -> None:
    enter_us(draft)


@rule("card.allied.7")
def _evacuation_refusal(game: Game, state: State) -> Refusal | None:
    """Not once an Axis unit has been in Moscow."""
    moscow = game.materials.place("moscow")
    occupied = moscow is not None and any(unit.side == AXIS for unit in state.at(moscow))
    if occupied or is_active(state, MOSCOW_OCCUPIED):
        return Refusal("card.allied.7", message("refusal.btb.moscow-occupied"))
    return None


@rule("card.allied.7")
def _evacuation(game: Game, draft: Draft) -> None:
    """Tank armies in four turns, a larger hand in eight."""
    note(draft, "industrial-evacuation")


@rule("card.allied.9")
def _build_up_refusal(game: Game, state: State) -> Refusal | None:
    """On a turn after the Americans entered the war."""
    entered = state.values.get(US_AT_WAR)
    if entered is None or state.turn <= int(entered):
        return Refusal("card.allied.9", message("refusal.btb.us-not-ready"))
    return None


@rule("card.allied.9")
def _build_up(game: Game, draft: Draft) -> None:
    """From the next turn on the Americans come."""
    note(draft, "us-build-up")


@rule("card.allied.11")
def _sorge(game: Game, draft: Draft) -> None:
    """Two markers for Soviet spaces, and the Siberians may come."""
    note(draft, "sorge")
    draft.call(OperationsFrame(0, either=2, only=str(Nation.SOVIET)))


@rule("card.allied.12")
def _bomber_command_refusal(game: Game, state: State) -> Refusal | None:
    """Before the fall of 1944 not in the last round, when nobody could answer."""
    return early_round(state, "card.allied.12") if state.turn < BOMBERS_FREE_FROM else None


@rule("card.allied.12")
def _bomber_command(game: Game, draft: Draft) -> None:
    """Two cards fewer for the Axis."""
    note(draft, "bomber-command")
    shrink_hand(draft, AXIS, 2)


@rule("card.allied.13")
def _siberians_refusal(game: Game, state: State) -> Refusal | None:
    """After Sorge."""
    found = needs(state, "sorge", "card.allied.13")
    return found or reinforcement_refusal(game, state, on_map=SHOCK_ARMIES, case="card.allied.13")


@rule("card.allied.13")
def _siberians(game: Game, draft: Draft) -> None:
    """Five shock armies on the map, as if they were fronts."""
    note(draft, "siberians")
    place_reinforcements(game, draft, on_map=SHOCK_ARMIES)


@rule("card.allied.14")
def _lend_lease(game: Game, draft: Draft) -> None:
    """On later turns the mechanised fronts may come."""
    note(draft, "lend-lease")


@rule("card.allied.15")
def _casablanca_refusal(game: Game, state: State) -> Refusal | None:
    """The Allies hold Oran and Algiers, or Syracuse, and the Axis nothing in Libya and Egypt."""
    landed = controls_all(game, state, ALLIED, ("oran", "algiers")) or controls_all(game, state, ALLIED, ("syracuse",))
    if not landed:
        return unmet("card.allied.15", message("condition.btb.casablanca"))
    held = held_in(game, state, AXIS, ("libya", "egypt"))
    return unmet("card.allied.15", message("condition.btb.axis-gone", spaces=held)) if held else None


@rule("card.allied.15")
def _casablanca(game: Game, draft: Draft) -> None:
    """Every neutral victory space counts for the Allies from now on (ruling 15)."""
    note(draft, "casablanca")
    materials = game.materials
    neutral = [at for at in materials.with_feature("victory") if at not in draft.state.control]
    add_vp(game, draft, -len(neutral), "card.allied.15")


@rule("card.allied.19")
def _partisans(game: Game, draft: Draft) -> None:
    """Partisans in the east and the Balkans, one of them at once."""
    note(draft, "partisans")
    draft.call(PartisanFrame())


@rule("card.allied.21", "7.6.2")
def _eighth_army_refusal(game: Game, state: State) -> Refusal | None:
    """On a turn after US Build-Up and after card 5, with the Desert Army on the map in full supply.

    A Desert Army that a position puts on the map has come there before.
    """
    case = "card.allied.21"
    found = needs_before(state, "us-build-up", case)
    if found is None and this_turn(state, "desert-army"):
        found = needs_before(state, "desert-army", case)
    if found is not None:
        return found
    army = state.units.get(DESERT_ARMY)
    if army is None or not game.materials.is_on_map(army) or supply_of(game, state, army) is not Supply.FULL:
        return Refusal(case, message("refusal.btb.no-desert-army"))
    if not is_to_come(game, state, EIGHTH_ARMY):
        return Refusal(case, message("refusal.btb.not-to-come", unit=EIGHTH_ARMY))
    return None


@rule("card.allied.21")
def _eighth_army(game: Game, draft: Draft) -> None:
    """The 8th Army in the place of the Desert Army, which leaves the game."""
    exchange(game, draft, DESERT_ARMY, EIGHTH_ARMY)


@rule("card.allied.22")
def _uranus(game: Game, draft: Draft) -> None:
    for_round(draft, "drm-soviet-attack", 1)


@rule("card.allied.23")
def _scheldt_refusal(game: Game, state: State) -> Refusal | None:
    """The Allies hold Antwerp."""
    lacking = not_held(game, state, ALLIED, ("antwerp",))
    if controls_all(game, state, ALLIED, ("antwerp",)):
        return None
    return unmet("card.allied.23", message("condition.btb.allies-hold", spaces=lacking))


@rule("card.allied.23")
def _scheldt(game: Game, draft: Draft) -> None:
    """Antwerp is a source of supply, and a port where units arrive."""
    note(draft, "clearing-the-scheldt")


@rule("card.allied.24")
def _northern_fronts_refusal(game: Game, state: State) -> Refusal | None:
    return reinforcement_refusal(game, state, on_map=NORTHERN_FRONTS, reserve=THREE_ARMIES, case="card.allied.24")


@rule("card.allied.24")
def _northern_fronts(game: Game, draft: Draft) -> None:
    """Three fronts on the map, three armies in the reserve."""
    place_reinforcements(game, draft, on_map=NORTHERN_FRONTS, reserve=THREE_ARMIES)


@rule("card.allied.25")
def _enigma_refusal(game: Game, state: State) -> Refusal | None:
    """Not while the Allies control a space in Germany."""
    held = held_in(game, state, ALLIED, ("germany",))
    return unmet("card.allied.25", message("condition.btb.allies-gone", spaces=held)) if held else None


@rule("card.allied.25")
def _enigma(game: Game, draft: Draft) -> None:
    """The Axis shows its hand."""
    show(draft, AXIS)


SOVIET, BRITISH = str(Nation.SOVIET), str(Nation.BRITISH)

EVENTS: dict[CardId, EventCard] = {
    card(ALLIED, 2): EventCard(_southern_fronts, _southern_fronts_refusal, reinforces=(SOVIET,)),
    card(ALLIED, 3): EventCard(_stavka),
    card(ALLIED, 4): EventCard(_tank_armies, _tank_armies_refusal, reinforces=(SOVIET,)),
    card(ALLIED, 5): EventCard(_desert_army, _desert_army_refusal, reinforces=(BRITISH,)),
    card(ALLIED, 6): EventCard(_fdr, _fdr_refusal),
    card(ALLIED, 7): EventCard(_evacuation, _evacuation_refusal),
    card(ALLIED, 9): EventCard(_build_up, _build_up_refusal),
    card(ALLIED, 11): EventCard(_sorge),
    card(ALLIED, 12): EventCard(_bomber_command, _bomber_command_refusal),
    card(ALLIED, 13): EventCard(_siberians, _siberians_refusal, reinforces=(SOVIET,)),
    card(ALLIED, 14): EventCard(_lend_lease),
    card(ALLIED, 15): EventCard(_casablanca, _casablanca_refusal),
    card(ALLIED, 19): EventCard(_partisans),
    card(ALLIED, 21): EventCard(_eighth_army, _eighth_army_refusal, reinforces=(BRITISH,)),
    card(ALLIED, 22): EventCard(_uranus, thaw=False),
    card(ALLIED, 23): EventCard(_scheldt, _scheldt_refusal),
    card(ALLIED, 24): EventCard(_northern_fronts, _northern_fronts_refusal, reinforces=(SOVIET,)),
    card(ALLIED, 25): EventCard(_enigma, _enigma_refusal, thaw=False),
}
