"""What follows from coming into a hex: who holds it, and what the enemy had there.

14.2.A, 17.4.B, 18.5.E and 19.3; leaders that are caught are in `leaders.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import EdgeIndex, Location, Side
from engine.core.records import Event
from engine.core.state import State
from engine.core.unit_events import ControlChanged
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.dam import take_dam
from engine.rulesets.ukraine_43.names import (
    BRIDGE_BEGUN,
    FORT,
    FORT_BEGUN,
    PONTOON,
    RAILHEAD,
    SOVIET,
)
from engine.rulesets.ukraine_43.railheads import push_back


@dataclass(frozen=True, slots=True)
class FortLost(Event):
    kind: ClassVar[str] = "fort-lost"
    at: Location


@dataclass(frozen=True, slots=True)
class PontoonRemoved(Event):
    """A floating bridge, finished or not, was taken away between two hexes."""

    kind: ClassVar[str] = "pontoon-removed"
    at: Location
    to: Location


@rule("14.2.A")
def is_friendly(state: State, at: Location, side: Side) -> bool:
    """Whether a hex is under a side's control: a hex that nobody is said to hold is closed to neither."""
    return state.control.get(at, side) == side


def entered(game: Game, draft: Draft, at: Location, side: Side) -> None:
    """Units of a side have come into a hex on the map, in whatever way."""
    if not game.materials.ground.on_map[at]:
        return
    hold(draft, at, side)
    if side == SOVIET:
        _level_fort(draft, at)
        take_dam(game, draft, at, side)
    else:
        _break_bridges(game, draft, at)
        if draft.state.marker(at, RAILHEAD):
            push_back(game, draft, at)


@rule("14.2.A")
def hold(draft: Draft, at: Location, side: Side) -> None:
    """A hex belongs to whoever was there last."""
    if draft.state.control.get(at) != side:
        draft.set_control(at, side)
        draft.emit(ControlChanged(at, side))


@rule("19.3")
def _level_fort(draft: Draft, at: Location) -> None:
    """A fort is lost when a Soviet unit comes into its hex, one that is being built too; permanent ones stay."""
    if draft.state.marker(at, FORT) or draft.state.marker(at, FORT_BEGUN):
        draft.set_marker(at, FORT, 0)
        draft.set_marker(at, FORT_BEGUN, 0)
        draft.emit(FortLost(at))


@rule("18.5.E")
def _break_bridges(game: Game, draft: Draft, at: Location) -> None:
    """An Axis unit at either end of a floating bridge has it removed."""
    for target, edge in game.board.links[at]:
        if draft.state.side_markers.get(EdgeIndex(edge)):
            remove_bridge(draft, EdgeIndex(edge), at, Location(target))


def remove_bridge(draft: Draft, edge: EdgeIndex, at: Location, to: Location) -> None:
    """Take a floating bridge away, finished or not."""
    for marker in (PONTOON, BRIDGE_BEGUN):
        draft.set_side_marker(edge, marker, 0)
    draft.emit(PontoonRemoved(at, to))


CHAPTER = Chapter(events=(ControlChanged, FortLost, PontoonRemoved))
