"""4.1 and 13.7: the strategic cycle of a campaign, every fourth turn, in which both sides get what they produce.

What the exclusive rules would say is data of the scenario: the track `production` has the points of each cycle by the
names of the values, `centre_yields` what a personnel or industrial centre is worth to the nation whose side holds it,
`air_rebuilt` how many destroyed German air points are built anew (rulings 46 and 50).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side
from engine.core.phases import Phase
from engine.core.records import Event, Frame
from engine.core.state import State
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.air_tables import change, points_in
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    GERMAN_AIR_LOST,
    POINT_SORTS,
    SIDES,
    Arm,
    Front,
    ready,
    replacement_points,
)
from engine.rulesets.war_in_europe.reinforcements import PointsArrived, owner_of

CENTRES: Final = dict(zip(POINT_SORTS, ("personnel-centre", "industrial-centre"), strict=True))
"""Which centres bring which sort of replacement points."""


@dataclass(frozen=True, slots=True)
class CycleHeld(Event):
    """The strategic cycle of a campaign: so many destroyed German air points have been built anew."""

    kind: ClassVar[str] = "cycle-held"
    rebuilt: int


@dataclass(frozen=True, slots=True)
class CycleFrame(Frame):
    """The strategic cycle, every fourth turn of a campaign."""

    kind: ClassVar[str] = "strategic-cycle"


@rule("4.1", "17.0")
def yields(game: Game, state: State, side: Side) -> Counter[str]:
    """What the personnel and industrial centres of a side bring, on the front where each lies; none that is lost."""
    materials: Materials = game.materials
    worth, fronts = materials.named("centre_yields"), materials.ground.fronts
    found: Counter[str] = Counter()
    for sort, kind in CENTRES.items():
        for at in game.board.with_feature(kind):
            if state.control.get(at) != side:
                continue
            for feature in game.board.features(at):
                nation = str(feature.attributes.get("nation", ""))
                points = int(worth.get(f"{nation}-{sort}", 0)) if feature.kind == kind else 0
                if points and materials.side_of_nation(nation) == side:
                    found[replacement_points(nation, sort, fronts[at])] += points
    return found


class CyclePhase(Phase[CycleFrame]):
    """What the scenario's production gives comes by itself."""

    @rule("4.1", "13.7", "7.3", "17.0")
    def start(self, game: Game, draft: Draft, frame: CycleFrame) -> None:
        """Destroyed German air points come back, as many as data allow; then each side gets what it has produced."""
        given = game.materials.named("air_rebuilt")
        points = min(int(given.get("points", 0)), points_in(draft.state, GERMAN_AIR_LOST))
        change(draft, GERMAN_AIR_LOST, -points)
        change(draft, ready(Arm.GERMAN, str(given.get("front", Front.WEST))), points)
        draft.emit(CycleHeld(points))
        produced = game.materials.granted("production", draft.state.turn)
        for side in SIDES:
            made = yields(game, draft.state, side)
            made.update({name: number for name, number in produced.items() if owner_of(game, name) == side})
            for name, number in sorted(made.items()):
                if number:
                    change(draft, name, number)
                    draft.emit(PointsArrived(side, name, number))
        draft.end()


@rule("4.1")
def is_cycle(game: Game, draft: Draft) -> bool:
    """Whether a strategic cycle comes before this turn: every fourth, in a campaign, not before the first."""
    since = draft.state.turn - game.materials.brief.scenario.first_turn
    return bool(game.options.get("campaign", False)) and since > 0 and since % game.materials.number("cycle") == 0


CHAPTER = Chapter(events=(CycleHeld,), phases={CycleFrame: CyclePhase()})
