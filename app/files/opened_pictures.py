"""Pictures of what is only looked at: out of a folder of text, or out of a file that nobody has open for work."""

from __future__ import annotations

from pathlib import Path

from app.cli.targets import is_project_file
from editor.model.picture_safety import MOST_BYTES
from engine.definitions.documents import read_bytes
from engine.definitions.issues import DefinitionError
from engine.storage import blobs
from engine.storage.errors import FileError
from engine.storage.exchange import SCANS, picture_names
from engine.storage.inspection import Snapshot


def folder_of(source: str) -> Path | None:
    """The folder in which documents of text lie; None where they do not."""
    path = Path(source)
    if path.is_dir():
        return path
    return path.parent if path.is_file() and not is_project_file(path) else None


class OpenedPictures:
    """The pictures of one path, read when the first is asked for."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._held: dict[str, bytes] | None = None

    def picture(self, sha256: str) -> bytes | None:
        """The bytes of a picture; None for one that is not there."""
        folder = folder_of(self.source)
        if folder is not None:
            found = sorted((folder / SCANS).glob(f"{sha256}.*"))
            try:
                return read_bytes(found[0], found[0].name) if found else None
            except DefinitionError:
                return None
        if self._held is None:
            self._held = self._read()
        return self._held.get(sha256)

    def _read(self) -> dict[str, bytes]:
        path = Path(self.source)
        if not path.is_file():
            return {}
        try:
            snapshot = Snapshot(path)
        except FileError:
            return {}
        try:
            held = set(blobs.names(snapshot.database))
            names = [name for name in picture_names(snapshot.contents) if name in held]
            found = {name: blobs.get(snapshot.database, name).data for name in names}
        except FileError:
            return {}
        finally:
            snapshot.close()
        return {name: data for name, data in found.items() if len(data) <= MOST_BYTES}
