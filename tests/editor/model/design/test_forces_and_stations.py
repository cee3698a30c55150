"""Who belongs to whom, where and when units enter the game, and whether there are counters enough."""

from __future__ import annotations

import pytest

from editor.commands.design.units import set_fields
from editor.model.design.blocks import block_of, block_text, laid
from editor.model.design.design import Design
from editor.model.design.forces import Branch, forces_of
from editor.model.design.pools import Pools
from editor.model.design.sketch import DesignSketch
from editor.model.design.units.unit_fields import Field
from editor.model.documents_change import DocumentsChange
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.counters import Counters
from engine.definitions.oob import Formation
from engine.definitions.scenario import ScheduleEntry
from tests.editor.commands.design.anything import again, furnished

LABEL = message("design.do.set-title")


@pytest.fixture
def ford() -> Design:
    return furnished(1)


def after(design: Design, change: DocumentsChange) -> Design:
    found = again(design, change.applied(design.documents))
    assert found is not None
    return found


def test_every_unit_stands_once_in_the_tree(ford: Design) -> None:
    units = [unit for side in forces_of(ford) for unit in side.every_unit()]
    assert sorted(units) == sorted(ford.units)
    assert [side.id for side in forces_of(ford)] == list(ford.scenario.sides)


def test_formations_in_a_ring_do_not_hang_the_tree(ford: Design) -> None:
    sketch = DesignSketch(ford)
    army = sketch.army(next(iter(ford.armies)))
    ring = (Formation(id="a", name="A", parent="b"), Formation(id="b", name="B", parent="a"))
    sketch.put(army.replace(formations=(*army.formations, *ring)))
    shown: list[Branch] = forces_of(after(ford, sketch.change(LABEL)))
    names = {branch.id for side in shown for branch in side.branches}
    assert {"a", "b"} <= names


def test_a_turn_takes_a_unit_from_the_setup_to_the_schedule_and_back(ford: Design) -> None:
    unit = next(iter(ford.placements))
    place = ford.placements[unit].at
    later = after(ford, set_fields(ford, {unit: {Field.TURN: "2"}}))
    assert unit not in later.placements
    assert later.arrival_entries[unit] == ScheduleEntry(turn=2, unit=unit, at=place)
    back = after(later, set_fields(later, {unit: {Field.TURN: ""}}))
    assert back.placements[unit].at == place
    assert unit not in back.arrivals


def test_a_turn_that_is_not_played_is_refused(ford: Design) -> None:
    unit = next(iter(ford.placements))
    for text in ("0", "999", "soon", "9" * 40):
        with pytest.raises(CannotEdit):
            set_fields(ford, {unit: {Field.TURN: text}})


def test_counters_are_counted_against_their_limit(ford: Design) -> None:
    sketch = DesignSketch(ford)
    sheet = sketch.sheet(ford.type_homes["red-foot"])
    assert isinstance(sheet, Counters)
    sketch.put(sheet.replace(types=tuple(k.replace(limit=1) if k.id == "red-foot" else k for k in sheet.types)))
    pools = Pools(after(ford, sketch.change(LABEL)))
    assert [use.kind.id for use in pools.over_the_limit()] == ["red-foot"]
    assert len(pools.set_up) + len(pools.to_come) + len(pools.idle) == len(ford.units)


def test_units_are_set_up_once_even_when_pasted_over(ford: Design) -> None:
    units = list(ford.placements)[:3]
    moved = after(ford, set_fields(ford, {unit: {Field.PLACE: "0101"} for unit in units}))
    assert [moved.placements[unit].at for unit in units] == ["0101"] * 3
    assert len(moved.scenario.setup) == len(ford.scenario.setup)
    assert [placed.unit for placed in moved.scenario.setup] == [placed.unit for placed in ford.scenario.setup]


def test_a_block_survives_the_way_through_a_spreadsheet() -> None:
    rows = [["a", 'with "quotes"', "two\nlines"], ["tab\there", "", "z"]]
    assert block_of(block_text(rows)) == rows


def test_a_block_passes_over_what_follows_from_the_type() -> None:
    cells = laid([["x", "red", "army"]], ["a"], [Field.NAME, Field.SIDE, Field.FORMATION])
    assert cells == {"a": {Field.NAME: "x", Field.FORMATION: "army"}}


def test_nothing_cannot_be_pasted() -> None:
    with pytest.raises(CannotEdit):
        block_of("")
