"""Charts for meaning: complete against the palette, monotone where sense asks it, and honest about sources."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.core.messages import WORD, Message, message
from engine.definitions.charts.chart_changes import differences
from engine.definitions.charts.charts import Charts
from engine.definitions.charts.overrides import override
from engine.definitions.charts.tables import Better, Table
from engine.definitions.checks.context import Context
from engine.definitions.issues import DefinitionError, Issue, Path, error, info, warning
from engine.definitions.palette import Palette
from engine.definitions.suggest import did_you_mean

_NAMED: Final = 3
"""So many reconstructed charts are named, and of the rest how many they are; the Charts panel marks each."""


def overrides_that_do_not_fit(context: Context) -> Iterator[Issue]:
    """A scenario's patch names only what the ruleset's charts have."""
    for scene in context.scenes:
        if scene.ruleset.charts is not None:
            try:
                override(scene.ruleset.charts, scene.scenario.charts, scene.loaded.origin)
            except DefinitionError as bad:
                yield from bad.issues


def results_not_ranked(context: Context) -> Iterator[Issue]:
    """A table that ranks its results ranks all of them."""
    for loaded in context.project.loaded(Charts).values():
        for name, table in loaded.document.tables.items():
            if not table.order:
                continue
            for index, row in enumerate(table.cells):
                for result in dict.fromkeys(row):
                    if table.rank(result) is None:
                        said = message("issue.result-not-ranked", table=name, result=result)
                        known = [one for group in table.order for one in group]
                        yield error(said, loaded.where(("tables", name, "cells", index)), did_you_mean(result, known))


def results_not_monotone(context: Context) -> Iterator[Issue]:
    """Better odds or a better die never help the other side, in the ruleset's charts or as a scenario has them."""
    for loaded in context.project.loaded(Charts).values():
        for name, table in loaded.document.tables.items():
            for said, row, _ in falls(name, table):
                path: Path = ("tables", name, "cells", table.row_index(row))
                yield warning(said, loaded.where(path))
    for scene in context.scenes:
        if scene.charts is None or scene.charts is scene.ruleset.charts:
            continue
        for name, table in scene.charts.tables.items():
            original = scene.ruleset.charts.tables.get(name) if scene.ruleset.charts is not None else None
            if table == original:
                continue
            for said, _, _ in falls(name, table):
                yield warning(said, scene.where("charts", "tables", name))


def falls(name: str, table: Table) -> Iterator[tuple[Message, str, str]]:
    """Cells worse for the attacker than a neighbour that should be no better: what to say, the row and the column."""
    called = table.title or Message(f"{WORD}{name}")
    for i, row in enumerate(table.rows):
        for j, column in enumerate(table.columns):
            here = {"table": called, "row": row, "column": column}
            if j and _is_worse(table, table.columns_better, table.cells[i][j - 1], table.cells[i][j]):
                other = message("issue.in-column", column=table.columns[j - 1])
                yield message("issue.not-monotone", other=other, **here), row, column
            if i and _is_worse(table, table.rows_better, table.cells[i - 1][j], table.cells[i][j]):
                other = message("issue.in-row", row=table.rows[i - 1])
                yield message("issue.not-monotone", other=other, **here), row, column


def _is_worse(table: Table, better: Better, before: str, after: str) -> bool:
    first, second = table.rank(before), table.rank(after)
    if first is None or second is None or better is Better.NEITHER:
        return False
    return second > first if better is Better.FORWARD else second < first


def terrain_without_costs(context: Context) -> Iterator[Issue]:
    """Every terrain, and nothing else, has its line in the terrain chart; so for hexsides and paths listed."""
    for charts in context.project.loaded(Charts).values():
        palette = context.project.of(Palette).get(charts.document.id)
        terrain = charts.document.terrain
        if palette is None or not terrain.classes:
            continue
        for swatch in palette.terrain:
            if swatch.id not in terrain.rows:
                yield error(message("issue.terrain-without-costs", id=swatch.id), charts.where(("terrain", "rows")))
        painted = {"rows": palette.terrain, "sides": palette.sides, "paths": palette.paths}
        for part, rows in terrain.parts():
            known = [swatch.id for swatch in painted[part]]
            for name in rows:
                if name not in known:
                    said = message("issue.not-in-palette", id=name)
                    yield warning(said, charts.where(("terrain", part, name)), did_you_mean(name, known))


def leans_on_reconstructions(context: Context) -> Iterator[Issue]:
    """A scenario that leans on numbers of our own making says so."""
    for scene in context.scenes:
        if scene.charts is None:
            continue
        paths = scene.charts.reconstructions()
        if paths:
            named = paths if len(paths) <= _NAMED + 1 else paths[:_NAMED]
            names: tuple[str | Message, ...] = tuple(_title(scene.charts, path) for path in named)
            if named is not paths:
                names = (*names, message("issue.others", count=len(paths) - len(named)))
            yield info(message("issue.leans-on-reconstructions", count=len(paths), names=names), scene.where("ruleset"))


def _title(charts: Charts, path: Path) -> str | Message:
    """What a chart or a number is called: by its title, or else by the word for it."""
    name = str(path[-1])
    named = charts.tables.get(name) or charts.tracks.get(name) if path[0] in ("tables", "tracks") else None
    return (named.title if named is not None else None) or Message(f"{WORD}{name}")


def changes_charts(context: Context) -> Iterator[Issue]:
    """How many numbers of the ruleset a scenario changes, and how many of those were printed facts."""
    for scene in context.scenes:
        if scene.charts is None or scene.ruleset.charts is None:
            continue
        changes = differences(scene.ruleset.charts, scene.charts)
        if changes:
            facts = sum(change.source.is_fact for change in changes)
            key = "issue.changes-facts" if facts else "issue.changes-charts"
            counts = {"facts": facts} if facts else {}
            yield info(message(key, count=len(changes), **counts), scene.where("charts"))
