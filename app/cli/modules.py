"""`redoubt import` and `export` for other programs: VASSAL modules, tables of hexes."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from app.cli.exits import CommandFailed, Exit, complain, say
from app.dialogs.starter_kinds import add_starter_kinds
from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.exchange.hex_table import hex_table
from editor.digitise.exchange.vassal_import import import_vassal
from editor.export.files import written_whole
from engine.narration.language import catalogue
from engine.storage.errors import FileError
from engine.storage.store import Store

MODULES: Final = (".vmod", ".vext")
TABLES: Final = (".csv",)


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


def export_module(options: argparse.Namespace) -> Exit:
    """The map of a file, with the counters of its scenario, as a module."""
    from app.application import application  # noqa: PLC0415 - Qt only when a picture is wanted
    from app.cli.pictures import off_screen  # noqa: PLC0415
    from app.files.map_opening import open_anything  # noqa: PLC0415
    from app.files.vassal_writing import write_module  # noqa: PLC0415

    off_screen()
    opened = open_anything(options.file)
    application()
    try:
        left_out = write_module(opened, options.folder)
    except FileError as bad:
        raise CommandFailed(Exit.CANNOT_WRITE, catalogue().text(bad.message)) from None
    except OSError as bad:
        raise CommandFailed(Exit.CANNOT_WRITE, f"{options.folder}: {bad.strerror or bad}") from None
    for line in left_out:
        complain(catalogue().text(line))
    say(f"{options.folder}: {opened.title or opened.plan.id}, {len(opened.counters)} counters")
    return Exit.FINE


def export_table(options: argparse.Namespace) -> Exit:
    """The hexes of a map as CSV."""
    from app.files.map_opening import open_anything  # noqa: PLC0415 - it brings what draws counters

    opened = open_anything(options.file)
    text = hex_table(opened.plan)
    try:
        with written_whole(options.folder) as file:
            file.write(text.encode("utf-8"))
    except FileError as bad:
        raise CommandFailed(Exit.CANNOT_WRITE, catalogue().text(bad.message)) from None
    say(f"{options.folder}: {text.count(chr(10)) - 1} hexes")
    return Exit.FINE


def _as_png(data: bytes) -> bytes | None:
    """A picture of another kind, such as GIF, as PNG; None for one that cannot be decoded."""
    from editor.documents.scan_pixels import png_of  # noqa: PLC0415 - Qt only when a picture has to be turned

    return png_of(data)
