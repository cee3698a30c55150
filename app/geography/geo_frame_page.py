"""Where an import of geography goes: a new map over a part of the globe, or a sheet of the map that is open.

A sheet whose place on the globe is known needs no more; any other is held by one hex: its number, its latitude and
its longitude.
"""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

from app.dialogs.forms import choice
from app.geography.geo_fields import FieldPage, FilesField, beside, measure, watch
from app.geography.geo_request import GeoFiles, Onto
from editor.digitise.geography.projections import ProjectionKind
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.definitions.plan import Cell, MapPlan
from engine.rulesets.registry import registered


class Target(StrEnum):
    """What becomes of an import."""

    NEW = "new"
    NEW_HERE = "new-here"
    ONTO = "onto"


_EDGES = (
    ("south", -89.0, 89.0, 54.0),
    ("north", -89.0, 89.0, 61.0),
    ("west", -180.0, 180.0, 20.0),
    ("east", -180.0, 360.0, 33.0),
)


class FramePage(FieldPage):
    """Files, the target, and the part of the globe."""

    def __init__(self, plan: MapPlan | None, *, can_add: bool) -> None:
        """`plan` is the map that is open for work, if one is; `can_add` says whether its file may get another."""
        super().__init__()
        tr = self.tr
        self._plan = plan
        kinds = tr("Geography (*.geojson *.json *.gpkg *.shp);;All files (*)")
        tables = tr("Tables and geography (*.csv *.geojson *.json *.gpkg *.shp);;All files (*)")
        self.land, self.lakes, self.rivers = FilesField(kinds), FilesField(kinds), FilesField(kinds)
        self.cities = FilesField(tables)
        targets: list[tuple[str, object]] = [(tr("a new map"), Target.NEW)]
        if can_add:
            targets.append((tr("a new map in this file"), Target.NEW_HERE))
        if plan is not None and plan.sheets:
            targets.append((tr("a part of the open map: {0}").format(plan.title or plan.id), Target.ONTO))
        self.target = choice(targets)
        self.sheet = choice([(name, name) for name in plan.sheets] if plan is not None else ())
        self.title_field = QLineEdit(tr("New map"))
        self.edges = {name: measure(value, least, most, " °", 3) for name, least, most, value in _EDGES}
        self.hex_km = measure(35.0, 0.1, 1000.0, " km")
        self.orientation = choice(
            ((tr("flat-topped hexes"), Orientation.FLAT), (tr("pointed hexes"), Orientation.POINTY))
        )
        named = {
            ProjectionKind.EQUIRECTANGULAR: tr("Equirectangular"),
            ProjectionKind.LAMBERT: tr("Lambert conformal"),
            ProjectionKind.ALBERS: tr("Albers"),
            ProjectionKind.TRANSVERSE_MERCATOR: tr("Transverse Mercator"),
        }
        self.projection = choice(((tr("a fitting one"), None), *((words, kind) for kind, words in named.items())))
        self.projection.setEditable(True)
        self.game = choice(
            [
                (tr("None: a general set of kinds"), ""),
                *((entry.ruleset.title, name) for name, entry in registered().items()),
            ]
        )
        self.anchor = QLineEdit()
        self.anchor.setPlaceholderText(tr("such as 0101"))
        self.latitude = measure(55.0, -89.0, 89.0, " °", 4)
        self.longitude = measure(25.0, -180.0, 360.0, " °", 4)
        self.known = QLabel(tr("The map knows where it lies on the globe, and how large its hexes are."))
        self.known.setWordWrap(True)
        self._new: list[QWidget | QHBoxLayout] = []
        self._onto: list[QWidget | QHBoxLayout] = []
        self._lay_out()
        self.target.currentIndexChanged.connect(self._follow)
        self.sheet.currentIndexChanged.connect(self._follow)
        self._follow()

    def _lay_out(self) -> None:
        tr = self.tr
        files = tr("Typed or chosen; several stand between semicolons")
        self.row(tr("&Land"), self.land, files)
        self.row(tr("La&kes"), self.lakes, tr("Files whose polygons are lakes, where the land does not say so itself"))
        self.row(tr("&Rivers"), self.rivers, files)
        self.row(tr("&Cities"), self.cities, tr("GeoJSON points, or a table with name, lat, lon and population"))
        self.row(tr("It &becomes"), self.target, tr("What becomes of it"))
        self.row(tr("T&itle"), self.title_field, tr("What the new map is called"))
        south_north = beside(self.edges["south"], tr("to"), self.edges["north"])
        west_east = beside(self.edges["west"], tr("to"), self.edges["east"])
        self.form.addRow(tr("South to north"), south_north)
        self.form.addRow(tr("West to east"), west_east)
        self.row(tr("Shee&t"), self.sheet, tr("The sheet it is laid onto"))
        self.form.addRow(self.known)
        held = beside(self.anchor, tr("at"), self.latitude, self.longitude)
        self.form.addRow(tr("He&x"), held)
        self.row(tr("From hex to &hex"), self.hex_km, tr("The distance between the centres of two neighbours"))
        self.row(tr("&Grid"), self.orientation, tr("Which way the hexes point"))
        self.row(
            tr("&Projection"),
            self.projection,
            tr("How the globe is laid flat; a number of the EPSG register may be typed, such as EPSG:3035"),
        )
        self.row(tr("Gam&e"), self.game, tr("Whose kinds the new map is painted with"))
        named: dict[str, QWidget] = {
            tr("The southern edge"): self.edges["south"],
            tr("The northern edge"): self.edges["north"],
            tr("The western edge"): self.edges["west"],
            tr("The eastern edge"): self.edges["east"],
            tr("A hex whose place on the globe is known"): self.anchor,
            tr("Its latitude"): self.latitude,
            tr("Its longitude"): self.longitude,
        }
        for name, field in named.items():
            field.setAccessibleName(name)
            field.setToolTip(name)
            watch(field, self)
        self._new = [self.title_field, south_north, west_east, self.orientation, self.projection, self.game]
        self._onto = [self.sheet, held]

    def _follow(self) -> None:
        """Show what is needed for the target, and no more."""
        is_onto = self.chosen is Target.ONTO
        is_known = is_onto and self._plan is not None and self._plan.georeference is not None
        for field in self._new:
            self.form.setRowVisible(field, not is_onto)
        for field in self._onto:
            self.form.setRowVisible(field, is_onto and (field is self.sheet or not is_known))
        self.form.setRowVisible(self.known, is_known)
        self.form.setRowVisible(self.hex_km, not is_known)

    @property
    def chosen(self) -> Target:
        return Target(self.target.currentData())

    @property
    def files(self) -> GeoFiles:
        return GeoFiles(self.land.paths(), self.lakes.paths(), self.rivers.paths(), self.cities.paths())

    @property
    def projection_wanted(self) -> str | None:
        """A kind from the list, or what was typed in its place; None for a fitting one."""
        typed = self.projection.currentText().strip()
        if typed == self.projection.itemText(self.projection.currentIndex()):
            kind = self.projection.currentData()
            return None if kind is None else str(kind)
        return typed.upper() or None

    @property
    def grid(self) -> HexGrid:
        return HexGrid(self.orientation.currentData(), Parity.ODD)

    @property
    def box(self) -> tuple[float, float, float, float]:
        edge = {name: field.value() for name, field in self.edges.items()}
        return edge["south"], edge["west"], edge["north"], edge["east"]

    def onto(self) -> Onto | None:
        """The sheet it is laid onto; None when a new map is made."""
        if self.chosen is not Target.ONTO or self._plan is None:
            return None
        return Onto(
            self._plan,
            self.sheet.currentData(),
            self._anchor_cell(),
            (self.latitude.value(), self.longitude.value()),
        )

    def _anchor_cell(self) -> Cell | None:
        sheet = self._plan.sheets.get(self.sheet.currentData()) if self._plan is not None else None
        text = self.anchor.text().strip()
        found = sheet.labels.parse(sheet.grid, text, sheet.extent) if sheet is not None and text else None
        if sheet is None or found is None or found not in sheet.extent:
            return None
        return Cell(sheet.id, *found)

    def problem(self) -> str:
        """What is wrong with what was asked for, in words; empty if nothing is."""
        south, west, north, east = self.box
        if self.chosen is not Target.ONTO and (south >= north or west >= east):
            return self.tr("The map must reach from the south to the north and from west to east.")
        needs_hex = self.form.isRowVisible(self._onto[-1])
        if self.chosen is Target.ONTO and needs_hex and self._anchor_cell() is None:
            return self.tr("Name a hex of the sheet by its printed number, and say where on the globe it lies.")
        files = self.files
        if not (files.land or files.lakes or files.rivers or files.cities):
            return self.tr("Choose at least one file.")
        return ""
