"""All lines of one colour at once: which hexsides, or which steps from hex to hex, are printed in it.

What is plainly printed is taken, and what is half so where it joins such stretches together; a stretch by itself is a
symbol or a letter. Those that were half so are told, for a person to look at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from editor.digitise.hexside_graph import HexsideGraph
from editor.digitise.print_lines import SIDE_REACH, STEP_REACH, PrintedLines
from editor.digitise.transforms import Floats
from editor.geometry.lattice import Ints, Lattice

_SHORTEST: Final = 3
"""Stretches that a line has at least."""


@dataclass(frozen=True, slots=True)
class TracedStretches:
    """Stretches by their numbers in what was asked, and of those the doubtful ones."""

    chosen: Ints
    doubtful: Ints


def traced_sides(lattice: Lattice, cells: Ints, lines: PrintedLines) -> tuple[Ints, TracedStretches]:
    """The hexsides of hexes (column, row, direction), and which of them are printed."""
    graph = HexsideGraph(lattice, cells[:, 0], cells[:, 1])
    starts, ends = graph.points[graph.ends[:, 0]], graph.points[graph.ends[:, 1]]
    lines.learn(starts, ends, SIDE_REACH * lattice.scale)
    shares = lines.shares(starts, ends, SIDE_REACH * lattice.scale)
    return graph.sides, _joined(graph.ends, shares, lines)


def traced_steps(lattice: Lattice, cells: Ints, lines: PrintedLines) -> tuple[Ints, TracedStretches]:
    """The steps between neighbouring hexes (numbers of two of the cells), and which of them are printed."""
    number = {(int(col), int(row)): at for at, (col, row) in enumerate(cells.tolist())}
    pairs = []
    for direction in range(3):
        cols, rows = lattice.neighbours(cells[:, 0], cells[:, 1], direction)
        for at, there in enumerate(zip(cols.tolist(), rows.tolist(), strict=True)):
            if there in number:
                pairs.append((at, number[there]))
    steps = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    middles = lattice.centres(cells[:, 0], cells[:, 1])
    lines.learn(middles[steps[:, 0]], middles[steps[:, 1]], STEP_REACH * lattice.scale)
    shares = lines.shares(middles[steps[:, 0]], middles[steps[:, 1]], STEP_REACH * lattice.scale)
    return steps, _joined(steps, shares, lines)


def _joined(ends: Ints, shares: Floats, lines: PrintedLines) -> TracedStretches:
    """What is printed plainly, what is weak and joins it, without what hangs together with too little."""
    plain, weak = shares >= lines.printed, shares >= (lines.none + lines.printed) / 2
    touched = np.bincount(ends[plain].ravel(), minlength=int(ends.max(initial=0)) + 1)
    bridges = weak & ~plain & (touched[ends[:, 0]] > 0) & (touched[ends[:, 1]] > 0)
    kept = plain | bridges
    root = np.arange(int(ends.max(initial=0)) + 1)
    for a, b in ends[kept].tolist():
        one, other = _root(root, a), _root(root, b)
        root[one] = other
    roots = np.array([_root(root, int(a)) for a in ends[:, 0]], dtype=np.int64) if len(ends) else np.zeros(0, np.int64)
    sizes = np.bincount(roots[kept], minlength=len(root))
    kept &= sizes[roots] >= _SHORTEST
    return TracedStretches(np.flatnonzero(kept), np.flatnonzero(kept & ~plain))


def _root(root: Ints, at: int) -> int:
    while root[at] != at:
        root[at] = root[root[at]]
        at = int(root[at])
    return at
