"""Maps made up for the canvas tests: any size, with everything that can be drawn on them.

They come from fixed noise, so a picture of one is the same on every machine and at every run.
"""

from __future__ import annotations

import numpy as np

from editor.canvas.counters.counter_picture import CounterPicture
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme
from engine.definitions.palette import FeatureSwatch, LineSwatch, Palette, TerrainSwatch
from engine.definitions.plan import (
    BoxPlan,
    Cell,
    FeaturePlan,
    LinkPlan,
    MapPlan,
    PathPlan,
    RegionPlan,
    SheetPlan,
    SidePlan,
    SpacePlan,
    TextPlan,
    canonical_side,
)

TERRAIN = ("clear", "forest", "marsh", "hill", "mountain", "sea", "rough", "city", "farmland", "wooded-hill")

PALETTE = Palette(
    id="demo",
    terrain=tuple(TerrainSwatch(id=name, name=name.capitalize()) for name in TERRAIN),
    features=tuple(
        FeatureSwatch(id=name, name=name.capitalize(), icon=name)
        for name in ("city", "town", "village", "port", "supply", "objective", "airfield", "factory", "fort", "oil")
    ),
    sides=tuple(
        LineSwatch(id=name, name=name.capitalize(), colour="#333333")
        if name == "other"
        else LineSwatch.model_validate({"id": name, "name": name.capitalize()})
        for name in ("river", "major-river", "border", "bridge", "escarpment", "wall", "strait", "other")
    ),
    paths=(LineSwatch(id="rail", name="Railway"), LineSwatch(id="road", name="Road")),
    connections=tuple(LineSwatch(id=name, name=name.capitalize()) for name in ("regular", "river", "sea", "rail")),
)


def _noise(width: int, height: int, grain: float, seed: int) -> np.ndarray:
    """Smooth numbers between 0 and 1."""
    rng = np.random.default_rng(seed)
    across, down = int(width / grain) + 3, int(height / grain) + 3
    knots = rng.random((down, across))
    ys, xs = np.mgrid[0:height, 0:width] / grain
    x0, y0 = xs.astype(int), ys.astype(int)
    tx, ty = xs - x0, ys - y0
    tx, ty = tx * tx * (3 - 2 * tx), ty * ty * (3 - 2 * ty)
    top = knots[y0, x0] * (1 - tx) + knots[y0, x0 + 1] * tx
    bottom = knots[y0 + 1, x0] * (1 - tx) + knots[y0 + 1, x0 + 1] * tx
    return top * (1 - ty) + bottom * ty


def _terrain(width: int, height: int) -> np.ndarray:
    relief = 0.6 * _noise(width, height, 9, 1) + 0.4 * _noise(width, height, 4, 2)
    wet = 0.6 * _noise(width, height, 7, 3) + 0.4 * _noise(width, height, 3, 4)
    codes = np.ones((height, width), np.uint16)
    for name, where in (
        ("farmland", (wet > 0.45) & (wet < 0.5)),
        ("forest", wet > 0.6),
        ("marsh", (wet > 0.66) & (relief < 0.42)),
        ("hill", relief > 0.6),
        ("wooded-hill", (relief > 0.6) & (wet > 0.55)),
        ("mountain", relief > 0.7),
        ("rough", (relief > 0.55) & (wet < 0.3)),
        ("sea", relief < 0.3),
    ):
        codes[where] = TERRAIN.index(name) + 1
    return codes


def hex_map(
    width: int = 36, height: int = 26, *, orientation: str = "flat", edge: str = "whole", lines: bool = True
) -> MapPlan:
    """A country with coasts, woods, rivers, railways and towns."""
    grid = HexGrid(Orientation(orientation), Parity.ODD)
    plan = MapPlan("demo", "A demonstration", "demo", list(TERRAIN))
    sheet = SheetPlan("main", grid, (1, 1), (width, height), LabelScheme(), "clear", _terrain(width, height), edge)
    plan.sheets["main"] = sheet
    if lines:
        rng = np.random.default_rng(7)
        _rivers(plan, sheet, rng)
        _towns(plan, sheet, rng)
        _railways(plan, sheet, rng)
    return plan


def _is_land(sheet: SheetPlan, col: int, row: int) -> bool:
    return sheet.code(col, row) not in (0, TERRAIN.index("sea") + 1)


def _rivers(plan: MapPlan, sheet: SheetPlan, rng: np.random.Generator) -> None:
    """Walks along hexsides from corner to corner, by turning left and right about one hex after another."""
    width, height = sheet.size
    for number in range(max(3, width * height // 160)):
        col, row = int(rng.integers(2, width)), int(rng.integers(2, height))
        kind = "major-river" if number % 4 == 0 else "river"
        direction = int(rng.integers(0, 6))
        for _ in range(int(rng.integers(6, 24))):
            other = sheet.grid.neighbour(col, row, direction)
            if not (_is_land(sheet, col, row) and _is_land(sheet, *other)):
                break
            plan.sides[canonical_side(sheet.grid, Cell("main", col, row), direction, kind)] = SidePlan()
            if rng.random() < 0.5:
                direction = (direction + 1) % 6
            else:
                col, row = sheet.grid.neighbour(col, row, (direction + 1) % 6)
                direction = (direction - 1) % 6


NAMES = (
    "Ostrov",
    "Kalin",
    "Weissen",
    "Brod",
    "Lesna",
    "Marow",
    "Tarnik",
    "Dubno Gora",
    "Velik",
    "Stanovo",
    "Porechye",
    "Rudnik",
)


def _towns(plan: MapPlan, sheet: SheetPlan, rng: np.random.Generator) -> None:
    width, height = sheet.size
    kinds = ("city", "town", "town", "village")
    for number in range(max(6, width * height // 60)):
        col, row = int(rng.integers(1, width + 1)), int(rng.integers(1, height + 1))
        if not _is_land(sheet, col, row):
            continue
        key = Cell("main", col, row).key
        kind = kinds[number % 4]
        name = NAMES[number % len(NAMES)]
        plan.features[f"f{number}"] = FeaturePlan(f"f{number}", key, kind, name)
        extra = ("port", "objective", "supply", "airfield", "factory", "fort")[number % 6]
        if number % 3 == 0:
            plan.features[f"g{number}"] = FeaturePlan(f"g{number}", key, extra)


def _railways(plan: MapPlan, sheet: SheetPlan, rng: np.random.Generator) -> None:
    towns = [feature.at for feature in plan.features.values() if feature.kind in ("city", "town")]
    for number in range(min(len(towns) - 1, 4 + sheet.size[0] * sheet.size[1] // 150)):
        a, b = (key.rpartition(":")[2].split(",") for key in (towns[number], towns[number + 1]))
        line = sheet.grid.line((int(a[0]), int(a[1])), (int(b[0]), int(b[1])))
        if not all(_is_land(sheet, *cell) for cell in line) or not 2 <= len(line) <= 25:
            continue
        kind = "road" if number % 3 == 2 else "rail"
        state = {"state": "damaged"} if number % 7 == 3 else {}
        through = tuple(Cell("main", *cell).key for cell in line)
        plan.paths[f"p{number}"] = PathPlan(f"p{number}", kind, through, dict(state))


def dressed_map() -> MapPlan:
    """The hex map with regions, boxes, lettering and the rarer hexsides too."""
    plan = hex_map()
    sheet = plan.sheets["main"]
    for number, kind in enumerate(("border", "bridge", "escarpment", "wall", "strait", "other")):
        for step in range(4):
            cell = Cell("main", 4 + number * 5, 8 + step)
            plan.sides[canonical_side(sheet.grid, cell, 1, kind)] = SidePlan()
            if kind not in ("bridge", "strait"):
                plan.sides[canonical_side(sheet.grid, cell, 2, kind)] = SidePlan()
    members = frozenset(Cell("main", col, row).key for col in range(1, 14) for row in range(14, 27))
    plan.regions["west"] = RegionPlan("west", "country", "West", members, "#b0623c")
    plan.boxes["reserve"] = BoxPlan("reserve", "Reserve", (59.5, 4.0), {"width": 6.0})
    plan.boxes["eliminated"] = BoxPlan("eliminated", "Eliminated", (59.5, 8.5), {"width": 6.0})
    plan.texts["title"] = TextPlan("title", "The Northern Marches", (20.0, 42.0), -8.0, 1.6)
    return plan


def space_map() -> MapPlan:
    """A dozen spaces with every sort of connection, two of them side by side."""
    plan = MapPlan("spaces", "A map of spaces", "demo", [])
    terrain = (
        "clear",
        "forest",
        "city",
        "mountain",
        "marsh",
        "clear",
        "hill",
        "clear",
        "sea",
        "city",
        "clear",
        "forest",
    )
    for number in range(12):
        x, y = (number % 4) * 4.2 + (number // 4 % 2) * 1.6, (number // 4) * 4.0 + (number % 3) * 0.6
        plan.spaces[f"s{number}"] = SpacePlan(f"s{number}", NAMES[number], (x, y), terrain[number])
    pairs = [(0, 1), (1, 2), (2, 3), (4, 5), (5, 6), (6, 7), (8, 9), (9, 10), (10, 11), (0, 4), (1, 5), (2, 6), (3, 7)]
    pairs += [(4, 8), (5, 9), (6, 10), (7, 11), (1, 4), (6, 11), (5, 6), (9, 10)]
    kinds = ("regular", "regular", "river", "regular", "rail")
    for number, (a, b) in enumerate(pairs):
        kind = "sea" if 8 in (a, b) else kinds[number % 5]
        plan.links[f"l{number}"] = LinkPlan(f"l{number}", f"s{a}", f"s{b}", kind, one_way=number == 17)
    plan.features["f1"] = FeaturePlan("f1", "s2", "objective")
    plan.features["f2"] = FeaturePlan("f2", "s9", "supply")
    plan.features["f3"] = FeaturePlan("f3", "s11", "port")
    plan.boxes["off-map"] = BoxPlan("off-map", "Available", (19.6, 2.4), {"width": 4.0, "height": 6.0})
    return plan


SYMBOLS = (
    "infantry", "armour", "mechanised", "motorised", "cavalry", "artillery", "headquarters", "paratroop", "mountain",
    "engineer", "anti-tank", "reconnaissance", "supply", "fighter", "bomber", "naval", "security", "partisan",
    "militia", "rail",
)  # fmt: skip


def counters(plan: MapPlan, count: int = 40) -> list[CounterPicture]:
    """Units of two sides on land, some in stacks, some spent, some marked."""
    rng = np.random.default_rng(11)
    keys: list[str] = []
    for sheet in plan.sheets.values():
        width, height = sheet.size
        while len(keys) < count:
            col, row = int(rng.integers(1, width + 1)), int(rng.integers(1, height + 1))
            if _is_land(sheet, col, row):
                keys += [Cell(sheet.id, col, row).key] * int(rng.choice([1, 1, 1, 2, 3, 5]))
    keys = keys or [key for key in plan.spaces for _ in range(1 + len(keys) % 2)]
    found = []
    for number, key in enumerate(keys[:count]):
        red = number % 3 == 0
        found.append(
            CounterPicture(
                unit=f"u{number}",
                at=key,
                name=f"{number} Division",
                ground="#c8553d" if red else "#7f8f76",
                ink="#1d1512" if red else "#10160e",
                symbol=SYMBOLS[number % len(SYMBOLS)],
                size=("xx", "xxx", "xxxx", "x", "iii")[number % 5],
                factors=f"{1 + number % 9}-{2 + number % 7}-{3 + number % 5}",
                designation=str(number),
                steps=1 + number % 4,
                lost=1 if number % 4 == 3 else 0,
                marks=("moved",) if number % 6 == 1 else ("disrupted", "no-supply") if number % 6 == 4 else (),
            )
        )
    return found
