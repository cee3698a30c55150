"""What goes out as a VASSAL module comes back with the same hexes, numbers and stacks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.cli.main import run
from editor.digitise.exchange.vassal_import import import_vassal
from engine.definitions.plan import MapPlan, cell_of
from engine.definitions.scenario import Scenario
from engine.storage.store import Store


def labels(plan: MapPlan) -> set[str]:
    found = set()
    for sheet in plan.sheets.values():
        cells = [cell[1:] for cell in sheet.cells()]
        found |= set(sheet.labels.labels(sheet.grid, cells, sheet.extent))
    return found


def test_a_scenario_comes_back_from_vassal(qapp: QApplication, tmp_path: Path) -> None:
    file, out = tmp_path / "typhoon.redoubt", tmp_path / "typhoon.vmod"
    assert run(["import", "typhoon", str(file)]) == 0
    assert run(["export", str(file), str(out)]) == 0
    with Store(file) as store:
        (plan,) = store.contents.maps.values()
        (scenario,) = (each for each in store.contents.documents.values() if isinstance(each, Scenario))
    found = import_vassal(out)
    (back,) = found.contents.maps.values()
    assert labels(back) == labels(plan)
    (set_up,) = (each for each in found.contents.documents.values() if isinstance(each, Scenario))
    (sheet,) = back.sheets.values()
    cells = [cell_of(placement.at) for placement in set_up.setup]
    standing = [sheet.labels.label(sheet.grid, cell.col, cell.row, sheet.extent) for cell in cells if cell is not None]
    wanted = [placement.at for placement in scenario.setup if placement.at in labels(plan)]
    assert Counter(standing) == Counter(wanted)
    assert len(set_up.setup) == len(scenario.setup)
    assert not found.left_out


def test_a_map_goes_out_as_a_table(tmp_path: Path) -> None:
    file, out = tmp_path / "typhoon.redoubt", tmp_path / "typhoon.csv"
    assert run(["import", "typhoon", str(file)]) == 0
    assert run(["export", str(file), str(out)]) == 0
    rows = out.read_text(encoding="utf-8").splitlines()
    assert rows[0].startswith("sheet,label,column,row,x,y,terrain")
    assert len(rows) == 381
