"""What limits a unit: how far it can still go, whose zones it stands in, what it can do now and what forbids the rest.

Everything is asked of the menu and of the rules. No Qt is imported here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields

from engine.core.actions import StepTo
from engine.core.answers import ReachAnswer, ZoneAnswer
from engine.core.board import PlaceKind
from engine.core.ids import Location, UnitId
from engine.core.messages import message
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.narration.explanations import Explained, Row, explained_unit, number
from engine.narration.seen_game import SeenGame

_MOST_REASONS = 5


def unit_facts(table: SeenGame, unit: str) -> Explained | None:
    """What a unit is worth, how it is supplied, and what limits it."""
    worth = explained_unit(table, unit)
    if worth is None:
        return None
    return Explained(worth.title, (*worth.rows, *limits(table, UnitId(unit))), worth.path)


def limits(table: SeenGame, unit: UnitId) -> Iterator[Row]:
    """What is left of a unit's movement, the zones around it, and what it can and cannot do now."""
    record = table.view.units[unit]
    if table.board.kinds[record.at] is not PlaceKind.BOX:
        yield from _movement(table, unit)
        yield from _zones(table, record.at, record.side)
    if table.menu.side == table.viewer == record.side and not table.is_computers_turn and not table.is_over:
        yield from _abilities(table, unit)


def _movement(table: SeenGame, unit: UnitId) -> Iterator[Row]:
    answer = table.ask("reach", unit=unit)
    if isinstance(answer, ReachAnswer) and answer.left is not None:
        left, allowance = number(answer.left), number(answer.allowance.value)
        rule = answer.allowance.terms[0].rule if answer.allowance.terms else ""
        words = table.say(message("why.movement-of", left=left, allowance=allowance))
        yield Row(table.say(message("why.movement-left")), words, rule, is_heading=True)


def _zones(table: SeenGame, at: Location, side: str) -> Iterator[Row]:
    answer = table.ask("zone", at=table.board.key(at))
    if isinstance(answer, ZoneAnswer):
        for other in answer.sides:
            if other != side:
                yield Row(table.say(message("why.in-zone", side=other)), "", answer.rule, is_heading=True)


def _abilities(table: SeenGame, unit: UnitId) -> Iterator[Row]:
    """The kinds of actions that a unit has now, and what forbids those that it has not."""
    kinds = Counter(action.kind for action in table.menu.of_unit(unit))
    if kinds:
        words = ", ".join(
            table.words.group(kind) + (f" ({count})" if count > 1 else "") for kind, count in kinds.items()
        )
        yield Row(table.say(message("why.can", kinds=words)), is_heading=True)
    reasons = list(dict.fromkeys(_refusals(table, unit, is_able=bool(kinds))))[:_MOST_REASONS]
    if reasons:
        yield Row(table.say(message("why.cannot")), is_heading=True)
        yield from reasons


def _refusals(table: SeenGame, unit: UnitId, *, is_able: bool) -> Iterator[Row]:
    """What forbids a unit to act; of one that is able to do something only where it cannot go."""
    menu, at = table.menu, table.view.units[unit].at
    around = tuple(dict.fromkeys(Location(to) for to, _ in table.board.links[at]))
    for offer in menu.offers:
        if is_able and offer.action is not StepTo:
            continue
        alone = _with(offer.action, unit)
        if alone is not None:
            refusal = table.explain(alone)
            if refusal is not None:
                yield Row(table.say(refusal.message), "", refusal.rule)
        else:
            tried = [_with(offer.action, unit, to) for to in around]
            refused = [table.explain(action) for action in tried if action is not None]
            yield from _grouped(table, refused, every=offer.action is StepTo)


def _with(kind: type[Action], unit: UnitId, to: Location | None = None) -> Action | None:
    """An action about just a unit, or about a unit and a place, where the kind has room for that and nothing else."""
    touches = kind.touches()
    units, places = touches["unit"], touches["location"]
    if len(units) != 1 or len(places) != (0 if to is None else 1) or len(fields(kind)) != len(units) + len(places):
        return None
    given: dict[str, object] = {units[0]: unit}
    if to is not None:
        given[places[0]] = to
    return kind(**given)


def _grouped(table: SeenGame, refused: list[Refusal | None], *, every: bool) -> Iterator[Row]:
    """Refusals of neighbouring places, the same reason once; of other kinds than steps only what holds everywhere.

    Where it names the place or what lies there it is told of the first of them, as an instance.
    """
    groups: dict[tuple[str, str], list[Refusal]] = {}
    for refusal in refused:
        if refusal is not None:
            groups.setdefault((refusal.rule, refusal.message.key), []).append(refusal)
    for found in sorted(groups.values(), key=len, reverse=True):
        said = table.say(found[0].message)
        is_one = all(each.message == found[0].message for each in found)
        is_everywhere = len(found) == len(refused)
        if is_one and is_everywhere:
            yield Row(said, "", found[0].rule)
        elif every or is_everywhere:
            key = "why.neighbours" if is_one else "why.neighbours-such"
            told = message(key, count=len(found), all=len(refused), reason=said)
            yield Row(table.say(told), "", found[0].rule)
