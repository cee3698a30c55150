"""The index of Ukraine '43 lists the exceptions of its cases; each has a test that is marked with it."""

from __future__ import annotations

from pathlib import Path

from engine.rulesets.assembly import game_entry
from engine.rulesets.rules_index import marks_in, rules_index
from tests.engine.rulesets.ukraine_43.scenes import GAME


def test_every_exception_has_a_test_of_its_own() -> None:
    cases = rules_index(game_entry(GAME)).cases
    listed = {f"{number}/{letter}" for number, case in cases.items() for letter in case.exceptions}
    assert not listed - marks_in(Path(__file__).parent)[GAME]
