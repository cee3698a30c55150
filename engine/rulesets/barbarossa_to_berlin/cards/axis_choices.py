"""What the events of Axis cards leave to a side to choose: units to refit or withdraw, and spaces for markers.

What an event hands out has to be taken as far as there is somebody or some place for it (7.6); none of these choices
can be declined.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import TRENCHES_OF, holds
from engine.rulesets.barbarossa_to_berlin.effects import for_round
from engine.rulesets.barbarossa_to_berlin.eliminations import to_box
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import (
    ALLIED,
    ALLIED_ELIMINATED,
    ALLIED_RESERVE,
    ATLANTIC_WALL,
    AXIS,
    AXIS_RESERVE,
    AXIS_TRENCH,
    LUFTWAFFE_SUPPLY,
    PARTISANS,
    REMOVED,
    Nation,
    Supply,
)
from engine.rulesets.barbarossa_to_berlin.nations import USSR, is_panzer
from engine.rulesets.barbarossa_to_berlin.replacements import UnitRestored
from engine.rulesets.barbarossa_to_berlin.supply import space_supply, supply_of
from engine.rulesets.chapter import Chapter

NORTHERN_BEACHES: Final = frozenset("ABCDEFGHI")


@dataclass(frozen=True, slots=True)
class Refit(Action):
    """Bring a reduced Panzer unit to full strength."""

    kind: ClassVar[str] = "refit"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class WithdrawCorps(Action):
    """Take a Commonwealth corps out of the game."""

    kind: ClassVar[str] = "withdraw-corps"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class Entrench(Action):
    """Put a trench on a space."""

    kind: ClassVar[str] = "entrench"
    at: Location


@dataclass(frozen=True, slots=True)
class SweepPartisans(Action):
    """Take a partisan marker off a space."""

    kind: ClassVar[str] = "sweep-partisans"
    at: Location


@dataclass(frozen=True, slots=True)
class Airlift(Action):
    """Let the Luftwaffe bring supply to a space."""

    kind: ClassVar[str] = "airlift"
    at: Location


@dataclass(frozen=True, slots=True)
class RefitFrame(Frame):
    """Panzer units are brought to full strength; with `armies` only armies, and without it they rest for the round."""

    kind: ClassVar[str] = "refit"
    left: int
    armies: bool = False


@dataclass(frozen=True, slots=True)
class WithdrawalFrame(Frame):
    """The Allies withdraw Commonwealth corps."""

    kind: ClassVar[str] = "withdrawal"
    left: int


@dataclass(frozen=True, slots=True)
class TrenchFrame(Frame):
    """Trenches of one sort are placed."""

    kind: ClassVar[str] = "trenches"
    left: int
    marker: str = AXIS_TRENCH
    case: str = "10.2"
    """The card that places them."""


@dataclass(frozen=True, slots=True)
class SweepFrame(Frame):
    """Partisan markers are taken off."""

    kind: ClassVar[str] = "sweep"
    left: int
    case: str = "card.axis.40"
    """The card that sweeps."""


@dataclass(frozen=True, slots=True)
class AirliftFrame(Frame):
    """A space is supplied by air."""

    kind: ClassVar[str] = "airlift"
    left: int = 1


@dataclass(frozen=True, slots=True)
class TrenchPlaced(Event):
    kind: ClassVar[str] = "trench-placed"
    at: Location
    marker: str


@dataclass(frozen=True, slots=True)
class PartisansSwept(Event):
    kind: ClassVar[str] = "partisans-swept"
    at: Location


@dataclass(frozen=True, slots=True)
class AirliftBegun(Event):
    kind: ClassVar[str] = "airlift-begun"
    at: Location


# Panzers


@rule("card.axis.6", "card.axis.52")
def refit_refusal(game: Game, state: State, frame: RefitFrame, unit: UnitId) -> Refusal | None:
    """What keeps a unit from a refit: it is no Panzer in play, no army where one is asked for, or not reduced."""
    case = "card.axis.52" if frame.armies else "card.axis.6"
    record = state.units.get(unit)
    if record is None or not _in_play(game, record) or not is_panzer(game.materials.kind(record)):
        return Refusal(case, message("refusal.btb.axis.no-panzer", unit=unit))
    if frame.armies and not game.materials.kind(record).large:
        return Refusal(case, message("refusal.btb.axis.no-army", unit=unit))
    if not record.step:
        return Refusal(case, message("refusal.btb.at-full-strength", unit=unit))
    return None


def _in_play(game: Game, unit: Unit) -> bool:
    return game.materials.is_on_map(unit) or unit.at == game.board.at(AXIS_RESERVE)


class RefitPhase(Phase[RefitFrame]):
    """The Axis chooses."""

    def menu(self, game: Game, state: State, frame: RefitFrame) -> Menu | None:
        offer = Offer(
            Refit,
            lambda: (Refit(unit) for unit in state.roster),
            lambda action: refit_refusal(game, state, frame, action.unit),
        )
        if not frame.left or not offer.any():
            return None
        case = "card.axis.52" if frame.armies else "card.axis.6"
        return Menu(AXIS, message("prompt.btb.axis.refit", count=frame.left), case, (offer,))

    @rule("card.axis.6", "card.axis.52")
    def apply(self, game: Game, draft: Draft, frame: RefitFrame, action: Action) -> None:
        """The unit is whole again; after Panzer Refit its space is not activated in this round."""
        assert isinstance(action, Refit)
        draft.change_unit(action.unit, step=0)
        draft.emit(UnitRestored(action.unit, draft.state.unit(action.unit).at))
        if not frame.armies:
            for_round(draft, f"refitted-{action.unit}")
        draft.replace_frame(replace(frame, left=frame.left - 1))


# Commonwealth corps


@rule("card.axis.17")
def commonwealth_corps(game: Game, state: State) -> tuple[UnitId, ...]:
    """The corps that Banzai takes next: those on the map, else in the reserve, else among the eliminated."""
    materials: Materials = game.materials
    corps = [
        unit
        for unit in state.every_unit()
        if materials.kind(unit).nation is Nation.COMMONWEALTH and not materials.kind(unit).large
    ]
    on_map = tuple(unit.id for unit in corps if materials.is_on_map(unit))
    if on_map:
        return on_map
    for box in (ALLIED_RESERVE, ALLIED_ELIMINATED):
        found = tuple(unit.id for unit in corps if unit.at == game.board.at(box))
        if found:
            return found
    return ()


class WithdrawalPhase(Phase[WithdrawalFrame]):
    """The Allies choose."""

    @rule("card.axis.17")
    def menu(self, game: Game, state: State, frame: WithdrawalFrame) -> Menu | None:
        """Corps on the map go first, and which of them is for the Allies to say."""
        corps = commonwealth_corps(game, state)
        if not frame.left or not corps:
            return None
        other = Refusal("card.axis.17", message("refusal.btb.axis.not-to-withdraw"))
        offer = Offer.among((WithdrawCorps(unit) for unit in corps), WithdrawCorps, other)
        return Menu(ALLIED, message("prompt.btb.axis.withdraw", count=frame.left), "card.axis.17", (offer,))

    def apply(self, game: Game, draft: Draft, frame: WithdrawalFrame, action: Action) -> None:
        assert isinstance(action, WithdrawCorps)
        to_box(game, draft, action.unit, REMOVED)
        draft.replace_frame(WithdrawalFrame(frame.left - 1))


# Trenches


@rule("10.2", "card.axis.7", "card.axis.39", "card.axis.54")
def axis_trenches(state: State) -> int:
    """How many Axis trenches are on the map, the West and the Atlantic Wall not counted."""
    return sum(1 for here in state.markers.values() if AXIS_TRENCH in here)


@rule("10.2", "card.axis.7", "card.axis.38", "card.axis.39")
def trench_refusal(game: Game, state: State, frame: TrenchFrame, at: Location) -> Refusal | None:
    """What keeps a trench of an event from a space: its own terms, one there already, or three on the map."""
    case, label = frame.case, game.board.label(at)
    if not game.materials.on_map[at] or not holds(game, state, AXIS, at):
        return Refusal(case, message("refusal.btb.axis.not-held", space=label))
    if any(state.marker(at, each) for each in TRENCHES_OF[AXIS]):
        return Refusal(case, message("refusal.btb.axis.trench-there", space=label))
    if frame.marker == ATLANTIC_WALL:
        return _atlantic_refusal(game, at)
    return trench_limit_refusal(game, state) or _eastern_refusal(game, state, at, case)


@rule("10.2")
def trench_limit_refusal(game: Game, state: State) -> Refusal | None:
    """Three Axis trenches are on the map at most, that of Berlin among them (ruling 31)."""
    most = game.materials.number("most_axis_trenches")
    if axis_trenches(state) >= most:
        return Refusal("10.2", message("refusal.btb.axis.most-trenches", most=most))
    return None


@rule("card.axis.38")
def _atlantic_refusal(game: Game, at: Location) -> Refusal | None:
    """The Atlantic Wall rises behind the beaches from A to I."""
    beaches = (game.board.feature(to, "beach") for to, _ in game.materials.land_links[at])
    if any(beach is not None and beach.attributes.get("letter") in NORTHERN_BEACHES for beach in beaches):
        return None
    return Refusal("card.axis.38", message("refusal.btb.axis.no-beach", space=game.board.label(at)))


@rule("card.axis.7", "card.axis.39")
def _eastern_refusal(game: Game, state: State, at: Location, case: str) -> Refusal | None:
    """A German army in the Soviet Union digs in where a full line comes to, in whatever weather (ruling 31)."""
    materials: Materials = game.materials
    label = game.board.label(at)
    armies = (materials.kind(unit) for unit in state.at(at))
    if materials.countries[at] != USSR or not any(kind.nation is Nation.GERMAN and kind.large for kind in armies):
        return Refusal(case, message("refusal.btb.axis.no-german-army", space=label))
    if space_supply(game, state, AXIS, at) is not Supply.FULL:
        return Refusal(case, message("refusal.btb.axis.not-supplied", space=label))
    return None


@rule("10.2")
def place_trench(draft: Draft, at: Location, marker: str) -> None:
    """A trench of level 1 is there."""
    draft.set_marker(at, marker, 1)
    draft.emit(TrenchPlaced(at, marker))


class TrenchPhase(Phase[TrenchFrame]):
    """The Axis chooses the spaces."""

    def menu(self, game: Game, state: State, frame: TrenchFrame) -> Menu | None:
        offer = Offer(
            Entrench,
            lambda: map(Entrench, sorted(state.control)),
            lambda action: trench_refusal(game, state, frame, action.at),
        )
        if not frame.left or not offer.any():
            return None
        prompt = message("prompt.btb.axis.entrench", count=frame.left, marker=frame.marker)
        return Menu(AXIS, prompt, "10.2", (offer,))

    def apply(self, game: Game, draft: Draft, frame: TrenchFrame, action: Action) -> None:
        assert isinstance(action, Entrench)
        place_trench(draft, action.at, frame.marker)
        draft.replace_frame(replace(frame, left=frame.left - 1))


# Partisans, and supply by air


class SweepPhase(Phase[SweepFrame]):
    """The Axis chooses."""

    @rule("card.axis.40", "card.axis.51")
    def menu(self, game: Game, state: State, frame: SweepFrame) -> Menu | None:
        """Any partisan markers, wherever they are."""
        gone = Refusal(frame.case, message("refusal.btb.axis.no-partisans"))
        here = [at for at in sorted(state.markers) if state.marker(at, PARTISANS)]
        if not frame.left or not here:
            return None
        offer = Offer.among((SweepPartisans(at) for at in here), SweepPartisans, gone)
        return Menu(AXIS, message("prompt.btb.axis.sweep", count=frame.left), frame.case, (offer,))

    def apply(self, game: Game, draft: Draft, frame: SweepFrame, action: Action) -> None:
        assert isinstance(action, SweepPartisans)
        draft.set_marker(action.at, PARTISANS, 0)
        draft.emit(PartisansSwept(action.at))
        draft.replace_frame(replace(frame, left=frame.left - 1))


@rule("card.axis.19")
def airlift_refusal(game: Game, state: State, at: Location) -> Refusal | None:
    """The Luftwaffe flies to Axis units that are out of supply."""
    materials: Materials = game.materials
    axis = (unit for unit in state.at(at) if unit.side == AXIS)
    if materials.on_map[at] and any(supply_of(game, state, unit) is Supply.NONE for unit in axis):
        return None
    return Refusal("card.axis.19", message("refusal.btb.axis.nobody-out", space=game.board.label(at)))


class AirliftPhase(Phase[AirliftFrame]):
    """The Axis chooses the space."""

    @rule("card.axis.19")
    def menu(self, game: Game, state: State, frame: AirliftFrame) -> Menu | None:
        """One space with units that are out of supply."""
        offer = Offer(
            Airlift,
            lambda: map(Airlift, sorted(state.stacks)),
            lambda action: airlift_refusal(game, state, action.at),
        )
        if not frame.left or not offer.any():
            return None
        return Menu(AXIS, message("prompt.btb.axis.airlift"), "card.axis.19", (offer,))

    def apply(self, game: Game, draft: Draft, frame: AirliftFrame, action: Action) -> None:
        assert isinstance(action, Airlift)
        draft.set_marker(action.at, LUFTWAFFE_SUPPLY, 1)
        draft.emit(AirliftBegun(action.at))
        draft.replace_frame(AirliftFrame(left=0))


CHAPTER = Chapter(
    actions=(Refit, WithdrawCorps, Entrench, SweepPartisans, Airlift),
    events=(TrenchPlaced, PartisansSwept, AirliftBegun),
    phases={
        RefitFrame: RefitPhase(),
        WithdrawalFrame: WithdrawalPhase(),
        TrenchFrame: TrenchPhase(),
        SweepFrame: SweepPhase(),
        AirliftFrame: AirliftPhase(),
    },
)
