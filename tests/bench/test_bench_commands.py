"""What a stroke, a fill and a route cost from the gesture to the changed plan, on 60,000 and on 1,000,000 hexes.

Times depend on the machine and are only shown; what is asserted is what they must not depend on: the size of the map.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from time import perf_counter

import numpy as np
import pytest

from editor.commands.clipboard import paste
from editor.commands.lines import draw_line
from editor.commands.paint import erase_cells, paint_terrain
from editor.commands.regions import paint_region
from editor.commands.sides import lay_chain
from editor.geometry.cells import every_cell
from editor.geometry.flood import flood
from editor.geometry.ground import Ground, Spot
from editor.geometry.route import route
from editor.geometry.routing import AlongHexsides, ThroughHexes
from editor.geometry.shapes import brush
from editor.geometry.vertices import corners_of
from editor.model.change import Change, folded
from editor.model.contents import MapContents
from editor.model.fragment_copy import copied
from engine.core.messages import message
from engine.definitions.plan import Cell, MapPlan, RegionPlan
from tests.helpers.plans import hexes_of, large_plan

pytestmark = pytest.mark.bench

SIZES = {60_000: (300, 200), 1_000_000: (1000, 1000)}
STROKE = 50
ROUNDS = 60
LAKE = 100_000
HALF_OF_MAP = "half"
LABEL = message("edit.do.move")


@dataclass(frozen=True)
class Times:
    """Milliseconds of many rounds: from gesture to change, to have it done, and to have it undone."""

    think: list[float]
    do: list[float]
    undo: list[float]

    @property
    def whole(self) -> list[float]:
        return [a + b for a, b in zip(self.think, self.do, strict=True)]

    def row(self, name: str) -> str:
        columns = (self.think, self.do, self.whole, self.undo)
        cells = "".join(f"{statistics.median(each):9.3f} {_late(each):8.3f}" for each in columns)
        return f"{name:<34}{cells}"


HEAD = f"{'ms, p50 and p95':<34}{'command':>18}{'apply':>18}{'both':>18}{'undo':>18}"


def _late(values: list[float]) -> float:
    return sorted(values)[min(len(values) - 1, round(0.95 * (len(values) - 1)))]


class Draft:
    """A map that is worked on, and the index that follows it."""

    def __init__(self, plan: MapPlan) -> None:
        self.plan, self.contents = plan, MapContents(plan)

    def do(self, change: Change) -> None:
        change.apply(self.plan)
        self.contents.follow(change.touched())

    def undo(self, change: Change) -> None:
        change.revert(self.plan)
        self.contents.follow(change.touched())


@cache
def a_draft(hexes: int) -> Draft:
    """A map of many terrains with rivers and cities, and a region that holds half of its hexes."""
    cols, rows = SIZES[hexes]
    plan = large_plan(cols, rows, sides=8000)
    places = list(every_cell(plan).place_keys())
    plan.regions[HALF_OF_MAP] = RegionPlan(HALF_OF_MAP, "country", "Half", frozenset(places[: len(places) // 2]))
    return Draft(plan)


def measured(draft: Draft, gesture: Callable[[int], Change], rounds: int = ROUNDS) -> Times:
    """Each round is computed, done, undone and done no more, so that the map stays as it was."""
    think, do, undo = [], [], []
    for number in range(rounds):
        begin = perf_counter()
        change = gesture(number)
        thought = perf_counter()
        draft.do(change)
        done = perf_counter()
        draft.undo(change)
        undone = perf_counter()
        think.append((thought - begin) * 1000)
        do.append((done - thought) * 1000)
        undo.append((undone - done) * 1000)
    return Times(think, do, undo)


def strokes(plan: MapPlan, length: int = STROKE) -> list[list[Cell]]:
    """Wandering strokes of so many hexes, the same at every run."""
    chance = random.Random(7)
    sheet = plan.sheets["main"]
    found = []
    for _ in range(ROUNDS):
        col, row = chance.randint(60, sheet.size[0] - 60), chance.randint(60, sheet.size[1] - 60)
        stroke = [Cell("main", col, row)]
        direction = chance.randrange(6)
        while len(set(stroke)) < length:
            direction = (direction + chance.choice((0, 0, 0, 1, -1))) % 6
            col, row = sheet.grid.neighbour(stroke[-1].col, stroke[-1].row, direction)
            stroke.append(Cell("main", min(max(col, 1), sheet.size[0]), min(max(row, 1), sheet.size[1])))
        found.append(stroke)
    return found


def spots_apart(plan: MapPlan, steps: int) -> list[tuple[Spot, Spot]]:
    """Pairs of hexes so many steps apart."""
    chance = random.Random(11)
    ground = Ground(plan)
    plane = ground.plane("main")
    assert plane is not None
    pairs = []
    for _ in range(ROUNDS):
        here = ground.spot(Cell("main", chance.randint(80, 120), chance.randint(80, 120)))
        assert here is not None
        one, two = plane.steps[chance.randrange(6)], plane.steps[chance.randrange(6)]
        share = chance.randint(0, steps)
        far = (share * one[0] + (steps - share) * two[0], share * one[1] + (steps - share) * two[1], 0)
        pairs.append((here, here.moved(far)))
    return pairs


@cache
def times_of(hexes: int) -> dict[str, Times]:
    """Everything measured on one map."""
    draft = a_draft(hexes)
    plan = draft.plan
    drawn = strokes(plan)
    short, long = spots_apart(plan, 10), spots_apart(plan, 15)
    stamp = copied(plan, brush(plan, [Cell("main", 100, 100)], 5), contents=draft.contents)

    def stroke(number: int) -> Change:
        return paint_terrain(plan, brush(plan, drawn[number]), "tundra")

    def eraser(number: int) -> Change:
        return erase_cells(plan, brush(plan, drawn[number]), contents=draft.contents)

    def region(number: int) -> Change:
        return paint_region(plan, HALF_OF_MAP, brush(plan, drawn[number]))

    def river(number: int) -> Change:
        here, there = short[number]
        chain = route(AlongHexsides(plan), [corners_of(here)[0], corners_of(there)[3]]).chain
        return lay_chain(plan, chain, "canal")

    def rail(number: int) -> Change:
        return draw_line(plan, "rail", hexes_of(plan, route(ThroughHexes(plan), long[number]).chain))

    def pasted(number: int) -> Change:
        return paste(plan, stamp, drawn[number][0], contents=draft.contents)

    found = {
        f"stroke of {STROKE} hexes": measured(draft, stroke),
        f"erase {STROKE} hexes with content": measured(draft, eraser),
        f"{STROKE} hexes into a region of {hexes // 2}": measured(draft, region),
        "river of 20 hexsides": measured(draft, river),
        "rail of 15 hexes": measured(draft, rail),
        "paste 61 hexes": measured(draft, pasted),
    }
    found["fill"] = filled(hexes)
    return found


def filled(hexes: int) -> Times:
    """A lake of 100,000 hexes, or of the whole map where that is smaller, filled with one click."""
    draft = a_draft(hexes)
    sheet = draft.plan.sheets["main"]
    wide = min(sheet.size[0], round(LAKE**0.5) + 1)
    high = min(sheet.size[1], LAKE // wide + 1)
    kept = sheet.terrain.copy()
    sheet.terrain[:high, :wide] = draft.plan.code_of("sea")
    for border in (sheet.terrain[high : high + 1, : wide + 1], sheet.terrain[: high + 1, wide : wide + 1]):
        border[:] = draft.plan.code_of("clear")
    middle = Cell("main", wide // 2, high // 2)
    changes = []

    def fill(_: int) -> Change:
        change = paint_terrain(draft.plan, flood(draft.plan, middle), "ice")
        changes.append(change)
        return change

    found = measured(draft, fill, 5)
    assert {len(change.cells["main"]) for change in changes} == {wide * high}
    sheet.terrain[:] = kept
    return found


def show(capsys: pytest.CaptureFixture[str], lines: list[str]) -> None:
    with capsys.disabled():
        print()
        for line in lines:
            print(f"  {line}")


@pytest.mark.parametrize("hexes", SIZES)
def test_what_the_commands_cost(hexes: int, capsys: pytest.CaptureFixture[str]) -> None:
    plan = a_draft(hexes).plan
    before = plan.sheets["main"].terrain.copy()
    rows = [times.row(name) for name, times in times_of(hexes).items()]
    show(capsys, [f"{hexes} hexes, {len(plan.sides)} hexsides", HEAD, *rows])
    assert np.array_equal(plan.sheets["main"].terrain, before), "all of it was undone"


def test_no_stroke_costs_what_the_map_is_large(capsys: pytest.CaptureFixture[str]) -> None:
    small, large = times_of(60_000), times_of(1_000_000)
    ratios = {}
    for name, other in zip(small, large, strict=True):
        if name != "fill":
            ratios[name] = statistics.median(large[other].whole) / statistics.median(small[name].whole)
    show(capsys, ["1,000,000 hexes against 60,000", *(f"{name:<44}{ratio:6.2f} x" for name, ratio in ratios.items())])
    assert max(ratios.values()) < 4, "the map is 17 times as large"


def test_the_moves_of_a_long_stroke_fold_into_one(capsys: pytest.CaptureFixture[str]) -> None:
    draft = a_draft(1_000_000)
    moves = []
    for stroke in strokes(draft.plan):
        for here in stroke[:20]:
            change = paint_terrain(draft.plan, brush(draft.plan, [here], 3), "tundra")
            draft.do(change)
            moves.append(change)
    begin = perf_counter()
    whole = folded(LABEL, moves)
    took = (perf_counter() - begin) * 1000
    show(capsys, [f"{len(moves)} moves over {len(whole)} hexes fold in {took:.2f} ms"])
    assert len(whole) == sum(map(len, moves)), "no hex is painted twice with one terrain"
    draft.undo(whole)
    assert whole.then(whole.inverted()).is_empty
