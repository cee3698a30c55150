"""Chapter 3: the sequence of play.

The Soviet side has its turn and then the Axis side, each in seven phases; the other side reacts in the fourth.
"""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side
from engine.core.sequence import SequencePhase, Step
from engine.rulesets.ukraine_43.air import CoverFrame
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.central_front import CentralFrontFrame
from engine.rulesets.ukraine_43.combat.declaration import CombatFrame
from engine.rulesets.ukraine_43.movement import MovementFrame
from engine.rulesets.ukraine_43.names import AXIS, SOVIET, enemy_of
from engine.rulesets.ukraine_43.ratings import Mode
from engine.rulesets.ukraine_43.turn_phases import FinalFrame, InitialFrame
from engine.rulesets.ukraine_43.victory import finish_if_over
from engine.rulesets.ukraine_43.weather import WeatherFrame


@rule("3.C", "3.D")
def _turn(side: Side) -> tuple[Step, ...]:
    """The seven phases of a side's turn; the Axis turn is like the Soviet one."""

    def case(number: int) -> str:
        return f"3.C.{number}" if side == SOVIET else "3.D"

    return (
        Step("supply", case(1), InitialFrame, side),
        Step("movement", case(2), MovementFrame, side),
        Step("combat", case(3), CombatFrame, side),
        Step("reaction", case(4), lambda: MovementFrame(Mode.REACTION), enemy_of(side)),
        Step("exploitation", case(5), lambda: MovementFrame(Mode.EXPLOITATION), side),
        Step("second-combat", case(6), lambda: CombatFrame(second=True), side),
        Step("cover", case(6), CoverFrame, side),
        Step("final", case(7), FinalFrame, side),
    )


@rule("3.A", "3.B", "3.C", "3.D")
def steps() -> tuple[Step, ...]:
    """A whole turn: the weather, the Central Front, and the turns of both sides."""
    return (
        Step("weather", "3.A", WeatherFrame, SOVIET),
        Step("central-front", "3.B", CentralFrontFrame, SOVIET),
        *_turn(SOVIET),
        *_turn(AXIS),
    )


@rule("3.E")
def end_of_turn(game: Game, draft: Draft) -> None:
    """The points are counted, and the game may be over."""
    finish_if_over(game, draft)


SEQUENCE = SequencePhase(steps(), end_of_turn)
