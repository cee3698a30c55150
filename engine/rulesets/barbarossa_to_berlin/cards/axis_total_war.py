"""The events of the Axis Total War cards, 26 to 55; those that are combat cards stand in `combat_cards`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.rulesets.barbarossa_to_berlin.activation import OperationsFrame
from engine.rulesets.barbarossa_to_berlin.cards.axis_choices import (
    RefitFrame,
    SweepFrame,
    TrenchFrame,
    place_trench,
    trench_limit_refusal,
)
from engine.rulesets.barbarossa_to_berlin.cards.conditions import controls_all, excluded_by, needs, shrink_hand, unmet
from engine.rulesets.barbarossa_to_berlin.cards.registry import EventCard
from engine.rulesets.barbarossa_to_berlin.cards.zitadelle import ZitadelleFrame
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import ROME_TAKEN, STRONG_BONUS, add_vp, holds, victory_points
from engine.rulesets.barbarossa_to_berlin.effects import for_round, for_turn, is_active, note, this_turn
from engine.rulesets.barbarossa_to_berlin.hands import SHOW_ALL, show
from engine.rulesets.barbarossa_to_berlin.invasions import invaded
from engine.rulesets.barbarossa_to_berlin.names import (
    ALLIED,
    ATLANTIC_WALL,
    AXIS,
    AXIS_TRENCH,
    STAND_FAST,
    card,
    orders,
)
from engine.rulesets.barbarossa_to_berlin.orders import NONE
from engine.rulesets.barbarossa_to_berlin.reinforcements import place_reinforcements, reinforcement_refusal

STRONG = 11
"""Totaler Krieg: with so many points the Axis gets so many more."""
ITALIAN_BEACHES = "MORT"
BEFORE_TURN = 15
WACHT_SEASONS = ("fall", "winter")
SHOWN = tuple(card(ALLIED, number) for number in (1, 2, 3, 9, 21, 26, 27, 28, 42))
"""The cards that Foreign Armies East gets to see at once."""


# 26 to 31


@rule("card.axis.26")
def refuse_totaler_krieg(game: Game, state: State) -> Refusal | None:
    return needs(state, "hitler-takes-command", "card.axis.26")


@rule("card.axis.26")
def totaler_krieg(game: Game, draft: Draft) -> None:
    """The Axis no longer wins by points, replaces three Panzer steps a turn and, if it stood well, stands better."""
    note(draft, "totaler-krieg")
    if victory_points(game, draft.state) >= STRONG:
        add_vp(game, draft, STRONG_BONUS, "card.axis.26")


@rule("card.axis.27")
def refuse_zitadelle(game: Game, state: State) -> Refusal | None:
    return needs(state, "hitler-takes-command", "card.axis.27")


@rule("card.axis.27")
def zitadelle(game: Game, draft: Draft) -> None:
    """Two Combat markers against Soviets who are ready for it."""
    draft.call(ZitadelleFrame())


@rule("card.axis.28")
def refuse_skorzeny(game: Game, state: State) -> Refusal | None:
    """After Achse, or after the Allies have taken Rome."""
    if is_active(state, "achse") or ROME_TAKEN in state.values or controls_all(game, state, ALLIED, ("rome",)):
        return None
    return unmet("card.axis.28", message("condition.btb.skorzeny"))


@rule("card.axis.28")
def skorzeny(game: Game, draft: Draft) -> None:
    """1 VP."""
    add_vp(game, draft, 1, "card.axis.28")


@rule("card.axis.29")
def refuse_fw_190(game: Game, state: State) -> Refusal | None:
    """Not after P-51 Mustang, and only against an 8th Air Force of this turn (ruling 28)."""
    found = excluded_by(state, "p-51-mustang", "card.axis.29")
    if found is None and not this_turn(state, "us-8th-air-force"):
        return Refusal("card.axis.29", message("refusal.btb.axis.nothing-to-undo", event="us-8th-air-force"))
    return found


@rule("card.axis.29")
def fw_190(game: Game, draft: Draft) -> None:
    """The two cards that the 8th Air Force took are back, and that is worth 1 VP in all."""
    shrink_hand(draft, AXIS, -2)
    add_vp(game, draft, 1, "card.axis.29")


@rule("card.axis.31")
def refuse_achse(game: Game, state: State) -> Refusal | None:
    """The Allies control Messina, or have landed on one of four Italian beaches."""
    if any(invaded(beach) in state.values for beach in ITALIAN_BEACHES):
        return None
    if controls_all(game, state, ALLIED, ("messina",)):
        return None
    return unmet("card.axis.31", message("condition.btb.achse"))


@rule("card.axis.31")
def achse(game: Game, draft: Draft) -> None:
    """German armies may go into the south of Italy from now on."""
    note(draft, "achse")


# 32 to 37: reinforcements


@dataclass(frozen=True, slots=True)
class Levy:
    """What a reinforcement card brings: armies for the map, numbers of corps for the reserve."""

    case: str
    armies: tuple[str, ...]
    corps: Mapping[str, int] = field(default_factory=dict)
    reduced: bool = False
    after: str = ""


LEVIES: Final = {
    32: Levy("card.axis.32", ("ge-10-army", "ge-14-army"), {"german-corps": 2}, reduced=True),
    33: Levy("card.axis.33", ("ge-15-army", "ge-19-army"), {"german-corps": 2}, reduced=True),
    34: Levy("card.axis.34", ("ge-8-army",), {"german-corps": 1}),
    35: Levy("card.axis.35", ("ge-5-panzer-army",), {"german-panzer-corps": 1}, reduced=True, after="speer"),
    36: Levy("card.axis.36", ("ge-6-ss-panzer-army",), {"german-ss-panzer-corps": 1}, after="speer"),
    37: Levy("card.axis.37", ("ge-1-parachute-army",)),
}


def _raise(levy: Levy) -> EventCard:
    """The event of a card that brings German armies and corps."""

    @rule(levy.case)
    def refuse(game: Game, state: State) -> Refusal | None:
        early = needs(state, levy.after, levy.case) if levy.after else None
        return early or reinforcement_refusal(game, state, on_map=levy.armies, reserve=levy.corps, case=levy.case)

    @rule(levy.case)
    def play(game: Game, draft: Draft) -> None:
        reduced = levy.armies if levy.reduced else ()
        place_reinforcements(game, draft, on_map=levy.armies, reserve=levy.corps, reduced=reduced)

    return EventCard(play, refuse, reinforces=("german",))


# 38 to 46


@rule("card.axis.38")
def atlantic_wall(game: Game, draft: Draft) -> None:
    """Two trenches behind the beaches of the north-west."""
    draft.call(TrenchFrame(2, ATLANTIC_WALL, "card.axis.38"))


@rule("card.axis.39")
def east_wall(game: Game, draft: Draft) -> None:
    """Three trenches in the Soviet Union."""
    draft.call(TrenchFrame(3, case="card.axis.39"))


@rule("card.axis.40")
def first_sweep(game: Game, draft: Draft) -> None:
    """Two partisan markers go."""
    draft.call(SweepFrame(2, "card.axis.40"))


@rule("card.axis.51")
def second_sweep(game: Game, draft: Draft) -> None:
    """Two partisan markers go."""
    draft.call(SweepFrame(2, "card.axis.51"))


@rule("card.axis.45")
def vergeltungswaffe(game: Game, draft: Draft) -> None:
    """1 VP."""
    add_vp(game, draft, 1, "card.axis.45")


@rule("card.axis.46")
def manstein(game: Game, draft: Draft) -> None:
    """No order binds the Axis in this turn any more: no offensive is asked for, and nobody has to stand fast."""
    draft.set_value(orders(AXIS), NONE)
    for at in sorted(draft.state.markers):
        bound = holds(game, draft.state, AXIS, at) or any(unit.side == AXIS for unit in draft.state.at(at))
        if bound:
            draft.set_marker(at, STAND_FAST, 0)


# 50 to 55


@rule("card.axis.50")
def foreign_armies_east(game: Game, draft: Draft) -> None:
    """The Allies show some cards at once, and the rest of their hand when the turn ends."""
    show(draft, ALLIED, SHOWN)
    for_turn(draft, SHOW_ALL)


@rule("card.axis.52")
def refuse_surge(game: Game, state: State) -> Refusal | None:
    """After Speer and before turn 15."""
    if state.turn >= BEFORE_TURN:
        return Refusal("card.axis.52", message("refusal.btb.axis.until-turn", turn=BEFORE_TURN - 1))
    return needs(state, "speer", "card.axis.52")


@rule("card.axis.52")
def final_production_surge(game: Game, draft: Draft) -> None:
    """Three Panzer armies are whole again and the hand is seven; from the next turn on no lost Panzer comes back."""
    note(draft, "final-production-surge")
    for_turn(draft, "production-surge")
    draft.call(RefitFrame(3, armies=True))


@rule("card.axis.53")
def refuse_wacht(game: Game, state: State) -> Refusal | None:
    """In fall or winter, after Hitler Takes Command."""
    if game.materials.season(state.turn) not in WACHT_SEASONS:
        return Refusal("card.axis.53", message("refusal.btb.axis.season"))
    return needs(state, "hitler-takes-command", "card.axis.53")


@rule("card.axis.53")
def wacht_am_rhein(game: Game, draft: Draft) -> None:
    """Four Combat markers, and +2 for two Panzer armies against all but Soviets."""
    for_round(draft, "drm-wacht", 2)
    draft.call(OperationsFrame(0, combats=4))


@rule("card.axis.54")
def refuse_bunker(game: Game, state: State) -> Refusal | None:
    return excluded_by(state, "national-redoubt", "card.axis.54")


@rule("card.axis.54")
def the_bunker(game: Game, draft: Draft) -> None:
    """A trench in Berlin, if the Axis has the city and fewer than three trenches."""
    note(draft, "the-bunker")
    berlin = game.materials.place("berlin")
    if berlin is None or not holds(game, draft.state, AXIS, berlin):
        return
    if trench_limit_refusal(game, draft.state) is None:
        place_trench(draft, berlin, AXIS_TRENCH)


@rule("card.axis.55")
def refuse_redoubt(game: Game, state: State) -> Refusal | None:
    return excluded_by(state, "the-bunker", "card.axis.55")


@rule("card.axis.55")
def national_redoubt(game: Game, draft: Draft) -> None:
    """Munich is a source of Axis supply from now on."""
    note(draft, "national-redoubt")


EVENTS: dict[CardId, EventCard] = {
    card(AXIS, 26): EventCard(totaler_krieg, refuse_totaler_krieg),
    card(AXIS, 27): EventCard(zitadelle, refuse_zitadelle),
    card(AXIS, 28): EventCard(skorzeny, refuse_skorzeny),
    card(AXIS, 29): EventCard(fw_190, refuse_fw_190),
    card(AXIS, 31): EventCard(achse, refuse_achse),
    **{card(AXIS, number): _raise(levy) for number, levy in LEVIES.items()},
    card(AXIS, 38): EventCard(atlantic_wall),
    card(AXIS, 39): EventCard(east_wall),
    card(AXIS, 40): EventCard(first_sweep),
    card(AXIS, 45): EventCard(vergeltungswaffe),
    card(AXIS, 46): EventCard(manstein),
    card(AXIS, 50): EventCard(foreign_armies_east, thaw=False),
    card(AXIS, 51): EventCard(second_sweep),
    card(AXIS, 52): EventCard(final_production_surge, refuse_surge),
    card(AXIS, 53): EventCard(wacht_am_rhein, refuse_wacht),
    card(AXIS, 54): EventCard(the_bunker, refuse_bunker),
    card(AXIS, 55): EventCard(national_redoubt, refuse_redoubt),
}
