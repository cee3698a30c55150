"""Selecting, moving, copying, stamping with the mouse, and what menu entries do with a selection."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPointF, Qt

from editor.commands.layout import Align, Along, put_places
from editor.documents.workbench import EditLayer, Ink, InkGroup, Picked
from editor.geometry.cells import Cells
from editor.model.edits import Part
from editor.model.fragment import Mirror
from editor.model.selection import Selection
from editor.tools.places import place_actions
from editor.tools.preview import TraceLook
from editor.tools.selection import selection_actions
from editor.tools.selection.stamp_book import StampBook
from engine.definitions.plan import BoxPlan, Cell, FeaturePlan, MapPlan, PathPlan, SidePlan, SpacePlan, canonical_side
from engine.storage.store import Store
from tests.editor.tools.hand import ALT, CTRL, SHIFT, Hand
from tests.helpers.plans import small_plan


@pytest.fixture
def furnished(bench_with: Callable[[MapPlan], Hand]) -> Hand:
    """A small country in one corner: two hexes of forest, a city, a river and a rail."""
    plan = small_plan(cols=14, rows=12)
    sheet = plan.sheets["main"]
    for cell in ((3, 3), (3, 4)):
        sheet.terrain[sheet.index(*cell)] = plan.code_of("forest")
    plan.features["main:3,3/city"] = FeaturePlan("main:3,3/city", "main:3,3", "city", "Ford")
    plan.sides[canonical_side(sheet.grid, Cell("main", 3, 3), 3, "river")] = SidePlan()
    plan.paths["rail-1"] = PathPlan("rail-1", "rail", ("main:3,3", "main:3,4"))
    return bench_with(plan)


@pytest.fixture
def spaced(bench_with: Callable[[MapPlan], Hand]) -> Hand:
    """Three spaces and a box, and no hexes."""
    plan = MapPlan("points", "Points", "tools", terrain_names=["clear"])
    for number, (x, y) in enumerate(((0.0, 0.0), (6.0, 1.0), (12.0, 8.0))):
        plan.spaces[f"space-{number}"] = SpacePlan(f"space-{number}", f"Space {number}", (x, y), "clear")
    plan.boxes["box"] = BoxPlan("box", "Losses", (3.0, 8.0))
    return bench_with(plan)


def selected(hand: Hand) -> set[tuple[int, int]]:
    return {(cell.col, cell.row) for cell in hand.bench.selection.cells}


def forest(hand: Hand) -> set[tuple[int, int]]:
    cells = hand.plan.sheets["main"].cells()
    return {(cell.col, cell.row) for cell in cells if hand.plan.terrain_at(cell) == "forest"}


def around(hand: Hand, first: tuple[int, int], last: tuple[int, int]) -> tuple[QPointF, QPointF]:
    """The corners of a band that holds the middles of all hexes between two."""
    one, two = hand.hex(*first), hand.hex(*last)
    return one - QPointF(6, 6), two + QPointF(6, 6)


# Ways to select


def test_a_click_selects_a_hex_and_a_click_beside_the_map_nothing(hand: Hand) -> None:
    hand.take("select-rectangle")
    with hand.no_trace():
        hand.click(hand.hex(4, 4))
        assert selected(hand) == {(4, 4)}
        hand.click(hand.at(-40, -40))
        assert selected(hand) == set()


def test_a_rectangle_selects_what_has_its_middle_in_it(hand: Hand) -> None:
    hand.take("select-rectangle")
    with hand.no_trace():
        hand.drag(*around(hand, (2, 2), (4, 4)))
    assert {(2, 2), (3, 3), (4, 4)} <= selected(hand)
    assert not {(1, 2), (5, 4), (4, 5)} & selected(hand)


def test_shift_adds_alt_takes_away_and_both_keep_what_is_common(hand: Hand) -> None:
    hand.take("select-rectangle")
    hand.click(hand.hex(4, 4))
    hand.click(hand.hex(6, 6), SHIFT)
    assert selected(hand) == {(4, 4), (6, 6)}
    hand.click(hand.hex(4, 4), ALT)
    assert selected(hand) == {(6, 6)}
    hand.drag(*around(hand, (5, 5), (7, 7)), held=SHIFT | ALT)
    assert selected(hand) == {(6, 6)}


def test_the_option_says_what_a_plain_click_does(hand: Hand) -> None:
    tool = hand.take("select-rectangle")
    assert hand.controller.set_option(tool.name, "mode", "add")
    hand.click(hand.hex(4, 4))
    hand.click(hand.hex(6, 6))
    assert selected(hand) == {(4, 4), (6, 6)}


def test_a_lasso_selects_what_it_was_drawn_around(hand: Hand) -> None:
    hand.take("select-lasso")
    with hand.no_trace():
        hand.drag(hand.hex(5, 2), hand.hex(8, 5), hand.hex(5, 8), hand.hex(2, 5), hand.hex(5, 2) + QPointF(3, 0))
    assert {(5, 5), (4, 5), (6, 5)} <= selected(hand)
    assert not {(1, 1), (10, 9), (2, 2), (8, 8)} & selected(hand)


def test_escape_drops_a_lasso(hand: Hand) -> None:
    hand.take("select-lasso")
    hand.press(hand.hex(5, 2))
    hand.move(hand.hex(8, 5))
    assert {trace.look for trace in hand.controller.preview.traces} == {TraceLook.GUIDE}
    hand.key(Qt.Key.Key_Escape)
    hand.move(hand.hex(5, 8))
    hand.release(hand.hex(2, 5))
    assert selected(hand) == set()


def test_the_wand_selects_a_terrain_here_or_everywhere(furnished: Hand) -> None:
    furnished.take("terrain-brush", "forest")
    furnished.click(furnished.hex(10, 10))
    wand = furnished.take("select-terrain")
    with furnished.no_trace():
        furnished.click(furnished.hex(3, 3))
    assert selected(furnished) == {(3, 3), (3, 4)}
    furnished.controller.set_option(wand.name, "contiguous", False)
    furnished.click(furnished.hex(3, 3))
    assert selected(furnished) == {(3, 3), (3, 4), (10, 10)}


def test_spaces_are_selected_by_band_and_by_click(spaced: Hand) -> None:
    spaced.take("select-rectangle")
    spaced.drag(spaced.at(-2, -2), spaced.at(8, 3))
    assert spaced.bench.selection.places == {"space-0", "space-1"}
    spaced.click(spaced.at(3, 8))
    assert spaced.bench.selection.places == {"box"}
    assert spaced.bench.picked == Picked(Part.BOX, "box")


# Moving and copying


def take_country(hand: Hand) -> None:
    hand.bench.select(Selection(Cells.of((Cell("main", 3, 3), Cell("main", 3, 4)))))


def test_a_drag_moves_hexes_with_all_that_lies_on_them(furnished: Hand) -> None:
    take_country(furnished)
    furnished.take("move-selection")
    with furnished.one_entry():
        furnished.drag(furnished.hex(3, 3), furnished.hex(6, 6), furnished.hex(9, 7))
    assert forest(furnished) == selected(furnished) == {(9, 7), (9, 8)}
    assert furnished.plan.features["main:3,3/city"].at == "main:9,7"
    assert furnished.plan.paths["rail-1"].through == ("main:9,7", "main:9,8")
    assert len(furnished.plan.sides) == 1


def test_with_ctrl_a_copy_is_left(furnished: Hand) -> None:
    take_country(furnished)
    furnished.take("move-selection")
    with furnished.one_entry():
        furnished.drag(furnished.hex(3, 3), furnished.hex(9, 7), held=CTRL)
    assert forest(furnished) == {(3, 3), (3, 4), (9, 7), (9, 8)}
    assert len(furnished.plan.features) == 2


def test_escape_puts_what_is_dragged_back(furnished: Hand) -> None:
    take_country(furnished)
    furnished.take("move-selection")
    with furnished.no_trace():
        furnished.press(furnished.hex(3, 3))
        furnished.move(furnished.hex(9, 7))
        assert {trace.look for trace in furnished.controller.preview.traces} == {TraceLook.COVER}
        furnished.key(Qt.Key.Key_Escape)
        furnished.release(furnished.hex(9, 7))
    assert furnished.controller.preview.is_empty


def test_a_locked_layer_under_a_selection_holds_it(furnished: Hand) -> None:
    take_country(furnished)
    furnished.take("move-selection")
    furnished.refuses(EditLayer.FEATURES, lambda: furnished.drag(furnished.hex(3, 3), furnished.hex(9, 7)))


def test_spaces_are_moved_together(spaced: Hand) -> None:
    spaced.bench.select(Selection(places=frozenset(("space-0", "space-1"))))
    spaced.take("move-selection")
    with spaced.one_entry():
        spaced.drag(spaced.at(0, 0), spaced.at(1, 2), spaced.at(2, 3))
    assert spaced.plan.spaces["space-1"].position == pytest.approx((8.0, 4.0), abs=0.1)
    assert spaced.plan.spaces["space-2"].position == (12.0, 8.0)


# Menu entries


def test_copied_hexes_are_laid_down_with_a_click_and_escape_puts_the_stamp_away(furnished: Hand) -> None:
    take_country(furnished)
    furnished.take("terrain-brush", "sea")
    assert selection_actions.copy(furnished.bench)
    assert selection_actions.paste_in_hand(furnished.bench)
    furnished.hover(furnished.hex(9, 7))
    assert not furnished.controller.preview.is_empty
    with furnished.one_entry():
        furnished.click(furnished.hex(9, 7))
    assert len(forest(furnished)) == 4
    furnished.key(Qt.Key.Key_Escape)
    assert furnished.bench.tool == "terrain-brush"


def test_cut_leaves_bare_hexes_and_paste_brings_them_back(furnished: Hand) -> None:
    take_country(furnished)
    with furnished.one_entry():
        assert selection_actions.cut(furnished.bench)
    assert forest(furnished) == set()
    assert furnished.plan.features == furnished.plan.sides == furnished.plan.paths == {}
    assert selection_actions.paste_in_hand(furnished.bench)
    with furnished.one_entry():
        furnished.click(furnished.hex(8, 8))
    assert len(forest(furnished)) == 2
    assert len(furnished.plan.features) == 1


def test_rotate_turns_the_selection_about_its_middle_and_six_turns_are_none(furnished: Hand) -> None:
    take_country(furnished)
    before = furnished.plan.copy()
    with furnished.one_entry():
        assert selection_actions.rotate(furnished.bench)
    assert len(forest(furnished)) == 2
    assert forest(furnished) == selected(furnished)
    assert furnished.plan.terrain_at(Cell("main", 3, 4)) != "forest" or (3, 3) not in forest(furnished)
    for _ in range(5):
        assert selection_actions.rotate(furnished.bench)
    assert furnished.plan.sheets == before.sheets
    assert {feature.at for feature in furnished.plan.features.values()} == {"main:3,3"}


def test_mirror_twice_is_nothing(furnished: Hand) -> None:
    take_country(furnished)
    before = forest(furnished)
    for axis in (Mirror.LEFT_RIGHT, Mirror.LEFT_RIGHT, Mirror.TOP_BOTTOM, Mirror.TOP_BOTTOM):
        selection_actions.mirror(furnished.bench, axis)
    assert forest(furnished) == before


def test_what_is_in_hand_is_turned_and_not_the_map(furnished: Hand) -> None:
    take_country(furnished)
    selection_actions.copy(furnished.bench)
    selection_actions.paste_in_hand(furnished.bench)
    held = furnished.bench.clipboard
    with furnished.no_trace():
        assert selection_actions.rotate(furnished.bench)
        assert furnished.bench.clipboard == held.rotated(1)
        assert selection_actions.mirror(furnished.bench)


def test_delete_clears_hexes_and_takes_what_is_picked(furnished: Hand) -> None:
    furnished.bench.pick(Picked(Part.FEATURE, "main:3,3/city"))
    with furnished.one_entry():
        assert selection_actions.delete(furnished.bench)
    assert furnished.plan.features == {}
    furnished.bench.pick(None)
    take_country(furnished)
    with furnished.one_entry():
        assert selection_actions.delete(furnished.bench)
    assert forest(furnished) == set()


@pytest.mark.parametrize(
    ("part", "key"),
    [
        (Part.PATH, "rail-1"),
        (Part.SIDE, None),
    ],
)
def test_each_sort_of_thing_that_is_picked_can_be_deleted(furnished: Hand, part: Part, key: str | None) -> None:
    found = key if key is not None else next(iter(furnished.plan.sides))
    furnished.bench.pick(Picked(part, found))
    with furnished.one_entry():
        assert selection_actions.delete(furnished.bench)
    assert found not in furnished.plan.paths
    assert found not in furnished.plan.sides


def test_delete_takes_spaces_with_their_connections(spaced: Hand) -> None:
    spaced.bench.select(Selection(places=frozenset(("space-0", "box"))))
    with spaced.one_entry():
        assert selection_actions.delete(spaced.bench)
    assert set(spaced.plan.spaces) == {"space-1", "space-2"}
    assert not spaced.bench.selection


def test_what_cannot_be_done_is_said(hand: Hand) -> None:
    bench = hand.bench
    with hand.no_trace():
        assert not selection_actions.copy(bench)
        assert not selection_actions.cut(bench)
        assert not selection_actions.paste_in_hand(bench)
        assert not selection_actions.delete(bench)
        assert not selection_actions.rotate(bench)
        assert not selection_actions.mirror(bench)
        assert not selection_actions.fill(bench)
        assert not selection_actions.crop_to_selection(bench)
        assert not selection_actions.keep_stamp(bench, "Nothing")
        assert not selection_actions.take_stamp(bench, "Nothing")
        assert not place_actions.align_places(bench, Align.LEFT)
        assert not place_actions.duplicate_places(bench, (1.0, 1.0))
    assert len(hand.said) == 12


def test_everything_and_its_opposite(hand: Hand) -> None:
    assert selection_actions.select_all(hand.bench)
    assert len(selected(hand)) == 120
    assert selection_actions.invert_selection(hand.bench)
    assert selected(hand) == set()
    assert selection_actions.select_nothing(hand.bench)


def test_the_selection_is_filled_with_the_terrain_in_hand(hand: Hand) -> None:
    hand.bench.select(Selection(Cells.of((Cell("main", 3, 3), Cell("main", 5, 5)))))
    hand.bench.set_ink(Ink(InkGroup.TERRAIN, "forest"))
    with hand.one_entry():
        assert selection_actions.fill(hand.bench)
    assert forest(hand) == {(3, 3), (5, 5)}
    hand.refuses(EditLayer.TERRAIN, lambda: selection_actions.delete(hand.bench))


def test_the_sheet_is_cropped_to_the_selection(hand: Hand) -> None:
    hand.bench.select(Selection(Cells.of((Cell("main", 3, 3), Cell("main", 5, 6)))))
    with hand.one_entry():
        assert selection_actions.crop_to_selection(hand.bench)
    assert (hand.plan.sheets["main"].first, hand.plan.sheets["main"].size) == ((3, 3), (3, 4))


def test_spaces_are_put_in_order(spaced: Hand) -> None:
    spaced.bench.select(Selection(places=frozenset(("space-0", "space-1", "space-2"))))
    with spaced.one_entry():
        assert place_actions.align_places(spaced.bench, Align.TOP)
    assert {space.position[1] for space in spaced.plan.spaces.values()} == {0.0}
    spaced.document.push(put_places(spaced.plan, {"space-1": (1.0, 0.0)}))
    with spaced.one_entry():
        assert place_actions.distribute_places(spaced.bench, Along.ACROSS)
    assert spaced.plan.spaces["space-1"].position == (6.0, 0.0)


def test_spaces_are_turned_snapped_and_doubled(spaced: Hand) -> None:
    spaced.bench.select(Selection(places=frozenset(("space-0", "space-1"))))
    with spaced.one_entry():
        assert selection_actions.rotate(spaced.bench)
    with spaced.one_entry():
        assert place_actions.snap_places(spaced.bench, 2.0)
    assert all(part % 2.0 == 0 for name in ("space-0", "space-1") for part in spaced.plan.spaces[name].position)
    with spaced.one_entry():
        assert selection_actions.duplicate(spaced.bench)
    assert len(spaced.plan.spaces) == 5


# Stamps


def test_a_stamp_is_kept_with_the_file(furnished: Hand) -> None:
    take_country(furnished)
    assert selection_actions.keep_stamp(furnished.bench, "Ford and wood")
    copy = furnished.path.with_name("later.redoubt")
    furnished.store.copy_to(copy)
    with Store(copy) as store:
        assert [each["name"] for each in store.notes()["stamps"]] == ["Ford and wood"]
    assert selection_actions.take_stamp(furnished.bench, "Ford and wood")
    with furnished.one_entry():
        furnished.click(furnished.hex(9, 8))
    assert len(forest(furnished)) == 4


def test_stamps_are_renamed_replaced_and_thrown_away(furnished: Hand) -> None:
    book = StampBook(furnished.document)
    take_country(furnished)
    for name in ("b", "A", "b"):
        assert selection_actions.keep_stamp(furnished.bench, name)
    assert [stamp.name for stamp in book.stamps()] == ["A", "b"]
    book.rename("b", "C")
    book.drop("A")
    assert [stamp.name for stamp in book.stamps()] == ["C"]


def test_a_stamp_that_makes_no_sense_is_left_out(furnished: Hand) -> None:
    furnished.store.note("stamps", [{"name": "bad"}, 7])
    assert StampBook(furnished.document).stamps() == []
    assert not selection_actions.keep_stamp(furnished.bench, "\n")
