"""10.2, 11.2 and 11.2.1: the political actions against subversion, and the desertion that they hold down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.elimination import lose_followers, lose_point
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import (
    AGAINST_DESERTION,
    DEMORALISED,
    PLOT,
    POLICED,
    RED,
    RED_CALENDAR,
    RED_RECRUITS,
    RESTRICTED,
    WHITE,
    Role,
    Trait,
)
from engine.rulesets.white_october.ratings import rounded, strength
from engine.rulesets.white_october.recruits import gain, points_of
from engine.rulesets.white_october.red_morale import rally_units, weak_divisions
from engine.rulesets.white_october.supply import is_supplied

RALLY, PROPAGANDA, POLICE = "rally", "propaganda", "police"


@dataclass(frozen=True, slots=True)
class RallyDivision(Action):
    """Rally a demoralised division, as far as it is supplied."""

    kind: ClassVar[str] = "rally-division"
    division: str


@dataclass(frozen=True, slots=True)
class FightDesertion(Action):
    """Propaganda and repression against desertion."""

    kind: ClassVar[str] = "fight-desertion"


@dataclass(frozen=True, slots=True)
class HuntPlotters(Action):
    """Let the police hunt plotters."""

    kind: ClassVar[str] = "hunt-plotters"


@dataclass(frozen=True, slots=True)
class SecureDistrict(Action):
    """Close a district to White insurgents for good."""

    kind: ClassVar[str] = "secure-district"
    at: Location


@dataclass(frozen=True, slots=True)
class Desert(Action):
    """Let a unit lose a point by desertion."""

    kind: ClassVar[str] = "desert"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class DesertRecruits(Action):
    """Let a recruit point desert."""

    kind: ClassVar[str] = "desert-recruits"


@dataclass(frozen=True, slots=True)
class DivisionRallied(Event):
    kind: ClassVar[str] = "division-rallied"
    division: str
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class DesertionFought(Event):
    kind: ClassVar[str] = "desertion-fought"


@dataclass(frozen=True, slots=True)
class PlottersHunted(Event):
    kind: ClassVar[str] = "plotters-hunted"
    die: int
    success: bool

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, side=RED),)


@dataclass(frozen=True, slots=True)
class DistrictSecured(Event):
    """A district is closed to insurgents; a plot that was laid there is uncovered."""

    kind: ClassVar[str] = "district-secured"
    at: Location
    plot: bool


@dataclass(frozen=True, slots=True)
class DesertionThrown(Event):
    kind: ClassVar[str] = "desertion-thrown"
    dice: tuple[int, int]
    deserters: int

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return tuple(DieThrow(die, side=RED) for die in self.dice)


@dataclass(frozen=True, slots=True)
class RecruitsDeserted(Event):
    kind: ClassVar[str] = "recruits-deserted"
    points: int


@dataclass(frozen=True, slots=True)
class TurncoatsJoined(Event):
    """Deserters have come over to the Whites."""

    kind: ClassVar[str] = "turncoats-joined"
    points: int


@dataclass(frozen=True, slots=True)
class PoliticsFrame(Frame):
    """The Red side acts against subversion: what it has chosen so far."""

    kind: ClassVar[str] = "politics"
    chosen: tuple[str, ...] = ()
    securing: bool = False


@dataclass(frozen=True, slots=True)
class DesertionFrame(Frame):
    """Red soldiers desert; so many are still to go."""

    kind: ClassVar[str] = "desertion"
    left: int = 0


@rule("11.2")
def actions_due(game: Game, state: State) -> int:
    """One action of each sort a turn, two when Trotsky is in a district of Petrograd."""
    materials: Materials = game.materials
    districts = materials.ground.districts
    here = any(materials.kind(unit).role is Role.TROTSKY and unit.at in districts for unit in state.every_unit())
    return 2 if here else 1


@rule("11.2.1")
def rallied(game: Game, state: State, division: str) -> tuple[UnitId, ...]:
    """The units of a division that an action would rally: those that are shaken and supplied."""
    materials: Materials = game.materials
    return tuple(
        unit.id
        for unit in weak_divisions(game, state)
        if materials.division(unit.id) == division
        and (DEMORALISED in unit.marks or RESTRICTED in unit.marks)
        and is_supplied(game, state, unit)
    )


class PoliticsPhase(Phase[PoliticsFrame]):
    """Actions are compulsory; one that has no effect may be chosen like any other."""

    @rule("11.2", "11.2.1")
    def menu(self, game: Game, state: State, frame: PoliticsFrame) -> Menu | None:
        """Each action once a turn."""
        if frame.securing:
            said = message("prompt.wo.secure", side=RED)
            places = [SecureDistrict(at) for at in sorted(game.materials.ground.districts)]
            refusal = Refusal("11.2.1", message("refusal.wo.no-district"))
            return Menu(RED, said, "11.2.1", (Offer.among(places, SecureDistrict, refusal),))
        left = actions_due(game, state) - len(frame.chosen)
        if left <= 0:
            return None
        said = message("prompt.wo.politics", side=RED, left=left)
        offers: tuple[Offer[Any], ...] = (
            self._rallying(game, frame),
            Offer.one(FightDesertion(), self._again(PROPAGANDA, frame)),
            Offer.one(HuntPlotters(), self._police(game, frame)),
        )
        return Menu(RED, said, "11.2.1", offers)

    def _rallying(self, game: Game, frame: PoliticsFrame) -> Offer[RallyDivision]:
        """One of the divisions that can be demoralised, whichever it is, once a turn."""
        again = self._again(RALLY, frame)
        named = [RallyDivision(name) for name in game.materials.words("shaky_divisions")]
        unknown = Refusal("11.2.1", message("refusal.wo.no-formation"))
        return Offer.among(() if again is not None else named, RallyDivision, again or unknown)

    @rule("11.2")
    def _again(self, name: str, frame: PoliticsFrame) -> Refusal | None:
        return Refusal("11.2", message("refusal.wo.action-chosen")) if name in frame.chosen else None

    @rule("11.2.1")
    def _police(self, game: Game, frame: PoliticsFrame) -> Refusal | None:
        """The police have something to hunt only where events are played."""
        if not game.options.get("events", False):
            return Refusal("11.2.1", message("refusal.wo.no-plots"))
        return self._again(POLICE, frame)

    @rule("11.2.1")
    def apply(self, game: Game, draft: Draft, frame: PoliticsFrame, action: Action) -> None:
        if isinstance(action, RallyDivision):
            units = rallied(game, draft.state, action.division)
            rally_units(draft, units)
            draft.emit(DivisionRallied(action.division, units))
            draft.replace_frame(replace(frame, chosen=(*frame.chosen, RALLY)))
        elif isinstance(action, FightDesertion):
            draft.set_value(AGAINST_DESERTION, True)
            draft.emit(DesertionFought())
            draft.replace_frame(replace(frame, chosen=(*frame.chosen, PROPAGANDA)))
        elif isinstance(action, HuntPlotters):
            die = draft.roll()
            success = die >= game.materials.number("police_on")
            draft.emit(PlottersHunted(die, success))
            draft.replace_frame(replace(frame, chosen=(*frame.chosen, POLICE), securing=success))
        else:
            assert isinstance(action, SecureDistrict)
            self._secure(game, draft, action.at)
            draft.replace_frame(replace(frame, securing=False))

    @rule("11.2.1")
    def _secure(self, game: Game, draft: Draft, at: Location) -> None:
        """The district is closed for good; an insurrection that was prepared there is uncovered and called off."""
        draft.set_marker(at, POLICED, 1)
        plans = draft.state.sealed.get(WHITE)
        laid = plans.get(PLOT) if plans is not None else None
        found = laid == game.board.label(at)
        if found:
            draft.unseal()
        draft.emit(DistrictSecured(at, found))


# Desertion


@rule("10.2")
def can_desert(game: Game, unit: Unit) -> bool:
    """Whether points of a unit may desert: Red line units and guns on the map, and detachments being raised."""
    materials: Materials = game.materials
    kind = materials.kind(unit)
    if unit.side != RED or kind.role not in (Role.INFANTRY, Role.CAVALRY, Role.ARTILLERY):
        return False
    raised = unit.at == game.board.at(RED_CALENDAR) and kind.has(Trait.DISTRICT)
    return materials.is_on_map(unit) or raised


class DesertionPhase(Phase[DesertionFrame]):
    """Two dice, halved; the Red side says who goes."""

    @rule("10.2", "11.2.1")
    def start(self, game: Game, draft: Draft, frame: DesertionFrame) -> None:
        """Three fewer where desertion was fought, and never fewer than none; at five one comes over to the Whites."""
        dice = (draft.roll(), draft.roll())
        held = game.materials.number("propaganda") if draft.state.values.get(AGAINST_DESERTION, False) else 0
        deserters = max(0, rounded(Fraction(sum(dice), 2)) - held)
        draft.set_value(AGAINST_DESERTION, None)
        draft.emit(DesertionThrown(dice, deserters))
        if deserters >= game.materials.number("turncoats_from"):
            joined = gain(game, draft, WHITE, 1)
            if joined:
                draft.emit(TurncoatsJoined(points_of(draft.state, WHITE)))
        draft.replace_frame(DesertionFrame(deserters))

    @rule("10.2")
    def menu(self, game: Game, state: State, frame: DesertionFrame) -> Menu | None:
        if frame.left <= 0:
            return None

        def candidates() -> Iterator[Desert]:
            return (Desert(unit.id) for unit in state.every_unit() if can_desert(game, unit))

        def refuse(action: Desert) -> Refusal | None:
            unit = state.units.get(action.unit)
            if unit is not None and can_desert(game, unit):
                return None
            return Refusal("10.2", message("refusal.wo.no-deserters", unit=action.unit))

        none_left = None if points_of(state, RED) else Refusal("10.2", message("refusal.wo.no-recruits"))
        offers: tuple[Offer[Any], ...] = (
            Offer(Desert, candidates, refuse),
            Offer.one(DesertRecruits(), none_left),
        )
        return Menu(RED, message("prompt.wo.desertion", side=RED, points=frame.left), "10.2", offers).asked_if(
            any(offer.any() for offer in offers)
        )

    @rule("10.2")
    def apply(self, game: Game, draft: Draft, frame: DesertionFrame, action: Action) -> None:
        if isinstance(action, DesertRecruits):
            left = points_of(draft.state, RED) - 1
            draft.set_value(RED_RECRUITS, left)
            draft.emit(RecruitsDeserted(left))
        else:
            assert isinstance(action, Desert)
            unit = draft.state.unit(action.unit)
            if strength(game.materials, unit) and lose_point(game, draft, unit.id):
                lose_followers(game, draft, unit.at, RED)
        draft.replace_frame(replace(frame, left=frame.left - 1))


CHAPTER = Chapter(
    actions=(RallyDivision, FightDesertion, HuntPlotters, SecureDistrict, Desert, DesertRecruits),
    events=(
        DivisionRallied,
        DesertionFought,
        PlottersHunted,
        DistrictSecured,
        DesertionThrown,
        RecruitsDeserted,
        TurncoatsJoined,
    ),
    phases={PoliticsFrame: PoliticsPhase(), DesertionFrame: DesertionPhase()},
)
