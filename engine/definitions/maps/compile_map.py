"""From the plan of a map to the board that the rules play on.

Order is by name and place, never by when something was painted, so that the same map gives the same numbers to
the same locations wherever it was loaded from. What lies on a hex that was cut out is left out. Attributes of a
space, a box or a link become a feature of the kind `space`, `box` or that of the link.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from engine.core.board import Board
from engine.core.boards.board_builder import BoardBuilder
from engine.core.boards.board_parts import BoardError, PlaceKind
from engine.core.boards.hexes import opposite
from engine.core.messages import message
from engine.definitions.issues import DefinitionError, Issue, Where, error
from engine.definitions.maps.map_checks import is_cut_out, side_name
from engine.definitions.maps.map_places import Places, natural
from engine.definitions.plan import NO_CELL, Attributes, MapPlan, SheetPlan, side_cells


def compile_map(plan: MapPlan, boxes: Mapping[str, str] = MappingProxyType({})) -> Board:
    """The board of a plan; raises DefinitionError with everything that keeps it from being one.

    `boxes` are ids and titles of boxes that must be there; those the map does not draw are laid beside it.
    """
    return _Compilation(plan, boxes).board()


class _Compilation:
    def __init__(self, plan: MapPlan, boxes: Mapping[str, str]) -> None:
        self._plan = plan
        self._missing = {name: title for name, title in boxes.items() if name not in plan.boxes}
        self._places = Places(plan)
        self._builder = BoardBuilder()
        self._issues: list[Issue] = []

    def board(self) -> Board:
        self._lay_ground()
        if not self._issues:
            self._link()
            self._furnish()
            self._draw_sides()
        if self._issues:
            raise DefinitionError(self._issues)
        return self._builder.build()

    @contextmanager
    def _part(self, *path: str | int) -> Iterator[None]:
        """What goes wrong inside is an issue about this part, and the rest goes on."""
        try:
            yield
        except BoardError as bad:
            self._issues.append(error(bad.message, Where(path=path)))

    def _lay_ground(self) -> None:
        build = self._builder
        for sheet in self._plan.sheets.values():
            with self._part("sheets", sheet.id):
                self._lay_sheet(sheet)
        for number, join in enumerate(self._plan.joins):
            with self._part("joins", number):
                build.join(join.sheet, join.cell, join.onto_sheet, join.onto)
        for name in _by_name(self._plan.spaces):
            space = self._plan.spaces[name]
            with self._part("spaces", name):
                build.add_space(name, name=space.name, position=space.position, terrain=space.terrain)
        for name in _by_name(self._plan.boxes):
            box = self._plan.boxes[name]
            with self._part("boxes", name):
                build.add_box(name, title=box.title, position=box.position)
        for name, title in sorted(self._missing.items()):
            with self._part("boxes", name):
                build.add_box(name, title=title)
        if not self._issues:
            with self._part():
                build.fix_ground()

    def _lay_sheet(self, sheet: SheetPlan) -> None:
        cells = [(cell.col, cell.row) for cell in sheet.cells()]
        names = [self._plan.terrain_names[code - 1] for code in sheet.terrain[sheet.terrain != NO_CELL].tolist()]
        self._builder.add_sheet(
            sheet.id,
            sheet.grid,
            first=sheet.first,
            size=sheet.size,
            cells=cells,
            scheme=sheet.labels,
            scale=sheet.scale,
            origin=sheet.origin,
            terrain=dict(zip(cells, names, strict=True)),
        )

    def _link(self) -> None:
        for name in sorted(self._plan.links, key=natural):
            link = self._plan.links[name]
            if not self._stands(link.a, link.b):
                continue
            with self._part("links", name):
                edge = self._builder.add_link(link.a, link.b, link.kind, one_way=link.one_way)
                if link.attributes:
                    self._builder.add_edge_feature(link.kind, edge, attributes=link.attributes)

    def _furnish(self) -> None:
        for kind, name, attributes in self._described_places():
            if attributes:
                with self._part(f"{kind}s", name):
                    self._builder.add_feature(name, kind, attributes=attributes)
        features = self._plan.features.values()
        for feature in sorted(features, key=lambda f: (self._places.order(f.at), f.kind, natural(f.id))):
            if self._stands(feature.at):
                with self._part("features", feature.id):
                    self._builder.add_feature(
                        feature.at, feature.kind, name=feature.name, attributes=feature.attributes
                    )
        for name in _by_name(self._plan.paths):
            path = self._plan.paths[name]
            with self._part("paths", name):
                for number, stretch in enumerate(self._stretches(path.through), start=1):
                    line = name if number == 1 else f"{name}#{number}"
                    self._builder.add_path_line(path.kind, stretch, id=line, attributes=path.attributes)
        for region in sorted(self._plan.regions.values(), key=lambda r: (r.kind, natural(r.id))):
            with self._part("regions", region.id):
                members = [member for member in region.members if self._stands(member)]
                self._builder.add_region(region.id, region.kind, members, title=region.title)

    def _stretches(self, through: Iterable[str]) -> list[list[str]]:
        """A path as far as its places are there: where a hex was cut out it ends, and begins again behind it."""
        found: list[list[str]] = [[]]
        for key in through:
            if self._stands(key):
                found[-1].append(key)
            elif found[-1]:
                found.append([])
        return [stretch for stretch in found if len(stretch) > 1]

    def _described_places(self) -> Iterator[tuple[str, str, Attributes]]:
        for name in _by_name(self._plan.spaces):
            yield PlaceKind.SPACE.value, name, self._plan.spaces[name].attributes
        for name in _by_name(self._plan.boxes):
            yield PlaceKind.BOX.value, name, self._plan.boxes[name].attributes

    def _draw_sides(self) -> None:
        for key in sorted(self._plan.sides):
            side, sheet = self._plan.sides[key], self._plan.sheets.get(key.sheet)
            with self._part("sides", side_name(key)):
                if sheet is None:
                    raise BoardError(message("map.unknown-sheet", sheet=key.sheet), key.sheet)
                near, far = side_cells(sheet.grid, key)
                at, direction = near, key.direction
                if not self._stands(near.key):
                    if not self._stands(far.key):
                        continue
                    at, direction = far, opposite(direction)
                towards = side.towards or None
                if towards is not None and not self._stands(towards):
                    continue
                self._builder.add_side(key.kind, at.key, direction, towards=towards, attributes=side.attributes)

    def _stands(self, *keys: str) -> bool:
        """Whether the places are there; an unknown space is not passed over but refused by the builder."""
        return not any(is_cut_out(self._plan, key) for key in keys)


def _by_name(parts: Iterable[str]) -> list[str]:
    return sorted(parts, key=natural)
