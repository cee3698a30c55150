"""Attacks that are thought of: what an action would begin can be asked about, from what its side may see."""

from __future__ import annotations

from random import Random

from engine.core.answers import AttackAnswer, Throw
from engine.core.refusals import GameFault
from engine.definitions.charts.charts import Charts
from tests.contract.playthrough import Step, require
from tests.contract.subjects import Subject

SAMPLE = 2


def check_previews(subject: Subject, step: Step, rng: Random) -> None:
    """The action of the step and a few others: each attack is answered, and its throws can be read in the charts."""
    game, ruleset = subject.game, subject.game.ruleset
    view = game.view(step.before, step.menu.side)
    _check_in_hand(subject, step)
    charts: Charts = game.materials.brief.charts
    others = rng.sample(step.listed, min(SAMPLE, len(step.listed)))
    for action in (step.action, *others):
        asked = ruleset.attack_if(game, view, action)
        struck = {game.board.label(place) for place in action.struck}
        aimed = {asked["target"], *asked.get("targets", ())} if asked is not None else struck
        require(struck <= aimed, f"{action} strikes {struck}, and the attack it leads to is on {aimed}")
        if asked is None or not asked["units"]:
            continue
        try:
            answer = ruleset.questions["attack"](game, view, asked)
        except GameFault as bad:
            require(False, f"{action} leads to an attack that cannot be asked about: {bad}")
            return
        require(isinstance(answer, AttackAnswer), f"{action} is answered with {type(answer).__name__}")
        assert isinstance(answer, AttackAnswer)
        for throw in answer.throws:
            _check_throw(throw, charts)
        require(
            all(0 <= losses.least <= losses.most for losses in answer.losses.values()),
            f"{action}: the least losses are more than the most",
        )


def _check_in_hand(subject: Subject, step: Step) -> None:
    """The attack in hand is known by what can be asked about it, and becomes what `attack_if` said it would."""
    game, ruleset, side = subject.game, subject.game.ruleset, step.menu.side
    before, after = game.view(step.before, side), game.view(step.after, side)
    now, then = ruleset.attack_now(game, before), ruleset.attack_now(game, after)
    for asked in (now, then):
        require(asked is None or {"units", "target"} <= set(asked), f"{asked} is no question about an attack")
    expected = ruleset.attack_if(game, before, step.action)
    if now is not None and expected is not None and then is not None:
        require(then == expected, f"{step.action} makes {then} of the attack, and it was said to become {expected}")


def _check_throw(throw: Throw, charts: Charts) -> None:
    """Column, rows and results are those of its table, and the chances make a whole."""
    table = charts.table(throw.table)
    columns = set(throw.columns) or {throw.column}
    require(columns <= set(table.columns), f"{throw.table} has no column {columns - set(table.columns)}")
    require(set(throw.rows) <= set(table.rows), f"{throw.table} has no row {set(throw.rows) - set(table.rows)}")
    require(sum(chance.share for chance in throw.chances) == 1, f"the chances of {throw.table} are no whole")
    require(len(throw.headings) in (0, len(table.columns)), f"{throw.table} has another number of columns")
    for chance in throw.chances:
        found = {table.result(column, row) for column in columns for row in chance.rows}
        require(not chance.rows or chance.result in found, f"{chance.result} is not on the rows it claims")
