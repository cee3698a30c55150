"""The player who plans: before a phase begins it lays down where all its units should stand together, and goes there.

What it weighs, and how it takes every decision in between, is what the greedy player does with a longer sight: with
what the enemy could do next. In a game of cards, where few units may go at a time, it rehearses several ways of going
on instead and keeps to the best of them; where all should stand is rehearsed by the doubtful alone. After each phase,
and so after its dice, it plans anew.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from engine.core.actions import PlayCard, StepTo
from engine.core.game import Game
from engine.core.ids import Side, UnitId
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.state import State
from engine.core.terms import Term
from engine.players.attack_outlook import hundredths
from engine.players.cards.card_planner import CardPlanner
from engine.players.greedy import GreedyPlayer
from engine.players.marches import movers
from engine.players.planning.concentration import Errand, Gathering, steps_of
from engine.players.planning.convoys import Convoy
from engine.players.planning.deployment import Deployment
from engine.players.planning.opponents import OpponentBelief, marches_since
from engine.players.planning.stances import NAMES, STANCES, STEADY, PlannedWay, Rehearsals, WayStanding, ways_of
from engine.players.player import WORK_NORMAL, Budget, Choice
from engine.players.position.foresight import ForesightSituation
from engine.players.position.terrain import land_of
from engine.players.weights import Weights, WeightsFinder, planner_weights_of

FEW = 3
"""With fewer units to march than this there is nothing to plan."""
PLANNING = 2_000
"""How many decisions may be rehearsed for a plan, and how much work the cards may take."""
CARD_WORK = 3
"""How much more work a round of cards may take than a plan."""
GATHERING_WORK = 3_000
"""How much work it may take to find attacks to gather for."""
DEPLOYMENT_WORK = 20_000
"""How much work it may take to lay down where everybody should stand."""
CONVOY_WORK = 4_000
"""How much work it may take to find where depots and headquarters should stand."""
DOUBTS = ("bold", "careful", "hunt")
"""How else it thinks of going on where it rehearses where all should stand."""
CROWDED_SHARE = 3
"""Of the work of a rehearsal this part alone is done on a crowded map, where each decision of it takes longer."""
FAR, NEAR = 99, 1
"""How many turns a rehearsal goes on with few units on the map, and with many."""
SMALL = 90
"""Up to so many units on the map a game is rehearsed to its end."""
DECLARE = "declare-attack"
"""What an attack is begun with: nobody has to be kept in place for it any longer."""
MOST_TOLD = 3
"""So many ways are told of in the reasons."""


class PlannerPlayer:
    """Deterministic for its seed and the work it may do."""

    def __init__(
        self,
        seed: int = 0,
        *,
        planning: int = PLANNING,
        weights_for: WeightsFinder = planner_weights_of,
        is_doubtful: bool = False,
    ) -> None:
        """With no work for `planning` it rehearses nothing; the doubtful do so where all should stand as well."""
        self._seed = seed
        self._is_doubtful = is_doubtful
        self._weights_for = weights_for
        self._planning = planning
        self._hand = GreedyPlayer(seed, weights_for=weights_for)
        self._cards = CardPlanner(self._hand, weights_for, seed=seed, planning=CARD_WORK * (planning or PLANNING))
        self._field = GreedyPlayer(seed, weights_for=self._weights, is_thorough=True, eyes=ForesightSituation)
        self._seen: State | None = None
        self._watched: object = None
        self._planned: object = None
        self._followed: object = None
        self._errands: deque[Errand] = deque()
        self._steps: deque[StepTo] = deque()
        self._waiting: deque[Errand] = deque()
        self._why: dict[UnitId, Term] = {}
        self._has_moved = False
        self.belief = OpponentBelief()
        self.plan: tuple[Term, ...] = ()
        """What it made of the ways it rehearsed, the best first."""

    def choose(self, game: Game, view: State, menu: Menu, budget: Budget) -> Choice:
        """Pick from the menu."""
        found = self._cards.choose(game, view, menu, budget)
        if found is not None:
            return found
        moment = game.moment(view)
        now = (moment.turn, moment.phase, moment.side)
        if moment.side == menu.side and not _has_cards(game):
            self._watch(game, view, menu.side, now)
        if moment.side != menu.side or any(offer.action.kind == DECLARE for offer in menu.offers):
            self._field.memory.posted.clear()
        if now != self._planned and moment.side == menu.side and menu.asks_for(StepTo):
            self._planned = now
            self._plan(game, view, menu, budget)
        step = self._next_step(game, view, menu)
        if step is None and self._followed != now == self._planned and menu.asks_for(StepTo):
            self._followed = now
            self._follow(game, view, menu, budget)
            step = self._next_step(game, view, menu)
        if step is not None:
            return step
        hand = self._hand if _has_cards(game) else self._field
        found = hand.choose(game, view, menu, budget.part(budget.work))
        is_planned = menu.asks_for(StepTo) or bool(found.action.struck)
        return Choice(found.action, (*found.reason, *self.plan) if is_planned else found.reason)

    def _watch(self, game: Game, view: State, side: Side, now: object) -> None:
        """Learn from where the enemy has gone since this side last decided something in another phase."""
        if self._seen is not None and now != self._watched:
            self.belief.watch(marches_since(game, game.imagine(self._seen, self._seed), view, side))
        self._seen, self._watched = view, now

    def _weights(self, game: str, side: Side) -> Weights:
        """What counts against the sort of opponent that the other side has shown itself to be."""
        weights = self._weights_for(game, side)
        return weights.against_the_careless() if self.belief.is_careless else weights

    def _plan(self, game: Game, view: State, menu: Menu, budget: Budget) -> None:
        self._errands, self._steps, self._waiting, self.plan = deque(), deque(), deque(), ()
        self._why = {}
        self._has_moved = False
        if _has_cards(game):
            self._rehearse(game, view, menu, budget)
        else:
            self._deploy(game, view, menu, budget)

    def _deploy(self, game: Game, view: State, menu: Menu, budget: Budget) -> None:
        """Lay down where everybody should stand; the doubtful do so in other stances too, and compare."""
        memory = self._field.memory
        memory.enter(game, view)
        state = game.imagine(view, self._seed)
        steady = self._deployment(game, state, menu, {}, budget)
        if len(steady.ways) < FEW:
            return
        laid = {STEADY: steady}
        best = PlannedWay(STEADY, {}, marches=steady.errands())
        if self._planning and self._is_doubtful:
            laid.update((name, self._deployment(game, state, menu, STANCES[name], budget)) for name in DOUBTS)
            others = (PlannedWay(name, STANCES[name], marches=laid[name].errands()) for name in DOUBTS)
            work = budget.part(self._planning if _is_small(game, view) else self._planning // CROWDED_SHARE)
            best = self._best_way(game, view, menu.side, (best, *others), work)
        chosen = laid[best.name]
        self.plan += chosen.told(menu.rule)
        self._why = {errand.unit: chosen.reason(errand, menu.rule) for errand in best.errands}
        self._field.stance = best.stance
        memory.settled.update(chosen.ways)
        memory.posted.update(chosen.posted())
        memory.came_from.update({errand.unit: state.unit(errand.unit).at for errand in best.errands})
        self._errands.extend(best.errands)

    def _follow(self, game: Game, view: State, menu: Menu, budget: Budget) -> None:
        """When those have marched who fight: lay down where depots and headquarters should stand together."""
        if _has_cards(game):
            return
        memory = self._field.memory
        state = game.imagine(view, self._seed)
        situation = self._field.situation(game, state, menu.side)
        assert isinstance(situation, ForesightSituation)
        if not situation.weights["convoy"]:
            return
        convoy = Convoy(situation.anew(state), menu, memory.came_from, budget.part(CONVOY_WORK))
        errands = convoy.errands()
        self._why.update({errand.unit: convoy.reason(errand, menu.rule) for errand in errands})
        memory.settled.update(convoy.ways)
        memory.came_from.update({errand.unit: state.unit(errand.unit).at for errand in errands})
        self._errands.extend(errands)

    def _deployment(
        self, game: Game, state: State, menu: Menu, stance: Mapping[str, float], budget: Budget
    ) -> Deployment:
        self._field.stance = stance
        situation = self._field.situation(game, state, menu.side)
        assert isinstance(situation, ForesightSituation)
        return Deployment(situation, menu, self._field.memory.came_from, budget.part(DEPLOYMENT_WORK))

    def _rehearse(self, game: Game, view: State, menu: Menu, budget: Budget) -> None:
        """Gather for the attacks that are worth it, rehearse the ways of going on, and take the best."""
        self._hand.memory.enter(game, view)
        self._hand.stance = {}
        state = game.imagine(view, self._seed)
        situation = self._hand.situation(game, state, menu.side)
        self.belief.learn(situation.value(), view.turn)
        if sum(situation.might(state.unit(unit)).attack > 0 for unit in movers(situation, menu)) < FEW:
            return
        work = budget.part(self._planning * budget.work // WORK_NORMAL)
        assaults = tuple(Gathering(situation, menu, budget.part(GATHERING_WORK)).assaults())
        best = self._best_way(game, view, menu.side, ways_of(assaults), work)
        self._hand.stance = best.stance
        self._hand.memory.settled.update(best.settled)
        self._errands.extend(errand for errand in best.errands if errand.path)
        self.plan += tuple(assault.outlook.reason(situation)[0] for assault in best.assaults)

    def _best_way(self, game: Game, view: State, side: Side, ways: tuple[PlannedWay, ...], work: Budget) -> PlannedWay:
        """The way that comes out best when the game is rehearsed with each."""
        if not self._planning:
            return next((way for way in ways if way.assaults), ways[0])
        rehearsals = Rehearsals(
            game,
            view,
            side,
            self._weights,
            self.belief,
            seed=self._seed,
            turns=FAR if _is_small(game, view) else NEAR,
            work=work,
        )
        plain, *others = rehearsals.best(ways)
        best = next((standing for standing in others if standing.is_better), plain)
        self.belief.foresee(best.next_values, view.turn)
        self.plan = _told(best, others[:MOST_TOLD])
        return best.way

    def _next_step(self, game: Game, view: State, menu: Menu) -> Choice | None:
        """The next step of those who are on their way; who is held up goes on when others have gone."""
        while self._steps or self._errands or self._waiting:
            if not self._steps and not self._errands:
                if not self._has_moved:
                    self._waiting.clear()
                    break
                self._errands, self._waiting, self._has_moved = self._waiting, deque(), False
            if not self._steps:
                errand = self._errands.popleft()
                if not self._has_room(game, view, menu.side, errand):
                    self._waiting.append(errand)
                    continue
                self._steps.extend(steps_of(errand))
            action = self._steps.popleft()
            if action in menu:
                self._has_moved = True
                why = (self._why[action.unit],) if action.unit in self._why else ()
                return Choice(action, (*why, *self.plan))
            path = (action.to, *(step.to for step in self._steps))
            self._waiting.append(Errand(action.unit, path, path[-1]))
            self._steps.clear()
        return None

    def _has_room(self, game: Game, view: State, side: Side, errand: Errand) -> bool:
        """Whether somebody may stay where it is sent, as others stand now: who should have gone may be held up."""
        if not view.at(errand.target):
            return True
        hand = self._hand if _has_cards(game) else self._field
        situation = hand.situation(game, game.imagine(view, self._seed), side)
        return situation.has_room(situation.state.unit(errand.unit), errand.target)


def _is_small(game: Game, view: State) -> bool:
    """Whether so few units are on the map that a game can be rehearsed to its end."""
    ground = land_of(game).is_ground
    return sum(ground[unit.at] for unit in view.every_unit()) <= SMALL


def _has_cards(game: Game) -> bool:
    return PlayCard in game.ruleset.vocabulary.actions


def _told(best: WayStanding, others: list[WayStanding]) -> tuple[Term, ...]:
    """The way that is taken, and of the others how often each ended better than the plain one."""
    taken = Term(message("reason.stance", stance=NAMES[best.way.name]), hundredths(best.share - 0.5), "")
    rest = (standing for standing in others if standing is not best and standing.wins)
    return (
        taken,
        *(
            Term(message("reason.other-way", stance=NAMES[standing.way.name]), hundredths(standing.share - 0.5), "")
            for standing in rest
        ),
    )
