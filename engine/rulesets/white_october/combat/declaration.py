"""5.2 and 8.2.1: putting an attack together, its units, its headquarters and whether it is made by night."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.core.answers import AttackAnswer
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu
from engine.core.messages import Message, message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.mechanics.attack_declaration import (
    AddAttacker,
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
)
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.combat import reckoning
from engine.rulesets.white_october.combat.eligibility import attacker_refusal, contacts, neighbours, places
from engine.rulesets.white_october.combat.eligibility import target_refusal as hex_refusal
from engine.rulesets.white_october.combat.engagement import Engagement
from engine.rulesets.white_october.combat.plans import PlannedAttack, bombarded_now
from engine.rulesets.white_october.combat.supports import (
    answer_refusal,
    benefit_cost,
    defending_hq_refusal,
    guns_commanded,
    support_refusal,
)
from engine.rulesets.white_october.command import (
    commands,
    headquarters,
    points_left,
    spend_command,
    staff_refusal,
    uncommanded_case,
)
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import ATTACKING, OFFENSIVE_MOVE, WHITE

NIGHT, HQ = "night", "hq"
"""What may be decided about an attack, as questions name it."""
SUPPORTS, ANSWERS, DEFENDING_HQ = "supports", "answers", "defending_hq"


@dataclass(frozen=True, slots=True)
class CommandAttack(Action):
    """Let a headquarters command the attack."""

    kind: ClassVar[str] = "command-attack"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class AttackByNight(Action):
    """Make the attack by night."""

    kind: ClassVar[str] = "attack-by-night"


@dataclass(frozen=True, slots=True)
class AttackDeclared(Event):
    kind: ClassVar[str] = "attack-declared"
    target: Location
    attackers: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class NightAttackDeclared(Event):
    kind: ClassVar[str] = "night-attack-declared"
    target: Location
    attackers: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class AttackFrame(Frame):
    """An attack being put together; it ends with the plan, or with None when it is called off."""

    kind: ClassVar[str] = "attack"
    target: Location
    bombarded: tuple[Location, ...] = ()
    attackers: tuple[UnitId, ...] = ()
    hq: UnitId | None = None
    night: bool = False

    @property
    def declared(self) -> DeclaredAttack:
        attack = DeclaredAttack((self.target,), self.attackers)
        if self.hq is not None:
            attack = attack.chosen(HQ, self.hq)
        return attack.chosen(NIGHT) if self.night else attack

    def holding(self, attack: DeclaredAttack) -> AttackFrame:
        hq = attack.choices.get(HQ)
        return replace(
            self,
            attackers=attack.attackers,
            hq=UnitId(str(hq)) if hq else None,
            night=bool(attack.choices.get(NIGHT, False)),
        )


# Who joins


@rule("8.2.1")
def possible_attackers(game: Game, state: State, targets: tuple[Location, ...]) -> tuple[UnitId, ...]:
    """The units beside a hex that could attack it, vehicles with them."""
    return tuple(
        unit.id
        for unit in neighbours(game, state, targets[0], state.side)
        if attacker_refusal(game, state, unit.id, targets[0]) is None
    )


@rule("5.1", "5.2", "8.2.1", "14.1")
def joining_refusal(game: Game, state: State, attack: DeclaredAttack, unit: UnitId) -> Refusal | None:
    """What keeps one more unit out of an attack; a vehicle goes with combat units of its hex alone."""
    if unit in attack.attackers:
        return Refusal("8.2.1", message("refusal.wo.in-attack", unit=unit))
    refusal = attacker_refusal(game, state, unit, attack.target)
    if refusal is not None:
        return refusal
    materials: Materials = game.materials
    record = state.unit(unit)
    with_it = (state.unit(each) for each in attack.attackers)
    if materials.kind(record).is_vehicle and not any(
        each.at == record.at and materials.kind(each).is_combat for each in with_it
    ):
        return Refusal("14.1", message("refusal.wo.vehicle-attacks-alone", unit=unit))
    hq = attack.choices.get(HQ)
    led = state.unit(UnitId(str(hq))) if hq else None
    if led is not None and not commands(game, state, led, record):
        return Refusal(uncommanded_case(game, led, record), message("refusal.wo.not-commanded", unit=unit))
    if attack.choices.get(NIGHT) and not _fights_by_night(game, state, unit):
        return Refusal("8.2.5", message("refusal.wo.night-nwa"))
    return None


def _fights_by_night(game: Game, state: State, unit: UnitId) -> bool:
    kind = game.materials.kind(state.unit(unit))
    return bool(kind.is_nwa or kind.is_vehicle)


@rule("5.1", "5.2", "8.3")
def command_refusal(game: Game, state: State, attack: DeclaredAttack, hq: UnitId) -> Refusal | None:
    """A headquarters commands all the attackers or none, and needs a point for each of their hexes.

    One that has moved offensively does nothing else.
    """
    refusal = staff_refusal(game, state, state.side, hq, "5.2")
    if refusal is not None:
        return refusal
    record = state.unit(hq)
    if attack.choices.get(HQ):
        return Refusal("5.2", message("refusal.wo.one-headquarters"))
    if OFFENSIVE_MOVE in record.marks:
        return Refusal("8.3", message("refusal.wo.busy", unit=hq))
    for unit in attack.attackers:
        attacker = state.unit(unit)
        if not commands(game, state, record, attacker):
            return Refusal(uncommanded_case(game, record, attacker), message("refusal.wo.not-commanded", unit=unit))
    if points_left(game, record) < max(1, len(places(state, attack.attackers))):
        return Refusal("5.2", message("refusal.wo.command-spent", unit=hq))
    return None


@rule("8.2.5", "9.1")
def night_refusal(game: Game, state: State, attack: DeclaredAttack) -> Refusal | None:
    """Only the North-West Army attacks by night."""
    if attack.choices.get(NIGHT):
        return Refusal("8.2.5", message("refusal.wo.night-chosen"))
    if state.side != WHITE or not all(_fights_by_night(game, state, unit) for unit in attack.attackers):
        return Refusal("8.2.5", message("refusal.wo.night-nwa"))
    return None


@rule("5", "5.2", "8.2.1")
def resolve_refusal(game: Game, state: State, attack: DeclaredAttack) -> Refusal | None:
    """An attack needs a combat unit, and from several hexes a headquarters with points for all of them."""
    materials: Materials = game.materials
    if not any(materials.kind(state.unit(unit)).is_combat for unit in attack.attackers):
        return Refusal("8.2.1", message("refusal.wo.nobody-attacks"))
    hexes = places(state, attack.attackers)
    hq = attack.choices.get(HQ)
    if len(hexes) > 1 and not hq:
        return Refusal("5.2", message("refusal.wo.needs-headquarters"))
    if hq and points_left(game, state.unit(UnitId(str(hq)))) < len(hexes):
        return Refusal("5.2", message("refusal.wo.command-spent", unit=str(hq)))
    lonely = _lonely(game, state, attack)
    return Refusal("14.1", message("refusal.wo.vehicle-attacks-alone", unit=lonely)) if lonely is not None else None


def _lonely(game: Game, state: State, attack: DeclaredAttack) -> UnitId | None:
    """A vehicle whose combat units were taken back from the attack."""
    materials: Materials = game.materials
    units = [state.unit(unit) for unit in attack.attackers]
    fighting = {unit.at for unit in units if materials.kind(unit).is_combat}
    return next((unit.id for unit in units if materials.kind(unit).is_vehicle and unit.at not in fighting), None)


COMMAND_OPTION = AttackOption(
    CommandAttack,
    candidates=lambda game, state, attack: (CommandAttack(hq.id) for hq in headquarters(game, state, state.side)),
    refusal=lambda game, state, attack, action: command_refusal(game, state, attack, action.unit),
    changed=lambda attack, action: attack.chosen(HQ, action.unit),
    staged=lambda attack: (CommandAttack(UnitId(str(attack.choices[HQ]))),) if attack.choices.get(HQ) else (),
)
NIGHT_OPTION = AttackOption(
    AttackByNight,
    candidates=lambda game, state, attack: (AttackByNight(),),
    refusal=lambda game, state, attack, action: night_refusal(game, state, attack),
    changed=lambda attack, action: attack.chosen(NIGHT),
    staged=lambda attack: (AttackByNight(),) if attack.choices.get(NIGHT) else (),
)


def attack_rules(bombarded: Iterable[Location] = ()) -> AttackRules:
    """What may be put together while some hexes are bombarded."""
    closed = frozenset(bombarded)
    return AttackRules(
        targets=lambda game, state: contacts(game, state, state.side),
        target_refusal=lambda game, state, target: hex_refusal(game, state, target, closed),
        attackers=possible_attackers,
        attacker_refusal=joining_refusal,
        resolve_refusal=resolve_refusal,
        early=lambda unit: Refusal("8.2.1", message("refusal.wo.not-your-attacker", unit=unit)),
        options=(COMMAND_OPTION, NIGHT_OPTION),
    )


def _who_attacks(game: Game, side: Side, frame: AttackFrame) -> Message:
    """The question, with what was chosen beside the units: the headquarters that commands them, and the night."""
    words = "prompt.wo.attack-by-night" if frame.night else "prompt.wo.attack"
    label = game.board.label(frame.target)
    if frame.hq is None:
        return message(words, side=side, hex=label)
    return message(f"{words}-commanded", side=side, hex=label, hq=frame.hq)


class AttackPhase(Phase[AttackFrame]):
    """Name those who take part; declare it, or call it off."""

    @rule("8", "8.2.1")
    def menu(self, game: Game, state: State, frame: AttackFrame) -> Menu:
        said = _who_attacks(game, state.side, frame)
        return attack_menu(attack_rules(frame.bombarded), game, state, frame.declared, prompt=said, rule="8.2.1")

    @rule("5.2", "8.2.1")
    def apply(self, game: Game, draft: Draft, frame: AttackFrame, action: Action) -> None:
        """What the headquarters commands is written down now: that is when it counts (5.2)."""
        attack = changed(attack_rules(frame.bombarded), frame.declared, action)
        if attack is not None:
            draft.replace_frame(frame.holding(attack))
            return
        if isinstance(action, CallOff):
            draft.end(None)
            return
        draft.end(declare(game, draft, frame))


@rule("5.2", "8.2.1")
def declare(game: Game, draft: Draft, frame: AttackFrame) -> PlannedAttack:
    """The attack is declared: its units do nothing else, its headquarters has spent its points."""
    state = draft.state
    commanded = guns_commanded(game, state, frame.hq) if frame.hq is not None else ()
    if frame.hq is not None:
        spend_command(draft, frame.hq, len(places(state, frame.attackers)))
    for unit in frame.attackers:
        draft.mark(unit, ATTACKING)
    said = NightAttackDeclared if frame.night else AttackDeclared
    draft.emit(said(frame.target, frame.attackers))
    return PlannedAttack(frame.target, frame.attackers, frame.hq, frame.night, commanded)


# Questions


def asked(game: Game, state: State, about: Mapping[str, Any]) -> DeclaredAttack:
    """The attack that a question describes."""
    return asked_attack(game, state, about, choices=(NIGHT, HQ, DEFENDING_HQ), supports=(SUPPORTS, ANSWERS))


def asked_fight(game: Game, state: State, attack: DeclaredAttack) -> Engagement:
    """The fight that an attack comes to which a question describes."""
    side = state.unit(attack.attackers[0]).side if attack.attackers else state.side

    def named(name: str) -> UnitId | None:
        found = attack.choices.get(name)
        return UnitId(str(found)) if found else None

    return Engagement(
        game,
        state,
        side,
        attack.target,
        attack.attackers,
        tuple(map(UnitId, attack.supports.get(SUPPORTS, ()))),
        tuple(map(UnitId, attack.supports.get(ANSWERS, ()))),
        named(HQ),
        named(DEFENDING_HQ),
        bool(attack.choices.get(NIGHT, False)),
    )


def about_attack(game: Game, state: State, about: Mapping[str, Any]) -> AttackAnswer:
    """The reckoning of an attack with the supports and headquarters that the question names."""
    attack = asked(game, state, about)
    fight = asked_fight(game, state, attack)
    answer = reckoning.answer(fight, about.get("die"))
    refusal = attack_refusal(attack_rules(bombarded_now(state)), game, state, attack) or _helpers_refusal(fight)
    return replace(answer, refusal=refusal)


def asked_plan(fight: Engagement) -> PlannedAttack:
    """A fight that a question describes, as it would be declared now."""
    commanded = guns_commanded(fight.game, fight.state, fight.hq) if fight.hq is not None else ()
    return PlannedAttack(fight.target, fight.attackers, fight.hq, fight.night, commanded)


@rule("5.2", "5.3", "8.2.4")
def _helpers_refusal(fight: Engagement) -> Refusal | None:
    """What forbids the supports and the defender's headquarters that a question names, in the order they are named."""
    game, state = fight.game, fight.state
    if not (fight.supports or fight.answers or fight.defending_hq):
        return None
    attack = asked_plan(fight)
    for number, unit in enumerate(fight.supports):
        refusal = support_refusal(game, state, attack, fight.supports[:number], unit, owed=len(fight.origins))
        if refusal is not None:
            return refusal
    hq = fight.defending_hq
    refusal = defending_hq_refusal(game, state, attack, hq) if hq is not None else None
    if refusal is not None:
        return refusal
    cost = benefit_cost(game, state, attack, hq)
    for number, unit in enumerate(fight.answers):
        refusal = answer_refusal(game, state, attack, unit, hq=hq, cost=cost, named=fight.answers[:number])
        if refusal is not None:
            return refusal
    return None


CHAPTER = Chapter(
    actions=(DeclareAttack, AddAttacker, CommandAttack, AttackByNight, Resolve, CallOff),
    events=(AttackDeclared, NightAttackDeclared),
    phases={AttackFrame: AttackPhase()},
)
