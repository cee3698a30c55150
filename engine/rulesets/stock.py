"""What a ruleset lends to every scenario: its counters, its cards, and the boxes its rules put units into.

A scenario names the ruleset's counters and cards by id as it names its own; a document of the project with the same
id takes their place. A map need not draw the boxes that the rules need: those it lacks are laid beside it.
"""

from __future__ import annotations

from functools import cache

from engine.core.board import Board
from engine.definitions.documents import Loaded, load_file
from engine.definitions.maps.compile_map import compile_map
from engine.definitions.model import Document
from engine.definitions.plan import MapPlan
from engine.definitions.project import Project
from engine.definitions.scenario import Scenario
from engine.rulesets.registry import GameEntry, find_game

FILES = ("counters.yaml", "cards.yaml")


@cache
def stock_of(entry: GameEntry) -> tuple[Loaded[Document], ...]:
    """The documents that come with a ruleset."""
    paths = ((name, entry.resources / name) for name in FILES)
    return tuple(load_file(path, f"{entry.id}/{name}") for name, path in paths if path.is_file())


def stocked(project: Project) -> Project:
    """A project together with what the rulesets of its scenarios lend it."""
    named = dict.fromkeys(scenario.ruleset for scenario in project.of(Scenario).values())
    entries = [entry for entry in map(find_game, named) if entry is not None]
    lent = [
        document
        for entry in entries
        for document in stock_of(entry)
        if project.find(document.document.KIND, document.document.id) is None
    ]
    return project.with_documents(*lent) if lent else project


def board_for(entry: GameEntry, plan: MapPlan) -> Board:
    """The board of a map with the boxes that the rules of a game need."""
    return compile_map(plan, entry.ruleset.boxes)
