"""15.4: Soviet paratroops, who come from the air or not at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.facets import DieThrow, UnitMove
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.quotas import Quota
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.core.terms import Op, Term, sum_of
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.control import entered
from engine.rulesets.red_star_rising.elimination import eliminate
from engine.rulesets.red_star_rising.factors import status_of
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import (
    AXIS,
    BY_AIR,
    DROPPED,
    PARATROOPS,
    SOVIET,
    TRAVEL,
    Role,
    Status,
    Weather,
)
from engine.rulesets.red_star_rising.reinforcements import HOMELAND
from engine.rulesets.red_star_rising.standing import occupied, on_map_with_role
from engine.rulesets.red_star_rising.zones import in_zone


@dataclass(frozen=True, slots=True)
class Drop(Action):
    """Let paratroops jump over a hex."""

    kind: ClassVar[str] = "drop"
    unit: UnitId
    at: Location


@dataclass(frozen=True, slots=True)
class ParatroopFrame(Frame):
    """One drop may be made before the Soviet side moves."""

    kind: ClassVar[str] = "paratroops"
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class DropRolled(Event):
    kind: ClassVar[str] = "drop-rolled"
    unit: UnitId
    at: Location
    die: int
    modified: int
    landed: bool

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.came(self.unit, self.at),) if self.landed else ()

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, unit=self.unit),)


@rule("15.4.2", "15.4.4")
def drop_refusal(game: Game, state: State, action: Drop) -> Refusal | None:
    """A drop is made in the homeland, within reach of a supplied headquarters, not onto Axis units."""
    materials: Materials = game.materials
    board = game.board
    unit = state.units.get(action.unit)
    if unit is None or unit.at != board.at(PARATROOPS):
        return Refusal("15.4.4", message("refusal.rsr.no-paratroops", unit=action.unit))
    if any(other.values.get(TRAVEL) == BY_AIR for other in state.every_unit()):
        return Refusal("15.4.4", message("refusal.rsr.one-drop"))
    if not materials.is_ground[action.at] or materials.country(action.at) != HOMELAND:
        return Refusal("15.4.2", message("refusal.rsr.not-homeland", hex=board.label(action.at)))
    if action.at in occupied(game, state, AXIS):
        return Refusal("15.4.2", message("refusal.rsr.enemy-there", hex=board.label(action.at)))
    reach = materials.number("drop_range")
    if not any(action.at in materials.around(base.at, reach) for base in _headquarters(game, state)):
        return Refusal("15.4.2", message("refusal.rsr.drop-range", hex=board.label(action.at), hexes=reach))
    return None


@derived("units", "stacks", of=SOVIET)
def _headquarters(game: Game, state: State) -> tuple[Unit, ...]:
    """The Soviet headquarters that are supplied."""
    bases = on_map_with_role(game, state, Role.HEADQUARTERS)
    return tuple(unit for unit in bases if unit.side == SOVIET and status_of(unit) is Status.SUPPLIED)


@rule("15.4.3", "13.0.2", "13.0.3")
def drop_terms(game: Game, state: State, at: Location) -> tuple[Term, ...]:
    """The modifiers of the die of a drop: 1 more in an enemy zone, 3 less in mud and snow."""
    materials: Materials = game.materials
    terms = []
    if in_zone(game, state, at, AXIS):
        terms.append(Term(message("term.rsr.drop-zone"), materials.by_name("drop_die", "zone"), "15.4.3", Op.DIE))
    if materials.weather(state.turn) is not Weather.CLEAR:
        terms.append(Term(message("term.rsr.drop-weather"), materials.by_name("drop_die", "weather"), "15.4.3", Op.DIE))
    return tuple(terms)


class ParatroopPhase(Phase[ParatroopFrame]):
    """Before its first move the Soviet side may make one drop."""

    @rule("15.4.4")
    def menu(self, game: Game, state: State, frame: ParatroopFrame) -> Menu | None:
        """Paratroops may wait as long as one likes; no more than one unit a turn jumps."""
        if frame.dropped:
            return None
        waiting = sorted(unit.id for unit in state.at(game.board.at(PARATROOPS)))
        reach = game.materials.number("drop_range")
        places = sorted({at for base in _headquarters(game, state) for at in game.board.within(base.at, reach)})
        offer = Offer(
            Drop,
            lambda: (Drop(unit, at) for unit in waiting for at in places),
            lambda action: drop_refusal(game, state, action),
            quota=Quota.of(1),
        )
        return Menu(
            SOVIET, message("prompt.rsr.paratroops"), "15.4.2", (offer, Offer.one(Done())), default=Done()
        ).asked_if(bool(waiting) and offer.any())

    @rule("15.4.2", "15.4.3", "15.4.5")
    def apply(self, game: Game, draft: Draft, frame: ParatroopFrame, action: Action) -> None:
        """One die: with 2 or less they land, and act alone in this phase; otherwise they are lost for good."""
        if isinstance(action, Done):
            draft.end()
            return
        assert isinstance(action, Drop)
        terms = drop_terms(game, draft.state, action.at)
        die = draft.roll()
        modified = die + int(sum_of(terms, Op.DIE))
        landed = modified <= game.materials.number("drop_success")
        draft.emit(DropRolled(action.unit, action.at, die, modified, landed))
        draft.replace_frame(ParatroopFrame(dropped=True))
        if landed:
            draft.move_unit(action.unit, action.at)
            draft.mark(action.unit, DROPPED)
            entered(game, draft, action.unit)
        else:
            eliminate(game, draft, action.unit)
        draft.set_unit_value(action.unit, TRAVEL, BY_AIR)


CHAPTER = Chapter(actions=(Drop,), events=(DropRolled,), phases={ParatroopFrame: ParatroopPhase()})
