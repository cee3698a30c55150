"""Selecting on a large map: what goes over all of it is done beside the window, and can be given up."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from editor.documents import long_work
from editor.model.selection import Selection, of_region, same_terrain
from editor.tools.selection import select_tools
from engine.core.progress import GivenUpError, watched
from engine.definitions.plan import MapPlan, RegionPlan
from tests.editor.tools.hand import Hand
from tests.helpers.plans import small_plan


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each search was done beside the window, on a map that counts as a large one."""
    monkeypatch.setattr(long_work, "MANY", 1)
    seen: list[bool] = []

    def noting(find: Callable[..., Selection]) -> Callable[..., Selection]:
        def found(*words: Any, **options: Any) -> Selection:
            seen.append(threading.current_thread() is not threading.main_thread())
            return find(*words, **options)

        return found

    monkeypatch.setattr(select_tools, "same_terrain", noting(same_terrain))
    monkeypatch.setattr(select_tools, "of_region", noting(of_region))
    return seen


@pytest.mark.parametrize("contiguous", [True, False])
def test_the_wand_looks_beside_the_window_on_a_large_map(hand: Hand, beside: list[bool], *, contiguous: bool) -> None:
    wand = hand.take("select-terrain")
    hand.controller.set_option(wand.name, "contiguous", contiguous)
    hand.click(hand.hex(3, 3))
    assert beside == [True]
    assert hand.bench.selection.cells


def test_a_region_is_looked_for_beside_the_window_on_a_large_map(
    bench_with: Callable[[MapPlan], Hand], beside: list[bool]
) -> None:
    plan = small_plan()
    plan.regions["north"] = RegionPlan("north", "country", "North", frozenset({"main:3,3", "main:4,4"}))
    hand = bench_with(plan)
    hand.take("select-region")
    hand.click(hand.hex(3, 3))
    assert beside == [True]
    assert {cell.key for cell in hand.bench.selection.cells} == {"main:3,3", "main:4,4"}


def test_a_region_of_many_hexes_can_be_given_up() -> None:
    plan = small_plan(cols=150, rows=100)
    members = frozenset(cell.key for cell in plan.sheets["main"].cells())
    plan.regions["north"] = RegionPlan("north", "country", "North", members)
    with watched(lambda: True), pytest.raises(GivenUpError):
        of_region(plan, "north")
