"""What an attack may be expected to bring, reckoned from the game's own answer about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from engine.core.answers import UNKNOWN_ODDS, AttackAnswer, Losses
from engine.core.ids import Location, Side, UnitId
from engine.core.messages import message
from engine.core.terms import Term
from engine.players.position.situation import Situation

LEANING = 0.4
"""Where between the least and the most a loss is taken to lie that its owner may turn into a retreat."""


@dataclass(frozen=True, slots=True)
class AttackOutlook:
    """What both sides may expect to lose, how likely the attacker gets the better of it, and what that is worth."""

    value: float
    own: float
    enemy: float
    wins: float
    odds: str
    target: Location
    rule: str

    def reason(self, situation: Situation) -> tuple[Term, ...]:
        place = situation.game.board.label(self.target)
        is_known = self.odds not in ("", UNKNOWN_ODDS)
        said = (
            message("reason.attack", place=place, odds=self.odds)
            if is_known
            else message("reason.attack-to-draw", place=place)
        )
        return (
            Term(said, hundredths(self.value), self.rule),
            Term(message("reason.enemy-loss"), hundredths(self.enemy), self.rule),
            Term(message("reason.own-loss"), hundredths(-self.own), self.rule),
            Term(message("reason.wins", percent=round(100 * self.wins)), 0, self.rule),
        )


def hundredths(value: float) -> int:
    """A weight as a whole number, a hundred for what an ordinary step counts."""
    return round(100 * value)


def outlook(situation: Situation, asked: Mapping[str, Any], *, what_if: bool = False) -> AttackOutlook | None:
    """What an attack is worth to the side that thinks of it.

    None where it cannot be made, unless it is a what-if, and where it is so weak that nothing is thrown for it.
    """
    game, state = situation.game, situation.state
    question = game.ruleset.questions.get("attack")
    if question is None or not asked.get("units"):
        return None
    answer = question(game, state, asked)
    if not isinstance(answer, AttackAnswer) or (answer.refusal is not None and not what_if):
        return None
    side = state.unit(answer.attackers[0]).side
    weights = situation.weights
    costs_enemy = any(losses.most for each, losses in answer.losses.items() if each != side)
    if not answer.throws and not costs_enemy and not weights.results.get(answer.result or "", 0.0):
        return None
    wins = _wins(answer, weights.results)
    own_worth, _ = _worth(situation, answer.attackers)
    enemy_worth, there = _worth(situation, tuple(unit.id for unit in state.at(answer.target) if unit.side != side))
    own, enemy = _expected(answer, side, most=there / own_worth if own_worth else 0.0)
    prize = weights["ground"] + weights["stake"] * situation.stakes.get(answer.target, 0.0)
    prize += situation.freed(answer.target)
    value = (
        -weights["enemy-steps"] * enemy * enemy_worth
        - weights["own-steps"] * own * own_worth
        + wins * prize
        - weights["caution"]
    )
    return AttackOutlook(value, own, enemy, wins, answer.odds, answer.target, answer.rule)


def _expected(answer: AttackAnswer, side: Side, *, most: float) -> tuple[float, float]:
    """The losses of both sides; where all attackers might go, no more of them do than the defender is worth."""
    losses = answer.losses.get(side, Losses())
    own = _between(Losses(losses.least, max(losses.least, min(losses.most, Fraction(most)))))
    enemy = sum(_between(losses) for each, losses in answer.losses.items() if each != side)
    return own, enemy


def _between(losses: Losses) -> float:
    return float(losses.least) + LEANING * float(losses.most - losses.least)


def _wins(answer: AttackAnswer, results: Mapping[str, float]) -> float:
    """How likely the defender gives way; where a game does not say under which results, how likely it suffers more."""
    if not answer.throws:
        return results.get(answer.result or "", 0.0)
    if results:
        return min(1.0, sum(float(each.share) * results.get(each.result, 0.0) for each in answer.throws[0].chances))
    wins = 0.0
    for together in product(*(throw.chances for throw in answer.throws if throw.chances)):
        share, lost, taken = 1.0, 0.0, 0.0
        for each in together:
            share *= float(each.share)
            lost += float(each.attacker.most)
            taken += float(each.defender.most)
        if taken > lost:
            wins += share
    return min(1.0, wins)


def _worth(situation: Situation, units: tuple[UnitId, ...]) -> tuple[float, float]:
    """What a step of some units counts on average, and all of them together."""
    steps = worth = 0.0
    for unit in units:
        might = situation.might(situation.state.unit(unit))
        steps += might.steps
        worth += might.steps * might.worth
    return (worth / steps if steps else 1.0), worth
