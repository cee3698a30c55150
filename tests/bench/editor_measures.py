"""A process that opens a large map in the editor, works on it and says as JSON what that took.

It is run as a program of its own, because memory is only told apart in a process that did nothing else: once to make
the file, and once to open it. Strokes go the whole way, from the command through the document and the file to the
repainted canvas, as they do under the mouse.
"""

from __future__ import annotations

import gc
import json
import os
import random
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import NamedTuple

from PySide6.QtWidgets import QApplication

from app.application import application
from editor.canvas.canvas import MapCanvas
from editor.commands.paint import paint_terrain
from editor.documents.map_document import MapDocument, Stroke
from editor.documents.workbench import Workbench
from editor.geometry.cells import Cells
from editor.geometry.flood import flood
from editor.geometry.shapes import brush
from engine.core.boards.labels import Axis, LabelScheme
from engine.core.messages import message
from engine.definitions.plan import Cell, MapPlan
from engine.rulesets.words import catalogue
from engine.storage.contents import Contents
from engine.storage.store import Store
from tests.bench.yardstick import Yardstick
from tests.editor.canvas.demo_maps import PALETTE, TERRAIN, hex_map

HEXES = 50
STROKES = 40
FRAMES = 120
PLAIN = "city"
"""The fill, which no hex of the country has: every hex is a row of the file."""
PLOUGHED = (400, 250)
"""What the flood fills, where the map is large enough: a hundred thousand hexes of one terrain, else half the map."""


def country(cols: int, rows: int) -> MapPlan:
    """A painted country with rivers, railways and towns, and a wide farmland in its first corner."""
    plan = hex_map(cols, rows)
    sheet = plan.sheets["main"]
    sheet.fill = PLAIN
    sheet.labels = LabelScheme(column=Axis(digits=4), row=Axis(digits=4))
    wide, high = min(PLOUGHED[0], cols // 2), min(PLOUGHED[1], rows)
    sheet.terrain[:high, :wide] = TERRAIN.index("farmland") + 1
    return plan


def resident() -> float:
    """The memory of this process, in MB; where the system does not tell, nothing."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


class Took(NamedTuple):
    """Milliseconds by the clock, those the processor worked for it, and that work in yardsticks measured beside it.

    On a busy machine the second tell more than the first, and on one that is slow just now the third.
    """

    wall: float
    work: float
    yards: float

    def __add__(self, other: object) -> Took:
        assert isinstance(other, Took)
        return Took(self.wall + other.wall, self.work + other.work, self.yards + other.yards)


_yardsticks: list[Yardstick] = []


def yardstick() -> Yardstick:
    if not _yardsticks:
        _yardsticks.append(Yardstick())
    return _yardsticks[0]


def took(run: Callable[[], object]) -> Took:
    before = yardstick().measure()
    begin, began = perf_counter(), process_time()
    run()
    wall, work = (perf_counter() - begin) * 1e3, (process_time() - began) * 1e3
    return Took(wall, work, 2 * work / (before + yardstick().measure()))


def spread(times: list[Took]) -> dict[str, float]:
    found = {}
    for name in Took._fields:
        values = [getattr(one, name) for one in times]
        found |= {f"{name} p50": median(values), f"{name} p95": quantiles(values, n=20, method="inclusive")[-1]}
    return found


class Bench:
    """The open map and the hands on it."""

    def __init__(self, path: Path) -> None:
        self.found: dict[str, object] = {}
        self.app = application()
        self.canvas = MapCanvas(MapPlan("none", "", "none"), PALETTE)
        self.canvas.resize(1280, 800)
        self.canvas.show()
        self.app.processEvents()
        self.found["memory empty"] = resident()
        opening = took(lambda: self._open(path))
        self.found["open file"] = opening._asdict()
        opening += took(self._show)
        self.found["open to first frame"] = opening._asdict()
        opening += took(self.settle)
        self.found["open to complete picture"] = opening._asdict()
        plan = self.document.plan
        self.found["hexes"] = int(plan.sheets["main"].terrain.size)
        self.found["sides"] = len(plan.sides)
        gc.collect()
        self.found["memory open"] = resident()
        self.chance = random.Random(5)
        self.reached: list[Cells] = []

    def _open(self, path: Path) -> None:
        self.store = Store(path)

    def _show(self) -> None:
        plan = self.store.contents.maps["demo"]
        self.bench = Workbench(self.canvas)
        self.document = MapDocument(self.store, plan, PALETTE, catalogue())
        self.bench.set_document(self.document)
        self.canvas.set_map(plan, PALETTE)
        QApplication.processEvents()

    def settle(self) -> None:
        """Let the canvas paint all it wants to."""
        until = perf_counter() + 60
        while not self.canvas.map_item.is_complete and perf_counter() < until:
            QApplication.processEvents()
        QApplication.processEvents()

    def frame(self) -> None:
        QApplication.processEvents()

    def repaired(self) -> None:
        """Frames until nothing in view shows the map as it was."""
        tiles, scale = self.canvas.map_item.tiles, self.canvas.transform().m11()
        keys = list(tiles.keys_in(self.canvas.view_box, scale))
        while any(tiles.is_dirty(key) for key in keys):
            self.frame()

    # Strokes

    def somewhere(self) -> tuple[int, int]:
        """A hex in view, with room to its right for a stroke."""
        view = self.canvas.view_box
        lattice = self.canvas.picture.index.lattices["main"]
        sheet = self.document.plan.sheets["main"]
        x = self.chance.uniform(view.left, view.left + view.width * 0.4)
        y = self.chance.uniform(view.top + view.height * 0.1, view.bottom - view.height * 0.1)
        col, row = lattice.cell_at(x, y)
        return min(max(col, 1), sheet.size[0] - HEXES), min(max(row, 1), sheet.size[1] - 4)

    def patch(self) -> Cells:
        """Fifty hexes side by side, ten by five, so that they are in view at every zoom."""
        col, row = self.somewhere()
        return Cells.of(Cell("main", col + n % 10, row + n // 10) for n in range(HEXES))

    def paint(self, cells: Cells, terrain: str) -> Took:
        """One stroke, all the way into the file."""
        return took(lambda: self.document.push(paint_terrain(self.document.plan, cells, terrain)))

    def move(self, stroke: Stroke, at: Cell, terrain: str) -> Took:
        """One move of the brush in the middle of a stroke, and the frame that shows it."""
        plan = self.document.plan
        return took(lambda: stroke.extend(paint_terrain(plan, brush(plan, [at], 3), terrain))) + took(self.frame)

    def strokes(self, name: str) -> None:
        """Strokes here and there, each until no pixel in view is out of date; then strokes in ten moves."""
        write, paint, whole_paint, moves = [], [], [], []
        tiles = self.canvas.map_item.tiles
        whole = tiles.painted
        for number in range(STROKES):
            write.append(self.paint(self.patch(), TERRAIN[number % 6]))
            paint.append(took(self.frame))
            whole_paint.append(paint[-1] + took(self.repaired))
            self.settle()
        self.found[f"{name}: rows of a stroke"] = max(entry.changes for entry in self.store.history(limit=STROKES))
        for number in range(STROKES // 4):
            stroke = self.document.begin_stroke(message("edit.do.paint", terrain="forest"))
            col, row = self.somewhere()
            moves += [self.move(stroke, Cell("main", col + step, row), TERRAIN[number % 5]) for step in range(10)]
            stroke.finish()
            self.settle()
        self.found[f"{name}: tiles painted whole"] = tiles.painted - whole
        self.found[f"{name}: stroke written"] = spread(write)
        self.found[f"{name}: repaint"] = spread(paint)
        self.found[f"{name}: repaint, every pixel"] = spread(whole_paint)
        both = [one + two for one, two in zip(write, whole_paint, strict=True)]
        self.found[f"{name}: stroke and repaint"] = spread(both)
        self.found[f"{name}: a move of the brush"] = spread(moves)

    def undo(self) -> None:
        times = [took(self.document.undo_stack.undo) + took(self.frame) for _ in range(10)]
        self.found["undo and repaint"] = spread(times)

    # Looking about

    def pan(self, name: str) -> None:
        times = []
        for number in range(FRAMES):
            step = (13, 9) if number < FRAMES // 2 else (-13, -9)
            times.append(took(lambda: (self.canvas.move_by(*step), self.frame())))  # noqa: B023
        self.found[f"{name}: pan"] = spread(times)
        self.settle()

    def zoom(self, name: str) -> None:
        times = []
        for number in range(32):
            turn = self.canvas.zoom_in if number % 16 < 8 else self.canvas.zoom_out
            times.append(took(lambda: (turn(), self.frame())))  # noqa: B023
        self.found[f"{name}: zoom"] = spread(times)
        self.settle()

    # Large changes and the file

    def fill(self) -> None:
        plan = self.document.plan
        search = took(lambda: self.reached.append(flood(plan, Cell("main", 2, 2))))
        cells = self.reached.pop()
        write = took(lambda: self.document.push(paint_terrain(plan, cells, "forest")))
        paint = took(self.frame)
        self.found["fill hexes"] = len(cells)
        self.found["fill: search"] = search._asdict()
        self.found["fill: write"] = write._asdict()
        self.found["fill: repaint"] = paint._asdict()
        self.settle()
        self.found["fill: undo"] = (took(self.document.undo_stack.undo) + took(self.frame))._asdict()
        self.settle()

    def save(self, folder: Path) -> None:
        self.found["named version"] = took(lambda: self.store.save("a version"))._asdict()
        self.found["save a copy"] = took(lambda: self.store.copy_to(folder / "copy.redoubt"))._asdict()

    def work(self, folder: Path) -> dict[str, object]:
        self.canvas.fit()
        self.settle()
        self.strokes("fit")
        self.zoom("fit")
        self.canvas.set_zoom(self.canvas.fit_zoom * 2)
        self.settle()
        self.pan("fit")
        self.canvas.set_zoom(1.0)
        self.settle()
        self.strokes("1:1")
        self.undo()
        self.pan("1:1")
        self.zoom("1:1")
        self.canvas.fit()
        self.settle()
        self.fill()
        self.save(folder)
        gc.collect()
        self.found["memory after work"] = resident()
        self.found["close"] = took(self.store.close)._asdict()
        times = yardstick().times
        self.found["yardstick"] = {"p50": median(times), "p05": quantiles(times, n=20, method="inclusive")[0]}
        return self.found


def main(task: str, path: str, *size: str) -> None:
    if task == "make":
        plan = country(*map(int, size))
        application()
        print(json.dumps(took(lambda: Store.create(Path(path), Contents().add(plan)).close())._asdict()))
    else:
        print(json.dumps(Bench(Path(path)).work(Path(path).parent)))


if __name__ == "__main__":
    main(*sys.argv[1:])
