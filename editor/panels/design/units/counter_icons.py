"""Counters as small pictures for trees, tables and lists, drawn as the map draws them."""

from __future__ import annotations

from PySide6.QtGui import QIcon, QPixmap

from editor.canvas.counters.counter_picture import CounterPicture
from editor.canvas.counters.counter_pictures import bands_of, type_picture, unit_picture
from editor.documents.design_bench import DesignBench
from editor.model.design.design import Design
from engine.definitions.counters import CounterType
from engine.definitions.palette import by_id

SMALL = 22
"""Pixels of a counter in a row of text."""


class CounterIcons:
    """Makes pictures for one look at a design; the canvas keeps those it has painted."""

    def __init__(self, desk: DesignBench, design: Design, side: int = SMALL) -> None:
        self._counters = desk.canvas.counters
        self._design = design
        self._side = side
        self._nations = by_id(design.palette.nations)
        self._bands = bands_of(design.formations)
        self._made: dict[tuple[object, ...], QIcon] = {}

    def of_unit(self, unit: str) -> QIcon:
        """The counter of a unit; no picture where its type is not known. Units that look alike share theirs."""
        look = self.look(unit)
        if look is None:
            return QIcon()
        if look not in self._made:
            picture = self.picture(unit)
            self._made[look] = QIcon(self._pixmap(picture)) if picture is not None else QIcon()
        return self._made[look]

    def look(self, unit: str) -> tuple[object, ...] | None:
        """All that a small counter of a unit shows, so that those that look alike can be told."""
        entry = self._design.units.get(unit)
        kind = self._design.types.get(entry.type) if entry is not None else None
        if entry is None or kind is None:
            return None
        placed = self._design.placements.get(unit)
        lost = entry.step if placed is None or placed.step is None else placed.step
        return id(kind), lost, self._bands.get(entry.formation or "", ""), entry.code

    def of_type(self, kind: CounterType, lost: int = 0) -> QIcon:
        """The counter of a type after so many steps lost."""
        return QIcon(self._pixmap(type_picture(kind, self._nations, lost)))

    def picture(self, unit: str) -> CounterPicture | None:
        """What there is to draw of a unit."""
        entry = self._design.units.get(unit)
        kind = self._design.types.get(entry.type) if entry is not None else None
        if entry is None or kind is None:
            return None
        placed = self._design.placements.get(unit)
        return unit_picture(
            entry,
            kind,
            self._nations,
            step=placed.step if placed is not None else None,
            band=self._bands.get(entry.formation or "", ""),
        )

    def _pixmap(self, picture: CounterPicture) -> QPixmap:
        return self._counters.picture_of(picture, self._side)
