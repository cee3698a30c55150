"""Files that hold several positions, positions in several variants, and folders of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.core.messages import message
from engine.definitions.documents import load_documents
from engine.definitions.folders import read_folder
from engine.definitions.issues import DefinitionError
from engine.rulesets.words import catalogue
from engine.session.position_files import PositionEntry, entries
from engine.session.positions import Placed, set_up
from engine.session.probe_run import Probed, probe_all

HEAD = "format: redoubt/position/1\ngame: toy-skirmish\nscenario: ford\nphase: combat\nside: red\n"
"""Five lines."""
QUIET = "values: {weather: dry, air-red: 1, air-blue: 1}\n"
UNITS = "units: {red-1: '0707', red-2: {at: '0708', step: 1}, blue-1: '0807'}\n"


def written(folder: Path, text: str, name: str = "here.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def placed(folder: Path, variants: str) -> list[Placed]:
    """The variants of one position, set up."""
    found = list(entries(written(folder, f"{HEAD}{QUIET}{UNITS}variants:\n{variants}")))
    return [set_up(each.source) for each in found if each.source is not None]


def at(placed: Placed, unit: str) -> tuple[str, int]:
    record = placed.state.units[unit]  # type: ignore[index]
    return placed.game.board.label(record.at), record.step


def probed(*found: PositionEntry) -> list[Probed]:
    return list(probe_all(found, catalogue))


def test_a_file_may_hold_several_positions(tmp_path: Path) -> None:
    first = (
        f"{HEAD}units: {{red-1: '0707', blue-1: '0807'}}\nid: near\nask: [{{unit: red-1, expect: {{at: '0707'}}}}]\n"
    )
    second = f"{HEAD}units: {{red-1: '0706', blue-1: '0807'}}\nask:\n- {{unit: red-1, expect: {{at: '0707'}}}}\n"
    path = written(tmp_path, f"{first}---\n{second}")
    found = probed(*entries(path))
    assert [each.entry.name for each in found] == ["near", "2"]
    assert [(each.right, each.counted) for each in found] == [(1, 1), (0, 1)]
    assert found[1].answers[0].line == 17
    assert [each.document.KIND for each in load_documents(path)] == ["position", "position"]


def test_a_file_that_may_not_be_read_stops_no_other_of_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, f"{HEAD}units: {{red-1: '0707', blue-1: '0807'}}\n", "good.yaml")
    closed = written(tmp_path, HEAD, "closed.yaml")
    opened = Path.open

    def refusing(self: Path, *args: Any, **kwargs: Any) -> Any:
        if self == closed:
            raise PermissionError(13, "Permission denied", str(self))
        return opened(self, *args, **kwargs)

    monkeypatch.setattr(Path, "open", refusing)
    found = {each.path.name: each for each in entries(tmp_path)}
    assert found["good.yaml"].source is not None
    (issue,) = found["closed.yaml"].issues
    assert (issue.code, issue.message.args["problem"]) == ("unreadable-file", message("issue.not-permitted"))


def test_only_positions_may_share_a_file(tmp_path: Path) -> None:
    other = "format: redoubt/oob/1\nid: o\n"
    with pytest.raises(DefinitionError, match="several-documents"):
        load_documents(written(tmp_path, f"{other}---\n{other}"))
    with pytest.raises(DefinitionError, match="several-documents"):
        load_documents(written(tmp_path, f"{HEAD}---\n{other}"))
    assert [len(each.issues) for each in entries(written(tmp_path, f"{HEAD}---\n{other}"))] == [0, 1]


def test_several_positions_may_lie_beside_a_project(tmp_path: Path) -> None:
    written(tmp_path, f"{HEAD}---\n{HEAD}")
    assert read_folder(tmp_path).issues == ()


def test_an_empty_place_between_two_lines_is_told_with_its_line(tmp_path: Path) -> None:
    (found,) = entries(written(tmp_path, f"{HEAD}---\n---\n{HEAD}"))
    assert [(issue.code, issue.where.line) for issue in found.issues] == [("yaml.empty", 6)]


def test_variants_stand_on_a_common_setup(tmp_path: Path) -> None:
    early, late, alone = placed(
        tmp_path,
        "- {turn: 1}\n- {turn: 3, values: {weather: mud}, units: {red-1: {step: 1}, red-2: '0709'}}\n"
        "- {units: {red-2: null, red-4: '0706'}}\n",
    )
    assert (early.state.turn, early.state.values["weather"], at(early, "red-1")) == (1, "dry", ("0707", 0))
    assert (late.state.turn, late.state.values["weather"], late.state.values["air-red"]) == (3, "mud", 1)
    assert (at(late, "red-1"), at(late, "red-2")) == (("0707", 1), ("0709", 1))
    assert sorted(alone.state.units) == ["blue-1", "red-1", "red-4"]
    assert early.source.document.variants == ()


def test_a_variant_asks_what_is_common_and_then_its_own(tmp_path: Path) -> None:
    text = (
        f"{HEAD}{UNITS}id: ford\nask:\n- {{unit: red-1, expect: {{at: '0707'}}}}\nvariants:\n- id: as-it-is\n"
        "- units: {red-1: '0706'}\n  ask:\n  - {stack: '0706', expect: {size: 1}}\n"
    )
    first, second = probed(*entries(written(tmp_path, text)))
    assert (first.entry.name, second.entry.name) == ("ford/as-it-is", "ford/2")
    assert [(each.question, each.line, each.is_right) for each in first.answers] == [("unit", 9, True)]
    assert [(each.question, each.line, each.is_right) for each in second.answers] == [
        ("unit", 9, False),
        ("stack", 14, True),
    ]


@pytest.mark.parametrize(
    ("variant", "line", "code"),
    [
        ("{trun: 3}", 9, "not-varied"),
        ("{scenario: ford}", 9, "not-varied"),
        ("{variants: []}", 9, "not-varied"),
        ("{turn: soon}", 9, "wrong-type"),
        ("\n    units:\n      red-1: {stap: 1}", 11, "unknown-field"),
        ("{units: {red-1: {step: 9}}}", 9, "no-such-step"),
        ("{units: {red-9: '0707'}}", 9, "unknown-unit"),
        ("{units: [red-1]}", 9, "wrong-type"),
        ("{ask: menu}", 9, "wrong-type"),
    ],
)
def test_what_is_wrong_with_a_variant_is_said_with_its_line_and_stops_no_other(
    variant: str, line: int, code: str, tmp_path: Path
) -> None:
    text = (
        f"{HEAD}{QUIET}{UNITS}variants:\n- {variant}\n- {{turn: 2, ask: [{{score: {{}}, expect: {{winner: null}}}}]}}\n"
    )
    bad, good = probed(*entries(written(tmp_path, text)))
    assert [(issue.where.line, issue.code) for issue in bad.issues] == [(line, code)]
    assert (bad.counted, bad.right, good.counted, good.right) == (1, 0, 1, 1)


def test_a_slip_in_what_is_common_is_told_where_it_stands(tmp_path: Path) -> None:
    text = f"{HEAD}units:\n  red-1: {{at: '0707', step: 9}}\nvariants:\n- {{units: {{red-1: {{at: '0706'}}}}}}\n"
    (found,) = probed(*entries(written(tmp_path, text)))
    assert [(issue.code, issue.where.line) for issue in found.issues] == [("no-such-step", 7)]


def test_a_folder_is_all_its_positions_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    written(tmp_path, HEAD, "b.yaml")
    written(tmp_path, HEAD, "inner/a.yaml")
    written(tmp_path, "format: redoubt/oob/1\nid: o\n", "oob.yaml")
    written(tmp_path, "nonsense", ".hidden.yaml")
    written(tmp_path, "a note", "note.txt")
    assert [each.path.name for each in entries(tmp_path)] == ["b.yaml", "a.yaml"]
    written(tmp_path, "units: [", "broken.yaml")
    assert [(each.path.name, bool(each.issues)) for each in entries(tmp_path)] == [
        ("b.yaml", False),
        ("broken.yaml", True),
        ("a.yaml", False),
    ]
    (empty,) = entries(tmp_path / "inner" / "a.yaml" / "nothing")
    assert empty.issues


def test_a_folder_without_positions_says_so(tmp_path: Path) -> None:
    (found,) = entries(tmp_path)
    assert [issue.code for issue in found.issues] == ["no-positions"]
