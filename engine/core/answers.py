"""Answers to questions about a position, in one form for every game.

These are what `redoubt probe` prints and what tests of rules compare. The field names are the documented JSON keys;
they only ever grow. A number that can be explained comes with the terms that made it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final

from immutables import Map

from engine.core.ids import CardId, EdgeIndex, Location, Side, UnitId
from engine.core.messages import Message
from engine.core.records import Moment, Outcome
from engine.core.refusals import Refusal
from engine.core.state import Scalar
from engine.core.terms import Number, Op, Term, sum_of, total


@dataclass(frozen=True, slots=True)
class Answer:
    """The base of every answer; `question` is the word it answers."""

    question: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Reckoning:
    """A number and how it came about."""

    terms: tuple[Term, ...]
    value: Number

    @classmethod
    def of(cls, *terms: Term) -> Reckoning:
        return cls(terms, total(terms))

    @classmethod
    def modifiers(cls, terms: tuple[Term, ...], op: Op) -> Reckoning:
        """The shifts or the die modifiers among some terms, and their sum."""
        return cls(tuple(term for term in terms if term.op is op), sum_of(terms, op))

    @property
    def is_open(self) -> bool:
        """Whether some of it is still to be drawn."""
        return any(term.op is Op.OPEN for term in self.terms)


@dataclass(frozen=True, slots=True)
class UnitAnswer(Answer):
    """What a unit is worth here and now: each effective factor."""

    question: ClassVar[str] = "unit"
    unit: UnitId
    at: Location
    factors: dict[str, Reckoning]
    marks: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    """The factors that its counter shows on the map; all of them where none is named."""


@dataclass(frozen=True, slots=True)
class StackAnswer(Answer):
    """What a stack is worth together, and whether it may stand so."""

    question: ClassVar[str] = "stack"
    at: Location
    units: tuple[UnitId, ...]
    factors: dict[str, Reckoning]
    size: Number
    limit: Number | None
    allowed: bool
    rule: str


@dataclass(frozen=True, slots=True)
class ReachedLocation:
    """One place a unit can get to."""

    at: Location
    cost: Number
    path: tuple[Location, ...]


@dataclass(frozen=True, slots=True)
class ReachAnswer(Answer):
    """Where a unit can go, what it costs and by which way."""

    question: ClassVar[str] = "reach"
    unit: UnitId
    allowance: Reckoning
    locations: tuple[ReachedLocation, ...]
    left: Number | None = None
    """How much of the allowance is not spent yet; None where the game does not say."""


@dataclass(frozen=True, slots=True)
class ZoneAnswer(Answer):
    """Whose zones of control lie on a location, and which units exert them."""

    question: ClassVar[str] = "zone"
    at: Location
    sides: dict[Side, tuple[UnitId, ...]]
    rule: str


@dataclass(frozen=True, slots=True)
class SupplyAnswer(Answer):
    """The state of supply of a unit and the line it draws on, from the unit to the source."""

    question: ClassVar[str] = "supply"
    unit: UnitId
    state: str
    source: Location | None
    path: tuple[Location, ...]
    length: int | None
    rule: str
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Losses:
    """Steps that a side loses; where its owner or a further die decides, between the least and the most."""

    least: Number = 0
    most: Number = 0

    def __add__(self, other: Losses) -> Losses:
        return Losses(self.least + other.least, self.most + other.most)

    def times(self, share: Number) -> Losses:
        return Losses(self.least * share, self.most * share)


@dataclass(frozen=True, slots=True)
class Chance:
    """One result of a throw: how likely it is, the rows of the table that hold it, and what it costs both sides."""

    result: str
    share: Number
    rows: tuple[str, ...]
    attacker: Losses
    defender: Losses


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw of a combat: whose it is, where in which table it is read, and what can come of it."""

    side: Side
    table: str
    column: str
    """As the table heads it, after the shifts."""
    rows: tuple[str, ...]
    """The row that each face of the die, or each sum of several dice, falls on once modified, from the lowest up."""
    shifts: Reckoning
    modifiers: Reckoning
    rule: str
    chances: tuple[Chance, ...] = ()
    headings: tuple[str, ...] = ()
    """What the columns stand for in this combat, where that is not what heads them."""
    columns: dict[str, Number] = field(default_factory=dict)
    """How likely each column is, where strengths are drawn before the die; there is then no other column."""
    result: str | None = None
    """What the die that was given says here; None without one, and where it is another die that this throw reads."""


UNKNOWN_ODDS: Final = "?"
"""The odds of an attack of which a strength is still to be drawn."""


@dataclass(frozen=True, slots=True)
class AttackAnswer(Answer):
    """A combat from the strengths to the result; what is not known yet is None."""

    question: ClassVar[str] = "attack"
    attackers: tuple[UnitId, ...]
    target: Location
    attack: Reckoning
    defence: Reckoning
    odds: str
    shifts: Reckoning
    column: str
    modifiers: Reckoning
    die: int | None
    modified_die: int | None
    result: str | None
    table: str
    rule: str
    chances: dict[str, Number] = field(default_factory=dict)
    refusal: Refusal | None = None
    """What forbids this attack here and now; the reckoning stands all the same, as a what-if."""
    throws: tuple[Throw, ...] = ()
    """The dice of the combat, the attacker's first; none while the strengths are not known."""
    losses: dict[Side, Losses] = field(default_factory=dict)
    """The steps that each side may expect to lose, taking all throws together."""


@dataclass(frozen=True, slots=True)
class ChoicesAnswer(Answer):
    """The legal choices of a kind: losses, retreats, advances. Each is an action as a position writes it."""

    question: ClassVar[str] = "choices"
    side: Side | None
    choices: tuple[dict[str, object], ...]
    rule: str | None
    made: tuple[dict[str, object], ...] = ()
    """What had to be decided on the way from the attack to this choice."""
    refusal: Refusal | None = None
    """What forbids the attack that the question describes."""
    may_decline: bool = False
    """Whether the side may leave it at that instead of choosing."""


@dataclass(frozen=True, slots=True)
class ScoreAnswer(Answer):
    """The standing of the game."""

    question: ClassVar[str] = "score"
    score: Reckoning
    winner: Side | None = None
    level: str = ""


@dataclass(frozen=True, slots=True)
class MenuAnswer(Answer):
    """Everything that may be done now, by kind, and the obvious choice if there is one."""

    question: ClassVar[str] = "menu"
    side: Side
    prompt: Message
    rule: str
    actions: dict[str, tuple[dict[str, object], ...]]
    default: dict[str, object] | None = None


@dataclass(frozen=True, slots=True)
class TriedAction:
    """One action that was tried: what it led to, or the case that forbids it."""

    action: dict[str, object]
    accepted: bool
    events: tuple[dict[str, object], ...] = ()
    rule: str | None = None
    message: Message | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a unit is after the actions, and in what shape."""

    at: Location
    step: int
    marks: tuple[str, ...]
    values: Map[str, Scalar] = Map()


@dataclass(frozen=True, slots=True)
class TryAnswer(Answer):
    """Actions played one after another until one is refused, where all units stand then, and what else is new."""

    question: ClassVar[str] = "try"
    accepted: bool
    steps: tuple[TriedAction, ...]
    units: dict[UnitId, Standing]
    turn: int
    side: Side
    control: dict[Location, Side | None]
    markers: dict[Location, Map[str, int]]
    side_markers: dict[EdgeIndex, Map[str, int]]
    values: dict[str, Scalar | None]
    pools: dict[str, tuple[CardId, ...]]
    outcome: Outcome | None
    phase: str = ""
    """The phase that stands then, by the name that a position gives it."""
    passed: tuple[Moment, ...] = ()
    """The phases that began on the way and were over at once, because nobody was asked."""


ANSWERS: dict[str, type[Answer]] = {
    "unit": UnitAnswer,
    "stack": StackAnswer,
    "reach": ReachAnswer,
    "zone": ZoneAnswer,
    "supply": SupplyAnswer,
    "attack": AttackAnswer,
    "losses": ChoicesAnswer,
    "retreat": ChoicesAnswer,
    "advance": ChoicesAnswer,
    "score": ScoreAnswer,
    "menu": MenuAnswer,
    "try": TryAnswer,
}
"""The form in which each question is answered; `state` alone is answered in the form of saved games."""
