"""How fast the map is drawn: 60,000 hexes and 1,000 counters in a window of 1280 x 800, and a million hexes.

Wall times are printed, not asserted: they depend on the machine. What is asserted is what makes them small: how many
tiles an edit repaints, and how a moved frame compares with drawing the map anew.
"""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Callable

import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.application import application
from editor.canvas.art.renderer import Patch
from editor.canvas.canvas import MapCanvas
from editor.canvas.tiles.tile_cache import TILE
from engine.definitions.plan import Cell
from tests.editor.canvas.demo_maps import PALETTE, TERRAIN, counters, hex_map

pytestmark = pytest.mark.bench


def ms(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1000


def line(name: str, times: list[float], note: str = "") -> None:
    ordered = sorted(times)
    p50, p95 = statistics.median(ordered), ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    print(f"  {name:<34} p50 {p50:8.2f} ms   p95 {p95:8.2f} ms   {note}")


def settle(canvas: MapCanvas) -> None:
    """Let the timer paint all it wants to."""
    until = time.monotonic() + 60
    while not canvas.map_item.is_complete and time.monotonic() < until:
        QApplication.processEvents()
    QApplication.processEvents()


def open_canvas(width: int, height: int, units: int, *, lines: bool) -> MapCanvas:
    plan = hex_map(width, height, lines=lines)
    start = time.perf_counter()
    canvas = MapCanvas(plan, PALETTE)
    canvas.resize(1280, 800)
    canvas.counters.set_counters(counters(plan, units))
    canvas.show()
    QApplication.processEvents()
    first = (time.perf_counter() - start) * 1000
    print(f"\n{width * height:,} hexes, {len(plan.sides):,} hexside features, {units:,} counters, 1280 x 800")
    print(f"  {'open to the first picture':<34}     {first:8.2f} ms")
    print(f"  {'all tiles at fit zoom':<34}     {ms(lambda: settle(canvas)):8.2f} ms")
    return canvas


def pan(canvas: MapCanvas, right: int, down: int, steps: int) -> list[float]:
    def one() -> None:
        canvas.move_by(right, down)
        QApplication.processEvents()

    return [ms(one) for _ in range(steps)]


def redraw(canvas: MapCanvas) -> float:
    """The view painted from the map itself, as a canvas without tiles would for each frame."""
    view, scale = canvas.view_box, canvas.transform().m11()
    image = QImage(canvas.viewport().size(), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    painter.translate(-view.left, -view.top)
    taken = ms(lambda: canvas.picture.paint(painter, Patch(view, scale)))
    painter.end()
    return taken


def edit(canvas: MapCanvas, number: int) -> float:
    """Change one hex in view and paint the frame that shows it."""
    view = canvas.view_box
    lattice = canvas.picture.sheet("main").lattice
    col, row = lattice.cell_at((view.left + view.right) / 2, (view.top + view.bottom) / 2)
    cell = Cell("main", col + number % 7, row + number // 7 % 5)
    sheet = canvas.plan.sheets["main"]
    index = sheet.index(cell.col, cell.row)
    assert index is not None

    def act() -> None:
        sheet.terrain[index] = 1 + number % len(TERRAIN)
        canvas.changed(cells=[cell])
        QApplication.processEvents()

    return ms(act)


def memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@pytest.fixture(autouse=True)
def _our_application(qapp: QApplication) -> None:
    application()


def test_sixty_thousand_hexes() -> None:
    canvas = open_canvas(300, 200, 1000, lines=True)
    tiles = canvas.map_item.tiles
    line("frame at fit zoom", [ms(canvas.viewport().repaint) for _ in range(30)])
    repaired = tiles.repaired
    line("one hex painted, at fit zoom", [edit(canvas, number) for number in range(40)])
    per_edit = (tiles.repaired - repaired) / 40
    assert per_edit <= 4

    canvas.set_zoom(1.0)
    settle(canvas)
    line("frame at 100 %", [ms(canvas.viewport().repaint) for _ in range(30)])
    anew = min(redraw(canvas) for _ in range(3))
    line("  the same drawn without tiles", [anew])
    line("pan over new ground", pan(canvas, 9, 6, 150), "tiles painted between frames included")
    settle(canvas)
    back = pan(canvas, -9, -6, 150)
    line("pan over known ground", back)
    assert statistics.median(back) < anew / 2, "moving the view costs far less than drawing it"
    repaired, painted = tiles.repaired, tiles.painted
    settle(canvas)
    line("one hex painted, at 100 %", [edit(canvas, number) for number in range(40)])
    assert (tiles.repaired - repaired) / 40 <= 4, "an edit repaints parts of at most four tiles of a scale"
    settle(canvas)
    assert tiles.painted - painted <= 60, "and no tile is painted whole because of it"

    steps = [ms(lambda: (canvas.zoom_out(), QApplication.processEvents())) for _ in range(8)]
    steps += [ms(lambda: (canvas.zoom_in(), QApplication.processEvents())) for _ in range(8)]
    line("zoom step and its first frame", steps)
    settle(canvas)
    print(f"  {'tiles kept':<34}     {len(tiles):8d}      {tiles.bytes / 2**20:.0f} MB of {tiles.budget / 2**20:.0f}")
    print(f"  {'chunks kept':<34}     {sum(canvas.picture.sheet('main').stored().values()):8,d} path elements")
    print(f"  {'memory of the process, at most':<34}     {memory():8.0f} MB")
    assert tiles.bytes <= tiles.budget
    canvas.deleteLater()


def test_a_million_hexes() -> None:
    canvas = open_canvas(1000, 1000, 1000, lines=False)
    tiles = canvas.map_item.tiles
    line("frame at fit zoom", [ms(canvas.viewport().repaint) for _ in range(20)])
    line("one hex painted, at fit zoom", [edit(canvas, number) for number in range(20)])
    canvas.set_zoom(1.0)
    settle(canvas)
    line("frame at 100 %", [ms(canvas.viewport().repaint) for _ in range(20)])
    line("pan over new ground", pan(canvas, 9, 6, 100), "tiles painted between frames included")
    settle(canvas)
    repaired = tiles.repaired
    line("one hex painted, at 100 %", [edit(canvas, number) for number in range(20)])
    assert (tiles.repaired - repaired) / 20 <= 4
    print(f"  {'memory of the process, at most':<34}     {memory():8.0f} MB")
    assert tiles.bytes <= tiles.budget
    assert len(tiles) * TILE * TILE * 4 == tiles.bytes
    canvas.deleteLater()
