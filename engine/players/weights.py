"""How much each thing counts to a player of a game: `players.yaml` beside its charts, with where the numbers come from.

A side may weigh differently than the other. A game without the file is played with the usual weights.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, ClassVar

from pydantic import Field

from engine.core.ids import Side
from engine.core.messages import message
from engine.definitions import faults, strict_yaml
from engine.definitions.documents import read_bytes
from engine.definitions.issues import DefinitionError, error
from engine.definitions.model import Document, Frozen, FrozenDict, Id, Line, shown
from engine.players.position.terrain import DECAY
from engine.rulesets.registry import find_game

FILE = "players.yaml"

Weight = Annotated[float, Field(ge=-1000, le=1000)]

USUAL: Mapping[str, float] = {
    "score": 2.0,
    "own-steps": 1.0,
    "enemy-steps": -1.0,
    "own-cut-off": -1.0,
    "enemy-cut-off": 1.0,
    "ground": 0.3,
    "stake": 1.0,
    "hold": 1.0,
    "pull": 1.0,
    "contact": 0.6,
    "exposure": 0.5,
    "garrison": 0.3,
    "caution": 0.15,
    "supply": 0.5,
    "guard": 0.4,
    "cut": 0.4,
    "help": 0.0,
    "hunt": 0.12,
    "gather": 0.0,
    "now": 0.0,
    "reach": DECAY,
    "dread": 1.0,
    "choice": 0.0,
    "come": 0.6,
    "covet": 1.0,
    "encircle": 0.0,
    "caught": 0.0,
    "line": 0.0,
    "convoy": 0.0,
}
"""What counts where a game does not say otherwise."""


class PlayerWeights(Document):
    """The weights of a game: for everybody, what is different for a side, and habits by kind of action."""

    KIND: ClassVar[str] = "players"

    source: Line
    weights: Annotated[Mapping[Id, Weight], Frozen] = FrozenDict()
    sides: Annotated[Mapping[Id, Annotated[Mapping[Id, Weight], Frozen]], Frozen] = FrozenDict()
    planner: Annotated[Mapping[Id, Annotated[Mapping[Id, Weight], Frozen]], Frozen] = FrozenDict()
    """What a planner weighs differently on each side, because it sees further or was tuned by itself."""
    campaign: Annotated[Mapping[Side, Annotated[Mapping[Id, Weight], Frozen]], Frozen] = FrozenDict()
    """What it weighs differently again as long as enough turns are to come for what lies far away."""
    aftermath: Annotated[Mapping[Side, Annotated[Mapping[Id, Weight], Frozen]], Frozen] = FrozenDict()
    """What it weighs differently in the last turns of a game that was long enough for a campaign."""
    careless: Annotated[Mapping[Side, Annotated[Mapping[Id, Weight], Frozen]], Frozen] = FrozenDict()
    """What it weighs differently against an opponent who has shown that it plays without an aim."""
    habits: Annotated[Mapping[Id, Weight], Frozen] = FrozenDict()
    """What an action of a kind is good for beyond what one look ahead shows; of a card, `play-card-<use>`."""
    results: Annotated[Mapping[Line, Weight], Frozen] = FrozenDict()
    """How likely the defender gives up its place under each result of the combat table."""


class Weights:
    """What counts to one side of a game."""

    def __init__(self, written: PlayerWeights | None, side: Side, *, is_planner: bool = False) -> None:
        self._by_name = dict(USUAL)
        self._campaign: Mapping[str, float] = {}
        self._aftermath: Mapping[str, float] = {}
        self._careless: Mapping[str, float] = {}
        self.habits: Mapping[str, float] = {}
        self.results: Mapping[str, float] = {}
        if written is not None:
            self._by_name.update(written.weights)
            self._by_name.update(written.sides.get(side, {}))
            if is_planner:
                self._by_name.update(written.planner.get(side, {}))
                self._campaign = written.campaign.get(side, {})
                self._aftermath = written.aftermath.get(side, {})
                self._careless = written.careless.get(side, {})
            self.habits = written.habits
            self.results = written.results

    def __getitem__(self, name: str) -> float:
        return self._by_name.get(name, 0.0)

    def in_stance(self, stance: Mapping[str, float]) -> Weights:
        """The same weights, some of them multiplied as a stance says."""
        if not stance:
            return self
        other = Weights(None, Side(""))
        other._by_name = {name: value * stance.get(name, 1.0) for name, value in self._by_name.items()}
        other.habits, other.results = self.habits, self.results
        other._campaign = {name: value * stance.get(name, 1.0) for name, value in self._campaign.items()}
        other._aftermath = {name: value * stance.get(name, 1.0) for name, value in self._aftermath.items()}
        return other

    def in_campaign(self) -> Weights:
        """The same weights as they are while much of the game is still to come."""
        return self._changed(self._campaign)

    def in_aftermath(self) -> Weights:
        """The same weights as they are when a campaign comes to its end."""
        return self._changed(self._aftermath)

    def against_the_careless(self) -> Weights:
        """The same weights as they are where there is little to fear and much to be had."""
        other = self._changed(self._careless)
        if other is not self:
            other._campaign, other._aftermath = self._campaign, self._aftermath
        return other

    def _changed(self, by_name: Mapping[str, float]) -> Weights:
        if not by_name:
            return self
        other = Weights(None, Side(""))
        other._by_name = {**self._by_name, **by_name}
        other.habits, other.results = self.habits, self.results
        return other


WeightsFinder = Callable[[str, Side], Weights]
"""Whose weights a player goes by: those of a game for a side."""


@cache
def weights_of(game: str, side: Side) -> Weights:
    """The weights of a side; the usual ones for a game that has none of its own."""
    return Weights(_written(game), side)


@cache
def planner_weights_of(game: str, side: Side) -> Weights:
    """The same as a planner weighs them."""
    return Weights(_written(game), side, is_planner=True)


@cache
def _written(game: str) -> PlayerWeights | None:
    entry = find_game(game)
    if entry is None or not (entry.resources / FILE).is_file():
        return None
    name = f"{entry.id}/{FILE}"
    located = strict_yaml.load(read_bytes(entry.resources / FILE, name), name)
    data = located.data if isinstance(located.data, dict) else {}
    if data.get("format") != PlayerWeights.format_line():
        said = message("issue.unknown-format", found=shown(data.get("format")))
        raise DefinitionError([error(said, located.where(("format",)))])
    return faults.read(PlayerWeights, located, data={key: value for key, value in data.items() if key != "format"})
