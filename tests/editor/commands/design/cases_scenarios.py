"""Scenarios as a whole, and their heads."""

from __future__ import annotations

from editor.commands.design import heads, scenarios
from editor.model.documents_change import DocumentsChange
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.rulesets.library import find_bundled
from tests.editor.commands.design.anything import Case, Chance


def _turns(chance: Chance) -> DocumentsChange:
    first = chance.number(1, 3)
    return heads.set_turns(chance.design, first, first + chance.number(0, 5))


def _adopt(chance: Chance) -> DocumentsChange:
    project = find_bundled("ford").load()
    if chance.design.id not in project.scenarios:
        raise CannotEdit(message("design.cannot.no-map"))
    return scenarios.adopt_scenario(chance.design.documents, project.documents(), map_id=chance.design.plan.id)


CASES: dict[str, Case] = {
    "new": lambda c: scenarios.new_scenario(
        c.design.documents,
        title=c.name(),
        ruleset=c.design.scenario.ruleset,
        map_id=c.design.plan.id,
        last_turn=c.number(1, 9),
        taken=(c.design.plan.id,),
    ),
    "copy": lambda c: scenarios.copy_scenario(c.design.documents, c.design.id, title=c.name()),
    "adopt": _adopt,
    "delete": lambda c: scenarios.delete_scenario(c.design.documents, c.design.id),
    "title": lambda c: heads.set_title(c.design, c.name()),
    "description": lambda c: heads.set_description(c.design, f"# {c.name()}\n\nA note."),
    "turns": _turns,
}
