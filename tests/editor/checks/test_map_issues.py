"""What the checks of the map find, what they leave alone, and what their mendings do."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest

from editor.canvas.art.looks import Looks
from editor.canvas.art.style import bundled_style
from editor.checks.findings import BREATH
from editor.checks.map_issues import MapIssue, all_issues, find_issues
from editor.panels.issues.kind_meanings import sense_of
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import Axis, LabelScheme
from engine.definitions.issues import Severity
from engine.definitions.plan import (
    BoxPlan,
    Cell,
    FeaturePlan,
    JoinPlan,
    LinkPlan,
    MapPlan,
    PathPlan,
    RegionPlan,
    SheetPlan,
    SidePlan,
    SpacePlan,
    TextPlan,
    canonical_side,
)
from engine.rulesets.words import catalogue
from tests.editor.canvas.demo_maps import hex_map
from tests.editor.panels.bench import PALETTE
from tests.helpers.plans import random_plan, small_plan

SENSE = sense_of(Looks(PALETTE, bundled_style("paper")))


def plan_of(*rows: str, orientation: Orientation = Orientation.FLAT) -> MapPlan:
    """A map drawn in letters: clear, forest, sea, impassable, or no hex."""
    letters = {".": "clear", "f": "forest", "~": "sea", "x": "impassable", "-": None}
    plan = MapPlan("drawn", "Drawn", "demo")
    codes = [[0 if letters[one] is None else plan.code_of(str(letters[one])) for one in row] for row in rows]
    grid = HexGrid(orientation, Parity.ODD)
    size = (len(rows[0]), len(rows))
    plan.sheets["main"] = SheetPlan("main", grid, (1, 1), size, LabelScheme(), "clear", np.array(codes, np.uint16))
    return plan


def found(plan: MapPlan, *codes: str) -> list[MapIssue]:
    """The issues of these codes, or all that are not about kinds that the palette lacks."""
    issues = all_issues(plan, SENSE)
    return [issue for issue in issues if not codes or issue.issue.code.removeprefix("map-issue.") in codes]


def codes(plan: MapPlan) -> list[str]:
    return [issue.issue.code for issue in all_issues(plan, SENSE)]


def lay(plan: MapPlan, kind: str, sides: Iterable[tuple[int, int, int]]) -> None:
    sheet = plan.sheets["main"]
    for col, row, direction in sides:
        plan.sides[canonical_side(sheet.grid, Cell("main", col, row), direction, kind)] = SidePlan()


def fixed(plan: MapPlan, issue: MapIssue) -> list[str]:
    """The codes that are left once an issue is mended."""
    assert issue.fix is not None
    assert catalogue().text(issue.fix.label) != str(issue.fix.label)
    change = issue.fix.make(plan)
    before = plan.copy()
    change.apply(plan)
    left = codes(plan)
    change.revert(plan)
    assert plan == before
    return left


def test_a_plain_map_is_well() -> None:
    assert codes(small_plan(cols=12, rows=9)) == []


# Land


@pytest.mark.parametrize("orientation", Orientation)
def test_land_cut_off_by_a_hole_cannot_be_reached(orientation: Orientation) -> None:
    plan = plan_of("......-..", "......-..", "......-..", "......-..", orientation=orientation)
    (issue,) = found(plan, "unreachable-land")
    assert issue.issue.severity is Severity.WARNING
    assert issue.issue.message.args["count"] == 8
    assert issue.places[0] in {f"main:{col},{row}" for col in (8, 9) for row in range(1, 5)}


def test_an_island_is_worth_a_note_until_it_has_a_port_or_a_link() -> None:
    plan = plan_of(".....~~~~", ".....~~.~", ".....~~~~")
    (issue,) = found(plan, "island-without-port")
    assert issue.issue.severity is Severity.INFO
    plan.features["p"] = FeaturePlan("p", "main:8,2", "port")
    assert found(plan, "island-without-port") == []
    del plan.features["p"]
    plan.links["l"] = LinkPlan("l", "main:8,2", "main:2,2", "regular")
    assert found(plan, "island-without-port") == []


def test_impassable_ground_and_hexsides_cut_land_off() -> None:
    assert len(found(plan_of("...x...", "...x...", "...x..."), "unreachable-land")) == 1
    plan = plan_of(".....", ".....", ".....")
    around = [(1, 1, direction) for direction in range(6)]
    lay(plan, "impassable", around)
    (issue,) = found(plan, "unreachable-land")
    assert issue.places == ("main:1,1",)
    plan.sides.popitem()
    del plan.sides[canonical_side(plan.sheets["main"].grid, Cell("main", 1, 1), 2, "impassable")]
    assert found(plan, "unreachable-land") == []


def test_joined_sheets_hang_together_and_an_inset_needs_a_link() -> None:
    plan = plan_of("....", "....")
    grid = plan.sheets["main"].grid
    plan.sheets["inset"] = SheetPlan(
        "inset", grid, (1, 1), (3, 2), LabelScheme(prefix="I"), "clear", plan.filled((3, 2), "clear"), origin=(20, 0)
    )
    assert len(found(plan, "unreachable-land")) == 1
    plan.links["way"] = LinkPlan("way", "inset:1,1", "main:2,2", "inset")
    assert found(plan, "unreachable-land") == []
    del plan.links["way"]
    plan.joins.append(JoinPlan("inset", (1, 1), "main", (4, 1)))
    assert found(plan, "unreachable-land") == []


@pytest.mark.parametrize("seed", range(40))
def test_pieces_of_land_are_those_a_search_finds(seed: int) -> None:
    """Against a search from hex to hex on random maps of both orientations."""
    chance = np.random.default_rng(seed)
    orientation = list(Orientation)[seed % 2]
    rows = ["".join(chance.choice(list("..~-"), 9)) for _ in range(8)]
    plan = plan_of(*rows, orientation=orientation)
    grid = plan.sheets["main"].grid
    land = {(cell.col, cell.row) for cell in plan.sheets["main"].cells() if plan.terrain_at(cell) == "clear"}
    sizes = []
    while land:
        waiting = [land.pop()]
        size = 0
        while waiting:
            size += 1
            here = waiting.pop()
            for near in grid.neighbours(*here):
                if near in land:
                    land.discard(near)
                    waiting.append(near)
        sizes.append(size)
    told = [int(str(each.issue.message.args["count"])) for each in _lands(plan)]
    assert sorted(told) == sorted(sizes)[:-1]


def _lands(plan: MapPlan) -> list[MapIssue]:
    return found(plan, "unreachable-land", "island-without-port")


# Rivers


def test_a_river_that_reaches_the_sea_or_the_edge_is_well() -> None:
    plan = plan_of(".....~", ".....~", ".....~", ".....~")
    lay(plan, "river", [(5, 2, 0), (5, 2, 5)])
    assert found(plan, "river-from-nowhere", "river-gap") == []
    edge = plan_of(*["......"] * 6)
    lay(edge, "river", [(1, 3, 0), (1, 3, 1)])
    assert found(edge, "river-from-nowhere", "river-gap") == []


def test_a_river_that_meets_nothing_comes_from_nowhere() -> None:
    plan = plan_of(*["........"] * 8)
    lay(plan, "river", [(4, 4, 0), (4, 4, 1), (4, 4, 2)])
    (issue,) = found(plan, "river-from-nowhere")
    assert issue.issue.message.args["count"] == 3
    lay(plan, "major-river", [(4, 4, 3), (4, 4, 4)])
    (issue,) = found(plan, "river-from-nowhere")
    assert issue.issue.message.args["count"] == 5


def test_a_wall_may_stand_anywhere() -> None:
    plan = plan_of(*["........"] * 8)
    lay(plan, "wall", [(4, 4, 0), (4, 4, 1)])
    assert found(plan, "river-from-nowhere", "river-gap") == []


def test_a_gap_of_one_hexside_can_be_closed() -> None:
    plan = plan_of(*["~......."] * 8)
    lay(plan, "river", [(2, 4, 5), (2, 4, 0)])
    lay(plan, "river", [(2, 4, 2)])
    (issue,) = found(plan, "river-gap")
    assert not {"map-issue.river-gap", "map-issue.river-from-nowhere"}.intersection(fixed(plan, issue))


# Rails and roads


def rail(plan: MapPlan, name: str, *cells: tuple[int, int], kind: str = "rail") -> None:
    plan.paths[name] = PathPlan(name, kind, tuple(Cell("main", *cell).key for cell in cells))


def test_a_gap_between_two_ends_can_be_closed() -> None:
    plan = plan_of(*[".........."] * 8)
    rail(plan, "west", (3, 3), (3, 4))
    rail(plan, "east", (3, 5), (3, 6))
    (issue,) = found(plan, "line-gap")
    assert set(issue.places) == {"main:3,4", "main:3,5"}
    assert "map-issue.line-gap" not in fixed(plan, issue)


def test_two_lines_that_meet_have_no_gap() -> None:
    plan = plan_of(*[".........."] * 8)
    rail(plan, "west", (3, 3), (3, 4))
    rail(plan, "east", (3, 4), (3, 5))
    assert found(plan, "line-gap") == []


def test_an_end_in_open_country_is_worth_a_note_and_a_town_is_a_reason_to_end() -> None:
    plan = plan_of(*[".........."] * 8)
    rail(plan, "line", (1, 3), (2, 2), (3, 3))
    (issue,) = found(plan, "dead-end")
    assert issue.issue.severity is Severity.INFO
    assert issue.places == ("main:3,3",)
    plan.features["t"] = FeaturePlan("t", "main:3,3", "town", "Ford")
    assert found(plan, "dead-end") == []
    del plan.features["t"]
    rail(plan, "goes-on", (3, 3), (4, 3), (5, 3), (6, 3), (7, 3), (8, 3), (9, 3), (10, 3), kind="road")
    assert found(plan, "dead-end") == []


# Names and kinds


def test_two_towns_of_one_name() -> None:
    plan = small_plan()
    plan.features["a"] = FeaturePlan("a", "main:1,1", "town", "Brod")
    plan.features["b"] = FeaturePlan("b", "main:4,4", "town", "Brod")
    plan.features["c"] = FeaturePlan("c", "main:1,1", "port", "Brod")
    (issue,) = found(plan, "duplicate-name")
    assert set(issue.places) == {"main:1,1", "main:4,4"}


def test_towns_and_objectives_need_a_name() -> None:
    plan = small_plan()
    plan.features["a"] = FeaturePlan("a", "main:1,1", "city")
    plan.features["b"] = FeaturePlan("b", "main:2,2", "objective")
    plan.features["c"] = FeaturePlan("c", "main:3,3", "supply")
    plan.features["d"] = FeaturePlan("d", "main:4,4", "city", "Kalin")
    plan.features["e"] = FeaturePlan("e", "main:4,4", "objective")
    assert [issue.key for issue in found(plan, "without-name")] == ["a", "b"]


def test_a_town_in_the_sea_and_a_thing_twice() -> None:
    plan = plan_of("..~", "...")
    plan.features["a"] = FeaturePlan("a", "main:3,1", "city", "Vineta")
    plan.features["b"] = FeaturePlan("b", "main:1,1", "fort")
    plan.features["c"] = FeaturePlan("c", "main:1,1", "fort")
    assert len(found(plan, "in-the-water")) == 1
    (twice,) = found(plan, "feature-twice")
    assert "map-issue.feature-twice" not in fixed(plan, twice)


def test_an_unknown_terrain_is_an_error_and_a_slip_is_mended() -> None:
    plan = small_plan()
    code = plan.code_of("forrest")
    plan.sheets["main"].terrain[0, :3] = code
    (issue,) = found(plan, "unknown-terrain")
    assert issue.issue.severity is Severity.ERROR
    assert issue.issue.message.args["count"] == 3
    assert issue.places == ("main:1,1",)
    assert fixed(plan, issue) == []


def test_an_unknown_kind_can_be_added() -> None:
    plan = small_plan(cols=12, rows=9)
    plan.features["a"] = FeaturePlan("a", "main:1,1", "shrine")
    lay(plan, "dyke", [(3, 3, 1)])
    plan.links["l"] = LinkPlan("l", "main:1,1", "main:5,5", "tunnel")
    rail(plan, "p", (1, 1), (1, 2), kind="canal")
    kinds = found(plan, "unknown-kind")
    assert [issue.issue.message.args["kind"] for issue in kinds] == ["shrine", "dyke", "canal", "tunnel"]
    for issue in kinds:
        assert issue.fix is not None
        assert len(issue.fix.make(plan).records) == 1


# Spaces, texts, regions


def points(*links: tuple[str, str]) -> MapPlan:
    plan = MapPlan("points", "", "demo")
    for number, name in enumerate("abcdef"):
        plan.spaces[name] = SpacePlan(name, name.upper(), (number * 3.0, 0.0), "clear")
    for number, (one, other) in enumerate(links):
        plan.links[f"l{number}"] = LinkPlan(f"l{number}", one, other, "regular")
    return plan


def test_orphans_and_spaces_that_cannot_be_reached() -> None:
    plan = points(("a", "b"), ("b", "c"), ("d", "e"))
    (orphan,) = found(plan, "orphan-space")
    assert orphan.places == ("f",)
    (apart,) = found(plan, "unreachable-spaces")
    assert set(apart.places) == {"d", "e"}
    plan.links["way"] = LinkPlan("way", "c", "d", "sea")
    plan.links["last"] = LinkPlan("last", "e", "f", "sea", one_way=True)
    assert codes(plan) == []


def test_a_connection_twice_can_be_taken_away() -> None:
    plan = points(("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "f"), ("b", "a"))
    (issue,) = found(plan, "duplicate-connection")
    assert issue.key == "l5"
    assert fixed(plan, issue) == []
    plan.links["l5"] = LinkPlan("l5", "b", "a", "river")
    assert codes(plan) == []


def test_two_spaces_of_one_name() -> None:
    plan = points(("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "f"))
    plan.spaces["f"] = SpacePlan("f", "A", (9.0, 9.0), "clear")
    assert len(found(plan, "duplicate-name")) == 1


def test_lettering_off_the_map_is_brought_back() -> None:
    plan = small_plan()
    plan.texts["t"] = TextPlan("t", "Lost", (-50.0, 4.0))
    (issue,) = found(plan, "text-off-map")
    assert issue.point == (-50.0, 4.0)
    assert fixed(plan, issue) == []


def test_an_empty_region_can_go() -> None:
    plan = small_plan()
    plan.regions["r"] = RegionPlan("r", "country", "Nowhere")
    (issue,) = found(plan, "empty-region")
    assert fixed(plan, issue) == []


# What keeps a map from being a board


def test_what_lies_on_a_hole_can_be_taken_away() -> None:
    plan = plan_of("...-", "....")
    plan.features["a"] = FeaturePlan("a", "main:4,1", "fort")
    plan.regions["r"] = RegionPlan("r", "country", "R", frozenset(("main:4,1", "main:1,1")))
    lay(plan, "wall", [(9, 9, 0)])
    issues = found(plan, "map.no-cell")
    assert len(issues) == 3
    for issue in issues:
        assert codes(plan).count("map.no-cell") - fixed(plan, issue).count("map.no-cell") == 1


def test_a_line_that_jumps_is_cut() -> None:
    plan = small_plan()
    rail(plan, "p", (1, 1), (1, 2), (5, 5), (5, 4))
    (issue,) = found(plan, "map.path-gap")
    assert "map.path-gap" not in fixed(plan, issue)


def test_labels_that_repeat_get_more_digits() -> None:
    plan = small_plan(cols=120, rows=115)
    (issue,) = found(plan, "map.labels-repeat")
    assert fixed(plan, issue) == []
    plan.sheets["main"].labels = LabelScheme(separator=".")
    assert codes(plan) == []
    plan.sheets["main"].labels = LabelScheme(column=Axis(digits=3), row=Axis(digits=3))
    assert codes(plan) == []


def test_labels_of_two_sheets_may_not_be_alike_unless_they_are_one_hex() -> None:
    plan = plan_of("...", "...")
    grid = plan.sheets["main"].grid
    plan.sheets["b"] = SheetPlan("b", grid, (1, 1), (3, 2), LabelScheme(), "clear", plan.filled((3, 2), "clear"))
    assert len(found(plan, "map.labels-repeat")) == 1
    plan.joins.append(JoinPlan("b", (1, 1), "main", (1, 1)))
    assert found(plan, "map.labels-repeat") == []
    plan.joins.clear()
    plan.sheets["b"].labels = LabelScheme(prefix="B")
    assert found(plan, "map.labels-repeat") == []


def test_labels_that_run_out_are_an_error() -> None:
    plan = small_plan()
    plan.sheets["main"].labels = LabelScheme(row=Axis(start=3, step=-1))
    (issue,) = found(plan, "board.label-runs-out")
    assert issue.issue.is_error


# Any map, any size


@pytest.mark.parametrize("seed", range(60))
def test_any_map_can_be_checked_and_every_word_said(seed: int) -> None:
    plan = random_plan(seed)
    before = plan.copy()
    words = catalogue()
    for issue in all_issues(plan, SENSE):
        assert words.text(issue.issue.message) != str(issue.issue.message)
        if issue.fix is not None:
            change = issue.fix.make(plan)
            change.apply(plan)
            change.revert(plan)
    assert plan == before


def test_a_step_never_looks_at_much() -> None:
    """At 60,000 hexes each step is a breath's worth of things, so that a slice of time can end anywhere."""
    plan = hex_map(300, 200)
    plan.regions["r"] = RegionPlan("r", "country", "R", frozenset(cell.key for cell in plan.sheets["main"].cells()))
    steps = [step for step in find_issues(plan, SENSE) if isinstance(step, int)]
    assert max(steps) <= max(BREATH, 200)
    assert len(steps) > 2000


def test_of_one_sort_only_the_first_hundred_are_told() -> None:
    plan = MapPlan("points", "", "demo")
    for number in range(260):
        plan.spaces[f"s{number}"] = SpacePlan(f"s{number}", f"S {number}", (number * 3.0, 0.0), "clear")
    plan.links["l"] = LinkPlan("l", "s0", "s1", "regular")
    issues = all_issues(plan, SENSE)
    assert len(issues) == 101
    assert issues[-1].issue.message.args["count"] == 158


def test_boxes_need_no_connection() -> None:
    plan = points(("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "f"))
    plan.boxes["box"] = BoxPlan("box", "Reserve", (0.0, 9.0))
    assert codes(plan) == []


def test_kinds_are_called_by_their_names() -> None:
    plan = plan_of("..~", "...")
    plan.features["a"] = FeaturePlan("a", "main:3,1", "city")
    (wet,) = found(plan, "in-the-water")
    assert wet.issue.message.args["name"] == SENSE.title("features", "city")
    kind = PALETTE.regions[1]
    for name in ("one", "other"):
        plan.regions[name] = RegionPlan(name, kind.id, "North", frozenset({"main:1,1"}))
    (twice,) = found(plan, "region-twice")
    assert twice.issue.message.args["kind"] == kind.name.lower()
