"""Who plays better: two players on the same side of the same seeds, so that a scenario need not be balanced.

For each seed both play each side against one and the same opponent, and then against each other. A pair is the same
side of the same seed in the hands of one and of the other; it is won by whose side ends better: by the outcome, of
which a victory before the last turn is the better the sooner it comes, then by the score, then by the steps that the
enemy lost more than oneself. A tie counts half.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from time import perf_counter

from engine.core.game import Game, Transition
from engine.core.ids import Side
from engine.core.menu import Menu
from engine.core.records import Action
from engine.core.state import State
from engine.core.terms import total
from engine.core.writing.coders import Json
from engine.players.player import Budget, Choice, Player
from engine.players.playouts import MOST_ACTIONS, Playout, PlayoutFault, play
from engine.players.registry import PLAYERS

COMMON = "random"
"""The opponent of both where nobody names another."""
_SURE = 1.96
"""How many standard errors lie on either side of a 95 % interval."""


@dataclass(frozen=True, slots=True, order=True)
class End:
    """How a game ended for one side; more is better, the first that differs decides."""

    outcome: int
    in_hand: int
    """Of a game that ended before its last turn, how many were left: more for who won, less for who lost."""
    score: float
    steps: int


@dataclass(frozen=True, slots=True)
class MatchGame:
    """One game: how it ended for each side, how long it was, and how long each side thought."""

    ends: dict[Side, End]
    actions: int
    seconds: dict[Side, list[float]]
    """Of each side, what each of its phases took."""
    fault: PlayoutFault | None


@dataclass(slots=True)
class Match:
    """Two players compared; the fields of `as_json` are the JSON keys of `redoubt match`."""

    first: str
    second: str
    against: str
    pairs: int = 0
    won: float = 0.0
    won_face_to_face: list[float] = field(default_factory=list)
    """Of the pairs in which both played against each other, what each brought the first."""
    games: int = 0
    actions: int = 0
    scores: dict[str, list[float]] = field(default_factory=dict)
    phases: list[float] = field(default_factory=list)
    faults: list[PlayoutFault] = field(default_factory=list)

    def compare(self, mine: End, other: End, *, is_face_to_face: bool = False) -> None:
        found = 1.0 if mine > other else 0.5 if mine == other else 0.0
        self.pairs += 1
        self.won += found
        if is_face_to_face:
            self.won_face_to_face.append(found)

    def add(self, other: Match) -> None:
        """Enter what other seeds told of the same two."""
        self.pairs += other.pairs
        self.won += other.won
        self.won_face_to_face += other.won_face_to_face
        self.games += other.games
        self.actions += other.actions
        for title, scores in other.scores.items():
            self.scores.setdefault(title, []).extend(scores)
        self.phases += other.phases
        self.faults += other.faults

    @property
    def better(self) -> float:
        return self.won / self.pairs if self.pairs else 0.0

    def interval(self) -> tuple[float, float]:
        """Where the share lies with 95 % certainty, after Wilson."""
        if not self.pairs:
            return 0.0, 1.0
        n, p, z = self.pairs, self.better, _SURE
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def as_json(self) -> dict[str, Json]:
        low, high = self.interval()
        return {
            "first": self.first,
            "second": self.second,
            "against": self.against,
            "pairs": self.pairs,
            "better": round(self.better, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "face_to_face": {
                "pairs": len(self.won_face_to_face),
                "better": round(sum(self.won_face_to_face) / max(1, len(self.won_face_to_face)), 4),
            },
            "seconds_a_phase": round(sum(self.phases) / len(self.phases), 3) if self.phases else 0.0,
            "longest_phase": round(max(self.phases, default=0.0), 3),
            "games": self.games,
            "actions_a_game": round(self.actions / self.games, 1) if self.games else 0.0,
            "scores": {name: round(sum(found) / len(found), 2) for name, found in sorted(self.scores.items())},
            "faults": [{"seed": fault.seed, "step": fault.step, "error": fault.error} for fault in self.faults],
        }


class _Timed:
    """A player with a watch: what it takes for each phase of the game."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.seconds: dict[object, float] = {}

    def choose(self, game: Game, view: State, menu: Menu, budget: Budget) -> Choice:
        began = perf_counter()
        found = self._player.choose(game, view, menu, budget)
        moment = game.moment(view)
        phase = (moment.turn, moment.phase, moment.side)
        self.seconds[phase] = self.seconds.get(phase, 0.0) + perf_counter() - began
        return found


def play_one(game: Game, names: dict[Side, str], seed: int, *, most_actions: int = MOST_ACTIONS) -> MatchGame:
    """One game between players named for each side."""
    players = {side: PLAYERS[names[side]](seed * 31 + number) for number, side in enumerate(game.ruleset.sides)}
    return seat_and_play(game, players, seed, most_actions=most_actions)


def seat_and_play(
    game: Game, seated: Mapping[Side, Player], seed: int, *, most_actions: int = MOST_ACTIONS
) -> MatchGame:
    """One game between players who sit at the table already."""
    sides = game.ruleset.sides
    players = {side: _Timed(seated[side]) for side in sides}
    lost: Counter[Side] = Counter()

    def watch(before: State, action: Action, transition: Transition) -> None:
        for event in transition.events:
            for loss in event.losses:
                unit = before.units.get(loss.unit)
                if unit is not None:
                    lost[unit.side] += 1

    found = play(game, players, seed, most_actions=most_actions, watch=watch)
    ends = {side: _end(game, found, side, lost) for side in sides}
    seconds = {side: list(player.seconds.values()) for side, player in players.items()}
    return MatchGame(ends, found.actions, seconds, found.fault)


def _end(game: Game, found: Playout, side: Side, lost: Counter[Side]) -> End:
    state, outcome = found.state, found.outcome
    winner = outcome.winner if outcome is not None else None
    rank = 0 if winner is None else 1 if winner == side else -1
    sign = 1 if side == game.ruleset.sides[0] else -1
    score = sign * float(total(game.ruleset.score(game, state))) if state is not None else 0.0
    others = sum(steps for each, steps in lost.items() if each != side)
    return End(rank, rank * _turns_left(game, state), score, others - lost[side])


def _turns_left(game: Game, state: State | None) -> int:
    last = game.ruleset.last_turn(game)
    return max(0, last - state.turn) if state is not None and last is not None else 0


def match(
    game: Game, first: str, second: str, seeds: Iterable[int], *, against: str = COMMON, most: int = MOST_ACTIONS
) -> Iterator[Match]:
    """Compare two players seed by seed; what is known so far is told after each, and a caller may stop there."""
    found = Match(first, second, against)
    for seed in seeds:
        found.add(match_of_seed(game, first, second, seed, against=against, most=most))
        yield found


def match_of_seed(
    game: Game, first: str, second: str, seed: int, *, against: str = COMMON, most: int = MOST_ACTIONS
) -> Match:
    """The games of one seed, which are played wherever there is room and added up in the order of the seeds.

    They are six; fewer where the common opponent is one of the two, as some of them are then the same.
    """
    found = Match(first, second, against)
    played: dict[tuple[str, ...], MatchGame | None] = {}

    def end(side: Side, name: str, rest: str) -> End | None:
        names = {each: name if each == side else rest for each in game.ruleset.sides}
        seated = tuple(names.values())
        if seated not in played:
            played[seated] = _noted(found, game, names, seed, most)
        done = played[seated]
        return None if done is None else done.ends[side]

    opening, *_ = game.ruleset.sides
    for side in game.ruleset.sides:
        one, other = end(side, first, against), end(side, second, against)
        if one is not None and other is not None:
            found.compare(one, other)
    one, other = end(opening, first, second), end(opening, second, first)
    if one is not None and other is not None:
        found.compare(one, other, is_face_to_face=True)
    return found


def _noted(found: Match, game: Game, names: dict[Side, str], seed: int, most: int) -> MatchGame | None:
    """A game, entered in the books of the match; None where it broke."""
    done = play_one(game, names, seed, most_actions=most)
    found.games += 1
    found.actions += done.actions
    for side, name in names.items():
        if name == found.first:
            found.phases += done.seconds[side]
    if done.fault is not None:
        found.faults.append(done.fault)
        return None
    title = ",".join(names[side] for side in game.ruleset.sides)
    found.scores.setdefault(title, []).append(done.ends[game.ruleset.sides[0]].score)
    return done
