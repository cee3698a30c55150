"""Chapters 1 and 2: rounding, and the order of the phases."""

from __future__ import annotations

import pytest

from engine.rulesets.red_star_rising.factors import halved
from engine.rulesets.red_star_rising.sequence import steps
from tests.engine.rulesets.red_star_rising.scenes import red_star


@pytest.mark.rule("red-star-rising:1.5.1")
def test_half_of_five_is_three() -> None:
    assert [halved(value) for value in (0, 1, 5, 8)] == [0, 1, 3, 4]
    unit = red_star({"inf": {"at": "0202", "marks": ["unsupplied"]}}, phase="movement", side="axis").ask("unit", "inf")
    assert unit.factors.attack.value == 3
    assert unit.factors.defence.value == 4
    assert unit.factors.movement.value == 2


@pytest.mark.rule(
    "red-star-rising:2.0", "red-star-rising:2.0.A", "red-star-rising:2.0.B", "red-star-rising:2.0.C",
    "red-star-rising:2.0.D", "red-star-rising:2.0.E", "red-star-rising:2.0.F", "red-star-rising:2.0.G",
    "red-star-rising:2.0.H", "red-star-rising:2.0.I", "red-star-rising:18.0.5",
)  # fmt: skip
def test_every_lettered_step_stands_in_its_order() -> None:
    table = [(step.rule, step.name, step.side) for step in steps() if not step.name.startswith("stacking")]
    assert [(rule[-1], name, side) for rule, name, side in table if rule.startswith("2.0")] == [
        ("A", "air-bases-supply", "axis"), ("A", "fleets", "axis"), ("A", "supply", "axis"), ("A", "attrition", ""),
        ("A", "markers", ""),
        ("B", "reinforcements", "axis"),
        ("C", "sea", "axis"), ("C", "strategic", "axis"), ("C", "movement", "axis"), ("C", "air-bases", "axis"),
        ("D", "combat", "axis"),
        ("E", "combat", "soviet"),
        ("F", "reinforcements", "soviet"),
        ("G", "sea", "soviet"), ("G", "strategic", "soviet"), ("G", "movement", "soviet"), ("G", "leaders", "soviet"),
        ("H", "motorised", "axis"), ("H", "motorised-strategic", "axis"), ("H", "fleets-home", "axis"),
        ("I", "breakdown", "axis"), ("I", "promotion", "soviet"), ("I", "recomposition", "soviet"),
        ("I", "strategic-ports", "soviet"), ("I", "production", "soviet"), ("I", "evacuation", "soviet"),
        ("I", "partisans", "soviet"), ("I", "contact", "soviet"), ("I", "release", "soviet"),
    ]  # fmt: skip


@pytest.mark.rule("red-star-rising:4.0.7")
def test_stacking_is_looked_at_after_each_phase_but_the_reinforcements() -> None:
    names = [step.name for step in steps()]
    before = [names[index - 1] for index, name in enumerate(names) if name.startswith("stacking")]
    assert before == ["air-bases", "combat", "combat", "leaders", "motorised-strategic", "italy"]
    overfull = {f"inf-{number}": "0202" for number in range(3)}
    assert red_star({**overfull, "army": "0806"}, phase="stacking-after-axis-movement").menu.side == "soviet"
