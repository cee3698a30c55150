"""Cards as a side sees them: its hand, each card with its uses, which are allowed now and what forbids the others.

A hand is a pool that only one side may look into and whose cards an action of the menu touches, or could touch. Uses
are found by asking the menu about each it has shown for any card in this game. No Qt is imported here.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.play.table import Table
from engine.core.actions import PlayCard
from engine.core.ids import CardId
from engine.core.records import Action
from engine.core.state import HIDDEN_CARD


@dataclass(frozen=True, slots=True)
class CardUse:
    """One way to use a card: the action, or why not."""

    words: str
    action: Action | None
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card in the hand."""

    id: str
    title: str
    values: str
    text: str
    uses: tuple[CardUse, ...]


def has_cards(table: Table) -> bool:
    """Whether this is a game with hands of cards to play."""
    return bool(table.brief.cards) and PlayCard in table.game.ruleset.vocabulary.actions


def hand_of(table: Table) -> tuple[HeldCard, ...]:
    """The cards of the side whose eyes the screen has."""
    viewer, view = table.viewer, table.view
    specs = table.game.ruleset.pools(table.game)
    own = [name for name in sorted(view.pools) if name in specs and specs[name].seen_by == frozenset({viewer})]
    hands = [name for name in own if "hand" in name] or own
    cards = [card for name in hands for card in view.pools[name] if card != HIDDEN_CARD]
    decides = table.menu.side == viewer
    return tuple(_held(table, card, decides=decides) for card in cards)


def _held(table: Table, card: CardId, *, decides: bool) -> HeldCard:
    printed = table.brief.cards.get(card)
    values = ", ".join(f"{name.replace('-', ' ')} {value}" for name, value in printed.values.items()) if printed else ""
    uses = tuple(_uses(table, card)) if decides else ()
    return HeldCard(card, table.names.card(card), values, printed.text if printed else "", uses)


def _uses(table: Table, card: CardId) -> list[CardUse]:
    menu = table.menu
    found = [CardUse(table.words.text(action), action) for action in menu.of_card(card)]
    allowed = {use.action for use in found}
    if any(offer.action is PlayCard for offer in menu.offers):
        for use in _known_uses(table):
            action = PlayCard(card, use)
            refusal = menu.refusal(action) if action not in allowed else None
            if refusal is not None:
                why = f"{table.say(refusal.message)} ({refusal.rule})"
                found.append(CardUse(table.words.text(action), None, why))
    return found


def _known_uses(table: Table) -> tuple[str, ...]:
    """The uses there are: those that the game has words for."""
    prefix = "card-use."
    return tuple(key.removeprefix(prefix) for key in table.catalogue if key.startswith(prefix))
