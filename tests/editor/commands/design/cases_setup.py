"""Where units begin, who holds what, what lies on the map, and what is worth winning."""

from __future__ import annotations

from functools import partial

from editor.commands.design import control, markers, setup, victory
from editor.model.design.steps import Step, in_turn
from editor.model.documents_change import DocumentsChange
from engine.core.messages import message
from engine.definitions.scenario import Area, Within
from tests.editor.commands.design.anything import Case, Chance


def _key(chance: Chance) -> str:
    key = chance.design.places.key(chance.place())
    assert key is not None
    return key


def _keys(chance: Chance) -> list[str]:
    return [_key(chance) for _ in range(chance.number(1, 5))]


def _placed(chance: Chance) -> list[str]:
    return chance.some(list(chance.design.placements))


def _details(chance: Chance) -> DocumentsChange:
    values = {"spent": chance.one((None, 3, 4))}
    marks = chance.one(([], ["moved"], ["moved", "fought"]))
    return setup.set_details(chance.design, _placed(chance), step=chance.one((None, 0)), marks=marks, values=values)


def _below(chance: Chance) -> DocumentsChange:
    other = chance.one(list(chance.design.placements))
    return setup.place_units(chance.design, [chance.unit()], chance.design.placements[other].at, below=other)


def _area(chance: Chance) -> DocumentsChange:
    near = Area(within=Within(place=chance.place(), hexes=chance.number(0, 3)))
    some = Area(any_of=tuple(chance.place() for _ in range(3)))
    return setup.set_area(chance.design, _placed(chance), chance.one((near, some, None)))


def _in_stack(chance: Chance) -> DocumentsChange:
    units, at, step = chance.some(list(chance.design.units), 3), chance.place(), chance.one((-1, 1))
    if len(units) < 2:
        units = list(chance.design.units)[:2]
    steps: list[Step] = [
        lambda design: setup.place_units(design, units, at),
        lambda design: setup.move_in_stack(design, units[-1], step),
        lambda design: setup.move_in_stack(design, units[0], step),
    ]
    return in_turn(chance.design, steps, message("design.do.move-in-stack"))


def _option(chance: Chance) -> DocumentsChange:
    game = chance.design.game
    assert game is not None
    name = chance.one(list(game.ruleset.options))
    value = game.ruleset.options[name]
    other = not value if isinstance(value, bool) else chance.number(0, 9) if isinstance(value, int) else "other"
    return victory.set_option(chance.design, name, other)


def _condition(chance: Chance) -> DocumentsChange:
    places = list(dict.fromkeys(chance.place() for _ in range(3)))
    return victory.add_condition(
        chance.design, side=chance.side(), hold=places, any=1, score_from=chance.one((None, 3)), name=chance.name()
    )


def _then(chance: Chance, step: Step) -> DocumentsChange:
    """A command on a scenario that has a condition, which two more steps see to."""
    first = partial(victory.add_condition, side=chance.side(), hold=[chance.place()])
    second = partial(victory.add_condition, side=chance.side(), score_to=2)
    return in_turn(chance.design, [first, second, step], message("design.do.edit-condition"))


CASES: dict[str, Case] = {
    "place-units": lambda c: setup.place_units(c.design, c.units(), c.place()),
    "place-below": _below,
    "unplace-units": lambda c: setup.unplace_units(c.design, _placed(c)),
    "move-in-stack": _in_stack,
    "set-details": _details,
    "set-area": _area,
    "paint-control": lambda c: control.paint_control(c.design, c.one(("", c.side())), _keys(c)),
    "paint-region": lambda c: control.paint_region(c.design, c.one(("", c.side())), c.one(list(c.design.plan.regions))),
    "put-markers": lambda c: markers.put_markers(
        c.design, c.one(list(c.design.marker_kinds)), _keys(c), c.number(0, 3)
    ),
    "put-objectives": lambda c: victory.put_objectives(
        c.design, _keys(c), value=c.number(1, 9), side=c.one((None, c.side()))
    ),
    "remove-objectives": lambda c: victory.remove_objectives(
        c.design, [c.design.places.key(each.at) or each.at for each in c.design.scenario.objectives]
    ),
    "edit-objective": lambda c: victory.edit_objective(c.design, 0, value=c.number(1, 99), name=c.name()),
    "add-condition": _condition,
    "edit-condition": lambda c: _then(c, partial(victory.edit_condition, number=0, name=c.name(), sudden=True)),
    "remove-condition": lambda c: _then(c, partial(victory.remove_condition, number=0)),
    "set-otherwise": lambda c: victory.set_otherwise(c.design, c.one((None, c.side()))),
    "set-option": _option,
}
