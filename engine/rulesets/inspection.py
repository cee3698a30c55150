"""Looking a whole project over: maps, references, charts, and whether each scenario can be begun at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine.core.board import Board
from engine.core.boards.board_parts import UnknownLocation
from engine.core.game import Game, Transition
from engine.core.messages import message
from engine.core.refusals import GameFault
from engine.definitions.checks import Gazetteer, RulesetData, check_project
from engine.definitions.documents import Loaded
from engine.definitions.issues import DefinitionError, Issue, error, has_errors, in_reading_order, warning
from engine.definitions.maps.compile_map import compile_map
from engine.definitions.maps.map_model import MapModel
from engine.definitions.maps.map_text import plan_of_loaded
from engine.definitions.project import Project
from engine.definitions.scenario import Scenario
from engine.rulesets.assembly import brief_of_checked, charts_of, game_of, lexicon_of, palette_of
from engine.rulesets.brief import Brief
from engine.rulesets.deployment import places_in
from engine.rulesets.doubts import doubts
from engine.rulesets.laying_out import number_of, set_up_state, setup_faults
from engine.rulesets.registry import GameEntry, find_game, registered
from engine.rulesets.stock import board_for, stocked


@dataclass(frozen=True, slots=True)
class Assembled:
    """A scenario put together, which is the greater part of looking it over."""

    brief: Brief
    game: Game


@dataclass(frozen=True, slots=True)
class ProjectInspection:
    """Every finding of every check, in reading order, and each scenario that can be begun, ready for that."""

    issues: tuple[Issue, ...]
    scenarios: Mapping[str, Assembled]
    starts: Mapping[str, Transition]
    """How each of these begins with the seed that was asked for."""


def inspect(project: Project) -> tuple[Issue, ...]:
    """Every finding of every check, in reading order."""
    return look_over(project).issues


def look_over(project: Project) -> ProjectInspection:
    """Make every check. Scenarios are begun only when nothing else stands in the way."""
    return _look_over(project, 1, _doubtful)


def made_ready(project: Project, seed: int) -> ProjectInspection:
    """Make the checks that can keep a scenario from being played, and begin each with a seed.

    Whoever wants to play does not wait for what a designer should merely know.
    """
    return _look_over(project, seed, lambda *_: ())


_Further: TypeAlias = Callable[[Project, Loaded[Scenario], Brief, Game], Iterable[Issue]]
"""What more there is to say of a scenario that can be begun."""


def _look_over(project: Project, seed: int, further: _Further) -> ProjectInspection:
    """Each map is laid out once, and each scenario put together and begun once, also for whoever goes on to play it."""
    issues: list[Issue] = []
    boards: dict[str, Board] = {}
    laid_for: dict[str, GameEntry | None] = {}
    assembled: dict[str, Assembled] = {}
    starts: dict[str, Transition] = {}
    for name, loaded in project.loaded(MapModel).items():
        laid_for[name] = _game_of_map(loaded.document)
        try:
            board, found = _board_of(loaded, laid_for[name])
        except DefinitionError as bad:
            board, found = None, list(bad.issues)
        issues += found
        if board is not None:
            boards[name] = board
    issues += check_project(stocked(project), _KnownGames(), lambda name: _gazetteer(boards.get(name)))
    if not has_errors(issues):
        for name, scenario in project.loaded(Scenario).items():
            document = scenario.document
            is_laid = laid_for.get(document.map) is find_game(document.ruleset)
            try:
                brief = brief_of_checked(project, scenario, boards.get(document.map) if is_laid else None)
                game = game_of(brief)
                start = game.new(seed)
                issues += further(project, scenario, brief, game)
                assembled[name], starts[name] = Assembled(brief, game), start
            except DefinitionError as bad:
                issues += bad.issues
            except (GameFault, LookupError) as bad:
                issues.append(error(message("issue.cannot-begin", id=name, problem=str(bad)), scenario.where()))
            except Exception as bad:  # whatever the rules stumble over is a finding and not the end of the looking
                problem = f"{type(bad).__name__}: {bad}"
                issues.append(error(message("issue.cannot-begin", id=name, problem=problem), scenario.where()))
    return ProjectInspection(in_reading_order(issues), assembled, starts)


def _game_of_map(model: MapModel) -> GameEntry | None:
    return find_game(model.palette) if model.palette is not None else None


def _board_of(loaded: Loaded[MapModel], entry: GameEntry | None) -> tuple[Board | None, list[Issue]]:
    """The board of a map and what is wrong with its plan; none with errors. Raises DefinitionError.

    A sound plan that was laid out before, for the designer or for another game, is not laid out again.
    """
    game = entry.id if entry is not None else ""
    if game in loaded.boards:
        return loaded.boards[game], []
    plan, found = plan_of_loaded(loaded)
    if has_errors(found):
        return None, found
    board = board_for(entry, plan) if entry is not None else compile_map(plan)
    if plan is loaded.plan:
        loaded.boards[game] = board
    return board, found


class _KnownGames(Mapping[str, RulesetData]):
    """The data of every game there is; what no document names is not read from its files."""

    def __getitem__(self, id: str) -> RulesetData:
        entry = registered()[id]
        return RulesetData(palette_of(entry), charts_of(entry), tuple(entry.ruleset.options), lexicon_of(entry))

    def __contains__(self, id: object) -> bool:
        return id in registered()

    def __iter__(self) -> Iterator[str]:
        return iter(registered())

    def __len__(self) -> int:
        return len(registered())


def _doubtful(project: Project, scenario: Loaded[Scenario], brief: Brief, game: Game) -> Iterator[Issue]:
    """What a designer may mean, and should know."""
    yield from _misplaced(scenario, brief, game)
    yield from _outside(scenario, brief)
    yield from doubts(project, scenario, brief, game, set_up_state(game))


def _misplaced(scenario: Loaded[Scenario], brief: Brief, game: Game) -> Iterator[Issue]:
    """Units that begin where the rules would not let them stand: a designer may mean it."""
    for fault in setup_faults(game):
        number = number_of(scenario.document, fault)
        where = scenario.where(("setup", number)) if number is not None else scenario.where()
        said = message("issue.misplaced", place=brief.board.label(fault.at), why=fault.refusal.message)
        yield warning(said, where, message("issue.misplaced-case", rule=fault.refusal.rule))


def _outside(scenario: Loaded[Scenario], brief: Brief) -> Iterator[Issue]:
    """Units that are left to their owners and stand outside their areas, so that they could not be put back."""
    for number, placed in enumerate(scenario.document.setup):
        if placed.area is not None and brief.board.at(placed.at) not in places_in(brief.board, placed.area):
            said = message("issue.outside-area", unit=placed.unit, place=placed.at)
            yield warning(said, scenario.where(("setup", number, "area")))


def _gazetteer(board: Board | None) -> Gazetteer | None:
    if board is None:
        return None

    def suggestions(text: str) -> tuple[str, ...]:
        try:
            board.at(text)
        except UnknownLocation as unknown:
            return unknown.suggestions
        return ()

    return Gazetteer(find=board.find, suggestions=suggestions, regions=frozenset(board.regions))
