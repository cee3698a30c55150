"""Pictures without a window: the whole map, within bounds, whole or not at all; and the tour."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.application import application
from app.files.map_opening import open_anything
from app.files.render import LONGEST_SIDE, MOST_PIXELS, picture_size, render
from app.tour.tour import tour
from app.tour.tour_stages import showpieces
from editor.canvas.art.renderer import Shown
from editor.geometry.lattice import Box
from engine.storage.errors import FileError


@pytest.fixture(autouse=True)
def _our_application(qapp: QApplication) -> None:
    application()


@pytest.mark.parametrize("name", ["ford", "cabinet-war"])
def test_a_picture_has_the_width_that_was_asked_for(name: str, tmp_path: Path) -> None:
    size = render(open_anything(name), tmp_path / "map.png", 700)
    image = QImage(str(tmp_path / "map.png"))
    assert (image.width(), image.height()) == size
    assert size[0] == 700
    colours = {image.pixel(x, y) for x in range(0, 700, 3) for y in range(0, size[1], 3)}
    assert len(colours) > 60


def test_counters_numbers_and_darkness_are_choices(tmp_path: Path) -> None:
    opened = open_anything("ford")
    pictures = {}
    for name, options in {
        "plain": {},
        "bare": {"counters": False},
        "dark": {"dark": True},
        "unnumbered": {"shown": Shown(numbers=False)},
    }.items():
        render(opened, tmp_path / f"{name}.png", 1200, **options)  # type: ignore[arg-type]
        pictures[name] = QImage(str(tmp_path / f"{name}.png"))
    names = list(pictures)
    for number, one in enumerate(names):
        for other in names[number + 1 :]:
            assert pictures[one] != pictures[other]


def test_the_size_is_bounded() -> None:
    for paper in (Box(0, 0, 100, 80), Box(0, 0, 3, 900), Box(0, 0, 900, 3)):
        width, height = picture_size(paper, 10**9)
        assert max(width, height) <= LONGEST_SIDE + 1
        assert width * height <= MOST_PIXELS * 1.01


def test_a_picture_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(FileError):
        render(open_anything("ford"), tmp_path / "no" / "such" / "folder.png", 100)
    assert list(tmp_path.iterdir()) == []


def test_the_tour_shows_examples_and_every_page_in_the_real_window(tmp_path: Path) -> None:
    """One example a topology and one with an army; `redoubt tour` shows all, and a test of its own opens each."""
    pictures = tour(tmp_path, ("ford", "cabinet-war", "typhoon"))
    assert len(pictures) >= 6
    assert len(set(pictures)) == len(pictures)
    names = {picture.name for picture in pictures}
    assert {"ford-all.png", "ford-close.png", "cabinet-war-all.png", "ford-dark.png"} <= names
    for shown in showpieces():
        assert {f"{shown}-edit.png", f"{shown}-edit-dark.png", f"{shown}-export.png"} <= names
    assert "new-map.png" in names
    assert {"ford-counters-paper.png", "ford-counters-night.png"} <= names
    assert {"start.png", "start-dark.png", "lesson.png"} <= names
    assert {"calibration.png", "calibration-check.png", "scan.png", "geography.png"} <= names
    for picture in pictures:
        image = QImage(str(picture))
        assert image.width() >= 400, picture.name
        sample = {image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}
        assert len(sample) > 40, f"{picture.name} is all but empty"
