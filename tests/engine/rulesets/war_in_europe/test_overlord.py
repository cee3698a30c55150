"""Overlord as it is set up: its landing craft do not lie idle on the first day."""

from __future__ import annotations

import pytest

from engine.core.ids import UnitId
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled
from engine.rulesets.war_in_europe.landings import landing_refusal, places
from engine.rulesets.war_in_europe.names import ALLIED, amphibious
from engine.rulesets.war_in_europe.naval import sailor_refusal
from engine.session.session import Session


@pytest.mark.rule("war-in-europe:7.3", "war-in-europe:14.61")
def test_there_are_as_many_divisions_in_port_as_amphibious_points() -> None:
    """Each of them can be landed on some coast in the naval movement of the first turn."""
    game = assemble(find_bundled("overlord").load())
    session = Session.new(game, 1)
    while "land" not in session.menu.kinds():
        assert session.menu.default is not None
        session.submit(session.menu.default)
    state = session.state
    assert state.turn == game.materials.brief.scenario.first_turn

    def lands(name: UnitId) -> bool:
        if sailor_refusal(game, state, name) is not None:
            return False
        shores = places(game, state, state.unit(name))
        return any(landing_refusal(game, state, name, to, keep=False) is None for to in shores)

    able = [unit.id for unit in state.every_unit() if unit.side == ALLIED and lands(unit.id)]
    assert len(able) >= state.values[amphibious(ALLIED)] == 12
