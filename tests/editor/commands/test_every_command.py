"""What holds for every command: it changes nothing until it is done, it can be taken back, and it tells all."""

from __future__ import annotations

import random
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editor.model.change import Change, folded
from editor.model.contents import MapContents
from engine.core.messages import message
from engine.definitions.palette import TerrainSwatch
from engine.definitions.plan import MapPlan, SwatchKey
from engine.storage.coding.map_decoding import maps_of
from engine.storage.coding.map_encoding import rows_of_map
from tests.editor.commands.anything import COMMANDS, made
from tests.editor.commands.states import errors_of, state_of, untold
from tests.helpers.plans import random_plan

MAPS = 12
STROKE = message("edit.do.move")


def furnished(seed: int) -> MapPlan:
    """A map made up from a seed that has a kind of the designer's own as well."""
    plan = random_plan(seed)
    plan.swatches[SwatchKey("terrain", "heath")] = TerrainSwatch(id="heath", name="Heath")
    return plan


def cases(name: str, count: int = MAPS) -> list[tuple[MapPlan, Change]]:
    """A command on maps where it is not refused."""
    found = []
    seed = 0
    while len(found) < count and seed < 40 * count:
        plan = furnished(seed)
        change = made(name, seed, plan)
        if change is not None:
            found.append((plan, change))
        seed += 1
    assert found, "no map allows this command"
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_whatever_a_command_makes_a_file_can_hold(name: str) -> None:
    for plan, change in cases(name):
        change.apply(plan)
        rows = rows_of_map(plan)
        read = maps_of(lambda table, rows=rows: [(*key, *row) for key, row in sorted(rows.get(table, {}).items())])
        assert read == {plan.id: plan}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_done_undone_and_done_again(name: str) -> None:
    effective = 0
    for plan, change in cases(name):
        before, untouched = state_of(plan), deepcopy(plan)
        effective += bool(change)
        change.apply(plan)
        after = state_of(plan)
        assert (after == before) == change.is_empty
        assert untold(untouched, plan, change.touched()) == []
        change.revert(plan)
        assert state_of(plan) == before
        assert plan == untouched
        change.apply(plan)
        assert state_of(plan) == after
    assert effective, "the command never did anything"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_on_paper_leaves_the_map_alone(name: str) -> None:
    for seed in range(MAPS):
        plan = furnished(seed)
        before = state_of(plan)
        made(name, seed, plan)
        assert state_of(plan) == before


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_breaks_nothing_that_was_whole(name: str) -> None:
    for plan, change in cases(name):
        before = errors_of(plan)
        change.apply(plan)
        after = errors_of(plan)
        assert all(count <= before.get(code, 0) for code, count in after.items()), after


@pytest.mark.parametrize("name", COMMANDS)
def test_the_index_follows_a_command_and_its_undoing(name: str) -> None:
    for plan, change in cases(name, 4):
        contents = MapContents(plan)
        change.apply(plan)
        contents.follow(change.touched())
        assert _known(contents) == _known(MapContents(plan))
        change.revert(plan)
        contents.follow(change.touched())
        assert _known(contents) == _known(MapContents(plan))


def _known(contents: MapContents) -> list[object]:
    tables = ("_features_at", "_links_at", "_lines_through", "_kinds")
    return [{key: set(names) for key, names in getattr(contents, table).items() if names} for table in tables]


def sequence(seed: int, length: int) -> tuple[MapPlan, list[Change], MapPlan]:
    """A map, what was done to it, and what it has become."""
    chance = random.Random(seed)
    first = furnished(seed)
    plan = deepcopy(first)
    done = []
    while len(done) < length:
        change = made(chance.choice(list(COMMANDS)), chance.randrange(1 << 30), plan)
        if change is not None:
            change.apply(plan)
            done.append(change)
    return first, done, plan


@settings(max_examples=40)
@given(st.integers(0, 1 << 30))
def test_a_history_undone_and_redone_ends_where_it_ended(seed: int) -> None:
    first, done, plan = sequence(seed, 12)
    last = state_of(plan)
    for change in reversed(done):
        change.revert(plan)
    assert state_of(plan) == state_of(first)
    for change in done:
        change.apply(plan)
    assert state_of(plan) == last


@settings(max_examples=40)
@given(st.integers(0, 1 << 30))
def test_commands_folded_into_one_do_what_they_did_one_by_one(seed: int) -> None:
    first, done, plan = sequence(seed, 10)
    one = folded(STROKE, done)
    again = deepcopy(first)
    one.apply(again)
    assert state_of(again) == state_of(plan)
    assert untold(first, plan, one.touched()) == []
    one.revert(again)
    assert state_of(again) == state_of(first)


@settings(max_examples=25)
@given(st.integers(0, 1 << 30), st.integers(1, 5))
def test_it_does_not_matter_in_which_pairs_commands_are_folded(seed: int, split: int) -> None:
    _, done, _ = sequence(seed, 6)
    left = folded(STROKE, done)
    right = folded(STROKE, done[:split]).then(folded(STROKE, done[split:]))
    pairwise = done[0]
    for change in done[1:]:
        pairwise = pairwise.then(change)
    assert does_same(left, right)
    assert does_same(left, pairwise)


def does_same(one: Change, other: Change) -> bool:
    """Whether both make the same edits, whatever they are called."""
    return (
        one.records == other.records
        and one.members == other.members
        and one.cells.keys() == other.cells.keys()
        and all(edits.is_same(other.cells[sheet]) for sheet, edits in one.cells.items())
    )


@settings(max_examples=25)
@given(st.integers(0, 1 << 30))
def test_a_change_and_its_undoing_fold_into_nothing(seed: int) -> None:
    _, done, _ = sequence(seed, 3)
    for change in done:
        assert change.then(change.inverted()).is_empty
        assert change.then(change.inverted()).touched().nothing
