"""A set of kinds for a map of no particular game: what most wargame maps are painted with.

They become the map's own, so that the designer can change, rename and delete them like any others.
"""

from __future__ import annotations

from typing import Final

from engine.core.messages import message
from engine.definitions.palette import (
    AttributeKind,
    BoxSwatch,
    FeatureSwatch,
    LineSwatch,
    RegionSwatch,
    Swatch,
    TerrainSwatch,
)
from engine.definitions.plan import MapPlan, SwatchKey
from engine.narration.language import catalogue

_SAID: Final = "-"
"""A kind is called as the language calls it, under the key `kind.<list>.<id>`."""
_STATE: Final = {"state": AttributeKind.TEXT}

STARTER_KINDS: Final[dict[str, tuple[Swatch, ...]]] = {
    "terrain": (
        TerrainSwatch(id="clear", name=_SAID, colour="#ebe5c9"),
        TerrainSwatch(id="forest", name=_SAID, colour="#c3d4a3", pattern="forest"),
        TerrainSwatch(id="rough", name=_SAID, colour="#dccfae", pattern="rough"),
        TerrainSwatch(id="hill", name=_SAID, colour="#dcc99c", pattern="hill"),
        TerrainSwatch(id="mountain", name=_SAID, colour="#c9b594", pattern="mountain"),
        TerrainSwatch(id="marsh", name=_SAID, colour="#cfdcc6", pattern="marsh"),
        TerrainSwatch(id="city", name=_SAID, colour="#ddcfc0", pattern="city"),
        TerrainSwatch(id="sea", name=_SAID, colour="#a9c9dd", pattern="sea"),
        TerrainSwatch(id="lake", name=_SAID, colour="#b5d3e0", pattern="lake"),
    ),
    "features": (
        FeatureSwatch(id="city", name=_SAID, icon="city", attributes={"value": AttributeKind.INTEGER}),
        FeatureSwatch(id="town", name=_SAID, icon="town"),
        FeatureSwatch(id="capital", name=_SAID, icon="capital"),
        FeatureSwatch(id="port", name=_SAID, icon="port"),
        FeatureSwatch(id="fort", name=_SAID, icon="fort"),
        FeatureSwatch(id="airfield", name=_SAID, icon="airfield"),
        FeatureSwatch(id="supply", name=_SAID, icon="supply", attributes={"side": AttributeKind.TEXT}),
        FeatureSwatch(id="objective", name=_SAID, icon="objective", attributes={"value": AttributeKind.INTEGER}),
    ),
    "sides": (
        LineSwatch(id="river", name=_SAID, colour="#5b93bd", width=0.16),
        LineSwatch(id="major-river", name=_SAID, colour="#3f7cab", width=0.26),
        LineSwatch(id="coast", name=_SAID, colour="#4a7fa8", width=0.1),
        LineSwatch(id="border", name=_SAID, colour="#a8483c", width=0.08, dash="dashes"),
    ),
    "paths": (
        LineSwatch(id="rail", name=_SAID, colour="#3a3631", width=0.09, dash="rail", attributes=_STATE),
        LineSwatch(id="road", name=_SAID, colour="#8a5a3c", width=0.08, attributes=_STATE),
    ),
    "connections": (
        LineSwatch(id="regular", name=_SAID, colour="#5c4a36", width=0.1),
        LineSwatch(id="rough", name=_SAID, colour="#8a5a3c", width=0.1, dash="dashes"),
        LineSwatch(id="sea", name=_SAID, colour="#3b6ea5", width=0.1, dash="dots"),
    ),
    "boxes": (BoxSwatch(id="box", name=_SAID),),
    "regions": (RegionSwatch(id="country", name=_SAID), RegionSwatch(id="area", name=_SAID)),
}
"""By the list of the palette that they stand in."""


def add_starter_kinds(plan: MapPlan) -> None:
    """Give a new map a set of kinds of its own, called as the designer's language calls them."""
    words = catalogue()
    for group, swatches in STARTER_KINDS.items():
        for order, swatch in enumerate(swatches, start=1):
            name = words.text(message(f"kind.{group}.{swatch.id}"))
            plan.swatches[SwatchKey(group, swatch.id)] = swatch.replace(order=order, name=name)
