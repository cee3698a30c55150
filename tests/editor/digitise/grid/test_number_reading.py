"""Printed numbers say which hex is which, by digit shapes matched among themselves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from app.application import application
from app.practice_scan import practice_plan, practice_scan
from editor.digitise.clicks import Numbering
from editor.digitise.grid.grid_finder import find_grid
from editor.digitise.grid.grid_proposal import GridProposal
from editor.digitise.grid.number_reading import _moves, anchored, read_numbers
from engine.core.boards.hexes import Extent
from engine.core.boards.labels import Axis, LabelScheme
from tests.helpers.printed_scans import Pixels, pixels_of


@pytest.fixture(scope="module")
def practice(qapp: QApplication) -> tuple[Pixels, GridProposal]:
    """A part of the practice scan, and its grid for the whole sheet."""
    application()
    pixels = pixels_of(practice_scan())[60:560, 100:760]
    found = find_grid(pixels)
    numbering = Numbering.of(practice_plan().sheets["main"])
    return pixels, GridProposal(found.sheets[0], numbering)


def test_a_part_of_a_map_is_placed_by_its_numbers(practice: tuple[Pixels, GridProposal]) -> None:
    pixels, proposal = practice
    assert not proposal.by_shape().is_anchored, "its edges say nothing"
    small = replace(proposal, numbering=replace(proposal.numbering, extent=Extent((1, 1), (17, 12))))
    read = read_numbers(pixels, small)
    assert read is not None
    assert read.share > 0.25
    placed = anchored(small, read)
    cells = {placed.cell(place) for place in read.right}
    assert (5, 5) in cells or (8, 4) in cells or (10, 6) in cells


def test_what_has_no_numbers_says_nothing(practice: tuple[Pixels, GridProposal]) -> None:
    pixels, proposal = practice
    blank = np.full_like(pixels, 220)
    assert read_numbers(blank, proposal) is None


def test_shape_and_numbers_that_contradict_each_other_go_to_the_person(
    practice: tuple[Pixels, GridProposal],
) -> None:
    pixels, proposal = practice
    small = replace(proposal, numbering=replace(proposal.numbering, extent=Extent((1, 1), (17, 12))))
    read = read_numbers(pixels, small)
    assert read is not None
    wrong = replace(small, move=(read.move[0] + 1, read.move[1], read.move[2] - 1))
    assert not anchored(wrong, read).is_anchored


@pytest.mark.parametrize(("size", "most"), [((600, 2), 5_000), ((2, 600), 5_000), ((30_000, 2), 0)])
def test_counts_that_come_into_question_follow_the_shape_of_the_sheet(
    practice: tuple[Pixels, GridProposal], size: tuple[int, int], most: int
) -> None:
    """As many as a square of its longer side would be a thousand million; of a strip too long nothing is read."""
    pixels, proposal = practice
    scheme = LabelScheme(column=Axis(digits=5), row=Axis(digits=3))
    strip = replace(proposal, numbering=replace(proposal.numbering, scheme=scheme, extent=Extent((1, 1), size)))
    assert len(_moves(strip, strip.cells)) <= most
    assert read_numbers(pixels, strip) is None
