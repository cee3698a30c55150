"""What a scenario prints: its own turns, chits and markers among the counters, cards where there are any, a set-up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest

from app.files.map_opening import open_anything
from editor.canvas.counters.counter_pictures import designation_of
from editor.export.kit.counter_pages import counter_layout, counter_pages
from editor.export.kit.kit import Kit, write_kit
from editor.export.kit.kit_options import KitOptions, KitPart, Notes
from editor.export.kit.map_fit import least_hex_mm, on_fewest_sheets
from editor.export.kit.set_up_sheet import set_up_sheet
from editor.export.options import ExportOptions
from editor.export.page_layout import MOST_SHEETS, lay_out, unit_for
from editor.export.pdf_pages import pdf_of
from editor.export.subject import ExportSubject
from editor.geometry.lattice import Box
from engine.narration.language import catalogue, speak, spoken
from engine.rulesets.assembly import brief_for, bundled_brief, pick_scenario
from tests.helpers.plans import small_plan


def kit_of(scenario: str) -> Kit:
    opened = open_anything(scenario)
    project = opened.read()
    brief = brief_for(project, pick_scenario(project, opened.choice))
    return Kit.of(brief, opened.plan, opened.palette, catalogue(brief.scenario.ruleset))


def text_of(data: bytes) -> str:
    document = pypdfium2.PdfDocument(data)
    found = "\n".join(document[page].get_textpage().get_text_range() for page in range(len(document)))
    document.close()
    return found


@pytest.fixture(scope="module")
def typhoon() -> Kit:
    return kit_of("typhoon")


def test_a_name_is_abbreviated_and_never_left_out() -> None:
    assert designation_of("XLVII") == "XLVII"
    assert designation_of("9 Volhynia") == "9 Volhyn."
    assert designation_of("III Corps") == "III Corps"
    for name in (
        "Grossdeutschland",
        "11th Army",
        "Panzer Army Africa",
        "1st Ukrainian Front",
        "2 Guards Cavalry Corps",
    ):
        short = designation_of(name)
        assert 0 < len(short) <= 9
        assert short[:3] == name[:3].strip()


def test_every_unit_has_its_name_on_its_counter(typhoon: Kit) -> None:
    units = [counter for counter in typhoon.counters if counter.front.symbol]
    assert units
    assert all(counter.front.designation for counter in units)


@pytest.mark.parametrize("where", list(Notes))
def test_where_a_unit_begins_and_when_it_comes_stands_where_it_was_wished(typhoon: Kit, where: Notes) -> None:
    options = KitOptions(notes=where)
    document = pypdfium2.PdfDocument(pdf_of("", options.page, counter_pages(typhoon.counters, options, "")))
    front, back = (document[page].get_textpage().get_text_range() for page in (0, 1))
    document.close()
    assert ("4625" in front, "T7" in front) == (where is Notes.FRONT,) * 2
    assert ("4625" in back, "T7" in back) == (where is Notes.BACK,) * 2


def test_markers_are_counters_if_wished(typhoon: Kit) -> None:
    for wished in (True, False):
        options = KitOptions(markers=wished)
        words = text_of(pdf_of("", options.page, counter_pages(typhoon.counters, options, "")))
        assert ("Fortress" in words) is wished


def test_no_row_of_spare_markers_needs_a_sheet_of_its_own(typhoon: Kit) -> None:
    options = KitOptions()
    room = counter_layout(options).on_a_sheet
    marker = next(each for each in typhoon.counters if each.is_marker)
    unit = next(each for each in typhoon.counters if not each.is_marker)
    for units, markers, sheets in ((room - 9, 10, 1), (room + 1, 0, 2), (room - 1, 20, 2), (room, 1, 2)):
        pages = list(counter_pages([unit] * units + [marker] * markers, options, ""))
        assert len(pages) == 2 * sheets, (units, markers)


def test_chits_are_counters_and_cards_are_cards(typhoon: Kit) -> None:
    assert not typhoon.has(KitPart.CARDS)
    assert "A 9-7" in {counter.front.name for counter in typhoon.counters}
    war = kit_of("summer-1941")
    assert war.has(KitPart.CARDS)
    others = {counter.front.name for counter in war.counters if not counter.is_marker}
    assert not {card.title for card in war.cards} & others


def test_only_the_turns_of_the_scenario_are_printed(typhoon: Kit) -> None:
    (track,) = (page for page in typhoon.charts if page.name == "turns")
    assert track.rows == ("6", "7", "8", "9")
    assert not any(page.is_original for page in typhoon.charts)


@pytest.mark.parametrize("scenario", ["typhoon", "summer-1941"])
def test_no_heading_is_an_id(scenario: str) -> None:
    for page in kit_of(scenario).charts:
        for heading in (page.title, *page.columns, *page.rows):
            assert not any(
                part.islower() and "-" in part for part in heading.split() if part.replace("-", "").isalpha()
            )


def test_countries_in_a_list_are_called_by_their_names() -> None:
    cells = [cell.text for page in kit_of("france-1940").charts for row in page.cells for cell in row]
    neutral = next(text for text in cells if "Switzerland" in text)
    assert "Soviet Union" in neutral
    assert "ussr" not in neutral


def test_the_set_up_sheet_tells_who_stands_where_who_comes_and_what_is_worth_winning(typhoon: Kit) -> None:
    options = KitOptions()
    words = text_of(pdf_of("", options.page, typhoon.pages(KitPart.SET_UP, options)))
    for wanted in ("From turn 6", "September 1941", "Order of battle: Axis", "Order of battle: Soviet", "4625", "XLVI"):
        assert wanted in words
    for wanted in ("Arrivals and departures", "turn 7", "What is worth winning", "Moscow"):
        assert wanted in words


def test_the_set_up_sheet_tells_what_no_counter_shows() -> None:
    brief = bundled_brief("overlord")
    grids = {grid.name: grid for grid in set_up_sheet(brief, catalogue("war-in-europe")).grids}
    found = grids["set-up-at-hand"]
    told = dict(zip(found.rows, (row[0].text for row in found.cells), strict=True))
    assert told["Amphibious assault (Allies)"] == "12"
    assert told["Aircraft (western Allies, west)"] == "40"
    assert told["The side that plays first"] == "Allied"


def test_the_set_up_sheet_tells_what_points_are_compared_with() -> None:
    brief = bundled_brief("kharkov-1943")
    grids = {grid.name: grid for grid in set_up_sheet(brief, catalogue("ukraine-43")).grids}
    found = grids["set-up-decisive"]
    assert found.columns == ("points more than the reference of the turn",)
    assert found.rows[0] == "Reference of each turn"
    assert found.cells[0][0].text.startswith("turn 1: 0, turn 2: 0,")
    assert found.cells[0][0].text.endswith("turn 6: 0"), "the number of the scenario, not that of the game"
    plain = {grid.name: grid for grid in set_up_sheet(bundled_brief("typhoon"), catalogue("red-star-rising")).grids}
    assert plain["set-up-decisive"].columns == ("points",)


def test_a_place_that_is_worth_something_to_either_side_is_printed_for_both() -> None:
    opened = open_anything("typhoon")
    project = opened.read()
    brief = brief_for(project, pick_scenario(project, opened.choice))
    goal = brief.scenario.objectives[0]
    other = next(side for side in brief.scenario.sides if side != goal.side)
    goals = (goal, goal.replace(side=other, value=7), *brief.scenario.objectives[1:])
    brief = replace(brief, scenario=brief.scenario.replace(objectives=goals))
    grids = set_up_sheet(brief, catalogue(brief.scenario.ruleset)).grids
    printed = next(grid for grid in grids if grid.name == "set-up-victory")
    assert [row[0].text for row in printed.cells[:2]] == ["30", "7"]
    assert printed.rows[0] == printed.rows[1]


def test_the_set_up_sheet_speaks_french() -> None:
    before = spoken()
    speak("fr")
    try:
        kit, options = kit_of("typhoon"), KitOptions()
        words = text_of(pdf_of("", options.page, kit.pages(KitPart.SET_UP, options)))
    finally:
        speak(before)
    assert "Septembre 1941" in words
    assert "Arrivées et départs" in words


@pytest.mark.parametrize("scenario", ["typhoon", "barbarossa", "summer-1941"])
def test_a_map_takes_the_fewest_sheets_on_which_its_counters_fit(scenario: str) -> None:
    opened = open_anything(scenario)
    options = ExportOptions()
    bounds = ExportSubject(opened.plan, opened.palette, options, (), ()).bounds
    fitted = on_fewest_sheets(opened.plan, bounds, options, 15.0)

    def sheets(sized: ExportOptions) -> int:
        return len(lay_out(bounds, unit_for(opened.plan, sized), sized).sheets)

    least = replace(fitted, hex_mm=least_hex_mm(opened.plan, 15.0))
    assert fitted.hex_mm >= least.hex_mm
    assert sheets(fitted) == sheets(least)
    assert sheets(replace(fitted, hex_mm=fitted.hex_mm + 0.1)) > sheets(fitted), "and no paper is left over"


def test_the_kit_is_written_with_its_set_up(typhoon: Kit, tmp_path: Path) -> None:
    options = KitOptions(parts=frozenset({KitPart.SET_UP, KitPart.CHARTS, KitPart.CARDS}))
    written = write_kit(typhoon, tmp_path, options, ExportOptions())
    assert [path.name for path in written] == ["typhoon-set-up.pdf", "typhoon-charts.pdf"]


def test_what_was_chosen_is_remembered() -> None:
    chosen = KitOptions(notes=Notes.FRONT, markers=False, fit_map=False)
    assert KitOptions.from_data(chosen.to_data()) == chosen
    assert KitOptions.from_data({"notes": "everywhere", "markers": 3}) == KitOptions()


def test_a_map_of_hundreds_of_sheets_is_not_refused_for_a_size_that_was_only_tried() -> None:
    plan, options = small_plan(), ExportOptions()
    bounds = Box(0.0, 0.0, 375.0, 690.0)
    fitted = on_fewest_sheets(plan, bounds, options, 15.0)
    least = replace(fitted, hex_mm=least_hex_mm(plan, 15.0))
    sheets = [len(lay_out(bounds, unit_for(plan, sized), sized).sheets) for sized in (fitted, least)]
    assert sheets[0] == sheets[1] > MOST_SHEETS / 2
