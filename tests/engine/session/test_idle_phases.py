"""A phase in which nothing is open asks nobody, and still says of each action why it is not."""

from __future__ import annotations

from typing import Any

import pytest

from engine.session.probe import written_action
from tests.engine.rulesets.red_star_rising.scenes import red_star
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


# What the last action brought to its end


FIELD = "......../......../......../......../......../........"
RESOLVED = ("declare-attack 0403", "add-attacker inf", "resolve")
"""Infantry attacks a hex, and that is all there is."""


def won(result: str = "DE", **more: Any) -> Scene:
    units = {"inf": "0303", "rifle": "0403", **more}
    return red_star(units, FIELD, phase="combat", side="axis", turn=3, results=[result], dice=[1])


def tried(scene: Scene, *actions: str) -> Any:
    """The last step of a try, which is refused."""
    steps = scene.ask("try", [written_action(scene.game, scene.action(each)) for each in actions]).steps
    assert [step.accepted for step in steps] == [*(True for _ in actions[1:]), False]
    return steps[-1]


@pytest.mark.rule("red-star-rising:7.15.5")
def test_an_advance_that_is_over_still_says_why_it_goes_no_further() -> None:
    further = "advance inf 0503"
    assert tried(won(), *RESOLVED, "advance inf 0403", further).rule == "7.15.5"
    then = [{"kind": "advance", "unit": "inf", "to": to} for to in ("0403", "0503")]
    asked = won().ask("advance", units=["inf"], target="0403", result="DE", then=then)
    assert asked.refusal.rule == "7.15.5"


@pytest.mark.rule("red-star-rising:7.15.5")
def test_so_it_does_where_the_advance_was_played_before_the_question() -> None:
    played = won().play(*RESOLVED, "advance inf 0403")
    assert played.refused("advance inf 0503") == "7.15.2"
    assert tried(played, "advance inf 0503").rule == "7.15.5"


@pytest.mark.rule("red-star-rising:7.2.5")
def test_the_question_that_stands_comes_first_where_it_speaks_of_the_action() -> None:
    assert tried(won("NE"), *RESOLVED, "declare-attack 0403").rule == "7.2.5"


@pytest.mark.rule("red-star-rising:3.0")
def test_so_does_that_of_the_other_side() -> None:
    scene = red_star({"inf": "0303", "rifle": "0606"}, FIELD, phase="movement", side="axis", turn=3)
    assert tried(scene, "done", "step-to inf 0304").rule == "3.0"
