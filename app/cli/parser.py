"""The words of the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NoReturn

from app.cli.exits import Exit, complain
from app.cli.geo_options import add_arguments as add_geo_arguments
from app.cli.language_option import VARIABLE
from app.cli.player_options import AS_JSON, READABLE, add_player_arguments, at_least, some_name
from engine.narration.language import LANGUAGES

WINDOW = "window"
COMMANDS = (
    "games", "rules", "check", "probe", "playout", "match", "playtest", "replay", "render", "import", "import-geo",
    "export", "find-grid", "practice-scan", "tour",
)  # fmt: skip


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, with the way to help. Options are written in full: `--game` is not `--games`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        complain(f"{message} (see {self.prog} --help)")
        raise SystemExit(Exit.USAGE)


def _path(text: str) -> Path:
    return Path(some_name(text))


def _version() -> str:
    try:
        return version("redoubt")
    except PackageNotFoundError:
        return "(not installed)"


def build_parser() -> argparse.ArgumentParser:
    """Every command with its arguments. Without a command the window opens."""
    parser = _Parser(prog="redoubt", description="A workshop for board wargames: paint the map, set it up, play it.")
    parser.add_argument("--version", action="version", version=f"redoubt {_version()}")
    parser.add_argument(
        "--language", choices=tuple(LANGUAGES), help=f"the language to speak; {VARIABLE} says it for every start"
    )
    sub = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    parser.set_defaults(command=WINDOW, file=None)  # after the line above, whose own default would win

    def command(name: str, help: str) -> argparse.ArgumentParser:
        return sub.add_parser(name, help=help, description=f"{help[0].upper()}{help[1:]}.")

    window = command(WINDOW, "open the window, on a file if one is named (the default)")
    window.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        type=some_name,
        help="a .redoubt file, a zip, a scenario folder or the name of a bundled scenario",
    )

    games = command("games", "list the games and the bundled scenarios")
    games.add_argument("--json", action="store_true", help=AS_JSON)

    rules = command("rules", "how many cases of a game are implemented, explained and tested")
    rules.add_argument("game", metavar="GAME", help="which game, as `redoubt games` calls it")
    rules.add_argument("--json", action="store_true", help=AS_JSON)

    check = command("check", "look for mistakes in a .redoubt file, a zip, a YAML file or a scenario folder")
    check.add_argument("file", metavar="FILE", type=some_name, help=READABLE)
    check.add_argument("--scenario", metavar="ID", type=some_name, help="only this scenario, where there are several")
    check.add_argument("--json", action="store_true", help=AS_JSON)

    probe = command("probe", "answer the questions of positions, in files and folders of them")
    probe.add_argument("files", nargs="+", type=_path, metavar="FILE", help="a file of positions, or a folder of such")
    probe.add_argument("--json", action="store_true", help=AS_JSON)

    add_player_arguments(command)

    replay = command("replay", "play a saved game again and compare its end")
    replay.add_argument("file", metavar="FILE", type=_path, help="a .redoubt file with saved games")
    replay.add_argument("--game", metavar="ID", help="which saved game, where the file holds several")
    replay.add_argument("--any-end", action="store_true", help="take a log that does not say where it leads")
    replay.add_argument("--json", action="store_true", help=AS_JSON)

    render = command("render", "draw a map with its counters into a picture")
    render.add_argument("file", metavar="FILE", type=some_name, help=READABLE)
    render.add_argument("png", metavar="PNG", type=_path, help="the picture to write")
    render.add_argument("--scenario", metavar="ID", type=some_name, help="whose counters, where there are several")
    render.add_argument("--width", type=at_least(16), default=2000, metavar="PIXELS", help="how wide; 2000 unless told")
    render.add_argument("--dark", action="store_true", help="with the colours of the dark theme")

    _add_exchange(command)

    tour = command("tour", "open the examples in the real window and save pictures of it")
    tour.add_argument("directory", metavar="DIRECTORY", type=_path, help="the folder that the pictures go into")
    return parser


def _add_exchange(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """What comes in, what goes out, and what is read off pictures."""
    into = command("import", "make a .redoubt file from a folder, a zip, a VASSAL module or a map of Tiled")
    into.add_argument("folder", metavar="FOLDER", type=some_name, help="what comes in: a folder, a zip, .vmod or .tmx")
    into.add_argument("file", metavar="FILE", type=_path, help="the .redoubt file to write")
    into.add_argument("--game", metavar="GAME", type=some_name, help="the game of a set-up that comes from a module")

    add_geo_arguments(command("import-geo", "make a map from files of land, lakes, rivers and cities"))

    out = command("export", "write a .redoubt file as a folder of text, a zip, .vmod, .tmx, .tmj, .geojson or .csv")
    out.add_argument("file", metavar="FILE", type=_path, help="the .redoubt file that goes out")
    out.add_argument("folder", metavar="FOLDER", type=_path, help="the folder or file to write; its ending says which")
    out.add_argument("--games", action="store_true", help="saved games too, where a zip is written")

    grid = command("find-grid", "find the hex grid of a scanned map")
    grid.add_argument("picture", type=_path, metavar="PICTURE", help="a PNG, JPEG or TIFF file")
    grid.add_argument("--json", action="store_true", help=AS_JSON)

    practice = command("practice-scan", "draw a scanned map to practise with")
    practice.add_argument("picture", type=_path, metavar="PICTURE", help="the PNG or JPEG file to write")
