"""Computer players cannot peek: they think on states that could be, made of what their side knows.

`imagine` fills what a view hides: the cards nobody of that side may see are dealt anew among the pools they could lie
in, sealed choices and secret values of others are taken from what the rules allow, and chance gets a seed of its own.
The view of the imagined state is the view it was made from. What a view tells and the rules do not repeat, that
somebody is being asked, holds too: a state in which nobody would be is thrown away and another one made.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from immutables import Map

from engine.core.dice import Lots
from engine.core.ids import CardId, Side
from engine.core.phases import top_menu
from engine.core.refusals import GameFault
from engine.core.state import HIDDEN_CARD, State, evolve

if TYPE_CHECKING:
    from engine.core.game import Game

MOST_TRIES = 200
"""So often a state is imagined anew before it is given up that somebody could be asked."""


def imagine(game: Game, view: State, salt: int) -> State:
    """A whole state that fits a view; the same for the same salt."""
    side = view.viewer
    if side is None:
        raise GameFault("only a view can be imagined whole: a state is")
    for attempt in range(MOST_TRIES):
        lots = Lots(salt, attempt)
        state = evolve(view, seed=lots.seed, pools=_dealt(game, view, side, lots), viewer=None)
        state = game.ruleset.imagine(game, state, side, lots)
        _check_sealed(game, state, side)
        if _is_asking(game, state):
            return state
    raise GameFault(f"{game.ruleset.id}: nothing that {side} does not see lets the {view.frames[-1].kind} frame ask")


def _dealt(game: Game, view: State, side: Side, lots: Lots) -> Map[str, tuple[CardId, ...]]:
    """The pools with a fair draw of the unseen cards in each that the side may not look into."""
    specs, groups = game.ruleset.pools(game), game.ruleset.card_groups(game)
    closed: dict[str, list[str]] = {}
    for name in sorted(view.pools):
        if not specs[name].is_seen_by(side):
            closed.setdefault(specs[name].group or name, []).append(name)
    seen = Counter(card for cards in view.pools.values() for card in cards if card != HIDDEN_CARD)
    pools = view.pools
    for group, names in closed.items():
        unseen = list((Counter(groups.get(group, ())) - seen).elements())
        wanted = sum(len(view.pools[name]) for name in names)
        if len(unseen) < wanted:
            raise GameFault(f"{game.ruleset.id} knows {len(unseen)} cards that {side} does not see, not {wanted}")
        order = lots.shuffled(unseen)
        for name in names:
            size = len(view.pools[name])
            pools, order = pools.set(name, order[:size]), order[size:]
    return pools


def _check_sealed(game: Game, state: State, side: Side) -> None:
    for other, notes in state.sealed.items():
        if other != side and not notes:
            raise GameFault(f"{game.ruleset.id} does not imagine what {other} has sealed")


def _is_asking(game: Game, state: State) -> bool:
    """Whether somebody has something to decide, as somebody has wherever a game waits."""
    return state.outcome is not None or bool(top_menu(game, state))
