"""The attack in hand, and what one would be like once an action is taken: declared, joined, or helped by a card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from immutables import Map

from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.records import Action
from engine.core.state import State
from engine.mechanics.attack_declaration import DeclaredAttack, begun_or_changed, question
from engine.rulesets.barbarossa_to_berlin.combat.advance import AdvanceFrame
from engine.rulesets.barbarossa_to_berlin.combat.declaration import ATTACKS, CARDS, AttackFrame, CombatFrame
from engine.rulesets.barbarossa_to_berlin.combat.resolution import BattleFrame, PlayCombatCard
from engine.rulesets.barbarossa_to_berlin.combat.retreat import RetreatFrame


def _in_hand(state: State) -> DeclaredAttack | None:
    """The attack that is being put together, or that cards are played on."""
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, AttackFrame):
        return frame.declared
    if isinstance(frame, BattleFrame):
        battle = frame.battle
        return DeclaredAttack((battle.target,), battle.attackers, supports=Map({CARDS: battle.cards}))
    return None


def attack_now(game: Game, state: State) -> Mapping[str, Any] | None:
    """The question about the attack that is being put together or fought."""
    attack = _in_hand(state)
    return question(game.board, attack) if attack is not None else None


def fight_now(state: State) -> tuple[tuple[UnitId, ...], tuple[Location, ...]] | None:
    """The battle whose losses are taken, whose defenders retreat or whose victors advance."""
    for frame in reversed(state.frames):
        if isinstance(frame, BattleFrame | RetreatFrame):
            return frame.battle.attackers, (frame.battle.target,)
        if isinstance(frame, AdvanceFrame):
            return frame.units, (frame.target,)
    return None


def attack_if(game: Game, state: State, action: Action) -> Mapping[str, Any] | None:
    """The question about the attack that an action begins or changes."""
    frame, in_hand = state.frames[-1] if state.frames else None, _in_hand(state)
    attack: DeclaredAttack | None = None
    if isinstance(frame, CombatFrame | AttackFrame):
        attack = begun_or_changed(ATTACKS[frame.after], game, state, in_hand, action)
    elif in_hand is not None and isinstance(action, PlayCombatCard):
        attack = in_hand.supported(CARDS, action.card)
    return question(game.board, attack) if attack is not None else None
