"""Setting up a position: from its text to a game and a state.

A position borrows what it does not bring: with a scenario it has that scenario's map, counters, units, cards and
charts; with a map of its own it needs nothing else but counter types. Whatever is wrong is an issue with its line.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.core.belonging import FirstQuestion, questions_passed_over
from engine.core.board import Board
from engine.core.boards.board_parts import UnknownLocation
from engine.core.dice import Given
from engine.core.draft import Draft
from engine.core.game import Game, Transition
from engine.core.messages import message
from engine.core.records import Action, Moment
from engine.core.refusals import IllegalAction, MalformedData
from engine.core.state import State, evolve
from engine.definitions import faults
from engine.definitions.charts.overrides import override
from engine.definitions.documents import Loaded
from engine.definitions.folders import load_folder
from engine.definitions.issues import DefinitionError, Issue, Where, error, has_errors
from engine.definitions.issues import Path as DataPath
from engine.definitions.maps.map_model import MapModel
from engine.definitions.maps.map_text import plan_of
from engine.definitions.model import shown
from engine.definitions.oob import UnitEntry
from engine.definitions.position import GivenChance, Position, Setup
from engine.definitions.project import Project
from engine.definitions.scenario import Scenario
from engine.definitions.strict_yaml import unlocated
from engine.rulesets.assembly import brief_for, bundled_brief, charts_of, game_entry, game_of, pick_scenario
from engine.rulesets.brief import Brief, scalars
from engine.rulesets.stock import board_for, stock_of
from engine.session.arrangement import Arrangement
from engine.session.complaints import check_whole, problem, refuse
from engine.session.position_words import check_chance, check_words, enemies_together

LAST_TURN = 10_000
"""A position without a scenario goes on for as long as anybody likes."""

_OF_THE_GAME = (
    "game", "scenario", "map", "types", "cards", "schedule", "objectives", "charts", "options", "setup", "last_turn",
)  # fmt: skip
"""What a position says of the game itself rather than of how it stands."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A position that stands: the game it is of, the state, and where its text came from."""

    game: Game
    state: State
    source: Loaded[Position]
    passed: tuple[Moment, ...] = ()
    """The phases that began on the way here and were over at once, because nobody was asked."""
    warnings: tuple[Issue, ...] = ()
    """What is probably a slip, and may be meant."""
    named: tuple[FirstQuestion, ...] = ()
    """What the phase that the position names would have asked, where it was one of those: it says what it forbids."""
    last: tuple[State, Action] | None = None
    """The last action that was played, and the state it was played in."""


class Tables:
    """Games that positions are set up on: those that say the same of scenario, map, counters and charts share one."""

    def __init__(self) -> None:
        self._scenarios: dict[Path, Brief] = {}
        self._games: dict[str, tuple[Brief, Game]] = {}

    def of(self, source: Loaded[Position], folder: Path | None) -> tuple[Brief, Game]:
        """The game of a position and what it was made of, made once."""
        key = game_key(source.document, folder)
        made = self._games.get(key)
        brief = _with_own_parts(_borrowed(source, folder, self._scenarios), source) if made is None else made[0]
        check_words(source, brief)
        if made is None:
            _check_options(source)
            made = self._games[key] = brief, game_of(brief, scalars(source.document.options))
        return made

    def __len__(self) -> int:
        return len(self._games)


def game_key(position: Position, folder: Path | None) -> str:
    """Equal for two positions whose games are the same: all that they say besides where things stand."""
    written = position.to_document()
    parts = {name: written[name] for name in _OF_THE_GAME if name in written}
    own = {
        name: (placed.type, placed.name, placed.formation)
        for name, placed in position.units.items()
        if not isinstance(placed, str) and (placed.type or placed.name or placed.formation)
    }
    beside = _beside(position, folder)
    own_folder = str(beside.resolve()) if position.scenario is not None and beside.is_dir() else ""
    return json.dumps([own_folder, parts, own], sort_keys=True)


def set_up(source: Loaded[Position], folder: Path | None = None, tables: Tables | None = None) -> Placed:
    """Set a position up; `folder` is where a scenario named by a path is looked for first.

    With `tables` positions of one game share it.
    """
    position = source.document
    try:
        brief, game = (Tables() if tables is None else tables).of(source, folder)

        begun: list[State] = []

        def arrange(game: Game, draft: Draft) -> None:
            game.ruleset.set_up(game, draft)
            Arrangement(game, brief, draft, source).carry_out()
            begun.append(draft.state)

        opened = game.carry_out(State(seed=position.seed), arrange)
        is_over = position.phase is not None and bool(opened.passed)
        named = questions_passed_over(game, begun[0]) if is_over else ()
    except DefinitionError:
        raise
    except Exception as bad:
        raise _fault(bad, source.where()) from bad
    noted = tuple(enemies_together(source, game, opened.state))
    return after_play(Placed(game, opened.state, source, opened.passed, noted, named), position.play, ("play",))


def after_play(placed: Placed, actions: object, path: DataPath) -> Placed:
    """The position after some actions, each of which must be allowed; `path` is where they stand in its text."""
    source, state, passed = placed.source, placed.state, placed.passed
    if not isinstance(actions, (list, tuple)):
        wanted = message("issue.expected.actions")
        refuse(source, message("issue.wrong-type", expected=wanted, found=shown(actions)), path)
    last = placed.last
    for number, data in enumerate(actions):
        action, played = _played(placed.game, state, data, source.where((*path, number)))
        last = (state, action)
        state, passed = played.state, (*passed, *played.passed)
    return replace(placed, state=state, passed=passed, named=() if actions else placed.named, last=last)


def with_chance(placed: Placed, data: object, path: DataPath) -> Placed:
    """The position with chance laid down anew."""
    if not isinstance(data, dict):
        wanted = message("issue.expected.mapping")
        refuse(placed.source, message("issue.wrong-type", expected=wanted, found=shown(data)), path)
    located = placed.source.origin or unlocated(data)
    given = faults.read(GivenChance, located, path, data)
    check_chance(placed.source, given, path)
    return replace(placed, state=evolve(placed.state, given=Given(given.dice, given.draws, given.results)))


def _borrowed(source: Loaded[Position], folder: Path | None, known: dict[Path, Brief]) -> Brief:
    """What the scenario lends or, where there is none, what the ruleset alone has."""
    position = source.document
    entry = game_entry(position.game, source, ("game",))
    if position.scenario is None:
        if position.map is None:
            refuse(source, message("issue.position-nowhere"), ())
        scenario = Scenario(
            id=position.id,
            ruleset=position.game,
            map=position.id,
            sides=tuple(entry.ruleset.sides),
            last_turn=LAST_TURN,
        )
        project = Project(stock_of(entry))
        types = {each.id: each for sheet in project.counters.values() for each in sheet.types}
        cards = {each.id: each for deck in project.cards.values() for each in deck.cards}
        return Brief(scenario, _board(source), charts_of(entry), types, {}, cards)
    beside = _beside(position, folder)
    try:
        if beside.is_dir():
            brief = known.get(beside.resolve()) or known.setdefault(beside.resolve(), _of_folder(beside))
        else:
            brief = bundled_brief(position.scenario)
    except DefinitionError as bad:
        where = source.where(("scenario",))
        raise DefinitionError([found if found.where.file else _moved(found, where) for found in bad.issues]) from None
    if brief.scenario.ruleset != position.game:
        said = message("issue.scenario-of-other-game", id=brief.scenario.id, game=brief.scenario.ruleset)
        refuse(source, said, ("scenario",))
    return brief


def _beside(position: Position, folder: Path | None) -> Path:
    """Where a scenario of the position's own would lie."""
    return (folder or Path()) / (position.scenario or "")


def _of_folder(folder: Path) -> Brief:
    project = load_folder(folder)
    return brief_for(project, pick_scenario(project))


def _with_own_parts(brief: Brief, source: Loaded[Position]) -> Brief:
    """A position's own map takes everything with it that names a place of the scenario's."""
    position, scenario = source.document, brief.scenario
    own_map = position.map is not None
    if own_map or position.setup is Setup.EMPTY:
        scenario = scenario.replace(setup=(), control=(), markers=())
    if own_map or position.schedule:
        scenario = scenario.replace(schedule=position.schedule)
    if own_map or position.objectives:
        scenario = scenario.replace(objectives=position.objectives)
    if position.last_turn is not None:
        scenario = scenario.replace(last_turn=max(position.last_turn, scenario.first_turn))
    whole = replace(
        brief,
        scenario=scenario,
        board=_board(source) if own_map else brief.board,
        charts=override(brief.charts, position.charts, source.origin),
        units={**brief.units, **_own_units(position, brief)},
        types={**brief.types, **{each.id: each for each in position.types}},
        cards={**brief.cards, **{each.id: each for each in position.cards}},
    )
    _check_names(whole, source)
    return whole


def _own_units(position: Position, brief: Brief) -> dict[str, UnitEntry]:
    """The units whose type, name or formation the position gives, as an order of battle would list them."""
    found: dict[str, UnitEntry] = {}
    for name, placed in position.units.items():
        listed = brief.units.get(name)
        if isinstance(placed, str) or (placed.type or (listed and listed.type)) is None:
            continue
        if listed is not None and placed.type in (None, listed.type):
            given = {"name": placed.name, "formation": placed.formation}
            changes = {key: value for key, value in given.items() if value is not None}
            found[name] = listed.replace(**changes) if changes else listed
        else:
            assert placed.type is not None
            found[name] = UnitEntry(id=name, type=placed.type, name=placed.name, formation=placed.formation)
    return found


def _check_names(brief: Brief, source: Loaded[Position]) -> None:
    """The places, units and sides that the position's own schedule and objectives name."""
    position = source.document
    for number, entry in enumerate(position.schedule):
        if entry.unit not in brief.units:
            path: DataPath = ("schedule", number, "unit")
            refuse(source, message("issue.unknown-unit", id=entry.unit), path, entry.unit, brief.units)
        if entry.at is not None:
            _check_place(brief.board, entry.at, source, ("schedule", number, "at"))
    for number, objective in enumerate(position.objectives):
        _check_place(brief.board, objective.at, source, ("objectives", number, "at"))
        if objective.side is not None and objective.side not in brief.scenario.sides:
            path = ("objectives", number, "side")
            refuse(source, message("issue.unknown-side", id=objective.side), path, objective.side, brief.scenario.sides)


def _check_place(board: Board, label: str, source: Loaded[Position], path: DataPath) -> None:
    try:
        board.at(label)
    except UnknownLocation as bad:
        refuse(source, bad.message, path)


def _check_options(source: Loaded[Position]) -> None:
    position = source.document
    known = game_entry(position.game).ruleset.options
    for name in position.options:
        if name not in known:
            refuse(source, message("issue.unknown-option", id=name), ("options", name), name, known)
    check_whole(source, position.options, ("options",))


def _board(source: Loaded[Position]) -> Board:
    assert source.document.map is not None
    data = {"id": source.document.id, "title": source.document.id, **source.document.map}
    located = source.origin or unlocated({"map": data})
    model = faults.read(MapModel, located, ("map",), data)
    plan, issues = plan_of(model, lambda path: located.where(("map", *path)))
    if has_errors(issues):
        raise DefinitionError(issues)
    return board_for(game_entry(source.document.game), plan)


def _played(game: Game, state: State, data: Mapping[str, Any], where: Where) -> tuple[Action, Transition]:
    try:
        action = game.codec.action_from_json(data)
        return action, game.apply(state, action)
    except MalformedData as bad:
        raise DefinitionError([error(message("issue.bad-action", problem=bad.said), where)]) from None
    except IllegalAction as bad:
        said = message("issue.refused-action", rule=bad.refusal.rule, reason=bad.refusal.message)
        raise DefinitionError([error(said, where)]) from None
    except Exception as bad:
        raise _fault(bad, where) from bad


def _fault(bad: Exception, where: Where) -> DefinitionError:
    return DefinitionError([error(message("issue.position-fault", problem=problem(bad)), where)])


def _moved(found: Issue, where: Where) -> Issue:
    return replace(found, where=where)
