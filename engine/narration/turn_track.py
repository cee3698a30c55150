"""The turn track of a game: every turn with its date, its weather, what the track notes, and who comes and goes.

No Qt is imported here.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.ids import UnitId
from engine.core.messages import Message, as_written
from engine.definitions.charts.tracks import TrackEntry
from engine.definitions.scenario import ScheduleKind
from engine.narration.seen_game import SeenGame


@dataclass(frozen=True, slots=True)
class TurnBox:
    """One turn."""

    turn: int
    date: str
    weather: str
    notes: tuple[str, ...]
    arrivals: tuple[UnitId, ...]
    withdrawals: tuple[UnitId, ...]
    is_past: bool
    is_now: bool
    is_last: bool


def turns_of(table: SeenGame) -> tuple[TurnBox, ...]:
    """All turns of the scenario."""
    scenario, now = table.brief.scenario, table.view.turn
    due = table.game.ruleset.due(table.game, table.view)
    boxes = _boxes(table)
    found = []
    for turn in range(scenario.first_turn, scenario.last_turn + 1):
        box = boxes.get(turn)
        comes = [unit for unit, when in due.items() if when == turn or (turn == now and when < now)]
        goes = [
            UnitId(entry.unit)
            for entry in scenario.schedule
            if entry.turn == turn and entry.kind is ScheduleKind.WITHDRAWAL and UnitId(entry.unit) in table.view.units
        ]
        found.append(
            TurnBox(
                turn,
                (box.date or box.title or "") if box is not None else "",
                _weather(table, box),
                _notes(table, box),
                tuple(sorted(comes, key=table.names.unit)),
                tuple(goes) if turn >= now else (),
                is_past=turn < now,
                is_now=turn == now,
                is_last=turn == scenario.last_turn,
            )
        )
    return tuple(found)


def weather_now(table: SeenGame) -> str:
    """The weather of the turn that is shown, in words: the track's, and what was thrown; nothing where neither is."""
    thrown = table.game.ruleset.weather_now(table.game, table.view)
    words = (_weather(table, _boxes(table).get(table.view.turn)), table.names.word(thrown) if thrown else "")
    return ", ".join(word for word in words if word)


def _boxes(table: SeenGame) -> dict[int, TrackEntry]:
    """The entries of turns, from the track that dates them."""
    found: dict[int, TrackEntry] = {}
    for track in table.brief.charts.tracks.values():
        for box in track.entries:
            if box.turn is not None and (box.date or box.title or box.weather or box.season):
                found.setdefault(box.turn, box)
    return found


def _weather(table: SeenGame, box: TrackEntry | None) -> str:
    """The weather and the season of a turn, as far as its date does not say them already."""
    if box is None:
        return ""
    said = f"{box.title or ''} {box.date or ''}".casefold()
    words = (_word(table, word) for word in (box.weather, box.season) if word)
    return ", ".join(word for word in words if word.casefold() not in said)


def _word(table: SeenGame, word: str) -> str:
    key = f"track.{word}"
    return table.catalogue.text(Message(key)) if key in table.catalogue else as_written(word)


def _notes(table: SeenGame, box: TrackEntry | None) -> tuple[str, ...]:
    """What else the track has in a box, as far as there are words for it."""
    values = box.attributes if box is not None else {}
    return tuple(
        table.catalogue.text(Message(f"track-value.{name}", {"value": value}))
        for name, value in values.items()
        if f"track-value.{name}" in table.catalogue and not isinstance(value, bool)
    )
