"""A scenario with everything it names, gathered for reading: what panels show and commands start from.

It is a look at the documents of an open file at one moment. What a ruleset lends (its counters, its cards) is there
beside what the file holds itself, and `is_lent` tells them apart: only the file's own can be changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TypeVar

from editor.model.documents_change import Documents, Name
from engine.core.messages import message
from engine.definitions.cards import Card, Cards
from engine.definitions.charts.charts import Charts
from engine.definitions.charts.overrides import override
from engine.definitions.counters import Counters, CounterType
from engine.definitions.issues import DefinitionError, error
from engine.definitions.maps.map_places import Places
from engine.definitions.model import Document
from engine.definitions.oob import Formation, OrderOfBattle, UnitEntry
from engine.definitions.palette import Palette
from engine.definitions.plan import MapPlan
from engine.definitions.scenario import Placement, Scenario, ScheduleEntry, ScheduleKind
from engine.narration.language import named, wording_of
from engine.rulesets.assembly import charts_of, palette_of
from engine.rulesets.registry import GameEntry, find_game
from engine.rulesets.stock import stock_of

D = TypeVar("D", bound=Document)


class Design:
    """One scenario as it is now. Where a name is used twice the first counts; the checks report the second."""

    def __init__(self, documents: Documents, scenario: Scenario, plan: MapPlan, places: Places | None = None) -> None:
        self.documents = documents
        self.scenario = scenario
        self.plan = plan
        self._places = places

    def with_documents(self, documents: Documents) -> Design:
        """The same scenario among documents that have changed."""
        return design_of(documents, self.scenario.id, self.plan, self._places)

    @property
    def id(self) -> str:
        return self.scenario.id

    @cached_property
    def places(self) -> Places:
        """The places of the map by name."""
        return self._places or Places(self.plan)

    # The ruleset

    @cached_property
    def game(self) -> GameEntry | None:
        """The game it is a scenario of, if that is installed."""
        return find_game(self.scenario.ruleset)

    @cached_property
    def printed_charts(self) -> Charts:
        """The charts as the ruleset has them."""
        return charts_of(self.game) if self.game is not None else Charts(id=self.scenario.ruleset)

    @cached_property
    def charts(self) -> Charts:
        """The charts as this scenario plays them; as printed where its changes do not fit."""
        try:
            return override(self.printed_charts, self.scenario.charts)
        except DefinitionError:
            return self.printed_charts

    @cached_property
    def palette(self) -> Palette:
        """The nations, markers and terrain of the ruleset, or the file's own of that name."""
        own = self.documents.get(("palette", self.scenario.ruleset))
        if isinstance(own, Palette):
            return own
        return (
            named(palette_of(self.game), self.game.id)
            if self.game is not None
            else Palette.model_construct(id=self.scenario.ruleset)
        )

    @cached_property
    def boxes(self) -> Mapping[str, str]:
        """Boxes that the rules lay beside any map, with their titles."""
        return self.game.ruleset.boxes if self.game is not None else {}

    @cached_property
    def marker_kinds(self) -> Mapping[str, str]:
        """The markers that may lie on the map, by id with their names."""
        return {swatch.id: swatch.name for swatch in self.palette.markers}

    def region_title(self, id: str) -> str:
        """What a region of the map is called on the screen."""
        return self.called(self.plan.regions[id].title or id)

    def called(self, name: str) -> str:
        """A name of the game's own in the language that is spoken; any other is its author's."""
        return wording_of(self.scenario.ruleset).name(name)

    def name_at(self, key: str) -> str:
        """What a place is called: the name of a space, or of the first thing with a name in a hex."""
        space = self.plan.spaces.get(key)
        features = (each.name for each in self.plan.features.values() if each.at == key and each.name)
        name = space.name if space is not None else next(features, "")
        return self.called(name)

    def has_place(self, text: str) -> bool:
        """Whether a text names a place of the map or a box of the rules."""
        return text in self.boxes or self.places.key(text) is not None

    # Documents

    @cached_property
    def _lent(self) -> dict[Name, Document]:
        stock = stock_of(self.game) if self.game is not None else ()
        return {(loaded.document.KIND, loaded.document.id): loaded.document for loaded in stock}

    def document(self, model: type[D], name: str) -> D | None:
        """A document by its id: the file's own, or one the ruleset lends."""
        key = (model.KIND, name)
        found = self.documents.get(key) or self._lent.get(key)
        return found if isinstance(found, model) else None

    def is_lent(self, kind: str, name: str) -> bool:
        """Whether a document is the ruleset's and not the file's."""
        return (kind, name) not in self.documents and (kind, name) in self._lent

    def lent(self, model: type[D]) -> tuple[str, ...]:
        """The ids of what the ruleset lends of a kind."""
        return tuple(name for kind, name in self._lent if kind == model.KIND)

    def _named(self, model: type[D], names: tuple[str, ...]) -> dict[str, D]:
        found = {name: self.document(model, name) for name in dict.fromkeys(names)}
        return {name: document for name, document in found.items() if document is not None}

    @cached_property
    def sheets(self) -> dict[str, Counters]:
        """The counter sheets it uses, by id."""
        return self._named(Counters, self.scenario.counters)

    @cached_property
    def armies(self) -> dict[str, OrderOfBattle]:
        """The orders of battle it uses, by id."""
        return self._named(OrderOfBattle, self.scenario.oob)

    # What is in them

    @cached_property
    def type_homes(self) -> dict[str, str]:
        """The sheet of each counter type."""
        return _homes({name: [each.id for each in sheet.types] for name, sheet in self.sheets.items()})

    @cached_property
    def types(self) -> dict[str, CounterType]:
        return _first(each for sheet in self.sheets.values() for each in sheet.types)

    @cached_property
    def unit_homes(self) -> dict[str, str]:
        """The order of battle of each unit."""
        return _homes({name: [each.id for each in army.units] for name, army in self.armies.items()})

    @cached_property
    def units(self) -> dict[str, UnitEntry]:
        return _first(each for army in self.armies.values() for each in army.units)

    @cached_property
    def formation_homes(self) -> dict[str, str]:
        """The order of battle of each formation."""
        return _homes({name: [each.id for each in army.formations] for name, army in self.armies.items()})

    @cached_property
    def formations(self) -> dict[str, Formation]:
        return _first(each for army in self.armies.values() for each in army.formations)

    @cached_property
    def cards(self) -> dict[str, Card]:
        named = self._named(Cards, self.scenario.cards)
        return _first(card for cards in named.values() for card in cards.cards)

    @cached_property
    def placements(self) -> dict[str, Placement]:
        """Where each unit begins."""
        found: dict[str, Placement] = {}
        for placed in self.scenario.setup:
            found.setdefault(placed.unit, placed)
        return found

    @cached_property
    def arrival_entries(self) -> dict[str, ScheduleEntry]:
        """How each unit of the schedule arrives, for the first time."""
        found: dict[str, ScheduleEntry] = {}
        for entry in self.scenario.schedule:
            if entry.kind is ScheduleKind.ARRIVAL:
                found.setdefault(entry.unit, entry)
        return found

    @cached_property
    def arrivals(self) -> dict[str, int]:
        """The turn on which each unit of the schedule first arrives."""
        return {unit: entry.turn for unit, entry in self.arrival_entries.items()}

    def type_of(self, unit: str) -> CounterType | None:
        """The counter type of a unit."""
        entry = self.units.get(unit)
        return None if entry is None else self.types.get(entry.type)

    def side_of(self, unit: str) -> str:
        """The side a unit fights for, which its counter says; empty where it does not."""
        kind = self.type_of(unit)
        return (kind.side or "") if kind is not None else ""


def design_of(documents: Documents, scenario: str, plan: MapPlan, places: Places | None = None) -> Design:
    """The scenario of an id; raises DefinitionError when there is none."""
    found = documents.get(("scenario", scenario))
    if not isinstance(found, Scenario):
        raise DefinitionError([error(message("issue.unknown-scenario", id=scenario))])
    return Design(documents, found, plan, places)


T = TypeVar("T", CounterType, UnitEntry, Formation, Card)


def _first(items: Iterable[T]) -> dict[str, T]:
    found: dict[str, T] = {}
    for item in items:
        found.setdefault(item.id, item)
    return found


def _homes(ids: Mapping[str, list[str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for home, names in ids.items():
        for name in names:
            found.setdefault(name, home)
    return found
