"""The dialog under hand: what it shows follows the fields, what it writes is what it showed, and Cancel means it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtCore import QLocale, QSettings, Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from app.language import speak_in
from editor.export.dialog import ExportDialog
from editor.export.options import ExportOptions, Format, Pages, Paper, Turn
from engine.definitions.plan import GeoPlan, MapPlan
from engine.rulesets.words import catalogue
from tests.editor.canvas.demo_maps import PALETTE, counters, dressed_map, hex_map

Maker = Callable[..., ExportDialog]


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def dialog(qtbot: QtBot, tmp_path: Path, settings: QSettings) -> Maker:
    (tmp_path / "out").mkdir()
    speak_in("en")

    def make(plan: MapPlan | None = None, **more: object) -> ExportDialog:
        plan = plan or dressed_map()
        made = ExportDialog(plan, PALETTE, catalogue(), settings, folder=tmp_path / "out", **more)  # type: ignore[arg-type]
        qtbot.addWidget(made)
        made.show()
        qtbot.waitExposed(made)
        return made

    return make


def choose(combo: QComboBox, value: object) -> None:
    """Pick an entry as the arrow keys would."""
    combo.setFocus()
    QTest.keyClick(combo, Qt.Key.Key_Home)
    while combo.currentData() != value:
        before = combo.currentIndex()
        QTest.keyClick(combo, Qt.Key.Key_Down)
        assert combo.currentIndex() != before, f"no entry {value}"


def press(button: QAbstractButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_enter_writes_the_file(dialog: Maker, tmp_path: Path) -> None:
    made = dialog()
    choose(made.fields.format, Format.SVG)
    made.path.setFocus()
    QTest.keyClick(made.path, Qt.Key.Key_Return)
    assert list((tmp_path / "out").glob("*.svg"))


@pytest.mark.parametrize("name", ["~nobody-of-that-name/map.svg", "x" * 300 + ".svg"])
def test_a_path_that_cannot_be_is_refused_in_words(dialog: Maker, tmp_path: Path, name: str) -> None:
    made = dialog()
    choose(made.fields.format, Format.SVG)
    made.path.setText(name if name.startswith("~") else str(tmp_path / name))
    made.run()
    assert made.isVisible()
    assert made.trouble.text()


def test_the_preview_follows_the_fields(dialog: Maker) -> None:
    made = dialog()
    fields = made.fields
    choose(fields.format, Format.PDF)
    layout = made.preview.layout_shown
    assert layout is not None
    assert len(layout.sheets) == 8
    assert "8 sheets of A4, portrait" in made.particulars.text()
    choose(fields.paper, Paper.A3)
    choose(fields.turn, Turn.LANDSCAPE)
    assert made.preview.layout_shown is not None
    assert made.preview.layout_shown.paper == (420.0, 297.0)
    choose(fields.pages, Pages.FIT)
    assert not fields.overlap.isVisible()
    assert not fields.hex_mm.isVisible()
    choose(fields.format, Format.PNG)
    assert made.preview.layout_shown is None
    assert fields.width_.isVisible()
    assert not fields.paper.isVisible()
    assert "4,000 by" in made.particulars.text()


def test_a_picture_is_written_and_the_dialog_closes(dialog: Maker, tmp_path: Path, qtbot: QtBot) -> None:
    made = dialog()
    choose(made.fields.format, Format.PNG)
    made.fields.width_.setValue(600)
    with qtbot.waitSignal(made.exported) as said:
        press(made.go)
    path = tmp_path / "out" / "demo.png"
    assert said.args == [str(path)]
    assert QImage(str(path)).width() == 600
    assert not made.isVisible()


@pytest.mark.parametrize("kind", [Format.SVG, Format.PDF])
def test_drawings_and_documents_are_written(dialog: Maker, tmp_path: Path, kind: Format) -> None:
    made = dialog(hex_map(10, 8))
    choose(made.fields.format, kind)
    layout = made.preview.layout_shown
    press(made.go)
    data = (tmp_path / "out" / f"demo.{kind.value}").read_bytes()
    assert data.startswith(b"<?xml" if kind is Format.SVG else b"%PDF")
    if layout is not None:
        document = pypdfium2.PdfDocument(data)
        assert len(document) == len(layout.sheets) + (len(layout.sheets) > 1)
        document.close()


def test_what_was_chosen_is_there_the_next_time(dialog: Maker, tmp_path: Path) -> None:
    made = dialog(counters=counters(dressed_map()))
    choose(made.fields.format, Format.SVG)
    made.fields.hex_mm.setValue(12.5)
    made.fields.shown["numbers"].setChecked(False)
    made.fields.shown["counters"].setChecked(False)
    choose(made.fields.style_, "night")
    chosen = made.options
    press(made.go)
    bare = dialog()
    assert bare.fields.kind is Format.SVG
    assert bare.options == chosen, "a map without counters forgets nothing about them"
    assert not bare.fields.shown["counters"].isEnabled()
    assert bare.path.text() == str(tmp_path / "out" / "demo.svg")


def test_a_map_without_distances_forgets_nothing_of_the_scale_of_another(dialog: Maker) -> None:
    plan = dressed_map()
    plan.georeference = GeoPlan("albers", (50.0, 30.0), 20.0, "main:1,1", (49.0, 37.0))
    made = dialog(plan)
    choose(made.fields.format, Format.SVG)
    choose(made.fields.by_scale, True)
    made.fields.map_scale.setValue(2_000_000)
    made.run()
    bare = dialog()
    bare.path.setText(bare.path.text().replace("demo", "bare"))
    bare.run()
    assert not bare.isVisible()
    assert dialog(plan).options.map_scale == 2_000_000


def test_why_it_cannot_be_exported_stays_said_while_the_file_is_named(dialog: Maker) -> None:
    made = dialog()
    choose(made.fields.format, Format.PDF)
    choose(made.fields.pages, Pages.ONE)
    made.fields.hex_mm.setValue(200.0)
    assert not made.go.isEnabled()
    said = made.trouble.text()
    assert said
    made.path.setText(made.path.text().replace("demo", "other"))
    assert made.trouble.text() == said


def test_spoilt_settings_do_no_harm(dialog: Maker, settings: QSettings) -> None:
    settings.setValue("export/options", "{spoilt")
    settings.setValue("export/format", "bmp")
    made = dialog()
    assert made.options == ExportOptions()
    assert made.fields.kind is Format.PDF


def test_a_map_that_knows_its_distances_offers_a_scale(dialog: Maker) -> None:
    assert not dialog().fields.by_scale.isVisible()
    plan = dressed_map()
    plan.georeference = GeoPlan("albers", (50.0, 30.0), 20.0, "main:1,1", (49.0, 37.0))
    made = dialog(plan)
    choose(made.fields.by_scale, True)
    made.fields.map_scale.setValue(2_000_000)
    assert not made.fields.hex_mm.isVisible()
    assert "hexes 10.0 mm across" in made.particulars.text()


def test_numbers_are_written_as_the_language_writes_them(dialog: Maker) -> None:
    """Four thousand pixels are "4,000" in English, which in French is four."""
    speak_in("fr")
    try:
        made = dialog()
        choose(made.fields.format, Format.PNG)
        made.fields.width_.setValue(4000)
        assert made.particulars.text().startswith(QLocale("fr").toString(4000))
        choose(made.fields.format, Format.SVG)
        made.fields.hex_mm.setValue(10.0)
        assert "10,0 mm" in made.particulars.text()
        assert "10.0 mm" not in made.particulars.text()
    finally:
        speak_in("en")


def test_cancel_stops_a_running_export_and_leaves_nothing(dialog: Maker, tmp_path: Path, qtbot: QtBot) -> None:
    made = dialog()
    choose(made.fields.format, Format.PNG)
    made.fields.width_.setValue(9000)

    def stop() -> None:
        assert not made.fields.isEnabled()
        press(made.cancel)

    QTimer.singleShot(150, stop)
    press(made.go)
    assert made.isVisible()
    assert "Nothing was written" in made.trouble.text()
    assert list((tmp_path / "out").iterdir()) == []
    assert made.fields.isEnabled()
    press(made.cancel)
    assert not made.isVisible()


def test_closing_the_window_stops_a_running_export_too(dialog: Maker, tmp_path: Path) -> None:
    made = dialog()
    choose(made.fields.format, Format.PNG)
    made.fields.width_.setValue(9000)
    QTimer.singleShot(100, made.close)
    press(made.go)
    assert list((tmp_path / "out").iterdir()) == []
    assert made.isVisible()


def test_a_file_is_not_replaced_unasked(dialog: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "out" / "demo.png"
    path.write_bytes(b"dear to someone")
    asked: list[str] = []
    answers = iter((QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes))

    def question(_parent: object, _title: str, text: str) -> QMessageBox.StandardButton:
        asked.append(text)
        return next(answers)

    monkeypatch.setattr(QMessageBox, "question", question)
    made = dialog(hex_map(6, 5))
    choose(made.fields.format, Format.PNG)
    made.fields.width_.setValue(300)
    press(made.go)
    assert path.read_bytes() == b"dear to someone"
    press(made.go)
    assert QImage(str(path)).width() == 300
    assert asked == ["demo.png is there already. Replace it?"] * 2


def test_what_goes_wrong_is_said_in_the_dialog(dialog: Maker, tmp_path: Path) -> None:
    made = dialog(hex_map(6, 5))
    choose(made.fields.format, Format.PNG)
    made.path.setText(str(tmp_path / "nowhere" / "map.png"))
    press(made.go)
    assert made.trouble.isVisible()
    assert str(tmp_path / "nowhere") in made.trouble.text()
    made.path.setText(str(tmp_path / "out" / "map.png"))
    assert not made.trouble.isVisible()


def test_a_name_that_was_refused_is_typed_anew_where_it_stood_and_enter_tries_again(
    dialog: Maker, tmp_path: Path
) -> None:
    made = dialog(hex_map(6, 5))
    choose(made.fields.format, Format.PNG)
    made.path.setFocus()
    made.path.setText(str(tmp_path / "nowhere" / "map.png"))
    QTest.keyClick(made.path, Qt.Key.Key_Return)
    assert made.trouble.isVisible()
    assert made.focusWidget() is made.path
    assert made.go.isDefault()
    made.path.setText(str(tmp_path / "out" / "map.png"))
    QTest.keyClick(made.focusWidget(), Qt.Key.Key_Return)
    assert (tmp_path / "out" / "map.png").exists()


def test_what_cannot_be_is_said_before_it_is_tried(dialog: Maker) -> None:
    made = dialog()
    choose(made.fields.format, Format.PDF)
    made.fields.hex_mm.setValue(200.0)
    choose(made.fields.pages, Pages.ONE)
    assert "5000 mm" in made.trouble.text()
    assert not made.go.isEnabled()
    made.fields.hex_mm.setValue(16.0)
    assert made.go.isEnabled()


def test_every_field_has_a_word_and_a_key_of_its_own(dialog: Maker) -> None:
    made = dialog()
    fields = made.fields
    for widget in (fields.format, fields.width_, fields.hex_mm, fields.paper, fields.margin, *fields.shown.values()):
        assert widget.toolTip()
        assert widget.statusTip()
    texts = [label.text() for label in made.findChildren(QLabel) if label.buddy() is not None]
    texts += [button.text() for button in made.findChildren(QAbstractButton)]
    keys = [found[1].lower() for text in texts if (found := re.search(r"&(\w)", text))]
    assert len(keys) == len(set(keys)), sorted(keys)
