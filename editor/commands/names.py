"""Where the names of places stand: moved by themselves off a river or a neighbour, and put back."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from editor.model.change import Change
from editor.model.edits import FEATURES, SPACES
from editor.model.sketch import Sketch
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.bounds import FARTHEST_NAME
from engine.definitions.plan import MapPlan, Point

USUAL: Point = (0.0, 0.0)
_DIGITS = 3
"""A thousandth of a hex is less than anybody sees, and a short number reads well in a text."""


def move_feature_name(plan: MapPlan, id: str, to: Point) -> Change:
    """Let the name of a city stand so far from where it usually would."""
    feature = plan.features.get(id)
    if feature is None:
        raise CannotEdit(message("edit.cannot.no-feature", feature=id))
    sketch = Sketch(plan)
    sketch.put(FEATURES, id, replace(feature, name_offset=_checked(to)))
    return sketch.change(message("edit.do.move-name", name=feature.name))


def move_space_name(plan: MapPlan, id: str, to: Point) -> Change:
    """Let the name of a space stand so far from where it usually would."""
    space = plan.spaces.get(id)
    if space is None:
        raise CannotEdit(message("edit.cannot.no-place", place=id))
    sketch = Sketch(plan)
    sketch.put(SPACES, id, replace(space, name_offset=_checked(to)))
    return sketch.change(message("edit.do.move-name", name=space.name))


def reset_names(plan: MapPlan, *, features: Iterable[str] = (), spaces: Iterable[str] = ()) -> Change:
    """Put names back to where they usually stand."""
    sketch = Sketch(plan)
    for name in features:
        if name in plan.features:
            sketch.put(FEATURES, name, replace(plan.features[name], name_offset=USUAL))
    for name in spaces:
        if name in plan.spaces:
            sketch.put(SPACES, name, replace(plan.spaces[name], name_offset=USUAL))
    return sketch.change(message("edit.do.reset-names"))


def _checked(to: Point) -> Point:
    if not all(math.isfinite(part) and abs(part) <= FARTHEST_NAME for part in to):
        raise CannotEdit(message("edit.cannot.name-too-far", most=FARTHEST_NAME))
    across, down = (round(float(part), _DIGITS) + 0.0 for part in to)
    return across, down
