"""What can be chosen about an import of geography, in groups: land and water, rivers, cities.

Each group is a page of the dialog and gives the rules that the importer knows by the same names. The kinds to choose
from are those of the map that the import makes or is laid onto.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from app.dialogs.forms import choice, number
from editor.digitise.geography.geo_cities import CityRules
from editor.digitise.geography.geo_ground import Thresholds
from editor.digitise.geography.geo_rivers import RiverRules
from editor.open_path import ask_open_path, ask_open_paths
from engine.definitions.palette import Palette, Swatch
from engine.definitions.plan import Point

_MOST_PEOPLE = 100_000_000


class FilesField(QWidget):
    """Paths of files, one or several, typed or chosen."""

    changed = Signal()

    def __init__(self, kinds: str, *, several: bool = True) -> None:
        super().__init__()
        self._kinds = kinds
        self._several = several
        self.line = QLineEdit()
        self.line.setPlaceholderText(self.tr("none"))
        button = QPushButton(self.tr("Choose..."))
        button.setAutoDefault(False)
        button.setToolTip(self.tr("Choose one file or several") if several else self.tr("Choose a file"))
        button.clicked.connect(self.ask)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.line, 1)
        row.addWidget(button)
        self.setFocusProxy(self.line)
        self.line.textChanged.connect(lambda _: self.changed.emit())

    def paths(self) -> tuple[Path, ...]:
        """What is written there, between semicolons."""
        return tuple(Path(part.strip()) for part in self.line.text().split(";") if part.strip())

    def ask(self) -> None:
        """Choose files."""
        if self._several:
            found = ask_open_paths(self, self.tr("Choose Files"), self._kinds)
        else:
            one = ask_open_path(self, self.tr("Choose a File"), self._kinds)
            found = [] if one is None else [one]
        if found:
            self.line.setText("; ".join(map(str, found)))


class FieldPage(QWidget):
    """A page of labelled fields that says when one of them is another."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.form = QFormLayout(self)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)

    def row(self, label: str, field: QWidget, tip: str) -> None:
        """Add a field; an empty label is for one that bears its own words."""
        field.setToolTip(tip)
        if label:
            field.setAccessibleName(label.replace("&", ""))
            self.form.addRow(label, field)
        else:
            self.form.addRow(field)
        watch(field, self)


def watch(field: QWidget, page: FieldPage) -> None:
    """Let a page say that this field has changed."""
    if isinstance(field, QComboBox):
        field.currentIndexChanged.connect(lambda _: page.changed.emit())
    elif isinstance(field, QSpinBox | QDoubleSpinBox):
        field.valueChanged.connect(lambda _: page.changed.emit())
    elif isinstance(field, QLineEdit):
        field.textChanged.connect(lambda _: page.changed.emit())
    elif isinstance(field, QCheckBox):
        field.toggled.connect(lambda _: page.changed.emit())
    elif isinstance(field, FilesField):
        field.changed.connect(page.changed)


class GroundPage(FieldPage):
    """What hexes become, and by which shares."""

    def __init__(self) -> None:
        super().__init__()
        tr, usual = self.tr, Thresholds()
        self.land, self.lake, self.sea, self.coast = choice(()), choice(()), choice(()), choice(())
        self.land_share, self.lake_share = share(usual.land), share(usual.lake)
        self.keeps, self.strait = share(usual.keeps_a_hex), share(usual.strait)
        self.smallest = measure(usual.smallest_lake_km2, 0.0, 100_000.0, " km²")
        self.drowned = QLineEdit()
        self.drowned.setPlaceholderText(tr("none; such as 58.2, 38.4; 47.5, 34.2"))
        self.row(tr("&Land becomes"), self.land, tr("The terrain of dry hexes; what is painted there already stays"))
        self.row(tr("La&kes become"), self.lake, tr("The terrain of hexes that are mostly lake"))
        self.row(tr("&Sea becomes"), self.sea, tr("The terrain of hexes that are mostly sea"))
        self.row(tr("&Coasts are drawn as"), self.coast, tr("A kind of hexside between land and water, or none"))
        self.row(tr("Land from"), self.land_share, tr("The share of a hex that must not be sea for it to be land"))
        self.row(tr("Lake from"), self.lake_share, tr("The share of a hex that lakes must cover for it to be lake"))
        self.row(tr("Islands kept from"), self.keeps, tr("Islands and lakes of this share of a hex get one anyway"))
        self.row(tr("Straits from"), self.strait, tr("A hex with this share of sea is opened where two seas meet"))
        self.row(tr("Smallest lake"), self.smallest, tr("Smaller lakes are left out"))
        tip = tr("A place (latitude, longitude) in each reservoir that the map's time knew only as a river")
        self.row(tr("Drowned &valleys"), self.drowned, tip)

    def show_kinds(self, palette: Palette) -> None:
        """Offer the kinds of a map."""
        fill(self.land, palette.terrain, ("clear", "plain", "open"))
        fill(self.lake, palette.terrain, ("lake", "water", "sea"))
        fill(self.sea, palette.terrain, ("sea", "water", "lake"))
        fill(self.coast, palette.sides, (), none=self.tr("nothing"))

    def thresholds(self) -> Thresholds:
        """Raises ValueError for places that cannot be read."""
        return Thresholds(
            land=self.land_share.value() / 100,
            lake=self.lake_share.value() / 100,
            keeps_a_hex=self.keeps.value() / 100,
            drowned=places_of(self.drowned.text()),
            strait=self.strait.value() / 100,
            smallest_lake_km2=self.smallest.value(),
        )


class RiverPage(FieldPage):
    """Which rivers are drawn, and as what."""

    def __init__(self) -> None:
        super().__init__()
        tr, usual = self.tr, RiverRules()
        self.kind, self.great_kind = choice(()), choice(())
        self.great_rank = number(0, 20, 0)
        self.great_rank.setSpecialValueText(tr("no river"))
        self.least_km = measure(usual.least_km, 0.0, 10_000.0, " km")
        self.least_sides = number(1, 100, usual.least_sides)
        self.most_rank = number(0, 20, usual.most_rank)
        self.most_rank.setSpecialValueText(tr("any"))
        self.only_named = QCheckBox(tr("&Only rivers with names"))
        self.row(tr("&Rivers are drawn as"), self.kind, tr("A kind of hexside"))
        self.row(tr("&Great up to rank"), self.great_rank, tr("Rank 1 is the greatest; drawn as the next says"))
        self.row(tr("Great rivers &as"), self.great_kind, tr("A kind of hexside"))
        self.row(tr("&From a length of"), self.least_km, tr("Shorter rivers without a name are left out"))
        self.row(tr("Fro&m hexsides"), self.least_sides, tr("Rivers along fewer hexsides are left out"))
        self.row(tr("Up to ran&k"), self.most_rank, tr("Rivers of a higher rank are left out"))
        self.row("", self.only_named, tr("Leave out every river without a name"))

    def show_kinds(self, palette: Palette) -> None:
        """Offer the kinds of a map."""
        fill(self.kind, palette.sides, ("river", "minor-river"))
        fill(self.great_kind, palette.sides, ("major-river", "great-river", "river"))

    def rules(self) -> RiverRules:
        return RiverRules(
            least_km=self.least_km.value(),
            least_sides=self.least_sides.value(),
            most_rank=self.most_rank.value(),
            only_named=self.only_named.isChecked(),
        )

    def kinds(self) -> tuple[tuple[int, str], ...]:
        """Up to which rank a river is of which kind."""
        rest = (0, self.kind.currentData() or "river")
        rank = self.great_rank.value()
        return ((rank, self.great_kind.currentData() or rest[1]), rest) if rank else (rest,)


class CityPage(FieldPage):
    """Which cities are placed, and as what."""

    def __init__(self) -> None:
        super().__init__()
        tr = self.tr
        self.kind, self.large_kind = choice(()), choice(())
        self.large_from = people(100_000)
        self.least = people(0)
        self.most = number(0, 100_000, 0)
        self.most.setSpecialValueText(tr("all"))
        self.a_hex = number(1, 20, 1)
        self.names = QLineEdit()
        self.names.setPlaceholderText(tr("all; or names between commas"))
        self.leave_water = QCheckBox(tr("Move a port off the &water"))
        self.leave_water.setChecked(True)
        self.keep_population = QCheckBox(tr("Keep the &population as an attribute"))
        self.row(tr("&Cities are placed as"), self.kind, tr("A kind of feature; a file may say it of each city"))
        self.row(tr("&Large from"), self.large_from, tr("With as many inhabitants, a city is of the next kind"))
        self.row(tr("Large &ones as"), self.large_kind, tr("A kind of feature"))
        self.row(tr("&Smallest with"), self.least, tr("Smaller places are left out"))
        self.row(tr("At &most"), self.most, tr("How many are placed, the largest first"))
        self.row(tr("In one he&x"), self.a_hex, tr("How many may share a hex; the smaller are left out"))
        self.row(tr("Onl&y these"), self.names, tr("The names of the places to take"))
        self.row("", self.leave_water, tr("A city whose hex is water goes to the nearest land beside it"))
        self.row("", self.keep_population, tr("Write the number of inhabitants with every place"))

    def show_kinds(self, palette: Palette) -> None:
        """Offer the kinds of a map."""
        fill(self.kind, palette.features, ("town", "city"))
        fill(self.large_kind, palette.features, ("city", "town"))

    def rules(self) -> CityRules:
        names = frozenset(name.strip() for name in self.names.text().split(",") if name.strip())
        small = self.kind.currentData() or "city"
        return CityRules(
            least_population=self.least.value(),
            most=self.most.value(),
            names=names,
            leave_water=self.leave_water.isChecked(),
            a_hex=self.a_hex.value(),
            kinds=((self.large_from.value(), self.large_kind.currentData() or small), (0, small)),
            keep_population=self.keep_population.isChecked(),
        )


def fill(field: QComboBox, swatches: Sequence[Swatch], usual: Iterable[str], none: str = "") -> None:
    """Offer kinds, and keep the one chosen if it is among them; otherwise the first usual one that is."""
    before = field.currentData()
    field.blockSignals(True)
    field.clear()
    if none:
        field.addItem(none, "")
    for swatch in swatches:
        field.addItem(swatch.name, swatch.id)
    wanted = next((name for name in (before, *usual) if name and field.findData(name) >= 0), None)
    field.setCurrentIndex(max(0, field.findData(wanted)))
    field.blockSignals(False)


def places_of(text: str) -> tuple[Point, ...]:
    """Latitudes and longitudes, a semicolon between two places; raises ValueError."""
    found = []
    for part in (part for part in text.split(";") if part.strip()):
        latitude, longitude = (float(value) for value in part.split(","))
        if not (abs(latitude) <= 90 and abs(longitude) <= 360):
            raise ValueError(part)
        found.append((latitude, longitude))
    return tuple(found)


def share(value: float) -> QSpinBox:
    """A field for a share of a hex."""
    field = number(1, 100, round(value * 100))
    field.setSuffix(" %")
    return field


def people(value: int) -> QSpinBox:
    """A field for a number of inhabitants."""
    field = number(0, _MOST_PEOPLE, value)
    field.setGroupSeparatorShown(True)
    field.setSingleStep(10_000)
    field.setSuffix(QCoreApplication.translate("GeoFields", " inhabitants"))
    return field


def measure(value: float, least: float, most: float, unit: str, decimals: int = 1) -> QDoubleSpinBox:
    """A field for a length, an area or an angle."""
    field = QDoubleSpinBox()
    field.setRange(least, most)
    field.setDecimals(decimals)
    field.setSuffix(unit)
    field.setValue(value)
    return field


def beside(*fields: QWidget | str) -> QHBoxLayout:
    """Fields next to one another, with words between."""
    row = QHBoxLayout()
    for field in fields:
        if isinstance(field, str):
            row.addWidget(QLabel(field))
        else:
            row.addWidget(field, 1)
    return row
