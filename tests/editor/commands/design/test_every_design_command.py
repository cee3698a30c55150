"""What holds for every command of the designer: nothing changes until it is done, and it can be taken back."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication

import editor.commands.design
from editor.documents.map_document import MapDocument
from editor.model.design.aspects import Aspect, touched_of
from editor.model.design.design import Design
from editor.model.documents_change import Documents, DocumentsChange, folded
from engine.core.messages import message
from engine.definitions.checks import Gazetteer, RulesetData, check_project
from engine.definitions.documents import dump_document, load_text
from engine.definitions.palette import Palette
from engine.definitions.project import Project
from engine.rulesets.registry import find_game
from engine.rulesets.stock import stocked
from engine.rulesets.words import catalogue
from engine.storage.contents import Contents
from engine.storage.store import Store
from tests.editor.commands.design.anything import again, cases, furnished, made

SEEDS = 60
LABEL = message("design.do.set-title")
NAMES = sorted(cases())


def examples(name: str, count: int = 6) -> list[tuple[Design, DocumentsChange]]:
    """A command on scenarios where it is not refused."""
    found = []
    for seed in range(SEEDS):
        design = furnished(seed)
        change = made(name, seed, design)
        if change is not None:
            found.append((design, change))
        if len(found) == count:
            break
    assert found, "no scenario allows this command"
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_command_is_done_undone_and_done_again(name: str) -> None:
    effective = 0
    for design, change in examples(name):
        before = dict(design.documents)
        untouched = deepcopy(before)
        effective += bool(change)
        after = change.applied(before)
        assert before == untouched, "nothing is changed on paper"
        assert (after == before) == change.is_empty
        assert change.inverted().applied(after) == before
        assert change.applied(change.inverted().applied(after)) == after
        assert catalogue().text(change.label) != change.label.key
    assert effective, "the command never did anything"


@pytest.mark.parametrize("name", NAMES)
def test_what_a_command_leaves_can_be_written_as_text_and_read_again(name: str) -> None:
    for _, change in examples(name, 3):
        for edit in change.edits.values():
            if edit.after is not None:
                assert load_text(dump_document(edit.after)).document == edit.after


@pytest.mark.parametrize("name", NAMES)
def test_a_command_leaves_no_name_that_leads_nowhere_and_none_twice(name: str) -> None:
    for design, change in examples(name, 3):
        assert errors_of(design, change.applied(design.documents)) <= errors_of(design, design.documents)


def errors_of(design: Design, documents: Documents) -> set[str]:
    """What the checks find wrong with names; turns out of order and the like are a designer's own affair."""
    entry = find_game(design.scenario.ruleset)
    assert entry is not None
    places = Gazetteer(find=lambda text: True if design.has_place(text) else None)
    found = check_project(
        stocked(Project(documents.values())),
        {
            entry.id: RulesetData(
                palette=design.palette, charts=design.printed_charts, options=tuple(entry.ruleset.options)
            )
        },
        lambda _: places,
    )
    keys = {issue.message.key for issue in found if issue.is_error}
    return {key for key in keys if "unknown" in key or "duplicate" in key or "twice" in key}


@pytest.mark.parametrize("name", NAMES)
def test_a_command_tells_all_that_it_touches(name: str) -> None:
    for design, change in examples(name):
        after = again(design, change.applied(design.documents))
        if after is None:
            continue
        touched = touched_of(change, design.id)
        for aspect, read in READINGS.items():
            if read(design) != read(after):
                assert aspect in touched.aspects, aspect
        assert {unit for unit in after.units if after.units[unit] != design.units.get(unit)} <= touched.units


READINGS: dict[Aspect, Callable[[Design], object]] = {
    Aspect.HEAD: lambda d: (d.scenario.title, d.scenario.first_turn, d.scenario.last_turn),
    Aspect.WORDS: lambda d: (d.scenario.description, d.scenario.notes),
    Aspect.TYPES: lambda d: d.types,
    Aspect.UNITS: lambda d: list(d.units.items()),
    Aspect.FORMATIONS: lambda d: list(d.formations.items()),
    Aspect.CARDS: lambda d: d.cards,
    Aspect.SETUP: lambda d: d.scenario.setup,
    Aspect.CONTROL: lambda d: d.scenario.control,
    Aspect.MARKERS: lambda d: d.scenario.markers,
    Aspect.VALUES: lambda d: d.scenario.values,
    Aspect.SCHEDULE: lambda d: d.scenario.schedule,
    Aspect.OBJECTIVES: lambda d: d.scenario.objectives,
    Aspect.OPTIONS: lambda d: d.scenario.options,
    Aspect.CHARTS: lambda d: d.scenario.charts,
}


@pytest.mark.parametrize("name", NAMES)
def test_a_command_is_in_the_file_and_so_is_its_undoing(name: str, tmp_path: Path, qapp: QApplication) -> None:
    design, change = next(pair for pair in examples(name) if pair[1])
    contents = Contents({design.plan.id: design.plan.copy()}, dict(design.documents))
    with Store.create(tmp_path / "work.redoubt", contents) as store:
        plan = store.contents.maps[design.plan.id]
        document = MapDocument(store, plan, Palette.model_construct(id="none"), catalogue())
        before = dict(store.contents.documents)
        assert document.documents.push(change)
        assert store.read().documents == change.applied(before) == store.contents.documents
        document.undo_stack.undo()
        assert store.read().documents == before == store.contents.documents
        document.undo_stack.redo()
        assert store.read().documents == change.applied(before)


def sequence(seed: int, length: int) -> tuple[Design, list[DocumentsChange], Documents]:
    """A scenario, what was done to it, and what the documents have become."""
    chance = random.Random(seed)
    first = furnished(seed)
    design, done, documents = first, [], first.documents
    for _ in range(length * 4):
        change = made(chance.choice(NAMES), chance.randrange(1 << 30), design)
        if change is not None:
            after = change.applied(documents)
            following = again(design, after)
            if following is not None:
                done.append(change)
                design, documents = following, after
        if len(done) == length:
            break
    return first, done, documents


@settings(max_examples=25)
@given(st.integers(0, 1 << 30))
def test_a_history_undone_and_redone_ends_where_it_ended(seed: int) -> None:
    first, done, last = sequence(seed, 8)
    documents: Documents = last
    for change in reversed(done):
        documents = change.inverted().applied(documents)
    assert documents == first.documents
    assert folded(LABEL, done).applied(first.documents) == last
    assert folded(LABEL, done).inverted().applied(last) == first.documents


def public_commands() -> Iterator[tuple[str, str]]:
    """Every public function of editor/commands/design that makes a change, by module and name."""
    for module in pkgutil.iter_modules(editor.commands.design.__path__, "editor.commands.design."):
        for name, found in vars(importlib.import_module(module.name)).items():
            is_own = inspect.isfunction(found) and found.__module__ == module.name and not name.startswith("_")
            if is_own and get_type_hints(found).get("return") is DocumentsChange:
                yield module.name, name


def test_every_command_has_a_case_with_an_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    every, seen = set(public_commands()), set()

    def around(which: tuple[str, str], command: Callable[..., DocumentsChange]) -> Callable[..., DocumentsChange]:
        def watched(*given: object, **named: object) -> DocumentsChange:
            change = command(*given, **named)
            if change:
                seen.add(which)
            return change

        return watched

    for module, name in every:
        home = importlib.import_module(module)
        monkeypatch.setattr(home, name, around((module, name), getattr(home, name)))
    for case in NAMES:
        known = len(seen)
        for seed in range(SEEDS):
            made(case, seed, furnished(seed))
            if len(seen) > known:
                break
    assert every - seen == set(), "a command without a case in tests/editor/commands/design/cases_*.py"
