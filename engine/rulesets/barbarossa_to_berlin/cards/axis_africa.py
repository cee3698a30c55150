"""Card 22 of the Axis: Panzer Army Africa comes to Tripoli, and a Panzer corps in Africa goes home."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import AXIS, AXIS_RESERVE, Supply
from engine.rulesets.barbarossa_to_berlin.nations import is_panzer
from engine.rulesets.barbarossa_to_berlin.reinforcements import arrival_refusal, is_to_come, put_on_map
from engine.rulesets.barbarossa_to_berlin.supply import supply_of
from engine.rulesets.chapter import Chapter

AFRICA_ARMY: Final = UnitId("ge-panzer-army-africa")
COUNTRIES: Final = frozenset({"libya", "egypt"})
CASE: Final = "card.axis.22"


@dataclass(frozen=True, slots=True)
class RecallCorps(Action):
    """Take a Panzer corps out of Africa into the reserve."""

    kind: ClassVar[str] = "recall-corps"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class AfricaFrame(Frame):
    """The corps is chosen that makes room for the army."""

    kind: ClassVar[str] = "africa"
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class CorpsRecalled(Event):
    kind: ClassVar[str] = "corps-recalled"
    unit: UnitId

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.left(self.unit),)


@rule("7.6.2", CASE)
def recall_refusal(game: Game, state: State, unit: UnitId) -> Refusal | None:
    """A supplied Panzer corps in Libya or Egypt goes home if the army can then come to Tripoli."""
    materials: Materials = game.materials
    record = state.units.get(unit)
    if record is None or not is_panzer(materials.kind(record)) or materials.kind(record).large:
        return Refusal(CASE, message("refusal.btb.axis.no-panzer", unit=unit))
    if materials.countries[record.at] not in COUNTRIES:
        return Refusal(CASE, message("refusal.btb.axis.not-in-africa", unit=unit))
    if supply_of(game, state, record) is Supply.NONE:
        return Refusal(CASE, message("refusal.btb.axis.not-supplied", space=game.board.label(record.at)))
    tripoli = materials.place("tripoli")
    if tripoli is None or not is_to_come(game, state, AFRICA_ARMY):
        return Refusal(CASE, message("refusal.btb.axis.no-africa-army"))
    without = Draft(state)
    without.move_unit(unit, game.board.at(AXIS_RESERVE))
    return arrival_refusal(game, without.state, state.unit(AFRICA_ARMY), tripoli)


@rule(CASE)
def africa_refusal(game: Game, state: State) -> Refusal | None:
    """The card needs a corps that can go and an army that can come (ruling 21)."""
    if any(recall_refusal(game, state, unit) is None for unit in state.roster):
        return None
    return Refusal(CASE, message("refusal.btb.axis.no-africa-army"))


class AfricaPhase(Phase[AfricaFrame]):
    """The Axis chooses the corps."""

    @rule(CASE)
    def menu(self, game: Game, state: State, frame: AfricaFrame) -> Menu | None:
        """One corps goes."""
        if frame.chosen:
            return None
        offer = Offer(
            RecallCorps,
            lambda: (RecallCorps(unit) for unit in state.roster),
            lambda action: recall_refusal(game, state, action.unit),
        )
        return Menu(AXIS, message("prompt.btb.axis.recall"), CASE, (offer,))

    @rule(CASE)
    def apply(self, game: Game, draft: Draft, frame: AfricaFrame, action: Action) -> None:
        """The corps goes to the reserve as it is; the army comes at full strength."""
        assert isinstance(action, RecallCorps)
        draft.replace_frame(AfricaFrame(chosen=True))
        draft.move_unit(action.unit, game.board.at(AXIS_RESERVE))
        draft.emit(CorpsRecalled(action.unit))
        tripoli = game.materials.place("tripoli")
        assert tripoli is not None
        put_on_map(game, draft, AFRICA_ARMY, tripoli)


CHAPTER = Chapter(actions=(RecallCorps,), events=(CorpsRecalled,), phases={AfricaFrame: AfricaPhase()})
