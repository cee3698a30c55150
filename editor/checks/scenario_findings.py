"""Whether a scenario can be played, and what is doubtful: every finding of the checks, sorted by what it is about.

A finding leads to the unit or the place it speaks of, where it speaks of one. No Qt.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import PurePath
from typing import Any

from editor.model.design.cell_words import unit_title
from editor.model.design.design import Design
from editor.model.design.sides import side_title
from engine.core.messages import Message, message
from engine.definitions.counters import Counters, CounterType
from engine.definitions.documents import Loaded
from engine.definitions.issues import Issue, Where, error
from engine.definitions.oob import OrderOfBattle, UnitEntry
from engine.definitions.project import Project
from engine.definitions.strict_yaml import unlocated
from engine.narration.language import catalogue, word, wording_of
from engine.rulesets.inspection import inspect


class About(StrEnum):
    """What a finding is about, in the order in which they are listed."""

    MAP = "map"
    UNITS = "units"
    SETUP = "setup"
    SCHEDULE = "schedule"
    CHARTS = "charts"
    VICTORY = "victory"
    RULES = "rules"


_ABOUT = {
    "units": About.UNITS,
    "formations": About.UNITS,
    "types": About.UNITS,
    "counters": About.UNITS,
    "oob": About.UNITS,
    "setup": About.SETUP,
    "control": About.SETUP,
    "markers": About.SETUP,
    "schedule": About.SCHEDULE,
    "first_turn": About.SCHEDULE,
    "last_turn": About.SCHEDULE,
    "charts": About.CHARTS,
    "tables": About.CHARTS,
    "objectives": About.VICTORY,
    "victory": About.VICTORY,
    "otherwise": About.VICTORY,
    "ruleset": About.RULES,
    "options": About.RULES,
    "values": About.RULES,
    "sides": About.RULES,
    "cards": About.RULES,
}


PANEL_OF = {
    "units": "units",
    "formations": "forces",
    "types": "counter-types",
    "setup": "setup",
    "control": "setup",
    "markers": "setup",
    "schedule": "timeline",
    "first_turn": "turns",
    "last_turn": "turns",
    "charts": "charts",
    "objectives": "victory",
    "victory": "victory",
    "otherwise": "victory",
    "options": "victory",
    "values": "turns",
}
"""Where each is mended."""


@dataclass(frozen=True, slots=True)
class Finding:
    """An issue, what it is about, and where it leads."""

    about: About
    issue: Issue
    unit: str = ""
    place: str = ""
    """The key of a place of the map."""
    type: str = ""
    """A counter type."""
    panel: str = ""
    """The panel in which it is mended."""


def project_of(design: Design, project: Project) -> Project:
    """Of everything in a file what one scenario is made of; other scenarios and saved games may have faults too.

    What is wrong with an order of battle or a sheet of counters says which, since there may be several of either.
    """
    return Project(
        Loaded(entry.document, unlocated(None, _called(entry.document.KIND, entry.document.id)))
        if entry.document.KIND in (OrderOfBattle.KIND, Counters.KIND)
        else entry
        for entry in project.entries()
        if entry.document.KIND not in ("scenario", "game", "map")
        or entry.document.id in (design.id, design.scenario.map)
    )


def _called(kind: str, id: str) -> str:
    return f"{kind} {id}"


def look_over(project: Project) -> tuple[Issue, ...]:
    """Everything the checks have to say; what they stumble over themselves is a finding as well."""
    try:
        return inspect(project)
    except Exception as bad:
        frame = traceback.extract_tb(bad.__traceback__)[-1]
        place = f"{PurePath(frame.filename).name}:{frame.lineno}"
        said = message("issue.check-stumbled", problem=f"{type(bad).__name__}: {bad}", place=place)
        return (error(said, Where(path=("ruleset",))),)


def findings_of(design: Design, issues: tuple[Issue, ...]) -> tuple[Finding, ...]:
    """The issues as findings about a scenario."""
    order = list(About)
    found = [_finding(design, issue) for issue in issues]
    return tuple(sorted(found, key=lambda each: (not each.issue.is_error, order.index(each.about))))


def _finding(design: Design, issue: Issue) -> Finding:
    path = issue.where.path
    head = str(path[0]) if path else ""
    about = _ABOUT.get(head, About.MAP if head else About.RULES)
    panel = PANEL_OF.get(head, "")
    number = path[1] if len(path) > 1 and isinstance(path[1], int) else None
    spoken = replace(issue, message=titled(design, issue.message))
    entries = _entries(design, head, issue.where.file)
    if number is None or number >= len(entries):
        return Finding(about, spoken, panel=panel)
    entry = entries[number]
    unit = str(getattr(entry, "unit", "")) or (entry.id if isinstance(entry, UnitEntry) else "")
    label = getattr(entry, "at", None)
    return Finding(
        about,
        spoken,
        unit if unit in design.units else "",
        (design.places.key(label) or "") if label else "",
        entry.id if isinstance(entry, CounterType) else "",
        panel,
    )


def _entries(design: Design, field: str, file: str) -> Sequence[object]:
    """The list that a field is: of the scenario, or of the order of battle or the counters that an issue names."""
    scenario = design.scenario
    match field:
        case "setup" | "schedule" | "objectives" | "markers" | "victory":
            found: Sequence[object] = getattr(scenario, field)
            return found
        case "units":
            armies = design.armies.items()
            return next((army.units for name, army in armies if _called(OrderOfBattle.KIND, name) == file), ())
        case "types":
            sheets = design.sheets.items()
            return next((sheet.types for name, sheet in sheets if _called(Counters.KIND, name) == file), ())
    return ()


def titled(design: Design, said: Message) -> Message:
    """A message in which units, counter types, formations and sides are called as they are on the screen."""
    return Message(said.key, {name: _title(design, value) for name, value in said.args.items()})


def _title(design: Design, value: Any) -> Any:
    if isinstance(value, Message):
        return titled(design, value)
    if isinstance(value, tuple):
        return tuple(_title(design, each) for each in value)
    if not isinstance(value, str):
        return value
    if value in design.units:
        return unit_title(design, value)
    if value in design.types:
        return design.types[value].name
    if value in design.formations:
        return design.formations[value].name or value
    if value == design.id:
        return design.scenario.title or value
    if value in design.scenario.sides:
        return side_title(design, value)
    game = design.scenario.ruleset
    return word(value, game) if f"word.{value}" in catalogue(game) else wording_of(game).name(value)
