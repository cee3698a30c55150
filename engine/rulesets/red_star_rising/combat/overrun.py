"""Chapter 8: overruns, attacks made in the middle of a move.

The movement phases offer them (`overrun_offer`), launch them (`begin_overrun`) and, when the result has been carried
out, let the stack occupy the hex and go on or make it stop (`overrun_end`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Advance, Done
from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.terms import Term
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.combat.battle import BattleEnd
from engine.rulesets.red_star_rising.combat.eligibility import nations_refusal
from engine.rulesets.red_star_rising.combat.muster import attackable, may_cross, muster
from engine.rulesets.red_star_rising.combat.odds import odds_refusal
from engine.rulesets.red_star_rising.combat.resolution import draw_strengths, resolve
from engine.rulesets.red_star_rising.control import entered, is_fortress
from engine.rulesets.red_star_rising.factors import attack_of, is_unknown, movement_of, status_of
from engine.rulesets.red_star_rising.materials import Hexside, Materials
from engine.rulesets.red_star_rising.names import (
    DROPPED,
    HALTED,
    MOVED,
    REPULSED,
    SOVIET,
    SPENT,
    TRAVEL,
    Role,
    Status,
    enemy_of,
)
from engine.rulesets.red_star_rising.partisans import shift_partisans
from engine.rulesets.red_star_rising.stacking import hex_overstacked
from engine.rulesets.red_star_rising.standing import beside

BARRED_TERRAIN = frozenset({"marsh", "mountain"})


@dataclass(frozen=True, slots=True)
class Overrun(Action):
    """Attack a neighbouring hex out of the move, with the stack a unit leads or with the unit alone."""

    kind: ClassVar[str] = "overrun"
    unit: UnitId
    target: Location

    @property
    def struck(self) -> tuple[Location, ...]:
        return (self.target,)


@dataclass(frozen=True, slots=True)
class OverrunLaunched(Event):
    kind: ClassVar[str] = "overrun-launched"
    side: Side
    units: tuple[UnitId, ...]
    target: Location
    cost: int


@dataclass(frozen=True, slots=True)
class HexOccupied(Event):
    """An overrun went through: the stack entered the hex."""

    kind: ClassVar[str] = "hex-occupied"
    units: tuple[UnitId, ...]
    origin: Location
    to: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return tuple(UnitMove(unit, (self.origin, self.to)) for unit in self.units)


@dataclass(frozen=True, slots=True)
class OccupyFrame(Frame):
    """A stack may enter the hex it has overrun."""

    kind: ClassVar[str] = "occupy"
    group: tuple[UnitId, ...]
    target: Location
    decided: bool = False


# What an overrun needs


@rule("8.0.3", "8.0.9", "13.0.3")
def overrun_cost(game: Game, state: State, side: Side) -> Term:
    """Three movement points; two for Soviet units in snow. Neither zones nor the hex itself cost anything more."""
    materials: Materials = game.materials
    if side == SOVIET and materials.is_snow(state.turn):
        return Term(message("term.rsr.overrun-cost"), materials.number("overrun_cost_soviet_snow"), "8.0.9")
    return Term(message("term.rsr.overrun-cost"), materials.number("overrun_cost"), "8.0.3")


def overrun_refusal(game: Game, state: State, group: tuple[UnitId, ...], target: Location) -> Refusal | None:
    """What forbids a moving stack to overrun a hex. Whether it may move at all is for the movement phase to say."""
    units = tuple(state.unit(unit) for unit in group)
    return (
        _target_refusal(game, state, units, target)
        or _units_refusal(game, state, units)
        or _ground_refusal(game, state, units, target)
        or _stack_refusal(game, state, units)
        or odds_refusal(game, state, muster(game, state, group, (target,), overrun=True))
    )


@rule("8.0.3", "11.1.6")
def _target_refusal(game: Game, state: State, units: tuple[Unit, ...], target: Location) -> Refusal | None:
    """There must be an enemy in the next hex that can be attacked."""
    label = game.board.label(target)
    if game.board.edge_between(units[0].at, target) is None:
        return Refusal("8.0.3", message("refusal.rsr.attack-not-adjacent", unit=units[0].id, hex=label))
    if attackable(game, state, target, units[0].side):
        return None
    materials: Materials = game.materials
    if any(materials.kind(unit).role is Role.PARTISAN and unit.side != units[0].side for unit in state.at(target)):
        return Refusal("11.1.6", message("refusal.rsr.partisans-only", hex=label))
    return Refusal("8.0.3", message("refusal.rsr.attack-nobody-there", hex=label))


@rule("8.0.2", "8.0.3", "10.6.1", "10.8.1")
def _units_refusal(game: Game, state: State, units: tuple[Unit, ...]) -> Refusal | None:
    """Each unit needs an attack factor, supply and the movement points."""
    materials: Materials = game.materials
    cost = int(overrun_cost(game, state, units[0].side).value)
    for unit in units:
        if unit.marks & {MOVED, HALTED}:
            return Refusal("8.0.2", message("refusal.rsr.overrun-moved", unit=unit.id))
        if attack_of(game, unit) == 0 and not is_unknown(materials, unit):
            return Refusal("7.2.6", message("refusal.rsr.no-attack-factor", unit=unit.id))
        if status_of(unit) in (Status.UNSUPPLIED, Status.LACKING):
            return Refusal("8.0.2", message("refusal.rsr.overrun-supply", unit=unit.id))
        left = movement_of(game, unit) - int(unit.values.get(SPENT, 0))
        if left < cost:
            return Refusal("8.0.3", message("refusal.rsr.overrun-points", unit=unit.id, cost=cost, left=left))
    return None


@rule("8.0.7", "8.0.8")
def _ground_refusal(game: Game, state: State, units: tuple[Unit, ...], target: Location) -> Refusal | None:
    """Not across any river or water, but for Soviet units on foot over a red arrow in snow.

    Not into marsh, unless it is frozen, mountains, major cities or the fortress while it stands.
    """
    materials: Materials = game.materials
    snow = materials.is_snow(state.turn)
    edge = game.board.edge_between(units[0].at, target)
    assert edge is not None
    side = materials.sides[edge]
    over_ice = side is Hexside.ICE_ROAD and all(may_cross(materials, unit, edge, snow=snow) for unit in units)
    if side is not Hexside.OPEN and not over_ice:
        return Refusal("8.0.7", message("refusal.rsr.overrun-river", hex=game.board.label(target)))
    city = game.board.feature(target, "major-city") is not None or is_fortress(game, state, target)
    if city or materials.terrain(target, snow=snow) in BARRED_TERRAIN:
        return Refusal("8.0.8", message("refusal.rsr.overrun-terrain", hex=game.board.label(target)))
    return None


@rule("8.0.5", "7.3.1", "15.4.2")
def _stack_refusal(game: Game, state: State, units: tuple[Unit, ...]) -> Refusal | None:
    """A stack overruns together if it moves together, rides or walks as one, and fits where it attacks from.

    What began the phase in one hex and moved together has spent the same; the movement phase makes no other stacks.
    What dropped from the air in this phase began it nowhere.
    """
    materials: Materials = game.materials
    dropped = len(units) > 1 and any(DROPPED in unit.marks for unit in units)
    if dropped or len({(unit.at, unit.values.get(SPENT, 0)) for unit in units}) > 1:
        return Refusal("8.0.5", message("refusal.rsr.overrun-apart"))
    if len({materials.kind(unit).motorised for unit in units}) > 1:
        return Refusal("8.0.5", message("refusal.rsr.overrun-mixed"))
    if hex_overstacked(game, state, units[0].at, units[0].side) is not None:
        return Refusal("8.0.5", message("refusal.rsr.overrun-overstacked"))
    return nations_refusal(game, units)


# What the movement phases call


def overrun_offer(
    game: Game,
    state: State,
    group: tuple[UnitId, ...],
    movers: Callable[[], Iterable[Unit]],
    may_move: Callable[[UnitId], Refusal | None],
) -> Offer[Overrun]:
    """The overruns open to the moving stack, led by its first unit, and to other units alone.

    `movers` are the units that come into question and `may_move` says what keeps one from moving now.
    """
    lead = group[:1]

    def of_unit(unit: UnitId) -> Iterable[Overrun]:
        record = state.units.get(unit)
        if record is None:
            return ()
        around = (Location(at) for at, _ in game.board.links[record.at])
        return (Overrun(unit, at) for at in around if _enemies_at(state, at, record.side))

    def refuse(action: Overrun) -> Refusal | None:
        refusal = may_move(action.unit)
        if refusal is not None:
            return refusal
        return overrun_refusal(game, state, stack_of(group, action.unit), action.target)

    def candidates() -> Iterable[Overrun]:
        near = beside(game, state, enemy_of(state.side))
        alone = (unit.id for unit in movers() if unit.at in near and unit.id not in lead)
        return (each for unit in (*lead, *alone) for each in of_unit(unit))

    return Offer(Overrun, candidates, refuse, of_unit=of_unit)


def stack_of(group: tuple[UnitId, ...], unit: UnitId) -> tuple[UnitId, ...]:
    """The stack an overrun is made with: the moving one if the unit leads it, else the unit alone."""
    return group if group[:1] == (unit,) else (unit,)


def _enemies_at(state: State, at: Location, side: Side) -> bool:
    return any(state.units[unit].side != side for unit in state.stacks.get(at, ()))


@rule("8.0.1", "8.0.3", "6.2.2")
def begin_overrun(game: Game, draft: Draft, group: tuple[UnitId, ...], target: Location) -> None:
    """Pay, draw strengths, throw, and call the frame that carries the result out; it ends with a BattleEnd.

    The caller has brought its own frame up to date before, as another is begun here.
    """
    side = draft.state.unit(group[0]).side
    cost = int(overrun_cost(game, draft.state, side).value)
    for unit in group:
        draft.set_unit_value(unit, SPENT, int(draft.state.unit(unit).values.get(SPENT, 0)) + cost)
    draft.emit(OverrunLaunched(side, group, target, cost))
    draw_strengths(game, draft, muster(game, draft.state, group, (target,), overrun=True))
    draft.call(resolve(game, draft, group, (target,), overrun=True))


@rule("8.0.4")
def goes_on(end: BattleEnd) -> bool:
    """Only a stack that emptied the hex, lost nothing and did not retreat may move on."""
    return end.cleared and end.unharmed and bool(end.attackers)


@rule("8.0.4")
def overrun_end(game: Game, draft: Draft, group: tuple[UnitId, ...], end: BattleEnd, target: Location) -> bool:
    """After an overrun: the stack may enter the hex, which calls a frame, or has moved; says whether it goes on.

    The caller has brought its own frame up to date before; `group` is the stack that attacked.
    """
    if goes_on(end):
        draft.call(OccupyFrame(end.attackers, target))
        return True
    for unit in end.attackers:
        draft.mark(unit, MOVED)
        draft.set_unit_value(unit, TRAVEL, REPULSED)
    return False


class OccupyPhase(Phase[OccupyFrame]):
    """Enter the hex without further cost, or stay and move on from where the stack is."""

    @rule("8.0.4")
    def menu(self, game: Game, state: State, frame: OccupyFrame) -> Menu | None:
        if frame.decided:
            return None
        step = Advance(frame.group[0], frame.target)
        other = Refusal("8.0.4", message("refusal.rsr.occupy-together", unit=frame.group[0]))
        side = state.unit(frame.group[0]).side
        prompt = message("prompt.rsr.occupy", side=side, hex=game.board.label(frame.target))
        return Menu(side, prompt, "8.0.4", (Offer.among((step,), Advance, other), Offer.one(Done())), default=step)

    @rule("8.0.4")
    def apply(self, game: Game, draft: Draft, frame: OccupyFrame, action: Action) -> None:
        """The stack enters as one; entering costs nothing, and control and partisans follow from it."""
        draft.replace_frame(OccupyFrame(frame.group, frame.target, decided=True))
        if isinstance(action, Advance):
            origin = draft.state.unit(frame.group[0]).at
            for unit in frame.group:
                draft.move_unit(unit, frame.target)
            draft.emit(HexOccupied(frame.group, origin, frame.target))
            for unit in frame.group:
                entered(game, draft, unit)
            if shift_partisans(game, draft):
                return
        draft.end()


CHAPTER = Chapter(
    actions=(Overrun,),
    events=(OverrunLaunched, HexOccupied),
    phases={OccupyFrame: OccupyPhase()},
)
