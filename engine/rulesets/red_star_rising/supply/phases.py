"""2.0.A, steps a, c and d: the supply phase. Step b is the air fleets' and step e the strength markers'.

Bases that have no supply leave first, with every depot still in place; then the Axis decides about its depots, and only
then are the states of supply found (ruling 7). They are marked on the units and hold until the next supply phase.
"""

from __future__ import annotations

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.elimination import (
    air_base_leaves,
    depot_leaves,
    headquarters_leaves,
    put_away,
)
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import (
    AXIS,
    EMERGENCY_SOURCE,
    ISOLATED,
    LEADER_POOL,
    SHORTAGES,
    Role,
    Status,
)
from engine.rulesets.red_star_rising.supply.attrition import AttritionPhase
from engine.rulesets.red_star_rising.supply.axis import depots, note_capitals
from engine.rulesets.red_star_rising.supply.lines import is_isolated, live_status
from engine.rulesets.red_star_rising.supply.records import (
    ACTIONS,
    EVENTS,
    AirBaseSupplyFrame,
    AirBaseUnsupplied,
    AttritionFrame,
    ConvertDepot,
    DepotConverted,
    LeaderWithdrawn,
    MovementBeginsFrame,
    RemoveDepot,
    SupplyChecked,
    SupplyFrame,
)

__all__ = ["CHAPTER", "AirBaseSupplyFrame", "AttritionFrame", "MovementBeginsFrame", "SupplyFrame"]


class AirBaseSupplyPhase(Phase[AirBaseSupplyFrame]):
    """Nothing is decided."""

    @rule("2.0.A", "10.6.2", "10.8.2", "12.1.4")
    def start(self, game: Game, draft: Draft, frame: AirBaseSupplyFrame) -> None:
        """Each base that is not supplied, be it that it only lacks supply, leaves with its fleet."""
        materials: Materials = game.materials
        failing = [
            unit.id
            for unit in draft.state.every_unit()
            if materials.kind(unit).role is Role.AIR_BASE
            and materials.is_on_map(unit)
            and live_status(game, draft.state, unit) is not Status.SUPPLIED
        ]
        for base in failing:
            draft.emit(AirBaseUnsupplied(base))
            air_base_leaves(game, draft, base)


def _free_depots(game: Game, state: State) -> tuple[Unit, ...]:
    """The depots about which the Axis can still decide."""
    return tuple(unit for unit in depots(game, state) if EMERGENCY_SOURCE not in unit.marks)


class SupplyPhase(Phase[SupplyFrame]):
    """The Axis takes depots away or uses them up; then all units of both sides are looked at."""

    def start(self, game: Game, draft: Draft, frame: SupplyFrame) -> None:
        self._check_if_decided(game, draft)

    @rule("10.2.1", "10.2.4")
    def menu(self, game: Game, state: State, frame: SupplyFrame) -> Menu | None:
        """Each depot may be removed or converted; none must."""
        if frame.checked:
            return None
        free = _free_depots(game, state)
        case = Refusal("10.2.1", message("refusal.rsr.no-depot"))
        return Menu(
            AXIS,
            message("prompt.rsr.depots", count=len(free)),
            "10.2.1",
            (
                Offer.among((RemoveDepot(unit.id) for unit in free), RemoveDepot, case),
                Offer.among((ConvertDepot(unit.id) for unit in free), ConvertDepot, case),
                Offer.one(Done()),
            ),
            default=Done(),
        )

    @rule("10.2.1", "10.2.4")
    def apply(self, game: Game, draft: Draft, frame: SupplyFrame, action: Action) -> None:
        """A depot that is removed comes back in four turns; one that is converted helps once more before it does."""
        if isinstance(action, RemoveDepot):
            depot_leaves(game, draft, action.unit)
        elif isinstance(action, ConvertDepot):
            draft.mark(action.unit, EMERGENCY_SOURCE)
            draft.emit(DepotConverted(action.unit))
        self._check_if_decided(game, draft, done=isinstance(action, Done))

    def _check_if_decided(self, game: Game, draft: Draft, *, done: bool = False) -> None:
        if done or not _free_depots(game, draft.state):
            draft.replace_frame(SupplyFrame(checked=True))
            check_supply(game, draft)


@rule("2.0.A", "10.0.2", "10.0.3", "10.0.4")
def check_supply(game: Game, draft: Draft) -> None:
    """Find the state of every unit on the map, mark it, and let those leave that cannot stay without supply."""
    materials: Materials = game.materials
    state = draft.state
    units = [unit for unit in state.every_unit() if materials.is_on_map(unit)]
    found = {unit.id: live_status(game, state, unit) for unit in units}
    isolated = tuple(unit.id for unit in units if is_isolated(game, state, unit))
    for unit in units:
        kept = unit.marks - {*SHORTAGES, ISOLATED}
        short = {str(status) for status in SHORTAGES if status is found[unit.id]}
        marks = kept | short | ({ISOLATED} if unit.id in isolated else set())
        if marks != unit.marks:
            draft.change_unit(unit.id, marks=marks)
    by_status = {status: tuple(unit for unit, is_in in found.items() if is_in is status) for status in SHORTAGES}
    draft.emit(
        SupplyChecked(by_status[Status.UNSUPPLIED], by_status[Status.LACKING], by_status[Status.EMERGENCY], isolated)
    )
    for name, status in found.items():
        if status in SHORTAGES:
            _leave_without_supply(game, draft, name, status)
    for depot in depots(game, draft.state):
        if EMERGENCY_SOURCE in depot.marks:
            depot_leaves(game, draft, depot.id)


@rule("10.6.3", "10.6.4")
def _leave_without_supply(game: Game, draft: Draft, unit: UnitId, status: Status) -> None:
    """Out of supply a leader goes back among those to be drawn, a headquarters throws for its return; others stay."""
    materials: Materials = game.materials
    role = materials.kind(draft.state.unit(unit)).role
    if status is not Status.UNSUPPLIED:
        return
    if role is Role.LEADER:
        put_away(game, draft, unit, LEADER_POOL)
        draft.emit(LeaderWithdrawn(unit))
    elif role is Role.HEADQUARTERS:
        headquarters_leaves(game, draft, unit)


class MovementBeginsPhase(Phase[MovementBeginsFrame]):
    """Nothing is decided."""

    @rule("10.3.1", "10.3.2")
    def start(self, game: Game, draft: Draft, frame: MovementBeginsFrame) -> None:
        """Whether Soviet units stand in Helsinki or Bucharest counts as a movement phase begins."""
        note_capitals(game, draft)


CHAPTER = Chapter(
    actions=ACTIONS,
    events=EVENTS,
    phases={
        AirBaseSupplyFrame: AirBaseSupplyPhase(),
        SupplyFrame: SupplyPhase(),
        AttritionFrame: AttritionPhase(),
        MovementBeginsFrame: MovementBeginsPhase(),
    },
)
