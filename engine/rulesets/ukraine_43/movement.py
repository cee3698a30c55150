"""Chapter 4: the phases of movement, exploitation and reaction.

The frame holds the stack in hand. Its first unit leads it: a step of the leader is a step of all, and each pays for
itself. What has moved goes no further once another has taken a step. What is done otherwise than by marching is in
`moves.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from engine.core.actions import Done, DropUnit, PickUnit, StepTo
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.listing import Listing
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.quotas import Quota
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import UnitMoved
from engine.mechanics.marching import Ban, steps_of
from engine.mechanics.stack_in_hand import SPENT, finish, is_under_way, moving_with, spend, with_taken, without
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.air import call_if_taken
from engine.rulesets.ukraine_43.bonds import bonds, shown
from engine.rulesets.ukraine_43.bridges import throw_for_bridges
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.control import entered
from engine.rulesets.ukraine_43.crowding import CrowdedFrame
from engine.rulesets.ukraine_43.elimination import disrupt
from engine.rulesets.ukraine_43.forts import disrupt_builders, finish_forts
from engine.rulesets.ukraine_43.ground import MARSHES, Ground
from engine.rulesets.ukraine_43.marches import (
    end_of_movement,
    is_bridged,
    is_caught,
    is_flooded,
    march_of,
    steps_alone,
)
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.movers import unit_refusal
from engine.rulesets.ukraine_43.moves import SPECIAL_MOVES
from engine.rulesets.ukraine_43.names import (
    AXIS,
    CAUGHT,
    DISPLACED,
    DISRUPTED,
    EXTENDED,
    MOVED,
    PACES,
    REACTING,
    REACTIONS,
    SOVIET,
    TRIED,
    enemy_of,
)
from engine.rulesets.ukraine_43.ratings import Mode, goes_one_hex, paces
from engine.rulesets.ukraine_43.special_moves import Hand, SpecialMove
from engine.rulesets.ukraine_43.standing import company, zone_hexes

CASES: Mapping[Mode, str] = {Mode.MOVEMENT: "4.1", Mode.EXPLOITATION: "4.9", Mode.REACTION: "4.10"}


@dataclass(frozen=True, slots=True)
class MovementFrame(Frame):
    """A phase in which a side moves; `group` is the stack in hand, its leader first."""

    kind: ClassVar[str] = "movement"
    mode: Mode = Mode.MOVEMENT
    group: tuple[UnitId, ...] = ()

    @property
    def hand(self) -> Hand:
        return Hand(self.mode, self.group)


class MovementChoices:
    """What can be done in a movement frame. Each unit is looked at once, and only when somebody asks about it."""

    def __init__(self, game: Game, state: State, frame: MovementFrame) -> None:
        self.game, self.state, self.frame = game, state, frame
        self._refusals: dict[UnitId, Refusal | None] = {}
        self._steps: dict[UnitId, Mapping[Location, int | Ban]] = {}

    @cached_property
    def candidates(self) -> tuple[Unit, ...]:
        """The units of the side on the map that have not finished their movement."""
        materials: Materials = self.game.materials
        side, on_map = self.state.side, materials.ground.on_map
        return tuple(
            [
                unit
                for unit in self.state.every_unit()
                if unit.side == side and on_map[unit.at] and MOVED not in unit.marks
            ]
        )

    @cached_property
    def moving(self) -> tuple[UnitId, ...]:
        """The units that moved last and may go on, in hand or not."""
        return tuple([unit.id for unit in self.candidates if unit.values.get(SPENT)])

    @cached_property
    def caught(self) -> frozenset[UnitId]:
        """The units under way that may not stop where they are and can go on (5.4, 6.5)."""
        state = self.state
        caught = (unit for unit in self.moving if is_caught(self.game, state, state.unit(unit), self.members(unit)))
        return frozenset(
            unit for unit in caught if any(not isinstance(cost, Ban) for cost in self._steps_of(unit).values())
        )

    def members(self, unit: UnitId) -> tuple[UnitId, ...]:
        """Who moves when a unit does: the stack it leads, or it alone."""
        return moving_with(self.frame.group, unit)

    @rule("5.4")
    def break_refusal(self, moving: tuple[UnitId, ...]) -> Refusal | None:
        """Who is under way and may not stay where it is goes on before anybody else moves."""
        left = sorted(self.caught.difference(moving)) if self.caught else []
        if not left:
            return None
        unit = self.state.unit(left[0])
        case = staying_case(self.game, self.state, unit, unit.at)
        return Refusal(case, message("refusal.u43.must-go-on", unit=unit.id))

    def may_set_out(self, unit: UnitId) -> Refusal | None:
        """What keeps a unit, or the stack it leads, from moving now: of several that have to go on any one may."""
        members = self.members(unit)
        return self._unit_refusal(unit) or (self.break_refusal(members) if self.caught.isdisjoint(members) else None)

    def _unit_refusal(self, id: UnitId) -> Refusal | None:
        if id not in self._refusals:
            self._refusals[id] = unit_refusal(self.game, self.state, id, self.frame.mode)
        return self._refusals[id]

    # Steps

    def _steps_of(self, id: UnitId) -> Mapping[Location, int | Ban]:
        """What each step from where a unit stands costs it, or what bans it."""
        found = self._steps.get(id)
        if found is None:
            group, mode = self.frame.group, self.frame.mode
            if id in group and len(group) > 1:
                march = march_of(self.game, self.state, self.state.unit(id), mode, group)
                found = steps_of(self.game.board, march)
            else:
                found = steps_alone(self.game, self.state, id, mode)
            self._steps[id] = found
        return found

    def steps(self) -> Listing[StepTo]:
        return Listing(StepTo, ((unit.id, self._steps_from(unit)) for unit in self.candidates))

    def steps_of(self, id: UnitId) -> Listing[StepTo]:
        return Listing(StepTo, ((id, self._steps_from(unit)) for unit in self.candidates if unit.id == id))

    def _steps_from(self, unit: Unit) -> list[Location]:
        """Where a unit may step to, with those it leads."""
        if self.may_set_out(unit.id) is not None:
            return []
        members = self.members(unit.id)
        if len(members) > 1 and any(self._unit_refusal(member) is not None for member in members):
            return []
        places = [to for to, cost in self._steps_of(members[0]).items() if not isinstance(cost, Ban)]
        for member in members[1:]:
            costs = self._steps_of(member)
            places = [to for to in places if not isinstance(costs.get(to, Ban.TOO_FAR), Ban)]
        return places

    def step_refusal(self, action: StepTo) -> Refusal | None:
        return self.may_set_out(action.unit) or self._way_refusal(action.unit, action.to)

    @rule("4.1")
    def _way_refusal(self, leader: UnitId, to: Location) -> Refusal | None:
        """Nobody in a stack goes beyond its own points: the slowest sets the pace."""
        for member in self.members(leader):
            cost = self.cost(member, to)
            if isinstance(cost, Refusal):
                return cost
        return None

    def cost(self, id: UnitId, to: Location) -> int | Refusal:
        """What a step costs a unit in half points, or what forbids it."""
        refusal = self._unit_refusal(id)
        if refusal is not None:
            return refusal
        cost = self._steps_of(id).get(to)
        if cost is None:
            return no_way(self.game, self.state, self.state.unit(id), to)
        return (
            ban_refusal(self.game, self.state, StepTo(id, to), cost, self.frame.mode) if isinstance(cost, Ban) else cost
        )

    @property
    def reactions_left(self) -> int:
        """How many stacks may still set out in this reaction."""
        return int(self.game.materials.number("reactions")) - int(self.state.values.get(REACTIONS, 0))

    @rule("4.10")
    def quota(self) -> Quota[StepTo] | None:
        """In reaction so many stacks may still set out; the others of one that has may follow it."""
        if self.frame.mode is not Mode.REACTION:
            return None
        unit = self.state.unit
        return Quota(
            {REACTIONS: self.reactions_left},
            lambda step: {} if REACTING in unit(step.unit).marks else {REACTIONS: 1},
            payer=lambda step: unit(step.unit).at,
            counts="stacks",
        )

    # Stacks

    def picks(self) -> Listing[PickUnit]:
        able = [unit.id for unit in self.candidates if self._unit_refusal(unit.id) is None]
        return Listing.each(PickUnit, [unit for unit in able if unit not in self.frame.group])

    def pick_refusal(self, action: PickUnit) -> Refusal | None:
        """Units that have not finished can be taken in hand; those of one hex together."""
        if action.unit in self.frame.group:
            return Refusal("4.1", message("refusal.u43.in-hand", unit=action.unit))
        return self._unit_refusal(action.unit)

    @rule("23.3", "23.4")
    def with_picked(self, id: UnitId) -> tuple[UnitId, ...]:
        """The stack in hand when a unit is taken; a Panzer corps or an army takes up units that it comes to."""
        state, group = self.state, self.frame.group
        kinds = self.game.materials.kinds
        leads = any(kinds[state.unit(unit).type].is_formation for unit in group)
        if leads and is_under_way(state, group) and state.unit(group[0]).at == state.unit(id).at:
            return (*group, id)
        return with_taken(state, group, id)

    @rule("4.1", "23.3", "23.4")
    def drop_refusal(self, action: DropUnit) -> Refusal | None:
        """Any unit of the stack can be left behind where it may stay."""
        if action.unit not in self.frame.group:
            return Refusal("4.1", message("refusal.u43.not-in-hand", unit=action.unit))
        if is_under_way(self.state, self.frame.group) and len(self.frame.group) == 1:
            return Refusal("4.1", message("refusal.u43.last-in-hand", unit=action.unit))
        return self.break_refusal(without(self.frame.group, (action.unit,)))


@rule("4.1", "4.4", "4.5", "28.2.E")
def no_way(game: Game, state: State, unit: Unit, to: Location) -> Refusal:
    """Why there is no step at all: not beside it, the sea, a major river without a bridge, a marsh, the flood."""
    ground: Ground = game.materials.ground
    label = game.board.label(to)
    edge = game.board.edge_between(unit.at, to)
    if edge is None:
        return Refusal("4.1", message("refusal.u43.not-adjacent", unit=unit.id, hex=label))
    if not ground.land[to] or edge in ground.sea_sides:
        return Refusal("4.1", message("refusal.u43.sea", unit=unit.id, hex=label))
    if edge in ground.majors and not is_bridged(game, state, edge, unit.side):
        return Refusal("4.4", message("refusal.u43.no-bridge", unit=unit.id, hex=label))
    if is_flooded(state) and (unit.at in ground.below_dam or to in ground.below_dam):
        case = "28.2.E" if edge in ground.majors else "28.2"
        return Refusal(case, message("refusal.u43.flood", hex=label))
    if game.board.terrains[to] in MARSHES or game.board.terrains[unit.at] in MARSHES:
        return Refusal("4.5", message("refusal.u43.guns-in-marsh", unit=unit.id))
    return Refusal("4.1", message("refusal.u43.impassable", unit=unit.id, hex=label))


@rule("4.1", "7.2", "6.5", "5.4")
def ban_refusal(game: Game, state: State, step: StepTo, ban: Ban, mode: Mode) -> Refusal:
    """The case and the words for a step that is banned; a bond is named by those that form it."""
    unit, to = step.unit, step.to
    label = game.board.label(to)
    record = state.unit(unit)
    if ban is Ban.OCCUPIED:
        return Refusal("4.1", message("refusal.u43.enemy-there", hex=label))
    if ban in (Ban.KEPT_OUT, Ban.BARRED_BORDER):
        bond = bonds(game, state, enemy_of(record.side)).barring(record.at, to)
        assert bond is not None
        key = "refusal.u43.bonded-hex" if bond.is_hex else "refusal.u43.bonded-side"
        return Refusal("7.2", message(key, hex=label, bond=shown(game, bond)))
    if ban is Ban.NO_WAY_OUT:
        case = staying_case(game, state, record, to)
        return Refusal(case, message("refusal.u43.cannot-stay", unit=unit, hex=label))
    case = CASES[mode] if not goes_one_hex(game, state, record, mode) else one_hex_case(mode)
    return Refusal(case, message("refusal.u43.too-far", unit=unit, hex=label))


@rule("6.5")
def staying_case(game: Game, state: State, unit: Unit, at: Location) -> str:
    """The case that keeps a unit from staying in a hex: a zone at the end of an extended move, or too many friends."""
    in_zone = at in zone_hexes(game, state, enemy_of(unit.side))
    return "6.5" if in_zone and EXTENDED in unit.marks else "5.4"


def one_hex_case(mode: Mode) -> str:
    """The case by which a unit goes one hex at the most in a phase."""
    return "11.3" if mode is Mode.MOVEMENT else CASES[mode]


class MovementPhase(Phase[MovementFrame]):
    """Units and stacks move one after another."""

    def start(self, game: Game, draft: Draft, frame: MovementFrame) -> None:
        """Forts are finished when the Axis side begins to move, floating bridges when the Soviet side exploits."""
        draft.unmark_all(TRIED)
        side = draft.state.side
        if frame.mode is Mode.MOVEMENT and side == AXIS:
            finish_forts(draft)
        if frame.mode is Mode.EXPLOITATION and side == SOVIET:
            throw_for_bridges(game, draft)
        if frame.mode is Mode.REACTION:
            draft.set_value(REACTIONS, None)
            if not MovementChoices(game, draft.state, frame).candidates:
                draft.end()

    @rule("3.C.2", "3.C.4", "3.C.5")
    def menu(self, game: Game, state: State, frame: MovementFrame) -> Menu:
        """Move all, some or none of the units, do what else the phase allows, or end it."""
        choices = MovementChoices(game, state, frame)
        waits = choices.break_refusal(frame.group)
        special = tuple(self._special(choices, each, waits) for each in SPECIAL_MOVES if frame.mode in each.modes)
        offers: tuple[Offer[Any], ...] = (
            Offer(
                StepTo,
                choices.steps,
                choices.step_refusal,
                of_unit=choices.steps_of,
                exact=True,
                quota=choices.quota(),
            ),
            *special,
            Offer(PickUnit, choices.picks, choices.pick_refusal, exact=True),
            Offer(DropUnit, lambda: map(DropUnit, frame.group), choices.drop_refusal),
            Offer.one(Done(), choices.break_refusal(())),
        )
        prompts = {
            Mode.MOVEMENT: "prompt.u43.movement",
            Mode.EXPLOITATION: "prompt.u43.exploitation",
            Mode.REACTION: "prompt.u43.reaction",
        }
        said = message(prompts[frame.mode], side=state.side, count=choices.reactions_left)
        return Menu(state.side, said, CASES[frame.mode], offers, Done())

    @rule("5.4")
    def _special(self, choices: MovementChoices, move: SpecialMove, waits: Refusal | None) -> Offer[Any]:
        """A special move as it is offered here: not while somebody else has to go on.

        One that takes the hand would end the movement of those in it, and waits for these too.
        """
        if waits is not None:
            return Offer(move.action, lambda: (), lambda action: waits)
        hand = choices.frame.hand
        offer = move.offer(choices.game, choices.state, hand)
        if not move.takes_hand or not choices.caught:
            return offer
        return Offer(
            move.action,
            offer.actions,
            lambda action: offer.refusal(action) or choices.break_refusal(hand.with_leader(action.units()[0])),
        )

    def apply(self, game: Game, draft: Draft, frame: MovementFrame, action: Action) -> None:
        choices = MovementChoices(game, draft.state, frame)
        if isinstance(action, Done):
            if frame.mode is Mode.MOVEMENT and draft.state.side == AXIS:
                disrupt_builders(game, draft)
            end_of_movement(draft)
            draft.goto(CrowdedFrame())
        elif isinstance(action, PickUnit):
            draft.replace_frame(replace(frame, group=choices.with_picked(action.unit)))
        elif isinstance(action, DropUnit):
            finish(draft, (action.unit,), MOVED)
            draft.replace_frame(replace(frame, group=without(frame.group, (action.unit,))))
        elif isinstance(action, StepTo):
            self._step(game, draft, choices, action)
        else:
            self._special_move(game, draft, choices, action)

    def _special_move(self, game: Game, draft: Draft, choices: MovementChoices, action: Action) -> None:
        move = next(move for move in SPECIAL_MOVES if move.action is type(action))
        hand = choices.frame.hand
        if move.takes_hand:
            members = hand.with_leader(action.units()[0])
            finish(draft, without(choices.moving, members), MOVED)
            draft.replace_frame(replace(choices.frame, group=members))
        move.carry_out(game, draft, hand, action)
        if not draft.to_start:
            self._keep_in_hand(game, draft, choices.frame.mode)

    def _keep_in_hand(self, game: Game, draft: Draft, mode: Mode) -> None:
        """Who has left, stands ready or has finished is no longer in hand, and keeps nobody from going on."""
        frame, state = draft.frame, draft.state
        assert isinstance(frame, MovementFrame)
        able = [unit for unit in frame.group if unit_refusal(game, state, unit, mode) is None]
        group = tuple(unit for unit in able if state.unit(unit).at == state.unit(able[0]).at)
        if group != frame.group:
            draft.replace_frame(replace(frame, group=group))

    def resume(self, game: Game, draft: Draft, frame: MovementFrame, result: object) -> None:
        """After an overrun those who are left, in order and still together go on."""
        state, materials = draft.state, game.materials
        left = [
            unit
            for unit in frame.group
            if materials.is_on_map(state.unit(unit)) and DISRUPTED not in state.unit(unit).marks
        ]
        group = tuple(unit for unit in left if state.unit(unit).at == state.unit(left[0]).at)
        draft.replace_frame(replace(frame, group=group))

    @rule("4.1", "4.10")
    def _step(self, game: Game, draft: Draft, choices: MovementChoices, action: StepTo) -> None:
        """A stack moves: those that moved before and are not of it have finished."""
        members = choices.members(action.unit)
        finish(draft, without(choices.moving, members), MOVED)
        draft.replace_frame(replace(choices.frame, group=members))
        costs = {unit: choices.cost(unit, action.to) for unit in members}
        if choices.frame.mode is Mode.REACTION:
            activate(game, draft, members)
        for unit in members:
            origin, cost = draft.state.unit(unit).at, costs[unit]
            assert isinstance(cost, int)
            draft.move_unit(unit, action.to)
            spend(draft, unit, max(1, cost))
            draft.set_unit_value(unit, PACES, paces(draft.state.unit(unit)) + 1)
            draft.emit(UnitMoved(unit, origin, action.to, cost))
            note_move(game, draft, unit)
        if any(game.materials.kind(draft.state.unit(unit)).is_ground for unit in members):
            entered(game, draft, action.to, draft.state.side)
            call_if_taken(game, draft, action.to, draft.state.side)


@rule("4.10")
def activate(game: Game, draft: Draft, members: tuple[UnitId, ...]) -> None:
    """The first step of a unit in reaction activates the whole stack it leaves; who begins in a zone is noted.

    Who is taken up on the way belongs to another stack, which counts as well.
    """
    for unit in members:
        record = draft.state.unit(unit)
        if REACTING not in record.marks:
            for comrade in company(draft.state, record.at, record.side):
                draft.mark(comrade.id, REACTING)
            draft.set_value(REACTIONS, int(draft.state.values.get(REACTIONS, 0)) + 1)
        record = draft.state.unit(unit)
        if not paces(record) and goes_one_hex(game, draft.state, record, Mode.REACTION):
            draft.mark(unit, CAUGHT)


@rule("4.8", "11.2.D", "26.1.A")
def note_move(game: Game, draft: Draft, unit: UnitId) -> None:
    """Artillery that enters a second hex is disrupted; a leader that moves is of no use in this turn."""
    record = draft.state.unit(unit)
    kind = game.materials.kind(record)
    if kind.is_artillery and paces(record) > 1:
        disrupt(draft, unit)
    if kind.is_leader:
        draft.mark(unit, DISPLACED)


CHAPTER = Chapter(actions=(DropUnit,), events=(UnitMoved,), phases={MovementFrame: MovementPhase()})
