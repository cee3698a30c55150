"""Overlays that games have in common: stacks against their limits."""

from __future__ import annotations

from engine.core.ids import Location
from engine.mechanics.overlays import stacking_overlay


def places(key: str, *wrong: int) -> set[int]:
    stacks = {
        Location(0): (1, 4),
        Location(1): (2, 4),
        Location(2): (4, 4),
        Location(3): (5, 4),
        Location(4): (9, None),
    }
    found = stacking_overlay(stacks, [Location(at) for at in wrong], "4.0")
    return {int(at) for area in found.areas if area.label.key == key for at in area.places}


def test_a_stack_is_roomy_up_to_half_its_limit_and_full_at_it() -> None:
    assert places("overlay.stack-roomy") == {0}
    assert places("overlay.stack-half") == {1}
    assert places("overlay.stack-full") == {2}
    assert places("overlay.overstacked") == {3}


def test_a_stack_that_breaks_a_rule_is_wrong_at_any_size_and_where_nothing_of_it_counts() -> None:
    assert places("overlay.overstacked", 0, 4, 7) == {0, 3, 4, 7}
    assert places("overlay.stack-roomy", 0, 4, 7) == set()
