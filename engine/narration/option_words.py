"""What the optional rules of a game are called, and what they say."""

from __future__ import annotations

from engine.core.messages import Message
from engine.narration.language import catalogue, title


def option_words(ruleset: str, option: str) -> tuple[str, str]:
    """What an optional rule is called and says, where the game has words for it."""
    words = catalogue(ruleset)
    called, about = f"option.{option}.title", f"option.{option}.about"
    return (
        words.text(Message(called)) if called in words else title(option, ruleset),
        words.text(Message(about)) if about in words else "",
    )
