"""The arguments of commands in which computers play: `playout` and `match`."""

from __future__ import annotations

import argparse
from collections.abc import Callable


def at_least(least: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if value < least:
            raise argparse.ArgumentTypeError(f"{value} is less than {least}")
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
    playout.add_argument("file", type=some_name, help="a bundled scenario, a folder, a .redoubt file or a zip")
    playout.add_argument("--scenario", metavar="ID", type=some_name, help="which scenario, where there are several")
    playout.add_argument("--games", type=at_least(1), default=1, metavar="N")
    playout.add_argument("--seed", type=at_least(0), default=1, metavar="S")
    playout.add_argument("--bots", default="random", metavar="A,B", help="a bot for each side, or one for all")
    playout.add_argument(
        "--most-actions", type=at_least(1), default=20_000, metavar="N", help="stop a game after so many"
    )
    playout.add_argument("--json", action="store_true")

    versus = command("match", "compare two computer players on the same sides of the same seeds")
    versus.add_argument("file", type=some_name, help="a bundled scenario, a folder, a .redoubt file or a zip")
    versus.add_argument("first", metavar="A", help="who is compared")
    versus.add_argument("second", metavar="B", help="with whom")
    versus.add_argument("--scenario", metavar="ID", type=some_name, help="which scenario, where there are several")
    versus.add_argument("--seeds", type=_span, default=(1, 20), metavar="FROM-TO")
    versus.add_argument("--against", default="random", metavar="C", help="the opponent of both")
    versus.add_argument(
        "--most-actions", type=at_least(1), default=20_000, metavar="N", help="stop a game after so many"
    )
    versus.add_argument("--json", action="store_true")
