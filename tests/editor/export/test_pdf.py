"""Pages measured as a printer's software sees them: their size, and that every hex lies where it should on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pypdfium2
import pytest

from editor.canvas.counters.counter_item import COUNTED_FROM
from editor.canvas.counters.counter_picture import CounterPicture
from editor.export import pdf
from editor.export.options import ExportOptions, Pages, Paper, Turn
from editor.export.page_layout import PageLayout
from editor.export.pdf import export_pdf
from editor.export.trouble import Cancelled, CannotExport
from editor.geometry.plan_index import lattices_of
from engine.core.words.plurals import ENGLISH
from engine.definitions.plan import MapPlan
from engine.narration.language import FRENCH, speak
from tests.editor.canvas.demo_maps import PALETTE, counters, dressed_map, hex_map
from tests.editor.geometry.test_plan_index import two_sheets

MM = 25.4 / 72


def texts(path: Path) -> list[str]:
    with closing(pypdfium2.PdfDocument(path)) as document:
        found = []
        for page in document:
            with closing(page.get_textpage()) as words:
                found.append(words.get_text_bounded())
            page.close()
        return found


def sizes(path: Path) -> list[tuple[float, float]]:
    with closing(pypdfium2.PdfDocument(path)) as document:
        return [(width * MM, height * MM) for width, height in (page.get_size() for page in document)]


def places(path: Path, page: int, text: str) -> list[tuple[float, float]]:
    """Where the middle of a text stands on a page, in millimetres from its upper left corner."""
    with closing(pypdfium2.PdfDocument(path)) as document:
        sheet = document[page]
        high = sheet.get_size()[1]
        found = []
        with closing(sheet.get_textpage()) as words:
            search = words.search(text, match_case=True, match_whole_word=True)
            while (hit := search.get_next()) is not None:
                boxes = [words.get_charbox(index) for index in range(hit[0], hit[0] + hit[1])]
                left, right = min(box[0] for box in boxes), max(box[2] for box in boxes)
                top = max(box[3] for box in boxes)
                found.append(((left + right) / 2 * MM, (high - top) * MM))
            search.close()
        sheet.close()
        return found


def shown(plan: MapPlan, layout: PageLayout) -> Iterator[tuple[int, str, float, float]]:
    """For every sheet, the numbers whose hexes lie well inside it: which sheet, and where they should be printed."""
    sheet = plan.sheets["main"]
    lattice = lattices_of(plan)["main"]
    for number, paper in enumerate(layout.sheets):
        for cell in sheet.cells():
            x, y = lattice.centre(cell.col, cell.row)
            box = paper.box
            if box.left + 1 < x < box.right - 1 and box.top + 1 < y < box.bottom - 1:
                label = sheet.labels.label(sheet.grid, cell.col, cell.row, sheet.extent)
                at = (x - box.left) * layout.unit_mm, (y - box.top) * layout.unit_mm
                yield number, label, paper.window.left + at[0], paper.window.top + at[1]


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
def test_every_number_is_printed_where_its_hex_lies(tmp_path: Path, paper: Paper, orientation: str) -> None:
    plan = hex_map(14, 12, orientation=orientation, lines=False)
    path = tmp_path / "map.pdf"
    layout = export_pdf(plan, PALETTE, path, ExportOptions(hex_mm=24.0, paper=paper, overview=False))
    assert len(layout.sheets) > 2
    measured = 0
    for page, label, x, y in list(shown(plan, layout))[::9]:
        (found,) = places(path, page, label)
        assert found[0] == pytest.approx(x, abs=0.25)
        top = -0.79 if orientation == "flat" else -0.68
        assert found[1] - y == pytest.approx(top * layout.unit_mm, abs=0.06 * layout.unit_mm)
        measured += 1
    assert measured > 10


def test_hexes_are_as_far_apart_as_was_chosen(tmp_path: Path) -> None:
    path = tmp_path / "map.pdf"
    export_pdf(hex_map(8, 6, lines=False), PALETTE, path, ExportOptions(hex_mm=17.5, pages=Pages.ONE))
    (one,), (two,) = places(path, 0, "0301"), places(path, 0, "0305")
    assert two[1] - one[1] == pytest.approx(4 * 17.5, abs=0.05)
    assert two[0] == pytest.approx(one[0], abs=0.2)


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("turn", [Turn.PORTRAIT, Turn.LANDSCAPE])
def test_pages_have_the_size_of_the_paper(tmp_path: Path, paper: Paper, turn: Turn) -> None:
    path = tmp_path / "map.pdf"
    options = ExportOptions(paper=paper, turn=turn, pages=Pages.FIT)
    export_pdf(hex_map(6, 5, lines=False), PALETTE, path, options)
    wide, high = paper.size_mm if turn is Turn.PORTRAIT else paper.size_mm[::-1]
    assert sizes(path) == [(pytest.approx(wide, abs=0.01), pytest.approx(high, abs=0.01))]


def test_one_page_is_the_size_of_the_map(tmp_path: Path) -> None:
    path = tmp_path / "map.pdf"
    layout = export_pdf(dressed_map(), PALETTE, path, ExportOptions(pages=Pages.ONE, margin_mm=5.0))
    assert sizes(path) == [
        (pytest.approx(layout.map_mm.width + 10, abs=0.01), pytest.approx(layout.map_mm.height + 10, abs=0.01))
    ]


def test_tiles_are_named_and_an_overview_comes_first(tmp_path: Path) -> None:
    path = tmp_path / "map.pdf"
    layout = export_pdf(dressed_map(), PALETTE, path, counters=counters(dressed_map()))
    found = texts(path)
    assert len(found) == len(layout.sheets) + 1
    for sheet, page in zip(layout.sheets, found[1:], strict=True):
        assert sheet.label in found[0]
        assert re.search(rf"\b{sheet.label}\b", page)
    assert "8 sheets of A4" in found[0]
    assert "16.0 mm" in found[0]


def test_the_map_of_a_game_is_printed_with_its_name_in_the_language_that_is_spoken(tmp_path: Path) -> None:
    plan = dressed_map()
    plan.title, plan.palette = "The west in 1940", "war-in-europe"
    speak(FRENCH)
    try:
        export_pdf(plan, PALETTE, tmp_path / "map.pdf")
    finally:
        speak(ENGLISH)
    for page in texts(tmp_path / "map.pdf"):
        assert "L'ouest en 1940" in page


def test_a_hex_of_two_sheets_is_printed_with_one_number(tmp_path: Path) -> None:
    """The column that both sheets have is A0801 to A0806, and B0101 to B0106."""
    plan = two_sheets()
    plan.palette = PALETTE.id
    export_pdf(plan, PALETTE, tmp_path / "map.pdf", ExportOptions(pages=Pages.ONE))
    (page,) = texts(tmp_path / "map.pdf")
    sheet = plan.sheets["b"]
    joined = [sheet.labels.label(sheet.grid, -2, row, sheet.extent) for row in range(6)]
    assert not [label for label in joined if label in page]
    assert "A0802" in page
    assert "B0202" in page


def test_furniture_can_be_left_out(tmp_path: Path) -> None:
    path = tmp_path / "map.pdf"
    options = ExportOptions(overview=False, page_labels=False, crop_marks=False)
    layout = export_pdf(dressed_map(), PALETTE, path, options)
    found = texts(path)
    assert len(found) == len(layout.sheets)
    assert not re.search(r"\bA2\b", found[1])


def test_without_margins_the_name_stands_on_the_map(tmp_path: Path) -> None:
    path = tmp_path / "map.pdf"
    export_pdf(dressed_map(), PALETTE, path, ExportOptions(overview=False, margin_mm=0.0))
    assert re.search(r"\bA2\b", texts(path)[1])


def test_words_are_text(tmp_path: Path) -> None:
    path = tmp_path / "map.pdf"
    export_pdf(dressed_map(), PALETTE, path, ExportOptions(pages=Pages.ONE))
    (found,) = texts(path)
    assert "Ostrov" in found
    assert "Reserve" in found
    assert "Northern" in re.sub(r"\s", "", found).replace("TheNorthernMarches", "Northern")


def test_the_same_map_is_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two"):
        export_pdf(dressed_map(), PALETTE, tmp_path / name)
    one = (tmp_path / "one").read_bytes()
    assert one == (tmp_path / "two").read_bytes()
    assert b"CreationDate" not in one
    assert b"CreateDate" not in one
    export_pdf(hex_map(6, 5), PALETTE, tmp_path / "other")
    names = [re.search(rb"DocumentID=\"uuid:([0-9a-f-]+)", data) for data in (one, (tmp_path / "other").read_bytes())]
    assert names[0] is not None
    assert names[1] is not None
    assert names[0][1] != names[1][1]


def test_cancelling_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "map.pdf"
    path.write_bytes(b"as it was")
    told: list[float] = []

    def stop(at: float) -> bool:
        told.append(at)
        return at < 0.5

    with pytest.raises(Cancelled):
        export_pdf(dressed_map(), PALETTE, path, None, stop)
    assert path.read_bytes() == b"as it was"
    assert len(list(tmp_path.iterdir())) == 1
    assert told == sorted(told)


def test_too_many_hexes_are_refused_with_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "MOST_HEXES", 100)
    with pytest.raises(CannotExport) as refused:
        export_pdf(hex_map(12, 10), PALETTE, tmp_path / "map.pdf")
    assert refused.value.message.key == "export.too-many-hexes"


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_counters_on_one_another_have_their_number_as_on_the_screen(tmp_path: Path, count: int) -> None:
    stack = [CounterPicture(str(number), "main:2,2", factors="") for number in range(count)]
    chosen = ExportOptions(pages=Pages.ONE, numbers=False, names=False)
    export_pdf(hex_map(4, 4, lines=False), PALETTE, tmp_path / "a.pdf", chosen, counters=stack)
    assert texts(tmp_path / "a.pdf")[0].strip() == (str(count) if count >= COUNTED_FROM else "")
