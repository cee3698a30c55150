"""Rows and contents: the same both ways, and a difference is only what differs."""

from __future__ import annotations

import dataclasses
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.definitions.oob import OrderOfBattle, UnitEntry
from engine.definitions.plan import MapPlan, RegionPlan, SheetPlan, SidePlan
from engine.storage.coding.columns import ColumnError, from_json, scalars_from_json, to_json
from engine.storage.coding.document_codec import document_differences
from engine.storage.coding.map_encoding import (
    CellChange,
    cell_deltas,
    map_differences,
    part_deltas,
    side_delta,
)
from engine.storage.contents import Contents, contents_of, diff, everything
from engine.storage.deltas import Delta, JournalError, folded, inverted, packed, unpacked
from engine.storage.schema import SHELVES
from engine.storage.store import Store
from tests.helpers.plans import SCAN, random_plan
from tests.helpers.projects import furnished_plan, random_contents, small_contents

SEEDS = st.integers(min_value=0, max_value=10_000)


def read_back(deltas: list[Delta]) -> Contents:
    """What a file would hold that has only these rows."""
    tables: dict[str, list[tuple[object, ...]]] = {name: [] for name in SHELVES}
    for delta in deltas:
        assert delta.after is not None
        tables[delta.table].append((*delta.key, *delta.after))
    return contents_of(lambda table: sorted(tables[table], key=lambda row: row[: len(SHELVES[table].keys)]))


@given(SEEDS)
def test_contents_written_as_rows_and_read_again_are_the_same(seed: int) -> None:
    contents = random_contents(seed)
    assert read_back(everything(contents)) == contents


@given(SEEDS, SEEDS)
def test_the_difference_of_two_states_leads_from_one_to_the_other_and_back(one: int, other: int) -> None:
    before, after = random_plan(one), random_plan(other)
    deltas = map_differences(before, after)
    rows = folded([*map_differences(None, before), *deltas])
    assert read_back(rows) == Contents({after.id: after})
    assert not folded([*deltas, *inverted(deltas)])


def test_a_stroke_is_as_many_rows_as_it_painted() -> None:
    before = furnished_plan()
    after = before.copy()
    sheet = after.sheets["main"]
    code = after.code_of("swamp")
    changes = [CellChange(col, 1, int(sheet.terrain[0, col - 1]), code) for col in (2, 3, 4)]
    for change in changes:
        sheet.terrain[0, change.col - 1] = change.after
    deltas = map_differences(before, after)
    assert sorted(deltas) == sorted(
        [Delta("terrain", (after.id, code), None, ("swamp",)), *cell_deltas(after, "main", changes)]
    )
    assert before.terrain_names != after.terrain_names


def test_painting_a_cell_with_the_fill_removes_its_row() -> None:
    plan = furnished_plan()
    (delta,) = cell_deltas(plan, "main", [CellChange(2, 2, plan.code_of("forest"), plan.code_of("clear"))])
    assert delta == ("cell", ("ford", "main", 2, 2), (2,), None)


def test_commands_can_say_what_they_did() -> None:
    plan = furnished_plan()
    changed = plan.copy()
    key, side = next(iter(plan.sides.items()))
    changed.sides[key] = SidePlan("", {"wide": True})
    region = RegionPlan("north", "country", "North", frozenset({"main:1,1", "main:5,1"}))
    changed.regions["north"] = region
    del changed.features["main:2,2/city"]
    said = [
        side_delta(plan, key, side, changed.sides[key]),
        *part_deltas(plan, plan.regions["north"], region),
        *part_deltas(plan, plan.features["main:2,2/city"], None),
    ]
    assert sorted(said, key=str) == sorted(map_differences(plan, changed), key=str)


def test_a_sheet_that_grows_keeps_its_cells() -> None:
    before = furnished_plan()
    after = before.copy()
    sheet = after.sheets["main"]
    bigger = after.filled((8, 7), "clear")
    bigger[:5, :6] = sheet.terrain
    after.sheets["main"] = dataclasses.replace(sheet, size=(8, 7), terrain=bigger)
    assert [delta.table for delta in map_differences(before, after)] == ["sheet"]


def test_a_unit_put_in_the_middle_changes_two_rows() -> None:
    units = tuple(UnitEntry(id=f"unit-{n}", type="infantry") for n in range(2000))
    before = OrderOfBattle(id="army", units=units)
    newcomer = UnitEntry(id="newcomer", type="armour")
    after = OrderOfBattle(id="army", units=(*units[:1000], newcomer, *units[1000:]))
    deltas = document_differences(before, after)
    assert {delta.key for delta in deltas} == {("army", "newcomer"), ("army", "unit-1000")}
    rows = folded([*document_differences(None, before), *deltas])
    assert read_back(rows).documents["oob", "army"] == after


def test_items_of_one_name_are_all_kept() -> None:
    army = OrderOfBattle(id="army", units=tuple(UnitEntry(id="a", type=kind) for kind in ("x", "y", "z")))
    rows = document_differences(None, army)
    assert [delta.key for delta in rows if delta.table == "unit"] == [("army", key) for key in ("a", "a#2", "a#3")]
    assert read_back(rows).documents["oob", "army"] == army


def test_every_part_of_a_plan_has_a_table() -> None:
    """A field added to the plan and forgotten here would be lost on saving."""
    assert {field.name for field in dataclasses.fields(MapPlan)} == {
        *("id", "title", "palette", "georeference", "terrain_names", "sheets", "joins", "links", "spaces", "boxes"),
        *("features", "sides", "paths", "regions", "texts", "shapes", "scans", "swatches"),
    }
    assert {field.name for field in dataclasses.fields(SheetPlan)} == {
        *("id", "grid", "first", "size", "labels", "fill", "terrain", "edge", "scale", "origin"),
    }


@settings(max_examples=20)
@given(SEEDS)
def test_a_file_holds_what_it_was_given(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    path = tmp_path_factory.mktemp("file") / "game.redoubt"
    before, after = random_contents(seed), random_contents(seed + 1)
    with Store.create(path, before, [SCAN]) as store:
        assert store.contents == before
        store.commit(diff(before, after), "another map")
    with Store(path) as store:
        assert store.contents == after
        store.revert(store.versions()[0])
        assert store.read() == before


def test_a_write_that_changes_nothing_writes_nothing(tmp_path: Path) -> None:
    with Store.create(tmp_path / "game.redoubt", small_contents()) as store:
        assert store.write(small_contents(), "the same") == 0
        assert not store.history()


def test_the_journal_keeps_what_it_is_given_and_refuses_rubbish() -> None:
    deltas = [Delta("cell", ("m", "s", 1, 2), None, (None,)), Delta("text", ("m", "t"), ("é", 1.5, 2.0), None)]
    assert unpacked(packed(deltas)) == deltas
    for rubbish in (b"", b"no", packed(deltas)[:-5], packed([])[:-1], zlib.compress(b"{}")):
        with pytest.raises(JournalError):
            unpacked(rubbish)


ABSURD = ["[" * 100_000, "[" * 60 + "]" * 60, "9" * 5000, "1e999", "NaN", "{", '{"a": 99999999999999999999}', "\x00"]


@pytest.mark.parametrize("text", ABSURD, ids=range(len(ABSURD)))
def test_absurd_columns_are_refused(text: str) -> None:
    with pytest.raises(ColumnError):
        from_json(text)


def test_columns_are_bounded() -> None:
    with pytest.raises(ColumnError):
        from_json('"' + "x" * 5_000_000 + '"')
    with pytest.raises(ColumnError):
        to_json("x" * 5_000_000)
    with pytest.raises(ColumnError):
        scalars_from_json('{"a": []}')
    with pytest.raises(ColumnError):
        to_json(float("nan"))
