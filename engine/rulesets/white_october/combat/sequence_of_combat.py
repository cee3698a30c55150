"""Chapter 8: a combat sequence. First everything is declared, then it is carried out in the order its side likes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.facets import Announced
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.mechanics.attack_declaration import (
    DeclareAttack,
    Resolve,
    begun_or_changed,
    declare_offer,
    question,
    staged,
)
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.combat.assault import AddSupport, AssaultFrame, CommandDefence, Stage
from engine.rulesets.white_october.combat.bombardment import (
    Bombard,
    BombardmentDeclared,
    OpenFire,
    bombard_refusal,
    bombardments,
    categories,
    fire_refusal,
    open_fire,
)
from engine.rulesets.white_october.combat.declaration import (
    ANSWERS,
    DEFENDING_HQ,
    HQ,
    NIGHT,
    SUPPORTS,
    AttackFrame,
    asked,
    asked_fight,
    asked_plan,
    attack_rules,
)
from engine.rulesets.white_october.combat.offensive_moves import (
    BlowBridge,
    MoveOffensively,
    blow_bridge,
    bridge_candidates,
    bridge_refusal,
    move_offensively,
    offensive_moves,
    offensive_refusal,
)
from engine.rulesets.white_october.combat.plans import CombatFrame, PlannedAttack, PlannedBombardment, Plans
from engine.rulesets.white_october.combat.retirement import retire_refusal
from engine.rulesets.white_october.command import restore_command
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import (
    ADVANCED,
    ATTACKING,
    BOMBARDED,
    FELL_BACK,
    FORCED_MARCH,
    NIGHT_ATTACK,
    OFFENSIVE_MOVE,
    RETIRED,
    ROUTED,
    SAPPER,
    SUPPORTED,
    enemy_of,
)
from engine.rulesets.white_october.red_morale import shake_divisions
from engine.rulesets.white_october.vehicles import strand_tanks

SEQUENCE_MARKS = (
    ATTACKING, BOMBARDED, SUPPORTED, OFFENSIVE_MOVE, SAPPER, RETIRED, FELL_BACK, ADVANCED,
)  # fmt: skip
"""What a combat sequence notes on units and takes off again at its end."""


@dataclass(frozen=True, slots=True)
class Fight(Action):
    """Carry out an attack that was declared: the one on a hex in which a unit takes part."""

    kind: ClassVar[str] = "fight"
    target: Location
    unit: UnitId

    @property
    def struck(self) -> tuple[Location, ...]:
        return (self.target,)


class CombatPhase(Phase[CombatFrame]):
    """Declare, then carry out."""

    def start(self, game: Game, draft: Draft, frame: CombatFrame) -> None:
        if not any(offer.any() for offer in self._planning(game, draft.state, frame)):
            self._end(game, draft)

    @rule("8", "8.1.1", "8.2.1", "8.3")
    def menu(self, game: Game, state: State, frame: CombatFrame) -> Menu:
        """Attacks are never compulsory; what is declared is carried out in any order."""
        if frame.fighting:
            said = message("prompt.wo.fighting", side=state.side)
            return Menu(state.side, said, "8", self._fighting(game, state, frame))
        said = message("prompt.wo.combat" if frame.plans.is_empty else "prompt.wo.combat-declared", side=state.side)
        return Menu(state.side, said, "8", (*self._planning(game, state, frame), Offer.one(Done())), Done())

    def _planning(self, game: Game, state: State, frame: CombatFrame) -> tuple[Offer[Any], ...]:
        plans = frame.plans
        return (
            declare_offer(attack_rules(plans.bombarded), game, state),
            Offer(
                Bombard,
                lambda: bombardments(game, state, plans.attacked),
                lambda action: bombard_refusal(game, state, plans.attacked, action),
                exact=True,
            ),
            Offer(
                MoveOffensively,
                lambda: offensive_moves(game, state),
                lambda action: offensive_refusal(game, state, action),
                exact=True,
            ),
            Offer(
                BlowBridge,
                lambda: bridge_candidates(game, state),
                lambda action: bridge_refusal(game, state, action),
            ),
        )

    def _fighting(self, game: Game, state: State, frame: CombatFrame) -> tuple[Offer[Any], ...]:
        plans = frame.plans

        def planned(action: Fight) -> Refusal | None:
            known = any(action == Fight(each.target, each.attackers[0]) for each in plans.attacks)
            return None if known else Refusal("8", message("refusal.wo.not-declared"))

        def aimed(action: OpenFire) -> Refusal | None:
            if PlannedBombardment(action.unit, action.target) not in plans.bombardments:
                return Refusal("8", message("refusal.wo.not-declared"))
            return fire_refusal(game, state, action)

        return (
            Offer(Fight, lambda: (Fight(each.target, each.attackers[0]) for each in plans.attacks), planned),
            Offer(
                OpenFire,
                lambda: (
                    OpenFire(each.unit, each.target, str(category))
                    for each in plans.bombardments
                    for category in categories(game, state, each.target, enemy_of(state.side))
                ),
                aimed,
            ),
        )

    def apply(self, game: Game, draft: Draft, frame: CombatFrame, action: Action) -> None:
        if isinstance(action, DeclareAttack):
            draft.call(AttackFrame(action.target, tuple(sorted(frame.plans.bombarded))))
        elif isinstance(action, Bombard):
            draft.mark(action.unit, BOMBARDED)
            draft.emit(BombardmentDeclared(action.unit, action.target))
            plans = frame.plans.with_bombardment(PlannedBombardment(action.unit, action.target))
            draft.replace_frame(replace(frame, plans=plans))
        elif isinstance(action, MoveOffensively):
            move_offensively(game, draft, action)
        elif isinstance(action, BlowBridge):
            blow_bridge(game, draft, action)
        elif isinstance(action, Fight):
            self._fight(game, draft, frame, action)
        elif isinstance(action, OpenFire):
            plans = frame.plans.without_bombardment(PlannedBombardment(action.unit, action.target))
            draft.replace_frame(replace(frame, plans=plans))
            open_fire(game, draft, action, tuple(sorted(plans.attacked)))
        else:
            draft.replace_frame(replace(frame, fighting=True))
            self._go_on(game, draft)

    def _fight(self, game: Game, draft: Draft, frame: CombatFrame, action: Fight) -> None:
        """The attack begins with those of its units that still can."""
        attack = _planned(frame.plans, action)
        assert attack is not None
        plans = frame.plans.without_attack(attack)
        draft.replace_frame(replace(frame, plans=plans))
        able = still_able(game, draft.state, attack)
        draft.call(AssaultFrame(replace(attack, attackers=able), tuple(sorted(plans.attacked))))

    def resume(self, game: Game, draft: Draft, frame: CombatFrame, result: object) -> None:
        if isinstance(result, PlannedAttack):
            draft.replace_frame(replace(frame, plans=frame.plans.with_attack(result)))
        if frame.fighting:
            self._go_on(game, draft)

    def _go_on(self, game: Game, draft: Draft) -> None:
        """What cannot be carried out any more is dropped; with nothing left the sequence is over."""
        frame = draft.frame
        assert isinstance(frame, CombatFrame)
        state = draft.state
        attacks = tuple(each for each in frame.plans.attacks if still_able(game, state, each))
        enemy = enemy_of(state.side)
        fires = tuple(
            each
            for each in frame.plans.bombardments
            if any(
                fire_refusal(game, state, OpenFire(each.unit, each.target, category)) is None
                for category in categories(game, state, each.target, enemy)
            )
        )
        plans = Plans(attacks, fires)
        draft.replace_frame(replace(frame, plans=plans))
        if plans.is_empty:
            self._end(game, draft)

    @rule("5.2", "8.2.4", "10.1", "14.1.1")
    def _end(self, game: Game, draft: Draft) -> None:
        """Both sides may support and command again; what was noted in this sequence is forgotten."""
        shake_divisions(game, draft)
        strand_tanks(game, draft)
        draft.unmark_all(*SEQUENCE_MARKS)
        restore_command(draft)
        draft.set_value(NIGHT_ATTACK, None)
        draft.set_value(FORCED_MARCH, None)
        draft.end()


def still_able(game: Game, state: State, attack: PlannedAttack) -> tuple[UnitId, ...]:
    """Those of an attack that can still carry it out: beside the hex and not routed; nobody without a combat unit."""
    materials: Materials = game.materials
    around = materials.ground.around[attack.target]
    able = tuple(
        unit for unit in attack.attackers if state.unit(unit).at in around and ROUTED not in state.unit(unit).marks
    )
    return able if any(materials.kind(state.unit(unit)).is_combat for unit in able) else ()


def _planned(plans: Plans, action: Fight) -> PlannedAttack | None:
    """The attack that is meant: on one hex there may be several, each with units of its own."""
    return next(
        (each for each in plans.attacks if each.target == action.target and action.unit in each.attackers), None
    )


# What the ruleset is asked about attacks


def stage_attack(game: Game, state: State, about: Mapping[str, Any]) -> tuple[Action, ...]:
    """The actions that declare, begin and throw the attack a question describes, supports and all.

    A defender who could retire stands, and where nobody is there who could fight nothing is thrown.
    """
    attack = asked(game, state, about)
    fight = asked_fight(game, state, attack)
    begun = (*staged(attack_rules(), attack), Done(), Fight(attack.target, attack.attackers[0]))
    if fight.present and fight.is_undefended:
        return begun
    stands = (Done(),) if retire_refusal(game, state, asked_plan(fight)) is None else ()
    supports = (AddSupport(UnitId(unit)) for unit in attack.supports.get(SUPPORTS, ()))
    hq = attack.choices.get(DEFENDING_HQ)
    answering = (CommandDefence(UnitId(str(hq))),) if hq else ()
    answers = (AddSupport(UnitId(unit)) for unit in attack.supports.get(ANSWERS, ()))
    answered = (*answering, *answers)
    end = (*answered, Done()) if answered else ()
    return (*begun, *stands, *supports, Resolve(), *end)


def announced(state: State) -> tuple[Announced, ...]:
    """What was declared and is still to be carried out, also while another attack is put together or fought."""
    return next((frame.plans.announced for frame in reversed(state.frames) if isinstance(frame, CombatFrame)), ())


def attack_now(game: Game, state: State) -> Mapping[str, Any] | None:
    """The question about the attack in hand or under way."""
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, AttackFrame):
        return question(game.board, frame.declared)
    if isinstance(frame, AssaultFrame) and frame.stage < Stage.BATTLE:
        return _about(game, frame)
    return None


def _about(game: Game, frame: AssaultFrame) -> dict[str, Any]:
    found: dict[str, Any] = {"units": list(frame.attack.attackers), "target": game.board.label(frame.attack.target)}
    more = {
        HQ: frame.attack.hq,
        NIGHT: frame.attack.night,
        DEFENDING_HQ: frame.defending_hq,
        SUPPORTS: list(frame.supports),
        ANSWERS: list(frame.answers),
    }
    return found | {name: value for name, value in more.items() if value}


def attack_if(game: Game, state: State, action: Action) -> Mapping[str, Any] | None:
    """How that question reads once an action is taken."""
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, AssaultFrame):
        if isinstance(action, AddSupport):
            return _about(game, frame.supported(action.unit))
        if isinstance(action, CommandDefence):
            return _about(game, replace(frame, defending_hq=action.unit))
        return None
    if isinstance(frame, CombatFrame) and isinstance(action, Fight):
        attack = _planned(frame.plans, action)
        return _about(game, AssaultFrame(attack)) if attack is not None else None
    in_hand = frame.declared if isinstance(frame, AttackFrame) else None
    rules = attack_rules(frame.plans.bombarded if isinstance(frame, CombatFrame) else ())
    begun = begun_or_changed(rules, game, state, in_hand, action)
    return question(game.board, begun) if begun is not None else None


CHAPTER = Chapter(actions=(Fight,), phases={CombatFrame: CombatPhase()})
