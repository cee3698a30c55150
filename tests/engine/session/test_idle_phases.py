"""A phase in which nothing is open asks nobody, and still says of each action why it is not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.ukraine_43 import scenes as ukraine
from tests.engine.rulesets.white_october import scenes as october
from tests.helpers.positions import Scene, marked

NARVA, FAR = october.here(1, 1), october.here(8, 8)


def refused(scene: Scene, **action: Any) -> tuple[str, str]:
    """The case and the words with which an action is refused where the position names its phase."""
    assert scene.ask("menu").rule
    (step,) = scene.ask("try", [action]).steps
    assert "not at this moment" not in step.message
    return step.rule, step.message


def recruiting(unit: dict[str, Any], phase: str = "replacements", **values: int) -> Scene:
    units = {"inf": {"at": NARVA, **unit}, "rifle": october.here(12, 8)}
    return october.october(units, phase=phase, side="white", narva=NARVA, values=values)


@pytest.mark.rule("white-october:3.3.1")
@pytest.mark.parametrize(
    ("unit", "points", "why"),
    [
        ({"step": 2, "marks": ["routed"]}, 3, "routed"),
        ({"step": 2, "at": FAR}, 3, "not supplied"),
        ({"step": 2}, 0, "no recruit points"),
        ({}, 3, "full strength"),
    ],
)
def test_who_gets_no_point_back_is_told_why_though_nobody_else_would(
    unit: dict[str, Any], points: int, why: str
) -> None:
    case, words = refused(recruiting(unit, **{"white-recruits": points}), kind="replace", unit="inf")
    assert case == "3.3.1"
    assert why in words


@pytest.mark.rule("white-october:3.1.2", "white-october:3.2")
@pytest.mark.parametrize(("prisoners", "recruits", "case"), [(2, 0, "3.2"), (7, 6, "3.1.2")])
def test_prisoners_that_cannot_be_enrolled(prisoners: int, recruits: int, case: str) -> None:
    scene = recruiting({}, "recruits", **{"white-prisoners": prisoners, "white-recruits": recruits})
    assert refused(scene, kind="enrol-prisoners")[0] == case


@pytest.mark.rule("ukraine-43:22.4")
@pytest.mark.parametrize("mark", ["unsupplied", "disrupted"])
def test_artillery_that_cannot_be_made_ready(mark: str) -> None:
    units = {"art": marked("0605", "exhausted", mark), "inf": "0101"}
    scene = ukraine.front(units, phase="supply", side="soviet")
    assert refused(scene, kind="refit-artillery", unit="art")[0] == "22.4"


@pytest.mark.rule("ukraine-43:15.6", "ukraine-43:15.2")
def test_an_air_unit_that_has_flown_covers_nothing() -> None:
    units = {"airarmy": marked("0605", "flown"), "inf": "0101"}
    scene = ukraine.front(units, phase="cover", side="soviet", places={"0605": "town"})
    assert refused(scene, kind="fly-cover", unit="airarmy", to="0606")[0] == "15.2"


@pytest.mark.rule("ukraine-43:28.1", "ukraine-43:18.5.E")
def test_what_stands_in_the_way_at_the_end_of_a_turn() -> None:
    """The final phase is made of parts; each says for itself what it forbids."""
    scene = ukraine.front({"rifle": "0605", "inf": "0101"}, phase="final", side="soviet")
    assert refused(scene, kind="blow-dam")[0] == "28.1"
    assert refused(scene, kind="take-up-bridge", at="0605", to="0606")[0] == "18.5.E"
