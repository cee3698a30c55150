"""Card 27 of the Axis: Zitadelle is won or lost when its round is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location
from engine.core.phases import Phase
from engine.core.records import Frame
from engine.core.state import State
from engine.rulesets.barbarossa_to_berlin.activation import OperationsFrame
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import add_vp
from engine.rulesets.barbarossa_to_berlin.effects import for_round, in_round
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import ALLIED
from engine.rulesets.barbarossa_to_berlin.nations import USSR
from engine.rulesets.chapter import Chapter

CASE: Final = "card.axis.27"
MARKERS: Final = 2
HELD_BY: Final = 2


@dataclass(frozen=True, slots=True)
class ZitadelleFrame(Frame):
    """The operation that the card pays for."""

    kind: ClassVar[str] = "zitadelle"


@rule(CASE)
def strongholds(game: Game, state: State) -> tuple[Location, ...]:
    """The spaces of the Soviet Union that two or more large Allied units hold."""
    materials: Materials = game.materials
    return tuple(
        at
        for at in sorted(state.stacks)
        if materials.countries[at] == USSR
        and sum(unit.side == ALLIED and materials.kind(unit).large for unit in state.at(at)) >= HELD_BY
    )


class ZitadellePhase(Phase[ZitadelleFrame]):
    """Two spaces fight; a Panzer army that takes a stronghold is worth a point, and its absence costs one."""

    @rule(CASE)
    def start(self, game: Game, draft: Draft, frame: ZitadelleFrame) -> None:
        """Which spaces count is judged when the round begins (ruling 30); the advance notes what is taken."""
        for at in strongholds(game, draft.state):
            for_round(draft, f"zitadelle-{game.board.key(at)}")
        for_round(draft, "drm-soviet-defence", 2)
        draft.call(OperationsFrame(0, combats=MARKERS))

    @rule(CASE)
    def resume(self, game: Game, draft: Draft, frame: ZitadelleFrame, result: object) -> None:
        add_vp(game, draft, 1 if in_round(draft.state, "zitadelle-won") else -1, CASE)
        draft.end()


CHAPTER = Chapter(phases={ZitadelleFrame: ZitadellePhase()})
