"""13.5 and 8.26: the air interdiction phase: dropped units come to order, markers change, divisions join."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

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
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.air_tables import change, has_support, largest
from engine.rulesets.war_in_europe.airborne_boxes import Recombine, recombine, recombine_candidates, recombine_refusal
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.elimination import remove
from engine.rulesets.war_in_europe.names import (
    ARMS,
    DROPPED,
    FLOWN,
    FLOWN_IN,
    Front,
    enemy_of,
    interdicted_by,
    ready,
    supports,
)
from engine.rulesets.war_in_europe.occupation import came_into
from engine.rulesets.war_in_europe.railways import entered
from engine.rulesets.war_in_europe.supply import air_range, is_supplied
from engine.rulesets.war_in_europe.weather import is_frozen


@dataclass(frozen=True, slots=True)
class Interdict(Action):
    """Place an interdiction marker."""

    kind: ClassVar[str] = "interdict"
    at: Location


@dataclass(frozen=True, slots=True)
class HexInterdicted(Event):
    kind: ClassVar[str] = "hex-interdicted"
    side: Side
    at: Location


@dataclass(frozen=True, slots=True)
class InterdictionLifted(Event):
    """The markers of a side are taken off the map."""

    kind: ClassVar[str] = "interdiction-lifted"
    side: Side
    markers: int


@dataclass(frozen=True, slots=True)
class InterdictionFrame(Frame):
    """The air interdiction phase of a side."""

    kind: ClassVar[str] = "interdiction"


@rule("13.5", "13.51", "13.54", "13.56", "13.82")
def interdict_refusal(game: Game, state: State, at: Location) -> Refusal | None:
    """One marker to a hex of land of the front, within range, for an air-ground point left over."""
    ground, label = game.materials.ground, game.board.label(at)
    if not ground.land(frozen=is_frozen(game, state))[at]:
        return Refusal("13.51", message("refusal.wie.no-ground", hex=label))
    if state.marker(at, interdicted_by(state.side)):
        return Refusal("13.51", message("refusal.wie.interdicted", hex=label))
    front = ground.fronts[at]
    if not has_support(state, state.side, front):
        elsewhere = any(has_support(state, state.side, each) for each in Front)
        return Refusal("13.82" if elsewhere else "13.5", message("refusal.wie.no-air", front=front))
    if at not in air_range(game, state, state.side, front):
        return Refusal("13.54", message("refusal.wie.out-of-range", hex=label))
    return None


@rule("13.51")
def candidates(game: Game, state: State) -> Iterator[Interdict]:
    """Every hex in range of a front that has points left."""
    for front in Front:
        if has_support(state, state.side, front):
            yield from map(Interdict, sorted(air_range(game, state, state.side, front)))


class InterdictionPhase(Phase[InterdictionFrame]):
    """The markers of the enemy go, one's own are placed."""

    @rule("8.26", "13.51", "13.52")
    def start(self, game: Game, draft: Draft, frame: InterdictionFrame) -> None:
        side = draft.state.side
        land_troops(game, draft, side)
        marker = interdicted_by(enemy_of(side))
        found = sorted(at for at in draft.state.markers if draft.state.marker(at, marker))
        for at in found:
            draft.set_marker(at, marker, 0)
        if found:
            draft.emit(InterdictionLifted(enemy_of(side), len(found)))

    @rule("13.5")
    def menu(self, game: Game, state: State, frame: InterdictionFrame) -> Menu:
        offers: tuple[Offer[Any], ...] = (
            Offer(Interdict, lambda: candidates(game, state), lambda action: interdict_refusal(game, state, action.at)),
            Offer(
                Recombine,
                lambda: recombine_candidates(game, state),
                lambda action: recombine_refusal(game, state, action),
            ),
        )
        said = message("prompt.wie.interdiction", side=state.side)
        menu = Menu(state.side, said, "13.5", (*offers, Offer.one(Done())), default=Done())
        return menu.asked_if(any(offer.any() for offer in offers))

    @rule("13.5", "13.51")
    def apply(self, game: Game, draft: Draft, frame: InterdictionFrame, action: Action) -> None:
        """The point goes back to those available; the marker stands for it and cannot be shot down (13.56)."""
        side = draft.state.side
        if isinstance(action, Interdict):
            front = game.materials.ground.fronts[action.at]
            found = largest(draft.state, ((arm, supports(arm, front)) for arm in ARMS[side]))
            assert found is not None
            change(draft, found[1], -1)
            change(draft, ready(found[0], front), 1)
            draft.set_marker(action.at, interdicted_by(side), 1)
            draft.emit(HexInterdicted(side, action.at))
        elif isinstance(action, Recombine):
            recombine(game, draft, action)
        else:
            draft.end()


@rule("8.26", "8.35", "8.0", "14.23")
def land_troops(game: Game, draft: Draft, side: Side) -> None:
    """Dropped units that are supplied are ordinary units from now on; the others were never there (ruling 26).

    They hold their hexes before anybody looks at their supply, so that a port they have taken feeds them. Nobody looks
    again when the turn ends, as with those who were flown elsewhere.
    """
    dropped = [unit for unit in draft.state.every_unit() if unit.side == side and unit.marks & {DROPPED, FLOWN_IN}]
    lost = _unsupplied(game, draft.state, dropped)
    for unit in dropped:
        draft.unmark(unit.id, DROPPED, FLOWN_IN, FLOWN)
        if unit.id in lost:
            remove(game, draft, unit.id)
        else:
            came_into(game, draft, unit.at, side)


def _unsupplied(game: Game, state: State, dropped: Iterable[Unit]) -> frozenset[UnitId]:
    """Those of dropped units who would have no line if all of them were in order and held their hexes."""
    draft = Draft(state)
    for unit in dropped:
        draft.unmark(unit.id, DROPPED, FLOWN_IN)
        entered(game, draft, unit.at, unit.side)
    return frozenset(unit.id for unit in dropped if not is_supplied(game, draft.state, draft.state.unit(unit.id)))


CHAPTER = Chapter(
    actions=(Interdict,), events=(HexInterdicted, InterdictionLifted), phases={InterdictionFrame: InterdictionPhase()}
)
