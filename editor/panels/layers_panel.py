"""The layers of the map: which are seen, how strongly, and which no tool may touch."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSlider,
    QToolButton,
    QWidget,
)

from editor.documents.workbench import EditLayer, Layers, LayerState, Workbench
from editor.panels.icons import icon
from editor.panels.panel import Panel, column_of

_ICONS: Final = {
    EditLayer.SCANS: "scan",
    EditLayer.TERRAIN: "terrain",
    EditLayer.REGIONS: "region",
    EditLayer.SIDES: "hexside",
    EditLayer.GRID: "grid",
    EditLayer.PATHS: "rail",
    EditLayer.FEATURES: "feature",
    EditLayer.SPACES: "space",
    EditLayer.TEXTS: "text",
    EditLayer.COUNTERS: "counter",
}
_TOP_FIRST: Final = tuple(reversed(EditLayer))
_FAINTEST: Final = 10
_PAUSE: Final = 40
"""Milliseconds between two repaints while a slider is dragged."""


class LayersPanel(Panel):
    """A row a layer, the topmost first."""

    name = "layers"

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        self.rows: dict[EditLayer, LayerRow] = {}
        self.menu: QMenu | None = None
        self._wanted: dict[EditLayer, float] = {}
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_PAUSE)
        self._later.timeout.connect(self._fade)
        column = column_of(self.body)
        grid = QGridLayout()
        grid.setHorizontalSpacing(4)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(3, 1)
        grid.setColumnStretch(4, 2)
        for number, layer in enumerate(_TOP_FIRST):
            row = self.rows[layer] = LayerRow(self, layer, self._title_of(layer))
            for place, widget in enumerate(row.widgets):
                grid.addWidget(widget, number, place)
        column.addLayout(grid)
        self.reset = QPushButton(self.tr("Show All"))
        self.reset.setToolTip(self.tr("Show every layer in full and unlock it"))
        self.reset.clicked.connect(lambda _=False: bench.set_layers(Layers()))
        bottom = QHBoxLayout()
        bottom.addStretch()
        bottom.addWidget(self.reset)
        column.addLayout(bottom)
        column.addStretch()
        bench.layers_changed.connect(self._show)
        self.follow_documents()
        self._show()

    @property
    def title(self) -> str:
        return self.tr("Layers")

    @property
    def about(self) -> str:
        return self.tr("Hide, fade and lock parts of the map")

    def document_opened(self) -> None:
        if self.document is None:
            self.show_nothing("layers", self.tr("Open or make a map to see its layers."))
        else:
            self.show_body()

    def theme_changed(self) -> None:
        for row in self.rows.values():
            row.draw_icon()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be done with the layer under the pointer, or with all of them beside it."""
        if self.menu is not None:
            self.menu.deleteLater()
        self.menu = self.menu_at(event.pos())
        self.menu.popup(event.globalPos())

    def menu_at(self, point: QPoint) -> QMenu:
        """The menu of the layer in whose row a point lies."""
        menu = QMenu(self)
        found = next((layer for layer, row in self.rows.items() if row.has(self, point)), None)
        if found is not None:
            state = self.bench.layers[found]
            words = self.tr("Hide") if state.visible else self.tr("Show")
            menu.addAction(words).triggered.connect(lambda _=False: self._set(found, visible=not state.visible))
            menu.addAction(self.tr("Show It Alone")).triggered.connect(lambda _=False: self._show_alone(found))
            words = self.tr("Unlock") if state.locked else self.tr("Lock")
            menu.addAction(words).triggered.connect(lambda _=False: self.set_locked(found, not state.locked))
            full = menu.addAction(self.tr("Paint in Full"))
            full.setEnabled(state.opacity < 1)
            full.triggered.connect(lambda _=False: self._set(found, opacity=1.0))
            menu.addSeparator()
        every = menu.addAction(self.tr("Show All"))
        every.setEnabled(self.reset.isEnabled())
        every.triggered.connect(lambda _=False: self.bench.set_layers(Layers()))
        return menu

    def _set(self, layer: EditLayer, **state: Any) -> None:
        layers = self.bench.layers
        self.bench.set_layers(layers.with_state(layer, replace(layers[layer], **state)))

    def set_visible(self, layer: EditLayer, visible: bool) -> None:
        """Show or hide a layer; with Alt held, show it alone, or all again."""
        alone = bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.AltModifier)
        if not alone:
            self._set(layer, visible=visible)
            return
        self._show_alone(layer)

    def _show_alone(self, layer: EditLayer) -> None:
        layers = self.bench.layers
        others = [other for other in EditLayer if other is not layer]
        is_alone = not any(layers[other].visible for other in others)
        layers = layers.with_state(layer, replace(layers[layer], visible=True))
        for other in others:
            layers = layers.with_state(other, replace(layers[other], visible=is_alone))
        self.bench.set_layers(layers)

    def set_locked(self, layer: EditLayer, locked: bool) -> None:
        """Keep tools off a layer, or let them at it again."""
        layers = self.bench.layers
        self.bench.set_layers(layers.with_state(layer, replace(layers[layer], locked=locked)))

    def set_opacity(self, layer: EditLayer, share: float) -> None:
        """Paint a layer so strongly; while a slider is dragged the map follows at its own pace."""
        self._wanted[layer] = share
        if not self._later.isActive():
            self._later.start()

    def _fade(self) -> None:
        layers = self.bench.layers
        for layer, share in self._wanted.items():
            layers = layers.with_state(layer, replace(layers[layer], opacity=share))
        self._wanted.clear()
        self.bench.set_layers(layers)

    def _show(self) -> None:
        layers = self.bench.layers
        for layer, row in self.rows.items():
            row.show_state(layers[layer])
        self.reset.setEnabled(any(layers[layer] != LayerState() for layer in EditLayer))

    def _title_of(self, layer: EditLayer) -> str:
        return {
            EditLayer.SCANS: self.tr("Scans"),
            EditLayer.TERRAIN: self.tr("Terrain"),
            EditLayer.REGIONS: self.tr("Regions"),
            EditLayer.SIDES: self.tr("Hexsides"),
            EditLayer.GRID: self.tr("Grid"),
            EditLayer.PATHS: self.tr("Rails and roads"),
            EditLayer.FEATURES: self.tr("Features"),
            EditLayer.SPACES: self.tr("Spaces"),
            EditLayer.TEXTS: self.tr("Lettering"),
            EditLayer.COUNTERS: self.tr("Counters"),
        }[layer]


class LayerRow:
    """The widgets of one layer."""

    def __init__(self, panel: LayersPanel, layer: EditLayer, title: str) -> None:
        self._panel = panel
        self._title = title
        self.eye = _switch(panel.tr("Show or hide {0}; with Alt, show it alone").format(title))
        self.lock = _switch(panel.tr("Keep tools from changing {0}, or let them again").format(title))
        self._icon = _ICONS[layer]
        self.picture = QLabel()
        self.draw_icon()
        self.label = QLabel(title)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(_FAINTEST, 100)
        self.slider.setPageStep(10)
        self.slider.setMinimumWidth(50)
        self.slider.setAccessibleName(panel.tr("{0}: opacity").format(title))
        self.slider.setToolTip(panel.tr("How strongly {0} is painted").format(title))
        self.share = QLabel()
        self.share.setMinimumWidth(self.share.fontMetrics().horizontalAdvance("100 %"))
        self.share.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.widgets: tuple[QWidget, ...] = (self.eye, self.lock, self.picture, self.label, self.slider, self.share)
        self.eye.clicked.connect(lambda _=False: panel.set_visible(layer, not panel.bench.layers[layer].visible))
        self.lock.clicked.connect(lambda _=False: panel.set_locked(layer, not panel.bench.layers[layer].locked))
        self.slider.valueChanged.connect(lambda value: self._slide(layer, value))

    def show_state(self, state: LayerState) -> None:
        """Show how the layer is."""
        tr, title = self._panel.tr, self._title
        self.eye.setIcon(icon("visible" if state.visible else "hidden"))
        self.eye.setAccessibleName((tr("{0}: visible") if state.visible else tr("{0}: hidden")).format(title))
        self.lock.setIcon(icon("locked" if state.locked else "unlocked"))
        self.lock.setAccessibleName((tr("{0}: locked") if state.locked else tr("{0}: not locked")).format(title))
        self.slider.blockSignals(True)
        self.slider.setValue(round(state.opacity * 100))
        self.slider.blockSignals(False)
        self.slider.setEnabled(state.visible)
        self.label.setEnabled(state.visible)
        self.picture.setEnabled(state.visible)
        self.share.setEnabled(state.visible)
        self.share.setText(f"{round(state.opacity * 100)} %")

    def has(self, panel: QWidget, point: QPoint) -> bool:
        """Whether a point of the panel lies in this row, between its widgets too."""
        top = self.label.mapTo(panel, QPoint(0, 0)).y()
        return top <= point.y() < top + self.label.height()

    def draw_icon(self) -> None:
        """Draw the icon in the colours of the theme."""
        self.picture.setPixmap(icon(self._icon).pixmap(QSize(16, 16), self.picture.devicePixelRatioF()))

    def _slide(self, layer: EditLayer, value: int) -> None:
        self.share.setText(f"{value} %")
        self._panel.set_opacity(layer, value / 100)


def _switch(tip: str) -> QToolButton:
    """A flat button whose icon tells the state; framed, ten of them in a column would shout."""
    button = QToolButton()
    button.setAutoRaise(True)
    button.setIconSize(QSize(18, 18))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setToolTip(tip)
    button.setStatusTip(tip)
    return button
