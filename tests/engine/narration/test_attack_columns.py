"""In which columns an attack is read, in words."""

from __future__ import annotations

from app.play.table import PERSON, GameTable
from engine.core.answers import AttackAnswer, Reckoning, Throw
from engine.core.ids import Location, Side, UnitId
from engine.narration.attack_previews import columns_text
from engine.rulesets.assembly import bundled_brief, game_of
from engine.session.session import Session

NOTHING = Reckoning.of()


def columns(*throws: tuple[str, str]) -> str:
    brief = bundled_brief("ford")
    session = Session.new(game_of(brief), 3)
    table = GameTable(brief, session, dict.fromkeys(map(str, session.game.ruleset.sides), PERSON))
    read = tuple(Throw(Side(side), "combat", column, ("1",) * 6, NOTHING, NOTHING, "4.5") for side, column in throws)
    answer = AttackAnswer(
        (UnitId("red-1"),), Location(0), NOTHING, NOTHING, "1:2", NOTHING, throws[0][1], NOTHING, None, None, None,
        "combat", "4.2", throws=read,
    )  # fmt: skip
    return columns_text(table, answer)


def test_a_column_that_all_dice_of_a_side_share_is_told_once() -> None:
    assert columns(("red", "2:1"), ("red", "2:1"), ("red", "2:1")) == "2:1"
    assert columns(("red", "2:1"), ("red", "3:1")) == "2:1 / 3:1"


def test_two_sides_that_throw_have_a_column_each_even_if_it_is_the_same() -> None:
    assert columns(("red", "2:1"), ("blue", "2:1")) == "2:1 / 2:1"
