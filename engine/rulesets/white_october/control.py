"""Who was last in a place, and what follows from coming into one: 4.5, 5.4, 7.5.3 and 11.2.2."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.records import Event
from engine.core.unit_events import ControlChanged
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.elimination import destroy
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import AMMO, BARRICADE, GATCHINA_TAKEN, WHITE, enemy_of
from engine.rulesets.white_october.standing import ashore, standing


@dataclass(frozen=True, slots=True)
class AmmunitionCaptured(Event):
    """The stores of Gatchina fell to the White side."""

    kind: ClassVar[str] = "ammunition-captured"
    at: Location
    boxes: int
    stock: int


@dataclass(frozen=True, slots=True)
class BarricadeLost(Event):
    kind: ClassVar[str] = "barricade-lost"
    at: Location


def entered(game: Game, draft: Draft, at: Location, side: Side) -> None:
    """A unit of a side has come into a place on land: what was alone there is lost, and the place is its side's."""
    brush_aside(game, draft, at, side)
    hold(game, draft, at, side)
    tear_down(draft, at, side)


@rule("5.4")
def brush_aside(game: Game, draft: Draft, at: Location, side: Side) -> None:
    """A headquarters alone is destroyed when enemies come into its hex, vehicles with it."""
    enemy = enemy_of(side)
    if at in standing(game, draft.state, enemy).staffs:
        for unit in ashore(game, draft.state, at, enemy):
            destroy(game, draft, unit.id)


@rule("5.4", "7.5.3", "4.5")
def hold(game: Game, draft: Draft, at: Location, side: Side) -> None:
    """Localities and railways belong to whoever was there last; Gatchina's stores are won once a game (ruling 14)."""
    materials: Materials = game.materials
    if at not in materials.ground.controlled or draft.state.control.get(at) == side:
        return
    draft.set_control(at, side)
    draft.emit(ControlChanged(at, side))
    taken = draft.state.values.get(GATCHINA_TAKEN, False)
    if side == WHITE and at == materials.place("gatchina") and not taken:
        boxes = materials.number("gatchina_ammo")
        stock = int(draft.state.values.get(AMMO, 0)) + boxes
        draft.set_value(GATCHINA_TAKEN, True)
        draft.set_value(AMMO, stock)
        draft.emit(AmmunitionCaptured(at, boxes, stock))


@rule("11.2.2")
def tear_down(draft: Draft, at: Location, side: Side) -> None:
    """A barricade is lost when a White unit comes into its district, in whatever way."""
    if side == WHITE and draft.state.marker(at, BARRICADE):
        draft.set_marker(at, BARRICADE, 0)
        draft.emit(BarricadeLost(at))


CHAPTER = Chapter(events=(ControlChanged, AmmunitionCaptured, BarricadeLost))
