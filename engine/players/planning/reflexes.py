"""The player who acts by reflex: quick enough that a planner can rehearse with it how a game goes on.

It looks at a position once a phase: all its marches are laid down together, from the same fields that the greedy player
weighs, attacks are judged by strength alone and reckoned exactly only before they are thrown, and nothing is tried out.
It plays on imagined states alone; nobody meets it at the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType

from engine.core.actions import Done, PickUnit, StepTo, TakeLoss
from engine.core.answers import ReachAnswer
from engine.core.game import Game
from engine.core.ids import Location
from engine.core.menu import Menu
from engine.core.records import Action
from engine.core.state import State, Unit
from engine.players.attack_choices import CALL_OFF, RESOLVE, additions, spread
from engine.players.attack_outlook import outlook
from engine.players.marches import INERTIA
from engine.players.memory import Memory
from engine.players.position.chances import chance
from engine.players.position.situation import Situation
from engine.players.way_out import way_out
from engine.players.weights import WeightsFinder, weights_of

PLACES = 24
"""So many places are weighed for whoever goes somewhere at once."""
PROMISING = 0.15
"""How well an attack has to look by strength alone before it is begun."""
OFTEN = 60
"""So many decisions of a phase are taken with care; after them whatever ends it."""
BEST_PLACES = 4
"""Of so many of the best places it is asked whether there is room and supply."""
TRAIN_PLACES = 4
"""Of so many places it is asked who would be supplied if a depot stood there."""
STRIKES = 3
"""So many attacks are reckoned at a time."""
UNFED = 1.5
"""How much of its worth a unit loses in its own eyes where no supply reaches it."""


class ReflexPlayer:
    """Deterministic for its seed; it takes a state that has been imagined already."""

    def __init__(
        self, weights_for: WeightsFinder = weights_of, *, stance: Mapping[str, float] = MappingProxyType({})
    ) -> None:
        self._weights_for = weights_for
        self._stance = stance
        self.memory = Memory()

    def act(self, game: Game, state: State, menu: Menu) -> Action:
        """Pick from the menu of an imagined state."""
        memory = self.memory
        memory.enter(game, state)
        intended = memory.next_intended(menu)
        if intended is not None:
            return intended
        memory.done["all"] += 1
        if memory.done["all"] < OFTEN:
            found = self._careful(game, state, menu)
            if found is not None:
                return found
        return way_out(state, menu)

    def _careful(self, game: Game, state: State, menu: Menu) -> Action | None:
        kinds = {offer.action.kind for offer in menu.offers}
        attack = game.ruleset.attack_now(game, state) if RESOLVE in kinds else None
        if attack is not None:
            return self._build(game, state, menu, dict(attack))
        if StepTo in {offer.action for offer in menu.offers} and not self.memory.looked_again:
            self.memory.looked_again = True
            self._lay_down_marches(game, state, menu)
            intended = self.memory.next_intended(menu)
            if intended is not None:
                return intended
        return self._one(game, state, menu)

    def situation(self, game: Game, state: State, menu: Menu) -> Situation:
        weights = self._weights_for(game.ruleset.id, menu.side).in_stance(self._stance)
        return Situation(game, state, menu.side, self.memory.survey, weights, has_lines=False)

    # Marches

    def _lay_down_marches(self, game: Game, state: State, menu: Menu) -> None:
        """The way of everybody who may step, the strongest first, each as if those before had gone already."""
        situation = self.situation(game, state, menu)
        question = game.ruleset.questions.get("reach")
        offers = [offer for offer in menu.offers if offer.action is StepTo]
        if question is None:
            return
        waiting = [(unit, might) for unit, might in situation.own_units if unit.id not in self.memory.settled]
        waiting.sort(key=lambda each: (-each[1].attack, each[0].id))
        for unit, might in waiting:
            if not any(True for offer in offers for _ in offer.of_unit(unit.id)):
                continue
            answer = question(game, state, {"unit": unit.id})
            if not isinstance(answer, ReachAnswer):
                continue
            place = self._best_place if might.attack > 0 else self._train_place
            best, path = place(situation, unit, answer)
            if path:
                situation.shift(unit, might, best)
                self.memory.intended.extend(StepTo(unit.id, at) for at in path)

    def _best_place(
        self, situation: Situation, unit: Unit, answer: ReachAnswer
    ) -> tuple[Location, tuple[Location, ...]]:
        feeds, might = situation.game.ruleset.feeds, situation.might(unit)
        best, at, path = situation.standing(unit, unit.at) + INERTIA, unit.at, tuple[Location, ...]()
        ranked = [(situation.standing(unit, place.at), place) for place in answer.locations if place.at != unit.at]
        ranked.sort(key=lambda each: (-each[0], each[1].at))
        hunger = UNFED * situation.weights["supply"] * might.steps * might.worth
        for promised, place in ranked[:BEST_PLACES]:
            if promised <= best:
                break
            if not situation.has_room(unit, place.at):
                continue
            is_fed = feeds(situation.game, situation.state, unit, place.at) is not False
            worth = promised if is_fed else promised - hunger
            if worth > best:
                best, at, path = worth, place.at, tuple(each for each in place.path if each != unit.at)
        return at, path

    def _train_place(
        self, situation: Situation, unit: Unit, answer: ReachAnswer
    ) -> tuple[Location, tuple[Location, ...]]:
        """Along with those who fight, so that supply reaches more of them than from where it is."""
        company = situation.company
        ranked = sorted(
            (place for place in answer.locations if place.at != unit.at),
            key=lambda place: (situation.train_danger(unit, place.at) - company[place.at], place.at),
        )
        best, at, path = situation.train_value(unit, unit.at) + INERTIA, unit.at, tuple[Location, ...]()
        for place in ranked[:TRAIN_PLACES]:
            worth = situation.train_value(unit, place.at)
            if worth > best:
                best, at, path = worth, place.at, tuple(each for each in place.path if each != unit.at)
        return at, path

    # Attacks

    def _build(self, game: Game, state: State, menu: Menu, attack: dict[str, object]) -> Action | None:
        """Everybody joins who can; then it is reckoned once, and thrown or called off."""
        more = next(iter(additions(menu)), None)
        if more is not None and self.memory.done["joined"] < OFTEN // 2:
            self.memory.done["joined"] += 1
            return more
        resolve = _of_kind(menu, RESOLVE)
        found = outlook(self.situation(game, state, menu), attack)
        if resolve is not None and found is not None and found.value > 0:
            return resolve
        self.memory.called_off.update(_targets(game, attack))
        return _of_kind(menu, CALL_OFF) or resolve

    def _strikes(self, situation: Situation, actions: Sequence[Action]) -> Iterator[tuple[float, Action]]:
        """Attacks that look well by the strength of all who stand beside."""
        for action in actions:
            struck = set(action.struck)
            if action in self.memory.spurned or not struck or struck & self.memory.called_off:
                continue
            target = min(struck)
            units = action.units()
            force = situation.force_against(target, units)
            hope = chance(force, situation.enemy_defence[target])
            if hope > PROMISING:
                prize = situation.enemy_worth[target] + situation.stakes.get(target, 0.0)
                yield hope * (1.0 + prize), action

    def _best_strike(self, situation: Situation, actions: Sequence[Action]) -> tuple[float, Action] | None:
        """The most promising attack that is worth it by the game's own reckoning."""
        ranked = sorted(self._strikes(situation, actions), key=lambda each: -each[0])
        for _, action in ranked[:STRIKES]:
            asked = situation.game.ruleset.attack_if(situation.game, situation.state, action)
            found = outlook(situation, asked) if asked is not None else None
            if found is not None and found.value > 0:
                return found.value, action
            self.memory.spurned.add(action)
        return None

    # Everything else

    def _one(self, game: Game, state: State, menu: Menu) -> Action | None:
        """The next attack, going somewhere at once, or a loss; what ends the matter where none is any good."""
        situation = self.situation(game, state, menu)
        marching = menu.asks_for(StepTo)
        best: tuple[float, Action] | None = None
        for offer in menu.offers:
            kind = offer.action
            if kind in (Done, StepTo, PickUnit) or kind.kind == "drop-unit" or not offer.any():
                continue
            first = next(iter(islice(iter(offer.actions()), 1)))
            if first.struck:
                found = self._best_strike(situation, offer.actions())
            elif _goes_somewhere(first) and not marching:
                found = self._going(situation, offer.actions(), is_free=Done() in menu)
            elif kind is TakeLoss:
                found = min(((-_cost(situation, each), each) for each in offer.actions()), key=lambda each: -each[0])
            else:
                continue
            if found is not None and (best is None or found[0] > best[0]):
                best = found
        if best is not None:
            self.memory.spurned.add(best[1])
            return best[1]
        return None

    def _going(self, situation: Situation, actions: Sequence[Action], *, is_free: bool) -> tuple[float, Action] | None:
        best: tuple[float, Action] | None = None
        for action in spread(actions, PLACES):
            if action in self.memory.spurned:
                continue
            unit, to = situation.state.unit(action.units()[0]), action.locations()[-1]
            worth = situation.standing(unit, to)
            if is_free:
                worth -= situation.standing(unit, unit.at)
            if (not is_free or worth > 0) and (best is None or worth > best[0]):
                best = (worth, action)
        return best


def _cost(situation: Situation, action: Action) -> float:
    might = situation.might(situation.state.unit(action.units()[0]))
    return might.worth * (1.0 + 0.1 * (might.attack + might.defence) / max(1, might.steps))


def _goes_somewhere(action: Action) -> bool:
    touched = type(action).touches()
    return len(touched["unit"]) == 1 and len(touched["location"]) == 1 and len(action.units()) == 1


def _of_kind(menu: Menu, kind: str) -> Action | None:
    return next((each for offer in menu.offers if offer.action.kind == kind for each in offer.actions()), None)


def _targets(game: Game, attack: dict[str, object]) -> tuple[Location, ...]:
    return (game.board.at(str(attack["target"])),) if "target" in attack else ()
