"""Every bundled scenario opens in the designer, shows all its fields, and is written back as it was, to the byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.modes import Mode
from app.window import MainWindow
from editor.model.design.units.unit_fields import FIELDS, text_of, value_columns
from engine.definitions.counters import CounterType
from engine.definitions.oob import UnitEntry
from engine.rulesets.library import bundled_scenarios, find_bundled

OURS = sorted(name for name, found in bundled_scenarios().items() if not found.scenario.ruleset.startswith("toy"))


@pytest.mark.parametrize("name", OURS)
def test_a_bundled_scenario_is_shown_whole_and_saved_back_unchanged(
    name: str, window: MainWindow, tmp_path: Path, refusals: list[str]
) -> None:
    window.open(name)
    window.set_mode(Mode.DESIGN)
    design = window.designer.desk.design
    assert design is not None
    assert not refusals
    shown = {*FIELDS, "values"}
    assert set(UnitEntry.model_fields) <= shown, "a field of a unit has no column"
    assert list(window.docks.panels["units"].model.units) == list(design.units)  # type: ignore[attr-defined]
    for unit in design.units:
        for column in (*FIELDS, *value_columns(design)):
            text_of(design, unit, column)
    assert window.menus.file.export_text_into(tmp_path / "out")
    for file in find_bundled(name).folder.iterdir():
        if file.name.endswith(".yaml"):
            assert (tmp_path / "out" / file.name).read_bytes() == file.read_bytes(), file.name


def test_every_field_of_a_counter_type_has_its_place_in_the_form(window: MainWindow) -> None:
    window.open("ford")
    window.set_mode(Mode.DESIGN)
    form = window.docks.panels["counter-types"].form  # type: ignore[attr-defined]
    shown = {"id", "name", "side", "nation", "symbol", "size", "movement_class", "steps", "traits", "limit", "colour",
             "ink", "values", "band", "code"}  # fmt: skip
    assert set(CounterType.model_fields) == shown
    assert form.form.rowCount() == len(shown - {"id", "steps", "values"})
