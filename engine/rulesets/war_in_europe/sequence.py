"""Chapter 4: the sequence of play: the common air turn, then eight phases of each player in turn."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side
from engine.core.phases import AnyGame
from engine.core.sequence import SequenceFrame, SequencePhase, Step
from engine.rulesets.war_in_europe.air_combat import AirCombatFrame
from engine.rulesets.war_in_europe.air_deployment import AirDeploymentFrame
from engine.rulesets.war_in_europe.air_tables import change, points_in, recall, withdraw_unsupplied
from engine.rulesets.war_in_europe.airborne import AirMovementFrame
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.combat.combat_phase import CombatFrame
from engine.rulesets.war_in_europe.elimination import remove
from engine.rulesets.war_in_europe.interdiction import InterdictionFrame
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    ALLIED,
    AXIS,
    DOINGS,
    FLOWN,
    LANDED,
    SIDES,
    Arm,
    Front,
    lift,
    lift_out,
    sailed,
    withdrawn,
)
from engine.rulesets.war_in_europe.naval import NavalFrame
from engine.rulesets.war_in_europe.ports import first_side
from engine.rulesets.war_in_europe.production import CycleFrame, is_cycle
from engine.rulesets.war_in_europe.rail import RailFrame
from engine.rulesets.war_in_europe.records import MovementFrame
from engine.rulesets.war_in_europe.reinforcements import ReinforcementFrame
from engine.rulesets.war_in_europe.supply import is_supplied
from engine.rulesets.war_in_europe.victory import finish_if_over


@rule("4.2")
def player_turn(side: Side) -> tuple[Step, ...]:
    """The eight phases of a player."""
    return (
        Step("reinforcements", "4.2", ReinforcementFrame, side),
        Step("initial-movement", "5.0", MovementFrame, side),
        Step("rail-movement", "6.0", RailFrame, side),
        Step("naval-movement", "7.0", NavalFrame, side),
        Step("air-movement", "8.0", AirMovementFrame, side),
        Step("combat", "11.0", CombatFrame, side),
        Step("mechanised-movement", "5.5", lambda: MovementFrame(again=True), side),
        Step("interdiction", "13.5", InterdictionFrame, side),
    )


@rule("4.2")
def steps() -> tuple[Step, ...]:
    """A whole turn, as it runs where the Axis plays first."""
    return (
        Step("strategic-cycle", "4.1", CycleFrame, happens=is_cycle),
        Step("air-deployment", "13.1", AirDeploymentFrame, AXIS),
        Step("air-deployment", "13.1", AirDeploymentFrame, ALLIED),
        Step("air-combat", "13.2", AirCombatFrame),
        *player_turn(AXIS),
        *player_turn(ALLIED),
    )


class TurnsInOrder(SequencePhase):
    """The steps in an order that the scenario decides: the player turns change places where the Allies play first."""

    @rule("13.62")
    def resume(self, game: AnyGame, draft: Draft, frame: SequenceFrame, result: object) -> None:
        """A front is left when somebody comes into its last supplied hex; what losses cut off, later."""
        if not draft.state.sealed:
            for side in SIDES:
                withdraw_unsupplied(game, draft, side)
        following = self.following(draft, frame.step)
        if following is None:
            self._begin(game, draft, len(self.steps))
        else:
            self._begin(game, draft, following)

    @rule("4.0", "4.1", "4.2")
    def following(self, draft: Draft, step: int) -> int | None:
        """The step that comes after another; None after the last one of the turn."""
        turns = {side: [index for index, each in enumerate(self.steps) if _is_of(each, side)] for side in SIDES}
        first = first_side(draft.state)
        second = ALLIED if first == AXIS else AXIS
        common = [index for index in range(len(self.steps)) if index not in {*turns[AXIS], *turns[ALLIED]}]
        order = [*common, *turns[first], *turns[second]]
        place = order.index(step) + 1
        return order[place] if place < len(order) else None


def _is_of(step: Step, side: Side) -> bool:
    return step.side == side and step.name != "air-deployment"


@rule("4.3", "8.0", "7.33", "13.13", "14.23")
def end_of_turn(game: Game, draft: Draft) -> None:
    """Air points go home, flown units without supply are lost, what holds for one turn is forgotten."""
    materials: Materials = game.materials
    lost = [
        unit.id
        for unit in draft.state.every_unit()
        if FLOWN in unit.marks and materials.is_on_map(unit) and not is_supplied(game, draft.state, unit)
    ]
    for unit in lost:
        remove(game, draft, unit)
    draft.unmark_all(LANDED, *DOINGS)
    for side in SIDES:
        recall(draft, side)
        draft.set_value(withdrawn(side), None)
        for zone in {*materials.ground.sea_zones, "sea"}:
            draft.set_value(sailed(side, zone), None)
    for arm in Arm:
        for front in Front:
            points = points_in(draft.state, lift_out(arm, front))
            change(draft, lift_out(arm, front), -points)
            change(draft, lift(arm, front), points)
    finish_if_over(game, draft)


SEQUENCE = TurnsInOrder(steps(), end_of_turn)
