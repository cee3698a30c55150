"""Whether what came of a file of another program is a map that we can keep, draw and write."""

from __future__ import annotations

from engine.core.messages import Message
from engine.definitions.issues import DefinitionError
from engine.definitions.maps.map_bounds import beyond_bounds
from engine.definitions.maps.map_checks import check_plan
from engine.definitions.maps.map_writing import model_of
from engine.definitions.plan import MapPlan


def unfit(plan: MapPlan) -> Message | None:
    """The first thing that is wrong with a map; None for one that can be taken."""
    for beyond in beyond_bounds(plan):
        return beyond.said
    for issue in check_plan(plan):
        if issue.is_error:
            return issue.message
    try:
        model_of(plan)
    except DefinitionError as bad:
        return bad.issues[0].message
    return None
