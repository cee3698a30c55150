"""`redoubt import` and `export` for other programs: VASSAL modules, maps of Tiled, GeoJSON, tables of hexes."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from app.cli.exits import CommandFailed, Exit, complain, failure_line, say, tell
from app.dialogs.starter_kinds import add_starter_kinds
from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.exchange.exchange_import import VASSAL_ENDINGS, import_exchange
from editor.digitise.exchange.geojson_writing import geojson_of
from editor.digitise.exchange.hex_table import hex_table
from editor.export.files import written_whole
from engine.core.messages import message
from engine.definitions.issues import DefinitionError
from engine.narration.language import catalogue
from engine.storage.errors import FileError
from engine.storage.store import Store

MODULES: Final = VASSAL_ENDINGS
TABLES: Final = (".csv",)
TILED: Final = (".tmx", ".tmj")
GLOBES: Final = (".geojson",)


def import_module(options: argparse.Namespace) -> Exit:
    """A module or a map of Tiled into a new .redoubt file; what came in is said, and what was left out and why."""
    words = catalogue()
    path = Path(options.folder)
    try:
        found = import_exchange(
            path, prepare=add_starter_kinds, as_png=_as_png, colour=_colour, game=options.game or ""
        )
    except ExchangeError as bad:
        raise CommandFailed(Exit.BAD_INPUT, words.text(bad.message)) from None
    except MemoryError:
        raise CommandFailed(Exit.BAD_INPUT, message("cli.memory-read", file=str(options.folder))) from None
    try:
        Store.create(options.file, found.contents, found.pictures, name="Imported").close()
    except FileError as bad:
        raise CommandFailed(Exit.CANNOT_WRITE, words.text(bad.message)) from None
    for line in found.lines:
        say(words.text(line))
    for line in found.left_out:
        complain(words.text(line))
    count = len(found.contents.maps) + len(found.contents.documents)
    tell(message("cli.documents", file=str(options.file), count=count))
    return Exit.FINE


def export_module(options: argparse.Namespace) -> Exit:
    """The map of a file, with the counters of its scenario, as a module, or the map alone for Tiled."""
    from app.application import application  # noqa: PLC0415 - Qt only when a picture is wanted
    from app.cli.pictures import off_screen  # noqa: PLC0415
    from app.files.map_opening import open_anything  # noqa: PLC0415
    from app.files.tiled_writing import write_tiled  # noqa: PLC0415
    from app.files.vassal_writing import write_module  # noqa: PLC0415

    off_screen()
    opened = open_anything(options.file)
    application()
    is_tiled = options.folder.suffix.lower() in TILED
    try:
        left_out = (write_tiled if is_tiled else write_module)(opened, options.folder)
    except FileError as bad:
        raise CommandFailed(Exit.CANNOT_WRITE, catalogue().text(bad.message)) from None
    except DefinitionError as bad:
        raise CommandFailed(Exit.CANNOT_WRITE, failure_line(bad.issues)) from None
    except OSError as bad:
        raise CommandFailed(Exit.CANNOT_WRITE, f"{options.folder}: {bad.strerror or bad}") from None
    for line in left_out:
        complain(catalogue().text(line))
    named = {"file": str(options.folder), "title": opened.title or opened.plan.id}
    if is_tiled:
        tell(message("cli.map-sheets", **named, count=len(opened.plan.sheets)))
    else:
        tell(message("cli.map-counters", **named, count=len(opened.counters)))
    return Exit.FINE


def export_table(options: argparse.Namespace) -> Exit:
    """The hexes of a map as CSV, or all that lies on it as GeoJSON."""
    from app.files.map_opening import open_anything  # noqa: PLC0415 - it brings what draws counters

    opened = open_anything(options.file)
    is_globe = options.folder.suffix.lower() in GLOBES
    try:
        text = geojson_of(opened.plan) if is_globe else hex_table(opened.plan)
        with written_whole(options.folder) as file:
            file.write(text.encode())
    except ExchangeError as bad:
        raise CommandFailed(Exit.BAD_INPUT, catalogue().text(bad.message)) from None
    except FileError as bad:
        raise CommandFailed(Exit.CANNOT_WRITE, catalogue().text(bad.message)) from None
    except OSError as bad:
        raise CommandFailed(Exit.CANNOT_WRITE, f"{options.folder}: {bad.strerror or bad}") from None
    lines = text.count("\n")
    name = str(options.folder)
    tell(
        message("cli.features", file=name, count=lines - 2)
        if is_globe
        else message("cli.hexes", file=name, count=lines - 1)
    )
    return Exit.FINE


def _as_png(data: bytes) -> bytes | None:
    """A picture of another kind, such as GIF, as PNG; None for one that cannot be decoded."""
    from editor.documents.scan_pixels import png_of  # noqa: PLC0415 - Qt only when a picture has to be turned

    return png_of(data)


def _colour(image: Path, box: tuple[int, int, int, int]) -> str | None:
    """The usual colour of a part of a picture."""
    from app.files.tile_colours import colour_of  # noqa: PLC0415 - Qt only when a picture has to be read

    return colour_of(image, box)
