"""7.6.4 and the combat cards: when they may be played, what they do, and what becomes of them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rulesets.barbarossa_to_berlin.combat.combat_cards import COMBAT_CARDS
from tests.engine.rulesets.barbarossa_to_berlin.battlefields import attack, battle
from tests.helpers.positions import Scene

ROADS = "berlin - brest - minsk - urals, minsk - suez"
SUPPLY = {"axis": "berlin", "soviet": "urals", "western": "suez"}


def fight(units: dict[str, Any], *cards: str, **more: Any) -> Scene:
    """A battle for Minsk from Brest by the Axis, or for Brest from Minsk by the Allies, with cards in the hands."""
    side = more.get("side", "axis")
    origin, target = ("brest", "minsk") if side == "axis" else ("minsk", "brest")
    hands = {
        f"{each}-hand": [card for card in cards if card.startswith(each)]
        for each in ("axis", "allied")
        if any(card.startswith(each) for card in cards)
    }
    given = {"axis": "berlin brest", "supply": SUPPLY, "combat": origin, "pools": hands, "results": ["0/0"]}
    scene = battle(ROADS, units, **{**given, **more})
    attackers = [unit for unit in units if scene.place(unit) == origin and scene.unit(unit).side == side]
    return scene.play(*attack(target, *attackers))


def modifier(units: dict[str, Any], card: str, **more: Any) -> int | None:
    """What a card adds to the die of its side in a battle; None where it cannot be played."""
    scene = fight(units, card, **more)
    if f"play-combat-card {card}" not in scene.choices("play-combat-card"):
        return None
    scene = scene.rolling(1, 1).play(f"play-combat-card {card}")
    shots = scene.told("shots-fired")[0]
    attacking = card.startswith(more.get("side", "axis"))
    return int((shots.attack_modified if attacking else shots.defence_modified) - 1)


def test_the_registry_holds_every_combat_card() -> None:
    game = battle(ROADS, {}).game
    assert set(COMBAT_CARDS) == {card for card, each in game.materials.cards.items() if each.combat}


# Playing cards


GERMANS, SOVIETS = {"ge-16-army": "brest"}, {"su-west-front": "minsk"}


@pytest.mark.rule("barbarossa-to-berlin:7.6.4", "barbarossa-to-berlin:11.2")
def test_the_attacker_plays_first_and_then_the_defender() -> None:
    scene = fight(GERMANS | SOVIETS, "axis-49", "allied-10", "allied-17")
    assert scene.menu.side == "axis"
    assert scene.refused("play-combat-card allied-10") == "7.6.4"
    answer = scene.play("play-combat-card axis-49")
    assert answer.menu.side == "allied"
    assert set(answer.choices("play-combat-card")) == {"play-combat-card allied-10", "play-combat-card allied-17"}
    both = answer.rolling(2, 2).play("play-combat-card allied-10", "play-combat-card allied-17")
    shots = both.told("shots-fired")[0]
    assert (shots.attack_modified, shots.defence_modified) == (3, 4)


@pytest.mark.rule("barbarossa-to-berlin:7.6.4")
def test_nobody_has_to_play_a_card_and_who_has_none_is_not_asked() -> None:
    scene = fight(GERMANS | SOVIETS, "allied-10")
    assert scene.menu.side == "allied"
    silent = scene.rolling(1, 1).play("done")
    assert silent.told("shots-fired")[0].defence_modified == 1
    assert silent.state.pool("allied-hand") == ("allied-10",)
    assert fight(GERMANS | SOVIETS).told("shots-fired")


@pytest.mark.rule("barbarossa-to-berlin:7.6.4")
def test_a_card_that_had_to_be_shown_is_played_like_any_other() -> None:
    scene = fight(GERMANS | SOVIETS, pools={"allied-shown": ["allied-10"]}, results=["0/1"])
    played = scene.play("play-combat-card allied-10")
    assert (played.state.pool("allied-shown"), played.state.pool("allied-played")) == ((), ("allied-10",))


@pytest.mark.rule("barbarossa-to-berlin:7.6.4")
def test_other_cards_are_no_combat_cards() -> None:
    scene = fight(GERMANS | SOVIETS, "allied-10", "allied-22")
    assert scene.refused("play-combat-card allied-22") == "7.6.4"


@pytest.mark.rule("barbarossa-to-berlin:7.6.4/a")
def test_the_winner_keeps_his_cards_and_the_loser_discards_them() -> None:
    for result, axis, allied in (
        ("1/0", "kept", "discarded"),
        ("0/1", "discarded", "kept"),
        ("1/1", *["discarded"] * 2),
    ):
        panzers = {"ge-2-panzer-army": "brest"}
        scene = fight(panzers | SOVIETS, "axis-41", "allied-10", results=[result])
        fought = scene.play("play-combat-card axis-41", "play-combat-card allied-10")
        fates = {event.card: event.fate for event in fought.told("combat-card-laid-down")}
        assert fates == {"axis-41": axis, "allied-10": allied}
        assert ("axis-41" in fought.state.pool("axis-played")) == (axis == "kept")
        assert ("allied-10" in fought.state.pool("allied-table")) == (allied == "discarded")


@pytest.mark.rule("barbarossa-to-berlin:7.6.4/b")
@pytest.mark.parametrize("result", ["1/0", "0/1"])
def test_a_card_with_an_asterisk_leaves_the_game_won_or_lost(result: str) -> None:
    scene = fight(GERMANS | SOVIETS, "axis-49", results=[result]).play("play-combat-card axis-49")
    assert scene.state.pool("axis-removed")[-1:] == ("axis-49",)


@pytest.mark.rule("barbarossa-to-berlin:7.6.4/c")
def test_a_kept_card_serves_again_but_once_a_round() -> None:
    units = {"ge-2-panzer-army": "brest", "ge-3-panzer-army": "brest", "su-army-1": "minsk", "su-army-2": "kiev"}
    pools = {"axis-played": ["axis-41"]}
    scene = battle(
        "berlin - brest - minsk - urals - suez, brest - kiev - urals",
        units,
        axis="berlin brest",
        supply=SUPPLY,
        combat="brest",
        pools=pools,
        results=["1/0", "0/0"],
    ).play(*attack("minsk", "ge-2-panzer-army"))
    used = scene.play("play-combat-card axis-41")
    assert used.told("combat-card-played")[0].again is True
    won = used.play("take-loss su-army-1", "retreat su-army-1 urals", "done")
    assert won.state.pool("axis-played") == ("axis-41",)
    second = won.play(*attack("kiev", "ge-3-panzer-army"))
    assert len(second.told("shots-fired")) == 2
    assert len(second.told("combat-card-played")) == 1


@pytest.mark.rule("barbarossa-to-berlin:7.6.4/c")
def test_a_kept_card_is_lost_with_a_battle() -> None:
    panzers = {"ge-2-panzer-army": "brest"}
    scene = fight(panzers | SOVIETS, pools={"axis-played": ["axis-41"]}, results=["0/1"])
    assert scene.play("play-combat-card axis-41").state.pool("axis-table") == ("axis-41",)


@pytest.mark.rule("barbarossa-to-berlin:13.4.3")
def test_defenders_out_of_supply_have_no_use_of_cards() -> None:
    cut = fight(GERMANS | SOVIETS, "allied-10", "axis-49", supply={"axis": "berlin"})
    assert cut.menu.side == "axis"
    assert cut.play("done").told("shots-fired")
    attackers = fight(GERMANS | SOVIETS, "axis-49", supply={"soviet": "urals"})
    assert attackers.choices("play-combat-card") == ("play-combat-card axis-49",)


# Each card


BRITISH = {"br-desert-army": "minsk"}
PANZER_IN, PANZER_OUT = {"ge-panzer-army-africa": "brest"}, {"ge-panzer-corps-1": "brest"}
DESERT = {"brest": "desert", "minsk": "desert"}
AFRICA = {"egypt": "brest minsk"}


@pytest.mark.rule("barbarossa-to-berlin:card.allied.8")
def test_fortified_boxes() -> None:
    assert modifier(PANZER_IN | BRITISH, "allied-08", terrain=DESERT) == 1
    assert modifier(PANZER_IN | BRITISH, "allied-08", terrain={"brest": "desert"}) is None
    assert modifier(PANZER_IN | BRITISH, "allied-08", terrain=DESERT, side="allied") is None


@pytest.mark.rule("barbarossa-to-berlin:card.allied.10")
def test_nkvd_boosts_morale() -> None:
    assert modifier(GERMANS | SOVIETS, "allied-10") == 1
    assert modifier(GERMANS | BRITISH, "allied-10") is None
    assert modifier(GERMANS | SOVIETS, "allied-10", side="allied") is None


@pytest.mark.rule("barbarossa-to-berlin:card.allied.17")
def test_zhukov() -> None:
    assert modifier(GERMANS | SOVIETS, "allied-17") == 1
    assert modifier(GERMANS | SOVIETS, "allied-17", side="allied") == 1
    assert modifier(GERMANS | BRITISH, "allied-17", side="allied") is None


@pytest.mark.rule("barbarossa-to-berlin:card.allied.18")
def test_t_34() -> None:
    tanks = {"su-tank-army-1": "minsk", "su-army-1": "minsk"}
    assert modifier(GERMANS | tanks, "allied-18") == 1
    assert modifier(GERMANS | tanks, "allied-18", side="allied") == 1
    assert modifier(GERMANS | SOVIETS, "allied-18", side="allied") is None
    assert modifier(GERMANS | {"su-1-baltic-front": "minsk reduced"}, "allied-18", side="allied") is None
    american = {"us-1-army": "minsk"}
    assert modifier(GERMANS | american, "allied-18", side="allied") is None


@pytest.mark.rule("barbarossa-to-berlin:card.allied.20")
def test_paradrop() -> None:
    assert modifier(GERMANS | SOVIETS, "allied-20", side="allied") == 1
    assert modifier(GERMANS | SOVIETS, "allied-20") is None
    used = fight(GERMANS | SOVIETS, "allied-20", "allied-17", side="allied", values={"turn-used-allied-20": True})
    assert used.refused("play-combat-card allied-20") == "card.allied.20"
    once = fight(GERMANS | SOVIETS, "allied-20", side="allied").play("play-combat-card allied-20")
    assert once.state.values["turn-used-allied-20"] is True


@pytest.mark.rule("barbarossa-to-berlin:card.axis.10")
def test_desert_fox() -> None:
    assert modifier(PANZER_IN | BRITISH, "axis-10", terrain={"minsk": "desert"}) == 1
    assert modifier(PANZER_IN | BRITISH, "axis-10", terrain={"brest": "desert"}, side="allied") == 1
    assert modifier(PANZER_IN | BRITISH, "axis-10", terrain={"brest": "desert"}) is None
    assert modifier({"it-mech-corps": "brest"} | BRITISH, "axis-10", terrain=DESERT) is None


@pytest.mark.rule("barbarossa-to-berlin:card.axis.18")
def test_devils_gardens() -> None:
    units = {"it-corps-1": "brest", "it-corps-2": "brest"} | BRITISH
    given: dict[str, Any] = {"side": "allied", "terrain": DESERT, "countries": AFRICA, "dice": [6, 1], "results": []}
    plain = fight(units, **given)
    assert plain.told("shots-fired")[0].attack_column == "3"
    mined = fight(units, "axis-18", **given).play("play-combat-card axis-18")
    assert mined.told("shots-fired")[0].attack_column == "2"
    losing = fight(units, "axis-18", **{**given, "results": ["1/0"]}).play("play-combat-card axis-18")
    assert losing.play("take-loss it-corps-1").choices("stand-and-lose")
    assert modifier(units, "axis-18", side="allied", terrain={"minsk": "desert"}) is None
    assert modifier(units, "axis-18", terrain=DESERT) is None


@pytest.mark.rule("barbarossa-to-berlin:card.axis.18", "barbarossa-to-berlin:11.5.2")
def test_devils_gardens_end_an_advance_like_mountains() -> None:
    units = {"ge-corps-1": "brest reduced", "us-corps-1": "minsk", "us-corps-2": "minsk"}
    roads = "rome - berlin - brest - minsk - urals"
    given: dict[str, Any] = {
        "axis": "berlin brest rome",
        "supply": {"axis": "rome", "western": "urals"},
        "side": "allied",
        "combat": "minsk",
        "terrain": DESERT,
        "countries": {"egypt": "brest minsk", "italy": "berlin"},
        "pools": {"axis-hand": ["axis-18"]},
        "results": ["2/0"],
    }
    scene = battle(roads, units, **given).play(*attack("brest", "us-corps-1", "us-corps-2"))
    for choice, further in (("done", True), ("play-combat-card axis-18", False)):
        cleared = scene.play(choice, "take-loss ge-corps-1", "advance us-corps-1 brest")
        assert cleared.allows("advance us-corps-1 berlin") is further


@pytest.mark.rule("barbarossa-to-berlin:card.axis.30")
def test_kesselring() -> None:
    italy = {"italy": "brest"}
    assert modifier(GERMANS | BRITISH, "axis-30", side="allied", countries=italy) == 1
    assert modifier({"it-corps-1": "brest"} | BRITISH, "axis-30", side="allied", countries=italy) is None
    assert modifier(GERMANS | BRITISH, "axis-30", side="allied") is None
    assert modifier(GERMANS | BRITISH, "axis-30", countries={"italy": "minsk"}) is None


@pytest.mark.rule("barbarossa-to-berlin:card.axis.41")
def test_panther() -> None:
    assert modifier(PANZER_OUT | SOVIETS, "axis-41") == 1
    assert modifier(PANZER_OUT | SOVIETS, "axis-41", side="allied") == 1
    assert modifier(GERMANS | SOVIETS, "axis-41") is None
    mixed = {**PANZER_OUT, "ge-16-army": "brest"}
    assert modifier(mixed | SOVIETS, "axis-41") == 1
    assert modifier(PANZER_OUT | SOVIETS, "axis-41", supply={"soviet": "urals"}) is None


@pytest.mark.rule("barbarossa-to-berlin:card.axis.42")
def test_tiger() -> None:
    assert modifier(PANZER_OUT | SOVIETS, "axis-42", side="allied") == 1
    assert modifier(PANZER_OUT | SOVIETS, "axis-42") is None
    assert modifier(GERMANS | SOVIETS, "axis-42", side="allied") is None


@pytest.mark.rule("barbarossa-to-berlin:card.axis.43")
def test_panzerfaust_takes_a_step_before_the_fire() -> None:
    tanks = {"su-tank-army-1": "minsk", "su-1-baltic-front": "minsk", "su-army-1": "minsk"}
    scene = fight(GERMANS | tanks, "axis-43", side="allied").play("play-combat-card axis-43")
    assert scene.menu.side == "axis"
    assert set(scene.choices("take-loss")) == {"take-loss su-tank-army-1", "take-loss su-1-baltic-front"}
    assert scene.refused("take-loss su-army-1") == "card.axis.43"
    hit = scene.play("take-loss su-1-baltic-front")
    assert hit.unit("su-1-baltic-front").step == 1
    assert hit.told("shots-fired")[0].attack == 3 + 3 + 2
    assert hit.state.pool("axis-removed")[-1:] == ("axis-43",)


@pytest.mark.rule("barbarossa-to-berlin:card.axis.43")
def test_panzerfaust_may_end_an_attack_before_it_begins() -> None:
    scene = fight(GERMANS | {"su-tank-army-1": "minsk reduced"}, "axis-43", side="allied")
    over = scene.play("play-combat-card axis-43")
    assert over.place("su-tank-army-1") == "allied-eliminated"
    assert not over.told("shots-fired")
    assert over.unit("ge-16-army").step == 0


@pytest.mark.rule("barbarossa-to-berlin:card.axis.43")
def test_panzerfaust_needs_a_mechanised_soviet_attacker() -> None:
    assert modifier(GERMANS | SOVIETS, "axis-43", side="allied") is None
    assert modifier(GERMANS | {"us-1-army": "minsk"}, "axis-43", side="allied") is None
    assert modifier(GERMANS | {"su-tank-army-1": "minsk"}, "axis-43") is None


@pytest.mark.rule("barbarossa-to-berlin:card.axis.44")
def test_volkssturm() -> None:
    home = {"germany": "brest"}
    assert modifier({"hu-corps-1": "brest"} | SOVIETS, "axis-44", side="allied", countries=home) == 1
    assert modifier(GERMANS | SOVIETS, "axis-44", side="allied") is None
    assert modifier(GERMANS | SOVIETS, "axis-44", countries={"germany": "brest minsk"}) is None


@pytest.mark.rule("barbarossa-to-berlin:card.axis.47")
def test_model() -> None:
    assert modifier(GERMANS | SOVIETS, "axis-47", side="allied") == 1
    assert modifier(GERMANS | SOVIETS, "axis-47") is None
    assert modifier({"ro-3-army": "brest"} | SOVIETS, "axis-47", side="allied") is None


@pytest.mark.rule("barbarossa-to-berlin:card.axis.48")
def test_heinrici() -> None:
    assert modifier(GERMANS | SOVIETS, "axis-48", side="allied") == 1
    assert modifier(GERMANS | BRITISH, "axis-48", side="allied") is None
    assert modifier(GERMANS | SOVIETS, "axis-48") is None


@pytest.mark.rule("barbarossa-to-berlin:card.axis.49")
def test_weichs() -> None:
    assert modifier(GERMANS | SOVIETS, "axis-49") == 1
    assert modifier(GERMANS | BRITISH, "axis-49") is None
    assert modifier({"ro-3-army": "brest"} | SOVIETS, "axis-49") is None
    assert modifier(GERMANS | SOVIETS, "axis-49", side="allied") is None
