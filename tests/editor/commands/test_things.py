"""Places and their names, lettering, regions, the map's own head, its palette and its scans."""

from __future__ import annotations

import pytest

from editor.commands.heads import set_palette, set_title
from editor.commands.places import add_feature, delete_features, edit_feature, move_feature
from editor.commands.regions import (
    LegendEntry,
    create_region,
    delete_region,
    edit_region,
    legend,
    paint_region,
    unpaint_region,
)
from editor.commands.scans import add_scan, delete_scan, edit_scan
from editor.commands.swatches import delete_swatch, extended_palette, put_swatch
from editor.commands.texts import add_text, delete_texts, edit_text, move_texts, rotate_text
from editor.geometry.cells import Cells, every_cell
from editor.refusal import CannotEdit
from engine.definitions.maps.map_text import plan_of
from engine.definitions.maps.map_writing import model_of
from engine.definitions.palette import LineSwatch, Palette, TerrainSwatch
from engine.definitions.plan import Cell, FeaturePlan, RegionPlan, SpacePlan
from tests.editor.geometry.test_ground import two_sheets
from tests.helpers.plans import small_plan


def test_a_city_is_named_moved_and_taken_away_under_one_id() -> None:
    plan = small_plan()
    add_feature(plan, "main:3,2", "city", name="Ford", attributes={"value": 3}).apply(plan)
    assert plan.features == {"main:3,2/city": FeaturePlan("main:3,2/city", "main:3,2", "city", "Ford", {"value": 3})}
    move_feature(plan, "main:3,2/city", "main:4,2").apply(plan)
    edit_feature(plan, "main:3,2/city", name="Gué", kind="town", attributes={"value": 2}).apply(plan)
    assert plan.features["main:3,2/city"] == FeaturePlan("main:3,2/city", "main:4,2", "town", "Gué", {"value": 2})
    delete_features(plan, ["main:3,2/city"]).apply(plan)
    assert not plan.features


def test_a_second_city_in_a_hex_has_an_id_of_its_own_and_none_stands_off_the_map() -> None:
    plan = small_plan()
    for _ in range(2):
        add_feature(plan, "main:1,1", "city").apply(plan)
    assert sorted(plan.features) == ["main:1,1/city", "main:1,1/city#2"]
    for command in (lambda: add_feature(plan, "main:9,9", "city"), lambda: move_feature(plan, "main:1,1/city", "kiev")):
        with pytest.raises(CannotEdit) as refused:
            command()
        assert refused.value.message.key == "edit.cannot.no-place"
    with pytest.raises(CannotEdit):
        edit_feature(plan, "nobody")


def test_a_city_on_a_hex_of_two_sheets_stands_on_the_owner() -> None:
    plan = two_sheets()
    add_feature(plan, "b:1,1", "city").apply(plan)
    assert plan.features["a:4,1/city"].at == "a:4,1"


def test_lettering_is_moved_turned_and_resized() -> None:
    plan = small_plan()
    add_text(plan, "Black Sea", (1.0, 2.0), angle=350.0).apply(plan)
    assert plan.texts["text"].angle == -10.0
    move_texts(plan, ["text"], (0.5, -1.0)).apply(plan)
    rotate_text(plan, "text", 540.0).apply(plan)
    edit_text(plan, "text", text="Azov", size=2).apply(plan)
    lettering = plan.texts["text"]
    assert (lettering.text, lettering.position, lettering.angle, lettering.size) == ("Azov", (1.5, 1.0), 180.0, 2.0)
    delete_texts(plan, ["text"]).apply(plan)
    assert not plan.texts


@pytest.mark.parametrize(
    "refused",
    [
        lambda plan: add_text(plan, " ", (0.0, 0.0)),
        lambda plan: add_text(plan, "Sea", (float("nan"), 0.0)),
        lambda plan: add_text(plan, "Sea", (0.0, 0.0), size=0),
        lambda plan: add_text(plan, "Sea", (0.0, 0.0), angle=float("inf")),
        lambda plan: rotate_text(plan, "nothing", 1.0),
        lambda plan: edit_scan(plan, "nothing"),
        lambda plan: add_scan(plan, "North", "abc"),
        lambda plan: add_scan(plan, "North", "ab" * 32, placement=[1, 2]),
        lambda plan: add_scan(plan, "North", "ab" * 32, placement=[1, 2, 0, 2, 4, 0]),
        lambda plan: add_scan(plan, "North", "ab" * 32, placement=[1, 0, 1e10, 0, 1, 0]),
        lambda plan: edit_region(plan, "nothing"),
        lambda plan: create_region(plan, "country", "North", places=["kiev"]),
        lambda plan: delete_swatch(plan, "terrain", "taiga"),
        lambda plan: put_swatch(plan, "terrain", LineSwatch(id="dyke", name="Dyke")),
        lambda plan: put_swatch(plan, "moods", LineSwatch(id="dyke", name="Dyke")),
        lambda plan: set_palette(plan, "No Id"),
        lambda plan: set_title(plan, "x" * 300),
    ],
)
def test_what_cannot_be_is_refused(refused: object) -> None:
    with pytest.raises(CannotEdit):
        refused(small_plan())  # type: ignore[operator]


def test_a_region_is_created_painted_and_listed_in_the_legend() -> None:
    plan = small_plan()
    plan.spaces["kiev"] = SpacePlan("kiev", "Kiev", (0.0, 0.0), "")
    create_region(plan, "country", "Soviet Union", colour="#aa0000", cells=Cells.of([Cell("main", 1, 1)])).apply(plan)
    create_region(plan, "climate", "Steppe").apply(plan)
    paint_region(plan, "soviet-union", Cells.of([Cell("main", 2, 1)]), places=["kiev"]).apply(plan)
    assert plan.regions["soviet-union"].members == {"main:1,1", "main:2,1", "kiev"}
    unpaint_region(plan, "soviet-union", Cells.of([Cell("main", 1, 1)]), places=["kiev"]).apply(plan)
    assert plan.regions["soviet-union"].members == {"main:2,1"}
    edit_region(plan, "soviet-union", title="USSR", colour="").apply(plan)
    assert legend(plan) == [
        LegendEntry("climate", "steppe", "Steppe", "", 0),
        LegendEntry("country", "soviet-union", "USSR", "", 1),
    ]
    delete_region(plan, "soviet-union").apply(plan)
    assert list(plan.regions) == ["steppe"]


def test_countries_do_not_overlap_when_painted_alone_but_a_climate_zone_stays() -> None:
    plan = small_plan()
    here = frozenset(every_cell(plan).place_keys())
    plan.regions["axis"] = RegionPlan("axis", "country", "Axis", here)
    plan.regions["allies"] = RegionPlan("allies", "country", "Allies")
    plan.regions["cold"] = RegionPlan("cold", "climate", "Cold", here)
    paint_region(plan, "allies", Cells.of([Cell("main", 1, 1)]), alone=True).apply(plan)
    assert "main:1,1" not in plan.regions["axis"].members
    assert plan.regions["allies"].members == {"main:1,1"}
    assert len(plan.regions["cold"].members) == 30


def test_a_hex_of_two_sheets_belongs_once_and_leaves_under_any_name() -> None:
    plan = two_sheets()
    create_region(plan, "country", "North", cells=Cells.of([Cell("b", 1, 1)])).apply(plan)
    assert plan.regions["north"].members == {"a:4,1"}
    unpaint_region(plan, "north", places=["b:1,1"]).apply(plan)
    assert not plan.regions["north"].members


def test_a_stroke_over_a_region_does_not_touch_its_record() -> None:
    plan = small_plan()
    plan.regions["north"] = RegionPlan("north", "country", "North")
    change = paint_region(plan, "north", every_cell(plan))
    assert not change.records
    assert len(change.members["north"].joined) == 30


def test_the_map_has_a_title_a_palette_and_kinds_of_its_own() -> None:
    plan = small_plan()
    set_title(plan, "The River").apply(plan)
    set_palette(plan, "").apply(plan)
    assert (plan.title, plan.palette) == ("The River", "")
    own = Palette(id="toy", terrain=(TerrainSwatch(id="clear", name="Clear"), TerrainSwatch(id="sea", name="Sea")))
    assert extended_palette(own, plan) is own
    put_swatch(plan, "terrain", TerrainSwatch(id="taiga", name="Taiga")).apply(plan)
    put_swatch(plan, "terrain", TerrainSwatch(id="clear", name="Open")).apply(plan)
    assert [swatch.name for swatch in extended_palette(own, plan).terrain] == ["Open", "Sea", "Taiga"]
    put_swatch(plan, "terrain", TerrainSwatch(id="bog", name="Bog")).apply(plan)
    put_swatch(plan, "terrain", TerrainSwatch(id="taiga", name="Great taiga")).apply(plan)
    assert [swatch.name for swatch in extended_palette(own, plan).terrain] == ["Open", "Sea", "Great taiga", "Bog"]
    assert delete_swatch(plan, "terrain", "bog").label.args == {"name": "Bog"}
    delete_swatch(plan, "terrain", "bog").apply(plan)
    gone = delete_swatch(plan, "terrain", "taiga")
    gone.apply(plan)
    put_swatch(plan, "terrain", TerrainSwatch(id="alder", name="Alder")).apply(plan)
    gone.revert(plan)
    assert [swatch.id for swatch in extended_palette(own, plan).terrain] == ["clear", "sea", "taiga", "alder"]
    again, issues = plan_of(model_of(plan))
    assert not issues
    assert [swatch.id for swatch in extended_palette(own, again).terrain] == ["clear", "sea", "taiga", "alder"]
    delete_swatch(plan, "terrain", "alder").apply(plan)
    delete_swatch(plan, "terrain", "taiga").apply(plan)
    assert [key.id for key in plan.swatches] == ["clear"]


def test_lettering_on_a_line_is_moved_no_further_than_its_line_may_go() -> None:
    plan = small_plan()
    add_text(plan, "Sea", (0.0, 0.0), along=((0.0, 0.0), (50_000.0, 0.0))).apply(plan)
    (name,) = plan.texts
    with pytest.raises(CannotEdit):
        move_texts(plan, (name,), (60_000.0, 0.0))


def test_a_scan_is_laid_placed_and_taken_away() -> None:
    plan = small_plan()
    add_scan(plan, "North sheet", "ab" * 32).apply(plan)
    edit_scan(plan, "north-sheet", placement=[2, 0, 1, 0, 2, 1], attributes={"opacity": 0.5}).apply(plan)
    assert plan.scans["north-sheet"].placement[:6] == (2.0, 0.0, 1.0, 0.0, 2.0, 1.0)
    delete_scan(plan, "north-sheet").apply(plan)
    assert not plan.scans
