"""6.6: the end of a turn: what is given up of one's own will, and whether somebody has won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.effects import TURN_PREFIX, clear
from engine.rulesets.barbarossa_to_berlin.eliminations import delay_unit
from engine.rulesets.barbarossa_to_berlin.invasions import beachhead_refusal
from engine.rulesets.barbarossa_to_berlin.materials import Kind, Materials
from engine.rulesets.barbarossa_to_berlin.names import (
    ALLIED,
    ATLANTIC_WALL,
    AXIS,
    AXIS_TRENCH,
    BEACHHEADS,
    BRITISH_TRENCH,
    LUFTWAFFE_SUPPLY,
    PARTISANS,
    SIDES,
    STAND_FAST,
    TRENCH,
    WEST_WALL,
    WESTERN,
    Supply,
    last_use,
)
from engine.rulesets.barbarossa_to_berlin.orders import take_penalties
from engine.rulesets.barbarossa_to_berlin.supply import supply_of
from engine.rulesets.barbarossa_to_berlin.victory import check_victory, count_winter
from engine.rulesets.chapter import Chapter

OWN_MARKERS = {
    ALLIED: (TRENCH, BRITISH_TRENCH, *BEACHHEADS, PARTISANS),
    AXIS: (AXIS_TRENCH, WEST_WALL, ATLANTIC_WALL),
}
"""The markers each side may take off the map at the end of a turn."""


@dataclass(frozen=True, slots=True)
class SetAside(Action):
    """Take a western army off the map; it can be rebuilt three turns later."""

    kind: ClassVar[str] = "set-aside"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class TakeOff(Action):
    """Take one's own marker off a space."""

    kind: ClassVar[str] = "take-off"
    at: Location
    marker: str


@dataclass(frozen=True, slots=True)
class GiveUpFrame(Frame):
    """A side gives up what it does not want any longer."""

    kind: ClassVar[str] = "give-up"


@dataclass(frozen=True, slots=True)
class ReckoningFrame(Frame):
    """Orders lapse, the winter is counted, victory is looked at."""

    kind: ClassVar[str] = "reckoning"


@dataclass(frozen=True, slots=True)
class MarkerTakenOff(Event):
    kind: ClassVar[str] = "marker-taken-off"
    at: Location
    marker: str


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    kind: ClassVar[str] = "turn-ended"
    turn: int


def western_armies(game: Game, state: State) -> Iterator[Unit]:
    """The British, American and French armies on the map."""
    kinds, on_map = game.materials.kinds, game.materials.on_map
    return (unit for unit in state.every_unit() if on_map[unit.at] and is_western_army(kinds[unit.type]))


def is_western_army(kind: Kind) -> bool:
    return kind.large and kind.nation in WESTERN


@rule("6.6", "14.5.4")
def set_aside_refusal(game: Game, state: State, unit: UnitId) -> Refusal | None:
    """Only fully supplied British, American and French armies are given up like this."""
    materials: Materials = game.materials
    record = state.units.get(unit)
    if record is None or not materials.is_on_map(record):
        return Refusal("14.5.4", message("refusal.btb.not-on-map", unit=unit))
    if not is_western_army(materials.kind(record)):
        return Refusal("14.5.4", message("refusal.btb.no-western-army", unit=unit))
    if supply_of(game, state, record) is not Supply.FULL:
        return Refusal("14.5.4", message("refusal.btb.not-fully-supplied", unit=unit))
    return None


@rule("6.6", "10.2", "16.2", "7.6.3")
def take_off_refusal(game: Game, state: State, side: Side, action: TakeOff) -> Refusal | None:
    """A side takes off its own trenches, the Allies also partisans and beachheads that nobody needs."""
    if action.marker not in OWN_MARKERS[side] or not state.marker(action.at, action.marker):
        return Refusal("6.6", message("refusal.btb.not-your-marker", marker=action.marker))
    if action.marker in BEACHHEADS:
        return beachhead_refusal(game, state, action.at)
    return None


class GiveUpPhase(Phase[GiveUpFrame]):
    """The Allies first, then the Axis."""

    def menu(self, game: Game, state: State, frame: GiveUpFrame) -> Menu | None:
        side = state.side
        markers = Offer(
            TakeOff,
            lambda: _own(state, side),
            lambda action: take_off_refusal(game, state, side, action),
        )
        units = Offer(
            SetAside,
            lambda: (SetAside(unit.id) for unit in western_armies(game, state) if side == ALLIED),
            lambda action: (
                set_aside_refusal(game, state, action.unit)
                if side == ALLIED
                else Refusal("14.5.4", message("refusal.btb.no-western-army", unit=action.unit))
            ),
        )
        prompt = message("prompt.btb.give-up", side=side)
        return Menu(side, prompt, "6.6", (markers, units, Offer.one(Done())), default=Done()).asked_if(
            markers.any() or units.any()
        )

    def apply(self, game: Game, draft: Draft, frame: GiveUpFrame, action: Action) -> None:
        if isinstance(action, Done):
            draft.end()
        elif isinstance(action, SetAside):
            delay_unit(game, draft, action.unit)
        else:
            assert isinstance(action, TakeOff)
            draft.set_marker(action.at, action.marker, 0)
            draft.emit(MarkerTakenOff(action.at, action.marker))


def _own(state: State, side: Side) -> Iterator[TakeOff]:
    return (
        TakeOff(at, marker) for at in sorted(state.markers) for marker in OWN_MARKERS[side] if state.marker(at, marker)
    )


class ReckoningPhase(Phase[ReckoningFrame]):
    """Nothing is decided."""

    @rule("6.6", "8.2", "5.2", "5.3", "card.axis.19")
    def start(self, game: Game, draft: Draft, frame: ReckoningFrame) -> None:
        """Stand Fast markers go, offensives not made cost a point, winter is counted, and victory looked at."""
        for at in sorted(draft.state.markers):
            for marker in (STAND_FAST, LUFTWAFFE_SUPPLY):
                draft.set_marker(at, marker, 0)
        draft.emit(TurnEnded(draft.state.turn))
        take_penalties(game, draft)
        count_winter(game, draft)
        check_victory(game, draft)
        clear(draft, TURN_PREFIX)
        for side in SIDES:
            draft.set_value(last_use(side), None)


CHAPTER = Chapter(
    actions=(SetAside, TakeOff),
    events=(MarkerTakenOff, TurnEnded),
    phases={GiveUpFrame: GiveUpPhase(), ReckoningFrame: ReckoningPhase()},
)
