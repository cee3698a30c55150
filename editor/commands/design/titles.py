"""What a scenario is called: its title, and its id with it as long as nobody has set that and no game names it."""

from __future__ import annotations

from collections.abc import Collection

from editor.commands.design.scenarios import scenario_of
from editor.model.design.ids import follows, free_document_id
from editor.model.documents_change import Documents, DocumentsChange, Name, change_of
from editor.model.words import checked_line, slug
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.game_record import GameRecord
from engine.definitions.model import Document
from engine.definitions.scenario import Scenario

_LISTS = ("counters", "oob", "cards")


def rename_scenario(documents: Documents, scenario: str, title: str, *, taken: Collection[str] = ()) -> DocumentsChange:
    """Another title for any scenario of the file; `taken` are the ids of its maps.

    An id that was made from the old title goes with it, and so do those of the armies and counters that are named after
    the scenario. A scenario that was played keeps its id, because saved games name it.
    """
    name = checked_line(title.strip())
    if not name:
        raise CannotEdit(message("design.cannot.no-title"))
    held = scenario_of(documents, scenario)
    after: dict[Name, Document] = {**documents, ("scenario", scenario): held.replace(title=name)}
    gone: list[Name] = []
    if _may_follow(documents, held) and not follows(scenario, name, "scenario"):
        others = {key: document for key, document in documents.items() if key != ("scenario", scenario)}
        made = free_document_id(others, slug(name, "scenario"), taken)
        gone = [("scenario", scenario), *_named_after(documents, held)]
        names: dict[Name, str] = {("scenario", scenario): made}
        for kind, old in gone[1:]:
            used = {*taken, *names.values()}
            names[kind, old] = free_document_id(documents, f"{made}{old.removeprefix(scenario)}", used)
        lists = {kind: tuple(names.get((kind, each), each) for each in getattr(held, kind)) for kind in _LISTS}
        for key in gone:
            document = after.pop(key)
            moved = document.replace(id=names[key])
            after[key[0], names[key]] = moved.replace(**lists) if isinstance(moved, Scenario) else moved
    touched = [*gone, *(key for key in after if after[key] is not documents.get(key))]
    return change_of(message("design.do.set-title"), documents, after, touched)


def renamed_to(change: DocumentsChange, scenario: str) -> str | None:
    """The id that a scenario has after a change which gave it another, or took that back; None where it did not."""
    left = change.edits.get(("scenario", scenario))
    if left is None or left.after is not None or not isinstance(left.before, Scenario):
        return None
    came = (edit.after for (kind, _), edit in change.edits.items() if kind == "scenario" and edit.before is None)
    return next((each.id for each in came if isinstance(each, Scenario) and _is_same_game(left.before, each)), None)


def _is_same_game(one: Scenario, other: Scenario) -> bool:
    """Whether two scenarios differ in what they and their documents are called, and in nothing else."""
    names: dict[str, object] = {"id": one.id, "title": one.title, **{kind: getattr(one, kind) for kind in _LISTS}}
    return other.replace(**names) == one


def _may_follow(documents: Documents, scenario: Scenario) -> bool:
    played = (held for held in documents.values() if isinstance(held, GameRecord) and held.scenario == scenario.id)
    return follows(scenario.id, scenario.title or "", "scenario") and next(played, None) is None


def _named_after(documents: Documents, scenario: Scenario) -> list[Name]:
    """Documents of the file that bear the scenario's id before their own, and are of no other scenario."""
    others = [each for each in documents.values() if isinstance(each, Scenario) and each.id != scenario.id]
    return [
        (kind, name)
        for kind in _LISTS
        for name in getattr(scenario, kind)
        if name.startswith(f"{scenario.id}-")
        and (kind, name) in documents
        and not any(name in getattr(other, kind) for other in others)
    ]
