"""14.2: armoured trains go as far as the rails lead, and Red ones off the map by Moscow or Vologda and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, NamedTuple

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.listing import Listing
from engine.core.menu import Offer
from engine.core.messages import message
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.mechanics.stack_in_hand import spent
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.arrivals import go_off
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.control import entered
from engine.rulesets.white_october.marches import covered_hexes, covers, keeps_cover, reserved_hexes
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import MOVED, RED, ROUTED, Role, enemy_of
from engine.rulesets.white_october.rail import arrive_by_rail
from engine.rulesets.white_october.special_moves import SpecialMove
from engine.rulesets.white_october.stacking import joining_refusal, lonely_vehicles, room_for
from engine.rulesets.white_october.standing import company, roster, standing, zone_hexes
from engine.rulesets.white_october.stations import line_of
from engine.rulesets.white_october.supply import rails_now


@dataclass(frozen=True, slots=True)
class RunTrain(Action):
    """Send an armoured train along the rails."""

    kind: ClassVar[str] = "run-train"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class SendTrainOff(Action):
    """Let a Red armoured train leave the map by one line and come back two turns later by either."""

    kind: ClassVar[str] = "send-train-off"
    unit: UnitId
    to: Location
    back: Location


class TrainWays(NamedTuple):
    """Where a train can get to, each with its way, and at which of these it has to stop."""

    ways: dict[Location, tuple[Location, ...]]
    stopped: frozenset[Location]


@rule("7.3", "14.2")
def train_ways(game: Game, state: State, unit: Unit) -> dict[Location, tuple[Location, ...]]:
    """Where a train can get to, each with its way: without limit, but it stops after going from zone to zone.

    A first zone that is entered from outside and a step out of a zone do not stop it (ruling 21). It does not cover
    the hex that it leaves: somebody else has to stay there for that.
    """
    return _train_ways(game, state, unit.id).ways


@derived("units", "stacks", "side_markers")
def _train_ways(game: Game, state: State, train: UnitId) -> TrainWays:
    materials: Materials = game.materials
    start, side = state.unit(train).at, state.unit(train).side
    rails, enemy = rails_now(game, state), enemy_of(side)
    barred = standing(game, state, enemy).occupied
    covered = covered_hexes(game, state, side)
    if not any(unit.id != train and covers(materials, unit) for unit in company(state, start, side)):
        covered -= {start}
    zones = zone_hexes(game, state, enemy) - covered
    found: dict[Location, tuple[Location, ...]] = {start: (start,)}
    stopped: set[Location] = set()
    layer = [start]
    while layer:
        further: list[Location] = []
        for at in layer:
            for target, edge in game.board.links[at]:
                to = Location(target)
                if edge not in rails or to in barred or (to in found and to not in stopped):
                    continue
                halts = at in zones and to in zones
                if to in found and halts:
                    continue
                found[to] = (*found[at], to)
                stopped.discard(to)
                if halts:
                    stopped.add(to)
                else:
                    further.append(to)
        layer = further
    return TrainWays(found, frozenset(stopped))


@rule("7.3", "14.2")
def cover_needed(game: Game, state: State, way: tuple[Location, ...], side: Side) -> tuple[Location, ...]:
    """The hexes of a way where friends may have kept a train going: the ends of every step from zone to zone.

    Elsewhere an enemy zone does nothing to it, and so nobody covers it there.
    """
    zones = zone_hexes(game, state, enemy_of(side))
    return tuple(at for step in pairwise(way) if zones.issuperset(step) for at in step)


@rule("7", "14.2")
def train_refusal(game: Game, state: State, id: UnitId) -> Refusal | None:
    """What keeps a train where it is."""
    materials: Materials = game.materials
    unit = state.units.get(id)
    if unit is None or unit.side != state.side or not materials.is_on_map(unit):
        return Refusal("7", message("refusal.wo.not-yours", unit=id))
    if materials.kind(unit).role is not Role.ARMOURED_TRAIN:
        return Refusal("14.2", message("refusal.wo.no-train", unit=id))
    if ROUTED in unit.marks:
        return Refusal("8.2.6.D", message("refusal.wo.routed-moves", unit=id))
    if MOVED in unit.marks or spent(unit):
        return Refusal("7", message("refusal.wo.has-moved", unit=id))
    if not keeps_cover(game, state, (unit,), unit.at):
        return Refusal("7.3", message("refusal.wo.covering", unit=id))
    left = [other for other in state.at(unit.at) if other.side == unit.side and other.id != id]
    return lonely_vehicles(game, left)


@rule("7.3", "14.2")
def _way_refusal(game: Game, state: State, unit: Unit, to: Location) -> Refusal:
    """Why a train does not get to a hex: the rails do not lead there, or it has to stop on its way between zones."""
    rails, barred = rails_now(game, state), standing(game, state, enemy_of(unit.side)).occupied
    ways = _train_ways(game, state, unit.id)
    for stop in sorted(ways.stopped):
        beyond, waiting = {*ways.ways}, [stop]
        while waiting:
            for target, edge in game.board.links[waiting.pop()]:
                if edge in rails and target not in barred and target not in beyond:
                    beyond.add(Location(target))
                    waiting.append(Location(target))
        if to in beyond:
            said = message("refusal.wo.train-stops", unit=unit.id, hex=game.board.label(stop))
            return Refusal("7.3", said)
    return Refusal("14.2", message("refusal.wo.no-rail", unit=unit.id, hex=game.board.label(to)))


@rule("7.8", "14.2")
def run_refusal(game: Game, state: State, action: RunTrain) -> Refusal | None:
    """A train goes wherever rails lead that no enemy holds."""
    refusal = train_refusal(game, state, action.unit)
    if refusal is not None:
        return refusal
    unit = state.unit(action.unit)
    if action.to == unit.at:
        return Refusal("14.2", message("refusal.wo.no-rail", unit=unit.id, hex=game.board.label(action.to)))
    if action.to not in train_ways(game, state, unit):
        return _way_refusal(game, state, unit, action.to)
    if action.to in reserved_hexes(game, state, unit.side):
        return Refusal("7.8", message("refusal.wo.cannot-stay", unit=unit.id, hex=game.board.label(action.to)))
    return joining_refusal(game, state, unit, action.to)


@rule("14.2")
def run_train(game: Game, draft: Draft, action: RunTrain) -> None:
    """The train is there; what it ran through is its side's, and a headquarters alone on the line is lost (5.4)."""
    unit = draft.state.unit(action.unit)
    way = train_ways(game, draft.state, unit)[action.to]
    arrive_by_rail(game, draft, unit.id, way, covered=cover_needed(game, draft.state, way, unit.side))
    for at in way[1:]:
        entered(game, draft, at, unit.side)


@rule("7.3", "14.2")
def sending_off_refusal(game: Game, state: State, action: SendTrainOff) -> Refusal | None:
    """Red trains leave by 07/FF or 18/FF and return by either; not from where they have to stop."""
    refusal = train_refusal(game, state, action.unit)
    if refusal is not None:
        return refusal
    unit = state.unit(action.unit)
    ends = line_of(game, action.to) is None or line_of(game, action.back) is None
    if unit.side != RED or ends or action.to not in train_ways(game, state, unit):
        return Refusal("14.2", message("refusal.wo.cannot-leave", unit=unit.id))
    if action.to in _train_ways(game, state, unit.id).stopped:
        return Refusal("7.3", message("refusal.wo.train-stops", unit=unit.id, hex=game.board.label(action.to)))
    return None


@rule("14.2")
def send_off(game: Game, draft: Draft, action: SendTrainOff) -> None:
    """The train is gone; what it ran through is its side's, as after any run."""
    unit = draft.state.unit(action.unit)
    way = train_ways(game, draft.state, unit)[action.to]
    go_off(game, draft, unit, way, action.back, covered=cover_needed(game, draft.state, way, unit.side))
    for at in way[1:]:
        entered(game, draft, at, unit.side)


def _trains(game: Game, state: State) -> Iterator[Unit]:
    trains = map(state.unit, roster(game, state, state.side, Role.ARMOURED_TRAIN))
    return filter(game.materials.is_on_map, trains)


def _runs(game: Game, state: State) -> Listing[RunTrain]:
    ready = (unit for unit in _trains(game, state) if train_refusal(game, state, unit.id) is None)
    return Listing(RunTrain, ((unit.id, _ends(game, state, unit)) for unit in ready))


def _ends(game: Game, state: State, unit: Unit) -> Sequence[Location]:
    reserved = reserved_hexes(game, state, unit.side)
    ways = (to for to in sorted(train_ways(game, state, unit)) if to != unit.at and to not in reserved)
    return list(filter(room_for(game, state, unit), ways))


def _departures(game: Game, state: State) -> Iterator[SendTrainOff]:
    ends = tuple(game.materials.rail_entries.values())
    for unit in _trains(game, state):
        yield from (SendTrainOff(unit.id, to, back) for to in ends for back in ends)


RUNNING = SpecialMove(
    RunTrain,
    lambda game, state: Offer(
        RunTrain, lambda: _runs(game, state), lambda action: run_refusal(game, state, action), exact=True
    ),
    run_train,
)
SENDING_OFF = SpecialMove(
    SendTrainOff,
    lambda game, state: Offer(
        SendTrainOff, lambda: _departures(game, state), lambda action: sending_off_refusal(game, state, action)
    ),
    send_off,
)

CHAPTER = Chapter(actions=(RunTrain, SendTrainOff))
