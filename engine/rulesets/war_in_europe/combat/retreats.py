"""12.6 and 11.32: beaten units fall back one hex, or are removed; new battle groups may step back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.actions import Done, Retreat
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import UnitRetreated
from engine.mechanics.retreats import fall_back, least_burdened, retreat_offer, trapped
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.elimination import remove
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import CROWDED, FORTIFIED, SHELTERED, Role, enemy_of
from engine.rulesets.war_in_europe.neutrality import neutral_hexes
from engine.rulesets.war_in_europe.occupation import came_into
from engine.rulesets.war_in_europe.stacking import overstacking
from engine.rulesets.war_in_europe.standing import company, open_zones, standing
from engine.rulesets.war_in_europe.weather import is_frozen


@dataclass(frozen=True, slots=True)
class RetreatFrame(Frame):
    """Units of a side go back one hex each: those of a beaten stack must, new battle groups may."""

    kind: ClassVar[str] = "retreat"
    side: Side
    units: tuple[UnitId, ...]
    must: bool = True
    gone: tuple[UnitId, ...] = ()
    """Those of it who have fallen back: a hex with nobody else in it is still vacant for their companions."""


@rule("12.66", "12.64", "6.66", "12.65", "18.21")
def open_ways(game: Game, state: State, unit: Unit, gone: tuple[UnitId, ...] = ()) -> dict[Location, int]:
    """Where a unit can fall back to, with what speaks against it; repair units along the railway alone.

    Not into enemies, nor into their zones where no friend stands, nor over sea, lakes, blocked sides and off the map;
    fortified units and cadres nowhere.
    """
    materials: Materials = game.materials
    kind, ground = materials.kind(unit), materials.ground
    if FORTIFIED in unit.marks or kind.role is Role.CADRE:
        return {}
    frozen, enemy = is_frozen(game, state), enemy_of(unit.side)
    if kind.role is Role.REPAIR:
        around = [Location(to) for to, _ in ground.rail_links.steps[unit.at]]
    else:
        around = [Location(to) for to, _ in ground.prices(kind.movement_column, frozen=frozen).steps[unit.at]]
    there, zones = standing(game, state, enemy).present, open_zones(game, state, unit.side)
    neutral = neutral_hexes(game, state)
    found: dict[Location, int] = {}
    for to in around:
        if to in there or to in neutral or to in zones:
            continue
        found[to] = int(has_others(game, state, unit, to, gone))
    return found


@rule("12.62")
def has_others(game: Game, state: State, unit: Unit, to: Location, gone: tuple[UnitId, ...]) -> bool:
    """Whether a unit would join friends in a hex: not those who fell back there with it, while there is room."""
    friends = company(state, to, unit.side)
    return any(each.id not in gone for each in friends) or overstacking(game, (*friends, unit)) is not None


@rule("12.61", "12.62")
def ways(game: Game, state: State, unit: Unit, gone: tuple[UnitId, ...] = ()) -> dict[Location, int]:
    """A vacant hex outside enemy zones first; else a hex of friends, be it in a zone and full (ruling 35)."""
    return least_burdened(open_ways(game, state, unit, gone))


@rule("12.6", "12.62")
def retreat_refusal(game: Game, state: State, frame: RetreatFrame, action: Retreat) -> Refusal | None:
    if action.unit not in frame.units:
        return Refusal("12.6", message("refusal.wie.no-retreat", unit=action.unit))
    unit = state.unit(action.unit)
    label = game.board.label(action.to)
    if action.to not in open_ways(game, state, unit):
        on_rails = game.materials.kind(unit).role is Role.REPAIR
        along = on_rails and action.to not in {to for to, _ in game.materials.ground.rail_links.steps[unit.at]}
        case = "12.64" if along else "12.66"
        return Refusal(case, message("refusal.wie.retreat-closed", unit=action.unit, hex=label))
    if action.to not in ways(game, state, unit, frame.gone):
        return Refusal("12.62", message("refusal.wie.retreat-better", unit=action.unit, hex=label))
    return None


class RetreatPhase(Phase[RetreatFrame]):
    """Each unit goes where its owner says; who has nowhere to go and must is removed."""

    def start(self, game: Game, draft: Draft, frame: RetreatFrame) -> None:
        self._go_on(game, draft, frame)

    @rule("12.66")
    def _go_on(self, game: Game, draft: Draft, frame: RetreatFrame) -> None:
        """Those without a way are removed, without a battle group (ruling 35); nobody else waits for long."""
        if frame.must:
            state = draft.state
            lost = tuple(trapped(frame.units, lambda unit: bool(ways(game, state, state.unit(unit))), together=True))
            for unit in lost:
                remove(game, draft, unit)
            frame = replace(frame, units=tuple(unit for unit in frame.units if unit not in lost))
        draft.replace_frame(frame)

    @rule("12.6", "12.63", "11.32")
    def menu(self, game: Game, state: State, frame: RetreatFrame) -> Menu | None:
        """One hex each; a new battle group may also stay."""
        offer = retreat_offer(
            frame.units,
            lambda unit: ways(game, state, state.unit(unit), frame.gone),
            lambda action: retreat_refusal(game, state, frame, action),
        )
        if not offer.any():
            return None
        said = message("prompt.wie.retreat" if frame.must else "prompt.wie.step-back", side=frame.side)
        case = "12.6" if frame.must else "12.63"
        stay: tuple[Offer[Done], ...] = () if frame.must else (Offer.one(Done()),)
        return Menu(frame.side, said, case, (offer, *stay), default=None if frame.must else Done())

    @rule("12.62")
    def apply(self, game: Game, draft: Draft, frame: RetreatFrame, action: Action) -> None:
        """Who joins friends adds nothing to their defence in this turn, but shares their fate.

        They may be too many for a while, until the end of their next movement.
        """
        if not isinstance(action, Retreat):
            draft.end()
            return
        joins = has_others(game, draft.state, draft.state.unit(action.unit), action.to, frame.gone)
        fall_back(draft, action.unit, action.to)
        draft.unmark(action.unit, SHELTERED)
        if joins:
            draft.mark(action.unit, SHELTERED)
            crowd = company(draft.state, action.to, frame.side)
            for unit in crowd if overstacking(game, crowd) is not None else ():
                draft.mark(unit.id, CROWDED)
        came_into(game, draft, action.to, frame.side)
        left = tuple(unit for unit in frame.units if unit != action.unit)
        self._go_on(game, draft, replace(frame, units=left, gone=(*frame.gone, action.unit)))


CHAPTER = Chapter(actions=(Retreat,), events=(UnitRetreated,), phases={RetreatFrame: RetreatPhase()})
