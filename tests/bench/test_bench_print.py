"""How well a print is read: terrain from three samples a class; rivers, railways and roads from two clicks each."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from editor.digitise.print_lines import SIDE_REACH, STEP_REACH, PrintedLines
from editor.digitise.print_network import traced_steps
from editor.digitise.terrain.hex_features import hex_features
from editor.digitise.terrain.terrain_classes import propose
from editor.geometry.ground import Ground
from editor.geometry.priced_ways import PricedHexes, PricedHexsides
from editor.geometry.vertices import hexsides_along, nearest_vertex
from tests.helpers.drawn_prints import ROAD, DrawnPrint
from tests.helpers.printed_scans import GroundArt, Print, Printed, printed

pytestmark = pytest.mark.bench

CLASSES = 7
SAMPLES = 3
LEAST = 0.95
"""Recall and precision."""
PRINTS = (
    Print(pitch=40, size=(1000, 760), spread=5.0, seed=31, noise=4, quality=70, covered=0.05),
    Print(pitch=30, size=(1000, 760), spread=6.0, seed=32, noise=7, quality=50, covered=0.05),
    Print(pitch=44, size=(1100, 800), spread=6.0, seed=35, noise=4, quality=60, covered=0.05, is_patterned=True),
)


def sampled(scan: Printed) -> dict[int, str]:
    """Three hexes of each class that a person would click: wholly of it."""
    rng = np.random.default_rng(1)
    found = {}
    for kind in range(CLASSES):
        mine = np.flatnonzero(scan.terrain == kind)
        pure = mine[scan.purity[mine] >= 0.85]
        chosen = pure if len(pure) >= SAMPLES else mine[np.argsort(-scan.purity[mine])[:SAMPLES]]
        found |= {int(number): str(kind) for number in rng.permutation(chosen)[:SAMPLES]}
    return found


@pytest.mark.parametrize("art", list(GroundArt))
def test_terrain_from_samples(qapp: QApplication, art: GroundArt) -> None:
    for asked in PRINTS:
        scan = printed(Print(**{**vars(asked), "art": art}))
        features = hex_features(scan.pixels, scan.centres, scan.axes[:, 0], scan.axes[:, 1])
        proposal = propose(features, sampled(scan))
        kinds = np.array([int(name) for name in proposal.classes])[proposal.kinds]
        right, sure = kinds == scan.terrain, proposal.sure
        print(f"{art} seed {asked.seed}: sure {sure.mean():.3f}, right of those {right[sure].mean():.3f}")
        assert right[sure].mean() >= 0.95
        assert sure.mean() >= 0.85


def test_lines_from_two_clicks(qapp: QApplication) -> None:
    totals = {"river": [0, 0, 0], "railway": [0, 0, 0], "road": [0, 0, 0]}
    for seed in range(1, 6):
        drawn, other = DrawnPrint(seed=seed), DrawnPrint(seed=seed, ink=ROAD)
        for name, found, truth in (*_rivers(drawn), *_through(drawn, "railway"), *_through(other, "road")):
            for number, count in enumerate((len(found & truth), len(truth), len(found))):
                totals[name][number] += count
    for name, (common, truth_count, found_count) in totals.items():
        print(f"{name}: recall {common / truth_count:.3f}, precision {common / found_count:.3f}")
        assert common >= LEAST * truth_count
        assert common >= LEAST * found_count


def _rivers(drawn: DrawnPrint):  # type: ignore[no-untyped-def]
    ground, graph = Ground(drawn.plan), drawn.graph
    for chain in drawn.rivers:
        start, end = drawn.corner(chain, 0), drawn.corner(chain, -1)
        colour = drawn.sight.colour_near(start, 0.22)
        assert colour is not None
        lines = PrintedLines(drawn.sight, colour, start, drawn.sight.colours_about(start, 0.22))
        lines.learn(graph.points[graph.ends[:, 0]], graph.points[graph.ends[:, 1]], SIDE_REACH)
        router = PricedHexsides(drawn.plan, lambda a, b, lines=lines: lines.prices(a, b, SIDE_REACH))
        leg = router.leg(nearest_vertex(ground, *start), nearest_vertex(ground, *end))
        yield "river", {side[1:] for side in hexsides_along(ground, leg)}, {tuple(side) for side in chain.sides}


def _through(drawn: DrawnPrint, name: str):  # type: ignore[no-untyped-def]
    cols, rows = np.meshgrid(np.arange(drawn.cols), np.arange(drawn.rows))
    cells = np.column_stack((cols.ravel(), rows.ravel())).astype(np.int64)
    for rail in drawn.rails:
        start = drawn.middle(rail[0])
        colour = drawn.sight.colour_near(start, 0.22)
        assert colour is not None
        lines = PrintedLines(drawn.sight, colour, start, drawn.sight.colours_about(start, 0.22))
        traced_steps(drawn.lattice, cells, lines)
        router = PricedHexes(drawn.plan, lambda a, b, lines=lines: lines.prices(a, b, STEP_REACH))
        yield name, set(router.leg(rail[0], rail[-1])), set(rail)
