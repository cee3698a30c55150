"""Chapter 17: the United States, Vichy France, Turkey and Sweden, and how each comes into the war."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import ControlChanged, UnitPlaced
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import add_vp
from engine.rulesets.barbarossa_to_berlin.effects import is_active
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import AXIS, TO_COME, US_AT_WAR, enemy_of, reserve_box
from engine.rulesets.barbarossa_to_berlin.stacking import joining_refusal
from engine.rulesets.chapter import Chapter

NEUTRALS: Final = ("sweden", "turkey")
NEUTRAL, SETUP = "neutral", "setup"
"""The values of a unit that waits for its country to be attacked: the country, and where it stands then (20.5)."""
ANYWHERE, RESERVE = "anywhere", "reserve"


def at_war(country: str) -> str:
    """The value that says since when a neutral has been at war."""
    return f"{country}-at-war"


@dataclass(frozen=True, slots=True)
class DeclareWar(Action):
    """Declare war on Turkey or Sweden at the start of one's round."""

    kind: ClassVar[str] = "declare-war"
    country: str


@dataclass(frozen=True, slots=True)
class PlaceNeutral(Action):
    """Place a corps of the country on which war has been declared."""

    kind: ClassVar[str] = "place-neutral"
    unit: UnitId
    at: Location


@dataclass(frozen=True, slots=True)
class NeutralSetupFrame(Frame):
    """The side that did not declare war places what may stand anywhere in the country."""

    kind: ClassVar[str] = "neutral-setup"
    country: str
    units: tuple[UnitId, ...]
    side: Side


@dataclass(frozen=True, slots=True)
class WarDeclared(Event):
    """A side has declared war on a neutral, which joins the other one."""

    kind: ClassVar[str] = "war-declared"
    side: Side
    country: str


@dataclass(frozen=True, slots=True)
class AmericansEntered(Event):
    kind: ClassVar[str] = "americans-entered"


@dataclass(frozen=True, slots=True)
class VichyEntered(Event):
    kind: ClassVar[str] = "vichy-entered"


@dataclass(frozen=True, slots=True)
class NeutralPlaced(UnitPlaced):
    kind: ClassVar[str] = "neutral-placed"


# The United States and Vichy France


@rule("17.1", "17.2")
def enter_us(draft: Draft) -> None:
    """The United States enter the war on the Allied side."""
    draft.set_value(US_AT_WAR, draft.state.turn)
    draft.emit(AmericansEntered())


@rule("17.2")
def is_us_at_war(state: State) -> bool:
    return US_AT_WAR in state.values


@rule("17.1", "17.3")
def enter_vichy(draft: Draft) -> None:
    """Vichy France is at war: its spaces stay neutral, it has no forces, and both sides may enter."""
    if at_war("vichy") not in draft.state.values:
        draft.set_value(at_war("vichy"), draft.state.turn)
        draft.emit(VichyEntered())


# Turkey and Sweden


@rule("17.1", "17.4")
def declaration_refusal(game: Game, state: State, country: str) -> Refusal | None:
    """War is declared on Turkey or Sweden, if the map has it, and only once."""
    if country not in NEUTRALS or country not in game.board.regions:
        return Refusal("17.4", message("refusal.btb.no-neutral", country=country))
    if at_war(country) in state.values:
        return Refusal("17.4", message("refusal.btb.at-war-already", country=country))
    return None


@rule("17.4", "20.5")
def declare_war(game: Game, draft: Draft, side: Side, country: str) -> None:
    """The country joins the other side, which sets its units up and has them from now on.

    Its spaces pass to that side without an entry, so no points move; once Casablanca has counted neutral spaces for the
    Allies, those that pass to the Axis count for nobody again until they are taken.
    """
    friend = enemy_of(side)
    draft.set_value(at_war(country), draft.state.turn)
    draft.emit(WarDeclared(side, country))
    _join(game, draft, friend, country)
    free: list[UnitId] = []
    for unit in muster(game, draft.state, country):
        place = str(unit.values.get(SETUP, ANYWHERE))
        if place == ANYWHERE:
            free.append(unit.id)
        else:
            box = reserve_box(friend)
            _enlist(game, draft, unit.id, friend, game.board.at(box if place == RESERVE else place))
    if free:
        draft.call(NeutralSetupFrame(country, tuple(free), friend))


@rule("20.5")
def muster(game: Game, state: State, country: str) -> tuple[Unit, ...]:
    """The units of a neutral that wait for a war."""
    return tuple(unit for unit in state.at(game.board.at(TO_COME)) if unit.values.get(NEUTRAL) == country)


@rule("17.4", "5.1")
def _join(game: Game, draft: Draft, friend: Side, country: str) -> None:
    """The neutral spaces of the country are its new side's."""
    materials: Materials = game.materials
    for at in sorted(game.board.regions[country].members):
        if at in draft.state.control:
            continue
        draft.set_control(at, friend)
        draft.emit(ControlChanged(at, friend))
        if friend == AXIS and materials.has(at, "victory") and is_active(draft.state, "casablanca"):
            add_vp(game, draft, 1, "17.4")


def _enlist(game: Game, draft: Draft, unit: UnitId, side: Side, at: Location) -> None:
    """A unit that has waited comes to its place, for a side."""
    draft.change_unit(unit, side=side, values={})
    draft.move_unit(unit, at)
    draft.emit(NeutralPlaced(unit, at))


class NeutralSetupPhase(Phase[NeutralSetupFrame]):
    """The side that was not the one to declare war chooses."""

    @rule("17.4", "20.5")
    def menu(self, game: Game, state: State, frame: NeutralSetupFrame) -> Menu | None:
        """Each corps stands anywhere in its country (ruling 50)."""
        if not frame.units:
            return None
        unit = frame.units[0]
        record = replace(state.unit(unit), side=frame.side)
        places = sorted(game.board.regions[frame.country].members)

        def refuse(action: PlaceNeutral) -> Refusal | None:
            if action.unit != unit or action.at not in places:
                return Refusal("20.5", message("refusal.btb.not-there", unit=unit, space=game.board.label(action.at)))
            return joining_refusal(game, state, record, action.at)

        offer = Offer(PlaceNeutral, lambda: (PlaceNeutral(unit, at) for at in places), refuse)
        return Menu(frame.side, message("prompt.btb.place-neutral", unit=unit), "20.5", (offer,))

    def apply(self, game: Game, draft: Draft, frame: NeutralSetupFrame, action: Action) -> None:
        assert isinstance(action, PlaceNeutral)
        rest = tuple(unit for unit in frame.units if unit != action.unit)
        draft.replace_frame(NeutralSetupFrame(frame.country, rest, frame.side))
        _enlist(game, draft, action.unit, frame.side, action.at)


CHAPTER = Chapter(
    actions=(DeclareWar, PlaceNeutral),
    events=(WarDeclared, AmericansEntered, VichyEntered, NeutralPlaced),
    phases={NeutralSetupFrame: NeutralSetupPhase()},
)
