"""Maps of ours that somebody made endless in Tiled, and files that say what no program writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from app.files.map_opening import OpenedScenario, open_anything
from app.files.tiled_writing import write_tiled
from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.exchange.exchange_import import import_exchange
from editor.digitise.exchange.tiled.tiled_import import import_tiled


@pytest.fixture
def opened(qapp: QApplication) -> OpenedScenario:
    return open_anything("kharkov-1943")


def in_chunks(layer: dict[str, Any], first: object) -> None:
    """The tiles of a layer in one chunk, and before it, up and to the left, one without any."""
    width, height = layer["width"], layer["height"]
    whole = {"x": first, "y": 0, "width": width, "height": height, "data": layer.pop("data")}
    layer["chunks"] = [{"x": -16, "y": -16, "width": 16, "height": 16, "data": [0] * 256}, whole]


def changed(opened: OpenedScenario, path: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    write_tiled(opened, path)
    made = json.loads(path.read_text(encoding="utf-8"))
    made["infinite"] = True
    for layer in made["layers"]:
        if layer["type"] == "tilelayer":
            change(layer)
    path.write_text(json.dumps(made), encoding="utf-8")
    return path


def test_a_map_of_ours_that_was_made_endless_keeps_its_terrain_in_place(opened: OpenedScenario, tmp_path: Path) -> None:
    path = changed(opened, tmp_path / "map.tmj", lambda layer: in_chunks(layer, 0))
    assert import_tiled(path).plan == opened.plan


def test_a_word_where_a_number_stands_is_told_of(opened: OpenedScenario, tmp_path: Path) -> None:
    path = changed(opened, tmp_path / "map.tmj", lambda layer: in_chunks(layer, "abc"))
    with pytest.raises(ExchangeError) as said:
        import_exchange(path)
    assert "map.tmj" in str(said.value.message)
