"""13.1, 13.6, 8.11 and 8.4: both sides assign their air points in secret, and show them when both are done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from immutables import Map

from engine.core.actions import Done
from engine.core.dice import Lots
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame, secret
from engine.core.refusals import Refusal
from engine.core.state import Scalar, State, evolve
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.air_tables import (
    grounding_case,
    may_serve,
    points_in,
    usable,
    withdraw_unsupplied,
)
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.names import (
    ARMS,
    BOMBED,
    PORT_REDUCED,
    SIDES,
    TRANSFERS,
    Front,
    Mission,
    lift,
    ready,
)

READY = "sealed"
"""The note that a side has finished, so that there is one even where nothing was assigned."""


@dataclass(frozen=True, slots=True)
class AssignAir(Action):
    """Set how many points of an arm fly a mission on a front; points of air transport fly `lift` and transfers."""

    kind: ClassVar[str] = "assign-air"
    arm: str
    front: str
    mission: str
    points: int
    lift: bool = False


@dataclass(frozen=True, slots=True)
class AirAssigned(Event):
    """A side has set points on a mission; the other knows that it does, not what."""

    kind: ClassVar[str] = "air-assigned"
    side: Side
    mission: str | None = secret()
    points: int | None = secret()

    @property
    def audience(self) -> frozenset[Side]:
        return frozenset({self.side})


@dataclass(frozen=True, slots=True)
class AirSealed(Event):
    """A side has finished; what it has assigned is shown when the other has too."""

    kind: ClassVar[str] = "air-sealed"
    side: Side


@dataclass(frozen=True, slots=True)
class AirDeploymentFrame(Frame):
    """A side assigns its air points."""

    kind: ClassVar[str] = "air-deployment"


def note(action: AssignAir) -> str:
    """Under which name an assignment is sealed."""
    sort = "lift" if action.lift else "air"
    return f"{sort} {action.arm} {action.front} {action.mission}"


def assigned(notes: Mapping[str, Scalar], sort: str, front: str, *missions: str, arm: str = "") -> int:
    """How many points some notes set on missions of a front; on all, where none is named."""
    found = 0
    for name, points in notes.items():
        parts = name.split(" ")
        if len(parts) == 4 and parts[0] == sort and parts[2] == front and arm in ("", parts[1]):
            found += int(points) if not missions or parts[3] in missions else 0
    return found


@rule("13.12", "13.61", "13.6", "8.4", "8.11", "13.63")
def assign_refusal(game: Game, state: State, side: Side, action: AssignAir) -> Refusal | None:
    """Points fly one mission of their own front; ten of a front may be transferred at the most.

    Points of air transport are assigned to air movement or transferred; those of a front are not more than it has.
    """
    if action.arm not in ARMS[side] or action.front not in set(Front) or action.mission not in set(Mission):
        return Refusal("13.12", message("refusal.wie.no-such-mission"))
    to = TRANSFERS.get(Mission(action.mission))
    flies = action.mission == Mission.LIFT
    if (action.lift and not flies and to is None) or (flies and not action.lift) or to == action.front:
        return Refusal("13.12", message("refusal.wie.no-such-mission"))
    if to is not None and not may_serve(game, action.arm, to):
        return Refusal("13.63", message("refusal.wie.barred-front", front=to))
    notes = state.sealed.get(side, Map())
    sort = "lift" if action.lift else "air"
    before = int(notes.get(note(action), 0))
    own = assigned(notes, sort, action.front, arm=action.arm) - before + action.points
    name = (lift if action.lift else ready)(action.arm, action.front)
    if action.points < 0 or action.points == before or own > points_in(state, name):
        return Refusal("13.12", message("refusal.wie.too-few-air", front=action.front))
    everything = assigned(notes, "air", action.front) - before + action.points
    transfers = assigned(notes, "air", action.front, *TRANSFERS)
    moved = transfers - (before if to is not None else 0) + (action.points if to is not None else 0)
    if not action.lift and to is not None and moved > game.materials.number("transfer_most"):
        return Refusal("13.61", message("refusal.wie.transfer-most", most=game.materials.number("transfer_most")))
    if not action.lift and to is None and everything - moved > usable(game, state, side, action.front):
        case = grounding_case(game, state, side, action.front, everything - moved)
        return Refusal(case, message("refusal.wie.air-grounded", front=action.front))
    return None


@rule("13.12")
def candidates(game: Game, state: State, side: Side) -> Iterator[AssignAir]:
    """Every number of points of each arm for each mission of each front where it has any."""
    for arm in ARMS[side]:
        for front in Front:
            for is_lift, name in ((False, ready(arm, front)), (True, lift(arm, front))):
                for mission in Mission:
                    for points in range(points_in(state, name) + 1):
                        if points_in(state, name):
                            yield AssignAir(str(arm), str(front), str(mission), points, is_lift)


class AirDeploymentPhase(Phase[AirDeploymentFrame]):
    """A side sets points until it is done; nothing of it is seen before the other is done too."""

    @rule("13.37", "13.62")
    def start(self, game: Game, draft: Draft, frame: AirDeploymentFrame) -> None:
        """Ports that were reduced in the last turn are whole again before anybody looks for supply."""
        mend_ports(draft)
        withdraw_unsupplied(game, draft, draft.state.side)
        has_any = any(True for _ in candidates(game, draft.state, draft.state.side))
        if not has_any:
            seal_all(draft, draft.state.side)

    @rule("13.1", "13.12")
    def menu(self, game: Game, state: State, frame: AirDeploymentFrame) -> Menu:
        side = state.side
        offer = Offer(
            AssignAir,
            lambda: candidates(game, state, side),
            lambda action: assign_refusal(game, state, side, action),
        )
        said = message("prompt.wie.air-deployment", side=side)
        return Menu(side, said, "13.12", (offer, Offer.one(Done())), default=Done())

    @rule("13.12")
    def apply(self, game: Game, draft: Draft, frame: AirDeploymentFrame, action: Action) -> None:
        side = draft.state.side
        if isinstance(action, AssignAir):
            draft.seal(side, READY, True)
            draft.seal(side, note(action), action.points)
            draft.emit(AirAssigned(side, f"{action.front} {action.mission}", action.points))
        else:
            seal_all(draft, side)


@rule("13.31", "13.37")
def mend_ports(draft: Draft) -> None:
    """A port is reduced for one game turn and attacked once in it: the next air turn begins with neither."""
    for at in sorted(draft.state.markers):
        draft.set_marker(at, PORT_REDUCED, 0)
        draft.set_marker(at, BOMBED, 0)


@rule("13.12")
def seal_all(draft: Draft, side: Side) -> None:
    """A side is done with its assignments."""
    draft.seal(side, READY, True)
    draft.emit(AirSealed(side))
    draft.end()


def imagine_deployment(game: Game, state: State, side: Side, lots: Lots) -> State:
    """A state in which the other side has assigned something that it could have: a few points, drawn by lot."""
    sealed = state.sealed
    for other in SIDES:
        if other == side or other not in sealed:
            continue
        notes: Map[str, Scalar] = Map({READY: True})
        imagined = evolve(state, sealed=sealed.set(other, notes))
        options = [
            each
            for each in candidates(game, imagined, other)
            if each.points and assign_refusal(game, imagined, other, each) is None
        ]
        if options:
            drawn = lots.among(options)
            notes = notes.set(note(drawn), drawn.points)
        sealed = sealed.set(other, notes)
    return evolve(state, sealed=sealed)


CHAPTER = Chapter(
    actions=(AssignAir,),
    events=(AirAssigned, AirSealed),
    phases={AirDeploymentFrame: AirDeploymentPhase()},
)
