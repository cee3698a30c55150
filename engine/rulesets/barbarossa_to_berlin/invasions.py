"""7.6.3 and 15.3: Allied invasions: beachheads are placed, units land on them, and go inland or attack.

From turn 14 on the Allies may renounce invasions for good; what is left of the cards then brings mere reinforcements.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from engine.core.actions import Advance, Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.core.unit_events import UnitPlaced
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.combat.declaration import CombatFrame
from engine.rulesets.barbarossa_to_berlin.control import entered, holds
from engine.rulesets.barbarossa_to_berlin.effects import for_round, for_turn, in_turn
from engine.rulesets.barbarossa_to_berlin.homes import has_beachhead
from engine.rulesets.barbarossa_to_berlin.invasion_plans import INVASIONS, Invasion
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import (
    ALLIED,
    ALLIED_BEACHHEAD,
    AXIS,
    BEACHHEADS,
    COMBAT,
    ROUND,
    SHINGLE,
    WESTERN,
    Supply,
    card,
    reserve_box,
)
from engine.rulesets.barbarossa_to_berlin.nations import SLEDGEHAMMER, may_enter, serves
from engine.rulesets.barbarossa_to_berlin.neutrals import enter_vichy
from engine.rulesets.barbarossa_to_berlin.reinforcements import is_to_come, to_come, to_reserve
from engine.rulesets.barbarossa_to_berlin.stacking import joining_refusal
from engine.rulesets.barbarossa_to_berlin.supply import supply_of
from engine.rulesets.chapter import Chapter

RENOUNCED: Final = "invasions-renounced"
NORTHERN: Final = frozenset("ABCDEFGHI")
PAST_AFRICA: Final = frozenset("JMNOPQRTU")
"""The beaches that are out of reach while the Axis has a foothold in North Africa."""
PAST_SICILY: Final = frozenset("JOR")
VICHY_MINDS: Final = frozenset("CDEFGHIJKLMNOPQRSTU")
RETURNING: Final = ("eighth-british", "seventh-american")
"""The armies that may invade out of the reserve, if they have been in play before."""
BEACHING, LANDING, INLAND, FIGHTING = "beachheads", "landing", "inland", "fighting"

Placed = tuple[tuple[Location, str], ...]


@dataclass(frozen=True, slots=True)
class PlaceBeachhead(Action):
    """Put a beachhead on a beach."""

    kind: ClassVar[str] = "place-beachhead"
    at: Location
    marker: str


@dataclass(frozen=True, slots=True)
class LandUnit(Action):
    """Land a unit on a beachhead."""

    kind: ClassVar[str] = "land-unit"
    unit: UnitId
    at: Location


@dataclass(frozen=True, slots=True)
class RenounceInvasions(Action):
    """Announce that there will be no more invasions."""

    kind: ClassVar[str] = "renounce-invasions"


@dataclass(frozen=True, slots=True)
class InvasionFrame(Frame):
    """An invasion under way: the beaches it has taken, and the units that are still to land."""

    kind: ClassVar[str] = "invasion"
    card: CardId
    beaches: tuple[Location, ...] = ()
    units: tuple[UnitId, ...] = ()
    stage: str = BEACHING


@dataclass(frozen=True, slots=True)
class BeachheadPlaced(Event):
    kind: ClassVar[str] = "beachhead-placed"
    at: Location
    marker: str


@dataclass(frozen=True, slots=True)
class UnitLanded(UnitPlaced):
    kind: ClassVar[str] = "unit-landed"


@dataclass(frozen=True, slots=True)
class WentInland(UnitPlaced):
    """An invader met nobody and went off the beach."""

    kind: ClassVar[str] = "went-inland"


@dataclass(frozen=True, slots=True)
class InvasionsRenounced(Event):
    kind: ClassVar[str] = "invasions-renounced"


# Whether an invasion can be made


def letter(game: Game, at: Location) -> str:
    """The letter of a beach; empty for any other space."""
    feature = game.board.feature(at, "beach")
    return str(feature.attributes.get("letter", "")) if feature is not None else ""


def invaded(beach: str) -> str:
    """The value that holds the turn in which a beach was last invaded."""
    return f"invaded-{beach.lower()}"


@rule("7.6.3", "15.3")
def beach_refusal(game: Game, state: State, plan: Invasion, at: Location) -> Refusal | None:
    """What keeps an invasion off a beach: its card, the winter, Axis Africa, Syracuse, or a beachhead there already."""
    name, label = letter(game, at), game.board.label(at)
    if name not in plan.beaches:
        return Refusal(plan.case, message("refusal.btb.other-beach", space=label))
    if name in NORTHERN and game.materials.season(state.turn) == "winter":
        return Refusal("15.3", message("refusal.btb.winter-beach", space=label))
    if name in PAST_AFRICA and axis_in_africa(game, state):
        return Refusal("7.6.3", message("refusal.btb.axis-in-africa", space=label))
    syracuse = game.materials.place("syracuse")
    if name in PAST_SICILY and syracuse is not None and holds(game, state, AXIS, syracuse):
        return Refusal("7.6.3", message("refusal.btb.axis-in-syracuse", space=label))
    if any(state.marker(at, marker) for marker in BEACHHEADS):
        return Refusal("7.6.3", message("refusal.btb.beachhead-already", space=label))
    return None


@rule("7.6.3")
@derived("control")
def axis_in_africa(game: Game, state: State) -> bool:
    """Whether the Axis controls a space in Algeria, Tunisia, Libya or Egypt."""
    region = game.board.regions.get("north-africa")
    return region is not None and any(holds(game, state, AXIS, at) for at in region.members)


@rule("7.6.3")
def marker_refusal(game: Game, state: State, plan: Invasion, placed: Placed, action: PlaceBeachhead) -> Refusal | None:
    """A beachhead of the card that is not on the map, on a beach joined to that of the first by an invasion link."""
    before = {marker for _, marker in placed}
    if not any(before | {action.marker} <= set(choice) for choice in plan.markers) or action.marker in before:
        return Refusal(plan.case, message("refusal.btb.other-beachhead", marker=action.marker))
    if any(action.marker in here for here in state.markers.values()):
        return Refusal("7.6.3", message("refusal.btb.beachhead-in-use", marker=action.marker))
    found = beach_refusal(game, state, plan, action.at)
    if found is not None:
        return found
    if placed and game.board.edge_between(placed[0][0], action.at, "invasion") is None:
        return Refusal("7.6.3", message("refusal.btb.beaches-apart", space=game.board.label(action.at)))
    return None


def _possible(game: Game, state: State, plan: Invasion, placed: Placed) -> Iterator[PlaceBeachhead]:
    """The beachheads that the card could still place, whether that leads anywhere or not."""
    names = sorted({marker for choice in plan.markers for marker in choice})
    beaches = game.materials.with_feature("beach")
    every = (PlaceBeachhead(at, marker) for at in beaches for marker in names)
    return (each for each in every if marker_refusal(game, state, plan, placed, each) is None)


@rule("7.6.3")
def is_enough(game: Game, state: State, units: tuple[UnitId, ...], placed: Placed) -> bool:
    """Whether every unit that lands has a beachhead that serves it."""
    kinds = [game.materials.kind(state.unit(unit)) for unit in units]
    return all(any(serves(marker, kind.nation) for _, marker in placed) for kind in kinds)


@rule("7.6.3")
def can_succeed(game: Game, state: State, plan: Invasion, units: tuple[UnitId, ...], placed: Placed) -> bool:
    """Whether beachheads for all units are placed, or can be."""
    if placed and is_enough(game, state, units, placed):
        return True
    further = ((each.at, each.marker) for each in _possible(game, state, plan, placed))
    return any(can_succeed(game, state, plan, units, (*placed, each)) for each in further)


@rule("7.6.3")
def landing_units(game: Game, state: State, plan: Invasion) -> tuple[UnitId, ...] | None:
    """The units that land; None when one is not to be had.

    The British 8th and the US 7th Army may come out of the reserve, if they have been in play before.
    """
    found: list[UnitId] = []
    for name in plan.armies:
        unit = UnitId(name)
        if not is_to_come(game, state, unit) and not _is_returning(game, state, unit):
            return None
        found.append(unit)
    for sort, count in plan.corps.items():
        corps = to_come(game, state, sort, count)
        if len(corps) < count:
            return None
        found += corps
    return tuple(found)


@rule("7.6.3")
def _is_returning(game: Game, state: State, unit: UnitId) -> bool:
    record = state.units.get(unit)
    if record is None or record.at != game.board.at(reserve_box(ALLIED)):
        return False
    return any(game.materials.kind(record).has(trait) for trait in RETURNING)


@rule("7.6.3")
def invasion_refusal(game: Game, state: State, number: int) -> Refusal | None:
    """What forbids an invasion by a card: one was made this turn, units or beaches are missing, or it was renounced."""
    plan = INVASIONS[card(ALLIED, number)]
    if is_renounced(state):
        return Refusal("7.6.3", message("refusal.btb.renounced"))
    if in_turn(state, "invaded"):
        return Refusal("7.6.3", message("refusal.btb.invaded"))
    units = landing_units(game, state, plan)
    if units is None or any(len(to_come(game, state, sort, count)) < count for sort, count in plan.reserve.items()):
        return Refusal("7.6.3", message("refusal.btb.no-invaders"))
    if not can_succeed(game, state, plan, units, ()):
        return _shut_refusal(game, state, plan) or Refusal("7.6.3", message("refusal.btb.no-beach"))
    return None


@rule("7.6.3", "15.3")
def _shut_refusal(game: Game, state: State, plan: Invasion) -> Refusal | None:
    """What shuts every beach of a card, if it is the same for all: the winter, Axis Africa or Syracuse."""
    beaches = [at for at in game.materials.with_feature("beach") if letter(game, at) in plan.beaches]
    found = [beach_refusal(game, state, plan, at) for at in beaches]
    keys = {each.message.key if each is not None else "" for each in found}
    return found[0] if len(keys) == 1 else None


@rule("7.6.3")
def begin_invasion(game: Game, draft: Draft, number: int) -> None:
    """An invasion begins; it is the only one of its turn."""
    name = card(ALLIED, number)
    plan = INVASIONS[name]
    units = landing_units(game, draft.state, plan) or ()
    for_turn(draft, "invaded")
    for_round(draft, "invasion")
    for sort, count in plan.reserve.items():
        to_reserve(game, draft, to_come(game, draft.state, sort, count))
    draft.call(InvasionFrame(name, units=units))


class InvasionPhase(Phase[InvasionFrame]):
    """Beachheads, landing, the way inland where it is open, and combat."""

    @rule("7.6.3")
    def menu(self, game: Game, state: State, frame: InvasionFrame) -> Menu | None:
        """Each stage asks the Allies."""
        if frame.stage == BEACHING:
            return self._beachheads(game, state, frame)
        if frame.stage == LANDING:
            return self._landings(game, state, frame)
        return self._ways_inland(game, state, frame) if frame.stage == INLAND else None

    def _beachheads(self, game: Game, state: State, frame: InvasionFrame) -> Menu:
        plan, placed = INVASIONS[frame.card], _placed(state, frame)

        def refuse(action: PlaceBeachhead) -> Refusal | None:
            found = marker_refusal(game, state, plan, placed, action)
            if found is not None:
                return found
            if can_succeed(game, state, plan, frame.units, (*placed, (action.at, action.marker))):
                return None
            return Refusal("7.6.3", message("refusal.btb.not-enough-beachheads"))

        offer = Offer(PlaceBeachhead, lambda: _possible(game, state, plan, placed), refuse)
        enough = bool(placed) and is_enough(game, state, frame.units, placed)
        short = None if enough else Refusal("7.6.3", message("refusal.btb.not-enough-beachheads"))
        prompt = message("prompt.btb.beachheads")
        return Menu(ALLIED, prompt, "7.6.3", (offer, Offer.one(Done(), short)))

    def _landings(self, game: Game, state: State, frame: InvasionFrame) -> Menu:
        offer = Offer(
            LandUnit,
            lambda: (LandUnit(unit, at) for unit in frame.units for at in frame.beaches),
            lambda action: landing_refusal(game, state, frame, action),
        )
        return Menu(ALLIED, message("prompt.btb.landing", count=len(frame.units)), "7.6.3", (offer,))

    def _ways_inland(self, game: Game, state: State, frame: InvasionFrame) -> Menu:
        offer = Offer(
            Advance,
            lambda: _ways(game, state, frame),
            lambda action: inland_refusal(game, state, frame, action),
        )
        return Menu(ALLIED, message("prompt.btb.inland"), "7.6.3", (offer, Offer.one(Done())), default=Done())

    def apply(self, game: Game, draft: Draft, frame: InvasionFrame, action: Action) -> None:
        if isinstance(action, PlaceBeachhead):
            self._place(game, draft, frame, action)
        elif isinstance(action, LandUnit):
            self._land(game, draft, frame, action)
        elif isinstance(action, Advance):
            draft.move_unit(action.unit, action.to)
            draft.emit(WentInland(action.unit, action.to))
            entered(game, draft, action.unit)
            self._fight_if_all_ashore(game, draft, frame)
        elif frame.stage == BEACHING:
            draft.replace_frame(replace(frame, stage=LANDING))
        else:
            self._fight(draft, frame)

    @rule("7.6.3", "17.3", "card.allied.46")
    def _place(self, game: Game, draft: Draft, frame: InvasionFrame, action: PlaceBeachhead) -> None:
        """A beachhead south of Norway brings Vichy into the war; when no other can follow, the landing begins."""
        plan = INVASIONS[frame.card]
        level = SHINGLE if plan.small and action.marker == ALLIED_BEACHHEAD else 1
        draft.set_marker(action.at, action.marker, level)
        draft.set_value(invaded(letter(game, action.at)), draft.state.turn)
        draft.emit(BeachheadPlaced(action.at, action.marker))
        if letter(game, action.at) in VICHY_MINDS:
            enter_vichy(draft)
        after = replace(frame, beaches=(*frame.beaches, action.at))
        more = next(_possible(game, draft.state, plan, _placed(draft.state, after)), None)
        draft.replace_frame(after if more is not None else replace(after, stage=LANDING))

    @rule("7.6.3", "card.allied.16")
    def _land(self, game: Game, draft: Draft, frame: InvasionFrame, action: LandUnit) -> None:
        """Armies land reduced, those of Overlord and all corps at full strength; each beach gets a Combat marker."""
        plan = INVASIONS[frame.card]
        unit = draft.state.unit(action.unit)
        large = game.materials.kind(unit).large
        draft.move_unit(action.unit, action.at)
        draft.change_unit(action.unit, step=1 if large and not plan.whole else 0)
        if game.materials.kind(unit).has("first-british") and plan.case == "card.allied.16":
            draft.set_unit_value(action.unit, SLEDGEHAMMER, value=True)
        draft.set_marker(action.at, COMBAT, 1)
        draft.emit(UnitLanded(action.unit, action.at))
        rest = tuple(each for each in frame.units if each != action.unit)
        after = replace(frame, units=rest, stage=LANDING if rest else INLAND)
        draft.replace_frame(after)
        if not rest:
            self._fight_if_all_ashore(game, draft, after)

    def _fight_if_all_ashore(self, game: Game, draft: Draft, frame: InvasionFrame) -> None:
        state = draft.state
        if all(inland_refusal(game, state, frame, way) is not None for way in _ways(game, state, frame)):
            self._fight(draft, frame)

    def _fight(self, draft: Draft, frame: InvasionFrame) -> None:
        draft.replace_frame(replace(frame, stage=FIGHTING))
        draft.call(CombatFrame())


def _placed(state: State, frame: InvasionFrame) -> Placed:
    """The beachheads of this invasion."""
    return tuple((at, marker) for at in frame.beaches for marker in BEACHHEADS if state.marker(at, marker))


@rule("7.6.3")
def landing_refusal(game: Game, state: State, frame: InvasionFrame, action: LandUnit) -> Refusal | None:
    """A unit lands on a beachhead of this invasion that serves its nation."""
    if action.unit not in frame.units or action.at not in frame.beaches:
        return Refusal("7.6.3", message("refusal.btb.not-landing", unit=action.unit))
    unit = state.unit(action.unit)
    if not has_beachhead(game, state, game.materials.kind(unit).nation, action.at):
        return Refusal("7.6.3", message("refusal.btb.no-beachhead", space=game.board.label(action.at)))
    return joining_refusal(game, state, unit, action.at)


def _ways(game: Game, state: State, frame: InvasionFrame) -> Iterator[Advance]:
    materials: Materials = game.materials
    return (Advance(unit.id, to) for at in frame.beaches for unit in state.at(at) for to, _ in materials.land_links[at])


@rule("7.6.3")
def inland_refusal(game: Game, state: State, frame: InvasionFrame, action: Advance) -> Refusal | None:
    """Where nobody defends, invaders may go into the space behind their beach, and no further."""
    unit = state.units.get(action.unit)
    if unit is None or unit.at not in frame.beaches:
        return Refusal("7.6.3", message("refusal.btb.not-landing", unit=action.unit))
    if not any(action.to == to for to, _ in game.materials.land_links[unit.at]):
        return Refusal("7.6.3", message("refusal.btb.adjacent-only", space=game.board.label(action.to)))
    return may_enter(game, state, unit, action.to) or joining_refusal(game, state, unit, action.to)


# Beachheads that are given up, and invasions that are


@rule("7.6.3", "6.6")
def beachhead_refusal(game: Game, state: State, at: Location) -> Refusal | None:
    """A beachhead stays while units stand on it, and while it is all that somebody has for supply."""
    label = game.board.label(at)
    if state.at(at):
        return Refusal("7.6.3", message("refusal.btb.beachhead-held", space=label))
    without = Draft(state)
    for marker in BEACHHEADS:
        without.set_marker(at, marker, 0)
    for unit in state.every_unit():
        if not _draws_on_beaches(game, unit) or supply_of(game, state, unit) is Supply.NONE:
            continue
        if supply_of(game, without.state, unit) is Supply.NONE:
            return Refusal("7.6.3", message("refusal.btb.only-source", space=label, unit=unit.id))
    return None


def _draws_on_beaches(game: Game, unit: Unit) -> bool:
    materials: Materials = game.materials
    return materials.is_on_map(unit) and materials.kind(unit).nation in WESTERN


def is_renounced(state: State) -> bool:
    return RENOUNCED in state.values


@rule("7.6.3")
def renounce_refusal(game: Game, state: State) -> Refusal | None:
    """Invasions are renounced from turn 14 on, at the start of the first Allied round, and once."""
    if is_renounced(state):
        return Refusal("7.6.3", message("refusal.btb.renounced"))
    first = game.materials.number("renounce_from")
    if state.side != ALLIED or state.turn < first or int(state.values.get(ROUND, 0)) != 1:
        return Refusal("7.6.3", message("refusal.btb.renounce-when", turn=first))
    return None


@rule("7.6.3")
def renounce_invasions(draft: Draft) -> None:
    draft.set_value(RENOUNCED, draft.state.turn)
    draft.emit(InvasionsRenounced())


CHAPTER = Chapter(
    actions=(PlaceBeachhead, LandUnit, RenounceInvasions),
    events=(BeachheadPlaced, UnitLanded, WentInland, InvasionsRenounced),
    phases={InvasionFrame: InvasionPhase()},
)
