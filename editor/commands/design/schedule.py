"""What comes and what goes, and when: entries of the schedule added, moved to other turns, given places and taken away.

An entry is known by its number in the list, which stays its own while it is moved. A unit that is to arrive later is no
longer set up at the start: one cannot be in both places.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from editor.commands.design.scenarios import MOST_TURNS
from editor.model.design.design import Design
from editor.model.design.sketch import DesignSketch
from editor.model.documents_change import DocumentsChange
from editor.model.words import checked_kind
from editor.refusal import CannotEdit
from engine.core.messages import Message, message
from engine.definitions.model import Value
from engine.definitions.scenario import ScheduleEntry, ScheduleKind


def schedule_units(
    design: Design,
    units: Sequence[str],
    turn: int,
    *,
    kind: ScheduleKind = ScheduleKind.ARRIVAL,
    at: str | None = None,
) -> DocumentsChange:
    """Let units come or go on a turn. Those that do so already do it then; those that come are set up no longer."""
    wanted = [unit for unit in dict.fromkeys(units) if unit in design.units]
    if not wanted:
        raise CannotEdit(message("design.cannot.schedule-nobody"))
    when, place = _turn(turn), _place(design, at)
    entries = list(design.scenario.schedule)
    known = {entry.unit: n for n, entry in enumerate(entries) if entry.kind is kind}
    for unit in wanted:
        if unit in known:
            old = entries[known[unit]]
            entries[known[unit]] = old.replace(turn=when, at=place if place is not None else old.at)
    added = [ScheduleEntry(turn=when, unit=unit, at=place, kind=kind) for unit in wanted if unit not in known]
    index = next((n for n, entry in enumerate(entries) if entry.turn > when), len(entries))
    sketch = DesignSketch(design)
    sketch.set(schedule=(*entries[:index], *added, *entries[index:]))
    if kind is ScheduleKind.ARRIVAL and not design.placements.keys().isdisjoint(wanted):
        sketch.set(setup=tuple(placed for placed in design.scenario.setup if placed.unit not in wanted))
    if kind is ScheduleKind.ARRIVAL:
        return sketch.change(message("design.do.schedule-arrival", count=len(wanted), turn=when))
    return sketch.change(message("design.do.schedule-withdrawal", count=len(wanted), turn=when))


def move_entries(design: Design, entries: Collection[int], by: int) -> DocumentsChange:
    """So many turns later, or earlier; all of them keep their distance."""

    def moved(entry: ScheduleEntry) -> ScheduleEntry:
        return entry.replace(turn=_turn(entry.turn + by))

    return _edited(design, entries, moved, message("design.do.move-entries", count=len(entries)))


def set_entry_turns(design: Design, entries: Collection[int], turn: int) -> DocumentsChange:
    """All on one turn."""
    when = _turn(turn)
    return _edited(
        design, entries, lambda entry: entry.replace(turn=when), message("design.do.move-entries", count=len(entries))
    )


def set_entry_places(design: Design, entries: Collection[int], at: str | None) -> DocumentsChange:
    """Where units come onto the map, or leave it; without a place the rules decide."""
    place = _place(design, at)
    return _edited(
        design, entries, lambda entry: entry.replace(at=place), message("design.do.place-entries", count=len(entries))
    )


def set_entry_kinds(design: Design, entries: Collection[int], kind: ScheduleKind) -> DocumentsChange:
    """Come, or go."""
    return _edited(
        design, entries, lambda entry: entry.replace(kind=kind), message("design.do.turn-entries", count=len(entries))
    )


def set_entry_values(design: Design, entries: Collection[int], values: Mapping[str, Value]) -> DocumentsChange:
    """The values that the rules read with an entry."""
    held = {checked_kind(name): value for name, value in values.items()}
    return _edited(
        design,
        entries,
        lambda entry: entry.replace(values=held),
        message("design.do.value-entries", count=len(entries)),
    )


def remove_entries(design: Design, entries: Collection[int]) -> DocumentsChange:
    """Units that neither come nor go."""
    kept = tuple(entry for n, entry in enumerate(design.scenario.schedule) if n not in entries)
    sketch = DesignSketch(design)
    sketch.set(schedule=kept)
    return sketch.change(message("design.do.remove-entries", count=len(design.scenario.schedule) - len(kept)))


def _edited(
    design: Design, entries: Collection[int], edit: Callable[[ScheduleEntry], ScheduleEntry], label: Message
) -> DocumentsChange:
    sketch = DesignSketch(design)
    schedule = design.scenario.schedule
    sketch.set(schedule=tuple(edit(entry) if n in entries else entry for n, entry in enumerate(schedule)))
    return sketch.change(label)


def _turn(turn: int) -> int:
    if not 0 <= turn <= MOST_TURNS:
        raise CannotEdit(message("design.cannot.no-such-turn", turn=turn))
    return turn


def _place(design: Design, at: str | None) -> str | None:
    place = (at or "").strip()
    if not place:
        return None
    if not design.has_place(place):
        raise CannotEdit(message("design.cannot.no-such-place", name=place))
    return place
