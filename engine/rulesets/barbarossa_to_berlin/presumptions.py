"""What a position leaves unsaid and its units tell: spaces held and by which nation, forts that fell, Moscow occupied.

In play all of it is noted when a unit comes into a space; units that a position puts there have come there before.
"""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location
from engine.core.ruleset import PositionLayout
from engine.core.state import Unit
from engine.rulesets.barbarossa_to_berlin.control import MOSCOW_OCCUPIED, OTHER_ALLIES, holds, note_nation
from engine.rulesets.barbarossa_to_berlin.effects import is_active, note
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import ALLIED, AXIS, FORT_DESTROYED, held_by
from engine.rulesets.barbarossa_to_berlin.nations import is_closed_country


def infer(game: Game, draft: Draft, layout: PositionLayout) -> None:
    """Control first, as the rest follows from it too."""
    materials: Materials = game.materials
    for at in sorted(draft.state.stacks):
        if materials.on_map[at] and materials.countries[at] and not is_closed_country(game, draft.state, at):
            _hold(game, draft, at, said=at in layout.said)
    for fort in materials.with_feature("fort"):
        holder = draft.state.control.get(fort)
        if holder is not None and holder != _owner(game, fort, holder):
            draft.set_marker(fort, FORT_DESTROYED, 1)
    moscow = materials.place("moscow")
    if moscow is not None and holds(game, draft.state, AXIS, moscow) and not is_active(draft.state, MOSCOW_OCCUPIED):
        note(draft, MOSCOW_OCCUPIED)


def _owner(game: Game, fort: Location, otherwise: str) -> str:
    """Who has a fort when the war begins, which nobody else can use (10.3)."""
    feature = game.board.feature(fort, "fort")
    return str(feature.attributes.get("owner", otherwise)) if feature is not None else otherwise


def _hold(game: Game, draft: Draft, at: Location, *, said: bool) -> None:
    """A space is held by those who stand in it, and by the nation among them that a position says nothing of."""
    units = _fighting(game, draft, at)
    if len({unit.side for unit in units}) != 1:
        return
    if not said and draft.state.control.get(at) != units[0].side:
        draft.set_control(at, units[0].side)
    unsaid = not any(draft.state.marker(at, held_by(nation)) for nation in OTHER_ALLIES)
    if unsaid and holds(game, draft.state, ALLIED, at):
        note_nation(game, draft, units[-1])


def _fighting(game: Game, draft: Draft, at: Location) -> tuple[Unit, ...]:
    return tuple(unit for unit in draft.state.at(at) if not game.materials.kind(unit).is_marker)
