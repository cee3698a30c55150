"""Cards that the enemy sees, and cards that are lost by lot: what Enigma, Thunderclap and Bomb Plot do to a hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.ids import CardId, Side
from engine.core.records import Event, secret
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.hands import held, lay
from engine.rulesets.barbarossa_to_berlin.names import discard


@dataclass(frozen=True, slots=True)
class CardLost(Event):
    """A side lost a card of its hand by lot; only itself knows which."""

    kind: ClassVar[str] = "card-lost"
    side: Side
    card: CardId | None = secret()

    @property
    def audience(self) -> frozenset[Side]:
        return frozenset({self.side})


@rule("card.allied.44", "card.allied.48")
def lose_card(draft: Draft, side: Side) -> None:
    """A side discards a card of its hand drawn by lot, if it has one."""
    cards = held(draft.state, side)
    if not cards:
        return
    lost = draft.lot(cards)
    lay(draft, side, lost, discard(side))
    draft.emit(CardLost(side, lost))


EVENTS = (CardLost,)
