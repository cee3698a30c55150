"""The scenarios that come with the program, named by their folders."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path

from engine.core.messages import message
from engine.definitions.documents import load_file
from engine.definitions.folders import load_folder
from engine.definitions.issues import DefinitionError, error
from engine.definitions.project import Project
from engine.definitions.scenario import Scenario
from engine.definitions.suggest import did_you_mean
from engine.rulesets.registry import registered

SCENARIO_FILE = "scenario.yaml"


@dataclass(frozen=True, slots=True)
class Bundled:
    """A bundled scenario: its name, its folder, and what its first page says."""

    name: str
    folder: Traversable
    scenario: Scenario

    def load(self) -> Project:
        """All its documents."""
        return load_folder(self.folder)


def bundled_scenarios(game: str | None = None) -> dict[str, Bundled]:
    """Every bundled scenario, or those of one game, by name."""
    read = (_bundled(folder) for folder in _folders().values())
    return {found.name: found for found in read if found is not None and game in (None, found.scenario.ruleset)}


def find_bundled(name: str) -> Bundled:
    """The bundled scenario of a name, without reading the others; raises DefinitionError with the nearest right one."""
    folders = _folders()
    found = _bundled(folders[name]) if name in folders else None
    if found is None:
        hint = did_you_mean(name, list(folders))
        raise DefinitionError([error(message("issue.unknown-bundled", name=name), hint=hint)])
    return found


def _folders() -> dict[str, Traversable]:
    """The folders that hold a scenario, by name; several games may keep theirs in the same place."""
    shelves = {str(entry.scenarios): entry.scenarios for entry in registered().values()}
    folders = [folder for shelf in shelves.values() if shelf.is_dir() for folder in shelf.iterdir() if folder.is_dir()]
    return {
        folder.name: folder
        for folder in sorted(folders, key=lambda each: each.name)
        if (folder / SCENARIO_FILE).is_file()
    }


def _bundled(folder: Traversable) -> Bundled | None:
    """First pages are read once: menus and lists ask for all of them whenever something is opened."""
    if not isinstance(folder, Path):
        return _read(folder)
    found = (folder / SCENARIO_FILE).stat()
    return _read_once(folder, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=256)
def _read_once(folder: Path, _changed: int, _size: int) -> Bundled | None:
    """Anew where the file is another; scenarios are frozen, so that one serves everybody."""
    return _read(folder)


def _read(folder: Traversable) -> Bundled | None:
    document = load_file(folder / SCENARIO_FILE, f"{folder.name}/{SCENARIO_FILE}").document
    return Bundled(folder.name, folder, document) if isinstance(document, Scenario) else None
