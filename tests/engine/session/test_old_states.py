"""Old states cost nothing: menus and facts are kept for the last few states, and found again for the others."""

from __future__ import annotations

from weakref import ref

from engine.core.menu import Menu
from engine.core.state import State
from engine.players.player import Budget
from engine.players.registry import players_for
from engine.session.session import STATES_REMEMBERED, Session
from tests.engine.session.play import begun

ACTIONS = 60


def played() -> tuple[Session, list[ref[Menu]]]:
    """A session some way on, and the menus that were chosen from."""
    session = begun()
    bots = players_for(session.game, ("random",), 1)
    menus = []
    while len(session.log) < ACTIONS and session.state.outcome is None:
        menu = session.menu
        menus.append(ref(menu))
        session.submit(
            bots[menu.side].choose(session.game, session.game.view(session.state, menu.side), menu, Budget()).action
        )
    return session, menus


def states_of(session: Session) -> list[State]:
    return [session.start.state, *(each.state for each in session.log)]


def remembering(session: Session) -> list[State]:
    """The states of which anything derived is kept."""
    return [state for state in states_of(session) if state.facts]


def test_only_the_last_few_states_keep_what_was_derived() -> None:
    session, menus = played()
    assert len(session.log) == ACTIONS
    assert remembering(session) == states_of(session)[-STATES_REMEMBERED:]
    alive = [menu for menu in menus if menu() is not None]
    assert len(alive) <= STATES_REMEMBERED, "the menus are gone, and at once: no circle holds them"


def test_looking_back_finds_the_same_again_and_keeps_no_more() -> None:
    session, _ = played()
    seen = [tuple(session.game.menu(session.state_after(step))) for step in range(ACTIONS)]
    assert len(remembering(session)) == STATES_REMEMBERED
    again = [tuple(session.game.menu(played.state)) for played in session.log[:-1]]
    assert again == seen[1:]
    assert len(remembering(session)) == STATES_REMEMBERED


def test_a_state_that_is_looked_at_keeps_its_menu_while_it_is_looked_at() -> None:
    session, _ = played()
    state = session.state_after(5)
    assert session.game.menu(state) is session.game.menu(state)


def test_undo_goes_back_to_a_state_that_can_be_played_on() -> None:
    session, _ = played()
    branch = session.branch(7)
    action = session.log[7].action
    assert action in branch.menu
    assert branch.submit(action).state == session.log[7].state
    assert len(remembering(session)) <= STATES_REMEMBERED
