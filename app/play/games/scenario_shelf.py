"""Every scenario there is to be played: those of what is open, the bundled ones, and those of files opened lately.

Only the first page of a scenario is read until somebody wants to play it. No Qt is imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from app.cli.targets import read_project
from app.play.games.game_setup import sides_of
from engine.definitions.project import Project
from engine.definitions.scenario import Scenario
from engine.narration.language import scenario_title
from engine.rulesets.library import bundled_scenarios
from engine.storage.file_summary import HeldInFile


@dataclass(frozen=True, slots=True)
class Offered:
    """A scenario, where it lies, and a way to read all of it."""

    scenario: Scenario
    source: str
    """What has to be opened first: a path, or the name of an example; nothing where it is open."""
    project: Callable[[], Project]

    @property
    def key(self) -> str:
        """What tells it from the others; one of the open file is told by its id."""
        return f"{self.source}\n{self.scenario.id}" if self.source else self.scenario.id

    @property
    def title(self) -> str:
        """What it is called in the language that is spoken, and in which file it lies if that is a file."""
        title = scenario_title(self.scenario)
        path = Path(self.source)
        return f"{title} ({path.name})" if self.source and path.is_absolute() else title


def of_open(project: Project) -> list[Offered]:
    """The scenarios of what is open, by their titles."""
    found = [Offered(each, "", lambda: project) for each in project.scenarios.values() if sides_of(each.ruleset)]
    return sorted(found, key=lambda each: each.title)


def of_bundle(project: Project) -> Iterator[Offered]:
    """The bundled scenarios, without those that are open as they came."""
    for name, bundled in bundled_scenarios().items():
        if sides_of(bundled.scenario.ruleset) and project.scenarios.get(bundled.scenario.id) != bundled.scenario:
            yield Offered(bundled.scenario, name, bundled.load)


def of_file(path: Path, held: HeldInFile) -> Iterator[Offered]:
    """The scenarios of another file."""
    for scenario in held.scenarios:
        if sides_of(scenario.ruleset):
            yield Offered(scenario, str(path), lambda: read_project(path))
