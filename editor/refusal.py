"""Why not: a command that cannot be carried out says so in words a designer can act on, and changes nothing."""

from __future__ import annotations

from engine.core.messages import Message


class CannotEdit(Exception):  # noqa: N818 - it is the name the editor has for it
    """The map is as it was; `message` says what stands in the way."""

    def __init__(self, said: Message) -> None:
        super().__init__(str(said))
        self.message = said
