"""Counters: legible at every size, stacked, found under the pointer, and one picture for what looks alike."""

from __future__ import annotations

import dataclasses
from itertools import count

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QTransform
from PySide6.QtWidgets import QGraphicsScene

from editor.canvas.art.renderer import Place
from editor.canvas.art.style import bundled_style
from editor.canvas.counters.counter_face import CounterFaces, edge_of, face_of, margin_of
from editor.canvas.counters.counter_item import CounterItem
from editor.canvas.counters.counter_picture import CounterPicture
from editor.canvas.counters.counter_pictures import unit_picture
from editor.canvas.counters.counter_signs import known_symbol, status_sign, symbol_names
from editor.geometry.lattice import Box
from engine.definitions.counters import CounterType
from engine.definitions.oob import UnitEntry
from tests.editor.canvas.demo_maps import SYMBOLS

STYLE = bundled_style("paper").counters
CORPS = CounterPicture(
    "47", "a", "XLVII Corps", "#6d7f8f", "#101418", "armour", "xxx", "9-8-7", "47", 4, 1, ("moved", "no-supply")
)
PLACES = {
    "a": Place(0.0, 0.0, 1.0),
    "b": Place(10.0, 0.0, 1.0),
    "box": Place(0.0, 20.0, 1.0, columns=3, rows=2),
}


def item_with(*counters: CounterPicture) -> CounterItem:
    item = CounterItem(PLACES.get, lambda: Box(-50, -50, 50, 50), STYLE)
    item.set_counters(counters)
    return item


def unit(name: str, at: str = "a", **more: object) -> CounterPicture:
    return dataclasses.replace(CORPS, unit=name, at=at, **more)  # type: ignore[arg-type]


def shot(item: CounterItem, scale: float) -> QImage:
    box = Box(-3, -3, 3, 3)
    image = QImage(round(box.width * scale), round(box.height * scale), QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    to_screen = QTransform(scale, 0, 0, scale, -box.left * scale, -box.top * scale)
    item.paint_all(painter, box, to_screen)
    painter.end()
    return image


def colours(image: QImage) -> int:
    return len({image.pixel(x, y) for x in range(image.width()) for y in range(image.height())})


def test_the_symbols_asked_for_are_there() -> None:
    assert set(SYMBOLS) <= symbol_names()


@pytest.mark.parametrize("name", sorted(symbol_names()))
def test_every_symbol_leaves_ink_on_the_counter(name: str) -> None:
    faces = CounterFaces(STYLE)
    bare = faces.get(face_of(CounterPicture("u", "a", symbol="", factors="1"), 64), 64)
    with_symbol = faces.get(face_of(CounterPicture("u", "a", symbol=name, factors="1"), 64), 64)
    assert bare.toImage() != with_symbol.toImage()


def test_symbols_are_known_by_other_names() -> None:
    assert known_symbol("tank") == "armour"
    assert known_symbol("anti_tank") == "anti-tank"
    assert known_symbol("infantry") == "infantry"
    assert known_symbol("griffin") is None


def test_a_mark_nobody_foresaw_shows_its_letter() -> None:
    assert status_sign("moved")[0] == "→"
    assert status_sign("zealous")[0] == "Z"


@pytest.mark.parametrize("side", [9, 12, 16, 24, 32, 48, 64, 96, 128, 160])
def test_a_counter_can_be_drawn_at_every_size(side: int) -> None:
    pixmap = CounterFaces(STYLE).get(face_of(CORPS, side), side)
    assert pixmap.width() == side + 2 * margin_of(side)
    assert colours(pixmap.toImage()) > 8


def test_larger_counters_show_more() -> None:
    assert face_of(CORPS, 12).factors == ""
    assert face_of(CORPS, 32).factors == "9-8-7"
    assert face_of(CORPS, 32).size == ""
    assert face_of(CORPS, 48).size == "xxx"
    assert face_of(CORPS, 96).designation == "47"


def test_small_counters_that_look_alike_share_one_picture() -> None:
    other = dataclasses.replace(CORPS, unit="48", designation="48", factors="1-1-1")
    assert face_of(CORPS, 20) == face_of(other, 20)
    assert face_of(CORPS, 96) != face_of(other, 96)


def test_a_hidden_counter_tells_nothing_but_whose_it_is() -> None:
    face = face_of(dataclasses.replace(CORPS, is_hidden=True), 128)
    assert (face.symbol, face.factors, face.size, face.designation, face.marks) == ("", "", "", "", ())
    assert face.ground == CORPS.ground


def test_a_picture_is_painted_once() -> None:
    faces = CounterFaces(STYLE)
    face = face_of(CORPS, 40)
    assert faces.ready(face, 40) is None
    assert faces.get(face, 40) is faces.get(face, 40)


@pytest.mark.parametrize("side", [12.0, 40.0])
def test_a_black_counter_is_not_lost_on_a_dark_map(side: float) -> None:
    black, night = QColor("#2b2b2b"), bundled_style("night").counters
    assert edge_of(black, night, side).lightness() > black.lightness() + 50
    assert edge_of(QColor("#a5764e"), night, side).lightness() < 100, "others keep a dark frame"


def test_for_a_picture_every_face_is_ready() -> None:
    item = item_with(*(unit(f"u{number}", factors=f"{number}-1") for number in range(4)))
    item.finish(Box(-3, -3, 3, 3), 40.0)
    image = QImage(240, 240, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    to_screen = QTransform(40.0, 0, 0, 40.0, 120, 120)
    assert item.paint_piles(painter, item.piles_in(Box(-3, -3, 3, 3)), to_screen, 0.0), "though there is no time left"
    painter.end()


def test_on_however_slow_a_machine_each_frame_makes_one_more_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = count()
    monkeypatch.setattr("time.monotonic", lambda: float(next(seconds)))
    item = item_with(*(unit(f"u{number}", factors=f"{number}-1") for number in range(3)))
    image = QImage(240, 240, QImage.Format.Format_RGB32)
    to_screen = QTransform(40.0, 0, 0, 40.0, 120, 120)
    done = []
    for _ in range(4):
        painter = QPainter(image)
        done.append(item.paint_piles(painter, item.piles_in(Box(-3, -3, 3, 3)), to_screen, 0.012))
        painter.end()
    assert done == [False, False, True, True]


def test_a_stack_is_as_it_was_put() -> None:
    item = item_with(unit("1"), unit("2"), unit("3", "b"))
    assert [counter.unit for counter in item.stack("a")] == ["1", "2"]
    item.put(unit("1", "b"))
    assert [counter.unit for counter in item.stack("a")] == ["2"]
    assert [counter.unit for counter in item.stack("b")] == ["3", "1"]
    assert item.location_of("1") == "b"
    item.remove("3")
    assert [counter.unit for counter in item.stack("b")] == ["1"]
    item.remove("never")
    assert item.stack("nowhere") == ()


def test_the_topmost_counter_is_under_the_pointer() -> None:
    item = item_with(unit("1"), unit("2"), unit("3"))
    assert item.unit_at(0.0, 0.0) == "3"
    box = item.counter_box("1")
    assert box is not None
    assert item.unit_at(box.left + 0.02, box.bottom - 0.02) == "1", "the one beneath peeps out"
    assert item.unit_at(5.0, 5.0) is None


def test_a_lifted_counter_is_left_out() -> None:
    item = item_with(unit("1"), unit("2"))
    item.lift("2", lifted=True)
    assert item.unit_at(0.0, 0.0) == "1"
    item.lift("2", lifted=False)
    assert item.unit_at(0.0, 0.0) == "2"


def test_the_units_of_a_box_stand_in_rows() -> None:
    item = item_with(*(unit(str(number), "box") for number in range(6)))
    boxes = [item.counter_box(str(number)) for number in range(6)]
    assert all(box is not None for box in boxes)
    middles = {(round(box.left, 3), round(box.top, 3)) for box in boxes if box is not None}
    assert len(middles) == 6


def test_a_full_box_piles_them_up() -> None:
    item = item_with(*(unit(str(number), "box") for number in range(14)))
    shown = [number for number in range(14) if item.counter_box(str(number)) is not None]
    assert len(shown) == 14, "piles of three still show all"


@pytest.mark.parametrize("scale", [3.0, 8.0, 14.0, 30.0, 60.0])
def test_counters_are_drawn_in_the_colour_of_their_side(scale: float) -> None:
    image = shot(item_with(unit("1", marks=(), lost=0)), scale)
    names = [image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())]
    assert names.count(CORPS.ground) >= 0.2 * scale * scale


def test_a_large_stack_says_how_many() -> None:
    few, many = (shot(item_with(*(unit(str(n)) for n in range(count))), 60) for count in (3, 7))
    badge = QColor(STYLE.badge)
    names = {many.pixelColor(x, y).name() for x in range(200, 250) for y in range(180, 230)}
    assert badge.name() in names
    assert few != many


def test_counters_at_places_the_map_lacks_are_not_drawn() -> None:
    item = item_with(unit("1", "atlantis"))
    assert colours(shot(item, 30)) == 1
    assert item.counter_box("1") is None


def test_where_places_lie_far_apart_counters_keep_a_size_that_can_be_read() -> None:
    """Whose it is and of what sort, at a fifth of the full size: on most of the counter its own colour shows."""
    places = {"a": Place(0.0, 0.0, 1.1, least=15.0)}
    item = CounterItem(places.get, lambda: Box(-50, -50, 50, 50), STYLE, scale=lambda: 8.0)
    infantry, armour = (dataclasses.replace(CORPS, symbol=symbol, marks=()) for symbol in ("infantry", "armour"))
    pictures = {}
    for name, counter in (("infantry", infantry), ("armour", armour)):
        item.set_counters([counter])
        pictures[name] = shot(item, 8.0).copy(17, 17, 14, 14)
    assert pictures["infantry"] != pictures["armour"]
    colours = [pictures["infantry"].pixelColor(x, y) for x in range(14) for y in range(14)]
    ground = QColor(CORPS.ground)
    assert sum(each.lightness() < 60 for each in colours) < 0.35 * len(colours), "no black blob"
    assert sum(abs(each.hslHue() - ground.hslHue()) < 25 for each in colours) > 0.4 * len(colours)
    assert item.unit_at(0.9, 0.9) == "47", "and it is found as large as it is drawn"
    box = item.counter_box("47")
    assert box is not None
    assert box.width == pytest.approx(15 / 8)


def test_that_size_is_the_same_on_a_screen_with_more_pixels_to_a_point() -> None:
    """There too it is found as large as it is drawn."""
    item = CounterItem({"a": Place(0.0, 0.0, 1.1, least=15.0)}.get, lambda: Box(-5, -5, 5, 5), STYLE, lambda: 8.0)
    item.set_counters([dataclasses.replace(CORPS, ground="#ff00ff", marks=())])
    scene = QGraphicsScene()
    scene.addItem(item)
    for ratio in (1, 2):
        image = QImage(80 * ratio, 80 * ratio, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(QColor("#ffffff"))
        painter = QPainter(image)
        scene.render(painter, QRectF(0, 0, 80, 80), QRectF(-5, -5, 10, 10))
        painter.end()
        across = range(80 * ratio)
        drawn = [x for x in across for y in across if image.pixelColor(x, y) == QColor("#ff00ff")]
        assert 11 <= (max(drawn) - min(drawn) + 1) / ratio <= 15


def test_a_counter_that_is_chosen_rises_and_sinks_again() -> None:
    item = item_with(*(unit(str(number)) for number in range(3)))
    assert item.unit_at(0.0, 0.0) == "2"
    item.raise_unit("0")
    assert item.unit_at(0.0, 0.0) == "0"
    assert [each.unit for each in item.stack("a")] == ["0", "1", "2"], "the stack lies as it did"
    item.raise_unit("")
    assert item.unit_at(0.0, 0.0) == "2"


def test_two_counters_say_that_they_are_two() -> None:
    one, two = (shot(item_with(*(unit(str(n)) for n in range(count))), 60) for count in (1, 2))
    badge = QColor(STYLE.badge).name()
    found = [{image.pixelColor(x, y).name() for x in range(212, 224) for y in range(196, 224)} for image in (one, two)]
    assert [badge in names for names in found] == [False, True]


@pytest.mark.parametrize("scale", [26.0, 34.0, 60.0])
def test_how_many_there_are_leaves_the_numbers_of_the_topmost_legible(
    scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = item_with(unit("1"), unit("2"))
    counted = shot(item, scale)
    box = item.counter_box("2")
    assert box is not None
    monkeypatch.setattr(CounterItem, "_paint_badge", lambda *_: None)
    bare = shot(item, scale)
    right, bottom = (round((edge + 3) * scale) for edge in (box.right, box.bottom))
    inside = round(0.15 * box.width * scale)
    spots = ((x, y) for x in range(right) for y in range(bottom))
    covered = [(right - x, bottom - y) for x, y in spots if counted.pixel(x, y) != bare.pixel(x, y)]
    assert covered
    assert max(max(each) for each in covered) <= inside, "the last number lies further in"


def test_what_flies_hides_nobody_on_the_ground() -> None:
    item = item_with(unit("ground"), unit("wing", symbol="bomber"))
    assert item.unit_at(0.0, 0.0) == "ground"
    wing, ground = item.counter_box("wing"), item.counter_box("ground")
    assert wing is not None
    assert ground is not None
    assert wing.width < ground.width
    assert item.unit_at((wing.left + wing.right) / 2, (wing.top + wing.bottom) / 2) == "wing"
    alone = item_with(unit("wing", symbol="bomber")).counter_box("wing")
    assert alone is not None
    assert alone.width == ground.width


@pytest.mark.parametrize(("name", "said"), [("Zhukov", "Zhukov"), ("3rd", "3rd (Zhukov)"), (None, "Zhukov")])
def test_a_unit_that_is_called_like_its_sort_is_named_once(name: str | None, said: str) -> None:
    kind = CounterType.from_data({"id": "zhukov", "name": "Zhukov", "side": "soviet", "steps": [{"movement": 5}]})
    assert unit_picture(UnitEntry(id="one", type="zhukov", name=name), kind, {}).name == said
