"""The turn track of a scenario, made longer or shorter than the one that the game prints, and values that last.

A single field of a turn is changed as any value of a chart is (`charts.set_chart_value`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from editor.commands.design.charts import set_chart_value, set_track, value_like
from editor.commands.design.scenarios import MOST_TURNS
from editor.model.design.cell_words import chart_offers
from editor.model.design.chart_reading import like_of
from editor.model.design.design import Design
from editor.model.design.known_words import meant
from editor.model.design.sketch import DesignSketch
from editor.model.design.steps import Step, in_turn
from editor.model.documents_change import DocumentsChange
from editor.model.words import checked_kind
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.charts.tracks import Track, TrackEntry
from engine.definitions.checks.course import TURN_TRACK
from engine.definitions.issues import Path
from engine.definitions.model import Value
from engine.definitions.sources import DESIGNER
from engine.narration.language import word

_OF_ONE_TURN = frozenset({"turn", "id", "date", "title"})
"""What a new turn does not take over from the one before."""


def add_turns(design: Design, count: int = 1) -> DocumentsChange:
    """More turns at the end of the track; they are as the last one, without its date."""
    track = _track(design)
    last = track.entries[-1] if track.entries else None
    first = max(track.turns(), default=0) + 1
    if count < 1 or first + count - 1 > MOST_TURNS:
        raise CannotEdit(message("design.cannot.no-such-turn", turn=first + count - 1))
    held = {} if last is None else last.to_data()
    shared: dict[str, Any] = {name: value for name, value in held.items() if name not in _OF_ONE_TURN}
    added = [TrackEntry.from_data({"turn": turn, **shared}) for turn in range(first, first + count)]
    longer = Track(source=DESIGNER, title=track.title, entries=(*track.entries, *added))
    change = set_track(design, TURN_TRACK, longer)
    return DocumentsChange(message("design.do.add-turns", count=count), change.edits)


def remove_last_turn(design: Design) -> DocumentsChange:
    """One turn fewer at the end of the track; one that is played stays."""
    track = _track(design)
    turns = track.turns()
    if len(turns) < 2:
        raise CannotEdit(message("design.cannot.last-turn-left"))
    if turns[-1] <= design.scenario.last_turn:
        raise CannotEdit(message("design.cannot.turn-is-played", turn=turns[-1]))
    shorter = Track(source=DESIGNER, title=track.title, entries=track.entries[:-1])
    change = set_track(design, TURN_TRACK, shorter)
    return DocumentsChange(message("design.do.remove-turn", turn=turns[-1]), change.edits)


def paste_turns(design: Design, first: int, fields: Sequence[str], rows: Sequence[Sequence[str]]) -> DocumentsChange:
    """Lay rows of text over the turn track, from a turn on and for some of its fields; missing turns are added.

    One mistake, and nothing is changed.
    """
    last, steps = first + len(rows) - 1, list[Step]()
    known = _track(design).turns()
    if last > max(known, default=0):
        steps.append(lambda now: add_turns(now, last - max(known, default=0)))
    for number, row in enumerate(rows):
        for field, text in zip(fields, row, strict=False):
            path = ("tracks", TURN_TRACK, "entries", str(first + number), field)
            steps.append(partial(_paste_cell, path=path, text=text.strip()))
    return in_turn(design, steps, message("design.do.paste-turns", count=len(rows)))


def _paste_cell(design: Design, path: Path, text: str) -> DocumentsChange:
    offered = chart_offers(design, path)
    value = None if not text else meant(offered, text) if offered else value_like(like_of(design, path), text)
    return set_chart_value(design, path, value)


def set_value(design: Design, name: str, value: Value | None) -> DocumentsChange:
    """A value that play begins with, such as points or an event that has happened; None takes it away."""
    key = checked_kind(name)
    held: Mapping[str, Value] = design.scenario.values
    rest = dict(held)
    if value is None:
        rest.pop(key, None)
    else:
        rest[key] = value
    sketch = DesignSketch(design)
    sketch.set(values=rest)
    return sketch.change(message("design.do.set-value", name=word(key, design.scenario.ruleset)))


def _track(design: Design) -> Track:
    found = design.charts.tracks.get(TURN_TRACK)
    if found is None:
        raise CannotEdit(message("design.cannot.no-turn-track"))
    return found
