"""What Cabinet shows of the whole map; it has neither zones nor supply nor aircraft."""

from __future__ import annotations

from engine.core.game import Game
from engine.core.ids import Location
from engine.core.overlays import Overlay, OverlayKind, OverlayMaker
from engine.core.state import State
from engine.core.terms import Number
from engine.mechanics.overlays import control_overlay, objectives_overlay, stacking_overlay
from tests.helpers.toys.cabinet.materials import SIDES, Materials


def control(game: Game, state: State) -> Overlay:
    return control_overlay(dict(state.control), SIDES, "1.3")


def stacking(game: Game, state: State) -> Overlay:
    materials: Materials = game.materials
    limit = materials.number("stack_limit")
    sizes: dict[Location, tuple[Number, Number]] = {
        at: (len(units), limit) for at, units in state.stacks.items() if game.board.kinds[at] == "space"
    }
    return stacking_overlay(sizes, (), "1.2")


def objectives(game: Game, state: State) -> Overlay:
    materials: Materials = game.materials
    held = {at: state.control[at] for at in materials.objectives if at in state.control}
    return objectives_overlay(materials.objectives, held, SIDES, "7.1")


OVERLAYS: dict[str, OverlayMaker] = {
    OverlayKind.CONTROL: control,
    OverlayKind.STACKING: stacking,
    OverlayKind.OBJECTIVES: objectives,
}
