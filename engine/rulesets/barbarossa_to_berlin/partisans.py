"""Chapter 16: where partisans may rise, and how many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, derived
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import holds
from engine.rulesets.barbarossa_to_berlin.effects import is_active
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import ALLIED, AXIS, PARTISANS, Nation
from engine.rulesets.chapter import Chapter

EASTERN: Final = frozenset({"soviet-union", "greece", "albania", "yugoslavia"})
WESTERN_COUNTRIES: Final = frozenset({"france", "holland", "belgium", "denmark", "norway"})


@dataclass(frozen=True, slots=True)
class PlacePartisans(Action):
    """Let partisans rise in a space."""

    kind: ClassVar[str] = "place-partisans"
    at: Location


@dataclass(frozen=True, slots=True)
class PartisanFrame(Frame):
    """Partisans are placed: one by a card, or as many as the year allows when a round is used for it."""

    kind: ClassVar[str] = "partisans"
    by_round: bool = False
    placed: int = 0


@dataclass(frozen=True, slots=True)
class PartisansPlaced(Event):
    kind: ClassVar[str] = "partisans-placed"
    at: Location


@rule("16.1", "card.allied.19", "card.allied.49")
def partisan_countries(state: State) -> frozenset[str]:
    """The countries where partisans may be placed, by the events that have been played (ruling 50)."""
    found: frozenset[str] = EASTERN if is_active(state, "partisans") else frozenset()
    if is_active(state, "maquis"):
        found |= WESTERN_COUNTRIES
        if is_active(state, "italy-defects"):
            found |= {"italy"}
    return found


@rule("16.2")
@derived("markers")
def placed_partisans(state: State) -> int:
    """How many partisan markers are on the map."""
    return sum(1 for here in state.markers.values() if PARTISANS in here)


@rule("16.2")
def most_at_once(game: Game, state: State) -> int:
    """How many a round brings: one until the end of 1942, two afterwards."""
    materials: Materials = game.materials
    late = materials.year(state.turn) >= materials.number("partisans_late_from")
    return materials.number("partisans_late" if late else "partisans_early")


@rule("16.1", "16.2")
def placement_refusal(game: Game, state: State, at: Location) -> Refusal | None:
    """Partisans rise in Axis spaces of the open countries where no German unit is, one marker to a space."""
    materials: Materials = game.materials
    label = game.board.label(at)
    if not materials.on_map[at] or materials.countries[at] not in partisan_countries(state):
        return Refusal("16.1", message("refusal.btb.no-partisans-there", space=label))
    if placed_partisans(state) >= materials.number("most_partisans"):
        return Refusal("16.2", message("refusal.btb.most-partisans", most=materials.number("most_partisans")))
    if state.marker(at, PARTISANS):
        return Refusal("16.2", message("refusal.btb.partisans-already", space=label))
    if not holds(game, state, AXIS, at):
        return Refusal("16.2", message("refusal.btb.not-axis-held", space=label))
    if any(materials.kind(unit).nation is Nation.GERMAN for unit in state.at(at)):
        return Refusal("16.2", message("refusal.btb.germans-there", space=label))
    return None


def _spaces(game: Game, state: State) -> Iterator[Location]:
    """The spaces that come into question: those that the Axis holds in the open countries."""
    open_to = partisan_countries(state)
    countries, control = game.materials.countries, state.control
    return (at for at in sorted(control) if control[at] == AXIS and countries[at] in open_to)


@rule("7.2", "16.2")
def partisans_refusal(game: Game, state: State) -> Refusal | None:
    """What forbids the Allies to use a round for partisans: no event has called them, or there is no room for more."""
    if not partisan_countries(state):
        return Refusal("16.1", message("refusal.btb.no-partisans-yet"))
    if placed_partisans(state) >= game.materials.number("most_partisans"):
        return Refusal("16.2", message("refusal.btb.most-partisans", most=game.materials.number("most_partisans")))
    if all(placement_refusal(game, state, at) is not None for at in _spaces(game, state)):
        return Refusal("16.2", message("refusal.btb.no-partisan-space"))
    return None


class PartisanPhase(Phase[PartisanFrame]):
    """The Allies choose the spaces."""

    @rule("16.2", "card.allied.19", "card.allied.49")
    def menu(self, game: Game, state: State, frame: PartisanFrame) -> Menu | None:
        """A round that is used for it brings one marker at least; what a card allows may be left."""
        most = most_at_once(game, state) if frame.by_round else 1
        if frame.placed >= most:
            return None
        offer = Offer(
            PlacePartisans,
            lambda: (PlacePartisans(at) for at in _spaces(game, state)),
            lambda action: placement_refusal(game, state, action.at),
        )
        if not offer.any():
            return None
        first = frame.by_round and not frame.placed
        one = Refusal("16.2", message("refusal.btb.place-one")) if first else None
        prompt = message("prompt.btb.partisans", count=most - frame.placed)
        return Menu(ALLIED, prompt, "16.2", (offer, Offer.one(Done(), one)))

    def apply(self, game: Game, draft: Draft, frame: PartisanFrame, action: Action) -> None:
        if isinstance(action, Done):
            draft.end()
            return
        assert isinstance(action, PlacePartisans)
        draft.set_marker(action.at, PARTISANS, 1)
        draft.emit(PartisansPlaced(action.at))
        draft.replace_frame(replace(frame, placed=frame.placed + 1))


CHAPTER = Chapter(
    actions=(PlacePartisans,),
    events=(PartisansPlaced,),
    phases={PartisanFrame: PartisanPhase()},
)
