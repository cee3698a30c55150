"""What a side has at hand besides its units: points of air war, transport, amphibious assault and replacement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from immutables import Map

from engine.core.game import Game
from engine.core.ids import Side
from engine.core.messages import message
from engine.core.state import State
from engine.core.terms import Op, Term
from engine.rulesets.war_in_europe.air_tables import points_in
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    ARMS,
    AXIS,
    GERMAN_AIR_LOST,
    NATIONS,
    POINT_SORTS,
    RESERVE,
    Front,
    Mission,
    amphibious,
    flights,
    lift,
    lift_out,
    ready,
    replacement_points,
    strikes,
    supports,
)

_FLYING = (
    (flights, Mission.SUPERIORITY),
    (strikes, Mission.STRIKE),
    (supports, Mission.SUPPORT),
    (lift_out, Mission.LIFT),
)
"""The boxes that points fly from once both sides have shown what they assigned."""
_CASES = {"amphibious": "7.3", "lift": "8.13", "stock": "17.16"}
"""By what points that come back on a turn are called, the case that sends them."""


def stocks(game: Game, state: State, side: Side) -> tuple[Term, ...]:
    """The points of a side in their boxes, and those on their way back to one.

    What it has assigned and not yet shown is there if the state has it, that is in its own view alone.
    """
    arms, materials = ARMS[side], game.materials
    nations = _nations(materials, side)
    written = _written(state, side)
    return (
        *_held(state, "13.11", (ready(arm, front) for arm in arms for front in Front), written),
        *_assigned(state, side),
        *_flying(state, side),
        *_held(state, "8.11", (lift(arm, front) for arm in arms for front in (*Front, RESERVE)), written),
        *_held(state, "7.3", (amphibious(side),)),
        *_held(state, "17.0", _replacements(nations)),
        *_coming_back(state, side, nations),
        *_held(state, "13.7", (GERMAN_AIR_LOST,) if side == AXIS else ()),
    )


def _nations(materials: Materials, side: Side) -> tuple[str, ...]:
    return tuple(nation for nation in NATIONS if materials.side_of_nation(nation) == side)


def _replacements(nations: Iterable[str]) -> Iterator[str]:
    return (replacement_points(nation, sort, front) for nation in nations for sort in POINT_SORTS for front in Front)


def _written(state: State, side: Side) -> Counter[str]:
    """How many points of each box a side has assigned and not yet shown: they still lie there."""
    found: Counter[str] = Counter()
    for name, points in state.sealed.get(side, Map()).items():
        parts = name.split(" ")
        if len(parts) == 4:
            sort, arm, front, _ = parts
            found[(lift if sort == "lift" else ready)(arm, front)] += int(points)
    return found


def _held(
    state: State, case: str, names: Iterable[str], without: Mapping[str, int] = MappingProxyType({})
) -> Iterator[Term]:
    """The boxes that hold something besides what is written down for somewhere else."""
    for name in names:
        points = points_in(state, name) - without.get(name, 0)
        if points:
            yield Term(message("term.wie.at-hand", what=name), points, case, Op.NOTE)


def _assigned(state: State, side: Side) -> Iterator[Term]:
    """What a side has written down for the air turn."""
    for name, points in sorted(state.sealed.get(side, Map()).items()):
        parts = name.split(" ")
        if len(parts) == 4 and points:
            _, arm, front, mission = parts
            label = message("term.wie.assigned", arm=arm, what=f"{front} {mission}")
            yield Term(label, int(points), "13.12", Op.NOTE)


def _flying(state: State, side: Side) -> Iterator[Term]:
    """What flies on each mission."""
    for box, mission in _FLYING:
        for arm in ARMS[side]:
            for front in Front:
                points = points_in(state, box(arm, front))
                if points:
                    label = message("term.wie.flying", arm=str(arm), what=f"{front} {mission}")
                    yield Term(label, points, "13.11", Op.NOTE)


def _coming_back(state: State, side: Side, nations: Iterable[str]) -> Iterator[Term]:
    """Points that come back on a turn."""
    own = {amphibious(side), *(f"lift-{arm}" for arm in ARMS[side]), *_replacements(nations)}
    found = []
    for name, points in state.values.items():
        what, _, due = name.removeprefix("back-").rpartition("-")
        if name.startswith("back-") and what in own:
            found.append((int(due), what, int(points)))
    for turn, what, points in sorted(found):
        label = message("term.wie.coming-back", what=what, turn=turn)
        yield Term(label, points, _CASES[what.partition("-")[0]], Op.NOTE)
