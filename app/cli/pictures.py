"""`redoubt render`, `tour` and the window: the commands that need Qt, which is imported only here and only then."""

from __future__ import annotations

import argparse
import os
import sys

from app.cli.exits import CommandFailed, Exit, say, tell
from engine.core.messages import message
from engine.narration.language import catalogue
from engine.rulesets.assembly import pick_scenario
from engine.storage.errors import FileError


def render_map(options: argparse.Namespace) -> Exit:
    """A map with its counters as a PNG."""
    off_screen()
    from app.application import application  # noqa: PLC0415 - Qt only when a picture is wanted
    from app.files.map_opening import open_anything  # noqa: PLC0415
    from app.files.opened_pictures import OpenedPictures  # noqa: PLC0415
    from app.files.render import render  # noqa: PLC0415
    from editor.canvas.art.own_pictures import PICTURES  # noqa: PLC0415

    opened = open_anything(options.file, options.scenario)
    if options.scenario is not None:
        pick_scenario(opened.read(), options.scenario)  # refuses one that is not there
    beside = OpenedPictures(str(options.file))
    PICTURES.find_in(beside.picture)
    application()
    try:
        size = render(opened, options.png, options.width, dark=options.dark)
    except FileError as bad:
        raise CommandFailed(Exit.CANNOT_WRITE, catalogue().text(bad.message)) from None
    except OSError as bad:
        raise CommandFailed(Exit.CANNOT_WRITE, f"{options.png}: {bad.strerror or bad}") from None
    tell(message("cli.picture-size", file=str(options.png), width=size[0], height=size[1]))
    return Exit.FINE


def make_tour(options: argparse.Namespace) -> Exit:
    """The program at work, in pictures."""
    off_screen()
    from app.tour.tour import tour  # noqa: PLC0415 - Qt only when a picture is wanted

    try:
        options.directory.mkdir(parents=True, exist_ok=True)
    except OSError as bad:
        raise CommandFailed(Exit.CANNOT_WRITE, f"{options.directory}: {bad.strerror}") from None
    for picture in tour(options.directory):
        say(str(picture))
    return Exit.FINE


def open_window(options: argparse.Namespace) -> Exit:
    """The window, on a file or on an example."""
    if not _has_screen():
        raise CommandFailed(Exit.NO_SCREEN, message("cli.no-screen"))
    from app.start import start  # noqa: PLC0415 - Qt only when the window is wanted

    return Exit(start(options.file, options.language))


def _has_screen() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def off_screen() -> None:
    """Draw without a screen, unless the person chose a platform."""
    if not _has_screen():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
