"""Many positions asked in one run, on games that are made once, and how many answers were right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine.core.messages import Catalogue
from engine.definitions.issues import DefinitionError, Issue
from engine.session.answered_question import Answered
from engine.session.position_files import PositionEntry
from engine.session.positions import Tables, set_up
from engine.session.probe import EXPECT, Probe


@dataclass(frozen=True, slots=True)
class Probed:
    """A position of a run with its answers, or with what kept it from being read or set up."""

    entry: PositionEntry
    answers: tuple[Answered, ...] = ()
    issues: tuple[Issue, ...] = ()
    warnings: tuple[Issue, ...] = ()

    @property
    def game(self) -> str | None:
        return None if self.entry.source is None else self.entry.source.document.game

    @property
    def right(self) -> int:
        return sum(each.is_right for each in self.answers)

    @property
    def counted(self) -> int:
        """How many answers can be right or wrong. What does not stand is wrong in all, and at least once."""
        if self.issues:
            ask = () if self.entry.source is None else self.entry.source.document.ask
            return max(1, sum(not isinstance(each, str) and EXPECT in each for each in ask))
        return sum(each.is_counted for each in self.answers)

    @property
    def has_issues(self) -> bool:
        return bool(self.issues) or any(each.issues for each in self.answers)


def probe_all(
    entries: Iterable[PositionEntry], words: Callable[[str], Catalogue], tables: Tables | None = None
) -> Iterator[Probed]:
    """Ask every position; `words` has the sentences of a game."""
    tables = tables if tables is not None else Tables()
    for entry in entries:
        if entry.source is None:
            yield Probed(entry, issues=entry.issues)
            continue
        try:
            placed = set_up(entry.source, entry.path.parent, tables)
        except DefinitionError as bad:
            yield Probed(entry, issues=tuple(bad.issues))
        else:
            answers = Probe(placed, words(entry.source.document.game)).answers()
            yield Probed(entry, answers, warnings=placed.warnings)
