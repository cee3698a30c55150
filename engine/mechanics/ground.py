"""Lookups on the ground that every game makes once: which places and edges have what, and where what is called so lies.

All of these read the board alone, so a game keeps the answers with its materials.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.core.board import Board
from engine.core.boards.board_parts import PlaceKind
from engine.core.ids import Location
from engine.core.paths import LinkCosts, link_costs


def places_of(board: Board, kind: PlaceKind, *, without_terrain: str = "") -> tuple[bool, ...]:
    """For each location whether it is a place of a kind where units can be on the map."""
    return tuple(
        found == kind and (not without_terrain or terrain != without_terrain)
        for found, terrain in zip(board.kinds, board.terrains, strict=True)
    )


def regions_of(board: Board, kind: str) -> tuple[str, ...]:
    """For each location the id of the region of a kind it lies in, such as its country; empty where there is none."""
    found = (board.region(at, kind) for at in board.locations())
    return tuple(region.id if region is not None else "" for region in found)


def in_regions(board: Board, kind: str) -> frozenset[Location]:
    """The locations that lie in any region of a kind."""
    regions = (region for region in board.regions.values() if region.kind == kind)
    return frozenset(at for region in regions for at in region.members)


def marked_with(board: Board, feature: str, attribute: str, value: object) -> tuple[Location, ...]:
    """The locations with a feature whose attribute has a value: the sources of a side, the ports of a sea."""
    return tuple(
        at
        for at in board.with_feature(feature)
        if any(each.kind == feature and each.attributes.get(attribute) == value for each in board.features(at))
    )


def named_places(board: Board, features: Iterable[str], names: Mapping[str, str]) -> Mapping[str, Location]:
    """Where the places lie that the rules call by name, those of them that are on this map.

    `names` has for each word of the rules what is printed beside a feature; the first of several places counts.
    """
    wanted = {printed: word for word, printed in names.items()}
    found: dict[str, Location] = {}
    for kind in features:
        for at in board.with_feature(kind):
            for feature in board.features(at):
                if feature.name in wanted:
                    found.setdefault(wanted[feature.name], at)
    return found


def edges_along(board: Board, path: str) -> frozenset[int]:
    """The edges that a path of a kind, such as a railway, runs across."""
    return frozenset(edge for edge in board.edges_with_paths() if board.has_path(edge, path))


def ends_of(board: Board, edges: Iterable[int]) -> frozenset[Location]:
    """The locations at either end of some edges."""
    pairs = ((board.edges[edge].a, board.edges[edge].b) for edge in edges)
    return frozenset(end for pair in pairs for end in pair)


def steps_along(board: Board, edges: Iterable[int], cost: Callable[[int], int] = lambda edge: 1) -> LinkCosts:
    """Steps along some edges alone, whatever lies there: railways, roads, connections of a kind."""
    open_edges = frozenset(edges)
    return link_costs(board, lambda origin, target, edge: cost(edge) if edge in open_edges else None)
