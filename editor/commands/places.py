"""What stands at places: cities, ports, sources of supply, with their names and attributes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from editor.geometry.ground import Ground
from editor.geometry.place_names import place_name
from editor.model.change import Change
from editor.model.edits import FEATURES
from editor.model.sketch import Sketch
from editor.model.words import checked_attributes, checked_kind, checked_line, unused
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.maps.map_text import feature_id
from engine.definitions.plan import FeaturePlan, MapPlan, Scalar


def add_feature(
    plan: MapPlan, at: str, kind: str, *, name: str = "", attributes: Mapping[str, Scalar] | None = None
) -> Change:
    """Something new at a place."""
    place = _checked_place(plan, at)
    sketch = Sketch(plan)
    key = unused(feature_id(place, checked_kind(kind)), sketch.is_taken(FEATURES))
    feature = FeaturePlan(key, place, kind, checked_line(name), checked_attributes(attributes or {}))
    sketch.put(FEATURES, key, feature)
    return sketch.change(message("edit.do.add-feature", kind=kind))


def edit_feature(
    plan: MapPlan,
    id: str,
    *,
    kind: str | None = None,
    name: str | None = None,
    attributes: Mapping[str, Scalar] | None = None,
) -> Change:
    """Another kind, name or attributes for something."""
    feature = _feature(plan, id)
    if kind is not None:
        feature = replace(feature, kind=checked_kind(kind))
    if name is not None:
        feature = replace(feature, name=checked_line(name))
    if attributes is not None:
        feature = replace(feature, attributes=checked_attributes(attributes))
    sketch = Sketch(plan)
    sketch.put(FEATURES, id, feature)
    return sketch.change(message("edit.do.edit-feature", kind=feature.kind))


def move_feature(plan: MapPlan, id: str, at: str) -> Change:
    """Something to another place; it stays what it is, under its id."""
    feature = _feature(plan, id)
    sketch = Sketch(plan)
    sketch.put(FEATURES, id, replace(feature, at=_checked_place(plan, at)))
    return sketch.change(message("edit.do.move-feature", kind=feature.kind))


def delete_features(plan: MapPlan, ids: Iterable[str]) -> Change:
    """Take things away."""
    sketch = Sketch(plan)
    for name in ids:
        _feature(plan, name)
        sketch.put(FEATURES, name, None)
    return sketch.change(message("edit.do.delete-features"))


def _feature(plan: MapPlan, id: str) -> FeaturePlan:
    feature = plan.features.get(id)
    if feature is None:
        raise CannotEdit(message("edit.cannot.no-feature", feature=id))
    return feature


def _checked_place(plan: MapPlan, at: str) -> str:
    """The key of the place that is meant, on the sheet that owns it."""
    if not plan.has_place(at):
        raise CannotEdit(message("edit.cannot.no-place", place=place_name(plan, at)))
    return Ground(plan).owner_key(at)
