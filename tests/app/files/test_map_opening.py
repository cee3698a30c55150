"""Anything that holds a map can be opened, and what cannot be says why."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.files.map_opening import open_anything
from app.place_words import PlaceNames
from editor.canvas.counters.counter_pictures import factors_text
from engine.definitions.counters import CounterType
from engine.definitions.folders import save_folder
from engine.definitions.issues import DefinitionError
from engine.definitions.project import Project
from engine.rulesets.library import bundled_scenarios
from engine.storage.errors import FileError
from engine.storage.exchange import import_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The hex example as a folder of a person's own."""
    target = tmp_path / "mine"
    save_folder(bundled_scenarios()["ford"].load(), target)
    return target


def test_an_example_opens_by_its_name() -> None:
    opened = open_anything("ford")
    assert opened.title == "The Ford"
    assert opened.turn_line.startswith("Turn 1 of 5")
    assert opened.plan.sheets
    assert opened.palette.id == "toy-skirmish"


def test_its_counters_stand_where_the_setup_says() -> None:
    opened = open_anything("ford")
    names = PlaceNames(opened.plan, opened.palette)
    red = next(counter for counter in opened.counters if counter.unit == "red-1")
    assert names.label(red.at) == "0606"
    assert (red.symbol, red.size, red.factors, red.steps, red.lost) == ("infantry", "xx", "4-4-4", 2, 0)
    assert red.ground == "#b5523b", "the colour of its side in the palette"
    assert len(opened.counters) == 14


def test_a_map_of_spaces_opens_too() -> None:
    opened = open_anything("cabinet-war")
    assert len(opened.plan.spaces) == 12
    assert {counter.at for counter in opened.counters} <= set(opened.plan.spaces)


def test_a_folder_a_file_in_it_and_a_map_alone(folder: Path) -> None:
    whole = open_anything(folder)
    assert open_anything(str(folder / "scenario.yaml")).counters == whole.counters
    alone = open_anything(folder / "map.yaml")
    assert alone.counters == ()
    assert alone.plan == whole.plan
    assert alone.turn_line == ""


def test_a_project_file_shows_the_same(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "ford.redoubt"
    import_folder(folder, file)
    opened = open_anything(file)
    assert opened.counters == open_anything(folder).counters
    assert opened.plan == open_anything(folder).plan


def test_of_several_scenarios_one_is_chosen(folder: Path) -> None:
    text = (folder / "scenario.yaml").read_text(encoding="utf-8")
    later = text.replace("id: ford\n", "id: later\n", 1).replace("title: The Ford", "title: Later", 1)
    (folder / "scenario-later.yaml").write_text(later, encoding="utf-8")
    assert open_anything(folder).choice == "ford"
    assert open_anything(folder).choices == {"ford": "The Ford", "later": "Later"}
    assert open_anything(folder, "later").title == "Later"
    assert open_anything(folder, "never").choice == "ford"


def test_a_map_of_an_unknown_game_is_still_shown(folder: Path) -> None:
    path = folder / "map.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("toy-skirmish", "lost-game"), encoding="utf-8")
    opened = open_anything(path)
    assert opened.palette.id == "lost-game"
    assert opened.palette.terrain == ()


def test_what_holds_no_map_says_so(tmp_path: Path) -> None:
    counters = next(iter(bundled_scenarios()["ford"].load().counters.values()))
    save_folder(Project([counters]), tmp_path / "counters")
    with pytest.raises(DefinitionError, match="nothing-to-show"):
        open_anything(tmp_path / "counters")


def test_what_is_not_there_says_so() -> None:
    with pytest.raises(DefinitionError, match="no-such-target"):
        open_anything("frod")


def test_a_broken_project_file_says_so(tmp_path: Path) -> None:
    file = tmp_path / "broken.redoubt"
    file.write_bytes(b"SQLite format 3\x00" + b"nonsense" * 40)
    with pytest.raises(FileError):
        open_anything(file)


def test_factors_are_printed_in_their_order() -> None:
    kind = CounterType.from_data(
        {"id": "a", "name": "A", "steps": [{"attack": 5, "defence": 7, "move": 4}, {"fire": 1.5, "note": "x"}]}
    )
    assert factors_text(kind, 0) == "5-7-4"
    assert factors_text(kind, 1) == "1.5"


def test_a_place_is_described_in_one_line() -> None:
    opened = open_anything("ford")
    names = PlaceNames(opened.plan, opened.palette)
    blue = [counter for counter in opened.counters if counter.unit in ("blue-1", "blue-2")]
    line = names.line(blue[0].at, blue)
    assert line.startswith("0807  ·  Town  ·  The Ford (town)")
    assert "Blue infantry" in line
    assert names.line("coming") == "Coming"
    assert names.label("who-knows") == "who-knows"
    assert names.line("who-knows") == "", "an id is nobody's word"


def test_a_crowd_is_counted() -> None:
    opened = open_anything("ford")
    line = PlaceNames(opened.plan, opened.palette).line(opened.counters[0].at, opened.counters)
    assert "11 more" in line
