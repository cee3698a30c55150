"""A project: documents by kind and id, as a folder of a scenario or an open file holds them.

A project is a value: adding a document gives another project. It is equal to another when their documents
are, wherever they were read from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar, cast

from engine.definitions.cards import Cards
from engine.definitions.charts.charts import Charts
from engine.definitions.counters import Counters
from engine.definitions.documents import KINDS, Loaded
from engine.definitions.game_record import GameRecord
from engine.definitions.maps.map_model import MapModel
from engine.definitions.model import Document
from engine.definitions.oob import OrderOfBattle
from engine.definitions.palette import Palette
from engine.definitions.played import PlayedDocument
from engine.definitions.scenario import Scenario

D = TypeVar("D", bound=Document)


class Project:
    """Documents by kind and id; the later of two with the same name takes the place of the earlier."""

    def __init__(self, documents: Iterable[Document | Loaded[Document]] = ()) -> None:
        self._entries: dict[str, dict[str, Loaded[Document]]] = {kind: {} for kind in KINDS}
        for given in documents:
            entry = given if isinstance(given, Loaded) else Loaded(given)
            self._entries.setdefault(entry.document.KIND, {})[entry.document.id] = entry

    def entries(self) -> Iterator[Loaded[Document]]:
        """Every document with its origin, by kind and in the order they were added."""
        for documents in self._entries.values():
            yield from documents.values()

    def documents(self) -> Iterator[Document]:
        for entry in self.entries():
            yield entry.document

    def find(self, kind: str, name: str) -> Loaded[Document] | None:
        return self._entries.get(kind, {}).get(name)

    def loaded(self, model: type[D]) -> dict[str, Loaded[D]]:
        """The documents of a model by id, with their origins."""
        found: dict[str, Loaded[D]] = {}
        for name, entry in self._entries.get(model.KIND, {}).items():
            if isinstance(entry.document, model):
                found[name] = cast("Loaded[D]", entry)
        return found

    def of(self, model: type[D]) -> Mapping[str, D]:
        """The documents of a model by id."""
        return {name: entry.document for name, entry in self.loaded(model).items()}

    def with_documents(self, *documents: Document | Loaded[Document]) -> Project:
        return Project([*self.entries(), *documents])

    def without(self, kind: str, name: str) -> Project:
        return Project(e for e in self.entries() if (e.document.KIND, e.document.id) != (kind, name))

    @property
    def maps(self) -> Mapping[str, MapModel]:
        return self.of(MapModel)

    @property
    def counters(self) -> Mapping[str, Counters]:
        return self.of(Counters)

    @property
    def oobs(self) -> Mapping[str, OrderOfBattle]:
        return self.of(OrderOfBattle)

    @property
    def cards(self) -> Mapping[str, Cards]:
        return self.of(Cards)

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        return self.of(Scenario)

    @property
    def charts(self) -> Mapping[str, Charts]:
        return self.of(Charts)

    @property
    def palettes(self) -> Mapping[str, Palette]:
        return self.of(Palette)

    @property
    def games(self) -> Mapping[str, GameRecord]:
        return self.of(GameRecord)

    @property
    def played(self) -> Mapping[str, PlayedDocument]:
        return self.of(PlayedDocument)

    def __len__(self) -> int:
        return sum(len(documents) for documents in self._entries.values())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Project):
            return NotImplemented
        return self._plain() == other._plain()

    def __hash__(self) -> int:
        return hash(frozenset((entry.document.KIND, entry.document.id) for entry in self.entries()))

    def _plain(self) -> dict[tuple[str, str], Document]:
        return {(document.KIND, document.id): document for document in self.documents()}
