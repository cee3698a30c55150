"""Markers that lie on the map when play begins: trenches, forts that are gone, rails that are cut."""

from __future__ import annotations

from collections.abc import Iterable

from editor.model.design.design import Design
from editor.model.design.sketch import DesignSketch
from editor.model.documents_change import DocumentsChange
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.scenario import Marker

MOST = 99


def put_markers(design: Design, marker: str, keys: Iterable[str], level: int = 1) -> DocumentsChange:
    """Lay a marker of a level on places, by their keys; level 0 takes it away."""
    known = design.marker_kinds
    if marker not in known:
        raise CannotEdit(message("design.cannot.no-marker", name=marker))
    if not 0 <= level <= MOST:
        raise CannotEdit(message("design.cannot.bad-level", level=level, most=MOST))
    wanted = dict.fromkeys(keys)
    markers, met = [], set()
    for each in design.scenario.markers:
        key = design.places.key(each.at) or each.at
        if each.marker != marker or key not in wanted:
            markers.append(each)
        elif level and key not in met:
            met.add(key)
            markers.append(each if each.level == level else each.replace(level=level))
    if level:
        labels = (design.places.label(key) for key in wanted if key not in met)
        markers += [Marker(at=label, marker=marker, level=level) for label in labels]
    sketch = DesignSketch(design)
    if tuple(markers) != design.scenario.markers:
        sketch.set(markers=tuple(markers))
    name, count = known[marker], len(wanted)
    put = message("design.do.put-markers", name=name, count=count)
    return sketch.change(put if level else message("design.do.take-markers", name=name, count=count))
