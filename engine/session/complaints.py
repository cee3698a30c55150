"""What is wrong with a position or a question, as an issue at its line.

A position is somebody's text, so whatever comes of it ends as a `DefinitionError`; what the rules themselves raised
stays behind it as the cause, for whoever is writing those rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NoReturn

from engine.core.boards.board_parts import BoardError
from engine.core.messages import Argument, Message, message
from engine.core.refusals import GameFault, IllegalAction, MalformedData, MisgivenDie
from engine.definitions.documents import Loaded
from engine.definitions.issues import DefinitionError, error
from engine.definitions.issues import Path as DataPath
from engine.definitions.model import shown
from engine.definitions.position import Position
from engine.definitions.suggest import did_you_mean


def refuse(
    source: Loaded[Position], said: Message, path: DataPath, word: str = "", known: Iterable[str] = ()
) -> NoReturn:
    """Say what is wrong at a place, and which of the known words may have been meant."""
    raise DefinitionError([error(said, source.where(path), did_you_mean(word, known) if word else None)])


def problem(bad: Exception) -> Argument:
    """What an exception has to say, in words where it has them."""
    if isinstance(bad, BoardError | MisgivenDie):
        return bad.message
    if isinstance(bad, IllegalAction):
        return message("issue.refused-action", rule=bad.refusal.rule, reason=bad.refusal.message)
    if isinstance(bad, MalformedData):
        return bad.said
    if isinstance(bad, GameFault):
        return str(bad)
    return f"{type(bad).__name__}: {bad}"


def check_whole(source: Loaded[Position], values: Mapping[str, object], path: DataPath) -> None:
    """A state holds whole numbers, words, and yes or no."""
    for name, value in values.items():
        if isinstance(value, float):
            refuse(source, message("issue.fraction", name=name, found=shown(value)), (*path, name))
