"""Chapter 2: the sequence of play, each lettered step in its order.

It is not symmetrical: both sides fight before the Soviet side moves, and the Axis armour moves again at the end.
Stacking is looked at when a phase is over, except after the reinforcements (15.2.4).
"""

from __future__ import annotations

from collections.abc import Callable

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.records import Frame
from engine.core.sequence import SequencePhase, Step
from engine.rulesets.red_star_rising.air import FleetFrame, FleetsHomeFrame
from engine.rulesets.red_star_rising.breakdown import BreakdownFrame
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.combat.declaration import CombatFrame
from engine.rulesets.red_star_rising.economy import EvacuationFrame, PortsFrame, ProductionFrame
from engine.rulesets.red_star_rising.italy import ItalyFrame
from engine.rulesets.red_star_rising.markers import ContactFrame, MarkersFrame, ReleaseFrame
from engine.rulesets.red_star_rising.movement import MovementFrame
from engine.rulesets.red_star_rising.names import AXIS, SOVIET
from engine.rulesets.red_star_rising.overstacked import OverstackedFrame
from engine.rulesets.red_star_rising.paratroops import ParatroopFrame
from engine.rulesets.red_star_rising.partisan_placement import PartisanPlacementFrame
from engine.rulesets.red_star_rising.promotions import PromotionFrame
from engine.rulesets.red_star_rising.recomposition import RecompositionFrame
from engine.rulesets.red_star_rising.reinforcements import ReinforcementFrame
from engine.rulesets.red_star_rising.sea import SeaFrame
from engine.rulesets.red_star_rising.strategic import StrategicFrame
from engine.rulesets.red_star_rising.supply.phases import (
    AirBaseSupplyFrame,
    AttritionFrame,
    MovementBeginsFrame,
    SupplyFrame,
)
from engine.rulesets.red_star_rising.victory import VictoryFrame, is_last_turn


def _moving(what: str) -> Callable[[], Frame]:
    return lambda: MovementFrame(what)


def _stacking(after: str) -> Step:
    return Step(f"stacking-after-{after}", "4.0.7", OverstackedFrame)


@rule("2.0.A")
def _supply_phase() -> tuple[Step, ...]:
    """Bases without supply leave, fleets fly out, supply is looked at, the isolated suffer, markers come."""
    return (
        Step("air-bases-supply", "2.0.A", AirBaseSupplyFrame, AXIS),
        Step("fleets", "2.0.A", FleetFrame, AXIS),
        Step("supply", "2.0.A", SupplyFrame, AXIS),
        Step("attrition", "2.0.A", AttritionFrame),
        Step("markers", "2.0.A", MarkersFrame),
    )


@rule("2.0.B", "2.0.C", "2.0.D")
def _axis_phases() -> tuple[Step, ...]:
    """The Axis receives, moves by sea, strategically and on foot, its air bases last, and attacks."""
    return (
        Step("reinforcements", "2.0.B", ReinforcementFrame, AXIS),
        Step("movement-begins", "10.3", MovementBeginsFrame, AXIS),
        Step("sea", "2.0.C", SeaFrame, AXIS),
        Step("strategic", "2.0.C", StrategicFrame, AXIS),
        Step("movement", "2.0.C", _moving("all"), AXIS),
        Step("air-bases", "2.0.C", _moving("air-bases"), AXIS),
        _stacking("axis-movement"),
        Step("combat", "2.0.D", CombatFrame, AXIS),
        _stacking("axis-combat"),
    )


@rule("2.0.E", "2.0.F", "2.0.G")
def _soviet_phases() -> tuple[Step, ...]:
    """The Soviet side attacks first, then receives and moves, its leaders last."""
    return (
        Step("combat", "2.0.E", CombatFrame, SOVIET),
        _stacking("soviet-combat"),
        Step("reinforcements", "2.0.F", ReinforcementFrame, SOVIET),
        Step("movement-begins", "10.3", MovementBeginsFrame, SOVIET),
        Step("paratroops", "15.4.2", ParatroopFrame, SOVIET),
        Step("sea", "2.0.G", SeaFrame, SOVIET),
        Step("strategic", "2.0.G", StrategicFrame, SOVIET),
        Step("movement", "2.0.G", _moving("all"), SOVIET),
        Step("leaders", "2.0.G", _moving("leaders"), SOVIET),
        _stacking("soviet-movement"),
    )


@rule("2.0.H")
def _motorised_phase() -> tuple[Step, ...]:
    """Axis armour moves again, then strategically; the fleets fly home."""
    return (
        Step("motorised-begins", "10.3", MovementBeginsFrame, AXIS),
        Step("motorised", "2.0.H", _moving("armour"), AXIS),
        Step("motorised-strategic", "2.0.H", lambda: StrategicFrame(armour=True), AXIS),
        _stacking("motorised-movement"),
        Step("fleets-home", "2.0.H", FleetsHomeFrame, AXIS),
    )


@rule("2.0.I")
def _administrative_phase() -> tuple[Step, ...]:
    """What is changed, promoted, produced and moved away; partisans; and armies in contact draw."""
    return (
        Step("breakdown", "2.0.I", BreakdownFrame, AXIS),
        Step("promotion", "2.0.I", PromotionFrame, SOVIET),
        Step("recomposition", "2.0.I", RecompositionFrame, SOVIET),
        Step("strategic-ports", "2.0.I", PortsFrame, SOVIET),
        Step("production", "2.0.I", ProductionFrame, SOVIET),
        Step("evacuation", "2.0.I", EvacuationFrame, SOVIET),
        Step("partisans", "2.0.I", PartisanPlacementFrame, SOVIET),
        Step("contact", "2.0.I", ContactFrame, SOVIET),
        Step("release", "2.0.I", ReleaseFrame, SOVIET),
        Step("italy", "16.0", ItalyFrame, AXIS),
        _stacking("administration"),
    )


@rule("18.0.5")
def _closing() -> tuple[Step, ...]:
    """After the last turn a whole supply phase is played once more before the points are counted."""
    return (
        Step("closing-air-bases", "18.0.5", AirBaseSupplyFrame, AXIS, is_last_turn),
        Step("closing-fleets", "18.0.5", FleetFrame, AXIS, is_last_turn),
        Step("closing-supply", "18.0.5", SupplyFrame, AXIS, is_last_turn),
        Step("closing-attrition", "18.0.5", AttritionFrame, happens=is_last_turn),
        Step("victory", "18.0.2", VictoryFrame, AXIS, is_last_turn),
    )


def end_of_turn(game: Game, draft: Draft) -> None:
    """The turn marker moves on; a scenario that is over has been counted before."""


@rule("2.0")
def steps() -> tuple[Step, ...]:
    """A whole turn."""
    return (
        *_supply_phase(),
        *_axis_phases(),
        *_soviet_phases(),
        *_motorised_phase(),
        *_administrative_phase(),
        *_closing(),
    )


SEQUENCE = SequencePhase(steps(), end_of_turn)
