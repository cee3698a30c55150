"""Watches a game being played and notes what the lab wants to know, from the facets of its events alone.

Nothing here knows a game: what an event moved, threw and cost it says itself, and who holds a place the ruleset says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.core.boards.board_parts import PlaceKind
from engine.core.game import Game, Transition
from engine.core.ids import NOWHERE, Location, Side, UnitId
from engine.core.overlays import OverlayKind
from engine.core.records import Action, Event
from engine.core.state import State
from engine.core.terms import total
from engine.lab.fields import MapField, layer_of, pack_fields
from engine.lab.results import NOBODY, Deeds, TurnRow
from engine.narration.statistics import losses_by_side
from engine.rulesets.brief import Brief

MOST_OBJECTIVES = 24
"""Of a scenario that names no objectives, so many of the places that matter most are followed."""


def objectives_of(game: Game, brief: Brief, start: State) -> tuple[Location, ...]:
    """The places whose holders are followed: the scenario's objectives, or what the rules say is worth most."""
    named = tuple(dict.fromkeys(game.board.at(each.at) for each in brief.scenario.objectives))
    if named:
        return named
    worth: dict[Location, float] = {}
    for side in game.ruleset.sides:
        for at, value in game.ruleset.stakes(game, start, side).items():
            worth[at] = worth.get(at, 0.0) + abs(float(value))
    return tuple(sorted(sorted(worth, key=lambda at: (-worth[at], at))[:MOST_OBJECTIVES]))


class Observer:
    """The notes of one game. Hand it to `play` as its watch."""

    def __init__(self, game: Game, brief: Brief, start: State) -> None:
        self._game = game
        self._types = brief.types
        self._sides = {side: number for number, side in enumerate(game.ruleset.sides)}
        self._objectives = objectives_of(game, brief, start)
        self._control = self._controlled(start)
        self._steps = [0] * len(self._sides)
        self._units = [0] * len(self._sides)
        self._attacks = 0
        self._kinds: Counter[str] = Counter()
        self._columns: Counter[str] = Counter()
        self._terrains: Counter[str] = Counter()
        self._cards: Counter[str] = Counter()
        self._moved: set[str] = set()
        self._fought: set[str] = set()
        self._died: dict[str, int] = {}
        self._arrived: dict[str, int] = {}
        self._fields: Counter[tuple[int, int, int]] = Counter()
        self.turns: list[TurnRow] = [self._row(start, start.turn - 1)]

    def __call__(self, before: State, action: Action, transition: Transition) -> None:
        after = transition.state
        self._kinds[action.kind] += 1
        for event in transition.events:
            self._note(before, after, event)
        self._note_losses(before, transition.events)
        if after.turn != before.turn or after.outcome is not None:
            self._close(after, before.turn)

    def _note(self, before: State, after: State, event: Event) -> None:
        turn = before.turn
        for move in event.moves:
            self._note_move(before, after, move.unit, turn)
        fights = [throw for throw in event.throws if throw.column or throw.odds or throw.result]
        if fights:
            self._note_fight(before, event, turn)
            self._columns.update(throw.column or throw.odds for throw in fights if throw.column or throw.odds)
        self._cards.update(event.played)

    def _note_move(self, before: State, after: State, unit: UnitId, turn: int) -> None:
        kinds = self._game.board.kinds
        old, new = before.units.get(unit), after.units.get(unit)
        if new is None or (old is not None and old.at == new.at):
            return
        if kinds[new.at] is PlaceKind.BOX:
            return
        if old is None or kinds[old.at] is PlaceKind.BOX:
            self._arrived.setdefault(unit, turn)
        else:
            self._moved.add(unit)

    def _note_losses(self, before: State, events: Sequence[Event]) -> None:
        steps, units = losses_by_side(before, events, self._types)
        for side, number in self._sides.items():
            self._steps[number] += steps[side]
            self._units[number] += units[side]
        for loss in (loss for event in events for loss in event.losses if loss.is_gone):
            record = before.units.get(loss.unit)
            if record is not None and record.side in self._sides:
                self._died[loss.unit] = before.turn

    def _note_fight(self, before: State, event: Event, turn: int) -> None:
        self._attacks += 1
        self._fought.update(event.named_units())
        at = event.place
        if at is None or at == NOWHERE or self._game.board.kinds[at] is PlaceKind.BOX:
            return
        self._fought.update(unit.id for unit in before.at(at))
        self._terrains[self._game.board.terrains[at]] += 1
        self._fields[turn, layer_of(MapField.COMBAT, 0, len(self._sides)), at] += 1

    def _close(self, state: State, turn: int) -> None:
        """A turn is over: where everybody stands, and what changed hands."""
        kinds, count = self._game.board.kinds, len(self._sides)
        for at in sorted(state.stacks):
            if kinds[at] is PlaceKind.BOX:
                continue
            for unit in state.at(at):
                if unit.side in self._sides:
                    layer = layer_of(MapField.PRESENCE, self._sides[unit.side], count)
                    self._fields[turn, layer, at] += 1
        control = self._controlled(state)
        for at, side in control.items():
            if self._control.get(at) != side and side in self._sides:
                self._fields[turn, layer_of(MapField.CONTROL, self._sides[side], count), at] += 1
        self._control = control
        self.turns.append(self._row(state, turn))
        self._steps, self._units, self._attacks = [0] * count, [0] * count, 0

    def _controlled(self, state: State) -> dict[Location, Side]:
        """Who holds which place: as the game's overlay of control shows it, or as it is recorded."""
        game = self._game
        maker = game.ruleset.overlays.get(OverlayKind.CONTROL)
        if maker is None:
            return dict(state.control.items())
        shown = maker(game, game.view(state, game.ruleset.sides[0]))
        return {at: area.side for area in shown.areas for at in area.places}

    def _row(self, state: State, turn: int) -> TurnRow:
        game = self._game
        held = Counter(self._control.values())
        holders = (game.ruleset.holder(game, state, at) for at in self._objectives)
        letters = "".join(NOBODY if each not in self._sides else str(self._sides[each]) for each in holders)
        return TurnRow(
            turn,
            self.score(state),
            tuple(self._steps),
            tuple(self._units),
            tuple(held[side] for side in self._sides),
            self._attacks,
            letters,
        )

    def score(self, state: State) -> float:
        """How it stands; more is better for the first side."""
        return float(total(self._game.ruleset.score(self._game, state)))

    def deeds(self, cases: tuple[str, ...] = ()) -> Deeds:
        """What happened, so far."""
        return Deeds(
            dict(self._kinds), dict(self._columns), dict(self._terrains), tuple(self._moved), tuple(self._fought),
            self._died, self._arrived, dict(self._cards), cases,
        )  # fmt: skip

    def packed_fields(self) -> bytes:
        return pack_fields(self._fields)
