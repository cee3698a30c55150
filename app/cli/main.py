"""Runs a command: finds it, and turns everything that can go wrong into one line and a code."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

from app.cli import documents, games, geography, grids, matches, pictures, playtests, positions
from app.cli.exits import CommandFailed, Exit, complain, failure_line
from app.cli.language_option import take_language
from app.cli.parser import COMMANDS, WINDOW, build_parser
from engine.core.messages import message
from engine.core.refusals import GameFault
from engine.definitions.drafts import sweep
from engine.definitions.issues import DefinitionError, error
from engine.definitions.suggest import did_you_mean
from engine.narration.language import catalogue
from engine.rulesets.library import bundled_scenarios
from engine.storage.errors import FileError

RUNS: dict[str, Callable[[argparse.Namespace], Exit]] = {
    "games": games.list_games,
    "rules": games.count_rules,
    "playout": games.play_out,
    "match": matches.play_match,
    "playtest": playtests.playtest,
    "replay": games.replay_game,
    "check": documents.check,
    "import": documents.import_documents,
    "import-geo": geography.import_geo,
    "export": documents.export_documents,
    "find-grid": grids.find_grid_of_picture,
    "practice-scan": grids.draw_practice_scan,
    "probe": positions.answer,
    "render": pictures.render_map,
    "tour": pictures.make_tour,
    WINDOW: pictures.open_window,
}


def run(arguments: list[str]) -> int:
    """Run the command that the arguments name; a file name alone opens the window on it."""
    _write_any_name()
    try:
        language, arguments = take_language(arguments)
        sweep()
        options = build_parser().parse_args(_with_command(arguments), argparse.Namespace(language=language))
        code = RUNS[options.command](options)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
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
        _forget_output()
        return Exit.FINE
    except OSError as bad:
        if bad.filename is not None:
            complain(f"{os.fsdecode(bad.filename)}: {bad.strerror or bad}")
            return Exit.BAD_INPUT
        complain(f"the result cannot be written: {bad.strerror or bad}")
        _forget_output()
        return Exit.CANNOT_WRITE


def _with_command(arguments: list[str]) -> list[str]:
    """What is no command is something to open; a slip of the pen is told before a window is thought of."""
    if not arguments or arguments[0].startswith("-") or arguments[0] in (*COMMANDS, WINDOW):
        return arguments
    name = arguments[0]
    if not Path(name).exists() and name not in bundled_scenarios():
        said = message("issue.no-such-command", name=name)
        raise DefinitionError([error(said, hint=did_you_mean(name, [*COMMANDS, *bundled_scenarios()]))])
    return [WINDOW, *arguments]


def _write_any_name() -> None:
    """A file may have a name that the output's encoding has no letters for; it is written with escapes."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")


def _forget_output() -> None:
    """Nobody can be told any more, not even by what Python flushes at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
