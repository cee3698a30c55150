"""A change of a scenario in the making: commands write what they want here, and the documents stay as they are.

A sketch knows where things belong: a unit in the order of battle it stands in, a new one in the scenario's own. What
the ruleset lends is never written; a lent counter sheet is first copied into the file under an id of the scenario's
own, and the scenario names that from then on, all in the same change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from editor.model.design.design import Design
from editor.model.design.ids import free_document_id
from editor.model.design.known_words import refuse_unknown_words
from editor.model.documents_change import DocumentsChange, Name, change_of
from editor.refusal import CannotEdit
from engine.core.messages import Message, message
from engine.definitions.counters import Counters, CounterType
from engine.definitions.model import Document
from engine.definitions.oob import Formation, OrderOfBattle, UnitEntry
from engine.definitions.scenario import Scenario

T = TypeVar("T", CounterType, UnitEntry, Formation)


class DesignSketch:
    """What the documents of a scenario will be."""

    def __init__(self, design: Design) -> None:
        self._design = design
        self._after: dict[Name, Document] = dict(design.documents)
        self._touched: dict[Name, None] = {}

    @property
    def scenario(self) -> Scenario:
        """The scenario as it will be."""
        found = self._after["scenario", self._design.id]
        assert isinstance(found, Scenario)
        return found

    def now(self) -> Design:
        """Everything as it will be, for reading."""
        return Design(self._after, self.scenario, self._design.plan, self._design.places)

    def scenarios(self) -> list[Scenario]:
        """Every scenario of the file, as it will be."""
        return [document for document in self._after.values() if isinstance(document, Scenario)]

    def put(self, document: Document) -> None:
        """A document as it will be, new or in the place of one with its name."""
        name = (document.KIND, document.id)
        self._after[name] = document
        self._touched[name] = None

    def drop(self, kind: str, name: str) -> None:
        """A document that will be gone."""
        self._after.pop((kind, name), None)
        self._touched[kind, name] = None

    def set(self, **fields: Any) -> None:
        """Other fields of the scenario itself."""
        self.put(self.scenario.replace(**fields))

    def change(self, label: Message) -> DocumentsChange:
        """What has been sketched, as one change; raises CannotEdit where it says a word that the rules do not know."""
        refuse_unknown_words(self._design, self._after, self._touched)
        return change_of(label, self._design.documents, self._after, self._touched)

    # Where things belong

    def own_army(self) -> str:
        """The order of battle that new units go to: the file's own first one, or a new one."""
        for name in self.scenario.oob:
            if ("oob", name) in self._after:
                return name
        made = free_document_id(self._after, f"{self._design.id}-armies")
        self.put(OrderOfBattle(id=made))
        self.set(oob=(*self.scenario.oob, made))
        return made

    def army(self, name: str) -> OrderOfBattle:
        found = self._after.get(("oob", name))
        if not isinstance(found, OrderOfBattle):
            raise CannotEdit(message("design.cannot.no-document", kind="oob", id=name))
        return found

    def own_sheet(self, name: str | None = None) -> str:
        """A counter sheet that can be written: the file's own, or a copy of the one the ruleset lends."""
        if name is None:
            own = [each for each in self.scenario.counters if ("counters", each) in self._after]
            return own[0] if own else self._new_sheet()
        if ("counters", name) in self._after:
            return name
        lent = self._design.document(Counters, name)
        if lent is None:
            raise CannotEdit(message("design.cannot.no-document", kind="counters", id=name))
        made = free_document_id(self._after, f"{self._design.id}-counters")
        self.put(lent.replace(id=made))
        self.set(counters=tuple(made if each == name else each for each in self.scenario.counters))
        return made

    def _new_sheet(self) -> str:
        made = free_document_id(self._after, f"{self._design.id}-counters")
        self.put(Counters(id=made, ruleset=self.scenario.ruleset))
        self.set(counters=(*self.scenario.counters, made))
        return made

    def sheet(self, name: str) -> Counters:
        found = self._after.get(("counters", name))
        if not isinstance(found, Counters):
            raise CannotEdit(message("design.cannot.no-document", kind="counters", id=name))
        return found

    # Long lists

    def each_unit(self, edit: Callable[[UnitEntry], UnitEntry | None]) -> None:
        """Go over every unit; None takes it out. A document in which nothing changes is left alone."""
        for name in self.now().armies:
            army = self.army(name)
            units = edited(army.units, edit)
            if units is not None:
                self.put(army.replace(units=units))

    def each_formation(self, edit: Callable[[Formation], Formation | None]) -> None:
        """Go over every formation; None takes it out."""
        for name in self.now().armies:
            army = self.army(name)
            formations = edited(army.formations, edit)
            if formations is not None:
                self.put(army.replace(formations=formations))

    def add_units(self, units: Iterable[UnitEntry], army: str | None = None) -> None:
        """Put units at the end of an order of battle."""
        home = army if army is not None else self.own_army()
        held = self.army(home)
        self.put(held.replace(units=(*held.units, *units)))


def edited(things: tuple[T, ...], edit: Callable[[T], T | None]) -> tuple[T, ...] | None:
    """A list with every thing edited and those that became None left out; None when nothing changed."""
    result = [edit(thing) for thing in things]
    if all(new is old for new, old in zip(result, things, strict=True)):
        return None
    return tuple(thing for thing in result if thing is not None)
