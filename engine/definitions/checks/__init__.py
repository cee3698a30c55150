"""Checks for meaning: what a schema cannot see, across the documents of a project.

Each check is a small function from a `Context` to issues, and `CHECKS` is the one list of them. A check may
assume that every document is valid in itself and must not assume that anything it names exists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from engine.core.messages import message
from engine.definitions.checks import chart_checks, course, duplicates, references, units, vocabulary
from engine.definitions.checks.context import Context, Gazetteer, RulesetData
from engine.definitions.issues import Issue, in_reading_order, issue
from engine.definitions.project import Project

__all__ = ["CHECKS", "Check", "Context", "Gazetteer", "RulesetData", "check_project"]

MOST_PER_CHECK = 100

Check = Callable[[Context], Iterator[Issue]]

CHECKS: list[Check] = [
    references.unknown_documents,
    references.unknown_rulesets,
    references.unknown_types,
    references.unknown_units,
    references.unknown_formations,
    references.unknown_sides,
    references.unknown_places,
    references.unknown_nations,
    references.unknown_options,
    vocabulary.unknown_words,
    duplicates.duplicate_ids,
    duplicates.placed_twice,
    duplicates.claimed_twice,
    units.over_the_limit,
    units.no_such_step,
    units.uneven_factors,
    units.unknown_movement_classes,
    units.unused_units,
    units.units_of_another_side,
    course.turns_reversed,
    course.turns_off_the_track,
    course.schedule_out_of_range,
    course.victory_out_of_range,
    course.withdrawn_too_soon,
    course.empty_sides,
    chart_checks.overrides_that_do_not_fit,
    chart_checks.results_not_ranked,
    chart_checks.results_not_monotone,
    chart_checks.terrain_without_costs,
    chart_checks.leans_on_reconstructions,
    chart_checks.changes_charts,
]


def check_project(
    project: Project,
    rulesets: Mapping[str, RulesetData] | None = None,
    gazetteer: Callable[[str], Gazetteer | None] = lambda _: None,
) -> tuple[Issue, ...]:
    """Every issue of meaning in a project, errors first.

    `rulesets` holds the palette and charts of every known ruleset (None: do not check against them), and
    `gazetteer` gives the places of a map by its id (None: do not check its places).
    """
    context = Context(project, rulesets, gazetteer)
    return in_reading_order(found for check in CHECKS for found in _bounded(check(context)))


def _bounded(issues: Iterator[Issue]) -> Iterator[Issue]:
    """A check that goes off two thousand times has one thing to say."""
    yield from islice(issues, MOST_PER_CHECK)
    further = next(issues, None)
    if further is not None:
        yield issue(further.severity, message("issue.and-more"), further.where)
