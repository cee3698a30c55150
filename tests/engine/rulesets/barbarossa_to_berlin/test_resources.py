"""Chapter 18 and 7.7: iron, oil and the size of a hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.ids import Side
from engine.core.terms import total
from engine.rulesets.barbarossa_to_berlin.resources import hand_terms
from tests.engine.rulesets.barbarossa_to_berlin.campaigns import campaign
from tests.helpers.positions import Scene

RICHES = "berlin - warsaw - bucharest; warsaw - minsk - baku - grozny - sverdlovsk; berlin - stockholm"
OIL = {"grozny": "resource=oil"}
ALL_OIL = ("bucharest", "baku", "grozny")


def world(*axis: str, allied: tuple[str, ...] = (), **more: Any) -> Scene:
    """The Axis has some of the oil and the iron, the Allies the rest but for what nobody has."""
    mine = ["minsk", *axis] if set(axis) & {"baku", "grozny"} else list(axis)
    theirs = [name for name in (*ALL_OIL, *allied) if name not in axis]
    units = {"army": "warsaw", "front": "sverdlovsk"}
    pools = {"axis-hand": ["axis-04"], "allied-hand": ["allied-02"]}
    given = {"phase": "round-3", "side": "axis", "features": OIL, "pools": pools, "axis": mine, "allied": theirs}
    return campaign(units, RICHES, **{**given, **more})


def hand(scene: Scene, side: str) -> int:
    return int(total(hand_terms(scene.game, scene.state, Side(side))))


def by_case(scene: Scene, side: str) -> dict[str, int]:
    return {term.rule: int(term.value) for term in hand_terms(scene.game, scene.state, Side(side))}


@pytest.mark.rule("barbarossa-to-berlin:18.1", "barbarossa-to-berlin:18.3", "barbarossa-to-berlin:6.5")
@pytest.mark.parametrize(
    ("oil", "axis", "allied"), [((), 6, 8), (("bucharest",), 7, 7), (("bucharest", "baku"), 8, 6), (ALL_OIL, 8, 5)]
)
def test_oil_makes_hands_larger_and_smaller(oil: tuple[str, ...], axis: int, allied: int) -> None:
    scene = world("stockholm", *oil)
    assert hand(scene, "axis") == axis
    assert hand(scene, "allied") == allied


@pytest.mark.rule("barbarossa-to-berlin:18.2")
def test_without_iron_the_axis_has_a_card_less() -> None:
    assert by_case(world("bucharest"), "axis") == {"6.5": 7, "18.2": -1}
    assert by_case(world("bucharest", "stockholm"), "axis") == {"6.5": 7}
    assert hand(world(), "axis") == 5  # no oil either


@pytest.mark.rule("barbarossa-to-berlin:18.2", "barbarossa-to-berlin:18.3")
def test_axis_oil_needs_full_supply_and_iron_limited_supply() -> None:
    cut = world("bucharest", "stockholm", markers={"warsaw": {"partisans": 1}, "berlin": {"partisans": 1}})
    assert by_case(cut, "axis") == {"6.5": 7, "18.3": -1}
    lost = world("bucharest", "stockholm", allied=("berlin",))
    assert by_case(lost, "axis") == {"6.5": 7, "18.3": -1, "18.2": -1}


@pytest.mark.rule("barbarossa-to-berlin:18.1", "barbarossa-to-berlin:16.3")
def test_partisans_turn_a_resource_over_to_the_allies_where_no_axis_unit_is() -> None:
    scene = world("bucharest", "stockholm", markers={"bucharest": {"partisans": 1}})
    assert (hand(scene, "axis"), hand(scene, "allied")) == (6, 8)
    held = campaign(
        {"army": "warsaw", "front": "sverdlovsk", "roc": "bucharest"},
        RICHES,
        phase="round-3",
        side="axis",
        features=OIL,
        axis=["stockholm"],
        markers={"bucharest": {"partisans": 1}},
    )
    assert (hand(held, "axis"), hand(held, "allied")) == (7, 7)


@pytest.mark.rule("barbarossa-to-berlin:7.7", "barbarossa-to-berlin:7.7/a", "barbarossa-to-berlin:6.5")
@pytest.mark.parametrize(
    ("turn", "change", "axis", "allied"),
    [(6, -4, 5, 5), (6, 4, 8, 8), (15, -4, 5, 5), (16, -4, 3, 5), (18, -7, 2, 5)],
)
def test_hands_keep_within_limits_wider_for_the_late_axis(turn: int, change: int, axis: int, allied: int) -> None:
    values = {"turn-hand-axis": change, "turn-hand-allied": change}
    scene = world("bucharest", "stockholm", turn=turn, values=values)
    assert (hand(scene, "axis"), hand(scene, "allied")) == (axis, allied)


@pytest.mark.rule("barbarossa-to-berlin:6.5")
@pytest.mark.parametrize(("turn", "allied"), [(10, 7), (11, 8), (18, 8)])
def test_evacuated_industry_counts_from_the_eighth_turn_on(turn: int, allied: int) -> None:
    scene = world("bucharest", "stockholm", turn=turn, values={"event-industrial-evacuation": 3})
    assert hand(scene, "allied") == allied
    assert hand(scene, "axis") == 7


@pytest.mark.rule("barbarossa-to-berlin:6.5")
def test_the_final_surge_makes_the_hand_seven_whatever_else() -> None:
    scene = world(turn=14, values={"turn-production-surge": True, "turn-hand-axis": -2})
    assert hand(scene, "axis") == 7
