"""Between a folder of text and a file: nothing is lost either way.

Documents are YAML files; scans, and pictures that words, counters and terrain show, are files named by their hash in
the folder's `scans`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from engine.core.messages import message
from engine.definitions.folders import load_folder, save_folder, write_safely
from engine.definitions.issues import DefinitionError, Where, error
from engine.definitions.pictures import pictures_of_document, pictures_of_map
from engine.storage import blobs
from engine.storage.blobs import MOST_BYTES, Blob, media_of
from engine.storage.contents import Contents
from engine.storage.copies import write_new
from engine.storage.errors import speaking_of
from engine.storage.inspection import Snapshot

SCANS: Final = "scans"


def import_folder(folder: Path, path: Path, *, name: str = "") -> Contents:
    """Write a file with everything a folder holds; raises DefinitionError or FileError, and then writes nothing."""
    contents = Contents.of_project(load_folder(folder))
    write_new(path, contents, list(scans_beside(contents, folder)), name=name)
    return contents


def export_folder(path: Path, folder: Path) -> tuple[Path, ...]:
    """Write everything a file holds into a folder; the file stays as it is. Returns the files that were written."""
    snapshot = Snapshot(path)
    try:
        project = snapshot.contents.to_project()
        held = set(blobs.names(snapshot.database))
        names = [*_scan_names(snapshot.contents), *(each for each in picture_names(snapshot.contents) if each in held)]
        scans = {name: blobs.get(snapshot.database, name) for name in names}
    finally:
        snapshot.close()
    written = list(save_folder(project, folder))
    for name, scan in scans.items():
        target = folder / SCANS / f"{name}{scan.suffix}"
        with speaking_of(target):
            if not target.exists() or target.read_bytes() != scan.data:
                target.parent.mkdir(parents=True, exist_ok=True)
                write_safely(target, scan.data)
                written.append(target)
    return tuple(written)


def _scan_names(contents: Contents) -> list[str]:
    return sorted({scan.sha256 for plan in contents.maps.values() for scan in plan.scans.values()})


def picture_names(contents: Contents) -> list[str]:
    """The pictures that words, counters and terrain show; one that nobody has is no less a name."""
    shown = {name for each in contents.documents.values() for name in pictures_of_document(each)}
    return sorted(shown.union(*(pictures_of_map(plan) for plan in contents.maps.values())))


def scans_beside(contents: Contents, folder: Path) -> Iterator[Blob]:
    """The scans and pictures of documents of text, from the folder they lie in; raises DefinitionError."""
    scans = _scan_names(contents)
    for name in dict.fromkeys((*scans, *picture_names(contents))):
        found = sorted((folder / SCANS).glob(f"{name}.*"))
        where = Where(str(folder / SCANS))
        if not found and name not in scans:
            continue
        if not found:
            raise DefinitionError([error(message("file.scan-missing", scan=name), where)])
        with speaking_of(found[0]):
            if found[0].stat().st_size > MOST_BYTES:
                said = message("file.scan-too-big", file=str(found[0]), size=found[0].stat().st_size, limit=MOST_BYTES)
                raise DefinitionError([error(said, where)])
            scan = Blob(media_of(found[0].suffix), found[0].read_bytes())
        if scan.sha256 != name:
            raise DefinitionError([error(message("file.scan-differs", file=str(found[0])), where)])
        yield scan
