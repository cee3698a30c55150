"""Projects in memory and as folders: nothing is lost, nothing foreign is touched, nothing is left half written."""

from __future__ import annotations

import importlib.resources
import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.definitions import folders
from engine.definitions.counters import Counters
from engine.definitions.documents import dump_document, load_file, load_text
from engine.definitions.folders import file_names, load_folder, read_folder, save_folder, write_safely
from engine.definitions.game_record import GameRecord
from engine.definitions.issues import DefinitionError
from engine.definitions.model import Document
from engine.definitions.oob import OrderOfBattle
from engine.definitions.project import Project
from tests.engine.definitions.authored import PARTS, any_document


@pytest.fixture
def project() -> Project:
    return Project(load_text(text, kind) for kind, text in PARTS.items())


def code_of(caught: pytest.ExceptionInfo[DefinitionError]) -> str:
    (issue,) = caught.value.issues
    return issue.code


def test_a_project_holds_documents_by_kind_and_id(project: Project) -> None:
    assert list(project.counters) == ["armies"]
    assert (list(project.oobs), list(project.cards), list(project.scenarios)) == (["orders"], ["deck"], ["battle"])
    assert (list(project.maps), list(project.charts), list(project.palettes)) == (["field"], ["toy"], ["toy"])
    assert project.games == {}
    assert len(project) == 7
    found = project.find("oob", "orders")
    assert found is not None
    assert found.where(("units", 1)).line == 8
    assert project.find("oob", "other") is None


def test_a_project_is_a_value(project: Project) -> None:
    more = project.with_documents(Counters(id="more"))
    assert len(more) == 8
    assert len(project) == 7
    assert more.without("counters", "more") == project
    assert more != project
    assert hash(more.without("counters", "more")) == hash(project)
    assert project != "a project"


def test_a_folder_gives_back_what_was_saved(project: Project, tmp_path: Path) -> None:
    save_folder(project, tmp_path / "new" / "battle")
    names = sorted(path.name for path in (tmp_path / "new" / "battle").iterdir())
    assert names == [f"{kind}.yaml" for kind in ("cards", "charts", "counters", "map", "oob", "palette", "scenario")]
    assert load_folder(tmp_path / "new" / "battle") == project


@given(st.lists(any_document, max_size=6))
@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow])
def test_any_documents_survive_a_folder(tmp_path_factory: pytest.TempPathFactory, documents: list[Document]) -> None:
    project = Project(documents)
    folder = tmp_path_factory.mktemp("any")
    save_folder(project, folder)
    assert read_folder(folder).project == project


def test_several_of_a_kind_have_their_ids_in_their_names(project: Project) -> None:
    both = project.with_documents(OrderOfBattle(id="blue"))
    names = file_names(both)
    assert (names[("oob", "orders")], names[("oob", "blue")], names[("map", "field")]) == (
        "oob-orders.yaml",
        "oob-blue.yaml",
        "map.yaml",
    )


def test_a_second_document_of_a_kind_renames_the_first_file(project: Project, tmp_path: Path) -> None:
    save_folder(project, tmp_path)
    both = project.with_documents(OrderOfBattle(id="blue"))
    save_folder(both, tmp_path)
    assert not (tmp_path / "oob.yaml").exists()
    assert load_folder(tmp_path) == both
    save_folder(project, tmp_path, dropped=[("oob", "blue")])
    assert load_folder(tmp_path) == project
    assert (tmp_path / "oob.yaml").exists()


def test_saving_leaves_alone_what_it_does_not_know(project: Project, tmp_path: Path) -> None:
    strangers = {
        "notes.txt": "mine",
        "other.yaml": "not: ours\n",
        "broken.yaml": "[",
        "oob-old.yaml": "format: redoubt/oob/1\nid: old\n",
    }
    for name, text in strangers.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "scans.yaml").mkdir()
    save_folder(project, tmp_path)
    assert {name: (tmp_path / name).read_text() for name in strangers} == strangers
    assert (tmp_path / "scans.yaml").is_dir()


def test_a_file_that_says_the_same_keeps_its_comments(project: Project, tmp_path: Path) -> None:
    save_folder(project, tmp_path)
    commented = "# why these units\n" + PARTS["oob"]
    (tmp_path / "oob.yaml").write_text(commented)
    assert save_folder(project, tmp_path) == ()
    assert (tmp_path / "oob.yaml").read_text() == commented
    (tmp_path / "oob.yaml").write_text(commented.replace("step: 1", "step: 0"))
    assert [path.name for path in save_folder(project, tmp_path)] == ["oob.yaml"]


def test_issues_of_all_files_are_told_at_once(project: Project, tmp_path: Path) -> None:
    save_folder(project, tmp_path)
    (tmp_path / "cards.yaml").write_text("format: redoubt/cards/1\nid: Deck\n")
    (tmp_path / "oob.yaml").write_text("format: redoubt/oob/1\nid: orders\nunits: 3\n")
    with pytest.raises(DefinitionError) as caught:
        load_folder(tmp_path)
    told = [(Path(issue.where.file).name, issue.where.line) for issue in caught.value.issues]
    assert told == [("cards.yaml", 2), ("oob.yaml", 3)]
    reading = read_folder(tmp_path)
    assert len(reading.project) == 5
    assert len(reading.issues) == 2


def test_two_files_with_the_same_document_are_refused(project: Project, tmp_path: Path) -> None:
    save_folder(project, tmp_path)
    (tmp_path / "zz.yaml").write_text(PARTS["oob"])
    with pytest.raises(DefinitionError) as caught:
        load_folder(tmp_path)
    assert code_of(caught) == "duplicate-document"
    assert "oob.yaml" in str(caught.value.issues[0].message.args["first"])


def test_positions_may_lie_in_the_folder_of_a_scenario(project: Project, tmp_path: Path) -> None:
    save_folder(project, tmp_path)
    for name in ("one", "two"):
        (tmp_path / f"{name}.yaml").write_text("format: redoubt/position/1\ngame: toy\nscenario: battle\n")
    assert load_folder(tmp_path) == project


def test_folders_and_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(DefinitionError) as caught:
        load_folder(tmp_path / "nowhere")
    assert code_of(caught) == "no-such-folder"
    with pytest.raises(DefinitionError) as caught:
        load_folder(tmp_path)
    assert code_of(caught) == "empty-folder"
    with pytest.raises(DefinitionError) as caught:
        load_file(tmp_path / "nothing.yaml")
    assert code_of(caught) == "no-such-file"
    with pytest.raises(DefinitionError) as caught:
        load_file(tmp_path)
    assert code_of(caught) == "no-such-file"


def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    with pytest.raises(DefinitionError) as caught:
        load_folder(tmp_path)
    assert code_of(caught) == "empty-folder"


def test_a_huge_file_is_refused_without_being_read_whole(tmp_path: Path) -> None:
    with (tmp_path / "huge.yaml").open("wb") as stream:
        stream.truncate(20 * 1024**3)
    with pytest.raises(DefinitionError) as caught:
        load_file(tmp_path / "huge.yaml")
    assert code_of(caught) == "yaml.too-big"


def test_a_folder_that_cannot_be_written_is_one_clear_issue(project: Project, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DefinitionError) as caught:
        save_folder(project, tmp_path / "file")
    assert code_of(caught) == "unwritable-file"


def test_what_cannot_be_text_stops_the_saving_before_it_begins(project: Project, tmp_path: Path) -> None:
    deep: object = 1
    for _ in range(60):
        deep = [deep]
    game = GameRecord(id="g", scenario="battle", ruleset="toy", seed=1, actions=({"kind": deep},))  # type: ignore[dict-item]
    with pytest.raises(DefinitionError) as caught:
        save_folder(project.with_documents(game), tmp_path)
    assert code_of(caught) == "cannot-be-written"
    assert list(tmp_path.iterdir()) == []


def test_a_failed_write_leaves_the_old_file_and_no_litter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "oob.yaml"
    path.write_text("old")

    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(folders.os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        write_safely(path, b"new")
    assert path.read_text() == "old"
    assert [found.name for found in tmp_path.iterdir()] == ["oob.yaml"]


def test_a_write_keeps_the_rights_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "oob.yaml"
    write_safely(path, b"one")
    path.chmod(0o640)
    write_safely(path, b"two")
    assert path.read_bytes() == b"two"
    assert path.stat().st_mode & 0o777 == 0o640


KILLED = """
import sys
from pathlib import Path
from engine.definitions.folders import save_folder
from engine.definitions.oob import OrderOfBattle, UnitEntry
from engine.definitions.project import Project
number = 0
print("ready", flush=True)
while True:
    number += 1
    units = tuple(UnitEntry(id=f"u{i}", type="t", step=number % 2) for i in range(1000))
    save_folder(Project([OrderOfBattle(id="o", units=units)]), Path(sys.argv[1]))
"""


def test_a_process_killed_while_saving_leaves_a_whole_file(tmp_path: Path) -> None:
    for attempt in range(4):
        with subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            while not (tmp_path / "oob.yaml").exists():
                time.sleep(0.005)
            time.sleep(0.05 + attempt * 0.013)
            process.send_signal(signal.SIGKILL)
        units = load_folder(tmp_path).oobs["o"].units
        assert len(units) == 1000
        assert len({unit.step for unit in units}) == 1


def test_folders_inside_a_package_are_read(project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(tmp_path / "bundle.zip", "w") as bundle:
        bundle.writestr("packed_scenarios/__init__.py", "")
        for kind, text in PARTS.items():
            bundle.writestr(f"packed_scenarios/battle/{kind}.yaml", text)
    monkeypatch.syspath_prepend(str(tmp_path / "bundle.zip"))
    folder = importlib.resources.files("packed_scenarios") / "battle"
    assert load_folder(folder) == project
    loaded = load_file(folder / "oob.yaml", "battle/oob.yaml")
    assert str(loaded.where(("units",))) == "battle/oob.yaml:6"


def test_the_text_of_a_document_begins_with_its_format() -> None:
    assert dump_document(Counters(id="c")) == "format: redoubt/counters/1\nid: c\n"
