"""What is found wrong with a scenario is told by names, and leads to a panel that there is."""

from __future__ import annotations

from editor.checks.scenario_findings import findings_of, look_over, project_of, titled
from engine.core.messages import message
from engine.definitions.oob import OrderOfBattle, UnitEntry
from engine.definitions.project import Project
from tests.editor.commands.design.anything import furnished


def test_a_nameless_unit_of_a_type_that_nobody_knows_is_told_of_all_the_same() -> None:
    ford = furnished(1)
    name, army = next(iter(ford.armies.items()))
    stray = UnitEntry(id="stray-unit", type="no-such-type")
    spoilt: OrderOfBattle = army.replace(units=(*army.units, stray))
    design = ford.with_documents({**ford.documents, ("oob", name): spoilt})
    said = titled(design, message("issue.unknown-type", unit="stray-unit"))
    assert said.args["unit"] == "stray unit"


def test_a_finding_about_the_second_order_of_battle_leads_to_its_own_unit() -> None:
    ford = furnished(1)
    stray = UnitEntry(id="stray-unit", type="no-such-type")
    second = OrderOfBattle(id="second-army", units=(stray,))
    scenario = ford.scenario.replace(oob=(*ford.scenario.oob, second.id))
    documents = {**ford.documents, ("oob", second.id): second, ("scenario", ford.id): scenario}
    design = ford.with_documents(documents)
    issues = look_over(project_of(design, Project(documents.values())))
    found = [each for each in findings_of(design, issues) if each.issue.where.path[:1] == ("units",)]
    assert {each.unit for each in found} == {"stray-unit"}
