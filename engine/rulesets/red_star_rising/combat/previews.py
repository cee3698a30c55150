"""The attack in hand, and what one would be like once an action is taken: declared, changed, or made out of a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.game import Game
from engine.core.records import Action
from engine.core.state import State
from engine.mechanics.attack_declaration import DeclaredAttack, begun_or_changed, question
from engine.rulesets.red_star_rising.combat.declaration import ATTACKS, OVERRUN, AttackFrame
from engine.rulesets.red_star_rising.combat.overrun import Overrun, stack_of
from engine.rulesets.red_star_rising.movement import MovementFrame


def _in_hand(state: State) -> DeclaredAttack | None:
    frame = state.frames[-1] if state.frames else None
    return frame.declared if isinstance(frame, AttackFrame) else None


def attack_now(game: Game, state: State) -> Mapping[str, Any] | None:
    """The question about the attack that is being put together."""
    attack = _in_hand(state)
    return question(game.board, attack) if attack is not None else None


def attack_if(game: Game, state: State, action: Action) -> Mapping[str, Any] | None:
    """The question about the attack that an action begins or changes."""
    if isinstance(action, Overrun):
        frame = state.frames[-1] if state.frames else None
        group = frame.group if isinstance(frame, MovementFrame) else ()
        attack: DeclaredAttack | None = DeclaredAttack((action.target,), stack_of(group, action.unit)).chosen(OVERRUN)
    else:
        attack = begun_or_changed(ATTACKS, game, state, _in_hand(state), action)
    return question(game.board, attack) if attack is not None else None
