"""Imagined states: they fit what a side sees, can be played on, and are a fair draw of what it does not see."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random

from engine.core.ids import CardId
from engine.core.state import HIDDEN_CARD, State
from tests.contract.playthrough import Playthrough, Step, chance, require
from tests.contract.secrecy_checks import hidden_pools
from tests.contract.subjects import Subject

LOOKS, SALTS = 2, 80
"""At so many states of a game so many imagined ones are counted."""
SURELY = 12
"""What is to be expected so often is seen once, but for one case in 160,000."""


def check_imagined(subject: Subject, step: Step, rng: Random) -> None:
    """The view of what was imagined of a view is that view; who decides can, and nothing fails when it is done.

    One viewer is tried a step, and one action: over a game all of them are.
    """
    game, salt, side = subject.game, rng.randrange(1 << 30), rng.choice(subject.viewers)
    view = game.view(step.before, side)
    state = game.imagine(view, salt)
    require(state.viewer is None, f"what {side} imagines is only a view")
    require(game.view(state, side) == view, f"{side} can tell what it imagines from what is")
    require(state == game.imagine(view, salt), "one salt imagines two states")
    require(_cards(state) == _cards(step.before), f"what {side} imagines has other cards")
    menu = game.menu(state)
    offers = [offer for offer in menu.offers if offer.any()]
    require(offers and menu.side in game.ruleset.sides, f"nobody can decide in what {side} imagines")
    require(side != step.menu.side or menu.side == side, f"{side} imagines that it is not the one to decide")
    game.apply(state, rng.choice(rng.choice(offers).actions()))


def _cards(state: State) -> list[CardId]:
    return sorted(card for pool in state.pools.values() for card in pool)


def check_fair_draw(playthrough: Playthrough) -> None:
    """Over many salts every card that a side does not see lies in every pool it could be in, as often as it should."""
    steps = playthrough.steps
    for step in Random(playthrough.seed).sample(steps, min(LOOKS, len(steps))):
        _count_cards(playthrough.subject, step, chance(playthrough, step).randrange(1 << 30))


def _count_cards(subject: Subject, step: Step, first: int) -> None:
    """For the side to decide: that somebody else can says nothing about the cards it does not see."""
    game, side = subject.game, step.menu.side
    view = game.view(step.before, side)
    states = [game.imagine(view, salt) for salt in range(first, first + SALTS)]
    for names in hidden_pools(subject, view, side).values():
        cards = Counter(card for name in names for card in states[0].pools[name])
        total = cards.total()
        for name in (each for each in names if view.pools[each]):
            require(set(view.pools[name]) == {HIDDEN_CARD}, f"{side} sees into {name}")
            found = Counter(card for state in states for card in state.pools[name])
            on_top = Counter(state.pools[name][0] for state in states)
            for card, copies in cards.items():
                _is_fair(found[card], copies * len(view.pools[name]) / total, f"{card} in {name}", copies)
                _is_fair(on_top[card], copies / total, f"{card} on top of {name}", copies)


def _is_fair(found: int, share: float, what: str, copies: int) -> None:
    expected = SALTS * share
    most_off = 5 * sqrt(expected * max(1 - share / copies, 0)) + 3
    require(abs(found - expected) <= most_off, f"{what} {found} times of {SALTS}, not about {expected:.1f}")
    require(found or expected < SURELY, f"{what} is never imagined")
