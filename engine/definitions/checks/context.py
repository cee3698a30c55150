"""What a check may look at: the project, the data of the rulesets it names, and the places on its maps.

Maps are reached through a `Gazetteer`, two functions over names, so that checks need no board. A `Scene` is a
scenario with the documents it names gathered up by id; what it names in vain is simply not there, and one
check says so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar

from engine.core.words.lexicon import Lexicon
from engine.definitions.cards import Card, Cards
from engine.definitions.charts.charts import Charts
from engine.definitions.charts.overrides import override
from engine.definitions.counters import Counters, CounterType
from engine.definitions.documents import Loaded
from engine.definitions.issues import DefinitionError, Path, Where
from engine.definitions.model import Document, Model
from engine.definitions.oob import Formation, OrderOfBattle, UnitEntry
from engine.definitions.palette import Palette
from engine.definitions.project import Project
from engine.definitions.scenario import Placement, Scenario, ScheduleEntry, ScheduleKind

D = TypeVar("D", bound=Document)
I_co = TypeVar("I_co", bound=Model, covariant=True)


def _no_suggestions(_: str) -> Iterable[str]:
    return ()


@dataclass(frozen=True)
class Gazetteer:
    """The names of the places of one map, by label, key or alias."""

    find: Callable[[str], object | None]
    suggestions: Callable[[str], Iterable[str]] = _no_suggestions
    regions: Collection[str] | None = None
    """None when the regions are not known."""


@dataclass(frozen=True)
class RulesetData:
    """What a ruleset says about the documents written for it; None where it says nothing."""

    palette: Palette | None = None
    charts: Charts | None = None
    options: Collection[str] | None = None
    lexicon: Lexicon | None = None


@dataclass(frozen=True)
class DocumentPart(Generic[I_co]):
    """An item of a document and the way to it."""

    item: I_co
    holder: Loaded[Document]
    path: Path

    def where(self, *further: str | int) -> Where:
        return self.holder.where((*self.path, *further))


@dataclass(frozen=True)
class Context:
    """Everything a check may read. `rulesets` is None when it is not known which there are."""

    project: Project
    rulesets: Mapping[str, RulesetData] | None = None
    gazetteer: Callable[[str], Gazetteer | None] = field(default=lambda _: None)

    @cached_property
    def scenes(self) -> tuple[Scene, ...]:
        return tuple(Scene(self, scenario) for scenario in self.project.loaded(Scenario).values())

    def parts(self, model: type[D], items: Callable[[D], Iterable[I_co]], name: str) -> Iterator[DocumentPart[I_co]]:
        """The items of a list of every document of a model."""
        for loaded in self.project.loaded(model).values():
            yield from _parts(loaded, items(loaded.document), name)


def _parts(loaded: Loaded[Document], items: Iterable[I_co], name: str) -> Iterator[DocumentPart[I_co]]:
    for index, item in enumerate(items):
        yield DocumentPart(item, loaded, (name, index))


@dataclass(frozen=True)
class Scene:
    """A scenario and what it is made of."""

    context: Context
    loaded: Loaded[Scenario]

    @property
    def scenario(self) -> Scenario:
        return self.loaded.document

    def where(self, *path: str | int) -> Where:
        return self.loaded.where(path)

    @cached_property
    def ruleset(self) -> RulesetData:
        return (self.context.rulesets or {}).get(self.scenario.ruleset, RulesetData())

    @cached_property
    def places(self) -> Gazetteer | None:
        return self.context.gazetteer(self.scenario.map)

    @cached_property
    def charts(self) -> Charts | None:
        """The charts as this scenario plays them; None when there are none or the patch does not fit."""
        if self.ruleset.charts is None:
            return None
        try:
            return override(self.ruleset.charts, self.scenario.charts, self.loaded.origin)
        except DefinitionError:
            return None

    def _named(self, model: type[D], names: Iterable[str]) -> list[Loaded[D]]:
        documents = self.context.project.loaded(model)
        return [documents[name] for name in dict.fromkeys(names) if name in documents]

    @cached_property
    def all_types(self) -> tuple[DocumentPart[CounterType], ...]:
        named = self._named(Counters, self.scenario.counters)
        return tuple(part for loaded in named for part in _parts(loaded, loaded.document.types, "types"))

    @cached_property
    def all_units(self) -> tuple[DocumentPart[UnitEntry], ...]:
        named = self._named(OrderOfBattle, self.scenario.oob)
        return tuple(part for loaded in named for part in _parts(loaded, loaded.document.units, "units"))

    @cached_property
    def all_formations(self) -> tuple[DocumentPart[Formation], ...]:
        named = self._named(OrderOfBattle, self.scenario.oob)
        return tuple(part for loaded in named for part in _parts(loaded, loaded.document.formations, "formations"))

    @cached_property
    def all_cards(self) -> tuple[DocumentPart[Card], ...]:
        named = self._named(Cards, self.scenario.cards)
        return tuple(part for loaded in named for part in _parts(loaded, loaded.document.cards, "cards"))

    @cached_property
    def types(self) -> dict[str, CounterType]:
        return {part.item.id: part.item for part in reversed(self.all_types)}

    @cached_property
    def units(self) -> dict[str, UnitEntry]:
        return {part.item.id: part.item for part in reversed(self.all_units)}

    def setup(self) -> Iterator[tuple[int, Placement]]:
        return enumerate(self.scenario.setup)

    def schedule(self, kind: ScheduleKind | None = None) -> Iterator[tuple[int, ScheduleEntry]]:
        for index, entry in enumerate(self.scenario.schedule):
            if kind is None or entry.kind is kind:
                yield index, entry

    @cached_property
    def used_units(self) -> frozenset[str]:
        """The units that are set up or arrive."""
        arrivals = (entry.unit for _, entry in self.schedule(ScheduleKind.ARRIVAL))
        return frozenset([*(placement.unit for placement in self.scenario.setup), *arrivals])

    def type_of(self, unit: str) -> CounterType | None:
        """The counter type of a unit of the order of battle."""
        entry = self.units.get(unit)
        return None if entry is None else self.types.get(entry.type)
