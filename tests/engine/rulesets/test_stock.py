"""What a ruleset lends to every scenario: counters, cards, and the boxes its rules need."""

from __future__ import annotations

from engine.definitions.counters import Counters, CounterType
from engine.definitions.project import Project
from engine.definitions.scenario import Scenario
from engine.rulesets.assembly import assemble
from engine.rulesets.inspection import inspect
from engine.rulesets.library import find_bundled
from engine.rulesets.registry import registered
from engine.rulesets.stock import stock_of, stocked
from tests.helpers.positions import position

GAME = "red-star-rising"


def test_a_game_lends_the_documents_that_lie_beside_its_charts() -> None:
    lent = stock_of(registered()[GAME])
    assert {document.document.KIND for document in lent} == {"counters", "cards"}
    assert stock_of(registered()["toy-skirmish"]) == ()


def test_a_project_is_lent_only_what_its_scenarios_can_name() -> None:
    assert stocked(Project()) == Project()
    scenario = Scenario(id="mine", ruleset=GAME, map="m", sides=("axis", "soviet"), last_turn=1)
    assert set(stocked(Project([scenario])).counters) == {GAME}


def test_a_document_of_the_project_takes_the_place_of_a_lent_one() -> None:
    scenario = Scenario(id="mine", ruleset=GAME, map="m", sides=("axis", "soviet"), last_turn=1)
    own = Counters(id=GAME, types=(CounterType(id="x", name="X", steps=({},)),))
    assert stocked(Project([scenario, own])).counters[GAME] == own


def test_a_bundled_scenario_plays_with_lent_counters_and_passes_its_checks() -> None:
    project = find_bundled("typhoon").load()
    assert not project.counters
    assert assemble(project).materials.kinds
    assert not [issue for issue in inspect(project) if issue.is_error]


def test_boxes_that_a_map_does_not_draw_are_there_all_the_same() -> None:
    sheet = {"id": "main", "size": [3, 3], "fill": "clear", "labels": {}}
    scene = position(game=GAME, map={"palette": GAME, "sheets": [sheet]}, phase="movement", side="axis",
                     units={"a": {"at": "force-pool", "type": "soviet-infantry-corps"}})  # fmt: skip
    assert scene.place("a") == "force-pool"
