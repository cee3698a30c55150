"""The numbers of Cabinet, read from its charts, its cards and its scenario once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.ids import CardId, Location, Side
from engine.core.state import Unit
from engine.definitions.charts.tables import Table
from engine.rulesets.brief import Brief

NORTH, SOUTH = Side("north"), Side("south")
SIDES = (NORTH, SOUTH)
REMOVED = "removed"


def enemy_of(side: Side) -> Side:
    return SOUTH if side == NORTH else NORTH


def hand_of(side: Side) -> str:
    return f"hand-{side}"


def deck_of(side: Side) -> str:
    return f"deck-{side}"


def discard_of(side: Side) -> str:
    return f"discard-{side}"


@dataclass(frozen=True, slots=True)
class Materials:
    """Everything the rules look up."""

    brief: Brief
    fire: Table
    objectives: Mapping[Location, int]
    capitals: Mapping[Side, Location]

    @classmethod
    def of(cls, brief: Brief) -> Materials:
        board = brief.board
        capitals = {}
        for place in board.with_feature("capital"):
            feature = board.feature(place, "capital")
            assert feature is not None
            capitals[Side(str(feature.attributes["side"]))] = place
        objectives = {board.at(each.at): int(each.value or 0) for each in brief.scenario.objectives}
        return cls(brief, brief.charts.table("fire"), objectives, capitals)

    def number(self, name: str) -> int:
        return self.brief.charts.parameter(name, int)

    def factor(self, unit: Unit, name: str) -> int:
        return int(self.brief.types[unit.type].factor(name, unit.step) or 0)

    def steps(self, unit: Unit) -> int:
        return len(self.brief.types[unit.type].steps)

    def points(self, card: CardId) -> int:
        return int(self.brief.cards[card].values["ops"])

    def event(self, card: CardId) -> str:
        """The word for what a card does as an event; empty for a card that has none."""
        return str(self.brief.cards[card].values.get("event", ""))

    def is_removed(self, card: CardId) -> bool:
        return self.brief.cards[card].removed_after_event

    def deck(self, side: Side) -> tuple[CardId, ...]:
        return tuple(CardId(card) for card, printed in sorted(self.brief.cards.items()) if printed.deck == side)

    def die_modifier(self, terrain: str) -> int:
        return int(self.brief.charts.terrain.effect(terrain, "die") or 0)
