"""Chapter 14: economic assets, factories that are moved, strategic ports and the leaders that production brings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.quotas import Quota
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import UnitPlaced
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.control import entered
from engine.rulesets.red_star_rising.elimination import eliminate, put_away
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import AXIS, DESTROYED_ASSETS, EVACUATED, LEADER_POOL, RATING, SOVIET, Role
from engine.rulesets.red_star_rising.standing import occupied
from engine.rulesets.red_star_rising.supply.lines import rail_line, would_be_supplied
from engine.rulesets.red_star_rising.zones import in_zone

FACTORY, STRATEGIC_PORT = "factory", "strategic-port"


@dataclass(frozen=True, slots=True)
class PlaceLeader(Action):
    """Name the hex where the leader that production brings will stand; who it is the draw will tell."""

    kind: ClassVar[str] = "place-leader"
    at: Location


@dataclass(frozen=True, slots=True)
class Evacuate(Action):
    """Take a factory off the map before the enemy comes."""

    kind: ClassVar[str] = "evacuate"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class PortsFrame(Frame):
    """Strategic ports are tested."""

    kind: ClassVar[str] = "strategic-ports"


@dataclass(frozen=True, slots=True)
class ProductionFrame(Frame):
    """Production may bring a leader."""

    kind: ClassVar[str] = "production"
    done: bool = False


@dataclass(frozen=True, slots=True)
class EvacuationFrame(Frame):
    """Factories may be evacuated."""

    kind: ClassVar[str] = "evacuation"
    evacuated: int = 0


@dataclass(frozen=True, slots=True)
class LeaderDrawn(UnitPlaced):
    kind: ClassVar[str] = "leader-drawn"
    rating: int


@dataclass(frozen=True, slots=True)
class FactoryEvacuated(Event):
    kind: ClassVar[str] = "factory-evacuated"
    unit: UnitId
    at: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.left(self.unit, self.at),)


def assets(game: Game, state: State, trait: str) -> tuple[Unit, ...]:
    """The assets of a sort that are on the map."""
    materials: Materials = game.materials
    return tuple(
        unit
        for unit in state.every_unit()
        if materials.kind(unit).role is Role.ASSET
        and trait in materials.kind(unit).traits
        and materials.is_on_map(unit)
    )


class PortsPhase(Phase[PortsFrame]):
    """Nothing is decided."""

    @rule("14.3")
    def start(self, game: Game, draft: Draft, frame: PortsFrame) -> None:
        """A strategic port without a rail line of communication to a Soviet source is lost."""
        for port in assets(game, draft.state, STRATEGIC_PORT):
            if not rail_line(game, draft.state, SOVIET, port.at):
                eliminate(game, draft, port.id)


@rule("14.4.2", "14.4.3")
def brings_leader(game: Game, state: State) -> bool:
    """In a production turn a leader comes when fewer assets are destroyed than the turn's number says."""
    number = game.materials.production(state.turn)
    return number is not None and len(state.at(game.board.at(DESTROYED_ASSETS))) < number


@rule("14.4.3", "14.4.5")
def production_refusal(game: Game, state: State) -> Refusal | None:
    """Why production brings no leader: too little of it, too many leaders, or none left to be drawn."""
    number = game.materials.production(state.turn)
    if number is None:
        return Refusal("14.4.3", message("refusal.rsr.no-production-turn"))
    if not brings_leader(game, state):
        destroyed = len(state.at(game.board.at(DESTROYED_ASSETS)))
        return Refusal("14.4.3", message("refusal.rsr.production-short", destroyed=destroyed, number=number))
    if not state.at(game.board.at(LEADER_POOL)):
        return Refusal("14.4.4", message("refusal.rsr.no-leader-left"))
    return leader_limit_refusal(game, state)


@rule("14.4.5")
def leader_limit_refusal(game: Game, state: State) -> Refusal | None:
    """No leader comes, by production or as a reinforcement, while the most that may be on the map are there."""
    materials: Materials = game.materials
    leaders = sum(materials.kind(unit).role is Role.LEADER and materials.is_on_map(unit) for unit in state.every_unit())
    most = materials.number("most_leaders")
    return Refusal("14.4.5", message("refusal.rsr.leaders-full", most=most)) if leaders >= most else None


@rule("14.4.4")
def leader_place_refusal(game: Game, state: State, at: Location, leader: Unit) -> Refusal | None:
    """A leader is placed in a supplied hex outside enemy zones."""
    materials: Materials = game.materials
    if not materials.is_ground[at]:
        return Refusal("14.4.4", message("refusal.rsr.no-ground", hex=game.board.label(at)))
    if at in occupied(game, state, AXIS):
        return Refusal("14.4.4", message("refusal.rsr.enemy-there", hex=game.board.label(at)))
    if in_zone(game, state, at, AXIS):
        return Refusal("14.4.4", message("refusal.rsr.enemy-zone", hex=game.board.label(at)))
    if not would_be_supplied(game, state, leader, at):
        return Refusal("14.4.4", message("refusal.rsr.no-supply-there", hex=game.board.label(at)))
    return None


class ProductionPhase(Phase[ProductionFrame]):
    """If production suffices, the Soviet side names a hex and draws a leader."""

    @rule("14.4.1", "14.4.4", "14.4.5")
    def menu(self, game: Game, state: State, frame: ProductionFrame) -> Menu | None:
        """The hex is named before the draw; a leader that would be the eleventh is lost."""
        if frame.done:
            return None
        materials: Materials = game.materials
        waiting = state.at(game.board.at(LEADER_POOL))
        none = production_refusal(game, state)
        offer = Offer(
            PlaceLeader,
            lambda: (PlaceLeader(at) for at in (materials.standing_ground if none is None else ())),
            lambda action: none or leader_place_refusal(game, state, action.at, waiting[0]),
        )
        return Menu(SOVIET, message("prompt.rsr.leader"), "14.4.4", (offer,)).asked_if(offer.any())

    @rule("14.4.4")
    def apply(self, game: Game, draft: Draft, frame: ProductionFrame, action: Action) -> None:
        """Which leader it is, chance decides."""
        assert isinstance(action, PlaceLeader)
        waiting = sorted(unit.id for unit in draft.state.at(game.board.at(LEADER_POOL)))
        leader = draft.lot(waiting)
        draft.move_unit(leader, action.at)
        draft.emit(LeaderDrawn(leader, action.at, int(draft.state.unit(leader).values.get(RATING, 0))))
        draft.replace_frame(ProductionFrame(done=True))
        entered(game, draft, leader)


@rule("14.2.1")
def _evacuations_over(game: Game, state: State, frame: EvacuationFrame) -> Refusal | None:
    """Only in production turns, and only so many."""
    most = game.materials.number("evacuations")
    if game.materials.production(state.turn) is None:
        return Refusal("14.2.1", message("refusal.rsr.no-production-turn"))
    return Refusal("14.2.1", message("refusal.rsr.evacuations-over", most=most)) if frame.evacuated >= most else None


@rule("14.2.2")
def evacuation_refusal(game: Game, state: State, frame: EvacuationFrame, action: Evacuate) -> Refusal | None:
    """A factory leaves by rail, and not from an enemy zone, whoever stands with it."""
    over = _evacuations_over(game, state, frame)
    if over is not None:
        return over
    unit = state.units.get(action.unit)
    if unit is None or unit not in assets(game, state, FACTORY):
        return Refusal("14.2.1", message("refusal.rsr.no-factory", unit=action.unit))
    if in_zone(game, state, unit.at, AXIS):
        return Refusal("14.2.2", message("refusal.rsr.evacuation-zone", unit=action.unit))
    if not rail_line(game, state, SOVIET, unit.at):
        return Refusal("14.2.2", message("refusal.rsr.evacuation-rail", unit=action.unit))
    return None


class EvacuationPhase(Phase[EvacuationFrame]):
    """In a production turn up to three factories may be moved."""

    @rule("14.2.1")
    def menu(self, game: Game, state: State, frame: EvacuationFrame) -> Menu:
        """Nobody is asked in other turns, or when enough have left."""
        left = game.materials.number("evacuations") - frame.evacuated
        factories = assets(game, state, FACTORY) if _evacuations_over(game, state, frame) is None else ()
        offer = Offer(
            Evacuate,
            lambda: (Evacuate(unit.id) for unit in factories),
            lambda action: evacuation_refusal(game, state, frame, action),
            quota=Quota.of(left),
        )
        return Menu(
            SOVIET, message("prompt.rsr.evacuation", count=left), "14.2.1", (offer, Offer.one(Done()))
        ).asked_if(offer.any())

    @rule("14.2.1")
    def apply(self, game: Game, draft: Draft, frame: EvacuationFrame, action: Action) -> None:
        """The factory goes to its box and does not count as destroyed."""
        if isinstance(action, Done):
            draft.end()
            return
        assert isinstance(action, Evacuate)
        at = draft.state.unit(action.unit).at
        put_away(game, draft, action.unit, EVACUATED)
        draft.emit(FactoryEvacuated(action.unit, at))
        draft.replace_frame(EvacuationFrame(frame.evacuated + 1))


CHAPTER = Chapter(
    actions=(PlaceLeader, Evacuate),
    events=(LeaderDrawn, FactoryEvacuated),
    phases={PortsFrame: PortsPhase(), ProductionFrame: ProductionPhase(), EvacuationFrame: EvacuationPhase()},
)
