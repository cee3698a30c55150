"""Which language the command line speaks: English, unless it is told otherwise, because scripts read what it prints."""

from __future__ import annotations

import os
from typing import Final

from app.cli.exits import CommandFailed, Exit
from engine.core.messages import message
from engine.narration.language import LANGUAGES, speak

VARIABLE: Final = "REDOUBT_LANGUAGE"
_OPTION: Final = "--language"


def take_language(arguments: list[str]) -> tuple[str, list[str]]:
    """The language that `--language`, wherever it stands, or the environment asks for, and the other arguments."""
    rest: list[str] = []
    asked, remaining = os.environ.get(VARIABLE, ""), iter(arguments)
    for argument in remaining:
        name, sign, value = argument.partition("=")
        if name == _OPTION:
            asked = value if sign else next(remaining, "")
            if asked not in LANGUAGES:
                raise CommandFailed(
                    Exit.USAGE, message("cli.language", option=_OPTION, known=tuple(LANGUAGES), asked=asked)
                )
        else:
            rest.append(argument)
    speak(asked)
    return asked, rest
