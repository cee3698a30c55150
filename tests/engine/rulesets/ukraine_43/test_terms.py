"""What an answer tells besides the strengths and the columns, each with its case."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.ukraine_43.scenes import N, S, attacked, beside, exploiting, fighting, front, moving
from tests.helpers.positions import Scene, marked

A = "0605"
SOUTH = beside(A, S)


def notes(scene: Scene, *units: str, **more: object) -> dict[str, int]:
    """The notes of an attack on A by case, the magnitude left out."""
    told = scene.ask("attack", units=list(units), target=A, **more).shifts.terms
    return {term.rule: term.value for term in told if term.op == "note" and term.rule != "8.4"}


@pytest.mark.rule("ukraine-43:8.9", "ukraine-43:9.10")
def test_an_attack_tells_of_heavy_losses_and_of_sixes_thrown_again() -> None:
    units = {"rifle": SOUTH, "gds": SOUTH, "inf": A}
    assert notes(fighting(units), "rifle") == {"9.10": 0}
    assert notes(fighting(units), "gds") == {}, "half its steps are Guards"
    assert notes(fighting(units, places={A: "city"}), "gds") == {"8.9": 1}
    german = fighting({"pz": SOUTH, "rifle": A}, side="axis")
    assert notes(german, "pz") == {"9.10": 0}
    allied = fighting({"pz": SOUTH, "rom": SOUTH, "rifle": A}, side="axis")
    assert notes(allied, "pz", "rom") == {}


@pytest.mark.rule("ukraine-43:26.1.B", "ukraine-43:26.1.C", "ukraine-43:8.8.C")
def test_zhukov_adds_a_die_and_a_loss_and_an_overwhelming_attack_names_its_case() -> None:
    units = {"gds": SOUTH, "inf": A, "zhukov": beside(SOUTH, S)}
    scene = fighting(units)
    assert notes(scene, "gds", zhukov=True) == {"26.1.B": 1, "26.1.C": 1}
    assert scene.ask("attack", units=["gds"], target=A).rule == "8.3"
    weak = {"id": "staff", "name": "Staff", "side": "axis", "nation": "german", "movement_class": "foot",
            "traits": ["infantry"], "steps": [{"attack": 0, "defence": 1, "movement": 3}]}  # fmt: skip
    alone = fighting({"tank": SOUTH, "gtank": SOUTH, "staff-1": {"at": A, "type": "staff"}}, types=[weak])
    crushed = alone.ask("attack", units=["tank", "gtank"], target=A)
    assert (crushed.result, crushed.rule) == ("overwhelming", "8.8.C")


@pytest.mark.rule("ukraine-43:14.6")
def test_the_supply_of_an_isolated_unit_tells_what_helps_its_die() -> None:
    """The pocket of the rulebook: Germans with a depot lose a step on a 1 alone."""
    ring = {f"rifle-{number}": at for number, at in enumerate(("0503", "0703", "0704", "0504", "0605", "0602"), 1)}
    pocket = front({"inf": "0603", "rom": "0603", **ring}, places={"0603": "town"}, axis=["0101"], soviet=["1209"],
                   phase="movement", side="axis")  # fmt: skip
    told = pocket.ask("supply", "inf")
    assert told.state == "isolated"
    assert [(term.rule, term.value, term.op) for term in told.terms if term.op == "die"] == [("14.6", 1, "die")] * 2
    ally = pocket.ask("supply", "rom")
    assert [term.value for term in ally.terms if term.op == "die"] == [1], "the depot, not the morale"


@pytest.mark.rule("ukraine-43:26.2", "ukraine-43:4.10")
def test_manstein_rallies_nobody_in_a_turn_in_which_he_has_reacted() -> None:
    units = {"manstein": A, "inf": marked(SOUTH, "disrupted"), "rifle": "0101"}
    scene = front(units, axis=["1209"], phase="reaction", side="axis")
    north = beside(A, N)
    idle = to_axis_movement(scene.play("done"))
    assert idle.allows("rally-unit inf")
    moved = to_axis_movement(scene.play(f"step-to manstein {north}", f"step-to manstein {A}", "done"))
    assert moved.refused("rally-unit inf") == "26.2"


def to_axis_movement(scene: Scene) -> Scene:
    """Past what is left of the Soviet turn, with nobody asked who need not be."""
    for _ in range(20):
        frame = scene.state.frames[-1]
        if frame.kind == "movement" and scene.state.side == "axis" and frame.mode == "movement":
            return scene
        scene = scene.play("done")
    raise AssertionError("the Axis side does not come to move")


@pytest.mark.rule("ukraine-43:11.3", "ukraine-43:4.9")
def test_who_goes_one_hex_at_the_most_is_told_by_which_case() -> None:
    def case_of(scene: Scene, unit: str) -> list[str]:
        return [term.rule for term in scene.ask("reach", unit).allowance.terms if term.op == "note"]

    disrupted = moving({"tank": marked(A, "disrupted"), "rifle": SOUTH})
    assert case_of(disrupted, "tank") == ["11.3"]
    assert [term.rule for term in disrupted.ask("unit", "tank").factors.movement.terms] == ["4.1", "11.3"]
    assert case_of(disrupted, "rifle") == []
    assert case_of(exploiting({"rifle": A, "tank": SOUTH}), "rifle") == ["4.9"]


@pytest.mark.rule("ukraine-43:8.4", "ukraine-43:8.9")
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_result_that_is_laid_down_without_dice_comes_with_a_die_that_says_so(seed: int) -> None:
    """At 3-1 an exchange is thrown with a two, so that a city costs one step more, and DRX with a five."""
    units = {"gtank": SOUTH, "gtank-2": SOUTH, "gds": beside(A, N), "hun": {"at": A, "type": "eastern-regiment"}}
    scene = fighting(units, places={A: "city"}, seed=seed)
    asked = {"units": ["gtank", "gtank-2", "gds"], "target": A}
    assert scene.ask("attack", **asked).column == "3-1"
    thrown = fighting(units, places={A: "city"}, seed=seed, results=["EX"])
    fought = attacked(thrown, A, "gtank", "gtank-2", "gds").told("attack-resolved")[0]
    assert (fought.dice[0], fought.attacker_losses) == (2, 2)
