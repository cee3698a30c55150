"""Edges as saved games write them: by their ends and kind, and by number where several are alike."""

from __future__ import annotations

import pytest

from engine.core.boards.board_builder import BoardBuilder
from engine.core.ids import EdgeIndex
from engine.core.refusals import MalformedData
from engine.core.writing.coders import Coder, CoderFactory


def coder() -> Coder:
    builder = BoardBuilder()
    for place in ("a", "b", "c"):
        builder.add_space(place)
    for kind in ("road", "river", "road"):
        builder.add_connection("a", "b", kind)
    builder.add_connection("c", "a", "ferry", one_way=True)
    return CoderFactory(builder.build()).coder(EdgeIndex)


def test_parallel_connections_are_told_apart() -> None:
    edges = coder()
    assert [edges.encode(EdgeIndex(i)) for i in range(4)] == ["a~b~road", "a~b~river", "a~b~road#2", "c~a~ferry"]


def test_every_edge_is_found_again_from_either_end() -> None:
    edges = coder()
    assert [edges.decode(edges.encode(EdgeIndex(i)), ()) for i in range(4)] == [0, 1, 2, 3]
    assert edges.decode("b~a~road#2", ()) == 2


@pytest.mark.parametrize("text", ["", "a", "a~b", "a~b~canal", "a~b~road#3", "a~b~road#", "a~z~road", "a~c~ferry", 3])
def test_what_names_no_edge_is_refused(text: object) -> None:
    with pytest.raises(MalformedData):
        coder().decode(text, ())
