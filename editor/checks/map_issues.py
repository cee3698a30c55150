"""Everything a check of the map looks for, one check after the other, quick ones first.

`find_issues` may be left at any step: it changes nothing, and a map that was changed meanwhile is simply checked
again from the beginning. Of each sort of issue only the first hundred are told one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from editor.checks.findings import Fix, MapIssue, Sense, Step, Subject
from editor.checks.kinds import kind_issues
from editor.checks.land import reach_issues
from editor.checks.lines import line_issues
from editor.checks.places import connection_issues, place_issues, region_issues, space_issues, text_issues
from editor.checks.plan import label_issues, plan_issues
from editor.checks.rivers import river_issues
from editor.checks.stagger import stagger_issues
from editor.geometry.ground import Ground
from editor.model.contents import MapContents
from engine.core.messages import Message, message
from engine.definitions.issues import info
from engine.definitions.plan import MapPlan

__all__ = ["CHECKS", "Fix", "MapIssue", "Sense", "Step", "all_issues", "find_issues"]

MOST_ALIKE: Final = 100
"""Issues of one sort that are told one by one."""

Check: TypeAlias = Callable[[Subject], Iterator[Step]]

CHECKS: Final[tuple[Check, ...]] = (
    stagger_issues,
    plan_issues,
    kind_issues,
    place_issues,
    space_issues,
    connection_issues,
    region_issues,
    text_issues,
    line_issues,
    river_issues,
    reach_issues,
    label_issues,
)


def find_issues(plan: MapPlan, sense: Sense, contents: MapContents | None = None) -> Iterator[Step]:
    """Check a map step by step; between two issues come numbers, each how many things were looked at."""
    subject = Subject(plan, contents or MapContents(plan), Ground(plan), sense)
    for check in CHECKS:
        counts: Counter[str] = Counter()
        left_out: dict[str, Message] = {}
        for step in check(subject):
            if isinstance(step, int):
                yield step
                continue
            counts[step.issue.code] += 1
            if counts[step.issue.code] <= MOST_ALIKE:
                yield step
            else:
                left_out.setdefault(step.issue.code, step.issue.message)
        for code, said in left_out.items():
            yield MapIssue(info(message("map-issue.and-more", count=counts[code] - MOST_ALIKE, like=said)))


def all_issues(plan: MapPlan, sense: Sense) -> list[MapIssue]:
    """Check a map at once, for the command line and tests."""
    return [step for step in find_issues(plan, sense) if isinstance(step, MapIssue)]
