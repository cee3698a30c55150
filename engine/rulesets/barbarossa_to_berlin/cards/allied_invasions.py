"""The Allied invasion cards: who may land when; and what they bring once invasions have been renounced (7.6.3)."""

from __future__ import annotations

from typing import Final

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.rulesets.barbarossa_to_berlin.cards.conditions import excluded_by, needs_before
from engine.rulesets.barbarossa_to_berlin.cards.registry import EventCard
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.effects import for_turn, in_turn, is_active, note
from engine.rulesets.barbarossa_to_berlin.invasion_plans import INVASIONS, Invasion
from engine.rulesets.barbarossa_to_berlin.invasions import begin_invasion, invasion_refusal, is_renounced
from engine.rulesets.barbarossa_to_berlin.names import ALLIED, card
from engine.rulesets.barbarossa_to_berlin.reinforcements import place_reinforcements, reinforcement_refusal

BUILD_UP: Final = "us-build-up"
SEVENTH_ARMY: Final = UnitId("us-7-army")
OVERLORD_FROM: Final = 13


# As reinforcements


def _merged(plan: Invasion) -> dict[str, int]:
    """The corps of a card that go to the reserve when nothing lands any more: all of them."""
    found = dict(plan.reserve)
    for sort, count in plan.corps.items():
        found[sort] = found.get(sort, 0) + count
    return found


def _nations(game: Game, state: State, plan: Invasion) -> tuple[str, ...]:
    """The nations a card reinforces when it is played as reinforcements."""
    armies = (state.units.get(UnitId(army)) for army in plan.armies)
    types = [*_merged(plan), *(army.type for army in armies if army is not None)]
    return tuple(sorted({str(game.materials.kinds[sort].nation) for sort in types}))


@rule("7.6.3", "7.6.2")
def _mere_reinforcement_refusal(game: Game, state: State, plan: Invasion) -> Refusal | None:
    """After the announcement a card brings reinforcements like others: one card a nation and turn, all units placed."""
    if plan.landing_only:
        return Refusal("7.6.3", message("refusal.btb.landing-only"))
    for nation in _nations(game, state, plan):
        if in_turn(state, f"reinforced-{nation}"):
            return Refusal("7.6.2", message("refusal.btb.reinforced", nation=nation))
    return reinforcement_refusal(game, state, on_map=plan.armies, reserve=_merged(plan))


@rule("7.6.3", "7.6.2")
def _reinforce(game: Game, draft: Draft, plan: Invasion) -> None:
    """Armies arrive as reinforcements do, reduced where the card lists them so; corps go to the reserve."""
    for nation in _nations(game, draft.state, plan):
        for_turn(draft, f"reinforced-{nation}")
    reduced = () if plan.whole else plan.armies
    place_reinforcements(game, draft, on_map=plan.armies, reserve=_merged(plan), reduced=reduced)


def _refusal(game: Game, state: State, number: int) -> Refusal | None:
    """What all invasion cards need: US Build-Up in an earlier turn, and units and beaches."""
    plan = INVASIONS[card(ALLIED, number)]
    found = needs_before(state, BUILD_UP, plan.case)
    if found is not None:
        return found
    if is_renounced(state):
        return _mere_reinforcement_refusal(game, state, plan)
    return invasion_refusal(game, state, number)


def _play(game: Game, draft: Draft, number: int, slug: str) -> None:
    note(draft, slug)
    if is_renounced(draft.state):
        _reinforce(game, draft, INVASIONS[card(ALLIED, number)])
    else:
        begin_invasion(game, draft, number)


@rule("7.6.3")
def _without_seventh_army(game: Game, state: State, case: str) -> Refusal | None:
    """The US 7th Army must not be on the map; in the reserve it may be."""
    army = state.units.get(SEVENTH_ARMY)
    if army is not None and game.materials.is_on_map(army):
        return Refusal(case, message("refusal.btb.seventh-army"))
    return None


# The cards


@rule("card.allied.1")
def _torch_refusal(game: Game, state: State) -> Refusal | None:
    return excluded_by(state, "sledgehammer", "card.allied.1") or _refusal(game, state, 1)


@rule("card.allied.1")
def _torch(game: Game, draft: Draft) -> None:
    """French North Africa, or Malta."""
    _play(game, draft, 1, "torch")


@rule("card.allied.16")
def _sledgehammer_refusal(game: Game, state: State) -> Refusal | None:
    return excluded_by(state, "torch", "card.allied.16") or _refusal(game, state, 16)


@rule("card.allied.16")
def _sledgehammer(game: Game, draft: Draft) -> None:
    """An early landing in Norway or at Calais."""
    _play(game, draft, 16, "sledgehammer")


@rule("card.allied.33")
def _overlord_refusal(game: Game, state: State) -> Refusal | None:
    if state.turn < OVERLORD_FROM:
        return Refusal("card.allied.33", message("refusal.btb.not-before", turn=OVERLORD_FROM))
    return excluded_by(state, "round-up", "card.allied.33") or _refusal(game, state, 33)


@rule("card.allied.33")
def _overlord(game: Game, draft: Draft) -> None:
    """The great landing, with whole armies."""
    _play(game, draft, 33, "overlord")


@rule("card.allied.34")
def _husky_refusal(game: Game, state: State) -> Refusal | None:
    return _refusal(game, state, 34)


@rule("card.allied.34")
def _husky(game: Game, draft: Draft) -> None:
    """Sicily, the heel of Italy or Greece."""
    _play(game, draft, 34, "husky")


@rule("card.allied.45")
def _avalanche_refusal(game: Game, state: State) -> Refusal | None:
    return _without_seventh_army(game, state, "card.allied.45") or _refusal(game, state, 45)


@rule("card.allied.45")
def _avalanche(game: Game, draft: Draft) -> None:
    """The US 5th Army."""
    _play(game, draft, 45, "avalanche")


@rule("card.allied.46")
def _shingle_refusal(game: Game, state: State) -> Refusal | None:
    return _without_seventh_army(game, state, "card.allied.46") or _refusal(game, state, 46)


@rule("card.allied.46")
def _shingle(game: Game, draft: Draft) -> None:
    """Two corps, on a beachhead that no reinforcements come to later."""
    _play(game, draft, 46, "shingle")


@rule("card.allied.50")
def _round_up_refusal(game: Game, state: State) -> Refusal | None:
    return excluded_by(state, "overlord", "card.allied.50") or _refusal(game, state, 50)


@rule("card.allied.50")
def _round_up(game: Game, draft: Draft) -> None:
    """An earlier and weaker Overlord."""
    _play(game, draft, 50, "round-up")


@rule("card.allied.52")
def _anvil_refusal(game: Game, state: State) -> Refusal | None:
    if not is_active(state, "round-up") and not is_active(state, "overlord"):
        return Refusal("card.allied.52", message("refusal.btb.needs-landing-in-the-north"))
    return _refusal(game, state, 52)


@rule("card.allied.52")
def _anvil(game: Game, draft: Draft) -> None:
    """The south of France."""
    _play(game, draft, 52, "anvil-dragoon")


EVENTS: dict[CardId, EventCard] = {
    card(ALLIED, 1): EventCard(_torch, _torch_refusal),
    card(ALLIED, 16): EventCard(_sledgehammer, _sledgehammer_refusal),
    card(ALLIED, 33): EventCard(_overlord, _overlord_refusal),
    card(ALLIED, 34): EventCard(_husky, _husky_refusal),
    card(ALLIED, 45): EventCard(_avalanche, _avalanche_refusal),
    card(ALLIED, 46): EventCard(_shingle, _shingle_refusal),
    card(ALLIED, 50): EventCard(_round_up, _round_up_refusal),
    card(ALLIED, 52): EventCard(_anvil, _anvil_refusal),
}
