"""Rails, roads, places, lettering and regions with the mouse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPointF, Qt

from editor.commands.places import add_feature
from editor.commands.regions import create_region
from editor.commands.texts import add_text
from editor.documents.workbench import EditLayer, InkGroup, Picked
from editor.model.edits import Part
from engine.definitions.plan import MapPlan, TextPlan, cell_of
from tests.editor.tools.hand import ALT, SHIFT, Hand, rail
from tests.helpers.plans import small_plan


def test_a_rail_of_fifteen_hexes_by_three_clicks(hand: Hand) -> None:
    with hand.one_entry():
        rail(hand, (1, 2), (6, 5), (12, 9))
    (line,) = hand.plan.paths.values()
    assert line.kind == "rail"
    assert len(line.through) >= 12
    assert (line.through[0], line.through[-1]) == ("main:1,2", "main:12,9")


def test_a_rail_carries_the_state_of_the_options(hand: Hand) -> None:
    tool = hand.take("line", "rail")
    assert hand.controller.set_option(tool.name, "attribute.state", "destroyed")
    with hand.one_entry():
        rail(hand, (2, 2), (6, 2))
    assert next(iter(hand.plan.paths.values())).attributes == {"state": "destroyed"}


def test_a_stroke_from_hex_to_hex_draws_a_rail_which_stands_when_another_tool_is_taken_up(hand: Hand) -> None:
    hand.take("line", "rail")
    with hand.one_entry():
        hand.drag(hand.hex(1, 2), hand.hex(3, 3), hand.hex(6, 5))
        hand.take("place", "city")
    (line,) = hand.plan.paths.values()
    assert (line.kind, line.through[0], line.through[-1]) == ("rail", "main:1,2", "main:6,5")


def test_a_rail_stays_a_rail_when_a_road_is_taken_up_and_a_click_is_no_line_yet(hand: Hand) -> None:
    hand.take("line", "rail")
    hand.click(hand.hex(1, 2))
    hand.click(hand.hex(4, 2))
    hand.take("line", "road")
    hand.click(hand.hex(1, 6))
    hand.take("place", "city")
    (line,) = hand.plan.paths.values()
    assert line.kind == "rail"
    assert not hand.said, "a beginning alone goes without a word"


def test_an_unsteady_click_begins_a_line_and_no_more(hand: Hand) -> None:
    hand.take("line", "rail")
    at = hand.hex(3, 3)
    hand.drag(at, at + QPointF(4, 2))
    hand.key(Qt.Key.Key_Escape)
    hand.take("place", "city")
    assert not hand.plan.paths


def test_a_line_begun_at_the_end_of_another_goes_on_with_it(hand: Hand) -> None:
    rail(hand, (2, 2), (5, 2))
    with hand.one_entry():
        rail(hand, (5, 2), (9, 4))
    (line,) = hand.plan.paths.values()
    assert (line.through[0], line.through[-1]) == ("main:2,2", "main:9,4")


def test_a_line_of_another_state_is_a_line_of_its_own(hand: Hand) -> None:
    rail(hand, (2, 2), (5, 2))
    tool = hand.take("line", "rail")
    hand.controller.set_option(tool.name, "attribute.state", "planned")
    with hand.one_entry():
        rail(hand, (5, 2), (9, 4))
    assert len(hand.plan.paths) == 2


def test_a_rail_is_taken_up_between_two_hexes_and_bent(hand: Hand) -> None:
    rail(hand, (2, 3), (10, 3))
    (name,) = hand.plan.paths
    hand.take("line", "road")
    with hand.one_entry():
        hand.click(sum(step(hand, 4), QPointF()) / 2)
        assert hand.bench.picked == Picked(Part.PATH, name)
        hand.drag(hand.at(*hand.controller.preview.handles[-1]), hand.hex(10, 6), hand.hex(10, 8))
        hand.key(Qt.Key.Key_Return)
    assert list(hand.plan.paths) == [name]
    assert hand.plan.paths[name].kind == "rail"
    assert hand.plan.paths[name].through[-1] == "main:10,8"


def step(hand: Hand, number: int) -> tuple[QPointF, QPointF]:
    """The two ends of a step of the only line."""
    (line,) = hand.plan.paths.values()
    cells = [cell_of(key) for key in line.through[number : number + 2]]
    one, two = (hand.hex(cell.col, cell.row) for cell in cells if cell is not None)
    return one, two


def test_alt_erases_a_rail_by_stroke_and_leaves_two(hand: Hand) -> None:
    rail(hand, (2, 3), (10, 3))
    with hand.one_entry():
        hand.drag(*step(hand, 3), held=ALT)
    assert len(hand.plan.paths) == 2


def test_the_eraser_cuts_rails_when_rails_are_in_hand(hand: Hand) -> None:
    rail(hand, (2, 3), (10, 3))
    hand.take("eraser")
    with hand.one_entry():
        hand.click(hand.hex(6, 3))
    assert all("main:6,3" not in line.through for line in hand.plan.paths.values())


def test_escape_drops_a_rail(hand: Hand) -> None:
    hand.take("line", "rail")
    with hand.no_trace():
        hand.click(hand.hex(2, 2))
        hand.click(hand.hex(7, 7))
        hand.key(Qt.Key.Key_Escape)
        hand.key(Qt.Key.Key_Return)
    assert hand.controller.preview.is_empty


def test_a_rail_of_one_hex_is_refused(hand: Hand) -> None:
    hand.take("line", "rail")
    with hand.no_trace():
        hand.click(hand.hex(2, 2))
        hand.key(Qt.Key.Key_Return)
    assert [said.key for said in hand.said] == ["edit.cannot.line-too-short"]


def test_locked_lines_stay_as_they_are(hand: Hand) -> None:
    hand.take("line", "rail")
    hand.refuses(EditLayer.PATHS, lambda: hand.click(hand.hex(2, 2)))


# Places


def test_a_click_puts_a_city_down_and_picks_it(hand: Hand) -> None:
    tool = hand.take("place", "city")
    hand.controller.set_option(tool.name, "attribute.value", 3)
    with hand.one_entry():
        hand.click(hand.hex(4, 4))
        assert hand.bench.picked == Picked(Part.FEATURE, "main:4,4/city")
    city = hand.plan.features["main:4,4/city"]
    assert (city.at, city.kind, city.attributes) == ("main:4,4", "city", {"value": 3})


def test_what_is_undone_is_no_longer_picked(hand: Hand) -> None:
    hand.take("place", "city")
    hand.click(hand.hex(4, 4))
    hand.document.undo_stack.undo()
    assert hand.bench.picked is None


def test_a_click_on_a_city_picks_it_and_shift_adds_a_port(hand: Hand) -> None:
    hand.take("place", "city")
    hand.click(hand.hex(4, 4))
    hand.take("place", "port")
    with hand.no_trace():
        hand.click(hand.hex(4, 4))
    with hand.one_entry():
        hand.click(hand.hex(4, 4), SHIFT)
    hand.click(hand.hex(4, 4))
    assert hand.bench.picked == Picked(Part.FEATURE, "main:4,4/city")
    hand.click(hand.hex(4, 4))
    assert hand.bench.picked == Picked(Part.FEATURE, "main:4,4/port")


def test_a_city_is_dragged_to_another_hex_and_stays_itself(hand: Hand) -> None:
    hand.take("place", "city")
    hand.click(hand.hex(4, 4))
    with hand.one_entry():
        hand.drag(hand.hex(4, 4), hand.hex(6, 5), hand.hex(8, 6))
    assert {name: feature.at for name, feature in hand.plan.features.items()} == {"main:4,4/city": "main:8,6"}


def test_escape_puts_a_dragged_city_back(hand: Hand) -> None:
    hand.take("place", "city")
    hand.click(hand.hex(4, 4))
    with hand.no_trace():
        hand.press(hand.hex(4, 4))
        hand.move(hand.hex(8, 6))
        hand.key(Qt.Key.Key_Escape)
        hand.release(hand.hex(8, 6))


def test_a_double_click_on_a_city_asks_for_its_name(hand: Hand) -> None:
    asked: list[Picked | None] = []
    hand.bench.name_wanted.connect(lambda remake: asked.append(hand.bench.picked) if remake is None else None)
    hand.take("place", "city")
    hand.click(hand.hex(4, 4))
    hand.double_click(hand.hex(4, 4))
    assert asked == [Picked(Part.FEATURE, "main:4,4/city")]


def test_locked_places_are_neither_put_down_nor_moved(hand: Hand) -> None:
    hand.take("place", "city")
    hand.click(hand.hex(4, 4))
    hand.refuses(EditLayer.FEATURES, lambda: hand.drag(hand.hex(4, 4), hand.hex(6, 6)))
    hand.said.clear()
    hand.refuses(EditLayer.FEATURES, lambda: hand.click(hand.hex(7, 7)))


def test_the_eraser_takes_places_when_places_are_in_hand(hand: Hand) -> None:
    hand.take("place", "city")
    hand.click(hand.hex(4, 4))
    hand.take("eraser")
    with hand.one_entry():
        hand.click(hand.hex(4, 4))
    assert hand.plan.features == {}


# Lettering


@pytest.fixture
def lettered(bench_with: Callable[[MapPlan], Hand]) -> Hand:
    plan = small_plan(cols=12, rows=10)
    plan.texts["text"] = TextPlan("text", "The Great Steppe", (9.0, 8.0), 0.0, 1.0)
    return bench_with(plan)


def test_a_click_writes_what_the_options_say(hand: Hand) -> None:
    tool = hand.take("text")
    hand.controller.set_option(tool.name, "text", "Black Sea")
    hand.controller.set_option(tool.name, "size", 2.0)
    with hand.one_entry():
        hand.click(hand.at(5.0, 6.0))
        assert hand.bench.picked == Picked(Part.TEXT, "text")
    (text,) = hand.plan.texts.values()
    assert (text.text, text.size) == ("Black Sea", 2.0)
    assert text.position == pytest.approx((5.0, 6.0), abs=0.1)


def test_lettering_is_written_along_a_line_that_is_drawn_and_laid_on_another(hand: Hand) -> None:
    tool = hand.take("text")
    hand.controller.set_option(tool.name, "text", "Carpathians")
    with hand.one_entry():
        hand.drag(*(hand.at(4.0 + step, 6.0 + (step - 2) ** 2 / 3) for step in range(5)))
    (text,) = hand.plan.texts.values()
    assert text.text == "Carpathians"
    assert len(text.along) >= 3
    x, y = text.position
    assert (x + text.along[0][0], y + text.along[0][1]) == pytest.approx((4.0, 6.0 + 4 / 3), abs=0.15)
    assert (x + text.along[-1][0], y + text.along[-1][1]) == pytest.approx((8.0, 6.0 + 4 / 3), abs=0.15)
    hand.click(hand.at(*text.position))
    other = (hand.at(4.0, 11.0), hand.at(6.0, 11.5), hand.at(9.0, 11.0))
    with hand.one_entry():
        hand.drag(*other, held=Qt.KeyboardModifier.AltModifier)
    (moved,) = hand.plan.texts.values()
    assert moved.position[1] == pytest.approx(11.3, abs=0.4), "with Alt what is picked goes there"
    assert moved.along != text.along


def test_lettering_is_dragged(lettered: Hand) -> None:
    lettered.take("text")
    with lettered.one_entry():
        lettered.drag(lettered.at(9.0, 8.0), lettered.at(8.0, 9.0), lettered.at(6.0, 11.0))
    assert lettered.plan.texts["text"].position == pytest.approx((6.0, 11.0), abs=0.1)


def test_lettering_is_turned_by_its_handle(lettered: Hand) -> None:
    lettered.take("text")
    lettered.click(lettered.at(9.0, 8.0))
    lettered.hover(lettered.at(9.0, 8.0))
    (handle,) = lettered.controller.preview.handles
    with lettered.one_entry():
        lettered.drag(lettered.at(*handle), lettered.at(11.0, 10.0), lettered.at(9.1, 12.0), held=SHIFT)
    assert lettered.plan.texts["text"].angle == 90.0


def test_escape_leaves_lettering_where_it_is(lettered: Hand) -> None:
    lettered.take("text")
    with lettered.no_trace():
        lettered.press(lettered.at(9.0, 8.0))
        lettered.move(lettered.at(5.0, 5.0))
        lettered.key(Qt.Key.Key_Escape)
        lettered.release(lettered.at(5.0, 5.0))


def test_locked_lettering_is_not_moved(lettered: Hand) -> None:
    lettered.take("text")
    lettered.refuses(EditLayer.TEXTS, lambda: lettered.drag(lettered.at(9.0, 8.0), lettered.at(5.0, 5.0)))


def test_the_eraser_takes_lettering_when_told(lettered: Hand) -> None:
    tool = lettered.take("eraser")
    assert lettered.controller.set_option(tool.name, "what", "texts")
    with lettered.one_entry():
        lettered.click(lettered.at(9.0, 8.0))
    assert lettered.plan.texts == {}


# Regions


@pytest.fixture
def two_countries(hand: Hand) -> Hand:
    for title in ("North", "South"):
        hand.document.push(create_region(hand.plan, "country", title, colour="#aa3333"))
    return hand


def members(hand: Hand, region: str) -> set[str]:
    return set(hand.plan.regions[region].members)


def test_a_region_is_painted_hex_by_hex(two_countries: Hand) -> None:
    hand = two_countries
    hand.take("region-brush", "north")
    with hand.one_entry():
        hand.drag(hand.hex(2, 2), hand.hex(2, 6))
    assert members(hand, "north") == {f"main:2,{row}" for row in range(2, 7)}


def test_a_hex_belongs_to_one_country_unless_they_may_overlap(two_countries: Hand) -> None:
    hand = two_countries
    hand.take("region-brush", "north")
    hand.drag(hand.hex(2, 2), hand.hex(2, 6))
    hand.take("region-brush", "south")
    with hand.one_entry():
        hand.click(hand.hex(2, 4))
    assert "main:2,4" not in members(hand, "north")
    tool = hand.controller.tools["region-brush"]
    hand.controller.set_option(tool.name, "alone", False)
    with hand.one_entry():
        hand.click(hand.hex(2, 5))
    assert "main:2,5" in members(hand, "north") & members(hand, "south")


def test_alt_takes_hexes_out_of_a_region(two_countries: Hand) -> None:
    hand = two_countries
    hand.take("region-brush", "north")
    hand.drag(hand.hex(2, 2), hand.hex(2, 6))
    with hand.one_entry():
        hand.drag(hand.hex(2, 3), hand.hex(2, 4), held=ALT)
    assert members(hand, "north") == {"main:2,2", "main:2,5", "main:2,6"}


def test_escape_takes_a_painted_region_back(two_countries: Hand) -> None:
    hand = two_countries
    hand.take("region-brush", "north")
    with hand.no_trace():
        hand.press(hand.hex(2, 2))
        hand.move(hand.hex(2, 6))
        assert members(hand, "north")
        hand.key(Qt.Key.Key_Escape)
        hand.release(hand.hex(2, 6))


def test_locked_regions_keep_their_hexes(two_countries: Hand) -> None:
    two_countries.take("region-brush", "north")
    two_countries.refuses(EditLayer.REGIONS, lambda: two_countries.click(two_countries.hex(2, 2)))


def test_a_fill_stays_in_the_region(two_countries: Hand) -> None:
    hand = two_countries
    hand.take("region-brush", "north")
    hand.drag(hand.hex(2, 2), hand.hex(2, 6))
    fill = hand.take("flood-fill", "forest")
    hand.controller.set_option(fill.name, "extent", "region")
    with hand.one_entry():
        hand.click(hand.hex(2, 4))
    forest = {cell.key for cell in hand.plan.sheets["main"].cells() if hand.plan.terrain_at(cell) == "forest"}
    assert forest == members(hand, "north")
    hand.click(hand.hex(9, 9))
    assert [said.key for said in hand.said] == ["tool.cannot.no-region-here"]


def test_a_region_is_selected_by_a_click_on_one_of_its_hexes(two_countries: Hand) -> None:
    hand = two_countries
    hand.take("region-brush", "north", InkGroup.REGIONS)
    hand.drag(hand.hex(2, 2), hand.hex(2, 6))
    hand.take("select-region")
    hand.click(hand.hex(2, 3))
    assert {cell.key for cell in hand.bench.selection.cells} == members(hand, "north")


def test_the_eraser_takes_hexes_out_of_the_region_in_hand_or_of_all(two_countries: Hand) -> None:
    hand = two_countries
    brush = hand.take("region-brush", "north")
    hand.controller.set_option(brush.name, "alone", False)
    hand.drag(hand.hex(2, 2), hand.hex(2, 6))
    hand.take("region-brush", "south")
    hand.drag(hand.hex(2, 2), hand.hex(2, 6))
    eraser = hand.take("eraser")
    hand.controller.set_option(eraser.name, "only_ink", True)
    with hand.one_entry():
        hand.click(hand.hex(2, 3))
    assert "main:2,3" in members(hand, "north") - members(hand, "south")
    hand.controller.set_option(eraser.name, "only_ink", False)
    with hand.one_entry():
        hand.click(hand.hex(2, 4))
    assert "main:2,4" not in members(hand, "north") | members(hand, "south")


def test_the_eraser_takes_lettering_that_a_fast_hand_crosses(hand: Hand) -> None:
    hand.document.push(add_text(hand.plan, "Sea", (6.0, 6.0)))
    tool = hand.take("eraser")
    hand.controller.set_option(tool.name, "what", "texts")
    with hand.one_entry():
        hand.drag(hand.at(6.0, 3.0), hand.at(6.0, 9.0))
    assert not hand.plan.texts


def test_a_click_of_an_unsteady_hand_moves_no_lettering_and_no_name(hand: Hand) -> None:
    hand.document.push(add_text(hand.plan, "Sea", (6.0, 6.0)))
    hand.document.push(add_feature(hand.plan, "main:3,3", "city", name="Ford"))
    hand.take("text")
    box = hand.canvas.picture.name_box("main:3,3/city", hand.canvas.transform().m11())
    assert box is not None
    for x, y in ((6.0, 6.0), ((box.left + box.right) / 2, (box.top + box.bottom) / 2)):
        with hand.no_trace():
            hand.drag(hand.at(x, y), hand.at(x, y) + QPointF(2, 1))
        assert hand.bench.picked is not None
    assert hand.bench.picked.part is Part.FEATURE
