"""How an edge is written by people: a hexside as `0302/NE`, a line between two places as `kiev~gomel`.

Where several lines join the same two places their kind is added, as in `kiev~gomel~rail`. Saved games write edges by
the keys of their ends instead, which outlive a new numbering.
"""

from __future__ import annotations

from engine.core.board import Board
from engine.core.boards.board_parts import HEXSIDE, PlaceKind
from engine.core.boards.hexes import DIRECTION_NAMES
from engine.core.ids import NOWHERE, EdgeIndex, Location


def edge_name(board: Board, edge: EdgeIndex) -> str:
    """The name of an edge; `find_edge` finds it again, save one of two lines of the same kind."""
    found = board.edges[edge]
    if found.kind == HEXSIDE and found.direction is not None:
        return f"{board.label(found.a)}/{_directions(board, found.a)[found.direction]}"
    ends = "~".join(board.label(end) for end in (found.a, found.b) if end != NOWHERE)
    return ends if len(board.edges_between(found.a, found.b)) < 2 else f"{ends}~{found.kind}"


def find_edge(board: Board, text: str) -> EdgeIndex | None:
    """The edge of that name, if it names one and no more; raises UnknownLocation for a place that is not there."""
    found: int | None = None
    if "~" in text:
        first, second, *kind = text.split("~", 2)
        ends = board.at(first), board.at(second)
        if kind or len(board.edges_between(*ends)) == 1:
            found = board.edge_between(*ends, kind[0] if kind else None)
    else:
        label, _, direction = text.rpartition("/")
        location = board.at(label or text)
        if board.kinds[location] is PlaceKind.HEX:
            names = _directions(board, location)
            found = board.hexside(location, names.index(direction)) if direction in names else None
    return None if found is None else EdgeIndex(found)


def _directions(board: Board, location: Location) -> tuple[str, ...]:
    return DIRECTION_NAMES[board.sheet(board.sheets[location]).grid.orientation]
