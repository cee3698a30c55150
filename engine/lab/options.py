"""The optional rules of an experiment: read as somebody typed them, and told as a reader knows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.messages import message
from engine.core.state import Scalar
from engine.definitions.project import Project
from engine.definitions.strict_yaml import LARGEST_INTEGER
from engine.lab.arms import Arm, LabError
from engine.narration.language import catalogue, labelled
from engine.narration.option_words import option_words
from engine.rulesets.assembly import game_entry, pick_scenario
from engine.rulesets.brief import scalars

_YES, _NO = "yes", "no"


def known_options(project: Project, scenario: str | None) -> dict[str, Scalar]:
    """The optional rules of a scenario's game, each as the scenario sets it or as it usually is."""
    document = pick_scenario(project, scenario).document
    usual = game_entry(document.ruleset).ruleset.options
    return {**usual, **{name: value for name, value in scalars(document.options).items() if name in usual}}


def read_options(project: Project, scenario: str | None, told: Iterable[tuple[str, str]]) -> dict[str, Scalar]:
    """Options by name and value as they were typed; those that are as they usually are fall out. Raises LabError."""
    known = known_options(project, scenario)
    found: dict[str, Scalar] = {}
    for name, value in told:
        if name not in known:
            raise LabError(message("lab.no-such-option", name=name, known=tuple(known)))
        found[name] = _read(name, value, known[name])
    return chosen_options(known, found)


def chosen_options(known: Mapping[str, Scalar], chosen: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """What is chosen otherwise than it usually is: games that are played alike are kept as one arm."""
    return {name: value for name, value in chosen.items() if name in known and value != known[name]}


def _read(name: str, value: str, like: Scalar) -> Scalar:
    if isinstance(like, bool):
        if value in (_YES, _NO):
            return value == _YES
        raise LabError(message("lab.bad-option", name=name, wanted=f"{_YES}, {_NO}"))
    if not isinstance(like, int):
        return value
    try:
        number = int(value)
    except ValueError:
        number = LARGEST_INTEGER + 1
    if abs(number) > LARGEST_INTEGER:
        raise LabError(message("lab.bad-option", name=name, wanted="0, 1, 2 ..."))
    return number


def options_told(arm: Arm) -> str:
    """Which optional rules are otherwise than usual; nothing where none is."""
    words = catalogue(arm.ruleset)

    def value(chosen: Scalar) -> str:
        if isinstance(chosen, bool):
            return words.text(message("word.yes" if chosen else "word.no"))
        return str(chosen)

    return ", ".join(labelled(option_words(arm.ruleset, name)[0], value(each)) for name, each in arm.options.items())
