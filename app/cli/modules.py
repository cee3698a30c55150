"""`redoubt import` of what other programs wrote: VASSAL modules."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from app.cli.exits import CommandFailed, Exit, complain, say
from app.dialogs.starter_kinds import add_starter_kinds
from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.exchange.vassal_import import import_vassal
from engine.narration.language import catalogue
from engine.storage.errors import FileError
from engine.storage.store import Store

MODULES: Final = (".vmod", ".vext")


def import_module(options: argparse.Namespace) -> Exit:
    """A module into a new .redoubt file; what came in is said, and what was left out and why."""
    words = catalogue()
    try:
        found = import_vassal(Path(options.folder), prepare=add_starter_kinds, as_png=_as_png, game=options.game or "")
    except ExchangeError as bad:
        raise CommandFailed(Exit.BAD_INPUT, words.text(bad.message)) from None
    except MemoryError:
        raise CommandFailed(Exit.BAD_INPUT, f"{options.folder}: there is not enough memory to read it") from None
    try:
        Store.create(options.file, found.contents, found.pictures, name="Imported").close()
    except FileError as bad:
        raise CommandFailed(Exit.CANNOT_WRITE, words.text(bad.message)) from None
    for line in found.lines:
        say(words.text(line))
    for line in found.left_out:
        complain(words.text(line))
    say(f"{options.file}: {len(found.contents.maps) + len(found.contents.documents)} documents")
    return Exit.FINE


def _as_png(data: bytes) -> bytes | None:
    """A picture of another kind, such as GIF, as PNG; None for one that cannot be decoded."""
    from editor.documents.scan_pixels import png_of  # noqa: PLC0415 - Qt only when a picture has to be turned

    return png_of(data)
