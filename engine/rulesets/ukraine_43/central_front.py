"""3.B and 27: the Central Front, beyond the northern edge, which rolls to the west and opens half-hexes as it goes.

Units that come from it are in `reinforcements.py`, units that go to it in `exits.py`, its railways in `railheads.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.phases import Phase
from engine.core.records import Event, Frame
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.half_hexes import front_level, half_hexes
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import FRONT_LEVEL, SOVIET


@dataclass(frozen=True, slots=True)
class FrontRolled(Event):
    """The Central Front was thrown for; `level` half-hexes are open now."""

    kind: ClassVar[str] = "front-rolled"
    die: int
    gained: int
    level: int

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, side=SOVIET),)


@dataclass(frozen=True, slots=True)
class CentralFrontFrame(Frame):
    """The Central Front moves."""

    kind: ClassVar[str] = "central-front"


class CentralFrontPhase(Phase[CentralFrontFrame]):
    """From the sixth turn on a die says how many half-hexes are gained, in the order of their letters."""

    @rule("3.B", "27.1")
    def start(self, game: Game, draft: Draft, frame: CentralFrontFrame) -> None:
        materials: Materials = game.materials
        before, most = front_level(draft.state), len(half_hexes(game))
        if draft.state.turn >= materials.number("front_from") and before < most:
            die = draft.roll()
            table = materials.table("central-front")
            level = min(most, before + int(table.result("gained", table.row_for(die))))
            draft.set_value(FRONT_LEVEL, level or None)
            draft.emit(FrontRolled(die, level - before, level))
        draft.end()


CHAPTER = Chapter(events=(FrontRolled,), phases={CentralFrontFrame: CentralFrontPhase()})
