"""Scans and other large pieces, stored once under the hash of their bytes.

A blob is never changed and belongs to no journal entry: rows refer to it by hash, going back to a version finds it
again, and it goes only when neither a row nor the journal speaks of it any more.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from engine.core.messages import message
from engine.definitions.pictures import pictures_in
from engine.storage.connection import Database
from engine.storage.errors import FileError
from engine.storage.played_games import pictures_played_with
from engine.storage.schema import BLOB, COUNTER_TYPE, DOCUMENT, JOURNAL, SCAN, SCENARIO, SWATCH

MOST_BYTES: Final = 256 * 1024 * 1024
"""Of one scan, as it is in its file."""
_PIECE: Final = 1 << 20

SUFFIXES: Final = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/tiff": ".tif",
    "image/webp": ".webp",
    "application/pdf": ".pdf",
    "image/svg+xml": ".svg",
}
OTHER_MEDIA: Final = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class Blob:
    """Bytes and what they are."""

    media: str
    data: bytes

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    @property
    def suffix(self) -> str:
        """How the name of its file ends."""
        return SUFFIXES.get(self.media, ".bin")


def media_of(suffix: str) -> str:
    """What a file with such a name is."""
    return next((media for media, known in SUFFIXES.items() if known == suffix.lower()), OTHER_MEDIA)


def put(database: Database, connection: sa.Connection, blob: Blob) -> str:
    """Store a blob unless it is there; returns its hash."""
    if len(blob.data) > MOST_BYTES:
        said = message("file.scan-too-big", file=str(database.path), size=len(blob.data), limit=MOST_BYTES)
        raise FileError(said, database.path)
    name = blob.sha256
    if connection.execute(sa.select(BLOB.c.sha256).where(BLOB.c.sha256 == name)).first() is not None:
        return name
    room = sa.func.zeroblob(len(blob.data))
    connection.execute(sa.insert(BLOB).values(sha256=name, media=blob.media, size=len(blob.data), data=room))
    with database.blob(BLOB.name, BLOB.c.data.name, _row(connection, name)) as value:
        whole = memoryview(blob.data)
        for start in range(0, len(whole), _PIECE):
            value.write(whole[start : start + _PIECE])
    return name


def get(database: Database, sha256: str) -> Blob:
    """A blob as it was put; raises FileError when it is not there or not what its hash says."""
    facts = database.rows(sa.select(BLOB.c.media, sa.func.length(BLOB.c.data)).where(BLOB.c.sha256 == sha256))
    if not facts or facts[0][1] > MOST_BYTES:
        raise FileError(message("file.no-scan", file=str(database.path), scan=sha256), database.path)
    ((data,),) = database.rows(sa.select(BLOB.c.data).where(BLOB.c.sha256 == sha256))
    blob = Blob(facts[0][0], data)
    if blob.sha256 != sha256:
        raise FileError(message("file.damaged-scan", file=str(database.path), scan=sha256), database.path)
    return blob


def pieces(database: Database, sha256: str) -> Iterator[bytes]:
    """A blob bit by bit, of which only a bit is in memory, in one turn: each look anew would go through all before it.

    Raises FileError as `get` does, at the end where what was read is not what it should be.
    """
    digest = hashlib.sha256()
    with database.transaction() as connection:
        found = connection.execute(
            sa.select(sa.func.length(BLOB.c.data)).where(BLOB.c.sha256 == sha256)
        ).scalar_one_or_none()
        if found is None or found > MOST_BYTES:
            raise FileError(message("file.no-scan", file=str(database.path), scan=sha256), database.path)
        with database.blob(BLOB.name, BLOB.c.data.name, _row(connection, sha256)) as value:
            while piece := value.read(_PIECE):
                digest.update(piece)
                yield piece
    if digest.hexdigest() != sha256:
        raise FileError(message("file.damaged-scan", file=str(database.path), scan=sha256), database.path)


def _row(connection: sa.Connection, sha256: str) -> int:
    row: sa.ColumnClause[int] = sa.literal_column("rowid", sa.INTEGER)
    return connection.execute(sa.select(row).select_from(BLOB).where(BLOB.c.sha256 == sha256)).scalar_one()


def names(database: Database) -> list[str]:
    """The hashes of all blobs."""
    return [row[0] for row in database.rows(sa.select(BLOB.c.sha256).order_by(BLOB.c.sha256))]


def sweep(connection: sa.Connection) -> int:
    """Drop blobs that no scan, words, terrain or counters use.

    Only when the journal is empty, for it may bring such a one back.
    """
    if connection.execute(sa.select(sa.func.count()).select_from(JOURNAL)).scalar_one():
        return 0
    places = (SCENARIO.c.head, SWATCH.c.body, COUNTER_TYPE.c.body, DOCUMENT.c.head)
    texts = (text for place in places for text in connection.scalars(sa.select(place)))
    shown = {name for text in texts for name in pictures_in(text)}
    shown |= pictures_played_with(connection)
    used = set(connection.scalars(sa.select(SCAN.c.sha256))) | shown
    gone = [name for name in connection.scalars(sa.select(BLOB.c.sha256)) if name not in used]
    for name in gone:
        connection.execute(sa.delete(BLOB).where(BLOB.c.sha256 == name))
    return len(gone)
