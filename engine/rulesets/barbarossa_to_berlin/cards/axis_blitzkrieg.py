"""The events of the Axis Blitzkrieg cards, 1 to 25; those that are combat cards stand in `combat_cards`."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.rulesets.barbarossa_to_berlin.activation import OperationsFrame
from engine.rulesets.barbarossa_to_berlin.cards.axis_africa import AfricaFrame, africa_refusal
from engine.rulesets.barbarossa_to_berlin.cards.axis_choices import (
    AirliftFrame,
    RefitFrame,
    TrenchFrame,
    WithdrawalFrame,
)
from engine.rulesets.barbarossa_to_berlin.cards.conditions import (
    controls_all,
    excluded_by,
    needs,
    not_held,
    shrink_hand,
    unmet,
)
from engine.rulesets.barbarossa_to_berlin.cards.registry import EventCard
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import add_vp, take
from engine.rulesets.barbarossa_to_berlin.effects import for_round, for_turn, is_active, note, this_turn
from engine.rulesets.barbarossa_to_berlin.eliminations import sweep_away
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import ALLIED, AXIS, Supply, card
from engine.rulesets.barbarossa_to_berlin.nations import may_enter
from engine.rulesets.barbarossa_to_berlin.neutrals import enter_us, is_us_at_war
from engine.rulesets.barbarossa_to_berlin.reinforcements import (
    is_to_come,
    place_reinforcements,
    put_on_map,
    reinforcement_refusal,
)
from engine.rulesets.barbarossa_to_berlin.stacking import joining_refusal
from engine.rulesets.barbarossa_to_berlin.supply import space_supply

FIRST_TURN = 1
AFTER_SUMMER_41, AFTER_FALL_41 = 3, 4
KAMMHUBER_UNTIL = 14
GUDERIAN = "ge-2-panzer-army"
SATELLITES = {UnitId("it-8-army"): "odessa", UnitId("hu-2-army"): "kiev"}
NEW_CORPS = {"german-panzer-corps": 1, "german-ss-panzer-corps": 1}
STUKA_SEASONS, STUKA_YEARS = ("summer", "fall"), range(1941, 1944)


def _not_before(state: State, turn: int, case: str) -> Refusal | None:
    if state.turn < turn:
        return Refusal(case, message("refusal.btb.axis.from-turn", turn=turn))
    return None


# 1, 2: the opening


@rule("card.axis.1", "card.axis.2")
def _opening_refusal(state: State, other: str, case: str) -> Refusal | None:
    """Both openings are for turn 1 alone, and one shuts out the other."""
    if state.turn != FIRST_TURN:
        return Refusal(case, message("refusal.btb.axis.first-turn"))
    return excluded_by(state, other, case)


@rule("card.axis.1")
def refuse_barbarossa(game: Game, state: State) -> Refusal | None:
    return _opening_refusal(state, "von-paulus-pause", "card.axis.1")


@rule("card.axis.1")
def barbarossa(game: Game, draft: Draft) -> None:
    """Five Combat markers, +1 against Soviets, and trenches that are of no use for a turn."""
    note(draft, "barbarossa")
    for_round(draft, "drm-axis-vs-soviet", 1)
    for_turn(draft, "no-soviet-trench-stand")
    for_turn(draft, "no-trench-shift")
    draft.call(OperationsFrame(0, combats=5))


@rule("card.axis.2")
def refuse_pause(game: Game, state: State) -> Refusal | None:
    return _opening_refusal(state, "barbarossa", "card.axis.2")


@rule("card.axis.2")
def von_paulus_pause(game: Game, draft: Draft) -> None:
    """Five Combat markers, and nobody stands in a trench; turn 2 and the winter of 1942 bear the marks of it."""
    note(draft, "von-paulus-pause")
    for_turn(draft, "no-soviet-trench-stand")
    draft.call(OperationsFrame(0, combats=5))


# 3 to 9: the eastern front


@rule("card.axis.3")
def okh_conference(game: Game, draft: Draft) -> None:
    """Taifun will cost nothing."""
    note(draft, "okh-conference")


@rule("card.axis.4")
def taifun(game: Game, draft: Draft) -> None:
    """Four Combat markers, +1 against Soviets, and Moscow may be attacked; 1 VP unless the generals agreed."""
    note(draft, "taifun")
    if not is_active(draft.state, "okh-conference"):
        add_vp(game, draft, -1, "card.axis.4")
    for_round(draft, "drm-axis-vs-soviet", 1)
    draft.call(OperationsFrame(0, combats=4))


@rule("card.axis.5")
def refuse_guderian(game: Game, state: State) -> Refusal | None:
    return excluded_by(state, "hitler-takes-command", "card.axis.5")


@rule("card.axis.5")
def panzergruppe_guderian(game: Game, draft: Draft) -> None:
    """The 2nd Panzer Army may attack again after all combats, and then advances one space at most."""
    for_round(draft, "second-attack", GUDERIAN)
    for_round(draft, "second-advance", 1)


@rule("card.axis.6")
def panzer_refit(game: Game, draft: Draft) -> None:
    """Three reduced Panzer units are whole again and rest."""
    draft.call(RefitFrame(3))


@rule("card.axis.7")
def hedgehogs(game: Game, draft: Draft) -> None:
    """Three trenches in the Soviet Union, and Germans stand anywhere there for the turn."""
    for_turn(draft, "hedgehogs")
    draft.call(TrenchFrame(3, case="card.axis.7"))


@rule("card.axis.8")
def refuse_declaration(game: Game, state: State) -> Refusal | None:
    """After the summer of 1941, and not when the United States are at war already."""
    if is_us_at_war(state):
        return Refusal("card.axis.8", message("refusal.btb.axis.us-at-war"))
    return _not_before(state, AFTER_SUMMER_41, "card.axis.8")


@rule("card.axis.8")
def hitler_declares_war(game: Game, draft: Draft) -> None:
    """1 VP, and the United States are in the war."""
    add_vp(game, draft, 1, "card.axis.8")
    enter_us(draft)


@rule("card.axis.9")
def hitler_takes_command(game: Game, draft: Draft) -> None:
    """Four events are opened and Guderian's is shut; the die for orders has 2 added from now on."""
    note(draft, "hitler-takes-command")


# 11 to 16


@rule("card.axis.11")
def italian_naval_sortie(game: Game, draft: Draft) -> None:
    """Full supply over the sea to Africa for the turn, and one space moves or fights."""
    for_turn(draft, "naval-sortie")
    draft.call(OperationsFrame(0, either=1))


@rule("card.axis.12")
def nordlicht(game: Game, draft: Draft) -> None:
    """Leningrad may be attacked from now on, and in this round nothing else."""
    note(draft, "nordlicht")
    for_round(draft, "only-target", "leningrad")


@rule("card.axis.13")
def krim(game: Game, draft: Draft) -> None:
    """The fort of Sevastopol does not help in the attack of this round."""
    for_round(draft, "krim")


@rule("card.axis.14")
def refuse_blau(game: Game, state: State) -> Refusal | None:
    return needs(state, "hitler-takes-command", "card.axis.14")


@rule("card.axis.14")
def fall_blau(game: Game, draft: Draft) -> None:
    """Five Combat markers, +1 against Soviets, and the goals of Blau may be attacked from now on."""
    note(draft, "fall-blau")
    for_round(draft, "drm-axis-vs-soviet", 1)
    draft.call(OperationsFrame(0, combats=5))


@rule("card.axis.15")
def refuse_wolfpacks(game: Game, state: State) -> Refusal | None:
    return excluded_by(state, "asw-victory", "card.axis.15")


@rule("card.axis.15")
def wolfpacks(game: Game, draft: Draft) -> None:
    """The Allies draw up to two cards fewer."""
    shrink_hand(draft, ALLIED, 2)


@rule("card.axis.16")
def refuse_speer(game: Game, state: State) -> Refusal | None:
    return excluded_by(state, "totaler-krieg", "card.axis.16")


@rule("card.axis.16")
def speer(game: Game, draft: Draft) -> None:
    """Two Panzer armies and Final Production Surge are opened."""
    note(draft, "speer")


# 17 to 25


@rule("card.axis.17")
def refuse_banzai(game: Game, state: State) -> Refusal | None:
    return _not_before(state, AFTER_FALL_41, "card.axis.17")


@rule("card.axis.17")
def banzai(game: Game, draft: Draft) -> None:
    """Two Commonwealth corps go to the war in the east."""
    draft.call(WithdrawalFrame(2))


@rule("card.axis.19")
def luftwaffe_supply(game: Game, draft: Draft) -> None:
    """One space is in limited supply by air, for defence and attrition."""
    draft.call(AirliftFrame())


@rule("card.axis.20")
def refuse_kammhuber(game: Game, state: State) -> Refusal | None:
    """Not after turn 14, and only against a Bomber Command of this turn (ruling 28)."""
    if state.turn > KAMMHUBER_UNTIL:
        return Refusal("card.axis.20", message("refusal.btb.axis.until-turn", turn=KAMMHUBER_UNTIL))
    if not this_turn(state, "bomber-command"):
        return Refusal("card.axis.20", message("refusal.btb.axis.nothing-to-undo", event="bomber-command"))
    return None


@rule("card.axis.20")
def kammhuber_line(game: Game, draft: Draft) -> None:
    """The two cards that Bomber Command took are back."""
    shrink_hand(draft, AXIS, -2)


@rule("card.axis.21")
def refuse_herkules(game: Game, state: State) -> Refusal | None:
    """Not with Allied units in Benghazi or Algiers; a garrison on the island does not matter."""
    for name in ("benghazi", "algiers"):
        at = game.materials.place(name)
        if at is not None and any(unit.side == ALLIED for unit in state.at(at)):
            return Refusal("card.axis.21", message("refusal.btb.axis.allies-there", space=game.board.label(at)))
    return None


@rule("card.axis.21")
def herkules(game: Game, draft: Draft) -> None:
    """Malta is the Axis's, and with it the way over the sea for as long as it is; its garrison is eliminated."""
    malta = game.materials.place("malta")
    if malta is not None:
        for unit in draft.state.at(malta):
            if unit.side == ALLIED:
                sweep_away(game, draft, unit.id)
        take(game, draft, malta, AXIS)


@rule("card.axis.22")
def africa_reinforcements(game: Game, draft: Draft) -> None:
    """Panzer Army Africa in the place of a Panzer corps."""
    draft.call(AfricaFrame())


@rule("card.axis.23")
def refuse_satellites(game: Game, state: State) -> Refusal | None:
    """Kiev and Odessa are held in full supply, and each army has room (ruling 21)."""
    if not controls_all(game, state, AXIS, SATELLITES.values()):
        lacking = not_held(game, state, AXIS, SATELLITES.values())
        return unmet("card.axis.23", message("condition.btb.axis-holds", spaces=lacking))
    for unit, name in SATELLITES.items():
        at = game.board.at(name)
        if space_supply(game, state, AXIS, at) is not Supply.FULL:
            return Refusal("card.axis.23", message("refusal.btb.axis.not-supplied", space=game.board.label(at)))
        if not is_to_come(game, state, unit):
            return Refusal("card.axis.23", message("refusal.btb.not-to-come", unit=unit))
        record = state.unit(unit)
        found = may_enter(game, state, record, at) or joining_refusal(game, state, record, at)
        if found is not None:
            return found
    return None


@rule("card.axis.23")
def axis_satellites(game: Game, draft: Draft) -> None:
    """An Italian army in Odessa, a Hungarian one in Kiev."""
    for unit, name in SATELLITES.items():
        put_on_map(game, draft, unit, game.board.at(name))


@rule("card.axis.24")
def refuse_new_corps(game: Game, state: State) -> Refusal | None:
    return reinforcement_refusal(game, state, reserve=NEW_CORPS, case="card.axis.24")


@rule("card.axis.24")
def new_corps(game: Game, draft: Draft) -> None:
    """A Panzer corps and an SS Panzer corps for the reserve."""
    place_reinforcements(game, draft, reserve=NEW_CORPS)


@rule("card.axis.25")
def refuse_stuka(game: Game, state: State) -> Refusal | None:
    """In summer and fall, from 1941 to 1943."""
    materials: Materials = game.materials
    if materials.season(state.turn) in STUKA_SEASONS and materials.year(state.turn) in STUKA_YEARS:
        return None
    return Refusal("card.axis.25", message("refusal.btb.axis.season"))


@rule("card.axis.25")
def stuka(game: Game, draft: Draft) -> None:
    """+1 for every attack on Soviet units in this round."""
    for_round(draft, "drm-axis-vs-soviet", 1)


EVENTS: dict[CardId, EventCard] = {
    card(AXIS, 1): EventCard(barbarossa, refuse_barbarossa),
    card(AXIS, 2): EventCard(von_paulus_pause, refuse_pause),
    card(AXIS, 3): EventCard(okh_conference),
    card(AXIS, 4): EventCard(taifun),
    card(AXIS, 5): EventCard(panzergruppe_guderian, refuse_guderian, thaw=False),
    card(AXIS, 6): EventCard(panzer_refit, thaw=False),
    card(AXIS, 7): EventCard(hedgehogs),
    card(AXIS, 8): EventCard(hitler_declares_war, refuse_declaration),
    card(AXIS, 9): EventCard(hitler_takes_command),
    card(AXIS, 11): EventCard(italian_naval_sortie),
    card(AXIS, 12): EventCard(nordlicht, thaw=False),
    card(AXIS, 13): EventCard(krim),
    card(AXIS, 14): EventCard(fall_blau, refuse_blau),
    card(AXIS, 15): EventCard(wolfpacks, refuse_wolfpacks),
    card(AXIS, 16): EventCard(speer, refuse_speer),
    card(AXIS, 17): EventCard(banzai, refuse_banzai),
    card(AXIS, 19): EventCard(luftwaffe_supply),
    card(AXIS, 20): EventCard(kammhuber_line, refuse_kammhuber),
    card(AXIS, 21): EventCard(herkules, refuse_herkules),
    card(AXIS, 22): EventCard(africa_reinforcements, africa_refusal, reinforces=("german",)),
    card(AXIS, 23): EventCard(axis_satellites, refuse_satellites, reinforces=("italian", "hungarian")),
    card(AXIS, 24): EventCard(new_corps, refuse_new_corps, reinforces=("german",)),
    card(AXIS, 25): EventCard(stuka, refuse_stuka),
}
