"""A scenario told in words: things by the names that people know them by, and their fields in one line. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

from editor.model.design.cell_words import place_title, unit_title
from editor.model.design.design import Design
from editor.model.design.sides import side_title
from editor.model.design.units.unit_names import formation_title, type_title
from engine.core.messages import message
from engine.definitions.model import Model
from engine.definitions.palette import by_id
from engine.narration.language import catalogue, title
from engine.narration.language import word as word_of


class Group(StrEnum):
    """What a difference may be about, in the order in which they are told."""

    HEAD = "head"
    TYPES = "types"
    FORMATIONS = "formations"
    UNITS = "units"
    SETUP = "setup"
    CONTROL = "control"
    MARKERS = "markers"
    SCHEDULE = "schedule"
    CHARTS = "charts"
    CARDS = "cards"
    OBJECTIVES = "objectives"
    VICTORY = "victory"
    OPTIONS = "options"
    VALUES = "values"


_COLUMNS: Final = frozenset({"name", "type", "formation", "at", "step", "traits", "code", "side"})
"""Fields that a table of units has too, and a heading for."""
_IN_WORDS: Final = frozenset({"traits", "marks", "symbol", "movement_class"})


class Spoken:
    """How one design speaks of what is in it."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self._game = design.scenario.ruleset
        self._words = catalogue(self._game)

    def word(self, id: str) -> str:
        """An id of the rules as a person reads it."""
        return word_of(id, self._game)

    def side(self, side: str) -> str:
        return side_title(self.design, side)

    def unit(self, unit: str) -> str:
        """A unit by its name, or by that of its counter."""
        return unit_title(self.design, unit)

    def name(self, group: Group, what: str) -> str:
        """What a thing of a group is called."""
        design = self.design
        match group:
            case Group.TYPES:
                return type_title(design, what)
            case Group.FORMATIONS:
                return formation_title(design, what)
            case Group.UNITS | Group.SETUP:
                return self.unit(what)
            case Group.MARKERS:
                place, _, marker = what.rpartition(" ")
                return f"{place_title(design, place)} {self.word(marker)}"
            case Group.CONTROL | Group.OBJECTIVES:
                return place_title(design, what)
            case Group.CARDS:
                return design.cards[what].name
            case Group.VICTORY:
                return self._words.text(message("design.victory-condition", number=what))
        return title(what, self._game)

    def head(self, field: str) -> str:
        """A field of the scenario itself."""
        value = getattr(self.design.scenario, field)
        match field:
            case "ruleset":
                return self.design.game.ruleset.title if self.design.game is not None else title(value)
            case "map":
                return self.design.plan.title or self.word(value)
            case "sides":
                return ", ".join(self.side(each) for each in value)
        return self.value(field, value)

    def fields(self, item: Model, names: Iterable[str]) -> str:
        """The fields of a thing that say something, in one line."""
        found = ((name, getattr(item, name)) for name in names if name != "id")
        told = (
            (name, value) for name, value in found if value not in (None, (), "") and value is not False and value != {}
        )
        return ", ".join(f"{self._field(name)} {self.value(name, value)}" for name, value in told)

    def _field(self, name: str) -> str:
        room = "column" if name in _COLUMNS else "field"
        said = self._words.text(message(f"design.{room}.{name}"))
        return said[:1].lower() + said[1:]

    def value(self, field: str, value: object) -> str:
        """What a field holds."""
        design = self.design
        if value is None:
            return ""
        if isinstance(value, Mapping):
            return ", ".join(f"{self.word(str(name))} {self.value('', each)}" for name, each in value.items())
        if isinstance(value, tuple | list):
            between = " / " if field == "steps" else ", "
            return between.join(self.value(field, each) for each in value)
        if isinstance(value, bool):
            return self._words.text(message("charts.yes") if value else message("charts.no"))
        if isinstance(value, Model):
            return ", ".join(f"{self.word(name)} {self.value('', each)}" for name, each in value.to_data().items())
        text = str(value)
        if not field and text in design.units:
            return self.unit(text)
        match field:
            case "type" if text in design.types:
                return type_title(design, text)
            case "formation" | "parent" if text in design.formations:
                return formation_title(design, text)
            case "side":
                return self.side(text)
            case "nation":
                nation = by_id(design.palette.nations).get(text)
                return nation.name if nation is not None else self.word(text)
            case "at":
                return place_title(design, text)
            case "picture":
                return self._words.text(message("design.own-picture"))
        return self.word(text) if field in _IN_WORDS else text
