"""Bundled scenarios: found by the names of their folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.definitions.issues import DefinitionError
from engine.rulesets import library
from engine.rulesets.library import bundled_scenarios, find_bundled
from engine.rulesets.registry import GameEntry, registered


def test_every_scenario_is_listed_under_its_folder() -> None:
    found = bundled_scenarios()
    assert {"ford", "cabinet-war"} <= set(found)
    assert (found["ford"].name, found["ford"].scenario.ruleset, found["ford"].scenario.title) == (
        "ford",
        "toy-skirmish",
        "The Ford",
    )


def test_those_of_one_game_can_be_asked_for() -> None:
    assert set(bundled_scenarios("toy-skirmish")) == {"ford"}
    assert bundled_scenarios("no-such-game") == {}


def test_a_scenario_loads_with_all_its_documents() -> None:
    project = find_bundled("ford").load()
    assert set(project.scenarios) == {"ford"}
    assert set(project.maps) == {"ford"}
    assert len(project) == 5


def test_a_wrong_name_is_answered_with_the_nearest_right_one() -> None:
    with pytest.raises(DefinitionError) as raised:
        find_bundled("frod")
    issue = raised.value.issues[0]
    assert issue.code == "unknown-bundled"
    assert issue.hint is not None
    assert "ford" in issue.hint.args["names"]  # type: ignore[operator]


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of scenarios of one game, and nothing else bundled."""
    entry = registered()["toy-skirmish"]
    only = GameEntry(entry.ruleset, entry.resources, tmp_path)
    monkeypatch.setattr(library, "registered", lambda: {"toy-skirmish": only, "twin": only})
    return tmp_path


def put(shelf: Path, name: str, text: str) -> None:
    (shelf / name).mkdir()
    (shelf / name / "scenario.yaml").write_text(text)


SCENARIO = "format: redoubt/scenario/1\nid: x\nruleset: toy-skirmish\nmap: m\nsides: [red]\nlast_turn: 1\n"


def test_only_folders_with_a_scenario_count(shelf: Path) -> None:
    put(shelf, "one", SCENARIO)
    put(shelf, "chart", "format: redoubt/charts/1\nid: x\n")
    (shelf / "empty").mkdir()
    (shelf / "note.txt").write_text("not a folder")
    assert set(bundled_scenarios()) == {"one"}
    with pytest.raises(DefinitionError, match="unknown-bundled"):
        find_bundled("chart")
    with pytest.raises(DefinitionError, match="unknown-bundled"):
        find_bundled("empty")


def test_finding_one_scenario_does_not_read_the_others(shelf: Path) -> None:
    put(shelf, "one", SCENARIO)
    put(shelf, "broken", "this: [is not closed")
    assert find_bundled("one").scenario.id == "x"
    with pytest.raises(DefinitionError):
        bundled_scenarios()


def test_a_missing_shelf_is_empty(shelf: Path) -> None:
    shelf.rmdir()
    assert bundled_scenarios() == {}


def test_first_pages_are_read_once_and_again_when_they_change(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file that is opened fills the list of examples."""
    read: list[str] = []
    load = library.load_file
    monkeypatch.setattr(library, "load_file", lambda *given: read.append(given[1]) or load(*given))
    put(shelf, "one", SCENARIO)
    put(shelf, "other", SCENARIO)
    for _ in range(3):
        assert set(bundled_scenarios()) == {"one", "other"}
    assert sorted(read) == ["one/scenario.yaml", "other/scenario.yaml"]
    (shelf / "one" / "scenario.yaml").write_text(SCENARIO + "title: Another\n")
    assert find_bundled("one").scenario.title == "Another"
    assert len(read) == 3
