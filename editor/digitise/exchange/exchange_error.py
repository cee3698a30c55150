"""Why a file of another program cannot be taken, or ours not be written for it."""

from __future__ import annotations

from engine.core.messages import Message


class ExchangeError(Exception):
    """`message` says what is wrong and what would do."""

    def __init__(self, said: Message) -> None:
        self.message = said
        super().__init__(said)
