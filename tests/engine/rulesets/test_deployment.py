"""Units that a scenario leaves to their owners are put down before play begins, in the games of both kinds."""

from __future__ import annotations

import pytest

from engine.core.actions import Deploy, Done
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.refusals import IllegalAction
from engine.core.state import State
from engine.definitions.documents import dump_document, load_text
from engine.definitions.issues import DefinitionError
from engine.definitions.project import Project
from engine.definitions.scenario import Area, Scenario, Within
from engine.rulesets.assembly import assemble
from engine.rulesets.deployment import DeployFrame, places_in
from engine.rulesets.inspection import inspect
from engine.rulesets.library import bundled_scenarios, find_bundled


def with_areas(name: str, areas: dict[str, Area]) -> Project:
    """A bundled scenario with some of its units left to their owners."""
    project = find_bundled(name).load()
    documents = []
    for document in project.documents():
        if isinstance(document, Scenario):
            setup = tuple(each.replace(area=areas.get(each.unit)) for each in document.setup)
            document = document.replace(setup=setup)  # noqa: PLW2901 - the same document, with areas
        documents.append(document)
    return Project(documents)


def begun(project: Project) -> tuple[Game, State]:
    game = assemble(project)
    return game, game.new(seed=7).state


def near(name: str, unit: str, hexes: int) -> Area:
    scenario = find_bundled(name).scenario
    return Area(within=Within(place=next(each.at for each in scenario.setup if each.unit == unit), hexes=hexes))


def test_the_owner_puts_a_unit_anywhere_in_its_area_and_then_the_other_side_and_then_play_begins() -> None:
    game, state = begun(with_areas("ford", {"red-1": near("ford", "red-1", 2), "blue-1": near("ford", "blue-1", 1)}))
    menu = game.menu(state)
    assert menu.side == "red"
    assert {action.unit for action in menu.of_kind(Deploy)} == {"red-1"}
    home = state.unit(UnitId("red-1")).at
    other = next(action for action in menu.of_kind(Deploy) if action.to != home)
    state = game.apply(state, other).state
    assert state.unit(UnitId("red-1")).at == other.to
    assert game.menu(state).side == "blue"
    state = game.apply(state, Done()).state
    assert not any(isinstance(frame, DeployFrame) for frame in state.frames)
    assert "deploy" not in game.menu(state).kinds()


def test_what_lies_outside_and_what_the_rules_forbid_is_refused_with_a_case() -> None:
    game, state = begun(with_areas("ford", {"red-1": near("ford", "red-1", 8)}))
    far = next(at for at in range(game.board.size) if at not in {each.to for each in game.menu(state).of_kind(Deploy)})
    refusal = game.explain(state, Deploy(UnitId("red-1"), far))  # type: ignore[arg-type]
    assert refusal is not None
    enemy = state.unit(UnitId("blue-1")).at
    with pytest.raises(IllegalAction) as refused:
        game.apply(state, Deploy(UnitId("red-1"), enemy))
    assert refused.value.refusal.rule == "2.5"


@pytest.mark.parametrize("name", ["typhoon", "summer-1941", "cabinet-war"])
def test_every_game_can_leave_units_to_their_owners(name: str) -> None:
    scenario = find_bundled(name).scenario
    project = find_bundled(name).load()
    plain = assemble(project)
    on_map = [each.unit for each in scenario.setup if plain.board.kinds[plain.board.at(each.at)] != "box"]
    game, state = begun(with_areas(name, {unit: near(name, unit, 1) for unit in on_map[:2]}))
    for _ in range(2):
        menu = game.menu(state)
        state = game.apply(state, menu.of_kind(Deploy)[0]).state
    assert "deploy" not in game.menu(state).kinds()
    assert game.menu(state)


@pytest.mark.parametrize("name", sorted(bundled_scenarios()))
def test_a_scenario_without_areas_begins_as_ever(name: str) -> None:
    game = assemble(find_bundled(name).load())
    assert game.ruleset.prelude(game) is None
    assert game.ruleset.setup_case in _cases(game)


def _cases(game: Game) -> object:
    from engine.rulesets.registry import find_game
    from engine.rulesets.rules_index import rules_index

    entry = find_game(game.ruleset.id)
    assert entry is not None
    return rules_index(entry)


def test_areas_are_written_and_read_again_and_their_names_are_checked() -> None:
    project = with_areas("ford", {"red-1": near("ford", "red-1", 2)})
    (scenario,) = project.scenarios.values()
    assert load_text(dump_document(scenario)).document == scenario
    wrong = with_areas(
        "ford", {"red-1": Area(region="atlantis"), "red-2": Area(any_of=("9999",)), "red-3": near("ford", "blue-1", 0)}
    )
    assert {"unknown-region", "unknown-place"} <= {issue.code for issue in inspect(wrong)}
    outside = with_areas("ford", {"red-3": near("ford", "blue-1", 0)})
    assert "outside-area" in {issue.code for issue in inspect(outside)}


def test_an_area_is_one_thing_only() -> None:
    text = dump_document(next(iter(find_bundled("ford").load().scenarios.values())))
    spoilt = text.replace("unit: red-1", "unit: red-1, area: {}", 1)
    assert spoilt != text
    with pytest.raises(DefinitionError):
        load_text(spoilt)


def test_regions_and_alternatives_are_areas_too() -> None:
    game = assemble(find_bundled("summer-1941").load())
    name, region = next(iter(game.board.regions.items()))
    assert places_in(game.board, Area(region=name)) == region.members
    labels = [game.board.label(at) for at in sorted(region.members)[:2]]
    assert places_in(game.board, Area(any_of=tuple(labels))) == set(sorted(region.members)[:2])
