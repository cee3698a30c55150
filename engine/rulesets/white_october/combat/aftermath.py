"""8.2.6 and 8.2.7: what the results of an attack do, the loser's first, up to the advance of the winner."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.phases import Phase
from engine.core.records import Frame
from engine.core.state import State
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.ammunition import use_up
from engine.rulesets.white_october.aviation import has_flown
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.combat.advance import AdvanceFrame, is_empty, victors
from engine.rulesets.white_october.combat.losses import LossFrame
from engine.rulesets.white_october.combat.penalties import PenaltyFrame, Price, disorganise
from engine.rulesets.white_october.combat.results import TableResult, parse_result
from engine.rulesets.white_october.combat.retreat import RetreatFrame, Withdrawal, rout
from engine.rulesets.white_october.combat.retreat_ways import Manner, Party
from engine.rulesets.white_october.elimination import lose_followers, surrender
from engine.rulesets.white_october.fleets import note_shot
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import DISORGANISED, ROUTED, Role
from engine.rulesets.white_october.ratings import strength
from engine.rulesets.white_october.standing import company, still_there
from engine.rulesets.white_october.vehicles import break_down, throw_for_vehicles


@dataclass(frozen=True, slots=True)
class Beaten:
    """One side of an attack with its result, as it was when the dice were thrown."""

    side: Side
    result: str
    attacking: bool
    units: tuple[UnitId, ...]
    homes: tuple[Location, ...]
    trail: tuple[Location, ...] = ()

    @property
    def outcome(self) -> TableResult:
        return parse_result(self.result)


class Part(IntEnum):
    """What one side goes through, in this order."""

    LOSSES = 0
    DISORDER = 1
    RETREAT = 2
    DONE = 3


@dataclass(frozen=True, slots=True)
class AftermathFrame(Frame):
    """The results being carried out."""

    kind: ClassVar[str] = "aftermath"
    attackers: Beaten
    defenders: Beaten
    attacker_wins: bool
    extra: int
    target: Location
    targets: tuple[Location, ...] = ()
    supports: tuple[UnitId, ...] = ()
    """Whatever fired for the attacker, trains at the front with the rest (14.1)."""
    answers: tuple[UnitId, ...] = ()
    """Whatever fired for the defender, guns and forts that fought alone with the rest."""
    part: Part = Part.LOSSES
    loser: bool = True
    """Whether it is the loser that suffers now, or the winner."""
    lacking: tuple[int, int] = (0, 0)
    """By how much the losses of attacker and defender are more than they can bear (8.2.6 A)."""
    closed: bool = False
    short: tuple[UnitId, ...] = ()
    """Those who had no line of supply when the dice were thrown (4.4)."""

    @property
    def suffering(self) -> Beaten:
        return self.defenders if self.attacker_wins == self.loser else self.attackers

    def losses_of(self, beaten: Beaten) -> int:
        """What a side has to lose: the printed losses, one more in a big combat, less what the other could not bear."""
        return beaten.outcome.losses + self.extra - self.lacking[1 if beaten.attacking else 0]

    def with_suffering(self, beaten: Beaten) -> AftermathFrame:
        return replace(self, attackers=beaten) if beaten.attacking else replace(self, defenders=beaten)


@rule("8.2.6.A")
def bearers_of(game: Game, state: State, beaten: Beaten) -> tuple[UnitId, ...]:
    """Who bears a side's losses: those engaged, and behind a defender's combat units the guns of his hex.

    The guns of an attacker are never touched, and a fort that has company is not either.
    """
    materials: Materials = game.materials
    engaged = [unit.id for unit in still_there(game, state, beaten.units) if strength(materials, unit)]
    if beaten.attacking:
        return tuple(engaged)
    guns = [
        unit.id
        for at in beaten.homes
        for unit in company(state, at, beaten.side)
        if materials.kind(unit).role is Role.ARTILLERY
    ]
    return tuple(dict.fromkeys((*engaged, *guns)))


class AftermathPhase(Phase[AftermathFrame]):
    """Walks through losses, disorder and retreat of the loser, then of the winner, and closes the attack."""

    def start(self, game: Game, draft: Draft, frame: AftermathFrame) -> None:
        state = draft.state
        lacking = (
            self._lacking(game, state, frame, frame.attackers),
            self._lacking(game, state, frame, frame.defenders),
        )
        draft.replace_frame(replace(frame, lacking=lacking))
        self._go_on(game, draft)

    def resume(self, game: Game, draft: Draft, frame: AftermathFrame, result: object) -> None:
        if isinstance(result, Withdrawal):
            draft.replace_frame(frame.with_suffering(replace(frame.suffering, trail=result.trail)))
        if frame.closed:
            draft.end()
            return
        self._go_on(game, draft)

    @rule("8.2.6.A")
    def _lacking(self, game: Game, state: State, frame: AftermathFrame, beaten: Beaten) -> int:
        """By how much a side's losses are more than the points it has to give."""
        materials: Materials = game.materials
        there = sum(strength(materials, state.unit(unit)) for unit in bearers_of(game, state, beaten))
        return max(0, beaten.outcome.losses + frame.extra - there)

    @rule("8.2.6")
    def _go_on(self, game: Game, draft: Draft) -> None:
        """Part after part until one of them needs a decision; then the other side; then the end."""
        while True:
            frame = draft.frame
            assert isinstance(frame, AftermathFrame)
            if frame.part is Part.DONE:
                if not frame.loser:
                    self._close(game, draft, frame)
                    return
                draft.replace_frame(replace(frame, loser=False, part=Part.LOSSES))
                continue
            draft.replace_frame(replace(frame, part=Part(frame.part + 1)))
            called = self._carry_out(game, draft, frame)
            if called is not None:
                draft.call(called)
                return

    def _carry_out(self, game: Game, draft: Draft, frame: AftermathFrame) -> Frame | None:
        if frame.part is Part.LOSSES:
            return self._losses(game, draft, frame)
        if frame.part is Part.DISORDER:
            return self._disorder(game, draft, frame)
        return self._fall_back(game, draft, frame)

    @rule("8.2.6", "8.2.6.A")
    def _losses(self, game: Game, draft: Draft, frame: AftermathFrame) -> Frame | None:
        """The printed losses, one more in a big combat, less what the other side could not bear (ruling 7)."""
        beaten = frame.suffering
        number = frame.losses_of(beaten)
        units = bearers_of(game, draft.state, beaten)
        return LossFrame(beaten.side, units, number) if number > 0 and units else None

    @rule("8.2.6.B")
    def _disorder(self, game: Game, draft: Draft, frame: AftermathFrame) -> Frame | None:
        """All who fought are disorganised, a fort alone like guns; a stack with one that was so already pays a loss."""
        beaten = frame.suffering
        if not beaten.outcome.disorganised:
            return None
        engaged = still_there(game, draft.state, beaten.units)
        shaken: dict[Location, list[UnitId]] = {}
        for unit in engaged:
            if DISORGANISED in unit.marks or ROUTED in unit.marks:
                shaken.setdefault(unit.at, []).append(unit.id)
        for unit in engaged:
            disorganise(game, draft, unit.id)
        stacks = tuple(tuple(units) for _, units in sorted(shaken.items()))
        return StackPenaltyFrame(beaten.side, stacks) if stacks else None

    # Retreat and rout

    @rule("8.2.6.A", "8.2.6.C", "8.2.6.D", "8.2.6.E", "13")
    def _fall_back(self, game: Game, draft: Draft, frame: AftermathFrame) -> Frame | None:
        """One hex back, or two in rout; the routed who are routed again surrender, and so does a fort alone."""
        beaten = frame.suffering
        result = beaten.outcome
        orphaned = self._orphaned_guns(game, draft, frame)
        if not (result.retreat or result.rout or orphaned):
            return None
        parties: list[Party] = []
        is_rout = result.rout or orphaned
        for at in beaten.homes:
            going = self._going(game, draft.state, beaten, at)
            if is_rout:
                lost = tuple(unit for unit in going if ROUTED in draft.state.unit(unit).marks)
                surrender(game, draft, lost)
                self._surrender_fort(game, draft, beaten, at)
                going = tuple(unit for unit in going if unit not in lost)
                going = self._guns_surrender(game, draft, going, lost)
                rout(game, draft, going)
            if going:
                parties.append(Party(going, (at,), 2 if is_rout else 1))
            else:
                lose_followers(game, draft, at, beaten.side)
        if not parties:
            return None
        manner = Manner.ROUT if is_rout else Manner.RETREAT
        return RetreatFrame(beaten.side, manner, tuple(parties), frame.targets)

    def _orphaned_guns(self, game: Game, draft: Draft, frame: AftermathFrame) -> bool:
        """Whether losses have taken all the combat units of a defender's hex: the guns that are left are routed."""
        beaten, state = frame.suffering, draft.state
        if beaten.attacking:
            return False
        materials: Materials = game.materials
        here = company(state, frame.target, beaten.side)
        fought = any(materials.kind(state.unit(unit)).is_combat for unit in beaten.units)
        left = [unit for unit in here if materials.kind(unit).is_combat]
        guns = [unit for unit in here if materials.kind(unit).role is Role.ARTILLERY]
        return bool(guns) and fought and not left

    @rule("8.2.6.C", "8.2.6.D", "5.4", "13")
    def _going(self, game: Game, state: State, beaten: Beaten, at: Location) -> tuple[UnitId, ...]:
        """Who goes from a hex: a defender with all but his fort; an attacker with those who fought.

        Staffs and vehicles inside a fort that is fought stay with it, for it does not retreat, and fall with it. Guns
        and headquarters of an attacker go along when no combat unit stays behind with them.
        """
        materials: Materials = game.materials
        here = [unit for unit in company(state, at, beaten.side) if materials.kind(unit).is_land]
        if any(materials.kind(state.unit(unit)).role is Role.FORT for unit in beaten.units):
            return ()
        here = [unit for unit in here if materials.kind(unit).role is not Role.FORT]
        if not beaten.attacking:
            return tuple(unit.id for unit in here)
        fought = [unit.id for unit in here if unit.id in beaten.units]
        staying = [unit for unit in here if unit.id not in beaten.units and materials.kind(unit).is_combat]
        if not fought or staying:
            return tuple(fought)
        return tuple(unit.id for unit in here)

    @rule("13")
    def _surrender_fort(self, game: Game, draft: Draft, beaten: Beaten, at: Location) -> None:
        """A fort that was attacked alone takes a rout as a surrender."""
        forts = [
            unit.id
            for unit in company(draft.state, at, beaten.side)
            if game.materials.kind(unit).role is Role.FORT and unit.id in beaten.units
        ]
        surrender(game, draft, forts)

    @rule("8.2.6.E")
    def _guns_surrender(
        self, game: Game, draft: Draft, going: tuple[UnitId, ...], lost: tuple[UnitId, ...]
    ) -> tuple[UnitId, ...]:
        """Guns whose whole company surrenders do so too, and what follows them is lost; returns who is left to go."""
        state, materials = draft.state, game.materials

        def fights(unit: UnitId) -> bool:
            return bool(materials.kind(state.unit(unit)).is_combat)

        if not any(map(fights, lost)) or any(map(fights, going)):
            return going
        surrender(game, draft, going)
        return ()

    # The end of it

    @rule("4.4", "8.2.7", "14.1", "14.1.1")
    def _close(self, game: Game, draft: Draft, frame: AftermathFrame) -> None:
        """Vehicles are put to the test, ammunition is looked at, ships and aircraft are done; the winner advances."""
        state = draft.state
        for beaten, fire in ((frame.attackers, frame.answers), (frame.defenders, frame.supports)):
            if fire and (beaten.outcome.disorganised or frame.losses_of(beaten) > 0):
                throw_for_vehicles(game, draft, beaten.units)
        use_up(game, draft, frame.short)
        for unit in (*frame.supports, *frame.answers):
            if game.materials.kind(state.unit(unit)).role is Role.AIRCRAFT:
                has_flown(game, draft, unit)
            else:
                note_shot(game, draft, unit)
        break_down(game, draft, frame.attackers.units)
        draft.replace_frame(replace(frame, closed=True))
        called = self._advance(game, draft.state, frame)
        if called is not None:
            draft.call(called)
        else:
            draft.end()

    @rule("8.2.7")
    def _advance(self, game: Game, state: State, frame: AftermathFrame) -> Frame | None:
        """With an `a` the winner must follow into a hex that was emptied; one hex only if nobody got away from it."""
        winner, loser = (
            (frame.attackers, frame.defenders) if frame.attacker_wins else (frame.defenders, frame.attackers)
        )
        most = winner.outcome.advance
        won = tuple(at for at in loser.homes if is_empty(game, state, at, winner.side))
        if not most or not won:
            return None
        standing = tuple(unit.id for unit in still_there(game, state, winner.units) if unit.at in winner.homes)
        units = victors(game, state, standing, winner.side)
        if not any(game.materials.kind(state.unit(unit)).is_combat for unit in units):
            return None
        longest = most if loser.trail else 1
        return AdvanceFrame(winner.side, units, (0,) * len(units), won, longest, loser.trail)


@dataclass(frozen=True, slots=True)
class StackPenaltyFrame(Frame):
    """Stacks that were disorganised before pay a loss each, one after another."""

    kind: ClassVar[str] = "stack-penalty"
    side: Side
    stacks: tuple[tuple[UnitId, ...], ...]


class StackPenaltyPhase(Phase[StackPenaltyFrame]):
    """One stack after another."""

    def start(self, game: Game, draft: Draft, frame: StackPenaltyFrame) -> None:
        self._next(draft, frame)

    def resume(self, game: Game, draft: Draft, frame: StackPenaltyFrame, result: object) -> None:
        self._next(draft, frame)

    def _next(self, draft: Draft, frame: StackPenaltyFrame) -> None:
        if not frame.stacks:
            draft.end()
            return
        first, *rest = frame.stacks
        draft.replace_frame(replace(frame, stacks=tuple(rest)))
        draft.call(PenaltyFrame(frame.side, first, Price.LOSS, "8.2.6.B"))


CHAPTER = Chapter(phases={AftermathFrame: AftermathPhase(), StackPenaltyFrame: StackPenaltyPhase()})
