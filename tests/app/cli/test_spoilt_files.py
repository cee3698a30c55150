"""Two hundred spoilt files on the command line: one clear line and a code, no traceback, nothing touched."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from app.cli.exits import Exit
from app.cli.main import run
from engine.storage.store import Store
from tests.app.cli.test_cli import FORD
from tests.helpers.mutilate import Mutilated, mutilated_files, mutilated_folders
from tests.helpers.projects import small_contents

ENDS = {Exit.FINE, Exit.FOUND, Exit.BAD_INPUT}


def bytes_below(path: Path) -> dict[str, bytes]:
    files = [path] if path.is_file() else sorted(each for each in path.rglob("*") if each.is_file())
    return {str(each): each.read_bytes() for each in files}


def spoilt(tmp_path: Path) -> list[Mutilated]:
    good, folder = tmp_path / "good.redoubt", tmp_path / "good"
    Store.create(good, small_contents()).close()
    shutil.copytree(FORD, folder)
    for name in ("files", "folders"):
        (tmp_path / name).mkdir()
    return [*mutilated_files(good, tmp_path / "files"), *mutilated_folders(folder, tmp_path / "folders")]


def test_every_spoilt_file_gets_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = spoilt(tmp_path)
    refused = 0
    for case in cases:
        before = bytes_below(case.path)
        for command in (["check", str(case.path)], ["export", str(case.path), str(tmp_path / "out")]):
            if command[0] == "export" and case.path.is_dir():
                continue
            code = run(command)
            out, err = capsys.readouterr()
            assert code in ENDS, f"{case.name}: {command[0]} ended with {code}"
            assert "Traceback" not in out + err, case.name
            assert len(err.splitlines()) == (1 if code == Exit.BAD_INPUT else 0), f"{case.name}: {err}"
            if code == Exit.BAD_INPUT:
                refused += 1
                assert str(case.path) in err or case.path.name in err, f"{case.name}: {err}"
            elif code == Exit.FOUND:
                assert re.search(r"\b[1-9]\d* errors?\b", out), case.name
        assert bytes_below(case.path) == before, f"{case.name} was touched"
    assert len(cases) >= 200
    assert refused > 100
