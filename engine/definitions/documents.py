"""Files and the documents in them: each file says in its first line what it is, and holds one document.

    format: redoubt/scenario/1

A file of positions may hold several, with a line of `---` between them.

`KINDS` is the one list of what there is; a new kind of file is a line there and a model.
"""

from __future__ import annotations

import errno
import re
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Generic, TypeVar

from engine.core.board import Board
from engine.core.messages import message
from engine.definitions import faults, strict_yaml, yaml_writer
from engine.definitions.cards import Cards
from engine.definitions.charts.charts import Charts
from engine.definitions.counters import Counters
from engine.definitions.game_record import GameRecord
from engine.definitions.issues import DefinitionError, Issue, Where, error
from engine.definitions.issues import Path as DataPath
from engine.definitions.maps.map_model import MapModel
from engine.definitions.model import Document, shown
from engine.definitions.oob import OrderOfBattle
from engine.definitions.palette import Palette
from engine.definitions.plan import MapPlan
from engine.definitions.played import PlayedDocument
from engine.definitions.position import Position
from engine.definitions.scenario import Scenario
from engine.definitions.strict_yaml import LIMITS, Located
from engine.definitions.suggest import did_you_mean

KINDS: dict[str, type[Document]] = {
    model.KIND: model
    for model in (
        *(MapModel, Counters, OrderOfBattle, Cards, Scenario, Charts, Palette),
        *(GameRecord, PlayedDocument, Position),
    )
}

OUTSIDE_PROJECTS = frozenset({Position.KIND})
"""Files that ask about a project and are no part of it: they may lie in its folder, many of them unnamed."""

_FORMAT = re.compile(r"redoubt/([a-z0-9-]{1,40})/([0-9]{1,6})\Z")

D_co = TypeVar("D_co", bound=Document, covariant=True)


@dataclass(frozen=True, slots=True)
class Loaded(Generic[D_co]):
    """A document and the text it was read from, if it was, so that a check can name the line."""

    document: D_co
    origin: Located | None = None
    plan: MapPlan | None = None
    """Of a map that was written from its plan, that plan, which nobody changes: it need not be read back."""
    boards: dict[str, Board] = field(default_factory=dict, compare=False, repr=False)
    """Of such a map, the boards that were made of it, by the game they were made for."""

    @property
    def file(self) -> str:
        return "" if self.origin is None else self.origin.file

    def where(self, path: DataPath = ()) -> Where:
        """The place of a value of the document."""
        return Where(path=path) if self.origin is None else self.origin.where(path)


def read_document(located: Located) -> Document:
    """The document that located data holds, or `DefinitionError` with every issue."""
    data = located.data
    if not isinstance(data, dict):
        said = message("issue.wrong-type", expected=message("issue.expected.mapping"), found=shown(data))
        raise DefinitionError([error(said, located.where())])
    model = _model(located, data)
    content = {name: value for name, value in data.items() if name != "format"}
    return faults.read(model, located, data=content)


def _model(located: Located, data: dict[str, strict_yaml.Data]) -> type[Document]:
    known = [model.format_line() for model in KINDS.values()]
    line = data.get("format")
    if line is None:
        choices = message("issue.one-of", names=tuple(known))
        raise DefinitionError([error(message("issue.missing-format"), located.where(), choices)])
    found = _FORMAT.match(line) if isinstance(line, str) else None
    model = KINDS.get(found.group(1)) if found is not None else None
    if found is None or model is None:
        hint = did_you_mean(line, known) if isinstance(line, str) else None
        raise DefinitionError(
            [error(message("issue.unknown-format", found=shown(line)), located.where(("format",)), hint)]
        )
    version = int(found.group(2))
    if version != model.VERSION:
        where = located.where(("format",))
        if version > model.VERSION:
            raise DefinitionError([error(message("issue.newer-format", version=version, known=model.VERSION), where)])
        raise DefinitionError([error(message("issue.unknown-format", found=shown(line)), where)])
    return model


def load_text(text: str | bytes, file: str = "") -> Loaded[Document]:
    """A document from the text of a file."""
    located = strict_yaml.load(text, file)
    return Loaded(read_document(located), located)


def load_documents(path: Path | Traversable, file: str | None = None) -> tuple[Loaded[Document], ...]:
    """The documents of a file: one, or several where they are such as ask about a project and are no part of it."""
    name = str(path) if file is None else file
    found = [Loaded(read_document(each), each) for each in strict_yaml.load_all(read_bytes(path, name), name)]
    for each in found[1:]:
        if not {found[0].document.KIND, each.document.KIND} <= OUTSIDE_PROJECTS:
            raise DefinitionError([error(message("yaml.several-documents"), each.where())])
    return tuple(found)


def load_file(path: Path | Traversable, file: str | None = None) -> Loaded[Document]:
    """A document from a file, on disk or among the package's resources; `file` is its name in issues."""
    name = str(path) if file is None else file
    return load_text(read_bytes(path, name), name)


def read_bytes(path: Path | Traversable, name: str) -> bytes:
    """The bytes of a file, and not many more than the limit of them, however large it is."""
    try:
        if not path.is_file():
            raise DefinitionError([error(message("issue.no-such-file", file=name), Where(name))])
        with path.open("rb") as stream:
            return stream.read(LIMITS.size + 1)
    except OSError as bad:
        raise DefinitionError([unreadable(name, bad)]) from None


def unreadable(name: str, bad: OSError) -> Issue:
    """A file that the system does not let us read; but for a want of permission in the system's own words."""
    is_closed = bad.errno in (errno.EACCES, errno.EPERM)
    problem = message("issue.not-permitted") if is_closed else bad.strerror or type(bad).__name__
    return error(message("issue.unreadable-file", file=name, problem=problem), Where(name))


def dump_document(document: Document) -> str:
    """The text of a document's file; raises `DefinitionError` for what YAML cannot hold."""
    try:
        text = yaml_writer.dump(document.to_document())
    except (ValueError, RecursionError) as bad:
        said = message("issue.cannot-be-written", kind=document.KIND, id=document.id, problem=str(bad))
        raise DefinitionError([error(said)]) from None
    if len(text.encode("utf-8")) > LIMITS.size:
        said = message("issue.too-big-to-write", kind=document.KIND, id=document.id, limit=LIMITS.size)
        raise DefinitionError([error(said)])
    return text
