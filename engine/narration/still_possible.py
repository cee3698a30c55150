"""How many of the things that a menu lists can be done one after another, with what the rules leave for them.

The menu answers for the next decision alone. Where three factories may be moved each of eighteen is listed, and no more
than three will go: whoever is reminded of them is told of three.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from engine.core.quotas import Quota
from engine.core.records import Action

Price = tuple[tuple[str, int], ...]


def still_possible(ways: Mapping[Any, Sequence[Action]], quota: Quota[Any] | None) -> int:
    """How many things can still be done, of each of which the menu lists one way or more; the cheap ones first.

    Nothing runs out where there is no quota.
    """
    if quota is None:
        return len(ways)
    left, count = dict(quota.left), 0
    for prices in sorted(_prices(ways, quota), key=lambda prices: _sum(prices[0])):
        price = next((price for price in prices if all(left.get(purse, 0) >= part for purse, part in price)), None)
        if price is not None:
            count += 1
            for purse, part in price:
                left[purse] -= part
    return count


def _prices(ways: Mapping[Any, Sequence[Action]], quota: Quota[Any]) -> list[list[Price]]:
    """What each payer may pay, the lowest price first."""
    found: dict[Hashable, dict[Price, None]] = {}
    for thing, actions in ways.items():
        for action in actions:
            payer = quota.payer(action) if quota.payer is not None else thing
            found.setdefault(payer, {})[tuple(sorted(quota.price(action).items()))] = None
    return [sorted(prices, key=_sum) for prices in found.values()]


def _sum(price: Price) -> int:
    return sum(part for _, part in price)
