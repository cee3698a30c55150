"""What could still be done in a phase: what a person may have forgotten, in words, with where to find it.

It is read off the menu by kinds of action. A kind that is worth a reminder has a template `undone.<kind>`, shared or of
the game; what has none, such as breaking units down, is never missed. No Qt is imported here.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Set
from dataclasses import dataclass

from engine.core.actions import Done, PickUnit, StepTo
from engine.core.answers import SupplyAnswer
from engine.core.boards.board_parts import PlaceKind
from engine.core.ids import Location, UnitId
from engine.core.messages import Message, message
from engine.core.records import Action
from engine.core.state import State
from engine.narration.seen_game import SeenGame

UNITS = "units"
"""Moving is one thing to remember, and so is taking a unit in hand where it is for moving."""


@dataclass(frozen=True, slots=True)
class Undone:
    """One thing that could be done, and the units or places it is about."""

    said: Message
    units: tuple[UnitId, ...] = ()
    places: tuple[Location, ...] = ()


def phase_key(state: State) -> Hashable:
    """Which phase of which turn it is."""
    return state.turn, state.side, state.frames[0] if state.frames else None


def decided_in_phase(table: SeenGame) -> Iterator[Action]:
    """What was decided since the phase began, the latest first.

    Of a long game that was taken up in the middle of a phase, since then: nobody waits for it to be played again.
    """
    session = table.session
    recent, since, phase = session.recent, session.recalled_from, phase_key(session.state)
    for number in range(len(recent) - 1, -1, -1):
        if phase_key(session.state_after(since + number)) != phase:
            return
        yield recent[number].action


def acted_units(table: SeenGame) -> frozenset[UnitId]:
    """The units that did something since the phase began."""
    acted = (action for action in decided_in_phase(table) if not isinstance(action, PickUnit))
    return frozenset(unit for action in acted for unit in action.units())


def left_undone(table: SeenGame, left: Set[str] = frozenset()) -> tuple[Undone, ...]:
    """What the menu still holds, but for the units a person has said to leave; nothing where nothing is left."""
    units: dict[str, dict[UnitId, None]] = {}
    places: dict[str, dict[Location, None]] = {}
    moves = any(offer.action is StepTo and offer.any() for offer in table.menu.offers)
    for offer in table.menu.offers:
        if offer.action is PickUnit and not moves:
            continue
        name = UNITS if offer.action in (StepTo, PickUnit) else offer.action.kind
        if offer.action is Done or f"undone.{name}" not in table.catalogue:
            continue
        by_unit = bool(offer.action.touches()["unit"])
        for action in offer.actions():
            if by_unit:
                units.setdefault(name, {}).update(dict.fromkeys(action.units()))
            else:
                places.setdefault(name, {}).update(dict.fromkeys(action.locations()))
    gone = {*left, *(acted_units(table) if UNITS in units else ())}
    found = list(_not_begun(table))
    for name, some in units.items():
        waiting = tuple(unit for unit in some if unit not in (gone if name == UNITS else left))
        if waiting:
            found.append(Undone(Message(f"undone.{name}", {"count": len(waiting)}), units=waiting))
    for name, where in places.items():
        if where:
            found.append(Undone(Message(f"undone.{name}", {"count": len(where)}), places=tuple(where)))
    if found and UNITS in units:
        cut_off = out_of_supply(table)
        if cut_off:
            found.append(Undone(message("undone.supply", count=len(cut_off)), units=cut_off))
    return tuple(found)


def _not_begun(table: SeenGame) -> Iterator[Undone]:
    """What is done nowhere on the map, such as sharing out points, and was not even begun."""
    for offer in table.menu.offers:
        touches, key = offer.action.touches(), f"undone.{offer.action.kind}"
        if touches["unit"] or touches["location"] or key not in table.catalogue or not offer.any():
            continue
        if not any(isinstance(action, offer.action) for action in decided_in_phase(table)):
            yield Undone(Message(key))


def out_of_supply(table: SeenGame) -> tuple[UnitId, ...]:
    """The units on the map of the side to decide that no line of supply reaches.

    Some units need none: their state of supply is one that others have along a line.
    """
    view, board, side = table.view, table.board, table.menu.side
    good, without = set(), []
    for unit in view.every_unit():
        if unit.side == side and board.kinds[unit.at] is not PlaceKind.BOX:
            answer = table.ask("supply", unit=unit.id)
            if isinstance(answer, SupplyAnswer):
                if answer.path:
                    good.add(answer.state)
                else:
                    without.append((unit.id, answer.state))
    return tuple(unit for unit, state in without if state not in good)
