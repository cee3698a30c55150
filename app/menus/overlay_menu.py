"""The Overlays menu: what is shown over the map of a game, each on a plain key while the map has the keyboard.

The stack viewer is here too, which is another way to see more than the map has room for.

The keys are letters, as players know them from computer wargames. They act while a game is on the screen and the map or
the question above it has the keyboard: in a list or a field a letter is a letter.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QSettings, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.menus.entries import entry
from app.play.play_mode import PlayMode
from editor.documents.workbench import EditLayer, Workbench
from engine.core.overlays import OverlayKind

_GRID = "grid"
"""The setting that remembers the grid. Units are hidden for a glance, and are back with the next start."""


class OverlayMenu(QObject):
    """A switch for each overlay, for the grid and for the counters; the keys act in `middle` and what is in it."""

    def __init__(self, menu: QMenu, play: PlayMode, bench: Workbench, middle: QWidget, settings: QSettings) -> None:
        super().__init__(menu)
        self._play, self._bench, self._middle, self._settings = play, bench, middle, settings
        self._overlays = play.overlays
        self.switches: dict[OverlayKind, QAction] = {}
        self._menu = menu
        tr = self.tr
        self._add(OverlayKind.CONTROL, tr("&Control"), "C", tr("Tint what each side controls"))
        self.grid = self._layer(tr("&Grid"), "G", tr("Draw the edges of the hexes in the game"), EditLayer.GRID)
        self._add(OverlayKind.AIR, tr("&Interdiction and Air"), "I", tr("Show what aircraft cover and could reach"))
        self._add(OverlayKind.SUPPLY, tr("&Supply"), "S", tr("Show who is supplied, by which lines and from where"))
        units = tr("Show the counters, or only the map beneath them")
        self.units = self._layer(tr("&Units"), "U", units, EditLayer.COUNTERS)
        self._add(OverlayKind.ZONES, tr("&Zones of Control"), "Z", tr("Hatch the zones of control of both sides"))
        menu.addSeparator()
        self._add(OverlayKind.STACKING, tr("Stac&king"), "K", tr("Show how full each stack is against its limit"))
        objectives = tr("Show the places that count for victory, what they are worth and for whom")
        self._add(OverlayKind.OBJECTIVES, tr("&Objectives"), "O", objectives)
        threat = tr("Show who is cut off, who would be if one more place fell, and which places those are")
        self._add(OverlayKind.ISOLATION, tr("&Threat of Isolation"), "T", threat)
        self._add(
            OverlayKind.COMMAND, tr("&Headquarters"), "H", tr("Show what headquarters command and whom they do not")
        )
        self._add(OverlayKind.MORALE, tr("&Morale"), "M", tr("Show the spirit of each stack"))
        rails = tr("Show whose the railways are, where they end, and how much they still carry")
        self._add(OverlayKind.RAIL, tr("&Railways"), "Shift+R", rails)
        menu.addSeparator()
        self.none = entry(menu, tr("&No Overlays"), "N", tr("Show the bare map"), self._overlays.hide_all)
        self._local(self.none)
        menu.addSeparator()
        stack = tr("Fan out the stack under the pointer or of the unit in hand, to choose several and to arrange it")
        self.stack = entry(menu, tr("Stack &Viewer"), "X", stack, play.show_stack)
        self._local(self.stack)
        self._overlays.changed.connect(self._follow)
        bench.layers_changed.connect(self._follow)
        if settings.value(_GRID, True, type=bool) is False:
            bench.show_layer(EditLayer.GRID, False)
        self.units.triggered.connect(self._note_units)
        self._has_hidden_units = False
        play.desk.scene.ended.connect(self._bring_units_back)

    def _add(self, kind: OverlayKind, text: str, keys: str, help: str) -> None:
        def act(on: bool) -> None:
            self._overlays.show_overlay(kind, on)

        self.switches[kind] = entry(self._menu, text, keys, help, act, checked=kind in self._overlays.on)
        self._local(self.switches[kind])

    def _layer(self, text: str, keys: str, help: str, layer: EditLayer) -> QAction:
        action = entry(self._menu, text, keys, help, lambda on: self._bench.show_layer(layer, on), checked=True)
        self._local(action)
        return action

    def _local(self, action: QAction) -> None:
        """Let the key act only where the map and the question are."""
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._middle.addAction(action)

    def _follow(self) -> None:
        layers = self._bench.layers
        self.grid.setChecked(layers[EditLayer.GRID].visible)
        self._settings.setValue(_GRID, layers[EditLayer.GRID].visible)
        self.units.setChecked(layers[EditLayer.COUNTERS].visible)
        for kind, action in self.switches.items():
            action.setChecked(kind in self._overlays.on)

    def _note_units(self, shown: bool) -> None:
        self._has_hidden_units = not shown

    def _bring_units_back(self) -> None:
        """Units that were hidden in a game are not missing in the editor."""
        if self._has_hidden_units:
            self._has_hidden_units = False
            self._bench.show_layer(EditLayer.COUNTERS, True)

    def refresh(self) -> None:
        """Overlays are of games."""
        plays = self._play.is_on
        for action in (*self.switches.values(), self.grid, self.units, self.none, self.stack):
            action.setEnabled(plays)
