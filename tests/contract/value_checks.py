"""States are values: whole, unchanged by what follows, written and read without loss, true to their derived facts."""

from __future__ import annotations

import inspect
import json
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

from engine.core.menu import Menu
from engine.core.paths import LinkCosts
from engine.core.state import State, Unit
from engine.core.writing.codec import canonical
from tests.contract.playthrough import Step, require
from tests.contract.subjects import Subject


def check_input_unchanged(subject: Subject, step: Step, rng: Random) -> None:
    """The state an action was applied to is byte for byte what it was."""
    codec = subject.game.codec
    require(codec.dumps(step.before) == step.text, f"{step.action} changed the state it was applied to")
    require(codec.loads(step.text) == step.before, "the state is not equal to itself read back")


def check_round_trips(subject: Subject, step: Step, rng: Random) -> None:
    """State, action and events survive JSON."""
    codec = subject.game.codec
    text = codec.dumps(step.after)
    again = codec.loads(text)
    require(again == step.after and codec.dumps(again) == text, "the state does not survive JSON")
    written = _through_text(codec.action_to_json(step.action))
    require(codec.action_from_json(written) == step.action, f"{step.action} does not survive JSON")
    for event in step.events:
        for seen in (event, *(event.seen_by(side) for side in subject.viewers)):
            written = _through_text(codec.event_to_json(seen))
            require(codec.event_from_json(written) == seen, f"{seen} does not survive JSON")


def _through_text(data: Any) -> Any:
    return json.loads(canonical(data))


def check_facts(subject: Subject, step: Step, rng: Random) -> None:
    """What a state has kept as derived facts is what a state without memory would find."""
    fresh = subject.game.codec.loads(step.text)
    require(tuple(subject.game.menu(fresh)) == step.listed, "a state read back has another menu")
    kept = [
        (source.function, rest, value) for source, known in step.before.facts.items() for rest, value in known.items()
    ]
    for function, rest, value in kept:
        first = next(iter(inspect.signature(function).parameters.values()))
        leading = (fresh,) if first.annotation in (State, "State") else (subject.game, fresh)
        found = function(*leading, *rest)
        require(alike(found, value), f"the fact {function.__qualname__} is stale or was changed: {value}, not {found}")


def alike(one: Any, other: Any) -> bool:
    """Whether two facts say the same, made at different times: prices of steps step by step, records field by field."""
    if isinstance(one, Menu) and isinstance(other, Menu):
        return (tuple(one), one.side, one.prompt, one.rule) == (tuple(other), other.side, other.prompt, other.rule)
    if isinstance(one, LinkCosts) and isinstance(other, LinkCosts):
        return [tuple(steps) for steps in one.steps] == [tuple(steps) for steps in other.steps]
    if "__eq__" not in {name for cls in type(one).__mro__[:-1] for name in vars(cls)}:
        return type(one) is type(other)
    if is_dataclass(one) and type(one) is type(other):
        compared = (each.name for each in fields(one) if each.compare)
        return all(alike(getattr(one, name), getattr(other, name)) for name in compared)
    return bool(one == other)


def check_stacks(subject: Subject, step: Step, rng: Random) -> None:
    """Units, stacks and roster tell the same story, and every unit stands somewhere on the board."""
    state = step.after
    require(state.roster == tuple(sorted(state.units)), "the roster is not the units in order")
    standing = {unit.id: unit.at for unit in state.every_unit()}
    stacked = {unit: place for place, stack in state.stacks.items() for unit in stack}
    require(stacked == standing, "stacks and units contradict each other")
    require(sum(map(len, state.stacks.values())) == len(standing), "a unit is stacked twice")
    require(all(state.stacks.values()), "an empty stack was left behind")
    require(all(0 <= place < subject.game.board.size for place in standing.values()), "a unit stands nowhere")
    require(all(name == unit.id for name, unit in state.units.items()), "a unit is kept under another name")
    cards = [card for pool in state.pools.values() for card in pool]
    before = [card for pool in step.before.pools.values() for card in pool]
    require(sorted(cards) == sorted(before), "cards appeared or went")


def check_events_tell(subject: Subject, step: Step, rng: Random) -> None:
    """A unit that moved, lost a step, came or went is named by an event, and no other change goes by in silence."""
    before, after = step.before, step.after
    told = " ".join(canonical(subject.game.codec.event_to_json(event)) for event in step.events)
    if before.units is not after.units:
        for unit in sorted(set(before.units) | set(after.units)):
            if _standing(before.units.get(unit)) != _standing(after.units.get(unit)):
                require(f'"{unit}"' in told, f"{step.action} changed {unit} and no event says so")
    silent = (
        before.control == after.control
        and before.pools == after.pools
        and before.markers == after.markers
        and before.side_markers == after.side_markers
        and before.sealed == after.sealed
        and before.throws == after.throws
    )
    require(step.events or silent, f"{step.action} changed the game and no event says so")


def _standing(unit: Unit | None) -> tuple[object, ...] | None:
    return None if unit is None else (unit.at, unit.step, unit.type, unit.side)
