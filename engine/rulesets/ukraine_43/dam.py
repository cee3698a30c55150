"""Chapter 28: the dam of Zaporozhye, which either side may blow up, and the flood that follows.

The value `dam` says what has become of it. What the flood closes is read by `marches.is_flooded`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.elimination import eliminate
from engine.rulesets.ukraine_43.ground import MARSHES
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import AXIS, DAM, FLOOD_FROM, SOVIET, Dam
from engine.rulesets.ukraine_43.standing import company, is_held, standing

ZAPOROZHYE = "zaporozhye"


@dataclass(frozen=True, slots=True)
class BlowDam(Action):
    """Blow up the dam of Zaporozhye."""

    kind: ClassVar[str] = "blow-dam"


@dataclass(frozen=True, slots=True)
class DamBlown(Event):
    kind: ClassVar[str] = "dam-blown"
    side: Side
    at: Location

    @property
    def place(self) -> Location | None:
        return self.at


@dataclass(frozen=True, slots=True)
class FloodEnded(Event):
    kind: ClassVar[str] = "flood-ended"


@dataclass(frozen=True, slots=True)
class DamFrame(Frame):
    """A side may blow up the dam as the last act of its turn."""

    kind: ClassVar[str] = "dam"


def dam_of(state: State) -> Dam | None:
    """What has become of the dam; None where the scenario has none."""
    found = state.values.get(DAM)
    return Dam(str(found)) if found is not None else None


@rule("28.1")
def blowing_refusal(game: Game, state: State) -> Refusal | None:
    """The Axis side while the city is in its hands, the Soviet side with artillery beside it, whoever holds it.

    A dam that was taken and lost again can still be blown up.
    """
    materials: Materials = game.materials
    city = materials.place(ZAPOROZHYE)
    if city is None or dam_of(state) not in (Dam.INTACT, Dam.TAKEN):
        return Refusal("28.1", message("refusal.u43.no-dam"))
    if state.side == AXIS:
        return None if _is_axis(game, state, city) else Refusal("28.1", message("refusal.u43.dam-not-held"))
    beside = (unit for at in materials.ground.around[city] for unit in company(state, Location(at), SOVIET))
    if any(materials.kind(unit).is_artillery for unit in beside):
        return None
    return Refusal("28.1", message("refusal.u43.no-guns-at-dam"))


@rule("28.1")
def _is_axis(game: Game, state: State, city: Location) -> bool:
    """Whether the Axis side has the dam: from the beginning until a Soviet unit comes in, and with the city again."""
    if city not in state.control and dam_of(state) is Dam.INTACT:
        return city not in standing(game, state, SOVIET).occupied
    return is_held(game, state, city, AXIS)


class DamPhase(Phase[DamFrame]):
    """Blow it up, or leave it; then a flood whose time is over goes down."""

    @rule("3.C.7", "28.1")
    def menu(self, game: Game, state: State, frame: DamFrame) -> Menu | None:
        refusal = blowing_refusal(game, state)
        said = message("prompt.u43.dam", side=state.side)
        menu = Menu(state.side, said, "28.1", (Offer.one(BlowDam(), refusal), Offer.one(Done())), Done())
        return menu.asked_if(refusal is None)

    def apply(self, game: Game, draft: Draft, frame: DamFrame, action: Action) -> None:
        if isinstance(action, BlowDam):
            blow(game, draft)
        draft.end()


@rule("28.2", "28.2.A", "28.2.B", "28.2.C", "28.2.D")
def blow(game: Game, draft: Draft) -> None:
    """The marsh below is under water at once, and whoever stands in it is lost."""
    side = draft.state.side
    city = game.materials.place(ZAPOROZHYE)
    assert city is not None
    draft.set_value(DAM, (Dam.BLOWN_SOVIET if side == SOVIET else Dam.BLOWN_AXIS).value)
    draft.set_value(FLOOD_FROM, draft.state.turn)
    draft.emit(DamBlown(side, city))
    for at in sorted(flooded_hexes(game)):
        for unit in draft.state.at(at):
            if game.materials.kind(unit).is_ground:
                eliminate(game, draft, unit.id)


@rule("28.2.A", "28.2.D")
def flooded_hexes(game: Game) -> frozenset[Location]:
    """The marsh hexes downstream of the dam; Zaporozhye itself lies upstream."""
    below = game.materials.ground.below_dam
    return frozenset(at for at in below if game.board.terrains[at] in MARSHES)


@rule("28.2.A", "28.2.B", "28.2.C")
def end_flood(draft: Draft) -> None:
    """At the end of the Axis turn: of the same turn after a Soviet demolition, of the next one after an Axis one."""
    dam, begun = dam_of(draft.state), int(draft.state.values.get(FLOOD_FROM, 0))
    last = {Dam.BLOWN_SOVIET: begun, Dam.BLOWN_AXIS: begun + 1}
    if dam in last and draft.state.turn >= last[dam]:
        draft.set_value(DAM, Dam.GONE.value)
        draft.set_value(FLOOD_FROM, None)
        draft.emit(FloodEnded())


@dataclass(frozen=True, slots=True)
class DamTaken(Event):
    kind: ClassVar[str] = "dam-taken"
    at: Location

    @property
    def place(self) -> Location | None:
        return self.at


@rule("28.1")
def take_dam(game: Game, draft: Draft, at: Location, side: Side) -> None:
    """A Soviet unit that enters Zaporozhye before the dam is blown up has taken it intact."""
    if side == SOVIET and dam_of(draft.state) is Dam.INTACT and at == game.materials.place(ZAPOROZHYE):
        draft.set_value(DAM, Dam.TAKEN.value)
        draft.emit(DamTaken(at))


CHAPTER = Chapter(
    actions=(BlowDam,),
    events=(DamBlown, DamTaken, FloodEnded),
    phases={DamFrame: DamPhase()},
)
