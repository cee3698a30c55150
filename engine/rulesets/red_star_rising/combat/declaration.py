"""Chapter 7, declaring attacks: who may attack whom, together with whom, and once a phase (7.1 to 7.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.core.actions import Done, PickUnit
from engine.core.answers import AttackAnswer
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, evolve
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.chapter import Chapter
from engine.rulesets.red_star_rising.combat.modifiers import note_exposed_siege, siege_piece
from engine.rulesets.red_star_rising.combat.muster import attackable, defending, is_unknown, may_cross, muster
from engine.rulesets.red_star_rising.combat.odds import odds_refusal, reckon
from engine.rulesets.red_star_rising.combat.overrun import Overrun, overrun_refusal
from engine.rulesets.red_star_rising.combat.resolution import EVENTS, AttackDeclared, draw_strengths, resolve
from engine.rulesets.red_star_rising.factors import attack_of
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import ATTACKED, EXPOSED, FOUGHT, GERMAN, RETREATED, Role, enemy_of

PHASE_MARKS = (FOUGHT, ATTACKED, RETREATED, EXPOSED)
"""What the combat phase notes on units and takes off again at its end."""


@dataclass(frozen=True, slots=True)
class DeclareAttack(Action):
    """Begin an attack on a hex."""

    kind: ClassVar[str] = "declare-attack"
    target: Location


@dataclass(frozen=True, slots=True)
class AddTarget(Action):
    """Attack another hex as well, with one unit."""

    kind: ClassVar[str] = "add-target"
    target: Location


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


# Who may attack, and whom


@rule("7.2.1", "7.2.4", "7.2.6")
def attacker_refusal(game: Game, state: State, unit: UnitId) -> Refusal | None:
    """A unit attacks in its own side's phase, once, and not with an attack factor of 0.

    What an army without a marker is worth is not known yet, so it may try.
    """
    materials: Materials = game.materials
    record = state.units.get(unit)
    if record is None or record.side != state.side or not materials.is_on_map(record):
        return Refusal("7.2.1", message("refusal.rsr.not-your-attacker", unit=unit))
    if FOUGHT in record.marks:
        return Refusal("7.2.4", message("refusal.rsr.has-attacked", unit=unit))
    if attack_of(game, record) == 0 and not is_unknown(materials, record):
        return Refusal("7.2.6", message("refusal.rsr.no-attack-factor", unit=unit))
    return None


@rule("7.2.2")
def reach_refusal(game: Game, state: State, unit: Unit, target: Location) -> Refusal | None:
    """A unit attacks what is next to it, and not across water."""
    materials: Materials = game.materials
    edge = game.board.edge_between(unit.at, target)
    if edge is None or not materials.on_map[target]:
        return Refusal("7.2.2", message("refusal.rsr.attack-not-adjacent", unit=unit.id, hex=game.board.label(target)))
    if not may_cross(materials, unit, edge, snow=materials.is_snow(state.turn)):
        return Refusal("7.2.2", message("refusal.rsr.attack-across-water", unit=unit.id, hex=game.board.label(target)))
    return None


@rule("7.2.2", "7.2.5")
def hex_refusal(game: Game, state: State, target: Location) -> Refusal | None:
    """Whether there is somebody in a hex to be attacked, and none who has been already.

    Units that retreated there since they were attacked do not protect the others (7.14.3).
    """
    label = game.board.label(target)
    there = attackable(game, state, target, state.side)
    if not there or not game.materials.on_map[target]:
        partisans = any(unit.side == enemy_of(state.side) and _is_partisan(game, unit) for unit in state.at(target))
        if partisans:
            return Refusal("11.1.6", message("refusal.rsr.partisans-only", hex=label))
        return Refusal("7.2.2", message("refusal.rsr.attack-nobody-there", hex=label))
    fresh, _ = defending(game, state, target, state.side)
    if not fresh or any(ATTACKED in unit.marks for unit in fresh):
        return Refusal("7.2.5", message("refusal.rsr.attacked-before", hex=label))
    return None


def _is_partisan(game: Game, unit: Unit) -> bool:
    materials: Materials = game.materials
    return materials.kind(unit).role is Role.PARTISAN


def possible_attackers(game: Game, state: State, targets: Sequence[Location]) -> tuple[UnitId, ...]:
    """The units that could attack all of some hexes at once, by their hexes around the first."""
    around = (Location(at) for at, _ in game.board.links[targets[0]])
    return tuple(
        unit.id
        for at in around
        for unit in state.at(at)
        if unit.side == state.side
        and attacker_refusal(game, state, unit.id) is None
        and all(reach_refusal(game, state, unit, target) is None for target in targets)
    )


def target_refusal(game: Game, state: State, target: Location) -> Refusal | None:
    """What forbids an attack on a hex by anyone."""
    refusal = hex_refusal(game, state, target)
    if refusal is not None:
        return refusal
    units = possible_attackers(game, state, (target,))
    if not units:
        return Refusal("7.2.2", message("refusal.rsr.no-attacker", hex=game.board.label(target)))
    return _best_odds_refusal(game, state, units, target)


@rule("7.1.2", "7.3.1")
def _best_odds_refusal(game: Game, state: State, units: tuple[UnitId, ...], target: Location) -> Refusal | None:
    """Whether even all who may attack together are too weak; nobody then declares what he could not throw for."""
    materials: Materials = game.materials
    nation = {unit: materials.kind(state.unit(unit)).nation for unit in units}
    refusal: Refusal | None = None
    for ally in sorted(set(nation.values()) - {GERMAN}) or [GERMAN]:
        together = tuple(unit for unit in units if nation[unit] in (GERMAN, ally))
        refusal = odds_refusal(game, state, muster(game, state, together, (target,)))
        if refusal is None:
            return None
    return refusal


# Attacks of several units or on several hexes


@rule("7.3.1")
def nations_refusal(game: Game, units: Iterable[Unit]) -> Refusal | None:
    """Allies of the Germans attack with them, but not with one another."""
    materials: Materials = game.materials
    nations = {materials.kind(unit).nation for unit in units} - {GERMAN}
    return Refusal("7.3.1", message("refusal.rsr.allies-apart")) if len(nations) > 1 else None


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
            lambda: (DeclareAttack(at) for at in _held(game, state, enemy_of(state.side))),
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


def _held(game: Game, state: State, side: Side) -> list[Location]:
    """The hexes with units of a side, in the order of the board."""
    on_map = game.materials.on_map
    return [at for at in sorted(state.stacks) if on_map[at] and any(unit.side == side for unit in state.at(at))]


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
            lambda: (AddTarget(at) for at in _held(game, state, enemy_of(state.side))),
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
