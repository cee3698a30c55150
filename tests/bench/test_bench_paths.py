"""How fast the searches are, against networkx and scipy on the same maps with graphs built beforehand.

A reach of 10 points is counted in half points, over terrain of several costs and lakes that bar the way.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from time import perf_counter

import networkx as nx
import numpy as np
import pytest
from scipy.sparse import csgraph, csr_array

from engine.core.board import Board, Location
from engine.core.boards.board_builder import BoardBuilder
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme
from engine.core.paths import UNREACHED, LinkCosts, StepCost, field, link_costs, reachable

pytestmark = pytest.mark.bench

SIZES = {3_000: (60, 50), 20_000: (160, 125), 60_000: (300, 200)}
HALF_POINTS = 20
HALF_POINTS_TO_ENTER = {"clear": 2, "road": 1, "forest": 4, "hills": 3, "marsh": 6, "lake": None}
SHARES = (52, 8, 18, 10, 7, 5)
STARTS = 60
ROUNDS = 7


@dataclass(frozen=True)
class Map:
    """One map in the three forms to compare."""

    board: Board
    cost: StepCost
    prepared: LinkCosts
    graph: nx.DiGraph
    matrix: csr_array
    starts: tuple[Location, ...]
    seconds_to_build: float
    seconds_to_prepare: float


@cache
def painted(hexes: int) -> Map:
    cols, rows = SIZES[hexes]
    rng = random.Random(hexes)
    cells = [(col, row) for row in range(rows) for col in range(cols)]
    terrain = dict(zip(cells, rng.choices(list(HALF_POINTS_TO_ENTER), SHARES, k=hexes), strict=True))
    begin = perf_counter()
    builder = BoardBuilder()
    grid, scheme = HexGrid(Orientation.FLAT, Parity.ODD), LabelScheme(separator=".")
    builder.add_sheet("main", grid, first=(0, 0), size=(cols, rows), scheme=scheme, terrain=terrain)
    board = builder.build()
    built = perf_counter()
    enter = [HALF_POINTS_TO_ENTER[name] for name in board.terrains]

    def cost(origin: int, target: int, edge: int) -> int | None:
        return enter[target]

    start_preparing = perf_counter()
    prepared = link_costs(board, cost)
    ready = perf_counter()
    steps = [
        (origin, target, price)
        for origin, links in enumerate(board.links)
        for target, _ in links
        if (price := enter[target]) is not None
    ]
    graph = nx.DiGraph()
    graph.add_nodes_from(range(board.size))
    graph.add_weighted_edges_from(steps)
    origins, targets, prices = (np.array(column) for column in zip(*steps, strict=True))
    matrix = csr_array((prices.astype(float), (origins, targets)), shape=(board.size, board.size))
    starts = tuple(Location(at) for at in rng.sample(range(board.size), STARTS))
    return Map(board, cost, prepared, graph, matrix, starts, built - begin, ready - start_preparing)


def milliseconds(contenders: dict[str, Callable[[Location], object]], starts: tuple[Location, ...]) -> dict[str, float]:
    """The best mean of several rounds, the contenders taking turns so that a busy moment hurts them all."""
    best = dict.fromkeys(contenders, float("inf"))
    for _ in range(ROUNDS):
        for name, search in contenders.items():
            begin = perf_counter()
            for start in starts:
                search(start)
            best[name] = min(best[name], (perf_counter() - begin) * 1000 / len(starts))
    return best


def show(capsys: pytest.CaptureFixture[str], title: str, lines: list[str]) -> None:
    with capsys.disabled():
        print(f"\n{title}")
        for line in lines:
            print(f"  {line}")


@pytest.mark.parametrize("hexes", SIZES)
def test_a_reach_of_ten_points_is_twice_as_fast_as_networkx(hexes: int, capsys: pytest.CaptureFixture[str]) -> None:
    ground = painted(hexes)
    board = ground.board
    reached = 0
    for start in ground.starts:
        ours = dict(reachable(board, start, HALF_POINTS, ground.prepared).costs)
        assert ours == dict(reachable(board, start, HALF_POINTS, ground.cost).costs)
        assert ours == nx.single_source_dijkstra(ground.graph, start, cutoff=HALF_POINTS)[0]
        theirs = csgraph.dijkstra(ground.matrix, indices=start, limit=HALF_POINTS)
        assert ours == {int(at): int(theirs[at]) for at in np.flatnonzero(np.isfinite(theirs))}
        reached += len(ours)
    times = milliseconds(
        {
            "redoubt": lambda start: reachable(board, start, HALF_POINTS, ground.prepared),
            "asking": lambda start: reachable(board, start, HALF_POINTS, ground.cost),
            "networkx": lambda start: nx.single_source_dijkstra(ground.graph, start, cutoff=HALF_POINTS),
            "scipy": lambda start: csgraph.dijkstra(ground.matrix, indices=start, limit=HALF_POINTS),
        },
        ground.starts,
    )
    ratio = times["networkx"] / times["redoubt"]
    show(
        capsys,
        f"reach of 10 points, {hexes} hexes ({reached // STARTS} reached on average)",
        [
            f"costs prepared        {times['redoubt']:8.3f} ms   {ratio:.1f} x networkx",
            f"costs asked per step  {times['asking']:8.3f} ms   {times['networkx'] / times['asking']:.1f} x networkx",
            f"networkx              {times['networkx']:8.3f} ms",
            f"scipy                 {times['scipy']:8.3f} ms",
            f"beforehand: the board {ground.seconds_to_build:.2f} s, its costs {ground.seconds_to_prepare:.2f} s",
        ],
    )
    assert ratio >= 2


@pytest.mark.parametrize("hexes", SIZES)
def test_a_whole_map_field_is_twice_as_fast_as_networkx(hexes: int, capsys: pytest.CaptureFixture[str]) -> None:
    ground = painted(hexes)
    board = ground.board
    start = ground.starts[0]
    ours = field(board, [start], ground.prepared)
    distances = nx.single_source_dijkstra_path_length(ground.graph, start)
    assert ours == [distances.get(at, UNREACHED) for at in range(board.size)]
    theirs = csgraph.dijkstra(ground.matrix, indices=start)
    assert ours == np.where(np.isfinite(theirs), theirs, UNREACHED).astype(int).tolist()
    times = milliseconds(
        {
            "redoubt": lambda at: field(board, [at], ground.prepared),
            "steps": lambda at: field(board, [at]),
            "networkx": lambda at: nx.single_source_dijkstra_path_length(ground.graph, at),
            "scipy": lambda at: csgraph.dijkstra(ground.matrix, indices=at),
        },
        (start,),
    )
    ratio = times["networkx"] / times["redoubt"]
    show(
        capsys,
        f"whole-map field, {hexes} hexes",
        [
            f"costs prepared        {times['redoubt']:8.2f} ms   {ratio:.1f} x networkx",
            f"steps only            {times['steps']:8.2f} ms",
            f"networkx              {times['networkx']:8.2f} ms",
            f"scipy                 {times['scipy']:8.2f} ms",
        ],
    )
    assert ratio >= 2


def test_building_a_board_of_60000_hexes(capsys: pytest.CaptureFixture[str]) -> None:
    ground = painted(60_000)
    show(capsys, "building 60000 hexes", [f"{ground.seconds_to_build:.2f} s, {len(ground.board.edges)} hexsides"])
    assert ground.board.size == 60_000
    assert ground.seconds_to_build < 10 * ground.seconds_to_prepare, "about as much work as pricing every step"
