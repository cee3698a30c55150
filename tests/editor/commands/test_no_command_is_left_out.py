"""That the properties of commands are tested on every command there is: a new one without a case of its own fails."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_type_hints

import pytest
from PySide6.QtWidgets import QApplication

import editor.commands
from editor.documents.map_document import MapDocument
from editor.model.change import Change
from engine.core.messages import message
from engine.definitions.palette import Palette
from engine.definitions.plan import MapPlan
from engine.rulesets.words import catalogue
from engine.storage.contents import Contents
from engine.storage.store import Store
from tests.editor.commands.anything import COMMANDS, made
from tests.editor.commands.states import state_of
from tests.editor.commands.test_every_command import furnished
from tests.helpers.plans import SCAN

SEEDS = 120
STROKE = message("edit.do.move")


def public_commands() -> Iterator[tuple[str, str]]:
    """Every public function of editor/commands that makes a change, by module and name."""
    for module in pkgutil.iter_modules(editor.commands.__path__, "editor.commands."):
        for name, found in vars(importlib.import_module(module.name)).items():
            is_own = inspect.isfunction(found) and found.__module__ == module.name and not name.startswith("_")
            if is_own and get_type_hints(found).get("return") is Change:
                yield module.name, name


class Witness:
    """Notes which commands the cases call themselves, and with an effect."""

    def __init__(self) -> None:
        self.seen: set[tuple[str, str]] = set()
        self._depth = 0

    def around(self, which: tuple[str, str], command: Callable[..., Change]) -> Callable[..., Change]:
        def watched(*given: object, **named: object) -> Change:
            self._depth += 1
            try:
                change = command(*given, **named)
            finally:
                self._depth -= 1
            if self._depth == 0 and change:
                self.seen.add(which)
            return change

        return watched


def test_every_command_has_a_case_and_every_case_has_an_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    witness = Witness()
    every = set(public_commands())
    assert len(every) >= 80
    for module, name in every:
        home = importlib.import_module(module)
        monkeypatch.setattr(home, name, witness.around((module, name), getattr(home, name)))
    for case in COMMANDS:
        known = len(witness.seen)
        for seed in range(SEEDS):
            made(case, seed, furnished(seed))
            if len(witness.seen) > known:
                break
    assert every - witness.seen == set(), "a command without a case in tests/editor/commands/anything.py"


def two_in_turn(case: str) -> tuple[MapPlan, list[Change], MapPlan]:
    """A map on which a command can be done twice, both changes, and what comes of them."""
    first = None
    for seed in range(SEEDS):
        plan = furnished(seed)
        before, done = plan.copy(), []
        for again in range(8):
            change = made(case, 1000 * again + seed, plan)
            if change:
                change.apply(plan)
                done.append(change)
            if len(done) == 2:
                return before, done, plan
        first = first or ((before, done, plan) if done else None)
    assert first is not None, "the command never did anything"
    return first


@pytest.mark.parametrize("case", COMMANDS)
def test_a_stroke_of_a_command_done_twice_is_both_in_the_map_and_in_the_file(
    case: str, tmp_path: Path, qapp: QApplication
) -> None:
    """The document's own stroke: merged it equals the sequence, undone it leaves no trace, redone it is the same."""
    before, done, after = two_in_turn(case)
    with Store.create(tmp_path / "work.redoubt", Contents().add(before), (SCAN,)) as store:
        plan = store.contents.maps[before.id]
        start, stored = state_of(plan), store.read().maps[before.id]
        document = MapDocument(store, plan, Palette.model_construct(id="none"), catalogue())
        stroke = document.begin_stroke(STROKE)
        for change in done:
            stroke.extend(change)
        is_change = state_of(after) != start
        assert stroke.finish() is is_change
        assert document.undo_stack.count() == int(is_change)
        assert state_of(plan) == state_of(after)
        assert state_of(store.read().maps[before.id]) == state_of(after)
        if is_change:
            document.undo_stack.undo()
            assert state_of(plan) == start
            assert store.read().maps[before.id] == stored
            document.undo_stack.redo()
            assert state_of(plan) == state_of(after)
            assert state_of(store.read().maps[before.id]) == state_of(after)
