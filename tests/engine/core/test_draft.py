"""Drafts: every change makes a whole state, stacks and roster stay true, chance is used up in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from immutables import Map

from engine.core.dice import Given, shuffled, throw
from engine.core.draft import Draft
from engine.core.ids import NOWHERE, CardId, EdgeIndex, Location, UnitId
from engine.core.messages import message
from engine.core.records import Outcome
from engine.core.refusals import GameFault, MisgivenDie
from engine.core.state import State, Unit, evolve
from tests.engine.core.machine import BLUE, CARDS, RED, Inner, Last, Outer, Told

NAMES = [UnitId(name) for name in ("a1", "a2", "b1", "z9", "é")]
PLACES = [Location(number) for number in range(4)]


def a_unit(name: str = "a1", place: int = 0) -> Unit:
    return Unit(UnitId(name), "foot", RED, Location(place))


def whole(state: State) -> None:
    """Units, stacks and roster tell the same story."""
    assert state.roster == tuple(sorted(state.units))
    standing = {name: unit.at for name, unit in state.units.items()}
    stacked = [(unit, place) for place, stack in state.stacks.items() for unit in stack]
    assert dict(stacked) == standing
    assert len(stacked) == len(standing)
    assert all(state.stacks.values())
    assert all(name == unit.id for name, unit in state.units.items())


operations = st.one_of(
    st.tuples(st.just("add"), st.sampled_from(NAMES), st.sampled_from(PLACES)),
    st.tuples(st.just("remove"), st.sampled_from(NAMES), st.none()),
    st.tuples(st.just("move"), st.sampled_from(NAMES), st.sampled_from(PLACES)),
    st.tuples(st.just("mark"), st.sampled_from(NAMES), st.sampled_from(["tired", "hurt"])),
    st.tuples(st.just("unmark"), st.sampled_from(NAMES), st.sampled_from(["tired", "hurt"])),
    st.tuples(st.just("value"), st.sampled_from(NAMES), st.sampled_from([None, 3])),
    st.tuples(st.just("rest"), st.none(), st.none()),
)


def carry_out(draft: Draft, operation: str, name: Any, about: Any) -> None:
    known = name in draft.state.units
    if operation == "add" and not known:
        draft.add_unit(Unit(name, "foot", RED, about))
    elif operation == "remove" and known:
        draft.remove_unit(name)
    elif operation == "move" and known:
        draft.move_unit(name, about)
        assert draft.state.stacks[about][-1] == name or len(draft.state.stacks[about]) > 1
    elif operation == "mark" and known:
        draft.mark(name, about)
    elif operation == "unmark" and known:
        draft.unmark(name, about)
    elif operation == "value" and known:
        draft.set_unit_value(name, "spent", about)
    elif operation == "rest":
        draft.unmark_all("tired")


@settings(max_examples=150)
@given(st.lists(operations, max_size=25))
def test_stacks_units_and_roster_stay_true_whatever_is_done(steps: list[tuple[str, Any, Any]]) -> None:
    start = State(seed=1)
    draft = Draft(start)
    for operation, name, about in steps:
        before = draft.state
        kept = (dict(before.units), dict(before.stacks), before.roster)
        carry_out(draft, operation, name, about)
        whole(draft.state)
        assert (dict(before.units), dict(before.stacks), before.roster) == kept
    assert start == State(seed=1)


def test_a_unit_goes_on_top_of_its_new_stack() -> None:
    draft = Draft(State(seed=1))
    draft.add_units([a_unit("a1"), a_unit("a2"), a_unit("b1", 1)])
    draft.move_unit(UnitId("a1"), Location(1))
    assert dict(draft.state.stacks) == {0: ("a2",), 1: ("b1", "a1")}
    draft.move_unit(UnitId("b1"), Location(1))
    assert draft.state.stacks[Location(1)] == ("b1", "a1")


def test_marks_and_values_are_kept_unchangeable() -> None:
    draft = Draft(State(seed=1))
    draft.add_unit(a_unit())
    marks, values = {"tired"}, {"spent": 1}
    changed = draft.change_unit(UnitId("a1"), marks=marks, values=values, step=2, side=BLUE, type="horse")
    marks.add("hurt")
    values["spent"] = 2
    assert (changed.marks, changed.values, changed.step) == (frozenset({"tired"}), Map({"spent": 1}), 2)
    assert draft.state.unit(UnitId("a1")) == changed


@pytest.mark.parametrize(
    ("said", "act"),
    [
        ("a1 already", lambda draft: draft.add_unit(a_unit())),
        ("b1 already", lambda draft: draft.add_units([a_unit("b1"), a_unit("b1")])),
        ("cannot stand nowhere", lambda draft: draft.add_unit(Unit(UnitId("b1"), "foot", RED, NOWHERE))),
        ("cannot stand nowhere", lambda draft: draft.move_unit(UnitId("a1"), NOWHERE)),
        ("no unit b1", lambda draft: draft.move_unit(UnitId("b1"), Location(1))),
        ("no unit b1", lambda draft: draft.remove_unit(UnitId("b1"))),
        ("no unit b1", lambda draft: draft.mark(UnitId("b1"), "tired")),
        ("no unit b1", lambda draft: draft.unmark(UnitId("b1"), "tired")),
        ("no unit b1", lambda draft: draft.set_unit_value(UnitId("b1"), "spent", 1)),
        ("no unit b1", lambda draft: draft.change_unit(UnitId("b1"), step=1)),
        ("moved with move_unit", lambda draft: draft.change_unit(UnitId("a1"), at=Location(1))),
        ("keeps its id", lambda draft: draft.change_unit(UnitId("a1"), id=UnitId("b1"))),
        ("ace is not in the deck", lambda draft: draft.move_card(CardId("ace"), "deck", "hand")),
    ],
)
def test_what_cannot_be_done_is_a_fault_and_changes_nothing(said: str, act: Any) -> None:
    draft = Draft(State(seed=1))
    draft.add_unit(a_unit())
    before = draft.state
    with pytest.raises(GameFault, match=said):
        act(draft)
    assert draft.state == before


def test_control_markers_and_tracks() -> None:
    draft, edge = Draft(State(seed=1)), EdgeIndex(3)
    draft.set_control(PLACES[0], RED)
    draft.set_control(PLACES[1], BLUE)
    draft.set_control(PLACES[1], None)
    draft.set_control(PLACES[2], None)
    draft.set_marker(PLACES[0], "fort", 2)
    draft.set_marker(PLACES[0], "mine", 1)
    draft.set_marker(PLACES[0], "mine", 0)
    draft.set_marker(PLACES[1], "fort", 0)
    draft.set_side_marker(edge, "broken", 1)
    draft.set_value("weather", "mud")
    draft.set_value("score", 3)
    draft.set_value("score", None)
    draft.set_value("unheard", None)
    draft.set_turn(4)
    draft.set_side(BLUE)
    draft.set_extra(("anything", "frozen"))
    state = draft.state
    assert dict(state.control) == {PLACES[0]: RED}
    assert state.markers == Map({PLACES[0]: Map({"fort": 2})})
    assert state.side_markers == Map({edge: Map({"broken": 1})})
    assert (dict(state.values), state.turn, state.side) == ({"weather": "mud"}, 4, BLUE)
    assert state.extra == ("anything", "frozen")
    draft.set_marker(PLACES[0], "fort", 0)
    draft.set_side_marker(edge, "broken", 0)
    assert (draft.state.markers, draft.state.side_markers) == (Map(), Map())


# Chance


@given(st.integers(0, 2**40), st.lists(st.integers(1, 20), max_size=8))
def test_dice_follow_from_the_seed_and_are_counted(seed: int, faces: list[int]) -> None:
    draft = Draft(State(seed=seed))
    assert [draft.roll(size) for size in faces] == [throw(seed, number, size) for number, size in enumerate(faces)]
    assert draft.state.throws == len(faces)


def test_given_dice_come_first_and_then_the_seeds_own() -> None:
    draft = Draft(State(seed=1, given=Given(dice=(5, 2))))
    assert [draft.roll(), draft.roll(), draft.roll()] == [5, 2, throw(1, 2, 6)]
    assert (draft.state.throws, draft.state.given.dice) == (3, ())


def test_a_given_die_is_held_to_the_throw_that_it_comes_to() -> None:
    nine = State(seed=1, given=Given(dice=(9,)))
    with pytest.raises(MisgivenDie) as bad:
        Draft(nine).roll()
    assert bad.value.message == message("issue.given-die", number=9, most=6)
    assert Draft(nine).roll(10) == 9
    assert Draft(nine).lot("abcdefghij") == "i"
    with pytest.raises(MisgivenDie):
        Draft(nine).lot("abc")


def test_given_results_are_handed_out_once() -> None:
    draft = Draft(State(seed=1, given=Given(results=("DR", "EX"))))
    assert [draft.given_result(), draft.given_result(), draft.given_result()] == ["DR", "EX", None]


def with_deck(**more: Any) -> Draft:
    draft = Draft(State(seed=7, **more))
    draft.set_pool("deck", CARDS)
    return draft


def test_cards_are_drawn_from_the_top_and_somebody_has_seen_them() -> None:
    draft = with_deck()
    assert [draft.draw("deck", "hand") for _ in range(5)] == [*CARDS, None]
    assert (draft.state.pool("hand"), draft.state.pool("deck"), draft.state.reveals) == (CARDS, (), 4)
    assert draft.draw("nothing", "hand") is None


def test_given_draws_are_found_wherever_they_lie() -> None:
    draft = with_deck(given=Given(draws=("queen", "ace")))
    assert [draft.draw("deck", "hand") for _ in range(3)] == ["queen", "ace", "king"]
    absent = with_deck(given=Given(draws=("joker",)))
    with pytest.raises(GameFault, match="joker is given for a draw"):
        absent.draw("deck", "hand")


def test_a_pool_is_shuffled_by_the_seed() -> None:
    draft = with_deck()
    draft.shuffle("deck")
    assert draft.state.pool("deck") == shuffled(7, 0, CARDS)[0]
    assert draft.state.throws == len(CARDS) - 1
    single = with_deck()
    single.set_pool("deck", CARDS[:1])
    single.shuffle("deck")
    assert single.state.throws == 0


def test_a_card_moves_to_the_end_of_a_pool_even_of_its_own() -> None:
    draft = with_deck()
    draft.move_card(CardId("ace"), "deck", "deck")
    assert draft.state.pool("deck") == (*CARDS[1:], CARDS[0])
    draft.move_card(CardId("ace"), "deck", "table")
    assert draft.state.pool("table") == ("ace",)


def test_sealed_choices_are_shown_together() -> None:
    draft = Draft(State(seed=1))
    draft.seal(RED, "air", 2)
    draft.seal(RED, "sea", 0)
    draft.seal(BLUE, "air", 1)
    assert draft.state.reveals == 0
    shown = draft.unseal()
    assert (dict(shown[RED]), dict(shown[BLUE])) == ({"air": 2, "sea": 0}, {"air": 1})
    assert (draft.state.sealed, draft.state.reveals) == (Map(), 1)
    draft.reveal()
    assert draft.state.reveals == 2


# Frames


def test_frames_are_called_left_and_ended() -> None:
    draft = Draft(State(seed=1))
    draft.call(Outer())
    assert (draft.frame, draft.to_start) == (Outer(), True)
    draft.to_start = False
    draft.replace_frame(Outer(2))
    draft.call(Inner())
    assert [frame.kind for frame in draft.state.frames] == ["outer", "inner"]
    draft.to_start = False
    draft.goto(Last())
    assert [frame.kind for frame in draft.state.frames] == ["outer", "last"]
    draft.to_start = False
    draft.end("a result")
    assert (draft.state.frames, draft.to_resume, draft.result) == ((Outer(2),), True, "a result")


@pytest.mark.parametrize("first", ["call", "goto", "end"])
@pytest.mark.parametrize("second", ["call", "goto", "end", "replace"])
def test_a_phase_leaves_its_frame_only_once(first: str, second: str) -> None:
    draft = Draft(evolve(State(seed=1), frames=(Outer(), Outer(), Outer())))
    acts: dict[str, Callable[[], object]] = {
        "call": lambda: draft.call(Outer(1)),
        "goto": lambda: draft.goto(Outer(1)),
        "end": draft.end,
        "replace": lambda: draft.replace_frame(Outer(1)),
    }
    acts[first]()
    with pytest.raises(GameFault, match="although another had been"):
        acts[second]()


def test_a_frame_does_not_turn_into_another_in_place() -> None:
    draft = Draft(evolve(State(seed=1), frames=(Outer(),)))
    with pytest.raises(GameFault, match="use goto"):
        draft.replace_frame(Inner())


def test_where_there_is_no_frame_none_can_be_left() -> None:
    with pytest.raises(GameFault, match="no frame to end"):
        Draft(State(seed=1)).end()
    with pytest.raises(GameFault, match="no frame to leave"):
        Draft(State(seed=1)).goto(Outer())


def test_events_are_collected_and_the_end_is_noted() -> None:
    draft = Draft(State(seed=1))
    draft.emit(Told("first", None))
    draft.emit(Told("second", None))
    draft.finish(Outcome(RED, "marginal", "8.1"))
    assert [event.what for event in draft.events if isinstance(event, Told)] == ["first", "second"]
    assert draft.state.outcome == Outcome(RED, "marginal", "8.1")
