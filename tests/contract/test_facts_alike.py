"""When two facts say the same: by what they say, not by which object they are."""

from __future__ import annotations

from engine.core.paths import link_costs
from engine.mechanics.marching import Conditions
from engine.rulesets.assembly import bundled_brief
from tests.contract.value_checks import alike


def test_prices_that_were_reckoned_twice_are_alike_and_others_are_not() -> None:
    """What a game keeps for a while is reckoned anew when it was forgotten: the same steps in another object."""
    board = bundled_brief("ford").board
    once, twice = (link_costs(board, lambda origin, target, edge: 1) for _ in range(2))
    dearer = link_costs(board, lambda origin, target, edge: 2)
    assert alike(once, twice)
    assert alike(Conditions(prices=once), Conditions(prices=twice))
    assert not alike(once, dearer)
    assert not alike(Conditions(prices=once), Conditions(prices=dearer))
    assert not alike(Conditions(prices=once), Conditions(prices=twice, zones=frozenset({3})))
