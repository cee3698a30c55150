"""What an attack would be like once an action is taken: declared, joined, or helped by a combat card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.core.game import Game
from engine.core.records import Action
from engine.core.state import State
from engine.rulesets.barbarossa_to_berlin.combat.battle import Battle, muster
from engine.rulesets.barbarossa_to_berlin.combat.declaration import (
    AddAttacker,
    AttackFrame,
    CombatFrame,
    DeclareAttack,
)
from engine.rulesets.barbarossa_to_berlin.combat.eligibility import possible_attackers
from engine.rulesets.barbarossa_to_berlin.combat.resolution import BattleFrame, PlayCombatCard


def attack_if(game: Game, state: State, action: Action) -> Mapping[str, Any] | None:
    """The question about the attack that an action begins or changes."""
    frame = state.frames[-1] if state.frames else None
    if isinstance(action, DeclareAttack) and isinstance(frame, CombatFrame):
        units = possible_attackers(game, state, action.target, after=frame.after)
        return _asked(game, muster(game, state, units, action.target))
    if isinstance(action, AddAttacker) and isinstance(frame, AttackFrame):
        return _asked(game, muster(game, state, (*frame.attackers, action.unit), frame.target))
    if isinstance(action, PlayCombatCard) and isinstance(frame, BattleFrame):
        return _asked(game, replace(frame.battle, cards=(*frame.battle.cards, action.card)))
    return None


def _asked(game: Game, battle: Battle) -> dict[str, Any]:
    asked: dict[str, Any] = {"units": list(battle.attackers), "target": game.board.label(battle.target)}
    return asked | ({"cards": list(battle.cards)} if battle.cards else {})
