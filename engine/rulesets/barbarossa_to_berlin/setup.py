"""Chapters 4 and 20: laying out the game, and the opening card of the Axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.sequence import SequenceFrame
from engine.core.state import State
from engine.core.unit_events import UnitPlaced
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import holds
from engine.rulesets.barbarossa_to_berlin.draw import draw_up
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import (
    ALLIED,
    AXIS,
    SIDES,
    TO_COME,
    VP,
    aside,
    deck,
    discard,
    hand,
    kept,
    removed_cards,
    shown,
    table,
)
from engine.rulesets.barbarossa_to_berlin.rounds import OPENING
from engine.rulesets.barbarossa_to_berlin.stacking import joining_refusal
from engine.rulesets.chapter import Chapter

FREE_SETUP = "free-setup"
"""The value of a unit that its owner places when play begins: the id of the country it may stand in."""


@dataclass(frozen=True, slots=True)
class ChooseOpening(Action):
    """Choose the card with which the Axis opens the game."""

    kind: ClassVar[str] = "choose-opening"
    card: CardId


@dataclass(frozen=True, slots=True)
class PlaceAtStart(Action):
    """Place a unit that may stand anywhere in a country when play begins."""

    kind: ClassVar[str] = "place-at-start"
    unit: UnitId
    at: Location


@dataclass(frozen=True, slots=True)
class OpeningFrame(Frame):
    """Free units are placed, the Axis chooses its opening card, and hands are dealt."""

    kind: ClassVar[str] = "opening"


@dataclass(frozen=True, slots=True)
class OpeningChosen(Event):
    kind: ClassVar[str] = "opening-chosen"
    cards: int


@dataclass(frozen=True, slots=True)
class PlacedAtStart(UnitPlaced):
    kind: ClassVar[str] = "placed-at-start"


@rule("4.1", "4.2", "20.1", "20.2", "20.3", "20.4", "20.5")
def lay_out(game: Game, draft: Draft) -> None:
    """The scenario's units, control, markers and tracks; what is not set up waits to come into play."""
    materials: Materials = game.materials
    brief = materials.brief
    brief.set_up(draft)
    placed = set(draft.state.units)
    waiting = game.board.at(TO_COME)
    draft.add_units(brief.unit(unit, waiting) for unit in sorted(brief.units) if unit not in placed)
    if VP not in draft.state.values:
        draft.set_value(VP, materials.number("starting_points"))
    lay_decks(game, draft)


@rule("4.3")
def lay_decks(game: Game, draft: Draft) -> None:
    """Each side has its Blitzkrieg cards as a deck; the Total War cards lie aside."""
    materials: Materials = game.materials
    for side in SIDES:
        own = sorted(card for card, each in materials.cards.items() if each.side == side)
        draft.set_pool(deck(side), [card for card in own if not materials.cards[card].total_war])
        draft.set_pool(aside(side), [card for card in own if materials.cards[card].total_war])
        for pool in (hand, shown, table, discard, kept, removed_cards):
            draft.set_pool(pool(side), ())
        draft.shuffle(deck(side))


def free_units(game: Game, state: State) -> tuple[UnitId, ...]:
    """The units whose place their owner still has to choose."""
    return tuple(unit.id for unit in state.at(game.board.at(TO_COME)) if FREE_SETUP in unit.values)


class OpeningPhase(Phase[OpeningFrame]):
    """What is to be decided before the first turn."""

    def start(self, game: Game, draft: Draft, frame: OpeningFrame) -> None:
        self._deal_if_ready(game, draft)

    @rule("4.3", "20.2")
    def menu(self, game: Game, state: State, frame: OpeningFrame) -> Menu | None:
        """Units that may stand anywhere in a country are placed; then one of two cards is chosen to open with."""
        free = free_units(game, state)
        if free:
            return self._placement(game, state, free[0])
        other = Refusal("4.3", message("refusal.btb.opening"))
        offer = Offer.among((ChooseOpening(card) for card in OPENING), ChooseOpening, other)
        return Menu(AXIS, message("prompt.btb.opening"), "4.3", (offer,))

    def _placement(self, game: Game, state: State, unit: UnitId) -> Menu:
        record = state.unit(unit)
        countries = game.materials.countries
        country = record.values[FREE_SETUP]

        def refuse(action: PlaceAtStart) -> Refusal | None:
            if action.unit != unit or countries[action.at] != country:
                return Refusal("20.2", message("refusal.btb.not-there", unit=unit, space=game.board.label(action.at)))
            if not holds(game, state, record.side, action.at):
                return Refusal("20.4", message("refusal.btb.not-held", space=game.board.label(action.at)))
            others = [each for each in state.at(action.at) if game.materials.kind(each).large]
            if others and game.materials.kind(record).large:
                return Refusal("20.4", message("refusal.btb.not-stacked"))
            return joining_refusal(game, state, record, action.at)

        places = [Location(at) for at, found in enumerate(countries) if found == country]
        offer = Offer(PlaceAtStart, lambda: (PlaceAtStart(unit, at) for at in places), refuse)
        return Menu(record.side, message("prompt.btb.place-at-start", unit=unit), "20.2", (offer,))

    def apply(self, game: Game, draft: Draft, frame: OpeningFrame, action: Action) -> None:
        if isinstance(action, PlaceAtStart):
            draft.set_unit_value(action.unit, FREE_SETUP, None)
            draft.move_unit(action.unit, action.at)
            draft.emit(PlacedAtStart(action.unit, action.at))
            self._deal_if_ready(game, draft)
            return
        assert isinstance(action, ChooseOpening)
        draft.move_card(action.card, deck(AXIS), hand(AXIS))
        draft.shuffle(deck(AXIS))
        self._deal(game, draft)

    def _deal_if_ready(self, game: Game, draft: Draft) -> None:
        """A scenario that begins later, or without the opening cards, deals at once."""
        missing = any(card not in draft.state.pool(deck(AXIS)) for card in OPENING)
        if not free_units(game, draft.state) and (draft.state.turn != 1 or missing):
            self._deal(game, draft)

    @rule("4.3")
    def _deal(self, game: Game, draft: Draft) -> None:
        """Seven cards each, the chosen one among those of the Axis."""
        size = game.materials.number("hand")
        for side in (AXIS, ALLIED):
            draw_up(draft, side, size)
        draft.emit(OpeningChosen(size))
        draft.goto(SequenceFrame())


CHAPTER = Chapter(
    actions=(ChooseOpening, PlaceAtStart),
    events=(OpeningChosen, PlacedAtStart),
    phases={OpeningFrame: OpeningPhase()},
)
