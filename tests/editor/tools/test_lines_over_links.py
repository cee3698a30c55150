"""Rails and roads along connections: from space to space, out of an inset, off the map into a box."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from editor.canvas.art.renderer import Patch
from editor.commands.connections import connect
from editor.commands.lines import draw_line
from editor.commands.spaces import add_space
from editor.documents.workbench import Picked
from editor.model.contents import MapContents
from editor.model.edits import Part
from editor.model.place_routing import ThroughPlaces
from editor.refusal import CannotEdit
from editor.tools.preview import TraceLook
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme
from engine.definitions.plan import BoxPlan, Cell, LinkPlan, MapPlan, SheetPlan, SpacePlan
from tests.editor.tools.hand import ALT, SHIFT, Hand
from tests.helpers.plans import small_plan


def link(plan: MapPlan, a: str, b: str, kind: str = "regular") -> None:
    plan.links[f"{a}--{b}/{kind}"] = LinkPlan(f"{a}--{b}/{kind}", a, b, kind)


@pytest.fixture
def points(bench_with: Callable[[MapPlan], Hand]) -> Hand:
    """Five spaces; a to d in a ring, e by itself."""
    plan = MapPlan("points", "Points", "tools", terrain_names=["clear"])
    places = {"a": (0.0, 0.0), "b": (8.0, 0.0), "c": (8.0, 8.0), "d": (0.0, 8.0), "e": (16.0, 4.0)}
    for name, at in places.items():
        plan.spaces[name] = SpacePlan(name, name.upper(), at, "clear")
    for a, b in ("ab", "bc", "cd", "da"):
        link(plan, a, b)
    return bench_with(plan)


@pytest.fixture
def inset(bench_with: Callable[[MapPlan], Hand]) -> Hand:
    """The main map, an inset with hexes half the size linked to it, and a box beyond the edge of the map."""
    plan = small_plan(cols=8, rows=6)
    grid, size = HexGrid(Orientation.FLAT, Parity.ODD), (5, 4)
    cells = plan.filled(size, "clear")
    plan.sheets["city"] = SheetPlan(
        "city", grid, (1, 1), size, LabelScheme(prefix="C"), "clear", cells, scale=0.5, origin=(18.0, 0.0)
    )
    plan.boxes["west"] = BoxPlan("west", "West", (-4.0, 4.0), {})
    link(plan, "city:1,2", "main:8,3", "inset")
    link(plan, "west", "main:1,3")
    return bench_with(plan)


def rail(hand: Hand) -> tuple[str, ...]:
    (line,) = hand.plan.paths.values()
    return line.through


def test_a_rail_runs_from_space_to_space_by_the_fewest_connections(points: Hand) -> None:
    points.take("line", "rail")
    with points.one_entry():
        points.click(points.at(0.0, 0.0))
        points.click(points.at(8.0, 0.0))
        points.click(points.at(8.0, 8.0))
        points.key(Qt.Key.Key_Return)
    assert rail(points) == ("a", "b", "c")


def test_a_way_over_several_connections_is_found_and_shown(points: Hand) -> None:
    points.take("line", "rail")
    points.click(points.at(0.0, 0.0))
    points.hover(points.at(8.0, 8.0))
    (shown,) = points.controller.preview.traces
    assert shown.look is TraceLook.SNAP
    assert shown.path.elementCount() == 3
    points.click(points.at(8.0, 8.0))
    points.key(Qt.Key.Key_Return)
    assert rail(points) in (("a", "b", "c"), ("a", "d", "c"))


def test_where_no_connection_leads_the_chain_stays_and_the_reason_is_said(points: Hand) -> None:
    points.take("line", "rail")
    points.click(points.at(0.0, 0.0))
    points.click(points.at(16.0, 4.0))
    assert [said.key for said in points.said] == ["edit.cannot.no-route"]
    points.said.clear()
    points.click(points.at(8.0, 0.0))
    points.key(Qt.Key.Key_Return)
    assert rail(points) == ("a", "b")


def test_escape_drops_a_rail_along_connections(points: Hand) -> None:
    points.take("line", "rail")
    with points.no_trace():
        points.click(points.at(0.0, 0.0))
        points.click(points.at(8.0, 0.0))
        points.key(Qt.Key.Key_Escape)
        points.key(Qt.Key.Key_Return)
    assert points.controller.preview.is_empty


def test_a_rail_goes_on_and_is_picked_and_bent_where_it_follows_a_connection(points: Hand) -> None:
    points.take("line", "rail")
    for stops in (((0.0, 0.0), (8.0, 0.0)), ((8.0, 0.0), (8.0, 8.0))):
        for at in stops:
            points.click(points.at(*at))
        points.key(Qt.Key.Key_Return)
    assert rail(points) == ("a", "b", "c")
    with points.one_entry():
        points.click(points.at(4.0, 0.0))
        assert points.bench.picked == Picked(Part.PATH, next(iter(points.plan.paths)))
        points.drag(points.at(8.0, 4.0), points.at(4.0, 6.0), points.at(0.0, 8.0))
        points.key(Qt.Key.Key_Return)
    assert "d" in rail(points)


def test_alt_erases_a_rail_along_a_connection_and_leaves_the_connection(points: Hand) -> None:
    points.take("line", "rail")
    for at in ((0.0, 0.0), (8.0, 0.0), (8.0, 8.0)):
        points.click(points.at(*at))
    points.key(Qt.Key.Key_Return)
    with points.one_entry():
        points.drag(points.at(4.0, -1.0), points.at(4.0, 1.0), held=ALT)
    assert rail(points) == ("b", "c")
    assert "a--b/regular" in points.plan.links


def test_a_rail_leaves_the_inset_by_its_link(inset: Hand) -> None:
    inset.take("line", "rail")
    with inset.one_entry():
        inset.click(inset.hex(4, 2, "city"))
        inset.click(inset.hex(5, 3))
        inset.key(Qt.Key.Key_Return)
    through = rail(inset)
    at = through.index("city:1,2")
    assert through[0] == "city:4,2"
    assert through[at + 1] == "main:8,3"
    assert through[-1] == "main:5,3"
    assert len(through) == len(set(through)) == 8


def test_a_rail_leaves_the_map_into_a_box(inset: Hand) -> None:
    inset.take("line", "rail")
    with inset.one_entry():
        inset.click(inset.hex(3, 3))
        inset.click(inset.at(-4.0, 4.0))
        inset.key(Qt.Key.Key_Return)
    assert rail(inset)[-2:] == ("main:1,3", "west")


def test_between_hexes_of_one_sheet_no_link_is_a_short_cut(inset: Hand) -> None:
    link(inset.plan, "west", "main:8,5")
    inset.document.contents.look_again(links=inset.plan.links)
    leg = ThroughPlaces(inset.plan, inset.document.contents).leg("main:1,2", "main:7,5")
    assert "west" not in leg
    del inset.plan.links["west--main:8,5/regular"]
    inset.document.contents.look_again(links=("west--main:8,5/regular",))


def test_land_cut_in_two_is_crossed_by_the_ferry() -> None:
    plan = small_plan(cols=7, rows=4)
    for row in range(1, 5):
        plan.sheets["main"].terrain[row - 1, 3] = 0
    ways = ThroughPlaces(plan, MapContents(plan))
    with pytest.raises(CannotEdit) as refused:
        ways.leg("main:1,1", "main:7,1")
    assert refused.value.message.key == "edit.cannot.no-route"
    link(plan, "main:3,2", "main:5,2", "ferry")
    way = ThroughPlaces(plan, MapContents(plan)).leg("main:1,1", "main:7,1")
    assert way.index("main:5,2") == way.index("main:3,2") + 1
    assert (way[0], way[-1]) == ("main:1,1", "main:7,1")


def test_a_link_that_is_deleted_cuts_the_rail_along_it(inset: Hand) -> None:
    test_a_rail_leaves_the_inset_by_its_link(inset)
    inset.take("connect", "regular")
    ends = [inset.canvas.picture.index.centre(place) for place in ("city:1,2", "main:8,3")]
    (x, y), (to_x, to_y) = (end for end in ends if end is not None)
    with inset.one_entry():
        inset.click(inset.at((x + to_x) / 2, (y + to_y) / 2), ALT)
    assert "city:1,2--main:8,3/inset" not in inset.plan.links
    assert sorted(len(line.through) for line in inset.plan.paths.values()) == [4, 4]


def test_shift_turns_the_way_to_the_nearest_twelfth_and_finds_the_space_there(points: Hand) -> None:
    points.take("line", "rail")
    points.click(points.at(0.0, 0.0))
    points.click(points.at(8.0, 0.6), SHIFT)
    points.key(Qt.Key.Key_Return)
    assert rail(points) == ("a", "b")


def test_the_rail_is_seen_along_the_connection(points: Hand) -> None:
    def picture() -> QImage:
        image = QImage(60, 60, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        painter.scale(20, 20)
        painter.translate(-2.5, 1.5)
        box = points.canvas.view_box
        points.canvas.picture.paint(painter, Patch(box, 20.0))
        painter.end()
        return image

    before = picture()
    points.take("line", "rail")
    points.click(points.at(0.0, 0.0))
    points.click(points.at(8.0, 0.0))
    points.key(Qt.Key.Key_Return)
    assert picture() != before
    points.document.undo_stack.undo()
    assert picture() == before


def test_where_hexes_and_spaces_meet_a_road_goes_on(bench_with: Callable[[MapPlan], Hand]) -> None:
    plan = small_plan(cols=6, rows=5)
    plan.spaces["port"] = SpacePlan("port", "Port", (14.0, 4.0), "clear")
    link(plan, "port", "main:6,3")
    hand = bench_with(plan)
    hand.take("line", "road")
    with hand.one_entry():
        hand.click(hand.hex(3, 3))
        hand.click(hand.at(14.0, 4.0))
        hand.key(Qt.Key.Key_Return)
    assert rail(hand)[-2:] == ("main:6,3", "port")
    assert hand.plan.terrain_at(Cell("main", 3, 3)) == "clear"


def test_a_rail_into_a_far_inset_shows_its_ends_and_not_a_line_across_the_map(inset: Hand) -> None:
    picture = inset.canvas.picture
    country, city = picture.place("main:8,3"), picture.place("city:1,2")
    assert country is not None
    assert city is not None

    def seen(share: float) -> QImage:
        """The map around a point of the connection, as far along it as told."""
        image = QImage(60, 60, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        painter.scale(20, 20)
        at = [a + share * (b - a) for a, b in zip(country[:2], city[:2], strict=True)]
        painter.translate(1.5 - at[0], 1.5 - at[1])
        picture.paint(painter, Patch(inset.canvas.view_box, 20.0))
        painter.end()
        return image

    at_end, between = seen(0.1), seen(0.5)
    inset.take("line", "rail")
    inset.click(inset.hex(4, 2, "city"))
    inset.click(inset.hex(5, 3))
    inset.key(Qt.Key.Key_Return)
    assert seen(0.1) != at_end
    assert seen(0.5) == between


def test_a_chain_over_a_space_that_undo_takes_away_is_let_go(bench_with: Callable[[MapPlan], Hand]) -> None:
    plan = MapPlan("points", "Points", "tools", terrain_names=["clear"])
    for name, at in (("a", (0.0, 0.0)), ("b", (8.0, 8.0))):
        plan.spaces[name] = SpacePlan(name, name.upper(), at, "clear")
    hand = bench_with(plan)
    hand.document.push(add_space(hand.plan, "Middle", (4.0, 4.0)))
    hand.document.push(connect(hand.plan, "a", "middle", "regular"))
    hand.document.push(connect(hand.plan, "middle", "b", "regular"))
    tool = hand.take("line", "rail")
    hand.click(hand.at(0.0, 0.0))
    hand.click(hand.at(8.0, 8.0))
    assert tool.is_busy
    for _ in range(3):
        hand.document.undo_stack.undo()
    hand.hover(hand.at(3.0, 6.0))
    assert not tool.is_busy


def test_a_stroke_for_another_state_is_let_go_when_undo_takes_its_places(bench_with: Callable[[MapPlan], Hand]) -> None:
    hand = bench_with(MapPlan("points", "Points", "tools", terrain_names=["clear"]))
    hand.document.push(add_space(hand.plan, "A", (0.0, 0.0)))
    hand.document.push(add_space(hand.plan, "B", (8.0, 0.0)))
    hand.document.push(connect(hand.plan, "a", "b", "regular"))
    hand.document.push(draw_line(hand.plan, "rail", ("a", "b")))
    hand.canvas.fit()
    tool = hand.take("line", "rail")
    hand.controller.set_option(tool.name, "restate", True)
    hand.press(hand.at(3.0, 0.0))
    hand.move(hand.at(4.0, 0.0))
    assert not hand.controller.preview.is_empty
    for _ in range(3):
        hand.document.undo_stack.undo()
    hand.move(hand.at(5.0, 0.0))
    hand.release(hand.at(5.0, 0.0))
    assert not tool.is_busy
