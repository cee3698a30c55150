"""Chapter 11: where partisans may be, and how they slip away from Axis units and security divisions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.core.unit_events import UnitDisplaced
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.elimination import eliminate
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import AXIS, SOVIET, Role
from engine.rulesets.red_star_rising.standing import NOT_UNITS, occupied, on_map_with_role

HOMELAND: Final = "soviet-union"
"""The country that partisans stay in."""


@dataclass(frozen=True, slots=True)
class ShiftPartisan(Action):
    """Let partisans slip away to another hex."""

    kind: ClassVar[str] = "shift-partisan"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class PartisanShifted(UnitDisplaced):
    kind: ClassVar[str] = "partisan-shifted"


@dataclass(frozen=True, slots=True)
class PartisanShiftFrame(Frame):
    """These partisans must go before anything else happens."""

    kind: ClassVar[str] = "partisan-shift"
    units: tuple[UnitId, ...]


@derived("units", "stacks", of=SOVIET)
def partisans_on_map(game: Game, state: State) -> tuple[Unit, ...]:
    """The partisans on the map, in the order of their ids."""
    return tuple(unit for unit in on_map_with_role(game, state, Role.PARTISAN) if unit.side == SOVIET)


@rule("11.1.3", "11.1.8", "11.2.2")
@derived("bodies", "stacks", of=AXIS)
def watched(game: Game, state: State) -> frozenset[Location]:
    """The hexes within two of a security division, where no partisans can be."""
    materials: Materials = game.materials
    clear = materials.number("partisan_clear_of_security")
    found: set[Location] = set()
    for unit in on_map_with_role(game, state, Role.SECURITY):
        found.update(materials.around(unit.at, clear))
    return frozenset(found)


@rule("11.1.3", "11.1.8", "11.2.2")
def partisan_refusal(game: Game, state: State, unit: UnitId, at: Location, case: str) -> Refusal | None:
    """What keeps partisans out of a hex, whether they are placed or slip away; `case` is the one that asks.

    They stay in the Soviet Union, alone, and away from Axis units and security divisions; enemy zones do not matter.
    """
    materials: Materials = game.materials
    label = game.board.label(at)
    if not materials.is_ground[at] or materials.country(at) != HOMELAND:
        return Refusal(case, message("refusal.rsr.partisans-abroad", hex=label))
    if at in occupied(game, state, AXIS):
        return Refusal(case, message("refusal.rsr.partisans-meet-axis", hex=label))
    if any(other.id != unit and materials.kind(other).role is Role.PARTISAN for other in state.at(at)):
        return Refusal(case, message("refusal.rsr.partisans-meet", hex=label))
    if at in watched(game, state):
        return Refusal(case, message("refusal.rsr.partisans-watched", hex=label))
    return None


@rule("11.1.3", "11.2.2")
def hiding_places(game: Game, state: State) -> tuple[Location, ...]:
    """The hexes that nothing keeps new partisans out of, in the order of the board."""
    materials: Materials = game.materials
    barred = occupied(game, state, AXIS) | watched(game, state)
    taken = barred.union(unit.at for unit in on_map_with_role(game, state, Role.PARTISAN))
    return tuple([at for at in materials.standing_ground if at not in taken and materials.country(at) == HOMELAND])


@rule("11.1.8")
def must_go(game: Game, state: State) -> tuple[UnitId, ...]:
    """The partisans that an Axis unit has come upon, or a security division near."""
    found = partisans_on_map(game, state)
    if not found:
        return ()
    close = watched(game, state)
    return tuple(unit.id for unit in found if unit.at in close or _meets_axis(game, state, unit.at))


def _meets_axis(game: Game, state: State, at: Location) -> bool:
    """Whether Axis units occupy a hex; asked of one hex after every step, so without a look at the whole map."""
    materials: Materials = game.materials
    return any(unit.side == AXIS and materials.kind(unit).role not in NOT_UNITS for unit in state.at(at))


@rule("11.1.8")
def shift_partisans(game: Game, draft: Draft) -> bool:
    """Ask the Soviet side to move partisans that must go; says whether it was asked.

    Whoever has moved units calls this last, when no other frame has been begun.
    """
    units = must_go(game, draft.state)
    if not units:
        return False
    draft.call(PartisanShiftFrame(units))
    return True


@rule("11.1.8")
def shift_refusal(game: Game, state: State, frame: PartisanShiftFrame, action: ShiftPartisan) -> Refusal | None:
    """What keeps partisans from slipping away to a hex: it is their own, too far, or no place for them."""
    if action.unit not in frame.units:
        return Refusal("11.1.4", message("refusal.rsr.partisans-stay", unit=action.unit))
    unit = state.unit(action.unit)
    if action.to == unit.at or action.to not in _around(game, unit):
        most = game.materials.number("partisan_shift")
        return Refusal("11.1.8", message("refusal.rsr.partisans-too-far", hexes=most))
    return partisan_refusal(game, state, unit.id, action.to, "11.1.8")


def _around(game: Game, unit: Unit) -> tuple[Location, ...]:
    materials: Materials = game.materials
    return materials.around(unit.at, materials.number("partisan_shift"))


def _ways_out(game: Game, state: State, frame: PartisanShiftFrame, units: Iterable[UnitId]) -> Iterable[ShiftPartisan]:
    return (ShiftPartisan(unit, at) for unit in units for at in _around(game, state.unit(unit)))


class PartisanShiftPhase(Phase[PartisanShiftFrame]):
    """The Soviet side moves each of its partisans that must go; one that has nowhere to go is lost."""

    def start(self, game: Game, draft: Draft, frame: PartisanShiftFrame) -> None:
        self._lose_cornered(game, draft, frame)

    def menu(self, game: Game, state: State, frame: PartisanShiftFrame) -> Menu | None:
        offer = Offer(
            ShiftPartisan,
            lambda: _ways_out(game, state, frame, frame.units),
            lambda action: shift_refusal(game, state, frame, action),
            of_unit=lambda unit: _ways_out(game, state, frame, (unit,) if unit in frame.units else ()),
        )
        prompt = message("prompt.rsr.partisan-shift", side=SOVIET, units=tuple(frame.units))
        return Menu(SOVIET, prompt, "11.1.8", (offer,))

    def apply(self, game: Game, draft: Draft, frame: PartisanShiftFrame, action: Action) -> None:
        assert isinstance(action, ShiftPartisan)
        origin = draft.state.unit(action.unit).at
        draft.move_unit(action.unit, action.to)
        draft.emit(PartisanShifted(action.unit, origin, action.to))
        rest = tuple(unit for unit in frame.units if unit != action.unit)
        self._lose_cornered(game, draft, PartisanShiftFrame(rest))

    @rule("11.1.8")
    def _lose_cornered(self, game: Game, draft: Draft, frame: PartisanShiftFrame) -> None:
        """Partisans for whom no hex is left are eliminated for good."""
        left: list[UnitId] = []
        for unit in frame.units:
            ways = _ways_out(game, draft.state, frame, (unit,))
            if any(shift_refusal(game, draft.state, frame, way) is None for way in ways):
                left.append(unit)
            else:
                eliminate(game, draft, unit)
        if left:
            draft.replace_frame(PartisanShiftFrame(tuple(left)))
        else:
            draft.end()


CHAPTER = Chapter(
    actions=(ShiftPartisan,),
    events=(PartisanShifted,),
    phases={PartisanShiftFrame: PartisanShiftPhase()},
)
