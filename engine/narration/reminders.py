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
from engine.core.menu import Offer
from engine.core.messages import Message, message
from engine.core.records import Action
from engine.core.state import State
from engine.narration.seen_game import SeenGame
from engine.narration.still_possible import still_possible

UNITS = "units"
"""Whoever has a step to take; a unit that can be taken in hand and go nowhere is not missed."""


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
    found = list(_not_begun(table))
    moving: set[UnitId] = set()
    for offer in table.menu.offers:
        name = UNITS if offer.action is StepTo else offer.action.kind
        if offer.action is Done or f"undone.{name}" not in table.catalogue:
            continue
        touches = offer.action.touches()
        if touches["unit"]:
            units = _by_unit(offer)
            gone: Set[str] = left
            if name == UNITS:
                moving.update(units)
                gone = {*left, *acted_units(table)}
            units = {unit: ways for unit, ways in units.items() if unit not in gone}
            count = still_possible(units, offer.quota)
            if count:
                found.append(Undone(_said(name, offer, count), units=tuple(units)))
        elif touches["location"]:
            places = _by_place(offer)
            count = still_possible(places, offer.quota)
            if count:
                found.append(Undone(_said(name, offer, count), places=tuple(places)))
    if found and moving:
        cut_off = tuple(unit for unit in out_of_supply(table) if unit in moving)
        if cut_off:
            found.append(Undone(message("undone.supply", count=len(cut_off)), units=cut_off))
    return tuple(found)


def _by_unit(offer: Offer[Action]) -> dict[UnitId, list[Action]]:
    """What is listed, by the unit that does it: the first that an action names."""
    found: dict[UnitId, list[Action]] = {}
    for action in offer.actions():
        found.setdefault(action.units()[0], []).append(action)
    return found


def _by_place(offer: Offer[Action]) -> dict[Location, list[Action]]:
    found: dict[Location, list[Action]] = {}
    for action in offer.actions():
        for at in action.locations():
            found.setdefault(at, []).append(action)
    return found


def _said(name: str, offer: Offer[Action], count: int) -> Message:
    """What can still be done, by the name of what the rules count where these are not units or places."""
    counted = offer.quota.counts if offer.quota is not None else ""
    return Message(f"undone.{counted or name}", {"count": count})


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
