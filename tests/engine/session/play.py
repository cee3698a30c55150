"""Games of the Ford for tests of sessions, with the moves that the tests make."""

from __future__ import annotations

from functools import cache

from engine.core.actions import Done, StepTo
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.records import Action
from engine.mechanics.attack_declaration import AddAttacker, DeclareAttack, Resolve
from engine.players.player import Budget
from engine.players.random_player import RandomPlayer
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled
from engine.session.session import Session, UndoPolicy
from tests.helpers.toys.skirmish.records import CommitAir

__all__ = ["AddAttacker", "CommitAir", "DeclareAttack", "Done", "Resolve", "begun", "ford", "moving", "played", "step"]


@cache
def ford() -> Game:
    return assemble(find_bundled("ford").load())


def begun(policy: UndoPolicy = UndoPolicy.TO_BARRIER, seed: int = 1) -> Session:
    """A new game: red is to commit air points."""
    return Session.new(ford(), seed, policy)


def moving(policy: UndoPolicy = UndoPolicy.TO_BARRIER) -> Session:
    """Red's first movement phase."""
    session = begun(policy)
    session.submit(CommitAir(1))
    session.submit(CommitAir(1))
    return session


def step(unit: str, label: str) -> Action:
    return StepTo(UnitId(unit), ford().board.at(label))


def played(actions: int, seed: int = 1) -> Session:
    """A session after so many actions of a bot, or at the end of the game."""
    session, bot = begun(seed=seed), RandomPlayer(seed)
    while len(session.log) < actions and session.state.outcome is None:
        view = session.game.view(session.state, session.menu.side)
        session.submit(bot.choose(session.game, view, session.menu, Budget()).action)
    return session
