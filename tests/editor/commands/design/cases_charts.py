"""A scenario's own numbers."""

from __future__ import annotations

from editor.commands.design import charts
from editor.model.documents_change import DocumentsChange
from engine.definitions.charts.tracks import Track
from tests.editor.commands.design.anything import Case, Chance


def _cell(chance: Chance) -> DocumentsChange:
    name = chance.one(list(chance.design.charts.tables))
    table = chance.design.charts.tables[name]
    row, column = chance.one(table.rows), chance.one(table.columns)
    result = chance.one(sorted({cell for line in table.cells for cell in line}))
    return charts.set_chart_value(chance.design, ("tables", name, "cells", row, column), result)


def _number(chance: Chance) -> DocumentsChange:
    numbers = [name for name, each in chance.design.charts.parameters.items() if type(each.value) is int]
    return charts.set_chart_value(chance.design, ("parameters", chance.one(numbers)), chance.number(0, 9))


def _track(chance: Chance) -> DocumentsChange:
    name = chance.one(list(chance.design.charts.tracks))
    track = chance.design.charts.tracks[name]
    return charts.set_track(chance.design, name, Track(source=track.source, entries=track.entries[:3]))


def _places_back(chance: Chance) -> DocumentsChange:
    return charts.reset_values(chance.design, [("parameters", name) for name in chance.design.charts.parameters])


CASES: dict[str, Case] = {
    "chart-cell": _cell,
    "chart-places-back": _places_back,
    "chart-number": _number,
    "chart-track": _track,
    "chart-back": lambda c: charts.reset_chart(c.design, "parameters", "parameters"),
    "charts-back": lambda c: charts.reset_charts(c.design),
}
