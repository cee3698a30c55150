"""A fight that has just been fought: the odds it was thrown at, the die, what came of it, and what followed.

The reckoning is that of the rules before the throw; die, column and result are what the events tell. No Qt.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.core.answers import AttackAnswer, Throw
from engine.core.facets import DieThrow
from engine.core.messages import message
from engine.core.records import Action, Event
from engine.narration.attack_previews import asked_attack
from engine.narration.explanations import Explained, Row
from engine.narration.seen_game import SeenGame


@dataclass(frozen=True, slots=True)
class Fought:
    """An attack and the dice that were thrown for it."""

    answer: AttackAnswer
    throws: tuple[DieThrow, ...]

    def row_of(self, number: int) -> str:
        """The row that the die or dice of a throw fell on; nothing where the table has no row for each sum."""
        if number >= min(len(self.throws), len(self.answer.throws)):
            return ""
        rows, throw = self.answer.throws[number].rows, self.throws[number]
        read = throw.together or (throw.face,)
        above_least = sum(read) - len(read)
        return rows[above_least] if 0 <= above_least < len(rows) else ""

    def column_of(self, number: int) -> str:
        """The column it was read in."""
        told = self.throws[number].column if number < len(self.throws) else ""
        return told or (self.answer.throws[number].column if number < len(self.answer.throws) else "")

    def lit(self, number: int) -> Throw:
        """A throw of which nothing is open any more: one column, and the row of the die."""
        throw = self.answer.throws[number]
        row = self.row_of(number)
        return replace(throw, column=self.column_of(number), columns={}, rows=(row,) if row else throw.rows)


def attack_at_stake(table: SeenGame, action: Action) -> AttackAnswer | None:
    """The attack that is fought if an action throws dice now: the one in hand, or the one it begins."""
    rules = table.game.ruleset
    asked = rules.attack_if(table.game, table.view, action) or rules.attack_now(table.game, table.view)
    return asked_attack(table, asked) if asked is not None else None


def begins_another(table: SeenGame, action: Action) -> bool:
    """Whether an action belongs to a fight that has yet to be fought."""
    return table.game.ruleset.attack_if(table.game, table.view, action) is not None


def fought(answer: AttackAnswer | None, events: tuple[Event, ...]) -> Fought | None:
    """What was fought, if dice of a fight were thrown."""
    throws = tuple(throw for event in events for throw in event.throws)
    return Fought(answer, throws) if answer is not None and throws else None


def explained_fight(table: SeenGame, fight: Fought, followed: tuple[str, ...]) -> Explained:
    """The fight in words, and below it what happened from the throw on."""
    dice = ", ".join(_dice_words(table, fight))
    odds = next((throw.odds for throw in fight.throws if throw.odds), fight.answer.odds)
    title = table.say(message("why.fought", place=table.names.place(fight.answer.target), odds=odds, dice=dice))
    lit = tuple(fight.lit(number) for number in range(len(fight.answer.throws)))
    first = fight.throws[0]
    column = fight.column_of(0) or fight.answer.column
    thrown = sum(first.together) or first.face
    results = dict.fromkeys(throw.result for throw in fight.throws if throw.together) or {first.result: None}
    result = " / ".join(results)
    seen = replace(fight.answer, odds=odds, column=column, die=thrown, result=result, throws=lit)
    return Explained(title, tuple(Row(text) for text in followed), attack=seen)


def _dice_words(table: SeenGame, fight: Fought) -> list[str]:
    """Each die and what came of it; dice that are added up are told once, with what each side read there."""
    said: list[str] = []
    added: tuple[int, ...] = ()
    for number, throw in enumerate(fight.throws):
        if not throw.together:
            said.append(_die_words(table, throw, fight.row_of(number)))
            continue
        if throw.together != added:
            added = throw.together
            said.append(table.say(message("why.thrown-together", dice=" + ".join(map(str, added)))))
        side = fight.answer.throws[number].side if number < len(fight.answer.throws) else throw.side
        said.append(table.say(message("why.read-by", side=side, result=throw.result)))
    return said


def _die_words(table: SeenGame, throw: DieThrow, row: str) -> str:
    """A die and what came of it, with the row it was read in where that is another number than it shows.

    Where several fall at once it is also told what it was thrown for.
    """
    is_read_elsewhere = row.isdecimal() and row != str(throw.face)
    if throw.result and throw.purpose and is_read_elsewhere:
        said = message("why.thrown-for-as", purpose=throw.purpose, die=throw.face, row=row, result=throw.result)
    elif throw.result and throw.purpose:
        said = message("why.thrown-for", purpose=throw.purpose, die=throw.face, result=throw.result)
    elif throw.result and is_read_elsewhere:
        said = message("why.thrown-as", die=throw.face, row=row, result=throw.result)
    elif throw.result:
        said = message("why.thrown", die=throw.face, result=throw.result)
    else:
        said = message("why.thrown-die", die=throw.face)
    return table.say(said)
