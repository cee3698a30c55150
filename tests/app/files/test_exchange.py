"""A map goes out of the window for another program and comes back in, with a word about what was left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from app.files import exchange as exchange_module
from app.files.exchange import ExchangeDialog
from app.window import MainWindow


def shown(window: MainWindow) -> list[ExchangeDialog]:
    return [each for each in window.findChildren(ExchangeDialog) if each.isVisible()]


@pytest.mark.parametrize("ending", [".tmx", ".vmod"])
def test_a_map_goes_out_and_comes_back(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    assert window.open("ford")
    sheets = {sheet.id: sheet.terrain.shape for sheet in window.canvas.plan.sheets.values()}
    out, kept = tmp_path / f"ford{ending}", tmp_path / "back.redoubt"
    exchange = window.menus.file.exchange
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(out), ""))
    exchange.ask_export()
    assert out.is_file()
    for each in shown(window):
        each.close()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(out), ""))
    exchange.ask_import()
    qtbot.waitUntil(lambda: bool(shown(window)))
    (dialog,) = shown(window)
    assert dialog.found.count() >= 1
    assert "hexes" in dialog.found.item(0).text()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(kept), ""))
    dialog.accept()
    assert kept.is_file()
    assert window.files.name == kept.stem
    if ending == ".tmx":
        assert {sheet.id: sheet.terrain.shape for sheet in window.canvas.plan.sheets.values()} == sheets


def test_a_picture_of_ones_own_is_not_replaced_by_the_tiles_of_a_map_unasked(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    answer = QMessageBox.StandardButton.No
    monkeypatch.setattr(QMessageBox, "question", lambda *given: asked.append(given[2]) or answer)
    out, own = tmp_path / "ford.tmx", tmp_path / "ford-tiles.png"
    own.write_bytes(b"mine")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(out), ""))
    assert window.open("ford")
    window.menus.file.exchange.ask_export()
    assert (own.read_bytes(), out.exists()) == (b"mine", False)
    answer = QMessageBox.StandardButton.Yes
    window.menus.file.exchange.ask_export()
    assert out.is_file()
    window.menus.file.exchange.ask_export()
    assert [words.partition(" ")[0] for words in asked] == ["ford-tiles.png", "ford-tiles.png", "ford.tmx"]


def test_a_file_that_is_none_is_refused_and_nothing_is_written(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "critical", lambda *given: said.append(given[2]))
    broken = tmp_path / "broken.vmod"
    broken.write_bytes(b"no zip at all")
    window.menus.file.exchange.read(broken)
    qtbot.waitUntil(lambda: bool(said))
    assert "broken.vmod" in said[0]
    assert [each.name for each in tmp_path.glob("*.redoubt")] == []


def test_a_map_off_the_globe_is_not_written_as_geojson(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "critical", lambda *given: said.append(given[2]))
    assert window.open("ford")
    window.menus.file.exchange.write(tmp_path / "ford.geojson")
    assert "globe" in said[0]
    assert not (tmp_path / "ford.geojson").exists()


def test_a_fault_of_ours_while_reading_closes_what_waits_and_names_the_file(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "critical", lambda *given: said.append(given[2]))

    def stumble(*_: object, **__: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr(exchange_module, "import_exchange", stumble)
    with capture_exceptions() as raised:
        waiting = window.menus.file.exchange.read(tmp_path / "front.vmod")
        gone: list[bool] = []
        waiting.destroyed.connect(lambda: gone.append(True))
        waiting.show()
        qtbot.waitUntil(lambda: bool(raised))
    assert "front.vmod" in said[0]
    qtbot.waitUntil(lambda: bool(gone))


@pytest.mark.parametrize("name", ["letter.vmod", "land.geojson"])
def test_a_file_that_is_no_module_is_told_what_it_is(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "critical", lambda *given: told.append(given[2]))
    path = tmp_path / name
    path.write_text("{}", encoding="utf-8")
    window.menus.file.exchange.read(path)
    qtbot.waitUntil(lambda: bool(told))
    said = {"letter.vmod": "would be a zip file", "land.geojson": "Import Geography lays it on a hex map"}
    assert said[name] in told[0]
    assert name in told[0]
