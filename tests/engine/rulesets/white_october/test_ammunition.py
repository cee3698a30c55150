"""4.4 and 4.5: low ammunition, resupply, and the stock of the North-West Army."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.white_october.fights import CENTRE, LOSES, NE, NOTHING, SW, begun, combat, fought
from tests.engine.rulesets.white_october.scenes import here, moving, october, town
from tests.helpers.positions import Scene, marked

FAR = {"narva": here(1, 8), "roads": []}
"""Nobody on the field has a White line."""


@pytest.mark.rule("white-october:4.4")
def test_who_attacks_or_defends_without_a_line_is_low_on_ammunition_afterwards() -> None:
    scene = fought({"inf": SW, "rifle": CENTRE}, "inf", (NOTHING, NOTHING), dice=LOSES, **FAR)
    assert scene.unit("inf").marks >= {"low-ammo"}
    assert scene.unit("rifle").marks == {"low-ammo"}


@pytest.mark.rule("white-october:4.4")
def test_who_has_a_line_is_not() -> None:
    scene = fought({"inf": SW, "rifle": CENTRE}, "inf", (NOTHING, NOTHING), dice=LOSES)
    assert "low-ammo" not in scene.unit("inf").marks


@pytest.mark.rule("white-october:4.4")
def test_who_bombards_without_a_line_is_low_afterwards() -> None:
    scene = combat({"guns": SW, "rifle": CENTRE}, dice=[1, 1], **FAR)
    after = scene.play(f"bombard guns {CENTRE}", "done", f"open-fire guns {CENTRE} combat-units")
    assert after.unit("guns").marks == {"low-ammo"}


@pytest.mark.rule("white-october:4.4/a")
def test_there_was_no_combat_where_the_defender_retired() -> None:
    scene = begun(combat({"inf": SW, "redcav": CENTRE}, **FAR), CENTRE, ["inf"]).play("retire", f"retreat redcav {NE}")
    assert scene.play("done").unit("inf").marks == frozenset()


@pytest.mark.rule("white-october:4.4.1/b")
def test_low_ammunition_halves_attack_and_fire_and_not_defence() -> None:
    scene = combat({"inf": marked(SW, "low-ammo"), "guns": marked(SW, "low-ammo"), "rifle": CENTRE})
    assert scene.ask("unit", "inf").factors.attack.value == 4
    assert scene.ask("unit", "inf").factors.defence.value == 7
    assert scene.ask("unit", "guns").factors.fire.value == 1


@pytest.mark.rule("white-october:4.4.1/c")
def test_vehicles_without_ammunition_are_worth_nothing_and_give_no_bonus() -> None:
    units = {"inf": SW, "car": SW, "rifle": CENTRE}
    ready = combat(units).ask("attack", units=["inf", "car"], target=CENTRE)
    assert ready.attack.value == 9
    dry = combat({**units, "car": marked(SW, "low-ammo")}).ask("attack", units=["inf", "car"], target=CENTRE)
    assert dry.attack.value == 7
    assert len(dry.modifiers.terms) == len(ready.modifiers.terms) - 1


@pytest.mark.rule("white-october:4.4.1/a")
def test_nobody_is_marked_twice() -> None:
    scene = fought({"inf": marked(SW, "low-ammo"), "rifle": CENTRE}, "inf", (NOTHING, NOTHING), dice=LOSES, **FAR)
    assert scene.told("ammunition-low")[0]["units"] == ["rifle"]


def resupplied(units: dict[str, object], *, offensive: bool = True) -> Scene:
    return october(
        units,
        phase="resupply",
        side="white",
        offensive=offensive,
        narva=here(1, 4),
        sources=[here(12, 4)],
        roads=[[here(column, 4) for column in range(1, 13)]],
    )


@pytest.mark.rule("white-october:4.4.2/a")
def test_a_supplied_unit_gets_its_ammunition_unless_it_is_routed() -> None:
    units = {
        "inf": marked(here(2, 4), "low-ammo"),
        "inf-2": marked(here(2, 5), "low-ammo", "routed"),
        "inf-3": marked(here(2, 8), "low-ammo"),
        "rifle": marked(here(11, 4), "low-ammo"),
    }
    scene = resupplied(units)
    assert scene.unit("inf").marks == frozenset()
    assert scene.unit("inf-2").marks == {"low-ammo", "routed"}
    assert scene.unit("inf-3").marks == {"low-ammo"}
    assert scene.unit("rifle").marks == frozenset()


@pytest.mark.rule("white-october:4.5/a")
def test_without_an_offensive_no_white_unit_is_resupplied_and_reds_are() -> None:
    units = {"inf": marked(here(2, 4), "low-ammo"), "rifle": marked(here(11, 4), "low-ammo")}
    scene = resupplied(units, offensive=False)
    assert scene.unit("inf").marks == {"low-ammo"}
    assert scene.unit("rifle").marks == frozenset()


@pytest.mark.rule("white-october:4.5/d")
def test_without_an_offensive_the_north_west_army_counts_as_low_and_estonians_do_not() -> None:
    units = {"inf": SW, "est": SW, "rifle": CENTRE}
    scene = combat(units, offensive=False)
    assert scene.ask("unit", "inf").factors.attack.value == 4
    assert scene.ask("unit", "est").factors.attack.value == 6
    assert (
        combat({**units, "inf": marked(SW, "low-ammo")}, offensive=False).ask("unit", "inf").factors.attack.value == 4
    )


@pytest.mark.rule("white-october:4.5")
def test_the_stock_begins_with_four_boxes_and_an_offensive_takes_one() -> None:
    scene = october({"inf": SW, "rifle": CENTRE}, phase="offensive", side="white")
    assert scene.state.values["ammo-stock"] == 4
    declared = scene.play("declare-offensive")
    assert declared.state.values["ammo-stock"] == 3
    assert declared.state.values["offensive-turn"] is True
    assert declared.refused("declare-offensive") == "4.5"


@pytest.mark.rule("white-october:4.5/c")
def test_no_offensive_is_declared_from_an_empty_stock() -> None:
    scene = october({"inf": SW, "rifle": CENTRE}, phase="offensive", side="white", values={"ammo-stock": 0})
    assert scene.refused("declare-offensive") == "4.5"


@pytest.mark.rule("white-october:4.5")
@pytest.mark.parametrize(
    ("stock", "decided", "asked"),
    [
        (4, [], "offensive"),
        (4, ["declare-offensive"], "offensive-declared"),
        (4, ["declare-rest"], "resting"),
        (4, ["declare-rest", "declare-offensive"], "turn-decided"),
        (0, [], "no-stock"),
        (0, ["declare-rest"], "turn-decided"),
    ],
)
def test_the_question_names_only_what_is_still_open(stock: int, decided: list[str], asked: str) -> None:
    values = {"ammo-stock": stock}
    scene = october({"inf": SW, "rifle": CENTRE}, phase="offensive", side="white", values=values)
    assert scene.play(*decided).menu.prompt.key == f"prompt.wo.{asked}"


@pytest.mark.rule("white-october:4.5/b")
def test_gatchina_gives_four_boxes_once() -> None:
    gatchina = here(5, 4)
    scene = moving({"inf": SW}, features=[town(gatchina, "Gatchina")]).play(f"step-to inf {gatchina}")
    assert scene.state.values["ammo-stock"] == 8
    again = moving(
        {"inf": SW}, features=[town(gatchina, "Gatchina")], values={"gatchina-taken": True}, control={"red": [gatchina]}
    )
    assert again.play(f"step-to inf {gatchina}").state.values["ammo-stock"] == 4
