"""What is wrong with a map as it stands, whether it came from text, from the file or from under the brush.

Every issue's path names the part of the plan it is about, such as `("paths", "line-1", "through", 3)`; the
reader of text turns that into a line of the file, the editor into a place to jump to. What lies on a hex that
was cut out is only a warning, because a draft may be in that state for a while: the board leaves it out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from engine.core.messages import message
from engine.definitions.issues import Issue, Path, Where, error, warning
from engine.definitions.maps.map_places import Places
from engine.definitions.plan import MapPlan, SideKey, cell_of, side_cells


def side_name(side: SideKey) -> str:
    """A hexside in the path of an issue."""
    return f"{side.sheet}:{side.col},{side.row}/{side.direction}/{side.kind}"


def is_cut_out(plan: MapPlan, key: str) -> bool:
    """Whether a key names a cell of a sheet where the map has no hex."""
    cell = cell_of(key)
    return cell is not None and cell.sheet in plan.sheets and plan.terrain_at(cell) is None


def check_plan(plan: MapPlan, places: Places | None = None) -> list[Issue]:
    """Everything that keeps a plan from becoming a board, and what looks like a slip."""
    known = Places(plan) if places is None else places
    return [issue for issue in chain(repeated_labels(known), check_in_steps(plan, known)) if issue is not None]


def check_in_steps(plan: MapPlan, places: Places) -> Iterator[Issue | None]:
    """The same without the labels, bit by bit: None after each thing looked at, where whoever checks may pause."""
    return _Check(plan, places).issues()


def repeated_labels(places: Places) -> Iterator[Issue]:
    """Whether the map prints a label twice."""
    ambiguous = places.ambiguous_labels()
    if ambiguous:
        said = message("map.labels-repeat", label=ambiguous[0], count=len(ambiguous))
        yield warning(said, Where(path=("sheets",)), message("map.more-digits"))


class _Check:
    def __init__(self, plan: MapPlan, places: Places) -> None:
        self._plan = plan
        self._places = places
        self._linked: dict[str, set[str]] = defaultdict(set)
        for link in plan.links.values():
            self._linked[link.a].add(link.b)
            self._linked[link.b].add(link.a)

    def issues(self) -> Iterator[Issue | None]:
        yield from self._joins()
        yield from self._links()
        for feature in self._plan.features.values():
            yield from self._place(feature.at, ("features", feature.id, "at"))
            yield None
        yield from self._sides()
        yield from self._paths()
        for shape in self._plan.shapes.values():
            if shape.region and shape.region not in self._plan.regions:
                yield warning(message("map.unknown-region", region=shape.region), _part("shapes", shape.id, "region"))
            yield None
        if self._plan.georeference is not None:
            yield from self._place(self._plan.georeference.anchor, ("georeference", "anchor"))
        for region in self._plan.regions.values():
            for member in self._places.in_turn(region.members):
                yield from self._place(member, ("regions", region.id, "members", member))
                yield None

    def _place(self, key: str, path: Path) -> Iterator[Issue]:
        if self._plan.has_place(key):
            return
        if is_cut_out(self._plan, key):
            yield warning(message("map.no-cell", place=key), Where(path=path))
        else:
            yield error(message("map.unknown-place", place=key), Where(path=path), self._places.suggestion(key))

    def _joins(self) -> Iterator[Issue]:
        for number, join in enumerate(self._plan.joins):
            where = Where(path=("joins", number))
            unknown = [sheet for sheet in (join.sheet, join.onto_sheet) if sheet not in self._plan.sheets]
            if unknown:
                yield error(message("map.unknown-sheet", sheet=unknown[0]), where)
                continue
            one, other = self._plan.sheets[join.sheet], self._plan.sheets[join.onto_sheet]
            if one is other:
                yield error(message("map.join-itself", sheet=join.sheet), where)
            elif one.grid.orientation is not other.grid.orientation:
                yield error(message("map.join-orientation", sheet=join.sheet, onto=join.onto_sheet), where)
            elif one.scale != other.scale:
                yield error(message("map.join-scale", sheet=join.sheet, onto=join.onto_sheet), where)
            elif number in self._places.frames.contradictions:
                yield error(message("map.join-contradicts", sheet=join.sheet, onto=join.onto_sheet), where)

    def _links(self) -> Iterator[Issue | None]:
        for link in self._plan.links.values():
            yield None
            for end, key in enumerate((link.a, link.b)):
                yield from self._place(key, ("links", link.id, "between", end))
            here, there = cell_of(link.a), cell_of(link.b)
            is_one_hex = here is not None and there is not None and self._places.frames.coincide(here, there)
            if link.a == link.b or is_one_hex:
                yield error(message("map.link-to-itself", place=self._places.label(link.a)), _part("links", link.id))

    def _sides(self) -> Iterator[Issue | None]:
        for key, side in self._plan.sides.items():
            yield None
            name = side_name(key)
            sheet = self._plan.sheets.get(key.sheet)
            if sheet is None:
                yield error(message("map.unknown-sheet", sheet=key.sheet), _part("sides", name))
                continue
            cells = side_cells(sheet.grid, key)
            if all(self._plan.terrain_at(cell) is None for cell in cells):
                yield warning(message("map.no-cell", place=cells[0].key), _part("sides", name))
            if not side.towards:
                continue
            towards = cell_of(side.towards)
            if towards is None or not any(self._places.frames.coincide(towards, cell) for cell in cells):
                said = message("map.towards-not-beside", place=self._places.label(side.towards))
                yield error(said, _part("sides", name, "towards"))

    def _paths(self) -> Iterator[Issue | None]:
        for path in self._plan.paths.values():
            for step, key in enumerate(path.through):
                yield None
                at: Path = ("paths", path.id, "through", step)
                yield from self._place(key, at)
                if step and not self.are_joined(path.through[step - 1], key):
                    before, here = self._places.label(path.through[step - 1]), self._places.label(key)
                    yield error(message("map.path-gap", path=path.id, a=before, b=here), Where(path=at))

    def are_joined(self, a: str, b: str) -> bool:
        """Whether one step leads from a place to another: a hexside or any link."""
        if b in self._linked[a]:
            return True
        here, there = cell_of(a), cell_of(b)
        return here is not None and there is not None and self._places.frames.are_neighbours(here, there)


def _part(*path: str | int) -> Where:
    return Where(path=path)
