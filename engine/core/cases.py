"""Every rule says which case it is.

A ruleset opens a `Casebook` under its id and tags its functions with it: `@rule("7.15.4")`. The tags
are what the rules index is checked against. With REDOUBT_RECORD_CASES set before the first import (the
tests do), each tagged function also notes that it was entered, so that a test that claims a case and
never reaches its function can be failed. Without it a tagged function is left exactly as it was written.
"""

from __future__ import annotations

import functools
import os
from collections import defaultdict
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

RECORD_VARIABLE = "REDOUBT_RECORD_CASES"

_functions: dict[str, dict[str, list[str]]] = defaultdict(dict)
_entered: set[str] = set()


class Casebook:
    """The numbered cases of one game, as its functions claim them."""

    def __init__(self, game: str) -> None:
        self.game = game

    def rule(self, *cases: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
        """Tag a function with the cases it carries out."""
        recording = bool(os.environ.get(RECORD_VARIABLE))

        def tag(function: Callable[P, T]) -> Callable[P, T]:
            where = f"{function.__module__}:{function.__qualname__}"
            for case in cases:
                _functions[self.game].setdefault(case, []).append(where)
            if not recording:
                return function
            marks = [f"{self.game}:{case}" for case in cases]

            @functools.wraps(function)
            def noted(*args: P.args, **kwargs: P.kwargs) -> T:
                _entered.update(marks)
                return function(*args, **kwargs)

            return noted

        return tag


def tagged_functions(game: str) -> dict[str, tuple[str, ...]]:
    """Where each case of a game is carried out, as `module:function`."""
    return {case: tuple(where) for case, where in _functions[game].items()}


def forget_entered() -> None:
    """Start a new account of the cases entered, as each test does."""
    _entered.clear()


def entered_cases() -> frozenset[str]:
    """The cases entered since the account was opened, written `game:case`."""
    return frozenset(_entered)
