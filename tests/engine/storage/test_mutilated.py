"""Spoilt files and folders: one clear error or good behaviour, nothing else, and the file is not touched."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from engine.core.messages import Catalogue, Message, flatten, message
from engine.definitions import strict_yaml
from engine.definitions.folders import save_folder
from engine.definitions.issues import DefinitionError
from engine.definitions.maps.compile_map import compile_map
from engine.definitions.maps.map_checks import check_plan
from engine.definitions.plan import TextPlan
from engine.storage.coding.map_encoding import part_deltas
from engine.storage.errors import FileError
from engine.storage.exchange import export_folder, import_folder
from engine.storage.inspection import inspect
from engine.storage.store import Store
from tests.helpers.mutilate import LENIENT_SQL, mutilated_files, mutilated_folders, run_sql
from tests.helpers.projects import small_contents

ROOT = Path(__file__).parents[3]
SEED = int(os.environ.get("REDOUBT_SEED", "1"))


@pytest.fixture(scope="module")
def english() -> Catalogue:
    tree = strict_yaml.load((ROOT / "resources/translations/en.yaml").read_bytes()).data
    assert isinstance(tree, dict)
    return Catalogue(flatten(tree))


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.redoubt"
    Store.create(path, small_contents()).close()
    return path


def says_one_thing(path: Path, bad: FileError, english: Catalogue) -> None:
    said = english.text(bad.message)
    assert said != str(bad.message), "the message has a template"
    assert "\n" not in said
    assert str(path) in said


def behaves(path: Path, out: Path) -> None:
    """What is done with any file that opens: it is checked, compiled, changed, saved, reverted, exported."""
    with Store(path) as store:
        for plan in store.contents.maps.values():
            check_plan(plan)
            with suppress(DefinitionError):
                compile_map(plan)
            mark = TextPlan("behaves", "Behaves", (0.0, 0.0))
            store.commit(part_deltas(plan, None, mark), "mark")
            plan.texts[mark.id] = mark
        version = store.save("After")
        assert store.read().maps == store.contents.maps
        for found in store.versions():
            try:
                store.revert(found)
                store.revert(version)
            except FileError:
                break  # the history is spoilt; the state is not
        contents = store.read()
    assert inspect(path).contents == contents
    with suppress(DefinitionError):
        export_folder(path, out)


def refusal(call: Callable[[], object]) -> FileError | DefinitionError | None:
    """The one error that a call may raise, if it does; any other fails the test by itself."""
    try:
        call()
    except (FileError, DefinitionError) as bad:
        return bad
    return None


def test_spoilt_files_give_one_clear_error_or_behave(good: Path, tmp_path: Path, english: Catalogue) -> None:
    into = tmp_path / "spoilt"
    into.mkdir()
    made = mutilated_files(good, into, SEED)
    refused = 0
    for number, each in enumerate(made):
        before = each.path.read_bytes()
        bad = refusal(lambda: inspect(each.path))  # noqa: B023  (called at once)
        assert each.path.read_bytes() == before, each.name
        if bad is None:
            behaves(each.path, tmp_path / f"out-{number}")
            continue
        refused += 1
        assert isinstance(bad, FileError)
        says_one_thing(each.path, bad, english)
        again = refusal(lambda: Store(each.path))  # noqa: B023
        assert isinstance(again, FileError), each.name
        assert again.message.key == bad.message.key, each.name
        assert each.path.read_bytes() == before, each.name
    assert len(made) > 120
    assert 60 < refused < len(made) - len(LENIENT_SQL)
    assert {found.name for found in into.iterdir()} == {each.path.name for each in made}, "nothing is left beside them"


@pytest.mark.parametrize(
    ("statement", "table", "problem"),
    [
        ("UPDATE shape SET rings = '[]' WHERE id = 'land'", "shape", "no outline"),
        (
            'UPDATE unit SET body = \'{"id": "a", "type": "b", "step": "x"}\'',
            "oob",
            message(
                "issue.of-field",
                field="units[1].step",
                said=message("issue.wrong-type", expected=message("issue.expected.integer"), found='"x"'),
            ),
        ),
        (
            'UPDATE unit SET body = \'{"id": "a"}\'',
            "oob",
            message("issue.of-field", field="units[1]", said=message("issue.missing-field", name="type")),
        ),
        (
            'UPDATE sheet SET labels = \'{"column": {"step": 0}}\'',
            "sheet",
            message("issue.of-field", field="column.step", said=message("map.axis-stands-still")),
        ),
    ],
)
def test_a_row_that_makes_no_sense_is_told_by_its_table_and_in_our_words(
    good: Path, statement: str, table: str, problem: str | Message
) -> None:
    run_sql(good, [statement])
    bad = refusal(lambda: inspect(good))
    assert isinstance(bad, FileError)
    assert (bad.message.key, bad.message.args["table"]) == ("file.bad-row", table)
    assert bad.message.args["problem"] == problem


def test_spoilt_folders_give_clear_errors_or_import(tmp_path: Path, english: Catalogue) -> None:
    good = tmp_path / "good"
    save_folder(small_contents().to_project(), good)
    made = mutilated_folders(good, tmp_path / "spoilt", SEED)
    refused = 0
    for number, each in enumerate(made):
        before = {found.name: found.read_bytes() for found in each.path.iterdir()}
        target = tmp_path / f"game-{number}.redoubt"
        bad = refusal(lambda: import_folder(each.path, target))  # noqa: B023
        assert {found.name: found.read_bytes() for found in each.path.iterdir()} == before, each.name
        if bad is None:
            behaves(target, tmp_path / f"out-{number}")
            continue
        refused += 1
        assert not target.exists()
        assert isinstance(bad, DefinitionError)
        for issue in bad.issues:
            assert english.text(issue.message) != str(issue.message), issue.message.key
            assert issue.where.file, (each.name, issue)
    assert len(made) == 100
    assert refused > 70
