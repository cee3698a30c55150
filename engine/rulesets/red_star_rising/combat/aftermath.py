"""7.8.2: what the result of a battle does, from the first loss to the last advance.

The defender suffers first, then the attacker, then those who only stood by; motorised attackers of a city throw for
their losses; and unless it was an overrun the victors advance.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location
from engine.core.phases import Phase
from engine.core.records import Frame
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.combat.advance import (
    AdvanceFrame,
    longest_advance,
    vacated,
    victors,
)
from engine.rulesets.red_star_rising.combat.battle import AftermathFrame, Battle, BattleEnd
from engine.rulesets.red_star_rising.combat.forces import (
    Force,
    company,
    eliminate_all,
    lose_bystanders,
    occupied,
    still_there,
)
from engine.rulesets.red_star_rising.combat.losses import LossFrame
from engine.rulesets.red_star_rising.combat.resolution import city_losses
from engine.rulesets.red_star_rising.combat.results import Toll, tolls
from engine.rulesets.red_star_rising.elimination import eliminate
from engine.rulesets.red_star_rising.names import enemy_of


class Stage(IntEnum):
    """What comes next."""

    DEFENDER = 0
    ATTACKER = 1
    CITY = 2
    ATTACKER_ADVANCES = 3
    DEFENDER_ADVANCES = 4
    OVER = 5


@dataclass(frozen=True, slots=True)
class CourseFrame(Frame):
    """A battle on its way from the result to its end."""

    kind: ClassVar[str] = "battle-course"
    battle: Battle
    result: str
    attackers: Force
    defenders: Force
    stage: Stage = Stage.DEFENDER
    left: tuple[Location, ...] = ()
    """The hexes of the attackers that they had to leave; not those that they leave to advance."""


class AftermathPhase(Phase[AftermathFrame]):
    """Draws up the two forces; what follows takes the place of this frame and ends as it would have."""

    def start(self, game: Game, draft: Draft, frame: AftermathFrame) -> None:
        battle, state = frame.battle, draft.state
        standing_by = tuple(
            unit.id
            for at in dict.fromkeys(battle.origins)
            for unit in company(game, state, at, battle.side)
            if unit.id not in battle.attackers
        )
        homes = tuple(state.unit(unit).at for unit in battle.defenders)
        attackers = Force(
            battle.side,
            battle.attackers,
            battle.origins,
            attacking=True,
            overrun=battle.overrun,
            bystanders=() if battle.overrun else standing_by,
        )
        defenders = Force(enemy_of(battle.side), battle.defenders, homes, overrun=battle.overrun)
        draft.goto(CourseFrame(battle, frame.result, attackers, defenders))


class CoursePhase(Phase[CourseFrame]):
    """Walks through the stages; what needs a decision is a frame of its own, which hands back its force."""

    def start(self, game: Game, draft: Draft, frame: CourseFrame) -> None:
        self._go_on(game, draft, frame)

    def resume(self, game: Game, draft: Draft, frame: CourseFrame, result: object) -> None:
        if isinstance(result, Force):
            frame = replace(frame, attackers=result) if result.attacking else replace(frame, defenders=result)
        self._go_on(game, draft, frame)

    def _go_on(self, game: Game, draft: Draft, frame: CourseFrame) -> None:
        """Stage after stage, until one of them begins a frame or all is over."""
        while frame.stage is not Stage.OVER:
            stage = frame.stage
            frame = replace(frame, stage=Stage(stage + 1))
            called: Frame | None = None
            if stage is Stage.DEFENDER:
                frame, called = self._defender(game, draft, frame)
            elif stage is Stage.ATTACKER:
                frame, called = self._attacker(game, draft, frame)
            elif stage is Stage.CITY:
                frame = self._city(game, draft, frame)
            else:
                called = self._pursuit(game, draft, frame, attacking=stage is Stage.ATTACKER_ADVANCES)
            if called is not None:
                draft.replace_frame(frame)
                draft.call(called)
                return
        draft.replace_frame(frame)
        self._end(game, draft, frame)

    @rule("7.8.2", "7.14.3")
    def _defender(self, game: Game, draft: Draft, frame: CourseFrame) -> tuple[CourseFrame, Frame | None]:
        """The defender is first. Units that had retreated to him are lost with any bad result and count for nothing."""
        toll = tolls(frame.result)[1]
        if toll.is_adverse:
            for unit in frame.battle.late:
                eliminate(game, draft, unit)
        force, called = self._suffer(game, draft, frame.defenders, toll)
        return replace(frame, defenders=force), called

    @rule("7.8.2")
    def _attacker(self, game: Game, draft: Draft, frame: CourseFrame) -> tuple[CourseFrame, Frame | None]:
        force, called = self._suffer(game, draft, frame.attackers, tolls(frame.result)[0])
        return replace(frame, attackers=force), called

    def _suffer(self, game: Game, draft: Draft, force: Force, toll: Toll) -> tuple[Force, Frame | None]:
        if toll.everything:
            return eliminate_all(game, draft, force), None
        if toll.number and force.units:
            return force, LossFrame(force, toll.number, mandatory=toll.mandatory)
        return force, None

    @rule("7.4.4")
    def _city(self, game: Game, draft: Draft, frame: CourseFrame) -> CourseFrame:
        """Who stood by is lost with the attackers of his hex; then motorised attackers of a city throw."""
        force = lose_bystanders(game, draft, frame.attackers)
        for unit, now in city_losses(game, draft, frame.battle, force.units, force.harmed).items():
            force = force.changed(unit, now)
        force = lose_bystanders(game, draft, force)
        return replace(frame, attackers=force, left=vacated(game, draft.state, frame.battle.origins, force.side))

    @rule("7.15.1")
    def _pursuit(self, game: Game, draft: Draft, frame: CourseFrame, *, attacking: bool) -> Frame | None:
        """The advance of one side, if it has won anything: a hex that an enemy left to advance was not won."""
        battle, state = frame.battle, draft.state
        if battle.overrun:
            return None
        winner, beaten = (frame.attackers, frame.defenders) if attacking else (frame.defenders, frame.attackers)
        left = vacated(game, state, battle.targets if attacking else frame.left, beaten.side)
        units = victors(state, winner)
        if not left or not units:
            return None
        return AdvanceFrame(winner.side, units, (0,) * len(units), left, longest_advance(game, beaten))

    @rule("8.0.4")
    def _end(self, game: Game, draft: Draft, frame: CourseFrame) -> None:
        """Says what came of it; after an overrun that is all, for its attackers do not advance as after a battle."""
        battle, state = frame.battle, draft.state
        force = still_there(game, state, frame.attackers)
        cleared = not any(occupied(game, state, at, enemy_of(battle.side)) for at in battle.targets)
        unharmed = not force.harmed and len(force.units) == len(battle.attackers)
        draft.end(BattleEnd(cleared, unharmed, force.units))


CHAPTER = Chapter(phases={AftermathFrame: AftermathPhase(), CourseFrame: CoursePhase()})
