"""8.2.7: the winner follows into the hex that was left, and perhaps one further."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.core.actions import Advance, Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import UnitAdvanced
from engine.mechanics.advances import advance_offer, follow, hexes_taken, one_further
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.combat.retreat_ways import priced
from engine.rulesets.white_october.control import entered
from engine.rulesets.white_october.fatigue import DECLARED, pay_forced_march
from engine.rulesets.white_october.kinds import Kind
from engine.rulesets.white_october.marches import reserved_hexes
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.movement import ForceMarch, MarchForced, forced_march_refusal
from engine.rulesets.white_october.names import ADVANCED, FORCED_MARCH, ROUTED, Role, Trait, enemy_of
from engine.rulesets.white_october.red_morale import shunned
from engine.rulesets.white_october.stacking import joining_refusal, left_alone, lonely_vehicles
from engine.rulesets.white_october.standing import ashore, company, standing, still_there, zone_hexes


@dataclass(frozen=True, slots=True)
class AdvanceFrame(Frame):
    """Victors who may follow; `must` while a combat unit still has to."""

    kind: ClassVar[str] = "advance"
    side: Side
    units: tuple[UnitId, ...]
    taken: tuple[int, ...]
    won: tuple[Location, ...]
    """The hexes that were emptied; when one of several has been entered, that one alone."""
    most: int
    trail: tuple[Location, ...] = ()
    """Where the enemy went from there, for those who may go on."""
    must: bool = True
    rule: str = "8.2.7"


def is_empty(game: Game, state: State, at: Location, side: Side) -> bool:
    """Whether nobody of the other side is left in a hex on land."""
    return not ashore(game, state, at, enemy_of(side))


@rule("8.2.7")
def victors(game: Game, state: State, units: Iterable[UnitId], side: Side) -> tuple[UnitId, ...]:
    """Who may advance: the victorious units that stand, and staffs and guns stacked with their combat units."""
    materials: Materials = game.materials
    winners = [unit for unit in still_there(game, state, units) if ROUTED not in unit.marks]
    hexes = sorted({unit.at for unit in winners if materials.kind(unit).is_combat})
    with_them = [
        unit
        for at in hexes
        for unit in company(state, at, side)
        if (materials.kind(unit).is_staff or materials.kind(unit).role is Role.ARTILLERY) and ROUTED not in unit.marks
    ]
    found = dict.fromkeys(unit.id for unit in (*winners, *with_them) if not _stays(materials.kind(unit)))
    return tuple(found)


@rule("11.2.2", "13")
def _stays(kind: Kind) -> bool:
    """Forts stay where they are, and the detachment of a district leaves it in retreat or rout alone."""
    return kind.role is Role.FORT or kind.has(Trait.DISTRICT)


@rule("8.2.7", "5.4", "7.2", "7.8", "10.1")
def advance_refusal(game: Game, state: State, frame: AdvanceFrame, action: Advance) -> Refusal | None:
    """What forbids a victor the next hex; a headquarters alone does not hold up who goes on."""
    materials: Materials = game.materials
    if action.unit not in frame.units:
        return Refusal("8.2.7", message("refusal.wo.advance-not-victor", unit=action.unit))
    unit = state.unit(action.unit)
    taken = hexes_taken(frame.units, frame.taken, action.unit)
    label = game.board.label(action.to)
    if taken == 0 and action.to not in frame.won:
        return Refusal("8.2.7", message("refusal.wo.advance-elsewhere", hex=label))
    if action.to not in materials.ground.around[unit.at]:
        return Refusal("8.2.7", message("refusal.wo.not-adjacent", unit=action.unit, hex=label))
    if action.to in standing(game, state, enemy_of(frame.side)).occupied:
        return Refusal("8.2.7", message("refusal.wo.enemy-there", hex=label))
    if priced(game, state, unit, unit.at, action.to) is None:
        return Refusal("8.2.7", message("refusal.wo.impassable", unit=action.unit, hex=label))
    if not any(frame.taken) and not materials.kind(unit).is_combat:
        return Refusal("8.2.7", message("refusal.wo.advance-combat-first", unit=action.unit))
    if action.to in shunned(game, state, unit):
        return Refusal("10.1", message("refusal.wo.restricted", unit=action.unit, hex=label))
    if action.to in reserved_hexes(game, state, frame.side):
        return Refusal("7.8", message("refusal.wo.cannot-stay", unit=action.unit, hex=label))
    if taken and (refusal := _second_refusal(game, state, frame, unit, action.to)) is not None:
        return refusal
    return joining_refusal(game, state, unit, action.to) or _vehicle_refusal(game, state, unit, action.to)


@rule("7.2", "14.1")
def _vehicle_refusal(game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
    """A vehicle goes only where it finds company; those that would be left alone behind have to be able to follow."""
    if game.materials.kind(unit).is_vehicle:
        return lonely_vehicles(game, (*(other for other in state.at(to) if other.side == unit.side), unit))
    stuck = [each for each in left_alone(game, state, unit) if priced(game, state, each, unit.at, to) is None]
    return Refusal("7.2", message("refusal.wo.vehicle-alone", unit=stuck[0].id)) if stuck else None


@rule("8.2.7", "7.4")
def _second_refusal(game: Game, state: State, frame: AdvanceFrame, unit: Unit, to: Location) -> Refusal | None:
    """A second hex for cavalry and armoured cars whatever the zones; for infantry if it is easy, or by forced march."""
    materials: Materials = game.materials
    kind, label = materials.kind(unit), game.board.label(to)
    if hexes_taken(frame.units, frame.taken, unit.id) >= frame.most:
        return Refusal("8.2.7", message("refusal.wo.advance-no-further", unit=unit.id))
    if to not in frame.trail:
        return Refusal("8.2.7", message("refusal.wo.advance-trail", hex=label))
    if kind.role in (Role.CAVALRY, Role.ARMOURED_CAR):
        return None
    if kind.role is not Role.INFANTRY:
        return Refusal("8.2.7", message("refusal.wo.advance-no-further", unit=unit.id))
    if is_easy(game, state, unit, to) or (kind.is_nwa and state.values.get(FORCED_MARCH, False)):
        return None
    return Refusal("8.2.7", message("refusal.wo.advance-hard", unit=unit.id, hex=label))


@rule("8.2.7")
def is_easy(game: Game, state: State, unit: Unit, to: Location) -> bool:
    """Whether infantry goes on without a forced march: not from zone to zone, and for one movement point."""
    zones = zone_hexes(game, state, enemy_of(unit.side))
    cost = priced(game, state, unit, unit.at, to)
    return not (unit.at in zones and to in zones) and cost is not None and cost <= 1


class AdvancePhase(Phase[AdvanceFrame]):
    """One unit and one hex at a time."""

    @rule("8.2.7", "8.2.1", "8.2.3")
    def menu(self, game: Game, state: State, frame: AdvanceFrame) -> Menu | None:
        around = game.materials.ground.around
        offer = advance_offer(
            state, frame.units, lambda at: around[at], lambda action: advance_refusal(game, state, frame, action)
        )
        march = self._march_refusal(game, state, frame)
        if not offer.any() and march is not None:
            return None
        stay = Refusal("8.2.7", message("refusal.wo.advance-must")) if frame.must and offer.any() else None
        offers: tuple[Offer[Any], ...] = (offer, Offer.one(ForceMarch(), march), Offer.one(Done(), stay))
        said = message("prompt.wo.advance", side=frame.side)
        return Menu(frame.side, said, frame.rule, offers)

    @rule("7.4", "8.2.7")
    def _march_refusal(self, game: Game, state: State, frame: AdvanceFrame) -> Refusal | None:
        """A forced march may be declared for an advance that it makes longer."""
        if frame.side != state.side:
            return Refusal("7.4", message("refusal.wo.march-not-white"))
        refusal = forced_march_refusal(game, state)
        if refusal is not None:
            return refusal
        materials: Materials = game.materials
        for unit, taken in zip(frame.units, frame.taken, strict=True):
            kind = materials.kind(state.unit(unit))
            if kind.role is Role.INFANTRY and kind.is_nwa and 0 < taken < frame.most and frame.trail:
                return None
        return Refusal("7.4", message("refusal.wo.march-needless"))

    def apply(self, game: Game, draft: Draft, frame: AdvanceFrame, action: Action) -> None:
        if isinstance(action, Done):
            draft.end()
            return
        if isinstance(action, ForceMarch):
            draft.set_value(FORCED_MARCH, DECLARED)
            draft.emit(MarchForced())
            return
        assert isinstance(action, Advance)
        unit = draft.state.unit(action.unit)
        kind = game.materials.kind(unit)
        second = hexes_taken(frame.units, frame.taken, action.unit) > 0
        won = frame.won if second else (action.to,)
        if second and kind.role is Role.INFANTRY and not is_easy(game, draft.state, unit, action.to):
            pay_forced_march(draft)
        along = left_alone(game, draft.state, unit)
        follow(draft, action)
        draft.mark(action.unit, ADVANCED)
        taken = one_further(frame.units, frame.taken, action.unit)
        for vehicle in along:
            follow(draft, Advance(vehicle.id, action.to))
            taken = one_further(frame.units, taken, vehicle.id)
        entered(game, draft, action.to, frame.side)
        must = frame.must and not kind.is_combat
        draft.replace_frame(replace(frame, taken=taken, won=won, must=must))


CHAPTER = Chapter(actions=(Advance,), events=(UnitAdvanced,), phases={AdvanceFrame: AdvancePhase()})
