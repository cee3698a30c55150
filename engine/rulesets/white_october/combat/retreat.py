"""8.2.6 C to E: parties fall back hex by hex, pay for what they go through, part, leave the map, rout or surrender."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.actions import Done, Retreat
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.core.unit_events import UnitRetreated, UnitTakenOff
from engine.mechanics.retreats import fall_back
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.combat.penalties import PenaltyFrame, Price
from engine.rulesets.white_october.combat.retreat_ways import (
    Manner,
    Party,
    best_ways,
    is_crowded,
    is_on_edge,
    parted,
    splits,
    unencumbered,
    way_refusal,
)
from engine.rulesets.white_october.control import brush_aside, hold, tear_down
from engine.rulesets.white_october.elimination import destroy, lose_followers, put_away, surrender
from engine.rulesets.white_october.names import (
    DEMORALISED,
    DISORGANISED,
    ENTRY,
    FELL_BACK,
    FLED_CITY,
    MOVED,
    RETIRED,
    ROUTED,
    STATES,
    Role,
    outside_box,
)

ZONE, RIVER = "zone", "river"


@dataclass(frozen=True, slots=True)
class UnitRouted(Event):
    kind: ClassVar[str] = "unit-routed"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class LeftMap(UnitTakenOff):
    """A unit had to leave the map and must come back."""

    kind: ClassVar[str] = "left-map"
    turn: int


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """What came of it, for those who called for it."""

    trail: tuple[Location, ...]
    """The first hexes of those who went two or more, which the victors may follow (8.2.7)."""


@dataclass(frozen=True, slots=True)
class RetreatFrame(Frame):
    """Parties of a side go back one after another; it ends with a Withdrawal."""

    kind: ClassVar[str] = "retreat"
    side: Side
    manner: Manner
    parties: tuple[Party, ...]
    targets: tuple[Location, ...] = ()
    """The hexes that are still to be attacked in this sequence."""
    trail: tuple[Location, ...] = ()


@rule("8.2.6.D")
def rout(game: Game, draft: Draft, units: Iterable[UnitId]) -> None:
    """Units are routed; the disorganised among them are that no more."""
    for unit in units:
        if ROUTED not in draft.state.unit(unit).marks:
            draft.unmark(unit, DISORGANISED)
            draft.mark(unit, ROUTED)
            draft.emit(UnitRouted(unit))


class RetreatPhase(Phase[RetreatFrame]):
    """The owner leads each party, hex by hex, along the best ways that are left."""

    def start(self, game: Game, draft: Draft, frame: RetreatFrame) -> None:
        self._go_on(game, draft)

    def resume(self, game: Game, draft: Draft, frame: RetreatFrame, result: object) -> None:
        self._go_on(game, draft)

    @rule("8.2.6.C", "8.2.6.D")
    def menu(self, game: Game, state: State, frame: RetreatFrame) -> Menu:
        """The next hex of the party in front, which goes together."""
        party, targets = frame.parties[0], frozenset(frame.targets)
        best = best_ways(game, state, party, frame.side, targets)

        def refuse(action: Retreat) -> Refusal | None:
            if action.unit not in party.units:
                return Refusal("8.2.6.C", message("refusal.wo.retreat-not-waiting", unit=action.unit))
            return way_refusal(game, state, party, frame.side, targets=targets, to=action.to)

        offer = Offer(Retreat, lambda: (Retreat(unit, to) for unit in party.units for to in best), refuse)
        said = message(f"prompt.wo.{frame.manner}", side=frame.side, units=party.units)
        if may_stop(game, state, frame.manner, party):
            return Menu(frame.side, said, "8.2.6.D", (offer, Offer.one(Done())))
        return Menu(frame.side, said, "8.2.6.D" if frame.manner.is_rout else "8.2.6.C", (offer,))

    def apply(self, game: Game, draft: Draft, frame: RetreatFrame, action: Action) -> None:
        party = frame.parties[0]
        if isinstance(action, Done):
            self._arrive(game, draft, frame)
            self._go_on(game, draft)
            return
        assert isinstance(action, Retreat)
        burden = best_ways(game, draft.state, party, frame.side, frozenset(frame.targets))[action.to]
        zone, river, crowded, _, _, cost = burden
        for unit in party.units:
            fall_back(draft, unit, action.to)
        brush_aside(game, draft, action.to, frame.side)
        tear_down(draft, action.to, frame.side)
        hexes = party.hexes - (0 if crowded else 1)
        points = None if party.points is None else party.points - (0 if crowded else max(1, cost))
        owed = tuple(name for name, due in ((ZONE, zone), (RIVER, river)) if due and name not in party.paid)
        walked = replace(
            party, walked=(*party.walked, action.to), hexes=hexes, points=points, paid=self._paid(party, owed)
        )
        trail = frame.trail
        if len(walked.walked) == 3:
            trail = (*trail, walked.walked[1])
        draft.replace_frame(replace(frame, parties=(walked, *frame.parties[1:]), trail=trail))
        if not self._charge(game, draft, frame, walked, owed):
            self._go_on(game, draft)

    def _paid(self, party: Party, owed: tuple[str, ...]) -> tuple[str, ...]:
        """In a flight a stack pays once for zones and once for rivers; otherwise for each hex."""
        return (*party.paid, *owed) if party.points is not None else party.paid

    @rule("8.2.6.C", "8.2.6.D")
    def _charge(self, game: Game, draft: Draft, frame: RetreatFrame, party: Party, owed: tuple[str, ...]) -> bool:
        """For a zone or a river one of the stack is disorganised, or of a routed one a point is lost."""
        if not owed:
            return False
        routed = Price.PRISONER if ZONE in owed else Price.LOSS
        price = routed if frame.manner.is_rout else Price.DISORDER
        case = "8.2.6.D" if frame.manner.is_rout else "8.2.6.C"
        if len(owed) > 1:
            draft.call(DoublePenaltyFrame(frame.side, party.units, price, case))
        else:
            draft.call(PenaltyFrame(frame.side, party.units, price, case))
        return True

    # The course of it

    def _go_on(self, game: Game, draft: Draft) -> None:
        """Let parties part, stop, surrender or leave the map until the owner of one has to choose its way."""
        while True:
            frame = draft.frame
            assert isinstance(frame, RetreatFrame)
            parties = self._left(game, draft.state, frame)
            if parties != frame.parties:
                frame = replace(frame, parties=parties)
                draft.replace_frame(frame)
            if not parties:
                draft.end(Withdrawal(frame.trail))
                return
            party, targets = parties[0], frozenset(frame.targets)
            if self._is_there(party):
                self._arrive(game, draft, frame)
                continue
            if splits(game, draft.state, party, frame.side, targets):
                draft.replace_frame(replace(frame, parties=(*parted(game, draft.state, party), *parties[1:])))
                continue
            best = best_ways(game, draft.state, party, frame.side, targets)
            if not best:
                lighter = unencumbered(game, draft.state, party, frame.side, targets)
                if lighter is None:
                    self._blocked(game, draft, frame)
                    continue
                for unit in party.units:
                    if unit not in lighter.units:
                        destroy(game, draft, unit)
                draft.replace_frame(replace(frame, parties=(lighter, *parties[1:])))
                continue
            if next(iter(best.values()))[3]:
                self._stay(game, draft, frame)
                continue
            return

    def _left(self, game: Game, state: State, frame: RetreatFrame) -> tuple[Party, ...]:
        """The parties as they are after losses."""
        found = []
        for party in frame.parties:
            units = tuple(unit for unit in party.units if state.unit(unit).at == party.at)
            if units:
                found.append(replace(party, units=units))
        return tuple(found)

    def _is_there(self, party: Party) -> bool:
        if party.points is not None:
            return party.points <= 0
        return party.hexes <= 0

    def _arrive(self, game: Game, draft: Draft, frame: RetreatFrame) -> None:
        """A party has gone as far as it has to."""
        party = frame.parties[0]
        if len(party.walked) > 1:
            hold(game, draft, party.at, frame.side)
            if frame.manner is not Manner.FLIGHT:
                for unit in party.units:
                    draft.mark(unit, FELL_BACK, *((RETIRED,) if frame.manner is Manner.RETIREMENT else ()))
        if frame.manner is Manner.FLIGHT:
            districts = game.materials.ground.districts
            left_city = party.walked[0] in districts and party.at not in districts
            for unit in party.units:
                draft.mark(unit, MOVED, *((FLED_CITY,) if left_city else ()))
        draft.replace_frame(replace(frame, parties=frame.parties[1:]))

    @rule("8.2.6.C")
    def _stay(self, game: Game, draft: Draft, frame: RetreatFrame) -> None:
        """Where the only way ends on a hex that is still to be attacked they stay and are routed (ruling 30)."""
        rout(game, draft, frame.parties[0].units)
        draft.replace_frame(replace(frame, parties=frame.parties[1:]))

    @rule("7.9", "8.2.6.C", "8.2.6.D", "8.2.6.E")
    def _blocked(self, game: Game, draft: Draft, frame: RetreatFrame) -> None:
        """Without a way a unit leaves the map where it can; else it is routed there, and one in rout surrenders."""
        party = frame.parties[0]
        if frame.manner is Manner.FLIGHT and len(party.walked) > 1:
            self._arrive(game, draft, frame)
            return
        draft.replace_frame(replace(frame, parties=frame.parties[1:]))
        if frame.manner is Manner.RETIREMENT:
            return
        if is_on_edge(game, party.at):
            for unit in party.units:
                leave_map(game, draft, unit)
        elif frame.manner is Manner.FLIGHT and self._fled_by_points(game, draft.state, party, frame):
            self._rest(draft, party)
        elif frame.manner.is_rout:
            surrender(game, draft, party.units)
        else:
            beaten = tuple(unit for unit in party.units if ROUTED in draft.state.unit(unit).marks)
            surrender(game, draft, beaten)
            rout(game, draft, (unit for unit in party.units if unit not in beaten))
        lose_followers(game, draft, party.at, frame.side)

    def _fled_by_points(self, game: Game, state: State, party: Party, frame: RetreatFrame) -> bool:
        """Whether only its movement points keep a party in flight where it is: then it has run as far as it can."""
        endless = replace(party, points=10_000)
        return bool(best_ways(game, state, endless, frame.side, frozenset(frame.targets)))

    def _rest(self, draft: Draft, party: Party) -> None:
        for unit in party.units:
            draft.mark(unit, MOVED)


@dataclass(frozen=True, slots=True)
class DoublePenaltyFrame(Frame):
    """A stack pays twice for one hex: for the zone and for the river."""

    kind: ClassVar[str] = "double-penalty"
    side: Side
    units: tuple[UnitId, ...]
    price: Price
    rule: str
    paid: int = 0


class DoublePenaltyPhase(Phase[DoublePenaltyFrame]):
    """One price after the other."""

    def start(self, game: Game, draft: Draft, frame: DoublePenaltyFrame) -> None:
        draft.call(PenaltyFrame(frame.side, frame.units, frame.price, frame.rule))

    def resume(self, game: Game, draft: Draft, frame: DoublePenaltyFrame, result: object) -> None:
        if frame.paid:
            draft.end()
            return
        draft.replace_frame(replace(frame, paid=1))
        second = Price.LOSS if frame.price is Price.PRISONER else frame.price
        draft.call(PenaltyFrame(frame.side, frame.units, second, frame.rule))


@rule("8.2.6.D")
def may_stop(game: Game, state: State, manner: Manner, party: Party) -> bool:
    """In flight a party may stop when it has come to Petrograd, and trains, which have no limit, wherever they are.

    Neither stops where there would be too many.
    """
    if manner is not Manner.FLIGHT or len(party.walked) < 2 or is_crowded(game, state, party):
        return False
    districts = game.materials.ground.districts
    if party.at in districts and party.walked[0] not in districts:
        return True
    kinds = (game.materials.kind(state.unit(unit)) for unit in party.units)
    return all(kind.role is Role.ARMOURED_TRAIN for kind in kinds)


@rule("7.9")
def leave_map(game: Game, draft: Draft, unit: UnitId) -> None:
    """A unit that is driven off the map comes back by its hex or one beside it; a demoralised one is lost.

    It must do so in its side's next movement sequence, a routed one in that of the next turn (ruling 26).
    """
    record = draft.state.unit(unit)
    if DEMORALISED in record.marks:
        destroy(game, draft, unit)
        return
    routed = ROUTED in record.marks
    turn = draft.state.turn + (1 if routed else 0)
    marks, step = record.marks.intersection(STATES), record.step
    to = put_away(game, draft, unit, outside_box(record.side), turn)
    draft.change_unit(unit, step=step, marks=marks)
    draft.set_unit_value(unit, ENTRY, game.board.label(record.at))
    draft.emit(LeftMap(unit, record.at, to, turn))


CHAPTER = Chapter(
    actions=(Retreat,),
    events=(UnitRetreated, UnitRouted, LeftMap),
    phases={RetreatFrame: RetreatPhase(), DoublePenaltyFrame: DoublePenaltyPhase()},
)
