"""What a designer is warned of: sides that starve, places nobody can reach, scores nobody can make, idle types."""

from __future__ import annotations

from typing import Any

from engine.definitions.counters import Counters
from engine.definitions.documents import Loaded
from engine.definitions.issues import Issue, Severity
from engine.definitions.project import Project
from engine.definitions.scenario import Placement, Scenario, WinCondition
from engine.rulesets.inspection import inspect
from engine.rulesets.library import find_bundled


def found(name: str, **changes: Any) -> dict[str, Issue]:
    """The warnings about a bundled scenario with some fields changed, by their codes."""
    project = find_bundled(name).load()
    documents = [
        entry.document.replace(**changes) if isinstance(entry.document, Scenario) else entry.document
        for entry in project.entries()
    ]
    issues = inspect(Project(Loaded(document) for document in documents))
    assert not [each for each in issues if each.is_error]
    return {each.code: each for each in issues if each.severity is Severity.WARNING}


def test_a_scenario_that_is_well_made_raises_no_doubts() -> None:
    assert found("typhoon") == {}


def test_units_that_begin_without_supply_are_named() -> None:
    assert found("ford")["begins-unsupplied"].where.path[0] == "setup"


def test_a_side_without_a_source_of_supply_is_told_once() -> None:
    setup = find_bundled("typhoon").scenario.setup
    others = tuple(each for each in setup if not each.unit.startswith("g-"))
    without = (*others, Placement(unit="g-xxiv", at="5133"))
    assert found("typhoon", setup=without)["no-supply-source"].message.args["side"] == "axis"


def test_a_score_that_nobody_can_make_is_told() -> None:
    wish = (WinCondition(side="axis", score_from=100_000),)
    issue = found("typhoon", victory=wish)["score-out-of-reach"]
    assert issue.where.path == ("victory", 0, "score_from")


def test_a_type_of_the_files_own_that_nobody_is_of_is_told() -> None:
    project = find_bundled("ford").load()
    documents = []
    for entry in project.entries():
        document = entry.document
        if isinstance(document, Counters):
            document = document.replace(types=(*document.types, document.types[0].replace(id="idle", name="Idle")))
        documents.append(Loaded(document))
    (issue,) = [each for each in inspect(Project(documents)) if each.code == "unused-type"]
    assert issue.message.args["name"] == "Idle"
