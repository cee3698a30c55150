"""What did they mean: known names that look like one that is not known.

First the few hundred texts one slip of the hand away from what was written are looked up, which is quick among any
number of names; comparing with each of them is left to maps small enough that nobody waits for it.
"""

from __future__ import annotations

import difflib
import string
from collections.abc import Collection, Iterator
from typing import Final

_COMPARABLE: Final = 4000
"""Up to so many names each is compared."""

_LONGEST: Final = 60
_ALPHABET: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase + "/-.,: "


def near_misses(text: str, known: Collection[str], *, limit: int = 3) -> tuple[str, ...]:
    """Up to `limit` known names like this one, the likeliest first; none for text too long to be a name."""
    if len(text) > _LONGEST:
        return ()
    found = [name for name in _slips(text) if name in known]
    if len(known) <= _COMPARABLE:
        found += difflib.get_close_matches(text, known, n=limit, cutoff=0.6)
    return tuple(dict.fromkeys(found))[:limit]


def _slips(text: str) -> Iterator[str]:
    """Texts one slip of the hand away: case and blanks, two letters swapped, one wrong, one too many, one missing."""
    bare = text.strip()
    yield from (bare, bare.upper(), bare.lower(), bare.title())
    for at in range(len(text) - 1):
        yield text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    for at in range(len(text)):
        for letter in _ALPHABET:
            yield text[:at] + letter + text[at + 1 :]
    for at in range(len(text)):
        yield text[:at] + text[at + 1 :]
    for at in range(len(text) + 1):
        for letter in _ALPHABET:
            yield text[:at] + letter + text[at:]
