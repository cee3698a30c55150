"""The page "Is my scenario balanced?": its commands are carried out, and what it names in the window is there."""

from __future__ import annotations

import re
import shlex
from importlib.resources import files
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from app.cli.main import run
from app.lab.lab_subject import LabSubject
from app.lab.lab_window import LabWindow
from app.menus.menu_bar import Menus
from app.window import MainWindow
from engine.definitions.folders import save_folder
from engine.lab.crews import OwnProcess
from engine.lab.shelves import MemoryShelf
from tests.engine.lab.quick import MORE, SMALL, small_ford

PAGE = (files("resources") / "manual" / "playtest.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"^```sh\n(.*?)^```$", PAGE, re.M | re.S) for line in block.splitlines()]
EXPECTED = re.findall(r"^```text\n(.*?)^```$", PAGE, re.M | re.S)


def test_its_commands_do_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a small scenario in the place of those it names, and players who need no time."""
    monkeypatch.setattr("app.cli.playtests.OwnProcesses", lambda count: OwnProcess())
    monkeypatch.chdir(tmp_path)
    for name in ("pulkovo-heights", "my-scenario"):
        save_folder(small_ford(SMALL), tmp_path / name)
    save_folder(small_ford({**SMALL, **MORE}), tmp_path / "my-scenario-changed")
    told = []
    for command in COMMANDS:
        program, *asked = shlex.split(command)
        assert program == "redoubt"
        assert run(["random" if word == "greedy" else word for word in asked]) == 0
        told.append(capsys.readouterr().out)
    assert EXPECTED[0].strip() in told[0]
    assert (tmp_path / "report.html").is_file()
    assert "100 seeds were played both ways" in told[1]


def test_what_it_names_in_the_window_is_there(window: MainWindow) -> None:
    menus: Menus = window.menus
    assert menus.playtest.text().replace("&", "").removesuffix("...") in PAGE
    assert menus.playtest.shortcut().toString() in PAGE
    lab = LabWindow(LabSubject(lambda: small_ford(SMALL), "ford", MemoryShelf(), lambda: None), window)
    tabs = [lab.tabs.tabText(number) for number in range(lab.tabs.count())]
    assert re.findall(r"^\| \*(.+?)\* \|", PAGE, re.M) == tabs
    buttons = {button.text().replace("&", "") for button in lab.findChildren(QPushButton)}
    assert {"Play", "Stop", "What If", "Save Page...", "Save PDF..."} <= buttons, (
        "dots stand for a question that follows"
    )
    assert all(f"*{words}*" in PAGE or f"**{words}**" in PAGE for words in ("Play", "Stop", "Save Page", "Save PDF"))
