"""Every command with arguments made up from a seed, for tests of what all commands have in common."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from editor.commands import (
    clipboard,
    connections,
    heads,
    layout,
    lines,
    names,
    outlines,
    paint,
    places,
    regions,
    scans,
    shape,
    sheets,
    sides,
    spaces,
    stagger,
    swatches,
    texts,
)
from editor.geometry import shapes
from editor.geometry.cells import Cells, every_cell
from editor.geometry.flood import flood
from editor.geometry.ground import Ground, Spot
from editor.geometry.hexsides import Hexside, hexside_from, hexside_of
from editor.geometry.route import route
from editor.geometry.routing import AlongHexsides, ThroughHexes
from editor.geometry.vertices import Vertex, chain_at, corners_of
from editor.model import selection
from editor.model.change import Change
from editor.model.contents import MapContents
from editor.model.fragment import Mirror
from editor.model.fragment_copy import copied
from editor.refusal import CannotEdit
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import Axis, LabelScheme
from engine.core.messages import message
from engine.definitions.palette import FeatureSwatch, LineSwatch, TerrainSwatch
from engine.definitions.plan import Cell, MapPlan, Point, Scalar
from tests.helpers.plans import SCAN, hexes_of

T = TypeVar("T")
TERRAINS = ("clear", "forest", "sea", "tundra", "steppe")
KINDS = ("river", "cliff", "wall")


class Chance:
    """Arguments from a seed; where the map has nothing to choose from, the command is refused."""

    def __init__(self, seed: int, plan: MapPlan) -> None:
        self.random = random.Random(seed)
        self.plan = plan
        self.contents = MapContents(plan)

    def one(self, things: Sequence[T]) -> T:
        if not things:
            raise CannotEdit(message("edit.cannot.nothing-selected"))
        return self.random.choice(things)

    def some(self, things: Sequence[T]) -> list[T]:
        return self.random.sample(things, self.random.randint(0, len(things)))

    def cell(self) -> Cell:
        return self.one(list(every_cell(self.plan)))

    def near(self, cell: Cell, reach: int = 4) -> Cell:
        return Cell(
            cell.sheet, cell.col + self.random.randint(-reach, reach), cell.row + self.random.randint(-reach, reach)
        )

    def cells(self) -> Cells:
        cell = self.cell()
        how = self.random.randrange(7)
        if how == 0:
            return shapes.brush(self.plan, [cell, self.near(cell), self.near(cell)], self.random.randint(1, 3))
        if how == 1:
            return shapes.line(self.plan, cell, self.near(cell))
        if how == 2:
            return shapes.rectangle(self.plan, cell, self.near(cell))
        if how == 3:
            return shapes.polygon(self.plan, [self.point() for _ in range(self.random.randint(3, 6))])
        if how == 4:
            return flood(self.plan, cell, stopped_by=self.some(KINDS))
        if how == 5:
            return Cells.of(self.some(list(every_cell(self.plan))))
        return selection.NOTHING.inverted(self.plan).cells

    def place(self) -> str:
        keys = [*every_cell(self.plan).place_keys(), *self.plan.spaces, *self.plan.boxes]
        return self.one(keys)

    def point(self) -> Point:
        return self.random.uniform(-30, 30), self.random.uniform(-30, 30)

    def offset(self) -> Point:
        return self.random.uniform(-3, 3), self.random.uniform(-3, 3)

    def attributes(self) -> dict[str, Scalar]:
        values: list[Scalar] = [True, 1, 1.0, 0, False, "intact", "", -2.5]
        return {name: self.random.choice(values) for name in self.some(("state", "value", "gauge_2"))}

    def sheet(self) -> str:
        return self.one(list(self.plan.sheets))

    def hexside(self) -> Hexside:
        cell = self.cell()
        return hexside_from(self.plan.sheets[cell.sheet].grid, cell, self.random.randrange(6))

    def spots(self) -> list[Spot]:
        cell = self.cell()
        ground = Ground(self.plan)
        plane = ground.plane(cell.sheet)
        found = (ground.spot(each) for each in every_cell(self.plan))
        near = [spot for spot in found if spot is not None and plane is not None and spot.plane == plane.home]
        return [self.one(near) for _ in range(self.random.randint(2, 4))]

    def vertices(self) -> list[Vertex]:
        return [self.one(corners_of(spot)) for spot in self.spots()]

    def line(self) -> str:
        return self.one(sorted(self.plan.paths))

    def shape(self) -> str:
        return self.one(sorted(self.plan.shapes))

    def region(self) -> str:
        return self.one(sorted(self.plan.regions))


def _erase_sides(chance: Chance) -> Change:
    ground = Ground(chance.plan)
    beside = ground.spots_beside(hexside_of(chance.one(sorted(chance.plan.sides))))
    assert beside is not None
    stroke = [ground.centre(spot) for spot in beside]
    under = sides.sides_under(chance.plan, stroke)
    return sides.clear_sides(chance.plan, under, kinds=chance.one((None, KINDS)), contents=chance.contents)


def _lay_river(chance: Chance) -> Change:
    chain = route(AlongHexsides(chance.plan), chance.vertices()).chain
    return sides.lay_chain(chance.plan, chain, chance.one(KINDS), attributes=chance.attributes())


def _bend_river(chance: Chance) -> Change:
    side = chance.one(sorted(chance.plan.sides))
    old = chain_at(chance.plan, side)
    new = route(AlongHexsides(chance.plan), [old[0], *chance.vertices()[:1], old[-1]]).chain
    return sides.relay_chain(chance.plan, old, new, side.kind)


def _draw_rail(chance: Chance) -> Change:
    chain = route(ThroughHexes(chance.plan), chance.spots()).chain
    return lines.draw_line(chance.plan, "rail", hexes_of(chance.plan, chain), attributes=chance.attributes())


def _draw_rails(chance: Chance) -> Change:
    chains = [hexes_of(chance.plan, route(ThroughHexes(chance.plan), chance.spots()).chain) for _ in range(2)]
    return lines.draw_lines(chance.plan, "rail", chains, attributes=chance.attributes())


def _redraw_rail(chance: Chance) -> Change:
    chain = route(ThroughHexes(chance.plan), chance.spots()).chain
    return lines.redraw_line(chance.plan, chance.line(), hexes_of(chance.plan, chain))


def _extend_rail(chance: Chance) -> Change:
    line = chance.plan.paths[chance.line()]
    end = chance.one(list(lines.LineEnd))
    last = Ground(chance.plan).spot_of(line.through[-1 if end is lines.LineEnd.LAST else 0])
    if last is None:
        raise CannotEdit(message("edit.cannot.no-route"))
    chain = route(ThroughHexes(chance.plan), [last, *chance.spots()]).chain
    return lines.extend_line(chance.plan, line.id, hexes_of(chance.plan, chain), end=end)


def _erase_steps(chance: Chance) -> Change:
    line = chance.plan.paths[chance.line()]
    steps = list(zip(line.through, line.through[1:], strict=False))
    return lines.erase_steps(chance.plan, chance.some(steps), contents=chance.contents)


def _restate_steps(chance: Chance) -> Change:
    line = chance.plan.paths[chance.line()]
    steps = list(zip(line.through[1:], line.through, strict=False))
    return lines.restate_steps(chance.plan, chance.some(steps), chance.attributes(), contents=chance.contents)


def _paste(chance: Chance) -> Change:
    fragment = copied(chance.plan, chance.cells(), contents=chance.contents).rotated(chance.random.randrange(6))
    if chance.random.random() < 0.5:
        fragment = fragment.mirrored(chance.one(list(Mirror)))
    over = chance.one(list(clipboard.Over))
    return clipboard.paste(chance.plan, fragment, chance.cell(), over=over, contents=chance.contents)


def _paste_places(chance: Chance) -> Change:
    names = _places(chance)
    fragment = copied(chance.plan, chance.one((Cells(), chance.cells())), places=names, contents=chance.contents)
    if chance.random.random() < 0.5:
        fragment = fragment.mirrored(chance.one(list(Mirror))).rotated(chance.random.randrange(6))
    if fragment.has_hexes:
        return clipboard.paste(chance.plan, fragment, chance.cell(), contents=chance.contents)
    return clipboard.paste_places(chance.plan, fragment, chance.point())


def _move(chance: Chance) -> Change:
    anchor = chance.cell()
    return clipboard.move(
        chance.plan,
        chance.cells(),
        anchor,
        chance.near(anchor),
        turns=chance.random.randrange(6),
        mirror=chance.one([None, *Mirror]),
        contents=chance.contents,
    )


def _add_sheet(chance: Chance) -> Change:
    grid = HexGrid(chance.one(list(Orientation)), chance.one(list(Parity)))
    size = chance.random.randint(1, 5), chance.random.randint(1, 5)
    fill = chance.one(("", *TERRAINS))
    labels = LabelScheme(prefix="N", separator=".")
    return sheets.add_sheet(chance.plan, "new", grid, size, fill=fill, origin=chance.point(), labels=labels)


def _resize(chance: Chance) -> Change:
    sheet = chance.plan.sheets[chance.sheet()]
    first = sheet.first[0] + chance.random.randint(-3, 3), sheet.first[1] + chance.random.randint(-3, 3)
    size = max(1, sheet.size[0] + chance.random.randint(-4, 3)), max(1, sheet.size[1] + chance.random.randint(-4, 3))
    numbering = chance.one(list(shape.ShapeNumbering))
    return shape.resize(chance.plan, sheet.id, first, size, numbering=numbering, contents=chance.contents)


def _swatch(chance: Chance) -> Change:
    group, swatch = chance.one(
        [
            ("terrain", TerrainSwatch(id="taiga", name="Taiga")),
            ("features", FeatureSwatch(id="mine", name=chance.one(("Mine", "Pit")))),
            ("sides", LineSwatch(id="dyke", name="Dyke", width=chance.one((0.1, 0.2)))),
        ]
    )
    return swatches.put_swatch(chance.plan, group, swatch)


def _near_hexes(chance: Chance) -> Change:
    cell = chance.cell()
    through = [chance.near(cell, 1).key for _ in range(3)]
    return lines.draw_line(chance.plan, "road", through, contents=chance.contents)


def _places(chance: Chance) -> list[str]:
    return chance.some([*chance.plan.spaces, *chance.plan.boxes])


COMMANDS: Mapping[str, Callable[[Chance], Change]] = {
    "paint terrain": lambda c: paint.paint_terrain(c.plan, c.cells(), c.one(TERRAINS)),
    "paint terrains": lambda c: paint.paint_terrains(c.plan, {c.one(TERRAINS): c.cells(), c.one(TERRAINS): c.cells()}),
    "replace terrain": lambda c: paint.replace_terrain(c.plan, c.one(TERRAINS), c.one(TERRAINS)),
    "replace within": lambda c: paint.replace_terrain(c.plan, "clear", c.one(TERRAINS), within=c.cells()),
    "add hexes": lambda c: paint.add_cells(c.plan, c.cells(), c.one(TERRAINS)),
    "erase hexes": lambda c: paint.erase_cells(c.plan, c.cells(), contents=c.contents),
    "set sides": lambda c: sides.set_sides(
        c.plan, [c.hexside() for _ in range(3)], c.one(KINDS), attributes=c.attributes()
    ),
    "set side towards": lambda c: sides.set_sides(
        c.plan, [side := c.hexside()], c.one(KINDS), towards=c.one([side.cell.key, c.place()])
    ),
    "clear sides": lambda c: sides.clear_sides(c.plan, [c.hexside() for _ in range(9)], contents=c.contents),
    "edit sides": lambda c: sides.edit_sides(c.plan, c.some(sorted(c.plan.sides)), attributes=c.attributes()),
    "edit side towards": lambda c: sides.edit_sides(
        c.plan, [side := c.one(sorted(c.plan.sides))], towards=c.one(["", hexside_of(side).cell.key])
    ),
    "erase sides": _erase_sides,
    "lay river": _lay_river,
    "bend river": _bend_river,
    "draw rail": _draw_rail,
    "draw rails": _draw_rails,
    "draw road": _near_hexes,
    "redraw rail": _redraw_rail,
    "extend rail": _extend_rail,
    "cut line": lambda c: lines.cut_line(c.plan, c.line(), c.random.randint(-1, 5)),
    "split line": lambda c: lines.split_line(c.plan, c.line(), c.random.randint(-1, 5)),
    "join lines": lambda c: lines.join_lines(c.plan, c.line(), c.line()),
    "erase lines": lambda c: lines.erase_lines(c.plan, c.cells(), contents=c.contents),
    "erase steps": _erase_steps,
    "delete lines": lambda c: lines.delete_lines(c.plan, c.some(sorted(c.plan.paths))),
    "edit line": lambda c: lines.edit_line(c.plan, c.line(), kind=c.one((None, "road")), attributes=c.attributes()),
    "restate steps": _restate_steps,
    "add feature": lambda c: places.add_feature(c.plan, c.place(), "city", name="Ford", attributes=c.attributes()),
    "edit feature": lambda c: places.edit_feature(
        c.plan, c.one(sorted(c.plan.features)), name=c.one((None, "Gué")), attributes=c.attributes()
    ),
    "move feature": lambda c: places.move_feature(c.plan, c.one(sorted(c.plan.features)), c.place()),
    "delete features": lambda c: places.delete_features(c.plan, c.some(sorted(c.plan.features))),
    "move a name": lambda c: names.move_feature_name(c.plan, c.one(sorted(c.plan.features)), c.offset()),
    "move the name of a space": lambda c: names.move_space_name(c.plan, c.one(sorted(c.plan.spaces)), c.offset()),
    "names back": lambda c: names.reset_names(c.plan, features=sorted(c.plan.features), spaces=sorted(c.plan.spaces)),
    "add text": lambda c: texts.add_text(c.plan, "Black Sea", c.point(), angle=c.random.uniform(-999, 999)),
    "edit text": lambda c: texts.edit_text(c.plan, c.one(sorted(c.plan.texts)), text="Azov", size=2.0),
    "move texts": lambda c: texts.move_texts(c.plan, c.some(sorted(c.plan.texts)), c.point()),
    "rotate text": lambda c: texts.rotate_text(c.plan, c.one(sorted(c.plan.texts)), c.random.uniform(-999, 999)),
    "lay text along": lambda c: texts.lay_along(
        c.plan, c.one(sorted(c.plan.texts)), c.point(), [(0.0, 0.0), (c.random.uniform(1, 9), c.random.uniform(-3, 3))]
    ),
    "delete texts": lambda c: texts.delete_texts(c.plan, c.some(sorted(c.plan.texts))),
    "add shape": lambda c: outlines.add_shape(
        c.plan, [c.point() for _ in range(c.random.randint(3, 6))], terrain="sea"
    ),
    "add tint": lambda c: outlines.add_shape(c.plan, [c.point() for _ in range(3)], region=c.region()),
    "add hole": lambda c: outlines.add_hole(c.plan, c.shape(), [c.point() for _ in range(3)]),
    "edit shape": lambda c: outlines.edit_shape(
        c.plan, c.shape(), terrain=c.one((None, "lake")), level=c.random.randint(-2, 5)
    ),
    "move shapes": lambda c: outlines.move_shapes(c.plan, c.some(sorted(c.plan.shapes)), c.point()),
    "move corner": lambda c: outlines.move_corner(c.plan, c.shape(), 0, c.random.randrange(3), c.point()),
    "insert corner": lambda c: outlines.insert_corner(c.plan, c.shape(), 0, c.random.randrange(3), c.point()),
    "remove corner": lambda c: outlines.remove_corner(c.plan, c.shape(), c.random.randrange(2), c.random.randrange(3)),
    "delete shapes": lambda c: outlines.delete_shapes(c.plan, c.some(sorted(c.plan.shapes))),
    "create region": lambda c: regions.create_region(c.plan, "country", c.one(("North", "Süd", "北")), cells=c.cells()),
    "edit region": lambda c: regions.edit_region(c.plan, c.region(), title="New", colour="#aa0000"),
    "delete region": lambda c: regions.delete_region(c.plan, c.region()),
    "paint region": lambda c: regions.paint_region(c.plan, c.region(), c.cells(), places=_places(c)),
    "paint region alone": lambda c: regions.paint_region(c.plan, c.region(), c.cells(), alone=True),
    "unpaint region": lambda c: regions.unpaint_region(c.plan, c.region(), c.cells(), places=_places(c)),
    "paste": _paste,
    "paste places": _paste_places,
    "move hexes": _move,
    "clear hexes": lambda c: clipboard.clear(c.plan, c.cells(), contents=c.contents),
    "turn hexes": lambda c: clipboard.turn(c.plan, c.cells(), c.cell(), c.random.randrange(6), contents=c.contents),
    "turn hexes over": lambda c: clipboard.turn_over(
        c.plan, c.cells(), c.cell(), c.one(list(Mirror)), contents=c.contents
    ),
    "add space": lambda c: spaces.add_space(c.plan, c.one(("Kiev", "Gomel", "")), c.point(), terrain="clear"),
    "edit space": lambda c: spaces.edit_space(c.plan, c.one(sorted(c.plan.spaces)), name="Minsk", terrain="sea"),
    "paint spaces": lambda c: spaces.paint_spaces(c.plan, c.some(sorted(c.plan.spaces)), "forest"),
    "add box": lambda c: spaces.add_box(c.plan, "Eliminated", c.point(), attributes=c.attributes()),
    "edit box": lambda c: spaces.edit_box(c.plan, c.one(sorted(c.plan.boxes)), title="Reserve"),
    "delete places": lambda c: spaces.delete_places(c.plan, _places(c), contents=c.contents),
    "put places": lambda c: layout.put_places(c.plan, {name: c.point() for name in _places(c)}),
    "move places": lambda c: layout.move_places(c.plan, _places(c), c.point()),
    "align": lambda c: layout.align(c.plan, _places(c), c.one(list(layout.Align))),
    "distribute": lambda c: layout.distribute(c.plan, _places(c), c.one(list(layout.Along))),
    "snap": lambda c: layout.snap(c.plan, _places(c), c.random.uniform(0.1, 3)),
    "connect": lambda c: connections.connect(
        c.plan, c.place(), c.place(), c.one(("regular", "inset")), one_way=c.random.random() < 0.5, contents=c.contents
    ),
    "connect in parallel": lambda c: connections.connect(
        c.plan,
        (link := c.one([c.plan.links[name] for name in sorted(c.plan.links)])).a,
        link.b,
        "regular",
        parallel=True,
    ),
    "edit link": lambda c: connections.edit_link(
        c.plan, c.one(sorted(c.plan.links)), one_way=True, reverse=c.random.random() < 0.5, attributes=c.attributes()
    ),
    "link inset": lambda c: connections.link_inset(c.plan, c.cell(), c.cell(), contents=c.contents),
    "delete links": lambda c: connections.delete_links(c.plan, c.some(sorted(c.plan.links)), contents=c.contents),
    "resize": _resize,
    "crop": lambda c: shape.crop(c.plan, c.sheet(), c.cells(), contents=c.contents),
    "add lines": lambda c: shape.add_lines(c.plan, c.sheet(), c.one(list(shape.SheetEdge)), c.random.randint(1, 3)),
    "remove lines": lambda c: shape.add_lines(
        c.plan, c.sheet(), c.one(list(shape.SheetEdge)), -c.random.randint(1, 3), contents=c.contents
    ),
    "add sheet": _add_sheet,
    "remove sheet": lambda c: sheets.remove_sheet(c.plan, c.sheet(), contents=c.contents),
    "join sheets": lambda c: sheets.join_sheets(c.plan, c.cell(), c.cell()),
    "split sheet": lambda c: sheets.split_sheet(c.plan, c.sheet(), by=c.point()),
    "move sheet": lambda c: sheets.move_sheet(c.plan, c.sheet(), c.point()),
    "set edge": lambda c: sheets.set_edge(c.plan, c.sheet(), c.one(sheets.EDGES)),
    "set scale": lambda c: sheets.set_scale(c.plan, c.sheet(), c.random.uniform(0.5, 2)),
    "set stagger": lambda c: stagger.set_stagger(c.plan, c.sheet(), c.one(list(Parity)), contents=c.contents),
    "set fill": lambda c: sheets.set_fill(c.plan, c.sheet(), c.one(TERRAINS), repaint=c.random.random() < 0.5),
    "renumber": lambda c: sheets.renumber(c.plan, c.sheet(), LabelScheme(column=Axis(digits=3), separator="-")),
    "set title": lambda c: heads.set_title(c.plan, "A title"),
    "set palette": lambda c: heads.set_palette(c.plan, "red-star-rising"),
    "put swatch": _swatch,
    "delete swatch": lambda c: swatches.delete_swatch(c.plan, *c.one(sorted(c.plan.swatches))),
    "add scan": lambda c: scans.add_scan(c.plan, "North", SCAN.sha256, attributes=c.attributes()),
    "edit scan": lambda c: scans.edit_scan(c.plan, c.one(sorted(c.plan.scans)), placement=[2, 0, 1, 0, 2, 1]),
    "move scan": lambda c: scans.move_scan(c.plan, c.one(sorted(c.plan.scans)), c.point()),
    "delete scan": lambda c: scans.delete_scan(c.plan, c.one(sorted(c.plan.scans))),
}


def made(name: str, seed: int, plan: MapPlan) -> Change | None:
    """A command carried out on paper, or None when the map refuses it."""
    try:
        return COMMANDS[name](Chance(seed, plan))
    except CannotEdit:
        return None
