"""Why a unit cannot go to its neighbours: a reason that names one of them is told as an instance."""

from __future__ import annotations

from app.play.table import PERSON, GameTable
from engine.core.actions import StepTo
from engine.narration.unit_facts import unit_facts
from engine.rulesets.assembly import bundled_brief, game_of
from engine.session.session import Session


def reasons() -> list[str]:
    """What keeps the units of Typhoon when the Axis begins to move."""
    brief = bundled_brief("typhoon")
    session = Session.new(game_of(brief), 5)
    table = GameTable(brief, session, dict.fromkeys(map(str, session.game.ruleset.sides), PERSON))
    while StepTo.kind not in table.menu.kinds():
        table.submit(table.menu.default or next(iter(table.menu)))
    found = []
    for unit in dict.fromkeys(action.unit for action in table.menu.of_kind(StepTo)):
        explained = unit_facts(table, unit)
        assert explained is not None
        found += [row.words for row in explained.rows if " of 6 neighbours" in row.words]
    return found


def test_a_reason_that_names_one_place_is_an_instance_where_it_stands_for_several() -> None:
    told = reasons()
    several = [words for words in told if not words.startswith("1 of") and "An enemy unit holds " in words]
    assert several, "somebody has two enemies beside it"
    assert all(", for instance: An enemy unit holds " in words for words in several)
    alone = [words for words in told if words.startswith("1 of") and "An enemy unit holds " in words]
    assert alone
    assert not any("for instance" in words for words in alone)
