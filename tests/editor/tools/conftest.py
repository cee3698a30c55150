"""Workbenches for the tests of the tools."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.application import application
from engine.definitions.plan import MapPlan
from tests.editor.tools.hand import Hand
from tests.helpers.plans import small_plan


@pytest.fixture(autouse=True)
def _our_application(qapp: QApplication) -> None:
    application()


@pytest.fixture
def bench_with(tmp_path: Path) -> Iterator[Callable[[MapPlan], Hand]]:
    """Makes a workbench with a map of one's own."""
    hands: list[Hand] = []

    def make(plan: MapPlan) -> Hand:
        hands.append(Hand(tmp_path, plan))
        return hands[-1]

    yield make
    for hand in hands:
        hand.close()


@pytest.fixture
def hand(bench_with: Callable[[MapPlan], Hand]) -> Hand:
    """A workbench with 12 by 10 clear hexes."""
    return bench_with(small_plan(cols=12, rows=10))
