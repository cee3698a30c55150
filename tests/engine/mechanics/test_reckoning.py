"""Reckoning: where a throw is read, how likely its results are, and the answer about an attack."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.core.answers import AttackAnswer, Losses, Reckoning
from engine.core.ids import Location, Side, UnitId
from engine.core.messages import message
from engine.core.terms import Op, Term
from engine.definitions.charts.tables import Table, UnknownChart
from engine.definitions.sources import Source, SourceKind
from engine.mechanics.reckoning import Dice, Reading, attack_answer

RED, BLUE = Side("red"), Side("blue")
COSTS = {"A1": (Losses(1, 1), Losses()), "NE": (Losses(), Losses()), "D2": (Losses(), Losses(0, 2))}


def table(rows: tuple[str, ...] = ("1", "2", "3", "4", "5", "6")) -> Table:
    cells = tuple(("A1", "NE") if index < len(rows) // 2 else ("NE", "D2") for index in range(len(rows)))
    return Table(source=Source(SourceKind.DESIGNER), columns=("1:1", "2:1"), rows=rows, cells=cells)


def term(value: int, op: Op) -> Term:
    return Term(message("term.forest"), value, "4.3", op)


def reading(**more: object) -> Reading:
    return Reading(RED, table(), "combat", "2:1", "4.5", **more)  # type: ignore[arg-type]


# Dice


def test_one_die_shows_each_face_as_often() -> None:
    assert Dice().sums() == (1, 2, 3, 4, 5, 6)
    assert set(Dice().shares()) == {Fraction(1, 6)}


def test_two_dice_show_seven_most_often() -> None:
    dice = Dice(number=2)
    shares = dict(zip(dice.sums(), dice.shares(), strict=True))
    assert (shares[2], shares[7], shares[12]) == (Fraction(1, 36), Fraction(1, 6), Fraction(1, 36))
    assert sum(shares.values()) == 1


def test_what_is_thrown_again_is_kept_the_second_time() -> None:
    dice = Dice(again=frozenset({6}))
    shares = dict(zip(dice.sums(), dice.shares(), strict=True))
    assert shares[6] == Fraction(1, 36)
    assert shares[1] == Fraction(7, 36)
    assert sum(shares.values()) == 1


@pytest.mark.parametrize(("thrown", "modifier", "expected"), [(5, 4, 8), (5, 2, 7), (1, -3, 1), (1, 0, 1)])
def test_a_modified_throw_is_held_to_its_bounds(thrown: int, modifier: int, expected: int) -> None:
    dice = Dice(lowest=1, highest=8)
    assert dice.modified(thrown, (term(modifier, Op.DIE), term(9, Op.SHIFT))) == expected


def test_without_bounds_the_table_says_where_a_throw_ends() -> None:
    found = reading(modifiers=(term(4, Op.DIE),))
    assert found.modified(6) == 10
    assert found.row(6) == "6"


def test_what_no_die_can_show_is_not_read() -> None:
    with pytest.raises(UnknownChart, match="no row '9'"):
        reading().result(9)


# Readings


def test_a_reading_gives_the_result_of_a_throw() -> None:
    assert [reading().result(die) for die in (1, 3, 4, 6)] == ["NE", "NE", "D2", "D2"]
    assert reading(modifiers=(term(1, Op.DIE),)).result(3) == "D2"


def test_a_throw_tells_rows_chances_and_costs() -> None:
    throw = reading(shifts=(term(1, Op.SHIFT),), modifiers=(term(1, Op.DIE),)).throw(COSTS.__getitem__)
    assert throw.rows == ("2", "3", "4", "5", "6", "6")
    assert [(each.result, each.share) for each in throw.chances] == [("NE", Fraction(1, 3)), ("D2", Fraction(2, 3))]
    assert throw.chances[1].defender == Losses(0, 2)
    assert (throw.shifts.value, throw.modifiers.value) == (1, 1)


def test_several_dice_weigh_their_sums() -> None:
    rows = tuple(map(str, range(2, 13)))
    found = Reading(RED, table(rows), "score", "2:1", "8.2", dice=Dice(number=2))
    chances = {each.result: each.share for each in found.throw(COSTS.__getitem__).chances}
    assert chances == {"NE": Fraction(15, 36), "D2": Fraction(21, 36)}


def test_a_column_may_stand_for_something_else_in_this_combat() -> None:
    assert reading().heading == "2:1"
    assert reading(headings=("1:2", "1:1")).heading == "1:1"


# Answers


def answer(found: Reading, *readings: Reading, die: int | None = None, automatic: str | None = None) -> AttackAnswer:
    return attack_answer(
        found,
        tuple(each.throw(COSTS.__getitem__) for each in readings),
        sides=(RED, BLUE),
        attackers=(UnitId("r1"),),
        target=Location(3),
        attack=Reckoning.of(term(4, Op.ADD)),
        defence=Reckoning.of(term(2, Op.ADD)),
        odds="2:1",
        rule="4.2",
        die=die,
        automatic=automatic,
        notes=(term(0, Op.NOTE),),
    )


def test_an_answer_is_told_by_its_reading() -> None:
    found = reading(shifts=(term(1, Op.SHIFT),), modifiers=(term(1, Op.DIE),))
    told = answer(found, found, die=3)
    assert (told.column, told.modified_die, told.result, told.table) == ("2:1", 4, "D2", "combat")
    assert told.chances == {"NE": Fraction(1, 3), "D2": Fraction(2, 3)}
    assert told.losses == {RED: Losses(), BLUE: Losses(0, Fraction(4, 3))}
    assert [each.op for each in told.shifts.terms] == [Op.NOTE, Op.SHIFT]


def test_a_side_that_does_not_throw_has_no_result() -> None:
    told = answer(reading(), Reading(BLUE, table(), "combat", "1:1", "4.5"), die=6)
    assert told.result is None
    assert told.chances == {}
    assert told.losses[RED] == Losses(Fraction(1, 2), Fraction(1, 2))


def test_where_no_die_is_thrown_the_result_is_certain() -> None:
    told = answer(Reading(RED, table(), "combat", "", "4.5"), automatic="A1", die=6)
    assert (told.column, told.result, told.chances, told.throws, told.losses) == ("", "A1", {"A1": 1}, (), {})
