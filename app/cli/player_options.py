"""The arguments of commands in which computers play: `playout`, `match` and `playtest`."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.lab.experiments import LARGEST_SEED, MOST_GAMES

_MOST_VALUES = 100
"""Of a number that is swept: each is played as often as a whole experiment."""
READABLE = "a .redoubt file, a zip, a folder, a YAML file or the name of a bundled scenario"
AS_JSON = "tell it as JSON, for other programs"
_SPAN = re.compile(r"(-?\d+)-(-?\d+)")


def at_least(least: int, most: int | None = None) -> Callable[[str], int]:
    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if value < least:
            raise argparse.ArgumentTypeError(f"{value} is less than {least}")
        if most is not None and value > most:
            raise argparse.ArgumentTypeError(f"{text} is more than {most}")
        return value

    return number


def some_name(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("a name is wanted, this is empty")
    return text


def _span(text: str) -> tuple[int, int]:
    """Seeds from one number to another, `1-200`, or a single one."""
    first, _, last = text.partition("-")
    try:
        found = int(first), int(last or first)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a span of seeds such as 1-200") from None
    if found[0] < 0 or found[1] < found[0]:
        raise argparse.ArgumentTypeError(f"{text!r} is not a span of seeds such as 1-200")
    return found


def add_player_arguments(command: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Games between computers, and what they tell of the players."""
    playout = command("playout", "let the computer play games of a scenario")
    playout.add_argument("file", metavar="FILE", type=some_name, help=READABLE)
    playout.add_argument("--scenario", metavar="ID", type=some_name, help="which scenario, where there are several")
    playout.add_argument("--games", type=at_least(1), default=1, metavar="N", help="how many; 1 unless told")
    playout.add_argument("--seed", type=at_least(0), default=1, metavar="S", help="that of the first; 1 unless told")
    playout.add_argument("--bots", default="random", metavar="A,B", help="a bot for each side, or one for all")
    playout.add_argument(
        "--most-actions", type=at_least(1), default=20_000, metavar="N", help="stop a game after so many"
    )
    playout.add_argument("--json", action="store_true", help=AS_JSON)

    versus = command("match", "compare two computer players on the same sides of the same seeds")
    versus.add_argument("file", metavar="FILE", type=some_name, help=READABLE)
    versus.add_argument("first", metavar="A", help="who is compared")
    versus.add_argument("second", metavar="B", help="with whom")
    versus.add_argument("--scenario", metavar="ID", type=some_name, help="which scenario, where there are several")
    versus.add_argument("--seeds", type=_span, default=(1, 20), metavar="FROM-TO", help="1-20 unless told")
    versus.add_argument("--against", default="random", metavar="C", help="the opponent of both; random unless told")
    versus.add_argument("--workers", type=at_least(1), metavar="W", help="so many processes; all cores unless told")
    versus.add_argument(
        "--most-actions", type=at_least(1), default=20_000, metavar="N", help="stop a game after so many"
    )
    versus.add_argument("--json", action="store_true", help=AS_JSON)
    _add_playtest(
        command("playtest", "play a scenario many times and report who wins, how surely, and what decides it")
    )


def _add_playtest(test: argparse.ArgumentParser) -> None:
    test.add_argument("file", metavar="FILE", type=some_name, help="a scenario as for playout, or a saved .experiment")
    test.add_argument("--scenario", metavar="ID", type=some_name, help="which scenario, where there are several")
    test.add_argument("--players", default="greedy", metavar="A,B", help="a player for each side, or one for all")
    test.add_argument(
        "--games", type=at_least(1, MOST_GAMES), default=100, metavar="N", help="how many; 100 unless told"
    )
    test.add_argument("--seed", type=at_least(0, LARGEST_SEED), default=1, metavar="S", help="the first seed")
    test.add_argument(
        "--option", metavar="NAME=VALUE", type=_option, action="append", help="an optional rule, such as events=yes"
    )
    where = test.add_mutually_exclusive_group()
    where.add_argument("--workers", type=at_least(1), metavar="W", help="so many processes; all cores unless told")
    where.add_argument("--cluster", metavar="ADDRESS", type=some_name, help="a dask cluster, such as tcp://host:8786")
    other = test.add_mutually_exclusive_group()
    other.add_argument("--against", metavar="FILE", type=some_name, help="compare with another scenario, seed by seed")
    other.add_argument("--against-players", metavar="A,B", type=some_name, help="compare with other players")
    other.add_argument("--sweep", metavar="NAME=FROM-TO", type=_swept, help="one number over a range")
    kept = test.add_mutually_exclusive_group()
    kept.add_argument(
        "--results", metavar="FILE", type=_file, help="where games are kept; beside the scenario unless told"
    )
    kept.add_argument("--keep-nothing", action="store_true", help="forget the games when it is told what they tell")
    test.add_argument("--save", metavar="FILE", type=_file, help="write the experiment itself, to run it elsewhere")
    test.add_argument("--most-actions", type=at_least(1), default=20_000, metavar="N", help="stop a game after so many")
    test.add_argument("--html", metavar="FILE", type=_file, help="write the whole report as one page")
    told = test.add_mutually_exclusive_group()
    told.add_argument("--json", action="store_true", help=AS_JSON)
    told.add_argument("--csv", action="store_true", help="a line for each game")


def _file(text: str) -> Path:
    return Path(some_name(text))


def _option(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not name or not sign:
        raise argparse.ArgumentTypeError(f"{text!r} is not an option and its value, such as events=yes")
    return name, value


def _swept(text: str) -> tuple[str, list[int]]:
    """A number and its values: `charts.parameters.stack_limit=2-5`, or `...=-2,0,5`."""
    name, _, values = text.partition("=")
    found: Sequence[int]
    try:
        span = _SPAN.fullmatch(values)
        first, last = map(int, span.groups()) if span else (0, 0)
        found = range(first, min(last, first + _MOST_VALUES) + 1) if span else [int(each) for each in values.split(",")]
    except ValueError:
        found = []
    if len(found) > _MOST_VALUES:
        raise argparse.ArgumentTypeError(f"{text!r} has more than {_MOST_VALUES} values")
    if not name or len(found) < 2:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number and its values, such as objectives.0.value=1-5")
    return name, list(found)
