"""Whole projects for tests of the file: a small one with a document of every kind, and one of the target size."""

from __future__ import annotations

from engine.definitions.cards import Card, Cards
from engine.definitions.counters import Counters, CounterType
from engine.definitions.game_record import GameRecord
from engine.definitions.oob import Formation, OrderOfBattle, UnitEntry
from engine.definitions.palette import Palette, TerrainSwatch
from engine.definitions.plan import (
    BoxPlan,
    Cell,
    FeaturePlan,
    LinkPlan,
    MapPlan,
    PathPlan,
    RegionPlan,
    ShapePlan,
    SidePlan,
    SpacePlan,
    TextPlan,
    canonical_side,
)
from engine.definitions.scenario import Control, Marker, Objective, Placement, Scenario, ScheduleEntry
from engine.storage.contents import Contents
from tests.helpers.plans import large_plan, random_plan, small_plan


def furnished_plan() -> MapPlan:
    """The small map with one of everything on it."""
    plan = small_plan()
    sheet = plan.sheets["main"]
    sheet.terrain[1, 1] = plan.code_of("forest")
    sheet.terrain[4, 5] = 0
    plan.spaces["kiev"] = SpacePlan("kiev", "Kiev", (20.0, 3.0), "clear")
    plan.boxes["eliminated"] = BoxPlan("eliminated", "Eliminated", (20.0, 6.0), {"room": 3})
    plan.links["kiev--main:1,1/inset"] = LinkPlan("kiev--main:1,1/inset", "kiev", "main:1,1", "inset")
    plan.features["main:2,2/city"] = FeaturePlan("main:2,2/city", "main:2,2", "city", "Ford", {"value": 3})
    for direction in range(3):
        plan.sides[canonical_side(sheet.grid, Cell("main", 3, 3), direction, "river")] = SidePlan()
    plan.paths["line-1"] = PathPlan("line-1", "rail", ("main:1,1", "main:1,2"), {"state": "intact"})
    plan.regions["north"] = RegionPlan("north", "country", "North", frozenset({"main:1,1", "main:2,1"}))
    plan.texts["text"] = TextPlan("text", "The Ford", (3.0, 4.0))
    plan.shapes["land"] = ShapePlan("land", (((0.0, 0.0), (9.5, 0.25), (4.0, 8.0)),), terrain="clear", level=1)
    plan.shapes["tint"] = ShapePlan("tint", (((1.0, 1.0), (2.0, 1.0), (1.0, 2.0)),), region="north", level=2)
    return plan


def small_contents() -> Contents:
    """One document of every kind, as a scenario folder holds them."""
    return Contents().add(
        furnished_plan(),
        Counters(
            id="counters",
            types=tuple(
                CounterType(id=f"{side}-infantry", name=f"{side.title()} infantry", side=side, steps=({"attack": 3},))
                for side in ("red", "blue")
            ),
        ),
        OrderOfBattle(
            id="armies",
            formations=(Formation(id="first-army", name="First Army"),),
            units=tuple(UnitEntry(id=f"unit-{n}", type="red-infantry", formation="first-army") for n in range(8)),
        ),
        Cards(id="deck", cards=(Card(id="mud", name="Mud", text="Nobody moves.\nNot a hex."),)),
        Palette(id="toy-hexes", terrain=(TerrainSwatch(id="clear", name="Clear"),)),
        Scenario(
            id="crossing",
            title="The Crossing",
            ruleset="toy-hexes",
            map="ford",
            counters=("counters",),
            oob=("armies",),
            sides=("red", "blue"),
            last_turn=8,
            setup=tuple(Placement(unit=f"unit-{n}", at="0101") for n in range(4)),
            control=(Control(side="red", region="north"), Control(side="blue", locations=("0303",))),
            markers=(Marker(at="0202", marker="fort"),),
            schedule=(ScheduleEntry(turn=2, unit="unit-7", at="0101"),),
            objectives=(Objective(at="0202", value=3),),
            charts={"tables": {"combat": {"cells": [["AE"]]}}, "parameters": {"stack_limit": {"value": 4}}},
        ),
        GameRecord(
            id="evening",
            scenario="crossing",
            ruleset="toy-hexes",
            seed=7,
            actions=({"kind": "pass"}, {"kind": "step", "unit": "unit-1", "to": "0102"}),
        ),
    )


def large_contents(units: int = 2000) -> Contents:
    """20,000 hexes none of which is at its fill, 7,800 hexsides, 2,000 units and where they stand."""
    army = OrderOfBattle(
        id="armies",
        units=tuple(UnitEntry(id=f"unit-{n}", type="infantry", name=f"Unit {n}") for n in range(units)),
    )
    scenario = Scenario(
        id="campaign",
        ruleset="toy-hexes",
        map="large",
        oob=("armies",),
        sides=("red",),
        last_turn=20,
        setup=tuple(Placement(unit=f"unit-{n}", at=f"{n % 160 + 1:03}{n % 125 + 1:03}") for n in range(units)),
    )
    return Contents().add(large_plan(), army, scenario)


def random_contents(seed: int) -> Contents:
    """A made-up map beside one document of every kind."""
    return small_contents().add(random_plan(seed))
