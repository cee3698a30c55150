"""A scenario's own numbers: one value of a chart at a time, or a whole chart as the game has it.

What is kept is only what differs from the ruleset's charts. A value that does not fit is refused with the words of the
check that found it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from editor.model.design.chart_reading import printed_value, written_value
from editor.model.design.design import Design
from editor.model.design.sketch import DesignSketch
from editor.model.design.steps import in_turn
from editor.model.documents_change import DocumentsChange
from editor.refusal import CannotEdit
from engine.core.messages import Message, message
from engine.definitions.charts.chart_changes import sparse
from engine.definitions.charts.charts import Charts
from engine.definitions.charts.overrides import override
from engine.definitions.charts.tracks import Track
from engine.definitions.issues import DefinitionError, Path
from engine.definitions.sources import DESIGNER
from engine.narration.language import catalogue, word


def set_chart_value(design: Design, path: Path, value: object) -> DocumentsChange:
    """Another value in one place of the charts; the game's own takes the change back."""
    now = design.charts
    if path[0] == "tracks" and value is None:
        charts = _without_field(now, path)
    else:
        try:
            charts = override(now, _patch(design, path, value))
        except DefinitionError as bad:
            raise CannotEdit(bad.issues[0].message) from None
    return _kept(design, charts, message("design.do.set-chart-value", name=_called(design, str(path[1]))))


def reset_values(design: Design, paths: Sequence[Path]) -> DocumentsChange:
    """Places of the charts as the game has them, as one change."""
    values = [(path, value) for path in paths if (value := printed_value(design, path)) != written_value(design, path)]
    steps = [partial(set_chart_value, path=path, value=value) for path, value in values]
    return in_turn(design, steps, message("design.do.reset-values", count=len(steps)))


def reset_chart(design: Design, part: str, name: str) -> DocumentsChange:
    """A whole chart as the game has it."""
    now, printed = design.charts, design.printed_charts
    match part:
        case "tables":
            charts = now.replace(tables={**now.tables, name: printed.tables[name]})
        case "tracks":
            charts = now.replace(tracks={**now.tracks, name: printed.tracks[name]})
        case "terrain":
            charts = now.replace(terrain=printed.terrain)
        case _:
            charts = now.replace(parameters=printed.parameters)
    return _kept(design, charts, message("design.do.reset-chart", name=_called(design, name)))


def reset_charts(design: Design) -> DocumentsChange:
    """Every chart as the game has it."""
    return _kept(design, design.printed_charts, message("design.do.reset-charts"))


def set_track(design: Design, name: str, track: Track) -> DocumentsChange:
    """A whole track in the place of one, longer or shorter perhaps."""
    now = design.charts
    if name not in now.tracks:
        raise CannotEdit(message("issue.unknown-chart", name=name))
    charts = now.replace(tracks={**now.tracks, name: track})
    return _kept(design, charts, message("design.do.set-track", name=_called(design, name)))


def _called(design: Design, chart: str) -> str:
    """What a chart or a value of it is called in a sentence."""
    return word(chart, design.scenario.ruleset)


def _kept(design: Design, charts: Charts, label: Message) -> DocumentsChange:
    patch = sparse(design.printed_charts, charts)
    try:
        override(design.printed_charts, patch)
    except DefinitionError as bad:
        raise CannotEdit(bad.issues[0].message) from None
    sketch = DesignSketch(design)
    sketch.set(charts=patch)
    return sketch.change(label)


def _patch(design: Design, path: Path, value: object) -> Mapping[str, Any]:
    """A change of a single value as a scenario would write it."""
    if path[0] == "tracks":
        _, name, _, key, field = path
        entry = design.charts.track(str(name)).entry(str(key))
        known: dict[str, Any] = {"id": entry.id} if entry.id is not None else {"turn": entry.turn}
        return {"tracks": {str(name): {"entries": [known | {str(field): value}]}}}
    if path[0] == "parameters" and len(path) == 2:
        return {"parameters": {str(path[1]): list(value) if isinstance(value, tuple) else value}}
    patch: Any = value
    for part in reversed(path):
        patch = {str(part): patch}
    found: dict[str, Any] = patch
    return found


def _without_field(charts: Charts, path: Path) -> Charts:
    """The charts with one field of a track's entry left empty."""
    _, name, _, key, field = path
    track = charts.track(str(name))
    entries = [entry.to_data() for entry in track.entries]
    for entry, data in zip(track.entries, entries, strict=True):
        if entry.key == key:
            data.pop(str(field), None)
    emptied = Track.from_data({**track.to_data(), "entries": entries, "sources": {}, "source": str(DESIGNER)})
    return charts.replace(tracks={**charts.tracks, str(name): emptied})


def value_like(old: object, text: str) -> object:
    """A text as a value of the same sort as another; yes and no may be typed as the screen writes them."""
    words = text.strip()
    if isinstance(old, tuple):
        items = [each.strip() for each in words.split(",") if each.strip()]
        return tuple(value_like(old[0], each) if old else each for each in items)
    if isinstance(old, bool):
        spoken = {catalogue().text(message("charts.yes")): True, catalogue().text(message("charts.no")): False}
        return ({"yes": True, "true": True, "no": False, "false": False} | spoken).get(words.casefold(), words)
    if isinstance(old, int | float):
        try:
            number = float(words)
        except ValueError:
            return words
        if not math.isfinite(number):
            return words
        return int(number) if number == int(number) else number
    return words
