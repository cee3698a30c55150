"""Names of places are moved by themselves: dragged, shifted by keys, put back; the place stays where it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPointF, Qt

from editor.commands.names import move_feature_name
from editor.documents.workbench import EditLayer, Picked
from editor.model.edits import Part
from editor.refusal import CannotEdit
from editor.tools.places.place_names import name_at, name_path, reset_name
from engine.definitions.maps.map_text import plan_of
from engine.definitions.maps.map_writing import model_of
from engine.definitions.plan import FeaturePlan, MapPlan, SpacePlan
from tests.editor.tools.hand import SHIFT, Hand
from tests.editor.tools.test_repainting import check_shown
from tests.helpers.plans import small_plan

FORD, KIEV = "main:5,4/city", "kiev"


@pytest.fixture
def named(bench_with: Callable[[MapPlan], Hand]) -> Hand:
    """A town in a hex and a space beside the map, both with names."""
    plan = small_plan(cols=12, rows=10)
    plan.features[FORD] = FeaturePlan(FORD, "main:5,4", "city", "Fordington")
    plan.spaces[KIEV] = SpacePlan(KIEV, "Kiev", (24.0, 4.0), "clear")
    hand = bench_with(plan)
    hand.take("text")
    return hand


def middle(hand: Hand, part: Part, key: str) -> QPointF:
    """The middle of a name, on the map plane."""
    return name_path(hand.bench, Picked(part, key)).boundingRect().center()


@pytest.mark.parametrize(("part", "key"), [(Part.FEATURE, FORD), (Part.SPACE, KIEV)])
def test_a_name_is_dragged_while_its_place_stays(named: Hand, part: Part, key: str) -> None:
    at = middle(named, part, key)
    assert name_at(named.bench, (at.x(), at.y())) == Picked(part, key)
    named.drag(named.at(at.x(), at.y()), named.at(at.x() + 1, at.y()), named.at(at.x() + 1.5, at.y() - 2.0))
    held = named.plan.features[key] if part is Part.FEATURE else named.plan.spaces[key]
    assert held.name_offset == pytest.approx((1.5, -2.0), abs=0.05)
    assert named.plan.features[FORD].at == "main:5,4"
    assert named.plan.spaces[KIEV].position == (24.0, 4.0)
    there = middle(named, part, key)
    assert (there.x() - at.x(), there.y() - at.y()) == pytest.approx((1.5, -2.0), abs=0.05)
    assert named.bench.picked == Picked(part, key)
    assert named.document.undo_stack.count() == 1
    check_shown(named)
    named.document.undo_stack.undo()
    assert middle(named, part, key) == at
    check_shown(named)


def test_keys_shift_what_is_picked_and_put_it_back(named: Hand) -> None:
    at = middle(named, Part.FEATURE, FORD)
    named.click(named.at(at.x(), at.y()))
    assert named.document.undo_stack.count() == 0, "a click moves nothing"
    named.key(Qt.Key.Key_Right)
    named.key(Qt.Key.Key_Up, SHIFT)
    assert named.plan.features[FORD].name_offset == (0.1, -0.5)
    named.key(Qt.Key.Key_Home)
    assert named.plan.features[FORD].name_offset == (0.0, 0.0)
    assert named.document.undo_stack.count() == 3
    named.bench.pick(Picked(Part.SPACE, KIEV))
    named.key(Qt.Key.Key_Left)
    assert named.plan.spaces[KIEV].name_offset == (-0.1, 0.0)


def test_lettering_is_shifted_by_keys_too(named: Hand) -> None:
    named.click(named.at(9, 9))
    (text,) = named.plan.texts.values()
    named.key(Qt.Key.Key_Down, SHIFT)
    assert named.plan.texts[text.id].position == pytest.approx((text.position[0], text.position[1] + 0.5))


def test_a_name_is_put_back_from_the_menu(named: Hand) -> None:
    named.document.push(move_feature_name(named.plan, FORD, (2.0, 1.0)))
    assert not reset_name(named.bench), "nothing is picked"
    assert named.said[-1].key == "tool.cannot.no-name-picked"
    named.bench.pick(Picked(Part.FEATURE, FORD))
    assert reset_name(named.bench)
    assert named.plan.features[FORD].name_offset == (0.0, 0.0)


def test_shift_keeps_a_name_in_its_row(named: Hand) -> None:
    at = middle(named, Part.FEATURE, FORD)
    named.drag(named.at(at.x(), at.y()), named.at(at.x() + 2, at.y() + 0.4), held=SHIFT)
    assert named.plan.features[FORD].name_offset == pytest.approx((2.0, 0.0), abs=0.05)


def test_escape_leaves_it_where_it_was(named: Hand) -> None:
    at = middle(named, Part.FEATURE, FORD)
    named.press(named.at(at.x(), at.y()))
    named.move(named.at(at.x() + 2, at.y()))
    named.key(Qt.Key.Key_Escape)
    named.release(named.at(at.x() + 2, at.y()))
    assert named.plan.features[FORD].name_offset == (0.0, 0.0)


def test_names_of_a_locked_layer_stay(named: Hand) -> None:
    named.lock(EditLayer.FEATURES)
    at = middle(named, Part.FEATURE, FORD)
    named.drag(named.at(at.x(), at.y()), named.at(at.x() + 2, at.y()))
    assert named.plan.features[FORD].name_offset == (0.0, 0.0)
    assert named.said[-1].key == "tool.cannot.locked"


def test_a_name_does_not_stray_too_far(named: Hand) -> None:
    with pytest.raises(CannotEdit):
        move_feature_name(named.plan, FORD, (99.0, 0.0))


def test_text_and_back_keeps_where_names_stand(named: Hand) -> None:
    named.document.push(move_feature_name(named.plan, FORD, (1.25, -0.5)))
    model = model_of(named.plan)
    assert model.to_data()["features"][0]["name_offset"] == [1.25, -0.5]
    assert "name_offset" not in model.to_data()["spaces"][0], "most names stand where they usually do"
    assert plan_of(model)[0].features == named.plan.features
