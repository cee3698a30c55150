"""Menus: one source of legality, asked in many ways, listing nothing before it must."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.actions import Done, PickUnit, StepTo, TakeLoss
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.records import Action
from engine.core.refusals import Refusal
from tests.engine.core.machine import RED

NO = Refusal("2.1", message("refusal.test"))
OTHER = Refusal("3.1", message("refusal.other"))
UNITS = [UnitId(name) for name in "abc"]
PLACES = [Location(number) for number in range(4)]
STEPS = [StepTo(unit, place) for unit in UNITS for place in PLACES]


def menu_of(*offers: Offer[Any], default: Action | None = None) -> Menu:
    return Menu(RED, message("prompt.test"), "1.0", offers, default)


def steps(allowed: Iterable[StepTo], *, narrowed: bool) -> Offer[StepTo]:
    """Every step comes into question, these are allowed; perhaps with a quick way to those of one unit."""
    members = set(allowed)
    return Offer(
        StepTo,
        lambda: STEPS,
        lambda step: None if step in members else NO,
        of_unit=(lambda unit: [step for step in STEPS if step.unit == unit]) if narrowed else None,
    )


@given(st.sets(st.sampled_from(STEPS)), st.sets(st.sampled_from(UNITS)), st.booleans())
def test_the_list_and_every_question_agree(walking: set[StepTo], hurt: set[UnitId], narrowed: bool) -> None:
    losses = Offer.among([TakeLoss(unit) for unit in sorted(hurt)], TakeLoss, OTHER)
    menu = menu_of(steps(walking, narrowed=narrowed), losses, Offer.one(Done()))
    of_units = {unit: menu.of_unit(unit) for unit in UNITS}
    listed = tuple(menu)
    assert set(listed) == {*walking, *(TakeLoss(unit) for unit in hurt), Done()}
    for action in (*STEPS, *(TakeLoss(unit) for unit in UNITS), Done(), PickUnit(UNITS[0])):
        assert (action in menu) == (action in listed) == (menu.refusal(action) is None)
    for unit, found in of_units.items():
        assert found == menu.of_unit(unit) == tuple(action for action in listed if unit in action.units())
    for place in PLACES:
        assert menu.of_location(place) == tuple(action for action in listed if place in action.locations())
    assert menu.of_kind(StepTo) == tuple(action for action in listed if isinstance(action, StepTo))
    assert menu.kinds() == tuple(dict.fromkeys(action.kind for action in listed))


@given(st.sets(st.sampled_from(STEPS)), st.sets(st.sampled_from(UNITS)), st.booleans())
def test_units_that_are_known_are_not_asked_about(walking: set[StepTo], known: set[UnitId], is_listed: bool) -> None:
    asked: list[StepTo] = []

    def refuse(step: StepTo) -> Refusal | None:
        asked.append(step)
        return None if step in walking else NO

    offer = Offer(StepTo, lambda: STEPS, refuse)
    if is_listed:
        offer.actions()
        asked.clear()
    found = offer.units_beyond(known)
    assert found == {step.unit for step in walking} - known
    assert not known & {step.unit for step in asked}
    if is_listed:
        assert not asked
    else:
        assert sorted(step.unit for step in asked if step in walking) == sorted(found), "one step is enough for each"


def test_nothing_is_listed_until_somebody_asks() -> None:
    def explode() -> Iterable[StepTo]:
        raise AssertionError("listed")

    many = Offer(StepTo, explode, lambda step: None if step.unit == "a" else NO)
    menu = menu_of(many, Offer.one(Done()), default=Done())
    assert StepTo(UNITS[0], PLACES[0]) in menu
    assert menu.refusal(StepTo(UNITS[1], PLACES[0])) is NO
    assert menu.default == Done()
    assert menu.of_kind(Done) == (Done(),)
    with pytest.raises(AssertionError, match="listed"):
        menu.of_kind(StepTo)


def test_one_is_enough_to_know_that_there_is_something() -> None:
    seen: list[StepTo] = []

    def refuse(step: StepTo) -> Refusal | None:
        seen.append(step)
        return None

    offer = Offer(StepTo, lambda: STEPS, refuse)
    assert menu_of(offer)
    assert offer.any()
    assert seen == list(STEPS[:1])
    assert len(offer.actions()) == len(STEPS)
    assert offer.any()
    assert seen == list(STEPS)
    assert offer.actions() is offer.actions()


def test_an_offer_lists_an_action_once_even_if_two_ways_lead_to_it() -> None:
    offer = Offer(StepTo, lambda: [STEPS[0], STEPS[1], STEPS[0]], lambda _: None, of_unit=lambda _: [STEPS[0]] * 2)
    assert menu_of(offer).of_unit(UNITS[0]) == (STEPS[0],)
    assert tuple(menu_of(offer)) == (STEPS[0], STEPS[1])


def test_a_quick_way_that_is_too_generous_does_no_harm() -> None:
    offer = Offer(StepTo, lambda: STEPS, lambda _: None, of_unit=lambda _: STEPS)
    assert {step.unit for step in menu_of(offer).of_unit(UNITS[1]) if isinstance(step, StepTo)} == {UNITS[1]}


def test_the_default_is_offered_only_if_it_is_allowed() -> None:
    assert menu_of(Offer.one(Done()), default=Done()).default == Done()
    assert menu_of(Offer.one(Done(), NO), default=Done()).default is None
    assert menu_of(Offer.one(Done())).default is None
    assert menu_of(default=Done()).default is None


def test_whether_the_default_is_allowed_is_found_out_only_when_asked() -> None:
    asked: list[Action] = []

    def refuse(action: Done) -> Refusal | None:
        asked.append(action)
        return None

    menu = menu_of(Offer[Done](Done, lambda: [Done()], refuse), default=Done())
    assert asked == []
    assert menu.default == Done()
    assert asked == [Done()]


def test_a_refusal_names_the_case_of_the_first_offer_that_refuses() -> None:
    of_a, of_b = StepTo(UNITS[0], PLACES[0]), StepTo(UNITS[1], PLACES[0])
    two = menu_of(Offer.among([of_a], StepTo, NO), Offer.among([of_b], StepTo, OTHER))
    assert two.refusal(of_b) is None
    assert two.refusal(StepTo(UNITS[2], PLACES[0])) is NO


def test_what_is_not_asked_for_now_is_refused_with_the_question_that_is() -> None:
    menu = menu_of(Offer.one(Done()))
    refusal = menu.refusal(PickUnit(UNITS[0]))
    assert refusal is not None
    assert (refusal.rule, refusal.message) == (
        "1.0",
        message("refusal.not-now", action="pick-unit", asked=message("prompt.test")),
    )
    assert "no action" not in menu
    assert None not in menu


def test_a_kind_of_action_is_that_class_and_no_other() -> None:
    @dataclass(frozen=True, slots=True)
    class LongStep(StepTo):
        kind: ClassVar[str] = "long-step"

    menu = menu_of(Offer(StepTo, lambda: STEPS, lambda _: None))
    assert LongStep(UNITS[0], PLACES[0]) not in menu


def test_an_empty_menu_is_false() -> None:
    assert not menu_of()
    assert not menu_of(Offer.one(Done(), NO), Offer.among([], StepTo, OTHER))
    assert menu_of(Offer.one(Done(), NO)).kinds() == ()


def test_a_search_that_failed_begins_anew() -> None:
    broken = [STEPS[2]]

    def refuse(step: StepTo) -> Refusal | None:
        if step in broken:
            raise ValueError(step)
        return None

    offer = Offer(StepTo, lambda: STEPS, refuse)
    assert offer.any()
    with pytest.raises(ValueError, match="StepTo"):
        offer.actions()
    broken.clear()
    assert offer.actions() == tuple(STEPS)


def test_exact_candidates_are_listed_without_asking_each_and_others_are_still_refused() -> None:
    asked: list[StepTo] = []
    allowed = STEPS[:5]

    def refuse(step: StepTo) -> Refusal | None:
        asked.append(step)
        return None if step in allowed else NO

    def of_unit(unit: UnitId) -> Iterable[StepTo]:
        return (step for step in allowed if step.unit == unit)

    menu = menu_of(Offer(StepTo, lambda: iter(allowed), refuse, of_unit=of_unit, exact=True))
    assert menu.kinds() == ("step-to",)
    assert menu.of_unit(UNITS[0]) == tuple(STEPS[:4])
    assert tuple(menu) == tuple(allowed)
    assert asked == []
    assert menu.refusal(STEPS[5]) is NO
    assert STEPS[0] in menu
    assert asked == [STEPS[5], STEPS[0]]


def test_nothing_to_list_is_seen_at_once() -> None:
    assert not menu_of(Offer(StepTo, lambda: iter(()), lambda _: NO, exact=True))


def test_a_menu_that_is_only_asked_over_if_something_is_open_is_another_menu() -> None:
    menu = menu_of(steps(STEPS[:1], narrowed=False), default=STEPS[0])
    idle, open_menu = menu.asked_if(False), menu.asked_if(True)
    assert [each.is_idle for each in (menu, idle, open_menu)] == [False, True, False]
    assert (tuple(idle), idle.default) == (tuple(menu), STEPS[0])
    assert idle.refusal(STEPS[1]) == NO, "it still says what it forbids"
