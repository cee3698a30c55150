"""7.9.1 to 7.9.6 and 15.7: how units lose steps, and which of them come back."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rulesets.red_star_rising.factors import steps_left
from tests.engine.rulesets.red_star_rising.battles import ONE_STEP, fought, marked, short
from tests.helpers.positions import Scene


def lost(units: dict[str, Any], **more: Any) -> Scene:
    """The units in 0504 are eliminated by an attack."""
    side = more.pop("side", "axis")
    attacker: dict[str, Any] = {"pz": "0404"} if side == "axis" else {"mech": "0404"}
    return fought({**attacker, **units}, "0504", next(iter(attacker)), "DE", side=side, **more)


# 7.9


@pytest.mark.rule("red-star-rising:7.9.1")
@pytest.mark.parametrize(
    ("unit", "placed", "steps"),
    [
        ("pz", {}, 4), ("pz", {"step": 1}, 3), ("pzkg", {}, 2), ("kg", {"step": 1}, 1), ("div", {}, 1), ("ita", {}, 2),
        ("rifle", {}, 1), ("army", {"values": {"marker": "c-27"}}, 2), ("army", {"values": {"marker": "c-07"}}, 1),
        ("factory", {}, 1),
    ],
)  # fmt: skip
def test_units_have_one_to_four_steps(unit: str, placed: dict[str, Any], steps: int) -> None:
    units = {unit: {"at": "0201", **placed}, "pz-2": "0404", "rifle-2": "0504"}
    scene = fought(units, "0504", "pz-2", "NE")
    assert steps_left(scene.game.materials, scene.unit(unit)) == steps


def worn(losses: int, **units: Any) -> Scene:
    """An armoured corps that has lost steps to a result."""
    scene = fought({"pz": "0404", "army": marked("0504"), **units}, "0504", "pz", f"A{losses}")
    for _ in range(losses):
        scene = scene.play(scene.choices("take-loss")[0])
    return scene


def factors(scene: Scene, unit: str) -> tuple[int, int, int]:
    found = scene.ask("unit", unit).factors
    return found.attack.value, found.defence.value, found.movement.value


@pytest.mark.rule("red-star-rising:7.9.2")
def test_the_first_loss_turns_the_counter_over() -> None:
    after = worn(1)
    assert (after.unit("pz").step, factors(after, "pz")) == (1, (7, 6, 7))


@pytest.mark.rule("red-star-rising:7.9.2")
def test_the_back_of_a_strength_marker_is_the_second_step_of_an_army() -> None:
    after = fought({"pz": "0404", "army": marked("0504")}, "0504", "pz", "D1").play("take-loss army")
    assert factors(after, "army")[:2] == (1, 2)


@pytest.mark.rule("red-star-rising:7.9.3", "red-star-rising:7.9.4")
@pytest.mark.parametrize(
    ("corps", "group", "faces"),
    [
        ("pz", "pzkg", [(9, 8, 7), (7, 6, 7), (4, 3, 8), (2, 1, 8)]),
        ("inf", "kg", [(5, 7, 4), (3, 5, 4), (2, 3, 5), (1, 1, 5)]),
    ],
)
def test_the_four_steps_of_german_corps_are_those_of_the_rulebook(
    corps: str, group: str, faces: list[tuple[int, int, int]]
) -> None:
    units = {corps: "0404", group: "breakdown", "rifle": "0504", "army": marked("0505")}
    scene = fought(units, "0504", corps, "A3")
    seen = [factors(scene, corps)]
    for now in (corps, group, group):
        scene = scene.play(scene.choices("take-loss")[0])
        seen.append(factors(scene, now))
    assert seen == faces


@pytest.mark.rule("red-star-rising:7.9.3", "red-star-rising:7.9.4")
def test_a_corps_is_worn_down_to_a_kampfgruppe_step_by_step() -> None:
    after = worn(2, pzkg="breakdown")
    assert (after.place("pz"), after.place("pzkg"), factors(after, "pzkg")) == ("breakdown", "0404", (4, 3, 8))
    assert [told.by for told in after.told("unit-replaced")] == ["pzkg"]
    third = worn(3, pzkg="breakdown")
    assert factors(third, "pzkg") == (2, 1, 8)


@pytest.mark.rule("red-star-rising:7.9.4")
def test_the_fourth_loss_is_the_end_of_it() -> None:
    units = {"pzkg": {"at": "0404", "step": 1}, "army": marked("0504")}
    after = fought(units, "0504", "pzkg", "A1").play("take-loss pzkg")
    assert after.place("pzkg") == "breakdown"


@pytest.mark.rule("red-star-rising:7.9.4")
def test_the_kampfgruppe_has_the_marks_of_its_corps() -> None:
    after = worn(2, pz={"at": "0404", "marks": ["lacking"]}, pzkg="breakdown", rifle="0301", inf="0302")
    assert {"lacking", "fought"} <= after.unit("pzkg").marks
    assert not after.unit("pz").marks


@pytest.mark.rule("red-star-rising:7.9.5")
def test_without_a_counter_the_corps_is_lost() -> None:
    after = worn(2)
    assert (after.place("pz"), after.unit("pz").step) == ("breakdown", 0)
    assert worn(2, kg="breakdown").place("kg") == "breakdown"


@pytest.mark.rule("red-star-rising:7.9.5", "red-star-rising:7.15.4")
def test_and_that_counts_one_step() -> None:
    beaten = {"mech": "0404", "inf": {"at": "0504", "step": 1}}
    after = fought(beaten, "0504", "mech", "D2", side="soviet").play("take-loss inf")
    assert after.place("inf") == "breakdown"
    assert after.play("advance mech 0504").allows("advance mech 0604")


@pytest.mark.rule("red-star-rising:7.9.6", "red-star-rising:17.2.4")
@pytest.mark.parametrize("unit", ["pz-2", "inf", "mtn", "kg", "div"])
def test_german_units_are_money_in_the_bank(unit: str) -> None:
    assert lost({unit: "0504"}, side="soviet").place(unit) == "breakdown"


@pytest.mark.rule("red-star-rising:7.9.6", "red-star-rising:7.9.6/a")
@pytest.mark.parametrize("unit", ["ita", "itc", "hun", "rom", "fin"])
def test_allies_of_the_germans_are_gone(unit: str) -> None:
    after = lost({unit: {"at": "0504", "step": 1}}, side="soviet")
    assert after.place(unit) == "axis-eliminated"


@pytest.mark.rule("red-star-rising:7.9.6", "red-star-rising:7.9.6/b")
def test_security_divisions_are_gone() -> None:
    assert lost({"sec": "0504"}, side="soviet").place("sec") == "axis-eliminated"


@pytest.mark.rule("red-star-rising:7.9.6", "red-star-rising:7.9.6/c")
def test_siege_artillery_is_gone() -> None:
    assert lost({"siege": "0504"}, side="soviet").place("siege") == "axis-eliminated"


@pytest.mark.rule("red-star-rising:7.9.6", "red-star-rising:7.9.6/d", "red-star-rising:7.11.2")
def test_an_air_base_gone_for_good_takes_its_fleet_along() -> None:
    ring = {"mech-1": "0502", "mech-2": "0703", "mech-3": "0605"}
    base = {"base": short("0504"), "fleet": {"at": "0202", "values": {"base": "base"}}}
    asked = fought({"mech": "0404", **base, **ring}, "0504", "mech", "D1", side="soviet")
    after = asked.play("fall-back")
    assert (after.place("base"), after.place("fleet")) == ("axis-eliminated", "axis-eliminated")


@pytest.mark.rule("red-star-rising:7.9.6", "red-star-rising:7.9.6/e")
def test_cornered_partisans_are_gone() -> None:
    everywhere = {f"sec-{n}": at for n, at in enumerate(("0203", "0206", "0406", "0606", "0803", "0806", "0601"))}
    units = {"pz": "0404", "rifle": "0504", "partisan": "0604", **everywhere}
    after = fought(units, "0504", "pz", "DE").play("advance pz 0504")
    assert after.place("partisan") == "soviet-eliminated"


@pytest.mark.rule("red-star-rising:7.9.6", "red-star-rising:7.9.6/f")
def test_guards_cavalry_is_gone() -> None:
    assert lost({"cav": "0504"}).place("cav") == "soviet-eliminated"


@pytest.mark.rule("red-star-rising:7.9.6", "red-star-rising:7.9.6/g")
def test_paratroops_are_gone() -> None:
    assert lost({"para": "0504"}).place("para") == "soviet-eliminated"


@pytest.mark.rule("red-star-rising:7.9.6", "red-star-rising:14.1.3")
def test_assets_go_to_their_own_box_and_leaders_to_theirs() -> None:
    after = lost({"factory": "0504", "leader": "0504", "rifle": "0504"})
    assert (after.place("factory"), after.place("leader")) == ("destroyed-assets", "leader-pool")


# 15.7


def until_offered(scene: Scene) -> Scene:
    """The scene when the phase in which an army was lost is over and its owner is asked about a corps."""
    while not scene.choices("take-corps"):
        scene = scene.play("done")
    return scene


def due(scene: Scene, unit: str) -> object:
    return scene.unit(unit).values.get("due")


@pytest.mark.rule("red-star-rising:15.7.1")
def test_an_air_base_returns_four_turns_later_with_its_fleet() -> None:
    units = {"base": "0504", "fleet": {"at": "0202", "values": {"base": "base"}}, "fleet-2": "0202"}
    after = lost(units, side="soviet", turn=3)
    assert (after.place("base"), due(after, "base"), after.place("fleet")) == ("axis-reinforcements", 7, "fleets")
    assert after.place("fleet-2") == "0202"
    assert [home.unit for home in after.told("fleet-returned")] == ["fleet"]


@pytest.mark.rule("red-star-rising:15.7.2")
def test_a_depot_returns_four_turns_later() -> None:
    after = lost({"depot": "0504"}, side="soviet", turn=3)
    assert (after.place("depot"), due(after, "depot")) == ("axis-reinforcements", 7)


@pytest.mark.rule("red-star-rising:15.7.3")
@pytest.mark.parametrize(("die", "turn"), [(1, 4), (3, 4), (4, 5), (6, 5)])
def test_a_headquarters_returns_next_turn_or_in_two(die: int, turn: int) -> None:
    after = lost({"hq": "0504"}, turn=3, dice=[die])
    assert (after.place("hq"), due(after, "hq")) == ("soviet-reinforcements", turn)
    axis = lost({"romhq": "0504"}, side="soviet", turn=3, dice=[die])
    assert (axis.place("romhq"), due(axis, "romhq")) == ("axis-reinforcements", turn)


@pytest.mark.rule("red-star-rising:15.7.4")
@pytest.mark.parametrize("unit", ["rifle", "mech", "marine"])
def test_corps_go_to_the_force_pool(unit: str) -> None:
    assert lost({unit: "0504"}).place(unit) == "force-pool"


ARMIES = [
    pytest.param("army", "c-07", "rifle", marks=pytest.mark.rule("red-star-rising:15.7.5")),
    pytest.param("tank", "a-09", "mech", marks=pytest.mark.rule("red-star-rising:15.7.6")),
]


@pytest.mark.parametrize(("army", "marker", "corps"), ARMIES)
@pytest.mark.parametrize(("die", "turn"), [(2, 7), (3, 9), (6, 15)])
def test_an_army_returns_after_twice_the_die(army: str, marker: str, corps: str, die: int, turn: int) -> None:
    after = lost({army: marked("0504", marker), corps: "force-pool"}, turn=3, dice=[die])
    assert (after.place(army), due(after, army)) == ("soviet-reinforcements", turn)
    assert after.place(corps) == "force-pool"
    assert "marker" not in after.unit(army).values


@pytest.mark.rule("red-star-rising:15.7.5/b", "red-star-rising:15.7.6/b")
@pytest.mark.parametrize(("army", "marker", "corps"), ARMIES)
def test_on_a_one_it_is_gone_and_a_corps_of_its_arm_comes(army: str, marker: str, corps: str) -> None:
    pool = {"rifle": "force-pool", "mech": "force-pool", "marine": "force-pool"}
    asked = until_offered(lost({army: marked("0504", marker), **pool}, turn=3, dice=[1]))
    assert asked.place(army) == "soviet-eliminated"
    assert [(told.unit, told.die) for told in asked.told("return-failed")] == [(army, 1)]
    assert (asked.menu.side, asked.choices("take-corps")) == ("soviet", (f"take-corps {corps}",))
    after = asked.play(f"take-corps {corps}")
    assert (after.place(corps), due(after, corps)) == ("soviet-reinforcements", 5)
    assert sorted(after.place(unit) for unit in pool) == ["force-pool", "force-pool", "soviet-reinforcements"]


@pytest.mark.rule("red-star-rising:15.7.5/d", "red-star-rising:15.7.6/d")
@pytest.mark.parametrize(("army", "marker", "corps"), ARMIES)
def test_the_owner_may_leave_the_corps_in_the_pool(army: str, marker: str, corps: str) -> None:
    asked = until_offered(lost({army: marked("0504", marker), corps: "force-pool"}, turn=3, dice=[1]))
    after = asked.play("done")
    assert (after.place(corps), after.told("unit-coming")) == ("force-pool", [])
    assert after.menu.rule != asked.menu.rule
    assert "corps-due" not in after.unit(army).values


@pytest.mark.rule("red-star-rising:15.7.5/c", "red-star-rising:15.7.5/d")
def test_one_corps_is_offered_for_one_army() -> None:
    units = {"army": marked("0504", "c-07"), "army-2": marked("0504", "c-08"), "rifle": "force-pool"}
    asked = until_offered(lost(units, turn=3, dice=[1, 1]))
    after = asked.play("take-corps rifle")
    assert not after.choices("take-corps")
    assert not any("corps-due" in after.unit(army).values for army in ("army", "army-2"))


@pytest.mark.rule("red-star-rising:15.7.5/c", "red-star-rising:15.7.6/c")
@pytest.mark.parametrize(("army", "marker", "corps"), ARMIES)
def test_with_no_such_corps_nothing_comes(army: str, marker: str, corps: str) -> None:
    after = lost({army: marked("0504", marker), "marine": "force-pool"}, turn=3, dice=[1])
    assert after.place("marine") == "force-pool"
    assert not after.told("unit-coming")


@pytest.mark.rule("red-star-rising:15.7.5/a", "red-star-rising:15.7.6/a")
@pytest.mark.parametrize(("army", "marker", "corps"), ARMIES)
@pytest.mark.parametrize("status", ["unsupplied", "lacking"])
def test_short_of_supply_a_two_is_the_end_as_well(army: str, marker: str, corps: str, status: str) -> None:
    after = lost({army: marked("0504", marker, marks=[status])}, turn=3, dice=[2])
    assert after.place(army) == "soviet-eliminated"
    back = lost({army: marked("0504", marker, marks=[status])}, turn=3, dice=[3])
    assert due(back, army) == 9


VETERANS = pytest.mark.parametrize("army", ["shock", "guards"])


@pytest.mark.rule("red-star-rising:15.7.7")
@VETERANS
def test_veterans_wait_for_promotion_and_their_army_returns_by_a_second_die(army: str) -> None:
    after = lost({army: marked("0504", "b-01"), "army": "promoted"}, turn=3, dice=[4, 5])
    assert (after.place(army), due(after, army)) == ("awaiting-promotion", None)
    assert (after.place("army"), due(after, "army")) == ("soviet-reinforcements", 13)
    assert [(first.die, first.lost) for first in after.told("veterans-rolled")] == [(4, False)]
    assert [(second.unit, second.die, second.turn) for second in after.told("return-rolled")] == [("army", 5, 13)]


@pytest.mark.rule("red-star-rising:15.7.7")
@VETERANS
def test_on_a_one_the_promoted_army_is_gone(army: str) -> None:
    after = lost({army: marked("0504", "b-01"), "army": "promoted"}, turn=3, dice=[1])
    assert (after.place(army), after.place("army")) == ("awaiting-promotion", "soviet-eliminated")


@pytest.mark.rule("red-star-rising:15.7.7", "red-star-rising:15.7.7/a")
@pytest.mark.parametrize("status", ["unsupplied", "lacking"])
def test_short_of_supply_it_is_gone_on_a_two_too(status: str) -> None:
    units = {"shock": marked("0504", "b-01", marks=[status]), "army": "promoted"}
    assert lost(units, turn=3, dice=[2]).place("army") == "soviet-eliminated"
    assert lost(units, turn=3, dice=[3, 1]).place("army") == "soviet-reinforcements"
    supplied = {"shock": marked("0504", "b-01"), "army": "promoted"}
    assert lost(supplied, turn=3, dice=[2, 1]).place("army") == "soviet-reinforcements"


@pytest.mark.rule("red-star-rising:15.7.7", "red-star-rising:15.7.7/b")
def test_with_no_promoted_army_the_veterans_themselves_are_gone() -> None:
    assert lost({"shock": marked("0504", "b-01")}, turn=3, dice=[1]).place("shock") == "soviet-eliminated"
    spared = lost({"shock": marked("0504", "b-01")}, turn=3, dice=[5, 5])
    assert spared.place("shock") == "awaiting-promotion"
    assert [(told.unit, told.die) for told in spared.told("return-failed")] == [("shock", 5)]


@pytest.mark.rule("red-star-rising:15.7.7", "red-star-rising:15.7.7/c")
def test_a_second_die_of_one_is_a_delay_of_two_turns() -> None:
    after = lost({"shock": marked("0504", "b-01"), "army": "promoted"}, turn=3, dice=[6, 1])
    assert due(after, "army") == 5


@pytest.mark.rule("red-star-rising:7.9.4")
def test_an_army_of_one_step_is_gone_with_its_first_loss() -> None:
    asked = fought({"pz": "0404", "army": marked("0504", ONE_STEP)}, "0504", "pz", "D1", dice=[3], turn=3)
    assert asked.play("take-loss army").place("army") == "soviet-reinforcements"
