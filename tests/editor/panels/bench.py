"""A workbench for the tests of the panels: a real map in a real file on a real canvas, with the tools in place."""

from __future__ import annotations

from pathlib import Path

from editor.canvas.art.style import bundled_style
from editor.canvas.canvas import MapCanvas
from editor.commands.swatches import extended_palette
from editor.documents.map_document import MapDocument
from editor.documents.workbench import Workbench
from editor.tools.toolbox import ToolController
from engine.core.messages import Message
from engine.definitions.palette import (
    AttributeKind,
    BoxSwatch,
    FeatureSwatch,
    LineSwatch,
    Palette,
    RegionSwatch,
    TerrainSwatch,
)
from engine.definitions.plan import MapPlan
from engine.rulesets.words import catalogue
from engine.storage.contents import Contents
from engine.storage.store import Store

PALETTE = Palette(
    id="demo",
    terrain=tuple(
        TerrainSwatch.model_validate({"id": id_, "name": name})
        for id_, name in (
            ("clear", "Clear"), ("forest", "Forest"), ("marsh", "Marsh"), ("hill", "Hill"), ("mountain", "Mountain"),
            ("sea", "Sea"), ("rough", "Rough"), ("city", "City"), ("farmland", "Farmland"),
            ("wooded-hill", "Wooded hill"),
        )
    ),
    features=(
        FeatureSwatch(
            id="city",
            name="City",
            icon="city",
            attributes={
                "value": AttributeKind.INTEGER,
                "capital": AttributeKind.FLAG,
                "height": AttributeKind.NUMBER,
                "lon": AttributeKind.NUMBER,
            },
        ),
        FeatureSwatch(id="town", name="Town", icon="town", attributes={"value": AttributeKind.INTEGER}),
        FeatureSwatch(id="village", name="Village", icon="village"),
        FeatureSwatch(id="port", name="Port", icon="port"),
        FeatureSwatch(id="supply", name="Supply source", icon="supply", attributes={"side": AttributeKind.TEXT}),
        FeatureSwatch(id="objective", name="Objective", icon="objective"),
        FeatureSwatch(id="airfield", name="Airfield", icon="airfield"),
        FeatureSwatch(id="factory", name="Factory", icon="factory"),
        FeatureSwatch(id="fort", name="Fort", icon="fort"),
        FeatureSwatch(id="oil", name="Oil field", icon="oil"),
    ),
    sides=tuple(
        LineSwatch.model_validate({"id": id_, "name": name, "attributes": attributes})
        for id_, name, attributes in (
            ("river", "River", {"name": AttributeKind.TEXT}), ("major-river", "Major river", {}),
            ("border", "Border", {}), ("bridge", "Bridge", {"blown": AttributeKind.FLAG}),
            ("escarpment", "Escarpment", {}), ("wall", "Wall", {}), ("strait", "Strait", {}), ("other", "Other", {}),
        )
    ),
    paths=(
        LineSwatch.model_validate({"id": "rail", "name": "Railway", "attributes": {"state": AttributeKind.TEXT}}),
        LineSwatch.model_validate({"id": "road", "name": "Road"}),
    ),
    connections=tuple(
        LineSwatch.model_validate({"id": name, "name": name.capitalize()})
        for name in ("regular", "river", "sea", "rail")
    ),
    boxes=(BoxSwatch(id="box", name="Box"),),
    regions=(RegionSwatch(id="country", name="Country"), RegionSwatch(id="zone", name="Weather zone")),
)  # fmt: skip


class Bench:
    """Everything the panels stand on."""

    def __init__(self, folder: Path, plan: MapPlan, palette: Palette = PALETTE, *, dark: bool = False) -> None:
        self.store = Store.create(folder / f"{plan.id}.redoubt", Contents().add(plan), name="As made")
        self.plan = self.store.contents.maps[plan.id]
        style = bundled_style("night" if dark else "paper")
        self.canvas = MapCanvas(self.plan, extended_palette(palette, self.plan), style)
        self.canvas.resize(600, 420)
        self.canvas.show()
        self.canvas.fit()
        self.document = MapDocument(self.store, self.plan, palette, catalogue())
        self.work = Workbench(self.canvas)
        self.controller = ToolController(self.work)
        self.work.set_document(self.document)
        self.controller.set_active(True)
        self.said: list[Message] = []
        self.work.reported.connect(self.said.append)

    @property
    def undone(self) -> int:
        """How many entries the history has."""
        return self.document.undo_stack.index()

    def close(self) -> None:
        self.work.set_document(None)
        self.canvas.close()
        self.canvas.deleteLater()
        self.store.close()
