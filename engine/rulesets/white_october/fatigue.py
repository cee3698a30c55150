"""Chapter 9: the fatigue of the North-West Army, and its turns of rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.phases import Phase
from engine.core.records import Event, Frame
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import (
    FATIGUE,
    FORCED_MARCH,
    NIGHT_ATTACK,
    RESTING,
    TIRED,
    WHITE,
)

DECLARED, PAID = 1, 2
"""How far a forced march has come: declared, and paid for with a box of fatigue (ruling 25)."""


@dataclass(frozen=True, slots=True)
class FatigueGrew(Event):
    kind: ClassVar[str] = "fatigue-grew"
    cause: str
    fatigue: int


@dataclass(frozen=True, slots=True)
class FatigueTested(Event):
    """The end of a turn: a die where the box leaves it open, none where it does not."""

    kind: ClassVar[str] = "fatigue-tested"
    fatigue: int
    die: int | None
    tired: bool

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, side=WHITE),) if self.die is not None else ()


@dataclass(frozen=True, slots=True)
class ArmyRested(Event):
    kind: ClassVar[str] = "army-rested"
    fatigue: int


@dataclass(frozen=True, slots=True)
class FatigueFrame(Frame):
    """The end of the turn."""

    kind: ClassVar[str] = "fatigue"


@rule("9.1")
def tire(draft: Draft, cause: str) -> None:
    """The North-West Army moves a box on."""
    now = int(draft.state.values.get(FATIGUE, 0)) + 1
    draft.set_value(FATIGUE, now)
    draft.emit(FatigueGrew(cause, now))


@rule("7.4", "9.1")
def pay_forced_march(draft: Draft) -> None:
    """The first unit that uses a forced march costs the army its box, once a sequence."""
    if draft.state.values.get(FORCED_MARCH) == DECLARED:
        draft.set_value(FORCED_MARCH, PAID)
        tire(draft, FORCED_MARCH)


@rule("8.2.5", "9.1")
def note_night_attack(draft: Draft) -> None:
    """The first night attack of a combat sequence costs the army a box (ruling 36)."""
    if not draft.state.values.get(NIGHT_ATTACK, False):
        draft.set_value(NIGHT_ATTACK, True)
        tire(draft, NIGHT_ATTACK)


class FatiguePhase(Phase[FatigueFrame]):
    """The army is looked at when the turn is over."""

    def start(self, game: Game, draft: Draft, frame: FatigueFrame) -> None:
        if draft.state.values.get(RESTING, False):
            self._rest(game, draft)
        else:
            self._test(game, draft)
        draft.end()

    @rule("9.3")
    def _rest(self, game: Game, draft: Draft) -> None:
        """A turn of rest takes three boxes off, and is not followed by a test."""
        materials: Materials = game.materials
        left = max(0, int(draft.state.values.get(FATIGUE, 0)) - materials.number("rest_boxes"))
        draft.set_value(FATIGUE, left)
        draft.set_value(RESTING, None)
        draft.emit(ArmyRested(left))

    @rule("9.1", "9.2")
    def _test(self, game: Game, draft: Draft) -> None:
        """From box 5 on a die decides, from box 7 on none is needed; a tired army rests in the next turn."""
        box = int(draft.state.values.get(FATIGUE, 0))
        most = tired_on(game.materials, box)
        if most <= 0:
            return
        faces = 6
        die = draft.roll() if most < faces else None
        tired = die is None or die <= most
        draft.emit(FatigueTested(box, die, tired))
        if tired:
            draft.set_value(TIRED, True)


def tired_on(materials: Materials, box: int) -> int:
    """The highest die on which the army is tired at a box of fatigue."""
    table = materials.charts.table("fatigue")
    return int(table.result("tired-on", table.row_for(box)))


CHAPTER = Chapter(
    events=(FatigueGrew, FatigueTested, ArmyRested),
    phases={FatigueFrame: FatiguePhase()},
)
