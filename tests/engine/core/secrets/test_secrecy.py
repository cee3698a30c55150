"""Secrets: a view holds what its side may know, and does not change when anything else does."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immutables import Map

from engine.core.dice import NOTHING_GIVEN, Given
from engine.core.draft import Draft
from engine.core.ids import Side, UnitId
from engine.core.refusals import GameFault
from engine.core.ruleset import PoolSpec
from engine.core.secrets.secrecy import NO_SEED, divides_knowledge, scramble
from engine.core.state import HIDDEN_CARD, State, evolve
from tests.engine.core.machine import BLUE, RED, quiet_game

SPECTATOR = Side("spectator")
GAME = quiet_game()


def secretive(seed: int = 5, drawn: int = 2, **more: Any) -> State:
    """Cards in hand, a choice sealed by each side, orders in every unit's pocket."""
    draft = Draft(GAME.new(seed).state)
    draft.shuffle("deck")
    for _ in range(drawn):
        draft.draw("deck", "red-hand")
    draft.move_card(draft.state.pool("deck")[0], "deck", "table")
    draft.seal(RED, "air", 2)
    draft.seal(BLUE, "air", 1)
    for unit in draft.state.roster:
        draft.set_unit_value(unit, "orders", f"take {unit}")
        draft.set_unit_value(unit, "spent", 1)
    return evolve(draft.state, **more)


def test_seed_and_given_chance_are_hidden_from_everybody() -> None:
    state = secretive(given=Given(dice=(6,)))
    for side in (RED, BLUE, SPECTATOR):
        view = GAME.view(state, side)
        assert (view.seed, view.throws, view.given, view.viewer) == (NO_SEED, 0, NOTHING_GIVEN, side)


def test_a_pool_is_shown_to_those_who_may_look_into_it() -> None:
    state = secretive()
    red, blue = GAME.view(state, RED), GAME.view(state, BLUE)
    assert red.pool("red-hand") == state.pool("red-hand")
    assert blue.pool("red-hand") == (HIDDEN_CARD,) * 2
    assert red.pool("deck") == blue.pool("deck") == (HIDDEN_CARD,)
    assert red.pool("table") == blue.pool("table") == state.pool("table")


def test_sealed_choices_are_their_own_sides_alone() -> None:
    state = secretive()
    assert GAME.view(state, RED).sealed == Map({RED: Map({"air": 2}), BLUE: Map()})
    assert GAME.view(state, SPECTATOR).sealed == Map({RED: Map(), BLUE: Map()})


def test_secret_values_of_units_are_their_own_sides_alone() -> None:
    view = GAME.view(secretive(), BLUE)
    assert view.unit(UnitId("b1")).values == Map({"orders": "take b1", "spent": 1})
    assert view.unit(UnitId("r1")).values == Map({"spent": 1})


def test_a_view_has_no_menu_and_cannot_be_played_on() -> None:
    view = GAME.view(secretive(), RED)
    with pytest.raises(GameFault, match="a view has no menu"):
        GAME.menu(view)


def test_a_view_survives_json() -> None:
    view = GAME.view(secretive(), BLUE)
    assert GAME.codec.loads(GAME.codec.dumps(view)) == view


@given(st.integers(0, 99), st.integers(0, 2**30), st.sampled_from([RED, BLUE, SPECTATOR]))
def test_a_view_does_not_change_with_what_its_side_may_not_know(seed: int, salt: int, side: Side) -> None:
    state = secretive(seed, given=Given(dice=(seed % 6 + 1,)))
    other = scramble(GAME, state, side, salt)
    assert GAME.codec.dumps(GAME.view(other, side)) == GAME.codec.dumps(GAME.view(state, side))


@given(st.integers(1, 2**30))
def test_scrambling_changes_everything_that_is_hidden(salt: int) -> None:
    state = secretive(given=Given(dice=(6,)))
    other = scramble(GAME, state, BLUE, salt)
    assert (other.seed, other.throws, other.given) != (state.seed, state.throws, state.given)
    assert other.sealed[RED] != state.sealed[RED]
    assert other.sealed[BLUE] == state.sealed[BLUE]
    assert other.unit(UnitId("r1")).values["orders"] != state.unit(UnitId("r1")).values["orders"]
    assert other.unit(UnitId("b1")) == state.unit(UnitId("b1"))
    hidden = [*state.pool("deck"), *state.pool("red-hand")]
    assert sorted([*other.pool("deck"), *other.pool("red-hand")]) == sorted(hidden)
    assert [len(other.pool(name)) for name in ("deck", "red-hand")] == [1, 2]
    assert other.pool("table") == state.pool("table")


def test_cards_of_one_group_are_mixed_across_its_pools() -> None:
    state = secretive()
    hands = {scramble(GAME, state, BLUE, salt).pool("red-hand") for salt in range(40)}
    assert len(hands) == 6


def test_a_pool_that_nobody_declared_is_a_fault_and_no_leak() -> None:
    state = secretive()
    stray = evolve(state, pools=state.pools.set("pocket", ()))
    with pytest.raises(GameFault, match="does not say who may look into pocket"):
        GAME.view(stray, RED)
    with pytest.raises(GameFault, match="pocket"):
        scramble(GAME, stray, RED, 1)


def test_what_was_found_out_with_secrets_is_not_kept_in_a_view() -> None:
    def told(state: State) -> bool:
        return any({"units", "pools", "sealed", "seed"} & source.rests_on for source in state.facts)

    state = secretive()
    GAME.menu(state)
    assert told(state)
    assert not told(GAME.view(state, BLUE))


def test_knowledge_is_divided_where_a_side_may_know_what_another_may_not(monkeypatch: pytest.MonkeyPatch) -> None:
    state = GAME.new(1).state
    assert divides_knowledge(GAME, state), "orders in a pocket, a hand"
    ruleset = type(GAME.ruleset)
    monkeypatch.setattr(ruleset, "secret_unit_values", frozenset())
    assert divides_knowledge(GAME, state), "a hand that one side sees"
    cups = {name: PoolSpec(frozenset()) for name in state.pools}
    monkeypatch.setattr(ruleset, "pools", lambda self, game: cups)
    assert not divides_knowledge(GAME, state), "a cup that nobody may look into divides nobody"
    draft = Draft(state)
    draft.seal(RED, "air", 2)
    assert divides_knowledge(GAME, draft.state), "a choice that is not yet shown"
