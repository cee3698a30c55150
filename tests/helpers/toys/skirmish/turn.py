"""Chapters 1, 7 and 8: the sequence of play, weather, secret air points and victory."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Outcome
from engine.core.refusals import Refusal
from engine.core.sequence import SequencePhase, Step
from engine.core.state import State
from engine.core.terms import Term, total
from tests.helpers.toys.skirmish.cases import rule
from tests.helpers.toys.skirmish.ground import BLUE, RED, SIDES, on_map
from tests.helpers.toys.skirmish.materials import Materials
from tests.helpers.toys.skirmish.records import (
    AirCommitted,
    AirFrame,
    AirRevealed,
    ArrivalFrame,
    CombatFrame,
    CommitAir,
    MovementFrame,
    SupplyFrame,
    WeatherFrame,
    WeatherRolled,
)

AIR = "air"
"""What the points are sealed under."""
DROUGHT = "drought"
"""The optional rule that there is no mud."""


class WeatherPhase(Phase[WeatherFrame]):
    """Nobody decides about the weather."""

    @rule("7.1")
    def start(self, game: Game, draft: Draft, frame: WeatherFrame) -> None:
        """One die: 6 is mud, anything else is dry; in a drought it is always dry."""
        die = draft.roll()
        weather = "mud" if die == 6 and not game.options[DROUGHT] else "dry"
        draft.set_value("weather", weather)
        draft.emit(WeatherRolled(die, weather))


class AirPhase(Phase[AirFrame]):
    """Both sides choose in secret; the choices are shown together."""

    def menu(self, game: Game, state: State, frame: AirFrame) -> Menu | None:
        if frame.asked == len(SIDES):
            return None
        materials: Materials = game.materials
        most = materials.number("air_points")
        side = SIDES[frame.asked]
        other = Refusal("4.4", message("refusal.air-points", most=most))
        offer = Offer.among((CommitAir(points) for points in range(most + 1)), CommitAir, other)
        return Menu(side, message("prompt.air", side=side, most=most), "4.4", (offer,))

    @rule("4.4")
    def apply(self, game: Game, draft: Draft, frame: AirFrame, action: Action) -> None:
        """Points sent to the attack do not defend."""
        assert isinstance(action, CommitAir)
        side = SIDES[frame.asked]
        draft.seal(side, AIR, action.points)
        draft.emit(AirCommitted(side, action.points))
        draft.replace_frame(AirFrame(frame.asked + 1))
        if frame.asked + 1 == len(SIDES):
            shown = draft.unseal()
            for each in SIDES:
                points = int(shown[each][AIR])
                draft.set_value(f"air-{each}", points)
                draft.emit(AirRevealed(each, points))


@rule("8.1")
def score_terms(game: Game, state: State) -> tuple[Term, ...]:
    """Each objective counts for the side that controls it: plus for Red, minus for Blue."""
    materials: Materials = game.materials
    terms = []
    for place, value in sorted(materials.objectives.items()):
        holder = state.control.get(place)
        if holder is not None:
            label = message("term.objective", hex=game.board.label(place), side=holder)
            terms.append(Term(label, value if holder == RED else -value, "8.1"))
    return tuple(terms)


@rule("1.2", "8.2")
def end_of_turn(game: Game, draft: Draft) -> None:
    """A side without units on the map has lost at once; after the last turn the score decides."""
    materials: Materials = game.materials
    standing = {unit.side for unit in draft.state.every_unit() if on_map(game, unit)}
    if len(standing) < 2:
        winner = next(iter(standing), None)
        draft.finish(Outcome(winner, "annihilation", "8.2"))
    elif draft.state.turn >= materials.brief.scenario.last_turn:
        points = total(score_terms(game, draft.state))
        winner = RED if points > 0 else BLUE if points < 0 else None
        draft.finish(Outcome(winner, "decisive" if abs(points) >= 5 else "marginal" if points else "draw", "1.2"))


def _player_turn(side: Side) -> tuple[Step, ...]:
    return (
        Step("supply", "5.1", SupplyFrame, side),
        Step("arrival", "6.1", ArrivalFrame, side),
        Step("movement", "2.1", MovementFrame, side),
        Step("combat", "4.1", CombatFrame, side),
    )


SEQUENCE = SequencePhase(
    (
        Step("weather", "7.1", WeatherFrame),
        Step("air", "4.4", AirFrame),
        *_player_turn(RED),
        *_player_turn(BLUE),
    ),
    end_of_turn,
)
