"""4.0.7: what stands in a hex beyond the limits is removed by the enemy, one unit at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.elimination import eliminate
from engine.rulesets.red_star_rising.names import enemy_of
from engine.rulesets.red_star_rising.stacking import excesses


@dataclass(frozen=True, slots=True)
class RemoveUnit(Action):
    """Take an enemy unit off a hex where too many stand."""

    kind: ClassVar[str] = "remove-unit"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class RemovalFrame(Frame):
    """Hexes of a side where more may stand than is allowed; its enemy removes units until all are legal."""

    kind: ClassVar[str] = "removal"
    owner: Side
    hexes: tuple[Location, ...]


@rule("4.0.7", "7.12.1")
def removable(game: Game, state: State, at: Location, owner: Side) -> tuple[Unit, ...]:
    """Whom the enemy may take off a hex: those without whom the stack is nearer to what is lawful; nobody else."""
    mine = tuple(unit for unit in state.at(at) if unit.side == owner)
    wrong = excesses(game, mine, owner)
    if not any(wrong):
        return ()

    def helps(unit: Unit) -> bool:
        rest = excesses(game, tuple(other for other in mine if other is not unit), owner)
        return any(less < more for less, more in zip(rest, wrong, strict=True))

    return tuple(unit for unit in mine if helps(unit))


class RemovalPhase(Phase[RemovalFrame]):
    """The enemy of the owner picks, one at a time, and must stop as soon as nothing is wrong any more."""

    @rule("4.0.7")
    def menu(self, game: Game, state: State, frame: RemovalFrame) -> Menu | None:
        """Any units of his choice among those at fault, even more points than are too many."""
        full = {at: units for at in frame.hexes if (units := removable(game, state, at, frame.owner))}
        if not full:
            return None
        side = enemy_of(frame.owner)
        offer = Offer.among(
            (RemoveUnit(unit.id) for units in full.values() for unit in units),
            RemoveUnit,
            Refusal("4.0.7", message("refusal.rsr.remove-other")),
        )
        labels = tuple(game.board.label(at) for at in full)
        return Menu(side, message("prompt.rsr.removal", side=side, hexes=labels), "4.0.7", (offer,))

    @rule("4.0.7", "7.12.1")
    def apply(self, game: Game, draft: Draft, frame: RemovalFrame, action: Action) -> None:
        """The unit counts as eliminated in combat."""
        assert isinstance(action, RemoveUnit)
        eliminate(game, draft, action.unit)


CHAPTER = Chapter(actions=(RemoveUnit,), phases={RemovalFrame: RemovalPhase()})
