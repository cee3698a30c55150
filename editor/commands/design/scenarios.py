"""Scenarios as a whole: begun from nothing on a map, copied, taken from another project, and deleted.

Each is one change of documents, so that each is one entry of the history. A copy shares nothing with its original:
orders of battle and counters are copied along, so that designing the one never changes the other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from editor.model.design.ids import free_document_id
from editor.model.documents_change import Documents, DocumentsChange, Name, change_of
from editor.model.words import checked_line, slug
from editor.refusal import CannotEdit
from engine.core.messages import Message, message
from engine.definitions.model import Document
from engine.definitions.oob import OrderOfBattle
from engine.definitions.scenario import Scenario
from engine.rulesets.registry import find_game
from engine.rulesets.stock import stock_of

MOST_TURNS = 10_000


def new_scenario(
    documents: Documents,
    *,
    title: str,
    ruleset: str,
    map_id: str,
    first_turn: int = 1,
    last_turn: int,
    sides: tuple[str, ...] = (),
    taken: Collection[str] = (),
) -> DocumentsChange:
    """A scenario on a map with an order of battle that is still empty; the ruleset lends its counters and cards."""
    entry = find_game(ruleset)
    if entry is None:
        raise CannotEdit(message("design.cannot.no-game", id=ruleset))
    name = checked_line(title.strip())
    if not name:
        raise CannotEdit(message("design.cannot.no-title"))
    if not 0 <= first_turn <= last_turn <= MOST_TURNS:
        raise CannotEdit(message("design.cannot.turns", first=first_turn, last=last_turn))
    made = free_document_id(documents, slug(name, "scenario"), taken)
    army = free_document_id(documents, f"{made}-armies", (*taken, made))
    lent = [loaded.document for loaded in stock_of(entry)]
    scenario = Scenario(
        id=made,
        title=name,
        ruleset=ruleset,
        map=map_id,
        counters=tuple(document.id for document in lent if document.KIND == "counters"),
        oob=(army,),
        cards=tuple(document.id for document in lent if document.KIND == "cards"),
        sides=sides or tuple(str(side) for side in entry.ruleset.sides),
        first_turn=first_turn,
        last_turn=last_turn,
    )
    return _adding(documents, (OrderOfBattle(id=army), scenario), message("design.do.new-scenario", title=name))


def copy_scenario(documents: Documents, scenario: str, *, title: str, taken: Collection[str] = ()) -> DocumentsChange:
    """The same scenario under another name, with copies of the documents that are the file's own."""
    original = scenario_of(documents, scenario)
    name = checked_line(title.strip())
    if not name:
        raise CannotEdit(message("design.cannot.no-title"))
    made = free_document_id(documents, slug(name, "scenario"), taken)
    used: list[str] = [*taken, made]
    copies: list[Document] = []

    def copied(kind: str, names: Iterable[str]) -> tuple[str, ...]:
        result = []
        for each in names:
            held = documents.get((kind, each))
            if held is None:
                result.append(each)
                continue
            other = free_document_id(documents, _following(each, scenario, made), used)
            used.append(other)
            copies.append(held.replace(id=other))
            result.append(other)
        return tuple(result)

    copy = original.replace(
        id=made,
        title=name,
        counters=copied("counters", original.counters),
        oob=copied("oob", original.oob),
        cards=copied("cards", original.cards),
    )
    return _adding(documents, (*copies, copy), message("design.do.copy-scenario", title=name))


def adopt_scenario(
    documents: Documents, project: Iterable[Document], *, map_id: str, taken: Collection[str] = ()
) -> DocumentsChange:
    """The documents of another project, maps apart, under ids that are free here; its scenarios are on `map_id` now."""
    wanted = [document for document in project if document.KIND not in ("map", "game", "played")]
    used = set(taken)
    names: dict[Name, str] = {}
    for document in wanted:
        keeps = document.KIND == "palette"
        names[document.KIND, document.id] = document.id if keeps else free_document_id(documents, document.id, used)
        used.add(names[document.KIND, document.id])
    made: list[Document] = []
    for document in wanted:
        name = names[document.KIND, document.id]
        if isinstance(document, Scenario):
            lists = {
                kind: tuple(names.get((kind, each), each) for each in getattr(document, kind))
                for kind in ("counters", "oob", "cards")
            }
            made.append(document.replace(id=name, map=map_id, **lists))
        elif (document.KIND, document.id) not in documents or document.KIND != "palette":
            made.append(document.replace(id=name))
    titles = [document.title or document.id for document in made if isinstance(document, Scenario)]
    return _adding(documents, made, message("design.do.adopt-scenario", title=titles[0] if titles else ""))


def delete_scenario(documents: Documents, scenario: str) -> DocumentsChange:
    """Take a scenario out, with the documents that no other scenario of the file names; saved games of it go too."""
    original = scenario_of(documents, scenario)
    others = [each for each in documents.values() if isinstance(each, Scenario) and each.id != scenario]
    gone: list[Name] = [("scenario", scenario)]
    for kind in ("counters", "oob", "cards"):
        kept = {name for each in others for name in getattr(each, kind)}
        gone += [(kind, name) for name in getattr(original, kind) if name not in kept and (kind, name) in documents]
    gone += [
        name for name, held in documents.items() if name[0] == "game" and getattr(held, "scenario", "") == scenario
    ]
    after = {name: held for name, held in documents.items() if name not in gone}
    return change_of(message("design.do.delete-scenario", title=original.title or scenario), documents, after, gone)


def order_scenarios(documents: Documents, names: Sequence[str]) -> DocumentsChange:
    """Let scenarios stand in this order wherever they are listed."""
    after = dict(documents)
    for number, name in enumerate(names, start=1):
        after["scenario", name] = scenario_of(documents, name).replace(order=number)
    return change_of(message("design.do.order-scenarios"), documents, after, [("scenario", name) for name in names])


def replace_scenario(
    documents: Documents, scenario: str, project: Iterable[Document], label: Message
) -> DocumentsChange:
    """A scenario as other documents have it, as when it goes back to what a version was; others stay as they are."""
    now, held = scenario_of(documents, scenario), {(each.KIND, each.id): each for each in project}
    then = held.get(("scenario", scenario))
    if not isinstance(then, Scenario):
        raise CannotEdit(message("design.cannot.not-in-version", title=now.title or scenario))
    wanted: dict[Name, Document] = {("scenario", scenario): then}
    for kind in ("counters", "oob", "cards"):
        wanted |= {(kind, name): held[kind, name] for name in getattr(then, kind) if (kind, name) in held}
    return _adding(documents, wanted.values(), label)


def scenarios_on(documents: Documents, map_id: str) -> dict[str, Scenario]:
    """The scenarios of a map by id, in the order in which they are listed."""
    found = (each for each in documents.values() if isinstance(each, Scenario) and each.map == map_id)
    return {each.id: each for each in sorted(found, key=lambda each: (each.order, each.id))}


def scenario_of(documents: Documents, scenario: str) -> Scenario:
    """A scenario of the file by its id; raises CannotEdit where there is none."""
    found = documents.get(("scenario", scenario))
    if not isinstance(found, Scenario):
        raise CannotEdit(message("design.cannot.no-document", kind="scenario", id=scenario))
    return found


def _following(name: str, old: str, new: str) -> str:
    """`typhoon-armies` of `typhoon` becomes `winter-armies` of `winter`."""
    return f"{new}{name.removeprefix(old)}" if f"{name}-".startswith(f"{old}-") else f"{new}-{name}"


def _adding(documents: Documents, added: Iterable[Document], label: Message) -> DocumentsChange:
    made = {(document.KIND, document.id): document for document in added}
    return change_of(label, documents, {**documents, **made}, made)
