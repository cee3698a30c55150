"""Titles of the boxes beside a map: they fit, and are read from afar too, shortened where they have to be."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from editor.canvas.art.box_renderer import fitted_title
from editor.canvas.art.style import bundled_style
from editor.canvas.art.words.lettering import SMALLEST

TITLE = "Destroyed economic assets"


@pytest.mark.parametrize(("scale", "is_whole"), [(60.0, True), (17.0, False)])
def test_a_title_fits_and_its_letters_can_be_read(qapp: QApplication, scale: float, is_whole: bool) -> None:
    letters = bundled_style("paper").lettering["town"]
    shown, size = fitted_title(TITLE, letters, 4.0, scale)
    assert size * scale >= SMALLEST
    assert (shown == TITLE) is is_whole
    assert is_whole or (shown.endswith("…") and TITLE.startswith(shown[:-1].rstrip()))
