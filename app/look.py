"""How the program looks, as a person chose it: light or dark, the map on paper or by night, the size of the type."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from app.application import set_theme, set_type
from editor.canvas.art.style import Style, bundled_style
from editor.canvas.canvas import MapCanvas

TYPE_SIZES: Final = MappingProxyType({"small": 9.0, "normal": 10.0, "large": 12.0, "larger": 14.0})
"""Points of the interface's type by the name of the choice."""
USUAL_SIZE = "normal"
_DARK, _PAPER, _TYPE = "dark", "paper-map", "type-size"


@dataclass(frozen=True, slots=True)
class Look:
    """A choice; `paper_map` lets a dark window show the map as it is printed."""

    dark: bool = False
    paper_map: bool = False
    type_size: str = USUAL_SIZE

    @property
    def points(self) -> float:
        """How large the interface's type is."""
        return TYPE_SIZES[self.type_size]

    @property
    def is_by_night(self) -> bool:
        """Whether maps are drawn dark."""
        return self.dark and not self.paper_map

    @property
    def map_style(self) -> Style:
        """How the map is drawn: on paper, by night, or on paper that lies on a dark table."""
        if not self.dark:
            return bundled_style("paper")
        night = bundled_style("night")
        return night if self.is_by_night else bundled_style("paper").replace(table=night.table)


def kept_look(settings: QSettings) -> Look:
    """What was chosen before; what cannot be read is as usual."""
    size = settings.value(_TYPE, USUAL_SIZE)
    return Look(
        _is_on(settings, _DARK),
        _is_on(settings, _PAPER),
        size if isinstance(size, str) and size in TYPE_SIZES else USUAL_SIZE,
    )


def keep_look(settings: QSettings, look: Look) -> None:
    """Remember a choice."""
    for name, value in ((_DARK, look.dark), (_PAPER, look.paper_map), (_TYPE, look.type_size)):
        settings.setValue(name, value)


def put_on(look: Look, before: Look, canvas: MapCanvas) -> None:
    """Give the program and the map another look, as far as it is another."""
    app = QApplication.instance()
    if isinstance(app, QApplication):
        set_theme(app, dark=look.dark)
        if look.type_size != before.type_size:
            set_type(app, look.points)
    if look.map_style != before.map_style:
        canvas.set_style_shown(look.map_style)


def _is_on(settings: QSettings, name: str) -> bool:
    return settings.value(name, False, type=bool) is True
