"""Laying a game out: what may not stand where it was put, and what keeps a unit from being put somewhere."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ids import Side
from engine.rulesets.white_october.setup import deploy_refusal, setup_faults
from engine.rulesets.white_october.standing import standing, zone_hexes
from tests.engine.rulesets.white_october.scenes import here, moving, october
from tests.helpers.positions import Scene, marked

COAST = "...../..s../....."
SEA, LAND, APART = here(3, 2, COAST), here(1, 1, COAST), here(5, 3, COAST)


def laid(units: dict[str, Any]) -> Scene:
    return moving({"inf-9": APART, **units}, COAST)


@pytest.mark.rule("white-october:7.2")
@pytest.mark.parametrize(
    ("units", "cases"),
    [
        ({"inf": SEA}, ["7.1"]),
        ({"squadron": SEA}, []),
        ({"inf": LAND, "rifle": LAND}, ["7"]),
        ({"inf4": LAND, "inf": LAND}, ["7.2"]),
        ({"car": LAND}, ["7.2"]),
        ({"car": LAND, "inf": LAND}, []),
    ],
)
def test_every_fault_of_a_setup_is_found(units: dict[str, Any], cases: list[str]) -> None:
    scene = laid(units)
    assert [fault.refusal.rule for fault in setup_faults(scene.game, scene.state)] == cases


@pytest.mark.rule("white-october:7.2")
def test_what_keeps_a_unit_from_being_put_in_a_hex() -> None:
    scene = laid({"inf": LAND, "inf4": here(2, 1, COAST), "rifle": here(4, 1, COAST), "squadron": SEA, "redfleet": SEA})

    def case(unit: str, at: str) -> str | None:
        refusal = deploy_refusal(scene.game, scene.state, scene.unit(unit), scene.game.board.at(at))
        return None if refusal is None else refusal.rule

    assert case("inf", SEA) == "7.1"
    assert case("squadron", SEA) is None
    assert case("inf", here(4, 1, COAST)) == "7"
    assert case("inf", here(2, 1, COAST)) == "7.2"
    assert case("inf", "white-reinforcements") is None
    assert case("inf", here(1, 3, COAST)) is None


@pytest.mark.rule("white-october:1.5")
def test_neither_fleets_nor_the_routed_hold_the_hexes_around() -> None:
    """A fleet in port closes its hex to nobody either; a routed unit closes its own."""
    scene = laid({"redfleet": LAND, "rifle": marked(here(4, 1, COAST), "routed", "fled-city")})
    reds = standing(scene.game, scene.state, Side("red"))
    assert {scene.game.board.label(at) for at in reds.occupied} == {here(4, 1, COAST)}
    assert not zone_hexes(scene.game, scene.state, Side("red"))
    assert reds.present == reds.occupied
    assert not reds.combat


@pytest.mark.rule("white-october:4.2")
def test_a_line_of_supply_does_not_lead_over_a_lake() -> None:
    lake = "...../..l../....."
    scene = october({"inf": here(3, 3, lake), "inf-2": here(4, 1, lake), "rifle": APART}, lake, narva=here(3, 1, lake))
    assert scene.ask("supply", "inf").state == "unsupplied"
    assert scene.ask("supply", "inf-2").state == "supplied"
