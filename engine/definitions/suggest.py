"""Did you mean: the nearest of the words that would have been right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from engine.core.messages import Message, message

_LONGEST = 64
"""Comparing is quadratic in the length of the words, and nobody mistypes a whole page."""


def nearest(word: str, candidates: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Up to `limit` candidates that look like the word, best first; case and separators count for nothing."""
    if not word or len(word) > _LONGEST:
        return ()
    plain: dict[str, list[str]] = {}
    for candidate in candidates:
        if len(candidate) <= _LONGEST:
            plain.setdefault(_plain(candidate), []).append(candidate)
    matches = difflib.get_close_matches(_plain(word), plain, n=limit, cutoff=0.6)
    return tuple(name for match in matches for name in plain[match])[:limit]


def did_you_mean(word: str, candidates: Iterable[str]) -> Message | None:
    """A hint naming the nearest right words, or, when none is near and they are few, all of them."""
    names = list(dict.fromkeys(candidates))
    found = nearest(word, names)
    if found:
        return message("issue.did-you-mean", names=found)
    if 0 < len(names) <= 8:
        return message("issue.one-of", names=tuple(names))
    return None


def _plain(word: str) -> str:
    return word.casefold().replace("_", "-").replace(" ", "-")
