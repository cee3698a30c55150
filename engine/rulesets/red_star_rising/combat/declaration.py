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
from engine.core.state import State, evolve
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


@dataclass(frozen=True, slots=True)
class DeclareAttack(Action):
    """Begin an attack on a hex."""

    kind: ClassVar[str] = "declare-attack"
    target: Location

    @property
    def struck(self) -> tuple[Location, ...]:
        return (self.target,)


@dataclass(frozen=True, slots=True)
class AddTarget(Action):
    """Attack another hex as well, with one unit."""

    kind: ClassVar[str] = "add-target"
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
class UseSiege(Action):
    """Let the siege artillery support the attack."""

    kind: ClassVar[str] = "use-siege"


@dataclass(frozen=True, slots=True)
class Resolve(Action):
    """Throw the die."""

    kind: ClassVar[str] = "resolve"


@dataclass(frozen=True, slots=True)
class CallOff(Action):
    """Think better of the attack."""

    kind: ClassVar[str] = "call-off"


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


# Attacks of several units or on several hexes


@rule("7.3.1")
def adding_attacker_refusal(game: Game, state: State, frame: AttackFrame, unit: UnitId) -> Refusal | None:
    """Several units combine against one hex only."""
    if unit in frame.attackers:
        return Refusal("7.2.4", message("refusal.rsr.in-attack", unit=unit))
    refusal = attacker_refusal(game, state, unit)
    if refusal is not None:
        return refusal
    if frame.attackers and len(frame.targets) > 1:
        return Refusal("7.3.1", message("refusal.rsr.one-unit-only"))
    record = state.unit(unit)
    reach = (reach_refusal(game, state, record, target) for target in frame.targets)
    return next(filter(None, reach), None) or nations_refusal(
        game, (record, *(state.unit(each) for each in frame.attackers))
    )


@rule("7.3.1")
def adding_target_refusal(game: Game, state: State, frame: AttackFrame, target: Location) -> Refusal | None:
    """One unit alone may attack several hexes, all of them next to it."""
    if target in frame.targets:
        return Refusal("7.3.1", message("refusal.rsr.hex-in-attack", hex=game.board.label(target)))
    if len(frame.attackers) > 1:
        return Refusal("7.3.1", message("refusal.rsr.one-hex-only"))
    refusal = hex_refusal(game, state, target)
    if refusal is not None:
        return refusal
    if frame.attackers:
        refusal = reach_refusal(game, state, state.unit(frame.attackers[0]), target)
    elif not possible_attackers(game, state, (*frame.targets, target)):
        refusal = Refusal("7.3.1", message("refusal.rsr.nobody-reaches-all"))
    if refusal is None and frame.siege:
        return siege_refusal(game, state, replace(frame, targets=(*frame.targets, target)))
    return refusal


def _further_targets(game: Game, state: State, frame: AttackFrame) -> tuple[Location, ...]:
    """The hexes in contact that are next to whoever attacks, or could attack, what is under attack already."""
    units = frame.attackers or possible_attackers(game, state, frame.targets)
    if len(frame.attackers) > 1:
        return ()
    near = {Location(at) for unit in units for at, _ in game.board.links[state.unit(unit).at]}
    return tuple(at for at in contacts(game, state, state.side) if at in near)


def siege_refusal(game: Game, state: State, frame: AttackFrame, *, overrun: bool = False) -> Refusal | None:
    """What forbids the support of the siege artillery for an attack."""
    found = siege_piece(game, state, muster(game, state, frame.attackers, frame.targets, overrun=overrun))
    return found if isinstance(found, Refusal) else None


@rule("7.1.2")
def resolve_refusal(game: Game, state: State, frame: AttackFrame) -> Refusal | None:
    """What is still missing before the die can be thrown."""
    if frame.drawn:
        return None
    if not frame.attackers:
        return Refusal("7.1.2", message("refusal.rsr.nobody-attacks"))
    return odds_refusal(game, state, muster(game, state, frame.attackers, frame.targets))


# Phases


class CombatPhase(Phase[CombatFrame]):
    """The side may attack, one battle after another in the order it likes."""

    def start(self, game: Game, draft: Draft, frame: CombatFrame) -> None:
        note_exposed_siege(game, draft)
        self._end_if_over(game, draft, frame)

    @rule("7.1.1", "7.2.3")
    def menu(self, game: Game, state: State, frame: CombatFrame) -> Menu:
        """Nobody has to attack."""
        offer = self._attacks(game, state)
        prompt = message("prompt.rsr.combat", side=state.side)
        return Menu(state.side, prompt, "7.1.1", (offer, Offer.one(Done())), default=Done())

    def _attacks(self, game: Game, state: State) -> Offer[DeclareAttack]:
        return Offer(
            DeclareAttack,
            lambda: map(DeclareAttack, contacts(game, state, state.side)),
            lambda action: target_refusal(game, state, action.target),
        )

    def apply(self, game: Game, draft: Draft, frame: CombatFrame, action: Action) -> None:
        if isinstance(action, DeclareAttack):
            draft.call(AttackFrame((action.target,)))
        else:
            self._end(draft)

    def resume(self, game: Game, draft: Draft, frame: CombatFrame, result: object) -> None:
        self._end_if_over(game, draft, frame)

    @rule("7.1.1")
    def _end_if_over(self, game: Game, draft: Draft, frame: CombatFrame) -> None:
        """With nothing left to attack the phase is over without a word."""
        if not self._attacks(game, draft.state).any():
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
        refused = resolve_refusal(game, state, frame)
        throw = Offer.one(Resolve(), refused)
        default = Resolve() if refused is None else None
        place = tuple(game.board.label(at) for at in frame.targets)
        if frame.drawn:
            prompt = message("prompt.rsr.siege", side=state.side, hexes=place)
            return Menu(state.side, prompt, "7.6.2", (self._siege(game, state, frame), throw), default)
        prompt = message("prompt.rsr.attack", side=state.side, hexes=place)
        attackers = Offer(
            AddAttacker,
            lambda: (AddAttacker(unit) for unit in possible_attackers(game, state, frame.targets)),
            lambda action: adding_attacker_refusal(game, state, frame, action.unit),
        )
        targets = Offer(
            AddTarget,
            lambda: map(AddTarget, _further_targets(game, state, frame)),
            lambda action: adding_target_refusal(game, state, frame, action.target),
        )
        offers = (attackers, targets, self._siege(game, state, frame), throw, Offer.one(CallOff()))
        return Menu(state.side, prompt, "7.3.1", offers, default)

    def _siege(self, game: Game, state: State, frame: AttackFrame) -> Offer[UseSiege]:
        chosen = Refusal("7.6.2", message("refusal.rsr.siege-chosen")) if frame.siege else None
        return Offer.one(UseSiege(), chosen or siege_refusal(game, state, frame))

    def apply(self, game: Game, draft: Draft, frame: AttackFrame, action: Action) -> None:
        if isinstance(action, AddAttacker):
            draft.replace_frame(replace(frame, attackers=(*frame.attackers, action.unit)))
        elif isinstance(action, AddTarget):
            draft.replace_frame(replace(frame, targets=(*frame.targets, action.target)))
        elif isinstance(action, UseSiege):
            draft.replace_frame(replace(frame, siege=True))
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
            if drew and not frame.siege and siege_refusal(game, draft.state, frame) is None:
                draft.replace_frame(replace(frame, drawn=True))
                return
        draft.goto(resolve(game, draft, frame.attackers, frame.targets, siege=frame.siege))


# Questions


def _asked(game: Game, state: State, asked: Mapping[str, Any]) -> AttackFrame:
    """The attack a question describes: `units` on `target` and perhaps further `targets`, with `siege`."""
    more = (game.board.at(str(at)) for at in asked.get("targets", ()))
    targets = tuple(dict.fromkeys((game.board.at(asked["target"]), *more)))
    attackers = tuple(state.unit(UnitId(unit)).id for unit in asked["units"])
    return AttackFrame(targets, attackers, bool(asked.get("siege", False)))


def about_attack(game: Game, state: State, asked: Mapping[str, Any]) -> AttackAnswer:
    """The reckoning of an attack or, with `overrun`, of an overrun, and what forbids it here and now."""
    frame, overrun, die = _asked(game, state, asked), bool(asked.get("overrun", False)), asked.get("die")
    found = reckon(game, state, frame.attackers, frame.targets, die, overrun=overrun, siege=frame.siege)
    if not overrun:
        return replace(found, refusal=attack_refusal(game, state, frame))
    refusal = overrun_refusal(game, state, frame.attackers, frame.targets[0])
    if refusal is None and len(frame.targets) > 1:
        refusal = Refusal("8.0.3", message("refusal.rsr.overrun-one-hex"))
    if refusal is None and frame.siege:
        refusal = siege_refusal(game, state, frame, overrun=True)
    return replace(found, refusal=refusal)


def attack_refusal(game: Game, state: State, frame: AttackFrame) -> Refusal | None:
    """What forbids an attack as a whole: the first thing that putting it together would run into.

    Whose phase it is comes last, so that an attack that would never do is not put off to another phase.
    """
    side = state.unit(frame.attackers[0]).side
    if side != state.side:
        early = Refusal("7.2.1", message("refusal.rsr.not-your-attacker", unit=frame.attackers[0]))
        return attack_refusal(game, evolve(state, side=side), frame) or early
    so_far = AttackFrame(frame.targets[:1])
    refusal = target_refusal(game, state, frame.targets[0])
    for target in frame.targets[1:]:
        refusal = refusal or adding_target_refusal(game, state, so_far, target)
        so_far = replace(so_far, targets=(*so_far.targets, target))
    for unit in frame.attackers:
        refusal = refusal or adding_attacker_refusal(game, state, so_far, unit)
        so_far = replace(so_far, attackers=(*so_far.attackers, unit))
    if refusal is None and frame.siege:
        refusal = siege_refusal(game, state, so_far)
    return refusal or resolve_refusal(game, state, so_far)


def stage_attack(game: Game, state: State, asked: Mapping[str, Any]) -> tuple[Action, ...]:
    """The actions that declare and resolve the attack a question describes; an overrun from a movement phase on."""
    frame = _asked(game, state, asked)
    first, *others = frame.targets
    if asked.get("overrun", False):
        return (*(PickUnit(unit) for unit in frame.attackers), Overrun(frame.attackers[0], first))
    siege = (UseSiege(),) if frame.siege else ()
    return (
        DeclareAttack(first),
        *(AddTarget(at) for at in others),
        *(AddAttacker(unit) for unit in frame.attackers),
        *siege,
        Resolve(),
    )


CHAPTER = Chapter(
    actions=(DeclareAttack, AddTarget, AddAttacker, UseSiege, Resolve, CallOff),
    events=EVENTS,
    phases={CombatFrame: CombatPhase(), AttackFrame: AttackPhase()},
)
