"""Everything a file holds as one zip of text and pictures, to be sent to somebody, and back into a file.

A parcel is the folder that `export` writes, with nothing but documents, scans and pictures to look at in it. The same
contents make the same bytes. What comes from elsewhere is not trusted: names that lead out of the folder, files of
another sort, too many or too large ones are refused before anything is unpacked.
"""

from __future__ import annotations

import lzma
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import IO, Final

from engine.core.messages import Argument, Message, message
from engine.definitions.drafts import scratch
from engine.definitions.game_record import GameRecord
from engine.definitions.issues import DefinitionError, Issue
from engine.definitions.played import PlayedDocument
from engine.storage.blobs import MOST_BYTES, SUFFIXES
from engine.storage.contents import Contents
from engine.storage.errors import FileError, speaking_of
from engine.storage.exchange import SCANS, export_folder, import_folder
from engine.storage.replacing import in_one_stroke
from engine.storage.store import Store

SUFFIX: Final = ".zip"
PICTURES: Final = "pictures"
"""Folder of pictures to look at; they are made from the rest and not read again."""
MOST_FILES: Final = 2_000
MOST_TEXT: Final = 64 * 1024 * 1024
"""Bytes of one document, unpacked."""
MOST_IN_ALL: Final = 1024 * 1024 * 1024
_OF_GAMES: Final = tuple(f"format: redoubt/{model.KIND}/".encode() for model in (GameRecord, PlayedDocument))
_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)
_PIECE: Final = 1 << 20
BROKEN_ZIP: Final = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    NotImplementedError,
    EOFError,
    RuntimeError,
    ValueError,
)
"""What unpacking raises over a zip that is damaged, or packed in a way that we do not know."""


def pack(
    source: Path | Store, parcel: Path, pictures: Mapping[str, bytes] | None = None, *, games: bool = False
) -> tuple[str, ...]:
    """Write what a file holds into a zip, with pictures beside it; returns what is in it. Raises FileError.

    Saved games stay at home unless they are asked for: who has one has its seed and its log, and so every die to come.
    """
    found = _texts(source, parcel)
    if not games:
        found = {name: data for name, data in found.items() if not data.startswith(_OF_GAMES)}
    found |= {f"{PICTURES}/{name}": data for name, data in (pictures or {}).items()}
    with tempfile.SpooledTemporaryFile(max_size=MOST_TEXT) as draft, speaking_of(parcel):
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in sorted(found):
                about = zipfile.ZipInfo(name, _LONG_AGO)
                about.compress_type = zipfile.ZIP_DEFLATED
                about.external_attr = 0o644 << 16
                archive.writestr(about, found[name])
        draft.seek(0)
        with in_one_stroke(parcel) as whole:
            whole.write_bytes(draft.read())
    return tuple(sorted(found))


def _texts(source: Path | Store, parcel: Path) -> dict[str, bytes]:
    """What `export` writes, by name. Trouble on the way there is the parcel's: nobody knows of the folder between."""
    with scratch() as place:
        folder, path = place / "parcel", place / "copy.redoubt"
        try:
            if isinstance(source, Store):
                source.copy_to(path)
            else:
                path = source
            export_folder(path, folder)
            files = [each for each in folder.rglob("*") if each.is_file()]
            return {each.relative_to(folder).as_posix(): each.read_bytes() for each in files}
        except FileError as bad:
            if place not in bad.path.parents:
                raise
            raise _about(parcel, bad.message) from bad
        except DefinitionError as bad:
            if not bad.issues[0].where.file.startswith(str(place)):
                raise
            raise _about(parcel, bad.issues[0].message) from bad


def _about(parcel: Path, said: Message) -> FileError:
    return FileError(Message(said.key, {**said.args, "file": str(parcel)}), parcel)


def unpack(parcel: Path, path: Path) -> Contents:
    """Write a new file with everything a zip holds; raises FileError or DefinitionError, and then writes nothing."""
    with scratch() as place:
        folder = place / "parcel"
        _lay_out(parcel, folder)
        try:
            return import_folder(folder, path, name=parcel.stem)
        except DefinitionError as bad:
            raise DefinitionError(_in_parcel(parcel, found, folder) for found in bad.issues) from None


def _in_parcel(parcel: Path, found: Issue, folder: Path) -> Issue:
    """What is wrong with a document that was laid out, by its place in the zip: nobody knows of the folder between."""
    args = {name: _renamed(value, folder, parcel) for name, value in found.message.args.items()}
    where = replace(found.where, file=found.where.file.replace(str(folder), str(parcel)))
    return replace(found, message=Message(found.message.key, args), where=where)


def _renamed(value: Argument, folder: Path, parcel: Path) -> Argument:
    return value.replace(str(folder), str(parcel)) if isinstance(value, str) else value


def _lay_out(parcel: Path, folder: Path) -> None:
    """Unpack what belongs into a parcel."""
    folder.mkdir()
    try:
        with speaking_of(parcel), zipfile.ZipFile(parcel) as archive:
            for entry in _checked(parcel, archive):
                target = folder / entry.filename
                target.parent.mkdir(parents=True, exist_ok=True)
                _extract(archive, entry, target, parcel)
    except BROKEN_ZIP as bad:
        raise FileError(message("file.bad-parcel", file=str(parcel), problem=str(bad)), parcel) from bad


def _checked(parcel: Path, archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """The files to unpack; raises FileError about the first that has no place in a parcel."""
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_IN_ALL:
        raise FileError(message("file.parcel-too-big", file=str(parcel)), parcel)
    found: dict[str, zipfile.ZipInfo] = {}
    for entry in entries:
        name = PurePosixPath(entry.filename)
        is_text = len(name.parts) == 1 and name.suffix == ".yaml"
        is_scan = len(name.parts) == 2 and name.parts[0] == SCANS and name.suffix in {*SUFFIXES.values(), ".bin"}
        is_picture = len(name.parts) == 2 and name.parts[0] == PICTURES
        is_inside = not name.is_absolute() and ".." not in name.parts and not set("\\:") & set(entry.filename)
        if not is_inside or not (is_text or is_scan or is_picture) or entry.filename in found:
            raise FileError(message("file.strange-in-parcel", file=str(parcel), name=entry.filename), parcel)
        if entry.file_size > (MOST_TEXT if is_text else MOST_BYTES):
            raise FileError(message("file.parcel-too-big", file=str(parcel)), parcel)
        if not is_picture:
            found[entry.filename] = entry
    return list(found.values())


def _extract(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, target: Path, parcel: Path) -> None:
    """One file, and no more of it than its heading said."""
    left = entry.file_size
    with archive.open(entry) as source, target.open("xb") as file:
        while piece := _unpacked(source):
            left -= len(piece)
            if left < 0:
                raise FileError(message("file.parcel-too-big", file=str(parcel)), parcel)
            file.write(piece)


def _unpacked(source: IO[bytes]) -> bytes:
    """The next piece of a file in a zip. Bzip2 tells of damage as if the disk refused, but without the number of it."""
    try:
        return source.read(_PIECE)
    except OSError as bad:
        if bad.errno is None:
            raise ValueError(str(bad)) from bad
        raise
