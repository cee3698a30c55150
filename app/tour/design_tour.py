"""Scenes of the tour from the designer: the order of battle, its counters, and a series being made."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.modes import Mode
from app.tour.tour_stages import settle
from app.window import MainWindow
from editor.panels.design.playable_panel import PlayablePanel
from editor.panels.design.setup.setup_panel import SetupPanel
from editor.panels.design.timeline_panel import TimelinePanel
from editor.panels.design.units.counters_panel import CountersPanel
from editor.panels.design.units.unit_table_panel import UnitTablePanel
from engine.rulesets.library import bundled_scenarios


def design_scenes(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    """Bring the window into each scene, and give its name and what to look at."""
    for name in ("typhoon", "summer-1941"):
        if name not in bundled_scenarios() or not window.open(name):
            continue
        window.set_mode(Mode.DESIGN)
        window.canvas.fit()
        design = window.designer.desk.design
        if design is None:
            continue
        stepped = (unit for unit in design.placements if (kind := design.type_of(unit)) and len(kind.steps) > 1)
        window.designer.desk.select_units([next(stepped)])
        _wait_for_the_verdict(window)
        yield f"design-{name}", window
        panel, table = window.docks.panels["counter-types"], window.docks.panels["units"]
        if isinstance(panel, CountersPanel) and isinstance(table, UnitTablePanel) and name == "typhoon":
            yield from _setup_scenes(window)
            window.docks.show_panel("counter-types")
            yield "design-counters", window
            dialog = table.ask_series()
            if dialog is not None:
                yield "design-series", dialog
                dialog.reject()
            yield from _schedule_scenes(window)


def _schedule_scenes(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    """The turn track, the timeline, and a comparison with another scenario."""
    window.docks.show_panel("turns")
    yield "design-turns", window
    timeline = window.docks.panels["timeline"]
    if isinstance(timeline, TimelinePanel):
        window.docks.show_panel("timeline")
        timeline.view.setFocus()
        timeline.view.go_to(0, 1)
        yield "design-timeline", window
    window.docks.show_panel("notes")
    yield "design-notes", window
    compared = window.menus.design.ask_compare()
    if compared is not None:
        compared.other.setCurrentIndex(compared.other.findText("Barbarossa", Qt.MatchFlag.MatchContains))
        yield "design-compare", compared
        compared.reject()
    window.docks.show_panel("units")


def _setup_scenes(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    """A stack that is too high is flagged; then the objectives, and control painted."""
    desk, setup = window.designer.desk, window.docks.panels["setup"]
    design = desk.design
    if design is None or not isinstance(setup, SetupPanel):
        return
    units = [
        unit for unit in design.placements if design.places.key(design.placements[unit].at) not in design.plan.boxes
    ]
    key = design.places.key(design.placements[units[0]].at) or ""
    window.docks.show_panel("setup")
    window.designer.hand.set_up(tuple(units[:4]), key)
    window.designer.renew()
    window.canvas.set_zoom(0.7)
    window.canvas.look_at(key)
    yield "design-setup", window
    window.docks.show_panel("victory")
    yield "design-victory", window
    window.menus.edit.undo.trigger()
    window.canvas.fit()


def _wait_for_the_verdict(window: MainWindow) -> None:
    panel = window.docks.panels["playable"]
    settle(lambda: not (isinstance(panel, PlayablePanel) and panel.is_checking))
