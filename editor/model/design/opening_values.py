"""How play opens: the values it begins with, and what the charts say of the first turn alone.

A game says in words which values it reads: `value.<name>.title` and `.about` among its translations. No Qt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from editor.model.design.design import Design
from editor.model.design.known_words import offers, value_title
from engine.core.messages import Message
from engine.core.words.lexicon import WordKind
from engine.definitions.issues import Path
from engine.definitions.model import Value
from engine.narration.language import catalogue, word

_FIRST_TURN: Final = "first_turn"
"""Stands in the names of parameters that are about the first turn."""


@dataclass(frozen=True, slots=True)
class StartValue:
    """A value of a scenario: what it is called, what it is for, and what it is, None while it is not given."""

    name: str
    title: str
    about: str
    value: Value | None


@dataclass(frozen=True, slots=True)
class FirstTurnNumber:
    """A number of the charts that is about the first turn, beside the game's own."""

    path: Path
    title: str
    value: object
    printed: object

    @property
    def is_changed(self) -> bool:
        return self.value != self.printed


def start_values(design: Design) -> tuple[StartValue, ...]:
    """The values the game has words for, those of its lexicon, and any others that the scenario gives."""
    words = catalogue(design.scenario.ruleset)
    known = [key.split(".")[1] for key in words if key.startswith("value.") and key.endswith(".title")]
    meanings = {each.text: each.about for each in offers(design, WordKind.VALUE)}
    held = design.scenario.values
    found = []
    for name in dict.fromkeys((*sorted(known), *meanings, *held)):
        about = f"value.{name}.about"
        found.append(
            StartValue(
                name,
                value_title(name, design.scenario.ruleset),
                words.text(Message(about)) if about in words else meanings.get(name, ""),
                held.get(name),
            )
        )
    return tuple(found)


def first_turn_numbers(design: Design) -> tuple[FirstTurnNumber, ...]:
    """What the charts say of the first turn."""
    found = []
    for name, parameter in design.charts.parameters.items():
        if _FIRST_TURN in name and isinstance(parameter.value, bool | int):
            title = word(name, design.scenario.ruleset)
            printed = design.printed_charts.parameters[name].value
            found.append(FirstTurnNumber(("parameters", name), title, parameter.value, printed))
    return tuple(found)
