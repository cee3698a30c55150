"""Chapter 4, second half: attacks, losses, retreats and advances; chapter 9: what is found out in combat."""

from __future__ import annotations

from dataclasses import replace

from engine.core.actions import Advance, Done, Retreat, TakeLoss
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.mechanics.advances import advance_menu
from engine.mechanics.attack_declaration import (
    AttackRules,
    DeclareAttack,
    DeclaredAttack,
    attack_menu,
    changed,
    declare_offer,
)
from engine.mechanics.retreats import retreat_offer, trapped
from tests.helpers.toys.skirmish.cases import rule
from tests.helpers.toys.skirmish.ground import blocked, enemy_of, on_map, stacking_refusal, zones
from tests.helpers.toys.skirmish.materials import CUP, DECOY, DRAWN, Materials
from tests.helpers.toys.skirmish.odds import STRENGTH, reckon
from tests.helpers.toys.skirmish.records import (
    AdvanceFrame,
    AttackFrame,
    AttackResolved,
    CombatFrame,
    DecoyFound,
    LossFrame,
    RetreatFrame,
    StepLost,
    StrengthDrawn,
    UnitAdvanced,
    UnitEliminated,
    UnitRetreated,
)

FOUGHT = "fought"


@rule("4.1")
def attacker_refusal(game: Game, state: State, unit: UnitId, target: Location) -> Refusal | None:
    """A unit may attack once a phase, a hex next to it, not across a lake."""
    record = state.units.get(unit)
    if record is None or record.side != state.side or not on_map(game, record):
        return Refusal("4.1", message("refusal.not-yours", unit=unit))
    if FOUGHT in record.marks:
        return Refusal("4.1", message("refusal.fought", unit=unit))
    edge = game.board.edge_between(record.at, target)
    if edge is None or blocked(game, edge):
        return Refusal("4.1", message("refusal.out-of-reach", unit=unit, hex=game.board.label(target)))
    return None


def possible_attackers(game: Game, state: State, targets: tuple[Location, ...]) -> tuple[UnitId, ...]:
    """All who may attack a hex."""
    return tuple(unit for unit in state.roster if attacker_refusal(game, state, unit, targets[0]) is None)


@rule("4.1")
def target_refusal(game: Game, state: State, frame: CombatFrame, target: Location) -> Refusal | None:
    """A hex may be attacked once a phase, if enemies are there and somebody can attack it."""
    if not any(unit.side == enemy_of(state.side) for unit in state.at(target)) or game.board.kinds[target] != "hex":
        return Refusal("4.1", message("refusal.nobody-there", hex=game.board.label(target)))
    if target in frame.attacked:
        return Refusal("4.1", message("refusal.attacked-before", hex=game.board.label(target)))
    if not possible_attackers(game, state, (target,)):
        return Refusal("4.1", message("refusal.no-attacker", hex=game.board.label(target)))
    return None


def joining_refusal(game: Game, state: State, attack: DeclaredAttack, unit: UnitId) -> Refusal | None:
    """Nobody joins an attack twice."""
    if unit in attack.attackers:
        return Refusal("4.1", message("refusal.fought", unit=unit))
    return attacker_refusal(game, state, unit, attack.target)


def resolve_refusal(game: Game, state: State, attack: DeclaredAttack) -> Refusal | None:
    return None if attack.attackers else Refusal("4.1", message("refusal.nobody-attacks"))


def take_back_refusal(game: Game, state: State, attack: DeclaredAttack, unit: UnitId) -> Refusal | None:
    return None if unit in attack.attackers else Refusal("4.1", message("refusal.not-in-combat"))


def enemy_hexes(game: Game, state: State) -> list[Location]:
    return sorted({unit.at for unit in state.every_unit() if unit.side == enemy_of(state.side)})


def attack_rules(frame: CombatFrame) -> AttackRules:
    """How attacks are put together; nobody calls one off."""
    return AttackRules(
        targets=enemy_hexes,
        target_refusal=lambda game, state, target: target_refusal(game, state, frame, target),
        attackers=possible_attackers,
        attacker_refusal=joining_refusal,
        resolve_refusal=resolve_refusal,
        early=lambda unit: Refusal("4.1", message("refusal.not-yours", unit=unit)),
        take_back_refusal=take_back_refusal,
        can_call_off=False,
    )


ATTACKS = attack_rules(CombatFrame())


def attack_in_hand(state: State) -> DeclaredAttack | None:
    """The attack that is being put together."""
    frame = state.frames[-1] if state.frames else None
    return frame.declared if isinstance(frame, AttackFrame) and not frame.resolved else None


class CombatPhase(Phase[CombatFrame]):
    """The side may attack hex after hex."""

    def menu(self, game: Game, state: State, frame: CombatFrame) -> Menu | None:
        offer = declare_offer(attack_rules(frame), game, state)
        if not offer.any():
            return None
        return Menu(state.side, message("prompt.combat", side=state.side), "4.1", (offer, Offer.one(Done())))

    def apply(self, game: Game, draft: Draft, frame: CombatFrame, action: Action) -> None:
        if isinstance(action, Done):
            draft.unmark_all(FOUGHT)
            draft.end()
            return
        assert isinstance(action, DeclareAttack)
        draft.replace_frame(CombatFrame((*frame.attacked, action.target)))
        draft.call(AttackFrame(action.target))

    def resume(self, game: Game, draft: Draft, frame: CombatFrame, result: object) -> None:
        if self.menu(game, draft.state, frame) is None:
            draft.unmark_all(FOUGHT)


class AttackPhase(Phase[AttackFrame]):
    """One attack: pick who takes part, throw, and settle what follows through called frames."""

    def menu(self, game: Game, state: State, frame: AttackFrame) -> Menu | None:
        if frame.resolved:
            return None
        prompt = message("prompt.attack", side=state.side, hex=game.board.label(frame.target))
        return attack_menu(ATTACKS, game, state, frame.declared, prompt=prompt, rule="4.1")

    def apply(self, game: Game, draft: Draft, frame: AttackFrame, action: Action) -> None:
        attack = changed(ATTACKS, frame.declared, action)
        if attack is not None:
            draft.replace_frame(replace(frame, attackers=attack.attackers))
            return
        for unit in frame.attackers:
            draft.mark(unit, FOUGHT)
        involved = (*frame.attackers, *draft.state.stacks[frame.target])
        find_decoys(draft, involved)
        draw_strengths(game, draft, involved)
        attackers = tuple(unit for unit in frame.attackers if unit in draft.state.units)
        draft.replace_frame(AttackFrame(frame.target, attackers, resolved=True))
        if attackers and not draft.state.at(frame.target):
            draft.call(AdvanceFrame(draft.state.side, attackers, frame.target))
        elif attackers:
            self._fight(game, draft, attackers, frame.target)

    @rule("4.5")
    def _fight(self, game: Game, draft: Draft, attackers: tuple[UnitId, ...], target: Location) -> None:
        """The die, the table, and the frames that the result calls for, the last called being played first."""
        laid_down = draft.given_result()
        die = draft.roll()
        reckoned = reckon(game, draft.state, attackers, target, die)
        result = laid_down or reckoned.result
        assert result is not None
        draft.emit(AttackResolved(target, attackers, reckoned.odds, reckoned.column, die, result))
        side = draft.state.side
        defenders = draft.state.stacks[target]
        draft.call(AftermathOrder[result](side, attackers, defenders, target))

    def resume(self, game: Game, draft: Draft, frame: AttackFrame, result: object) -> None:
        """After losses and retreats the attackers may enter a hex left empty."""
        if result == "advanced":
            return
        attackers = tuple(unit for unit in frame.attackers if unit in draft.state.units)
        survivors = tuple(unit for unit in attackers if on_map(game, draft.state.unit(unit)))
        if survivors and not draft.state.at(frame.target):
            draft.call(AdvanceFrame(draft.state.side, survivors, frame.target))


def _attackers_lose(
    side: Side, attackers: tuple[UnitId, ...], defenders: tuple[UnitId, ...], target: Location
) -> LossFrame:
    return LossFrame(side, attackers, 1)


def _attackers_retreat(
    side: Side, attackers: tuple[UnitId, ...], defenders: tuple[UnitId, ...], target: Location
) -> RetreatFrame:
    return RetreatFrame(side, attackers)


def _exchange(side: Side, attackers: tuple[UnitId, ...], defenders: tuple[UnitId, ...], target: Location) -> LossFrame:
    return LossFrame(enemy_of(side), defenders, 1, then=LossFrame(side, attackers, 1))


def _defenders_retreat(
    side: Side, attackers: tuple[UnitId, ...], defenders: tuple[UnitId, ...], target: Location
) -> RetreatFrame:
    return RetreatFrame(enemy_of(side), defenders)


def _defenders_lose(
    side: Side, attackers: tuple[UnitId, ...], defenders: tuple[UnitId, ...], target: Location
) -> LossFrame:
    return LossFrame(enemy_of(side), defenders, 2)


AftermathOrder = {
    "A1": _attackers_lose,
    "AR": _attackers_retreat,
    "EX": _exchange,
    "DR": _defenders_retreat,
    "D2": _defenders_lose,
}


@rule("9.2")
def find_decoys(draft: Draft, units: tuple[UnitId, ...]) -> None:
    """Decoys that meet an enemy in combat are shown and leave the game."""
    for unit in units:
        if draft.state.unit(unit).values.get(DECOY):
            draft.reveal()
            draft.remove_unit(unit)
            draft.emit(DecoyFound(unit))


@rule("9.1")
def draw_strengths(game: Game, draft: Draft, units: tuple[UnitId, ...]) -> None:
    """An untried unit draws its strength from the cup the first time it fights, and keeps it."""
    materials: Materials = game.materials
    for unit in units:
        record = draft.state.units.get(unit)
        if record is not None and materials.is_untried(record) and STRENGTH not in record.values:
            chit = draft.draw(CUP, DRAWN)
            strength = materials.chit_strength(chit) if chit is not None else 1
            draft.set_unit_value(unit, STRENGTH, strength)
            draft.emit(StrengthDrawn(unit, strength))


@rule("4.6")
def lose_step(game: Game, draft: Draft, unit: Unit) -> None:
    """A unit that loses its last step goes to the box of the eliminated."""
    materials: Materials = game.materials
    if unit.step + 1 < materials.steps(unit):
        draft.change_unit(unit.id, step=unit.step + 1)
        draft.emit(StepLost(unit.id))
    else:
        eliminate(game, draft, unit)


def eliminate(game: Game, draft: Draft, unit: Unit) -> None:
    draft.move_unit(unit.id, game.board.at("eliminated"))
    draft.emit(UnitEliminated(unit.id, unit.at))


class LossPhase(Phase[LossFrame]):
    """The owner chooses which units lose steps."""

    def menu(self, game: Game, state: State, frame: LossFrame) -> Menu | None:
        standing = [unit for unit in frame.units if on_map(game, state.unit(unit))]
        if not frame.steps or not standing:
            return None
        other = Refusal("4.6", message("refusal.not-in-combat"))
        offer = Offer.among((TakeLoss(unit) for unit in standing), TakeLoss, other)
        return Menu(frame.side, message("prompt.loss", side=frame.side, steps=frame.steps), "4.6", (offer,))

    def apply(self, game: Game, draft: Draft, frame: LossFrame, action: Action) -> None:
        assert isinstance(action, TakeLoss)
        draft.replace_frame(replace(frame, steps=frame.steps - 1))
        lose_step(game, draft, draft.state.unit(action.unit))
        if frame.steps == 1 and frame.then is not None:
            draft.goto(frame.then)


@rule("4.7")
def retreat_refusal(game: Game, state: State, frame: RetreatFrame, action: Retreat) -> Refusal | None:
    """One hex, on passable ground, not into an enemy zone, an enemy or a full stack."""
    board = game.board
    if action.unit not in frame.units or not on_map(game, state.unit(action.unit)):
        return Refusal("4.7", message("refusal.not-retreating", unit=action.unit))
    unit = state.unit(action.unit)
    edge = board.edge_between(unit.at, action.to)
    materials: Materials = game.materials
    if edge is None or blocked(game, edge) or board.kinds[action.to] != "hex":
        return Refusal("4.7", message("refusal.not-adjacent", hex=board.label(action.to)))
    if materials.terrain_cost(board.terrains[action.to], unit) is None:
        return Refusal("4.7", message("refusal.impassable", hex=board.label(action.to)))
    if action.to in zones(game, state, enemy_of(unit.side)):
        return Refusal("4.7", message("refusal.enemy-zone", hex=board.label(action.to)))
    return stacking_refusal(game, state, unit, action.to)


class RetreatPhase(Phase[RetreatFrame]):
    """The owner withdraws the units one by one; a unit that cannot is lost."""

    def start(self, game: Game, draft: Draft, frame: RetreatFrame) -> None:
        self._lose_the_trapped(game, draft, frame)

    def menu(self, game: Game, state: State, frame: RetreatFrame) -> Menu | None:
        if not frame.units:
            return None
        links = game.board.links
        offer = retreat_offer(
            frame.units,
            lambda unit: (Location(target) for target, _ in links[state.unit(unit).at]),
            lambda action: retreat_refusal(game, state, frame, action),
        )
        return Menu(frame.side, message("prompt.retreat", side=frame.side), "4.7", (offer,))

    def apply(self, game: Game, draft: Draft, frame: RetreatFrame, action: Action) -> None:
        assert isinstance(action, Retreat)
        unit = draft.state.unit(action.unit)
        draft.move_unit(unit.id, action.to)
        draft.set_control(action.to, unit.side)
        draft.emit(UnitRetreated(unit.id, unit.at, action.to))
        rest = RetreatFrame(frame.side, tuple(each for each in frame.units if each != action.unit))
        draft.replace_frame(rest)
        self._lose_the_trapped(game, draft, rest)

    @rule("4.7")
    def _lose_the_trapped(self, game: Game, draft: Draft, frame: RetreatFrame) -> None:
        """When none of those left can go anywhere they are eliminated."""
        state = draft.state

        def can_go(unit: UnitId) -> bool:
            around = (Location(target) for target, _ in game.board.links[state.unit(unit).at])
            return any(retreat_refusal(game, state, frame, Retreat(unit, to)) is None for to in around)

        lost = tuple(trapped(frame.units, can_go, together=True))
        for unit in lost:
            eliminate(game, draft, state.unit(unit))
        if lost:
            draft.replace_frame(RetreatFrame(frame.side, ()))


class AdvancePhase(Phase[AdvanceFrame]):
    """One attacker may enter the hex that was won."""

    @rule("4.8")
    def menu(self, game: Game, state: State, frame: AdvanceFrame) -> Menu | None:
        """The advance is free, and zones do not hinder it."""
        other = Refusal("4.8", message("refusal.not-in-combat"))
        offer = Offer.among((Advance(unit, frame.to) for unit in frame.units), Advance, other)
        prompt = message("prompt.advance", side=frame.side, hex=game.board.label(frame.to))
        return advance_menu(offer, frame.side, prompt, "4.8")

    def apply(self, game: Game, draft: Draft, frame: AdvanceFrame, action: Action) -> None:
        if isinstance(action, Advance):
            draft.move_unit(action.unit, action.to)
            draft.set_control(action.to, frame.side)
            draft.emit(UnitAdvanced(action.unit, action.to))
        draft.end("advanced")
