"""A change of the file: which row, what it was, what it is now.

Because both are there, a change can be undone by swapping them, and a row of changes folds into one. The
journal keeps them as compressed JSON; what is read back is bounded, because a file may come from anywhere.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from engine.core.progress import in_slices

Plain: TypeAlias = str | int | float | None
"""What a column holds."""
Key: TypeAlias = tuple[Plain, ...]
Row: TypeAlias = tuple[Plain, ...]
Rows: TypeAlias = dict[Key, Row]
"""The rows of one table under their keys."""
Tables: TypeAlias = dict[str, Rows]

MOST_JOURNAL_BYTES: Final = 128 * 1024 * 1024
"""Of one entry, uncompressed; the largest map rewritten whole takes a tenth of it."""


class Delta(NamedTuple):
    """One row changed; `before` is None when it is new, `after` when it is gone."""

    table: str
    key: Key
    before: Row | None
    after: Row | None

    def inverted(self) -> Delta:
        """The change that takes this one back."""
        return Delta(self.table, self.key, self.after, self.before)


def folded(deltas: Iterable[Delta]) -> list[Delta]:
    """The same change with every row touched once, and rows that end as they began left out."""
    seen: dict[tuple[str, Key], Delta] = {}
    for some in in_slices(list(deltas)):
        for delta in some:
            earlier = seen.get((delta.table, delta.key))
            if earlier is not None:
                delta = delta._replace(before=earlier.before)  # noqa: PLW2901
            seen[delta.table, delta.key] = delta
    return [delta for delta in seen.values() if delta.before != delta.after]


def inverted(deltas: Sequence[Delta]) -> list[Delta]:
    """The change that takes all of these back."""
    return folded(delta.inverted() for delta in reversed(deltas))


def differences(table: str, before: Rows, after: Rows) -> list[Delta]:
    """What turns the rows of a table into others."""
    gone = [Delta(table, key, row, None) for key, row in before.items() if key not in after]
    come = [Delta(table, key, before.get(key), row) for key, row in after.items() if before.get(key) != row]
    return gone + come


class JournalError(ValueError):
    """An entry of the journal that is too large, or not one of ours."""


def packed(deltas: Sequence[Delta]) -> bytes:
    """Deltas as the journal keeps them, written bit by bit: a million of them at once would hold up every thread."""
    press = zlib.compressobj(1)
    size = 0
    data: list[bytes] = []
    for some in in_slices(deltas):
        text = json.dumps(some, ensure_ascii=False, separators=(",", ":"), allow_nan=False)[1:-1]
        piece = (("," if data else "[") + text).encode("utf-8")
        size += len(piece)
        if size >= MOST_JOURNAL_BYTES:
            raise JournalError("too large")
        data.append(press.compress(piece))
    return b"".join((*data, press.compress(b"]"), press.flush()))


def unpacked(data: bytes) -> list[Delta]:
    """What `packed` was given."""
    inflate = zlib.decompressobj()
    try:
        text = inflate.decompress(data, MOST_JOURNAL_BYTES)
        if inflate.unconsumed_tail or not inflate.eof:
            raise JournalError("too large, or cut short")
        entries = json.loads(text)
    except (zlib.error, ValueError, RecursionError) as bad:
        raise JournalError(str(bad)) from None
    if not isinstance(entries, list):
        raise JournalError("no list")
    return [_delta(entry) for entry in entries]


def _delta(entry: object) -> Delta:
    if not isinstance(entry, list) or len(entry) != 4 or not isinstance(entry[0], str):
        raise JournalError("no change of a row")
    key, before, after = (_row(part) for part in entry[1:])
    if not key:
        raise JournalError("a change without a key")
    return Delta(entry[0], key, before, after)


def _row(values: object) -> Row | None:
    if values is None:
        return None
    if not isinstance(values, list) or not all(isinstance(value, str | int | float | None) for value in values):
        raise JournalError("no row")
    return tuple(values)
