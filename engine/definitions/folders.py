"""Folders of text: reading every document in one, and writing a project so that no crash leaves half a file.

A document's file is `<kind>.yaml`, or `<kind>-<id>.yaml` where there are several of a kind. Saving leaves
alone every file it has no document for, and every file that already says what it would write, comments and
all; it removes only other files that hold an earlier copy of a document just written or dropped.
"""

from __future__ import annotations

import errno
import os
import stat
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path

from engine.core.messages import Message, message
from engine.definitions.documents import OUTSIDE_PROJECTS, Loaded, dump_document, load_documents, load_file, unreadable
from engine.definitions.drafts import draft_beside, remove_draft
from engine.definitions.issues import DefinitionError, Issue, Where, error, has_errors
from engine.definitions.model import Document
from engine.definitions.project import Project

SUFFIX = ".yaml"


@dataclass(frozen=True, slots=True)
class FolderReading:
    """What could be read of a folder, and what was wrong with the rest."""

    project: Project
    issues: tuple[Issue, ...]


def load_folder(folder: Path | Traversable) -> Project:
    """Every document of a folder, or `DefinitionError` with the issues of all its files."""
    reading = read_folder(folder)
    if has_errors(reading.issues):
        raise DefinitionError(reading.issues)
    return reading.project


def read_folder(folder: Path | Traversable) -> FolderReading:
    """Every document that can be read, so that the good ones can be checked beside the bad."""
    issues: list[Issue] = []
    found: dict[tuple[str, str], Loaded[Document]] = {}
    name = str(folder) if isinstance(folder, Path) else folder.name
    try:
        if not folder.is_dir():
            return FolderReading(Project(), (error(message("issue.no-such-folder", folder=name), Where(name)),))
        files = sorted((file for file in folder.iterdir() if _is_document(file)), key=lambda file: file.name)
    except OSError as bad:
        return FolderReading(Project(), (unreadable(name, bad),))
    for file in files:
        try:
            loaded = load_documents(file, f"{name}/{file.name}")[0]
        except DefinitionError as bad:
            issues += bad.issues
            continue
        if loaded.document.KIND in OUTSIDE_PROJECTS:
            continue
        key = (loaded.document.KIND, loaded.document.id)
        if key in found:
            said = message("issue.duplicate-document", kind=key[0], id=key[1], first=found[key].file)
            issues.append(error(said, loaded.where(("id",))))
        else:
            found[key] = loaded
    if not files:
        issues.append(error(message("issue.empty-folder", folder=name), Where(name)))
    return FolderReading(Project(found.values()), tuple(issues))


def _is_document(file: Path | Traversable) -> bool:
    return file.name.endswith(SUFFIX) and not file.name.startswith(".") and file.is_file()


def file_names(project: Project) -> dict[tuple[str, str], str]:
    """The name of each document's file, by kind and id."""
    counts = Counter(document.KIND for document in project.documents())
    return {
        (document.KIND, document.id): (
            f"{document.KIND}{SUFFIX}" if counts[document.KIND] == 1 else f"{document.KIND}-{document.id}{SUFFIX}"
        )
        for document in project.documents()
    }


def save_folder(project: Project, folder: Path, *, dropped: Collection[tuple[str, str]] = ()) -> tuple[Path, ...]:
    """Write a project's documents, each in one stroke; returns the files that were written.

    `dropped` names documents (kind and id) that were taken out of the project: their files go too. Raises
    `DefinitionError` before anything is touched if a document cannot be text, and with the file's name if
    the disk refuses.
    """
    names = file_names(project)
    texts = {
        names[(document.KIND, document.id)]: (document, dump_document(document)) for document in project.documents()
    }
    written: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, (document, text) in texts.items():
            path = folder / name
            if _held(path) != document:
                write_safely(path, text.encode("utf-8"))
                written.append(path)
        for path in _superseded(folder, set(names.values()), {*names, *dropped}):
            path.unlink()
        _sync_folder(folder)
    except OSError as bad:
        where = str(bad.filename or folder)
        raise DefinitionError([error(_said_of(bad, where, folder), Where(where))]) from None
    return tuple(written)


def would_replace(project: Project, folder: Path) -> tuple[Path, ...]:
    """Files that `save_folder` would write over or remove and that say something else: it can be asked first."""
    if not folder.is_dir():
        return ()
    names = file_names(project)
    held = ((folder / names[document.KIND, document.id], document) for document in project.documents())
    changed = [path for path, document in held if path.exists() and _held(path) != document]
    return (*changed, *_superseded(folder, set(names.values()), set(names)))


def _said_of(bad: OSError, where: str, folder: Path) -> Message:
    """Why the system does not let us write; the system's own words are of one language only."""
    match bad.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return message("file.disk-full", file=where)
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return message("file.folder-closed", file=where, folder=str(folder))
    return message("issue.unwritable-file", file=where, problem=bad.strerror or type(bad).__name__)


def write_safely(path: Path, content: bytes) -> None:
    """Replace a file's content so that at any instant it is either the old or the new, whole; a link stays a link."""
    path = path.resolve() if path.is_symlink() else path
    draft = draft_beside(path)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if path.exists():
            draft.chmod(stat.S_IMODE(path.stat().st_mode))
        draft.replace(path)
    except BaseException:
        remove_draft(draft)
        raise


def _held(path: Path) -> Document | None:
    """The document a file holds already, if it holds one."""
    if not path.is_file():
        return None
    try:
        return load_file(path).document
    except DefinitionError:
        return None


def _superseded(folder: Path, ours: set[str], gone: set[tuple[str, str]]) -> Iterator[Path]:
    """Other files that hold a document just written, such as `oob.yaml` when a second one made it `oob-red.yaml`."""
    for path in sorted(folder.iterdir()):
        if path.name in ours or not _is_document(path):
            continue
        held = _held(path)
        if held is not None and (held.KIND, held.id) in gone:
            yield path


def _sync_folder(folder: Path) -> None:
    """Make the renames themselves survive a power cut, where the system lets a folder be synced."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
