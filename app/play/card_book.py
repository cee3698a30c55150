"""Cards in words and colours: what a face shows, and where each card is as far as the side at the screen may know.

Nothing here knows a game. What a value, a trait, a use or a pile is called is a template of the game's translations
(`card-value.ops`, `card-trait.combat`, `pool.axis-deck`); where there is none the id is written as words. No Qt is
imported here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.play.table import Table
from engine.core.ids import CardId
from engine.core.messages import Message
from engine.core.ruleset import PoolSpec
from engine.core.state import HIDDEN_CARD
from engine.definitions.cards import Card
from engine.definitions.palette import Palette

THIS_TURN = "played-this-turn"
_PLAYED = "card-played"
"""How the kinds of events end by which a card is played."""
_USES = "card-use."
PAPER_INK = ("#8a8f96", "#101214")
"""The colours of what belongs to nobody."""


@dataclass(frozen=True, slots=True)
class Points:
    """A number that is printed at the foot of a card, with the colours of the nation it is for."""

    words: str
    value: str
    ground: str
    ink: str


@dataclass(frozen=True, slots=True)
class Face:
    """All that is printed on a card; `chief` is the large number in its corner."""

    id: str
    number: str
    title: str
    text: str
    chief: str
    chief_words: str
    points: tuple[Points, ...]
    traits: tuple[str, ...]
    """What sort of card it is, in words."""
    emblem: str
    """The trait whose emblem is drawn behind the text; empty for none."""
    is_removed_after: bool
    ground: str
    ink: str


@dataclass(frozen=True, slots=True)
class Pile:
    """A pool of cards. Of one that the viewer may not look into only the size is known, and `cards` is empty."""

    name: str
    title: str
    size: int
    cards: tuple[CardId, ...]
    is_open: bool
    owner: str
    is_hand: bool


class Inks:
    """The colours of sides and nations."""

    def __init__(self, table: Table, palette: Palette) -> None:
        self._nations = {nation.id: (nation.colour, nation.ink) for nation in palette.nations}
        self._sides: dict[str, tuple[str, str]] = {}
        for side in table.game.ruleset.sides:
            nations = [kind.nation or "" for kind in table.brief.types.values() if kind.side == side]
            most = max(nations, key=nations.count, default="")
            self._sides[side] = self._nations.get(most, PAPER_INK)

    def of(self, owner: str) -> tuple[str, str]:
        """Ground and ink of a side or a nation."""
        return self._sides.get(owner) or self._nations.get(owner) or PAPER_INK


class CardBook:
    """Every card of one game."""

    def __init__(self, table: Table, palette: Palette) -> None:
        self._table = table
        self.inks = Inks(table, palette)
        self._faces: dict[str, Face] = {}
        self.uses = tuple(key.removeprefix(_USES) for key in table.catalogue if key.startswith(_USES))
        """The uses of a card: those that the game has words for, in the order of these."""

    def face(self, card: str) -> Face:
        """What is printed on a card."""
        if card not in self._faces:
            self._faces[card] = self._printed(card)
        return self._faces[card]

    def faces(self) -> list[Face]:
        """All cards of the game, in the order of their decks."""
        return [self.face(card) for card in self._table.brief.cards]

    def side(self, card: str) -> str:
        """Whose card it is; nobody's where the card does not say."""
        printed = self._table.brief.cards.get(card)
        return (printed.side or "") if printed is not None else ""

    def _printed(self, card: str) -> Face:
        printed = self._table.brief.cards.get(card)
        if printed is None:
            printed = Card(id="unknown", name=card)
        numbers = [name for name, value in printed.values.items() if type(value) is int]
        chief = numbers[0] if numbers and printed.text else ""
        ground, ink = self.inks.of(printed.side or "")
        return Face(
            id=card,
            number=_number(card) if printed.text else "",
            title=self._table.names.card(card),
            text=self.text(card),
            chief=str(printed.values[chief]) if chief else "",
            chief_words=self._word("card-value", chief) if chief else "",
            points=tuple(self._points(name, printed.values[name]) for name in printed.values if name != chief),
            traits=tuple(self._word("card-trait", trait) for trait in printed.traits),
            emblem=printed.traits[-1] if printed.traits else "",
            is_removed_after=printed.removed_after_event,
            ground=ground,
            ink=ink,
        )

    def text(self, card: str) -> str:
        """What a card says it does."""
        printed = self._table.brief.cards.get(card)
        return printed.text if printed is not None else ""

    def _points(self, name: str, value: object) -> Points:
        ground, ink = self.inks.of(name.rpartition("-")[2])
        if isinstance(value, bool):
            shown = self._table.catalogue.text(Message("word.yes" if value else "word.no"))
        else:
            shown = str(value).upper() if isinstance(value, str) else str(value)
        return Points(self._word("card-value", name), shown, ground, ink)

    def _word(self, section: str, name: str) -> str:
        key = f"{section}.{name}"
        catalogue = self._table.catalogue
        return catalogue.text(Message(key)) if key in catalogue else self._table.names.heading(name)

    # Piles

    def piles(self) -> list[Pile]:
        """Every pool as the viewer may know it: his own first, hands before decks, decks before the rest."""
        table = self._table
        specs, view = table.game.ruleset.pools(table.game), table.view
        piles = [self._pile(name, specs[name]) for name in view.pools if name in specs]
        order = ("hand", "shown", "table", "played", "deck", "discard", "removed")

        def rank(pile: Pile) -> tuple[bool, str, int, str]:
            kind = next((place for place, word in enumerate(order) if word in pile.name), len(order))
            return pile.owner != table.viewer, pile.owner, kind, pile.name

        return sorted(piles, key=rank)

    def _pile(self, name: str, spec: PoolSpec) -> Pile:
        table = self._table
        cards = table.view.pools[name]
        is_open = spec.is_seen_by(table.viewer)
        owner = next((side for side in table.game.ruleset.sides if side in name.split("-")), "")
        known = tuple(card for card in cards if card != HIDDEN_CARD) if is_open else ()
        return Pile(name, self._word("pool", name), len(cards), known, is_open, owner, "hand" in name.split("-"))

    def enemy_hands(self) -> list[Pile]:
        """The hands that the viewer may not look into."""
        return [pile for pile in self.piles() if pile.is_hand and not pile.is_open]

    def played_this_turn(self) -> Pile:
        """The cards that were seen being played since the turn began, the latest last."""
        table = self._table
        turn, found = table.view.turn, []
        for played in reversed(table.session.log[: table.step]):
            if played.state.turn != turn:
                break
            for event in reversed(played.events):
                card = getattr(event.seen_by(table.viewer), "card", None)
                if event.kind.endswith(_PLAYED) and card is not None:
                    found.append(CardId(card))
        cards = tuple(dict.fromkeys(reversed(found)))
        title = table.catalogue.text(Message("cards.this-turn"))
        return Pile(THIS_TURN, title, len(cards), cards, is_open=True, owner="", is_hand=False)

    def whereabouts(self) -> Mapping[str, str]:
        """Where each card is in words; one that may not be seen is in one of the piles it could be in."""
        found: dict[str, str] = {}
        hidden: list[Pile] = []
        for pile in self.piles():
            for card in pile.cards:
                found[card] = pile.title
            if not pile.is_open and pile.size:
                hidden.append(pile)
        for each in self._table.brief.cards:
            if each not in found:
                found[each] = self._somewhere(each, hidden)
        return found

    def _somewhere(self, card: str, hidden: list[Pile]) -> str:
        """The piles a card could be in: those named after its deck or its side, or else any that is closed."""
        printed = self._table.brief.cards[card]
        specs = self._table.game.ruleset.pools(self._table.game)
        named = {printed.deck, printed.side} - {None}
        likely = [pile for pile in hidden if pile.name in named or specs[pile.name].group in named] or hidden
        titles = tuple(pile.title for pile in likely)
        if not titles:
            return self._table.catalogue.text(Message("cards.not-in-play"))
        if len(titles) == 1:
            return titles[0]
        return self._table.catalogue.text(Message("cards.one-of", {"piles": titles}))


def _number(card: str) -> str:
    """The printed number, which ids end with."""
    last = card.rpartition("-")[2]
    return str(int(last)) if last.isdigit() else ""
