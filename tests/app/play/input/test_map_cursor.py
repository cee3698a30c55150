"""The cursor of the arrow keys goes from hex to hex in a line, and from space to space where they lie."""

from __future__ import annotations

import pytest

from app.play.input.map_cursor import MapCursor, Point
from engine.core.board import Board
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled

LEFT, RIGHT, UP, DOWN = (-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)
ASLANT = tuple((x * 0.5**0.5, y * 0.5**0.5) for x in (-1, 1) for y in (-1, 1))


def board_of(scenario: str) -> Board:
    return assemble(find_bundled(scenario).load()).board


def cursor_on(board: Board, at: str, hidden: tuple[str, ...] = ()) -> MapCursor:
    """The board's own positions are where the places are drawn."""

    def find(key: str) -> Point | None:
        location = board.find(key)
        if location is None or key in hidden:
            return None
        x, y = board.positions[location]
        return x, y

    cursor = MapCursor(find)
    cursor.put(board.key(board.at(at)))
    return cursor


def walked(board: Board, cursor: MapCursor, direction: Point, steps: int) -> list[str]:
    found = []
    for _ in range(steps):
        cursor.go(board, direction)
        found.append(board.label(board.at(cursor.key)))
    return found


def test_hexes_are_walked_in_each_direction_and_back() -> None:
    board = board_of("ford")
    cursor = cursor_on(board, "0302")
    for there, back in ((RIGHT, LEFT), (DOWN, UP)):
        start = cursor.key
        ways = walked(board, cursor, there, 3)
        assert len(set(ways)) == 3
        walked(board, cursor, back, 3)
        assert cursor.key == start


def test_a_row_in_zigzag_keeps_its_line() -> None:
    board = board_of("ford")
    cursor = cursor_on(board, "0102")
    line = board.positions[board.at("0102")][1]
    for label in walked(board, cursor, RIGHT, 4):
        assert abs(board.positions[board.at(label)][1] - line) < 1.0


def test_nothing_lies_beyond_the_edge() -> None:
    board = board_of("ford")
    cursor = cursor_on(board, "0101")
    before = cursor.key
    outside = tuple(key for key in board.keys if board.kinds[board.at(key)] == "box")
    cursor = cursor_on(board, "0101", outside)
    assert not cursor.go(board, UP)
    assert cursor.key == before


@pytest.mark.parametrize("direction", [LEFT, RIGHT, UP, DOWN])
def test_spaces_lead_to_where_they_lie(direction: Point) -> None:
    board = board_of("summer-1941")
    cursor = cursor_on(board, "Kiev")
    x, y = board.positions[board.at("Kiev")]
    assert cursor.go(board, direction)
    a, b = board.positions[board.at(cursor.key)]
    assert (a - x) * direction[0] + (b - y) * direction[1] > 0


@pytest.mark.parametrize("scenario", ["summer-1941", "europe-1941-45"])
def test_every_space_is_reached_with_the_keys_alone(scenario: str) -> None:
    board = board_of(scenario)
    drawn = {key for key in board.keys if board.kinds[board.at(key)] == "space"}
    hidden = tuple(key for key in board.keys if key not in drawn)
    seen: set[str] = set()
    waiting = [board.key(board.at("Kiev"))]
    while waiting:
        key = waiting.pop()
        if key in seen:
            continue
        seen.add(key)
        for direction in (LEFT, RIGHT, UP, DOWN, *ASLANT):
            cursor = cursor_on(board, key, hidden)
            if cursor.go(board, direction):
                waiting.append(cursor.key)
    missed = drawn - seen
    assert not missed, sorted(board.label(board.at(key)) for key in missed)
