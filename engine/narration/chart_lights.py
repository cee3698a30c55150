"""What counts in the charts at this moment of a game: the turn in its track, the column of the attack in its table.

No Qt is imported here.
"""

from __future__ import annotations

from engine.definitions.charts.chart_pages import ChartPart, Light
from engine.narration.attack_previews import attack_answer
from engine.narration.seen_game import SeenGame


def lights_of(table: SeenGame) -> dict[tuple[ChartPart, str], Light]:
    """What is lit, by chart."""
    turn = table.view.turn
    found = {
        (ChartPart.TRACKS, name): Light.of(rows=[str(turn)])
        for name, track in table.brief.charts.tracks.items()
        if any(entry.turn == turn and entry.id is None for entry in track.entries)
    }
    answer = attack_answer(table)
    for throw in answer.throws if answer is not None else ():
        before = found.get((ChartPart.TABLES, throw.table), Light())
        found[ChartPart.TABLES, throw.table] = Light.of(
            {*before.columns, *(throw.columns or (throw.column,))}, {*before.rows, *throw.rows}, throw.headings
        )
    return found
