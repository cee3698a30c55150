"""The map view that editing and playing share: a map, its counters and a halo.

The canvas speaks of locations, hexsides and units and leaves it to others what they mean. Whoever changes the plan
says what was changed, and only that is painted again.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, QPointF, Signal
from PySide6.QtWidgets import QWidget

from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.renderer import Place, Shown
from editor.canvas.art.style import Style, bundled_style
from editor.canvas.counters.counter_item import CounterItem
from editor.canvas.counters.covered_names import CoveredNames
from editor.canvas.counters.selection_item import LiftedCounter, SelectionItem
from editor.canvas.tiles.map_item import MapItem
from editor.canvas.view import MapView
from editor.geometry.lattice import Box
from engine.definitions.palette import Palette
from engine.definitions.plan import Cell, MapPlan, SideKey


class MapCanvas(MapView):
    """Shows one map."""

    hovered = Signal(str)
    """The key of the location under the pointer changed; empty when there is none."""
    clicked = Signal(str)
    """A location was clicked; empty when none is there."""
    moved = Signal()
    """Another part of the map is in view, or the same at another zoom."""
    renewed = Signal()
    """The map is another altogether, or looks different everywhere."""

    def __init__(
        self, plan: MapPlan, palette: Palette, style: Style | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        style = style or bundled_style("paper")
        self._palette_of_map = palette
        self.picture = MapPicture(plan, Looks(palette, style))
        self.map_item = MapItem(self.picture, layered=True)
        self._followers: list[MapItem] = []
        self._around: Box | None = None
        self.counters = CounterItem(
            self._place, lambda: self.picture.bounds, style.counters, scale=lambda: self.transform().m11()
        )
        self.halo = SelectionItem(style.counters.selection)
        self._lifted: dict[str, LiftedCounter] = {}
        self._selected = ""
        self._ringed: tuple[str, ...] = ()
        """The chosen counters; from afar they are larger on the map, and so is the halo around them."""
        self._hovered = ""
        self._pointer: QPoint | None = None
        """Where the pointer lies on the screen: a bar that comes over the view moves the view, not the pointer."""
        self.covered_names = CoveredNames(lambda: self.picture, self.counters)
        for item in (self.map_item, self.covered_names.first_writing, self.counters, self.covered_names, self.halo):
            self.scene().addItem(item)
        self.setAccessibleName(self.tr("Map"))
        self._map_is_new()
        self.zoomed.connect(self._ring_again)

    def _place(self, key: str) -> Place | None:
        return self.picture.place(key)

    def _map_is_new(self) -> None:
        self._lay_paper()
        self.setBackgroundBrush(self.picture.looks.table)
        self.fit()

    # What is shown

    @property
    def plan(self) -> MapPlan:
        return self.picture.plan

    def shows_same(self, plan: MapPlan) -> bool:
        """Whether a plan is of the map that is shown, as after it was saved or taken back: the view may stay."""
        return plan.id == self.plan.id

    @property
    def style_shown(self) -> Style:
        return self.picture.looks.style

    def set_map(self, plan: MapPlan, palette: Palette) -> None:
        """Show another map, all of it."""
        self._palette_of_map = palette
        self.counters.set_counters(())
        self._renew(plan, self.style_shown, self.picture.shown)
        self.select("")
        self._map_is_new()

    def set_palette_shown(self, palette: Palette) -> None:
        """Show the same map with other kinds, as when the designer adds one."""
        self._palette_of_map = palette
        self._renew(self.plan, self.style_shown, self.picture.shown)

    def set_style_shown(self, style: Style) -> None:
        """Show the same map in another style."""
        self._renew(self.plan, style, self.picture.shown)
        self.halo.set_colour(style.counters.selection)
        self.setBackgroundBrush(self.picture.looks.table)

    @property
    def shown(self) -> Shown:
        return self.picture.shown

    def set_shown(self, shown: Shown) -> None:
        """Show more or less of the map."""
        if shown != self.picture.shown:
            self.picture.shown = shown
            for item in self._map_items():
                item.renew()
            self.renewed.emit()

    def _renew(self, plan: MapPlan, style: Style, shown: Shown) -> None:
        self.picture = MapPicture(plan, Looks(self._palette_of_map, style), shown)
        self.map_item.picture = self.picture
        self.map_item.tiles.picture = self.picture
        for item in self._map_items():
            item.renew()
        self.counters.renew(style.counters)
        self.renewed.emit()

    def changed(
        self,
        *,
        cells: Iterable[Cell] = (),
        sides: Iterable[SideKey] = (),
        paths: Iterable[str] = (),
        features: Iterable[str] = (),
        spaces: Iterable[str] = (),
        boxes: Iterable[str] = (),
        links: Iterable[str] = (),
        texts: Iterable[str] = (),
        shapes: Iterable[str] = (),
        members: Iterable[str] = (),
        regions: bool = False,
        places: bool = False,
        everything: bool = False,
    ) -> None:
        """The plan was changed in these places; nothing else is painted again.

        `members` are places that joined or left regions, `regions` says that regions themselves are other ones,
        `places` that any space, box, connection or text may be; `everything` also allows other sheets and joins.
        Where the paper grows or shrinks all of it is painted again.
        """
        if everything or places:
            self.picture.everything_changed()
            self._everything_is_new()
            return
        ground, dirty = self.picture.cells_changed(cells)
        dirty += self.picture.sides_changed(sides)
        dirty += self.picture.paths_changed(paths)
        dirty += self.picture.features_changed(features)
        dirty += self.picture.members_changed(members)
        if regions:
            self.picture.regions_changed()
            dirty.append(self.picture.bounds)
        placed = [tuple(names) for names in (spaces, boxes, links, texts, shapes)]
        if any(placed):
            before = self.picture.bounds
            dirty += self.picture.shapes_changed(placed[4])
            dirty += self.picture.places_changed(spaces=placed[0], boxes=placed[1], links=placed[2], texts=placed[3])
            if self.picture.bounds != before:
                self._everything_is_new()
                return
            if placed[0] or placed[1]:
                self.counters.renew(self.style_shown.counters)
                self._ring_again()
        for item in self._map_items():
            item.repaint(dirty, ground)

    def _everything_is_new(self) -> None:
        for item in self._map_items():
            item.renew()
        self.counters.renew(self.style_shown.counters)
        self._ring_again()
        self._lay_paper()
        self.renewed.emit()

    # What lies with the map

    def add_follower(self, item: MapItem) -> None:
        """Add an item that shows the map too, in its own way, and is painted again wherever the map is."""
        self._followers.append(item)
        self.scene().addItem(item)

    def set_surroundings(self, around: Box | None) -> None:
        """Something else lies on the plane and reaches so far: the view can go there too."""
        if around != self._around:
            self._around = around
            self._lay_paper()

    def _map_items(self) -> tuple[MapItem, ...]:
        return self.map_item, *self._followers

    def _lay_paper(self) -> None:
        paper = self.picture.bounds
        self.set_paper(paper if self._around is None else paper.united(self._around))

    # What lies where

    def location_at(self, point: QPoint | QPointF) -> str | None:
        """The key of the location under a point of the view."""
        at = self.plane_point(point)
        return self.picture.key_at(at.x(), at.y())

    def unit_at(self, point: QPoint | QPointF) -> str | None:
        """The topmost counter under a point of the view."""
        at = self.plane_point(point)
        return self.counters.unit_at(at.x(), at.y()) if self.counters.isVisible() else None

    def point_of(self, key: str) -> QPoint | None:
        """Where in the view the middle of a location is."""
        place = self.picture.place(key)
        return None if place is None else self.mapFromScene(QPointF(place.x, place.y))

    # What is chosen

    @property
    def selected(self) -> str:
        """The key of the chosen location, or empty."""
        return self._selected

    @property
    def under_pointer(self) -> str:
        """The key of the location under the pointer, or empty."""
        return self._hovered

    def select(self, key: str, units: Iterable[str] = ()) -> None:
        """Choose a location and counters on it; an empty key chooses nothing."""
        self._selected, self._ringed = key, tuple(units)
        self._ring_again()

    def _ring_again(self) -> None:
        """Lay the halo where what is chosen is now, and as large."""
        key = self._selected
        boxes = [box for unit in self._ringed if (box := self.counters.counter_box(unit)) is not None]
        self.halo.show_around(self.picture.outline(key) if key else None, boxes)

    def lift(self, unit: str) -> LiftedCounter | None:
        """Take a counter off the map and into the hand; None when it is not there."""
        at = self.counters.location_of(unit)
        picture = next((one for one in self.counters.stack(at or "") if one.unit == unit), None)
        place = self.picture.place(at) if at is not None else None
        if picture is None or place is None:
            return None
        item = LiftedCounter(picture, place.size, self.counters.faces)
        item.setPos(place.x, place.y)
        self.scene().addItem(item)
        self.counters.lift(unit, lifted=True)
        self._lifted[unit] = item
        return item

    def move_lifted(self, unit: str, to: QPointF) -> None:
        """Hold a lifted counter over a point of the map plane."""
        item = self._lifted.get(unit)
        if item is not None:
            item.setPos(to)

    @property
    def lifted(self) -> frozenset[str]:
        """The counters in the hand."""
        return frozenset(self._lifted)

    def put_down(self, unit: str) -> None:
        """Let go of a lifted counter; it shows again where it is."""
        item = self._lifted.pop(unit, None)
        if item is not None:
            self.scene().removeItem(item)
            self.counters.lift(unit, lifted=False)

    # What the view asks

    def can_grab(self, at: QPoint) -> bool:
        return self.unit_at(at) is not None

    def click(self, at: QPoint) -> None:
        self.clicked.emit(self.location_at(at) or "")

    def hover(self, at: QPoint | None) -> None:
        self._pointer = self.viewport().mapToGlobal(at) if at is not None else None
        key = (self.location_at(at) if at is not None else None) or ""
        if key != self._hovered:
            self._hovered = key
            self.hovered.emit(key)

    def view_moved(self) -> None:
        for item in self._map_items():
            item.look_at(self.view_box)
        if self._pointer is not None:
            self.hover(self.viewport().mapFromGlobal(self._pointer))
        self.moved.emit()

    def look_at(self, key: str) -> None:
        """Bring a location to the middle of the view."""
        place = self.picture.place(key)
        if place is not None:
            self.look_at_point(place.x, place.y)

    def finish(self) -> None:
        """Paint now what the timer would paint bit by bit, for pictures and tests."""
        ratio = self.devicePixelRatioF()
        scale = self.transform().m11() * ratio
        for item in self._map_items():
            if item.isVisible():
                item.finish(self.view_box, scale, ratio)
        self.counters.finish(self.view_box, scale, ratio)
