"""11.5: who advances how far after a battle, and where to."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.barbarossa_to_berlin.battlefields import attack, battle
from tests.helpers.positions import Scene

SUPPLY = {"axis": "berlin", "soviet": "urals"}
LINE = "berlin - brest - minsk - smolensk - vyazma - moscow - urals, minsk - gomel - kursk"
SMALL = {"su-army-1": "minsk reduced"}


def won(units: dict[str, Any], result: str, roads: str = LINE, **more: Any) -> Scene:
    """The Germans in Brest after a victory over those in Minsk: eliminated, or gone back as far as they had to."""
    given = {"axis": "berlin brest", "supply": SUPPLY, "combat": "brest", "results": [result]}
    scene = battle(roads, units, **{**given, **more})
    attackers = [unit for unit, at in units.items() if unit.startswith(("ge-", "ro-")) and str(at).startswith("brest")]
    scene = scene.play(*attack("minsk", *attackers))
    while choices := (*scene.choices("take-loss"), *scene.choices("retreat")):
        scene = scene.play(choices[0])
    return scene


def reach(scene: Scene, unit: str) -> set[str]:
    """Every space in which a unit can end its advance."""
    found: set[str] = set()
    waiting = [scene]
    for here in waiting:
        for choice in here.choices("advance"):
            kind, who, to = choice.split()
            if who == unit and to not in found:
                found.add(to)
                waiting.append(here.play(f"{kind} {who} {to}"))
    return {at for at in found if not scene.state.marker(scene.game.board.at(at), "combat")}


@pytest.mark.rule("barbarossa-to-berlin:11.5", "barbarossa-to-berlin:11.5.1")
def test_after_elimination_foot_goes_one_space_and_wheels_three() -> None:
    scene = won({**SMALL, "ge-16-army": "brest", "ge-2-panzer-army": "brest"}, "2/0")
    assert reach(scene, "ge-16-army") == {"minsk"}
    assert reach(scene, "ge-2-panzer-army") == {"minsk", "smolensk", "vyazma", "gomel", "kursk", "berlin"}


@pytest.mark.rule("barbarossa-to-berlin:11.5.1")
def test_after_a_retreat_of_one_foot_goes_one_space_and_wheels_two() -> None:
    roads = "berlin - brest - minsk - smolensk - vyazma - moscow - urals, minsk - gomel - kursk - tula"
    scene = won({"su-bryansk-front": "minsk", "ge-16-army": "brest", "ge-2-panzer-army": "brest"}, "1/0", roads)
    assert scene.place("su-bryansk-front") == "gomel"
    assert reach(scene, "ge-16-army") == {"minsk"}
    assert "kursk" not in reach(scene, "ge-2-panzer-army")
    assert reach(scene, "ge-2-panzer-army") >= {"minsk", "berlin"}


@pytest.mark.rule("barbarossa-to-berlin:11.5.1")
def test_after_a_retreat_of_two_foot_follows_into_what_was_passed_and_wheels_go_three() -> None:
    units = {"su-bryansk-front": "minsk", "ge-16-army": "brest", "ge-2-panzer-army": "brest"}
    given: dict[str, Any] = {"axis": "berlin brest", "supply": SUPPLY, "combat": "brest", "results": ["2/0"]}
    scene = battle(LINE, units, **given).play(*attack("minsk", "ge-16-army", "ge-2-panzer-army"))
    gone = scene.play("retreat su-bryansk-front smolensk", "retreat su-bryansk-front vyazma")
    assert reach(gone, "ge-16-army") == {"minsk", "smolensk"}
    assert reach(gone, "ge-2-panzer-army") == {"berlin", "minsk", "smolensk", "gomel", "kursk"}


@pytest.mark.rule("barbarossa-to-berlin:11.5.1/a")
def test_foot_does_not_leave_the_way_of_the_retreat() -> None:
    units = {"su-bryansk-front": "minsk", "ge-16-army": "brest"}
    given: dict[str, Any] = {"axis": "berlin brest", "supply": SUPPLY, "combat": "brest", "results": ["2/0"]}
    scene = battle(LINE, units, **given).play(*attack("minsk", "ge-16-army"))
    gone = scene.play("retreat su-bryansk-front smolensk", "retreat su-bryansk-front vyazma")
    inside = gone.play("advance ge-16-army minsk")
    assert inside.refused("advance ge-16-army gomel") == "11.5.1"
    assert gone.refused("advance ge-16-army berlin") == "11.5.1"


@pytest.mark.rule("barbarossa-to-berlin:11.5.1/b")
def test_where_some_die_and_others_retreat_the_length_of_the_retreat_counts() -> None:
    units = {"su-army-1": "minsk reduced", "su-army-2": "minsk", "ge-16-army": "brest", "ge-2-panzer-army": "brest"}
    scene = battle(LINE, units, axis="berlin brest", supply=SUPPLY, combat="brest", results=["1/0"])
    lost = scene.play(*attack("minsk", "ge-16-army", "ge-2-panzer-army"), "take-loss su-army-1")
    gone = lost.play("retreat su-army-2 gomel")
    assert "vyazma" not in reach(gone, "ge-2-panzer-army")
    assert "smolensk" in reach(gone, "ge-2-panzer-army")


@pytest.mark.rule("barbarossa-to-berlin:11.5")
def test_attackers_who_lost_still_advance_when_nobody_is_left() -> None:
    units = {**SMALL, "ge-16-army": "brest"}
    given: dict[str, Any] = {"axis": "berlin brest", "supply": SUPPLY, "combat": "brest"}
    scene = battle(LINE, units, results=["1/2"], **given).play(*attack("minsk", "ge-16-army"), "take-loss su-army-1")
    assert scene.told("battle-decided")[0].winner == "allied"
    assert scene.choices("advance") == ("advance ge-16-army minsk",)


@pytest.mark.rule("barbarossa-to-berlin:11.5")
def test_an_advance_takes_spaces_and_nobody_has_to_advance() -> None:
    scene = won({**SMALL, "ge-2-panzer-army": "brest"}, "2/0")
    advanced = scene.play("advance ge-2-panzer-army minsk", "advance ge-2-panzer-army smolensk", "done")
    assert (advanced.holder("minsk"), advanced.holder("smolensk")) == ("axis", "axis")
    assert scene.play("done").holder("minsk") == "allied"


@pytest.mark.rule("barbarossa-to-berlin:11.5")
def test_nobody_advances_when_the_defender_has_held_or_has_not_been_beaten() -> None:
    units = {"su-bryansk-front": "minsk", "ge-2-panzer-army": "brest"}
    given: dict[str, Any] = {
        "axis": "berlin brest",
        "supply": SUPPLY,
        "combat": "brest",
        "terrain": {"minsk": "forest"},
    }
    scene = battle(LINE, units, results=["2/0"], **given).play(*attack("minsk", "ge-2-panzer-army"))
    assert not scene.play("stand-and-lose su-bryansk-front").choices("advance")
    drawn = battle(LINE, units, results=["2/2"], **given).play(*attack("minsk", "ge-2-panzer-army"))
    assert not drawn.choices("advance")


@pytest.mark.rule("barbarossa-to-berlin:11.5.2")
@pytest.mark.parametrize("terrain", ["forest", "mountain", "swamp"])
def test_rough_ground_ends_an_advance_on_wheels(terrain: str) -> None:
    scene = won({**SMALL, "ge-2-panzer-army": "brest"}, "2/0", terrain={"smolensk": terrain})
    assert "vyazma" not in reach(scene, "ge-2-panzer-army")
    halted = scene.play("advance ge-2-panzer-army minsk", "advance ge-2-panzer-army smolensk")
    assert not halted.choices("advance")


@pytest.mark.rule("barbarossa-to-berlin:11.5.2")
def test_a_fort_ends_an_advance_while_it_stands() -> None:
    fort: dict[str, Any] = {"features": {"smolensk": ["fort"]}}
    scene = won({**SMALL, "ge-2-panzer-army": "brest"}, "2/0", **fort)
    assert "vyazma" not in reach(scene, "ge-2-panzer-army")
    ruined = won({**SMALL, "ge-2-panzer-army": "brest"}, "2/0", markers={"smolensk": {"fort-destroyed": 1}}, **fort)
    assert "vyazma" in reach(ruined, "ge-2-panzer-army")


@pytest.mark.rule("barbarossa-to-berlin:11.5.2", "barbarossa-to-berlin:10.3")
@pytest.mark.parametrize("fort", ["minsk", "smolensk"])
def test_a_fort_ends_the_advance_of_all_who_come_into_it_together(fort: str) -> None:
    units = {**SMALL, "ge-2-panzer-army": "brest", "ge-3-panzer-army": "brest"}
    scene = won(units, "2/0", features={fort: ["fort"]})
    way = ("minsk",) if fort == "minsk" else ("minsk", "smolensk")
    for unit in ("ge-2-panzer-army", "ge-3-panzer-army"):
        scene = scene.play(*(f"advance {unit} {to}" for to in way))
    assert scene.place("ge-3-panzer-army") == fort
    assert not scene.choices("advance")


@pytest.mark.rule("barbarossa-to-berlin:11.5.2")
def test_trenches_and_cities_do_not_end_an_advance() -> None:
    given: dict[str, Any] = {"markers": {"smolensk": {"trench": 2}}, "features": {"smolensk": ["urban"]}}
    scene = won({**SMALL, "ge-2-panzer-army": "brest"}, "2/0", **given)
    assert "vyazma" in reach(scene, "ge-2-panzer-army")


@pytest.mark.rule("barbarossa-to-berlin:11.5.2/a")
def test_rough_ground_does_not_stop_foot_on_the_way_of_the_retreat() -> None:
    units = {"su-bryansk-front": "minsk", "ge-16-army": "brest"}
    given: dict[str, Any] = {"axis": "berlin brest", "supply": SUPPLY, "combat": "brest", "results": ["2/0"]}
    scene = battle(LINE, units, terrain={"minsk": "forest"}, **given).play(*attack("minsk", "ge-16-army"))
    gone = scene.play("retreat su-bryansk-front smolensk", "retreat su-bryansk-front vyazma")
    assert reach(gone, "ge-16-army") == {"minsk", "smolensk"}


@pytest.mark.rule("barbarossa-to-berlin:11.5.3")
def test_wheels_need_not_enter_the_defended_space() -> None:
    roads = "berlin - brest - minsk - urals, brest - kiev - minsk"
    scene = won({**SMALL, "ge-2-panzer-army": "brest"}, "2/0", roads)
    assert scene.play("advance ge-2-panzer-army kiev", "done").place("ge-2-panzer-army") == "kiev"


@pytest.mark.rule("barbarossa-to-berlin:11.5.3")
def test_an_advance_enters_no_enemies_no_closed_country_and_no_full_space() -> None:
    roads = "berlin - brest - minsk - urals, minsk - kiev, minsk - ankara, minsk - odessa"
    full = {f"ge-corps-{number}": "odessa" for number in (1, 2, 3)}
    scene = won(
        {**SMALL, **full, "su-army-2": "kiev", "ge-2-panzer-army": "brest"},
        "2/0",
        roads,
        countries={"turkey": "ankara"},
        neutral="ankara",
        axis="berlin brest odessa",
    ).play("advance ge-2-panzer-army minsk")
    assert scene.refused("advance ge-2-panzer-army kiev") == "9.1"
    assert scene.refused("advance ge-2-panzer-army ankara") == "17.4"
    assert scene.refused("advance ge-2-panzer-army odessa") == "9.1"


@pytest.mark.rule("barbarossa-to-berlin:11.5.3/a")
def test_an_advance_passes_a_combat_marker_but_does_not_end_there() -> None:
    roads = "berlin - brest - minsk - kiev - odessa - urals, minsk - kovno, minsk - vilna"
    scene = won({**SMALL, "ge-2-panzer-army": "brest"}, "2/0", roads, combat="brest kiev", axis="berlin brest kiev")
    inside = scene.play("advance ge-2-panzer-army minsk")
    passing = inside.play("advance ge-2-panzer-army kiev")
    assert passing.refused("done") == "11.5.3"
    assert set(passing.choices("advance")) == {"advance ge-2-panzer-army odessa", "advance ge-2-panzer-army minsk"}
    units = {"su-bryansk-front": "minsk", "ge-2-panzer-army": "brest"}
    blocked = won(units, "1/0", roads, combat="brest kiev", axis="berlin brest kiev").play(
        "advance ge-2-panzer-army minsk"
    )
    assert blocked.refused("advance ge-2-panzer-army kiev") == "11.5.3"


@pytest.mark.rule("barbarossa-to-berlin:11.5.4")
def test_shock_armies_advance_one_space() -> None:
    units = {"su-shock-army-1": "minsk", "su-tank-army-1": "minsk", "ge-16-army": "brest"}
    roads = "berlin - warsaw - brest - minsk - urals, brest - lvov"
    scene = battle(
        roads,
        units,
        axis="berlin warsaw brest lvov",
        supply=SUPPLY,
        combat="minsk",
        side="allied",
        results=["2/0"],
    ).play(*attack("brest", "su-shock-army-1", "su-tank-army-1"))
    gone = scene.play("retreat ge-16-army warsaw", "retreat ge-16-army berlin")
    inside = gone.play("advance su-shock-army-1 brest")
    assert inside.refused("advance su-shock-army-1 warsaw") == "11.5.4"
    assert "warsaw" in reach(inside, "su-tank-army-1")


@pytest.mark.rule("barbarossa-to-berlin:13.4.1")
def test_wheels_out_of_supply_advance_on_foot() -> None:
    units = {**SMALL, "ge-2-panzer-army": {"at": "brest", "marks": ["out-of-supply"]}}
    scene = battle(LINE, units, axis="berlin brest", supply=SUPPLY, combat="brest", results=["2/0"])
    cleared = scene.play(*attack("minsk", "ge-2-panzer-army"), "take-loss su-army-1")
    assert reach(cleared, "ge-2-panzer-army") == {"minsk"}


@pytest.mark.rule("barbarossa-to-berlin:15.2")
def test_in_the_winter_of_1942_panzers_advance_on_foot() -> None:
    assert reach(won({**SMALL, "ge-2-panzer-army": "brest"}, "2/0", turn=4), "ge-2-panzer-army") == {"minsk"}
    later = won({**SMALL, "ge-2-panzer-army": "brest"}, "2/0", turn=8)
    assert "smolensk" in reach(later, "ge-2-panzer-army")


@pytest.mark.rule("barbarossa-to-berlin:2.2")
def test_a_mechanised_front_that_lost_a_step_advances_on_foot() -> None:
    units = {"su-1-baltic-front": "minsk", "ge-corps-1": "brest reduced"}
    roads = "berlin - warsaw - brest - minsk - urals"
    given: dict[str, Any] = {"axis": "berlin warsaw brest", "supply": SUPPLY, "combat": "minsk", "side": "allied"}
    whole = battle(roads, units, results=["2/0"], **given).play(*attack("brest", "su-1-baltic-front"))
    assert reach(whole.play("take-loss ge-corps-1"), "su-1-baltic-front") >= {"brest", "warsaw"}
    worn = battle(roads, units, results=["4/3"], **given).play(*attack("brest", "su-1-baltic-front"))
    assert reach(worn.play("take-loss ge-corps-1", "take-loss su-1-baltic-front"), "su-1-baltic-front") == {"brest"}


@pytest.mark.rule("barbarossa-to-berlin:7.6.3")
def test_in_the_round_of_the_invasion_nobody_goes_beyond_the_space_behind_the_beach() -> None:
    given: dict[str, Any] = {
        "axis": "berlin calais paris",
        "countries": {"france": "calais paris"},
        "supply": {"axis": "berlin"},
        "markers": {"beach-b": {"beachhead-american": 1}},
        "combat": "beach-b",
        "side": "allied",
        "results": ["1/0"],
    }
    roads = "berlin - paris - calais - beach-b"
    units = {"us-1-army": "beach-b", "ge-corps-1": "calais reduced"}
    landed = battle(roads, units, values={"round-invasion": True}, **given).play(*attack("calais", "us-1-army"))
    assert reach(landed.play("take-loss ge-corps-1"), "us-1-army") == {"calais"}
    later = battle(roads, units, **given).play(*attack("calais", "us-1-army"))
    assert reach(later.play("take-loss ge-corps-1"), "us-1-army") == {"calais", "paris"}
    both = battle(roads, {**units, "us-corps-1": "beach-b"}, values={"round-invasion": True}, **given)
    ashore = both.play(*attack("calais", "us-1-army", "us-corps-1"), "take-loss ge-corps-1", "advance us-1-army calais")
    assert ashore.refused("advance us-1-army paris") == "7.6.3"


@pytest.mark.rule("barbarossa-to-berlin:card.axis.27")
def test_zitadelle_is_won_by_a_panzer_army_that_takes_a_space_of_two_fronts() -> None:
    values = {"round-zitadelle-minsk": True}
    scene = won({**SMALL, "ge-2-panzer-army": "brest", "ge-16-army": "brest"}, "2/0", values=values)
    assert scene.play("advance ge-2-panzer-army minsk").state.values["round-zitadelle-won"] is True
    assert "round-zitadelle-won" not in scene.play("advance ge-16-army minsk").state.values


@pytest.mark.rule("barbarossa-to-berlin:card.axis.27")
def test_zitadelle_is_won_whoever_of_the_victors_is_moved_first() -> None:
    values = {"round-zitadelle-minsk": True}
    scene = won({**SMALL, "ge-2-panzer-army": "brest", "ge-16-army": "brest"}, "2/0", values=values)
    after = scene.play("advance ge-16-army minsk", "advance ge-2-panzer-army minsk")
    assert after.state.values["round-zitadelle-won"] is True


@pytest.mark.rule("barbarossa-to-berlin:card.axis.27")
def test_a_panzer_army_that_comes_through_a_space_taken_before_does_not_win_zitadelle() -> None:
    values = {"round-zitadelle-brest": True}
    scene = won({**SMALL, "ge-2-panzer-army": "brest", "ge-16-army": "brest"}, "2/0", values=values)
    after = scene.play("advance ge-2-panzer-army minsk", "advance ge-2-panzer-army brest")
    assert "round-zitadelle-won" not in after.state.values
