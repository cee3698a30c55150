"""Workbenches for the tests of the panels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.application import application
from engine.definitions.plan import MapPlan
from tests.editor.canvas.demo_maps import dressed_map, space_map
from tests.editor.panels.bench import Bench

Make = Callable[[MapPlan], Bench]


@pytest.fixture(autouse=True)
def _our_application(qapp: QApplication) -> None:
    application()


@pytest.fixture
def bench_with(tmp_path: Path) -> Iterator[Make]:
    """Makes a workbench with a map of one's own."""
    made: list[Bench] = []

    def make(plan: MapPlan) -> Bench:
        made.append(Bench(tmp_path, plan))
        return made[-1]

    yield make
    for bench in made:
        bench.close()


@pytest.fixture
def bench(bench_with: Make) -> Bench:
    """A workbench with a country of 36 by 26 hexes and a little of everything."""
    return bench_with(dressed_map())


@pytest.fixture
def spaces(bench_with: Make) -> Bench:
    """A workbench with a map of twelve spaces."""
    return bench_with(space_map())
