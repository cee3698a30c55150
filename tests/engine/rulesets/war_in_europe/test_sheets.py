"""3.1: sheets with letters, one row or column of which lies on the next, and sheet A, which lies over C and D."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.war_in_europe.scenes import CLEAR, GAME, cost
from tests.helpers.positions import Scene, position


def sheet(letter: str, columns: int, rows: int) -> dict[str, Any]:
    codes = {".": "clear"}
    size = [columns, rows]
    return {
        "id": letter.lower(), "orientation": "flat", "parity": "even", "first": [1, 1], "size": size,
        "labels": {"prefix": letter}, "fill": "clear", "codes": codes, "rows": ["." * columns] * rows,
    }  # fmt: skip


def joined(units: dict[str, Any]) -> Scene:
    """D lies under C by one row; the third column of A lies on the first of C, so that its second is beside it."""
    plan = {
        "palette": GAME,
        "sheets": [sheet("D", 4, 4), sheet("C", 4, 4), sheet("A", 3, 4)],
        "joins": [{"sheet": "c", "cell": "C0104", "onto": "D0101"}, {"sheet": "a", "cell": "A0302", "onto": "C0102"}],
    }
    return position(game=GAME, map=plan, units=units, turn=CLEAR, phase="initial-movement", side="axis")


@pytest.mark.rule("war-in-europe:5.12")
def test_a_hex_of_two_sheets_is_one_place_with_both_labels() -> None:
    scene = joined({"inf": {"type": "german-infantry", "at": "C0103"}})
    board = scene.game.board
    assert board.at("C0104") == board.at("D0101")
    assert board.label(board.at("C0104")) == "D0101"
    assert cost(scene, "inf", "D0101") == 1
    assert cost(scene, "inf", "D0102") == 2


@pytest.mark.rule("war-in-europe:5.12")
def test_sheet_a_is_beside_c_where_its_last_column_lies_on_it() -> None:
    scene = joined({"inf": {"type": "german-infantry", "at": "A0202"}})
    assert cost(scene, "inf", "C0102") == 1
    assert cost(scene, "inf", "C0103") == 1
    assert cost(scene, "inf", "C0101") is not None
