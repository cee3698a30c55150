"""A click on an issue leads to the place that it is about."""

from __future__ import annotations

import pytest

from engine.core.boards import ground
from engine.core.messages import message
from engine.definitions.issues import Where, error
from engine.definitions.maps.map_text import plan_of
from engine.narration.issue_places import IssuePlace, places_of_issues
from engine.rulesets.library import find_bundled


def test_a_unit_leads_to_where_it_stands_and_nobody_guesses_at_names_that_are_no_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def guess(*_: object, **__: object) -> tuple[str, ...]:
        raise AssertionError("a guess for each word of each issue takes seconds on a large map")

    project = find_bundled("ford").load()
    (drawn,) = project.maps.values()
    (scenario,) = project.scenarios.values()
    plan, _ = plan_of(drawn)
    monkeypatch.setattr(ground, "near_misses", guess)
    issues = [
        error(message("issue.unknown-unit", id="nobody"), Where(path=("setup", 0, "unit"))),
        error(message("issue.empty-side", id="nobody"), Where(path=("sides", 0))),
    ]
    found = places_of_issues(issues, lambda: project, plan)
    assert set(found) == {0}
    assert found[0].is_of_scenario
    assert isinstance(found[0], IssuePlace)
    labels = {f"{cell.col:02}{cell.row:02}": cell.key for sheet in plan.sheets.values() for cell in sheet.cells()}
    assert found[0].key == labels[scenario.setup[0].at]
