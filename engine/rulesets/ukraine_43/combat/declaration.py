"""Chapters 8 and 13: the combat phases, and putting an attack or an overrun together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from engine.core.actions import Done
from engine.core.answers import AttackAnswer
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.mechanics.attack_declaration import (
    AddAttacker,
    AddTarget,
    AttackRules,
    CallOff,
    DeclareAttack,
    DeclaredAttack,
    Resolve,
    TakeBack,
    asked_attack,
    attack_menu,
    attack_refusal,
    begun_or_changed,
    changed,
    declare_offer,
    question,
    staged,
)
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.assaults import clear_assaults
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.combat import reckoning
from engine.rulesets.ukraine_43.combat.eligibility import (
    attacker_refusal,
    contacts,
    possible_attackers,
    target_refusal,
)
from engine.rulesets.ukraine_43.combat.engagement import Engagement
from engine.rulesets.ukraine_43.combat.resolution import resolve
from engine.rulesets.ukraine_43.combat.strengths import is_varied, variation_by
from engine.rulesets.ukraine_43.combat.supports import (
    AIR,
    AIR_OPTION,
    ARTILLERY,
    ARTILLERY_OPTION,
    ZHUKOV,
    ZHUKOV_OPTION,
    AddAir,
    AddArtillery,
    UseZhukov,
    is_air_closed,
)
from engine.rulesets.ukraine_43.command import has_link, needs_link
from engine.rulesets.ukraine_43.crowding import CrowdedFrame
from engine.rulesets.ukraine_43.names import ATTACKED, DEFENDED, EXTENDED, FELL_BACK, ZHUKOV_USED
from engine.rulesets.ukraine_43.standing import troops

OVERRUN: Final = "overrun"
"""What a question calls an overrun."""
VARIATION: Final = "variation"
"""What a question calls the die of a variable defence (29)."""
FACES: Final = 6


@dataclass(frozen=True, slots=True)
class CombatFrame(Frame):
    """A combat phase of a side: the first, or the second for those under assault markers."""

    kind: ClassVar[str] = "combat"
    second: bool = False


@dataclass(frozen=True, slots=True)
class AttackFrame(Frame):
    """An attack being put together."""

    kind: ClassVar[str] = "attack"
    attack: DeclaredAttack
    second: bool = False
    overrun: bool = False


# The rules of putting an attack together


def attack_rules(*, second: bool = False) -> AttackRules:
    """What may be put together in a combat phase."""

    def joining_refusal(game: Game, state: State, attack: DeclaredAttack, unit: UnitId) -> Refusal | None:
        if unit in attack.attackers:
            return Refusal("8.1", message("refusal.u43.in-attack", unit=unit))
        refusal = attacker_refusal(game, state, unit, attack.targets, second=second)
        return refusal or command_refusal(game, state, attack.joined(unit))

    return AttackRules(
        targets=lambda game, state: contacts(game, state, state.side),
        target_refusal=lambda game, state, at: target_refusal(game, state, at) or _nobody(game, state, (at,), second),
        attackers=lambda game, state, targets: tuple(possible_attackers(game, state, targets, second=second)),
        attacker_refusal=joining_refusal,
        resolve_refusal=resolve_refusal,
        early=lambda unit: Refusal("8.1", message("refusal.u43.not-your-attacker", unit=unit)),
        further_targets=lambda game, state, attack: contacts(game, state, state.side),
        further_target_refusal=lambda game, state, attack, at: _widening_refusal(game, state, attack, at, second),
        options=(ARTILLERY_OPTION, AIR_OPTION, ZHUKOV_OPTION),
        take_back_refusal=_take_back_refusal,
    )


@rule("13.1.C")
def overrun_rules() -> AttackRules:
    """An overrun is made by the stack in hand, perhaps with aircraft; artillery and Zhukov have no part in it."""
    return AttackRules(
        targets=lambda game, state: (),
        target_refusal=lambda game, state, at: None,
        attackers=lambda game, state, targets: (),
        attacker_refusal=lambda game, state, attack, unit: Refusal(
            "13.1.C", message("refusal.u43.one-stack", unit=unit)
        ),
        resolve_refusal=command_refusal,
        early=lambda unit: Refusal("13.1.A", message("refusal.u43.not-your-attacker", unit=unit)),
        options=(AIR_OPTION,),
        can_call_off=False,
    )


@rule("8.1", "3.C.6")
def _nobody(game: Game, state: State, targets: tuple[Location, ...], second: bool) -> Refusal | None:
    """Somebody beside a hex must be able to attack it; the reason of the first who is not is the answer."""
    if next(possible_attackers(game, state, targets, second=second), None) is not None:
        return None
    beside = (
        unit for at in sorted(game.materials.ground.around[targets[0]]) for unit in troops(game, state, at, state.side)
    )
    reasons = (attacker_refusal(game, state, unit.id, targets, second=second) for unit in beside)
    label = game.board.label(targets[0])
    return next(filter(None, reasons), Refusal("8.1", message("refusal.u43.nobody-beside", hex=label)))


@rule("8.2", "25.2")
def _widening_refusal(
    game: Game, state: State, attack: DeclaredAttack, target: Location, second: bool
) -> Refusal | None:
    """Every attacker must be beside every hex that is attacked in one combat (ruling 16), and aircraft that help may
    not meet bad weather over any."""
    if target in attack.targets:
        return Refusal("8.2", message("refusal.u43.hex-in-attack", hex=game.board.label(target)))
    refusal = target_refusal(game, state, target)
    if refusal is not None:
        return refusal
    if attack.supports.get(AIR) and is_air_closed(game, state, target):
        return Refusal("25.2", message("refusal.u43.air-closed"))
    targets = (*attack.targets, target)
    for unit in attack.attackers:
        found = attacker_refusal(game, state, unit, targets, second=second)
        if found is not None:
            return found
    return _nobody(game, state, targets, second)


def _take_back_refusal(game: Game, state: State, attack: DeclaredAttack, unit: UnitId) -> Refusal | None:
    if unit not in attack.attackers:
        return Refusal("8.1", message("refusal.u43.not-in-attack", unit=unit))
    return None


@rule("23.2")
def command_refusal(game: Game, state: State, attack: DeclaredAttack) -> Refusal | None:
    """Artillery, aircraft and four units or more need the link of a headquarters to one of the attackers."""
    units = [state.unit(unit) for unit in attack.attackers]
    helped = attack.supports.get(ARTILLERY) or attack.supports.get(AIR)
    if (helped or needs_link(game, units)) and not has_link(game, state, units):
        return Refusal("23.2", message("refusal.u43.no-link"))
    return None


@rule("8.1")
def resolve_refusal(game: Game, state: State, attack: DeclaredAttack) -> Refusal | None:
    """An attack needs a unit that fights, not headquarters alone."""
    kinds = [game.materials.kind(state.unit(unit)) for unit in attack.attackers]
    if not any(kind.is_combat or kind.is_support for kind in kinds):
        return Refusal("8.1", message("refusal.u43.nobody-attacks"))
    return command_refusal(game, state, attack)


def engagement(game: Game, state: State, side: Side, attack: DeclaredAttack, *, overrun: bool = False) -> Engagement:
    """The fight that a declared attack comes to."""
    return Engagement(
        game,
        state,
        side,
        attack.targets,
        attack.attackers,
        tuple(map(UnitId, attack.supports.get(ARTILLERY, ()))),
        tuple(map(UnitId, attack.supports.get(AIR, ()))),
        zhukov=bool(attack.choices.get(ZHUKOV, False)),
        overrun=overrun,
    )


# Phases


class CombatPhase(Phase[CombatFrame]):
    """Attacks are made one after another, as many as the side likes."""

    def start(self, game: Game, draft: Draft, frame: CombatFrame) -> None:
        """A phase is over at once where nobody is in touch, the second also where nobody stands under a marker."""
        draft.set_value(ZHUKOV_USED, None)
        nobody = not contacts(game, draft.state, draft.state.side)
        if nobody or (frame.second and not declare_offer(attack_rules(second=True), game, draft.state).any()):
            self._end(draft, frame)

    @rule("3.C.3", "3.C.6", "8.1")
    def menu(self, game: Game, state: State, frame: CombatFrame) -> Menu:
        """Attacks are never compulsory."""
        said = (
            message("prompt.u43.second-combat", side=state.side)
            if frame.second
            else message("prompt.u43.combat", side=state.side)
        )
        offers = (declare_offer(attack_rules(second=frame.second), game, state), Offer.one(Done()))
        return Menu(state.side, said, "3.C.6" if frame.second else "3.C.3", offers, Done())

    def apply(self, game: Game, draft: Draft, frame: CombatFrame, action: Action) -> None:
        if isinstance(action, DeclareAttack):
            draft.call(AttackFrame(DeclaredAttack((action.target,)), frame.second))
        else:
            self._end(draft, frame)

    @rule("3.C.3", "4.7")
    def _end(self, draft: Draft, frame: CombatFrame) -> None:
        """The markers of extended moves and assaults come off, and what this phase has noted is forgotten."""
        draft.unmark_all(ATTACKED, DEFENDED, FELL_BACK)
        clear_assaults(draft)
        if not frame.second:
            draft.unmark_all(EXTENDED)
        draft.goto(CrowdedFrame())


class AttackPhase(Phase[AttackFrame]):
    """Name those who take part; throw, or call it off."""

    @rule("8.3")
    def menu(self, game: Game, state: State, frame: AttackFrame) -> Menu:
        label = game.board.label(frame.attack.target)
        said = (
            message("prompt.u43.overrun", side=state.side, hex=label)
            if frame.overrun
            else message("prompt.u43.attack", side=state.side, hex=label)
        )
        return attack_menu(_rules_of(frame), game, state, frame.attack, prompt=said, rule="8.3")

    def apply(self, game: Game, draft: Draft, frame: AttackFrame, action: Action) -> None:
        attack = changed(_rules_of(frame), frame.attack, action)
        if attack is not None:
            draft.replace_frame(replace(frame, attack=attack))
        elif isinstance(action, Resolve):
            resolve(game, draft, engagement(game, draft.state, draft.state.side, frame.attack, overrun=frame.overrun))
        else:
            draft.end()


def _rules_of(frame: AttackFrame) -> AttackRules:
    return overrun_rules() if frame.overrun else attack_rules(second=frame.second)


# Questions


def asked(game: Game, state: State, about: Mapping[str, Any]) -> DeclaredAttack:
    """The attack or overrun that a question describes."""
    return asked_attack(game, state, about, choices=(ZHUKOV,), supports=(ARTILLERY, AIR))


def about_attack(game: Game, state: State, about: Mapping[str, Any]) -> AttackAnswer:
    """The reckoning of an attack with the help that the question names; `overrun: true` for an overrun."""
    attack = asked(game, state, about)
    side = state.unit(attack.attackers[0]).side if attack.attackers else state.side
    overrun = bool(about.get(OVERRUN, False))
    fight = engagement(game, state, side, attack, overrun=overrun)
    if is_varied(fight) and VARIATION in about:
        fight = replace(fight, variation=variation_by(fight, int(about[VARIATION])))
    answer = reckoning.answer(fight, about.get("die"))
    if overrun:
        return answer
    second = any(isinstance(frame, CombatFrame) and frame.second for frame in state.frames)
    return replace(answer, refusal=attack_refusal(attack_rules(second=second), game, state, attack))


@rule("29")
def dice_of_attack(game: Game, state: State, about: Mapping[str, Any]) -> tuple[int, ...]:
    """The dice that a question lays down; that of a variable defence comes first, and changes nothing unless named."""
    laid = (int(about["die"]),) if "die" in about else ()
    attack, overrun = asked(game, state, about), bool(about.get(OVERRUN, False))
    fight = engagement(game, state, state.unit(attack.attackers[0]).side, attack, overrun=overrun)
    if not is_varied(fight):
        return laid
    if VARIATION in about:
        return int(about[VARIATION]), *laid
    idle = next((face for face in range(1, FACES + 1) if not variation_by(fight, face)), None)
    return (idle, *laid) if laid and idle is not None else ()


def stage_attack(game: Game, state: State, about: Mapping[str, Any]) -> tuple[Action, ...]:
    return staged(attack_rules(), asked(game, state, about))


def _in_hand(state: State) -> AttackFrame | None:
    frame = state.frames[-1] if state.frames else None
    return frame if isinstance(frame, AttackFrame) else None


def attack_now(game: Game, state: State) -> Mapping[str, Any] | None:
    """The question about the attack that is being put together."""
    frame = _in_hand(state)
    return _question(game, frame.attack, frame.overrun) if frame is not None else None


def attack_if(game: Game, state: State, action: Action) -> Mapping[str, Any] | None:
    """How that question reads once an action is taken."""
    frame = _in_hand(state)
    second = any(isinstance(each, CombatFrame) and each.second for each in state.frames)
    rules = _rules_of(frame) if frame is not None else attack_rules(second=second)
    attack = begun_or_changed(rules, game, state, frame.attack if frame is not None else None, action)
    return _question(game, attack, frame is not None and frame.overrun) if attack is not None else None


def _question(game: Game, attack: DeclaredAttack, overrun: bool) -> Mapping[str, Any]:
    about = question(game.board, attack)
    return {**about, OVERRUN: True} if overrun else about


CHAPTER = Chapter(
    actions=(
        DeclareAttack, AddTarget, AddAttacker, TakeBack, Resolve, CallOff, AddArtillery, AddAir, UseZhukov,
    ),
    phases={CombatFrame: CombatPhase(), AttackFrame: AttackPhase()},
)  # fmt: skip
