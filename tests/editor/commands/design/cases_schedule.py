"""What comes and goes, the turn track, and the values play begins with."""

from __future__ import annotations

from editor.commands.design import heads, scenarios, schedule, titles, turns
from editor.model.documents_change import DocumentsChange
from engine.core.messages import message
from engine.definitions.scenario import ScheduleKind
from tests.editor.commands.design.anything import Case, Chance


def _entries(chance: Chance) -> list[int]:
    return chance.some(range(len(chance.design.scenario.schedule)))


def _schedule(chance: Chance) -> DocumentsChange:
    kind = chance.one(tuple(ScheduleKind))
    at = chance.one((None, chance.place()))
    return schedule.schedule_units(chance.design, chance.units(), chance.number(1, 5), kind=kind, at=at)


def _back(chance: Chance) -> DocumentsChange:
    """A scenario goes back to what it was before somebody wrote notes."""
    before = chance.design.scenario.replace(notes="Earlier.", setup=())
    documents = [held for name, held in chance.design.documents.items() if name != ("scenario", before.id)]
    label = message("design.do.revert-scenario", name="Earlier")
    return scenarios.replace_scenario(chance.design.documents, before.id, [before, *documents], label)


CASES: dict[str, Case] = {
    "schedule": _schedule,
    "schedule-move": lambda c: schedule.move_entries(c.design, _entries(c), c.one((-1, 1, 2))),
    "schedule-turn": lambda c: schedule.set_entry_turns(c.design, _entries(c), c.number(1, 5)),
    "schedule-place": lambda c: schedule.set_entry_places(c.design, _entries(c), c.one((None, c.place()))),
    "schedule-kind": lambda c: schedule.set_entry_kinds(c.design, _entries(c), c.one(tuple(ScheduleKind))),
    "schedule-value": lambda c: schedule.set_entry_values(c.design, _entries(c), {"spent": c.one((2, 3))}),
    "schedule-remove": lambda c: schedule.remove_entries(c.design, _entries(c)),
    "turns-add": lambda c: turns.add_turns(c.design, c.number(1, 3)),
    "turns-paste": lambda c: turns.paste_turns(c.design, 2, ["weather"], [["mud"], ["snow"]]),
    "turn-remove": lambda c: turns.remove_last_turn(c.design),
    "value": lambda c: turns.set_value(c.design, c.one(("air-red", "air-blue")), c.one((1, 2, None))),
    "notes": lambda c: heads.set_notes(c.design, f"# {c.name()}\n\nWhy it is so."),
    "order": lambda c: scenarios.order_scenarios(c.design.documents, [c.design.id]),
    "rename": lambda c: titles.rename_scenario(c.design.documents, c.design.id, c.name()),
    "back": _back,
}
