"""The events of the Allied Total War cards, 26 to 55, but for combat cards and invasions."""

from __future__ import annotations

from typing import Final

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.rulesets.barbarossa_to_berlin.cards.conditions import (
    controls_all,
    controls_in,
    early_round,
    held_in,
    nation_controls_in,
    needs,
    needs_before,
    shrink_hand,
    unmet,
)
from engine.rulesets.barbarossa_to_berlin.cards.defections import defect
from engine.rulesets.barbarossa_to_berlin.cards.espionage import lose_card
from engine.rulesets.barbarossa_to_berlin.cards.registry import EventCard
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import add_vp, holding_nation, holds
from engine.rulesets.barbarossa_to_berlin.effects import for_round, is_active, note
from engine.rulesets.barbarossa_to_berlin.names import ALLIED, AXIS, Nation, Supply, card
from engine.rulesets.barbarossa_to_berlin.nations import USSR
from engine.rulesets.barbarossa_to_berlin.partisans import PartisanFrame
from engine.rulesets.barbarossa_to_berlin.reinforcements import (
    UpgradeFrame,
    has_replaceable_fronts,
    is_to_come,
    place_reinforcements,
    reinforcement_refusal,
)
from engine.rulesets.barbarossa_to_berlin.supply import space_supply

CANADIANS: Final = ("cw-1-canadian-army",)
COMMONWEALTH_CORPS: Final = {"commonwealth-corps": 1}
AMERICAN_CORPS: Final = {"american-corps": 1}
SOVIET_ARMY: Final = {"soviet-army": 1}
PARTISAN_ARMY: Final = ("yu-partisan-army",)
UKRAINIANS: Final = tuple(UnitId(f"su-{number}-ukrainian-front") for number in range(1, 5))
BALTICS: Final = tuple(UnitId(f"su-{number}-baltic-front") for number in range(1, 4))
BELORUSSIANS: Final = tuple(UnitId(f"su-{number}-belorussian-front") for number in range(1, 4))
ITALIAN_SPACES: Final = 4
CLEARED: Final = ("algeria", "tunisia", "libya", "egypt", "syria", "iran", "iraq")
FINNISH_BORDER: Final = ("leningrad", "tallinn", "riga")


@rule("card.allied.26")
def _canadians_refusal(game: Game, state: State) -> Refusal | None:
    return reinforcement_refusal(game, state, on_map=CANADIANS, reserve=COMMONWEALTH_CORPS, case="card.allied.26")


@rule("card.allied.26")
def _canadians(game: Game, draft: Draft) -> None:
    """The Canadian 1st Army, and a Commonwealth corps."""
    place_reinforcements(game, draft, on_map=CANADIANS, reserve=COMMONWEALTH_CORPS)


# Allies of Germany that give up


@rule("card.allied.27")
def _italy_refusal(game: Game, state: State) -> Refusal | None:
    """The Allies control four spaces of Italy and Sicily."""
    held = controls_in(game, state, ALLIED, ("italy",))
    if held >= ITALIAN_SPACES:
        return None
    return unmet("card.allied.27", message("condition.btb.italy", count=ITALIAN_SPACES, held=held))


@rule("card.allied.27")
def _italy(game: Game, draft: Draft) -> None:
    note(draft, "italy-defects")
    defect(game, draft, Nation.ITALIAN, "italy")


@rule("card.allied.29")
def _romania_refusal(game: Game, state: State) -> Refusal | None:
    """The Soviets hold a space of Romania: no other nation of the Allies will do."""
    if not nation_controls_in(game, state, Nation.SOVIET, "romania"):
        return unmet("card.allied.29", message("condition.btb.romania"))
    return reinforcement_refusal(game, state, reserve=SOVIET_ARMY, case="card.allied.29")


@rule("card.allied.29")
def _romania(game: Game, draft: Draft) -> None:
    """Romania gives up, and a Soviet army is formed."""
    note(draft, "romania-defects")
    defect(game, draft, Nation.ROMANIAN, "romania")
    place_reinforcements(game, draft, reserve=SOVIET_ARMY)


@rule("card.allied.30")
def _bulgaria_refusal(game: Game, state: State) -> Refusal | None:
    """After Romania."""
    found = needs(state, "romania-defects", "card.allied.30")
    return found or reinforcement_refusal(game, state, reserve=SOVIET_ARMY, case="card.allied.30")


@rule("card.allied.30")
def _bulgaria(game: Game, draft: Draft) -> None:
    """Bulgaria gives up, and a Soviet army is formed."""
    note(draft, "bulgaria-defects")
    defect(game, draft, Nation.BULGARIAN, "bulgaria")
    place_reinforcements(game, draft, reserve=SOVIET_ARMY)


# The air war


@rule("card.allied.28")
def _eighth_air_force_refusal(game: Game, state: State) -> Refusal | None:
    """On a turn after US Build-Up; before P-51 Mustang not in the last round, when nobody could answer."""
    found = needs_before(state, "us-build-up", "card.allied.28")
    if found is not None or is_active(state, "p-51-mustang"):
        return found
    return early_round(state, "card.allied.28")


@rule("card.allied.28")
def _eighth_air_force(game: Game, draft: Draft) -> None:
    """Two cards fewer for the Axis."""
    note(draft, "us-8th-air-force")
    shrink_hand(draft, AXIS, 2)


@rule("card.allied.32")
def _tac_air_refusal(game: Game, state: State) -> Refusal | None:
    """In spring and summer, after P-51 Mustang."""
    if game.materials.season(state.turn) not in ("spring", "summer"):
        return Refusal("card.allied.32", message("refusal.btb.not-in-season"))
    return needs(state, "p-51-mustang", "card.allied.32")


@rule("card.allied.32")
def _tac_air(game: Game, draft: Draft) -> None:
    for_round(draft, "drm-western-attack", 1)


@rule("card.allied.43")
def _strangle_refusal(game: Game, state: State) -> Refusal | None:
    return needs(state, "p-51-mustang", "card.allied.43")


@rule("card.allied.43")
def _strangle(game: Game, draft: Draft) -> None:
    """The Axis in France lives from hand to mouth for the rest of the war (ruling 30)."""
    note(draft, "operation-strangle")


@rule("card.allied.53")
def _mustang(game: Game, draft: Draft) -> None:
    """FW-190 is outclassed; Operation Strangle and IX Tac-Air are possible."""
    note(draft, "p-51-mustang")


# Soviet fronts


def _fronts_refusal(game: Game, state: State, fronts: tuple[UnitId, ...], case: str) -> Refusal | None:
    """On a turn after Lend-Lease, with an infantry front, whole and fully supplied, for each mechanised one."""
    found = needs_before(state, "lend-lease", case)
    if found is not None:
        return found
    if not all(is_to_come(game, state, front) for front in fronts):
        return Refusal(case, message("refusal.btb.none-to-come", type="soviet-mechanised-front"))
    if not has_replaceable_fronts(game, state, len(fronts)):
        return Refusal("7.6.2", message("refusal.btb.too-few-fronts", count=len(fronts)))
    return None


@rule("card.allied.31")
def _ukrainians_refusal(game: Game, state: State) -> Refusal | None:
    return _fronts_refusal(game, state, UKRAINIANS, "card.allied.31")


@rule("card.allied.31")
def _ukrainians(game: Game, draft: Draft) -> None:
    """The four Ukrainian Fronts."""
    draft.call(UpgradeFrame(UKRAINIANS))


@rule("card.allied.37")
def _baltics_refusal(game: Game, state: State) -> Refusal | None:
    return _fronts_refusal(game, state, BALTICS, "card.allied.37")


@rule("card.allied.37")
def _baltics(game: Game, draft: Draft) -> None:
    """The three Baltic Fronts."""
    draft.call(UpgradeFrame(BALTICS))


@rule("card.allied.39")
def _belorussians_refusal(game: Game, state: State) -> Refusal | None:
    return _fronts_refusal(game, state, BELORUSSIANS, "card.allied.39")


@rule("card.allied.39")
def _belorussians(game: Game, draft: Draft) -> None:
    """The three Belorussian Fronts."""
    draft.call(UpgradeFrame(BELORUSSIANS))


@rule("card.allied.35")
def _bagration(game: Game, draft: Draft) -> None:
    """Soviet attacks of the round are stronger, and the Axis cannot stand."""
    for_round(draft, "drm-soviet-attack", 1)
    for_round(draft, "no-axis-stand")


# Americans


def _americans_refusal(game: Game, state: State, army: str, case: str) -> Refusal | None:
    found = needs_before(state, "us-build-up", case)
    return found or reinforcement_refusal(game, state, on_map=(army,), reserve=AMERICAN_CORPS, case=case)


@rule("card.allied.38")
def _fifteenth_refusal(game: Game, state: State) -> Refusal | None:
    return _americans_refusal(game, state, "us-15-army", "card.allied.38")


@rule("card.allied.38")
def _fifteenth(game: Game, draft: Draft) -> None:
    """The 15th Army and a corps."""
    place_reinforcements(game, draft, on_map=("us-15-army",), reserve=AMERICAN_CORPS)


@rule("card.allied.40")
def _third_refusal(game: Game, state: State) -> Refusal | None:
    return _americans_refusal(game, state, "us-3-army", "card.allied.40")


@rule("card.allied.40")
def _third(game: Game, draft: Draft) -> None:
    """The 3rd Army and a corps."""
    place_reinforcements(game, draft, on_map=("us-3-army",), reserve=AMERICAN_CORPS)


@rule("card.allied.41")
def _ninth_refusal(game: Game, state: State) -> Refusal | None:
    return _americans_refusal(game, state, "us-9-army", "card.allied.41")


@rule("card.allied.41")
def _ninth(game: Game, draft: Draft) -> None:
    """The 9th Army and a corps."""
    place_reinforcements(game, draft, on_map=("us-9-army",), reserve=AMERICAN_CORPS)


@rule("card.allied.55")
def _patton(game: Game, draft: Draft) -> None:
    """The 3rd Army may attack twice; after the second attack it goes two spaces at most."""
    for_round(draft, "second-attack", "us-3-army")
    for_round(draft, "second-advance", 2)


# Partisans


@rule("card.allied.42")
def _tito_refusal(game: Game, state: State) -> Refusal | None:
    return reinforcement_refusal(game, state, on_map=PARTISAN_ARMY, case="card.allied.42")


@rule("card.allied.42")
def _tito(game: Game, draft: Draft) -> None:
    """The partisans of Yugoslavia become an army."""
    note(draft, "tito")
    place_reinforcements(game, draft, on_map=PARTISAN_ARMY)


@rule("card.allied.49")
def _maquis(game: Game, draft: Draft) -> None:
    """Partisans in the west, one of them at once."""
    note(draft, "maquis")
    draft.call(PartisanFrame())


# Points


@rule("card.allied.36")
def _asw_victory(game: Game, draft: Draft) -> None:
    """The convoys are safe."""
    note(draft, "asw-victory")
    add_vp(game, draft, -1, "card.allied.36")


@rule("card.allied.44")
def _thunderclap_refusal(game: Game, state: State) -> Refusal | None:
    return needs(state, "yalta", "card.allied.44")


@rule("card.allied.44")
def _thunderclap(game: Game, draft: Draft) -> None:
    """The Axis loses a card by lot."""
    lose_card(draft, AXIS)


@rule("card.allied.47")
def _big_three_refusal(game: Game, state: State) -> Refusal | None:
    """After Casablanca, with the Axis gone from Africa, Syria, Iran and Iraq."""
    found = needs(state, "casablanca", "card.allied.47")
    held = held_in(game, state, AXIS, CLEARED)
    if found is None and held:
        return unmet("card.allied.47", message("condition.btb.axis-gone", spaces=held))
    return found


@rule("card.allied.47")
def _big_three(game: Game, draft: Draft) -> None:
    add_vp(game, draft, -1, "card.allied.47")


@rule("card.allied.48")
def _bomb_plot(game: Game, draft: Draft) -> None:
    """The Axis loses a card by lot, and disobedience becomes dear."""
    note(draft, "bomb-plot")
    lose_card(draft, AXIS)


@rule("card.allied.51")
def _yalta_refusal(game: Game, state: State) -> Refusal | None:
    """Every victory space of the Soviet Union is Allied, and one of Germany."""
    materials = game.materials
    victory = materials.with_feature("victory")
    home = [at for at in victory if materials.countries[at] == USSR]
    german = [at for at in victory if materials.countries[at] == "germany"]
    lost = tuple(game.board.label(at) for at in home if not holds(game, state, ALLIED, at))
    if lost:
        return unmet("card.allied.51", message("condition.btb.allies-hold", spaces=lost))
    if any(holds(game, state, ALLIED, at) for at in german):
        return None
    return unmet("card.allied.51", message("condition.btb.german-victory-space"))


@rule("card.allied.51")
def _yalta(game: Game, draft: Draft) -> None:
    """One point, and Thunderclap may follow."""
    note(draft, "yalta")
    add_vp(game, draft, -1, "card.allied.51")


@rule("card.allied.54")
def _finland_refusal(game: Game, state: State) -> Refusal | None:
    """Leningrad, Tallinn and Riga are Soviet and in full supply."""
    places = [at for name in FINNISH_BORDER if (at := game.materials.place(name)) is not None]
    others = tuple(game.board.label(at) for at in places if holding_nation(game, state, at) is not Nation.SOVIET)
    if others or not controls_all(game, state, ALLIED, FINNISH_BORDER):
        return unmet("card.allied.54", message("condition.btb.soviets-hold", spaces=others))
    cut = tuple(game.board.label(at) for at in places if space_supply(game, state, ALLIED, at) is not Supply.FULL)
    return unmet("card.allied.54", message("condition.btb.full-supply", spaces=cut)) if cut else None


@rule("card.allied.54")
def _finland(game: Game, draft: Draft) -> None:
    add_vp(game, draft, -1, "card.allied.54")


SOVIET, BRITISH, AMERICAN = str(Nation.SOVIET), str(Nation.BRITISH), str(Nation.AMERICAN)

EVENTS: dict[CardId, EventCard] = {
    card(ALLIED, 26): EventCard(_canadians, _canadians_refusal, reinforces=(BRITISH,)),
    card(ALLIED, 27): EventCard(_italy, _italy_refusal),
    card(ALLIED, 28): EventCard(_eighth_air_force, _eighth_air_force_refusal),
    card(ALLIED, 29): EventCard(_romania, _romania_refusal),
    card(ALLIED, 30): EventCard(_bulgaria, _bulgaria_refusal),
    card(ALLIED, 31): EventCard(_ukrainians, _ukrainians_refusal, reinforces=(SOVIET,), thaw=False),
    card(ALLIED, 32): EventCard(_tac_air, _tac_air_refusal),
    card(ALLIED, 35): EventCard(_bagration, thaw=False),
    card(ALLIED, 36): EventCard(_asw_victory),
    card(ALLIED, 37): EventCard(_baltics, _baltics_refusal, reinforces=(SOVIET,), thaw=False),
    card(ALLIED, 38): EventCard(_fifteenth, _fifteenth_refusal, reinforces=(AMERICAN,)),
    card(ALLIED, 39): EventCard(_belorussians, _belorussians_refusal, reinforces=(SOVIET,), thaw=False),
    card(ALLIED, 40): EventCard(_third, _third_refusal, reinforces=(AMERICAN,)),
    card(ALLIED, 41): EventCard(_ninth, _ninth_refusal, reinforces=(AMERICAN,)),
    card(ALLIED, 42): EventCard(_tito, _tito_refusal),
    card(ALLIED, 43): EventCard(_strangle, _strangle_refusal),
    card(ALLIED, 44): EventCard(_thunderclap, _thunderclap_refusal),
    card(ALLIED, 47): EventCard(_big_three, _big_three_refusal),
    card(ALLIED, 48): EventCard(_bomb_plot),
    card(ALLIED, 49): EventCard(_maquis),
    card(ALLIED, 51): EventCard(_yalta, _yalta_refusal),
    card(ALLIED, 53): EventCard(_mustang),
    card(ALLIED, 54): EventCard(_finland, _finland_refusal),
    card(ALLIED, 55): EventCard(_patton),
}
