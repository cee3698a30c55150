"""Why a unit cannot get to a place far away: how far it would come on its way there, and what stops it then.

"Not next to it" is true of every far place and helps nobody. The nearest place within reach is looked for, the unit is
walked there on a state that nobody sees, and the rules are asked why it does not go on: what the step would cost
against what is left, the zone, the ground, the stack. Where nobody is to march now, that is what is said. No game is
known here.
"""

from __future__ import annotations

from engine.core.actions import StepTo
from engine.core.answers import ReachAnswer
from engine.core.belonging import OTHER_PHASE
from engine.core.board import Board
from engine.core.ids import Location, UnitId
from engine.core.messages import Argument, message
from engine.core.refusals import IllegalAction, Refusal
from engine.core.state import State
from engine.narration.explanations import number
from engine.narration.menu_choices import meant_at, why_not
from engine.narration.seen_game import SeenGame
from engine.session.barriers import barrier_between

_Ways = dict[Location, tuple[Location, ...]]


def why_not_there(table: SeenGame, location: Location, unit: UnitId | None) -> Refusal | None:
    """What forbids bringing a unit to a place: the reason on the way there, or else what the menu says of the place."""
    said = why_not(table, location, unit)
    if said is None or unit is None:
        return said
    start = table.view.units[unit].at
    if location == start or table.board.edge_between(start, location) is not None:
        return said
    if table.menu.asks_for(StepTo):
        return _on_the_way(table, location, unit, start) or said
    is_march = isinstance(meant_at(table.menu, location, unit), StepTo)
    return (_at_another_time(table, unit, start) if is_march else None) or said


def _at_another_time(table: SeenGame, unit: UnitId, start: Location) -> Refusal | None:
    """That nobody marches now, where the unit could take some step in the phase that marches belong to."""
    for to, _ in table.board.links[start]:
        refusal = table.explain(StepTo(unit, Location(to)))
        if refusal is not None and refusal.message.key == OTHER_PHASE:
            return refusal
    return None


def _on_the_way(table: SeenGame, location: Location, unit: UnitId, start: Location) -> Refusal | None:
    answer = table.ask("reach", unit=unit)
    ways: _Ways = {start: ()}
    costs = {start: ""}
    if isinstance(answer, ReachAnswer):
        for reached in answer.locations:
            ways[reached.at] = tuple(each for each in reached.path if each != start)
            costs[reached.at] = number(reached.cost)
    rest = _rest_of_the_way(table.board, location, ways)
    if rest is None:
        return Refusal("", message("refusal.far.no-way", unit=unit, place=_label(table, location)))
    last, following = rest
    place = _label(table, location)
    left = answer.left if isinstance(answer, ReachAnswer) else None
    if isinstance(answer, ReachAnswer) and left is not None and last != start and costs[last] == number(left):
        spent = message("refusal.far.spent", unit=unit, place=place, last=_label(table, last), left=number(left))
        return Refusal(answer.allowance.terms[0].rule if answer.allowance.terms else "", spent)
    state = _walked(table, unit, ways[last])
    if state is None:
        return None
    stopped = table.game.menu(state).refusal(StepTo(unit, following))
    if stopped is None:
        return Refusal("", message("refusal.far.no-rest", unit=unit, place=place))
    named: dict[str, Argument] = {"place": place, "unit": unit, "reason": stopped.message}
    if last == start:
        return Refusal(stopped.rule, message("refusal.far.at-once", **named))
    here, cost = _label(table, last), costs[last]
    return Refusal(stopped.rule, message("refusal.far.stopped", last=here, cost=cost, **named))


def _label(table: SeenGame, location: Location) -> str:
    return table.names.place(location)


def _rest_of_the_way(board: Board, location: Location, ways: _Ways) -> tuple[Location, Location] | None:
    """The place within reach from which the fewest steps lead there, and the first of them; None without any way."""
    seen, edge = {location}, [location]
    while edge:
        steps = [(before, at) for at in edge for before in _before(board, at)]
        found = [(before, at) for before, at in steps if before in ways]
        if found:
            return min(found, key=lambda step: (len(ways[step[0]]), step))
        edge = list(dict.fromkeys(before for before, _ in steps if before not in seen))
        seen.update(edge)
    return None


def _before(board: Board, at: Location) -> list[Location]:
    """The places from which a step leads here; where one leads only the other way, another neighbour must do."""
    around = dict.fromkeys(Location(target) for target, _ in board.links[at])
    return [each for each in around if board.edge_between(each, at) is not None]


def _walked(table: SeenGame, unit: UnitId, way: tuple[Location, ...]) -> State | None:
    """The state after a unit has gone this way; None where dice, secrets or another's decision lie on it."""
    game, state = table.game, table.session.state
    for each in way:
        try:
            after = game.apply(state, StepTo(unit, each)).state
        except IllegalAction:
            return None
        if barrier_between(game, state, after) is not None or unit not in after.units:
            return None
        state = after
    return state
