"""8.3 to 8.5, 8.8, 8.9, 9.10, 26.1 and 29: the dice of a combat, and what follows from them, part by part."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain, repeat
from typing import ClassVar, TypeAlias

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.state import State, evolve
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.artillery import fire
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.combat.advance import AdvanceFrame, vacated, victors
from engine.rulesets.ukraine_43.combat.engagement import Engagement
from engine.rulesets.ukraine_43.combat.losses import LossFrame, Owed
from engine.rulesets.ukraine_43.combat.reckoning import (
    OVERWHELMING,
    RETREATS,
    Result,
    is_heavy,
    primary_costs,
    readings,
    reckon,
    secondary_costs,
    sixes_again,
)
from engine.rulesets.ukraine_43.combat.retreat import RetreatFrame
from engine.rulesets.ukraine_43.combat.strengths import is_varied, variation_by
from engine.rulesets.ukraine_43.elimination import disrupt, eliminate
from engine.rulesets.ukraine_43.names import ATTACKED, DEFENDED, FLOWN, ZHUKOV_USED, enemy_of


@dataclass(frozen=True, slots=True)
class AttackAgain(Action):
    """Let Zhukov's attack be made a second time."""

    kind: ClassVar[str] = "attack-again"


@dataclass(frozen=True, slots=True)
class DefenceVaried(Event):
    """The die for the strength of a defence (29)."""

    kind: ClassVar[str] = "defence-varied"
    side: Side
    at: Location
    die: int
    variation: int

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, side=self.side),)


@dataclass(frozen=True, slots=True)
class AttackResolved(Event):
    """A combat and its result. `thrown` are all dice, `dice` those that were kept, the first of them the primary."""

    kind: ClassVar[str] = "attack-resolved"
    side: Side
    attackers: tuple[UnitId, ...]
    targets: tuple[Location, ...]
    defenders: tuple[UnitId, ...]
    overrun: bool
    attack: int
    defence: int
    odds: str
    column: str
    thrown: tuple[int, ...]
    dice: tuple[int, ...]
    result: str
    further: tuple[str, ...]
    attacker_losses: int
    defender_losses: int

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        """The dice that counted with what came of each, and behind them the sixes that were thrown again."""
        again = (6,) * (len(self.thrown) - len(self.dice))
        results = chain((self.result, *self.further), repeat(""))
        return tuple(
            DieThrow(face, side=self.side, odds=self.odds, column=self.column, result=result)
            for face, result in zip((*self.dice, *again), results, strict=False)
        )

    @property
    def place(self) -> Location | None:
        return self.targets[0]


Strengths: TypeAlias = tuple[int, int]
"""Of the attack, of the defence."""


@dataclass(frozen=True, slots=True)
class Battle:
    """Who fought whom, between the dice and the end of it."""

    side: Side
    attackers: tuple[UnitId, ...]
    targets: tuple[Location, ...]
    defenders: tuple[UnitId, ...]
    late: tuple[UnitId, ...]
    overrun: bool
    zhukov: bool
    column: str
    odds: str
    again: bool = False
    """Whether this is the second attack that Zhukov allows."""


@dataclass(frozen=True, slots=True)
class AftermathFrame(Frame):
    """Carrying out the result of a combat, part by part."""

    kind: ClassVar[str] = "aftermath"
    battle: Battle
    result: str
    attacker_owes: tuple[Owed, ...] = ()
    defender_owes: int = 0
    part: int = 0


@dataclass(frozen=True, slots=True)
class AgainFrame(Frame):
    """Zhukov may let the attack be made again; it ends with whether he does."""

    kind: ClassVar[str] = "again"
    battle: Battle


# From the declaration to the dice


@rule("8.1", "8.3", "15.5", "22.1")
def resolve(game: Game, draft: Draft, fight: Engagement) -> None:
    """Aircraft have flown, guns have fired, and nobody of this fights again in this phase; then the dice."""
    fight = vary_defence(game, draft, fight)
    found = reckon(fight)
    battle = Battle(
        fight.side,
        fight.attackers,
        fight.targets,
        tuple(unit.id for unit in fight.defenders),
        tuple(unit.id for unit in fight.late),
        fight.overrun,
        fight.zhukov,
        found.column.column,
        found.column.odds,
    )
    for unit in fight.air:
        draft.mark(unit, FLOWN)
    for unit in fight.artillery:
        fire(game, draft, unit)
    if fight.zhukov:
        draft.set_value(ZHUKOV_USED, True)
    if not fight.overrun:
        for unit in fight.attackers:
            draft.mark(unit, ATTACKED)
        for unit in (*battle.defenders, *battle.late):
            draft.mark(unit, DEFENDED)
    strengths = int(found.attack.value), max(0, int(found.defence.value))
    if found.column.automatic == OVERWHELMING:
        _overwhelm(game, draft, battle, strengths)
    elif found.column.automatic is not None:
        owes = (Owed.STRONGEST, *((Owed.ANY,) if fight.zhukov else ()))
        draft.emit(_event(battle, strengths, _Thrown(Result.AR.value, (len(owes), 0))))
        draft.goto(AftermathFrame(battle, Result.AR, owes))
    else:
        draft.goto(throw(draft, fight, battle, found.dice, strengths))


@rule("29")
def vary_defence(game: Game, draft: Draft, fight: Engagement) -> Engagement:
    """By the optional rule a defence of three points or more is changed by a die, by the nation that defends."""
    if not is_varied(fight):
        return fight
    die = draft.roll()
    variation = variation_by(fight, die)
    draft.emit(DefenceVaried(fight.enemy, fight.targets[0], die, variation))
    return replace(fight, state=draft.state, variation=variation)


@rule("8.8.C", "8.9", "13.1.C")
def _overwhelm(game: Game, draft: Draft, battle: Battle, strengths: Strengths) -> None:
    """All in the hexes are lost without a die, and the attacker loses nothing, before a city or a fort neither."""
    lost = (*battle.defenders, *battle.late)
    steps = sum(game.materials.steps(draft.state.unit(unit)) for unit in lost)
    draft.emit(_event(battle, strengths, _Thrown(OVERWHELMING, (0, steps))))
    for unit in lost:
        eliminate(game, draft, unit)
    draft.goto(AftermathFrame(battle, OVERWHELMING, part=_ADVANCE))


@rule("8.4", "8.5", "8.6", "9.8", "9.9.B", "9.10", "26.1.C")
def throw(draft: Draft, fight: Engagement, battle: Battle, dice: int, strengths: Strengths) -> AftermathFrame:
    """Throw the first die for the result and the others for further losses; Soviet sixes against Germans once more."""
    again = sixes_again(fight)
    _agree(draft, fight, battle)
    thrown: list[int] = []
    kept: list[int] = []
    for _ in range(dice):
        die = draft.roll()
        thrown.append(die)
        if die == 6 and again:
            die = draft.roll()
            thrown.append(die)
        kept.append(die)
    primary, secondary = readings(fight, battle.column, ())
    result = draft.given_result() or primary.result(kept[0])
    further = tuple(secondary.result(die) for die in kept[1:])
    attacker, defender = primary_costs(fight, result)
    owes = [_tied(fight, result)] * attacker
    if is_heavy(fight, kept[0]):
        owes.append(Owed.SAPPER if fight.has_sappers else Owed.ANY)
    costs = [secondary_costs(each) for each in further]
    owes += [Owed.ANY] * (sum(cost for cost, _ in costs) + int(fight.zhukov))
    defender += sum(cost for _, cost in costs)
    draft.emit(_event(battle, strengths, _Thrown(result, (len(owes), defender), tuple(thrown), tuple(kept), further)))
    return AftermathFrame(battle, result, tuple(owes), defender)


@rule("8.4", "8.9")
def _agree(draft: Draft, fight: Engagement, battle: Battle) -> None:
    """Where a position lays down a result and no dice the first die is one that says so, as heavy losses go by it."""
    given = draft.state.given
    if given.dice or not given.results:
        return
    primary, _ = readings(fight, battle.column, ())
    faces = [face for face in range(1, 6) if primary.result(face) == given.results[0]]
    if faces:
        draft.state = evolve(draft.state, given=replace(given, dice=(faces[0],)))


@rule("9.8")
def _tied(fight: Engagement, result: str) -> Owed:
    """The loss of the first die falls on the Tigers where they helped and it is an exchange, else on the strongest."""
    exchange = result in (Result.EX, Result.DRX, Result.DR2X)
    return Owed.TIGER if fight.has_tigers and exchange else Owed.STRONGEST


@dataclass(frozen=True, slots=True)
class _Thrown:
    """What the dice of a combat came to."""

    result: str
    losses: tuple[int, int]
    """Of the attacker, of the defender."""
    thrown: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    further: tuple[str, ...] = ()


def _event(battle: Battle, strengths: Strengths, found: _Thrown) -> AttackResolved:
    return AttackResolved(
        side=battle.side,
        attackers=battle.attackers,
        targets=battle.targets,
        defenders=battle.defenders,
        overrun=battle.overrun,
        attack=strengths[0],
        defence=strengths[1],
        odds=battle.odds,
        column=battle.column,
        thrown=found.thrown,
        dice=found.kept,
        result=found.result,
        further=found.further,
        attacker_losses=found.losses[0],
        defender_losses=found.losses[1],
    )


# What follows

_ATTACKER, _DEFENDER, _AGAIN, _RETREAT, _REPELLED, _ADVANCE, _END = range(7)


class AftermathPhase(Phase[AftermathFrame]):
    """Losses of the attacker, then of the defender; Zhukov's second attack; retreats; the advance."""

    def start(self, game: Game, draft: Draft, frame: AftermathFrame) -> None:
        self._go_on(game, draft, frame)

    def resume(self, game: Game, draft: Draft, frame: AftermathFrame, result: object) -> None:
        if frame.part == _AGAIN and result is True:
            attack_again(game, draft, frame.battle)
            return
        self._go_on(game, draft, replace(frame, part=frame.part + 1))

    def _go_on(self, game: Game, draft: Draft, frame: AftermathFrame) -> None:
        parts = {
            _ATTACKER: self._attacker_loses,
            _DEFENDER: self._defender_loses,
            _AGAIN: self._ask_again,
            _RETREAT: self._retreat,
            _REPELLED: self._repel,
            _ADVANCE: self._advance,
        }
        for part in range(frame.part, _END):
            called = parts[part](game, draft, frame)
            if called is not None:
                draft.replace_frame(replace(frame, part=part))
                draft.call(called)
                return
        draft.end()

    def _attacker_loses(self, game: Game, draft: Draft, frame: AftermathFrame) -> Frame | None:
        units = alive(game, draft.state, frame.battle.attackers)
        return LossFrame(frame.battle.side, units, frame.attacker_owes) if units and frame.attacker_owes else None

    def _defender_loses(self, game: Game, draft: Draft, frame: AftermathFrame) -> Frame | None:
        units = alive(game, draft.state, frame.battle.defenders)
        owes = (Owed.ANY,) * frame.defender_owes
        return LossFrame(enemy_of(frame.battle.side), units, owes) if units and owes else None

    @rule("26.1.D")
    def _ask_again(self, game: Game, draft: Draft, frame: AftermathFrame) -> Frame | None:
        """After a contact or an exchange Zhukov may attack once more, while anybody is left on both sides."""
        battle = frame.battle
        if not battle.zhukov or battle.again or frame.result not in (Result.C, Result.EX):
            return None
        both = alive(game, draft.state, battle.attackers) and alive(game, draft.state, battle.defenders)
        return AgainFrame(battle) if both else None

    @rule("8.5", "10.1.A", "10.4")
    def _retreat(self, game: Game, draft: Draft, frame: AftermathFrame) -> Frame | None:
        """The defender goes back two hexes; who had fallen back there before is lost."""
        if frame.result not in RETREATS:
            return None
        battle = frame.battle
        units = alive(game, draft.state, battle.defenders)
        late = alive(game, draft.state, battle.late)
        cities = tuple(at for at in battle.targets if game.materials.ground.is_city(at))
        may_hold = cities if frame.result == Result.DR else ()
        if not units and not late:
            return None
        return RetreatFrame(enemy_of(battle.side), units, late=late, may_hold=may_hold)

    @rule("8.5", "10.5", "11.2.B")
    def _repel(self, game: Game, draft: Draft, frame: AftermathFrame) -> Frame | None:
        """An attacker who is repelled is disrupted, and may go back two hexes."""
        if frame.result != Result.AR:
            return None
        units = alive(game, draft.state, frame.battle.attackers)
        for unit in units:
            disrupt(draft, unit)
        return RetreatFrame(frame.battle.side, units, optional=True) if units else None

    @rule("8.5", "12.1", "12.4", "13.1.D")
    def _advance(self, game: Game, draft: Draft, frame: AftermathFrame) -> Frame | None:
        """The victors follow where nobody is left; after an exchange one hex and no further, and so in an overrun."""
        battle = frame.battle
        free = vacated(game, draft.state, battle.targets, battle.side)
        units = victors(game, draft.state, alive(game, draft.state, battle.attackers))
        if not free or not units or frame.result == Result.AR:
            return None
        short = battle.overrun or frame.result == Result.EX
        return AdvanceFrame(battle.side, units, (0,) * len(units), free, short, battle.overrun)


class AgainPhase(Phase[AgainFrame]):
    """Zhukov decides."""

    @rule("26.1.D")
    def menu(self, game: Game, state: State, frame: AgainFrame) -> Menu:
        said = message("prompt.u43.again", side=frame.battle.side)
        return Menu(frame.battle.side, said, "26.1.D", (Offer.one(AttackAgain()), Offer.one(Done())))

    def apply(self, game: Game, draft: Draft, frame: AgainFrame, action: Action) -> None:
        draft.end(isinstance(action, AttackAgain))


@rule("26.1.D")
def attack_again(game: Game, draft: Draft, battle: Battle) -> None:
    """The odds stay as they were; the magnitude is found anew, and another step is lost for certain."""
    attackers = alive(game, draft.state, battle.attackers)
    fight = Engagement(game, draft.state, battle.side, battle.targets, attackers, zhukov=True)
    found = reckon(fight)
    now = replace(battle, attackers=attackers, defenders=alive(game, draft.state, battle.defenders), again=True)
    strengths = int(found.attack.value), max(0, int(found.defence.value))
    draft.goto(throw(draft, fight, now, found.dice, strengths))


def alive(game: Game, state: State, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Those of some units that are still on the map."""
    return tuple(unit for unit in units if game.materials.is_on_map(state.unit(unit)))


CHAPTER = Chapter(
    actions=(AttackAgain,),
    events=(AttackResolved, DefenceVaried),
    phases={AftermathFrame: AftermathPhase(), AgainFrame: AgainPhase()},
)
