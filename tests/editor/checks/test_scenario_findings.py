"""What is found wrong with a scenario is told by names, and leads to a panel that there is."""

from __future__ import annotations

from editor.checks.scenario_findings import titled
from engine.core.messages import message
from engine.definitions.oob import OrderOfBattle, UnitEntry
from tests.editor.commands.design.anything import furnished


def test_a_nameless_unit_of_a_type_that_nobody_knows_is_told_of_all_the_same() -> None:
    ford = furnished(1)
    name, army = next(iter(ford.armies.items()))
    stray = UnitEntry(id="stray-unit", type="no-such-type")
    spoilt: OrderOfBattle = army.replace(units=(*army.units, stray))
    design = ford.with_documents({**ford.documents, ("oob", name): spoilt})
    said = titled(design, message("issue.unknown-type", unit="stray-unit"))
    assert said.args["unit"] == "stray unit"
