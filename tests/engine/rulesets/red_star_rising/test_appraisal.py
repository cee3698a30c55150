"""What computer players are told about Red Star Rising."""

from __future__ import annotations

import pytest

from engine.core.draft import Draft
from engine.core.ids import Side
from engine.players.position.situation import Situation
from engine.rulesets.red_star_rising.combat.unknowns import in_the_cup
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import SET_ASIDE
from tests.engine.rulesets.red_star_rising.marches import marching
from tests.helpers.positions import marked


@pytest.mark.parametrize(
    ("side", "phase", "unit", "strikes"),
    [("axis", "movement", "pz", True), ("axis", "motorised", "pz", False), ("soviet", "movement", "army", False)],
)
def test_only_after_the_ordinary_movement_of_the_axis_its_movers_attack(
    side: str, phase: str, unit: str, strikes: bool
) -> None:
    scene = marching({"pz": "0101", "army": "0901"}, "." * 10, side, phase=phase)
    found, at = scene.unit(unit), scene.game.board.at("0501")
    assert scene.game.ruleset.can_strike(scene.game, scene.state, found, at, 4) is strikes


def test_an_army_that_nobody_has_tried_counts_what_its_cup_holds_on_average() -> None:
    scene = marching({"pz": "0101", "army": "0901"}, "." * 10)
    game, army = scene.game, scene.unit("army")
    materials: Materials = game.materials
    cup = in_the_cup(game, scene.state, materials.kind(army).strength_class)
    faces = [materials.markers[card].faces[0] for card in cup]
    might = game.ruleset.might(game, scene.state, army)
    assert might.attack == pytest.approx(sum(face[0] for face in faces) / len(faces))
    assert might.defence == pytest.approx(sum(face[1] for face in faces) / len(faces))
    hungry = marching({"pz": "0101", "army": marked("0901", "unsupplied")}, "." * 10)
    assert game.ruleset.might(game, hungry.state, hungry.unit("army")).defence == pytest.approx(might.defence / 2)


def test_an_army_whose_cup_is_empty_counts_nothing_but_its_step() -> None:
    scene = marching({"pz": "0101", "army": "0901"}, "." * 10)
    game, army = scene.game, scene.unit("army")
    draft = Draft(scene.state)
    draft.set_pool(SET_ASIDE, in_the_cup(game, scene.state, game.materials.kind(army).strength_class))
    might = game.ruleset.might(game, draft.state, army)
    assert (might.attack, might.defence, might.steps) == (0.0, 0.0, 1)


def test_nobody_hunts_partisans() -> None:
    scene = marching({"pz": "0101", "partisan": "0901", "fleet": "0201"}, "." * 10)
    situation = Situation(scene.game, scene.state, Side("axis"))
    assert situation.enemy_places == ()
    assert situation.might(scene.unit("fleet")).defence == 0.0


def test_a_line_is_sure_that_partisans_on_it_do_not_make_too_long() -> None:
    units = {"inf": "0401", "fin": "0501", "depot": "0102"}
    scene = marching(units, "/".join(["." * 12] * 2), sources={"axis": ["0102"]})
    game, inf = scene.game, scene.unit("inf")

    def asked(place: str) -> tuple[bool | None, bool | None]:
        at = game.board.at(place)
        return game.ruleset.feeds(game, scene.state, inf, at), game.ruleset.feeds_surely(game, scene.state, inf, at)

    found = [asked(f"{column:02}01") for column in range(1, 13)]
    sure = sum(each == (True, True) for each in found)
    unsure = sum(each == (True, False) for each in found)
    assert found == [(True, True)] * sure + [(True, False)] * unsure + [(False, False)] * (12 - sure - unsure)
    assert (sure, unsure) == (4, 1)
    assert game.ruleset.feeds_surely(game, scene.state, scene.unit("fin"), inf.at) is None
