"""What a designer wants to know of a table while changing it: the chances of its results, and where it makes no sense.

No Qt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from editor.model.design.design import Design
from engine.core.messages import Message
from engine.definitions.charts.tables import Table, UnknownChart
from engine.definitions.checks.chart_checks import falls
from engine.definitions.issues import Path
from engine.definitions.model import Value

DIE = 6


def is_rolled_on(table: Table) -> bool:
    """Whether the rows are numbers of a die."""
    try:
        table.row_for(1)
        table.row_for(DIE)
    except UnknownChart:
        return False
    return True


def chances(table: Table, column: str, modifier: int = 0, die: int = DIE) -> Mapping[str, Fraction]:
    """How often each result comes with one die, best first; a number past an end of the table counts as that end."""
    found: Counter[str] = Counter()
    for pips in range(1, die + 1):
        found[table.result(column, table.row_for(pips + modifier))] += 1
    ordered = sorted(found, key=lambda result: (table.rank(result) is None, table.rank(result) or 0, result))
    return {result: Fraction(found[result], die) for result in ordered}


def odd_places(name: str, table: Table) -> list[tuple[Message, str, str]]:
    """Where better odds or a better die help the other side: what to say, and the row and column."""
    return list(falls(name, table))


def known_results(table: Table) -> tuple[str, ...]:
    """Every result that the table knows, to choose from."""
    ranked = [result for group in table.order for result in group]
    used = [cell for row in table.cells for cell in row]
    return tuple(dict.fromkeys((*ranked, *table.results, *used)))


def value_at(design: Design, path: Path) -> object:
    """The value in a place of the charts, in the notation of a scenario's changes; None where there is none."""
    charts = design.charts
    match path:
        case ("tables", str(name), "cells", row, column):
            return charts.table(name).result(str(column), str(row))
        case ("terrain", str(part), str(name), "cost", str(kind)):
            return dict(charts.terrain.parts())[part][name].cost.get(kind)
        case ("terrain", str(part), str(name), str(column)):
            return dict(charts.terrain.parts())[part][name].effects.get(column)
        case ("tracks", str(name), "entries", key, str(field)):
            return charts.track(name).entry(str(key)).get(field)
        case ("parameters", str(name)):
            return charts.parameters[name].value
        case ("parameters", str(name), str(key)):
            return charts.parameter_for(name, key)
    return None


def printed_value(design: Design, path: Path) -> object:
    """What the game itself has in a place, as a change of the charts writes it; None where it has no such place."""
    return written_value(Design(design.documents, design.scenario.replace(charts={}), design.plan, design.places), path)


def written_value(design: Design, path: Path) -> object:
    """What the scenario has in a place, as a change of the charts writes it; None where it has no such place."""
    try:
        value = value_at(design, path)
    except UnknownChart:
        return None
    return list(value) if isinstance(value, tuple) else value


def like_of(design: Design, path: Path) -> object:
    """A value of the sort that belongs into a place: its own, or that of a neighbour where it is empty."""
    own = value_at(design, path)
    if own is not None:
        return own
    charts = design.charts
    if path[0] == "tracks":
        found: list[object] = [entry.get(str(path[-1])) for entry in charts.track(str(path[1])).entries]
    elif path[0] == "terrain" and "cost" not in path:
        found = [row.effects.get(str(path[-1])) for _, rows in charts.terrain.parts() for row in rows.values()]
    else:
        return 1
    present: list[Value] = [each for each in found if each is not None]  # type: ignore[misc]
    return present[0] if present else ""
