"""Chapter 6: the events of the cards, and the choices they call for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.core.board import PlaceKind
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, EdgeIndex, Side
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from tests.helpers.toys.cabinet.cases import rule
from tests.helpers.toys.cabinet.ground import BROKEN, enter, is_open, on_map, stacking_refusal, units_of
from tests.helpers.toys.cabinet.materials import Materials, discard_of, enemy_of, hand_of
from tests.helpers.toys.cabinet.records import (
    Break,
    CardDiscarded,
    CardSeen,
    ConnectionBroken,
    Discard,
    DiscardFrame,
    Ledger,
    LevyFrame,
    OperationsFrame,
    Raise,
    Rebuild,
    RebuildFrame,
    SappersFrame,
    UnitRaised,
    UnitRebuilt,
)


@dataclass(frozen=True, slots=True)
class CardEvent:
    """When an event may be played, and what it does."""

    refuse: Callable[[Game, State, Side], Refusal | None]
    happen: Callable[[Game, Draft, Side, CardId], None]


# Levy


def _raisable(game: Game, state: State, side: Side) -> tuple[Raise, ...]:
    lost = [unit.id for unit in state.every_unit() if unit.side == side and not on_map(game, unit)]
    home = sorted(game.board.regions[f"home-{side}"].members)
    return tuple(Raise(unit, to) for unit in lost for to in home)


@rule("6.1")
def raise_refusal(game: Game, state: State, side: Side, action: Raise) -> Refusal | None:
    """An eliminated unit of the side returns to a home space it controls and that has room."""
    if action not in _raisable(game, state, side):
        return Refusal("6.1", message("refusal.cannot-raise"))
    if state.control.get(action.to) != side:
        return Refusal("6.1", message("refusal.not-controlled", space=game.board.label(action.to)))
    return stacking_refusal(game, state, side, action.to)


def levy_refusal(game: Game, state: State, side: Side) -> Refusal | None:
    if all(raise_refusal(game, state, side, action) for action in _raisable(game, state, side)):
        return Refusal("6.1", message("refusal.cannot-raise"))
    return None


class LevyPhase(Phase[LevyFrame]):
    """One unit comes back."""

    def menu(self, game: Game, state: State, frame: LevyFrame) -> Menu | None:
        if frame.raised:
            return None
        offer = Offer(
            Raise,
            lambda: _raisable(game, state, frame.side),
            lambda action: raise_refusal(game, state, frame.side, action),
        )
        return Menu(frame.side, message("prompt.levy", side=frame.side), "6.1", (offer,))

    @rule("6.1")
    def apply(self, game: Game, draft: Draft, frame: LevyFrame, action: Action) -> None:
        """It returns with its last step."""
        assert isinstance(action, Raise)
        materials: Materials = game.materials
        unit = draft.state.unit(action.unit)
        draft.change_unit(unit.id, step=materials.steps(unit) - 1)
        enter(draft, unit.id, action.to)
        draft.emit(UnitRaised(unit.id, action.to))
        draft.replace_frame(replace(frame, raised=True))


# Spies


def spies_refusal(game: Game, state: State, side: Side) -> Refusal | None:
    if not state.pool(hand_of(enemy_of(side))):
        return Refusal("6.2", message("refusal.empty-hand"))
    return None


@rule("6.2")
def send_spies(game: Game, draft: Draft, side: Side, card: CardId) -> None:
    """A card of the other hand is seen at random; then its owner discards one, not necessarily that."""
    other = enemy_of(side)
    hand = draft.state.pool(hand_of(other))
    seen = draft.lot(hand)
    draft.reveal()
    draft.emit(CardSeen(side, other, seen))
    draft.call(DiscardFrame(other))


class DiscardPhase(Phase[DiscardFrame]):
    """The owner of the hand gives up a card."""

    def menu(self, game: Game, state: State, frame: DiscardFrame) -> Menu | None:
        if frame.discarded:
            return None
        hand = state.pool(hand_of(frame.side))
        not_held = Refusal("6.2", message("refusal.not-in-hand"))
        offer = Offer.among((Discard(card) for card in hand), Discard, not_held)
        return Menu(frame.side, message("prompt.discard", side=frame.side), "6.2", (offer,))

    def apply(self, game: Game, draft: Draft, frame: DiscardFrame, action: Action) -> None:
        assert isinstance(action, Discard)
        draft.move_card(action.card, hand_of(frame.side), discard_of(frame.side))
        draft.reveal()
        draft.emit(CardDiscarded(frame.side, action.card))
        draft.replace_frame(replace(frame, discarded=True))


# Sappers


@rule("6.3")
def break_refusal(game: Game, state: State, side: Side, action: Break) -> Refusal | None:
    """An open connection with at least one end that the side controls."""
    edge = game.board.edges[action.edge]
    if any(game.board.kinds[end] is not PlaceKind.SPACE for end in (edge.a, edge.b)):
        return Refusal("6.3", message("refusal.not-a-connection"))
    if not is_open(state, action.edge):
        return Refusal("6.3", message("refusal.broken-already"))
    if side not in (state.control.get(edge.a), state.control.get(edge.b)):
        return Refusal("6.3", message("refusal.not-controlled", space=game.board.label(edge.a)))
    return None


def _breakable(game: Game) -> tuple[Break, ...]:
    return tuple(Break(EdgeIndex(edge.index)) for edge in game.board.edges)


def sappers_refusal(game: Game, state: State, side: Side) -> Refusal | None:
    if all(break_refusal(game, state, side, action) for action in _breakable(game)):
        return Refusal("6.3", message("refusal.nothing-to-break"))
    return None


class SappersPhase(Phase[SappersFrame]):
    """One connection is broken until the end of the turn."""

    def menu(self, game: Game, state: State, frame: SappersFrame) -> Menu | None:
        if frame.broken:
            return None
        offer = Offer(Break, lambda: _breakable(game), lambda action: break_refusal(game, state, frame.side, action))
        return Menu(frame.side, message("prompt.sappers", side=frame.side), "6.3", (offer,))

    def apply(self, game: Game, draft: Draft, frame: SappersFrame, action: Action) -> None:
        assert isinstance(action, Break)
        draft.set_side_marker(action.edge, BROKEN, 1)
        draft.emit(ConnectionBroken(action.edge))
        draft.replace_frame(replace(frame, broken=True))


# Mobilisation and the grand offensive


def _reduced(game: Game, state: State, side: Side) -> tuple[Unit, ...]:
    return tuple(unit for unit in units_of(game, state, side) if unit.step)


@rule("6.4")
def mobilise(game: Game, draft: Draft, side: Side, card: CardId) -> None:
    """The side is mobilised for good, and a reduced unit regains a step if there is one."""
    ledger: Ledger = draft.state.extra
    draft.set_extra(replace(ledger, mobilised=ledger.mobilised | {side}))
    draft.call(RebuildFrame(side))


class RebuildPhase(Phase[RebuildFrame]):
    """One reduced unit regains a step."""

    def menu(self, game: Game, state: State, frame: RebuildFrame) -> Menu | None:
        reduced = _reduced(game, state, frame.side)
        if frame.rebuilt or not reduced:
            return None
        whole = Refusal("6.4", message("refusal.not-reduced"))
        offer = Offer.among((Rebuild(unit.id) for unit in reduced), Rebuild, whole)
        return Menu(frame.side, message("prompt.rebuild", side=frame.side), "6.4", (offer,))

    def apply(self, game: Game, draft: Draft, frame: RebuildFrame, action: Action) -> None:
        assert isinstance(action, Rebuild)
        draft.change_unit(action.unit, step=draft.state.unit(action.unit).step - 1)
        draft.emit(UnitRebuilt(action.unit))
        draft.replace_frame(replace(frame, rebuilt=True))


@rule("6.5")
def offensive_refusal(game: Game, state: State, side: Side) -> Refusal | None:
    """Only a side that has mobilised may launch its grand offensive."""
    ledger: Ledger = state.extra
    if side not in ledger.mobilised:
        return Refusal("6.5", message("refusal.not-mobilised"))
    return None


@rule("6.5")
def launch_offensive(game: Game, draft: Draft, side: Side, card: CardId) -> None:
    """The points of the card are spent as operations in which every attack gains a column."""
    materials: Materials = game.materials
    draft.call(OperationsFrame(materials.points(card), materials.number("offensive_shift")))


def _always(game: Game, state: State, side: Side) -> Refusal | None:
    return None


EVENTS: dict[str, CardEvent] = {
    "levy": CardEvent(levy_refusal, lambda game, draft, side, card: draft.call(LevyFrame(side))),
    "spies": CardEvent(spies_refusal, send_spies),
    "sappers": CardEvent(sappers_refusal, lambda game, draft, side, card: draft.call(SappersFrame(side))),
    "mobilisation": CardEvent(_always, mobilise),
    "offensive": CardEvent(offensive_refusal, launch_offensive),
}
"""Every event by the word that stands for it on the cards."""
