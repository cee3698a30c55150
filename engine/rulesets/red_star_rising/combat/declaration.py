"""Chapter 7, declaring attacks: who may attack whom, together with whom, and once a phase (7.1 to 7.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.core.actions import Done, PickUnit
from engine.core.answers import AttackAnswer
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.mechanics.attack_declaration import (
    AddAttacker,
    AddTarget,
    AttackOption,
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
    option_offer,
    staged,
)
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.combat.eligibility import (
    attacker_refusal,
    contacts,
    hex_refusal,
    nations_refusal,
    possible_attackers,
    reach_refusal,
    target_refusal,
)
from engine.rulesets.red_star_rising.combat.modifiers import note_exposed_siege, siege_piece
from engine.rulesets.red_star_rising.combat.muster import muster
from engine.rulesets.red_star_rising.combat.odds import odds_refusal, reckon
from engine.rulesets.red_star_rising.combat.overrun import Overrun, overrun_refusal
from engine.rulesets.red_star_rising.combat.resolution import EVENTS, AttackDeclared, draw_strengths, resolve
from engine.rulesets.red_star_rising.names import ATTACKED, EXPOSED, FOUGHT, RETREATED

PHASE_MARKS = (FOUGHT, ATTACKED, RETREATED, EXPOSED)
"""What the combat phase notes on units and takes off again at its end."""
SIEGE, OVERRUN = "siege", "overrun"
"""What may be decided about an attack, as questions name it."""


@dataclass(frozen=True, slots=True)
class UseSiege(Action):
    """Let the siege artillery support the attack."""

    kind: ClassVar[str] = "use-siege"


@dataclass(frozen=True, slots=True)
class CombatFrame(Frame):
    """A side's combat phase."""

    kind: ClassVar[str] = "combat"


@dataclass(frozen=True, slots=True)
class AttackFrame(Frame):
    """An attack being put together; `drawn` when it is declared for good and only the die is to be thrown."""

    kind: ClassVar[str] = "attack"
    targets: tuple[Location, ...]
    attackers: tuple[UnitId, ...] = ()
    siege: bool = False
    drawn: bool = False

    @property
    def declared(self) -> DeclaredAttack:
        """The attack in hand."""
        attack = DeclaredAttack(self.targets, self.attackers)
        return attack.chosen(SIEGE) if self.siege else attack

    def holding(self, attack: DeclaredAttack) -> AttackFrame:
        """The frame with the attack as it has become."""
        return replace(self, targets=attack.targets, attackers=attack.attackers, siege=SIEGE in attack.choices)


# Attacks of several units or on several hexes


@rule("7.3.1")
def adding_attacker_refusal(game: Game, state: State, attack: DeclaredAttack, unit: UnitId) -> Refusal | None:
    """Several units combine against one hex only."""
    if unit in attack.attackers:
        return Refusal("7.2.4", message("refusal.rsr.in-attack", unit=unit))
    refusal = attacker_refusal(game, state, unit)
    if refusal is not None:
        return refusal
    if attack.attackers and len(attack.targets) > 1:
        return Refusal("7.3.1", message("refusal.rsr.one-unit-only"))
    record = state.unit(unit)
    reach = (reach_refusal(game, state, record, target) for target in attack.targets)
    return next(filter(None, reach), None) or nations_refusal(
        game, (record, *(state.unit(each) for each in attack.attackers))
    )


@rule("7.3.1")
def adding_target_refusal(game: Game, state: State, attack: DeclaredAttack, target: Location) -> Refusal | None:
    """One unit alone may attack several hexes, all of them next to it."""
    if target in attack.targets:
        return Refusal("7.3.1", message("refusal.rsr.hex-in-attack", hex=game.board.label(target)))
    if len(attack.attackers) > 1:
        return Refusal("7.3.1", message("refusal.rsr.one-hex-only"))
    refusal = hex_refusal(game, state, target)
    if refusal is not None:
        return refusal
    if attack.attackers:
        refusal = reach_refusal(game, state, state.unit(attack.attackers[0]), target)
    elif not possible_attackers(game, state, (*attack.targets, target)):
        refusal = Refusal("7.3.1", message("refusal.rsr.nobody-reaches-all"))
    if refusal is None and SIEGE in attack.choices:
        return siege_refusal(game, state, attack.widened(target))
    return refusal


def _further_targets(game: Game, state: State, attack: DeclaredAttack) -> tuple[Location, ...]:
    """The hexes in contact that are next to whoever attacks, or could attack, what is under attack already."""
    units = attack.attackers or possible_attackers(game, state, attack.targets)
    if len(attack.attackers) > 1:
        return ()
    near = {Location(at) for unit in units for at, _ in game.board.links[state.unit(unit).at]}
    return tuple(at for at in contacts(game, state, state.side) if at in near)


def siege_refusal(game: Game, state: State, attack: DeclaredAttack, *, overrun: bool = False) -> Refusal | None:
    """What forbids the support of the siege artillery for an attack."""
    found = siege_piece(game, state, muster(game, state, attack.attackers, attack.targets, overrun=overrun))
    return found if isinstance(found, Refusal) else None


def _use_siege_refusal(game: Game, state: State, attack: DeclaredAttack, action: UseSiege) -> Refusal | None:
    chosen = Refusal("7.6.2", message("refusal.rsr.siege-chosen")) if SIEGE in attack.choices else None
    return chosen or siege_refusal(game, state, attack)


@rule("7.1.2")
def resolve_refusal(game: Game, state: State, attack: DeclaredAttack) -> Refusal | None:
    """What is still missing before the die can be thrown."""
    if not attack.attackers:
        return Refusal("7.1.2", message("refusal.rsr.nobody-attacks"))
    return odds_refusal(game, state, muster(game, state, attack.attackers, attack.targets))


SIEGE_OPTION = AttackOption(
    UseSiege,
    candidates=lambda game, state, attack: (UseSiege(),),
    refusal=_use_siege_refusal,
    changed=lambda attack, action: attack.chosen(SIEGE),
    staged=lambda attack: (UseSiege(),) if SIEGE in attack.choices else (),
)
ATTACKS = AttackRules(
    targets=lambda game, state: contacts(game, state, state.side),
    target_refusal=target_refusal,
    attackers=possible_attackers,
    attacker_refusal=adding_attacker_refusal,
    resolve_refusal=resolve_refusal,
    early=lambda unit: Refusal("7.2.1", message("refusal.rsr.not-your-attacker", unit=unit)),
    further_targets=_further_targets,
    further_target_refusal=adding_target_refusal,
    options=(SIEGE_OPTION,),
)


# Phases


class CombatPhase(Phase[CombatFrame]):
    """The side may attack, one battle after another in the order it likes."""

    @rule("7.1.1")
    def start(self, game: Game, draft: Draft, frame: CombatFrame) -> None:
        """With nothing to attack the phase is over without a word; once there is, it lasts until the side ends it."""
        note_exposed_siege(game, draft)
        if not declare_offer(ATTACKS, game, draft.state).any():
            self._end(draft)

    @rule("7.1.1", "7.2.3")
    def menu(self, game: Game, state: State, frame: CombatFrame) -> Menu:
        """Nobody has to attack."""
        offer = declare_offer(ATTACKS, game, state)
        prompt = message("prompt.rsr.combat", side=state.side)
        return Menu(state.side, prompt, "7.1.1", (offer, Offer.one(Done())), default=Done())

    def apply(self, game: Game, draft: Draft, frame: CombatFrame, action: Action) -> None:
        if isinstance(action, DeclareAttack):
            draft.call(AttackFrame((action.target,)))
        else:
            self._end(draft)

    @rule("7.2.4", "7.2.5")
    def _end(self, draft: Draft) -> None:
        """In the next combat phase everybody may attack and be attacked again."""
        draft.unmark_all(*PHASE_MARKS)
        draft.end()


class AttackPhase(Phase[AttackFrame]):
    """One attack: pick who takes part, and throw. Until then it can be called off."""

    @rule("7.3.1")
    def menu(self, game: Game, state: State, frame: AttackFrame) -> Menu:
        """An attack is put together; with the strengths drawn only the siege artillery is still to be thought of."""
        attack = frame.declared
        place = tuple(game.board.label(at) for at in frame.targets)
        if frame.drawn:
            prompt = message("prompt.rsr.siege", side=state.side, hexes=place)
            siege = option_offer(SIEGE_OPTION, game, state, attack)
            return Menu(state.side, prompt, "7.6.2", (siege, Offer.one(Resolve())), Resolve())
        prompt = message("prompt.rsr.attack", side=state.side, hexes=place)
        return attack_menu(ATTACKS, game, state, attack, prompt=prompt, rule="7.3.1")

    def apply(self, game: Game, draft: Draft, frame: AttackFrame, action: Action) -> None:
        attack = changed(ATTACKS, frame.declared, action)
        if attack is not None:
            draft.replace_frame(frame.holding(attack))
        elif isinstance(action, Resolve):
            self._resolve(game, draft, frame)
        else:
            draft.end()

    @rule("7.1.2")
    def _resolve(self, game: Game, draft: Draft, frame: AttackFrame) -> None:
        """Declare, draw, throw. The Axis decides about its siege artillery when the strengths are known."""
        if not frame.drawn:
            draft.emit(AttackDeclared(draft.state.side, frame.attackers, frame.targets))
            drew = draw_strengths(game, draft, muster(game, draft.state, frame.attackers, frame.targets))
            if drew and not frame.siege and siege_refusal(game, draft.state, frame.declared) is None:
                draft.replace_frame(replace(frame, drawn=True))
                return
        draft.goto(resolve(game, draft, frame.attackers, frame.targets, siege=frame.siege))


# Questions


def _asked(game: Game, state: State, asked: Mapping[str, Any]) -> DeclaredAttack:
    """The attack a question describes: `units` on `target` and perhaps further `targets`, with `siege`."""
    return asked_attack(game, state, asked, choices=(SIEGE, OVERRUN))


def about_attack(game: Game, state: State, asked: Mapping[str, Any]) -> AttackAnswer:
    """The reckoning of an attack or, with `overrun`, of an overrun, and what forbids it here and now."""
    attack, die = _asked(game, state, asked), asked.get("die")
    siege, overrun = SIEGE in attack.choices, OVERRUN in attack.choices
    found = reckon(game, state, attack.attackers, attack.targets, die, overrun=overrun, siege=siege)
    if not overrun:
        return replace(found, refusal=attack_refusal(ATTACKS, game, state, attack))
    refusal = overrun_refusal(game, state, attack.attackers, attack.target)
    if refusal is None and len(attack.targets) > 1:
        refusal = Refusal("8.0.3", message("refusal.rsr.overrun-one-hex"))
    if refusal is None and siege:
        refusal = siege_refusal(game, state, attack, overrun=True)
    return replace(found, refusal=refusal)


def stage_attack(game: Game, state: State, asked: Mapping[str, Any]) -> tuple[Action, ...]:
    """The actions that declare and resolve the attack a question describes; an overrun from a movement phase on."""
    attack = _asked(game, state, asked)
    if OVERRUN in attack.choices:
        return (*(PickUnit(unit) for unit in attack.attackers), Overrun(attack.attackers[0], attack.target))
    return staged(ATTACKS, attack)


CHAPTER = Chapter(
    actions=(DeclareAttack, AddTarget, AddAttacker, UseSiege, Resolve, CallOff),
    events=EVENTS,
    phases={CombatFrame: CombatPhase(), AttackFrame: AttackPhase()},
)
