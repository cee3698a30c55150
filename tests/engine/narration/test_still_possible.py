"""A reminder tells of no more than what can still be done: quotas, points, stacks that react, units with a step."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

import pytest

from app.play.games.game_setup import players_of
from app.play.table import GameTable
from engine.core.actions import Done, PickUnit, StepTo
from engine.core.ids import UnitId
from engine.core.quotas import Quota
from engine.core.records import Action
from engine.narration.reminders import Undone, left_undone, out_of_supply
from engine.narration.still_possible import still_possible
from engine.rulesets.assembly import bundled_brief, game_of
from engine.session.session import Session


@dataclass(frozen=True, slots=True)
class Mend(Action):
    """Spend points of one pool or another on a unit."""

    kind: ClassVar[str] = "mend"
    unit: UnitId
    pool: str
    points: int


def by_unit(*mended: Mend) -> dict[UnitId, list[Mend]]:
    return {
        unit: [each for each in mended if each.unit == unit] for unit in dict.fromkeys(each.unit for each in mended)
    }


def mend(unit: str, pool: str, points: int) -> Mend:
    return Mend(UnitId(unit), pool, points)


def points(**left: int) -> Quota[Mend]:
    return Quota(left, lambda action: {action.pool: action.points})


def test_without_a_quota_all_of_it_can_be_done() -> None:
    assert still_possible(by_unit(mend("a", "red", 1), mend("b", "red", 9)), None) == 2


def test_so_many_and_no_more() -> None:
    three = by_unit(*(mend(unit, "red", 1) for unit in "abc"))
    assert [still_possible(three, Quota.of(number)) for number in (0, 2, 5)] == [0, 2, 3]


def test_points_are_spent_on_what_is_cheap_first() -> None:
    dear_first = by_unit(mend("a", "red", 3), mend("b", "red", 1), mend("c", "red", 1))
    assert still_possible(dear_first, points(red=3)) == 2
    assert still_possible(dear_first, points(red=4)) == 2
    assert still_possible(dear_first, points(red=5)) == 3


def test_who_can_be_paid_for_from_two_pools_takes_what_the_others_leave() -> None:
    either = by_unit(mend("a", "red", 1), mend("b", "red", 1), mend("b", "blue", 2), mend("c", "blue", 1))
    assert still_possible(either, points(red=1, blue=3)) == 3
    assert still_possible(either, points(red=1, blue=2)) == 2
    assert still_possible(either, points(red=1)) == 1, "a pool that nobody names is empty"


def test_those_who_pay_together_are_one() -> None:
    stacks = by_unit(mend("a", "red", 1), mend("b", "red", 1), mend("c", "blue", 1))
    together: Quota[Mend] = Quota({"moves": 1}, lambda _: {"moves": 1}, payer=lambda action: action.pool)
    free: Quota[Mend] = Quota({"moves": 0}, lambda _: {}, payer=lambda action: action.pool)
    assert still_possible(stacks, together) == 1
    assert still_possible(stacks, free) == 2, "a stack that has begun already takes nothing more"


def at_first(scenario: str, prompt: str, *, seed: int | None = None) -> GameTable:
    """A game at the first question of a sort: one in which nobody does anything, or one played by chance."""
    brief = bundled_brief(scenario)
    session = Session.new(game_of(brief, {}), 3)
    chance = Random(seed)
    while session.menu.prompt.key != prompt:
        menu = session.menu
        if seed is None:
            session.submit(Done() if Done() in menu else menu.default or next(iter(menu)))
        else:
            kind = chance.choice(menu.kinds())
            offer = next(offer for offer in menu.offers if offer.action.kind == kind and offer.any())
            session.submit(Done() if Done() in menu and chance.random() < 0.3 else chance.choice(offer.actions()))
    return GameTable(brief, session, players_of(brief, {}))


def told(table: GameTable) -> dict[str, Undone]:
    return {undone.said.key: undone for undone in left_undone(table)}


def test_three_stacks_react_however_many_units_could() -> None:
    table = at_first("kharkov-1943", "prompt.u43.reaction")
    found = told(table)
    assert "undone.units" not in found
    assert table.say(table.menu.prompt) == "Axis: 3 stacks may still set out to react."
    assert table.say(found["undone.stacks"].said) == "3 stacks may still react"
    assert len(found["undone.stacks"].units) > 20, "each of those who could is shown"
    for left in (2, 1):
        alone = next(
            step for step in table.menu.of_kind(StepTo) if len(table.view.at(table.view.units[step.unit].at)) == 1
        )
        table.submit(alone)
        assert told(table)["undone.stacks"].said.args["count"] == left


@pytest.mark.parametrize(
    ("scenario", "prompt", "key"),
    [
        ("summer-1941", "prompt.btb.stand-fast", "undone.place-stand-fast"),
        ("europe-1941-45", "prompt.btb.activate", "undone.activate"),
        ("europe-1941-45", "prompt.btb.activate-free", "undone.activate"),
        ("europe-1941-45", "prompt.btb.replacements", "undone.restore"),
        ("typhoon", "prompt.rsr.evacuation", "undone.evacuate"),
        ("typhoon", "prompt.rsr.promotion", "undone.promote"),
    ],
)
def test_nobody_can_do_more_than_was_told(scenario: str, prompt: str, key: str) -> None:
    table = at_first(scenario, prompt, seed=1)
    kind = key.removeprefix("undone.")
    count = told(table)[key].said.args["count"]
    listed = [action for action in table.menu if action.kind == kind]
    assert isinstance(count, int)
    assert 0 < count <= len(listed)
    side, done = table.menu.side, set()
    while (table.menu.prompt.key, table.menu.side) == (prompt, side) and kind in table.menu.kinds():
        action = next(action for action in table.menu if action.kind == kind)
        done.add(action.units()[:1] or action.locations())
        table.session.submit(action)
    assert 0 < len(done) <= count


def test_a_unit_that_has_no_step_to_take_is_not_missed() -> None:
    table = at_first("barbarossa", "prompt.rsr.movement")
    steps, picks = ({action.unit for action in table.menu.of_kind(kind)} for kind in (StepTo, PickUnit))
    assert picks - steps, "a depot can be taken in hand and stays where it is"
    assert set(told(table)["undone.units"].units) == steps


def test_units_that_are_cut_off_are_named_where_they_can_move() -> None:
    table = at_first("typhoon", "prompt.rsr.air-bases", seed=2)
    assert out_of_supply(table), "a unit is cut off, but bases alone move now"
    assert set(told(table)) == {"undone.units"}
