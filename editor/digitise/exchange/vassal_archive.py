"""The zip that a VASSAL module is: looked into by name, with bounds, and never laid out on the disk."""

from __future__ import annotations

import unicodedata
import zipfile
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.exchange.safe_xml import MOST_BYTES as MOST_TEXT
from engine.core.messages import message
from engine.storage.blobs import MOST_BYTES
from engine.storage.parcels import BROKEN_ZIP

MOST_FILES: Final = 50_000
MOST_IN_ALL: Final = 2 << 30
"""Bytes read from one module, unpacked."""
_BROKEN: Final = (*BROKEN_ZIP, OSError)
BUILD_FILES: Final = ("buildFile.xml", "buildFile")
_IMAGES: Final = "images/"
_SAYS_UTF8: Final = 0x800


class VassalArchive:
    """A module that is open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._left = MOST_IN_ALL
        try:
            self._zip = zipfile.ZipFile(path)
            self._entries = {entry.filename: entry for entry in self._zip.infolist()}
        except FileNotFoundError:
            raise ExchangeError(message("exchange.no-file", file=path.name)) from None
        except _BROKEN as bad:
            said = message("exchange.bad-zip", file=path.name, problem=str(bad))
            if path.is_file() and not zipfile.is_zipfile(path):
                said = message("exchange.no-module", file=path.name)
            raise ExchangeError(said) from None
        if len(self._entries) > MOST_FILES:
            raise ExchangeError(message("exchange.too-many-files", file=path.name, limit=MOST_FILES))
        self._spelt = {_spelling(name): name for name in self._entries}
        for entry in self._entries.values():
            self._spelt.setdefault(_spelling(_as_meant(entry)), entry.filename)

    def build_file(self) -> bytes:
        """What the module is built from."""
        for name in BUILD_FILES:
            if name in self._entries:
                return self._read(name, MOST_TEXT)
        raise ExchangeError(message("exchange.no-build-file", file=self.path.name))

    def image(self, name: str) -> bytes | None:
        """A picture by the name that the build file has for it, None where there is none or too large a one."""
        wanted = name.strip().replace("\\", "/").removeprefix(_IMAGES)
        for trial in (wanted, f"{wanted}.gif", f"{wanted}.png", f"{wanted}.svg"):
            found = self._spelt.get(_spelling(f"{_IMAGES}{trial}"))
            if found is not None:
                try:
                    return self._read(found, MOST_BYTES)
                except ExchangeError:
                    return None
        return None

    def _read(self, name: str, most: int) -> bytes:
        entry = self._entries[name]
        if entry.file_size > min(most, self._left):
            raise ExchangeError(message("exchange.entry-too-large", file=self.path.name, name=name))
        try:
            with self._zip.open(entry) as source:
                data = source.read(entry.file_size + 1)
        except _BROKEN as bad:
            raise ExchangeError(message("exchange.bad-zip", file=self.path.name, problem=str(bad))) from None
        if len(data) > entry.file_size:
            raise ExchangeError(message("exchange.entry-too-large", file=self.path.name, name=name))
        self._left -= len(data)
        return data

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, bad: BaseException | None, at: TracebackType | None) -> None:
        self._zip.close()


def _spelling(name: str) -> str:
    """A name as all systems agree on it: without case, with accents on their letters, with one kind of slash."""
    return unicodedata.normalize("NFC", name.replace("\\", "/")).casefold()


def _as_meant(entry: zipfile.ZipInfo) -> str:
    """The name of an entry that was written as UTF-8 without saying so, as old programs did."""
    if entry.flag_bits & _SAYS_UTF8:
        return entry.filename
    try:
        return entry.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return entry.filename
