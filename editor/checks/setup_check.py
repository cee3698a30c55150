"""Asking the rules about a setup while units are placed. No Qt.

The board is compiled once for a map and kept, so that an answer takes as long as laying the units out. What the checks
of names report is left out here: a unit without a type or a place is no matter of stacking.
"""

from __future__ import annotations

from dataclasses import dataclass

from editor.model.design.design import Design
from engine.core.board import Board
from engine.core.game import Game
from engine.core.messages import Message
from engine.core.refusals import GameFault
from engine.core.state import State
from engine.definitions.issues import DefinitionError
from engine.rulesets.brief import Brief
from engine.rulesets.laying_out import laid_out
from engine.rulesets.stock import board_for


@dataclass(frozen=True, slots=True)
class PlaceFault:
    """A place, by its key, where units may not stand as they do, and why."""

    at: str
    units: tuple[str, ...]
    rule: str
    said: Message


class SetupCheck:
    """Kept while one map is open; `forget` when the map has changed."""

    def __init__(self) -> None:
        self._board: Board | None = None
        self._of = ""

    def forget(self) -> None:
        """The map is another."""
        self._board = None

    def faults(self, design: Design) -> tuple[PlaceFault, ...]:
        """What is wrong with where units begin; nothing where the rules cannot be asked yet."""
        found = self.laid_out(design)
        if found is None:
            return ()
        game, state = found
        return tuple(
            PlaceFault(game.board.key(each.at), tuple(each.units), each.refusal.rule, each.refusal.message)
            for each in game.ruleset.setup_faults(game, state)
        )

    def laid_out(self, design: Design) -> tuple[Game, State] | None:
        """The game and its position before it begins; None where the scenario is not that far."""
        try:
            board = self._compiled(design)
            return None if board is None else laid_out(_brief(design, board))
        except (DefinitionError, GameFault, LookupError, TypeError, ValueError):
            return None

    def _compiled(self, design: Design) -> Board | None:
        if self._of != design.scenario.ruleset:
            self._board, self._of = None, design.scenario.ruleset
        if self._board is None and design.game is not None:
            self._board = board_for(design.game, design.plan)
        return self._board


def _brief(design: Design, board: Board) -> Brief:
    """The scenario without what leads nowhere."""
    scenario = design.scenario
    units = {name: unit for name, unit in design.units.items() if unit.type in design.types}

    def is_there(label: str) -> bool:
        return board.find(label) is not None

    kept = scenario.replace(
        setup=tuple(each for each in design.placements.values() if each.unit in units and is_there(each.at)),
        control=tuple(
            each
            for each in scenario.control
            if (each.region in board.regions if each.region is not None else all(map(is_there, each.locations)))
        ),
        markers=tuple(each for each in scenario.markers if is_there(each.at)),
        objectives=tuple(each for each in scenario.objectives if is_there(each.at)),
        schedule=tuple(each for each in scenario.schedule if each.unit in units),
    )
    return Brief(kept, board, design.charts, design.types, units, design.cards, design.formations)
