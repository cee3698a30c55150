"""Lookups on the ground: places, regions, features, and what runs along edges."""

from __future__ import annotations

from engine.core.board import Board
from engine.core.boards.board_builder import BoardBuilder
from engine.core.boards.board_parts import PlaceKind
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.paths import reachable
from engine.mechanics.ground import (
    edges_along,
    ends_of,
    in_regions,
    marked_with,
    named_places,
    places_of,
    regions_of,
    steps_along,
)


def country() -> Board:
    """A strip of four hexes with a railway along three of them, two ports, and a space of sea."""
    builder = BoardBuilder()
    builder.add_sheet("main", HexGrid(Orientation.FLAT, Parity.EVEN), first=(1, 1), size=(4, 1))
    builder.add_space("gulf", name="Gulf", terrain="sea")
    builder.add_space("isle", name="Isle")
    builder.fix_ground()
    builder.add_feature("0101", "port", name="Oldport", attributes={"sea": "black"})
    builder.add_feature("0401", "port", name="Newport", attributes={"sea": "baltic"})
    builder.add_feature("0401", "city", name="Oldport")
    builder.add_path_line("rail", ["0101", "0201", "0301"])
    builder.add_region("ruritania", "country", ["0101", "0201"])
    builder.add_region("north", "arctic", ["0301"])
    return builder.build()


BOARD = country()


def test_places_where_units_can_be() -> None:
    assert places_of(BOARD, PlaceKind.HEX) == (True, True, True, True, False, False)
    assert places_of(BOARD, PlaceKind.SPACE, without_terrain="sea") == (False, False, False, False, False, True)


def test_the_country_of_each_place() -> None:
    assert regions_of(BOARD, "country") == ("ruritania", "ruritania", "", "", "", "")
    assert in_regions(BOARD, "arctic") == {BOARD.at("0301")}


def test_features_are_found_by_what_they_say() -> None:
    assert marked_with(BOARD, "port", "sea", "black") == (BOARD.at("0101"),)
    assert marked_with(BOARD, "port", "sea", "white") == ()


def test_places_that_the_rules_call_by_name() -> None:
    names = {"old": "Oldport", "lost": "Atlantis"}
    assert named_places(BOARD, ("port", "city"), names) == {"old": BOARD.at("0101")}
    assert named_places(BOARD, ("city", "port"), names) == {"old": BOARD.at("0401")}


def test_a_railway_is_followed_edge_by_edge() -> None:
    rails = edges_along(BOARD, "rail")
    assert ends_of(BOARD, rails) == {BOARD.at(label) for label in ("0101", "0201", "0301")}
    reach = reachable(BOARD, BOARD.at("0101"), 9, steps_along(BOARD, rails))
    assert {BOARD.label(at): cost for at, cost in reach.costs.items()} == {"0101": 0, "0201": 1, "0301": 2}
    assert reachable(BOARD, BOARD.at("0101"), 3, steps_along(BOARD, rails, lambda edge: 2)).costs.keys() == {0, 1}
