"""4.4 and 4.5: want of ammunition, how it is made good, and the stock of the North-West Army."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import Message, message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.aviation import make_ready
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import (
    AMMO,
    LOW_AMMO,
    OFFENSIVE,
    RESTING,
    ROUTED,
    TIRED,
    WHITE,
    Role,
)
from engine.rulesets.white_october.supply import is_supplied


@dataclass(frozen=True, slots=True)
class DeclareOffensive(Action):
    """Make this turn an offensive one."""

    kind: ClassVar[str] = "declare-offensive"


@dataclass(frozen=True, slots=True)
class DeclareRest(Action):
    """Let the North-West Army rest in this turn."""

    kind: ClassVar[str] = "declare-rest"


@dataclass(frozen=True, slots=True)
class OffensiveDeclared(Event):
    kind: ClassVar[str] = "offensive-declared"
    stock: int


@dataclass(frozen=True, slots=True)
class RestDeclared(Event):
    """The North-West Army rests, by its own will or because it is tired."""

    kind: ClassVar[str] = "rest-declared"
    tired: bool


@dataclass(frozen=True, slots=True)
class AmmunitionLow(Event):
    kind: ClassVar[str] = "ammunition-low"
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class Resupplied(Event):
    kind: ClassVar[str] = "resupplied"
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class OffensiveFrame(Frame):
    """The White side decides what sort of turn it will be."""

    kind: ClassVar[str] = "offensive"


@dataclass(frozen=True, slots=True)
class ResupplyFrame(Frame):
    """Ammunition reaches those that have a line."""

    kind: ClassVar[str] = "resupply"


@rule("4.5")
def offensive_refusal(state: State) -> Refusal | None:
    """An offensive takes a box of the stock; from the last one none can be declared (ruling 14)."""
    if state.values.get(OFFENSIVE, False):
        return Refusal("4.5", message("refusal.wo.offensive-declared"))
    if int(state.values.get(AMMO, 0)) < 1:
        return Refusal("4.5", message("refusal.wo.no-stock"))
    return None


@rule("9.3")
def rest_refusal(state: State) -> Refusal | None:
    """At the beginning of a turn the White side may let its army rest."""
    return Refusal("9.3", message("refusal.wo.resting")) if state.values.get(RESTING, False) else None


def _what_is_open(state: State) -> Message:
    """What can still be decided about the turn, and what has been."""
    can_rest, can_attack = rest_refusal(state) is None, offensive_refusal(state) is None
    if can_attack:
        stock = int(state.values.get(AMMO, 0))
        said = "prompt.wo.offensive" if can_rest else "prompt.wo.resting"
        return message(said, side=WHITE, stock=stock)
    if not can_rest:
        return message("prompt.wo.turn-decided", side=WHITE)
    is_declared = bool(state.values.get(OFFENSIVE, False))
    return message("prompt.wo.offensive-declared" if is_declared else "prompt.wo.no-stock", side=WHITE)


class OffensivePhase(Phase[OffensiveFrame]):
    """Offensive or not, rest or not: two decisions that do not depend on each other."""

    @rule("4.5", "9.2")
    def start(self, game: Game, draft: Draft, frame: OffensiveFrame) -> None:
        """What the last turn decided is over; an army found tired rests now."""
        draft.set_value(OFFENSIVE, None)
        make_ready(game, draft)
        if draft.state.values.get(TIRED, False):
            draft.set_value(TIRED, None)
            draft.set_value(RESTING, True)
            draft.emit(RestDeclared(tired=True))

    @rule("2", "4.5", "9.3")
    def menu(self, game: Game, state: State, frame: OffensiveFrame) -> Menu:
        offers: tuple[Offer[DeclareOffensive] | Offer[DeclareRest] | Offer[Done], ...] = (
            Offer.one(DeclareOffensive(), offensive_refusal(state)),
            Offer.one(DeclareRest(), rest_refusal(state)),
            Offer.one(Done()),
        )
        return Menu(WHITE, _what_is_open(state), "4.5", offers)

    @rule("4.5", "9.3")
    def apply(self, game: Game, draft: Draft, frame: OffensiveFrame, action: Action) -> None:
        if isinstance(action, DeclareOffensive):
            stock = int(draft.state.values.get(AMMO, 0)) - 1
            draft.set_value(AMMO, stock)
            draft.set_value(OFFENSIVE, True)
            draft.emit(OffensiveDeclared(stock))
        elif isinstance(action, DeclareRest):
            draft.set_value(RESTING, True)
            draft.emit(RestDeclared(tired=False))
        else:
            draft.end()


@rule("4.4.2", "4.5")
def is_resupplied(game: Game, state: State, unit: Unit) -> bool:
    """A unit that has a line and is not routed gets its ammunition; no White one without an offensive (ruling 13)."""
    if LOW_AMMO not in unit.marks or not game.materials.is_on_map(unit) or ROUTED in unit.marks:
        return False
    if unit.side == WHITE and not state.values.get(OFFENSIVE, False):
        return False
    return game.materials.kind(unit).role is not Role.FLEET and is_supplied(game, state, unit)


class ResupplyPhase(Phase[ResupplyFrame]):
    """Nobody is asked: ammunition comes or does not."""

    @rule("2", "4.4.2")
    def start(self, game: Game, draft: Draft, frame: ResupplyFrame) -> None:
        units = tuple(unit.id for unit in draft.state.every_unit() if is_resupplied(game, draft.state, unit))
        for unit in units:
            draft.unmark(unit, LOW_AMMO)
        if units:
            draft.emit(Resupplied(units))
        draft.end()


@rule("4.1", "4.4", "8.2.2")
def without_line(game: Game, state: State, units: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """Those of some units that have no line now: looked at before the dice, whatever becomes of them afterwards."""
    materials: Materials = game.materials
    present = (state.unit(unit) for unit in dict.fromkeys(units))
    return tuple(
        unit.id
        for unit in present
        if materials.is_on_map(unit) and not materials.kind(unit).is_staff and not is_supplied(game, state, unit)
    )


@rule("4.4", "4.4.1")
def use_up(game: Game, draft: Draft, units: Iterable[UnitId]) -> None:
    """Those who fought or fired without a line are low on ammunition when the action is over; nobody is twice."""
    materials: Materials = game.materials
    present = (draft.state.unit(unit) for unit in units)
    short = tuple(unit.id for unit in present if materials.is_on_map(unit) and LOW_AMMO not in unit.marks)
    for unit in short:
        draft.mark(unit, LOW_AMMO)
    if short:
        draft.emit(AmmunitionLow(short))


CHAPTER = Chapter(
    actions=(DeclareOffensive, DeclareRest),
    events=(OffensiveDeclared, RestDeclared, AmmunitionLow, Resupplied),
    phases={OffensiveFrame: OffensivePhase(), ResupplyFrame: ResupplyPhase()},
)
