"""Attacks to be thought about: the one in hand, the one that an action would begin, and what an action would change.

The rules are asked and answer; here their answers become rows to read. No Qt is imported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from engine.core.answers import UNKNOWN_ODDS, AttackAnswer, Losses, Throw
from engine.core.messages import message
from engine.core.records import Action
from engine.core.refusals import GameFault
from engine.core.terms import Number
from engine.narration.explanations import (
    Explained,
    Row,
    reckoned_rows,
    signed,
    term_rows,
)
from engine.narration.language import fixed, labelled
from engine.narration.seen_game import SeenGame

MOST_CHANGES = 8
"""So many actions are tried for what they would change of an attack."""


def attack_answer(table: SeenGame) -> AttackAnswer | None:
    """The reckoning of the attack in hand; None when there is none, or nobody attacks yet."""
    asked = table.game.ruleset.attack_now(table.game, table.view)
    return asked_attack(table, asked) if asked is not None else None


def asked_attack(table: SeenGame, asked: Mapping[str, Any]) -> AttackAnswer | None:
    """What the rules say about an attack; nothing where one of its units is gone, or not to be seen."""
    if not asked["units"] or not all(unit in table.view.units for unit in asked["units"]):
        return None
    try:
        answer = table.ask("attack", **asked)
    except (GameFault, LookupError, ValueError):
        return None
    return answer if isinstance(answer, AttackAnswer) else None


def explained_attack(table: SeenGame) -> Explained | None:
    """The attack in hand."""
    answer = attack_answer(table)
    if answer is None:
        return None
    title = table.say(message("why.attack", place=table.names.place(answer.target)))
    return Explained(title, attack_rows(table, answer), attack=answer)


def with_changes(table: SeenGame, explained: Explained) -> Explained:
    """The same with what the actions at hand would change of it, which takes as long as asking about each."""
    answer = explained.attack
    changes = tuple(_changes(table, answer)) if answer is not None and not table.is_computers_turn else ()
    if not changes:
        return explained
    heading = Row(table.say(message("why.would-change")), is_heading=True)
    return replace(explained, rows=(*explained.rows, heading, *changes))


def previewed_attack(table: SeenGame, action: Action, unit: str) -> Explained | None:
    """The attack that an action would begin or change; where all could take part, with the unit in hand alone."""
    asked = table.game.ruleset.attack_if(table.game, table.view, action)
    if asked is None:
        return None
    alone = not action.units() and len(asked["units"]) > 1 and unit in asked["units"]
    if alone:
        asked = {**asked, "units": [unit]}
    answer = asked_attack(table, asked)
    if answer is None:
        return None
    told = message("why.preview", action=table.words.text(action, together=answer.attackers))
    who = len(answer.attackers)
    note = Row(table.say(message("why.preview-all", count=who) if not alone else message("why.preview-alone")))
    rows = attack_rows(table, answer)
    return Explained(table.say(told), rows if action.units() else (note, *rows), attack=answer)


def attack_rows(table: SeenGame, answer: AttackAnswer) -> tuple[Row, ...]:
    """Strengths, shifts, column and modifiers, each with its case; what forbids it comes first."""
    rows: list[Row] = []
    if answer.refusal is not None:
        rows.append(Row(table.say(answer.refusal.message), "", answer.refusal.rule, is_heading=True))
    rows += reckoned_rows(table, table.names.heading("attack"), answer.attack)
    rows += reckoned_rows(table, table.names.heading("defence"), answer.defence)
    rows.append(Row(table.names.heading("odds"), odds_text(table, answer), answer.rule, is_heading=True))
    if len(answer.throws) > 1:
        for throw in answer.throws:
            rows += _throw_rows(table, throw)
        return tuple(rows)
    rows += term_rows(table, answer.shifts)
    rows.append(Row(table.names.heading("column"), columns_text(table, answer), answer.rule, is_heading=True))
    if answer.modifiers.terms:
        rows.append(Row(table.say(message("why.die")), signed(answer.modifiers.value), is_heading=True))
    return (*rows, *term_rows(table, answer.modifiers))


def _throw_rows(table: SeenGame, throw: Throw) -> Iterator[Row]:
    """One die of several: whose it is, its column, and what moved it there."""
    words = table.say(message("why.fire", side=throw.side))
    yield Row(words, throw.column, throw.rule, is_heading=True)
    yield from term_rows(table, throw.shifts)
    yield from term_rows(table, throw.modifiers)


def _changes(table: SeenGame, now: AttackAnswer) -> Iterator[Row]:
    """What the actions of the menu would make of the attack in hand."""
    tried = 0
    for action in table.menu:
        asked = table.game.ruleset.attack_if(table.game, table.view, action)
        if asked is None:
            continue
        tried += 1
        if tried > MOST_CHANGES:
            return
        answer = asked_attack(table, asked)
        if answer is not None:
            yield Row(
                labelled(table.words.text(action), losses_text(table, answer)), columns_text(table, answer), now.rule
            )


def odds_text(table: SeenGame, answer: AttackAnswer) -> str:
    """The odds; where a strength is still to be drawn, that it is."""
    is_drawn = answer.odds == UNKNOWN_ODDS or any(throw.columns for throw in answer.throws)
    return table.say(message("why.odds-to-draw")) if is_drawn else answer.odds


def columns_text(table: SeenGame, answer: AttackAnswer) -> str:
    """The column or columns an attack is read in, one that all dice of a side share but once.

    Where strengths are drawn first, from the lowest to the highest.
    """
    if len(answer.throws) == 1 and answer.throws[0].columns:
        return _drawn_columns(table, answer.throws[0])
    read = {(throw.side, throw.column) for throw in answer.throws}
    return " / ".join(throw.column for throw in answer.throws) if len(read) > 1 else answer.column or "–"


def _drawn_columns(table: SeenGame, throw: Throw) -> str:
    chart = table.brief.charts.tables.get(throw.table)
    names = list(throw.columns)
    if chart is not None and len(throw.headings) == len(chart.columns):
        names = [throw.headings[chart.column_index(name)] for name in names]
    first, last = names[0], names[-1]
    return first if first == last else table.say(message("why.range", least=first, most=last))


def losses_text(table: SeenGame, answer: AttackAnswer) -> str:
    """The steps that each side may expect to lose."""
    if not answer.losses:
        return table.say(message("why.losses-unknown"))
    told = tuple(
        message("why.losses-of", side=side, steps=range_text(table, losses)) for side, losses in answer.losses.items()
    )
    return table.say(message("why.losses", sides=told))


def range_text(table: SeenGame, losses: Losses) -> str:
    """From the least to the most, or one number where they are the same."""
    least, most = decimal(losses.least), decimal(losses.most)
    return least if least == most else table.say(message("why.range", least=least, most=most))


def span(losses: Losses) -> str:
    """The same in short."""
    least, most = decimal(losses.least), decimal(losses.most)
    return least if least == most else f"{least}–{most}"


def decimal(value: Number) -> str:
    """A number of steps with one place behind the point, where it has any."""
    rounded = Fraction(round(Fraction(value) * 10), 10)
    if rounded.denominator == 1:
        return str(int(rounded))
    return fixed(float(rounded), 1)
