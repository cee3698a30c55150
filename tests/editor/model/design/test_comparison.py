"""What differs between two scenarios is told with the whole name of its place."""

from __future__ import annotations

from editor.model.design.comparison import compare
from editor.model.design.design import Design
from editor.model.design.spoken import Group
from engine.definitions.scenario import Marker, Objective
from tests.editor.commands.design.anything import furnished


def test_a_place_whose_number_has_a_space_in_it_stays_whole() -> None:
    ford = furnished(1)
    scenario = ford.scenario.replace(
        markers=(Marker(at="19 O", marker="trench"),), objectives=(Objective(at="20 P", value=1),)
    )
    other = Design(ford.documents, scenario, ford.plan, ford.places)
    found = {each.place: each.name for each in compare(ford, other) if each.there is not None}
    assert found["20 P"] == "20 P"
    assert found["19 O"] == "19 O trench"
    assert {each.group for each in compare(ford, other)} == {Group.MARKERS, Group.OBJECTIVES}
