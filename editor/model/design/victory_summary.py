"""How the game of a scenario is won, to be read: the cases that say so, the numbers that decide, the optional rules.

The numbers are values of the charts, so that changing one is a change of the charts. No Qt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from editor.model.design.design import Design
from editor.model.design.units.unit_fields import value_text
from engine.core.messages import Message
from engine.core.state import Scalar
from engine.definitions.issues import DefinitionError, Path
from engine.narration.language import cases_of, catalogue, title, word
from engine.rulesets.rules_index import Status, rules_index


@dataclass(frozen=True, slots=True)
class Decisive:
    """A number that decides a game: what it is called, where it is in the charts, what it is and what it was."""

    title: str
    path: Path
    value: str
    printed: str

    @property
    def is_changed(self) -> bool:
        return self.value != self.printed


@dataclass(frozen=True, slots=True)
class VictoryOption:
    """An optional rule with what it is called and does; `value` is as this scenario plays it."""

    name: str
    title: str
    about: str
    value: Scalar
    usual: Scalar


def ways_to_score(design: Design) -> list[tuple[str, str]]:
    """The cases of the chapter on victory, each with its number and what it says."""
    if design.game is None or not design.game.ruleset.scoring.chapter:
        return []
    try:
        index = cases_of(rules_index(design.game))
    except DefinitionError:
        return []
    chapter = f"{design.game.ruleset.scoring.chapter}."
    cases = index.cases.items()
    return [
        (number, case.summary)
        for number, case in cases
        if number.startswith(chapter) and case.status is Status.IMPLEMENTED
    ]


def decisive_numbers(design: Design) -> Iterator[Decisive]:
    """The numbers of the charts by which the game is won."""
    names = design.game.ruleset.scoring.parameters if design.game is not None else ()
    game = design.scenario.ruleset
    for name in names:
        now, printed = design.charts.parameters.get(name), design.printed_charts.parameters.get(name)
        if now is None or printed is None:
            continue
        if not isinstance(now.value, Mapping) or not isinstance(printed.value, Mapping):
            yield Decisive(title(name, game), ("parameters", name), value_text(now.value), value_text(printed.value))  # type: ignore[arg-type]
            continue
        for key in now.value:
            old, called = printed.value.get(key), f"{title(name, game)}, {word(key, game)}"
            yield Decisive(called, ("parameters", name, key), value_text(now.value[key]), value_text(old))


def option_title(design: Design, name: str) -> str:
    """What an optional rule is called."""
    words, key = catalogue(design.scenario.ruleset), f"option.{name}.title"
    return words.text(Message(key)) if key in words else title(name, design.scenario.ruleset)


def options_of(design: Design) -> list[VictoryOption]:
    """The optional rules of the game."""
    if design.game is None:
        return []
    words = catalogue(design.scenario.ruleset)
    found = []
    for name, usual in design.game.ruleset.options.items():
        about = f"option.{name}.about"
        kept = design.scenario.options.get(name, usual)
        value = kept if type(kept) is type(usual) else usual
        assert not isinstance(value, float)
        found.append(
            VictoryOption(
                name,
                option_title(design, name),
                words.text(Message(about)) if about in words else "",
                value,
                usual,
            )
        )
    return found
