"""What an answer tells besides strengths and die: the table, what has become of the odds, and what is owed."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.war_in_europe.scenes import europe, fighting, marked
from tests.helpers.positions import Scene

ENDS = {"axis": "0101", "allied": "1101"}


def notes(scene: Scene, *units: str, **more: object) -> dict[str, int]:
    """The notes of an attack on 0503 by case."""
    told = scene.ask("attack", units=list(units), target="0503", **more).shifts
    assert told.value == 0
    return {term.rule: term.value for term in told.terms if term.op == "note"}


@pytest.mark.rule("war-in-europe:12.1", "war-in-europe:12.32", "war-in-europe:12.33")
def test_an_attack_tells_its_table_and_what_has_become_of_its_odds() -> None:
    scene = fighting({"inf": "0403", "rus": "0503"}, **ENDS)
    assert notes(scene, "inf").keys() == {"12.1"}
    assert notes(scene, "inf", column="1-1")["12.32"] == 0
    weak = fighting({"inf": {"at": "0403", "step": 1}, "guard": "0503", "guard-2": "0503"}, **ENDS)
    assert notes(weak, "inf")["12.33"] == 0
    crushing = fighting({"pz": "0403", "pz-2": "0403", "rus": "0503"}, **ENDS)
    odds = crushing.ask("attack", units=["pz", "pz-2"], target="0503").odds
    assert odds == "20:1"
    assert notes(crushing, "pz", "pz-2")["12.33"] == 0


@pytest.mark.rule("war-in-europe:12.43")
def test_an_attack_without_supply_tells_what_it_owes() -> None:
    """As many points as those attacked have in defence."""
    scene = fighting({"inf": "0403", "rus4": "0503"}, allied="1101")
    assert notes(scene, "inf")["12.43"] == 4
    assert "12.43" not in notes(fighting({"inf": "0403", "rus4": "0503"}, **ENDS), "inf")


@pytest.mark.rule("war-in-europe:7.32", "war-in-europe:8.0")
@pytest.mark.parametrize(("unit", "mark", "case"), [("usa", "landed", "7.32"), ("usp", "flown-in", "8.0")])
def test_who_landed_or_was_flown_in_marches_no_further_in_that_turn(unit: str, mark: str, case: str) -> None:
    for phase in ("initial-movement", "mechanised-movement"):
        scene = europe({unit: marked("0503", mark), "brit": "0703"}, phase=phase, side="allied", **ENDS)
        assert scene.refused(f"step-to {unit} 0504") == case


LINE = [f"{column:02}02" for column in range(1, 12)]


@pytest.mark.rule("war-in-europe:6.0", "war-in-europe:8.23", "war-in-europe:8.24")
@pytest.mark.parametrize(
    ("mark", "by_rail", "by_air"),
    [("sailed", "6.0", "8.23"), ("landed", "6.0", "8.23"), ("flown-in", "6.0", "8.23"), ("dropped", "8.24", "8.24")],
)
def test_who_has_come_otherwise_takes_neither_a_train_nor_an_aeroplane(mark: str, by_rail: str, by_air: str) -> None:
    units = {"usp": marked("0502", mark), "brit": "0702"}
    here = {"side": "allied", "allied": "0102", "held": {"allied": LINE}, "rails": [LINE]}
    assert europe(units, phase="rail-movement", **here).refused("ride-train usp 0802 true") == by_rail
    assert europe(units, phase="air-movement", **here).refused("fly-to usp 0702") == by_air
