"""Chapter 22: Soviet artillery divisions made ready in the initial phase; what they fire at is in `combat/`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.elimination import put_away, send_to_stavka
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import (
    DISRUPTED,
    EXHAUSTED,
    SOVIET,
    SOVIET_COMING,
    STAVKA,
    UNSUPPLIED,
)


@dataclass(frozen=True, slots=True)
class RefitArtillery(Action):
    """Turn an artillery division over to its full side."""

    kind: ClassVar[str] = "refit-artillery"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class RecallBreakthrough(Action):
    """Take a division of the Guards artillery from the reserve of the Stavka, in the place of one refit."""

    kind: ClassVar[str] = "recall-breakthrough"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class ArtilleryRefitted(Event):
    kind: ClassVar[str] = "artillery-refitted"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class BreakthroughRecalled(Event):
    """The division comes as a reinforcement of this turn."""

    kind: ClassVar[str] = "breakthrough-recalled"
    unit: UnitId

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.left(self.unit),)


@dataclass(frozen=True, slots=True)
class RefitFrame(Frame):
    """The Soviet side makes artillery ready; `recalled` once a division has been taken from the reserve."""

    kind: ClassVar[str] = "refit"
    done: int = 0
    recalled: bool = False


@rule("22.4", "3.C.1")
def refit_refusal(game: Game, state: State, frame: RefitFrame, id: UnitId) -> Refusal | None:
    """Two a turn, and none that is out of supply or disrupted."""
    materials: Materials = game.materials
    unit = state.units.get(id)
    if unit is None or not materials.kind(unit).is_artillery or not materials.is_on_map(unit):
        return Refusal("22.4", message("refusal.u43.no-artillery", unit=id))
    if EXHAUSTED not in unit.marks:
        return Refusal("22.4", message("refusal.u43.artillery-full", unit=id))
    if UNSUPPLIED in unit.marks:
        return Refusal("22.4", message("refusal.u43.unsupplied", unit=id))
    if DISRUPTED in unit.marks:
        return Refusal("22.4", message("refusal.u43.disrupted", unit=id))
    return _refits_done(game, frame)


@rule("22.4")
def _refits_done(game: Game, frame: RefitFrame) -> Refusal | None:
    if frame.done >= game.materials.number("refits"):
        return Refusal("22.4", message("refusal.u43.refits-done"))
    return None


@rule("22.5.D")
def recall_refusal(game: Game, state: State, frame: RefitFrame, id: UnitId) -> Refusal | None:
    """One division from the reserve, for one refit less."""
    unit = state.units.get(id)
    if unit is None or not game.materials.kind(unit).is_breakthrough or unit.at != game.board.at(STAVKA):
        return Refusal("22.5.D", message("refusal.u43.not-in-stavka", unit=id))
    if frame.recalled:
        return Refusal("22.5.D", message("refusal.u43.recalled-already"))
    return _refits_done(game, frame)


class RefitPhase(Phase[RefitFrame]):
    """Artillery is made ready, division by division."""

    @rule("22.4", "22.5.D")
    def menu(self, game: Game, state: State, frame: RefitFrame) -> Menu | None:
        materials: Materials = game.materials

        def guns() -> Iterator[Unit]:
            return (unit for unit in state.every_unit() if materials.kind(unit).is_artillery)

        refit = Offer(
            RefitArtillery,
            lambda: (RefitArtillery(unit.id) for unit in guns()),
            lambda action: refit_refusal(game, state, frame, action.unit),
        )
        recall = Offer(
            RecallBreakthrough,
            lambda: (RecallBreakthrough(unit.id) for unit in guns()),
            lambda action: recall_refusal(game, state, frame, action.unit),
        )
        left = materials.number("refits") - frame.done
        said = message("prompt.u43.refit", side=SOVIET, divisions=left)
        return Menu(SOVIET, said, "22.4", (refit, recall, Offer.one(Done()))).asked_if(refit.any() or recall.any())

    def apply(self, game: Game, draft: Draft, frame: RefitFrame, action: Action) -> None:
        if isinstance(action, RefitArtillery):
            draft.unmark(action.unit, EXHAUSTED)
            draft.emit(ArtilleryRefitted(action.unit))
            draft.replace_frame(RefitFrame(frame.done + 1, frame.recalled))
        elif isinstance(action, RecallBreakthrough):
            recall(game, draft, action.unit)
            draft.replace_frame(RefitFrame(frame.done + 1, recalled=True))
        else:
            draft.end()


@rule("22.5.D")
def recall(game: Game, draft: Draft, unit: UnitId) -> None:
    """The division waits among the reinforcements of this turn."""
    put_away(game, draft, unit, SOVIET_COMING, draft.state.turn)
    draft.emit(BreakthroughRecalled(unit))


@rule("22.1", "22.4", "22.5.C")
def fire(game: Game, draft: Draft, unit: UnitId) -> None:
    """A division that has fired is exhausted; one of the Guards goes back to the Stavka."""
    if game.materials.kind(draft.state.unit(unit)).is_breakthrough:
        send_to_stavka(game, draft, unit)
    else:
        draft.mark(unit, EXHAUSTED)


CHAPTER = Chapter(
    actions=(RefitArtillery, RecallBreakthrough),
    events=(ArtilleryRefitted, BreakthroughRecalled),
    phases={RefitFrame: RefitPhase()},
)
