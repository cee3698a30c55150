"""Cabinet asked: every question the game answers, as a position with what is expected of it."""

from __future__ import annotations

from textwrap import dedent

import pytest

from engine.definitions.documents import Loaded, load_text
from engine.definitions.issues import DefinitionError
from engine.definitions.position import Position
from engine.rulesets.words import catalogue
from engine.session.positions import set_up
from engine.session.probe import Probe

POSITION = """
    format: redoubt/position/1
    game: toy-cabinet
    scenario: cabinet-war
    setup: scenario
    phase: operations
    side: north
    units: {s-1: abbey, s-2: abbey, n-2: {at: highmoor, step: 1}}
    side_markers: {highmoor~ironhill: {broken: 1}}
    ask:
    - {unit: n-2, expect: {at: Highmoor, factors: {strength: 1, movement: 2}}}
    - {stack: highmoor, expect: {size: 3, limit: 3, allowed: true, factors: {strength: 4}, rule: "1.2"}}
    - reach: n-horse
      expect:
        allowance: 4
        locations:
        - {at: Crossing, cost: 3, path: [Highmoor, Stonegate, Millbrook, Crossing]}
        - {at: Highmoor, cost: 0}
        - {at: Millbrook, cost: 2}
        - {at: Stonegate, cost: 1}
        - {at: Vale, cost: 4}
    - attack: {from: highmoor, target: abbey, die: 4}
      expect: {attack: 4, defence: 4, odds: "4:4", column: 4-5, shifts: 0, modified_die: 4, result: "1", table: fire}
    - attack: {units: [n-1], target: abbey}
      expect: {column: "1", shifts: -1, die: null, result: null}
    - losses: {units: [n-3], target: abbey, die: 4}
      expect: {side: south, choices: [{kind: take-loss, unit: s-1}, {kind: take-loss, unit: s-2}], rule: "5.3"}
    - score: {}
      expect: {score: 0}
    - try: [{kind: activate, at: highmoor}, {kind: step-to, unit: n-3, to: abbey}]
      expect: {accepted: false}
"""


def probe(text: str) -> Probe:
    loaded = load_text(dedent(text), "position")
    assert isinstance(loaded.document, Position)
    return Probe(set_up(Loaded(loaded.document, loaded.origin)), catalogue("toy-cabinet"))


def test_the_questions_are_answered_as_expected() -> None:
    differences = [(found.question, found.differences) for found in probe(POSITION).answers() if found.differences]
    assert not differences


def test_a_retreat_is_asked_with_the_attack_that_leads_to_it() -> None:
    position = POSITION.replace("s-2: abbey", "s-2: vale").replace("n-2: {at: highmoor, step: 1}", "n-2: highmoor")
    found = probe(position + "    given: {dice: [4, 1]}\n").ask("retreat", {"units": ["n-3"], "target": "abbey"})
    assert found["side"] == "south"
    assert [choice["to"] for choice in found["choices"]] == ["Ironhill", "Vale"]


def test_this_game_has_no_zones_supply_or_advances() -> None:
    for question in ("zone", "supply"):
        with pytest.raises(DefinitionError):
            probe(POSITION).ask(question, {"unit": "n-1", "at": "abbey"})


def test_an_assault_is_thought_of_with_all_of_its_space_and_both_fires() -> None:
    scene = probe(POSITION)
    found = scene.ask("attack", {"units": ["n-3"], "target": "abbey"})
    assert [throw["side"] for throw in found["throws"]] == ["north", "south"]
    assert all(chance["attacker"] == {"least": 0, "most": 0} for chance in found["throws"][0]["chances"])
    assert set(found["losses"]) == {"north", "south"}
