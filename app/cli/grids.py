"""`redoubt find-grid`: the hex grid of a scanned map, without a window; and a scan to practise with."""

from __future__ import annotations

import argparse
import json

from app.cli.exits import CommandFailed, Exit, say, tell
from app.cli.pictures import off_screen
from editor.digitise.grid.found_grid import FoundGrid
from editor.digitise.grid.grid_finder import find_grid
from editor.digitise.scans import ScanError
from engine.core.boards.hexes import Orientation
from engine.core.messages import message
from engine.narration.language import catalogue, fixed


def find_grid_of_picture(options: argparse.Namespace) -> Exit:
    """What the picture shows, or why it is not told; a refusal is an answer, not a failure."""
    from editor.documents.scan_pixels import grey_pixels  # noqa: PLC0415 - Qt only when a picture is read

    try:
        pixels = grey_pixels(options.picture)
    except ScanError as bad:
        raise CommandFailed(Exit.BAD_INPUT, catalogue().text(bad.message)) from None
    except MemoryError:
        raise CommandFailed(Exit.BAD_INPUT, message("cli.memory-look", file=str(options.picture))) from None
    found = find_grid(pixels)
    if options.json:
        say(json.dumps(_as_json(found)))
        return Exit.FINE
    if not found.is_found:
        say(catalogue().text(found.refusal))
    for sheet in found.sheets:
        tell(
            message(
                "cli.grid",
                tops=message("cli.flat" if sheet.orientation is Orientation.FLAT else "cli.pointy"),
                pitch=fixed(sheet.pitch, 2),
                rotation=fixed(sheet.rotation, 1),
                count=len(sheet.centres),
                score=fixed(sheet.score, 2),
            )
        )
    if found.has_rivals:
        tell(message("cli.rival-sheet"))
    return Exit.FINE


def draw_practice_scan(options: argparse.Namespace) -> Exit:
    """The scan that the manual's walk is walked on."""
    from app.application import application  # noqa: PLC0415 - Qt only when a picture is drawn
    from app.practice_scan import practice_scan  # noqa: PLC0415

    off_screen()
    application()
    if not practice_scan().save(str(options.picture)):
        raise CommandFailed(Exit.CANNOT_WRITE, message("cli.not-a-picture", file=str(options.picture)))
    say(str(options.picture))
    return Exit.FINE


def _as_json(found: FoundGrid) -> dict[str, object]:
    first = found.sheets[0] if found.sheets else None
    return {
        "found": found.is_found,
        "score": round(found.score, 3),
        "pitch": None if first is None else round(first.pitch, 3),
        "orientation": None if first is None else first.orientation.value,
        "rotation": None if first is None else round(first.rotation, 2),
        "centres": [[round(x, 2), round(y, 2)] for x, y in found.centres.tolist()],
        "sheets": [len(sheet.centres) for sheet in found.sheets],
        "each_sheet": [
            {
                "score": round(sheet.score, 3),
                "pitch": round(sheet.pitch, 3),
                "orientation": sheet.orientation.value,
                "rotation": round(sheet.rotation, 2),
            }
            for sheet in found.sheets
        ],
        "may_have_more": found.has_rivals,
        "refusal": None if found.is_found else catalogue().text(found.refusal),
    }
