"""Overlays of the map: which are on, made by the rules from what the viewer may see, drawn and explained by a legend.

An overlay is made once for a state, and only while it is shown. It is made after the screen has followed a
decision, one at a time, so that a click is answered as quickly with overlays as without; while a computer decides they
wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QObject, QSettings, QTimer, Signal

from app.play.scene.game_scene import GameScene
from app.play.scene.overlay_layer import AreaLayer, Badge, BadgeLayer, InkedArea, OverlayInk
from app.play.scene.overlay_legend import LegendRow, OverlayLegend
from app.play.table import GameTable
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.overlays import MarkedArea, Overlay, OverlayKind, Tone
from engine.core.state import State
from engine.narration.explanations import numbered

_SETTING: Final = "overlays"
TONE_COLOURS: Final[Mapping[Tone, str]] = MappingProxyType(
    {Tone.GOOD: "#0f8a5f", Tone.FAIR: "#e8c000", Tone.POOR: "#d95f02", Tone.BAD: "#7a1040", Tone.NOTE: "#7d8ff0"}
)
_CORNERS: Final[Mapping[OverlayKind, tuple[float, float]]] = MappingProxyType(
    {OverlayKind.STACKING: (0.0, 0.46), OverlayKind.OBJECTIVES: (0.0, -0.46), OverlayKind.ISOLATION: (0.36, 0.25)}
)
"""Where each overlay writes, so that several can be read at once."""
SIDE_COLOURS: Final = ("#1f5fa8", "#c0391e", "#d0a000", "#0b3d3a")
"""The colours of sides on overlays: far apart, for the colour-blind too, whatever their counters are."""


@dataclass(frozen=True, slots=True)
class _Made:
    """An overlay and the view it was made of."""

    view: State
    overlay: Overlay


class Overlays(QObject):
    """What is shown over the map of a game."""

    changed = Signal()
    """Another overlay is on, or one less."""

    def __init__(self, scene: GameScene, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._scene = scene
        self._settings = settings
        self._is_playing = False
        kept = str(settings.value(_SETTING, "")).split(",")
        self.on: set[OverlayKind] = {kind for kind in OverlayKind if kind in kept}
        self._made: dict[OverlayKind, _Made] = {}
        self._drawn: dict[OverlayKind, Overlay] = {}
        self._areas: dict[OverlayKind, AreaLayer] = {}
        self._badges: dict[OverlayKind, BadgeLayer] = {}
        self._waiting: list[OverlayKind] = []
        self.legend = OverlayLegend(scene.canvas)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._next)
        scene.refreshed.connect(self.refresh)
        scene.ended.connect(self._leave)
        scene.canvas.renewed.connect(self._renew)

    # Which are on

    def show_overlay(self, kind: OverlayKind, on: bool) -> None:
        """Show an overlay, or hide it."""
        if on is (kind in self.on):
            return
        (self.on.add if on else self.on.discard)(kind)
        self._settings.setValue(_SETTING, ",".join(each for each in OverlayKind if each in self.on))
        self.refresh()
        self.changed.emit()

    def hide_all(self) -> None:
        """Show the bare map."""
        for kind in OverlayKind:
            self.show_overlay(kind, on=False)

    def overlay(self, kind: OverlayKind) -> Overlay | None:
        """What is drawn of a kind."""
        return self._drawn.get(kind)

    def painted(self, kind: OverlayKind) -> int:
        """How many tiles of an overlay had to be painted so far."""
        return self._areas[kind].painted if kind in self._areas else 0

    # Drawing

    @property
    def _table(self) -> GameTable | None:
        return self._scene.table if self._is_playing else None

    def refresh(self) -> None:
        """Something was decided, or is to be shown: follow soon."""
        self._is_playing = self._scene.table is not None and self._scene.is_shown
        for kind in set(self._areas) - self.on:
            self._erase(kind)
        self._waiting = [kind for kind in OverlayKind if kind in self.on]
        self._tell()
        if self._waiting and self._is_playing:
            self._later.start()

    def finish(self) -> None:
        """Make now what would be made bit by bit, for pictures and tests."""
        while self._waiting and self._table is not None:
            self._next()

    def _next(self) -> None:
        """Make and draw one overlay."""
        table = self._table
        if table is None or not self._waiting or table.is_computers_turn:
            return
        kind = self._waiting.pop(0)
        overlay = self._make(table, kind)
        if overlay is not self._drawn.get(kind):
            self._draw(table, kind, overlay)
            self._tell()
        if self._waiting:
            self._later.start()

    def _make(self, table: GameTable, kind: OverlayKind) -> Overlay:
        view = table.view
        made = self._made.get(kind)
        if made is None or made.view is not view:
            maker = table.game.ruleset.overlays.get(kind)
            absent = Overlay(note=message(f"overlay.absent.{kind}"))
            made = self._made[kind] = _Made(view, maker(table.game, view) if maker is not None else absent)
        return made.overlay

    def _draw(self, table: GameTable, kind: OverlayKind, overlay: Overlay) -> None:
        self._drawn[kind] = overlay
        keys = table.board.key
        number = list(OverlayKind).index(kind)
        if kind not in self._areas:
            self._areas[kind] = AreaLayer(self._scene.canvas, 6 + number * 0.1)
            self._badges[kind] = BadgeLayer(self._scene.canvas, 13 + number * 0.1)
        areas = [InkedArea(_keys(table, area.places), self._ink(table, area)) for area in overlay.areas]
        colours = self._side_colours(table)
        ways = [(colours.get(way.side, "#2e8b57"), [keys(at) for at in way.places]) for way in overlay.ways]
        self._areas[kind].show_areas(areas, ways)
        self._areas[kind].setVisible(True)
        self._badges[kind].show_badges(self._texts(table, kind, overlay))

    def _texts(self, table: GameTable, kind: OverlayKind, overlay: Overlay) -> Iterable[Badge]:
        right, down = _CORNERS.get(kind, (0.0, 0.38))
        inks = {at: self._ink(table, area).colour for area in overlay.areas for at in area.places}
        return [
            Badge(table.board.key(at), words, right, down, inks.get(at, "#44505c"))
            for at, words in overlay.texts.items()
        ]

    def _side_colours(self, table: GameTable) -> dict[str, str]:
        return {side: SIDE_COLOURS[number % len(SIDE_COLOURS)] for number, side in enumerate(table.game.ruleset.sides)}

    def _ink(self, table: GameTable, area: MarkedArea) -> OverlayInk:
        return ink_of(table.game.ruleset.sides, area)

    def _erase(self, kind: OverlayKind) -> None:
        self._drawn.pop(kind, None)
        self._made.pop(kind, None)
        self._areas[kind].setVisible(False)
        self._badges[kind].setVisible(False)

    def _tell(self) -> None:
        """Bring the legend up to date."""
        table = self._table
        rows: list[LegendRow] = []
        for kind in OverlayKind if table is not None else ():
            overlay = self._drawn.get(kind)
            if table is not None and overlay is not None and kind in self.on:
                rows += self._rows(table, kind, overlay)
        self.legend.show_rows(tuple(rows))

    def _rows(self, table: GameTable, kind: OverlayKind, overlay: Overlay) -> Iterable[LegendRow]:
        title = table.say(message(f"overlay.title.{kind}"))
        case = numbered(overlay.rule)
        yield LegendRow(self.tr("{0} (case {1})").format(title, case) if case else title, None, True)
        if overlay.note is not None:
            yield LegendRow(table.say(overlay.note))
        elif not overlay.areas:
            yield LegendRow(table.say(message("overlay.nothing")))
        for area in overlay.areas:
            words = self.tr("{0}: {1}").format(table.say(area.label), len(area.places))
            yield LegendRow(words, self._ink(table, area))

    # Coming and going

    def _renew(self) -> None:
        """The map looks different everywhere: what lies on it is drawn anew."""
        self._drawn = {}
        self.refresh()

    def _leave(self) -> None:
        self._is_playing = False
        self._later.stop()
        for kind in self._areas:
            self._erase(kind)
        self.legend.show_rows(())


def ink_of(sides: Sequence[Side], area: MarkedArea) -> OverlayInk:
    """How an area is drawn: by its tone, or in the colour of its side; who is none of the sides has one of his own."""
    if area.tone is not Tone.SIDE:
        return OverlayInk(TONE_COLOURS[area.tone], 0.45)
    number = sides.index(area.side) if area.side in sides else len(sides)
    hatching = (1 if number % 2 == 0 else -1) if area.is_open else 0
    strength = 0.72 if area.stands_out else 0.75 if area.is_open else 0.4
    return OverlayInk(SIDE_COLOURS[number % len(SIDE_COLOURS)], strength, hatching)


def _keys(table: GameTable, places: Iterable[Location]) -> tuple[str, ...]:
    return tuple(table.board.key(at) for at in places)
