"""A picture of the globe as a source of terrain: where it lies, and places on it whose terrain is known.

The picture is shown; a click on it says that the terrain chosen beside it is there, and a click on a mark takes it
away. Whoever has no pointer types the place.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QImageReader, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from app.dialogs.forms import choice
from app.geography.geo_fields import FieldPage, FilesField, beside, fill, measure, places_of, watch
from app.geography.geo_request import GeoPicture
from editor.canvas.paint_guard import guarded_event
from editor.digitise.geography.geo_frame import GeoBox
from editor.digitise.geography.geo_picture import TerrainSample
from editor.digitise.scans import MOST_PIXELS
from engine.definitions.palette import Palette
from engine.definitions.plan import Point

_SHOWN = QSize(900, 900)
_MARK = 5.0
_NEAR = 9.0
"""How near to a mark a click must be to mean it, in pixels."""
_EDGES = (
    ("south", -90.0, 90.0, -90.0),
    ("north", -90.0, 90.0, 90.0),
    ("west", -360.0, 360.0, -180.0),
    ("east", -360.0, 360.0, 180.0),
)


class GlobePicture(QWidget):
    """The picture, fitted into its room, with a mark at each sample."""

    clicked = Signal(QPointF)
    """Where in the picture, from 0 to 1 across and down."""

    def __init__(self) -> None:
        super().__init__()
        self.setMinimumHeight(200)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.image = QImage()
        self.marks: list[tuple[QPointF, QColor]] = []
        self.words = ""

    @property
    def room(self) -> QRectF:
        """Where the picture is drawn."""
        if self.image.isNull():
            return QRectF()
        size = self.image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        return QRectF((self.width() - size.width()) / 2, (self.height() - size.height()) / 2, *size.toTuple())

    def spot(self, share: QPointF) -> QPointF:
        """Where a place of the picture is in the widget."""
        room = self.room
        return QPointF(room.left() + share.x() * room.width(), room.top() + share.y() * room.height())

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self.image.isNull():
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.words)
            return
        painter.drawImage(self.room, self.image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for share, colour in self.marks:
            for ring, width in (("black", 4), ("white", 2)):
                painter.setPen(QPen(QColor(ring), width))
                painter.setBrush(colour)
                painter.drawEllipse(self.spot(share), _MARK, _MARK)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        room, at = self.room, event.position()
        if event.button() is Qt.MouseButton.LeftButton and room.contains(at):
            self.clicked.emit(QPointF((at.x() - room.left()) / room.width(), (at.y() - room.top()) / room.height()))


class PicturePage(FieldPage):
    """Which picture, where on the globe it lies, and the samples."""

    def __init__(self) -> None:
        super().__init__()
        tr = self.tr
        self.file = FilesField(tr("Pictures (*.png *.jpg *.jpeg *.tif *.tiff *.webp);;All files (*)"), several=False)
        self.edges = {name: measure(value, least, most, " °", 3) for name, least, most, value in _EDGES}
        self.terrain = choice(())
        self.picture = GlobePicture()
        self.picture.words = tr("Choose a picture of the relief or of the ground, and click places of each terrain.")
        self.place = QLineEdit()
        self.place.setPlaceholderText(tr("latitude, longitude"))
        self.add_button = QPushButton(tr("&Add"))
        self.add_button.setAutoDefault(False)
        self.listed = QListWidget()
        self.listed.setMaximumHeight(84)
        self.remove_button = QPushButton(tr("Re&move"))
        self.remove_button.setAutoDefault(False)
        self.remove_button.setEnabled(False)
        self.note = QLabel()
        self.note.setWordWrap(True)
        self.samples: list[TerrainSample] = []
        self._names: dict[str, str] = {}
        self._colours: dict[str, QColor] = {}
        self._lay_out()
        self.file.changed.connect(self._show_file)
        self.picture.clicked.connect(self._click)
        self.add_button.clicked.connect(self._add_typed)
        self.place.installEventFilter(self)
        self.remove_button.clicked.connect(self._remove_chosen)
        self.listed.currentRowChanged.connect(lambda row: self.remove_button.setEnabled(row >= 0))
        for field in self.edges.values():
            field.valueChanged.connect(self._show_samples)
        self._show_samples()

    def _lay_out(self) -> None:
        tr = self.tr
        self.row(tr("&Picture"), self.file, tr("Plain in longitude and latitude: every degree is as wide everywhere"))
        self.form.addRow(tr("South to north"), beside(self.edges["south"], tr("to"), self.edges["north"]))
        self.form.addRow(tr("West to east"), beside(self.edges["west"], tr("to"), self.edges["east"]))
        self.row(tr("&Terrain"), self.terrain, tr("What a click on the picture or a typed place is a sample of"))
        self.form.addRow(self.picture)
        self.form.addRow(_label(tr("Or t&ype it"), self.place), beside(self.place, self.add_button))
        column = QVBoxLayout()
        column.addWidget(self.remove_button)
        column.addStretch(1)
        both = beside(self.listed)
        both.addLayout(column)
        both.setAlignment(self.listed, Qt.AlignmentFlag.AlignTop)
        self.form.addRow(_label(tr("&Samples"), self.listed), both)
        self.form.addRow(self.note)
        named: dict[str, QWidget] = {
            tr("The southern edge of the picture"): self.edges["south"],
            tr("The northern edge of the picture"): self.edges["north"],
            tr("The western edge of the picture"): self.edges["west"],
            tr("The eastern edge of the picture"): self.edges["east"],
            tr("The picture of the globe"): self.picture,
            tr("The latitude and longitude of a sample"): self.place,
            tr("The samples"): self.listed,
        }
        for name, field in named.items():
            field.setAccessibleName(name)
            field.setToolTip(name)
            watch(field, self)
        self.picture.setToolTip(tr("Click a place of the terrain chosen above; click a mark to take it away"))

    def show_kinds(self, palette: Palette) -> None:
        """Offer the terrains of a map; samples of others are dropped."""
        fill(self.terrain, palette.terrain, ("forest", "woods", "clear"))
        self._names = {swatch.id: swatch.name for swatch in palette.terrain}
        self._colours = {swatch.id: QColor(swatch.colour) for swatch in palette.terrain}
        self.samples = [sample for sample in self.samples if sample.terrain in self._names]
        self._show_samples()

    # What is asked for

    @property
    def box(self) -> GeoBox:
        """The part of the globe that the picture shows."""
        edge = {name: field.value() for name, field in self.edges.items()}
        return GeoBox(edge["south"], edge["west"], edge["north"], edge["east"])

    def asked(self) -> GeoPicture | None:
        """The picture and its samples; None where no picture is named."""
        paths = self.file.paths()
        return GeoPicture(paths[0], self.box, tuple(self.samples)) if paths else None

    def problem(self) -> str:
        """What is wrong with what was asked for, in words; empty if nothing is."""
        asked = self.asked()
        if asked is None:
            return ""
        if asked.box.south >= asked.box.north or asked.box.west >= asked.box.east:
            return self.tr("The picture must reach from the south to the north and from west to east.")
        if len({sample.terrain for sample in asked.samples}) < 2:
            return self.tr("The picture needs samples of at least two terrains: choose one and click places of it.")
        return ""

    # The picture and its marks

    def _show_file(self) -> None:
        paths = self.file.paths()
        self.picture.image = _small(paths[0]) if paths else QImage()
        self.picture.update()
        self._show_samples()

    def _share(self, sample: TerrainSample) -> QPointF:
        box = self.box
        across = (sample.longitude - box.west) / max(box.east - box.west, 1e-6)
        return QPointF(across, (box.north - sample.latitude) / max(box.north - box.south, 1e-6))

    def _click(self, share: QPointF) -> None:
        at = self.picture.spot(share)
        for number, sample in enumerate(self.samples):
            if (self.picture.spot(self._share(sample)) - at).manhattanLength() < _NEAR:
                del self.samples[number]
                self._changed()
                return
        box = self.box
        self._add((box.north - share.y() * (box.north - box.south), box.west + share.x() * (box.east - box.west)))

    def _add(self, place: Point) -> None:
        terrain = self.terrain.currentData()
        if terrain:
            self.samples.append(TerrainSample(terrain, round(place[0], 3), round(place[1], 3)))
            self._changed()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter in the place adds it, and does not make the map."""
        if watched is self.place and _is_enter(event):
            self._add_typed()
            return True
        return super().eventFilter(watched, event)

    def _add_typed(self) -> None:
        try:
            found = places_of(self.place.text())
        except ValueError:
            found = ()
        if not found:
            self.note.setText(self.tr("A place is a latitude and a longitude, such as 58.2, 38.4."))
            return
        for place in found:
            self._add(place)
        self.place.clear()

    def _remove_chosen(self) -> None:
        row = self.listed.currentRow()
        if row >= 0:
            del self.samples[row]
            self._changed()

    def _changed(self) -> None:
        self._show_samples()
        self.changed.emit()

    def _show_samples(self) -> None:
        self.listed.clear()
        for sample in self.samples:
            name = self._names.get(sample.terrain, sample.terrain)
            self.listed.addItem(QListWidgetItem(f"{name}: {sample.latitude:g}, {sample.longitude:g}"))
        self.picture.marks = [
            (self._share(sample), self._colours.get(sample.terrain, QColor("grey"))) for sample in self.samples
        ]
        self.picture.update()
        self.note.setText(self.problem())


def _label(words: str, field: QWidget) -> QLabel:
    """Words beside a row of fields, whose letter goes to one of them."""
    label = QLabel(words)
    label.setBuddy(field)
    return label


def _small(path: Path) -> QImage:
    """The picture as large as it is shown here; none where it is no picture or far too large."""
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    size = reader.size()
    if not size.isValid() or size.width() * size.height() > MOST_PIXELS:
        return QImage()
    if size.width() > _SHOWN.width() or size.height() > _SHOWN.height():
        reader.setScaledSize(size.scaled(_SHOWN, Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()


def _is_enter(event: QEvent) -> bool:
    if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
        return False
    return event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
