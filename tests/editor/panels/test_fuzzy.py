"""A few letters find the right name."""

from __future__ import annotations

import pytest

from editor.panels.fuzzy import places, score

COMMANDS = ("Zoom In", "Zoom Out", "Fit Map", "Flood Fill", "Undo", "Redo", "Export Picture", "Select Same Terrain")


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("zi", "Zoom In"),
        ("zo", "Zoom In"),
        ("zout", "Zoom Out"),
        ("fill", "Flood Fill"),
        ("sst", "Select Same Terrain"),
        ("undo", "Undo"),
        ("EXP", "Export Picture"),
        ("fit", "Fit Map"),
    ],
)
def test_the_name_that_was_meant_comes_first(typed: str, first: str) -> None:
    assert max(COMMANDS, key=lambda name: score(typed, name)) == first


def test_letters_must_come_in_order() -> None:
    assert score("pam", "Map") == 0
    assert places("pam", "Map") is None


def test_accents_and_case_do_not_matter() -> None:
    assert score("dvinsk", "Dvínsk") > 0


def test_nothing_typed_fits_everything() -> None:
    assert score("", "Undo") > 0


def test_the_letters_that_were_meant_are_told() -> None:
    assert places("sst", "Select Same Terrain") == [0, 7, 12]
