"""Computer players as the command line names them."""

from __future__ import annotations

from app.cli.exits import CommandFailed, Exit
from engine.core.messages import message
from engine.players.registry import PLAYERS


def check_bot(name: str) -> None:
    """Raise CommandFailed for a name that nobody has."""
    if name not in PLAYERS:
        raise CommandFailed(Exit.USAGE, message("cli.no-bot", name=name, known=tuple(PLAYERS)))
