"""Modules as another library reads and writes them: pywargame, where it can be imported (it needs Python 3.12)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from app.cli.main import run
from editor.digitise.exchange.vassal_import import import_vassal
from engine.definitions.plan import NO_CELL
from engine.definitions.scenario import Scenario
from tests.editor.digitise.exchange.vassal_modules import png

try:
    from pywargame import vassal
except (ImportError, SyntaxError):
    pytest.skip("pywargame cannot be imported here", allow_module_level=True)

pytestmark = pytest.mark.filterwarnings("ignore")
LABELS = ("0101", "0304", "0702", "1409")


def _only(found: Any) -> Any:
    return found[0] if isinstance(found, list) else next(iter(found.values())) if isinstance(found, dict) else found


def test_it_reads_what_we_write(qapp: QApplication, tmp_path: Path) -> None:
    file, out = tmp_path / "a.redoubt", tmp_path / "a.vmod"
    assert run(["import", "kharkov-1943", str(file)]) == 0
    assert run(["export", str(file), str(out)]) == 0
    ours = import_vassal(out)
    (made,) = ours.boards
    (key, grid), *_ = made.grids.items()
    sheet = made.plan.sheets[key]
    with vassal.VMod(str(out), "r") as module:
        game = vassal.BuildFile(module.getBuildFile()).getGame()
        board = _only(_only(_only(game.getMaps(asdict=True)).getBoardPicker()).getBoards(asdict=True))
        numbering = _only(_only(board.getHexGrids()).getNumbering())
        stacks = _only(game.getMaps(asdict=True)).getAtStarts(single=False)
        pieces = [piece for stack in stacks for piece in stack.getPieces(asdict=False)]
        standing = Counter(stack["name"] for stack in stacks for _ in stack.getPieces(asdict=False))
        for cell in list(sheet.cells())[::37]:
            label = sheet.labels.label(sheet.grid, cell.col, cell.row, sheet.extent)
            x, y = numbering.getLocation(label)
            assert grid.centre((cell.col, cell.row)) == pytest.approx((x, y), abs=1.0)
    (scenario,) = (each for each in ours.contents.documents.values() if isinstance(each, Scenario))
    assert len(pieces) == len(scenario.setup)
    assert sum(standing.values()) == len(pieces)


def test_what_it_builds_comes_in_with_every_hex_and_counter(tmp_path: Path) -> None:
    path = tmp_path / "made.vmod"
    with vassal.VMod(str(path), "w") as module:
        build = vassal.BuildFile()
        game = build.addGame(name="Made", version="1", description="")
        board_map = game.addMap(mapName="Main")
        board = board_map.addBoardPicker().addBoard(name="Front", image="front.png", width=800, height=600)
        zone = board.addZonedGrid().addZone(name="full", path="0,0;800,0;800,600;0,600", useParentGrid=False)
        grid = zone.addHexGrid(dx=52, dy=60, x0=40, y0=35, sideways=False)
        numbering = grid.addNumbering(
            hType="N", vType="N", sep="", hLeading=1, vLeading=1, hOff=1, vOff=1, stagger=True
        )
        for label in LABELS:
            stack = board_map.addAtStart(name=label, location=label, useGridLocation=True, owningBoard="Front")
            stack.addPieceSlot(
                entryName=f"Army {label}", traits=[vassal.BasicTrait(name=f"Army {label}", filename="red.png")]
            )
        places = {label: numbering.getLocation(label) for label in LABELS}
        module.addFile("buildFile.xml", build.encode())
        module.addFile("images/front.png", png(800, 600))
        module.addFile("images/red.png", png(56, 56))
    found = import_vassal(path)
    (made,) = found.boards
    ((key, ours),) = made.grids.items()
    sheet = made.plan.sheets[key]
    for label, place in places.items():
        cell = sheet.labels.parse(sheet.grid, label, sheet.extent)
        assert cell is not None
        assert sheet.code(*cell) != NO_CELL
        assert ours.centre(cell) == pytest.approx(place, abs=1.0)
    (scenario,) = (each for each in found.contents.documents.values() if isinstance(each, Scenario))
    assert len(scenario.setup) == len(LABELS)
