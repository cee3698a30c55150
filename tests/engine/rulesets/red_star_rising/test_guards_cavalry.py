"""15.6: Guards cavalry corps."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.red_star_rising.scenes import red_star


@pytest.mark.rule("red-star-rising:15.6.1")
def test_guards_cavalry_exerts_no_zone() -> None:
    scene = red_star({"cav": "0303", "inf": "0606"}, phase="movement", side="axis")
    assert scene.ask("zone", "0302").sides == {}


@pytest.mark.rule("red-star-rising:15.6.2", "red-star-rising:15.6.2/a")
def test_guards_cavalry_takes_no_room_but_stands_alone_of_its_kind() -> None:
    units = {"army": "0303", "cav": "0303", "cav-2": "0404", "cav-3": "0404", "inf": "0806"}
    scene = red_star(units, phase="movement", side="soviet")
    full, double = scene.ask("stack", "0303"), scene.ask("stack", "0404")
    assert (full.size, full.allowed) == (2, True)
    assert (double.size, double.allowed, double.rule) == (0, False, "4.0.6")


@pytest.mark.rule("red-star-rising:15.6.3")
def test_guards_cavalry_pays_what_foot_pays() -> None:
    woods = "..f...../......../......../........"
    scene = red_star({"cav": "0302", "mech": "0302", "inf": "0804"}, woods, phase="movement", side="soviet")
    assert scene.play("step-to cav 0301").unit("cav").values["spent"] == 1
    assert scene.play("step-to mech 0301").unit("mech").values["spent"] == 2


@pytest.mark.rule("red-star-rising:15.6.4")
@pytest.mark.parametrize(("turn", "goes"), [(9, True), (5, False), (7, False)])
def test_guards_cavalry_goes_from_zone_to_zone_in_snow_for_two_points(turn: int, goes: bool) -> None:
    scene = red_star({"cav": "0303", "inf": "0203"}, phase="movement", side="soviet", turn=turn)
    assert scene.allows("step-to cav 0304") is goes
    if goes:
        assert scene.play("step-to cav 0304").unit("cav").values["spent"] == 3


@pytest.mark.rule("red-star-rising:15.6.5")
def test_lost_guards_cavalry_never_returns() -> None:
    units = {"cav": "0404", "cav-2": "0404", "inf": "0806"}
    scene = red_star(units, phase="stacking-after-soviet-movement", pause="0801")
    assert scene.menu.side == "axis"
    assert scene.play("remove-unit cav").place("cav") == "soviet-eliminated"
