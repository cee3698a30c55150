"""Where a unit should march: of all places that the rules say it can reach, the one that is worth most to stand at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from engine.core.actions import StepTo
from engine.core.answers import ReachAnswer
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.records import Action
from engine.core.state import Unit
from engine.core.terms import Term
from engine.players.attack_outlook import hundredths
from engine.players.memory import Memory
from engine.players.player import Budget
from engine.players.position.situation import Situation
from engine.players.verdict import ActionVerdict

INERTIA = 0.06
"""What a place has to be better by than the one where a unit stands, for it to go."""
MOST_CHECKED = 6
"""Of so many of the best places it is asked whether there is room and supply."""
MOST_TRAIN_PLACES = 6
"""Of so many of the likeliest places it is asked who would be supplied if a depot or a headquarters stood there."""
HELPED = 10.0
"""How much company it makes up for where guns could help an attack."""
GOING_BACK = 0.6
"""What it costs to go back to where a unit has just come from."""


@dataclass(frozen=True, slots=True)
class UnitMarch:
    """A unit, its way, and how much better it stands at the end of it."""

    unit: UnitId
    path: tuple[Location, ...]
    gain: float


def march_of(
    situation: Situation,
    unit: UnitId,
    memory: Memory,
    budget: Budget,
    *,
    blur: Callable[[], float] = lambda: 0.0,
) -> UnitMarch | None:
    """The best way of a unit; None where it stands best, or cannot go."""
    game, state = situation.game, situation.state
    question = game.ruleset.questions.get("reach")
    if question is None:
        return None
    budget.spend(2)
    answer = question(game, state, {"unit": unit})
    if not isinstance(answer, ReachAnswer):
        return None
    record = state.unit(unit)
    if situation.might(record).attack <= 0:
        return _march_of_train(situation, record, answer, memory, budget)
    here = situation.standing(record, record.at) + INERTIA
    back = memory.came_from.get(unit)
    ranked = []
    for place in answer.locations:
        if place.at == record.at:
            continue
        worth = situation.standing(record, place.at) + blur()
        if place.at == back:
            worth -= GOING_BACK
        if worth > here:
            ranked.append((worth, place))
    budget.spend(len(answer.locations) // 8)
    ranked.sort(key=lambda each: (-each[0], each[1].at))
    best, found = here, None
    for worth, place in ranked[:MOST_CHECKED]:
        if worth <= best:
            break
        budget.spend(2)
        left = worth - situation.want(record, place.at)
        if left > best:
            best, found = left, place
    if found is None:
        return None
    path = tuple(at for at in found.path if at != record.at)
    return UnitMarch(unit, path, best - here + INERTIA)


def _march_of_train(
    situation: Situation, unit: Unit, answer: ReachAnswer, memory: Memory, budget: Budget
) -> UnitMarch | None:
    """The way of those who do not fight: along with those who do, so that as many as can be are supplied."""
    if not situation.may_leave(unit):
        return None
    ranked = sorted(
        (place for place in answer.locations if place.at != unit.at),
        key=lambda place: (-_train_promise(situation, unit, place.at), place.at),
    )
    best, found = situation.train_value(unit, unit.at) + INERTIA, None
    here = best - INERTIA
    likeliest, others = ranked[:MOST_TRAIN_PLACES], ranked[MOST_TRAIN_PLACES:]
    if situation.more_train_places:
        likeliest += others[:: 1 + len(others) // situation.more_train_places]
    for place in likeliest:
        budget.spend(4)
        if not situation.has_room(unit, place.at):
            continue
        worth = situation.train_value(unit, place.at)
        if place.at == memory.came_from.get(unit.id):
            worth -= GOING_BACK
        if worth > best:
            best, found = worth, place
    if found is None:
        return None
    return UnitMarch(unit.id, tuple(at for at in found.path if at != unit.at), best - here)


def _train_promise(situation: Situation, unit: Unit, at: Location) -> float:
    """How likely a place is a good one for those who do not fight."""
    near = float(situation.company[at]) - situation.train_danger(unit, at)
    return near + HELPED * situation.train_help(unit, at)


def _rear_first(situation: Situation, unit: Unit) -> float:
    """Depots close up from behind, so that those before them may go on."""
    return float(situation.company[unit.at]) if situation.might(unit).attack <= 0 else 0.0


def movers(situation: Situation, menu: Menu) -> Iterator[UnitId]:
    """The units of a side that may take a step, looked for one by one."""
    offers = [offer for offer in menu.offers if offer.action is StepTo]
    for unit in situation.state.every_unit():
        if unit.side == situation.side and situation.land.is_ground[unit.at] and can_step(offers, unit.id):
            yield unit.id


def can_step(offers: Sequence[Offer[Action]], unit: UnitId) -> bool:
    """Whether a unit may take a step at all."""
    return any(True for offer in offers for _ in offer.of_unit(unit))


def best_march(
    situation: Situation,
    menu: Menu,
    memory: Memory,
    budget: Budget,
    *,
    blur: Callable[[], float] = lambda: 0.0,
) -> ActionVerdict | None:
    """The first step of the next unit that has somewhere better to be; the rest of its way is intended."""
    offers = [offer for offer in menu.offers if offer.action is StepTo]
    ground = situation.land.is_ground
    own = (unit for unit in situation.state.every_unit() if unit.side == situation.side and ground[unit.at])
    waiting = [unit for unit in own if unit.id not in memory.settled]
    waiting.sort(key=lambda unit: (-situation.might(unit).attack, _rear_first(situation, unit), unit.id))
    for unit in (each.id for each in waiting):
        memory.settled.add(unit)
        if not can_step(offers, unit):
            continue
        march = march_of(situation, unit, memory, budget, blur=blur)
        if march is None or StepTo(unit, march.path[0]) not in menu:
            continue
        memory.came_from[unit] = situation.state.unit(unit).at
        memory.intended.extend(StepTo(unit, at) for at in march.path[1:])
        place = situation.game.board.label(march.path[-1])
        why = (Term(message("reason.march", unit=unit, place=place), hundredths(march.gain), menu.rule),)
        memory.why = why
        return ActionVerdict(StepTo(unit, march.path[0]), march.gain, why)
    return None
