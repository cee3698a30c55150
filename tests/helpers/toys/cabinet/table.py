"""A table to try the rules of Cabinet on: a position as text, actions in short, and what came of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from textwrap import dedent
from typing import TypeVar

from engine.core.actions import PlayCard, Retreat, StepTo, TakeLoss
from engine.core.game import Game
from engine.core.ids import CardId, EdgeIndex, Location, UnitId
from engine.core.records import Action, Event
from engine.core.state import State, Unit
from engine.definitions import faults, strict_yaml
from engine.definitions.documents import Loaded
from engine.definitions.position import Position
from engine.session.positions import set_up
from tests.helpers.toys.cabinet.records import Activate, Assault, Break

E = TypeVar("E", bound=Event)


@dataclass
class Table:
    """A game in progress; `do` plays and collects the events."""

    game: Game
    state: State
    events: list[Event] = field(default_factory=list)

    def at(self, place: str) -> Location:
        return self.game.board.at(place)

    def unit(self, unit: str) -> Unit:
        return self.state.unit(UnitId(unit))

    def where(self, unit: str) -> str:
        return self.game.board.key(self.unit(unit).at)

    def do(self, *actions: Action) -> Table:
        for action in actions:
            transition = self.game.apply(self.state, action)
            self.state = transition.state
            self.events.extend(transition.events)
        return self

    def refused(self, action: Action) -> str | None:
        """The case that refuses an action."""
        refusal = self.game.explain(self.state, action)
        return refusal.rule if refusal is not None else None

    def last(self, kind: type[E]) -> E:
        """The latest event of a kind."""
        return next(event for event in reversed(self.events) if isinstance(event, kind))

    def kinds(self) -> set[str]:
        return set(self.game.menu(self.state).kinds())

    # Actions in short

    def step(self, unit: str, to: str) -> StepTo:
        return StepTo(UnitId(unit), self.at(to))

    def retreat(self, unit: str, to: str) -> Retreat:
        return Retreat(UnitId(unit), self.at(to))

    def activate(self, place: str) -> Activate:
        return Activate(self.at(place))

    def assault(self, origin: str, target: str) -> Assault:
        return Assault(self.at(origin), self.at(target))

    def breaking(self, a: str, b: str, kind: str) -> Break:
        edge = self.game.board.edge_between(self.at(a), self.at(b), kind)
        assert edge is not None
        return Break(EdgeIndex(edge))


def loss(unit: str) -> TakeLoss:
    return TakeLoss(UnitId(unit))


def operations(card: str) -> PlayCard:
    return PlayCard(CardId(card), "operations")


def event(card: str) -> PlayCard:
    return PlayCard(CardId(card), "event")


def table(text: str) -> Table:
    """Set up a position; its game and scenario go without saying."""
    located = strict_yaml.load(dedent(text), "position")
    assert isinstance(located.data, dict)
    position = faults.read(Position, located, data={"game": "toy-cabinet", "scenario": "cabinet-war", **located.data})
    placed = set_up(Loaded(position, located))
    return Table(placed.game, placed.state)
