"""4.2 and 11: the combat phase: landings and drops first, other attacks at will, then works are dug."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.mechanics.attack_declaration import (
    DeclareAttack,
    DeclaredAttack,
    begun_or_changed,
    declare_offer,
    question,
    staged,
)
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.air_tables import change, largest
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.combat.aftermath import AftermathFrame, AttackResolved
from engine.rulesets.war_in_europe.combat.declaration import (
    ATTACKS,
    AttackFrame,
    asked,
    intruders,
    possible_attackers,
    resolve_refusal,
)
from engine.rulesets.war_in_europe.combat.fights import AIR, Fight
from engine.rulesets.war_in_europe.combat.losses import PaymentFrame
from engine.rulesets.war_in_europe.combat.retreats import RetreatFrame
from engine.rulesets.war_in_europe.elimination import remove
from engine.rulesets.war_in_europe.fortified import Fortify, FortifyFrame, fortify_refusal
from engine.rulesets.war_in_europe.names import (
    ABOARD,
    ARMS,
    ATTACKED,
    FLOWN_IN,
    LANDED,
    STRUCK,
    TOOK_PART,
    enemy_of,
    ready,
    supports,
)
from engine.rulesets.war_in_europe.naval import leave_beach
from engine.rulesets.war_in_europe.standing import company, standing


@dataclass(frozen=True, slots=True)
class CombatFrame(Frame):
    """A side's combat phase."""

    kind: ClassVar[str] = "combat"


@rule("7.33", "8.24")
def contested(game: Game, state: State) -> tuple[Location, ...]:
    """The hexes where units of the side have landed or been dropped among enemies."""
    enemy = standing(game, state, enemy_of(state.side)).present
    mine = standing(game, state, state.side).present
    return tuple(at for at in sorted(mine & enemy) if intruders(state, at))


@rule("7.33", "8.24", "12.33")
def must_attack(game: Game, state: State, at: Location) -> bool:
    """Whether those who came among enemies in a hex can attack them; who cannot at 1-2 has failed."""
    if all(STRUCK in unit.marks for unit in company(state, at, enemy_of(state.side))):
        return False
    attackers = possible_attackers(game, state, (at,))
    return bool(attackers) and resolve_refusal(game, state, DeclaredAttack((at,), attackers)) is None


@rule("8.35")
def flown_in(state: State, at: Location) -> tuple[Unit, ...]:
    """Units of the side that were flown in to a drop: they do not fight, but what comes of it is theirs too."""
    return tuple(unit for unit in company(state, at, state.side) if FLOWN_IN in unit.marks)


class CombatPhase(Phase[CombatFrame]):
    """Attacks are never compulsory, but for those who have landed or been dropped among enemies."""

    @rule("11.0", "11.11", "11.12")
    def menu(self, game: Game, state: State, frame: CombatFrame) -> Menu:
        said = message("prompt.wie.combat", side=state.side)
        pending = next((at for at in contested(game, state) if must_attack(game, state, at)), None)
        wait = None
        if pending is not None:
            landed = any(LANDED in unit.marks for unit in intruders(state, pending))
            case = "7.33" if landed else "8.24"
            wait = Refusal(case, message("refusal.wie.must-attack-hex", hex=game.board.label(pending)))
            said = message("prompt.wie.combat-bound", side=state.side, hex=game.board.label(pending))
        offers = (declare_offer(ATTACKS, game, state), works_to_come(game, state), Offer.one(Done(), wait))
        return Menu(state.side, said, "11.0", offers, Done())

    def apply(self, game: Game, draft: Draft, frame: CombatFrame, action: Action) -> None:
        if isinstance(action, DeclareAttack):
            draft.call(AttackFrame((action.target,)))
        else:
            self._end(game, draft)

    @rule("7.33", "8.24", "11.31", "18.0")
    def _end(self, game: Game, draft: Draft) -> None:
        """Whoever is still among enemies has failed and is removed; then units may be fortified."""
        for at in contested(game, draft.state):
            for unit in (*intruders(draft.state, at), *flown_in(draft.state, at)):
                remove(game, draft, unit.id)
            leave_beach(game, draft, at, draft.state.side)
        draft.unmark_all(ATTACKED, STRUCK)
        draft.goto(FortifyFrame())

    @rule("11.0", "12.33", "6.36")
    def resume(self, game: Game, draft: Draft, frame: CombatFrame, result: object) -> None:
        """An attack is thrown for at once and dealt with before another; units attacked on trains get off."""
        if not isinstance(result, DeclaredAttack):
            return
        state = draft.state
        fight = Fight(game, state, state.side, result)
        reading, die = fight.reading, draft.roll()
        outcome = draft.given_result() or reading.result(die)
        draft.emit(
            AttackResolved(
                state.side, result.attackers, result.target, fight.table_name, reading.column, die,
                reading.modified(die), outcome,
            )
        )  # fmt: skip
        debt = fight.debt()
        defenders = tuple(unit.id for unit in fight.defenders)
        for unit in result.attackers:
            draft.mark(unit, ATTACKED, TOOK_PART)
        for unit in defenders:
            draft.mark(unit, STRUCK)
            draft.unmark(unit, ABOARD)
        if result.choices.get(AIR):
            spend_support(game, draft, result)
        sharing = (unit.id for at in result.targets for unit in flown_in(state, at))
        draft.call(AftermathFrame(state.side, result.targets, (*result.attackers, *sharing), defenders, outcome, debt))


@rule("13.41")
def spend_support(game: Game, draft: Draft, attack: DeclaredAttack) -> None:
    """The air point that supported an attack goes back to those available on its front."""
    front = game.materials.ground.fronts[attack.target]
    found = largest(draft.state, ((arm, supports(arm, front)) for arm in ARMS[draft.state.side]))
    if found is not None:
        arm, name = found
        change(draft, name, -1)
        change(draft, ready(arm, front), 1)


@rule("18.0", "18.12")
def works_to_come(game: Game, state: State) -> Offer[Fortify]:
    """Nobody digs in before the attacks are over; who will not then either is told why, for nobody asks in mud."""
    later = Refusal("18.0", message("refusal.wie.dig-later"))
    return Offer(Fortify, lambda: (), lambda action: fortify_refusal(game, state, action.unit) or later)


# What the ruleset is asked about attacks


def stage_attack(game: Game, state: State, about: Mapping[str, Any]) -> tuple[Action, ...]:
    return staged(ATTACKS, asked(game, state, about))


def attack_now(game: Game, state: State) -> Mapping[str, Any] | None:
    frame = state.frames[-1] if state.frames else None
    return question(game.board, frame.declared) if isinstance(frame, AttackFrame) else None


def attack_if(game: Game, state: State, action: Action) -> Mapping[str, Any] | None:
    frame = state.frames[-1] if state.frames else None
    in_hand = frame.declared if isinstance(frame, AttackFrame) else None
    begun = begun_or_changed(ATTACKS, game, state, in_hand, action)
    return question(game.board, begun) if begun is not None else None


def fight_now(game: Game, state: State) -> tuple[tuple[UnitId, ...], tuple[Location, ...]] | None:
    """The fight whose retreats, payments or advances are being decided."""
    if not state.frames or not isinstance(state.frames[-1], AftermathFrame | RetreatFrame | PaymentFrame):
        return None
    for frame in reversed(state.frames):
        if isinstance(frame, AftermathFrame):
            return frame.attackers, frame.targets
    return None


CHAPTER = Chapter(phases={CombatFrame: CombatPhase()})
