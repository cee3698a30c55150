"""7.15: the victors follow, hex by hex, into the hexes that the battle has emptied and beyond."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.actions import Advance, Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import UnitAdvanced
from engine.mechanics.advances import advance_menu, advance_offer, follow, hexes_taken, one_further
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.combat.forces import Force, occupied
from engine.rulesets.red_star_rising.combat.retreat_paths import MAJOR_RIVERS
from engine.rulesets.red_star_rising.control import entered
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import GERMAN, SOVIET, enemy_of
from engine.rulesets.red_star_rising.partisans import shift_partisans
from engine.rulesets.red_star_rising.stacking import overstacking
from engine.rulesets.red_star_rising.zones import can_exert, in_zone, is_weak_kampfgruppe


@dataclass(frozen=True, slots=True)
class AdvanceFrame(Frame):
    """Victorious units of a side, how far each has come, and the hexes they may begin with."""

    kind: ClassVar[str] = "advance"
    side: Side
    units: tuple[UnitId, ...]
    taken: tuple[int, ...]
    """The hexes each unit has advanced."""
    vacated: tuple[Location, ...]
    most: int
    """How far anybody may go, after what the enemy lost."""


@rule("7.15.1")
def victors(state: State, force: Force) -> tuple[UnitId, ...]:
    """Those that took part, on either side, and are still where they were."""
    return tuple(
        unit for unit in force.units if state.unit(unit).at == force.home(unit) and unit not in force.retreated
    )


@rule("7.15.1", "7.15.2")
def vacated(game: Game, state: State, hexes: tuple[Location, ...], side: Side) -> tuple[Location, ...]:
    """Those of the hexes a side fought in that it has left, all of its units being gone."""
    return tuple(at for at in dict.fromkeys(hexes) if not occupied(game, state, at, side))


@rule("7.15.3", "7.15.4", "7.15.9")
def longest_advance(game: Game, beaten: Force) -> int:
    """Three hexes, less one for each step that the beaten lost to a numbered result."""
    most: int = game.materials.by_name("advance", "most")
    return max(0, most - beaten.lost)


@rule("7.15.5")
def reach_by_type(game: Game, unit: Unit) -> int:
    """How far its type lets a unit advance; what exerts no zone stays, but for the weak Kampfgruppe."""
    materials: Materials = game.materials
    kind = materials.kind(unit)
    if is_weak_kampfgruppe(materials, unit):
        return materials.by_name("advance", "other")
    if not can_exert(materials, unit):
        return 0
    if kind.motorised and kind.nation == GERMAN:
        return materials.by_name("advance", "german-motorised")
    if kind.motorised and kind.side == SOVIET:
        return materials.by_name("advance", "soviet-motorised")
    return materials.by_name("advance", "other")


def advance_refusal(game: Game, state: State, frame: AdvanceFrame, action: Advance) -> Refusal | None:
    """What forbids the next hex of an advance, or None."""
    if action.unit not in frame.units:
        return Refusal("7.15.2", message("refusal.rsr.advance-not-victorious", unit=action.unit))
    unit, taken = state.unit(action.unit), hexes_taken(frame.units, frame.taken, action.unit)
    return (
        _length_refusal(game, frame, unit, taken)
        or _zone_refusal(game, state, unit, taken)
        or _place_refusal(game, state, unit, action.to, frame.vacated if taken == 0 else None)
        or _terrain_refusal(game, state, unit, action.to, taken)
        or _stack_refusal(game, state, unit, action.to)
    )


def _length_refusal(game: Game, frame: AdvanceFrame, unit: Unit, taken: int) -> Refusal | None:
    reach = reach_by_type(game, unit)
    if taken >= frame.most:
        return Refusal("7.15.4", message("refusal.rsr.advance-losses", hexes=frame.most))
    if taken >= reach:
        return Refusal("7.15.5", message("refusal.rsr.advance-type", unit=unit.id, hexes=reach))
    return None


@rule("7.15.6")
def _zone_refusal(game: Game, state: State, unit: Unit, taken: int) -> Refusal | None:
    """An enemy zone ends the advance, unless it is in the first hex."""
    if taken > 1 and in_zone(game, state, unit.at, enemy_of(unit.side)):
        return Refusal("7.15.6", message("refusal.rsr.advance-zone", unit=unit.id))
    return None


@rule("7.15.2")
def _place_refusal(
    game: Game, state: State, unit: Unit, to: Location, first: tuple[Location, ...] | None
) -> Refusal | None:
    """The first hex is one that the battle has emptied; the next may be any neighbour without enemies."""
    label = game.board.label(to)
    if game.board.edge_between(unit.at, to) is None or not game.materials.on_map[to]:
        return Refusal("7.15.2", message("refusal.rsr.advance-not-next", unit=unit.id, hex=label))
    if first is not None and to not in first:
        return Refusal("7.15.2", message("refusal.rsr.advance-first-hex", hex=label))
    if occupied(game, state, to, enemy_of(unit.side)):
        return Refusal("4.0", message("refusal.rsr.advance-enemy", hex=label))
    return None


@rule("7.15.7", "3.3.5", "7.4.5")
def _terrain_refusal(game: Game, state: State, unit: Unit, to: Location, taken: int) -> Refusal | None:
    """Never over water, arrows or not; over a major river or into a marsh only with the first hex."""
    materials: Materials = game.materials
    snow = materials.is_snow(state.turn)
    edge = game.board.edge_between(unit.at, to)
    assert edge is not None
    label = game.board.label(to)
    if materials.step_costs(materials.kind(unit).movement_class, snow=snow, ice=False)(unit.at, to, edge) is None:
        return Refusal("7.15.7", message("refusal.rsr.advance-impassable", hex=label))
    if taken == 0:
        return None
    if materials.sides[edge] in MAJOR_RIVERS:
        return Refusal("7.15.7", message("refusal.rsr.advance-river"))
    if materials.terrain(to, snow=snow) == "marsh":
        return Refusal("7.15.7", message("refusal.rsr.advance-marsh", hex=label))
    return None


@rule("7.15.8")
def _stack_refusal(game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
    """No hex is overfilled by an advance."""
    wrong = overstacking(game, (*state.at(to), unit), unit.side)
    if wrong is None:
        return None
    return Refusal("7.15.8", message("refusal.rsr.advance-stacking", hex=game.board.label(to), reason=wrong.message))


class AdvancePhase(Phase[AdvanceFrame]):
    """The victors advance in any order, a hex at a time, or stay."""

    @rule("7.15.2")
    def menu(self, game: Game, state: State, frame: AdvanceFrame) -> Menu | None:
        """An advance is never compulsory; there is none to decide on where nobody can go anywhere."""
        offer = advance_offer(
            state,
            frame.units,
            lambda at: (Location(target) for target, _ in game.board.links[at]),
            lambda action: advance_refusal(game, state, frame, action),
        )
        asked = message("prompt.rsr.advance", side=frame.side, hexes=frame.most)
        return advance_menu(offer, frame.side, asked, "7.15.2")

    def apply(self, game: Game, draft: Draft, frame: AdvanceFrame, action: Action) -> None:
        if isinstance(action, Done):
            draft.end()
            return
        assert isinstance(action, Advance)
        follow(draft, action)
        draft.replace_frame(replace(frame, taken=one_further(frame.units, frame.taken, action.unit)))
        entered(game, draft, action.unit)
        shift_partisans(game, draft)


CHAPTER = Chapter(events=(UnitAdvanced,), phases={AdvanceFrame: AdvancePhase()})
