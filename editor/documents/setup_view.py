"""The setup of the scenario in work on the canvas: control, objectives, markers, and what the rules say of it.

It follows the scenario, lays its signs over the map while the designer is shown, and asks the rules again after every
change of where units stand.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from editor.canvas.setup_signs import HoldingLayer, Sign, SignLayer
from editor.checks.setup_check import SetupCheck
from editor.documents.design_bench import DesignBench
from editor.documents.scenario_document import ScenarioDocument
from editor.model.design.aspects import EVERYTHING, Aspect, DesignTouched
from editor.model.design.design import Design
from editor.model.design.initial_control import holders
from editor.model.design.sides import side_colours
from editor.model.design.units.unit_fields import value_text
from engine.definitions.palette import by_id

_NEUTRAL = "#e3c14a"
_PLAIN_MARKER = "#7a7266"
_STANDING = (Aspect.SETUP, Aspect.UNITS, Aspect.TYPES, Aspect.CHARTS, Aspect.HEAD, Aspect.OPTIONS)


class SetupView(QObject):
    """One for a window."""

    def __init__(self, desk: DesignBench) -> None:
        super().__init__(desk)
        self._desk = desk
        self.check = SetupCheck()
        self.holding = HoldingLayer(desk.canvas)
        self.signs = SignLayer(desk.canvas)
        self._followed: ScenarioDocument | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._show_all)
        desk.scenario_changed.connect(self._follow)
        desk.active_changed.connect(self._set_shown)
        desk.place_changed.connect(lambda: self.signs.show_pointed(desk.place))
        desk.canvas.renewed.connect(self._soon.start)
        self._set_shown(desk.is_active)

    def _set_shown(self, shown: bool) -> None:
        self.holding.setVisible(shown)
        self.signs.setVisible(shown)
        if shown:
            self._show_all()

    def _follow(self) -> None:
        if self._followed is not None:
            self._followed.changed.disconnect(self._changed)
            self._followed.map.changed.disconnect(self._map_changed)
        self._followed = self._desk.scenario
        self.check.forget()
        if self._followed is not None:
            self._followed.changed.connect(self._changed)
            self._followed.map.changed.connect(self._map_changed)
        self._show_all()

    def _map_changed(self) -> None:
        self.check.forget()
        self._soon.start()

    def _show_all(self) -> None:
        if self._desk.is_active or self._desk.design is None:
            self.signs.renew()
            self._changed(DesignTouched(EVERYTHING))

    def _changed(self, touched: DesignTouched) -> None:
        design = self._desk.design
        if design is None:
            self.holding.show_held({})
            self.signs.show_signs(())
            self.signs.show_wrong(())
            self._desk.set_faults(())
            return
        if touched.has(Aspect.CONTROL, Aspect.TYPES, Aspect.PALETTE, Aspect.HEAD):
            colours = side_colours(design)
            self.holding.show_held({key: colours.get(side, _NEUTRAL) for key, side in holders(design).items()})
        if touched.has(Aspect.OBJECTIVES, Aspect.MARKERS, Aspect.PALETTE, Aspect.TYPES, Aspect.HEAD):
            self.signs.show_signs(_signs(design))
        if touched.has(*_STANDING):
            faults = self.check.faults(design)
            self.signs.show_wrong(fault.at for fault in faults)
            self._desk.set_faults(faults)


def _signs(design: Design) -> list[Sign]:
    """Objectives with what they are worth, and markers with their levels."""
    colours, swatches = side_colours(design), by_id(design.palette.markers)
    found = []
    for each in design.scenario.objectives:
        key = design.places.key(each.at)
        if key is not None:
            colour = colours.get(each.side, _NEUTRAL) if each.side is not None else _NEUTRAL
            found.append(Sign(key, value_text(each.value) if each.value is not None else "", colour, is_star=True))
    for marker in design.scenario.markers:
        key, swatch = design.places.key(marker.at), swatches.get(marker.marker)
        if key is not None:
            colour = (swatch.colour if swatch is not None else None) or _PLAIN_MARKER
            letter = (swatch.name if swatch is not None else marker.marker)[:1].upper()
            found.append(Sign(key, str(marker.level) if marker.level > 1 else letter, colour))
    return found
