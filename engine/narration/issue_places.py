"""Which place on the map an issue is about, so that a click on it leads there.

An issue names a value of a document by its path, and the value often is a printed label, or stands beside one: a
placement's unit stands next to its `at`. No Qt is imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.definitions.issues import DefinitionError, Issue
from engine.definitions.maps.compile_map import compile_map
from engine.definitions.plan import MapPlan
from engine.definitions.project import Project
from engine.definitions.scenario import Scenario

_PLACES = ("at", "to", "from", "a", "b")
_SCENARIO = {(name,) for name in Scenario.model_fields}


@dataclass(frozen=True, slots=True)
class IssuePlace:
    """A place on the map, and whether it is the scenario that is wrong there rather than the map."""

    key: str
    is_of_scenario: bool


def places_of_issues(issues: Iterable[Issue], read: Callable[[], Project], plan: MapPlan) -> dict[int, IssuePlace]:
    """For each issue, by its number, the place it is about; those about no place are left out.

    The documents are read here, because what cannot be read may be the very issue.
    """
    try:
        board = compile_map(plan)
        documents = [document.to_data() for document in read().documents()]
    except (DefinitionError, ValueError):
        return {}
    found: dict[int, IssuePlace] = {}
    for number, issue in enumerate(issues):
        named = (at for word in _words(issue, documents) if (at := board.find(word)) is not None)
        at = next(named, None)
        if at is not None:
            found[number] = IssuePlace(board.key(at), issue.where.path[:1] in _SCENARIO)
    return found


def _words(issue: Issue, documents: Sequence[Mapping[str, object]]) -> list[str]:
    """What may be a label: the words the issue says, and those at its path or beside it."""
    said = [value for value in issue.message.args.values() if isinstance(value, str)]
    for document in documents:
        here: object = document
        way: list[object] = []
        for part in issue.where.path:
            way.append(here)
            here = _inside(here, part)
            if here is None:
                break
        else:
            said += [each for each in (here,) if isinstance(each, str)]
            for near in reversed(way[1:]):
                if isinstance(near, Mapping):
                    said += [str(near[name]) for name in _PLACES if isinstance(near.get(name), str)]
    return said


def _inside(value: object, part: str | int) -> object:
    if isinstance(value, Mapping):
        return value.get(part)
    if isinstance(value, list) and isinstance(part, int) and 0 <= part < len(value):
        return value[part]
    return None
