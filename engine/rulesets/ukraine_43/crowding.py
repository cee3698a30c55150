"""5.4: who stands among too many when a phase ends is lost, as its owner chooses.

No march, retreat or advance ends so; but an army that leaves, or is lost, takes the room it made with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.elimination import eliminate
from engine.rulesets.ukraine_43.names import SIDES
from engine.rulesets.ukraine_43.stacking import counts, overstacked_hexes
from engine.rulesets.ukraine_43.standing import company


@dataclass(frozen=True, slots=True)
class GiveUp(Action):
    """Give up a unit that stands among too many."""

    kind: ClassVar[str] = "give-up"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class CrowdedFrame(Frame):
    """A phase is over; hexes that hold too many are thinned out."""

    kind: ClassVar[str] = "crowded"


def crowded_side(game: Game, state: State) -> Side | None:
    """The first side that has a hex with too many."""
    return next((side for side in SIDES if overstacked_hexes(game, state, side)), None)


class CrowdedPhase(Phase[CrowdedFrame]):
    """The owner gives up one unit after another until all stand as they may."""

    @rule("5.4")
    def menu(self, game: Game, state: State, frame: CrowdedFrame) -> Menu | None:
        side = crowded_side(game, state)
        if side is None:
            return None

        def piled() -> Iterator[GiveUp]:
            for at in overstacked_hexes(game, state, side):
                yield from (GiveUp(unit.id) for unit in company(state, at, side) if counts(game.materials.kind(unit)))

        refused = Refusal("5.4", message("refusal.u43.not-crowded"))
        offer = Offer.among(tuple(piled()), GiveUp, refused)
        return Menu(side, message("prompt.u43.crowded", side=side), "5.4", (offer,))

    def apply(self, game: Game, draft: Draft, frame: CrowdedFrame, action: Action) -> None:
        assert isinstance(action, GiveUp)
        eliminate(game, draft, action.unit)


CHAPTER = Chapter(actions=(GiveUp,), phases={CrowdedFrame: CrowdedPhase()})
