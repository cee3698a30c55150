"""One saved game that makes no sense: it is set aside and told, and everything else of the file is used."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.storage.inspection import inspect
from engine.storage.store import Store
from tests.helpers.mutilate import run_sql
from tests.helpers.projects import small_contents

SPOILT = {
    "a gap in its log": ["DELETE FROM game_action WHERE number = 0"],
    "a log of rubbish": ["UPDATE game_action SET body = 'rubbish' WHERE number = 1"],
    "a head of rubbish": ["UPDATE game SET head = '['"],
    "a head without a seed": ["UPDATE game SET head = '{}'"],
    "no head at all": ["PRAGMA foreign_keys=OFF", "DELETE FROM game"],
}


@pytest.mark.parametrize("way", SPOILT)
def test_the_file_opens_without_the_game_and_says_so(tmp_path: Path, way: str) -> None:
    path = tmp_path / "game.redoubt"
    Store.create(path, small_contents()).close()
    run_sql(path, SPOILT[way])
    rest = small_contents()
    del rest.documents["game", "evening"]
    found = inspect(path)
    assert found.contents == rest
    assert [(said.key, said.args["game"]) for said in found.warnings] == [("file.game-set-aside", "evening")]
    with Store(path) as store:
        assert store.contents == rest
        assert [said.key for said in store.warnings] == ["file.game-set-aside"]
        store.save("with the bad game still in it")
    assert inspect(path).contents.set_aside.keys() == {"evening"}, "nobody threw it away"
