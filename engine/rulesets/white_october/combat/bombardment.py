"""8.1: bombardments by guns, forts, trains, ships and aircraft."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, ClassVar

from engine.core.actions import Done, TakeLoss
from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.listing import Listing
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import Of, State, Unit, derived
from engine.core.terms import Op, Term, sum_of
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.ammunition import use_up, without_line
from engine.rulesets.white_october.aviation import flyable, grounded, has_flown
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.combat.eligibility import BUSY, busy_refusal, fire_distance, observed
from engine.rulesets.white_october.combat.penalties import Disorder, disorganise
from engine.rulesets.white_october.combat.results import TableResult, parse_result
from engine.rulesets.white_october.combat.retreat import RetreatFrame
from engine.rulesets.white_october.combat.retreat_ways import Manner, Party
from engine.rulesets.white_october.elimination import destroy, lose_followers, lose_point
from engine.rulesets.white_october.fleets import is_red_fleet, note_shot
from engine.rulesets.white_october.ground import HALVES
from engine.rulesets.white_october.kinds import SUPPORTS
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import DISORGANISED, ROUTED, TRENCHES, Role, enemy_of
from engine.rulesets.white_october.ratings import fire_halvings, fire_value, morale_of, rounded, strength
from engine.rulesets.white_october.standing import company, roster

TABLE = "bombardment"


class Category(StrEnum):
    """What is aimed at (8.1.2)."""

    COMBAT = "combat-units"
    ARTILLERY = "artillery"
    HEADQUARTERS = "headquarters"
    FLEET = "fleet"
    FORT = "fort"


_ROLES = {
    Category.ARTILLERY: (Role.ARTILLERY,),
    Category.HEADQUARTERS: (Role.HEADQUARTERS, Role.TROTSKY),
    Category.FLEET: (Role.FLEET,),
    Category.FORT: (Role.FORT,),
}


@dataclass(frozen=True, slots=True)
class Bombard(Action):
    """Let a unit bombard a hex in this sequence."""

    kind: ClassVar[str] = "bombard"
    unit: UnitId
    target: Location


@dataclass(frozen=True, slots=True)
class OpenFire(Action):
    """Carry out a bombardment on one sort of target."""

    kind: ClassVar[str] = "open-fire"
    unit: UnitId
    target: Location
    category: str


@dataclass(frozen=True, slots=True)
class FollowRetreat(Action):
    """Let a headquarters or a vehicle go with those who retreat."""

    kind: ClassVar[str] = "follow-retreat"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class BombardmentDeclared(Event):
    kind: ClassVar[str] = "bombardment-declared"
    unit: UnitId
    target: Location


@dataclass(frozen=True, slots=True)
class BombardmentResolved(Event):
    kind: ClassVar[str] = "bombardment-resolved"
    unit: UnitId
    target: Location
    category: str
    dice: tuple[int, int]
    score: int
    result: str

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return tuple(DieThrow(die, unit=self.unit, result=self.result) for die in self.dice)


@dataclass(frozen=True, slots=True)
class BombardmentFrame(Frame):
    """What a bombardment does, carried out by the owner of the target."""

    kind: ClassVar[str] = "bombardment"
    unit: UnitId
    target: Location
    category: str
    result: str
    chosen: bool = False
    """Whether the loss or the disorder has been given to a unit."""
    followers: tuple[UnitId, ...] = ()
    asked: bool = False
    targets: tuple[Location, ...] = ()
    """Hexes that are still to be attacked, where no retreat ends (8.2.6 C e)."""
    short: tuple[UnitId, ...] = ()
    """The one who fired, if it had no line of supply then (4.4)."""


# Targets


@rule("8.1.2")
def in_category(game: Game, state: State, at: Location, side: Side, category: Category) -> tuple[Unit, ...]:
    """The units of a side in a hex that a bombardment of a category can hit.

    Guns and headquarters are hit where neither combat units nor a fort are with them; tanks and armoured cars never.
    """
    materials: Materials = game.materials
    here = company(state, at, side)
    fighting = tuple(unit for unit in here if materials.kind(unit).is_combat)
    if category is Category.COMBAT:
        return fighting
    found = tuple(unit for unit in here if materials.kind(unit).role in _ROLES[category])
    if category in (Category.FLEET, Category.FORT):
        return found
    return () if fighting or any(materials.kind(unit).role is Role.FORT for unit in here) else found


def categories(game: Game, state: State, at: Location, side: Side) -> tuple[Category, ...]:
    """What can be aimed at in a hex of a side."""
    return tuple(each for each in Category if in_category(game, state, at, side, each))


@rule("8.1.1", "8.1.2", "8.2.6.D", "13", "15.1", "15.2")
def bombard_refusal(game: Game, state: State, attacked: frozenset[Location], action: Bombard) -> Refusal | None:
    """What keeps a unit from bombarding a hex."""
    materials: Materials = game.materials
    unit, label = state.units.get(action.unit), game.board.label(action.target)
    if unit is None or unit.side != state.side or not materials.kind(unit).is_support:
        return Refusal("8.1.1", message("refusal.wo.no-bombardment", unit=action.unit))
    kept_back = _firing_refusal(game, unit) or busy_refusal(unit)
    if kept_back is not None:
        return kept_back
    on_map = materials.ground.on_map[action.target]
    if not on_map or not categories(game, state, action.target, enemy_of(state.side)):
        return Refusal("8.1.2", message("refusal.wo.nobody-there", hex=label))
    if action.target in attacked:
        return Refusal("8.1.1", message("refusal.wo.attacked-hex", hex=label))
    if materials.kind(unit).role is Role.AIRCRAFT:
        return _flight_refusal(game, state, unit, action.target)
    return _aim_refusal(game, state, unit, action.target)


@rule("8.1.1", "8.2.6.D")
def _firing_refusal(game: Game, unit: Unit) -> Refusal | None:
    """What keeps a unit from firing at anything: it is off the map, which aircraft always are, or routed."""
    materials: Materials = game.materials
    if materials.kind(unit).role is not Role.AIRCRAFT and not materials.is_on_map(unit):
        return Refusal("8.1.1", message("refusal.wo.no-bombardment", unit=unit.id))
    return Refusal("8.2.6.D", message("refusal.wo.routed", unit=unit.id)) if ROUTED in unit.marks else None


@rule("8.1.2")
def _aim_refusal(game: Game, state: State, unit: Unit, target: Location) -> Refusal | None:
    """Who does not fly fires as far as it reaches, at what somebody of its side is beside."""
    label = game.board.label(target)
    if fire_distance(game, unit, target, bombarding=True) is None:
        return Refusal("8.1.2", message("refusal.wo.out-of-range", unit=unit.id, hex=label))
    if not observed(game, state, target, unit.side):
        return Refusal("8.1.2", message("refusal.wo.not-observed", hex=label))
    return None


@rule("15.1", "15.2")
def _flight_refusal(game: Game, state: State, unit: Unit, target: Location) -> Refusal | None:
    """Aircraft bomb anything by clear weather, but not the Red fleet at Kronstadt alone."""
    kept_back = grounded(game, state, unit)
    if kept_back is None and not _open_to_aircraft(game, state, target, enemy_of(unit.side)):
        return Refusal("15.1", message("refusal.wo.flak", hex=game.board.label(target)))
    return kept_back


def _open_to_aircraft(game: Game, state: State, at: Location, side: Side) -> tuple[Category, ...]:
    found = categories(game, state, at, side)
    if at != game.materials.place("kronstadt"):
        return found
    ships = in_category(game, state, at, side, Category.FLEET)
    guarded = any(is_red_fleet(game.materials.kind(unit)) for unit in ships)
    return tuple(each for each in found if not (guarded and each is Category.FLEET))


@rule("8.1.2")
@derived("units", "stacks", of=Of.ARGUMENT)
def exposed(game: Game, state: State, side: Side) -> tuple[Location, ...]:
    """The hexes where a side has something that can be aimed at."""
    materials: Materials = game.materials
    on_map, kinds = materials.ground.on_map, materials.kinds
    mine = (unit for unit in state.every_unit() if unit.side == side and on_map[unit.at])
    places = {unit.at for unit in mine if not kinds[unit.type].is_vehicle}
    return tuple(at for at in sorted(places) if categories(game, state, at, side))


def bombardments(game: Game, state: State, attacked: frozenset[Location]) -> Listing[Bombard]:
    """Every unit that may fire, with the hexes that it may fire at."""
    guns = map(state.unit, roster(game, state, state.side, *SUPPORTS))
    return Listing(Bombard, ((unit.id, _aims(game, state, attacked, unit)) for unit in guns))


@rule("8.1.1", "8.1.2")
def _aims(game: Game, state: State, attacked: frozenset[Location], unit: Unit) -> Sequence[Location]:
    """Where a unit may fire: asked in full only of what it reaches."""
    materials: Materials = game.materials
    if ROUTED in unit.marks or not unit.marks.isdisjoint(BUSY):
        return ()
    places: Iterable[Location] = exposed(game, state, enemy_of(unit.side))
    if materials.kind(unit).role is Role.AIRCRAFT:
        if unit not in flyable(game, state, unit.side):
            return ()
        guarded = materials.place("kronstadt")
        free = [at for at in places if at not in attacked]
        return [at for at in free if at != guarded or _flight_refusal(game, state, unit, at) is None]
    if not materials.is_on_map(unit):
        return ()
    reached = materials.ground.ranges(unit.at, materials.number("long_fire_range"))
    near = (at for at in places if at in reached)
    return [at for at in near if bombard_refusal(game, state, attacked, Bombard(unit.id, at)) is None]


@rule("8.1.2", "8.1.3")
def fire_refusal(game: Game, state: State, action: OpenFire) -> Refusal | None:
    """The one who fires chooses what he aims at among what is there.

    What was declared is fired only by one who still can: not lost, routed, driven out of range or left without an
    observer by what was fought before.
    """
    unit = state.unit(action.unit)
    flies = game.materials.kind(unit).role is Role.AIRCRAFT
    find = _open_to_aircraft if flies else categories
    if action.category not in find(game, state, action.target, enemy_of(unit.side)):
        return Refusal("8.1.2", message("refusal.wo.no-such-target", hex=game.board.label(action.target)))
    kept_back = _firing_refusal(game, unit)
    if kept_back is not None or flies:
        return kept_back
    return _aim_refusal(game, state, unit, action.target)


# Resolution


@rule("8.1.3", "12")
def bombardment_terms(game: Game, state: State, target: Location) -> tuple[Term, ...]:
    """What the ground takes off the dice of a bombardment."""
    materials: Materials = game.materials
    effect = int(materials.charts.terrain.effect(game.board.terrains[target], "bombardment") or 0)
    terms = [Term(message("term.wo.ground"), effect, "8.1.3", Op.DIE)] if effect else []
    if state.marker(target, TRENCHES):
        worth = materials.by_name("modifiers", TRENCHES)
        terms.append(Term(message("term.wo.trenches"), worth, "8.1.3", Op.DIE))
    return tuple(terms)


@rule("4.4.1", "8.1.3")
def fire_of(game: Game, state: State, unit: Unit, target: Location) -> int:
    """The fire of a unit into a hex, divided by what holds it down; each fires by itself."""
    distance = HALVES
    if game.materials.kind(unit).role is not Role.AIRCRAFT:
        distance = fire_distance(game, unit, target, bombarding=True) or HALVES
    return rounded(Fraction(fire_value(game, unit, distance), 2 ** len(fire_halvings(game, state, unit))))


@rule("8.1.3")
def open_fire(game: Game, draft: Draft, action: OpenFire, targets: tuple[Location, ...]) -> None:
    """Two dice with what the ground takes off, read under the fire of the unit; `targets` are still to be attacked."""
    unit = draft.state.unit(action.unit)
    table = game.materials.charts.table(TABLE)
    dice = (draft.roll(), draft.roll())
    score = sum(dice) + int(sum_of(bombardment_terms(game, draft.state, action.target), Op.DIE))
    fire = fire_of(game, draft.state, unit, action.target)
    result = draft.given_result() or (table.result(table.column_for(fire), table.row_for(score)) if fire else "-")
    draft.emit(BombardmentResolved(unit.id, action.target, action.category, dice, score, result))
    short = without_line(game, draft.state, (unit.id,))
    draft.call(BombardmentFrame(unit.id, action.target, action.category, result, targets=targets, short=short))


def _hit(frame: BombardmentFrame) -> TableResult:
    return parse_result(frame.result)


@rule("8.1.3", "8.2.6.B", "5.4")
def would_suffer(game: Game, unit: Unit, result: TableResult) -> str:
    """What a unit suffers: `loss`, `disorder`, or nothing, for a bombardment never takes the last point of a line unit.

    A loss that would take it becomes disorder, unless that itself would cost the point.
    """
    kind = game.materials.kind(unit)
    if kind.is_staff:
        return "loss" if result.losses else "disorder"
    last = strength(game.materials, unit) <= 1 and kind.role in (Role.INFANTRY, Role.CAVALRY)
    shaken = DISORGANISED in unit.marks or ROUTED in unit.marks
    if result.losses and not last:
        return "loss"
    if shaken:
        return "" if last else "loss"
    return "disorder"


class BombardmentPhase(Phase[BombardmentFrame]):
    """The owner says who is hit; then those of too low a morale go."""

    def start(self, game: Game, draft: Draft, frame: BombardmentFrame) -> None:
        result = _hit(frame)
        if not result.losses and not result.disorganised:
            frame = replace(frame, chosen=True)
        self._go_on(game, draft, frame)

    def resume(self, game: Game, draft: Draft, frame: BombardmentFrame, result: object) -> None:
        self._close(game, draft, frame)

    def _targets(self, game: Game, state: State, frame: BombardmentFrame) -> tuple[Unit, ...]:
        side = enemy_of(state.unit(frame.unit).side)
        return in_category(game, state, frame.target, side, Category(frame.category))

    def _go_on(self, game: Game, draft: Draft, frame: BombardmentFrame) -> None:
        draft.replace_frame(frame)
        targets = self._targets(game, draft.state, frame)
        if not frame.chosen:
            if len(targets) > 1:
                return
            for unit in targets:
                self._suffer(game, draft, frame, unit.id)
            frame = replace(frame, chosen=True)
            draft.replace_frame(frame)
        going = self._shaken(game, draft.state, frame)
        if not going:
            self._close(game, draft, frame)
        elif frame.asked or not self._may_follow(game, draft.state, frame, going):
            self._fall_back(game, draft, frame, going)

    @rule("8.1.3", "5.4")
    def menu(self, game: Game, state: State, frame: BombardmentFrame) -> Menu:
        side = enemy_of(state.unit(frame.unit).side)
        label = game.board.label(frame.target)
        if not frame.chosen:
            kind: type[TakeLoss] | type[Disorder] = TakeLoss if _hit(frame).losses else Disorder
            choices = [kind(unit.id) for unit in self._targets(game, state, frame)]
            refusal = Refusal("8.1.3", message("refusal.wo.not-to-pay"))
            said = message("prompt.wo.bombarded", side=side, hex=label)
            return Menu(side, said, "8.1.3", (Offer.among(choices, kind, refusal),))
        able = self._may_follow(game, state, frame, self._shaken(game, state, frame))
        offer: Offer[Any] = Offer.among(
            [FollowRetreat(unit) for unit in able],
            FollowRetreat,
            Refusal("5.4", message("refusal.wo.cannot-follow")),
        )
        said = message("prompt.wo.follow-retreat", side=side, hex=label)
        return Menu(side, said, "8.1.3", (offer, Offer.one(Done())))

    def apply(self, game: Game, draft: Draft, frame: BombardmentFrame, action: Action) -> None:
        if isinstance(action, TakeLoss | Disorder):
            self._suffer(game, draft, frame, action.unit)
            self._go_on(game, draft, replace(frame, chosen=True))
        elif isinstance(action, FollowRetreat):
            self._go_on(game, draft, replace(frame, followers=(*frame.followers, action.unit)))
        else:
            self._go_on(game, draft, replace(frame, asked=True))

    @rule("8.1.3", "5.4")
    def _suffer(self, game: Game, draft: Draft, frame: BombardmentFrame, unit: UnitId) -> None:
        """One unit takes the loss or the disorder; a headquarters is destroyed by a loss."""
        record = draft.state.unit(unit)
        what = would_suffer(game, record, _hit(frame))
        if what == "disorder":
            disorganise(game, draft, unit)
        elif what == "loss" and game.materials.kind(record).is_staff:
            destroy(game, draft, unit)
        elif what == "loss" and lose_point(game, draft, unit):
            lose_followers(game, draft, record.at, record.side)

    @rule("8.1.3")
    def _shaken(self, game: Game, state: State, frame: BombardmentFrame) -> tuple[UnitId, ...]:
        """Those of the category whose morale is too low to stay; forts, ships and headquarters alone are not moved."""
        limit = _hit(frame).shaken
        if not limit or Category(frame.category) in (Category.FORT, Category.FLEET, Category.HEADQUARTERS):
            return ()
        return tuple(unit.id for unit in self._targets(game, state, frame) if morale_of(game, unit) <= limit)

    @rule("5.4", "8.1.3")
    def _may_follow(
        self, game: Game, state: State, frame: BombardmentFrame, going: tuple[UnitId, ...]
    ) -> tuple[UnitId, ...]:
        """Headquarters and vehicles of the hex, which go if their owner likes; vehicles left without company must."""
        here, left_alone = self._rest(game, state, frame, going)
        kinds = {unit.id: game.materials.kind(unit) for unit in here if unit.id not in frame.followers}
        return tuple(unit for unit, kind in kinds.items() if kind.is_staff or (kind.is_vehicle and not left_alone))

    def _rest(
        self, game: Game, state: State, frame: BombardmentFrame, going: tuple[UnitId, ...]
    ) -> tuple[tuple[Unit, ...], bool]:
        """The others in the hex of those who go, and whether there is no company for vehicles among them."""
        side = enemy_of(state.unit(frame.unit).side)
        here = tuple(unit for unit in company(state, frame.target, side) if unit.id not in going)
        return here, not any(game.materials.kind(unit).is_company for unit in here)

    def _fall_back(self, game: Game, draft: Draft, frame: BombardmentFrame, going: tuple[UnitId, ...]) -> None:
        side = enemy_of(draft.state.unit(frame.unit).side)
        here, left_alone = self._rest(game, draft.state, frame, going)
        compelled = (unit.id for unit in here if left_alone and game.materials.kind(unit).is_vehicle)
        party = Party((*going, *frame.followers, *compelled), (frame.target,))
        draft.replace_frame(replace(frame, chosen=True, asked=True))
        draft.call(RetreatFrame(side, Manner.SHAKEN, (party,), frame.targets))

    @rule("4.4", "8.1.3", "15.1", "15.2")
    def _close(self, game: Game, draft: Draft, frame: BombardmentFrame) -> None:
        """The one who fired is done; without a line it is low on ammunition."""
        use_up(game, draft, frame.short)
        if game.materials.kind(draft.state.unit(frame.unit)).role is Role.AIRCRAFT:
            has_flown(game, draft, frame.unit)
        else:
            note_shot(game, draft, frame.unit)
        draft.end()


CHAPTER = Chapter(
    actions=(Bombard, OpenFire, FollowRetreat),
    events=(BombardmentDeclared, BombardmentResolved),
    phases={BombardmentFrame: BombardmentPhase()},
)
