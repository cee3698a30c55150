"""What a file holds, in memory: maps as plans that a brush can change, everything else as documents.

A folder of text holds the same as a `Project`; the two become each other without loss.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.core.messages import Message
from engine.definitions.documents import Loaded
from engine.definitions.issues import DefinitionError, Issue, has_errors
from engine.definitions.maps.map_model import MapModel
from engine.definitions.maps.map_text import plan_of
from engine.definitions.maps.map_writing import model_of
from engine.definitions.model import Document
from engine.definitions.plan import MapPlan
from engine.definitions.project import Project
from engine.storage.coding.document_codec import Name, document_differences, documents_of
from engine.storage.coding.map_decoding import Fetch, maps_of, reading
from engine.storage.coding.map_encoding import map_differences
from engine.storage.deltas import Delta


@dataclass(slots=True)
class Contents:
    """Maps by id, and the other documents by kind and id."""

    maps: dict[str, MapPlan] = field(default_factory=dict)
    documents: dict[Name, Document] = field(default_factory=dict)
    set_aside: dict[str, str | Message] = field(default_factory=dict, compare=False)
    """Saved games that make no sense, and why: they stay in the file, and everything else of it is used."""
    _written: dict[str, Loaded[MapModel]] = field(default_factory=dict, compare=False, repr=False)
    """Maps as they were last written, each with a copy of its plan."""

    def add(self, *documents: Document | MapPlan) -> Contents:
        """Put documents in, in the place of those with the same name."""
        for document in documents:
            if isinstance(document, MapPlan):
                self.maps[document.id] = document
            elif isinstance(document, MapModel):
                self.maps[document.id] = _plan(document)
            else:
                self.documents[document.KIND, document.id] = document
        return self

    def copy(self) -> Contents:
        """The same state, to be changed without changing this one."""
        return Contents(
            {name: plan.copy() for name, plan in self.maps.items()}, self.documents.copy(), self.set_aside.copy()
        )

    @classmethod
    def of_project(cls, project: Project) -> Contents:
        """The contents of a folder; raises DefinitionError with every map that cannot be resolved."""
        contents = cls()
        issues: list[Issue] = []
        for entry in project.entries():
            document = entry.document
            if isinstance(document, MapModel):
                plan, found = plan_of(document, entry.where)
                issues += found
                contents.maps[plan.id] = plan
            else:
                contents.documents[document.KIND, document.id] = document
        if has_errors(issues):
            raise DefinitionError(issue for issue in issues if issue.is_error)
        return contents

    def to_project(self) -> Project:
        """The same as documents of text; raises DefinitionError for names that no text can hold."""
        maps = (self._map(plan) for _, plan in sorted(self.maps.items()))
        others = (Loaded(self.documents[name]) for name in sorted(self.documents))
        entries: tuple[Loaded[Document], ...] = (*maps, *others)
        return Project(entries)

    def _map(self, plan: MapPlan) -> Loaded[MapModel]:
        """A map in words. They are found again as long as nobody has painted on it: checks, and games, ask for them."""
        known = self._written.get(plan.id)
        if known is None or known.plan is None or not plan.is_unchanged_since(known.plan):
            known = self._written[plan.id] = Loaded(model_of(plan), plan=plan.copy())
        return known


def _plan(model: MapModel) -> MapPlan:
    plan, issues = plan_of(model)
    if has_errors(issues):
        raise DefinitionError(issue for issue in issues if issue.is_error)
    return plan


def diff(before: Contents, after: Contents) -> list[Delta]:
    """The rows that turn one state of a file into another; what is the same object in both is passed over."""
    deltas: list[Delta] = []
    for name in {**before.maps, **after.maps}:
        deltas += map_differences(before.maps.get(name), after.maps.get(name))
    for key in {**before.documents, **after.documents}:
        deltas += document_differences(before.documents.get(key), after.documents.get(key))
    return deltas


def contents_of(fetch: Fetch) -> Contents:
    """What the rows of a file say; raises ContentError about the first row that makes no sense."""
    with reading("map"):
        maps = maps_of(fetch)
    set_aside: dict[str, str | Message] = {}
    return Contents(maps, documents_of(fetch, set_aside), set_aside)


def everything(contents: Contents) -> list[Delta]:
    """The rows of a new file."""
    return diff(Contents(), contents)
