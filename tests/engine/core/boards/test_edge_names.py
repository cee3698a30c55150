"""Edges as people write them: hexsides by direction, lines by their ends and, where need be, their kind."""

from __future__ import annotations

import pytest

from engine.core.boards.board_parts import UnknownLocation
from engine.core.boards.edge_names import edge_name, find_edge
from engine.core.ids import EdgeIndex
from engine.rulesets.assembly import bundled_brief

FORD = bundled_brief("ford").board
CABINET = bundled_brief("cabinet-war").board


@pytest.mark.parametrize("board", [FORD, CABINET], ids=["hexes", "spaces"])
def test_every_edge_has_a_name_that_finds_it_again(board: object) -> None:
    assert board is FORD or board is CABINET
    assert len(board.edges) > 10
    for index in range(len(board.edges)):
        assert find_edge(board, edge_name(board, EdgeIndex(index))) == index


def test_a_hexside_is_the_same_from_both_its_hexes() -> None:
    assert find_edge(FORD, "0302/N") == find_edge(FORD, "0301/S") == find_edge(FORD, "0301~0302")


@pytest.mark.parametrize("text", ["0302", "0302/E", "0302~0909", "0302~0301~rail"])
def test_what_names_no_edge_is_none(text: str) -> None:
    assert find_edge(FORD, text) is None


def test_a_place_that_is_not_there_says_so() -> None:
    with pytest.raises(UnknownLocation):
        find_edge(FORD, "9999/N")
