"""The command line: each command as a person types it, its output, its exit code, and one line on anything wrong."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from app.cli.exits import Exit
from app.cli.main import run
from engine.definitions.drafts import STATE
from engine.definitions.scenario import Scenario
from engine.storage.store import Store
from tests.helpers import toys
from tests.helpers.projects import small_contents

FORD = Path(toys.__file__).parent / "skirmish" / "scenarios" / "ford"

POSITION = """
format: redoubt/position/1
game: toy-skirmish
scenario: ford
side: red
phase: combat
units: {red-1: "0707", blue-1: "0807"}
ask:
- {attack: {units: [red-1], target: "0807", die: 3}, expect: {odds: "%s"}}
- {try: [{kind: resolve}], expect: {accepted: false}}
"""


@pytest.fixture
def ford(tmp_path: Path) -> Path:
    """A copy of the bundled scenario that may be spoiled."""
    return Path(shutil.copytree(FORD, tmp_path / "ford"))


def told(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    captured = capsys.readouterr()
    return captured.out, captured.err


def test_games_lists_the_games_and_their_scenarios(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == Exit.FINE
    out, _ = told(capsys)
    assert "toy-skirmish" in out
    assert "  ford  The Ford" in out


def test_saved_games_go_into_a_zip_only_where_they_are_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "evening.redoubt"
    Store.create(file, small_contents()).close()
    for more, there in (([], False), (["--games"], True)):
        parcel = tmp_path / f"parcel-{there}.zip"
        assert run(["export", str(file), str(parcel), *more]) == Exit.FINE
        with zipfile.ZipFile(parcel) as archive:
            formats = [archive.read(name).split(b"\n")[0] for name in archive.namelist() if name.endswith(".yaml")]
        assert any(each.startswith(b"format: redoubt/game/") for each in formats) == there
        assert run(["import", str(parcel), str(tmp_path / f"back-{there}.redoubt")]) == Exit.FINE
    told(capsys)


def test_every_start_sweeps_what_killed_runs_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The window is started by a command as well."""
    monkeypatch.setenv(STATE, str(tmp_path / "state"))
    draft, runs = tmp_path / ".redoubt-0123456789ab.tmp", tmp_path / "state" / "runs"
    draft.write_bytes(b"half")
    runs.mkdir(parents=True)
    (runs / "1-a.run").write_bytes(os.fsencode(draft))
    assert run(["rules", "toy-skirmish"]) == 0
    assert not draft.exists()


def test_games_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "--json"]) == Exit.FINE
    games = {game["id"]: game for game in json.loads(told(capsys)[0])["games"]}
    assert games["toy-skirmish"]["scenarios"] == ["ford"]
    assert games["toy-skirmish"]["sides"] == ["red", "blue"]


def test_rules_counts_the_cases(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "toy-skirmish", "--json"]) == Exit.FINE
    counts = json.loads(told(capsys)[0])
    assert counts["total"] == counts["implemented"] + counts["explained"]
    assert counts["untested"] == 0


def test_rules_of_an_unknown_game_suggests_the_right_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "toy-skirmsh"]) == Exit.BAD_INPUT
    out, err = told(capsys)
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "toy-skirmish" in err


def test_rules_of_a_scenario_says_which_game_it_belongs_to(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "ford"]) == Exit.BAD_INPUT
    _, err = told(capsys)
    assert "There is no game ford. (The scenario ford is one of the game toy-skirmish.)" in err


def test_check_finds_nothing_wrong_with_a_bundled_scenario(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "ford"]) == Exit.FINE
    assert "0 errors" in told(capsys)[0]


def test_check_names_the_file_and_the_line(ford: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario = ford / "scenario.yaml"
    text = scenario.read_text(encoding="utf-8")
    scenario.write_text(text.replace("unit: red-3", "unit: red-33"), encoding="utf-8")
    line = next(i for i, content in enumerate(text.splitlines(), start=1) if "unit: red-3," in content)
    assert run(["check", str(ford)]) == Exit.FOUND
    assert f"scenario.yaml:{line}: " in told(capsys)[0]
    assert run(["check", str(scenario), "--json"]) == Exit.FOUND
    found = json.loads(told(capsys)[0])
    assert [issue["line"] for issue in found["issues"] if issue["severity"] == "error"] == [line]


def test_check_lists_every_mistake_of_a_single_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "map.yaml"
    file.write_text("format: redoubt/map/1\nid: x\nfoo: 1\nbar: 2\n", encoding="utf-8")
    assert run(["check", str(file), "--json"]) == Exit.FOUND
    found = json.loads(told(capsys)[0])
    assert [issue["line"] for issue in found["issues"] if issue["code"] == "unknown-field"] == [3, 4]


def test_what_a_file_says_does_not_steer_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "oob.yaml").write_text('format: redoubt/oob/1\nid: army\n"\\e[2J\\u202e\\n": 1\n', encoding="utf-8")
    said = f'{tmp_path}/oob.yaml:3: The field "\\x1b[2J\\u202e " is not known here.'
    assert run(["check", str(tmp_path)]) == Exit.FOUND
    assert told(capsys)[0].splitlines()[0].startswith(said)
    assert run(["render", str(tmp_path), str(tmp_path / "map.png")]) == Exit.BAD_INPUT
    (line,) = told(capsys)[1].splitlines()
    assert line.startswith(f"redoubt: {said}")


def test_a_sentence_that_names_the_place_in_a_file_is_not_told_it_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    land = tmp_path / "land.geojson"
    land.write_text('{"type": "Polygon", "coordinates": null}', encoding="utf-8")
    asked = ["import-geo", str(tmp_path / "a.redoubt"), "--land", str(land), "--anchor", "60,30", "--size", "9x9"]
    assert run([*asked, "--hex-km", "20", "--palette", "white-october"]) == Exit.BAD_INPUT
    assert told(capsys)[1].startswith("redoubt: land.geojson, geometry.coordinates: ")


def test_export_says_with_its_code_that_it_could_not_write(ford: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = ford / "ford.redoubt"
    assert run(["import", str(ford), str(file)]) == Exit.FINE
    told(capsys)
    assert run(["export", str(file), str(ford / "map.yaml")]) == Exit.CANNOT_WRITE
    assert told(capsys)[1].count("map.yaml") == 1


def test_a_slip_of_the_pen_is_guessed_at(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["gmaes"]) == Exit.BAD_INPUT
    assert "Did you mean games?" in told(capsys)[1]


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(["--version"])
    assert ended.value.code == 0
    assert told(capsys)[0].startswith("redoubt ")


def program(*arguments: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "app", *arguments], text=True, check=False, **more)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = program("games", stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == Exit.CANNOT_WRITE
    assert len(done.stderr.splitlines()) == 1


def test_a_module_of_games_that_is_not_there_is_one_line() -> None:
    done = program("games", capture_output=True, env={**os.environ, "REDOUBT_GAMES": "tests.helpers.toys, no.such"})
    assert done.returncode == Exit.BAD_INPUT
    assert done.stderr == "redoubt: There is no module no.such, which REDOUBT_GAMES names.\n"


def test_a_name_that_is_not_text_can_be_printed(tmp_path: Path) -> None:
    folder = os.fsdecode(os.fsencode(tmp_path / "n") + b"\xff")
    try:
        shutil.copytree(FORD, folder)
    except OSError:
        pytest.skip("this disk has no such names")
    strict = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    done = program("check", folder, capture_output=True, env=strict)
    assert done.returncode == Exit.FINE
    assert done.stderr == ""


def test_probe_answers_and_says_what_was_not_expected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right, wrong = tmp_path / "right.yaml", tmp_path / "wrong.yaml"
    right.write_text(POSITION % "1:2", encoding="utf-8")
    wrong.write_text(POSITION % "3:1", encoding="utf-8")
    assert run(["probe", str(right), "--json"]) == Exit.FINE
    answers = json.loads(told(capsys)[0])["answers"]
    assert answers[0]["answer"]["attack"]["terms"][0]["rule"] == "4.2"
    assert run(["probe", str(wrong)]) == Exit.FOUND
    assert "not as expected: odds: expected '3:1', found '1:2'" in told(capsys)[0]


def test_probe_counts_what_is_right_over_files_and_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "several"
    folder.mkdir()
    (folder / "both.yaml").write_text(f"{POSITION % '1:2'}---\n{POSITION % '3:1'}", encoding="utf-8")
    single = tmp_path / "right.yaml"
    single.write_text(POSITION % "1:2", encoding="utf-8")
    assert run(["probe", str(single), str(folder)]) == Exit.FOUND
    out, err = told(capsys)
    assert (out.splitlines()[-1], err) == ("5 right of 6", "")
    assert run(["probe", str(single)]) == Exit.FINE
    assert told(capsys)[0].splitlines()[-1] == "2 right of 2"
    assert run(["probe", str(folder), str(single), "--json"]) == Exit.FOUND
    found = json.loads(told(capsys)[0])
    assert (found["right"], found["of"], found["errors"], found["game"]) == (5, 6, [], "toy-skirmish")
    assert [(Path(each["file"]).name, each["position"]) for each in found["answers"][::2]] == [
        ("both.yaml", "1"),
        ("both.yaml", "2"),
        ("right.yaml", ""),
    ]
    assert found["answers"][0]["stands"] == {"turn": 1, "phase": "combat", "side": "red"}


def test_probe_goes_on_after_a_question_and_a_file_that_fail(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.yaml"
    wrong = (POSITION % "1:2").replace("ask:\n", "id: ford\nask:\n- {unit: red-9}\n")
    bad.write_text(wrong, encoding="utf-8")
    missing = tmp_path / "missing.yaml"
    assert run(["probe", str(missing), str(bad)]) == Exit.BAD_INPUT
    out, err = told(capsys)
    assert out.splitlines()[-1] == "2 right of 4"
    line = wrong.splitlines().index("- {unit: red-9}") + 1
    first, second = err.splitlines()
    assert str(missing) in first
    assert second.startswith(f"redoubt: {bad}:{line}: There is no unit red-9 in this position. (Did you mean ")
    assert second.endswith("[position ford, question 1 unit]")
    assert run(["probe", str(bad), "--json"]) == Exit.BAD_INPUT
    (error,) = json.loads(told(capsys)[0])["errors"]
    assert (error["file"], error["line"], error["position"], error["question"]) == (str(bad), line, "ford", 1)


def test_playout_plays_and_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["playout", "ford", "--games", "2", "--seed", "5", "--bots", "random,random", "--json"]) == Exit.FINE
    found = json.loads(told(capsys)[0])
    assert {"finished", "actions", "actions_per_second", "outcomes", "faults", "kinds"} <= set(found)
    assert found["finished"] == 2
    assert sum(found["kinds"].values()) == found["actions"]


def test_what_cannot_be_imported_or_exported_is_told_by_what_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("nothing", encoding="utf-8")
    for arguments, words in (
        (["import", "notes.txt", "out.redoubt"], "notes.txt is no folder of a scenario, no zip"),
        (["import", "frod", "out.redoubt"], "frod is neither a file, nor a folder, nor a bundled scenario."),
        (["export", "ford", "somewhere"], "ford is text already and no .redoubt file"),
    ):
        assert run(arguments) == Exit.BAD_INPUT
        assert words in told(capsys)[1]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["playout", "ford", "--bots", "clever"], Exit.USAGE),
        (["playout", "ford", "--bots", "random,random,random"], Exit.USAGE),
        (["playout", "nowhere"], Exit.BAD_INPUT),
        (["probe", "no-such-file.yaml"], Exit.BAD_INPUT),
        (["check", "no-such-file.redoubt"], Exit.BAD_INPUT),
        (["replay", "no-such-file.yaml"], Exit.BAD_INPUT),
        (["export", "no-such-file.redoubt", "somewhere"], Exit.BAD_INPUT),
        (["import", "no-such-folder", "out.redoubt"], Exit.BAD_INPUT),
        (["import", "ford", "no-such-folder/out.redoubt"], Exit.CANNOT_WRITE),
        (["export", "ford", "somewhere"], Exit.BAD_INPUT),
        (["import", "frod", "out.redoubt"], Exit.BAD_INPUT),
        (["replay", "ford"], Exit.BAD_INPUT),
        (["check", "x" * 5000], Exit.BAD_INPUT),
        (["gmaes"], Exit.BAD_INPUT),
        (["nothing.redoubt"], Exit.BAD_INPUT),
    ],
)
def test_what_cannot_be_done_is_one_line(
    arguments: list[str],
    code: Exit,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(arguments) == code
    out, err = told(capsys)
    assert out == ""
    assert err.startswith("redoubt: ")
    assert len(err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["playout"],
        ["playout", "ford", "--games", "0"],
        ["rules"],
        ["--frobnicate"],
        ["check", ""],
        ["playout", "ford", "--game", "2"],
    ],
)
def test_wrong_words_point_to_help(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(arguments)
    assert ended.value.code == Exit.USAGE
    assert "--help" in told(capsys)[1]


def test_import_then_export_gives_the_same_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, first, second = tmp_path / "ford.redoubt", tmp_path / "first", tmp_path / "second"
    assert run(["import", "ford", str(file)]) == Exit.FINE
    assert run(["check", str(file)]) == Exit.FINE
    assert run(["export", str(file), str(first)]) == Exit.FINE
    again = tmp_path / "again.redoubt"
    assert run(["import", str(first), str(again)]) == Exit.FINE
    assert run(["export", str(again), str(second)]) == Exit.FINE
    texts = {path.name: path.read_bytes() for path in first.iterdir()}
    assert texts == {path.name: path.read_bytes() for path in second.iterdir()}
    assert {"map.yaml", "scenario.yaml", "oob.yaml", "counters.yaml", "cards.yaml"} <= set(texts)
    assert run(["import", "ford", str(file)]) == Exit.CANNOT_WRITE


def test_a_saved_game_is_replayed_and_a_forged_one_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from engine.definitions.folders import save_folder
    from engine.definitions.project import Project
    from engine.players.player import Budget
    from engine.players.registry import players_for
    from engine.rulesets.assembly import assemble
    from engine.rulesets.library import find_bundled
    from engine.session.records import record_of
    from engine.session.session import Session

    game = assemble(find_bundled("ford").load())
    session = Session.new(game, 11)
    bots = players_for(game, ("random",), 3)
    for _ in range(40):
        menu = session.menu
        session.submit(bots[menu.side].choose(game, game.view(session.state, menu.side), menu, Budget()).action)
    record = record_of(session, "a-game", "ford")
    save_folder(Project([record]), tmp_path)
    file = tmp_path / "game.yaml"
    assert run(["replay", str(file), "--json"]) == Exit.FINE
    assert json.loads(told(capsys)[0])["actions"] == 40
    forged = record.replace(actions=record.actions[:-1])
    save_folder(Project([forged]), tmp_path)
    assert run(["replay", str(file)]) == Exit.FOUND
    assert len(told(capsys)[1].splitlines()) == 1


def test_render_draws_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    png = tmp_path / "ford.png"
    assert run(["render", "ford", str(png), "--width", "600"]) == Exit.FINE
    assert png.read_bytes().startswith(b"\x89PNG")
    assert run(["render", "ford", str(tmp_path / "no" / "ford.png")]) == Exit.CANNOT_WRITE
    assert run(["render", "ford", str(png), "--scenario", "nothing"]) == Exit.BAD_INPUT
    assert "There is no scenario nothing here" in capsys.readouterr().err


def test_python_m_app_is_the_same_program() -> None:
    done = subprocess.run([sys.executable, "-m", "app", "games"], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "toy-skirmish" in done.stdout


def test_the_command_line_does_without_qt_until_a_picture_is_asked_for() -> None:
    script = "import sys; from app.cli.main import run; run(['games']); print('PySide6' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


@pytest.fixture
def twofold(tmp_path: Path) -> Path:
    """A file with two scenarios on one map, of which the second has an arrival at no place at all."""
    file = tmp_path / "two.redoubt"
    assert run(["import", str(FORD), str(file)]) == Exit.FINE
    with Store(file) as store:
        ford = store.contents.documents["scenario", "ford"]
        assert isinstance(ford, Scenario)
        wrong = ford.replace(id="ford-again", schedule=(ford.schedule[0].replace(at="9999"),))
        store.write(store.contents.add(wrong), "another")
    return file


def test_a_finding_says_which_scenario_it_is_of_and_one_may_be_asked_for(
    twofold: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", str(twofold)]) == Exit.FOUND
    assert "scenario ford-again: schedule[1].at: " in told(capsys)[0]
    assert run(["check", str(twofold), "--scenario", "ford"]) == Exit.FINE
    assert run(["check", str(twofold), "--scenario", "nobody"]) == Exit.BAD_INPUT


def test_playout_takes_one_of_several_scenarios(twofold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["playout", str(twofold)]) == Exit.BAD_INPUT
    assert "ford-again" in told(capsys)[1]
    assert run(["playout", str(twofold), "--scenario", "ford", "--json"]) == Exit.FINE
    assert json.loads(told(capsys)[0])["finished"] == 1


def test_check_and_playout_take_zips(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, parcel = tmp_path / "ford.redoubt", tmp_path / "ford.zip"
    assert run(["import", str(FORD), str(file)]) == Exit.FINE
    assert run(["export", str(file), str(parcel)]) == Exit.FINE
    told(capsys)
    assert run(["check", str(parcel)]) == Exit.FINE
    assert "0 errors" in told(capsys)[0]
    assert run(["playout", str(parcel), "--json"]) == Exit.FINE
    assert json.loads(told(capsys)[0])["finished"] == 1
    assert sorted(each.name for each in tmp_path.iterdir()) == ["ford.redoubt", "ford.zip"]


def test_check_lists_every_mistake_of_a_zip_by_its_place_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parcel = tmp_path / "ford.zip"
    with zipfile.ZipFile(parcel, "w") as archive:
        archive.writestr("scenario.yaml", "format: redoubt/scenario/9\nid: ford\n")
        archive.writestr("map.yaml", "format: redoubt/map/9\nid: ford\n")
    assert run(["check", str(parcel)]) == Exit.FOUND
    out, err = told(capsys)
    assert err == ""
    assert [line.partition(": ")[0] for line in out.splitlines()] == [
        f"{parcel}/map.yaml:1",
        f"{parcel}/scenario.yaml:1",
        str(parcel),
    ]


def test_endings_in_capital_letters_say_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, parcel, again = tmp_path / "FORD.REDOUBT", tmp_path / "FORD.ZIP", tmp_path / "again.redoubt"
    assert run(["import", str(FORD), str(file)]) == Exit.FINE
    assert run(["export", str(file), str(parcel)]) == Exit.FINE
    assert zipfile.is_zipfile(parcel)
    assert run(["check", str(parcel)]) == Exit.FINE
    assert run(["import", str(parcel), str(again)]) == Exit.FINE
    assert again.is_file()
    told(capsys)


def test_the_practice_scan_is_drawn_where_there_is_no_screen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr("app.cli.grids.off_screen", lambda: asked.append("off screen"))
    assert run(["practice-scan", str(tmp_path / "scan.png")]) == Exit.FINE
    assert asked
    assert run(["practice-scan", str(tmp_path / "nowhere" / "scan.png")]) == Exit.CANNOT_WRITE
    assert "cannot be written" in told(capsys)[1]


def test_a_throw_of_an_attack_is_told_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What has parts with parts takes lines of its own, a span of losses stands in one, a note in brackets."""
    attack = tmp_path / "attack.yaml"
    attack.write_text(
        "format: redoubt/position/1\ngame: ukraine-43\nscenario: kharkov-1943\nphase: combat\nside: soviet\n"
        "units: {g-167: '4109', s-32grc: '4110'}\nask:\n- attack: {units: [s-32grc], target: '4109', die: 6}\n"
        "- try: [{kind: declare-attack, target: '4109'}]\n",
        encoding="utf-8",
    )
    assert run(["probe", str(attack)]) == Exit.FINE
    told = capsys.readouterr().out.splitlines()
    assert "    (1)  magnitude: 1 die  [8.4]" in told
    assert "    - side: soviet" in told
    assert any(line.startswith("        - result=AR share=") and line.endswith("defender=0") for line in told)
    assert "    - action: kind=declare-attack target=4109" in told
    assert not any("terms=label" in line for line in told)
