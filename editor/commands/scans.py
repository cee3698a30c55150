"""Pictures under the map while it is traced: laid, placed by calibration, nudged, taken away."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from editor.model.change import Change
from editor.model.edits import SCANS
from editor.model.sketch import Sketch
from editor.model.words import checked_attributes, checked_line, slug, unused
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.bounds import LARGEST_QUANTITY
from engine.definitions.plan import MapPlan, Placement, Point, Scalar, ScanPlan, has_area, placement_of

_HASH = re.compile(r"[0-9a-f]{64}\Z")


def add_scan(
    plan: MapPlan,
    title: str,
    sha256: str,
    *,
    placement: Sequence[float] = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0),
    attributes: Mapping[str, Scalar] | None = None,
) -> Change:
    """Lay a picture under the map; the picture itself is stored under its hash."""
    if not _HASH.match(sha256):
        raise CannotEdit(message("edit.cannot.no-hash"))
    sketch = Sketch(plan)
    key = unused(slug(checked_line(title), "scan"), sketch.is_taken(SCANS), "-")
    scan = ScanPlan(key, title, sha256, _placed(placement), checked_attributes(attributes or {}))
    sketch.put(SCANS, key, scan)
    return sketch.change(message("edit.do.add-scan", title=title or key))


def edit_scan(
    plan: MapPlan,
    id: str,
    *,
    title: str | None = None,
    sha256: str | None = None,
    placement: Sequence[float] | None = None,
    attributes: Mapping[str, Scalar] | None = None,
) -> Change:
    """Another title, picture, placement or attributes for a scan: what calibration and nudging do."""
    scan = _scan(plan, id)
    if sha256 is not None and not _HASH.match(sha256):
        raise CannotEdit(message("edit.cannot.no-hash"))
    changed = replace(
        scan,
        title=scan.title if title is None else checked_line(title),
        sha256=scan.sha256 if sha256 is None else sha256,
        placement=scan.placement if placement is None else _placed(placement),
        attributes=scan.attributes if attributes is None else checked_attributes(attributes),
    )
    sketch = Sketch(plan)
    sketch.put(SCANS, id, changed)
    return sketch.change(message("edit.do.edit-scan", title=changed.title or id))


def move_scan(plan: MapPlan, id: str, by: Point, *, attributes: Mapping[str, Scalar] | None = None) -> Change:
    """Shift a picture over the map plane, whatever the perspective it is laid in."""
    scan = _scan(plan, id)
    a, b, c, d, e, f, g, h, i = scan.placement
    x, y = by
    moved = (a + x * g, b + x * h, c + x * i, d + y * g, e + y * h, f + y * i, g, h, i)
    changed = replace(
        scan,
        placement=_placed(moved),
        attributes=scan.attributes if attributes is None else checked_attributes(attributes),
    )
    sketch = Sketch(plan)
    sketch.put(SCANS, id, changed)
    return sketch.change(message("edit.do.move-scan", title=scan.title or id))


def delete_scan(plan: MapPlan, id: str) -> Change:
    """Take a picture from under the map."""
    scan = _scan(plan, id)
    sketch = Sketch(plan)
    sketch.put(SCANS, id, None)
    return sketch.change(message("edit.do.delete-scan", title=scan.title or id))


def _scan(plan: MapPlan, id: str) -> ScanPlan:
    scan = plan.scans.get(id)
    if scan is None:
        raise CannotEdit(message("edit.cannot.no-scan", scan=id))
    return scan


def _placed(numbers: Sequence[float]) -> Placement:
    """A placement that a file can hold: no further off than anything may lie, and with ground under the picture."""
    if len(numbers) not in (6, 9) or not all(math.isfinite(number) for number in numbers):
        raise CannotEdit(message("edit.cannot.no-placement"))
    placement = placement_of([float(number) for number in numbers])
    if max(map(abs, placement)) > LARGEST_QUANTITY:
        raise CannotEdit(message("edit.cannot.off-the-plane"))
    if not has_area(placement):
        raise CannotEdit(message("map.placement-without-area"))
    return placement
