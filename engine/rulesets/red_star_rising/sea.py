"""3.6: movement by sea, one unit or two halves a phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import UnitDisplaced
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.control import controller, entered
from engine.rulesets.red_star_rising.factors import status_of
from engine.rulesets.red_star_rising.materials import Kind, Materials
from engine.rulesets.red_star_rising.names import (
    AXIS,
    BLACK_SEA,
    BY_SEA,
    GERMAN,
    HALTED,
    MOVED,
    TRAVEL,
    Arm,
    Role,
    Status,
    enemy_of,
)
from engine.rulesets.red_star_rising.partisans import shift_partisans
from engine.rulesets.red_star_rising.standing import occupied

LANES: Final = (("murmansk", "arkhangelsk", "3.6.4"), ("leningrad", "konigsberg", "3.6.5"))
"""The pairs of ports with a lane of their own, and the case that says so."""


@dataclass(frozen=True, slots=True)
class MoveBySea(Action):
    """Ship a unit from the port it is in to another."""

    kind: ClassVar[str] = "move-by-sea"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class UnitMovedBySea(UnitDisplaced):
    kind: ClassVar[str] = "unit-moved-by-sea"


@dataclass(frozen=True, slots=True)
class SeaFrame(Frame):
    """The ports of the first unit shipped, which a second half unit has to share."""

    kind: ClassVar[str] = "sea"
    shipped: tuple[UnitId, ...] = ()
    origin: Location | None = None
    to: Location | None = None


@rule("3.6.9", "3.6.10")
def may_be_shipped(kind: Kind) -> bool:
    """What goes by sea: mountain units, depots, infantry corps and Kampfgruppen, marines, paratroops, Soviet armies.

    Of motorised units only depots do; Axis armies, cavalry and whatever is not listed do not.
    """
    if kind.role is Role.DEPOT:
        return True
    if kind.motorised:
        return False
    if kind.role is Role.ARMY:
        return kind.side != AXIS
    if kind.role in (Role.CORPS, Role.KAMPFGRUPPE):
        return kind.arm in (Arm.INFANTRY, Arm.MOUNTAIN, Arm.MARINE, Arm.PARATROOP)
    return kind.arm is Arm.MOUNTAIN


@rule("3.6.2")
def is_half_unit(kind: Kind) -> bool:
    """German infantry and mountain Kampfgruppen and Soviet infantry, marine and paratroop corps are half units."""
    if kind.role is Role.KAMPFGRUPPE:
        return kind.nation == GERMAN and kind.arm in (Arm.INFANTRY, Arm.MOUNTAIN)
    return kind.side != AXIS and kind.role is Role.CORPS and kind.arm in (Arm.INFANTRY, Arm.MARINE, Arm.PARATROOP)


@rule("3.6.4", "3.6.5", "3.6.6", "13.0.3")
def lane_refusal(game: Game, state: State, origin: Location, to: Location) -> Refusal | None:
    """Which ports are joined by sea: two pairs that freeze over, and the ports of the Black Sea among themselves."""
    materials: Materials = game.materials
    board, places = game.board, materials.places
    for first, second, case in LANES:
        ends = (places.get(first), places.get(second))
        if origin not in ends and to not in ends:
            continue
        if origin not in ends or to not in ends:
            names = tuple(board.label(end) for end in ends if end is not None)
            return Refusal(case, message("refusal.rsr.other-lane", ports=names))
        return Refusal(case, message("refusal.rsr.frozen")) if materials.is_snow(state.turn) else None
    ports = (board.feature(origin, "port"), board.feature(to, "port"))
    if all(port is not None and port.attributes.get("sea") == BLACK_SEA for port in ports):
        return None
    return Refusal("3.6.6", message("refusal.rsr.no-lane", hex=board.label(to)))


@rule("3.6", "3.6.1", "3.6.3", "3.6.7", "3.6.8")
def sea_refusal(game: Game, state: State, frame: SeaFrame, action: MoveBySea) -> Refusal | None:
    """What keeps a unit from being shipped; enemy zones do not, at either end."""
    materials: Materials = game.materials
    unit = state.units.get(action.unit)
    if unit is None or unit.side != state.side or not materials.is_on_map(unit):
        return Refusal("3.6", message("refusal.rsr.not-yours", unit=action.unit))
    if HALTED in unit.marks:
        return Refusal("8.0.6", message("refusal.rsr.halted", unit=unit.id))
    if MOVED in unit.marks:
        return Refusal("3.6.1", message("refusal.rsr.has-moved", unit=unit.id))
    kind = materials.kind(unit)
    if not may_be_shipped(kind):
        case = "3.6.9" if kind.role is Role.DIVISION else "3.6.10"
        return Refusal(case, message("refusal.rsr.not-shipped", unit=unit.id))
    if status_of(unit) in (Status.UNSUPPLIED, Status.LACKING):
        return Refusal("3.6.8", message("refusal.rsr.not-shipped-short", unit=unit.id))
    return _port_refusal(game, state, unit, action.to) or _quota_refusal(game, state, frame, unit, action.to)


@rule("3.6.3")
def _port_refusal(game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
    """A unit goes from a port to another that its side controls, where no enemy stands."""
    board = game.board
    for at in (unit.at, to):
        if board.feature(at, "port") is None:
            return Refusal("3.6.3", message("refusal.rsr.no-port", hex=board.label(at)))
    if unit.at == to:
        return Refusal("3.6.3", message("refusal.rsr.same-port"))
    lane = lane_refusal(game, state, unit.at, to)
    if lane is not None:
        return lane
    if controller(game, state, to) != unit.side:
        return Refusal("3.6.3", message("refusal.rsr.port-not-held", hex=board.label(to)))
    if to in occupied(game, state, enemy_of(unit.side)):
        return Refusal("3.2", message("refusal.rsr.enemy-in-hex", hex=board.label(to)))
    return None


@rule("3.6.1", "3.6.2")
def _quota_refusal(game: Game, state: State, frame: SeaFrame, unit: Unit, to: Location) -> Refusal | None:
    """After one half unit only another may follow, between the same two ports; what was shipped is known all phase."""
    materials: Materials = game.materials
    shipped = [other for other in state.every_unit() if other.values.get(TRAVEL) == BY_SEA]
    if not shipped:
        return None
    if len(shipped) > 1 or not all(is_half_unit(materials.kind(each)) for each in (unit, *shipped)):
        return Refusal("3.6.1", message("refusal.rsr.one-by-sea"))
    if to != shipped[0].at or (frame.origin is not None and unit.at != frame.origin):
        return Refusal("3.6.2", message("refusal.rsr.other-ports"))
    return None


class SeaPhase(Phase[SeaFrame]):
    """The side may ship one unit, or two halves that share both ports."""

    @rule("3.1.9", "3.6", "3.6.1", "3.6.2")
    def menu(self, game: Game, state: State, frame: SeaFrame) -> Menu | None:
        """Nothing is asked when nobody can be shipped, or when the quota of the phase is used up."""
        materials: Materials = game.materials
        if frame.shipped and not self._has_room(game, state, frame):
            return None
        ports = game.board.with_feature("port")

        def of(units: Iterable[Unit]) -> Iterator[MoveBySea]:
            return (MoveBySea(unit.id, to) for unit in units for to in ports)

        aboard = [unit for at in ports if materials.on_map[at] for unit in state.at(at) if unit.side == state.side]
        offer = Offer(
            MoveBySea,
            lambda: of(aboard),
            lambda action: sea_refusal(game, state, frame, action),
            of_unit=lambda wanted: of(unit for unit in aboard if unit.id == wanted),
        )
        return Menu(state.side, message("prompt.rsr.sea", side=state.side), "3.6", (offer, Offer.one(Done()))).asked_if(
            offer.any()
        )

    def _has_room(self, game: Game, state: State, frame: SeaFrame) -> bool:
        return len(frame.shipped) == 1 and is_half_unit(game.materials.kind(state.unit(frame.shipped[0])))

    @rule("3.6.1", "3.6.3", "3.6.7")
    def apply(self, game: Game, draft: Draft, frame: SeaFrame, action: Action) -> None:
        """A unit that has been shipped moves no more in this phase."""
        if isinstance(action, Done):
            draft.end()
            return
        assert isinstance(action, MoveBySea)
        origin = draft.state.unit(action.unit).at
        draft.replace_frame(SeaFrame((*frame.shipped, action.unit), origin, action.to))
        draft.move_unit(action.unit, action.to)
        draft.mark(action.unit, MOVED)
        draft.set_unit_value(action.unit, TRAVEL, BY_SEA)
        draft.emit(UnitMovedBySea(action.unit, origin, action.to))
        entered(game, draft, action.unit)
        shift_partisans(game, draft)


CHAPTER = Chapter(actions=(MoveBySea,), events=(UnitMovedBySea,), phases={SeaFrame: SeaPhase()})
