"""How the game stands: the score by its terms, what changed since the last turn, and who would win now.

Terms of one sort make a group. The score of the turn before is reckoned once, from the last state of that turn as the
viewer may know it. No Qt is imported here.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.answers import ScoreAnswer
from engine.core.messages import Catalogue, Message, as_written, message
from engine.core.ruleset import Ruleset
from engine.core.state import State
from engine.core.terms import Number, Term, total
from engine.narration.explanations import numbered
from engine.narration.seen_game import SeenGame


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One term: its words, what it counts now, how much that is more than in the last turn, and its case."""

    words: str
    value: Number
    change: Number
    rule: str


@dataclass(frozen=True, slots=True)
class ScoreGroup:
    """Terms of one sort."""

    words: str
    value: Number
    change: Number
    rule: str
    rows: tuple[ScoreRow, ...]


@dataclass(frozen=True, slots=True)
class ScoreStanding:
    """The score of a state."""

    score: Number
    change: Number | None
    """Since the end of the last turn; None in the first."""
    level: str
    groups: tuple[ScoreGroup, ...]


def keeps_score(table: SeenGame) -> bool:
    """Whether this game keeps a score at all."""
    return type(table.game.ruleset).score is not Ruleset.score


def level_words(catalogue: Catalogue, level: str) -> str:
    """By what a game is won, or how well."""
    key = f"level.{level}"
    return catalogue.text(Message(key)) if key in catalogue else as_written(level)


class Standings:
    """Reckons the standing of one game after each decision."""

    def __init__(self, table: SeenGame) -> None:
        self._table = table
        self._before: tuple[State, str, tuple[Term, ...]] | None = None

    def now(self) -> ScoreStanding | None:
        """How it stands; None where the game keeps no score."""
        table = self._table
        if not keeps_score(table):
            return None
        terms = table.score()
        before = self._terms_before()
        change = None if before is None else total(terms) - total(before)
        return ScoreStanding(total(terms), change, self._level(), self._groups(terms, before))

    def _terms_before(self) -> tuple[Term, ...] | None:
        """The terms at the end of the last turn."""
        table = self._table
        turn, viewer = table.view.turn, table.viewer
        session = table.session
        last = next((played.state for played in reversed(session.recent) if played.state.turn < turn), None)
        if last is None:
            last = session.state_after(session.recalled_from)
            if last.turn >= turn:
                return None
        if self._before is None or self._before[0] is not last or self._before[1] != viewer:
            self._before = (last, viewer, table.game.ruleset.score(table.game, table.game.view(last, viewer)))
        return self._before[2]

    def _level(self) -> str:
        table = self._table
        answer = table.ask("score")
        if not isinstance(answer, ScoreAnswer) or not answer.level:
            return ""
        level = level_words(table.catalogue, answer.level)
        if answer.winner is None:
            return table.say(message("standing.nobody", level=level))
        return table.say(message("standing.would-win", side=answer.winner, level=level))

    def _groups(self, now: tuple[Term, ...], before: tuple[Term, ...] | None) -> tuple[ScoreGroup, ...]:
        """Without a turn before nothing has changed; a turn that ended without a single term is one all the same."""
        kinds = dict.fromkeys(term.label.key for term in (*now, *(before or ())))
        return tuple(self._group(kind, now, now if before is None else before) for kind in kinds)

    def _group(self, kind: str, now: tuple[Term, ...], before: tuple[Term, ...]) -> ScoreGroup:
        table = self._table
        past = {term.label: term.value for term in before if term.label.key == kind}
        present = {term.label: term for term in (*before, *now) if term.label.key == kind}
        current = {term.label: term.value for term in now if term.label.key == kind}
        rows = []
        for label, term in present.items():
            value = current.get(label, 0)
            rows.append(ScoreRow(table.say(label), value, value - past.get(label, 0), numbered(term.rule)))
        rows.sort(key=lambda row: row.change == 0)
        title = f"score-group.{kind.removeprefix('term.')}"
        single = len(rows) == 1 and title not in table.catalogue
        words = table.say(Message(title)) if title in table.catalogue else rows[0].words
        value, change = sum(row.value for row in rows), sum(row.change for row in rows)
        return ScoreGroup(words, value, change, rows[0].rule, () if single else tuple(rows))
