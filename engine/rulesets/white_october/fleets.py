"""15.1: fleets, how far they fire and how often."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.records import Event
from engine.core.state import Unit
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.kinds import Kind
from engine.rulesets.white_october.names import LOW_AMMO, RED, SHOTS, Role
from engine.rulesets.white_october.ratings import shots


@dataclass(frozen=True, slots=True)
class ShotFired(Event):
    """The Red fleet has fired at full power; so many shots in all."""

    kind: ClassVar[str] = "shot-fired"
    unit: UnitId
    shots: int


def is_red_fleet(kind: Kind) -> bool:
    return kind.role is Role.FLEET and kind.side == RED


@rule("15.1")
def note_shot(game: Game, draft: Draft, unit: UnitId) -> None:
    """The Red fleet fires three times at full power in a game; after that it is low on ammunition for good."""
    record: Unit = draft.state.unit(unit)
    if not is_red_fleet(game.materials.kind(record)) or LOW_AMMO in record.marks:
        return
    fired = shots(record) + 1
    draft.set_unit_value(unit, SHOTS, fired)
    draft.emit(ShotFired(unit, fired))
    if fired >= game.materials.number("fleet_shots"):
        draft.mark(unit, LOW_AMMO)


CHAPTER = Chapter(events=(ShotFired,))
