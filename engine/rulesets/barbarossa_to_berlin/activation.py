"""7.3, 13.3, 13.4.1 and 13.6: an operation: spaces are activated, then units move, then they fight.

A space costs by the nationalities in it and by the units in it that are short of supply. What supply a unit has counts
as it was when its space was activated: it is marked until the operation is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Generic, TypeAlias, TypeVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.listing import Listing
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.quotas import Quota
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import Of, State, Unit, derived
from engine.core.terms import Op, Term, total
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.combat.declaration import CombatFrame
from engine.rulesets.barbarossa_to_berlin.effects import ROUND_PREFIX
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.movement import MovementFrame
from engine.rulesets.barbarossa_to_berlin.names import (
    ALLIED_BEACHHEAD,
    AMERICAN_NATIONS,
    AXIS,
    BRITISH_NATIONS,
    COMBAT,
    FULLY,
    MOVE,
    OUT,
    Nation,
    Supply,
)
from engine.rulesets.barbarossa_to_berlin.noted_supply import note_supply
from engine.rulesets.barbarossa_to_berlin.stacking import combat_places
from engine.rulesets.barbarossa_to_berlin.supply import (
    AT_HOME,
    Circumstances,
    circumstances,
    past_the_caucasus,
    supplies,
)
from engine.rulesets.chapter import Chapter

K = TypeVar("K")

ACTIVATING, MOVING, FIGHTING = "activating", "moving", "fighting"
PURPOSES = (MOVE, COMBAT)
EITHER, POINTS = "either", "points"
"""What an activation takes besides a marker for its own purpose: one for any, or points."""
REFITTED = "refitted-"
"""What begins the names of round values that hold the units refitted in the round, as Panzer Refit sets them."""


@dataclass(frozen=True, slots=True)
class Activate(Action):
    """Activate the units in a space, to `move` or for `combat`."""

    kind: ClassVar[str] = "activate"
    at: Location
    purpose: str


@dataclass(frozen=True, slots=True)
class OperationsFrame(Frame):
    """An operation: points to spend, and markers of events that cost none, for moves, combats or either.

    `only` is the nation whose units have to be in the space, where an event asks for one.
    """

    kind: ClassVar[str] = "operations"
    points: int
    moves: int = 0
    combats: int = 0
    either: int = 0
    only: str = ""
    stage: str = ACTIVATING


@dataclass(frozen=True, slots=True)
class SpaceActivated(Event):
    kind: ClassVar[str] = "space-activated"
    at: Location
    purpose: str
    cost: int


@dataclass(frozen=True, slots=True)
class Price:
    """What the cost of a space is made of."""

    nationalities: int
    limited: int
    out: int
    africa: bool
    caucasus: int

    def cost(self, most: int) -> int:
        found = self.nationalities + self.limited + self.out + self.africa + self.caucasus
        return min(found, most) if self.caucasus else found


@rule("7.3")
def nationality(nation: Nation) -> Nation:
    """British, Canadians and the Commonwealth count as one nationality, Americans and Free French as one."""
    if nation in BRITISH_NATIONS:
        return Nation.BRITISH
    return Nation.AMERICAN if nation in AMERICAN_NATIONS else nation


def active_units(game: Game, state: State, side: Side, at: Location) -> tuple[Unit, ...]:
    """The combat units of a side in a space; Stalin is none."""
    kind = game.materials.kind
    return tuple(unit for unit in state.at(at) if unit.side == side and not kind(unit).is_marker)


@derived("bodies", "stacks", of=Of.ARGUMENT)
def held_spaces(game: Game, state: State, side: Side) -> tuple[Location, ...]:
    """The spaces with combat units of a side, in the order of the board."""
    on_map = game.materials.on_map
    return tuple(sorted(at for at in combat_places(game, state, side) if on_map[at]))


@rule("7.3", "13.3", "13.4.1", "13.6")
def price_of(game: Game, state: State, units: tuple[Unit, ...], at: Location) -> Price:
    """The nationalities of those in full supply, one for each other unit, and what Africa and the Caucasus add.

    Turks and Swedes are supplied at home: no line to them passes the Caucasus.
    """
    materials: Materials = game.materials
    nations: set[Nation] = set()
    limited = out = caucasus = 0
    africa = False
    found = supplies(game, state)
    for unit in units:
        kind = materials.kind(unit)
        supply = found.at(kind.nation, unit.at)
        if supply is Supply.FULL:
            nations.add(nationality(kind.nation))
            continue
        limited += supply is Supply.LIMITED
        out += supply is Supply.NONE
        africa = africa or kind.has("afrika")
    if units and units[0].side == AXIS and at in past_the_caucasus(game, state):
        drawing = (kind for unit in units if (kind := materials.kind(unit)).nation not in AT_HOME.values())
        caucasus = sum(1 for kind in drawing if kind.large)
    together = bool(nations) if state.marker(at, ALLIED_BEACHHEAD) else len(nations)
    return Price(int(together), limited, out, africa, caucasus)


@rule("7.3", "13.3", "13.4.1", "13.6")
def cost_of(game: Game, state: State, at: Location, side: Side) -> tuple[Term, ...]:
    """What activating a space costs a side, and why; nobody is left out to make it cheaper."""
    price = price_of(game, state, active_units(game, state, side, at), at)
    most = game.materials.number("most_activation")
    terms = [
        Term(message("term.btb.nationalities", count=price.nationalities), price.nationalities, "7.3"),
        Term(message("term.btb.limited-units", count=price.limited), price.limited, "13.3"),
        Term(message("term.btb.units-out", count=price.out), price.out, "13.4.1"),
        Term(message("term.btb.africa-army"), int(price.africa), "13.3"),
        Term(message("term.btb.caucasus", count=price.caucasus), price.caucasus, "13.6"),
    ]
    found = [term for term in terms if term.value]
    if price.caucasus and int(total(found)) > most:
        found.append(Term(message("term.btb.most-activation", most=most), most, "13.6", Op.BECOMES))
    return tuple(found)


def cost(game: Game, state: State, at: Location, side: Side) -> int:
    """The cost of a space as a number."""
    return _cost(game, state, at, side, _costs_of_stacks(game, state, side, circumstances(game, state)))


def _cost(game: Game, state: State, at: Location, side: Side, costs: StackCosts) -> int:
    """The same, looked up: units of the same types cost the same while supply does not change."""
    units, known = active_units(game, state, side, at), costs.known
    key = (at, tuple([unit.type for unit in units]))
    found = known.get(key)
    if found is None:
        price = price_of(game, state, units, at)
        found = known[key] = price.cost(game.materials.number("most_activation"))
    return found


class SpaceCosts(Generic[K]):
    """What the spaces cost that somebody has asked about."""

    __slots__ = ("known",)

    def __init__(self) -> None:
        self.known: dict[K, int] = {}


StackCosts: TypeAlias = SpaceCosts[tuple[Location, tuple[str, ...]]]


@derived("control")
def _costs_of_stacks(game: Game, state: State, side: Side, now: Circumstances) -> StackCosts:
    """Costs by the space and the types of the units in it."""
    return SpaceCosts()


@derived("bodies", "stacks", "control")
def _costs(game: Game, state: State, side: Side, now: Circumstances) -> SpaceCosts[Location]:
    """Costs stay as they are while units are marked and spaces activated."""
    return SpaceCosts()


@rule("card.axis.6")
def refitted(state: State) -> frozenset[UnitId]:
    """The units that have been refitted in this round, which keeps their spaces from being activated."""
    start = f"{ROUND_PREFIX}{REFITTED}"
    return frozenset(UnitId(name.removeprefix(start)) for name in state.values if name.startswith(start))


@rule("7.3", "card.axis.1", "card.axis.2", "card.axis.4", "card.axis.14", "card.axis.27", "card.axis.53")
def free_markers(frame: OperationsFrame, purpose: str) -> int:
    """How many markers an event has left for a purpose; each serves one space whatever it would cost (ruling 20)."""
    return (frame.moves if purpose == MOVE else frame.combats) + frame.either


class ActivationChoices:
    """What can be activated now. What a space costs is found once, and only when somebody asks."""

    def __init__(self, game: Game, state: State, frame: OperationsFrame) -> None:
        self.game, self.state, self.frame = game, state, frame
        self.refitted = refitted(state)
        self._spaces: dict[Location, Refusal | None] = {}

    @cached_property
    def _known_costs(self) -> dict[Location, int]:
        return _costs(self.game, self.state, self.state.side, circumstances(self.game, self.state)).known

    @cached_property
    def _stack_costs(self) -> StackCosts:
        return _costs_of_stacks(self.game, self.state, self.state.side, circumstances(self.game, self.state))

    def candidates(self) -> Listing[Activate]:
        held = held_spaces(self.game, self.state, self.state.side)
        return Listing(Activate, ((at, self._purposes(at)) for at in held if self._is_free(at)))

    def _is_free(self, at: Location) -> bool:
        """Whether a space with units in it can be activated, for whatever price."""
        here = self.state.markers.get(at)
        if here is not None and (MOVE in here or COMBAT in here):
            return False
        return not (self.refitted or self.frame.only) or self._space(at) is None

    def _purposes(self, at: Location) -> tuple[str, ...]:
        """What a space that can be activated can be activated for, with the markers and points that are left."""
        if self._is_payable(at):
            return PURPOSES
        return tuple(purpose for purpose in PURPOSES if free_markers(self.frame, purpose))

    @rule("7.3")
    def refusal(self, action: Activate) -> Refusal | None:
        """A space is activated once, for one purpose, with a unit of one's own in it, and paid for in full."""
        if action.purpose not in PURPOSES:
            return Refusal("7.3", message("refusal.btb.no-such-purpose", purpose=action.purpose))
        found = self._space(action.at)
        if found is not None or free_markers(self.frame, action.purpose):
            return found
        return self._price_refusal(action.at)

    def _space(self, at: Location) -> Refusal | None:
        if at not in self._spaces:
            self._spaces[at] = self._space_refusal(at)
        return self._spaces[at]

    @rule("7.3", "card.axis.6", "card.allied.11")
    def _space_refusal(self, at: Location) -> Refusal | None:
        """What keeps a space from being activated, for whatever purpose and price."""
        state, label = self.state, self.game.board.label
        units = active_units(self.game, state, state.side, at)
        if not units or not self.game.materials.on_map[at]:
            return Refusal("7.3", message("refusal.btb.no-unit-to-activate", space=label(at)))
        if state.marker(at, MOVE) or state.marker(at, COMBAT):
            return Refusal("7.3", message("refusal.btb.active-already", space=label(at)))
        if self.refitted and any(unit.id in self.refitted for unit in units):
            return Refusal("card.axis.6", message("refusal.btb.refitting", space=label(at)))
        if self.frame.only and not any(self.game.materials.kind(unit).nation == self.frame.only for unit in units):
            return Refusal(
                "card.allied.11", message("refusal.btb.only-nation", space=label(at), nation=self.frame.only)
            )
        return None

    def _price_refusal(self, at: Location) -> Refusal | None:
        if not self.frame.points:
            return Refusal("7.3", message("refusal.btb.no-marker-left"))
        if self._is_payable(at):
            return None
        label = self.game.board.label(at)
        said = message("refusal.btb.too-dear", space=label, cost=self._known_costs[at], points=self.frame.points)
        return Refusal("7.3", said)

    def _is_payable(self, at: Location) -> bool:
        """Whether the points that are left pay for a space."""
        return bool(self.frame.points) and self._cost_of(at) <= self.frame.points

    def _cost_of(self, at: Location) -> int:
        known = self._known_costs
        if at not in known:
            known[at] = _cost(self.game, self.state, at, self.state.side, self._stack_costs)
        return known[at]

    @rule("7.3")
    def quota(self) -> Quota[Activate]:
        """What is left of the operation, and what a space takes of it: the markers of an event go first."""
        frame = self.frame
        left = {MOVE: frame.moves, COMBAT: frame.combats, EITHER: frame.either, POINTS: frame.points}

        def price(action: Activate) -> Mapping[str, int]:
            marker = next((purse for purse in (action.purpose, EITHER) if left[purse]), None)
            return {marker: 1} if marker is not None else {POINTS: self._cost_of(action.at)}

        return Quota(left, price)


class OperationsPhase(Phase[OperationsFrame]):
    """Activation, movement, combat, in this order."""

    @rule("7.3")
    def menu(self, game: Game, state: State, frame: OperationsFrame) -> Menu | None:
        """Spaces are marked one after another; what is left of the points is lost."""
        if frame.stage != ACTIVATING:
            return None
        choices = ActivationChoices(game, state, frame)
        offer = Offer(Activate, choices.candidates, choices.refusal, exact=True, quota=choices.quota())
        free = frame.moves + frame.combats + frame.either
        name = "prompt.btb.activate-free" if free else "prompt.btb.activate"
        prompt = message(name, side=state.side, points=frame.points, count=free)
        return Menu(state.side, prompt, "7.3", (offer, Offer.one(Done())))

    @rule("7.3", "13.1")
    def apply(self, game: Game, draft: Draft, frame: OperationsFrame, action: Action) -> None:
        """The markers go down first; only when all are there does anything move."""
        if isinstance(action, Done):
            self._go_on(game, draft, replace(frame, stage=MOVING))
            return
        assert isinstance(action, Activate)
        left, paid = spend(game, draft.state, frame, action)
        note_supply(game, draft, action.at)
        draft.set_marker(action.at, action.purpose, 1)
        draft.emit(SpaceActivated(action.at, action.purpose, paid))
        if left.points or left.moves or left.combats or left.either:
            draft.replace_frame(left)
        else:
            self._go_on(game, draft, replace(left, stage=MOVING))

    @rule("7.3")
    def _go_on(self, game: Game, draft: Draft, frame: OperationsFrame) -> None:
        """Movement comes after activation, and combat after all movement."""
        draft.replace_frame(frame)
        draft.call(MovementFrame() if frame.stage == MOVING else CombatFrame())

    def resume(self, game: Game, draft: Draft, frame: OperationsFrame, result: object) -> None:
        if frame.stage == MOVING:
            self._go_on(game, draft, replace(frame, stage=FIGHTING))
            return
        draft.unmark_all(FULLY, OUT)
        draft.end()


@rule("7.3")
def spend(game: Game, state: State, frame: OperationsFrame, action: Activate) -> tuple[OperationsFrame, int]:
    """What is left after a space has been activated, and the points it took: the markers of an event go first."""
    if action.purpose == MOVE and frame.moves:
        return replace(frame, moves=frame.moves - 1), 0
    if action.purpose == COMBAT and frame.combats:
        return replace(frame, combats=frame.combats - 1), 0
    if frame.either:
        return replace(frame, either=frame.either - 1), 0
    paid = cost(game, state, action.at, state.side)
    return replace(frame, points=frame.points - paid), paid


CHAPTER = Chapter(
    actions=(Activate,),
    events=(SpaceActivated,),
    phases={OperationsFrame: OperationsPhase()},
)
