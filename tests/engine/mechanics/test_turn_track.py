"""Turn tracks: numbers and words in the box of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from engine.mechanics.turn_track import number_at, word_at


class Sky(StrEnum):
    CLEAR = "clear"
    SNOW = "snow"


class Box:
    def __init__(self, content: Mapping[str, object]) -> None:
        self._content = content

    def get(self, name: str, /) -> object:
        return self._content.get(name)


class Boxes:
    def at(self, turn: int, /) -> Box:
        boxes: dict[int, dict[str, object]] = {1: {"year": 1941, "sky": "snow"}, 2: {"year": True}}
        return Box(boxes.get(turn, {}))


def test_numbers_and_words_are_read_by_name() -> None:
    assert [number_at(Boxes(), turn, "year") for turn in (1, 2, 3)] == [1941, None, None]
    assert [word_at(Boxes(), turn, "sky", Sky, Sky.CLEAR) for turn in (1, 2)] == [Sky.SNOW, Sky.CLEAR]
