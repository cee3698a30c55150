"""7.15 and 8.0.4: who follows a beaten enemy, and how far."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.battles import FIELD, fought, marked, overran
from tests.engine.rulesets.red_star_rising.scenes import city
from tests.helpers.positions import Scene

WON = {"pz": "0404", "rifle": "0504"}


def won(units: dict[str, Any], result: str = "DE", attackers: str | tuple[str, ...] = "pz", **more: Any) -> Scene:
    """The hex 0504 has been attacked and, if the result says so, emptied."""
    return fought({"pz": "0404", "rifle": "0504", **units}, "0504", attackers, result, **more)


def reach(scene: Scene, unit: str, *path: str) -> int:
    """How many hexes of a path a unit may advance."""
    for taken, to in enumerate(path):
        if not scene.allows(f"advance {unit} {to}"):
            return taken
        scene = scene.play(f"advance {unit} {to}")
    return len(path)


@pytest.mark.rule("red-star-rising:7.15.1")
def test_attackers_that_kept_their_hex_are_victorious() -> None:
    assert won({}).allows("advance pz 0504")
    pushed = won({}, "D1").play("fall-back", "retreat rifle 0604")
    assert pushed.allows("advance pz 0504")


@pytest.mark.rule("red-star-rising:7.15.1")
def test_defenders_are_victorious_as_well() -> None:
    lost = won({"rifle-2": "0504"}, "AE")
    assert lost.menu.side == "soviet"
    assert lost.play("advance rifle 0404").place("rifle") == "0404"
    beaten = won({}, "A1").play("fall-back", "retreat pz 0304")
    assert beaten.play("advance rifle 0404").place("rifle") == "0404"


@pytest.mark.rule("red-star-rising:7.15.1")
def test_the_survivor_of_two_attackers_advances() -> None:
    units = {"mtnkg": {"at": "0503", "step": 1}}
    after = won(units, "1/1", ("pz", "mtnkg")).play("take-loss rifle", "take-loss mtnkg")
    assert after.allows("advance pz 0504")
    assert after.refused("advance mtnkg 0504") == "7.15.2"


@pytest.mark.rule("red-star-rising:7.15.1")
def test_a_defender_advances_into_the_one_hex_that_was_emptied() -> None:
    units = {"pz": "0404", "army": marked("0504"), "mtnkg": {"at": "0503", "step": 1}}
    lost = fought(units, "0504", ("pz", "mtnkg"), "1/1").play("take-loss army", "take-loss mtnkg")
    assert lost.menu.side == "soviet"
    assert lost.choices("advance") == ("advance army 0503",)
    assert lost.refused("advance army 0404") == "7.15.2"


@pytest.mark.rule("red-star-rising:7.15.1", "red-star-rising:7.4.4")
def test_who_left_his_hex_is_not_victorious_even_if_the_attackers_are_gone_too() -> None:
    kampfgruppen = {f"pzkg-{n}": {"at": "0404", "step": 1} for n in (1, 2)}
    shore = {"lakeside": ["0504/N", "0504/NE", "0504/SE", "0504/NW"]}
    units = {**kampfgruppen, "army": marked("0504"), "inf": "0201", "rifle": "0301"}
    asked = fought(units, "0504", tuple(kampfgruppen), "D1", dice=[1, 1], sides=shore, features=[city("0504")])
    after = asked.play("fall-back", "retreat army 0505")
    assert [after.place(unit) for unit in kampfgruppen] == ["breakdown", "breakdown"]
    assert (after.place("army"), after.choices("advance")) == ("0505", ())


@pytest.mark.rule("red-star-rising:7.15.1")
def test_who_did_not_take_part_does_not_advance() -> None:
    after = won({"inf": "0404"})
    assert after.refused("advance inf 0504") == "7.15.2"


@pytest.mark.rule("red-star-rising:7.15.2")
def test_the_first_hex_is_the_one_that_was_vacated() -> None:
    after = won({})
    assert after.refused("advance pz 0505") == "7.15.2"
    assert after.refused("advance pz 0604") == "7.15.2"
    assert after.choices("advance") == ("advance pz 0504",)


@pytest.mark.rule("red-star-rising:7.15.2")
def test_a_hex_where_an_asset_is_left_is_not_vacated() -> None:
    after = fought({"pz": "0404", "rifle": "0504", "factory": "0504"}, "0504", "pz", "D1").play("take-loss rifle")
    assert not after.choices("advance")


@pytest.mark.rule("red-star-rising:7.15.2", "red-star-rising:7.15.2/a")
def test_nobody_has_to_advance() -> None:
    units = {"rifle-2": "0301", "inf": "0302"}
    after = won(units).play("done")
    assert after.place("pz") == "0404"
    assert after.refused("advance pz 0504") == "7.15.2"


@pytest.mark.rule("red-star-rising:7.15.2")
def test_an_advance_may_stop_anywhere() -> None:
    after = won({"rifle-2": "0301", "inf": "0302"}).play("advance pz 0504", "done")
    assert after.place("pz") == "0504"


@pytest.mark.rule("red-star-rising:7.15.2")
def test_enemies_are_not_entered() -> None:
    assert won({"hq": "0604"}).play("advance pz 0504").refused("advance pz 0604") == "4.0"


@pytest.mark.rule("red-star-rising:7.15.3")
def test_three_hexes_however_short_the_retreat_was() -> None:
    after = won({}, "D1").play("fall-back", "retreat rifle 0503")
    path = ("0504", "0505", "0506", "0507")
    assert reach(after, "pz", *path) == 3
    end = after.play(*(f"advance pz {to}" for to in path[:3]))
    assert not end.choices("advance")


@pytest.mark.rule("red-star-rising:7.15.4")
@pytest.mark.parametrize(("losses", "hexes"), [(0, 3), (1, 2), (2, 1), (3, 0)])
def test_each_step_lost_to_the_number_takes_a_hex_off(losses: int, hexes: int) -> None:
    units = {"pz": "0404", "army-1": marked("0504"), "army-2": marked("0505", "c-28")}
    after = fought(units, ["0504", "0505"], "pz", "D3", dice=[6])
    after = after.play(*(f"take-loss {army}" for army in ("army-1", "army-2", "army-1")[:losses]))
    if losses < 3:
        rounds = (("0604", "0605"), ("0704", "0705"), ("0804", "0805"))[: 3 - losses]
        steps = (step for one, two in rounds for step in (f"retreat army-1 {one}", f"retreat army-2 {two}"))
        after = after.play("fall-back", *steps)
    assert reach(after, "pz", "0504", "0503", "0502", "0501") == hexes


@pytest.mark.rule("red-star-rising:7.15.4")
def test_mandatory_losses_count_too() -> None:
    after = won({}, "1/1").play("take-loss rifle", "take-loss pz")
    assert reach(after, "pz", "0504", "0604", "0704") == 2
    assert after.play("advance pz 0504", "advance pz 0604").menu.rule != "7.15.2"


@pytest.mark.rule("red-star-rising:7.15.4", "red-star-rising:7.15.4/a")
def test_after_ae_and_de_it_is_three() -> None:
    units = {"pz": "0404", "army-1": marked("0504"), "rifle": "0504"}
    assert reach(fought(units, "0504", "pz", "DE", dice=[2]), "pz", "0504", "0604", "0704", "0804") == 3
    beaten = {"pz-2": "0504", "mech": "0404"}
    wasted = fought(beaten, "0504", "mech", "AE", side="soviet")
    assert reach(wasted, "pz-2", "0404", "0304", "0204", "0104") == 3


@pytest.mark.rule("red-star-rising:7.15.5")
@pytest.mark.parametrize(
    ("unit", "hexes"), [("pz", 3), ("pzkg", 3), ("inf", 1), ("mtn", 1), ("kg", 1), ("hun", 1), ("ita", 1)]
)
def test_axis_types(unit: str, hexes: int) -> None:
    after = fought({unit: "0404", "rifle": "0504"}, "0504", unit, "DE")
    assert reach(after, unit, "0504", "0604", "0704", "0804") == hexes


@pytest.mark.rule("red-star-rising:7.15.5")
@pytest.mark.parametrize(
    ("unit", "marker", "hexes"), [("tank", "a-09", 2), ("army", "c-39", 1), ("mech", "", 2), ("rifle", "", 1)]
)
def test_soviet_types(unit: str, marker: str, hexes: int) -> None:
    placed = marked("0404", marker) if marker else {"at": "0404"}
    after = fought({unit: placed, "div": "0504"}, "0504", unit, "DE", side="soviet")
    assert reach(after, unit, "0504", "0604", "0704", "0804") == hexes


@pytest.mark.rule("red-star-rising:7.15.5")
def test_motorised_allies_of_the_germans_go_one_hex() -> None:
    fast = {"at": "0404", "type": "hungarian-fast-corps"}
    after = fought({"fast": fast, "rifle": "0504"}, "0504", "fast", "DE")
    assert reach(after, "fast", "0504", "0604") == 1


@pytest.mark.rule("red-star-rising:7.15.5", "red-star-rising:7.15.5/a")
def test_what_exerts_no_zone_stays() -> None:
    after = fought({"cav": "0404", "mech": "0404", "div": "0504"}, "0504", ("cav", "mech"), "DE", side="soviet")
    assert after.refused("advance cav 0504") == "7.15.5"
    assert after.allows("advance mech 0504")
    defended = fought({"mech": "0404", "depot": "0504", "inf": "0504"}, "0504", "mech", "AE", side="soviet")
    assert defended.refused("advance depot 0404") == "7.15.5"


@pytest.mark.rule("red-star-rising:7.15.5", "red-star-rising:7.15.5/b")
def test_the_weak_kampfgruppe_goes_one_hex_all_the_same() -> None:
    after = fought({"kg": {"at": "0404", "step": 1}, "rifle": "0504"}, "0504", "kg", "DE")
    assert reach(after, "kg", "0504", "0604") == 1


@pytest.mark.rule("red-star-rising:7.15.6")
def test_an_enemy_zone_ends_the_advance() -> None:
    after = won({"army": marked("0705")}).play("advance pz 0504", "advance pz 0604")
    assert after.menu.rule != "7.15.2"
    two = won({"army": marked("0705"), "inf": "0503"}, attackers=("pz", "inf"))
    two = two.play("advance pz 0504", "advance pz 0604")
    assert two.refused("advance pz 0603") == "7.15.6"


@pytest.mark.rule("red-star-rising:7.15.6", "red-star-rising:7.15.6/a")
def test_a_zone_in_the_first_hex_is_ignored() -> None:
    after = won({"army": marked("0505", "c-28")}).play("advance pz 0504")
    assert after.ask("zone", "0504").sides.get("soviet")
    assert after.play("advance pz 0503", "advance pz 0502").place("pz") == "0502"


@pytest.mark.rule("red-star-rising:7.15.7")
@pytest.mark.parametrize("turn", [3, 9])
def test_water_is_never_crossed(turn: int) -> None:
    after = won({}, sides={"ice-road": ["0504/N"], "lakeside": ["0504/NE"]}, turn=turn).play("advance pz 0504")
    assert after.refused("advance pz 0503") == "7.15.7"
    assert after.refused("advance pz 0603") == "7.15.7"


@pytest.mark.rule("red-star-rising:7.15.7", "red-star-rising:3.3.5/e", "red-star-rising:7.4.5/c")
def test_a_red_arrow_stops_even_who_attacked_across_it() -> None:
    units = {"army": marked("0404", "c-39"), "kg": "0504"}
    after = fought(units, "0504", "army", "DE", side="soviet", sides={"ice-road": ["0404/NE"]}, turn=9)
    assert not after.choices("advance")


@pytest.mark.rule("red-star-rising:7.15.7", "red-star-rising:7.15.7/a")
@pytest.mark.parametrize("kind", ["major-river", "strait"])
def test_a_major_river_may_be_crossed_with_the_first_hex_only(kind: str) -> None:
    first = won({}, sides={kind: ["0504/SW"]})
    assert first.allows("advance pz 0504")
    later = won({}, sides={kind: ["0504/SE"]}).play("advance pz 0504")
    assert later.refused("advance pz 0604") == "7.15.7"
    assert won({}, sides={"river": ["0504/SE"]}).play("advance pz 0504").allows("advance pz 0604")


def marsh_at(col: int, row: int) -> str:
    rows = [list(line) for line in FIELD.split("/")]
    rows[row - 1][col - 1] = "m"
    return "/".join("".join(line) for line in rows)


@pytest.mark.rule("red-star-rising:7.15.7", "red-star-rising:7.15.7/b")
def test_a_marsh_may_be_entered_as_the_first_hex_only() -> None:
    assert won({}, board=marsh_at(5, 4)).allows("advance pz 0504")
    later = won({}, board=marsh_at(6, 4)).play("advance pz 0504")
    assert later.refused("advance pz 0604") == "7.15.7"


@pytest.mark.rule("red-star-rising:7.15.7", "red-star-rising:7.15.7/c")
def test_a_frozen_marsh_is_a_forest() -> None:
    after = won({}, board=marsh_at(6, 4), turn=9).play("advance pz 0504")
    assert after.allows("advance pz 0604")


@pytest.mark.rule("red-star-rising:7.15.8")
def test_no_hex_is_overfilled() -> None:
    units = {"pz-2": "0404", "inf": "0503", "ita": "0505"}
    after = won(units, attackers=("pz", "pz-2", "inf")).play("advance pz 0504", "advance pz-2 0504")
    assert after.refused("advance inf 0504") == "7.15.8"
    assert after.play("advance pz 0604").allows("advance inf 0504")
    assert after.refused("advance pz 0505") == "7.15.8"


@pytest.mark.rule("red-star-rising:7.15.9")
def test_losses_for_want_of_a_retreat_do_not_count() -> None:
    ring = {"inf-1": "0403", "inf-2": "0503", "inf-3": "0603", "inf-4": "0604", "inf-5": "0505"}
    after = won(ring, "D3").play("fall-back")
    assert after.place("rifle") == "force-pool"
    assert reach(after, "pz", "0504", "0604", "0704") == 3


@pytest.mark.rule("red-star-rising:7.15.9")
def test_losses_in_enemy_zones_do_not_count() -> None:
    around = {"inf-1": "0502", "inf-2": "0703", "inf-3": "0605"}
    after = won(around, "D1").play("fall-back", "retreat rifle 0604")
    assert after.place("rifle") == "force-pool"
    assert reach(after, "pz", "0504", "0505", "0506") == 3


@pytest.mark.rule("red-star-rising:7.15.9", "red-star-rising:7.4.4")
def test_city_losses_come_before_the_advance_and_do_not_shorten_it() -> None:
    after = won({}, "DE", dice=[1], features=[city("0504", "Kharkov")])
    assert after.unit("pz").step == 1
    assert reach(after, "pz", "0504", "0604", "0704") == 3


@pytest.mark.rule("red-star-rising:7.4.4")
def test_a_corps_worn_down_in_the_city_advances_as_a_kampfgruppe() -> None:
    units = {"pz": {"at": "0404", "step": 1}, "pzkg": "breakdown"}
    after = won(units, "DE", dice=[1], features=[city("0504", "Kharkov")])
    assert (after.place("pz"), after.place("pzkg")) == ("breakdown", "0404")
    assert after.allows("advance pzkg 0504")


@pytest.mark.rule("red-star-rising:7.15.1", "red-star-rising:7.4.4")
def test_attackers_lost_in_the_city_leave_their_hex_and_bystanders_to_the_enemy() -> None:
    units = {"pzkg": {"at": "0404", "step": 1}, "depot": "0404", "army": marked("0504", "c-07")}
    after = fought(units, "0504", "pzkg", "NE", dice=[1], features=[city("0504", "Kharkov")])
    assert (after.place("pzkg"), after.place("depot")) == ("breakdown", "axis-reinforcements")
    assert after.choices("advance") == ("advance army 0404",)


@pytest.mark.rule("red-star-rising:9.0.3")
def test_an_advance_takes_control_of_a_port() -> None:
    after = won({}, features=[city("0504", "Riga", "port")]).play("advance pz 0504")
    assert after.holder("0504") == "axis"


@pytest.mark.rule("red-star-rising:11.1.8")
def test_partisans_slip_away_from_an_advance() -> None:
    after = won({"partisan": "0604"}).play("advance pz 0504", "advance pz 0604")
    assert after.menu.side == "soviet"
    moved = after.play(after.choices("shift-partisan")[0])
    assert moved.place("partisan") != "0604"
    assert moved.allows("advance pz 0704")


# Overruns


@pytest.mark.rule("red-star-rising:8.0.4")
def test_an_overrun_ends_without_an_advance() -> None:
    after = overran(WON, "0504", "pz", "DE")
    assert after.menu.rule == "8.0.4"
    inside = after.play("advance pz 0504")
    assert inside.place("pz") == "0504"
    assert not inside.choices("advance")
    assert inside.allows("step-to pz 0604")


@pytest.mark.rule("red-star-rising:8.0.4", "red-star-rising:8.0.4/a")
def test_with_an_enemy_left_there_it_has_failed() -> None:
    after = overran({"pz": "0404", "army": marked("0504")}, "0504", "pz", "D1").play("take-loss army")
    assert not after.choices("advance")
    assert after.refused("step-to pz 0304")


@pytest.mark.rule("red-star-rising:8.0.4", "red-star-rising:8.0.4/b")
@pytest.mark.parametrize("losing", ["1/1", "1/2"])
def test_with_a_step_lost_it_stops_though_the_hex_is_empty(losing: str) -> None:
    after = overran(WON, "0504", "pz", losing).play("take-loss rifle", "take-loss pz")
    assert not after.choices("advance")
    assert after.refused("step-to pz 0304")


@pytest.mark.rule("red-star-rising:8.0.4")
def test_the_defender_of_an_overrun_does_not_advance_either() -> None:
    after = overran(WON, "0504", "pz", "AE")
    assert not after.choices("advance")
    assert after.place("rifle") == "0504"


@pytest.mark.rule("red-star-rising:7.15.1")
def test_the_hex_that_a_victor_left_to_advance_is_not_won_by_the_defender_who_stayed() -> None:
    units = {"pz": "0504", "rifle-1": "0503", "rifle-2": "0603"}
    asked = fought(units, ["0503", "0603"], "pz", "D1", pause="0108").play("take-loss rifle-1")
    after = asked.play("advance pz 0503", "done")
    assert after.place("pz") == "0503"
    assert after.choices("advance") == ()
