"""`redoubt playtest`: games are played once, and told as JSON, as a table, as a page and in words."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from app.__main__ import INTERRUPTED, main
from app.cli.exits import Exit
from app.cli.main import run
from app.cli.parser import build_parser
from engine.definitions.documents import read_document
from engine.definitions.folders import save_folder
from engine.definitions.strict_yaml import unlocated
from engine.lab.arms import Arm
from engine.lab.crews import OwnProcess
from engine.lab.experiments import Experiment
from engine.lab.intervals import share
from engine.lab.playing import play_game
from engine.lab.results import GameResult
from tests.engine.lab.quick import MORE, SMALL, ford_arm, small_ford

GAMES = 20


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small scenario, played in this very process: that it is the same in others is the lab's own test."""
    monkeypatch.setattr("app.cli.playtests.OwnProcesses", lambda count: OwnProcess())
    folder = tmp_path / "my ford"
    save_folder(small_ford(SMALL), folder)
    return folder


def test_json_has_the_keys_that_are_promised(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(["playtest", str(folder), "--players", "random,idle", "--games", str(GAMES), "--seed", "5", "--json"]) == 0
    )
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == GAMES
    assert told["finished"] == GAMES
    assert sum(told["wins"].values()) + told["draws"] == GAMES
    assert len(told["scores"]) == GAMES
    assert told["seconds"] > 0
    for side in ("red", "blue"):
        known = share(told["wins"][side], GAMES)
        assert (told["low"][side], told["high"][side]) == pytest.approx((known.low, known.high), abs=1e-4)
    assert (folder.parent / "my ford.playtest").is_file()


def test_what_was_played_is_not_played_again(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = ["playtest", str(folder), "--players", "random,idle", "--games", str(GAMES)]
    run([*asked, "--json"])
    told = json.loads(capsys.readouterr().out)
    monkeypatch.setattr("engine.lab.crews.play_game", lambda arm, seed: pytest.fail("played again"))
    assert run([*asked, "--csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "arm,seed,winner,level,rule,score,turn,actions,seconds,fault"
    assert [float(line.split(",")[5]) for line in lines[1:]] == told["scores"]
    page = tmp_path / "report.html"
    assert run(["--language", "fr", *asked, "--html", str(page)]) == 0
    assert "Qui gagne" in page.read_text(encoding="utf-8")
    title = page.read_text(encoding="utf-8").partition("<title>")[2].partition("</title>")[0]
    assert title.startswith("Parties d&#x27;essai\u00a0: ")
    assert title.endswith(" (Red\u00a0: Au hasard, Blue\u00a0: Passif)")
    assert page.read_text(encoding="utf-8").count("<svg") >= 8
    assert "src=" not in page.read_text(encoding="utf-8"), "everything is inside"
    assert f"{GAMES} parties sont allées" in capsys.readouterr().out


def test_what_was_played_before_somebody_stopped_it_stays(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def impatient(arm: Arm, seed: int) -> GameResult:
        if seed == 4:
            raise KeyboardInterrupt
        return play_game(arm, seed)

    asked = ["playtest", str(folder), "--players", "random,idle", "--games", "6", "--json"]
    with monkeypatch.context() as patch:
        patch.setattr("engine.lab.crews.play_game", impatient)
        assert main(asked) == INTERRUPTED
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "redoubt: stopped\n")
    again = list[int]()
    monkeypatch.setattr("engine.lab.crews.play_game", lambda arm, seed: again.append(seed) or play_game(arm, seed))
    assert run(asked) == 0
    assert again == [4, 5, 6]


def test_a_changed_copy_is_compared_on_the_same_seeds(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "changed"
    save_folder(small_ford({**SMALL, **MORE}), other)
    asked = ["playtest", str(folder), "--against", str(other), "--players", "random,idle", "--games", str(GAMES)]
    assert run([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [arm["games"] for arm in told["arms"]] == [GAMES, GAMES]
    assert told["change"]["pairs"] == GAMES
    assert told["change"]["score"]["low"] <= told["change"]["score"]["value"] <= told["change"]["score"]["high"]
    page = tmp_path / "change.html"
    assert run([*asked, "--html", str(page)]) == 0
    assert "What the change did" in page.read_text(encoding="utf-8")
    assert "Games won by the Red side, a draw counting half" in capsys.readouterr().out


def test_of_several_scenarios_the_one_that_is_asked_for_is_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("app.cli.playtests.OwnProcesses", lambda count: OwnProcess())
    project = small_ford(SMALL)
    told = {**project.scenarios["ford"].to_document(), "id": "second"}
    for name in ("now", "changed"):
        save_folder(project.with_documents(read_document(unlocated(told))), tmp_path / name)
    asked = ["playtest", str(tmp_path / "now"), "--against", str(tmp_path / "changed"), "--scenario", "second"]
    assert run([*asked, "--players", "idle", "--games", "1", "--json"]) == 0
    assert [arm["scenario"] for arm in json.loads(capsys.readouterr().out)["arms"]] == ["second", "second"]


def test_two_games_are_not_compared(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["playtest", str(folder), "--against", "cabinet-war", "--players", "random"]) == Exit.BAD_INPUT
    assert "toy-cabinet, toy-skirmish" in capsys.readouterr().err


def test_an_experiment_is_saved_and_run_again_to_the_same_results(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved, asked = tmp_path / "mine.experiment", ["--keep-nothing", "--csv"]
    run(["playtest", str(folder), "--players", "random,idle", "--games", "4", "--save", str(saved), *asked])
    first = capsys.readouterr().out
    assert run(["playtest", str(saved), *asked]) == 0
    again = capsys.readouterr().out

    def without_seconds(text: str) -> list[list[str]]:
        return [line.split(",")[:8] for line in text.splitlines()]

    assert without_seconds(again) == without_seconds(first)


@pytest.mark.parametrize("spoilt", [{}, {"begins": ["0" * 64]}, {"players": ["nobody"] * 2}, {"workings": "others"}])
def test_what_is_wrong_with_an_experiment_names_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], spoilt: dict[str, object]
) -> None:
    saved = tmp_path / "theirs.experiment"
    told = json.loads(Experiment((ford_arm(),), 1).to_text())
    saved.write_text(json.dumps({**told, "arms": [{**told["arms"][0], **spoilt}] if spoilt else []}), encoding="utf-8")
    assert run(["playtest", str(saved), "--keep-nothing"]) == Exit.BAD_INPUT
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"redoubt: {saved}: ")


@pytest.mark.parametrize("option", ["--save", "--html"])
def test_what_cannot_be_written_is_told_as_that(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    nowhere = tmp_path / "nowhere" / "file"
    asked = ["playtest", str(folder), "--players", "random,idle", "--games", "1", "--keep-nothing"]
    assert run([*asked, option, str(nowhere)]) == Exit.CANNOT_WRITE
    assert capsys.readouterr().err.count("\n") == 1
    assert not nowhere.exists()


def test_a_name_without_letters_gets_into_the_page(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed, page = tmp_path / os.fsdecode(b"ford \xe9"), tmp_path / "page.html"
    save_folder(small_ford({**SMALL, **MORE}), changed)
    asked = ["playtest", str(folder), "--against", str(changed), "--players", "random,idle", "--games", "2"]
    assert run([*asked, "--json", "--html", str(page)]) == 0
    assert "ford \\udce9" in page.read_text(encoding="utf-8")


def test_a_number_is_swept(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "sweep.html"
    asked = ["playtest", str(folder), "--players", "random,idle", "--games", "4", "--sweep", "objectives.0.value=1-3"]
    assert run([*asked, "--html", str(page)]) == 0
    assert "Balance at each value: objectives.0.value" in page.read_text(encoding="utf-8")
    assert capsys.readouterr().out.count("objectives.0.value =") == 3


@pytest.mark.parametrize(("values", "expected"), [("-1-1", [-1, 0, 1]), ("-2,0,5", [-2, 0, 5]), ("2-3", [2, 3])])
def test_a_number_is_swept_below_nought_too(values: str, expected: list[int]) -> None:
    asked = build_parser().parse_args(["playtest", "ford", f"--sweep=objectives.0.value={values}"])
    assert asked.sweep == ("objectives.0.value", expected)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (["--players", "nobody"], 3),
        (["--players", "random,random,random"], 3),
        (["--games", "0"], 2),
        (["--workers", "1", "--cluster", "tcp://x"], 2),
        (["--sweep", "objectives.0.value"], 2),
        (["--sweep", "no.such=1-2"], 3),
        (["--sweep", "objectives.0.value=1-" + 25 * "9"], 2),
        (["--sweep", "objectives.0.value=5-1"], 2),
        (["--seed", "1" + 30 * "0"], 2),
        (["--games", "1000000001"], 2),
    ],
)
def test_what_cannot_be_played_is_said_in_a_line(
    folder: Path, asked: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        found = run(["playtest", str(folder), *asked])
    except SystemExit as left:
        found = int(left.code or 0)
    assert found == code
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_what_nobody_knows_is_null_and_no_number_that_json_has_not(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = tmp_path / "changed"
    save_folder(small_ford({**SMALL, **MORE}), changed)
    one = ["--players", "random,idle", "--games", "1", "--against", str(changed), "--json"]
    assert run(["playtest", str(folder), *one]) == 0

    def no_number(name: str) -> None:
        raise AssertionError(name)

    told = json.loads(capsys.readouterr().out, parse_constant=no_number)
    assert (told["change"]["score"]["low"], told["change"]["score"]["high"]) == (None, None)


def test_an_optional_rule_is_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "report.html"
    asked = ("playtest", "pulkovo-heights", "--players", "idle", "--games", "1", "--keep-nothing", "--workers", "1")
    assert run([*asked, "--option", "events=yes", "--html", str(page)]) == Exit.FINE
    assert "<p>Optional rules: Events: yes.</p>" in page.read_text(encoding="utf-8")
    assert run([*asked, "--option", "event=yes"]) == Exit.BAD_INPUT
    assert "those of this game are events" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        run([*asked, "--option", "events"])
