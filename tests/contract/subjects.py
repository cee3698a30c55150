"""What the contract suite is run over: every registered game, with each of its bundled scenarios."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from engine.core.game import Game
from engine.core.ids import Side
from engine.core.messages import Catalogue
from engine.core.ruleset import Ruleset
from engine.rulesets.assembly import assemble
from engine.rulesets.library import bundled_scenarios, find_bundled
from engine.rulesets.registry import GameEntry, registered
from engine.rulesets.rules_index import RulesIndex, rules_index
from engine.rulesets.words import catalogue

SPECTATOR = Side("spectator")
"""Somebody who plays neither side and may see only what is public."""


@dataclass(frozen=True, eq=False)
class Subject:
    """A game with one scenario, and what its messages and refusals are held against."""

    scenario: str
    entry: GameEntry
    game: Game
    index: RulesIndex
    words: Catalogue

    def __str__(self) -> str:
        return f"{self.entry.id}/{self.scenario}"

    @property
    def viewers(self) -> tuple[Side, ...]:
        return (*self.game.ruleset.sides, SPECTATOR)


@cache
def subject_names(game: str = "", scenario: str = "") -> tuple[tuple[str, str], ...]:
    """Every game and scenario, or those asked for, as pairs of names."""
    return tuple(
        (known, name)
        for known in registered()
        if game in ("", known)
        for name in bundled_scenarios(known)
        if scenario in ("", name)
    )


@cache
def subject(game: str, scenario: str) -> Subject:
    """A game with one of its scenarios."""
    entry = registered()[game]
    return Subject(scenario, entry, assemble(find_bundled(scenario).load()), rules_index(entry), catalogue(game))


def under(base: Subject, ruleset: Ruleset, kind: type[Game] = Game) -> Subject:
    """The same scenario under other rules."""
    return replace(base, game=kind(ruleset, base.game.board, base.game.materials, base.game.options))
