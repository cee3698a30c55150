"""What an attack would be like once an action is taken: declared, joined, widened, supported, or made out of a move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.core.game import Game
from engine.core.records import Action
from engine.core.state import State
from engine.rulesets.red_star_rising.combat.declaration import (
    AddAttacker,
    AddTarget,
    AttackFrame,
    DeclareAttack,
    UseSiege,
)
from engine.rulesets.red_star_rising.combat.eligibility import possible_attackers
from engine.rulesets.red_star_rising.combat.overrun import Overrun, stack_of
from engine.rulesets.red_star_rising.movement import MovementFrame


def attack_if(game: Game, state: State, action: Action) -> Mapping[str, Any] | None:
    """The question about the attack that an action begins or changes."""
    frame = state.frames[-1] if state.frames else None
    if isinstance(action, DeclareAttack):
        return _asked(game, AttackFrame((action.target,), possible_attackers(game, state, (action.target,))))
    if isinstance(action, Overrun):
        group = frame.group if isinstance(frame, MovementFrame) else ()
        return _asked(game, AttackFrame((action.target,), stack_of(group, action.unit))) | {"overrun": True}
    if not isinstance(frame, AttackFrame):
        return None
    if isinstance(action, AddAttacker):
        return _asked(game, replace(frame, attackers=(*frame.attackers, action.unit)))
    if isinstance(action, AddTarget):
        return _asked(game, replace(frame, targets=(*frame.targets, action.target)))
    return _asked(game, replace(frame, siege=True)) if isinstance(action, UseSiege) else None


def _asked(game: Game, frame: AttackFrame) -> dict[str, Any]:
    labels = [game.board.label(at) for at in frame.targets]
    further = {"targets": labels} if len(labels) > 1 else {}
    siege = {"siege": True} if frame.siege else {}
    return {"units": list(frame.attackers), "target": labels[0]} | further | siege
