"""13.1, 13.6 and 8.1: the tables of air war: how many points stand in which box of which front, and how they change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side
from engine.core.records import Event
from engine.core.state import State
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.ground import MOUNTAIN
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    ARMS,
    GERMAN,
    GERMAN_AIR_LOST,
    SIDES,
    SOVIET,
    Arm,
    Front,
    enemy_of,
    ready,
    strikes,
    superiority,
    supports,
    withdrawn,
)
from engine.rulesets.war_in_europe.standing import open_zones, standing
from engine.rulesets.war_in_europe.supply import air_capacity
from engine.rulesets.war_in_europe.weather import air_points_usable


@dataclass(frozen=True, slots=True)
class AirWithdrawn(Event):
    """Air points have left a front where their side has no supplied hex; some may have been lost with it."""

    kind: ClassVar[str] = "air-withdrawn"
    side: Side
    front: str
    points: int
    lost: int


def points_in(state: State, name: str) -> int:
    """What a box holds."""
    return int(state.values.get(name, 0))


def change(draft: Draft, name: str, by: int) -> None:
    """Put points into a box, or take them out; an empty one is not noted."""
    now = points_in(draft.state, name) + by
    draft.set_value(name, now or None)


@rule("13.41", "13.5")
def has_support(state: State, side: Side, front: str) -> bool:
    """Whether a side has an air-ground point on a front that has not supported an attack or interdicted a hex yet."""
    return any(points_in(state, supports(arm, front)) for arm in ARMS[side])


@rule("8.0")
def carriers(side: Side, nation: str) -> tuple[Arm, ...]:
    """Whose transports carry units of a nation, its own first; the Axis shares its transports, the Allies do not."""
    if side == SIDES[0]:
        return ARMS[side] if nation == GERMAN else tuple(reversed(ARMS[side]))
    return (Arm.SOVIET,) if nation == SOVIET else (Arm.WESTERN,)


@rule("13.63")
def may_serve(game: Game, arm: str, front: str) -> bool:
    """Whether the points of some nations have access to a front, as the scenario says."""
    barred = game.materials.named("barred_fronts").get(arm, "")
    return front not in str(barred).split()


@rule("13.11", "15.1", "14.62", "14.63", "13.81")
def usable(game: Game, state: State, side: Side, front: str) -> int:
    """How many points a side may assign on a front: what the weather leaves, and what its supply there carries.

    The share that the weather leaves is one of all points of the side together, rounded once.
    """
    held = sum(points_in(state, ready(arm, front)) for arm in ARMS[side])
    fit = air_points_usable(game, state, side, front, held)
    carried = air_capacity(game, state, side, front)
    return fit if carried is None else min(fit, carried)


@rule("15.1", "14.63", "13.81")
def grounding_case(game: Game, state: State, side: Side, front: str, wanted: int) -> str:
    """The case that keeps so many points of a front down: its supply, if that alone would, or else the weather."""
    carried = air_capacity(game, state, side, front)
    if carried is None or wanted <= carried:
        return "15.1"
    return "14.63" if carried else "13.81"


@rule("13.23", "13.26", "8.37")
def holds_air(state: State, side: Side, front: str) -> bool:
    """Whether a side has air superiority over a front in this turn."""
    return state.values.get(superiority(front)) == side


@rule("13.21", "13.7")
def lose_point(draft: Draft, arm: str, name: str | None = None) -> None:
    """An air point is gone; German ones are counted, as data may bring them back."""
    if name is not None:
        change(draft, name, -1)
    if arm == Arm.GERMAN:
        change(draft, GERMAN_AIR_LOST, 1)


def largest(state: State, names: Iterable[tuple[str, str]]) -> tuple[str, str] | None:
    """Of some boxes, each with its arm, the one with the most points; None when all are empty."""
    filled = [(points_in(state, name), arm, name) for arm, name in names if points_in(state, name) > 0]
    if not filled:
        return None
    most = max(points for points, _, _ in filled)
    return next((arm, name) for points, arm, name in sorted(filled, key=lambda each: each[1]) if points == most)


@rule("13.13")
def recall(draft: Draft, side: Side, boxes: Iterable[str] = ("strikes", "supports")) -> None:
    """Points in the boxes of missions go back to those available on their front."""
    named = {"strikes": strikes, "supports": supports}
    for arm in ARMS[side]:
        for front in Front:
            for box in boxes:
                name = named[box](arm, front)
                points = points_in(draft.state, name)
                if points:
                    change(draft, name, -points)
                    change(draft, ready(arm, front), points)


def _allotted(state: State, arm: str, front: Front) -> dict[str, int]:
    """The boxes of an arm on a front with points in them; none flies for superiority when fronts are left."""
    names = (ready(arm, front), strikes(arm, front), supports(arm, front))
    return {name: points_in(state, name) for name in names if points_in(state, name)}


def _is_safe(game: Game, state: State, side: Side, front: Front) -> bool:
    """Whether a side holds a centre of its own on a front and outside enemy zones, so that nothing need be searched."""
    materials: Materials = game.materials
    fronts, terrains, barred = materials.ground.fronts, game.board.terrains, open_zones(game, state, side)
    enemy = standing(game, state, enemy_of(side)).occupied
    return any(
        fronts[centre.at] == front
        and state.control.get(centre.at) == side
        and materials.side_of_nation(centre.nation) == side
        and not (centre.at in enemy or centre.at in barred or terrains[centre.at] == MOUNTAIN)
        for centre in materials.centres
    )


@rule("13.62", "13.81")
def withdraw_unsupplied(game: Game, draft: Draft, side: Side) -> None:
    """Points on a front without any supplied hex go to another, ten in a turn at the most; the rest is lost.

    Those that were assigned to a mission there go as well.
    """

    def is_based(front: Front) -> bool:
        return _is_safe(game, draft.state, side, front) or air_capacity(game, draft.state, side, front) != 0

    for front in Front:
        held = {arm: boxes for arm in ARMS[side] if (boxes := _allotted(draft.state, arm, front))}
        if not held or is_based(front):
            continue
        gone = lost = 0
        for arm, boxes in held.items():
            refuge = next((to for to in Front if may_serve(game, arm, to) and is_based(to)), None)
            left = game.materials.number("transfer_most") - points_in(draft.state, withdrawn(side))
            points = sum(boxes.values())
            going = min(points, left) if refuge is not None else 0
            for name, count in boxes.items():
                change(draft, name, -count)
            if refuge is not None:
                change(draft, ready(arm, refuge), going)
            change(draft, withdrawn(side), going)
            for _ in range(points - going):
                lose_point(draft, arm)
            gone, lost = gone + going, lost + points - going
        draft.emit(AirWithdrawn(side, front, gone, lost))


CHAPTER = Chapter(events=(AirWithdrawn,))
