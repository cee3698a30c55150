"""Which games there are.

A game is found by its folder: the package `engine/rulesets/red_star_rising` is the game `red-star-rising`, its charts
lie in `resources/rulesets/red-star-rising`, its scenarios among the folders of `scenarios`. Modules named in
REDOUBT_GAMES are imported first and register further games by the same call, with folders of their own.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import engine.rulesets
from engine.core.messages import message
from engine.core.ruleset import Ruleset
from engine.definitions.issues import DefinitionError, error

PLUGIN_VARIABLE = "REDOUBT_GAMES"


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game that can be played: its rules, the folder of its charts and the folder its scenarios lie in."""

    ruleset: Ruleset
    resources: Traversable
    scenarios: Traversable

    @property
    def id(self) -> str:
        return self.ruleset.id


_entries: dict[str, GameEntry] = {}


def register(ruleset: Ruleset, *, resources: Traversable, scenarios: Traversable) -> GameEntry:
    """Make a game known. Registering the same one again changes nothing; two games may not share an id."""
    entry = GameEntry(ruleset, resources, scenarios)
    known = _entries.setdefault(ruleset.id, entry)
    if type(known.ruleset) is not type(ruleset):
        raise ValueError(f"two games are called {ruleset.id}: {type(known.ruleset)} and {type(ruleset)}")
    return known


def registered() -> dict[str, GameEntry]:
    """Every game by its id, in the order of ids."""
    _discover()
    return dict(sorted(_entries.items()))


def find_game(id: str) -> GameEntry | None:
    """The game of an id."""
    _discover()
    return _entries.get(id)


@cache
def _discover() -> None:
    for name in filter(None, (part.strip() for part in os.environ.get(PLUGIN_VARIABLE, "").split(","))):
        _import_named(name)
    for found in pkgutil.iter_modules(engine.rulesets.__path__):
        if found.ispkg:
            package = importlib.import_module(f"engine.rulesets.{found.name}")
            id = found.name.replace("_", "-")  # noqa: A001 - the word of the rules
            ruleset: Ruleset = package.RULESET
            if ruleset.id != id:
                raise ValueError(f"the package {found.name} holds the game {ruleset.id}")
            register(ruleset, resources=files("resources") / "rulesets" / id, scenarios=files("scenarios"))


def _import_named(name: str) -> None:
    """Import a module that somebody named; that it is not there is their slip, what goes wrong inside it is not."""
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as bad:
        if bad.name is None or not f"{name}.".startswith(f"{bad.name}."):
            raise
        raise DefinitionError([error(message("issue.no-such-module", name=name, variable=PLUGIN_VARIABLE))]) from None
