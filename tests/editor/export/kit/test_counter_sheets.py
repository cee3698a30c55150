"""Counters on paper, measured as a printer would have them: their size, and that backs lie behind their fronts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from editor.canvas.counters.counter_picture import CounterPicture
from editor.export.kit.counter_pages import counter_layout, counter_pages
from editor.export.kit.kit_options import Flip, KitOptions
from editor.export.kit.printed_counters import PrintedCounter, printed_counters
from editor.export.kit.two_sided import lay_two_sided
from editor.export.options import Paper
from editor.export.page_layout import Size
from editor.export.pdf_pages import pdf_of
from editor.export.trouble import CannotExport
from engine.definitions.counters import CounterType
from engine.definitions.oob import UnitEntry

DOTS = 10
"""To the millimetre."""
GROUNDS = ("#c03020", "#2050c0", "#208040")
"""One for each of three counters, front and back alike."""


def counters() -> list[PrintedCounter]:
    faces = [CounterPicture(f"u{number}", "", ground=ground, ink=ground) for number, ground in enumerate(GROUNDS)]
    return [PrintedCounter(face, face) for face in faces]


def squares(data: bytes, page: int) -> list[tuple[float, float, float, float]]:
    """Where each ground is printed: left, top, right and bottom in millimetres."""
    document = pypdfium2.PdfDocument(data)
    pixels = document[page].render(scale=DOTS * 25.4 / 72, rev_byteorder=True).to_numpy()[:, :, :3].astype(np.int16)
    document.close()
    found = []
    for ground in GROUNDS:
        wanted = np.array([int(ground[at : at + 2], 16) for at in (1, 3, 5)])
        down, across = np.nonzero(np.abs(pixels - wanted).sum(axis=2) < 90)
        found.append((across.min() / DOTS, down.min() / DOTS, (across.max() + 1) / DOTS, (down.max() + 1) / DOTS))
    return found


@pytest.mark.parametrize("flip", list(Flip))
@pytest.mark.parametrize("millimetres", [12.7, 15.0])
def test_counters_are_the_stated_size_and_backs_lie_behind_their_fronts(flip: Flip, millimetres: float) -> None:
    options = KitOptions(counter_mm=millimetres, flip=flip, gap_mm=2.0)
    data = pdf_of("three", options.page, counter_pages(counters(), options, "Three"))
    fronts, backs = squares(data, 0), squares(data, 1)
    for front, back in zip(fronts, backs, strict=True):
        for left, top, right, bottom in (front, back):
            assert right - left == pytest.approx(millimetres, abs=0.2)
            assert bottom - top == pytest.approx(millimetres, abs=0.2)
        page = options.page
        if flip is Flip.LONG:
            assert (page.width - back[2], back[1]) == pytest.approx(front[:2], abs=0.2)
        else:
            assert (back[0], page.height - back[3]) == pytest.approx(front[:2], abs=0.2)


def test_every_counter_has_its_place_on_a_sheet_and_none_leaves_the_paper() -> None:
    options = KitOptions(paper=Paper.LETTER)
    layout = counter_layout(options)
    sheets = list(layout.sheets(3 * layout.on_a_sheet + 1))
    assert [len(sheet) for sheet in sheets] == [layout.on_a_sheet] * 3 + [1]
    assert [slot.number for sheet in sheets for slot in sheet] == list(range(3 * layout.on_a_sheet + 1))
    for slot in sheets[0]:
        for box in (slot.front, slot.back):
            assert options.margin_mm - 1e-6 <= box.left <= box.right <= options.page.width - options.margin_mm + 1e-6
            assert options.margin_mm - 1e-6 <= box.top <= box.bottom <= options.page.height - options.margin_mm + 1e-6
    places = {(slot.front.left, slot.front.top) for slot in sheets[0]}
    assert len(places) == layout.on_a_sheet


def test_a_sheet_turned_over_the_upper_edge_has_its_backs_upside_down() -> None:
    upright = CounterPicture("u", "", ground="#ffffff", ink="#000000", factors="1")
    option = KitOptions(gap_mm=0.0)
    long, short = (
        pypdfium2.PdfDocument(
            pdf_of("one", option.page, counter_pages([PrintedCounter(upright, upright)], KitOptions(flip=flip), "One"))
        )
        for flip in Flip
    )
    marks = []
    for document, flip in ((long, Flip.LONG), (short, Flip.SHORT)):
        box = next(counter_layout(KitOptions(flip=flip)).sheets(1))[0].back
        pixels = document[1].render(scale=DOTS * 25.4 / 72).to_numpy()[:, :, 0]
        face = pixels[
            round(box.top * DOTS) + 8 : round(box.bottom * DOTS) - 8,
            round(box.left * DOTS) + 8 : round(box.right * DOTS) - 8,
        ]
        down = np.nonzero(face < 90)[0]
        marks.append(down.mean() / face.shape[0])
        document.close()
    assert marks[0] > 0.5 > marks[1], "the factors stand below on an upright counter"


def test_margins_that_leave_nothing_are_refused() -> None:
    with pytest.raises(CannotExport):
        lay_two_sided(Size(100, 100), 45.0, Size(15, 15), 0.0, Flip.LONG)


def test_two_steps_to_a_counter() -> None:
    kind = CounterType(
        id="corps", name="Corps", side="red", steps=({"a": 4}, {"a": 3}, {"a": 2}), symbol="infantry", size="xxx"
    )
    made = printed_counters(
        [UnitEntry(id="one", type="corps", name="I"), UnitEntry(id="lost", type="none")], {"corps": kind}, {}
    )
    assert [(each.front.factors, each.back.factors, each.back.is_hidden) for each in made] == [
        ("4", "3", False),
        ("2", "2", True),
    ]


def test_the_same_counters_are_the_same_bytes(tmp_path: Path) -> None:
    options = KitOptions()
    one, two = (pdf_of("three", options.page, counter_pages(counters(), options, "Three")) for _ in range(2))
    assert one == two
