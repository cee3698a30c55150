"""Lettering as its author set it: weight, spacing and a curve, in the picture, in the text and in the file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.style import bundled_style
from editor.canvas.art.words.bent_words import outline_of, style_of
from editor.commands.texts import edit_text
from editor.refusal import CannotEdit
from engine.definitions.maps.map_text import plan_of
from engine.definitions.maps.map_writing import model_of
from engine.definitions.plan import TextPlan
from engine.storage.contents import Contents
from engine.storage.store import Store
from tests.editor.canvas.demo_maps import PALETTE, hex_map

PLAIN = TextPlan("text-1", "Pripet Marshes", (3.0, 4.0))
LOOKS = Looks(PALETTE, bundled_style("paper"))


def outline(text: TextPlan) -> tuple[float, float]:
    found = outline_of(text, style_of(text, LOOKS.lettering("text"))).boundingRect()
    return found.width(), found.height()


def test_bold_and_spaced_lettering_is_wider() -> None:
    width, height = outline(replace(PLAIN, weight="regular"))
    assert outline(replace(PLAIN, weight="bold"))[0] > width
    assert outline(replace(PLAIN, weight="regular", spacing=0.5))[0] > width + 0.5 * 64 * 10
    assert outline(replace(PLAIN, weight="regular", spacing=0.5))[1] == pytest.approx(height)


@pytest.mark.parametrize("curve", [60.0, -60.0, 180.0])
def test_a_bent_line_arches_or_hangs(curve: float) -> None:
    width, height = outline(PLAIN)
    bent = outline(replace(PLAIN, curve=curve))
    assert bent[0] < width
    assert bent[1] > 1.5 * height


def test_the_ends_of_an_arch_lie_lower_than_its_middle() -> None:
    style = LOOKS.lettering("text")
    arch = outline_of(replace(PLAIN, text="IIIIIIIII", curve=120.0), style)
    wide = arch.boundingRect()
    low = max(point.y for point in map(arch.elementAt, range(arch.elementCount())) if point.x < wide.left() + 20)
    high = max(point.y for point in map(arch.elementAt, range(arch.elementCount())) if abs(point.x) < 10)
    assert low > high


def test_the_picture_makes_room_for_a_bent_line() -> None:
    plan = hex_map(8, 8)
    plan.texts["text-1"] = replace(PLAIN, size=2.0)
    flat = MapPicture(plan, LOOKS).boxes.text_box(plan.texts["text-1"])
    plan.texts["text-1"] = replace(PLAIN, size=2.0, curve=150.0)
    bent = MapPicture(plan, LOOKS).boxes.text_box(plan.texts["text-1"])
    assert bent.height > flat.height
    assert bent.width < flat.width


def test_it_is_kept_in_the_text_and_in_the_file(tmp_path: Path) -> None:
    plan = hex_map(4, 4)
    plan.texts["text-1"] = replace(PLAIN, weight="bold", spacing=0.25, curve=-40.0)
    plan.texts["text-2"] = replace(PLAIN, id="text-2")
    assert plan_of(model_of(plan))[0].texts == plan.texts
    with Store.create(tmp_path / "a.redoubt", Contents(maps={plan.id: plan})) as store:
        assert store.contents.maps[plan.id].texts == plan.texts
    with Store(tmp_path / "a.redoubt") as store:
        assert store.contents.maps[plan.id].texts == plan.texts


def test_the_command_changes_the_look_and_nothing_else() -> None:
    plan = hex_map(4, 4)
    plan.texts["text-1"] = PLAIN
    for wanted in ({"weight": "bold"}, {"spacing": 0.3}, {"curve": 90.0}):
        change = edit_text(plan, "text-1", **wanted)
        change.apply(plan)
    assert plan.texts["text-1"] == replace(PLAIN, weight="bold", spacing=0.3, curve=90.0)


@pytest.mark.parametrize("wanted", [{"weight": "black"}, {"spacing": 9.0}, {"curve": 999.0}, {"curve": float("nan")}])
def test_what_no_line_can_be_is_refused(wanted: dict[str, object]) -> None:
    plan = hex_map(4, 4)
    plan.texts["text-1"] = PLAIN
    with pytest.raises(CannotEdit):
        edit_text(plan, "text-1", **wanted)  # type: ignore[arg-type]
