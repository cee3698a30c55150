"""After every gesture the canvas shows what a canvas that opens the map anew would show, and no more was repainted."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.renderer import Patch
from editor.canvas.art.style import bundled_style
from editor.commands.regions import create_region, delete_region, edit_region
from editor.documents.workbench import InkGroup
from editor.geometry.lattice import Box
from engine.definitions.plan import BoxPlan, Cell, FeaturePlan, LinkPlan, MapPlan, SpacePlan, TextPlan
from tests.editor.tools.hand import ALT, PALETTE, Hand
from tests.helpers.plans import large_plan, small_plan

SCALE = 24.0


@pytest.fixture
def mixed(bench_with: Callable[[MapPlan], Hand]) -> Hand:
    """Hexes, and beside them spaces, a box, a connection, a link to a hex, lettering and two coloured regions."""
    plan = small_plan(cols=12, rows=10)
    for name, at in (("a", (22.0, 2.0)), ("b", (28.0, 4.0)), ("c", (24.0, 12.0))):
        plan.spaces[name] = SpacePlan(name, name.upper(), at, "clear")
    plan.boxes["box"] = BoxPlan("box", "Losses", (30.0, 14.0))
    for a, b in (("a", "b"), ("a", "main:11,4")):
        plan.links[f"{a}--{b}"] = LinkPlan(f"{a}--{b}", a, b, "regular")
    plan.features["main:11,4/city"] = FeaturePlan("main:11,4/city", "main:11,4", "city", "Ford")
    plan.texts["text"] = TextPlan("text", "The Great Steppe", (9.0, 8.0))
    hand = bench_with(plan)
    for title, colour in (("North", "#aa3333"), ("South", "#3333aa")):
        hand.document.push(create_region(hand.plan, "country", title, colour=colour))
    return hand


def painted(picture: MapPicture, box: Box) -> QImage:
    image = QImage(round(box.width * SCALE), round(box.height * SCALE), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(SCALE, SCALE)
    painter.translate(-box.left, -box.top)
    picture.paint(painter, Patch(box, SCALE))
    painter.end()
    return image


def assert_alike(one: QImage, other: QImage) -> None:
    """The same to the eye: where an edit was clipped, the edge of a stroke may be off by a shade or two."""
    shades = [
        np.frombuffer(image.convertToFormat(QImage.Format.Format_RGB32).constBits(), np.uint8).astype(np.int16)
        for image in (one, other)
    ]
    assert np.abs(shades[0] - shades[1]).max() <= 3


def check_shown(hand: Hand) -> None:
    """What the tiles hold is what the map looks like when it is opened."""
    canvas = hand.canvas
    fresh = MapPicture(hand.plan, Looks(PALETTE, bundled_style("paper")), canvas.shown)
    assert canvas.picture.bounds == fresh.bounds
    assert painted(canvas.picture, fresh.bounds) == painted(fresh, fresh.bounds)
    hand.controller.preview.clear()
    hand.bench.pick(None)
    hand.controller.outline.draw(())
    canvas.finish()
    shown = canvas.grab().toImage()
    canvas.map_item.renew()
    canvas.finish()
    assert_alike(shown, canvas.grab().toImage())


def space_drag(hand: Hand) -> Iterator[None]:
    hand.take("space")
    yield hand.drag(hand.at(22, 2), hand.at(23, 5), hand.at(24, 6))


def text_drag(hand: Hand) -> Iterator[None]:
    hand.take("text")
    yield hand.drag(hand.at(9, 8), hand.at(8, 10), hand.at(7, 12))


def box_drag(hand: Hand) -> Iterator[None]:
    hand.take("box")
    yield hand.drag(hand.at(30, 14.5), hand.at(28, 12), hand.at(27, 11))


def new_space(hand: Hand) -> Iterator[None]:
    hand.take("space", "forest")
    yield hand.click(hand.at(25, 8))


def connection(hand: Hand) -> Iterator[None]:
    hand.take("connect", "sea")
    yield hand.drag(hand.at(22, 2), hand.at(28, 4))
    yield hand.drag(hand.at(24, 12), hand.at(28, 4))
    yield hand.click(hand.at(25, 3), ALT)


def region_strokes(hand: Hand) -> Iterator[None]:
    hand.take("region-brush", "north", InkGroup.REGIONS)
    hand.bench.set_brush(2)
    yield hand.drag(hand.hex(3, 3), hand.hex(8, 6))
    hand.take("region-brush", "south", InkGroup.REGIONS)
    yield hand.drag(hand.hex(8, 3), hand.hex(5, 6))
    yield hand.drag(hand.hex(8, 3), hand.hex(7, 4), held=ALT)


def hexes_cut_out(hand: Hand) -> Iterator[None]:
    """A hex with a city and a link: features, links and terrain change at once."""
    hand.take("cell-brush", "forest")
    yield hand.click(hand.hex(11, 4), ALT)
    assert hand.plan.features == {}


def selection_moved(hand: Hand) -> Iterator[None]:
    hand.take("select-rectangle")
    hand.drag(hand.hex(10, 3) - QPointF(8, 8), hand.at(24.0, 6.0))
    hand.take("move-selection")
    yield hand.drag(hand.hex(11, 4), hand.hex(9, 5))


GESTURES = [
    space_drag,
    text_drag,
    box_drag,
    new_space,
    connection,
    region_strokes,
    hexes_cut_out,
    selection_moved,
]


@pytest.mark.parametrize("gesture", GESTURES, ids=lambda gesture: gesture.__name__)
def test_the_canvas_shows_what_was_done_and_undone(mixed: Hand, gesture: Callable[[Hand], Iterator[None]]) -> None:
    entries = mixed.entries
    for _ in gesture(mixed):
        check_shown(mixed)
    done = mixed.entries - entries
    assert done > 0
    assert mixed.said == []
    for _ in range(done):
        mixed.document.undo_stack.undo()
        check_shown(mixed)


def test_regions_with_other_colours_are_painted_anew(mixed: Hand) -> None:
    for _ in region_strokes(mixed):
        pass
    mixed.document.push(edit_region(mixed.plan, "north", colour="#33aa33"))
    check_shown(mixed)
    mixed.document.push(delete_region(mixed.plan, "south"))
    check_shown(mixed)
    mixed.document.undo_stack.undo()
    check_shown(mixed)


# Bounded work on a large map


@pytest.fixture
def large(bench_with: Callable[[MapPlan], Hand]) -> Hand:
    plan = large_plan()
    plan.texts["text"] = TextPlan("text", "Steppe", (120.0, 100.0))
    plan.spaces["space"] = SpacePlan("space", "Space", (124.0, 104.0), "clear")
    hand = bench_with(plan)
    hand.document.push(create_region(hand.plan, "country", "North", colour="#aa3333"))
    hand.canvas.set_zoom(0.5)
    hand.canvas.look_at_point(120.0, 100.0)
    hand.canvas.finish()
    return hand


def on_hex(hand: Hand, key: str) -> QPointF:
    place = hand.canvas.picture.place(key)
    assert place is not None
    return hand.at(place.x, place.y)


def test_on_a_large_map_only_what_moved_is_painted_again(large: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    dirty: list[Box] = []
    monkeypatch.setattr(large.canvas.map_item, "repaint", lambda boxes, ground: dirty.extend([*boxes, *ground]))
    monkeypatch.setattr(large.canvas.map_item, "renew", lambda: pytest.fail("all of the map is painted again"))
    monkeypatch.setattr(large.canvas.picture, "regions_changed", lambda: pytest.fail("all tints are made again"))
    large.take("text")
    large.drag(large.at(120, 100), large.at(121, 103))
    large.take("space")
    large.drag(large.at(124, 104), large.at(126, 105), large.at(127, 105))
    large.take("region-brush", "north", InkGroup.REGIONS)
    middle = large.canvas.location_at(large.at(116, 96))
    assert middle is not None
    large.drag(on_hex(large, middle), large.at(122, 98))
    assert large.entries == 4
    assert dirty
    assert all(box.width < 12 and box.height < 12 for box in dirty)
    assert len(dirty) < 60


def test_a_region_stroke_looks_at_the_hexes_it_covers(large: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    large.take("region-brush", "north", InkGroup.REGIONS)
    large.drag(large.at(110, 96), large.at(112, 96))
    large.canvas.finish()
    tints = large.canvas.picture.sheet("main")._tints
    entered: list[str] = []
    monkeypatch.setattr(tints, "_enter", lambda region, arrays: entered.append(region.id))
    large.drag(large.at(114, 96), large.at(116, 96))
    large.canvas.finish()
    assert entered == []
    assert Cell("main", 1, 1).key not in large.plan.regions["north"].members
