"""From documents to a game: find the ruleset, compile the map, apply the overrides, hand over the brief."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import TypeVar

from engine.core.board import Board
from engine.core.game import Game
from engine.core.messages import Message, message
from engine.core.state import Scalar
from engine.core.words.lexicon import Lexicon
from engine.definitions.cards import Card
from engine.definitions.charts.charts import Charts
from engine.definitions.charts.overrides import override
from engine.definitions.checks.context import Context, RulesetData, Scene
from engine.definitions.checks.vocabulary import words_of
from engine.definitions.counters import CounterType
from engine.definitions.documents import Loaded, load_file
from engine.definitions.issues import DefinitionError, Issue, Path, error
from engine.definitions.maps.map_model import MapModel
from engine.definitions.maps.map_text import plan_of_loaded
from engine.definitions.model import Document, Values, shown
from engine.definitions.oob import Formation, UnitEntry
from engine.definitions.palette import Palette
from engine.definitions.plan import MapPlan
from engine.definitions.project import Project
from engine.definitions.scenario import Scenario
from engine.definitions.suggest import did_you_mean
from engine.rulesets.brief import Brief, scalars
from engine.rulesets.lexicons import with_charted
from engine.rulesets.library import find_bundled
from engine.rulesets.registry import GameEntry, find_game, registered
from engine.rulesets.scenario_victory import ScenarioVerdict
from engine.rulesets.stock import board_for, stocked

D = TypeVar("D", bound=Document)


def game_entry(id: str, where: Loaded[Document] | None = None, path: tuple[str | int, ...] = ("ruleset",)) -> GameEntry:
    """The game a document names, or an issue at that place."""
    entry = find_game(id)
    if entry is None:
        said = message("issue.unknown-game", id=id)
        hint = did_you_mean(id, list(registered()))
        raise DefinitionError([error(said, where.where(path), hint) if where else error(said, hint=hint)])
    return entry


@cache
def charts_of(entry: GameEntry) -> Charts:
    """The charts of a ruleset as its authors wrote them."""
    return _resource(entry, "charts.yaml", Charts)


@cache
def palette_of(entry: GameEntry) -> Palette:
    """What the maps of a ruleset are painted with."""
    return _resource(entry, "palette.yaml", Palette)


@cache
def lexicon_of(entry: GameEntry) -> Lexicon:
    """Every word of a game that a person may type."""
    return with_charted(entry.ruleset.lexicon, charts_of(entry))


def _resource(entry: GameEntry, name: str, model: type[D]) -> D:
    path = entry.resources / name
    if not path.is_file():
        return model(id=entry.id)
    loaded = load_file(path, f"{entry.id}/{name}")
    if not isinstance(loaded.document, model):
        raise DefinitionError([error(message("issue.other-kind", kind=model.KIND), loaded.where(("format",)))])
    return loaded.document


def plan_for(project: Project, map_id: str) -> MapPlan:
    """The plan of a map of a project; raises DefinitionError with all that is wrong with it."""
    maps = project.loaded(MapModel)
    if map_id not in maps:
        hint = did_you_mean(map_id, list(maps))
        raise DefinitionError([error(message("issue.unknown-map", id=map_id), hint=hint)])
    plan, issues = plan_of_loaded(maps[map_id])
    _raise(issues)
    return plan.copy()


def pick_scenario(project: Project, id: str | None = None) -> Loaded[Scenario]:
    """The scenario of an id, or the only one there is."""
    found = project.loaded(Scenario)
    if id is None and len(found) == 1:
        return next(iter(found.values()))
    if id is None:
        problem: Message = (
            message("issue.which-scenario", names=tuple(sorted(found))) if found else message("issue.no-scenario")
        )
        raise DefinitionError([error(problem)])
    if id not in found:
        raise DefinitionError([error(message("issue.unknown-scenario", id=id), hint=did_you_mean(id, list(found)))])
    return found[id]


def brief_for(project: Project, scenario: Loaded[Scenario], board: Board | None = None) -> Brief:
    """Everything a scenario names, gathered; `board` is that of its map, where somebody has it already."""
    entry = game_entry(scenario.document.ruleset, scenario)
    data = RulesetData(lexicon=lexicon_of(entry))
    return brief_of_checked(
        project, scenario, board, words_of(Scene(Context(stocked(project), {entry.id: data}), scenario))
    )


def brief_of_checked(
    project: Project, scenario: Loaded[Scenario], board: Board | None = None, words: Iterable[Issue] = ()
) -> Brief:
    """The same of a scenario whose words have been looked at; `words` are those that nobody knows."""
    document = scenario.document
    entry = game_entry(document.ruleset, scenario)
    project = stocked(project)
    issues: list[Issue] = []
    types: dict[str, CounterType] = {}
    units: dict[str, UnitEntry] = {}
    formations: dict[str, Formation] = {}
    for number, sheet in enumerate(document.counters):
        if sheet in project.counters:
            types |= {each.id: each for each in project.counters[sheet].types}
        else:
            issues.append(_unknown(scenario, "counters", sheet, ("counters", number), project.counters))
    for number, oob in enumerate(document.oob):
        if oob in project.oobs:
            units |= {each.id: each for each in project.oobs[oob].units}
            formations |= {each.id: each for each in project.oobs[oob].formations}
        else:
            issues.append(_unknown(scenario, "oob", oob, ("oob", number), project.oobs))
    cards: dict[str, Card] = {}
    for number, deck in enumerate(document.cards):
        if deck in project.cards:
            cards |= {each.id: each for each in project.cards[deck].cards}
        else:
            issues.append(_unknown(scenario, "cards", deck, ("cards", number), project.cards))
    if document.map not in project.maps:
        issues.append(_unknown(scenario, "map", document.map, ("map",), project.maps))
    issues += _fractions(scenario)
    issues += words
    _raise(issues)
    if board is None:
        board = board_for(entry, plan_for(project, document.map))
    charts = override(charts_of(entry), document.charts, scenario.origin)
    return Brief(document, board, charts, types, units, cards, formations)


@cache
def bundled_brief(name: str) -> Brief:
    """The brief of a bundled scenario, gathered once: hundreds of positions may stand on the same map."""
    project = find_bundled(name).load()
    return brief_for(project, pick_scenario(project))


def assemble(project: Project, scenario: str | None = None, options: Mapping[str, Scalar] | None = None) -> Game:
    """The game of a scenario, ready to be played; options stand above those the scenario sets."""
    picked = pick_scenario(project, scenario)
    return game_of(brief_for(project, picked), options)


def game_of(brief: Brief, options: Mapping[str, Scalar] | None = None) -> Game:
    """The game of a brief."""
    ruleset = game_entry(brief.scenario.ruleset).ruleset
    chosen = {**ruleset.options, **scalars(brief.scenario.options), **(options or {})}
    verdict = ScenarioVerdict.of(brief)
    return Game(ruleset, brief.board, ruleset.materials(brief), MappingProxyType(chosen), verdict)


def with_options(game: Game, options: Mapping[str, Scalar]) -> Game:
    """The same game with other optional rules; what was worked out from the map serves both."""
    chosen = {**game.options, **options}
    if chosen == dict(game.options):
        return game
    return Game(game.ruleset, game.board, game.materials, chosen, game.verdict)


def _fractions(scenario: Loaded[Scenario]) -> Iterator[Issue]:
    """A state holds whole numbers, words, and yes or no; what the scenario puts into it must be such."""
    document = scenario.document
    places: list[tuple[Path, Values]] = [(("options",), document.options), (("values",), document.values)]
    places += [(("setup", number, "values"), placed.values) for number, placed in enumerate(document.setup)]
    for path, values in places:
        for name, value in values.items():
            if isinstance(value, float):
                said = message("issue.fraction", name=name, found=shown(value))
                yield error(said, scenario.where((*path, name)))


def _unknown(
    scenario: Loaded[Scenario], kind: str, id: str, path: tuple[str | int, ...], known: Mapping[str, object]
) -> Issue:
    said = message("issue.unknown-document", kind=kind, id=id)
    return error(said, scenario.where(path), did_you_mean(id, list(known)))


def _raise(issues: list[Issue]) -> None:
    if any(issue.is_error for issue in issues):
        raise DefinitionError(issues)
