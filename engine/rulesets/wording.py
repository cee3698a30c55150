"""What the things of a game are called in another language, beside its data and without a copy of it.

`resources/rulesets/<game>/names/<language>/` holds what a person reads in authored documents: `names.yaml` by the
name as it is authored, `cards.yaml` by card, `cases.yaml` by case and `scenarios.yaml` by scenario. What has no
other name is called as its author called it, so a map or an order of battle that someone wrote for himself stays his.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any, Final, TypeVar

from pydantic import BaseModel

from engine.core.words.plurals import ENGLISH
from engine.definitions import strict_yaml
from engine.definitions.cards import Card
from engine.definitions.documents import read_bytes
from engine.definitions.model import FrozenDict
from engine.definitions.scenario import Scenario
from engine.rulesets.brief import Brief
from engine.rulesets.registry import GameEntry, find_game
from engine.rulesets.rules_index import Case, RulesIndex

M = TypeVar("M", bound=BaseModel)

NAMED: Final = frozenset({"name", "title", "date"})
"""The fields of authored documents that a person reads as a name."""
EXPLAINED: Final = "results"
"""The field of a chart that says in sentences what its entries mean."""
_A_WORD = re.compile(r"(?![IVXLC]+$).*[^\W\d_]{3}")
"""What needs another word in another language: not a number, Roman or other, and not a lone letter."""


@dataclass(frozen=True, slots=True)
class Wording:
    """The names of one game in one language."""

    names: Mapping[str, str] = field(default_factory=dict)
    kept: frozenset[str] = frozenset()
    """Names that are the same in both, such as those of people."""
    cards: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    cases: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    scenarios: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def name(self, authored: str) -> str:
        """What something is called that its author called so."""
        return self.names.get(authored, authored)

    def renamed(self, model: M) -> M:
        """A document with every name in it as this language has it; itself where it is the author's."""
        if not self.names:
            return model
        changed = {
            name: self._renamed(name, value)
            for name, value in model
            if isinstance(value, (str, BaseModel, tuple, Mapping))
        }
        different = {name: value for name, value in changed.items() if value is not getattr(model, name)}
        return model.model_copy(update=different) if different else model

    def _renamed(self, name: str, value: object) -> object:
        if isinstance(value, str):
            return self.names.get(value, value) if name in NAMED else value
        if isinstance(value, BaseModel):
            return self.renamed(value)
        if isinstance(value, tuple):
            items = tuple(self.renamed(each) if isinstance(each, BaseModel) else each for each in value)
            return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
        if isinstance(value, Mapping):
            return self._renamed_members(name, value)
        return value

    def _renamed_members(self, name: str, members: Mapping[str, object]) -> Mapping[str, object]:
        said = NAMED if name == EXPLAINED else frozenset()
        new = {key: self._renamed("name" if said else "", value) for key, value in members.items()}
        return FrozenDict(new) if any(new[key] is not members[key] for key in members) else members

    def card(self, card: Card) -> Card:
        """A card with its title and our text."""
        found = self.cards.get(card.id)
        return card.model_copy(update=dict(found)) if found else self.renamed(card)

    def scenario(self, scenario: Scenario) -> Scenario:
        """A scenario with its title, description and whatever it names."""
        found = self.scenarios.get(scenario.id, {})
        return self.renamed(scenario).model_copy(update=dict(found))

    def brief(self, brief: Brief) -> Brief:
        """A brief to read from; the rules are given the authored one."""
        return replace(
            brief,
            scenario=self.scenario(brief.scenario),
            charts=self.renamed(brief.charts),
            types={name: self.renamed(kind) for name, kind in brief.types.items()},
            units={name: self.renamed(unit) for name, unit in brief.units.items()},
            cards={name: self.card(card) for name, card in brief.cards.items()},
            formations={name: self.renamed(formation) for name, formation in brief.formations.items()},
        )

    def index(self, index: RulesIndex) -> RulesIndex:
        """The cases of the rulebook with our summaries."""
        if not self.cases:
            return index
        cases = {number: self._case(number, case) for number, case in index.cases.items()}
        return self.renamed(index).model_copy(update={"cases": FrozenDict(cases)})

    def _case(self, number: str, case: Case) -> Case:
        found = dict(self.cases.get(number, {}))
        if "exceptions" in found:
            found["exceptions"] = FrozenDict({**case.exceptions, **found["exceptions"]})
        return case.model_copy(update=found)


PLAIN: Final = Wording()
"""Everything as its author called it."""


def wording(game: str | None, language: str) -> Wording:
    """The names of a game in a language; those of an unknown one, and English ones, are the authored ones."""
    entry = find_game(game) if game is not None and language != ENGLISH else None
    return _wording(entry, language) if entry is not None else PLAIN


@cache
def _wording(entry: GameEntry, language: str) -> Wording:
    folder = entry.resources / "names" / language
    names = _read(folder / "names.yaml")
    return Wording(
        names={str(key): str(value) for key, value in (names.get("said") or {}).items()},
        kept=frozenset(map(str, names.get("kept") or ())),
        cards=_read(folder / "cards.yaml"),
        cases=_cases(_read(folder / "cases.yaml")),
        scenarios=_read(folder / "scenarios.yaml"),
    )


def _cases(read: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """A case that is one sentence is its summary."""
    return {number: {"summary": found} if isinstance(found, str) else found for number, found in read.items()}


def _read(path: Traversable) -> dict[str, Any]:
    if not path.is_file():
        return {}
    found = strict_yaml.load(read_bytes(path, str(path)), str(path)).data
    return dict(found) if isinstance(found, dict) else {}


def names_in(model: BaseModel) -> Iterator[str]:
    """Every name with a word in it that a document shows to a person."""
    for field_name, value in model:
        yield from _names(field_name, value)


def _names(field_name: str, value: object) -> Iterator[str]:
    if isinstance(value, str):
        if field_name in NAMED and _A_WORD.match(value):
            yield value
    elif isinstance(value, BaseModel):
        yield from names_in(value)
    elif isinstance(value, tuple):
        for each in value:
            if isinstance(each, BaseModel):
                yield from names_in(each)
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _names("name" if field_name == EXPLAINED else "", each)
