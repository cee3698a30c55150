"""11.3: losses by loss factor, corps in the place of armies, and the Southwest Front first."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rulesets.barbarossa_to_berlin.combat.losses import Ledger
from tests.engine.rulesets.barbarossa_to_berlin.battlefields import attack, battle
from tests.helpers.positions import Scene

ROADS = "berlin - brest - minsk - urals, berlin - kovno - minsk"
SUPPLY = {"axis": "berlin", "soviet": "urals"}


def german_losses(units: dict[str, str], losses: int, **more: Any) -> Scene:
    """Germans in Brest who have to take losses from a Soviet attack that does not win."""
    attackers = {"su-1-baltic-front": "minsk", "su-2-baltic-front": "minsk"}
    scene = battle(
        ROADS,
        {**units, **attackers},
        **{
            "axis": "berlin brest",
            "supply": SUPPLY,
            "combat": "minsk",
            "side": "allied",
            "results": [f"{losses}/{losses}"],
            **more,
        },
    )
    return scene.play(*attack("brest", "su-1-baltic-front", "su-2-baltic-front"))


def soviet_losses(units: dict[str, str], losses: int, **more: Any) -> Scene:
    """Soviets who attack from Minsk and have to take losses; the Germans take none."""
    scene = battle(
        ROADS,
        {"ge-16-army": "brest", **units},
        **{"axis": "berlin brest", "supply": SUPPLY, "combat": "minsk", "side": "allied", **more},
        results=[f"0/{losses}"],
    )
    return scene.play(*attack("brest", *(unit for unit, at in units.items() if at.startswith("minsk"))))


@pytest.mark.rule("barbarossa-to-berlin:11.3", "barbarossa-to-berlin:11.3.1")
def test_the_example_of_five_losses_on_a_full_and_a_reduced_army() -> None:
    units = {"ge-16-army": "brest", "ge-18-army": "brest reduced", "ge-corps-1": "axis-reserve"}
    scene = german_losses(units, 5)
    assert scene.menu.side == "axis"
    assert scene.choices("take-loss") == ("take-loss ge-18-army",)
    replaced = scene.play("take-loss ge-18-army")
    assert replaced.place("ge-corps-1") == "brest"
    assert replaced.place("ge-18-army") == "axis-eliminated"
    assert replaced.choices("take-loss") == ("take-loss ge-corps-1",)
    done = replaced.play("take-loss ge-corps-1", "take-loss ge-corps-1")
    assert done.place("ge-corps-1") == "axis-eliminated"
    assert done.unit("ge-16-army").step == 0
    assert done.menu.side == "allied"


@pytest.mark.rule("barbarossa-to-berlin:11.3")
def test_without_a_corps_in_reserve_less_can_be_taken_and_the_army_is_gone() -> None:
    scene = german_losses({"ge-16-army": "brest", "ge-18-army": "brest reduced"}, 5)
    assert set(scene.choices("take-loss")) == {"take-loss ge-16-army", "take-loss ge-18-army"}
    done = scene.play("take-loss ge-18-army")
    assert done.place("ge-18-army") == "removed"
    assert done.menu.side == "allied"


@pytest.mark.rule("barbarossa-to-berlin:11.3")
def test_losses_are_never_taken_beyond_the_number() -> None:
    scene = german_losses({"ge-16-army": "brest", "ge-panzer-corps-1": "brest", "ge-corps-1": "brest"}, 2)
    assert set(scene.choices("take-loss")) == {"take-loss ge-panzer-corps-1", "take-loss ge-corps-1"}
    one = scene.play("take-loss ge-corps-1")
    assert one.choices("take-loss") == ("take-loss ge-corps-1",)
    spared = german_losses({"ge-16-army": "brest"}, 2)
    assert not spared.choices("take-loss")
    assert not spared.told("step-lost")


@pytest.mark.rule("barbarossa-to-berlin:11.3")
def test_the_loss_factor_is_that_of_the_face_shown() -> None:
    scene = battle(
        "berlin - calais - paris",
        {"ge-16-army": "calais", "ge-2-panzer-army": "calais", "br-corps-1": "paris", "br-corps-2": "paris reduced"},
        axis="berlin calais",
        countries={"france": "calais paris"},
        supply={"axis": "berlin", "western": "paris"},
        combat="calais",
        results=["3/3"],
    ).play(*attack("paris", "ge-16-army", "ge-2-panzer-army"))
    assert set(scene.choices("take-loss")) == {"take-loss br-corps-1", "take-loss br-corps-2"}
    reduced = scene.play("take-loss br-corps-1")
    assert set(reduced.choices("take-loss")) == {"take-loss br-corps-1", "take-loss br-corps-2"}
    assert reduced.play("take-loss br-corps-1").place("br-corps-1") == "allied-eliminated"


@pytest.mark.rule("barbarossa-to-berlin:11.3")
def test_the_defender_takes_his_losses_first() -> None:
    scene = german_losses({"ge-16-army": "brest"}, 3)
    assert scene.menu.side == "axis"
    after = scene.play("take-loss ge-16-army")
    assert after.menu.side == "allied"
    assert set(after.choices("take-loss")) == {"take-loss su-1-baltic-front", "take-loss su-2-baltic-front"}


@pytest.mark.rule("barbarossa-to-berlin:11.3", "barbarossa-to-berlin:11.1")
def test_units_that_did_not_attack_take_no_losses() -> None:
    units = {"su-1-baltic-front": "minsk", "su-army-1": "minsk"}
    scene = battle(
        ROADS,
        {"ge-16-army": "brest", **units},
        axis="berlin brest",
        supply=SUPPLY,
        combat="minsk",
        side="allied",
        results=["0/4"],
    ).play(*attack("brest", "su-1-baltic-front"))
    assert scene.choices("take-loss") == ("take-loss su-1-baltic-front",)
    assert scene.play("take-loss su-1-baltic-front").unit("su-army-1").step == 0


@pytest.mark.rule("barbarossa-to-berlin:11.3.1")
def test_a_whole_corps_comes_before_a_reduced_one() -> None:
    units = {
        "ge-16-army": "brest reduced",
        "ge-corps-1": "axis-reserve reduced",
        "ge-corps-2": "axis-reserve",
        "ge-panzer-corps-1": "axis-reserve",
    }
    assert german_losses(units, 3).play("take-loss ge-16-army").stack("brest") == ("ge-corps-2",)
    del units["ge-corps-2"]
    assert german_losses(units, 3).play("take-loss ge-16-army").stack("brest") == ("ge-corps-1",)


@pytest.mark.rule("barbarossa-to-berlin:11.3.1")
@pytest.mark.parametrize(
    ("army", "corps", "wrong"),
    [
        ("ge-2-panzer-army", "ge-panzer-corps-1", "ge-ss-panzer-corps-1"),
        ("ge-6-ss-panzer-army", "ge-ss-panzer-corps-1", "ge-panzer-corps-1"),
        ("ge-panzer-army-africa", "ge-panzer-corps-1", "ge-corps-1"),
        ("ge-4-army", "ge-corps-1", "ge-panzer-corps-1"),
        ("ro-3-army", "ro-corps-1", "hu-corps-1"),
    ],
)
def test_each_army_has_its_own_kind_of_corps(army: str, corps: str, wrong: str) -> None:
    units = {army: "brest reduced", corps: "axis-reserve", wrong: "axis-reserve"}
    scene = german_losses(units, 3).play(f"take-loss {army}")
    assert scene.stack("brest") == (corps,)


@pytest.mark.rule("barbarossa-to-berlin:11.3.1")
def test_a_front_is_replaced_by_an_infantry_army() -> None:
    units = {
        "su-1-baltic-front": "minsk reduced",
        "su-tank-army-1": "allied-reserve",
        "su-shock-army-1": "allied-reserve",
        "su-army-1": "allied-reserve",
    }
    scene = soviet_losses(units, 3).play("take-loss su-1-baltic-front")
    assert scene.stack("minsk") == ("su-army-1",)


@pytest.mark.rule("barbarossa-to-berlin:11.3.1")
def test_two_armies_cannot_both_count_on_one_corps() -> None:
    units = {"ge-16-army": "brest reduced", "ge-18-army": "brest reduced", "ge-corps-1": "axis-reserve"}
    six = german_losses(units, 6)
    assert six.play("take-loss ge-16-army", "take-loss ge-18-army").place("ge-18-army") == "removed"
    five = german_losses(units, 5).play("take-loss ge-16-army")
    assert five.choices("take-loss") == ("take-loss ge-corps-1",)


@pytest.mark.rule("barbarossa-to-berlin:11.3.2")
def test_the_southwest_front_loses_the_first_step_when_it_attacks() -> None:
    units = {"su-southwest-front": "minsk", "su-west-front": "minsk", "su-army-1": "minsk"}
    scene = soviet_losses(units, 4)
    assert scene.choices("take-loss") == ("take-loss su-southwest-front",)
    assert scene.play("take-loss su-southwest-front").choices("take-loss") == ("take-loss su-army-1",)


@pytest.mark.rule("barbarossa-to-berlin:11.3.2/a")
def test_the_southwest_front_is_spared_what_does_not_reach_its_factor() -> None:
    units = {"su-southwest-front": "minsk", "su-army-1": "minsk"}
    assert soviet_losses(units, 2).choices("take-loss") == ("take-loss su-army-1",)


@pytest.mark.rule("barbarossa-to-berlin:11.3.2/b")
def test_in_defence_the_southwest_front_is_like_any_other() -> None:
    scene = battle(
        ROADS,
        {"ge-16-army": "brest", "ge-2-panzer-army": "brest", "su-southwest-front": "minsk", "su-west-front": "minsk"},
        axis="berlin brest",
        supply=SUPPLY,
        combat="brest",
        results=["3/3"],
    ).play(*attack("minsk", "ge-16-army", "ge-2-panzer-army"))
    assert set(scene.choices("take-loss")) == {"take-loss su-southwest-front", "take-loss su-west-front"}


BODIES = st.lists(
    st.sampled_from(
        [
            ("german-army", 0), ("german-army", 1), ("german-panzer-army", 1), ("german-corps", 0), ("german-corps", 1),
            ("german-panzer-corps", 0), ("german-panzer-corps", 1),
        ]
    ),
    min_size=1,
    max_size=4,
)  # fmt: skip
RESERVES = st.lists(st.sampled_from([("german-corps", 0), ("german-corps", 1), ("german-panzer-corps", 0)]), max_size=3)


@given(bodies=BODIES, reserve=RESERVES, losses=st.integers(0, 6))
def test_what_is_taken_step_by_step_is_the_most_that_can_be_taken(
    bodies: list[tuple[str, int]], reserve: list[tuple[str, int]], losses: int
) -> None:
    ledger = Ledger(battle(ROADS, {}).game.materials)

    def slowly(standing: tuple[tuple[str, int], ...], waiting: tuple[tuple[str, int], ...], left: int) -> int:
        found = [0]
        for index, body in enumerate(standing):
            factor = ledger.factor(body)
            if factor <= left:
                found.append(factor + slowly(*ledger.after(standing, waiting, index), left - factor))
        return max(found)

    ordered, waiting = tuple(sorted(bodies)), tuple(sorted(reserve, key=lambda body: body[1]))
    best = ledger.most(ordered, waiting, losses)
    assert best == slowly(ordered, waiting, losses)
    assert best <= losses


# 11.3.1: which corps comes for a British army


AFRICA = "berlin - brest - minsk - urals"


def british_losses(units: dict[str, str], losses: int, **more: Any) -> Scene:
    """Western units in Minsk, wherever that may be, who have to take losses in an attack that does not win."""
    given: dict[str, Any] = {"axis": "berlin brest", "supply": {"axis": "berlin", "western": "urals"}}
    countries = {"countries": {"egypt": "minsk urals"}}
    scene = battle(
        AFRICA,
        {"ge-16-army": "brest", "ge-2-panzer-army": "brest", **units},
        **{**given, **countries, "combat": "brest", "side": "axis", "results": [f"{losses}/{losses}"], **more},
    )
    return scene.play(*attack("minsk", "ge-16-army", "ge-2-panzer-army"))


@pytest.mark.rule("barbarossa-to-berlin:11.3.1")
def test_for_a_british_army_the_owner_chooses_between_british_and_commonwealth_corps() -> None:
    units = {"br-2-army": "minsk reduced", "br-corps-1": "allied-reserve", "cw-corps-1": "allied-reserve"}
    scene = british_losses({**units, "cw-corps-2": "allied-reserve"}, 3)
    assert scene.choices("take-loss") == ("take-loss br-2-army",)
    assert scene.choices("send-corps") == ("send-corps br-2-army cw-corps-1",)
    assert scene.play("take-loss br-2-army").stack("minsk") == ("br-corps-1",)
    after = scene.play("send-corps br-2-army cw-corps-1")
    assert after.stack("minsk") == ("cw-corps-1",)
    assert after.place("br-2-army") == "allied-eliminated"
    worn = british_losses({**units, "cw-corps-1": "allied-reserve reduced"}, 3)
    assert not worn.choices("send-corps")
    whole = british_losses({**units, "br-2-army": "minsk"}, 3)
    assert not whole.choices("send-corps")


@pytest.mark.rule("barbarossa-to-berlin:11.3.1", "barbarossa-to-berlin:11.3")
def test_the_corps_that_a_canadian_army_needs_is_not_sent_for_another() -> None:
    units = {"br-2-army": "minsk reduced", "cw-1-canadian-army": "minsk reduced"}
    reserve = {"br-corps-1": "allied-reserve", "cw-corps-1": "allied-reserve"}
    assert not british_losses({**units, **reserve}, 12).choices("send-corps")
    both = british_losses({**units, **reserve, "cw-corps-2": "allied-reserve"}, 12)
    assert both.choices("send-corps") == ("send-corps br-2-army cw-corps-1",)


@pytest.mark.rule("barbarossa-to-berlin:11.3.1", "barbarossa-to-berlin:11.1/b")
def test_the_corps_that_comes_for_an_attacker_has_fought_with_it() -> None:
    scene = battle(
        "berlin - brest - minsk - urals, brest - kovno - urals",
        {
            "ge-16-army": "brest reduced",
            "ge-18-army": "brest",
            "ge-corps-1": "axis-reserve",
            "su-west-front": "minsk",
            "su-don-front": "kovno",
        },
        axis="berlin brest",
        supply=SUPPLY,
        combat="brest",
        results=["0/3"],
    )
    after = scene.play(*attack("minsk", "ge-16-army"), "take-loss ge-16-army")
    assert after.place("ge-corps-1") == "brest"
    again = after.play("declare-attack kovno")
    assert again.allows("add-attacker ge-18-army")
    assert again.refused("add-attacker ge-corps-1") == "11.1"


@pytest.mark.rule("barbarossa-to-berlin:11.3")
def test_a_unit_outside_the_battle_is_told_to_be_outside_it() -> None:
    roads = "berlin - brest - minsk - urals, brest - riga"
    lines: dict[str, Any] = {"axis": "berlin brest", "supply": {"axis": "berlin", "soviet": "urals"}}
    units = {"ge-16-army": "brest", "su-west-front": "minsk", "su-army-1": "minsk", "su-don-front": "riga"}
    scene = battle(roads, units, combat="brest", results=["3/0"], **lines).play(*attack("minsk", "ge-16-army"))
    for unit, key in (("su-don-front", "loss-not-in-battle"), ("ge-16-army", "loss-not-in-battle")):
        refusal = scene.game.explain(scene.state, scene.action(f"take-loss {unit}"))
        assert refusal is not None
        assert (refusal.rule, refusal.message.key) == ("11.3", f"refusal.btb.{key}")
