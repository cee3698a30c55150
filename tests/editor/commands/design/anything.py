"""Every command of the designer with arguments made up from a seed, for tests of what all of them have in common.

The cases lie in the modules `cases_*` beside this one, each a mapping `CASES` from a name to a function that makes a
change from a `Chance`. A command without a case fails a test.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeVar

import tests.editor.commands.design as here
from editor.commands.design.scenarios import new_scenario
from editor.model.design.design import Design, design_of
from editor.model.documents_change import Documents, DocumentsChange
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.plan import MapPlan
from engine.definitions.scenario import Scenario
from engine.rulesets.library import find_bundled
from engine.storage.contents import Contents
from tests.helpers.plans import small_plan

T = TypeVar("T")
Case = Callable[["Chance"], DocumentsChange]


class Chance:
    """Arguments from a seed; where the scenario has nothing to choose from, the command is refused."""

    def __init__(self, seed: int, design: Design) -> None:
        self.random = random.Random(seed)
        self.design = design

    def one(self, things: Sequence[T]) -> T:
        if not things:
            raise CannotEdit(message("design.cannot.no-map"))
        return self.random.choice(things)

    def some(self, things: Sequence[T], most: int = 4) -> list[T]:
        """One thing or several."""
        if not things:
            raise CannotEdit(message("design.cannot.no-map"))
        return self.random.sample(list(things), self.random.randint(1, min(most, len(things))))

    def unit(self) -> str:
        return self.one(list(self.design.units))

    def units(self, most: int = 4) -> list[str]:
        return self.some(list(self.design.units), most)

    def type(self) -> str:
        return self.one(list(self.design.types))

    def formation(self) -> str:
        return self.one(list(self.design.formations))

    def side(self) -> str:
        return self.one(self.design.scenario.sides)

    def place(self) -> str:
        return self.one(list(self.design.places.names()))

    def name(self) -> str:
        return self.one(("Guards", "1st Army", "Ärmee", "Reserve", "II", "x"))

    def number(self, least: int, most: int) -> int:
        return self.random.randint(least, most)


@cache
def _ford() -> Contents:
    return Contents.of_project(find_bundled("ford").load())


@cache
def _blank() -> Contents:
    """A scenario of a game that lends its counters and cards, with a number of its own in the charts."""
    contents = Contents().add(replace(small_plan(cols=6, rows=5), palette="red-star-rising"))
    made = new_scenario(
        contents.documents, title="Blank", ruleset="red-star-rising", map_id="ford", first_turn=1, last_turn=4
    )
    documents = made.applied(contents.documents)
    own = {
        name: each.replace(charts={"parameters": {"leader_range": 4}})
        for name, each in documents.items()
        if isinstance(each, Scenario)
    }
    return Contents(contents.maps, {**documents, **own})


def furnished(seed: int) -> Design:
    """A scenario to start from: one with everything, or one that is still empty."""
    contents = _ford() if seed % 3 else _blank()
    plan: MapPlan = next(iter(contents.maps.values()))
    scenario = next(name for kind, name in contents.documents if kind == "scenario")
    return design_of(dict(contents.documents), scenario, plan)


def again(design: Design, documents: Documents) -> Design | None:
    """The same scenario after a change; None when it is gone."""
    if ("scenario", design.id) not in documents:
        return None
    return design_of(documents, design.id, design.plan, design.places)


@cache
def cases() -> Mapping[str, Case]:
    """Every case by its name."""
    found: dict[str, Case] = {}
    for module in pkgutil.iter_modules(here.__path__):
        if module.name.startswith("cases_"):
            found |= importlib.import_module(f"{here.__name__}.{module.name}").CASES
    return found


def made(name: str, seed: int, design: Design) -> DocumentsChange | None:
    """What a command would do; None when it refuses."""
    try:
        return cases()[name](Chance(seed, design))
    except CannotEdit:
        return None
