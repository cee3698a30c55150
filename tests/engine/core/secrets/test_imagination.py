"""Imagining: a whole state that a side could not tell from the one it sees, fair and the same for the same salt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest
from immutables import Map

from engine.core.dice import Lots
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, Side
from engine.core.menu import Menu
from engine.core.refusals import GameFault
from engine.core.state import HIDDEN_CARD, State, evolve
from tests.engine.core.machine import BLUE, BOARD, CARDS, RED, Bare, Outer, Scripted, asking, open_menu, quiet_game


class Open(Bare):
    """Bare, but it says which cards there are, and what blue may have sealed."""

    sealing: ClassVar[bool] = True

    def card_groups(self, game: Game) -> Mapping[str, tuple[CardId, ...]]:
        return {"unknown": CARDS}

    def imagine(self, game: Game, state: State, side: Side, lots: Lots) -> State:
        sealed = {
            other: notes if other == side or not self.sealing else Map({"air": lots.among((0, 1, 2))})
            for other, notes in state.sealed.items()
        }
        return evolve(state, sealed=Map(sealed))


GAME = Game(Open({Outer: asking()}, Outer()), BOARD)


def dealt(game: Game = GAME, *, drawn: int = 2) -> State:
    draft = Draft(game.new(5).state)
    for _ in range(drawn):
        draft.draw("deck", "red-hand")
    return draft.state


def test_what_is_imagined_looks_the_same() -> None:
    for side in (RED, BLUE, Side("spectator")):
        view = GAME.view(dealt(), side)
        for salt in range(20):
            state = GAME.imagine(view, salt)
            assert state.viewer is None
            assert GAME.view(state, side) == view
            assert HIDDEN_CARD not in (*state.pool("deck"), *state.pool("red-hand"))
            assert GAME.menu(state).side == RED


def test_a_salt_imagines_one_state_and_another_salt_another() -> None:
    view = GAME.view(dealt(), BLUE)
    assert GAME.imagine(view, 3) == GAME.imagine(view, 3)
    assert len({GAME.imagine(view, salt).pools for salt in range(30)}) > 5
    assert len({GAME.imagine(view, salt).seed for salt in range(30)}) == 30


def test_every_card_that_is_not_seen_can_be_anywhere_that_is_not_seen() -> None:
    view = GAME.view(dealt(), BLUE)
    held = {frozenset(GAME.imagine(view, salt).pool("red-hand")) for salt in range(100)}
    assert len(held) == 6
    own = GAME.view(dealt(), RED)
    assert {GAME.imagine(own, salt).pool("red-hand") for salt in range(20)} == {own.pool("red-hand")}
    assert {GAME.imagine(own, salt).pool("deck") for salt in range(30)} == {CARDS[2:], CARDS[:1:-1]}


def test_the_dice_of_a_game_are_not_those_that_its_seed_as_a_salt_imagines() -> None:
    state = dealt()
    assert GAME.imagine(GAME.view(state, BLUE), state.seed).seed != state.seed
    assert Lots(5).seed == Lots(5).seed != Lots(5, 1).seed


def test_sealed_choices_of_others_are_replaced_and_ones_own_kept() -> None:
    draft = Draft(dealt())
    draft.seal(RED, "air", 2)
    draft.seal(BLUE, "air", 1)
    view = GAME.view(draft.state, RED)
    imagined = [GAME.imagine(view, salt).sealed for salt in range(30)]
    assert {notes[RED]["air"] for notes in imagined} == {2}
    assert {notes[BLUE]["air"] for notes in imagined} == {0, 1, 2}


def test_a_ruleset_that_leaves_a_sealed_choice_empty_is_told() -> None:
    class Careless(Open):
        sealing: ClassVar[bool] = False

    game = Game(Careless({Outer: asking()}, Outer()), BOARD)
    draft = Draft(dealt(game))
    draft.seal(BLUE, "air", 1)
    with pytest.raises(GameFault, match="does not imagine what blue has sealed"):
        game.imagine(game.view(draft.state, RED), 1)


def test_cards_that_no_group_knows_cannot_be_imagined() -> None:
    game = quiet_game()
    with pytest.raises(GameFault, match="knows 0 cards that blue does not see, not 4"):
        game.imagine(game.view(dealt(game), BLUE), 1)


def test_only_a_view_can_be_imagined() -> None:
    with pytest.raises(GameFault, match="only a view"):
        GAME.imagine(dealt(), 1)


def holding(card: str | None) -> Game:
    """A game in which red is asked only while he holds a card."""

    def menu(game: Game, state: State, frame: Any) -> Menu | None:
        return open_menu() if card is None or CardId(card) in state.pool("red-hand") else None

    return Game(Open({Outer: Scripted(menu=menu)}, Outer()), BOARD)


def test_that_somebody_is_asked_is_known_and_so_imagined() -> None:
    view = GAME.view(dealt(), BLUE)
    game = holding("ace")
    for salt in range(30):
        assert CardId("ace") in game.imagine(view, salt).pool("red-hand")


def test_it_is_given_up_when_nobody_could_be_asked() -> None:
    game = holding("joker")
    with pytest.raises(GameFault, match="nothing that blue does not see lets the outer frame ask"):
        game.imagine(GAME.view(dealt(), BLUE), 1)
