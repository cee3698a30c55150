"""What the inspector shows, before any widget: cards with fields, each of which knows the command that changes it.

A card describes one thing, or several at once; a field without a value stands for several different ones. Whoever shows
a card needs to know nothing about maps, and whoever makes one nothing about widgets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from editor.documents.map_document import MapDocument
from editor.documents.workbench import Workbench
from editor.model.change import Change
from editor.panels.command_push import push
from editor.panels.inspector.attribute_dialog import ask_attribute
from engine.definitions.plan import Attributes, MapPlan, Scalar


class FieldKind(StrEnum):
    """Which widget shows a field."""

    FACT = "fact"
    TEXT = "text"
    LINES = "lines"
    INTEGER = "integer"
    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"
    COLOUR = "colour"


@dataclass(frozen=True, slots=True)
class FieldChoice:
    """One of the values of a field."""

    value: str
    title: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class CardField:
    """A value of a thing; `edit` makes the change that gives it another, and takes None to let it have none."""

    name: str
    title: str
    kind: FieldKind
    value: Scalar | None = None
    edit: Callable[[Scalar | None], Change] | None = None
    choices: tuple[FieldChoice, ...] = ()
    tip: str = ""
    several: bool = False
    """Whether the things shown have different values."""

    @property
    def shape(self) -> tuple[object, ...]:
        """What must be alike for the same widget to show it."""
        return self.name, self.title, self.kind, self.choices, self.edit is None, self.tip


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that can be done with a thing: a change of the map, or a look elsewhere."""

    name: str
    title: str
    icon: str
    tip: str
    make: Callable[[], Change] | None = None
    do: Callable[[], object] | None = None


@dataclass(frozen=True, slots=True)
class CardOffer:
    """A list to choose from, such as the kinds of things that can be added."""

    name: str
    title: str
    choices: tuple[FieldChoice, ...]
    make: Callable[[str], Change]
    tip: str = ""


@dataclass(frozen=True, slots=True)
class InspectorCard:
    """One thing, or several alike."""

    name: str
    title: str
    icon: str
    detail: str = ""
    fields: tuple[CardField, ...] = ()
    deeds: tuple[Deed, ...] = ()
    offers: tuple[CardOffer, ...] = ()

    @property
    def shape(self) -> tuple[object, ...]:
        """What must be alike for the same widgets to show it."""
        deeds = tuple((deed.name, deed.title) for deed in self.deeds)
        offers = tuple((offer.name, offer.title, offer.choices) for offer in self.offers)
        return self.name, self.icon, tuple(field.shape for field in self.fields), deeds, offers


@dataclass(frozen=True, slots=True)
class Bearer:
    """A thing with attributes, and the command that gives it others."""

    attributes: Mapping[str, Scalar]
    change: Callable[[Attributes], Change]


class CardMaker:
    """What those who make cards share."""

    def __init__(self, bench: Workbench) -> None:
        self.bench = bench

    def tr(self, text: str) -> str:
        """The text in the language of the program."""
        return QCoreApplication.translate(type(self).__name__, text)

    @property
    def document(self) -> MapDocument:
        """The open map; cards are only made while there is one."""
        document = self.bench.document
        assert document is not None, "no card without a map"
        return document

    @property
    def plan(self) -> MapPlan:
        return self.document.plan

    def add_attribute(self, bearer: Bearer) -> Deed:
        """Give a thing an attribute that no palette speaks of."""

        def ask() -> None:
            answer = ask_attribute(bearer.attributes)
            if answer is not None:
                name, value = answer
                push(self.bench, lambda: bearer.change({**bearer.attributes, name: value}))

        return Deed(
            "attribute", self.tr("Add attribute"), "add", self.tr("Add an attribute that the palette lacks"), do=ask
        )

    def fact(self, name: str, title: str, value: Scalar | None) -> CardField:
        """Something to read only."""
        return CardField(name, title, FieldKind.FACT, value)


def common(values: Iterable[Scalar | None]) -> tuple[Scalar | None, bool]:
    """The value that all have, and whether they differ."""
    found = list(values)
    first = found[0] if found else None
    differ = any(value != first or type(value) is not type(first) for value in found[1:])
    return (None, True) if differ else (first, False)
