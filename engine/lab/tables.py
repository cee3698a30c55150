"""The raw rows as a table for other programs: one line a game, in columns whose names are documented and stay."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO

from engine.lab.results import GameResult

COLUMNS = ("arm", "seed", "winner", "level", "rule", "score", "turn", "actions", "seconds", "fault")


def as_csv(games: Iterable[tuple[str, GameResult]]) -> str:
    """Games with the names of their arms."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for name, game in games:
        writer.writerow([name, *(_cell(getattr(game, column)) for column in COLUMNS[1:])])
    return out.getvalue()


def _cell(value: object) -> object:
    return f"{value:.15g}" if isinstance(value, float) else value
