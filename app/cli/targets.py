"""What a command is pointed at: a file, a folder, or the name of a bundled scenario."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from app.geography.geo_request import distance_issues
from engine.core.messages import message
from engine.definitions.documents import Loaded, load_documents, load_file
from engine.definitions.drafts import scratch
from engine.definitions.folders import load_folder, read_folder
from engine.definitions.issues import DefinitionError, Issue, Where, error, has_errors, warning
from engine.definitions.maps.map_model import MapModel
from engine.definitions.maps.map_text import plan_of
from engine.definitions.model import Document
from engine.definitions.position import Position
from engine.definitions.project import Project
from engine.definitions.scenario import Scenario
from engine.definitions.strict_yaml import Located, unlocated
from engine.definitions.suggest import did_you_mean
from engine.definitions.variants import variants_of
from engine.narration.language import called_in
from engine.rulesets.assembly import pick_scenario
from engine.rulesets.inspection import inspect
from engine.rulesets.library import Bundled, bundled_scenarios
from engine.storage.inspection import inspect as inspect_file
from engine.storage.parcels import SUFFIX as PARCEL
from engine.storage.parcels import unpack

SUFFIX = ".redoubt"
_SQLITE = b"SQLite format 3"
_BELONG_TOGETHER = {"scenario", "map", "counters", "oob", "cards"}
"""Kinds of document that name others of the same folder."""


def read_project(target: str | Path) -> Project:
    """The documents of a target; raises DefinitionError or FileError."""
    path = Path(target)
    if path.is_dir():
        return load_folder(path)
    if _is_parcel(path):
        return _unpacked(path)
    if path.is_file():
        if is_project_file(path):
            return read_project_file(path)
        loaded = load_file(path)
        if loaded.document.KIND == "scenario":
            return load_folder(path.parent)
        return Project([loaded])
    return bundled_target(str(target)).load()


def findings(target: str | Path, scenario: str | None = None) -> tuple[Issue, ...]:
    """Everything `redoubt check` has to say about a target, or about one scenario of it.

    A single YAML file is checked beside its neighbours.
    """
    path = Path(target)
    if path.is_dir():
        reading = read_folder(path)
        return reading.issues or _inspected(only(reading.project, scenario))
    if _is_parcel(path):
        try:
            project = _unpacked(path)
        except DefinitionError as bad:
            return tuple(bad.issues)
        return _inspected(only(project, scenario))
    if path.is_file() and not is_project_file(path):
        try:
            loaded, *further = load_documents(path)
        except DefinitionError as bad:
            return tuple(bad.issues)
        if isinstance(loaded.document, Position):
            return tuple(_of_positions([loaded, *further]))
        if loaded.document.KIND not in _BELONG_TOGETHER:
            return inspect(Project([loaded]))
        project = only(read_folder(path.parent).project.with_documents(loaded), scenario)
        return tuple(issue for issue in _inspected(project) if issue.where.file == loaded.file)
    if path.is_file():
        found = inspect_file(path)
        told = tuple(warning(said, Where(str(path))) for said in found.warnings)
        return told + _inspected(only(said_of_each(found.contents.to_project()), scenario))
    return _inspected(only(bundled_target(str(target)).load(), scenario))


def only(project: Project, scenario: str | None) -> Project:
    """A project with one of its scenarios and with its games; all of it where none is named."""
    if scenario is None:
        return project
    pick_scenario(project, scenario)
    return Project(
        entry for entry in project.entries() if entry.document.KIND != Scenario.KIND or entry.document.id == scenario
    )


def said_of_each(project: Project) -> Project:
    """The documents of a file that has no lines, so that what is wrong with one says which it is."""
    return Project(
        entry if entry.origin is not None else Loaded(entry.document, _origin(entry.document))
        for entry in project.entries()
    )


def _origin(document: Document) -> Located:
    return unlocated(None, f"{document.KIND} {document.id}")


def _is_parcel(path: Path) -> bool:
    return path.suffix.lower() == PARCEL and path.is_file()


def _unpacked(path: Path) -> Project:
    """What a zip holds; nothing of it is left on the disk."""
    with scratch() as folder:
        return said_of_each(unpack(path, folder / f"unpacked{SUFFIX}").to_project())


def _inspected(project: Project) -> tuple[Issue, ...]:
    """What the checks find, and how true the places of maps lie that are tied to the globe."""
    issues = list(inspect(project))
    for entry in project.entries():
        document = entry.document
        if isinstance(document, MapModel) and document.georeference is not None:
            plan, wrong = plan_of(document)
            if not has_errors(wrong):
                issues += distance_issues(plan, entry.file)
    for game in dict.fromkeys(each.ruleset for each in project.documents() if isinstance(each, Scenario)):
        issues = [replace(issue, message=called_in(game, issue.message)) for issue in issues]
    return tuple(issues)


def is_project_file(path: Path) -> bool:
    """Whether a file is, or means to be, a .redoubt file rather than text."""
    if path.suffix.lower() == SUFFIX:
        return True
    try:
        with path.open("rb") as stream:
            return stream.read(len(_SQLITE)) == _SQLITE
    except OSError:
        return False


def read_project_file(path: Path) -> Project:
    """The documents of a .redoubt file, which is not touched."""
    return inspect_file(path).contents.to_project()


def _of_positions(loaded: Iterable[Loaded[Document]]) -> Iterator[Issue]:
    """What is wrong with positions as texts: whether they can be set up is for those to find who ask them."""
    for each in loaded:
        if isinstance(each.document, Position):
            for variant in variants_of(Loaded(each.document, each.origin)):
                if isinstance(variant, DefinitionError):
                    yield from variant.issues


def bundled_target(name: str) -> Bundled:
    """A bundled scenario by its name; raises DefinitionError with the name that was probably meant."""
    known = bundled_scenarios()
    if name not in known:
        said = message("issue.no-such-target", name=name)
        raise DefinitionError([error(said, hint=did_you_mean(name, list(known)))])
    return known[name]
