"""11.4: beaten defenders retreat one or two spaces, stand at the cost of a step, or are lost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from engine.core.actions import Retreat
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import Message, message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.core.unit_events import UnitRetreated
from engine.mechanics.loss_choice import replaced
from engine.mechanics.retreats import fall_back, retreat_offer, trapped
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.combat.battle import Battle
from engine.rulesets.barbarossa_to_berlin.combat.ground import stand_case, stand_grounds
from engine.rulesets.barbarossa_to_berlin.combat.losses import SendCorps, other_corps
from engine.rulesets.barbarossa_to_berlin.combat.retreat_paths import Walk, stops, way_refusal, ways
from engine.rulesets.barbarossa_to_berlin.control import entered
from engine.rulesets.barbarossa_to_berlin.eliminations import eliminate, lose_step, replacement_for
from engine.rulesets.barbarossa_to_berlin.names import RETREATED
from engine.rulesets.chapter import Chapter


@dataclass(frozen=True, slots=True)
class StandAndLose(Action):
    """Ignore the retreat: this unit loses a step, and all stay."""

    kind: ClassVar[str] = "stand-and-lose"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class RetreatFrame(Frame):
    """The defenders of a battle retreating, one after another; it ends with a RetreatEnd."""

    kind: ClassVar[str] = "combat-retreat"
    battle: Battle
    length: int
    waiting: tuple[UnitId, ...]
    walking: UnitId | None = None
    walked: tuple[Location, ...] = ()
    passed: tuple[Location, ...] = ()
    """The spaces that units went through and left."""
    gone: tuple[UnitId, ...] = ()
    decided: bool = False
    """Whether it has been decided not to stand."""


@dataclass(frozen=True, slots=True)
class RetreatEnd:
    """How a retreat ended."""

    stood: bool
    gone: tuple[UnitId, ...] = ()
    """The units that got away."""
    passed: tuple[Location, ...] = ()


@dataclass(frozen=True, slots=True)
class RetreatIgnored(Event):
    """The defenders held their space at the cost of a step."""

    kind: ClassVar[str] = "retreat-ignored"
    side: Side
    at: Location
    unit: UnitId


@rule("11.4.1")
def retreat_length(on_defender: int, on_attacker: int) -> int:
    """One space if the attacker inflicted one loss more than he suffered, two for any greater difference."""
    return min(2, max(0, on_defender - on_attacker))


@rule("11.4.2")
def stand_refusal(game: Game, state: State, frame: RetreatFrame, unit: UnitId) -> Refusal | None:
    """A step of a unit holds the space where the ground allows it and a step is left after it (ruling 40)."""
    label = game.board.label(frame.battle.target)
    if unit not in frame.waiting:
        return Refusal("11.4.2", message("refusal.btb.stand-not-there", unit=unit, space=label))
    if not stand_grounds(game, state, frame.battle):
        return Refusal(stand_case(game, state, frame.battle), message("refusal.btb.stand-ground", space=label))
    record = state.unit(unit)
    kind = game.materials.kind(record)
    last = record.step + 1 >= len(kind.faces)
    if len(frame.waiting) == 1 and last and not (kind.large and replacement_for(game, state, record) is not None):
        return Refusal("11.4.2", message("refusal.btb.stand-last-step", unit=unit))
    return Refusal("11.4.2", message("refusal.btb.stand-too-late")) if frame.decided else None


def _can_stand(game: Game, state: State, frame: RetreatFrame) -> bool:
    return any(stand_refusal(game, state, frame, unit) is None for unit in frame.waiting)


@rule("11.4.4")
def retreat_refusal(game: Game, state: State, frame: RetreatFrame, action: Retreat) -> Refusal | None:
    """What forbids the next space of a retreat; a unit that has begun to go goes all its way first."""
    if frame.walking is not None and action.unit != frame.walking:
        return Refusal("11.4.4", message("refusal.btb.retreat-under-way", unit=frame.walking))
    if frame.walking is None and action.unit not in frame.waiting:
        return Refusal("11.4", message("refusal.btb.not-retreating", unit=action.unit))
    if action.to in next_spaces(game, state, frame, action.unit):
        return None
    return way_refusal(game, state, state.unit(action.unit), _walk(frame, action.unit), action.to)


def next_spaces(game: Game, state: State, frame: RetreatFrame, unit: UnitId) -> tuple[Location, ...]:
    """Where a unit may go next."""
    return ways(game, state, state.unit(unit), _walk(frame, unit))


def _walk(frame: RetreatFrame, unit: UnitId) -> Walk:
    """The retreat of a unit as far as it has come."""
    return Walk(frame.battle.target, frame.length, frame.walked if unit == frame.walking else ())


def _can_go(game: Game, draft: Draft, frame: RetreatFrame, unit: UnitId) -> bool:
    return bool(next_spaces(game, draft.state, frame, unit))


class RetreatPhase(Phase[RetreatFrame]):
    """The owner takes his units back, space by space, or lets one lose a step and all stay."""

    def start(self, game: Game, draft: Draft, frame: RetreatFrame) -> None:
        if not _can_stand(game, draft.state, frame):
            draft.replace_frame(replace(frame, decided=True))
        self._lose_trapped(game, draft)

    @rule("11.4", "11.4.2")
    def menu(self, game: Game, state: State, frame: RetreatFrame) -> Menu | None:
        """Before anybody has gone, the choice to stand is open where the ground gives it."""
        going = (frame.walking,) if frame.walking is not None else frame.waiting
        retreats = retreat_offer(
            going,
            lambda unit: next_spaces(game, state, frame, unit),
            lambda action: retreat_refusal(game, state, frame, action),
        )
        stands = Offer(
            StandAndLose,
            lambda: map(StandAndLose, frame.waiting),
            lambda action: stand_refusal(game, state, frame, action.unit),
        )
        sends = [send for unit in frame.waiting for send in other_corps(game, state, unit)]
        other = Refusal("11.3.1", message("refusal.btb.no-such-corps"))
        corps = Offer.among(
            (send for send in sends if stand_refusal(game, state, frame, send.unit) is None), SendCorps, other
        )
        return Menu(frame.battle.defender, self._prompt(game, state, frame), "11.4", (retreats, stands, corps))

    def _prompt(self, game: Game, state: State, frame: RetreatFrame) -> Message:
        """How far it still is for whoever is on the way; standing is named only while somebody may."""
        side = frame.battle.defender
        if frame.walking is not None:
            left = frame.length - len(frame.walked)
            return message("prompt.btb.retreat-further", side=side, unit=frame.walking, spaces=left)
        key = "prompt.btb.retreat-or-stand" if _can_stand(game, state, frame) else "prompt.btb.retreat"
        return message(key, side=side, spaces=frame.length)

    def apply(self, game: Game, draft: Draft, frame: RetreatFrame, action: Action) -> None:
        if isinstance(action, StandAndLose | SendCorps):
            self._stand(game, draft, frame, action)
            return
        assert isinstance(action, Retreat)
        self._go(game, draft, frame, action)
        self._lose_trapped(game, draft)

    @rule("11.4.2", "11.3.1")
    def _stand(self, game: Game, draft: Draft, frame: RetreatFrame, action: StandAndLose | SendCorps) -> None:
        """One step, whatever its loss factor, holds the whole stack; for British armies the corps may be named."""
        unit = action.unit
        now = lose_step(game, draft, unit, action.corps if isinstance(action, SendCorps) else None)
        draft.emit(RetreatIgnored(frame.battle.defender, frame.battle.target, unit))
        draft.end(RetreatEnd(True, replaced(frame.waiting, unit, now)))

    @rule("11.4.4", "11.4.5")
    def _go(self, game: Game, draft: Draft, frame: RetreatFrame, action: Retreat) -> None:
        """One space; at the end of its way the unit is marked, so that it does not help those it came to."""
        fall_back(draft, action.unit, action.to)
        entered(game, draft, action.unit)
        now = replace(frame, decided=True, walking=action.unit, walked=(*frame.walked, action.to))
        if len(now.walked) == frame.length or stops(draft.state, draft.state.unit(action.unit), action.to):
            draft.mark(action.unit, RETREATED)
            now = replace(
                now,
                walking=None,
                walked=(),
                waiting=tuple(unit for unit in frame.waiting if unit != action.unit),
                passed=tuple(dict.fromkeys((*frame.passed, *now.walked[:-1]))),
                gone=(*frame.gone, action.unit),
            )
        draft.replace_frame(now)

    @rule("11.4.3")
    def _lose_trapped(self, game: Game, draft: Draft) -> None:
        """Units that have no way to go, and can no longer choose to stand, are lost as if for want of supply."""
        frame = draft.frame
        assert isinstance(frame, RetreatFrame)
        if frame.decided and frame.walking is None:
            lost = []
            for unit in trapped(frame.waiting, partial(_can_go, game, draft, frame), together=False):
                eliminate(game, draft, unit)
                lost.append(unit)
            frame = replace(frame, waiting=tuple(unit for unit in frame.waiting if unit not in lost))
            draft.replace_frame(frame)
        if not frame.waiting:
            draft.end(RetreatEnd(False, frame.gone, frame.passed))


CHAPTER = Chapter(
    actions=(StandAndLose,),
    events=(UnitRetreated, RetreatIgnored),
    phases={RetreatFrame: RetreatPhase()},
)
