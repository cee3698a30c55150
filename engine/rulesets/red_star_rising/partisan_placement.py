"""2.0.I g and 11.1.2: partisans come onto the map in the administrative phase, wherever nobody watches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.listing import Listing
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import UnitPlaced
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import DUE, SOVIET, Role
from engine.rulesets.red_star_rising.partisans import hiding_places, partisan_refusal
from engine.rulesets.red_star_rising.reinforcements import due_units


@dataclass(frozen=True, slots=True)
class PlacePartisan(Action):
    """Put partisans into a hex."""

    kind: ClassVar[str] = "place-partisan"
    unit: UnitId
    at: Location


@dataclass(frozen=True, slots=True)
class PartisanPlacementFrame(Frame):
    """The Soviet side places the partisans that are due."""

    kind: ClassVar[str] = "partisans"


@dataclass(frozen=True, slots=True)
class PartisanPlaced(UnitPlaced):
    kind: ClassVar[str] = "partisan-placed"


def _due(game: Game, state: State) -> tuple[Unit, ...]:
    materials: Materials = game.materials
    return tuple(unit for unit in due_units(game, state, SOVIET) if materials.kind(unit).role is Role.PARTISAN)


@rule("11.1.2", "11.1.3", "11.2.2")
def placement_refusal(game: Game, state: State, action: PlacePartisan) -> Refusal | None:
    """Partisans hide anywhere in the homeland, away from Axis units, other partisans and security divisions."""
    unit = state.units.get(action.unit)
    if unit is None or unit not in _due(game, state):
        return Refusal("11.1.2", message("refusal.rsr.not-due", unit=action.unit))
    return partisan_refusal(game, state, action.unit, action.at, "11.1.3")


class PartisanPlacementPhase(Phase[PartisanPlacementFrame]):
    """What is due must be placed, as far as there is a hex for it."""

    @rule("11.1.2", "15.2.1")
    def menu(self, game: Game, state: State, frame: PartisanPlacementFrame) -> Menu | None:
        """Partisans cannot be kept for later; which of several is placed first is for their side to say."""
        due = _due(game, state)

        def rows() -> Listing[PlacePartisan]:
            places = hiding_places(game, state)
            return Listing(PlacePartisan, ((unit.id, places) for unit in due))

        offer = Offer(PlacePartisan, rows, lambda action: placement_refusal(game, state, action), exact=True)
        return Menu(SOVIET, message("prompt.rsr.partisans"), "11.1.2", (offer,)).asked_if(bool(due) and offer.any())

    def apply(self, game: Game, draft: Draft, frame: PartisanPlacementFrame, action: Action) -> None:
        assert isinstance(action, PlacePartisan)
        draft.set_unit_value(action.unit, DUE, None)
        draft.move_unit(action.unit, action.at)
        draft.emit(PartisanPlaced(action.unit, action.at))


CHAPTER = Chapter(
    actions=(PlacePartisan,),
    events=(PartisanPlaced,),
    phases={PartisanPlacementFrame: PartisanPlacementPhase()},
)
