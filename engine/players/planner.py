"""The player who plans: it rehearses several ways of going on before a phase begins, and keeps to the best of them.

A way of going on is a stance, from bold to careful, gathering for attacks, or the use of a card. Each is rehearsed on
imagined states to where the other side has answered; what it comes to there decides. Within the stance each decision is
taken as the greedy player takes it. After each phase, and so after its dice, it plans again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.core.actions import PlayCard, StepTo
from engine.core.game import Game
from engine.core.ids import Side, UnitId
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.records import Action
from engine.core.state import State
from engine.core.terms import Term
from engine.players.attack_outlook import hundredths
from engine.players.concentration import Assault, Errand, Gathering, steps_of
from engine.players.decisions import Decider
from engine.players.greedy import GreedyPlayer
from engine.players.marches import movers
from engine.players.player import Budget, Choice
from engine.players.rehearsal import rehearse
from engine.players.terrain import land_of

STANCES: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "steady": {},
        "bold": {"enemy-steps": 1.4, "stake": 1.5, "caution": 0.0, "exposure": 0.6, "pull": 1.5},
    }
)
"""How one can go on: what each stance makes of the weights. A careful one always looks good to whoever looks one turn
ahead, and loses the game."""
FEW = 3
"""With fewer units to march than this there is nothing to plan."""
CLEARLY = 4.0
"""How much better than the plain way another has to come out."""
MOST_CARDS = 6
"""So many uses of cards are rehearsed."""
PLANNING = 12_000
"""How much work a plan may take."""
SMALL = 70
"""With no more units on the map ways are rehearsed to the enemy's answer; with more, one gathers where it pays."""
GATHERING = "gathering"


@dataclass(frozen=True, slots=True)
class PlannedWay:
    """A way of going on: how the weights are bent, and the attacks that units gather for first."""

    name: str
    stance: Mapping[str, float]
    assaults: tuple[Assault, ...] = ()

    @property
    def errands(self) -> tuple[Errand, ...]:
        return tuple(errand for assault in self.assaults for errand in assault.errands)

    @property
    def steps(self) -> tuple[Action, ...]:
        return tuple(step for errand in self.errands for step in steps_of(errand))

    @property
    def settled(self) -> frozenset[UnitId]:
        """Those who take part, the ones included who stand well already."""
        return frozenset(errand.unit for errand in self.errands)


def _ways(assaults: tuple[Assault, ...]) -> tuple[PlannedWay, ...]:
    """The ways that are rehearsed, the plain one first."""
    steady, *others = (PlannedWay(name, stance) for name, stance in STANCES.items())
    gathering = (PlannedWay(GATHERING, steady.stance, assaults),) if assaults else ()
    return (steady, *gathering, *others)


class PlannerPlayer:
    """Deterministic for its seed and the work it may do."""

    def __init__(self, seed: int = 0, *, samples: int = 3, planning: int = PLANNING) -> None:
        self._seed = seed
        self._samples = samples
        self._planning = planning
        self._hand = GreedyPlayer(seed, is_thorough=True)
        self._planned: object = None
        self._errands: deque[Errand] = deque()
        self._steps: deque[Action] = deque()
        self.plan: tuple[Term, ...] = ()
        """What it made of the ways it rehearsed, the best first."""

    def choose(self, game: Game, view: State, menu: Menu, budget: Budget) -> Choice:
        """Pick from the menu."""
        if menu.asks_for(PlayCard):
            return self._choose_card(game, view, menu, budget)
        moment = game.moment(view)
        now = (moment.turn, moment.phase, moment.side)
        if now != self._planned and moment.side == menu.side and menu.asks_for(StepTo):
            self._planned = now
            self._plan(game, view, menu, budget)
        step = self._next_step(menu)
        if step is not None:
            return step
        found = self._hand.choose(game, view, menu, budget.part(budget.work))
        return Choice(found.action, (*found.reason, *self.plan))

    def _plan(self, game: Game, view: State, menu: Menu, budget: Budget) -> None:
        """Gather for the attacks that are worth it, rehearse the ways of going on, and take the best."""
        self._hand.memory.enter(game, view)
        self._errands, self._steps, self.plan = deque(), deque(), ()
        self._hand.stance = {}
        state = game.imagine(view, self._seed)
        situation = self._hand.situation(game, state, menu.side)
        if sum(situation.might(state.unit(unit)).attack > 0 for unit in movers(situation, menu)) < FEW:
            return
        work = budget.part(self._planning)
        assaults = tuple(Gathering(situation, menu, work.part(self._planning // 4)).assaults())
        ways = _ways(assaults)
        land = land_of(game)
        if sum(land.is_ground[unit.at] for unit in view.every_unit()) <= SMALL:
            best = self._best_way(game, view, menu, ways, work)
        else:
            best = ways[1] if assaults else ways[0]
        self._hand.stance = best.stance
        self._hand.memory.settled.update(best.settled)
        self._errands.extend(errand for errand in best.errands if errand.path)
        self.plan += tuple(assault.outlook.reason(situation)[0] for assault in best.assaults)

    def _best_way(self, game: Game, view: State, menu: Menu, ways: tuple[PlannedWay, ...], work: Budget) -> PlannedWay:
        """The way that beats the plain one in every rehearsal, each with the same dice, and clearly on average."""
        plain, rivals = ways[0], list(ways[1:])
        gains: dict[str, float] = dict.fromkeys((way.name for way in rivals), 0.0)
        rehearsed = 0
        while rivals and rehearsed < self._samples and not work.is_spent:
            state = game.imagine(view, self._seed * 7 + rehearsed)
            worth = [
                self._rehearsed(game, state, menu.side, way, sample=rehearsed, work=work) for way in (plain, *rivals)
            ]
            if worth[0] is None or work.is_over:
                return plain
            left = []
            for way, value in zip(rivals, worth[1:], strict=True):
                if value is not None and value > worth[0]:
                    gains[way.name] += value - worth[0]
                    left.append(way)
            rivals, rehearsed = left, rehearsed + 1
        best = max(rivals, key=lambda way: (gains[way.name], way.name), default=None)
        if best is None or rehearsed < min(2, self._samples) or gains[best.name] < CLEARLY * rehearsed:
            best = plain
        worth_more = hundredths(gains.get(best.name, 0.0) / max(1, rehearsed))
        self.plan = (Term(message("reason.stance", stance=best.name), worth_more, menu.rule),)
        return best

    def _rehearsed(
        self, game: Game, state: State, side: Side, way: PlannedWay, *, sample: int, work: Budget
    ) -> float | None:
        seed = self._seed + sample
        found = rehearse(game, state, side, way.stance, first=way.steps, settled=way.settled, seed=seed, budget=work)
        return found.value if found is not None else None

    def _next_step(self, menu: Menu) -> Choice | None:
        """The next step of those who gather; who cannot go on stays out of it."""
        while self._steps or self._errands:
            if not self._steps:
                self._steps.extend(steps_of(self._errands.popleft()))
            action = self._steps.popleft()
            if action in menu:
                return Choice(action, self.plan)
            self._steps.clear()
        return None

    def _choose_card(self, game: Game, view: State, menu: Menu, budget: Budget) -> Choice:
        """Rehearse the uses of cards that look best."""
        state = game.imagine(view, self._seed)
        memory = self._hand.memory
        memory.enter(game, view)
        decider = Decider(self._hand.situation(game, state, menu.side), menu, memory, budget)
        ranked = sorted(decider.weighed(), key=lambda each: -each.value)
        work = budget.part(self._planning)
        values: list[tuple[float, Action]] = []
        for verdict in ranked[:MOST_CARDS]:
            if work.is_spent:
                break
            found = rehearse(game, state, menu.side, {}, first=(verdict.action,), seed=self._seed, budget=work)
            if found is not None:
                values.append((found.value, verdict.action))
        if not values:
            return self._hand.choose(game, view, menu, budget)
        best = max(values, key=lambda each: each[0])
        reason = tuple(
            Term(message("reason.card-use", use=_use_of(action)), hundredths(value - best[0]), menu.rule)
            for value, action in sorted(values, key=lambda each: -each[0])[:3]
        )
        return Choice(best[1], reason)


def _use_of(action: Action) -> str:
    return action.use if isinstance(action, PlayCard) else action.kind
