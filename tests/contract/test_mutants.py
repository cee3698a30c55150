"""The contract notices games that are broken on purpose, each by the check that is there for it."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections import Counter
from pathlib import Path

import pytest

import engine.session.session as session_module
from engine.core.game import Game
from engine.core.state import State
from engine.definitions.documents import load_file
from engine.definitions.game_record import GameRecord
from engine.definitions.project import Project
from engine.session.barriers import Barrier, barrier_between
from engine.session.records import session_of
from tests.contract import fuzz
from tests.contract.checks import Fault, hold_to_contract
from tests.contract.fuzz import Account, hunt, write_fault
from tests.contract.game_checks import ROOT
from tests.contract.mutants import CABINET, MUTANTS, SKIRMISH, Mutant, Unordered
from tests.contract.playthrough import begin
from tests.contract.subjects import Subject, subject, under

SEEDS = range(1, 9)
MOST = 120


def caught(found: Subject, *, elsewhere: bool = False) -> Fault | None:
    """What the contract has against a game, looked for as the fuzzer does."""
    for seed in SEEDS:
        try:
            hold_to_contract(begin(found, seed), MOST, Counter(), elsewhere=elsewhere)
        except Fault as fault:
            return fault
    return None


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.wrong.replace(" ", "-"))
def test_a_broken_game_is_caught(mutant: Mutant) -> None:
    fault = caught(under(subject(*mutant.names), mutant.ruleset, mutant.game))
    assert fault is not None
    assert fault.check == mutant.caught_by, fault


def test_undo_across_dice_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def lenient(game: Game, before: State, after: State) -> Barrier | None:
        found = barrier_between(game, before, after)
        return None if found is Barrier.DICE else found

    monkeypatch.setattr(session_module, "barrier_between", lenient)
    fault = caught(subject(*SKIRMISH))
    assert fault is not None
    assert fault.check == "undo"


def test_an_order_that_differs_from_run_to_run_is_caught() -> None:
    fault = caught(under(subject(*CABINET), Unordered()), elsewhere=True)
    assert fault is not None
    assert fault.check == "replay-elsewhere", fault


def test_the_saved_game_of_a_fault_leads_up_to_it(tmp_path: Path) -> None:
    broken = next(mutant for mutant in MUTANTS if mutant.caught_by == "events-tell")
    account = Account()
    hunt(under(subject(*broken.names), broken.ruleset), 500, 1, account)
    (fault,) = account.faults
    record = load_file(write_fault(fault, tmp_path)).document
    assert isinstance(record, GameRecord)
    assert session_of(record, Project(), needs_digest=False).state == fault.playthrough.last


def test_the_fuzzer_counts_what_it_did(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert fuzz.main(["--game", CABINET[0], "--actions", "40", "--seed", "3", "--out", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "actions done: 40" in said
    assert "views 41" in said
    assert fuzz.main(["--game", "no-such-game"]) == 2


def test_the_fuzzer_names_the_saved_game_of_a_fault(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = MUTANTS[0]
    monkeypatch.setattr(fuzz, "subject", lambda *names: under(subject(*names), broken.ruleset, broken.game))
    assert fuzz.main(["--game", broken.names[0], "--actions", "500", "--out", str(tmp_path)]) == 1
    (path,) = tmp_path.iterdir()
    assert f"redoubt replay --any-end {path}" in capsys.readouterr().out


def test_a_test_that_claims_a_case_and_never_enters_it_fails(tmp_path: Path) -> None:
    path = tmp_path / "test_claims.py"
    path.write_text(
        textwrap.dedent("""
            import pytest
            from tests.helpers.toys.cabinet.table import table

            @pytest.mark.rule("toy-cabinet:7.1")
            def test_that_lies():
                pass

            @pytest.mark.rule("toy-cabinet:7.1")
            def test_that_does_it():
                found = table("{setup: scenario, phase: rounds}")
                found.game.ruleset.score(found.game, found.state)
        """)
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "-c", "pyproject.toml", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "1 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    assert "marked with toy-cabinet:7.1 but never entered" in done.stdout
