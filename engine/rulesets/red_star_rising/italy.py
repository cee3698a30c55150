"""Chapter 16: the Italian army goes home."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.phases import Phase
from engine.core.records import Frame
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.elimination import eliminate
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import AXIS_GONE, ITALIAN, Role


@dataclass(frozen=True, slots=True)
class ItalyFrame(Frame):
    """Italy leaves the war."""

    kind: ClassVar[str] = "italy"


class ItalyPhase(Phase[ItalyFrame]):
    """Nothing is decided."""

    @rule("16.0")
    def start(self, game: Game, draft: Draft, frame: ItalyFrame) -> None:
        """In the administrative phase of turn 34 the Italian army leaves the game, wherever it is."""
        materials: Materials = game.materials
        if draft.state.turn != materials.number("italy_leaves_after"):
            return
        gone = game.board.at(AXIS_GONE)
        for unit in draft.state.every_unit():
            kind = materials.kind(unit)
            if kind.nation == ITALIAN and kind.role is Role.ARMY and unit.at != gone:
                eliminate(game, draft, unit.id, forever=True)


CHAPTER = Chapter(phases={ItalyFrame: ItalyPhase()})
