"""13.2 and 13.31: the common fight in the air, front by front, and then attacks on ports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from immutables import Map

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.ids import NO_SIDE, Location, Side
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.air_deployment import assigned
from engine.rulesets.war_in_europe.air_tables import change, largest, lose_point, points_in
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    ARMS,
    BOMBED,
    PORT_REDUCED,
    SIDES,
    TRANSFERS,
    Front,
    Mission,
    bombed,
    enemy_of,
    flights,
    lift,
    lift_out,
    ready,
    strikes,
    superiority,
    supports,
)
from engine.rulesets.war_in_europe.ports import first_side, strike_points, strike_range
from engine.rulesets.war_in_europe.sea_routes import ports_of

HIT, LOST = "De", "A1"
DISRUPTED = "D"


@dataclass(frozen=True, slots=True)
class AttackAirPoint(Action):
    """Send so many air points against the next enemy point."""

    kind: ClassVar[str] = "attack-air"
    points: int


@dataclass(frozen=True, slots=True)
class DownAirPoint(Action):
    """Destroy an enemy point in one of his mission boxes, by air superiority."""

    kind: ClassVar[str] = "down-air"
    box: str


@dataclass(frozen=True, slots=True)
class BombPort(Action):
    """Attack an enemy port with some points of the air-sea box."""

    kind: ClassVar[str] = "bomb-port"
    at: Location
    points: int

    @property
    def struck(self) -> tuple[Location, ...]:
        return (self.at,)


@dataclass(frozen=True, slots=True)
class AirRevealed(Event):
    """What a side had assigned on a front."""

    kind: ClassVar[str] = "air-revealed"
    side: Side
    front: str
    superiority: int
    strikes: int
    supports: int


@dataclass(frozen=True, slots=True)
class AirFought(Event):
    """Some points attacked one; the one struck back."""

    kind: ClassVar[str] = "air-fought"
    side: Side
    front: str
    odds: str
    die: int
    result: str
    answer: int
    answered: str

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (
            DieThrow(self.die, self.side, purpose="attack", odds=self.odds, column=self.odds, result=self.result),
            DieThrow(
                self.answer, enemy_of(self.side), purpose="answer", odds="1-1", column="1-1", result=self.answered
            ),
        )


@dataclass(frozen=True, slots=True)
class AirWon(Event):
    """A side has the air over a front."""

    kind: ClassVar[str] = "air-won"
    front: str
    side: Side
    axis: int
    allied: int


@dataclass(frozen=True, slots=True)
class AirOpen(Event):
    """Somebody was over a front, and neither side has the air there."""

    kind: ClassVar[str] = "air-open"
    front: str
    axis: int
    allied: int


@dataclass(frozen=True, slots=True)
class AirPointDowned(Event):
    kind: ClassVar[str] = "air-point-downed"
    side: Side
    front: str
    box: str


@dataclass(frozen=True, slots=True)
class PortBombed(Event):
    kind: ClassVar[str] = "port-bombed"
    side: Side
    at: Location
    points: int
    die: int
    result: str

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, self.side, at=self.at, column=str(self.points), result=self.result),)


@dataclass(frozen=True, slots=True)
class AirCombatFrame(Frame):
    """The common air combat: first the fronts one after another, then the ports, the first player before the other."""

    kind: ClassVar[str] = "air-combat"
    front: int = 0
    attacker: Side = NO_SIDE
    left: int = 0
    """Points of the attacker that have not attacked yet."""
    targets: int = 0
    """Enemy points that have not been attacked yet."""
    winner: Side = NO_SIDE
    kills: int = 0
    """Points that the winner may still destroy."""
    bombers: int = 0
    """How many sides are done with the ports."""


FRONTS = tuple(Front)


def over(state: State, side: Side, front: str) -> int:
    """The points of a side in the air over a front."""
    return sum(points_in(state, flights(arm, front)) for arm in ARMS[side])


@rule("13.2", "13.21", "13.22")
def fight(game: Game, draft: Draft, frame: AirCombatFrame, points: int) -> None:
    """So many points attack one, which strikes back at one of them at 1-1, be it hit or not (ruling 38)."""
    materials: Materials = game.materials
    front, attacker = FRONTS[frame.front], frame.attacker
    table = materials.charts.table("air-superiority")
    odds = table.columns[min(points, len(table.columns)) - 1]
    die, answer = draft.roll(), draft.roll()
    result, answered = table.result(odds, die), table.result(table.columns[0], answer)
    draft.emit(AirFought(attacker, front, odds, die, result, answer, answered))
    for struck, hit in ((enemy_of(attacker), result), (attacker, answered)):
        found = largest(draft.state, ((arm, flights(arm, front)) for arm in ARMS[struck])) if hit == HIT else None
        if found is not None:
            lose_point(draft, *found)


@rule("13.23", "13.25", "13.28")
def decide(game: Game, draft: Draft, frame: AirCombatFrame) -> AirCombatFrame:
    """Who has the air over a front: whoever has twice as many points left; what he may destroy besides (ruling 39).

    One point with more than exactly twice as many; one for each of his own if the enemy has none left.
    """
    front = FRONTS[frame.front]
    counts = {side: over(draft.state, side, front) for side in SIDES}
    winner = next((side for side in SIDES if counts[side] and counts[side] >= 2 * counts[enemy_of(side)]), NO_SIDE)
    draft.set_value(superiority(front), str(winner) if winner != NO_SIDE else None)
    if winner != NO_SIDE:
        draft.emit(AirWon(front, winner, counts[SIDES[0]], counts[SIDES[1]]))
    elif any(counts.values()):
        draft.emit(AirOpen(front, counts[SIDES[0]], counts[SIDES[1]]))
    kills = 0
    if winner != NO_SIDE:
        mine, theirs = counts[winner], counts[enemy_of(winner)]
        kills = mine if not theirs else int(mine > 2 * theirs)
    return replace(frame, winner=winner, kills=kills, left=0, targets=0)


@rule("13.24", "13.28")
def prey(state: State, loser: Side, front: str) -> tuple[str, ...]:
    """The boxes of the loser in which a point may be destroyed; nothing else is ever touched."""
    return tuple(
        name for arm in ARMS[loser] for name in (strikes(arm, front), supports(arm, front)) if points_in(state, name)
    )


def lay_out(draft: Draft, side: Side, notes: Map[str, Any]) -> None:
    """Points go from those available into the boxes that a side has written down, and transfers to their front."""
    boxes = {Mission.SUPERIORITY: flights, Mission.STRIKE: strikes, Mission.SUPPORT: supports}
    for front in FRONTS:
        for arm in ARMS[side]:
            for mission, box in boxes.items():
                points = assigned(notes, "air", front, mission, arm=arm)
                change(draft, ready(arm, front), -points)
                change(draft, box(arm, front), points)
            flying = assigned(notes, "lift", front, Mission.LIFT, arm=arm)
            change(draft, lift(arm, front), -flying)
            change(draft, lift_out(arm, front), flying)
            for mission, to in TRANSFERS.items():
                for sort, home in (("air", ready), ("lift", lift)):
                    points = assigned(notes, sort, front, mission, arm=arm)
                    change(draft, home(arm, front), -points)
                    change(draft, home(arm, to), points)
        counts = (
            assigned(notes, "air", front, mission) for mission in (Mission.SUPERIORITY, Mission.STRIKE, Mission.SUPPORT)
        )
        draft.emit(AirRevealed(side, front, *counts))


class AirCombatPhase(Phase[AirCombatFrame]):
    """Everything is shown; then each front is fought over, east, south and west; then ports are attacked."""

    @rule("13.13", "13.3", "13.6", "8.11")
    def start(self, game: Game, draft: Draft, frame: AirCombatFrame) -> None:
        """Both tables are shown, and transfers arrive."""
        shown = draft.unseal()
        for side in SIDES:
            lay_out(draft, side, shown.get(side, Map()))
        for front in FRONTS:
            draft.set_value(superiority(front), None)
            for side in SIDES:
                draft.set_value(bombed(side, front), None)
        self._begin_front(game, draft, 0)

    @rule("13.2", "13.27")
    def _begin_front(self, game: Game, draft: Draft, number: int) -> None:
        """The side with more points over a front attacks; equal numbers are paired, the first player first."""
        for index in range(number, len(FRONTS)):
            state = draft.state
            counts = {side: over(state, side, FRONTS[index]) for side in SIDES}
            first = first_side(state)
            attacker = first if counts[first] >= counts[enemy_of(first)] else enemy_of(first)
            frame = AirCombatFrame(index, attacker, counts[attacker], counts[enemy_of(attacker)])
            draft.replace_frame(frame)
            if self._fight_on(game, draft, frame):
                return
        self._skip_bombers(game, draft, AirCombatFrame(len(FRONTS)))

    def _skip_bombers(self, game: Game, draft: Draft, frame: AirCombatFrame) -> None:
        """Nobody is asked for ports who can attack none."""
        while frame.bombers < len(SIDES):
            side = bomber(draft.state, frame)
            if any(
                bomb_refusal(game, draft.state, side, each) is None for each in bomb_candidates(game, draft.state, side)
            ):
                break
            frame = replace(frame, bombers=frame.bombers + 1)
        draft.replace_frame(frame)

    def _fight_on(self, game: Game, draft: Draft, frame: AirCombatFrame) -> bool:
        """Fight until somebody has a choice; True when one has. Otherwise the front is done with."""
        while frame.targets:
            if frame.left > frame.targets > 1:
                draft.replace_frame(frame)
                return True
            points = frame.left if frame.targets == 1 else 1
            fight(game, draft, frame, points)
            frame = replace(frame, left=frame.left - points, targets=frame.targets - 1)
        frame = decide(game, draft, frame)
        draft.replace_frame(frame)
        return self._destroy_on(draft, frame)

    @rule("13.26")
    def _destroy_on(self, draft: Draft, frame: AirCombatFrame) -> bool:
        """Destroy what is left to destroy until the winner has a choice; then all who flew go home."""
        front = FRONTS[frame.front]
        while frame.kills:
            found = prey(draft.state, enemy_of(frame.winner), front)
            if len(found) > 1:
                draft.replace_frame(frame)
                return True
            if not found:
                break
            _down(draft, frame, found[0])
            frame = replace(frame, kills=frame.kills - 1)
        draft.replace_frame(replace(frame, kills=0))
        for side in SIDES:
            for arm in ARMS[side]:
                points = points_in(draft.state, flights(arm, front))
                change(draft, flights(arm, front), -points)
                change(draft, ready(arm, front), points)
        return False

    @rule("13.2", "13.31")
    def menu(self, game: Game, state: State, frame: AirCombatFrame) -> Menu | None:
        """How many points attack the next enemy, which box loses one, or which port is attacked."""
        if frame.front < len(FRONTS):
            return _front_menu(state, frame)
        if frame.bombers >= len(SIDES):
            return None
        side = bomber(state, frame)
        offer = Offer(
            BombPort,
            lambda: bomb_candidates(game, state, side),
            lambda action: bomb_refusal(game, state, side, action),
        )
        said = message("prompt.wie.ports", side=side)
        return Menu(side, said, "13.31", (offer, Offer.one(Done())), default=Done())

    def apply(self, game: Game, draft: Draft, frame: AirCombatFrame, action: Action) -> None:
        if isinstance(action, AttackAirPoint):
            fight(game, draft, frame, action.points)
            frame = replace(frame, left=frame.left - action.points, targets=frame.targets - 1)
            if not self._fight_on(game, draft, frame):
                self._begin_front(game, draft, frame.front + 1)
        elif isinstance(action, DownAirPoint):
            _down(draft, frame, action.box)
            if not self._destroy_on(draft, replace(frame, kills=frame.kills - 1)):
                self._begin_front(game, draft, frame.front + 1)
        elif isinstance(action, BombPort):
            bomb(game, draft, bomber(draft.state, frame), action)
            self._skip_bombers(game, draft, frame)
        else:
            self._skip_bombers(game, draft, replace(frame, bombers=frame.bombers + 1))


def bomber(state: State, frame: AirCombatFrame) -> Side:
    """Whose turn it is to attack ports: the first player's, then the other's."""
    first = first_side(state)
    return first if frame.bombers == 0 else enemy_of(first)


@rule("13.2")
def _front_menu(state: State, frame: AirCombatFrame) -> Menu:
    """Every enemy point is attacked once, by one point at least; what is left goes into the last attack."""
    front = FRONTS[frame.front]
    if frame.kills:
        boxes = prey(state, enemy_of(frame.winner), front)
        refusal = Refusal("13.28", message("refusal.wie.no-prey"))
        said = message("prompt.wie.down-air", side=frame.winner, front=front)
        return Menu(
            frame.winner, said, "13.23", (Offer.among([DownAirPoint(box) for box in boxes], DownAirPoint, refusal),)
        )
    most = frame.left - frame.targets + 1
    refusal = Refusal("13.2", message("refusal.wie.air-share", most=most))
    options = [AttackAirPoint(points) for points in range(1, most + 1)]
    said = message("prompt.wie.attack-air", side=frame.attacker, front=front, left=frame.left, targets=frame.targets)
    return Menu(frame.attacker, said, "13.2", (Offer.among(options, AttackAirPoint, refusal),))


@rule("13.23")
def _down(draft: Draft, frame: AirCombatFrame, box: str) -> None:
    front, loser = FRONTS[frame.front], enemy_of(frame.winner)
    arm = next(arm for arm in ARMS[loser] if box in (strikes(arm, front), supports(arm, front)))
    lose_point(draft, arm, box)
    draft.emit(AirPointDowned(loser, front, box.partition("-")[0]))


# Ports


@rule("13.31")
def bomb_refusal(game: Game, state: State, side: Side, action: BombPort) -> Refusal | None:
    """An enemy port within twelve hexes of a supplied hex, once a turn, with five points at the most.

    A beach with amphibious points is a port too (7.35).
    """
    ground = game.materials.ground
    label = game.board.label(action.at)
    if action.at not in ports_of(game, state, enemy_of(side)):
        return Refusal("13.31", message("refusal.wie.no-enemy-port", hex=label))
    front = ground.fronts[action.at]
    if action.at not in strike_range(game, state, side, front):
        return Refusal("13.31", message("refusal.wie.out-of-range", hex=label))
    if state.marker(action.at, PORT_REDUCED) or state.marker(action.at, BOMBED):
        return Refusal("13.31", message("refusal.wie.port-once", hex=label))
    left = strike_points(state, side, front) - points_in(state, bombed(side, front))
    if not 1 <= action.points <= min(left, game.materials.number("strike_most")):
        return Refusal("13.31", message("refusal.wie.strike-points", most=game.materials.number("strike_most")))
    return None


@rule("13.31")
def bomb_candidates(game: Game, state: State, side: Side) -> Iterator[BombPort]:
    """Every port of the enemy with every number of points; each point attacks one port."""
    most = game.materials.number("strike_most")
    if not any(strike_points(state, side, front) for front in FRONTS):
        return
    for at in sorted(ports_of(game, state, enemy_of(side))):
        for points in range(1, most + 1):
            yield BombPort(at, points)


@rule("13.31", "13.36", "13.37")
def bomb(game: Game, draft: Draft, side: Side, action: BombPort) -> None:
    """A hit reduces the port for the turn; a six costs a point of the attack. The others may still strike at sea."""
    front = game.materials.ground.fronts[action.at]
    table = game.materials.charts.table("air-sea")
    die = draft.roll()
    result = table.result(table.column_for(action.points), die)
    draft.set_marker(action.at, BOMBED, 1)
    change(draft, bombed(side, front), action.points)
    draft.emit(PortBombed(side, action.at, action.points, die, result))
    if result == DISRUPTED:
        draft.set_marker(action.at, PORT_REDUCED, 1)
    elif result == LOST:
        found = largest(draft.state, ((arm, strikes(arm, front)) for arm in ARMS[side]))
        if found is not None:
            lose_point(draft, *found)
            change(draft, bombed(side, front), -1)


CHAPTER = Chapter(
    actions=(AttackAirPoint, DownAirPoint, BombPort),
    events=(AirRevealed, AirFought, AirWon, AirOpen, AirPointDowned, PortBombed),
    phases={AirCombatFrame: AirCombatPhase()},
)
