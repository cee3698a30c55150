"""Whether a map keeps within the bounds, wherever it came from.

What one number alone may be is told by the models of text and by the decoding of rows; what follows from several of
them (where the last hex of a sheet lies, how wide a line of lettering is, how many hexes there are) is asked here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from engine.core.boards.hexes import HexGrid
from engine.core.messages import Message, message
from engine.definitions import bounds
from engine.definitions.model import ID_PATTERN, shown
from engine.definitions.plan import MapPlan, Point, TextPlan

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class Beyond:
    """A part of a map that goes beyond the bounds: in which list it stands, its id, and what is too much."""

    part: str
    id: str
    said: Message


def beyond_bounds(plan: MapPlan) -> Iterator[Beyond]:
    """Every part of a map that goes beyond them."""
    for part, name, said in chain(_sheets(plan), _points(plan), _words(plan)):
        if said is not None:
            yield Beyond(part, name, said)


def too_many_cells(sizes: Iterable[tuple[int, int]]) -> Message | None:
    """What is wrong with sheets of these sizes together."""
    if sum(cols * rows for cols, rows in sizes) > bounds.MOST_CELLS_IN_ALL:
        return message("bounds.cells-in-all", limit=bounds.MOST_CELLS_IN_ALL)
    return None


def off_the_plane(*points: Point) -> Message | None:
    """What is wrong with points further out than anything may lie."""
    for point in points:
        if not all(math.isfinite(part) and abs(part) <= bounds.FARTHEST_POINT for part in point):
            return message("bounds.too-far", limit=round(bounds.FARTHEST_POINT))
    return None


def sheet_off_the_plane(
    grid: HexGrid, first: tuple[int, int], size: tuple[int, int], scale: float, origin: Point
) -> Message | None:
    """What is wrong with where the outermost hexes of a sheet lie, or with its scale."""
    if not bounds.SMALLEST_SCALE <= scale <= bounds.LARGEST_SCALE:
        return message("bounds.scale", low=bounds.SMALLEST_SCALE, high=bounds.LARGEST_SCALE)
    last = (first[0] + size[0] - 1, first[1] + size[1] - 1)
    centres = (grid.centre(col, row) for col in (first[0], last[0]) for row in (first[1], last[1]))
    return off_the_plane(*((origin[0] + scale * x, origin[1] + scale * y) for x, y in centres))


def lettering_beyond(text: TextPlan) -> Message | None:
    """What is wrong with the size, the turn or the length of a piece of lettering."""
    if not bounds.SMALLEST_LETTERING <= text.size <= bounds.LARGEST_LETTERING:
        return message("bounds.lettering", low=bounds.SMALLEST_LETTERING, high=bounds.LARGEST_LETTERING)
    if not abs(text.angle) <= bounds.LARGEST_ANGLE:
        return message("bounds.angle", limit=round(bounds.LARGEST_ANGLE))
    if text.weight not in bounds.LETTERING_WEIGHTS:
        return message("bounds.lettering-weight", weight=text.weight)
    if not bounds.LEAST_SPACING <= text.spacing <= bounds.MOST_SPACING:
        return message("bounds.lettering-spacing", low=bounds.LEAST_SPACING, high=bounds.MOST_SPACING)
    if not abs(text.curve) <= bounds.MOST_CURVE:
        return message("bounds.lettering-curve", limit=round(bounds.MOST_CURVE))
    if len(text.along) == 1 or len(text.along) > bounds.MOST_LINE_POINTS:
        return message("bounds.lettering-line", limit=bounds.MOST_LINE_POINTS)
    if len(text.text) > bounds.LONGEST_TEXT:
        return message("issue.text-too-long", limit=bounds.LONGEST_TEXT)
    if text.size * (1 + max(0.0, text.spacing)) * max(map(len, text.text.split("\n"))) > bounds.LONGEST_LETTERING:
        return message("bounds.lettering-too-long", limit=round(bounds.LONGEST_LETTERING))
    x, y = text.position
    return off_the_plane(text.position, *((x + across, y + down) for across, down in text.along))


def unfit_line(text: str) -> Message | None:
    """What is wrong with a name or a title, which may be empty."""
    if len(text) > bounds.LONGEST_LINE:
        return message("issue.text-too-long", limit=bounds.LONGEST_LINE)
    return message("issue.control-character") if _CONTROL.search(text) else None


def _sheets(plan: MapPlan) -> Iterator[tuple[str, str, Message | None]]:
    if len(plan.sheets) > bounds.MOST_SHEETS:
        yield "sheet", "", message("bounds.sheets", limit=bounds.MOST_SHEETS)
    yield "sheet", "", too_many_cells(sheet.size for sheet in plan.sheets.values())
    for sheet in plan.sheets.values():
        yield (
            "sheet",
            sheet.id,
            sheet_off_the_plane(sheet.grid, sheet.first, sheet.size, sheet.scale, sheet.origin),
        )


def _points(plan: MapPlan) -> Iterator[tuple[str, str, Message | None]]:
    for space in plan.spaces.values():
        yield "space", space.id, off_the_plane(space.position)
    for box in plan.boxes.values():
        yield "box", box.id, off_the_plane(box.position)
    for text in plan.texts.values():
        yield "text", text.id, lettering_beyond(text)
    for shape in plan.shapes.values():
        low, high = _corners(chain.from_iterable(shape.rings))
        yield "shape", shape.id, off_the_plane(low, high)
        if not abs(shape.level) <= bounds.MOST_LEVELS:
            yield (
                "shape",
                shape.id,
                message("issue.number-out-of-range", low=-bounds.MOST_LEVELS, high=bounds.MOST_LEVELS),
            )


def _corners(points: Iterable[Point]) -> tuple[Point, Point]:
    across, down = zip(*points, strict=True)
    return (min(across), min(down)), (max(across), max(down))


def _words(plan: MapPlan) -> Iterator[tuple[str, str, Message | None]]:
    yield "map", plan.id, unfit_line(plan.title) or unfit_line(plan.palette)
    if plan.palette and not re.fullmatch(ID_PATTERN, plan.palette):
        yield "map", plan.id, message("edit.cannot.not-an-id", id=shown(plan.palette))
    named = (
        ("terrain", ((name, name) for name in plan.terrain_names)),
        ("space", ((space.id, space.name) for space in plan.spaces.values())),
        ("box", ((box.id, box.title) for box in plan.boxes.values())),
        ("feature", ((feature.id, feature.name) for feature in plan.features.values())),
        ("region", ((region.id, region.title) for region in plan.regions.values())),
        ("scan", ((scan.id, scan.title) for scan in plan.scans.values())),
    )
    for part, names in named:
        yield from ((part, key[: bounds.LONGEST_LINE], unfit_line(name)) for key, name in names)
    for place in chain(
        *((link.a, link.b) for link in plan.links.values()),
        (feature.at for feature in plan.features.values()),
        *(path.through for path in plan.paths.values()),
        *(region.members for region in plan.regions.values()),
    ):
        if len(place) > bounds.LONGEST_LINE:
            yield "map", plan.id, message("issue.text-too-long", limit=bounds.LONGEST_LINE)
    keyed = (plan.sheets, plan.spaces, plan.boxes, plan.links, plan.features, plan.paths, plan.regions, plan.shapes)
    for key in chain(*keyed, plan.texts, plan.scans):
        if len(key) > bounds.LONGEST_KEY:
            yield "map", plan.id, message("bounds.key", limit=bounds.LONGEST_KEY)
    for kind in chain(
        (link.kind for link in plan.links.values()),
        (feature.kind for feature in plan.features.values()),
        (path.kind for path in plan.paths.values()),
        (region.kind for region in plan.regions.values()),
        (space.terrain for space in plan.spaces.values()),
        {side.kind for side in plan.sides},
    ):
        if len(kind) > bounds.LONGEST_LINE:
            yield "map", plan.id, message("issue.text-too-long", limit=bounds.LONGEST_LINE)
