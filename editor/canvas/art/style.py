"""How maps and counters look, as data: colours and widths, one file a style in resources/styles.

Lengths are in hex circumradii, so that a style fits every zoom. A palette may give its kinds colours of
their own; the style supplies those it leaves out, the inks of the patterns, and everything around them.
No Qt: the editor of styles and the tests read the same model.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from engine.definitions.faults import read
from engine.definitions.model import Colour, Document, Frozen, Model, Word
from engine.definitions.strict_yaml import Located, load

Length = Annotated[float, Field(ge=0, le=10)]
Pixels = Annotated[float, Field(ge=0, le=200)]
Share = Annotated[float, Field(ge=0, le=1)]

Stroke = Literal["ribbon", "line", "dashes", "dots", "ticks", "teeth", "bridge", "arrows", "road", "rail"]
"""ribbon: tapers like a river; ticks: an escarpment; teeth: works; bridge, arrows: across the hexside."""


class GroundStyle(Model):
    """A terrain pattern: its ground where the palette gives none, and the three inks it is drawn with."""

    colour: Colour
    dark: Colour
    light: Colour
    line: Colour
    water: bool = False


class StrokeStyle(Model):
    """A line along hexsides, through hexes or between spaces."""

    stroke: Stroke
    colour: Colour
    casing: Colour | None = None
    width: Length


class LetteringStyle(Model):
    """Words on the map; `halo` keeps them legible over anything."""

    colour: Colour
    halo: Colour
    size: Length
    bold: bool = False
    italic: bool = False
    spacing: Share = 0.0
    pixels: Pixels = 0.0
    """On a screen the letters of names do not become smaller than this, in points: a point may be several pixels."""
    radius: Pixels = 0.0
    """Where hexes have a smaller radius, in points, names are left out."""


class GridStyle(Model):
    """The hexes' outlines."""

    colour: Colour
    opacity: Share
    width: Length


class CoastStyle(Model):
    """Where land meets water."""

    colour: Colour
    shallows: Colour
    width: Length
    depths: tuple[Length, ...] = (0.28, 0.62, 1.05)
    """How far from the shore the depth lines run where the ground is drawn as outlines."""


class RegionStyle(Model):
    """How strongly regions tint the ground, and the line around them."""

    tint: Share = 0.2
    edge: Share = 0.8
    width: Length = 0.07
    wash: Share = 0.1
    """How strongly a country drawn as an outline is tinted all over."""
    band: Share = 0.22
    """How strongly each of its bands along the border is, one within the other."""
    bands: tuple[Length, ...] = (0.95, 0.4)
    """How far they reach inland."""
    border: Colour = "#7a4a3a"


class ReliefStyle(Model):
    """Light and shade of hills and mountains, and how strongly they colour ground that is drawn as outlines."""

    strength: Share = 0.5
    shadow: Colour = "#6b5a44"
    light: Colour = "#fff8e6"
    shade: Share = 0.16


class SpaceStyle(Model):
    """Spaces of a map without hexes."""

    edge: Colour
    width: Length
    radius: Length


class BoxStyle(Model):
    """Boxes beside the map."""

    colour: Colour
    edge: Colour
    title: Colour


class MarkerStyle(Model):
    """Cities and the small signs of ports, sources and objectives."""

    ink: Colour
    fill: Colour
    built: Colour
    accent: Colour


class CounterStyle(Model):
    """What all counters share, whatever their side."""

    edge: Colour
    shadow: Colour
    shadow_opacity: Share
    badge: Colour
    badge_ink: Colour
    lost: Colour
    selection: Colour


class AdaptStyle(Model):
    """How a style changes colours that palettes and regions bring with them: darker, duller."""

    darkest: Share = 0.0
    lightest: Share = 1.0
    saturation: Share = 1.0


class Style(Document):
    """A whole look."""

    KIND: ClassVar[str] = "style"

    dark: bool = False
    table: Colour
    paper: Colour
    variation: Share
    grid: GridStyle
    coast: CoastStyle
    regions: RegionStyle = RegionStyle()
    relief: ReliefStyle = ReliefStyle()
    spaces: SpaceStyle
    boxes: BoxStyle
    signs: MarkerStyle
    counters: CounterStyle
    adapt: AdaptStyle = AdaptStyle()
    ground: Annotated[Mapping[Word, GroundStyle], Frozen]
    sides: Annotated[Mapping[Word, StrokeStyle], Frozen]
    paths: Annotated[Mapping[Word, StrokeStyle], Frozen]
    connections: Annotated[Mapping[Word, StrokeStyle], Frozen]
    lettering: Annotated[Mapping[Word, LetteringStyle], Frozen]
    ranks: tuple[Length, ...] = (1.6, 1.3, 1.0, 0.8, 0.65, 0.5)
    """How much wider than its kind a river of each rank is, the greatest first; those beyond are as the last."""


def read_style(text: str, file: str = "") -> Style:
    """A style from its text; raises DefinitionError with the place of what is wrong."""
    located = load(text, file)
    data = located.data
    if isinstance(data, dict) and data.get("format") == Style.format_line():
        rest = {name: value for name, value in data.items() if name != "format"}
        return read(Style, Located(rest, located.file, located.marks))
    return read(Style, located)


def style_names() -> tuple[str, ...]:
    """The styles that come with the program."""
    folder = resources.files("resources") / "styles"
    return tuple(sorted(entry.name.removesuffix(".yaml") for entry in folder.iterdir() if entry.name.endswith(".yaml")))


@cache
def bundled_style(name: str) -> Style:
    """A style that comes with the program."""
    file = resources.files("resources") / "styles" / f"{name}.yaml"
    return read_style(file.read_text(encoding="utf-8"), f"{name}.yaml")
