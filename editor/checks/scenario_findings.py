"""Whether a scenario can be played, and what is doubtful: every finding of the checks, sorted by what it is about.

A finding leads to the unit or the place it speaks of, where it speaks of one. No Qt.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from editor.model.design.design import Design
from engine.definitions.issues import Issue
from engine.definitions.project import Project
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
    "ruleset": About.RULES,
    "options": About.RULES,
    "values": About.RULES,
    "sides": About.RULES,
    "cards": About.RULES,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """An issue, what it is about, and where it leads."""

    about: About
    issue: Issue
    unit: str = ""
    place: str = ""
    """The key of a place of the map."""


def project_of(design: Design, project: Project) -> Project:
    """Of everything in a file what one scenario is made of; other scenarios and saved games may have faults too."""
    return Project(
        entry
        for entry in project.entries()
        if entry.document.KIND not in ("scenario", "game", "map")
        or entry.document.id in (design.id, design.scenario.map)
    )


def look_over(project: Project) -> tuple[Issue, ...]:
    """Everything the checks have to say."""
    return inspect(project)


def findings_of(design: Design, issues: tuple[Issue, ...]) -> tuple[Finding, ...]:
    """The issues as findings about a scenario."""
    order = list(About)
    found = [_finding(design, issue) for issue in issues]
    return tuple(sorted(found, key=lambda each: (not each.issue.is_error, order.index(each.about))))


def _finding(design: Design, issue: Issue) -> Finding:
    path = issue.where.path
    head = str(path[0]) if path else ""
    about = _ABOUT.get(head, About.MAP if head else About.RULES)
    number = path[1] if len(path) > 1 and isinstance(path[1], int) else None
    scenario = design.scenario
    lists = {
        "setup": scenario.setup,
        "schedule": scenario.schedule,
        "objectives": scenario.objectives,
        "markers": scenario.markers,
    }
    entries = lists.get(head, ())
    if number is None or number >= len(entries):
        return Finding(about, issue)
    entry = entries[number]
    unit = str(getattr(entry, "unit", ""))
    label = getattr(entry, "at", None)
    return Finding(
        about, issue, unit if unit in design.units else "", (design.places.key(label) or "") if label else ""
    )
