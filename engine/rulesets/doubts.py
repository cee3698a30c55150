"""What a designer should know of a scenario that can be begun: who starves, what nobody can reach or score.

All of it is a warning, because a designer may mean it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.core.answers import SupplyAnswer
from engine.core.board import Board
from engine.core.boards.board_parts import PlaceKind
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.state import State
from engine.core.terms import Number, total
from engine.definitions.charts.terrain_chart import PROHIBITED, TerrainChart
from engine.definitions.counters import Counters
from engine.definitions.documents import Loaded
from engine.definitions.issues import Issue, warning
from engine.definitions.project import Project
from engine.definitions.scenario import Scenario
from engine.definitions.suggest import did_you_mean
from engine.rulesets.brief import Brief
from engine.rulesets.registry import find_game
from engine.rulesets.stock import stock_of

_OWNER = "side"
"""What things on a map call the side that they are for."""


def doubts(project: Project, scenario: Loaded[Scenario], brief: Brief, game: Game, state: State) -> Iterator[Issue]:
    """Everything doubtful about a scenario as it is laid out."""
    yield from _hungry(scenario, game, state)
    yield from _out_of_reach(scenario, brief, state)
    yield from _marks_out_of_reach(scenario, brief, game, state)
    yield from _unused_types(project, scenario, brief)
    yield from _sides_on_the_map(scenario, brief)


def _hungry(scenario: Loaded[Scenario], game: Game, state: State) -> Iterator[Issue]:
    """Sides without a source of supply, or else units that begin without supply."""
    asks, well = game.ruleset.questions.get("supply"), game.ruleset.well_supplied
    if asks is None:
        return
    lacking: dict[Side, list[str]] = {}
    fed: Counter[Side] = Counter()
    for unit in state.every_unit():
        if game.board.kinds[unit.at] is PlaceKind.BOX:
            continue
        answer = asks(game, state, {"unit": unit.id})
        if not isinstance(answer, SupplyAnswer) or (answer.state in well and answer.source is None):
            continue
        if answer.state in well:
            fed[unit.side] += 1
        else:
            lacking.setdefault(unit.side, []).append(unit.id)
    numbers = {placed.unit: number for number, placed in enumerate(scenario.document.setup)}
    for side, units in lacking.items():
        if not fed[side]:
            where = scenario.where(("setup", numbers[units[0]])) if units[0] in numbers else scenario.where(("setup",))
            yield warning(message("issue.no-supply-source", side=side, count=len(units)), where)
            continue
        for hungry in units:
            path = ("setup", numbers[hungry]) if hungry in numbers else ("setup",)
            yield warning(message("issue.begins-unsupplied", unit=hungry), scenario.where(path))


def _out_of_reach(scenario: Loaded[Scenario], brief: Brief, state: State) -> Iterator[Issue]:
    """Objectives that nobody could walk to from where anybody begins or comes in, whatever it cost."""
    board = brief.board
    named = (entry.at for entry in scenario.document.schedule if entry.at is not None)
    starts = {unit.at for unit in state.every_unit()} | {board.at(label) for label in named}
    near = _walked(board, brief.charts.terrain, {at for at in starts if board.kinds[at] is not PlaceKind.BOX})
    if not near:
        return
    for number, objective in enumerate(scenario.document.objectives):
        if board.at(objective.at) not in near:
            said = message("issue.unreachable-objective", place=objective.name or objective.at)
            yield warning(said, scenario.where(("objectives", number)))
    for number, condition in enumerate(scenario.document.victory):
        for index, label in enumerate(condition.hold):
            if board.at(label) not in near:
                said = message("issue.unreachable-objective", place=label)
                yield warning(said, scenario.where(("victory", number, "hold", index)))


def _walked(board: Board, chart: TerrainChart, starts: set[Location]) -> set[Location]:
    """Every place that some movement class can get to; where a chart says nothing of a terrain it is open."""
    open_classes = {name: _open_to(row.cost) for name, row in chart.rows.items()}
    barred_sides = {name for name, row in chart.sides.items() if not _open_to(row.cost)}
    found, ahead = set(starts), list(starts)
    while ahead:
        at = ahead.pop()
        for target, edge in board.links[at]:
            place = Location(target)
            if place in found or board.kinds[place] is PlaceKind.BOX:
                continue
            if not open_classes.get(board.terrains[place], True):
                continue
            if any(side.kind in barred_sides for side in board.side_features(edge)):
                continue
            found.add(place)
            ahead.append(place)
    return found


def _open_to(costs: Mapping[str, object]) -> bool:
    return not costs or any(cost != PROHIBITED for cost in costs.values())


def _told(score: Number) -> int | float:
    return int(score) if score == int(score) else float(score)


def _marks_out_of_reach(scenario: Loaded[Scenario], brief: Brief, game: Game, state: State) -> Iterator[Issue]:
    """Points that decide and that no score can come to."""
    reach = game.ruleset.score_range(game, state)
    if reach is None:
        return
    least, most = min(reach[0], total(game.ruleset.score(game, state))), reach[1]
    for name in game.ruleset.scoring.marks:
        parameter = brief.charts.parameters.get(name)
        for key, value in parameter.value.items() if parameter and isinstance(parameter.value, Mapping) else ():
            if isinstance(value, int) and value > most and not scenario.document.victory:
                said = message("issue.threshold-out-of-reach", name=str(key), value=value, most=_told(most))
                yield warning(said, scenario.where(("charts", "parameters", name, str(key))))
    for number, condition in enumerate(scenario.document.victory):
        wanted, ceiling = condition.score_from, condition.score_to
        if wanted is not None and wanted > most:
            said = message("issue.score-out-of-reach", value=wanted, least=_told(least), most=_told(most))
            yield warning(said, scenario.where(("victory", number, "score_from")))
        if ceiling is not None and ceiling < least:
            said = message("issue.score-out-of-reach", value=ceiling, least=_told(least), most=_told(most))
            yield warning(said, scenario.where(("victory", number, "score_to")))


def _unused_types(project: Project, scenario: Loaded[Scenario], brief: Brief) -> Iterator[Issue]:
    """Counter types of the file's own that no unit is of; those that its game lends may lie about."""
    entry = find_game(scenario.document.ruleset)
    sheets = [loaded.document for loaded in stock_of(entry)] if entry is not None else []
    lent = {each.id for sheet in sheets if isinstance(sheet, Counters) for each in sheet.types}
    used = {unit.type for unit in brief.units.values()}
    for name in scenario.document.counters:
        loaded = project.find(Counters.KIND, name)
        if loaded is None or not isinstance(loaded.document, Counters):
            continue
        for number, kind in enumerate(loaded.document.types):
            if kind.id not in used and kind.id not in lent:
                yield warning(message("issue.unused-type", name=kind.name), loaded.where(("types", number)))


def _sides_on_the_map(scenario: Loaded[Scenario], brief: Brief) -> Iterator[Issue]:
    """Things on the map that are said to be a side's, where no side is called so."""
    board, sides = brief.board, scenario.document.sides
    for at in board.locations():
        for feature in board.features(at):
            said = feature.attributes.get(_OWNER)
            if said is not None and said not in sides:
                found = message("issue.side-on-the-map", id=str(said), place=board.label(at))
                yield warning(found, scenario.where(("map",)), did_you_mean(str(said), sides))
