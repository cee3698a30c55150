"""Chapter 7 and 13.32 to 13.37: ships, landings, and aircraft that strike at them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ids import Side
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled
from tests.engine.rulesets.war_in_europe.scenes import MUD, SNOW, europe, group, marked
from tests.helpers.positions import Scene

SEA = "/".join(["..~~~~~~~~....", "..~~~~~~~~....", "..~~~~~~~~...."])
"""Land in the west and the east, eight hexes of sea between."""
WEST, EAST = "0202", "1102"


def naval(units: dict[str, Any], side: str = "allied", **more: Any) -> Scene:
    """The naval phase of a side whose ports lie on both shores."""
    ports = more.pop("ports", {WEST: "major", EAST: "major"})
    held = more.pop("held", {side: list(ports)})
    centre = {side: WEST}
    return europe(units, SEA, phase="naval-movement", side=side, ports=ports, held=held, **{**centre, **more})


@pytest.mark.rule("war-in-europe:5.26/a", "war-in-europe:7.13/a")
@pytest.mark.rule(
    "war-in-europe:7.0", "war-in-europe:7.1", "war-in-europe:7.12", "war-in-europe:7.13", "war-in-europe:7.15"
)
def test_from_port_to_port_zones_or_not_for_no_points() -> None:
    scene = naval({"us": WEST, "rus": "0101", "inf": "1202"})
    after = scene.play(f"sail-to us {EAST}")
    assert after.place("us") == EAST
    assert "sailed" in after.unit("us").marks
    assert scene.refused(f"sail-to rus {EAST}") == "7.13"
    assert scene.refused("sail-to us 1101") == "7.13"


@pytest.mark.rule("war-in-europe:7.0")
def test_ships_do_not_pass_enemies_and_nobody_sails_who_has_marched() -> None:
    marched = naval({"us": marked(WEST, "marched"), "us-2": WEST})
    assert marched.refused(f"sail-to us {EAST}") == "7.0"
    strait = "/".join(["..~~..~~..", "..~~..~~.."])
    ports = {"0201": "major", "0901": "major"}
    fixed: dict[str, Any] = {"phase": "naval-movement", "side": "allied", "allied": "0201", "ports": ports}
    apart = europe({"us": "0201"}, strait, held={"allied": list(ports)}, **fixed)
    assert "sail-to" not in apart.menu.kinds()


@pytest.mark.rule("war-in-europe:7.11", "war-in-europe:7.17")
def test_each_sea_has_its_ships() -> None:
    seas = {"baltic": ("sea-zone", [f"{column:02}{line:02}" for column in range(3, 11) for line in (1, 2, 3)])}
    charts = {"tracks": {"capacities": {"instead": [{"turn": 0, "allied-naval-baltic": 1}]}}}
    scene = naval({"us": WEST, "us-2": WEST}, regions=seas, charts=charts).play(f"sail-to us {EAST}")
    assert scene.refused(f"sail-to us-2 {EAST}") == "7.11"
    assert scene.state.values["sailed-allied-baltic"] == 1


@pytest.mark.rule("war-in-europe:7.0", "war-in-europe:7.11")
def test_ships_of_every_sea_sail_a_zone_that_has_none_of_its_own() -> None:
    seas = {"baltic": ("sea-zone", [f"{column:02}{line:02}" for column in range(3, 11) for line in (1, 2, 3)])}

    def sailing(**ships: int) -> Scene:
        entry = {"turn": 0, **{name.replace("_", "-"): points for name, points in ships.items()}}
        charts = {"tracks": {"capacities": {"instead": [entry]}}}
        return naval({"us": WEST, "us-2": WEST}, regions=seas, charts=charts)

    first = sailing(allied_naval=1)
    assert first.allows(f"sail-to us {EAST}")
    assert first.play(f"sail-to us {EAST}").refused(f"sail-to us-2 {EAST}") == "7.11"
    assert sailing(allied_naval=1, allied_naval_baltic=0).refused(f"sail-to us {EAST}") == "7.11"


@pytest.mark.rule("war-in-europe:7.0")
def test_ships_come_up_rivers_and_inlets_to_ports_away_from_the_sea() -> None:
    """The second row is the coast; a port lies two hexes inland, or three."""
    coast = "/".join(["~~~~~~", *["......"] * 4])
    fixed: dict[str, Any] = {"phase": "naval-movement", "side": "allied", "allied": "0202"}

    def inland(at: str, enemies: tuple[str, ...] = (), **more: Any) -> Scene:
        ports = {"0202": "major", at: "major"}
        units = {"us": "0202", **{f"inf-{place}": place for place in enemies}}
        return europe(units, coast, ports=ports, held={"allied": list(ports)}, **fixed, **more)

    assert inland("0404").allows("sail-to us 0404")
    assert "sail-to" not in inland("0405").menu.kinds()
    river = {"river": ["0405/N", "0404/N", "0403/N"]}
    assert inland("0405", sides=river).allows("sail-to us 0405")
    assert "sail-to" not in inland("0405", ("0404",), sides=river).menu.kinds()


@pytest.mark.parametrize(
    ("scenario", "inland"),
    [
        ("france-1940", set()),
        ("overlord", {"Makhachkala", "Baku", "Astrakhan"}),
        ("east-1941", {"Makhachkala", "Astrakhan", "Oslo"}),
    ],
)
def test_ships_come_to_every_port_but_on_the_caspian_and_at_the_edge(scenario: str, inland: set[str]) -> None:
    game = assemble(find_bundled(scenario).load())
    ground, board = game.materials.ground, game.board
    assert {board.features(at)[0].name for at in ground.ports.keys() - ground.berths} == inland


@pytest.mark.parametrize(
    ("scenario", "side", "zone"), [("overlord", "allied", "high-seas"), ("east-1941", "axis", "baltic")]
)
def test_the_ships_of_a_scenario_sail_the_seas_of_its_map(scenario: str, side: str, zone: str) -> None:
    game = assemble(find_bundled(scenario).load())
    assert zone in game.materials.ground.sea_zones
    assert game.materials.ships(Side(side), zone, game.materials.last_turn) > 0


@pytest.mark.rule("war-in-europe:6.64/b", "war-in-europe:7.15/a", "war-in-europe:7.16/b")
@pytest.mark.rule("war-in-europe:7.16", "war-in-europe:6.64", "war-in-europe:6.64/a")
def test_the_black_sea_and_ports_for_supply_and_repair_units() -> None:
    seas = {"black-sea": ("sea-zone", [f"{column:02}{line:02}" for column in range(3, 11) for line in (1, 2, 3)])}
    charts = {"tracks": {"capacities": {"instead": [{"turn": 0, "allied-naval-black-sea": 5}]}}}
    scene = naval({"us": WEST, "brit": WEST, "at": WEST}, regions=seas, charts=charts)
    assert scene.refused(f"sail-to us {EAST}") == "7.16"
    assert scene.allows(f"sail-to brit {EAST}")
    assert scene.allows(f"sail-to at {EAST}")
    small = naval({"usup": WEST, "urr": WEST, "us": WEST}, ports={WEST: "major", EAST: "minor"})
    assert small.refused(f"sail-to usup {EAST}") == "7.16"
    assert small.refused(f"sail-to urr {EAST}") == "7.16"
    new = naval({"urr": WEST, "us": WEST}, markers={EAST: {"port-taken": 86}})
    assert new.refused(f"sail-to urr {EAST}") == "6.64"
    assert naval({"urr": WEST}, markers={EAST: {"port-taken": 85}}).allows(f"sail-to urr {EAST}")


@pytest.mark.rule("war-in-europe:5.27/a", "war-in-europe:7.12/a")
@pytest.mark.rule("war-in-europe:7.16", "war-in-europe:7.16/a", "war-in-europe:5.27")
def test_the_allies_sail_round_the_map_in_four_turns() -> None:
    exits = {"exit": ("sea-exit", ["0501"])}
    scene = naval({"us": WEST, "us-2": WEST}, regions=exits).play("leave-map us")
    assert scene.place("us") == "coming-allied"
    assert scene.state.values["sailed-allied-sea"] == 1
    assert scene.unit("us").values["due"] == 99
    assert scene.refused(f"come-back us {EAST}") == "7.16"
    back = naval({"us": {"at": "coming-allied", "values": {"due": 95, "at-sea": True}}}, regions=exits)
    assert back.play(f"come-back us {EAST}").place("us") == EAST
    assert naval({"inf": WEST, "pz": WEST}, side="axis", regions=exits).refused("leave-map inf") == "7.16"


# Emergencies


NARROW = "/".join(["..~~~....", "..~~~...."])


def narrow(units: dict[str, Any], **more: Any) -> Scene:
    ports = {"0201": "major", "0601": "minor"}
    fixed: dict[str, Any] = {
        "phase": "naval-movement",
        "side": "axis",
        "axis": "0201",
        "ports": ports,
        "held": {"axis": list(ports)},
    }
    return europe(units, NARROW, **{**fixed, **more})


@pytest.mark.rule("war-in-europe:7.23/a")
@pytest.mark.rule(
    "war-in-europe:7.2",
    "war-in-europe:7.21",
    "war-in-europe:7.22",
    "war-in-europe:7.23",
    "war-in-europe:7.24",
    "war-in-europe:5.25/a",
)
def test_emergency_transport_takes_those_who_marched_and_reduces_them() -> None:
    charts = {"tracks": {"capacities": {"instead": [{"turn": 0, "axis-naval": 2}]}}}
    scene = narrow({"inf": marked("0601", "marched"), "ita": marked("0601", "railed")}, charts=charts)
    after = scene.play("evacuate inf 0201", "evacuate ita 0201")
    assert (after.place("inf"), after.unit("inf").step, after.place("ita")) == ("0201", 1, "gone-axis")
    assert after.state.values["back-stock-german-infantry-west-96"] == 1
    assert after.state.values["sailed-axis-sea"] == 2, "ships are used, for who is lost on the way too"
    far = naval({"brit": marked(EAST, "marched"), "us": WEST})
    assert far.refused(f"evacuate brit {WEST}") == "7.22"


@pytest.mark.rule("war-in-europe:7.24/a")
@pytest.mark.rule("war-in-europe:7.24")
def test_allied_ships_meet_axis_units_on_the_high_seas_where_data_say_so() -> None:
    seas = {"high-seas": ("sea-zone", [f"{column:02}{line:02}" for column in range(3, 6) for line in (1, 2)])}
    tracks = {"capacities": {"instead": [{"turn": 0, "axis-naval-high-seas": 2}]}}
    calm = narrow({"inf": "0601"}, regions=seas, charts={"tracks": tracks})
    assert calm.play("evacuate inf 0201").place("inf") == "0201"
    ships = {"tracks": tracks, "tables": {"naval-interdiction": {"cells": {"1": {"high-seas": "D"}}}}}
    sunk = narrow({"inf": "0601"}, regions=seas, charts=ships, dice=[1]).play("evacuate inf 0201")
    assert sunk.place("inf") == "gone-axis"
    assert (
        narrow({"inf": "0601"}, regions=seas, charts=ships, dice=[2]).play("evacuate inf 0201").place("inf") == "0201"
    )


# Strikes


@pytest.mark.rule(
    "war-in-europe:13.32", "war-in-europe:13.33", "war-in-europe:13.34", "war-in-europe:13.35", "war-in-europe:13.37"
)
def test_aircraft_strike_once_a_front_and_their_losses_come_at_the_end() -> None:
    values = {"strikes-german-west": 3}
    fixed: dict[str, Any] = {
        "values": values,
        "axis": "1302",
        "features": [],
        "held": {"allied": [WEST, EAST], "axis": ["1302"]},
    }
    scene = naval({"us": WEST, "us-2": WEST, "us-3": WEST}, dice=[3, 6, 5], **fixed).play(f"sail-to us {EAST}")
    assert scene.menu.side == "axis"
    assert scene.refused("strike-convoy 4") == "13.32"
    hit = scene.play("strike-convoy 3")
    assert (hit.menu.side, hit.unit("us").step) == ("allied", 1)
    back = hit.play(f"sail-on {WEST}")
    assert back.place("us") == WEST
    lost = back.play(f"sail-to us-2 {EAST}", "strike-convoy 1")
    assert lost.place("us-2") == EAST
    assert lost.state.values["strikes-german-west"] == 3
    assert lost.play("done").state.values["strikes-german-west"] == 2


@pytest.mark.rule("war-in-europe:13.35", "war-in-europe:13.33")
def test_a_convoy_that_was_hit_goes_on_to_a_port_of_its_owners_choice() -> None:
    ports = {WEST: "major", EAST: "major", "1101": "minor", "1103": "major"}
    held = {"allied": [WEST, EAST, "1101"], "axis": ["1302", "1103"]}
    units = {"us": WEST, "us-2": WEST, **{f"brit-{number}": EAST for number in range(1, 4)}}
    fixed: dict[str, Any] = {"ports": ports, "held": held, "axis": "1302", "values": {"strikes-german-west": 3}}
    scene = naval(units, dice=[1, 5], **fixed)
    assert scene.refused(f"sail-on {EAST}") == "13.35", "nobody is at sea"
    hit = scene.play(f"sail-to us {EAST}", "strike-convoy 3")
    assert (hit.menu.side, hit.menu.rule) == ("allied", "13.35")
    assert hit.refused("sail-on 1103") == "7.13", "the port is the enemy's"
    assert hit.refused("sail-on 0102") == "13.35", "no ship comes there"
    for port in (WEST, EAST, "1101"):
        ashore = hit.play(f"sail-on {port}")
        assert (ashore.place("us"), ashore.unit("us").step) == (port, 1)
        assert ashore.menu.side == "allied", "the front that struck does not strike again"
        assert ashore.refused(f"sail-to us {WEST}") == "7.0"


@pytest.mark.rule("war-in-europe:13.37/a", "war-in-europe:13.37")
def test_a_reduced_minor_port_serves_departures_alone() -> None:
    ports = {WEST: "major", EAST: "minor"}
    out = naval({"us": WEST, "us-2": WEST}, ports=ports, markers={EAST: {"port-reduced": 1}})
    assert out.refused(f"sail-to us {EAST}") == "13.37"
    assert naval({"us": EAST}, ports=ports, markers={EAST: {"port-reduced": 1}}).allows(f"sail-to us {WEST}")


# Landings


def landing(units: dict[str, Any], side: str = "allied", **more: Any) -> Scene:
    values = {f"amphibious-{side}": 4, **more.pop("values", {})}
    return naval(units, side, ports={WEST: "major"}, values=values, **more)


@pytest.mark.rule("war-in-europe:7.35/a")
@pytest.mark.rule(
    "war-in-europe:7.3", "war-in-europe:7.31", "war-in-europe:7.32", "war-in-europe:7.35", "war-in-europe:14.61"
)
def test_a_landing_on_a_free_coast_and_its_point() -> None:
    scene = landing({"us": WEST, "us-2": WEST})
    after = scene.play("land us 1102 false")
    assert (after.place("us"), after.holder("1102")) == ("1102", "allied")
    assert after.state.values["amphibious-allied"] == 3
    assert after.state.values["back-amphibious-allied-104"] == 1
    base = scene.play("land us 1102 true")
    assert base.state.marker(base.game.board.at("1102"), "beach-allied") == 1
    assert "back-amphibious-allied-104" not in base.state.values, "its nine turns begin when it is taken off"
    assert base.allows("sail-to us-2 1102")
    assert base.refused("lift-beach 1102") == "7.35"
    later = landing({"us": "1102"}, markers={"1102": {"beach-allied": 1}}).play("lift-beach 1102")
    assert later.state.values["back-amphibious-allied-104"] == 1
    assert scene.refused("land us 1202 false") == "7.33"
    marched = landing({"us": marked(WEST, "marched"), "us-2": WEST, "us-3": "0201"})
    assert marched.refused("land us 1102 false") == "7.32"
    assert marched.refused("land us-3 1102 false") == "7.33", "it embarks in a friendly port"


@pytest.mark.rule("war-in-europe:7.33", "war-in-europe:7.13", "war-in-europe:7.35")
def test_a_beach_that_is_fought_over_is_no_port_and_whoever_comes_there_lands() -> None:
    units = {"us": WEST, "us-2": WEST, "us-3": WEST, "stat": "1102"}
    scene = landing(units, allied=WEST, axis="1401").play("land us 1102 true")
    assert scene.refused("sail-to us-2 1102") == "7.13"
    both = scene.play("land us-2 1102 true")
    assert "landed" in both.unit("us-2").marks
    assert both.state.marker(both.game.board.at("1102"), "beach-allied") == 2


@pytest.mark.rule("war-in-europe:7.33/a", "war-in-europe:7.33")
def test_with_amphibious_points_into_a_port_is_naval_transport() -> None:
    scene = naval({"us": WEST}, values={"amphibious-allied": 1}).play(f"land us {EAST} false")
    assert scene.place("us") == EAST
    assert "landed" not in scene.unit("us").marks


@pytest.mark.rule("war-in-europe:7.0/c", "war-in-europe:7.0", "war-in-europe:7.16", "war-in-europe:14.61")
def test_an_amphibious_point_carries_anybody_to_a_friendly_port_without_a_main_line() -> None:
    """It stands for a point of naval transport then, and asks no more than one does."""
    points = {"amphibious-allied": 2}
    scene = naval({"usup": WEST, "us": WEST}, values=points)
    after = scene.play(f"land usup {EAST} false")
    assert (after.place("usup"), after.state.values["back-amphibious-allied-104"]) == (EAST, 1)
    minor = naval({"usup": WEST, "us": WEST}, values=points, ports={WEST: "major", EAST: "minor"})
    assert minor.refused(f"land usup {EAST} false") == "7.16"
    cut = naval({"us": WEST}, values=points, allied="")
    assert cut.refused("land us 1101 false") == "14.61"
    assert cut.allows(f"land us {EAST} false")


@pytest.mark.rule("war-in-europe:7.36/a")
@pytest.mark.rule("war-in-europe:7.36")
def test_only_combat_units_land_and_not_on_the_high_seas_in_snow() -> None:
    scene = landing({"usup": WEST, "us": WEST})
    assert scene.refused("land usup 1102 false") == "7.36"
    seas = {"high-seas": ("sea-zone", [f"{column:02}{line:02}" for column in range(3, 11) for line in (1, 2, 3)])}
    snow = landing(
        {"us": WEST, "us-2": WEST},
        regions=seas,
        turn=SNOW,
        charts={"tracks": {"capacities": {"instead": [{"turn": 0, "allied-naval-high-seas": 3}]}}},
    )
    assert snow.refused("land us 1102 false") == "7.36"
    assert landing({"us": WEST}, regions=seas, turn=MUD).allows("land us 1102 false")


@pytest.mark.rule("war-in-europe:7.0/a", "war-in-europe:5.22/a")
@pytest.mark.rule("war-in-europe:7.33", "war-in-europe:7.34", "war-in-europe:12.43/a", "war-in-europe:12.43")
def test_the_printed_landing_four_divisions_of_eight_against_five() -> None:
    """32 is halved to 16 against 5: three to one, and two on the die with aircraft and ships' guns."""
    units = {f"us-{number}": WEST for number in range(1, 5)} | {"stat": "1102", "usa": "0102"}
    scene = landing(units, axis="1302", values={"supports-western-west": 1})
    scene = scene.play(*(f"land us-{number} 1102 false" for number in range(1, 5)))
    assert scene.refused("done") == "7.33"
    assert scene.menu.prompt.key == "prompt.wie.combat-bound", "nobody is told that the phase can be ended"
    names = [f"us-{number}" for number in range(1, 5)]
    answer = scene.ask("attack", units=names, target="1102", air=True, die=3)
    assert (answer.attack.value, answer.defence.value, answer.column, answer.modified_die) == (16, 5, "3-1", 5)


@pytest.mark.rule("war-in-europe:7.33/d", "war-in-europe:7.33/e", "war-in-europe:12.2/c")
@pytest.mark.rule("war-in-europe:7.33", "war-in-europe:7.33/b", "war-in-europe:12.7/a", "war-in-europe:11.31/a")
def test_the_enemy_on_the_beach_must_leave_or_the_landing_has_failed() -> None:
    def fight(result: str) -> Scene:
        units = {"us": marked("1102", "landed", "sailed"), "inf": group("1102")}
        scene = europe(units, SEA, phase="combat", side="allied", axis="1302", allied=WEST, results=[result], dice=[3])
        return scene.play("declare-attack 1102", "add-attacker us", "resolve")

    won = fight("Dr")
    assert won.menu.side == "axis"
    assert "stand-fast" not in won.menu.kinds()
    held = won.play("retreat inf 1201")
    assert held.holder("1102") == "allied"
    assert fight("AEx").place("us") == "gone-allied"
    both = fight("Br").play("retreat inf 1201")
    assert both.unit("us").step == 1
    assert both.ask("zone", "1203").sides.get("allied") is None
    wall = {f"stat-{number}": "1102" for number in range(1, 5)}
    hopeless = europe(
        {"us": marked("1102", "landed", "sailed"), **wall}, SEA, phase="combat", side="allied", allied=WEST
    )
    assert hopeless.play("done").place("us") == "gone-allied", "and leaves no battle group either"


@pytest.mark.rule("war-in-europe:7.33/c")
@pytest.mark.rule("war-in-europe:7.33", "war-in-europe:12.33")
def test_a_hopeless_landing_is_not_offered_and_heavy_units_are_quartered() -> None:
    scene = landing({"us": WEST, "stat": "1102", "stat-2": "1102", "stat-3": "1102", "stat-4": "1102"}, axis="1302")
    assert scene.refused("land us 1102 false") == "7.33"
    tanks = europe({"usa": marked("1102", "landed"), "stat": "1102"}, SEA, phase="combat", side="allied", allied=WEST)
    assert tanks.ask("unit", "usa").factors.attack.value == "9/4"


@pytest.mark.rule("war-in-europe:7.34/a")
@pytest.mark.rule("war-in-europe:7.34", "war-in-europe:7.35")
def test_ships_cover_a_beach_against_the_axis() -> None:
    fixed: dict[str, Any] = {"phase": "combat", "side": "axis", "axis": "1302", "allied": WEST}
    scene = europe({"inf": "1202", "us": "1102"}, SEA, markers={"1102": {"beach-allied": 1}}, **fixed)
    assert scene.ask("attack", units=["inf"], target="1102", die=3).modified_die == 2
    landed = europe({"inf": "1202", "us": "1102"}, SEA, markers={"1102": {"beach-turn": 95}}, **fixed)
    assert landed.ask("attack", units=["inf"], target="1102", die=3).modified_die == 2


@pytest.mark.rule("war-in-europe:13.37/b", "war-in-europe:7.31", "war-in-europe:13.35")
def test_a_unit_that_was_hit_may_land_at_the_price_of_its_point() -> None:
    values = {"strikes-german-west": 1}
    fixed: dict[str, Any] = {"axis": "1302", "held": {"allied": [WEST], "axis": ["1302"]}}
    scene = landing({"us": WEST, "us-2": WEST}, values=values, dice=[1], **fixed).play(
        "land us 1102 true", "strike-convoy 1"
    )
    ashore = scene.play("sail-on 1102")
    assert (ashore.place("us"), ashore.unit("us").step) == ("1102", 1)
    assert ashore.state.marker(ashore.game.board.at("1102"), "beach-allied") == 0
    assert not [name for name in ashore.state.values if name.startswith("back-")]
    home = scene.play(f"sail-on {WEST}")
    assert home.state.values["back-amphibious-allied-104"] == 1


@pytest.mark.rule("war-in-europe:13.32", "war-in-europe:13.34")
def test_a_convoy_is_struck_at_even_in_the_port_that_it_leaves() -> None:
    board = "/".join(["." * 13 + "..~~~~~~~~.."] * 2)
    ports = {"1501": "major", "2401": "major"}
    fixed: dict[str, Any] = {"side": "allied", "allied": "1402", "axis": "0101", "ports": ports}
    held = {"allied": [*ports, "1402"], "axis": [f"{column:02}01" for column in range(1, 4)]}
    scene = europe({"us": "1501"}, board, phase="naval-movement", held=held, values={"strikes-german-west": 1}, **fixed)
    assert scene.play("sail-to us 2401").menu.side == "axis"


@pytest.mark.rule("war-in-europe:7.3")
def test_no_amphibious_point_carries_a_corps() -> None:
    scene = landing({"corps": WEST, "us": WEST})
    assert scene.refused("land corps 1102 false") == "7.3"
    assert scene.allows("land us 1102 false")


@pytest.mark.rule("war-in-europe:7.0/b", "war-in-europe:7.0")
def test_a_corps_takes_the_ships_of_three_divisions_and_its_group_those_of_one() -> None:
    seas = {"baltic": ("sea-zone", [f"{column:02}{line:02}" for column in range(3, 11) for line in (1, 2, 3)])}
    ships = {"tracks": {"capacities": {"instead": [{"turn": 0, "allied-naval-baltic": 3}]}}}
    scene = naval({"corps": WEST, "us": WEST, "corps-2": group(WEST)}, regions=seas, charts=ships)
    assert scene.play(f"sail-to corps {EAST}").state.values["sailed-allied-baltic"] == 3
    assert scene.play(f"sail-to us {EAST}").refused(f"sail-to corps {EAST}") == "7.11"
    small = scene.play(f"sail-to us {EAST}", f"sail-to corps-2 {EAST}")
    assert small.state.values["sailed-allied-baltic"] == 2


@pytest.mark.rule("war-in-europe:7.3")
def test_the_group_of_a_corps_lands() -> None:
    assert landing({"corps": group(WEST), "us": WEST}).allows("land corps 1102 false")


@pytest.mark.rule("war-in-europe:7.33", "war-in-europe:15.1")
def test_mud_that_leaves_a_landing_too_weak_keeps_it_at_sea() -> None:
    enemies = {"inf": "1102", "inf-2": "1102"}
    assert landing({"us": WEST, **enemies}).allows("land us 1102 false")
    assert landing({"us": WEST, **enemies}, turn=MUD).refused("land us 1102 false") == "7.33"


@pytest.mark.rule("war-in-europe:7.0")
@pytest.mark.parametrize(
    ("mark", "case"),
    [("aboard", "6.41"), ("rebuilt", "17.13"), ("fortified", "18.21"), ("dropped", "8.24"), ("sailed", "7.0")],
)
def test_who_does_something_else_does_not_sail_and_is_told_by_which_case(mark: str, case: str) -> None:
    scene = naval({"us": marked(WEST, mark), "us-2": WEST})
    assert scene.refused(f"sail-to us {EAST}") == case
    assert scene.allows(f"sail-to us-2 {EAST}")
