"""11.2: a battle from its announcement to the advance: cards, fire, losses, the winner, the retreat, the advance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from engine.core.actions import Done, TakeLoss
from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.ids import CardId, Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.mechanics.loss_choice import replaced
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.combat import combat_cards
from engine.rulesets.barbarossa_to_berlin.combat.advance import advance_frame
from engine.rulesets.barbarossa_to_berlin.combat.battle import Battle, combat_units
from engine.rulesets.barbarossa_to_berlin.combat.combat_cards import PANZERFAUST, soviet_wheels
from engine.rulesets.barbarossa_to_berlin.combat.fire import fire_of, strength
from engine.rulesets.barbarossa_to_berlin.combat.losses import LossFrame
from engine.rulesets.barbarossa_to_berlin.combat.retreat import RetreatEnd, RetreatFrame, retreat_length
from engine.rulesets.barbarossa_to_berlin.eliminations import eliminate, lose_step
from engine.rulesets.barbarossa_to_berlin.names import ALLIED, AXIS, BEACHHEADS
from engine.rulesets.chapter import Chapter


class Stage(StrEnum):
    """What a battle is at."""

    ATTACKER_CARDS = "attacker-cards"
    DEFENDER_CARDS = "defender-cards"
    PANZERFAUST = "panzerfaust"
    DEFENDER_LOSSES = "defender-losses"
    ATTACKER_LOSSES = "attacker-losses"
    RETREAT = "retreat"


@dataclass(frozen=True, slots=True)
class PlayCombatCard(Action):
    """Play a combat card of the hand, or use one that lies in front of the side."""

    kind: ClassVar[str] = "play-combat-card"
    card: CardId


@dataclass(frozen=True, slots=True)
class BattleFrame(Frame):
    """A battle being fought."""

    kind: ClassVar[str] = "battle"
    battle: Battle
    stage: Stage = Stage.ATTACKER_CARDS
    on_defender: int = 0
    """The losses that the attacker inflicted."""
    on_attacker: int = 0


@dataclass(frozen=True, slots=True)
class ShotsFired(Event):
    """Both sides fired at once; a die of 0 was not thrown, as nobody was there to fire."""

    kind: ClassVar[str] = "shots-fired"
    side: Side
    target: Location
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    attack: int
    attack_column: str
    attack_die: int
    attack_modified: int
    on_defender: int
    defence: int
    defence_column: str
    defence_die: int
    defence_modified: int
    on_attacker: int

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        on_defender, on_attacker = str(self.on_defender), str(self.on_attacker)
        shot, answer = self.attack_column, self.defence_column
        first = next(iter(self.defenders), None)
        dice = (
            DieThrow(self.attack_die, side=self.side, purpose="attack", column=shot, result=on_defender),
            DieThrow(self.defence_die, unit=first, purpose="defence", column=answer, result=on_attacker),
        )
        return tuple(die for die in dice if die.face)


@dataclass(frozen=True, slots=True)
class BattleDecided(Event):
    """Who inflicted more losses; nobody did where they are equal, and then both have lost."""

    kind: ClassVar[str] = "battle-decided"
    target: Location
    winner: Side | None


@dataclass(frozen=True, slots=True)
class BeachheadLost(Event):
    kind: ClassVar[str] = "beachhead-lost"
    at: Location


class BattlePhase(Phase[BattleFrame]):
    """The attacker plays his cards, then the defender his; they fire; losses, retreat and advance follow."""

    def start(self, game: Game, draft: Draft, frame: BattleFrame) -> None:
        self._go_on(game, draft)

    # Cards

    @rule("7.6.4", "11.2")
    def menu(self, game: Game, state: State, frame: BattleFrame) -> Menu | None:
        """Any number of cards whose terms are met, the attacker's first."""
        if frame.stage is Stage.PANZERFAUST:
            return self._panzerfaust(game, state, frame)
        side = _card_side(frame)
        if side is None:
            return None
        cards = self._cards(game, state, frame, side)
        prompt = message("prompt.btb.combat-cards", side=side, space=game.board.label(frame.battle.target))
        return Menu(side, prompt, "7.6.4", (cards, Offer.one(Done())), default=Done())

    def _cards(self, game: Game, state: State, frame: BattleFrame, side: Side) -> Offer[PlayCombatCard]:
        return Offer(
            PlayCombatCard,
            lambda: map(PlayCombatCard, combat_cards.at_hand(state, side)),
            lambda action: combat_cards.card_refusal(game, state, frame.battle, side, action.card),
        )

    @rule("card.axis.43")
    def _panzerfaust(self, game: Game, state: State, frame: BattleFrame) -> Menu:
        """The Axis picks the mechanised attacker that is hit (ruling 30)."""
        choices = [TakeLoss(unit.id) for unit in soviet_wheels(game, state, frame.battle)]
        other = Refusal("card.axis.43", message("refusal.btb.panzerfaust"))
        return Menu(AXIS, message("prompt.btb.panzerfaust"), "card.axis.43", (Offer.among(choices, TakeLoss, other),))

    def apply(self, game: Game, draft: Draft, frame: BattleFrame, action: Action) -> None:
        if isinstance(action, PlayCombatCard):
            self._play(game, draft, frame, action.card)
        elif isinstance(action, TakeLoss):
            self._hit(game, draft, frame, action.unit)
        else:
            following = Stage.DEFENDER_CARDS if frame.stage is Stage.ATTACKER_CARDS else Stage.DEFENDER_LOSSES
            draft.replace_frame(replace(frame, stage=following))
        self._go_on(game, draft)

    def _play(self, game: Game, draft: Draft, frame: BattleFrame, played: CardId) -> None:
        side = _card_side(frame)
        assert side is not None
        combat_cards.lay_open(draft, side, played)
        now = replace(frame, battle=replace(frame.battle, cards=(*frame.battle.cards, played)))
        if played == PANZERFAUST:
            now = replace(now, stage=Stage.PANZERFAUST)
        draft.replace_frame(now)

    @rule("card.axis.43")
    def _hit(self, game: Game, draft: Draft, frame: BattleFrame, unit: UnitId) -> None:
        """The unit loses its step at once; all strengths are counted afterwards."""
        now = lose_step(game, draft, unit)
        attackers = replaced(frame.battle.attackers, unit, now)
        draft.replace_frame(
            replace(frame, battle=replace(frame.battle, attackers=attackers), stage=Stage.DEFENDER_CARDS)
        )

    @rule("11.2")
    def _go_on(self, game: Game, draft: Draft) -> None:
        """Who has no card to play is not asked; when both are done, they fire."""
        frame = draft.frame
        assert isinstance(frame, BattleFrame)
        if frame.stage is Stage.PANZERFAUST:
            hit = soviet_wheels(game, draft.state, frame.battle)
            if len(hit) > 1:
                return
            self._hit(game, draft, frame, hit[0].id)
            frame = draft.frame
            assert isinstance(frame, BattleFrame)
        if frame.stage is Stage.ATTACKER_CARDS:
            if self._cards(game, draft.state, frame, frame.battle.side).any():
                return
            frame = replace(frame, stage=Stage.DEFENDER_CARDS)
            draft.replace_frame(frame)
        if frame.stage is Stage.DEFENDER_CARDS:
            if self._cards(game, draft.state, frame, frame.battle.defender).any():
                return
            frame = replace(frame, stage=Stage.DEFENDER_LOSSES)
            draft.replace_frame(frame)
        if not frame.battle.attackers:
            self._decide(game, draft, frame)
            return
        self._fire(game, draft, frame)

    # Fire and losses

    @rule("11.2")
    def _fire(self, game: Game, draft: Draft, frame: BattleFrame) -> None:
        """A die for each side that has somebody to fire, the attacker's first, on the strengths before any loss."""
        battle = frame.battle
        attack, defence = (fire_of(game, draft.state, battle, side) for side in (battle.side, battle.defender))
        laid_down = draft.given_result()
        dice = (draft.roll(), draft.roll() if battle.defenders else 0)
        on_defender = int(attack.result(dice[0]))
        on_attacker = int(defence.result(dice[1])) if battle.defenders else 0
        if laid_down is not None:
            on_defender, on_attacker = (int(losses) for losses in laid_down.split("/"))
        draft.emit(
            ShotsFired(
                side=battle.side,
                target=battle.target,
                attackers=battle.attackers,
                defenders=(*battle.defenders, *battle.late),
                attack=strength(game, battle.units(draft.state, battle.side)),
                attack_column=attack.column,
                attack_die=dice[0],
                attack_modified=attack.modified(dice[0]),
                on_defender=on_defender,
                defence=strength(game, battle.units(draft.state, battle.defender)),
                defence_column=defence.column if battle.defenders else "",
                defence_die=dice[1],
                defence_modified=defence.modified(dice[1]) if battle.defenders else 0,
                on_attacker=on_attacker,
            )
        )
        frame = replace(frame, on_defender=on_defender, on_attacker=on_attacker)
        draft.replace_frame(frame)
        if on_defender:
            frame = self._lose_late(game, draft, frame)
        draft.call(LossFrame(battle.defender, frame.battle.defenders, on_defender, attacking=False))

    @rule("11.4.5")
    def _lose_late(self, game: Game, draft: Draft, frame: BattleFrame) -> BattleFrame:
        """Units that had retreated into the space are lost with the first loss, and bear none of the others."""
        for unit in frame.battle.late:
            eliminate(game, draft, unit)
        frame = replace(frame, battle=replace(frame.battle, late=()))
        draft.replace_frame(frame)
        return frame

    @rule("11.2", "11.3")
    def resume(self, game: Game, draft: Draft, frame: BattleFrame, result: object) -> None:
        """The defender takes his losses first, then the attacker; then it shows who has won."""
        if isinstance(result, RetreatEnd):
            self._end(game, draft, frame, result)
            return
        assert isinstance(result, tuple)
        if frame.stage is Stage.DEFENDER_LOSSES:
            battle = replace(frame.battle, defenders=result)
            draft.replace_frame(replace(frame, battle=battle, stage=Stage.ATTACKER_LOSSES))
            draft.call(LossFrame(battle.side, battle.attackers, frame.on_attacker, attacking=True))
            return
        frame = replace(frame, battle=replace(frame.battle, attackers=result), stage=Stage.RETREAT)
        draft.replace_frame(frame)
        self._decide(game, draft, frame)

    # Victory, retreat and advance

    @rule("11.2", "11.4")
    def _decide(self, game: Game, draft: Draft, frame: BattleFrame) -> None:
        """Whoever inflicted more losses has won; with as many on both sides both have lost."""
        battle = frame.battle
        margin = frame.on_defender - frame.on_attacker
        winner = battle.side if margin > 0 else battle.defender if margin < 0 else None
        draft.emit(BattleDecided(battle.target, winner))
        combat_cards.lay_down(game, draft, battle, winner)
        for at in battle.origins:
            lose_beachhead(game, draft, at)
        if winner == battle.side and battle.defenders:
            length = retreat_length(frame.on_defender, frame.on_attacker)
            draft.call(RetreatFrame(battle, length, battle.defenders))
            return
        self._end(game, draft, frame, RetreatEnd(stood=bool(battle.defenders or battle.late)))

    @rule("11.5", "7.6.3")
    def _end(self, game: Game, draft: Draft, frame: BattleFrame, end: RetreatEnd) -> None:
        """The attackers that are left may advance when the space is empty; a beachhead is lost with all on it."""
        battle = frame.battle
        if not end.stood and not end.gone:
            lose_beachhead(game, draft, battle.target)
        if end.stood or not battle.attackers:
            draft.end()
            return
        length = retreat_length(frame.on_defender, frame.on_attacker) if end.gone else 0
        draft.goto(advance_frame(game, draft.state, battle, length, end.passed))


def _card_side(frame: BattleFrame) -> Side | None:
    """Who may play cards now."""
    if frame.stage is Stage.ATTACKER_CARDS:
        return frame.battle.side
    return frame.battle.defender if frame.stage is Stage.DEFENDER_CARDS else None


@rule("7.6.3")
def lose_beachhead(game: Game, draft: Draft, at: Location) -> None:
    """A beach on which no Allied unit is left after a battle loses its beachhead."""
    state = draft.state
    if combat_units(game, state, at, ALLIED) or not any(state.marker(at, marker) for marker in BEACHHEADS):
        return
    for marker in BEACHHEADS:
        draft.set_marker(at, marker, 0)
    draft.emit(BeachheadLost(at))


CHAPTER = Chapter(
    actions=(PlayCombatCard,),
    events=(ShotsFired, BattleDecided, BeachheadLost, *combat_cards.EVENTS),
    phases={BattleFrame: BattlePhase()},
)
