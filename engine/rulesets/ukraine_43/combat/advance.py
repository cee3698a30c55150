"""Chapter 12 and 18.3: the victors follow into the hexes that were given up, and beyond."""

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
from engine.rulesets.ukraine_43.air import call_if_taken
from engine.rulesets.ukraine_43.bonds import bonds, shown
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.control import entered
from engine.rulesets.ukraine_43.ground import MARSHES, Ground
from engine.rulesets.ukraine_43.marches import is_bridged, is_flooded
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import SOVIET, enemy_of
from engine.rulesets.ukraine_43.stacking import joining_refusal
from engine.rulesets.ukraine_43.standing import standing, troops


@dataclass(frozen=True, slots=True)
class AdvanceFrame(Frame):
    """Victorious units, how far each has come, and the hexes they may begin with."""

    kind: ClassVar[str] = "advance"
    side: Side
    units: tuple[UnitId, ...]
    taken: tuple[int, ...]
    vacated: tuple[Location, ...]
    short: bool = False
    """One hex and no further: after an exchange, or in an overrun."""
    overrun: bool = False


@rule("12.1", "18.2.B")
def vacated(game: Game, state: State, targets: tuple[Location, ...], side: Side) -> tuple[Location, ...]:
    """The hexes that were attacked, where nobody is left in any of them; none while a defender stands."""
    enemy = enemy_of(side)
    return () if any(troops(game, state, at, enemy) for at in targets) else targets


@rule("12.1", "22.3")
def victors(game: Game, state: State, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Those who may follow: all who attacked, artillery never."""
    return tuple(unit for unit in units if not game.materials.kind(state.unit(unit)).is_artillery)


@rule("12.1", "12.4")
def reach(game: Game, unit: Unit, *, short: bool) -> int:
    """Two hexes for mechanised units and cavalry, one for the others, and after an exchange for all."""
    kind = game.materials.kind(unit)
    most: int = game.materials.by_name("advance", "fast" if (kind.is_mech or kind.is_cavalry) and not short else "slow")
    return most


def advance_refusal(game: Game, state: State, frame: AdvanceFrame, action: Advance) -> Refusal | None:
    """What forbids the next hex of an advance, or None."""
    if action.unit not in frame.units:
        return Refusal("12.1", message("refusal.u43.not-victorious", unit=action.unit))
    unit, taken = state.unit(action.unit), hexes_taken(frame.units, frame.taken, action.unit)
    return (
        _length_refusal(game, frame, unit, taken)
        or _place_refusal(game, state, frame, action, taken)
        or _ground_refusal(game, state, unit, action.to, taken)
        or joining_refusal(game, state, (unit,), action.to)
    )


@rule("12.1", "12.4", "13.1.D")
def _length_refusal(game: Game, frame: AdvanceFrame, unit: Unit, taken: int) -> Refusal | None:
    most = reach(game, unit, short=frame.short)
    if taken < most:
        return None
    case = "13.1.D" if frame.overrun else "12.4" if frame.short else "12.1"
    return Refusal(case, message("refusal.u43.advance-length", unit=unit.id, hexes=most))


@rule("12.2", "7.2")
def _place_refusal(game: Game, state: State, frame: AdvanceFrame, action: Advance, taken: int) -> Refusal | None:
    """First a hex that was attacked, bonded or not; then any without enemies and without a bond."""
    ground: Ground = game.materials.ground
    unit, to = state.unit(action.unit), action.to
    label = game.board.label(to)
    edge = game.board.edge_between(unit.at, to)
    if edge is None or not ground.land[to] or edge in ground.sea_sides:
        return Refusal("12.2", message("refusal.u43.not-adjacent", unit=unit.id, hex=label))
    if taken == 0:
        if to not in frame.vacated:
            return Refusal("12.2", message("refusal.u43.advance-first", hex=label))
        return None
    if to in standing(game, state, enemy_of(unit.side)).occupied:
        return Refusal("12.2", message("refusal.u43.enemy-there", hex=label))
    bond = bonds(game, state, enemy_of(unit.side)).barring(unit.at, to)
    if bond is not None:
        return Refusal("12.2", message("refusal.u43.advance-bond", hex=label, bond=shown(game, bond)))
    return None


@rule("12.2", "12.3", "18.3", "28.2")
def _ground_refusal(game: Game, state: State, unit: Unit, to: Location, taken: int) -> Refusal | None:
    """Over a major river with the first hex alone: Soviet units on foot without a bridge, all others by one.

    The second hex is no marsh, unless a road leads there (ruling 29).
    """
    materials: Materials = game.materials
    ground: Ground = materials.ground
    edge = ground.edge(unit.at, to)
    label = game.board.label(to)
    if is_flooded(state) and ground.is_under_water(unit.at, to, edge):
        return Refusal("28.2.E" if edge in ground.majors else "28.2", message("refusal.u43.flood", hex=label))
    if edge in ground.majors:
        if taken:
            return Refusal("12.2", message("refusal.u43.advance-river-second", hex=label))
        on_foot = unit.side == SOVIET and not materials.kind(unit).is_mech
        if not on_foot and not is_bridged(game, state, edge, unit.side):
            return Refusal("12.3", message("refusal.u43.no-bridge", unit=unit.id, hex=label))
    if taken and game.board.terrains[to] in MARSHES and edge not in ground.ways:
        return Refusal("12.2", message("refusal.u43.advance-marsh", hex=label))
    return None


class AdvancePhase(Phase[AdvanceFrame]):
    """The victors advance in any order, a hex at a time, or stay."""

    @rule("12.1", "12.2")
    def menu(self, game: Game, state: State, frame: AdvanceFrame) -> Menu | None:
        offer = advance_offer(
            state,
            frame.units,
            lambda at: (Location(target) for target, _ in game.board.links[at]),
            lambda action: advance_refusal(game, state, frame, action),
        )
        return advance_menu(offer, frame.side, message("prompt.u43.advance", side=frame.side), "12.1")

    def apply(self, game: Game, draft: Draft, frame: AdvanceFrame, action: Action) -> None:
        if isinstance(action, Done):
            draft.end()
            return
        assert isinstance(action, Advance)
        follow(draft, action)
        draft.replace_frame(replace(frame, taken=one_further(frame.units, frame.taken, action.unit)))
        entered(game, draft, action.to, frame.side)
        call_if_taken(game, draft, action.to, frame.side)


CHAPTER = Chapter(actions=(Advance,), events=(UnitAdvanced,), phases={AdvanceFrame: AdvancePhase()})
