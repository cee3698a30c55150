"""A scenario keeps only what it changes of its game's charts."""

from __future__ import annotations

import pytest

from editor.commands.design.charts import reset_chart, set_chart_value, value_like
from editor.commands.design.turns import set_value
from editor.commands.design.victory import edit_objective, put_objectives
from editor.model.design.chart_reading import chances, odd_places, value_at
from editor.model.design.design import Design
from editor.refusal import CannotEdit
from engine.definitions.charts.tables import Better
from engine.definitions.issues import Path
from engine.definitions.sources import DESIGNER
from engine.narration.language import catalogue
from tests.editor.commands.design.anything import furnished

CELL: Path = ("tables", "combat", "cells", "3", "2:1")


def ford() -> Design:
    return furnished(1)


def after(design: Design, *steps: tuple[Path, object]) -> Design:
    for path, value in steps:
        design = design.with_documents(set_chart_value(design, path, value).applied(design.documents))
    return design


def test_one_result_of_a_table_is_changed_and_nothing_else_is_kept() -> None:
    design = after(ford(), (CELL, "D2"))
    assert design.scenario.charts == {"tables": {"combat": {"cells": {"3": {"2:1": "D2"}}}}}
    assert value_at(design, CELL) == "D2"
    assert design.charts.tables["combat"].source_of("2:1", "3") == DESIGNER


def test_the_games_own_value_leaves_no_trace() -> None:
    assert not after(ford(), (CELL, "D2"), (CELL, "EX")).scenario.charts


def test_costs_and_numbers() -> None:
    design = after(
        ford(),
        (("terrain", "rows", "forest", "cost", "mobile"), "prohibited"),
        (("parameters", "stack_limit"), 3),
    )
    assert design.charts.terrain.cost("forest", "mobile") is None
    assert design.charts.parameter("stack_limit", int) == 3
    design = design.with_documents(reset_chart(design, "terrain", "terrain").applied(design.documents))
    assert design.charts.terrain.cost("forest", "mobile") == 3
    assert design.charts.parameter("stack_limit", int) == 3


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("tables", "combat", "cells", "3", "9:1"), "D2"),
        (("parameters", "stack_limit"), "many"),
        (("terrain", "rows", "forest", "cost", "mobile"), -1),
        (("terrain", "rows", "swamp", "cost", "foot"), 1),
    ],
)
def test_what_does_not_fit_is_refused(path: Path, value: object) -> None:
    with pytest.raises((CannotEdit, KeyError)):
        set_chart_value(ford(), path, value)


def test_chances_follow_the_die_and_stop_at_the_ends() -> None:
    table = ford().charts.tables["combat"]
    assert {result: str(share) for result, share in chances(table, "4:1").items()} == {"D2": "1/2", "DR": "1/2"}
    assert set(chances(table, "4:1", 20)) == {"D2"}
    assert set(chances(table, "1:2", -20)) == {"A1"}


def test_a_table_that_helps_the_other_side_is_noticed() -> None:
    design = furnished(0)
    name = next(name for name, table in design.charts.tables.items() if table.order)
    table = design.charts.tables[name]
    assert not odd_places(name, table)
    path: Path = ("tables", name, "cells", table.rows[5], table.columns[5])
    changed = after(design, (path, table.order[-1][0]))
    assert (table.rows[5], table.columns[5]) in {
        (row, column) for _, row, column in odd_places(name, changed.charts.tables[name])
    }


@pytest.mark.parametrize(
    ("old", "text", "value"),
    [(3, "4", 4), (3, "x", "x"), (0.5, "1.5", 1.5), (True, "no", False), ("a", " b ", "b"), ((1, 2), "3, 4", (3, 4))],
)
def test_texts_become_values_of_the_same_sort(old: object, text: str, value: object) -> None:
    assert value_like(old, text) == value


def test_the_history_speaks_of_charts_values_and_places_by_their_names() -> None:
    design = ford()
    assert set_chart_value(design, ("parameters", "stack_limit"), 3).label.args == {"name": "stack limit"}
    assert set_value(design, "air-red", 2).label.args["name"] != "air-red"
    key = next(iter(design.plan.sheets)) + ":1,1"
    marked = design.with_documents(put_objectives(design, [key], value=1).applied(design.documents))
    number = len(marked.scenario.objectives) - 1
    assert edit_objective(marked, number, value=2).label.args == {"place": marked.places.label(key)}


def test_an_odd_cell_is_told_by_the_title_of_its_table_and_by_row_or_column() -> None:
    design = furnished(0)
    name, table = next((name, each) for name, each in design.charts.tables.items() if each.order)
    titled = table.replace(title="The odds")
    best, worst = titled.order[0][0], titled.order[-1][0]
    rows, columns = len(titled.rows), len(titled.columns)
    cells = [[best] * columns for _ in range(rows)]
    cells[1][1] = worst
    flat = titled.replace(cells=tuple(map(tuple, cells)), columns_better=Better.FORWARD, rows_better=Better.FORWARD)
    said = [catalogue().text(each) for each, _, _ in odd_places(name, flat)]
    row, column = flat.rows[1], flat.columns[1]
    where = f"The odds: the result in row {row}, column {column} is worse than the one in "
    assert said == [f"{where}column {flat.columns[0]}.", f"{where}row {flat.rows[0]}."]
