"""What each kind of thing on the map looks like: the ruleset's palette seen through a style.

The palette is asked first, because a designer chose its colours; the style fills in what it leaves open and,
when it is a dark one, brings the palette's colours down to its own range. Kinds nobody described still get
a look, so that a map is never drawn with holes in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar, get_args

from PySide6.QtGui import QColor

from editor.canvas.art.patterns import PATTERNS, Ink
from editor.canvas.art.style import LetteringStyle, Stroke, StrokeStyle, Style
from engine.definitions.palette import FeatureSwatch, LineSwatch, Palette, TerrainSwatch, by_id
from engine.narration.language import wording_of

_SYNONYMS = {
    "woods": "forest",
    "wood": "forest",
    "swamp": "marsh",
    "bog": "marsh",
    "mountains": "mountain",
    "alpine": "mountain",
    "hills": "hill",
    "broken": "rough",
    "town": "city",
    "urban": "city",
    "village": "city",
    "ocean": "sea",
    "water": "sea",
    "arctic": "snow",
    "sand": "desert",
    "fortress": "fort",
    "fields": "farmland",
}
"""Names under which terrain is known elsewhere, for palettes that name no pattern."""

_DASHES: dict[str, Stroke] = {
    **{name: name for name in get_args(Stroke)},
    "solid": "line",
    "dash": "dashes",
    "dashed": "dashes",
    "dot": "dots",
    "dotted": "dots",
    "river": "ribbon",
    "ticked": "ticks",
    "cross-ticks": "rail",
}

_SIGNS = {
    "city": "city",
    "town": "town",
    "village": "village",
    "capital": "capital",
    "major-city": "city",
    "minor-city": "town",
    "port": "port",
    "supply": "supply",
    "supply-source": "supply",
    "airfield": "airfield",
    "airbase": "airfield",
    "factory": "factory",
    "oil": "oil",
    "resource": "oil",
    "fort": "fort",
    "fortress": "fort",
    "objective": "objective",
    "victory": "objective",
    "beach": "beach",
    "bridge": "bridge",
}

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TerrainLook:
    """Ground colour, pattern and inks of a terrain."""

    id: str
    name: str
    colour: QColor
    pattern: str
    dark: QColor
    light: QColor
    line: QColor
    is_water: bool
    picture: str = ""
    """A picture of one's own in the pattern's place; empty for none."""

    def ink(self, which: Ink) -> QColor:
        if which == "dark":
            return self.dark
        return self.light if which == "light" else self.line


@dataclass(frozen=True, slots=True)
class LineLook:
    """A line: how it is stroked, and how wide in circumradii."""

    id: str
    name: str
    stroke: Stroke
    colour: QColor
    casing: QColor | None
    width: float


@dataclass(frozen=True, slots=True)
class SignLook:
    """The sign of a feature and its colour, if the palette gave it one."""

    id: str
    name: str
    sign: str
    colour: QColor | None


class Looks:
    """The looks of one map under one style, each worked out once."""

    def __init__(self, palette: Palette, style: Style) -> None:
        self.palette = palette
        self.style = style
        self._wording = wording_of(palette.id)
        self._terrain_swatches: dict[str, TerrainSwatch] = by_id(palette.terrain)
        self._feature_swatches: dict[str, FeatureSwatch] = by_id(palette.features)
        self._lines: dict[str, dict[str, LineSwatch]] = {
            "sides": by_id(palette.sides),
            "paths": by_id(palette.paths),
            "connections": by_id(palette.connections),
        }
        self._terrain: dict[str, TerrainLook] = {}
        self._strokes: dict[tuple[str, str], LineLook] = {}
        self._signs: dict[str, SignLook] = {}
        self.table = QColor(style.table)
        self.paper = QColor(style.paper)

    def called(self, name: str) -> str:
        """A name of the map as the language has it; only the game's own have another."""
        return self._wording.name(name)

    def terrain(self, name: str) -> TerrainLook:
        """The look of a terrain by its id."""
        look = self._terrain.get(name)
        if look is None:
            look = self._terrain[name] = self._terrain_look(name)
        return look

    def side(self, kind: str) -> LineLook:
        """The look of something along hexsides."""
        return self._line("sides", kind)

    def path(self, kind: str) -> LineLook:
        """The look of something through hexes."""
        return self._line("paths", kind)

    def connection(self, kind: str) -> LineLook:
        """The look of a line between spaces."""
        return self._line("connections", kind)

    def sign(self, kind: str) -> SignLook:
        """The look of a feature."""
        look = self._signs.get(kind)
        if look is None:
            swatch = self._feature_swatches.get(kind)
            name = (swatch.icon if swatch else None) or kind
            colour = self.adapted(swatch.colour) if swatch and swatch.colour else None
            sign = _SIGNS.get(name) or _last_words(name, _SIGNS) or "dot"
            look = self._signs[kind] = SignLook(kind, swatch.name if swatch else kind, sign, colour)
        return look

    def lettering(self, role: str) -> LetteringStyle:
        """The look of words in a role; an unknown role is plain text."""
        return self.style.lettering.get(role) or self.style.lettering["text"]

    def adapted(self, colour: str) -> QColor:
        """A colour from outside the style, within the style's range of lightness."""
        adapt = self.style.adapt
        given = QColor(colour)
        if not given.isValid():
            return QColor(self.style.paper)
        lightness = adapt.darkest + (adapt.lightest - adapt.darkest) * given.lightnessF()
        hue = max(given.hslHueF(), 0.0)
        return QColor.fromHslF(hue, given.hslSaturationF() * adapt.saturation, min(lightness, 1.0))

    def standing_out(self, colour: str) -> QColor:
        """A colour from outside the style for a line: darker than the ground, or lighter in a dark style."""
        return self._line_colour(colour) if self.style.dark else QColor(colour).darker(130)

    def _terrain_look(self, name: str) -> TerrainLook:
        swatch = self._terrain_swatches.get(name)
        pattern = (swatch.pattern if swatch else None) or name
        if pattern not in PATTERNS:
            pattern = (
                _SYNONYMS.get(pattern) or _last_words(pattern, {**_SYNONYMS, **{p: p for p in PATTERNS}}) or "clear"
            )
        inks = self.style.ground.get(pattern) or self.style.ground["clear"]
        chosen = swatch is not None and "colour" in swatch.model_fields_set
        colour = self._ground(swatch.colour, inks.colour) if swatch and chosen else QColor(inks.colour)
        title = swatch.name if swatch else name
        picture = (swatch.picture if swatch else None) or ""
        dark, light, line = QColor(inks.dark), QColor(inks.light), QColor(inks.line)
        return TerrainLook(name, title, colour, pattern, dark, light, line, inks.water, picture)

    def _ground(self, chosen: str, usual: str) -> QColor:
        """The palette's colour as it is, or in a dark style as a hint of it over the style's own."""
        if not self.style.dark:
            return QColor(chosen)
        hint, ground = self.adapted(chosen), QColor(usual)
        parts = (
            0.35 * of + 0.65 * by
            for of, by in (
                (hint.redF(), ground.redF()),
                (hint.greenF(), ground.greenF()),
                (hint.blueF(), ground.blueF()),
            )
        )
        return QColor.fromRgbF(*parts)

    def _line(self, group: str, kind: str) -> LineLook:
        look = self._strokes.get((group, kind))
        if look is None:
            look = self._strokes[group, kind] = self._line_look(group, kind)
        return look

    def _line_look(self, group: str, kind: str) -> LineLook:
        styles: dict[str, StrokeStyle] = dict(getattr(self.style, group))
        swatch = self._lines[group].get(kind)
        style = styles.get(kind) or _last_words(kind, styles) or styles["any"]
        stroke, colour, casing, width = style.stroke, QColor(style.colour), style.casing, style.width
        if swatch is not None:
            given = swatch.model_fields_set
            if swatch.dash is not None:
                stroke = _DASHES.get(swatch.dash, stroke)
            if "colour" in given:
                colour = self._line_colour(swatch.colour)
                casing = colour.darker(150).name() if casing else None
            if "width" in given:
                width = swatch.width
        name = swatch.name if swatch else kind
        return LineLook(kind, name, stroke, colour, QColor(casing) if casing else None, width)

    def _line_colour(self, colour: str) -> QColor:
        """Lines must stand out from the ground, so a dark style turns dark ones light instead of darker."""
        given = QColor(colour)
        if not self.style.dark:
            return given
        lightness = max(given.lightnessF(), 0.55)
        return QColor.fromHslF(max(given.hslHueF(), 0.0), given.hslSaturationF() * 0.55, lightness)


def _last_words(name: str, known: Mapping[str, T]) -> T | None:
    """What is known of the end of a compound name: a `frozen-river` is drawn as a river."""
    words = name.replace("_", "-").split("-")
    for start in range(1, len(words)):
        found = known.get("-".join(words[start:]))
        if found is not None:
            return found
    return None
