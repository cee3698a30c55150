"""Cards as a side sees them: its hand, each card with its uses, which are allowed now and what forbids the others.

A hand is a pool that only one side may look into. The uses of a card are those that the game has words for, always in
the same order; where the rules ask for something else to be done with cards, such as discarding one, that stands in
their place. No Qt is imported here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.core.actions import PlayCard
from engine.core.ids import CardId
from engine.core.messages import Message, message
from engine.core.records import Action
from engine.core.ruleset import PoolSort
from engine.core.state import HIDDEN_CARD
from engine.narration.card_book import CardBook
from engine.narration.card_faces import CardFace
from engine.narration.language import cited
from engine.narration.seen_game import SeenGame


@dataclass(frozen=True, slots=True)
class CardUse:
    """One way to use a card: the action, or why not."""

    words: str
    action: Action | None
    why_not: str = ""
    short: str = ""
    """A word that fits on a small button."""
    rule: str = ""
    """The case that forbids it."""


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card in the hand."""

    face: CardFace
    uses: tuple[CardUse, ...]

    @property
    def id(self) -> str:
        return self.face.id

    @property
    def title(self) -> str:
        return self.face.title

    @property
    def allowed(self) -> tuple[CardUse, ...]:
        """What can be done with it now."""
        return tuple(use for use in self.uses if use.action is not None)


class Order(StrEnum):
    """How a hand lies."""

    DRAWN = "drawn"
    TITLE = "title"
    VALUE = "value"
    SORT = "sort"
    USES = "uses"


def has_cards(table: SeenGame) -> bool:
    """Whether this is a game with hands of cards to play."""
    return bool(table.brief.cards) and PlayCard in table.game.ruleset.vocabulary.actions


def has_printed_cards(table: SeenGame) -> bool:
    """Whether there are cards or markers to look at, played from hands or not."""
    return bool(table.brief.cards)


def hand_of(table: SeenGame, book: CardBook) -> tuple[HeldCard, ...]:
    """The cards of the side whose eyes the screen has, and those that it may choose from now."""
    viewer, view = table.viewer, table.view
    specs = table.game.ruleset.pools(table.game)
    own = [name for name in sorted(view.pools) if name in specs and specs[name].seen_by == frozenset({viewer})]
    hands = [name for name in own if specs[name].sort is PoolSort.HAND] or own
    shown = [pile.name for pile in book.piles() if pile.owner == viewer and pile.sort is PoolSort.SHOWN]
    cards = [card for name in (*hands, *shown) for card in view.pools[name] if card != HIDDEN_CARD]
    offered = _offered(table)
    cards += [card for card in offered if card not in cards]
    return tuple(HeldCard(book.face(card), tuple(_uses(table, book, card, offered.get(card, ())))) for card in cards)


def in_order(cards: tuple[HeldCard, ...], order: Order) -> tuple[HeldCard, ...]:
    """The hand sorted by a choice; cards that are alike stay as they were drawn."""
    if order is Order.TITLE:
        return tuple(sorted(cards, key=lambda card: card.title))
    if order is Order.VALUE:
        return tuple(sorted(cards, key=lambda card: -int(card.face.chief or 0)))
    if order is Order.SORT:
        return tuple(sorted(cards, key=lambda card: (card.face.emblem, -int(card.face.chief or 0))))
    if order is Order.USES:
        return tuple(sorted(cards, key=lambda card: -len(card.allowed)))
    return cards


def _offered(table: SeenGame) -> Mapping[CardId, tuple[Action, ...]]:
    """What the menu has for each card."""
    found: dict[CardId, tuple[Action, ...]] = {}
    if table.menu.side != table.viewer or table.is_over:
        return found
    for offer in table.menu.offers:
        if offer.action.touches()["card"]:
            for action in offer.actions():
                for card in action.cards():
                    found[card] = (*found.get(card, ()), action)
    return found


def _uses(table: SeenGame, book: CardBook, card: CardId, offered: tuple[Action, ...]) -> list[CardUse]:
    others = [action for action in offered if not isinstance(action, PlayCard)]
    if others:
        return [_allowed(table, action) for action in offered]
    allowed = {action.use: action for action in offered if isinstance(action, PlayCard)}
    found = [
        _allowed(table, allowed[use]) if use in allowed else _refused(table, PlayCard(card, use)) for use in book.uses
    ]
    known = {use.action for use in found}
    return found + [_allowed(table, action) for action in offered if action not in known]


def _allowed(table: SeenGame, action: Action) -> CardUse:
    return CardUse(table.words.text(action), action, short=_short(table, action))


def _refused(table: SeenGame, action: PlayCard) -> CardUse:
    rule = ""
    if table.is_over:
        why = table.say(message("cards.game-over"))
    elif table.menu.side != table.viewer:
        why = table.say(message("cards.not-yours-now", side=table.menu.side))
    else:
        refusal = table.menu.refusal(action)
        rule = refusal.rule if refusal is not None else ""
        why = cited(table.say(refusal.message), rule) if refusal is not None else ""
    return CardUse(table.words.text(action), None, why, _short(table, action), rule)


def _short(table: SeenGame, action: Action) -> str:
    key = f"card-use-short.{action.use}" if isinstance(action, PlayCard) else f"action-short.{action.kind}"
    if key in table.catalogue:
        return table.catalogue.text(Message(key))
    if isinstance(action, PlayCard):
        return table.names.heading(action.use)
    return table.words.group(action.kind)
