"""One number of a scenario over a range: an arm for each value, to see where it is balanced.

The number is named by the document it stands in and the way to it, as in `scenario:charts.parameters.river_cost`,
`scenario:objectives.1.value` or `oob:units.3.step`; the scenario's own options as `options.<name>`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.board import Board
from engine.core.messages import message
from engine.core.state import Scalar
from engine.definitions.documents import read_document
from engine.definitions.project import Project
from engine.definitions.strict_yaml import unlocated
from engine.lab.arms import Arm, LabError, arm_of
from engine.narration.language import catalogue, title
from engine.narration.names import Names
from engine.rulesets.assembly import pick_scenario
from engine.rulesets.brief import Brief

OPTIONS = "options"
OBJECTIVES, LAST_TURN, PARAMETERS = "objectives", "last_turn", "charts.parameters"
"""Where the numbers stand that are asked about most."""
_IS = " = "


def numbers_of(brief: Brief) -> dict[str, int]:
    """The numbers of a scenario that are asked about most, by the way to each, and what they are now."""
    scenario = brief.scenario
    found: dict[str, object] = {f"{OBJECTIVES}.{n}.value": each.value for n, each in enumerate(scenario.objectives)}
    found[LAST_TURN] = scenario.last_turn
    found |= {f"{PARAMETERS}.{name}": each.value for name, each in brief.charts.parameters.items()}
    return {name: value for name, value in found.items() if type(value) is int}


def number_words(brief: Brief, board: Board, path: str) -> str:
    """What a number is called to people; the way to it where it is none of those that are asked about most."""
    words = catalogue(brief.scenario.ruleset)
    objectives = {f"{OBJECTIVES}.{n}.value": each for n, each in enumerate(brief.scenario.objectives)}
    if path in objectives:
        names, each = Names(brief, (), board), objectives[path]
        place = names.place(board.at(each.at))
        named = f"{place} {names.authored(each.name)}" if each.name else place
        return words.text(message("report.points-of", place=named))
    if path == LAST_TURN:
        return words.text(message("report.last-turn"))
    name = path.removeprefix(f"{PARAMETERS}.")
    is_known = name != path and name in brief.charts.parameters
    return title(name, brief.scenario.ruleset).replace("_", " ") if is_known else path


def with_number(project: Project, scenario: str | None, name: str, value: int) -> Project:
    """A project in which one number of what the scenario names is another; raises LabError where there is none."""
    kind, _, path = name.rpartition(":")
    kind = kind or "scenario"
    document = _document(project, scenario, kind, name)
    told = document.to_document()
    _set(told, path.split("."), value, name)
    return project.with_documents(read_document(unlocated(told)))


def _document(project: Project, scenario: str | None, kind: str, name: str) -> Any:
    picked = pick_scenario(project, scenario).document
    named = {
        "scenario": (picked.id,),
        "map": (picked.map,),
        "counters": picked.counters,
        "oob": picked.oob,
        "cards": picked.cards,
    }
    sort, _, which = kind.partition("/")
    ids = (which,) if which else named.get(sort, ())[:1]
    found = project.find(sort, ids[0]) if ids else None
    if found is None:
        raise LabError(message("lab.no-such-number", name=name))
    return found.document


def _set(told: Any, path: Sequence[str], value: int, name: str) -> None:
    *way, last = path
    for part in way:
        told = _step(told, part, name)
    is_there = last.isdecimal() and int(last) < len(told) if isinstance(told, list) else isinstance(told, dict)
    key: Any = int(last) if is_there and isinstance(told, list) else last
    known = (told[key] if isinstance(told, list) else told.get(key)) if is_there else None
    if not is_there or isinstance(known, (dict, list)):
        raise LabError(message("lab.no-such-number", name=name))
    told[key] = value


def _step(told: Any, part: str, name: str) -> Any:
    if isinstance(told, list) and part.isdecimal() and int(part) < len(told):
        return told[int(part)]
    if isinstance(told, dict):
        return told.setdefault(part, {})
    raise LabError(message("lab.no-such-number", name=name))


def _called(name: str, value: int) -> str:
    return f"{name}{_IS}{value}"


def is_of_sweep(arm: Arm) -> bool:
    """Whether an arm was made to try one value of a number."""
    return _IS in arm.name


def sweep_arms(
    project: Project, scenario: str | None, players: tuple[str, ...], name: str, values: Sequence[int], **options: Any
) -> tuple[Arm, ...]:
    """An arm for each value of a number; options are those of `arm_of`."""
    arms = []
    for value in values:
        if name.startswith(f"{OPTIONS}."):
            chosen: dict[str, Scalar] = {**options.get(OPTIONS, {}), name.removeprefix(f"{OPTIONS}."): value}
            arms.append(
                arm_of(project, scenario, players, **{**options, OPTIONS: chosen, "name": _called(name, value)})
            )
        else:
            changed = with_number(project, scenario, name, value)
            arms.append(arm_of(changed, scenario, players, **{**options, "name": _called(name, value)}))
    return tuple(arms)
