"""A set of kinds for a map of no particular game: what most wargame maps are painted with.

They become the map's own, so that the designer can change, rename and delete them like any others.
"""

from __future__ import annotations

from typing import Final

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

_STATE: Final = {"state": AttributeKind.TEXT}

STARTER_KINDS: Final[dict[str, tuple[Swatch, ...]]] = {
    "terrain": (
        TerrainSwatch(id="clear", name="Clear", colour="#ebe5c9"),
        TerrainSwatch(id="forest", name="Forest", colour="#c3d4a3", pattern="forest"),
        TerrainSwatch(id="rough", name="Rough", colour="#dccfae", pattern="rough"),
        TerrainSwatch(id="hill", name="Hill", colour="#dcc99c", pattern="hill"),
        TerrainSwatch(id="mountain", name="Mountain", colour="#c9b594", pattern="mountain"),
        TerrainSwatch(id="marsh", name="Marsh", colour="#cfdcc6", pattern="marsh"),
        TerrainSwatch(id="city", name="City", colour="#ddcfc0", pattern="city"),
        TerrainSwatch(id="sea", name="Sea", colour="#a9c9dd", pattern="sea"),
        TerrainSwatch(id="lake", name="Lake", colour="#b5d3e0", pattern="lake"),
    ),
    "features": (
        FeatureSwatch(id="city", name="City", icon="city", attributes={"value": AttributeKind.INTEGER}),
        FeatureSwatch(id="town", name="Town", icon="town"),
        FeatureSwatch(id="capital", name="Capital", icon="capital"),
        FeatureSwatch(id="port", name="Port", icon="port"),
        FeatureSwatch(id="fort", name="Fort", icon="fort"),
        FeatureSwatch(id="airfield", name="Airfield", icon="airfield"),
        FeatureSwatch(id="supply", name="Supply source", icon="supply", attributes={"side": AttributeKind.TEXT}),
        FeatureSwatch(id="objective", name="Objective", icon="objective", attributes={"value": AttributeKind.INTEGER}),
    ),
    "sides": (
        LineSwatch(id="river", name="River", colour="#5b93bd", width=0.16),
        LineSwatch(id="major-river", name="Major river", colour="#3f7cab", width=0.26),
        LineSwatch(id="coast", name="Coast", colour="#4a7fa8", width=0.1),
        LineSwatch(id="border", name="Border", colour="#a8483c", width=0.08, dash="dashes"),
    ),
    "paths": (
        LineSwatch(id="rail", name="Railway", colour="#3a3631", width=0.09, dash="rail", attributes=_STATE),
        LineSwatch(id="road", name="Road", colour="#8a5a3c", width=0.08, attributes=_STATE),
    ),
    "connections": (
        LineSwatch(id="regular", name="Regular", colour="#5c4a36", width=0.1),
        LineSwatch(id="rough", name="Difficult", colour="#8a5a3c", width=0.1, dash="dashes"),
        LineSwatch(id="sea", name="By sea", colour="#3b6ea5", width=0.1, dash="dots"),
    ),
    "boxes": (BoxSwatch(id="box", name="Box"),),
    "regions": (RegionSwatch(id="country", name="Country"), RegionSwatch(id="area", name="Area")),
}
"""By the list of the palette that they stand in."""


def add_starter_kinds(plan: MapPlan) -> None:
    """Give a new map a set of kinds of its own."""
    for group, swatches in STARTER_KINDS.items():
        for order, swatch in enumerate(swatches, start=1):
            plan.swatches[SwatchKey(group, swatch.id)] = swatch.replace(order=order)
