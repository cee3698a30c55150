"""Rails and roads as sketches change them: cut into pieces, each still a line of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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


def chains_of(steps: Iterable[tuple[str, str]]) -> list[tuple[str, ...]]:
    """Steps from place to place as chains as long as they can be: each begins and ends where lines meet or end."""
    around: dict[str, dict[str, None]] = {}
    for a, b in steps:
        around.setdefault(a, {})[b] = None
        around.setdefault(b, {})[a] = None
    left = {frozenset((a, b)) for a in around for b in around[a]}
    found = []
    knots = [place for place in around if len(around[place]) != 2]
    for start in (*knots, *around):
        for onward in around[start]:
            if frozenset((start, onward)) not in left:
                continue
            chain, before, here = [start], start, onward
            while True:
                left.discard(frozenset((before, here)))
                chain.append(here)
                ahead = [place for place in around[here] if frozenset((here, place)) in left]
                if len(around[here]) != 2 or not ahead:
                    break
                before, here = here, ahead[0]
            found.append(tuple(chain))
    return found
