"""Chapter 11, declaring attacks: from the spaces activated for combat, one defended space at a time (11.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.core.actions import Done
from engine.core.answers import AttackAnswer
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.mechanics.attack_declaration import (
    AddAttacker,
    AttackRules,
    CallOff,
    DeclareAttack,
    DeclaredAttack,
    Resolve,
    asked_attack,
    attack_menu,
    attack_refusal,
    changed,
    declare_offer,
    staged,
)
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.combat.battle import muster, note_supply, second_attacker
from engine.rulesets.barbarossa_to_berlin.combat.eligibility import (
    SECOND_MADE,
    attacked,
    contacts,
    joining_attack_refusal,
    possible_attackers,
    spaces_refusal,
    target_refusal,
)
from engine.rulesets.barbarossa_to_berlin.combat.fire import reckon
from engine.rulesets.barbarossa_to_berlin.combat.resolution import BattleFrame, lose_beachhead
from engine.rulesets.barbarossa_to_berlin.effects import for_round, in_round
from engine.rulesets.barbarossa_to_berlin.names import AXIS, COMBAT, FOUGHT, OUT
from engine.rulesets.barbarossa_to_berlin.offensives import note_attack
from engine.rulesets.chapter import Chapter

CARDS = "cards"
"""What helps in an attack, as questions name it."""


@dataclass(frozen=True, slots=True)
class CombatFrame(Frame):
    """All combats of a round; `after` when only the second attack of an army is left."""

    kind: ClassVar[str] = "combat"
    after: bool = False


@dataclass(frozen=True, slots=True)
class AttackFrame(Frame):
    """An attack being put together."""

    kind: ClassVar[str] = "attack"
    target: Location
    attackers: tuple[UnitId, ...] = ()
    after: bool = False

    @property
    def declared(self) -> DeclaredAttack:
        """The attack in hand."""
        return DeclaredAttack((self.target,), self.attackers)


@dataclass(frozen=True, slots=True)
class AttackDeclared(Event):
    """An attack that can no longer be called off."""

    kind: ClassVar[str] = "attack-declared"
    side: Side
    attackers: tuple[UnitId, ...]
    target: Location


@rule("11.1")
def resolve_refusal(game: Game, state: State, attack: DeclaredAttack) -> Refusal | None:
    """What is still missing before an attack can be announced."""
    if not attack.attackers:
        return Refusal("11.1", message("refusal.btb.nobody-attacks"))
    return spaces_refusal(game, state, attack.attackers)


def attack_rules(*, after: bool) -> AttackRules:
    """How attacks are put together; `after` all others only the second attack of an army is left."""
    return AttackRules(
        targets=contacts,
        target_refusal=lambda game, state, target: target_refusal(game, state, target, after=after),
        attackers=lambda game, state, targets: possible_attackers(game, state, targets[0], after=after),
        attacker_refusal=lambda game, state, attack, unit: joining_attack_refusal(
            game, state, attack.target, attack.attackers, unit, after=after
        ),
        resolve_refusal=resolve_refusal,
        early=lambda unit: Refusal("11.1", message("refusal.btb.not-your-attacker", unit=unit)),
    )


ATTACKS = {after: attack_rules(after=after) for after in (False, True)}


class CombatPhase(Phase[CombatFrame]):
    """The active side attacks, one battle after another in the order it likes."""

    @rule("13.1")
    def start(self, game: Game, draft: Draft, frame: CombatFrame) -> None:
        """Attackers out of supply are so for all combats of the round, whatever an advance may change."""
        for at in sorted(at for at, markers in draft.state.markers.items() if COMBAT in markers):
            note_supply(game, draft, at)
        self._end_if_over(game, draft)

    @rule("7.3", "11.1")
    def menu(self, game: Game, state: State, frame: CombatFrame) -> Menu:
        """Combat is voluntary, for each space and each unit."""
        prompt = message("prompt.btb.combat", side=state.side)
        attacks = declare_offer(ATTACKS[frame.after], game, state)
        return Menu(state.side, prompt, "11.1", (attacks, Offer.one(Done())), default=Done())

    def apply(self, game: Game, draft: Draft, frame: CombatFrame, action: Action) -> None:
        if isinstance(action, DeclareAttack):
            draft.call(AttackFrame(action.target, after=frame.after))
        else:
            self._leave(game, draft, frame)

    def resume(self, game: Game, draft: Draft, frame: CombatFrame, result: object) -> None:
        self._end_if_over(game, draft)

    def _end_if_over(self, game: Game, draft: Draft) -> None:
        """With nothing left to attack it is over without a word."""
        frame = draft.frame
        assert isinstance(frame, CombatFrame)
        if not declare_offer(ATTACKS[frame.after], game, draft.state).any():
            self._leave(game, draft, frame)

    @rule("card.axis.5")
    def _leave(self, game: Game, draft: Draft, frame: CombatFrame) -> None:
        """After all combats Guderian's army may attack once more."""
        due = not frame.after and draft.state.side == AXIS and second_attacker(draft.state) is not None
        if due and declare_offer(ATTACKS[True], game, draft.state).any():
            draft.replace_frame(replace(frame, after=True))
            return
        draft.unmark_all(OUT)
        draft.end()


class AttackPhase(Phase[AttackFrame]):
    """One attack: name who takes part and announce it. Until then it can be called off."""

    @rule("11.1")
    def menu(self, game: Game, state: State, frame: AttackFrame) -> Menu:
        """Not all units of a space need take part."""
        prompt = message("prompt.btb.attack", side=state.side, space=game.board.label(frame.target))
        return attack_menu(ATTACKS[frame.after], game, state, frame.declared, prompt=prompt, rule="11.1")

    def apply(self, game: Game, draft: Draft, frame: AttackFrame, action: Action) -> None:
        attack = changed(ATTACKS[frame.after], frame.declared, action)
        if attack is not None:
            draft.replace_frame(replace(frame, attackers=attack.attackers))
        elif isinstance(action, Resolve):
            self._announce(game, draft, frame)
        else:
            draft.end()

    @rule("11.1", "11.2")
    def _announce(self, game: Game, draft: Draft, frame: AttackFrame) -> None:
        """Each unit attacks once a round, and each space is attacked once."""
        battle = muster(game, draft.state, frame.attackers, frame.target)
        draft.emit(AttackDeclared(battle.side, battle.attackers, battle.target))
        for_round(draft, attacked(game, frame.target))
        if battle.second is not None:
            for_round(draft, SECOND_MADE)
        for unit in frame.attackers:
            draft.mark(unit, FOUGHT)
        if not battle.defenders and not battle.late:
            self._sweep(game, draft, frame)
            return
        note_attack(game, draft, battle.units(draft.state, battle.side), battle.target)
        draft.goto(BattleFrame(battle))

    @rule("7.6.3")
    def _sweep(self, game: Game, draft: Draft, frame: AttackFrame) -> None:
        """A beachhead that nobody holds is removed without a throw."""
        lose_beachhead(game, draft, frame.target)
        draft.end()


# Questions


def about_attack(game: Game, state: State, asked: Mapping[str, Any]) -> AttackAnswer:
    """The fire of the attacker or, with `fire: defence`, of the defender, and what forbids the attack here and now.

    The question may name the `cards` that are played.
    """
    attack = asked_attack(game, state, asked, supports=(CARDS,))
    battle = muster(game, state, attack.attackers, attack.target)
    battle = replace(battle, cards=tuple(map(CardId, attack.supports.get(CARDS, ()))))
    side = battle.defender if asked.get("fire", "attack") == "defence" else battle.side
    found = reckon(game, state, battle, asked.get("die"), side=side)
    second = battle.second is not None and battle.side == AXIS and not in_round(state, SECOND_MADE)
    return replace(found, refusal=attack_refusal(ATTACKS[second], game, state, attack))


def stage_attack(game: Game, state: State, asked: Mapping[str, Any]) -> tuple[Action, ...]:
    """The actions that declare and announce the attack a question describes."""
    return staged(ATTACKS[False], asked_attack(game, state, asked))


CHAPTER = Chapter(
    actions=(DeclareAttack, AddAttacker, Resolve, CallOff),
    events=(AttackDeclared,),
    phases={CombatFrame: CombatPhase(), AttackFrame: AttackPhase()},
)
