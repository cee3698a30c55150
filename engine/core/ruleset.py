"""What a game of rules must bring: its words, its phases, its secrets, and how a game of it begins."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from engine.core.actions import Advance, Retreat, TakeLoss
from engine.core.appraisal import ENEMY_STEPS, NO_MIGHT, NO_PROSPECT, OWN_STEPS, SCORE, Might, Prospect
from engine.core.belonging import Belonging
from engine.core.boards.board_parts import PlaceKind
from engine.core.dice import Lots
from engine.core.draft import Draft
from engine.core.facets import Announced
from engine.core.ids import NO_SIDE, CardId, Location, Side, UnitId
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import GameFault, Refusal
from engine.core.sequence import SequenceFrame, SequencePhase
from engine.core.state import Scalar, State, Unit
from engine.core.terms import Number, Term, total
from engine.core.words.lexicon import Lexicon

if TYPE_CHECKING:
    from engine.core.answers import Answer
    from engine.core.game import Game
    from engine.core.overlays import OverlayMaker

Question = Callable[["Game", State, Mapping[str, Any]], "Answer"]
"""Answers a question about a position, given its arguments as the position text has them."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Every class that is written down in a saved game; kinds are unique within each list."""

    actions: tuple[type[Action], ...]
    events: tuple[type[Event], ...]
    frames: tuple[type[Frame], ...]
    extra: type[Any] | None = None


@dataclass(frozen=True, slots=True)
class PositionLayout:
    """How a position was laid out: the places whose control it names, and the phase where it stands."""

    said: frozenset[Location] = frozenset()
    phase: str | None = None


class PoolSort(StrEnum):
    """What a pool is to its owner, in the order in which one looks at them."""

    HAND = "hand"
    SHOWN = "shown"
    """Part of a hand that its side has had to show."""
    TABLE = "table"
    """What its side has just played."""
    DECK = "deck"
    DISCARD = "discard"
    REMOVED = "removed"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class PoolSpec:
    """A hand, a deck, a cup: which sides may look into it (None: everybody), and what its cards may be mixed with.

    Cards of one `group` could be in any pool of the group for all that a side who sees none of these knows.
    """

    seen_by: frozenset[Side] | None
    group: str = ""
    sort: PoolSort = PoolSort.OTHER
    owner: Side = NO_SIDE

    def is_seen_by(self, side: Side) -> bool:
        return self.seen_by is None or side in self.seen_by


@dataclass(frozen=True, slots=True)
class SetupFault:
    """Units that begin where the rules would not let them stand, and the case that says so."""

    at: Location
    units: tuple[UnitId, ...]
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Scoring:
    """Where a game says how it is won: the chapter of its rulebook, and the numbers of its charts that decide."""

    chapter: str = ""
    parameters: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    """Those of the numbers that a score has to come to."""
    reference: str = ""
    """The column of the turn track that a score is counted from; none where the score itself is what counts."""


class Ruleset(ABC):
    """One game's rules. Stateless: everything that changes is in the state, every number in the materials."""

    id: ClassVar[str]
    title: ClassVar[str]
    sides: ClassVar[tuple[Side, ...]]
    vocabulary: ClassVar[Vocabulary]
    phases: ClassVar[Mapping[type[Frame], Phase[Any]]]
    questions: ClassVar[Mapping[str, Question]] = {}
    overlays: ClassVar[Mapping[str, OverlayMaker]] = MappingProxyType({})
    """What can be shown of the whole map, by `OverlayKind`; what is not here the game does not have."""
    options: ClassVar[Mapping[str, Scalar]] = MappingProxyType({})
    """The optional rules, each with the value it has when nobody chose."""
    boxes: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Boxes that the rules put units into, by id with their titles; a map that draws none of them has them too."""
    scheduled: ClassVar[frozenset[str]] = frozenset({"arrival"})
    """The sorts of entries of a schedule that the game plays; else its own rules say what comes and goes."""
    scoring: ClassVar[Scoring] = Scoring()
    well_supplied: ClassVar[frozenset[str]] = frozenset({"supplied"})
    """The states of supply, as the question about it answers, of units that lack nothing."""
    setup_case: ClassVar[str] = ""
    """The case by which a scenario may leave it to its players where units begin."""
    lexicon: ClassVar[Lexicon] = Lexicon()
    """Every word of the game that a person may type; what its charts add is in `engine.rulesets.lexicons`."""
    choices: ClassVar[Mapping[str, tuple[type[Action], ...]]] = MappingProxyType(
        {"losses": (TakeLoss,), "retreat": (Retreat,), "advance": (Advance,)}
    )
    """For each question about choices, the actions that may be such a choice; the first is none of another question."""
    belongs: ClassVar[Mapping[str, Belonging]] = MappingProxyType({})
    """By kind of action, the case and the phases it belongs to, so that it is refused by these in any other."""
    ways_to: ClassVar[Mapping[str, tuple[type[Action], ...]]] = MappingProxyType({})
    """What leads from an attack to the choice of a question rather than past it, where something else may be chosen."""
    secret_unit_values: ClassVar[frozenset[str]] = frozenset()
    """Values of a unit that only its own side may see."""

    @abstractmethod
    def materials(self, brief: Any) -> Any:
        """The ruleset's own typed view of a scenario's charts, counters and cards, made once a game."""

    @abstractmethod
    def set_up(self, game: Game, draft: Draft) -> None:
        """Lay out a new game, its units, its decks and its tracks, before anything is played."""

    def open(self, game: Game, draft: Draft) -> None:
        """Begin play with what has been laid out: at the first step of the sequence of play."""
        draft.call(SequenceFrame())

    def begin(self, game: Game, draft: Draft) -> None:
        """Set up a new game and begin it."""
        self.set_up(game, draft)
        first = self.prelude(game)
        if first is None:
            self.open(game, draft)
        else:
            draft.call(first)

    def prelude(self, game: Game) -> Frame | None:
        """What is decided before play is opened, such as where free units stand; it opens play itself when it ends."""
        return None

    def deploy_refusal(self, game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
        """What keeps a unit from being put at a place before play begins, or None."""
        return None

    def infer(self, game: Game, draft: Draft, layout: PositionLayout) -> None:
        """Note what follows from where a position puts its units, and what it leaves unsaid; nothing unless told."""

    def enter(self, game: Game, draft: Draft, phase: str, side: Side | None) -> bool:
        """Stand at the start of a named step of the sequence, as a position may ask; False when there is none."""
        sequence = self.phases.get(SequenceFrame)
        index = sequence.find(phase, side) if isinstance(sequence, SequencePhase) else None
        if index is None:
            return False
        draft.call(SequenceFrame(index))
        return True

    def phase_at(self, state: State) -> str:
        """The phase a state stands in, by the name under which a position enters it; else the kind of what is done."""
        sequence = self.phases.get(SequenceFrame)
        for frame in state.frames:
            if isinstance(frame, SequenceFrame) and isinstance(sequence, SequencePhase):
                return sequence.steps[frame.step].name
        return state.frames[0].kind if state.frames else ""

    def stage_attack(self, game: Game, state: State, asked: Mapping[str, Any]) -> tuple[Action, ...]:
        """The actions that declare and resolve the attack a question describes, from a combat phase on."""
        raise GameFault(f"{self.id} has no attacks to ask about")

    def dice_of_attack(self, game: Game, state: State, asked: Mapping[str, Any]) -> tuple[int, ...]:
        """The dice of an attack, from the first on, that a question lays down: its `die`, unless there are others."""
        return (asked["die"],) if "die" in asked else ()

    def attack_now(self, game: Game, state: State) -> Mapping[str, Any] | None:
        """The question about the attack that is being put together or fought now; None if there is none.

        Nobody may have joined it yet: its `units` are then empty, and there is nothing to reckon.
        """
        return None

    def fight_now(self, game: Game, state: State) -> tuple[tuple[UnitId, ...], tuple[Location, ...]] | None:
        """Who attacked what in a fight whose losses, retreat or advance are still to be decided; None if there is none.

        There is nothing left to reckon then, but whoever decides wants to see on the map what it is about.
        """
        return None

    def attack_if(self, game: Game, state: State, action: Action) -> Mapping[str, Any] | None:
        """How the question about an attack reads once an action is taken; None if that begins or changes no attack.

        For an action that declares an attack before it is known who takes part, all who could are named.
        """
        return None

    def announced(self, game: Game, state: State) -> tuple[Announced, ...]:
        """What a side has bound itself to and not yet carried out, where all is declared before the first die."""
        return ()

    def weather_now(self, game: Game, state: State) -> str | None:
        """The weather that was thrown for the turn; None where the turn track has it, or nobody has thrown yet."""
        return None

    def round_off(self, game: Game, before: State, draft: Draft) -> None:
        """Tell what follows from an action as a whole, when all that it led to has happened; nothing is changed."""

    def pools(self, game: Game) -> Mapping[str, PoolSpec]:
        """Every pool the state may hold."""
        return {}

    def card_groups(self, game: Game) -> Mapping[str, tuple[CardId, ...]]:
        """All the cards that could ever lie unseen in the pools of a group, or in a pool that has no group.

        Which of them do is what a side that may not look has to imagine.
        """
        return {}

    def redact(self, game: Game, state: State, side: Side) -> State:
        """Take out of `extra` what a side may not see; the common parts have been redacted already."""
        return state

    def scramble(self, game: Game, state: State, side: Side, salt: int) -> State:
        """Change what `redact` hides into something else, so that a leak shows as a difference."""
        return state

    def imagine(self, game: Game, state: State, side: Side, lots: Lots) -> State:
        """Put something that could be there for what a view hides besides pools, as far as its side can know.

        That is what `redact` takes out of `extra`, the sealed choices of others (their sides stand in `sealed`, with
        nothing) and the secret values of their units.
        """
        return state

    def score(self, game: Game, state: State) -> tuple[Term, ...]:
        """The standing of the game as terms; positive is good for the first side."""
        return ()

    def stocks(self, game: Game, state: State, side: Side) -> tuple[Term, ...]:
        """What a side has at hand besides its units, such as points to rebuild them with, as far as a view shows it."""
        return ()

    def might(self, game: Game, state: State, unit: Unit) -> Might:
        """What a unit is worth in a fight, NO_MIGHT off the map; without a better answer it is like any other."""
        return Might(1.0, 1.0) if game.board.kinds[unit.at] is not PlaceKind.BOX else NO_MIGHT

    def is_ground(self, game: Game, at: Location) -> bool:
        """Whether units can stand at a place and go on from there."""
        return game.board.kinds[at] is not PlaceKind.BOX

    def prospect(self, game: Game, state: State, action: Action) -> Prospect:
        """What an action opens that the position after it does not show yet, such as what a card is good for."""
        return NO_PROSPECT

    def can_strike(self, game: Game, state: State, unit: Unit, at: Location, cost: Number) -> bool:
        """Whether a unit that goes to a place in the movement that stands, or stays, may attack from there in the turn.

        `cost` is what the way takes, as the answer about its reach tells it.
        """
        return True

    def support_range(self, game: Game, state: State, unit: Unit, at: Location) -> int:
        """From how far a unit that does not attack itself can help those who do in this turn, such as artillery.

        At a place where it stands or would have to go to; 0 if it cannot.
        """
        return 0

    def helped(self, game: Game, state: State, asked: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The question about an attack with the guns and aircraft that could come to its help; None if none could."""
        return None

    def fed(self, game: Game, state: State, side: Side) -> Collection[Location] | None:
        """Where units of a side would be supplied now; None where that has to be asked unit by unit."""
        return None

    def feeds(self, game: Game, state: State, unit: Unit, at: Location) -> bool | None:
        """Whether a unit would be supplied at a place as things stand; None where the question has to be asked."""
        fed = self.fed(game, state, unit.side)
        return None if fed is None else at in fed

    def feeds_surely(self, game: Game, state: State, unit: Unit, at: Location) -> bool | None:
        """The same if the enemy hampered lines without marching; None where it cannot, or nobody knows."""
        return None

    def comes_from_afar(self, game: Game, state: State, side: Side) -> frozenset[Location]:
        """Where units of a side could be by the end of its next turn without marching there, such as by rail."""
        return frozenset()

    def chain(self, game: Game, state: State, side: Side) -> Mapping[Location, Location]:
        """The places of depots and their like that supply a side, each with where its own line leads to."""
        return {}

    def stakes(self, game: Game, state: State, side: Side) -> Mapping[Location, Number]:
        """What it is worth to a side to hold each place that matters, whoever holds it now."""
        return {}

    def appraise(self, game: Game, state: State, side: Side) -> tuple[Term, ...]:
        """What a position holds for a side, in amounts that `players.yaml` of the game weighs.

        Without a better answer that is the score and the steps of both sides.
        """
        points = total(self.score(game, state)) * (1 if side == self.sides[0] else -1)
        own = enemy = 0.0
        for unit in state.every_unit():
            might = self.might(game, state, unit)
            if unit.side == side:
                own += might.steps * might.worth
            elif unit.side != NO_SIDE:
                enemy += might.steps * might.worth
        return (
            Term(message(SCORE), points, ""),
            Term(message(OWN_STEPS), Fraction(own), ""),
            Term(message(ENEMY_STEPS), Fraction(enemy), ""),
        )

    def score_range(self, game: Game, state: State) -> tuple[Number, Number] | None:
        """The least and the most that the score can come to from a position on; None where nobody can tell."""
        return None

    def holder(self, game: Game, state: State, at: Location) -> Side | None:
        """The side that holds a place: the one whose units stand there alone, or else whoever controls it."""
        there = {unit.side for unit in state.at(at)}
        return there.pop() if len(there) == 1 else state.control.get(at)

    def stays_with(self, game: Game, state: State, at: Location, side: Side) -> bool:
        """Whether a place where only a side's units stand, or nobody, would still count for it with all of them gone.

        Not where it counts only as long as somebody stands there.
        """
        return state.control.get(at) == side

    def setup_faults(self, game: Game, state: State) -> tuple[SetupFault, ...]:
        """What is wrong with where units stand as they were laid out: too many together, or on no ground of theirs.

        A scenario may want it so; whoever designs one is told.
        """
        return ()

    def last_turn(self, game: Game) -> int | None:
        """The turn with which the game ends at the latest; None where it may go on for ever."""
        return None

    def length(self, game: Game) -> int | None:
        """Of how many turns the game is at the most; None where nobody says."""
        return None

    def due(self, game: Game, state: State) -> Mapping[UnitId, int]:
        """The turn in which each unit that waits off the map comes, as far as a turn is set for it."""
        return {}
