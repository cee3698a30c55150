"""17.3 to 17.5: Soviet armies are split into corps, made of corps and strengthened by them, in production turns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import ClassVar, TypeVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.distances import is_adjacent_to
from engine.rulesets.red_star_rising.elimination import put_away
from engine.rulesets.red_star_rising.factors import status_of
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import AXIS, CONVERTED, FORCE_POOL, MARKER, SOVIET, Arm, Role, Status

A = TypeVar("A", bound=Action)


def _in_order(action: Action, *corps: UnitId) -> None:
    for name, unit in zip(("first", "second"), sorted(corps), strict=True):
        object.__setattr__(action, name, unit)


@dataclass(frozen=True, slots=True)
class SplitArmy(Action):
    """Replace an army by two corps of the force pool."""

    kind: ClassVar[str] = "split-army"
    unit: UnitId
    first: UnitId
    second: UnitId

    def __post_init__(self) -> None:
        """The two corps may be named in either order."""
        _in_order(self, self.first, self.second)


@dataclass(frozen=True, slots=True)
class FormArmy(Action):
    """Replace two corps in a hex by an army of the force pool."""

    kind: ClassVar[str] = "form-army"
    first: UnitId
    second: UnitId
    army: UnitId

    def __post_init__(self) -> None:
        """The two corps may be named in either order."""
        _in_order(self, self.first, self.second)


@dataclass(frozen=True, slots=True)
class Absorb(Action):
    """Give a corps to a reduced army, which is whole again."""

    kind: ClassVar[str] = "absorb"
    army: UnitId
    corps: UnitId


@dataclass(frozen=True, slots=True)
class RecompositionFrame(Frame):
    """The Soviet side splits, forms and strengthens armies, until it ends the step once something was changed."""

    kind: ClassVar[str] = "recomposition"
    changed: bool = False


@dataclass(frozen=True, slots=True)
class ArmySplit(Event):
    kind: ClassVar[str] = "army-split"
    unit: UnitId
    into: tuple[UnitId, ...]
    at: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.left(self.unit, self.at), *(UnitMove.came(corps, self.at) for corps in self.into))


@dataclass(frozen=True, slots=True)
class ArmyFormed(Event):
    kind: ClassVar[str] = "army-formed"
    units: tuple[UnitId, ...]
    army: UnitId
    at: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (*(UnitMove.left(corps, self.at) for corps in self.units), UnitMove.came(self.army, self.at))


@dataclass(frozen=True, slots=True)
class CorpsAbsorbed(Event):
    kind: ClassVar[str] = "corps-absorbed"
    corps: UnitId
    army: UnitId
    at: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.left(self.corps, self.at),)


@rule("17.1")
def _pool(game: Game, state: State) -> tuple[Unit, ...]:
    """What the force pool has to offer: not what has come into it by a change of this same turn."""
    waiting = (unit for unit in state.at(game.board.at(FORCE_POOL)) if CONVERTED not in unit.marks)
    return tuple(sorted(waiting, key=lambda unit: unit.id))


def _to_pool(game: Game, draft: Draft, unit: UnitId) -> None:
    put_away(game, draft, unit, FORCE_POOL)
    draft.mark(unit, CONVERTED)


@rule("17.4", "15.4.6", "15.6.6")
def is_building_corps(materials: Materials, unit: Unit) -> bool:
    """A corps that armies can be made of: not paratroops, not cavalry."""
    kind = materials.kind(unit)
    return kind.side == SOVIET and kind.role is Role.CORPS and kind.arm is not Arm.PARATROOP


@rule("10.6.1", "10.7.1", "10.8.1")
def _supply_refusal(unit: Unit) -> Refusal | None:
    status = status_of(unit)
    if status is Status.SUPPLIED:
        return None
    case = "10.6.1" if status is Status.UNSUPPLIED else "10.8.1"
    return Refusal(case, message("refusal.rsr.conversion-supply", unit=unit.id))


def _changed(unit: Unit) -> Refusal | None:
    return Refusal("17.1", message("refusal.rsr.converted", unit=unit.id)) if CONVERTED in unit.marks else None


@rule("17.3")
def _taken_in(army: Unit) -> Refusal | None:
    """An army that has changed and has a marker has taken in a corps; one that was formed has none yet."""
    if CONVERTED in army.marks and MARKER in army.values:
        return Refusal("17.3", message("refusal.rsr.converted", unit=army.id))
    return None


@rule("17.3")
def split_refusal(game: Game, state: State, action: SplitArmy) -> Refusal | None:
    """The army must be supplied, away from Axis units, and not have taken in a corps in this turn."""
    materials: Materials = game.materials
    army = state.units.get(action.unit)
    if army is None or not materials.is_on_map(army) or not materials.kind(army).is_soviet_army:
        return Refusal("17.3", message("refusal.rsr.no-army", unit=action.unit))
    found = _supply_refusal(army) or _taken_in(army) or _changed(army)
    if found is not None:
        return found
    if is_adjacent_to(game, state, army.at, AXIS):
        return Refusal("17.3", message("refusal.rsr.split-contact", unit=action.unit))
    waiting = {unit.id for unit in _pool(game, state) if materials.kind(unit).role is Role.CORPS}
    if action.first == action.second or not {action.first, action.second} <= waiting:
        return Refusal("17.3", message("refusal.rsr.not-in-pool"))
    return None


@rule("17.4", "17.1")
def form_refusal(game: Game, state: State, action: FormArmy) -> Refusal | None:
    """Two supplied corps in one hex, an enemy zone or not, become a regular army of the force pool."""
    materials: Materials = game.materials
    corps = [state.units.get(action.first), state.units.get(action.second)]
    for unit in corps:
        if unit is None or not materials.is_on_map(unit) or not is_building_corps(materials, unit):
            return Refusal("17.4", message("refusal.rsr.no-building-corps"))
        found = _supply_refusal(unit) or _changed(unit)
        if found is not None:
            return found
    first, second = (unit for unit in corps if unit is not None)
    if first.id == second.id or first.at != second.at:
        return Refusal("17.4", message("refusal.rsr.not-together", unit=action.first, other=action.second))
    army = state.units.get(action.army)
    if army is None or army not in _pool(game, state) or not materials.kind(army).is_soviet_army:
        return Refusal("17.4", message("refusal.rsr.not-in-pool"))
    if materials.kind(army).traits & {"shock", "guards"}:
        return Refusal("17.4", message("refusal.rsr.regular-only"))
    return None


@rule("17.5", "17.1")
def absorb_refusal(game: Game, state: State, action: Absorb) -> Refusal | None:
    """A supplied corps in or beside the hex of a supplied, reduced army; for a tank army a mechanised one."""
    materials: Materials = game.materials
    army, corps = state.units.get(action.army), state.units.get(action.corps)
    if army is None or not materials.is_on_map(army) or MARKER not in army.values or army.step == 0:
        return Refusal("17.5", message("refusal.rsr.not-reduced", unit=action.army))
    if corps is None or not materials.is_on_map(corps) or not is_building_corps(materials, corps):
        return Refusal("17.5", message("refusal.rsr.no-building-corps"))
    for unit in (army, corps):
        found = _supply_refusal(unit) or _changed(unit)
        if found is not None:
            return found
    if corps.at != army.at and game.board.distance(corps.at, army.at) != 1:
        return Refusal("17.5", message("refusal.rsr.too-far", unit=action.corps))
    if materials.kind(army).arm is Arm.ARMOUR and materials.kind(corps).arm is not Arm.ARMOUR:
        return Refusal("17.5", message("refusal.rsr.mechanised-only"))
    return None


def _one_of_each(units: Iterable[Unit]) -> list[UnitId]:
    """The first unit of each type: which of several like counters is taken makes no difference."""
    found: dict[str, UnitId] = {}
    for unit in units:
        found.setdefault(unit.type, unit.id)
    return list(found.values())


@rule("17.3", "17.4", "17.5")
def _not_now(kind: type[A], case: str) -> Offer[A]:
    """Nothing of a sort, as the turn is none of production."""
    return Offer(kind, lambda: (), lambda action: Refusal(case, message("refusal.rsr.no-production-turn")))


class RecompositionPhase(Phase[RecompositionFrame]):
    """The Soviet side changes what it likes in a production turn."""

    def menu(self, game: Game, state: State, frame: RecompositionFrame) -> Menu | None:
        offers: tuple[Offer[SplitArmy], Offer[FormArmy], Offer[Absorb]]
        if game.materials.production(state.turn) is None:
            offers = (_not_now(SplitArmy, "17.3"), _not_now(FormArmy, "17.4"), _not_now(Absorb, "17.5"))
        else:
            offers = (self._splits(game, state), self._formations(game, state), self._absorptions(game, state))
        return Menu(
            SOVIET, message("prompt.rsr.recomposition"), "17.3", (*offers, Offer.one(Done())), default=Done()
        ).asked_if(frame.changed or any(offer.any() for offer in offers))

    def _splits(self, game: Game, state: State) -> Offer[SplitArmy]:
        materials: Materials = game.materials
        waiting = [unit for unit in _pool(game, state) if materials.kind(unit).role is Role.CORPS]
        by_type: dict[str, list[UnitId]] = {}
        for unit in waiting:
            by_type.setdefault(unit.type, []).append(unit.id)
        pairs: list[tuple[UnitId, ...]] = []
        for one, other in combinations_with_replacement(sorted(by_type), 2):
            if one != other:
                pairs.append(tuple(sorted((by_type[one][0], by_type[other][0]))))
            elif len(by_type[one]) > 1:
                pairs.append((by_type[one][0], by_type[one][1]))
        armies = [unit.id for unit in state.every_unit() if materials.kind(unit).is_soviet_army]
        free = [unit for unit in armies if materials.is_on_map(state.unit(unit))]
        members = frozenset(pairs)

        def refuse(action: SplitArmy) -> Refusal | None:
            found = split_refusal(game, state, action)
            if found is None and (action.first, action.second) not in members:
                return Refusal("17.3", message("refusal.rsr.other-counter"))
            return found

        return Offer(SplitArmy, lambda: (SplitArmy(army, *pair) for army in free for pair in pairs), refuse)

    def _formations(self, game: Game, state: State) -> Offer[FormArmy]:
        materials: Materials = game.materials
        armies = _one_of_each(unit for unit in _pool(game, state) if materials.kind(unit).is_soviet_army)
        together: dict[Location, list[UnitId]] = {}
        for unit in state.every_unit():
            if materials.is_on_map(unit) and is_building_corps(materials, unit):
                together.setdefault(unit.at, []).append(unit.id)
        pairs = [pair for stack in together.values() for pair in combinations(sorted(stack), 2)]
        members = frozenset(armies)

        def refuse(action: FormArmy) -> Refusal | None:
            found = form_refusal(game, state, action)
            if found is None and action.army not in members:
                return Refusal("17.4", message("refusal.rsr.other-counter"))
            return found

        return Offer(FormArmy, lambda: (FormArmy(a, b, army) for a, b in pairs for army in armies), refuse)

    def _absorptions(self, game: Game, state: State) -> Offer[Absorb]:
        materials: Materials = game.materials
        mine = [unit for unit in state.every_unit() if materials.is_on_map(unit) and unit.side == SOVIET]
        reduced = [unit.id for unit in mine if MARKER in unit.values and unit.step]
        corps = [unit.id for unit in mine if is_building_corps(materials, unit)] if reduced else []
        return Offer(
            Absorb,
            lambda: (Absorb(army, unit) for army in reduced for unit in corps),
            lambda action: absorb_refusal(game, state, action),
        )

    @rule("17.1")
    def apply(self, game: Game, draft: Draft, frame: RecompositionFrame, action: Action) -> None:
        """What has changed is marked as long as the step lasts, so that none of it changes again."""
        if isinstance(action, Done):
            draft.unmark_all(CONVERTED)
            draft.end()
            return
        draft.replace_frame(RecompositionFrame(changed=True))
        if isinstance(action, SplitArmy):
            self._split(game, draft, action)
        elif isinstance(action, FormArmy):
            self._form(game, draft, action)
        else:
            assert isinstance(action, Absorb)
            self._absorb(game, draft, action)

    @rule("17.3")
    def _split(self, game: Game, draft: Draft, action: SplitArmy) -> None:
        """The army goes into the force pool; two corps come out of it into its hex."""
        at = draft.state.unit(action.unit).at
        _to_pool(game, draft, action.unit)
        for corps in (action.first, action.second):
            draft.move_unit(corps, at)
            draft.mark(corps, CONVERTED)
        draft.emit(ArmySplit(action.unit, (action.first, action.second), at))

    @rule("17.4")
    def _form(self, game: Game, draft: Draft, action: FormArmy) -> None:
        """The corps go into the force pool; the army takes their place, its strength unknown."""
        at = draft.state.unit(action.first).at
        for corps in (action.first, action.second):
            _to_pool(game, draft, corps)
        draft.move_unit(action.army, at)
        draft.mark(action.army, CONVERTED)
        draft.emit(ArmyFormed((action.first, action.second), action.army, at))

    @rule("17.5")
    def _absorb(self, game: Game, draft: Draft, action: Absorb) -> None:
        """The corps goes into the force pool and the army's marker is turned to its full side."""
        _to_pool(game, draft, action.corps)
        army = draft.change_unit(action.army, step=0)
        draft.mark(action.army, CONVERTED)
        draft.emit(CorpsAbsorbed(action.corps, action.army, army.at))


CHAPTER = Chapter(
    actions=(SplitArmy, FormArmy, Absorb),
    events=(ArmySplit, ArmyFormed, CorpsAbsorbed),
    phases={RecompositionFrame: RecompositionPhase()},
)
