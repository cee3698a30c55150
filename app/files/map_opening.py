"""Opening anything that holds a map: a .redoubt file, a scenario folder, a YAML map, or an example by its name.

What comes out is what the window and the pictures need, and no more: the plan, the palette to see it through, and
counters where the scenario sets them up. A map whose game is not installed still opens, in the colours of the style.
No Qt is imported here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from app.cli.targets import is_project_file, read_project
from editor.canvas.counters.counter_picture import CounterPicture
from editor.canvas.counters.counter_pictures import pictures_of
from engine.core.messages import message
from engine.definitions.issues import DefinitionError, Where, error
from engine.definitions.palette import Palette
from engine.definitions.plan import MapPlan
from engine.definitions.project import Project
from engine.definitions.scenario import Scenario
from engine.narration.language import catalogue, named, wording_of
from engine.rulesets.assembly import charts_of, palette_of, plan_for
from engine.rulesets.registry import find_game
from engine.storage.contents import Contents
from engine.storage.inspection import inspect


@dataclass(frozen=True, slots=True)
class OpenedScenario:
    """A map to look at, with counters if a scenario sets some up."""

    title: str
    source: str
    """What was opened: a path, or the name of an example."""
    plan: MapPlan
    palette: Palette
    counters: tuple[CounterPicture, ...] = ()
    turn_line: str = ""
    description: str = ""
    choice: str = ""
    """Which of the scenarios or maps of the file this is."""
    choices: Mapping[str, str] | None = None
    """All there are to choose from, by id, with their titles."""
    project: Project = field(default_factory=Project, repr=False, compare=False)
    """Every document that was opened, with the maps as text where they were read from it."""

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        return self.project.scenarios

    def read(self) -> Project:
        """The documents to play from, when no file is open for work."""
        return self.project if self.project.maps else read_project(self.source)


def open_anything(target: str | Path, choice: str | None = None) -> OpenedScenario:
    """Open a target, and of several scenarios the one chosen or the first; raises DefinitionError or FileError."""
    path = Path(target)
    if path.is_file() and is_project_file(path):
        return opened_contents(inspect(path).contents, str(target), choice)
    return opened_project(read_project(target), str(target), choice)


def opened_contents(contents: Contents, source: str, choice: str | None = None) -> OpenedScenario:
    """The same of a file that is open already; the plans are the file's own, and follow what is done to them."""
    return opened_project(Project(contents.documents.values()), source, choice, contents.maps)


def opened_project(
    project: Project, source: str, choice: str | None = None, plans: Mapping[str, MapPlan] | None = None
) -> OpenedScenario:
    """The same of documents of text; maps that are in `plans` are not made from text again."""
    plans = plans or {}
    scenarios = {name: _said(scenario).title or name for name, scenario in in_order(project.scenarios)}
    maps = {name: name for name in sorted({*plans, *project.maps})}
    if scenarios and choice not in maps.keys() - scenarios.keys():
        chosen = choice if choice in scenarios else next(iter(scenarios))
        return _opened(project, plans, source, project.scenarios[chosen], scenarios)
    if not maps:
        raise DefinitionError([error(message("issue.nothing-to-show"), Where(source))])
    chosen = choice if choice in maps else next(iter(maps))
    plan = plans[chosen] if chosen in plans else plan_for(project, chosen)
    title = plan.title or plan.id
    choices = scenarios or maps
    palette = _palette(project, plan.palette)
    return OpenedScenario(title, source, plan, palette, choice=chosen, choices=choices, project=project)


def in_order(scenarios: Mapping[str, Scenario]) -> list[tuple[str, Scenario]]:
    """Scenarios as they are listed: in the order their designer gave them, then by id."""
    return sorted(scenarios.items(), key=lambda found: (found[1].order, found[0]))


def _opened(
    project: Project, plans: Mapping[str, MapPlan], source: str, scenario: Scenario, choices: Mapping[str, str]
) -> OpenedScenario:
    plan = plans[scenario.map] if scenario.map in plans else plan_for(project, scenario.map)
    palette = _palette(project, plan.palette)
    said = _said(scenario)
    return OpenedScenario(
        title=said.title or scenario.id,
        source=source,
        plan=plan,
        palette=palette,
        counters=pictures_of(project, scenario, plan, _palette(project, scenario.ruleset)),
        turn_line=_turn_line(scenario),
        description=said.description,
        choice=scenario.id,
        choices=choices,
        project=project,
    )


def _said(scenario: Scenario) -> Scenario:
    return wording_of(scenario.ruleset).scenario(scenario)


def _palette(project: Project, game: str) -> Palette:
    """The palette of a game, unless the project brings one of its own under that name."""
    own = project.palettes.get(game)
    if own is not None:
        return own
    entry = find_game(game)
    return named(palette_of(entry), entry.id) if entry is not None else Palette.model_construct(id=game)


def _turn_line(scenario: Scenario) -> str:
    """The turn the scenario begins with, and its date where the turn track knows it."""
    return turn_words(scenario.ruleset, scenario.first_turn, scenario.last_turn)


def turn_words(ruleset: str, turn: int, last: int) -> str:
    """A turn of a game and its date, where the turn track of the game knows it."""
    entry = find_game(ruleset)
    for track in named(charts_of(entry), entry.id).tracks.values() if entry is not None else ():
        for box in track.entries:
            date = box.date or box.title
            if box.turn == turn and date:
                return catalogue().text(message("turn.dated", turn=turn, last=last, date=date))
    return catalogue().text(message("turn.of", turn=turn, last=last))
