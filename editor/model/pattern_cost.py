"""Which regular expressions may run away: those are refused before they are tried.

A pattern that is being matched cannot be stopped, not from another thread either, and some take longer than anybody
lives on a text of thirty letters: a repetition inside a repetition, or one of alternatives that begin alike. Several
open repetitions after one another are slow as well. It is better to refuse a few harmless ones of that shape.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

MOST_WIDE: Final = 3
"""So many repetitions of anything at all, such as `.*`, may a pattern have."""
MOST_REPEATS: Final = 8
"""And so many open repetitions of whatever kind."""

_TOKEN: Final = re.compile(
    r"(?P<escape>\\.)"
    r"|(?P<wide>\.|\[\^\]?(?:\\.|[^\]\\])*\])"
    r"|(?P<among>\[\]?(?:\\.|[^\]\\])*\])"
    r"|(?P<comment>\(\?#[^)]*\))"
    r"|(?P<opens>\((?:\?(?:[:=!>]|<[=!]|P?<\w+>|[aiLmsux-]+:))?)"
    r"|(?P<flags>\(\?[aiLmsux]+\))"
    r"|(?P<closes>\))"
    r"|(?P<or>\|)"
    r"|(?P<repeat>(?:[*+?]|\{\d*(?:,\d*)?\})(?P<manner>[?+])?)"
    r"|(?P<letter>.)",
    re.DOTALL,
)
_FIXED: Final = re.compile(r"\{\d+\}")


@dataclass(slots=True)
class _Group:
    """What stands between two brackets."""

    varies: bool = False
    """Whether something in it may be there more or fewer times."""
    begins: list[str] = field(default_factory=lambda: [""])
    """What each of its alternatives begins with; nothing where one may begin with anything."""

    @property
    def is_ambiguous(self) -> bool:
        """Whether the same letters could be read by two of its alternatives."""
        return len(self.begins) > 1 and ("" in self.begins or len(set(self.begins)) < len(self.begins))


def may_run_away(pattern: str) -> bool:
    """Whether a pattern might take far too long; one that makes no sense is left to whoever compiles it."""
    groups, last = [_Group()], _Group()
    has_begun, is_wide, wide, repeats = False, False, 0, 0
    for token in _TOKEN.finditer(pattern):
        kind, text = token.lastgroup, token.group()
        here = groups[-1]
        if token["repeat"]:
            if token["manner"] == "+":
                continue
            if text[0] != "?" and (last.varies or last.is_ambiguous):
                return True
            if not _FIXED.match(text):
                here.varies = True
                repeats += text[0] != "?"
                wide += is_wide and text[0] != "?"
            continue
        last, is_wide = _Group(), kind == "wide"
        if kind == "opens":
            groups.append(_Group())
            has_begun = False
        elif kind == "closes" and len(groups) > 1:
            last = groups.pop()
            groups[-1].varies |= last.varies
            has_begun = True
        elif kind == "or":
            here.begins.append("")
            has_begun = False
        elif kind in ("letter", "escape") and not has_begun:
            here.begins[-1] = text if kind == "letter" else ""
            has_begun = True
        else:
            has_begun = has_begun or kind in ("wide", "among")
    return wide > MOST_WIDE or repeats > MOST_REPEATS
