"""Chapter 5: fire, losses and retreats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core.actions import Retreat, TakeLoss
from engine.core.answers import Losses, Throw
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.terms import Op, Term, sum_of, total
from engine.mechanics.reckoning import Dice, Reading
from engine.mechanics.retreats import retreat_offer, trapped
from tests.helpers.toys.cabinet.cases import rule
from tests.helpers.toys.cabinet.ground import enter, garrison, is_open, is_river_only, stacking_refusal
from tests.helpers.toys.cabinet.materials import Materials, enemy_of
from tests.helpers.toys.cabinet.records import (
    CombatFrame,
    LossFrame,
    RetreatFrame,
    ShotsFired,
    StepLost,
    UnitEliminated,
    UnitRetreated,
)
from tests.helpers.toys.cabinet.victory import check_annihilation


@rule("5.1")
def strength_terms(game: Game, units: Sequence[Unit]) -> tuple[Term, ...]:
    """Every unit of a space fires, with the strength of the steps it has left."""
    materials: Materials = game.materials
    return tuple(Term(message("term.unit", unit=unit.id), materials.factor(unit, "strength"), "5.1") for unit in units)


def fire_of(game: Game, side: Side, units: Sequence[Unit], modifiers: tuple[Term, ...]) -> Reading:
    """One side's fire: in which column, with which modifiers."""
    materials: Materials = game.materials
    column = materials.fire.column_for(int(total(strength_terms(game, units))))
    column = materials.fire.shift(column, int(sum_of(modifiers, Op.SHIFT)))
    dice = Dice(lowest=int(materials.fire.rows[0]), highest=int(materials.fire.rows[-1]))
    return Reading(side, materials.fire, "fire", column, "5.1", modifiers, modifiers, dice)


@rule("5.2")
def attack_modifiers(game: Game, state: State, origin: Location, target: Location, shift: int) -> tuple[Term, ...]:
    """Across a river alone the attack loses a column, a mountain costs it a pip, an offensive gains a column."""
    materials: Materials = game.materials
    terms = []
    if is_river_only(game, state, origin, target):
        terms.append(Term(message("term.across-river"), materials.number("river_shift"), "5.2", Op.SHIFT))
    if shift:
        terms.append(Term(message("term.offensive"), shift, "6.5", Op.SHIFT))
    terrain = game.board.terrains[target]
    if materials.die_modifier(terrain):
        terms.append(Term(message("term.terrain", terrain=terrain), materials.die_modifier(terrain), "5.2", Op.DIE))
    return tuple(terms)


def attack_fire(game: Game, state: State, origin: Location, target: Location, shift: int) -> Reading:
    units = state.at(origin)
    side = units[0].side if units else state.side
    return fire_of(game, side, units, attack_modifiers(game, state, origin, target, shift))


@rule("5.3")
def throw_of(game: Game, fire: Reading, under_fire: Sequence[Unit], *, attacking: bool) -> Throw:
    """The die of one side's fire and the steps that it costs the other."""
    materials: Materials = game.materials
    left = sum(materials.steps(unit) - unit.step for unit in under_fire)

    def costs(hits: str) -> tuple[Losses, Losses]:
        lost = min(int(hits), left)
        return (Losses(), Losses(lost, lost)) if attacking else (Losses(lost, lost), Losses())

    return fire.throw(costs)


class CombatPhase(Phase[CombatFrame]):
    """Both fire at once; then the defender loses steps, then the attacker, then the beaten defender goes."""

    @rule("5.1")
    def start(self, game: Game, draft: Draft, frame: CombatFrame) -> None:
        """A die for each side on the fire table, the attacker's first."""
        attack = attack_fire(game, draft.state, frame.origin, frame.target, frame.shift)
        defence = fire_of(game, enemy_of(draft.state.side), draft.state.at(frame.target), ())
        laid_down = draft.given_result()
        dice = draft.roll(), draft.roll()
        hits = int(laid_down) if laid_down is not None else int(attack.result(dice[0]))
        lost = replace(frame, defender_losses=hits, attacker_losses=int(defence.result(dice[1])), stage=1)
        draft.emit(
            ShotsFired(
                frame.origin,
                frame.target,
                attack.column,
                dice[0],
                defence.column,
                dice[1],
                lost.defender_losses,
                lost.attacker_losses,
            )
        )
        draft.replace_frame(lost)
        draft.call(LossFrame(enemy_of(draft.state.side), frame.target, lost.defender_losses))

    def resume(self, game: Game, draft: Draft, frame: CombatFrame, result: object) -> None:
        side = draft.state.side
        draft.replace_frame(replace(frame, stage=frame.stage + 1))
        if frame.stage == 1:
            draft.call(LossFrame(side, frame.origin, frame.attacker_losses))
        elif frame.stage == 2 and is_beaten(draft.state, frame):
            draft.call(RetreatFrame(enemy_of(side), frame.target, frame.origin))
        else:
            check_annihilation(game, draft)


@rule("5.4")
def is_beaten(state: State, frame: CombatFrame) -> bool:
    """Defenders who had to lose more steps than the attackers retreat; attackers stay where they are."""
    return frame.defender_losses > frame.attacker_losses and bool(state.at(frame.target))


@rule("5.5")
def eliminate(game: Game, draft: Draft, unit: Unit) -> None:
    """An eliminated unit goes to its side's box."""
    draft.move_unit(unit.id, game.board.at(f"eliminated-{unit.side}"))
    draft.emit(UnitEliminated(unit.id, unit.at))


class LossPhase(Phase[LossFrame]):
    """The owner chooses whose steps are lost."""

    @rule("5.3")
    def menu(self, game: Game, state: State, frame: LossFrame) -> Menu | None:
        """Any unit of the space may take each step."""
        standing = garrison(state, frame.at, frame.side)
        if not frame.steps or not standing:
            return None
        elsewhere = Refusal("5.3", message("refusal.not-in-combat"))
        choices = [TakeLoss(unit.id) for unit in standing]
        offer = Offer.among(choices, TakeLoss, elsewhere)
        prompt = message("prompt.loss", side=frame.side, steps=frame.steps)
        return Menu(frame.side, prompt, "5.3", (offer,), default=choices[0] if len(choices) == 1 else None)

    def apply(self, game: Game, draft: Draft, frame: LossFrame, action: Action) -> None:
        assert isinstance(action, TakeLoss)
        materials: Materials = game.materials
        unit = draft.state.unit(action.unit)
        draft.replace_frame(replace(frame, steps=frame.steps - 1))
        if unit.step + 1 < materials.steps(unit):
            draft.change_unit(unit.id, step=unit.step + 1)
            draft.emit(StepLost(unit.id))
        else:
            eliminate(game, draft, unit)


@rule("5.4", "R1")
def retreat_refusal(game: Game, state: State, frame: RetreatFrame, action: Retreat) -> Refusal | None:
    """One space along an open connection, not to where the attack came from, nor onto an enemy or a full stack."""
    unit = state.units.get(action.unit)
    if unit is None or unit.side != frame.side or unit.at != frame.at:
        return Refusal("5.4", message("refusal.not-retreating", unit=action.unit))
    ways = game.board.edges_between(unit.at, action.to)
    if not ways:
        return Refusal("5.4", message("refusal.not-connected", space=game.board.label(action.to)))
    if not any(is_open(state, edge) for edge in ways):
        return Refusal("R1", message("refusal.not-connected", space=game.board.label(action.to)))
    if action.to == frame.enemy:
        return Refusal("5.4", message("refusal.towards-enemy"))
    return stacking_refusal(game, state, unit.side, action.to)


class RetreatPhase(Phase[RetreatFrame]):
    """The owner withdraws every unit of the space; those with nowhere to go are lost."""

    def start(self, game: Game, draft: Draft, frame: RetreatFrame) -> None:
        lose_the_trapped(game, draft, frame)

    def menu(self, game: Game, state: State, frame: RetreatFrame) -> Menu | None:
        leaving = garrison(state, frame.at, frame.side)
        if not leaving:
            return None
        offer = retreat_offer(
            (unit.id for unit in leaving),
            lambda _: (Location(to) for to, _ in game.board.links[frame.at]),
            lambda action: retreat_refusal(game, state, frame, action),
        )
        return Menu(frame.side, message("prompt.retreat", side=frame.side), "5.4", (offer,))

    def apply(self, game: Game, draft: Draft, frame: RetreatFrame, action: Action) -> None:
        assert isinstance(action, Retreat)
        enter(draft, action.unit, action.to)
        draft.emit(UnitRetreated(action.unit, frame.at, action.to))
        lose_the_trapped(game, draft, frame)


@rule("5.5")
def lose_the_trapped(game: Game, draft: Draft, frame: RetreatFrame) -> None:
    """When no way is left, the units that have not gone are eliminated."""
    state = draft.state

    def can_go(unit: UnitId) -> bool:
        around = (Location(to) for to, _ in game.board.links[frame.at])
        return any(retreat_refusal(game, state, frame, Retreat(unit, to)) is None for to in around)

    leaving = [unit.id for unit in garrison(state, frame.at, frame.side)]
    for unit in trapped(leaving, can_go, together=True):
        eliminate(game, draft, state.unit(unit))
