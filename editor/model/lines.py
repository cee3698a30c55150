"""Rails and roads as sketches change them: cut into pieces, each still a line of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from editor.model.edits import PATHS
from editor.model.sketch import Sketch
from editor.model.words import slug
from engine.definitions.plan import PathPlan


def put_pieces(sketch: Sketch, line: PathPlan, pieces: Sequence[tuple[str, ...]]) -> None:
    """Let a line be these pieces: the longest keeps its id, those of a single place go."""
    lasting = [piece for piece in pieces if len(piece) > 1]
    keeper = max(lasting, key=len, default=None)
    sketch.put(PATHS, line.id, None if keeper is None else replace(line, through=keeper))
    for piece in lasting:
        if piece is not keeper:
            name = fresh_line(sketch, line.kind)
            sketch.put(PATHS, name, replace(line, id=name, through=piece))


def fresh_line(sketch: Sketch, kind: str) -> str:
    """An id for a new line."""
    return sketch.fresh(slug(kind, "line"), PATHS)


def pieces_without(through: Sequence[str], kept: Callable[[str], str | None]) -> list[tuple[str, ...]]:
    """What is left of a line when places go, or are known by another key from now on."""
    pieces: list[list[str]] = [[]]
    for place in through:
        name = kept(place)
        if name is None:
            pieces.append([])
        elif not pieces[-1] or pieces[-1][-1] != name:
            pieces[-1].append(name)
    return [tuple(piece) for piece in pieces if piece]


def split_at(through: Sequence[str], is_cut: Callable[[str, str], bool]) -> list[tuple[str, ...]]:
    """The stretches between the steps that are cut; each place belongs to the stretches beside it."""
    pieces = [[through[0]]] if through else []
    for before, here in pairwise(through):
        if is_cut(before, here):
            pieces.append([here])
        else:
            pieces[-1].append(here)
    return [tuple(piece) for piece in pieces]
