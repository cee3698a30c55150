"""Words: every message the rules produce has an English template, and gives it what it asks for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

from engine.core.messages import Message, placeholders
from engine.core.overlays import OverlayKind
from engine.core.terms import Term
from engine.core.writing.notation import Notation
from tests.contract.playthrough import Step, require
from tests.contract.subjects import Subject

EVERY = 5
"""Questions are asked each so many steps."""
OVERLAYS_EVERY = 100
"""And overlays, which look at the whole map, each so many."""


def check_said(subject: Subject, said: Message) -> None:
    """A message can be read, with every message inside it."""
    template = subject.words.template(said.key)
    require(template is not None, f"there is no English for {said.key}")
    missing = placeholders(template or "") - said.args.keys()
    require(not missing, f"{said.key} is not given {', '.join(sorted(missing))}")
    is_raw = said.args and subject.words.text(said) == str(said)
    require(not is_raw, f"{said.key} cannot be filled in with {dict(said.args)}")
    for value in said.args.values():
        for inner in value if isinstance(value, tuple) else (value,):
            if isinstance(inner, Message):
                check_said(subject, inner)


def check_event_words(subject: Subject, step: Step, rng: Random) -> None:
    """Every event can be told, with its fields as arguments."""
    notation = Notation(subject.game.board, subject.words)
    for event in step.events:
        for side in subject.viewers:
            check_said(subject, notation.narration(event.seen_by(side)))


def check_questions(subject: Subject, step: Step, rng: Random) -> None:
    """The questions about units and places are answered, with terms that have words and cases of the index."""
    check_terms(subject, subject.game.ruleset.score(subject.game, step.before))
    if step.number % OVERLAYS_EVERY == 0:
        check_overlays(subject, step)
    if step.number % EVERY == 0 and step.before.roster:
        unit = rng.choice(step.before.roster)
        asked = {"unit": unit, "at": subject.game.board.key(step.before.unit(unit).at)}
        for question in ("unit", "stack", "reach", "zone", "supply", "score"):
            if question in subject.game.ruleset.questions:
                answer = subject.game.ruleset.questions[question](subject.game, step.before, asked)
                check_terms(subject, tuple(_terms(answer)))


def check_overlays(subject: Subject, step: Step) -> None:
    """Every overlay can be made of what each side may see, speaks in words and names a case of the index."""
    game = subject.game
    for side in subject.viewers:
        view = game.view(step.before, side)
        for name, make in game.ruleset.overlays.items():
            require(name in set(OverlayKind), f"there is no overlay {name}")
            overlay = make(game, view)
            require(overlay.rule in subject.index, f"the overlay {name} names {overlay.rule}")
            for said in (*(area.label for area in overlay.areas), *((overlay.note,) if overlay.note else ())):
                check_said(subject, said)
            require(all(area.places for area in overlay.areas), f"the overlay {name} has an empty area")


def check_terms(subject: Subject, terms: tuple[Term, ...]) -> None:
    for term in terms:
        check_said(subject, term.label)
        require(term.rule in subject.index, f"the term {term.label} names {term.rule}, which the index does not know")


def _terms(answer: Any) -> Iterator[Term]:
    """Every term in an answer, wherever it is in it."""
    if isinstance(answer, Term):
        yield answer
    elif isinstance(answer, dict):
        for value in answer.values():
            yield from _terms(value)
    elif isinstance(answer, tuple):
        for value in answer:
            yield from _terms(value)
    elif is_dataclass(answer):
        for each in fields(answer):
            yield from _terms(getattr(answer, each.name))
