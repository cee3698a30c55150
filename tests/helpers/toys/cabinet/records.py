"""What Cabinet writes down: its own actions, events and frames, and the ledger in its states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from immutables import Map

from engine.core.facets import DieThrow, UnitLoss, UnitMove
from engine.core.ids import CardId, EdgeIndex, Location, Side, UnitId
from engine.core.records import Action, Event, Frame, secret


@dataclass(frozen=True, slots=True)
class Ledger:
    """What only this game remembers. An ambition is NOWHERE where the viewer may not know it."""

    ambitions: Map[Side, Location]
    mobilised: frozenset[Side] = frozenset()


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Seal a card of the hand as the bid for the initiative."""

    kind: ClassVar[str] = "bid"
    card: CardId


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Let the round go by and keep the hand."""

    kind: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Activate(Action):
    """Spend a point on a space: its units may move."""

    kind: ClassVar[str] = "activate"
    at: Location


@dataclass(frozen=True, slots=True)
class Assault(Action):
    """Spend a point on a space: its units attack a neighbouring one."""

    kind: ClassVar[str] = "assault"
    origin: Location
    target: Location

    @property
    def struck(self) -> tuple[Location, ...]:
        return (self.target,)


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Give up a card of the hand."""

    kind: ClassVar[str] = "discard"
    card: CardId


@dataclass(frozen=True, slots=True)
class Raise(Action):
    """Bring an eliminated unit back."""

    kind: ClassVar[str] = "raise"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class Rebuild(Action):
    """Give a unit a step back."""

    kind: ClassVar[str] = "rebuild"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class Break(Action):
    """Make a connection impassable."""

    kind: ClassVar[str] = "break"
    edge: EdgeIndex


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    kind: ClassVar[str] = "cards-drawn"
    side: Side
    number: int
    cards: tuple[CardId, ...] | None = secret()

    @property
    def audience(self) -> frozenset[Side]:
        return frozenset({self.side})


@dataclass(frozen=True, slots=True)
class DeckReshuffled(Event):
    kind: ClassVar[str] = "deck-reshuffled"
    side: Side
    number: int


@dataclass(frozen=True, slots=True)
class BidSealed(Event):
    kind: ClassVar[str] = "bid-sealed"
    side: Side
    card: CardId | None = secret()

    @property
    def audience(self) -> frozenset[Side]:
        return frozenset({self.side})


@dataclass(frozen=True, slots=True)
class BidsRevealed(Event):
    kind: ClassVar[str] = "bids-revealed"
    north: CardId | None
    south: CardId | None
    first: Side


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    kind: ClassVar[str] = "card-played"
    side: Side
    card: CardId
    use: str
    removed: bool

    @property
    def played(self) -> tuple[CardId, ...]:
        return (self.card,)


@dataclass(frozen=True, slots=True)
class RoundPassed(Event):
    kind: ClassVar[str] = "round-passed"
    side: Side


@dataclass(frozen=True, slots=True)
class CardSeen(Event):
    """The spies of a side saw this card; the others know only that they did."""

    kind: ClassVar[str] = "card-seen"
    side: Side
    owner: Side
    card: CardId | None = secret()

    @property
    def audience(self) -> frozenset[Side]:
        return frozenset({self.side, self.owner})


@dataclass(frozen=True, slots=True)
class CardDiscarded(Event):
    kind: ClassVar[str] = "card-discarded"
    side: Side
    card: CardId


@dataclass(frozen=True, slots=True)
class SpaceActivated(Event):
    kind: ClassVar[str] = "space-activated"
    at: Location
    left: int


@dataclass(frozen=True, slots=True)
class ShotsFired(Event):
    """Both dice of a combat, and the steps each side must lose."""

    kind: ClassVar[str] = "shots-fired"
    origin: Location
    target: Location
    attack_column: str
    attack_die: int
    defence_column: str
    defence_die: int
    defender_losses: int
    attacker_losses: int

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        shot, answer = str(self.defender_losses), str(self.attacker_losses)
        return (
            DieThrow(self.attack_die, at=self.origin, purpose="attack", column=self.attack_column, result=shot),
            DieThrow(self.defence_die, at=self.target, purpose="defence", column=self.defence_column, result=answer),
        )


@dataclass(frozen=True, slots=True)
class StepLost(Event):
    kind: ClassVar[str] = "step-lost"
    unit: UnitId

    @property
    def losses(self) -> tuple[UnitLoss, ...]:
        return (UnitLoss(self.unit),)


@dataclass(frozen=True, slots=True)
class UnitEliminated(Event):
    kind: ClassVar[str] = "unit-eliminated"
    unit: UnitId
    at: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.left(self.unit, self.at),)

    @property
    def losses(self) -> tuple[UnitLoss, ...]:
        return (UnitLoss(self.unit, is_gone=True),)


@dataclass(frozen=True, slots=True)
class UnitRetreated(Event):
    kind: ClassVar[str] = "unit-retreated"
    unit: UnitId
    origin: Location
    to: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove(self.unit, (self.origin, self.to)),)


@dataclass(frozen=True, slots=True)
class UnitRaised(Event):
    kind: ClassVar[str] = "unit-raised"
    unit: UnitId
    at: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.came(self.unit, self.at),)


@dataclass(frozen=True, slots=True)
class UnitRebuilt(Event):
    kind: ClassVar[str] = "unit-rebuilt"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class ConnectionBroken(Event):
    kind: ClassVar[str] = "connection-broken"
    edge: EdgeIndex


@dataclass(frozen=True, slots=True)
class ConnectionMended(Event):
    kind: ClassVar[str] = "connection-mended"
    edge: EdgeIndex


@dataclass(frozen=True, slots=True)
class AmbitionDealt(Event):
    kind: ClassVar[str] = "ambition-dealt"
    side: Side
    at: Location | None = secret()

    @property
    def audience(self) -> frozenset[Side]:
        return frozenset({self.side})


@dataclass(frozen=True, slots=True)
class AmbitionShown(Event):
    kind: ClassVar[str] = "ambition-shown"
    side: Side
    at: Location
    points: int


@dataclass(frozen=True, slots=True)
class CardsFrame(Frame):
    kind: ClassVar[str] = "cards"


@dataclass(frozen=True, slots=True)
class InitiativeFrame(Frame):
    """Whoever has no sealed bid yet is asked, until the bids are shown."""

    kind: ClassVar[str] = "initiative"
    shown: bool = False


@dataclass(frozen=True, slots=True)
class RoundsFrame(Frame):
    """The sides play card about; `played` counts the rounds of both."""

    kind: ClassVar[str] = "rounds"
    played: int = 0


@dataclass(frozen=True, slots=True)
class OperationsFrame(Frame):
    """Points still to be spent, and the column shift that the card gives to attacks."""

    kind: ClassVar[str] = "operations"
    points: int
    shift: int = 0


@dataclass(frozen=True, slots=True)
class MoveFrame(Frame):
    """The units of an activated space."""

    kind: ClassVar[str] = "move"
    units: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class CombatFrame(Frame):
    """A combat; the losses are known once both sides have fired."""

    kind: ClassVar[str] = "combat"
    origin: Location
    target: Location
    shift: int = 0
    defender_losses: int = 0
    attacker_losses: int = 0
    stage: int = 0


@dataclass(frozen=True, slots=True)
class LossFrame(Frame):
    """A side still owes steps from a space."""

    kind: ClassVar[str] = "loss"
    side: Side
    at: Location
    steps: int


@dataclass(frozen=True, slots=True)
class RetreatFrame(Frame):
    """Every unit of a side must leave a space, but not towards the enemy it fought."""

    kind: ClassVar[str] = "retreat"
    side: Side
    at: Location
    enemy: Location


@dataclass(frozen=True, slots=True)
class LevyFrame(Frame):
    kind: ClassVar[str] = "levy"
    side: Side
    raised: bool = False


@dataclass(frozen=True, slots=True)
class RebuildFrame(Frame):
    kind: ClassVar[str] = "rebuild"
    side: Side
    rebuilt: bool = False


@dataclass(frozen=True, slots=True)
class DiscardFrame(Frame):
    """The side whose hand was spied out gives up a card."""

    kind: ClassVar[str] = "discard"
    side: Side
    discarded: bool = False


@dataclass(frozen=True, slots=True)
class SappersFrame(Frame):
    kind: ClassVar[str] = "sappers"
    side: Side
    broken: bool = False
