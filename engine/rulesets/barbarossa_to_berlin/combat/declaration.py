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
from engine.core.state import State, evolve
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.combat.battle import Battle, muster, note_supply, second_attacker
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


@dataclass(frozen=True, slots=True)
class DeclareAttack(Action):
    """Begin an attack on a space."""

    kind: ClassVar[str] = "declare-attack"
    target: Location

    @property
    def struck(self) -> tuple[Location, ...]:
        return (self.target,)


@dataclass(frozen=True, slots=True)
class AddAttacker(Action):
    """Let a unit take part in the attack."""

    kind: ClassVar[str] = "add-attacker"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class Resolve(Action):
    """Announce the attack for good; cards and dice follow."""

    kind: ClassVar[str] = "resolve"


@dataclass(frozen=True, slots=True)
class CallOff(Action):
    """Think better of the attack."""

    kind: ClassVar[str] = "call-off"


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


@dataclass(frozen=True, slots=True)
class AttackDeclared(Event):
    """An attack that can no longer be called off."""

    kind: ClassVar[str] = "attack-declared"
    side: Side
    attackers: tuple[UnitId, ...]
    target: Location


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
        return Menu(state.side, prompt, "11.1", (self._attacks(game, state, frame), Offer.one(Done())), default=Done())

    def _attacks(self, game: Game, state: State, frame: CombatFrame) -> Offer[DeclareAttack]:
        return Offer(
            DeclareAttack,
            lambda: map(DeclareAttack, contacts(game, state)),
            lambda action: target_refusal(game, state, action.target, after=frame.after),
        )

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
        if not self._attacks(game, draft.state, frame).any():
            self._leave(game, draft, frame)

    @rule("card.axis.5")
    def _leave(self, game: Game, draft: Draft, frame: CombatFrame) -> None:
        """After all combats Guderian's army may attack once more."""
        last = replace(frame, after=True)
        due = not frame.after and draft.state.side == AXIS and second_attacker(draft.state) is not None
        if due and self._attacks(game, draft.state, last).any():
            draft.replace_frame(last)
            return
        draft.unmark_all(OUT)
        draft.end()


@rule("11.1")
def resolve_refusal(game: Game, state: State, attackers: tuple[UnitId, ...]) -> Refusal | None:
    """What is still missing before an attack can be announced."""
    if not attackers:
        return Refusal("11.1", message("refusal.btb.nobody-attacks"))
    return spaces_refusal(game, state, attackers)


class AttackPhase(Phase[AttackFrame]):
    """One attack: name who takes part and announce it. Until then it can be called off."""

    @rule("11.1")
    def menu(self, game: Game, state: State, frame: AttackFrame) -> Menu:
        """Not all units of a space need take part."""
        attackers = Offer(
            AddAttacker,
            lambda: map(AddAttacker, possible_attackers(game, state, frame.target, after=frame.after)),
            lambda action: joining_attack_refusal(
                game, state, frame.target, frame.attackers, action.unit, after=frame.after
            ),
        )
        refused = resolve_refusal(game, state, frame.attackers)
        prompt = message("prompt.btb.attack", side=state.side, space=game.board.label(frame.target))
        offers = (attackers, Offer.one(Resolve(), refused), Offer.one(CallOff()))
        return Menu(state.side, prompt, "11.1", offers, default=Resolve() if refused is None else None)

    def apply(self, game: Game, draft: Draft, frame: AttackFrame, action: Action) -> None:
        if isinstance(action, AddAttacker):
            draft.replace_frame(replace(frame, attackers=(*frame.attackers, action.unit)))
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


def _asked(game: Game, state: State, asked: Mapping[str, Any]) -> Battle:
    """The battle a question describes: `units` attack `target`, with `cards` played."""
    units = tuple(state.unit(UnitId(unit)).id for unit in asked["units"])
    battle = muster(game, state, units, game.board.at(asked["target"]))
    return replace(battle, cards=tuple(CardId(str(each)) for each in asked.get("cards", ())))


def about_attack(game: Game, state: State, asked: Mapping[str, Any]) -> AttackAnswer:
    """The fire of the attacker or, with `fire: defence`, of the defender, and what forbids the attack here and now."""
    battle = _asked(game, state, asked)
    side = battle.defender if asked.get("fire", "attack") == "defence" else battle.side
    found = reckon(game, state, battle, asked.get("die"), side=side)
    return replace(found, refusal=attack_refusal(game, state, battle))


@rule("11.1")
def attack_refusal(game: Game, state: State, battle: Battle) -> Refusal | None:
    """What forbids an attack as a whole: the first thing that putting it together would run into."""
    if battle.side != state.side:
        early = Refusal("11.1", message("refusal.btb.not-your-attacker", unit=battle.attackers[0]))
        return attack_refusal(game, evolve(state, side=battle.side), battle) or early
    after = bool(battle.second is not None and battle.side == AXIS and not in_round(state, SECOND_MADE))
    refusal = target_refusal(game, state, battle.target, after=after)
    so_far: tuple[UnitId, ...] = ()
    for unit in battle.attackers:
        refusal = refusal or joining_attack_refusal(game, state, battle.target, so_far, unit, after=after)
        so_far = (*so_far, unit)
    return refusal or resolve_refusal(game, state, so_far)


def stage_attack(game: Game, state: State, asked: Mapping[str, Any]) -> tuple[Action, ...]:
    """The actions that declare and announce the attack a question describes."""
    units = tuple(UnitId(str(unit)) for unit in asked["units"])
    return (DeclareAttack(game.board.at(asked["target"])), *map(AddAttacker, units), Resolve())


CHAPTER = Chapter(
    actions=(DeclareAttack, AddAttacker, Resolve, CallOff),
    events=(AttackDeclared,),
    phases={CombatFrame: CombatPhase(), AttackFrame: AttackPhase()},
)
