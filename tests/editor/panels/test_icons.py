"""Icons: every tool has one, they take the colours of the theme, and outlive copies made by Qt."""

from __future__ import annotations

import gc
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QAction, QColor, QIcon, QImage, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from app.application import set_theme
from editor.commands.layout import Align, Along
from editor.panels.icons import icon, icon_names, icon_pixmap
from editor.tools.toolbox import TOOLS


def ink_of(image: QImage) -> set[str]:
    """The colours that are fully opaque."""
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {pixel.name() for pixel in pixels if pixel.alpha() == 255}


def test_every_tool_has_an_icon() -> None:
    assert [tool.name for tool in TOOLS if tool.name not in icon_names()] == []


@pytest.mark.parametrize("name", sorted(icon_names()))
def test_an_icon_can_be_drawn(name: str) -> None:
    image = icon(name).pixmap(QSize(24, 24)).toImage()
    painted = sum(image.pixelColor(x, y).alpha() > 60 for x in range(24) for y in range(24))
    assert 10 < painted < 500


def test_icons_are_valid_svg() -> None:
    from importlib import resources

    for name in icon_names():
        data = (resources.files("resources") / "icons" / f"{name}.svg").read_bytes()
        assert QSvgRenderer(data).isValid(), name


def test_one_icon_serves_both_themes(qapp: QApplication) -> None:
    play = icon("play-mode")
    set_theme(qapp, dark=False)
    light = ink_of(play.pixmap(32, 32).toImage())
    set_theme(qapp, dark=True)
    dark = ink_of(play.pixmap(32, 32).toImage())
    set_theme(qapp, dark=False)
    assert light == {"#26221b"}
    assert dark == {"#e6e1d6"}


def test_an_unknown_icon_is_an_empty_hex() -> None:
    unknown, empty = icon("no-such-thing"), icon("empty")
    assert unknown.pixmap(16, 16).toImage() == empty.pixmap(16, 16).toImage()


def test_icons_outlive_what_qt_does_with_them() -> None:
    for _ in range(20):
        icons = [icon(name) for name in ("undo", "redo", "save")]
        copies = [QIcon(each) for each in icons]
        for copy in copies:
            copy.addPixmap(QPixmap(4, 4))
        actions = [QAction(each, "x") for each in icons]
        del icons, copies, actions
        gc.collect()
    assert not icon("undo").isNull()


def test_a_picture_takes_any_colour() -> None:
    assert ink_of(icon_pixmap("play-mode", 24, colour=QColor("#ff0000")).toImage()) == {"#ff0000"}


def test_every_icon_that_is_asked_for_by_name_is_there() -> None:
    root = Path(__file__).parents[3]
    asked = re.compile(r'(?:icon|icon_pixmap|tool_button|show_nothing|EmptyState)\("([a-z-]+)"|picture="([a-z-]+)"')
    files = [path for room in ("app", "editor") for path in (root / room).rglob("*.py")]
    found = {
        name for path in files for pair in asked.findall(path.read_text(encoding="utf-8")) for name in pair if name
    }
    assert found - icon_names() == set()
    assert len(found) > 40


def test_every_icon_is_drawn_for_something() -> None:
    """By its name, or by a word with it in the palettes of the games, in tables of tools and in the ways to align."""
    root = Path(__file__).parents[3]
    code = [path for room in ("app", "editor", "engine") for path in (root / room).rglob("*.py")]
    palettes = (root / "resources").rglob("palette.yaml")
    said = {word for path in code for word in re.findall(r'"([a-z-]+)"', path.read_text(encoding="utf-8"))}
    said |= {word for path in palettes for word in re.findall(r"icon: ([a-z-]+)", path.read_text(encoding="utf-8"))}
    ways = {f"align-{how}" for how in Align} | {f"distribute-{along}" for along in Along}
    assert icon_names() - said - ways == set()
