"""The cards of a game being played: their faces, and where each is as far as the side at the screen may know.

Nothing here knows a game. What a value, a trait, a use or a pile is called is a template of the game's translations
(`card-value.ops`, `card-trait.combat`, `pool.axis-deck`); where there is none the id is written as words. No Qt is
imported here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.ids import CardId
from engine.core.messages import Message
from engine.core.ruleset import PoolSort, PoolSpec
from engine.core.state import HIDDEN_CARD
from engine.definitions.palette import Palette
from engine.narration.card_faces import CardFace, CardFaces, Inks
from engine.narration.seen_game import SeenGame

THIS_TURN = "played-this-turn"
_USES = "card-use."


@dataclass(frozen=True, slots=True)
class Pile:
    """A pool of cards. Of one that the viewer may not look into only the size is known, and `cards` is empty."""

    name: str
    title: str
    size: int
    cards: tuple[CardId, ...]
    is_open: bool
    owner: str
    sort: PoolSort = PoolSort.OTHER


class CardBook:
    """Every card of one game."""

    def __init__(self, table: SeenGame, palette: Palette) -> None:
        self._table = table
        self.inks = Inks(table.brief, table.game.ruleset.sides, palette)
        self._faces = CardFaces(table.brief, self.inks)
        self.uses = tuple(key.removeprefix(_USES) for key in table.catalogue if key.startswith(_USES))
        """The uses of a card: those that the game has words for, in the order of these."""

    def face(self, card: str) -> CardFace:
        """What is printed on a card."""
        return self._faces.face(card)

    def faces(self) -> list[CardFace]:
        """All cards of the game, in the order of their decks."""
        return self._faces.all()

    def side(self, card: str) -> str:
        """Whose card it is; nobody's where the card does not say."""
        printed = self._table.brief.cards.get(card)
        return (printed.side or "") if printed is not None else ""

    def text(self, card: str) -> str:
        """What a card says it does."""
        printed = self._table.brief.cards.get(card)
        return printed.text if printed is not None else ""

    # Piles

    def piles(self) -> list[Pile]:
        """Every pool as the viewer may know it: his own first, hands before decks, decks before the rest."""
        table = self._table
        specs, view = table.game.ruleset.pools(table.game), table.view
        piles = [self._pile(name, specs[name]) for name in view.pools if name in specs]
        order = tuple(PoolSort)

        def rank(pile: Pile) -> tuple[bool, str, int, str]:
            return pile.owner != table.viewer, pile.owner, order.index(pile.sort), pile.name

        return sorted(piles, key=rank)

    def _pile(self, name: str, spec: PoolSpec) -> Pile:
        table = self._table
        cards = table.view.pools[name]
        is_open = spec.is_seen_by(table.viewer)
        known = tuple(card for card in cards if card != HIDDEN_CARD) if is_open else ()
        title = self._faces.word("pool", name)
        return Pile(name, title, len(cards), known, is_open, spec.owner, spec.sort)

    def enemy_hands(self) -> list[Pile]:
        """The hands that the viewer may not look into."""
        return [pile for pile in self.piles() if pile.sort is PoolSort.HAND and not pile.is_open]

    def played_this_turn(self) -> Pile:
        """The cards that were seen being played since the turn began, the latest last."""
        table = self._table
        turn = table.view.turn
        found: list[CardId] = []
        session = table.session
        for played in reversed(session.recent[: max(0, table.step - session.recalled_from)]):
            if played.state.turn != turn:
                break
            for event in reversed(played.events):
                found += reversed(event.seen_by(table.viewer).played)
        cards = tuple(dict.fromkeys(reversed(found)))
        title = table.catalogue.text(Message("cards.this-turn"))
        return Pile(THIS_TURN, title, len(cards), cards, is_open=True, owner="")

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
        """The piles a card could be in: those of its group, or else any that is closed."""
        game = self._table.game
        specs, groups = game.ruleset.pools(game), game.ruleset.card_groups(game)
        likely = [pile for pile in hidden if card in groups.get(specs[pile.name].group or pile.name, ())] or hidden
        titles = tuple(pile.title for pile in likely)
        if not titles:
            return self._table.catalogue.text(Message("cards.not-in-play"))
        if len(titles) == 1:
            return titles[0]
        return self._table.catalogue.text(Message("cards.one-of", {"piles": titles}))
