"""Runs a command: finds it, and turns everything that can go wrong into one line and a code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable

from app.cli import documents, games, pictures, positions
from app.cli.exits import CommandFailed, Exit, complain, failure_line
from app.cli.parser import COMMANDS, WINDOW, build_parser
from engine.core.refusals import GameFault
from engine.definitions.issues import DefinitionError
from engine.rulesets.words import catalogue
from engine.storage.errors import FileError

RUNS: dict[str, Callable[[argparse.Namespace], Exit]] = {
    "games": games.list_games,
    "rules": games.count_rules,
    "playout": games.play_out,
    "replay": games.replay_game,
    "check": documents.check,
    "import": documents.import_documents,
    "export": documents.export_documents,
    "probe": positions.answer,
    "render": pictures.render_map,
    "tour": pictures.make_tour,
    WINDOW: pictures.open_window,
}


def run(arguments: list[str]) -> int:
    """Run the command that the arguments name; a file name alone opens the window on it."""
    known = {*COMMANDS, WINDOW, "-h", "--help"}
    if arguments and arguments[0] not in known and not arguments[0].startswith("-"):
        arguments = [WINDOW, *arguments]
    options = build_parser().parse_args(arguments)
    try:
        return RUNS[options.command](options)
    except CommandFailed as failed:
        complain(failed.line)
        return failed.code
    except DefinitionError as bad:
        complain(failure_line(bad.issues))
        return Exit.BAD_INPUT
    except FileError as bad:
        complain(catalogue().text(bad.message))
        return Exit.BAD_INPUT
    except GameFault as bad:
        complain(f"the rules went wrong: {bad}")
        return Exit.FOUND
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.FINE
    except KeyboardInterrupt:
        complain("stopped")
        return 130
