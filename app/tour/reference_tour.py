"""Scenes of the tour from what is looked up: facts at the pointer, charts lit by an attack, a case of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

from app.modes import Mode
from app.tour.tour_stages import settle
from app.window import MainWindow
from engine.core.ids import UnitId
from engine.definitions.charts.chart_pages import ChartPart


def reference_scenes(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    """What is looked up in the game on the screen, light and dark; without a game there is nothing to show."""
    table = window.play.table
    if window.mode is not Mode.PLAY or table is None:
        return
    reference = window.help.reference
    for suffix in ("", "-dark"):
        window.show_dark(bool(suffix))
        if _point_at_somebody(window):
            yield f"play-hover{suffix}", window
            window.play.hovering.put_away()
        charts = reference.show_charts()
        tables = [page.name for page in charts.chosen.pages if page.part is ChartPart.TABLES] if charts.chosen else []
        if tables:
            charts.turn_to(ChartPart.TABLES, tables[0])
        yield f"charts{suffix}", charts
        charts.close()
        if reference.show_case(table.menu.rule) and reference.rules is not None:
            yield f"rules-index{suffix}", reference.rules
            reference.rules.close()
    window.show_dark(False)


def _point_at_somebody(window: MainWindow) -> bool:
    """Describe a unit of the side that decides, in the middle of the view."""
    table, canvas = window.play.table, window.canvas
    assert table is not None
    for unit in sorted(window.play.desk.scene.glow.units) or sorted(table.view.units):
        key = table.board.key(table.view.units[UnitId(unit)].at)
        if canvas.picture.place(key) is not None:
            canvas.set_zoom(1.0)
            canvas.look_at(key)
            settle()
            window.grab()  # lays everything out, so that the card finds its room
            window.play.desk.mouse.hover(key, unit)
            return window.play.hovering.describe()
    return False
