"""Files of positions: one or several in each, each perhaps in several variants, and folders of them.

What cannot be read is kept in its place, so that one slip stops nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.core.messages import message
from engine.definitions import strict_yaml
from engine.definitions.documents import Loaded, read_bytes, read_document, unreadable
from engine.definitions.issues import DefinitionError, Issue, Where, error
from engine.definitions.position import Position
from engine.definitions.strict_yaml import Located
from engine.definitions.variants import variants_of

SUFFIX = ".yaml"
_FORMAT = re.compile(rb"^format:\s*[\"']?redoubt/([a-z0-9-]+)/", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PositionEntry:
    """One position of a file by its name, or what is wrong with it; of a file that cannot be read there is one."""

    path: Path
    name: str
    source: Loaded[Position] | None = None
    issues: tuple[Issue, ...] = ()


def entries(path: Path) -> Iterator[PositionEntry]:
    """The positions of a file, or of every file of positions in a folder and in its folders."""
    if not path.is_dir():
        yield from _of_file(path)
        return
    try:
        files = [each for each in sorted(path.rglob(f"*{SUFFIX}")) if each.is_file() and _may_be_positions(each, path)]
    except OSError as bad:
        yield PositionEntry(path, "", None, (unreadable(str(path), bad),))
        return
    if not files:
        yield PositionEntry(path, "", None, (error(message("issue.no-positions", folder=str(path)), Where(str(path))),))
    for each in files:
        yield from _of_file(each)


def _may_be_positions(file: Path, folder: Path) -> bool:
    """Whether to read a file that happens to lie in the folder: not what is hidden, nor another kind of document.

    One that cannot be looked into is told of in its place.
    """
    if any(part.startswith(".") for part in file.relative_to(folder).parts):
        return False
    try:
        with file.open("rb") as stream:
            found = _FORMAT.search(stream.read(4096))
    except OSError:
        return True
    return found is None or found[1].decode() == Position.KIND


def _of_file(path: Path) -> Iterator[PositionEntry]:
    name = str(path)
    try:
        documents = strict_yaml.load_all(read_bytes(path, name), name)
    except DefinitionError as bad:
        yield PositionEntry(path, "", None, tuple(bad.issues))
        return
    for number, located in enumerate(documents, start=1):
        yield from _of_document(path, located, number if len(documents) > 1 else None)


def _of_document(path: Path, located: Located, number: int | None) -> Iterator[PositionEntry]:
    """A position is called by its id or its place in the file, a variant after it."""
    given = located.data.get("id") if isinstance(located.data, dict) else None
    name = given if isinstance(given, str) else str(number or "")
    try:
        document = read_document(located)
        if not isinstance(document, Position):
            raise DefinitionError([error(message("issue.other-kind", kind=Position.KIND), located.where(("format",)))])
    except DefinitionError as bad:
        yield PositionEntry(path, name, None, tuple(bad.issues))
        return
    source = Loaded(document, located)
    if not document.variants:
        yield PositionEntry(path, name, source)
    for place, variant in enumerate(variants_of(source), start=1):
        told = document.variants[place - 1].get("id")
        named = "/".join(part for part in (name, told if isinstance(told, str) else str(place)) if part)
        if isinstance(variant, DefinitionError):
            yield PositionEntry(path, named, None, tuple(variant.issues))
        else:
            yield PositionEntry(path, named, variant)
