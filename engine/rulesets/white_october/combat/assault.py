"""8.2.2 to 8.2.6: one attack, step by step.

The defender may retire; the attacker names his supports, then the defender; the dice are thrown; the loser suffers his
result and then the winner; vehicles are put to the test; ammunition is looked at; the winner advances.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any, ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, evolve
from engine.mechanics.attack_declaration import Resolve
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.ammunition import use_up, without_line
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.combat.advance import AdvanceFrame, is_empty, victors
from engine.rulesets.white_october.combat.aftermath import AftermathFrame, Beaten
from engine.rulesets.white_october.combat.engagement import Engagement
from engine.rulesets.white_october.combat.plans import PlannedAttack
from engine.rulesets.white_october.combat.reckoning import (
    attacker_wins,
    bracket_of,
    dice_that_agree,
    extra_losses,
    laid_down,
    readings,
    score_of,
    two_dice,
)
from engine.rulesets.white_october.combat.retirement import dodging_hq, retire_refusal, retiring
from engine.rulesets.white_october.combat.retreat import RetreatFrame
from engine.rulesets.white_october.combat.retreat_ways import Manner, Party
from engine.rulesets.white_october.combat.supports import (
    answer_refusal,
    answering_hexes,
    benefit_cost,
    defending_hq_refusal,
    guns,
    remote_hexes,
    support_candidates,
    support_refusal,
)
from engine.rulesets.white_october.command import headquarters, spend_command
from engine.rulesets.white_october.elimination import destroy, surrender
from engine.rulesets.white_october.fatigue import note_night_attack
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import SUPPORTED, Role, enemy_of
from engine.rulesets.white_october.vehicles import break_down


class Stage(IntEnum):
    """What comes next in an attack."""

    RETIREMENT = 0
    SUPPORT = 1
    ANSWER = 2
    BATTLE = 3
    OVER = 4
    LEAVING = 5
    """Those in a fort retire: left behind, it was not alone when the attack began and is spared (13)."""


@dataclass(frozen=True, slots=True)
class Retire(Action):
    """Retire before combat with all that can."""

    kind: ClassVar[str] = "retire"


@dataclass(frozen=True, slots=True)
class AddSupport(Action):
    """Let guns, ships or aircraft support the fight."""

    kind: ClassVar[str] = "add-support"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class CommandDefence(Action):
    """Let a headquarters intervene in the defence."""

    kind: ClassVar[str] = "command-defence"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class UnitsRetired(Event):
    kind: ClassVar[str] = "units-retired"
    units: tuple[UnitId, ...]
    at: Location


@dataclass(frozen=True, slots=True)
class AttackResolved(Event):
    """The dice of an attack, the score they came to, and both results."""

    kind: ClassVar[str] = "attack-resolved"
    side: Side
    attackers: tuple[UnitId, ...]
    target: Location
    odds: str
    dice: tuple[int, int]
    score: int
    attacker_result: str
    defender_result: str

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        """Two dice, whose sum each side reads in a column of its own."""
        first, second = self.dice
        return (
            DieThrow(first, side=self.side, odds=self.odds, result=self.attacker_result, together=self.dice),
            DieThrow(second, side=self.side, odds=self.odds, result=self.defender_result, together=self.dice),
        )

    @property
    def place(self) -> Location | None:
        return self.target


@dataclass(frozen=True, slots=True)
class AssaultFrame(Frame):
    """An attack on its way."""

    kind: ClassVar[str] = "assault"
    attack: PlannedAttack
    targets: tuple[Location, ...] = ()
    """Hexes that are still to be attacked after this."""
    stage: Stage = Stage.RETIREMENT
    supports: tuple[UnitId, ...] = ()
    answers: tuple[UnitId, ...] = ()
    defending_hq: UnitId | None = None

    def supported(self, unit: UnitId) -> AssaultFrame:
        """The same with a support more, of the side that is asked."""
        if self.stage is Stage.SUPPORT:
            return replace(self, supports=(*self.supports, unit))
        return replace(self, answers=(*self.answers, unit))


def engagement(game: Game, state: State, frame: AssaultFrame) -> Engagement:
    """The fight as it stands."""
    attack = frame.attack
    side = state.unit(attack.attackers[0]).side
    return Engagement(
        game,
        state,
        side,
        attack.target,
        attack.attackers,
        frame.supports,
        frame.answers,
        attack.hq,
        frame.defending_hq,
        attack.night,
    )


class AssaultPhase(Phase[AssaultFrame]):
    """The steps of 8.2.2 in their order."""

    @rule("8.2.2")
    def start(self, game: Game, draft: Draft, frame: AssaultFrame) -> None:
        self._go_on(game, draft, frame)

    def _go_on(self, game: Game, draft: Draft, frame: AssaultFrame) -> None:
        """Pass over what nobody can decide."""
        fight = engagement(game, draft.state, frame)
        if frame.stage in (Stage.RETIREMENT, Stage.LEAVING, Stage.SUPPORT) and not fight.present:
            self._follow(game, draft, frame)
            return
        if frame.stage is Stage.LEAVING:
            if fight.lone_fort:
                draft.end()
                return
            frame = replace(frame, stage=Stage.SUPPORT)
        if fight.is_undefended and frame.stage is not Stage.OVER:
            self._walk_in(game, draft, frame, fight)
            return
        if frame.stage is Stage.RETIREMENT and retire_refusal(game, draft.state, frame.attack) is not None:
            frame = replace(frame, stage=Stage.SUPPORT)
        if frame.stage is Stage.ANSWER and not self._can_answer(game, draft.state, frame):
            frame = replace(frame, stage=Stage.BATTLE)
        draft.replace_frame(frame)
        if frame.stage is Stage.BATTLE:
            self._fight(game, draft, frame)

    # Menus

    def menu(self, game: Game, state: State, frame: AssaultFrame) -> Menu | None:
        side = state.unit(frame.attack.attackers[0]).side
        label = game.board.label(frame.attack.target)
        if frame.stage is Stage.RETIREMENT:
            said = message("prompt.wo.retire", side=enemy_of(side), hex=label)
            offers: tuple[Offer[Any], ...] = (
                Offer.one(Retire(), retire_refusal(game, state, frame.attack)),
                Offer.one(Done()),
            )
            return Menu(enemy_of(side), said, "8.2.3", offers)
        if frame.stage is Stage.SUPPORT:
            said = message("prompt.wo.support", side=side, hex=label)
            return Menu(side, said, "8.2.4", (self._support_offer(game, state, frame), Offer.one(Resolve())), Resolve())
        if frame.stage is Stage.ANSWER:
            said = message("prompt.wo.answer", side=enemy_of(side), hex=label)
            answers = (*self._answer_offers(game, state, frame), Offer.one(Done()))
            return Menu(enemy_of(side), said, "8.2.4", answers, Done())
        return None

    @rule("8.2.4")
    def _support_offer(self, game: Game, state: State, frame: AssaultFrame) -> Offer[AddSupport]:
        return Offer(
            AddSupport,
            lambda: map(AddSupport, support_candidates(game, state, frame.attack)),
            lambda action: support_refusal(game, state, frame.attack, frame.supports, action.unit),
        )

    @rule("5.3", "8.2.4")
    def _answer_offers(self, game: Game, state: State, frame: AssaultFrame) -> tuple[Offer[Any], ...]:
        side = enemy_of(state.unit(frame.attack.attackers[0]).side)
        attack = frame.attack
        cost = benefit_cost(game, state, attack, frame.defending_hq)

        def command(action: CommandDefence) -> Refusal | None:
            if frame.defending_hq is not None:
                return Refusal("8.2.4", message("refusal.wo.one-headquarters"))
            return defending_hq_refusal(game, state, attack, action.unit)

        return (
            Offer(
                CommandDefence,
                lambda: (CommandDefence(hq.id) for hq in headquarters(game, state, side)),
                command,
            ),
            Offer(
                AddSupport,
                lambda: (AddSupport(unit.id) for unit in guns(game, state, side)),
                lambda action: answer_refusal(
                    game, state, attack, action.unit, hq=frame.defending_hq, cost=cost, named=frame.answers
                ),
            ),
        )

    def _can_answer(self, game: Game, state: State, frame: AssaultFrame) -> bool:
        return any(offer.any() for offer in self._answer_offers(game, state, frame))

    # Decisions

    def apply(self, game: Game, draft: Draft, frame: AssaultFrame, action: Action) -> None:
        if isinstance(action, Retire):
            self._retire(game, draft, frame)
        elif isinstance(action, AddSupport):
            draft.replace_frame(frame.supported(action.unit))
        elif isinstance(action, CommandDefence):
            draft.replace_frame(replace(frame, defending_hq=action.unit))
        else:
            self._go_on(game, draft, replace(frame, stage=Stage(frame.stage + 1)))

    @rule("8.2.3", "5.5", "13")
    def _retire(self, game: Game, draft: Draft, frame: AssaultFrame) -> None:
        """All that can get away do, one hex, before anything is fired; a fort that they leave was not alone before."""
        fight = engagement(game, draft.state, frame)
        leave_fort = not fight.lone_fort and any(game.materials.kind(unit).role is Role.FORT for unit in fight.present)
        units = retiring(game, draft.state, frame.attack)
        dodge = dodging_hq(game, draft.state, frame.attack)
        if dodge is not None:
            spend_command(draft, *dodge)
        draft.replace_frame(replace(frame, stage=Stage.LEAVING if leave_fort else Stage.SUPPORT))
        side = draft.state.unit(units[0]).side
        draft.emit(UnitsRetired(units, frame.attack.target))
        party = Party(units, (frame.attack.target,))
        draft.call(RetreatFrame(side, Manner.RETIREMENT, (party,), frame.targets))

    def resume(self, game: Game, draft: Draft, frame: AssaultFrame, result: object) -> None:
        if frame.stage is Stage.OVER:
            draft.end()
        else:
            self._go_on(game, draft, frame)

    # The fight

    @rule("4.4", "8.2.1", "8.2.3", "8.2.7")
    def _follow(self, game: Game, draft: Draft, frame: AssaultFrame) -> None:
        """With nobody left in the hex there is no fight and nobody uses ammunition; the attackers may still advance."""
        side = draft.state.unit(frame.attack.attackers[0]).side
        draft.replace_frame(replace(frame, stage=Stage.OVER))
        units = victors(game, draft.state, frame.attack.attackers, side)
        if units and is_empty(game, draft.state, frame.attack.target, side):
            draft.call(
                AdvanceFrame(side, units, (0,) * len(units), (frame.attack.target,), 1, must=False, rule="8.2.1")
            )
        else:
            draft.end()

    @rule("5.4", "8.2.4")
    def _walk_in(self, game: Game, draft: Draft, frame: AssaultFrame, fight: Engagement) -> None:
        """A headquarters alone is destroyed by an attack, guns that are all routed surrender.

        That is an attack like any other to those who make it, unless the defender has retired from it.
        """
        materials: Materials = game.materials
        if frame.stage is Stage.RETIREMENT:
            self._walked_in(game, draft, frame)
        for unit in fight.present:
            if materials.kind(unit).role is Role.ARTILLERY:
                surrender(game, draft, (unit.id,))
            elif materials.kind(unit).role is not Role.FORT:
                destroy(game, draft, unit.id)
        self._follow(game, draft, frame)

    @rule("4.4", "9.1", "14.1.1")
    def _walked_in(self, game: Game, draft: Draft, frame: AssaultFrame) -> None:
        """Ammunition, the fatigue of a night and tanks that break down, though no dice are thrown."""
        use_up(game, draft, without_line(game, draft.state, frame.attack.attackers))
        if frame.attack.night:
            note_night_attack(draft)
        break_down(game, draft, frame.attack.attackers)

    @rule("8.2.5", "8.2.4", "9.1")
    def _fight(self, game: Game, draft: Draft, frame: AssaultFrame) -> None:
        """Supports are committed, the dice are thrown, and what they say is carried out."""
        self._commit(game, draft, frame)
        fight = engagement(game, draft.state, frame)
        thrown = self._throw(draft, fight)
        attackers = Beaten(fight.side, thrown.attacker_result, True, fight.attackers, fight.origins)
        present = tuple(unit.id for unit in fight.defending)
        defenders = Beaten(fight.enemy, thrown.defender_result, False, present, (fight.target,))
        short = without_line(game, draft.state, (*attackers.units, *defenders.units, *frame.supports, *frame.answers))
        draft.replace_frame(replace(frame, stage=Stage.OVER))
        draft.call(
            AftermathFrame(
                attackers,
                defenders,
                attacker_wins(game.materials, thrown.score),
                extra_losses(fight),
                frame.attack.target,
                frame.targets,
                fight.firing(attacking=True),
                fight.firing(attacking=False),
                short=short,
            )
        )

    @rule("8.2.5")
    def _throw(self, draft: Draft, fight: Engagement) -> AttackResolved:
        """Two dice, and each side's result, read under its own morale."""
        laid = self._lay(draft, fight)
        dice = (draft.roll(), draft.roll())
        ours, theirs = readings(fight)
        thrown = sum(dice)
        given = tuple(draft.given_result() if is_laid else None for is_laid in laid)
        told = AttackResolved(
            fight.side,
            fight.attackers,
            fight.target,
            bracket_of(fight),
            dice,
            score_of(fight, thrown),
            given[0] or ours.result(thrown),
            given[1] or theirs.result(thrown),
        )
        draft.emit(told)
        return told

    def _lay(self, draft: Draft, fight: Engagement) -> tuple[bool, bool]:
        """For which sides a position lays a result down; where it lays no dice they are such as agree with it."""
        given = draft.state.given
        if given.dice or not given.results:
            return True, True
        laid = laid_down(given.results)
        thrown = dice_that_agree(fight, laid)
        if thrown is not None:
            draft.state = evolve(draft.state, given=replace(given, dice=two_dice(thrown)))
        return laid[0] is not None, laid[1] is not None

    @rule("5.2", "5.3", "8.2.4", "15.1")
    def _commit(self, game: Game, draft: Draft, frame: AssaultFrame) -> None:
        """Supports are used up for this sequence, points of command are spent, and a night attack tires the army."""
        state, attack = draft.state, frame.attack
        if attack.hq is not None:
            spend_command(draft, attack.hq, len(remote_hexes(game, state, attack, frame.supports)))
        hq = frame.defending_hq
        if hq is not None:
            away = answering_hexes(game, state, attack, frame.answers)
            spend_command(draft, hq, len(away) + benefit_cost(game, state, attack, hq))
        for unit in (*frame.supports, *frame.answers):
            if game.materials.kind(draft.state.unit(unit)).role is not Role.AIRCRAFT:
                draft.mark(unit, SUPPORTED)
        if attack.night:
            note_night_attack(draft)


CHAPTER = Chapter(
    actions=(Retire, AddSupport, CommandDefence, Resolve),
    events=(UnitsRetired, AttackResolved),
    phases={AssaultFrame: AssaultPhase()},
)
