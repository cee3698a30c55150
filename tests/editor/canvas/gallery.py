"""A map with one of everything that can be drawn, close together, so that whatever clashes clashes here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

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
    TextPlan,
    canonical_side,
)

GROUND = (
    "clear", "forest", "marsh", "hill", "mountain", "rough", "city", "sea", "lake", "desert", "snow", "steppe",
    "farmland", "fort", "wooded-hill", "wooded-marsh", "wooded-mountain",
)  # fmt: skip
SIDES = (
    "river", "major-river", "stream", "canal", "lake", "border", "front", "ridge", "wall", "bridge", "ford", "ferry",
    "impassable", "odd-thing",
)  # fmt: skip
SIGNS = (
    "city", "town", "village", "capital", "port", "supply", "airfield", "factory", "oil", "fort", "objective", "beach",
    "bridge", "odd-thing",
)  # fmt: skip

GALLERY = Palette(
    id="gallery",
    terrain=tuple(TerrainSwatch.model_validate({"id": name, "name": name.capitalize()}) for name in GROUND),
    features=tuple(FeatureSwatch(id=name, name=name.capitalize()) for name in SIGNS),
    sides=tuple(LineSwatch.model_validate({"id": name, "name": name.capitalize()}) for name in SIDES),
    paths=tuple(
        LineSwatch.model_validate({"id": name, "name": name.capitalize()})
        for name in ("rail", "road", "highway", "track", "odd-thing")
    ),
    connections=(LineSwatch.model_validate({"id": "inset", "name": "Inset"}),),
)

_WIDE, _HIGH = 26, 19
_PICTURE = (
    "ccccffffhhhhmmmmwwwwcccccc",
    "cccffffhhhhmmmmmvvvwccccss",
    "ccfffvvhhhmmMMmhhcccccsssS",
    "cfffvvvhhhhMMmhhccccccsSSS",
    "ccffkkvchhhhhccccccccsSSSS",
    "cccfkkkccppccccfffccsSSSSS",
    "ccccckccppppccfffffcSSSSSS",
    "rrccccccpppcccfffffcsSSSSS",
    "rrrcccLLcccccccfffccsSSSSS",
    "rrrrcLLLLccccccccccssSSSSS",
    "crrccLLLccuuccpppccsSSSSSS",
    "cccccccccuuuccpppcsSSSSSSS",
    "ddcccccttttcccccccsSSccSSS",
    "dddcctttttttccxxccssccccSS",
    "ddddctttttccccxxcccccccccS",
    "ddddccttccnncccccccccccccs",
    "cdddcccnnnnnccccffffcccccc",
    "ccddccnnnnnnccfffkkffccccc",
    "cccccccnnnccccffkkkkfccccc",
)
_LETTERS = {
    "c": "clear", "f": "forest", "h": "hill", "m": "mountain", "M": "wooded-mountain", "w": "rough", "v": "wooded-hill",
    "k": "marsh", "p": "farmland", "r": "steppe", "L": "lake", "u": "city", "d": "desert", "n": "snow", "t": "steppe",
    "x": "fort", "s": "sea", "S": "sea",
}  # fmt: skip


def gallery(orientation: str = "flat", edge: str = "whole") -> MapPlan:
    """One of everything, with either hexes."""
    plan = MapPlan("gallery", "The Gallery", "gallery", list(GROUND))
    grid = HexGrid(Orientation(orientation), Parity.ODD)
    codes = np.array([[GROUND.index(_LETTERS[letter]) + 1 for letter in row] for row in _PICTURE], np.uint16)
    codes[0, :2] = codes[-1, -3:] = 0
    plan.sheets["main"] = SheetPlan("main", grid, (1, 1), (_WIDE, _HIGH), LabelScheme(), "clear", codes, edge)
    _waters(plan, plan.sheets["main"])
    _works(plan, plan.sheets["main"])
    _lines(plan)
    _places(plan)
    _overlays(plan, orientation)
    return plan


def walk(plan: MapPlan, start: tuple[int, int], direction: int, turns: str, kind: str, **attributes: object) -> None:
    """Follow hexsides from corner to corner, turning left or right at each."""
    sheet = plan.sheets["main"]
    col, row = start
    for turn in f"{turns} ":
        side = canonical_side(sheet.grid, Cell("main", col, row), direction, kind)
        plan.sides[side] = SidePlan(attributes=dict(attributes))  # type: ignore[arg-type]
        if turn == "R":
            direction = (direction + 1) % 6
        else:
            col, row = sheet.grid.neighbour(col, row, (direction + 1) % 6)
            direction = (direction - 1) % 6


def _waters(plan: MapPlan, sheet: SheetPlan) -> None:
    walk(plan, (9, 4), 1, "LRLRLRLRLLRLRLRLRLRL", "river")
    walk(plan, (12, 6), 4, "RLRLRL", "stream")
    walk(plan, (3, 15), 0, "LRLRLRLRLRLRLLRLRLR", "major-river")
    walk(plan, (8, 17), 5, "RLLRLR", "river", rank=3)
    walk(plan, (15, 3), 1, "LRLRL", "canal")
    for col, row, direction in ((4, 8, 1), (4, 8, 2)):
        plan.sides[canonical_side(sheet.grid, Cell("main", col, row), direction, "lake")] = SidePlan()


def _works(plan: MapPlan, sheet: SheetPlan) -> None:
    for number, kind in enumerate(("border", "front", "ridge", "wall", "impassable", "odd-thing")):
        walk(plan, (3 + number * 3, 12), 1, "LRLR", kind)
    for kind, at in (("bridge", (10, 6, 1)), ("ford", (11, 8, 2)), ("ferry", (20, 11, 2))):
        plan.sides[canonical_side(sheet.grid, Cell("main", at[0], at[1]), at[2], kind)] = SidePlan()


def _path(plan: MapPlan, id: str, kind: str, points: Sequence[tuple[int, int]], **attributes: object) -> None:
    grid = plan.sheets["main"].grid
    cells = [points[0]]
    for point in points[1:]:
        cells += grid.line(cells[-1], point)[1:]
    through = tuple(Cell("main", *cell).key for cell in cells)
    plan.paths[id] = PathPlan(id, kind, through, dict(attributes))  # type: ignore[arg-type]


def _lines(plan: MapPlan) -> None:
    _path(plan, "main-line", "rail", [(2, 5), (7, 8), (12, 7), (18, 9)])
    _path(plan, "branch", "rail", [(12, 7), (14, 12), (13, 17)])
    _path(plan, "cut-line", "rail", [(14, 12), (19, 14)], state="destroyed")
    _path(plan, "high-road", "highway", [(3, 18), (9, 14), (16, 15), (22, 16)])
    _path(plan, "road-north", "road", [(9, 14), (10, 9), (12, 7), (13, 2)])
    _path(plan, "road-east", "road", [(12, 7), (17, 6)])
    _path(plan, "path", "track", [(3, 3), (6, 6), (7, 8)])
    _path(plan, "odd", "odd-thing", [(18, 17), (24, 17)])


def _feature(plan: MapPlan, at: tuple[int, int], kind: str, name: str = "", **attributes: object) -> None:
    name_of = f"{kind}-{len(plan.features)}"
    key = Cell("main", *at).key
    plan.features[name_of] = FeaturePlan(name_of, key, kind, name, dict(attributes))  # type: ignore[arg-type]


def _places(plan: MapPlan) -> None:
    for at, kind, name in (
        ((12, 7), "city", "Weissenburg"),
        ((7, 8), "town", "Ostrov"),
        ((18, 9), "city", "Port Marow"),
        ((14, 12), "town", "Kreuzung"),
        ((13, 17), "town", "Dubno Gora"),
        ((9, 14), "city", "Lesna"),
        ((2, 5), "village", "Kalin"),
        ((3, 5), "village", "Brod"),
        ((3, 18), "town", "Stanovo"),
        ((22, 16), "town", "Velik"),
        ((22, 15), "village", "Porechye nad Volgoy"),
        ((16, 15), "village", "Tarnik"),
        ((19, 14), "village", "Rudnik"),
    ):
        _feature(plan, at, kind, name)
    _feature(plan, (17, 3), "city", "Capital", capital=True)
    _feature(plan, (18, 9), "port")
    for number, kind in enumerate(SIGNS[4:]):
        _feature(plan, (5 + number * 2, 2 + number % 2), kind)
    for kind in ("port", "supply", "airfield", "factory", "objective"):
        _feature(plan, (22, 13), kind)
    _feature(plan, (22, 13), "town", "Everything")


def _members(cols: Iterable[int], rows: Iterable[int]) -> frozenset[str]:
    rows = list(rows)
    return frozenset(Cell("main", col, row).key for col in cols for row in rows)


def _overlays(plan: MapPlan, orientation: str) -> None:
    plan.regions["north"] = RegionPlan("north", "country", "Northland", _members(range(14, 20), range(2, 6)), "#b0623c")
    plan.regions["east"] = RegionPlan("east", "country", "Eastmark", _members(range(20, 24), range(2, 6)), "#4a7f4a")
    plan.regions["south"] = RegionPlan("south", "country", "South", _members(range(15, 22), range(15, 20)), "#5a62a8")
    flat = orientation == "flat"
    wide = 26 * 1.5 if flat else 26 * 1.7320508
    plan.boxes["reserve"] = BoxPlan("reserve", "Reserve", (wide + 6, 4.0), {"width": 6.0})
    plan.boxes["eliminated"] = BoxPlan("eliminated", "Eliminated units of both sides", (wide + 6, 8.5), {"width": 6.0})
    plan.boxes["turns"] = BoxPlan("turns", "Turn record", (wide + 6, 14.0), {"width": 6.0, "height": 5.0})
    plan.links["way"] = LinkPlan("way", "reserve", "main:24,4", "inset")
    sea = (35.0, 15.0) if flat else (40.0, 12.0)
    plan.texts["sea"] = TextPlan("sea", "Grey Sea", sea, 0.0, 1.3)
    plan.texts["hills"] = TextPlan("hills", "Stony Hills", (16.0, 3.5), -12.0, 0.8)
    plan.texts["two-lines"] = TextPlan("two-lines", "The\nDry Lands", (4.0, 27.0 if flat else 22.0), 0.0, 0.8)
