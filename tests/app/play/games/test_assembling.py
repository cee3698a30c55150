"""A game is put together once when it is begun, though it is looked over first: counted, not timed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from app.play.games.game_setup import NewGame, begin, take_up
from engine.core.game import Game
from engine.definitions.issues import DefinitionError
from engine.definitions.maps import compile_map, map_text
from engine.definitions.plan import FeaturePlan
from engine.definitions.project import Project
from engine.rulesets import assembly, doubts, inspection, stock
from engine.rulesets.library import find_bundled
from engine.session.records import record_of
from engine.storage.contents import Contents

SCENARIO = "ford"


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each piece of the work is done."""
    done: Counter[str] = Counter()

    def counted(name: str, function: Callable[..., Any], *modules: object) -> None:
        def again(*args: Any, **kwargs: Any) -> Any:
            done[name] += 1
            return function(*args, **kwargs)

        for module in modules:
            monkeypatch.setattr(module, function.__name__, again)

    counted("plan", map_text.plan_of, map_text)
    counted("board", compile_map.compile_map, stock, inspection)
    counted("brief", assembly.brief_of_checked, assembly, inspection)
    counted("game", assembly.game_of, assembly, inspection)
    counted("beginning", Game.new, Game)
    counted("doubts", doubts.doubts, inspection)
    return done


def test_a_new_game_is_put_together_once(work: Counter[str]) -> None:
    project = find_bundled(SCENARIO).load()
    table = begin(project, NewGame(SCENARIO, seed=7))
    assert work == {"plan": 1, "board": 1, "brief": 1, "game": 1, "beginning": 1}
    assert table.session.game.board is table.brief.board


def test_what_is_on_the_workbench_is_not_read_back_from_text(work: Counter[str]) -> None:
    folder = find_bundled(SCENARIO).load()
    contents = Contents.of_project(folder)
    table = begin(contents.to_project(), NewGame(SCENARIO, seed=7))
    assert work == {"board": 1, "brief": 1, "game": 1, "beginning": 1}
    assert table.session.state == begin(folder, NewGame(SCENARIO, seed=7)).session.state


def test_a_plan_that_something_is_wrong_with_is_told_by_the_lines_of_its_text(work: Counter[str]) -> None:
    contents = Contents.of_project(find_bundled(SCENARIO).load())
    (plan,) = contents.maps.values()
    plan.features["lost"] = FeaturePlan("lost", "nowhere", "town", "Nowhere")
    project = contents.to_project()
    plan.features["later"] = FeaturePlan("later", "elsewhere", "town", "Elsewhere")
    with pytest.raises(DefinitionError) as bad:
        begin(project, NewGame(SCENARIO, seed=7))
    assert [issue.where.path[:2] for issue in bad.value.issues] == [("features", number_of(project, "Nowhere"))]
    assert work["plan"] == 1


def number_of(project: Project, name: str) -> int:
    (model,) = project.maps.values()
    return next(number for number, feature in enumerate(model.features) if feature.name == name)


def test_a_new_game_follows_from_its_seed_and_its_options() -> None:
    project = find_bundled(SCENARIO).load()
    table = begin(project, NewGame(SCENARIO, seed=7))
    assert table.session.state == assembly.assemble(project).new(7).state
    other = begin(project, NewGame(SCENARIO, seed=7, options={"house-rule": True}))
    assert other.session.state == other.game.new(7).state
    assert other.game.options["house-rule"] is True


def test_a_designer_is_told_what_a_player_does_not_wait_for(work: Counter[str]) -> None:
    inspection.look_over(find_bundled(SCENARIO).load())
    assert work == {"plan": 1, "board": 1, "brief": 1, "game": 1, "beginning": 1, "doubts": 1}


def test_a_saved_game_is_put_together_once(work: Counter[str]) -> None:
    project = find_bundled(SCENARIO).load()
    record = record_of(begin(project, NewGame(SCENARIO, seed=7)).session, "game", SCENARIO)
    work.clear()
    taken = take_up(project, record)
    assert work == {"plan": 1, "board": 1, "brief": 1, "game": 1, "beginning": 2}
    assert dict(taken.table.session.game.options) == dict(record.options)


def test_other_options_are_another_game_on_the_same_ground() -> None:
    game = assembly.assemble(find_bundled(SCENARIO).load())
    assert assembly.with_options(game, {}) is game
    other = assembly.with_options(game, {"house-rule": True})
    assert other.options["house-rule"] is True
    assert (other.board, other.materials) == (game.board, game.materials)
    assert "house-rule" not in game.options
