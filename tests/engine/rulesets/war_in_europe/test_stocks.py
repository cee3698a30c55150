"""What a side has at hand besides its units, as the screen lists it."""

from __future__ import annotations

from typing import Any

from engine.core.ids import Side
from tests.engine.rulesets.war_in_europe.scenes import europe
from tests.helpers.positions import Scene

AXIS, ALLIED = Side("axis"), Side("allied")
HELD: dict[str, Any] = {
    "ready-german-west": 3,
    "supports-german-west": 2,
    "lift-german-reserve": 1,
    "stock-german-infantry-west": 7,
    "stock-soviet-infantry-east": 6,
    "back-stock-german-mechanised-east-99": 1,
    "back-amphibious-axis-102": 4,
    "back-amphibious-allied-101": 5,
    "amphibious-allied": 2,
    "german-air-lost": 1,
}


def position(values: dict[str, Any]) -> Scene:
    return europe({"inf": "0505"}, phase="air-deployment", side="axis", axis="0101", allied="1108", values=values)


def listed(scene: Scene, side: Side, viewer: Side | None = None) -> list[tuple[str, dict[str, Any], int, str]]:
    state = scene.state if viewer is None else scene.game.view(scene.state, viewer)
    terms = scene.game.ruleset.stocks(scene.game, state, side)
    return [
        (term.label.key.removeprefix("term.wie."), dict(term.label.args), int(term.value), term.rule) for term in terms
    ]


def test_points_are_listed_with_those_that_come_back_and_none_of_the_other_side() -> None:
    scene = position(HELD)
    assert listed(scene, AXIS) == [
        ("at-hand", {"what": "ready-german-west"}, 3, "13.11"),
        ("flying", {"what": "west support", "arm": "german"}, 2, "13.11"),
        ("at-hand", {"what": "lift-german-reserve"}, 1, "8.11"),
        ("at-hand", {"what": "stock-german-infantry-west"}, 7, "17.0"),
        ("coming-back", {"what": "stock-german-mechanised-east", "turn": 99}, 1, "17.16"),
        ("coming-back", {"what": "amphibious-axis", "turn": 102}, 4, "7.3"),
        ("at-hand", {"what": "german-air-lost"}, 1, "13.7"),
    ]
    assert listed(scene, ALLIED) == [
        ("at-hand", {"what": "amphibious-allied"}, 2, "7.3"),
        ("at-hand", {"what": "stock-soviet-infantry-east"}, 6, "17.0"),
        ("coming-back", {"what": "amphibious-allied", "turn": 101}, 5, "7.3"),
    ]


def test_what_is_assigned_is_listed_for_those_who_assign_alone() -> None:
    scene = position({"ready-german-west": 3}).play("assign-air german west superiority 2 false")
    written = ("assigned", {"what": "west superiority", "arm": "german"}, 2, "13.12")
    assert written in listed(scene, AXIS, AXIS)
    assert written not in listed(scene, AXIS, ALLIED)


def test_what_is_assigned_is_not_at_hand_besides() -> None:
    values = {"ready-german-west": 3, "lift-german-west": 2}
    scene = position(values).play("assign-air german west superiority 2 false", "assign-air german west lift 2 true")
    assert listed(scene, AXIS, AXIS) == [
        ("at-hand", {"what": "ready-german-west"}, 1, "13.11"),
        ("assigned", {"what": "west superiority", "arm": "german"}, 2, "13.12"),
        ("assigned", {"what": "west lift", "arm": "german"}, 2, "13.12"),
    ]
    seen = [
        ("at-hand", {"what": "ready-german-west"}, 3, "13.11"),
        ("at-hand", {"what": "lift-german-west"}, 2, "8.11"),
    ]
    assert listed(scene, AXIS, ALLIED) == seen, "the other side sees the points where they lie"


def test_a_side_with_nothing_has_no_stocks() -> None:
    assert listed(position({}), AXIS) == []
