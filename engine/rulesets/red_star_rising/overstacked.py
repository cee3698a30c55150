"""4.0.7: at the end of a phase whatever stands where it may not is thinned out by the opponent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.phases import Phase
from engine.core.records import Frame
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.combat.removal import RemovalFrame
from engine.rulesets.red_star_rising.corps_offers import CorpsOfferFrame, owed_corps
from engine.rulesets.red_star_rising.names import SIDES
from engine.rulesets.red_star_rising.stacking import overstacked_hexes


@dataclass(frozen=True, slots=True)
class OverstackedFrame(Frame):
    """The stacks of both sides are looked at, one side after the other."""

    kind: ClassVar[str] = "overstacked"


class OverstackedPhase(Phase[OverstackedFrame]):
    """As long as a side has too much in a hex, the other removes units."""

    def start(self, game: Game, draft: Draft, frame: OverstackedFrame) -> None:
        self._look(game, draft)

    def resume(self, game: Game, draft: Draft, frame: OverstackedFrame, result: object) -> None:
        self._look(game, draft)

    @rule("4.0.7")
    def _look(self, game: Game, draft: Draft) -> None:
        """The opponent of the owner removes units one at a time until the hexes are legal.

        What the losses of the phase have earned is offered first, so that it is settled before the pool is used.
        """
        owed = owed_corps(game, draft.state)
        if owed:
            draft.call(CorpsOfferFrame(owed[0].id))
            return
        for side in SIDES:
            hexes = overstacked_hexes(game, draft.state, side)
            if hexes:
                draft.call(RemovalFrame(side, hexes))
                return


CHAPTER = Chapter(phases={OverstackedFrame: OverstackedPhase()})
