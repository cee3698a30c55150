"""Maps made up from a seed: every part of a plan, in every state a draft may be in."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from editor.geometry.ground import Ground, Spot
from editor.geometry.vertices import Vertex
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import Axis, AxisStyle, LabelOrder, LabelScheme, RowAxis
from engine.definitions.palette import LineSwatch, TerrainSwatch
from engine.definitions.plan import (
    NO_CELL,
    NO_TERRAIN,
    BoxPlan,
    Cell,
    FeaturePlan,
    GeoPlan,
    JoinPlan,
    LinkPlan,
    MapPlan,
    PathPlan,
    RegionPlan,
    ScanPlan,
    ShapePlan,
    SheetPlan,
    SidePlan,
    SpacePlan,
    SwatchKey,
    TextPlan,
    canonical_side,
    cell_of,
    placement_of,
)
from engine.storage.blobs import Blob

TERRAINS = ("clear", "forest", "fjell", "swamp", "sea", "city_block", "desert")
NAMES = ("", "Ford", "Gué d'eau", "no", "1:2", "Волга", 'the "Hook"', "a: b # c")

SCAN = Blob("image/png", b"\x89PNG, or so it says")


def small_plan(id_: str = "ford", cols: int = 6, rows: int = 5) -> MapPlan:
    """A sheet of clear hexes numbered 0101 and on, with a little of everything that tests ask for by name."""
    plan = MapPlan(id_, "The Ford", "toy-hexes")
    plan.sheets["main"] = SheetPlan(
        "main",
        HexGrid(Orientation.FLAT, Parity.ODD),
        (1, 1),
        (cols, rows),
        LabelScheme(),
        "clear",
        plan.filled((cols, rows), "clear"),
    )
    return plan


def large_plan(cols: int = 160, rows: int = 125, sides: int = 7800, id_: str = "large") -> MapPlan:
    """The map of the speed targets: no cell is at its fill, and thousands of hexsides carry a river."""
    chance = random.Random(7)
    plan = small_plan(id_, cols, rows)
    for name in TERRAINS:
        plan.code_of(name)
    sheet = plan.sheets["main"]
    sheet.labels = LabelScheme(column=Axis(digits=3), row=Axis(digits=3))
    codes = np.random.default_rng(7).integers(2, len(plan.terrain_names) + 1, size=(rows, cols))
    sheet.terrain[:] = codes.astype(np.uint16)
    while len(plan.sides) < sides:
        cell = Cell("main", chance.randint(1, cols), chance.randint(1, rows))
        plan.sides[canonical_side(sheet.grid, cell, chance.randrange(6), "river")] = SidePlan()
    for number in range(400):
        at = Cell("main", chance.randint(1, cols), chance.randint(1, rows)).key
        plan.features[f"city-{number}"] = FeaturePlan(f"city-{number}", at, "city", f"City {number}", {"value": 2})
    return plan


def random_plan(seed: int, id_: str = "made-up") -> MapPlan:
    """A map nobody would draw: joined sheets, holes, spaces and boxes, odd names, every attribute type."""
    return _Made(random.Random(seed), id_).plan


class _Made:
    def __init__(self, chance: random.Random, id_: str) -> None:
        self.chance = chance
        self.plan = MapPlan(id_, chance.choice(NAMES), chance.choice(("", "toy-hexes")))
        self._sheets()
        self._places()
        self.keys = [cell.key for sheet in self.plan.sheets.values() for cell in sheet.cells()]
        self.keys += [*self.plan.spaces, *self.plan.boxes]
        if self.keys:
            self._furniture()
            self._sides()
            self._paths()
        self._lettering()

    def attributes(self) -> dict[str, str | int | float | bool]:
        values: list[str | int | float | bool] = [True, False, 0, 1, -7, 0.0, 2.5, "1", "", "yes", "0101", "ü"]
        names = self.chance.sample(("value", "state", "size_2", "a-b"), self.chance.choice((0, 0, 1, 3)))
        return {name: self.chance.choice(values) for name in names}

    def point(self) -> tuple[float, float]:
        return self.chance.choice((0.0, 1.5, -3.25)), self.chance.uniform(-99, 99)

    def offset(self) -> tuple[float, float]:
        """Most names stand where they usually do."""
        return self.chance.choice(((0.0, 0.0), (0.0, 0.0), (1.25, -0.5)))

    def _sheets(self) -> None:
        orientation = self.chance.choice(list(Orientation))
        names = self.chance.choice(((), ("main",), ("a", "b"), ("a", "b", "c")))
        for number, name in enumerate(names):
            self._sheet(name, orientation, number)
            if number and self.chance.random() < 0.6:
                onto = self.plan.sheets[self.chance.choice(names[:number])]
                here = self.plan.sheets[name]
                self.plan.joins.append(JoinPlan(name, self._corner(here), onto.id, self._corner(onto)))

    def _corner(self, sheet: SheetPlan) -> tuple[int, int]:
        (left, top), (right, bottom) = sheet.first, sheet.extent.last
        return self.chance.choice((left, right)), self.chance.choice((top, bottom))

    def _sheet(self, name: str, orientation: Orientation, number: int) -> None:
        size = self.chance.randint(1, 9), self.chance.randint(1, 9)
        fill = self.chance.choice((NO_TERRAIN, *TERRAINS))
        sheet = SheetPlan(
            name,
            HexGrid(orientation, self.chance.choice(list(Parity))),
            (self.chance.randint(-5, 5), self.chance.randint(-5, 5)),
            size,
            self._scheme(name, number),
            fill,
            self.plan.filled(size, fill),
            edge=self.chance.choice(("whole", "half")),
            scale=1.0 if number == 0 else next(iter(self.plan.sheets.values())).scale,
            origin=self.point(),
        )
        for _ in range(self.chance.choice((0, 5, 60))):
            code = self.chance.choice((NO_CELL, *(self.plan.code_of(name) for name in self.chance.sample(TERRAINS, 3))))
            sheet.terrain[self.chance.randrange(size[1]), self.chance.randrange(size[0])] = code
        self.plan.sheets[name] = sheet

    def _scheme(self, name: str, number: int) -> LabelScheme:
        styles = list(AxisStyle)
        return LabelScheme(
            order=self.chance.choice(list(LabelOrder)),
            column=Axis(self.chance.choice(styles), start=self.chance.randint(20, 30)),
            row=Axis(self.chance.choice(styles), start=40, step=self.chance.choice((1, -1))),
            separator=self.chance.choice(("", "/", ".")),
            prefix=self.chance.choice(("", name.upper())) if number == 0 else name.upper(),
            row_axis=self.chance.choice(list(RowAxis)),
        )

    def _places(self) -> None:
        for number in range(self.chance.choice((0, 0, 4, 12))):
            name = f"space-{number}"
            self.plan.spaces[name] = SpacePlan(
                name,
                self.chance.choice((f"Space {number}", "")),
                self.point(),
                "clear",
                self.attributes(),
                self.offset(),
            )
        for number in range(self.chance.choice((0, 2))):
            name = f"box-{number}"
            self.plan.boxes[name] = BoxPlan(name, self.chance.choice(NAMES), self.point(), self.attributes())

    def _furniture(self) -> None:
        plan, chance = self.plan, self.chance
        for number in range(chance.choice((0, 3, 9))):
            at, kind = chance.choice(self.keys), chance.choice(("city", "port"))
            name = chance.choice((f"{at}/{kind}", f"{at}/{kind}#2", f"feature-{number}"))
            plan.features[name] = FeaturePlan(name, at, kind, chance.choice(NAMES), self.attributes(), self.offset())
        for number in range(chance.choice((0, 3, 9)) if len(self.keys) > 1 else 0):
            a, b = chance.sample(self.keys, 2)
            name = chance.choice((f"{a}--{b}/regular", f"link-{number}"))
            plan.links[name] = LinkPlan(name, a, b, "regular", chance.random() < 0.3, self.attributes())
        for number in range(chance.choice((0, 3))):
            members = frozenset(chance.sample(self.keys, chance.randint(0, len(self.keys))))
            name = f"region-{number}"
            plan.regions[name] = RegionPlan(name, "country", chance.choice(NAMES), members, chance.choice(("", "red")))

    def _sides(self) -> None:
        for sheet in self.plan.sheets.values():
            cells = list(sheet.cells())
            for _ in range(self.chance.choice((0, 4, 30)) if cells else 0):
                cell = self.chance.choice(cells)
                side = canonical_side(
                    sheet.grid, cell, self.chance.randrange(6), self.chance.choice(("river", "cliff"))
                )
                towards = cell.key if self.chance.random() < 0.2 else ""
                self.plan.sides[side] = SidePlan(towards, self.attributes())

    def _paths(self) -> None:
        for number, sheet in enumerate(self.plan.sheets.values()):
            at = next(iter(sheet.cells()), None)
            if at is None:
                continue
            through = [at]
            for _ in range(self.chance.randint(0, 8)):
                around = sheet.grid.neighbours(through[-1].col, through[-1].row)
                steps = [cell for cell in around if sheet.code(*cell) != NO_CELL]
                if steps:
                    through.append(Cell(sheet.id, *self.chance.choice(steps)))
            name = f"line-{number + 8}"
            self.plan.paths[name] = PathPlan(name, "rail", tuple(cell.key for cell in through), self.attributes())

    def _lettering(self) -> None:
        for number in range(self.chance.choice((0, 3))):
            name = self.chance.choice(("text", "text#2", f"text-{number}"))
            self.plan.texts[name] = TextPlan(name, self.chance.choice(NAMES), self.point(), 45.0, 1.5)
        for number in range(self.chance.choice((0, 2))):
            rings = tuple(tuple(self.point() for _ in range(3)) for _ in range(self.chance.randint(1, 3)))
            region = next(iter(self.plan.regions), "")
            terrain = "" if number and region else "clear"
            name = f"shape-{number}"
            self.plan.shapes[name] = ShapePlan(name, rings, terrain, "" if terrain else region, number)
        if self.chance.random() < 0.2:
            aslant = self.chance.choice(((0.0, 0.0, 1.0), (0.001, 0.0, 1.0)))
            placement = placement_of((0.5, 0.0, 1.0, 0.0, 0.5, -2.0, *aslant))
            self.plan.scans["scan"] = ScanPlan("scan", "North", SCAN.sha256, placement, self.attributes())
        for number in range(self.chance.choice((0, 0, 3))):
            terrain, line = (
                TerrainSwatch(id=f"mire-{number}", name="Mire", order=2 * number + 1),
                LineSwatch(id=f"ditch-{number}", name="Ditch", order=20 - number),
            )
            self.plan.swatches[SwatchKey("terrain", terrain.id)] = terrain
            self.plan.swatches[SwatchKey(self.chance.choice(("sides", "paths")), line.id)] = line
        hexes = [key for key in self.keys if cell_of(key)]
        if hexes and self.chance.random() < 0.3:
            anchor = self.chance.choice(hexes)
            middle, parallels = (50.0, 30.0), self.chance.choice(((), (45.0, 55.0)))
            self.plan.georeference = GeoPlan("albers", middle, 16.5, anchor, (49.2, 37.3), parallels, 2.5)


def hexes_of(plan: MapPlan, chain: Iterable[Spot]) -> list[str]:
    """The keys of the hexes of a route."""
    ground = Ground(plan)
    cells = (ground.cell(spot) for spot in chain)
    return [cell.key for cell in cells if cell is not None]


def counted_from(plan: MapPlan, cell: Cell, text: str) -> LabelScheme:
    """The labels of a sheet where one hex has this one and the others are counted from it."""
    sheet = plan.sheets[cell.sheet]
    labels = sheet.labels.anchored(sheet.grid, sheet.extent, (cell.col, cell.row), text)
    assert labels is not None
    return labels


def is_unbroken(chain: Iterable[Vertex]) -> bool:
    """Whether each corner of a chain is one hexside from the next."""
    return all(a.is_beside(b) for a, b in pairwise(chain))
