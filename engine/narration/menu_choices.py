"""Reading a menu with the eyes of a person at a map: who can act, where a unit's actions lead, what a place offers.

Everything is found by the types of an action's fields; no game and hardly any kind of action is known here. What a
gesture would have meant that the menu does not hold is built as an action, and the menu says why not. No Qt.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields

from engine.core.actions import Advance, Done, PickUnit, Retreat, StepTo, TakeLoss
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.mechanics.attack_declaration import Resolve
from engine.narration.seen_game import SeenGame

Places = dict[Location, tuple[Action, ...]]


def acting_units(menu: Menu) -> frozenset[UnitId]:
    """Every unit that some action of the menu touches; who can step is not asked whether it could overrun as well."""
    found: set[UnitId] = set()
    for offer in menu.offers:
        if offer.action.touches()["unit"]:
            found |= offer.units_beyond(found)
    return frozenset(found)


def obvious(menu: Menu) -> Action | None:
    """What Enter takes: the choice the rules call obvious, or the only one there is."""
    if menu.default is not None:
        return menu.default
    only: Action | None = None
    for action in menu:
        if only is not None:
            return None
        only = action
    return only


def unfit_attack(menu: Menu) -> Refusal | None:
    """What keeps the attack that is put together from being fought as it stands; None where none is."""
    return menu.refusal(Resolve()) if menu.asks_for(Resolve) else None


def must_answer(menu: Menu) -> bool:
    """Whether the question has to be answered, so that a click on a unit is the answer and not a look at it."""
    return not any(offer.action is Done for offer in menu.offers)


def losing_units(menu: Menu) -> frozenset[UnitId]:
    """The units that may take a loss."""
    return frozenset(action.unit for action in menu.of_kind(TakeLoss))


def displaced(menu: Menu) -> dict[UnitId, tuple[Location, ...]]:
    """Where beaten units may go, and where victorious ones may follow; in the order of the menu."""
    found: dict[UnitId, tuple[Location, ...]] = {}
    moves: tuple[Retreat | Advance, ...] = (*menu.of_kind(Retreat), *menu.of_kind(Advance))
    for move in moves:
        found[move.unit] = (*found.get(move.unit, ()), move.to)
    return found


def places_of(menu: Menu, unit: UnitId) -> Places:
    """Where the actions of a unit lead."""
    return _by_place(menu.of_unit(unit))


def in_place(menu: Menu, unit: UnitId) -> tuple[Action, ...]:
    """What a unit can do where it is."""
    return tuple(action for action in menu.of_unit(unit) if not action.locations())


def open_places(menu: Menu) -> Places:
    """What can be done at places without taking a unit first."""
    free = [offer for offer in menu.offers if _is_of_places(offer.action)]
    return _by_place(action for offer in free for action in offer.actions())


def is_aside(menu: Menu, actions: Iterable[Action]) -> bool:
    """Whether what a place offers is a matter beside what is asked: units can act, and nobody has to answer.

    Whoever clicks there may have meant nothing by it. An attack is never aside: who clicks the enemy means it.
    """
    if must_answer(menu) or any(action.units() or action.struck for action in actions):
        return False
    return bool(acting_units(menu))


def placeless(menu: Menu) -> tuple[Action, ...]:
    """What touches neither a unit nor a place nor a card: done, resolve, call off."""
    found: list[Action] = []
    for offer in menu.offers:
        touches = offer.action.touches()
        if not (touches["unit"] or touches["location"] or touches["card"]):
            found += offer.actions()
    return tuple(found)


def at_place(menu: Menu, location: Location, unit: UnitId | None) -> tuple[Action, ...]:
    """What a click on a place means: the actions of the unit in hand there, or else those of the place itself."""
    own = places_of(menu, unit).get(location, ()) if unit is not None else ()
    return own or open_places(menu).get(location, ())


def touching(menu: Menu, units: Iterable[UnitId], location: Location | None) -> tuple[Action, ...]:
    """Every action that touches one of some units, or a place, in the order of the menu."""
    wanted = frozenset(units)
    return tuple(
        action
        for action in menu
        if not wanted.isdisjoint(action.units()) or (location is not None and location in action.locations())
    )


def only_picks(menu: Menu, unit: UnitId) -> Action | None:
    """Taking a unit in hand, where that is all that can be done with it; choosing it on the map is just that."""
    actions = menu.of_unit(unit)
    return actions[0] if len(actions) == 1 and isinstance(actions[0], PickUnit) else None


def step_actions(menu: Menu, unit: UnitId) -> bool:
    """Whether a unit may take a step."""
    return any(isinstance(action, StepTo) for action in menu.of_unit(unit))


def why_not(table: SeenGame, location: Location, unit: UnitId | None) -> Refusal | None:
    """What forbids the action that a click or a drop on a place would have been; None when no action looks like it."""
    meant = meant_at(table.menu, location, unit)
    return table.explain(meant) if meant is not None else None


def meant_at(menu: Menu, location: Location, unit: UnitId | None) -> Action | None:
    """What a click or a drop on a place would have been: what is asked for, or else a march of the unit."""
    for offer in menu.offers:
        meant = _meant(offer.action, location, unit)
        if meant is not None:
            return meant
    return StepTo(unit, location) if unit is not None else None


def _meant(kind: type[Action], location: Location, unit: UnitId | None) -> Action | None:
    """An action of a kind about just this unit and this place, where the kind has room for them and little else.

    What else it may ask is yes or no, such as whether a unit gets off its train there: then yes is meant.
    """
    touches = kind.touches()
    places, units = touches["location"], touches["unit"]
    if len(places) != 1 or (unit is not None and len(units) != 1):
        return None
    given: dict[str, object] = {places[0]: location}
    if unit is not None:
        given[units[0]] = unit
    rest = [each for each in fields(kind) if each.name not in given]
    if any(each.type not in (bool, "bool") for each in rest):
        return None
    return kind(**given, **{each.name: True for each in rest})


def _is_of_places(kind: type[Action]) -> bool:
    touches = kind.touches()
    return bool(touches["location"]) and not touches["unit"]


def _by_place(actions: Iterable[Action]) -> Places:
    found: Places = {}
    for action in actions:
        for location in action.locations():
            found[location] = (*found.get(location, ()), action)
    return found
