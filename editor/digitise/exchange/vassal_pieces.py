"""What a counter of VASSAL is, as far as we keep it: its name, its pictures, its marks, and the prototypes it follows.

A counter is written as traits wrapped in one another: each begins the text, and what it wraps follows after a tab that
is escaped once more at every layer. Traits that we have no use for are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

_MOST_TRAITS: Final = 400
_LONGEST: Final = 1 << 20
_MOST_WORK: Final = 16 << 20
"""Letters read of one counter: each layer reads all those below it once more."""


@dataclass(frozen=True, slots=True)
class VassalPiece:
    """`marks` are what the module knows the counter by; `layers` are pictures it can be turned to."""

    name: str = ""
    image: str = ""
    layers: tuple[str, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)
    prototypes: tuple[str, ...] = ()


def decoded(text: str, sign: str) -> list[str]:
    """The parts of a text between signs that are not escaped, each with one layer of escaping taken off."""
    return [_bare(part, sign) for part in re.split(rf"(?<!\\){re.escape(sign)}", text)]


def _bare(part: str, sign: str) -> str:
    """A part without one layer of escaping, and without the quotes it may stand in."""
    bare = part.replace("\\" + sign, sign)
    return bare[1:-1] if len(bare) > 1 and bare[0] == bare[-1] == "'" else bare


def encoded(parts: list[str], sign: str) -> str:
    """The way back."""
    return sign.join(part.replace(sign, "\\" + sign) for part in parts)


def _first(text: str, sign: str) -> tuple[str, str]:
    """The first part and all that follows it, with one layer of escaping taken off what follows."""
    end = _end(text, sign, 0)
    return _bare(text[:end], sign), _bare(text[end + 1 : _end(text, sign, end + 1)], sign)


def _end(text: str, sign: str, start: int) -> int:
    """Where the part that begins at a place ends."""
    at = text.find(sign, start)
    while at > 0 and text[at - 1] == "\\":
        at = text.find(sign, at + 1)
    return at if at >= 0 else len(text)


def read_piece(definition: str, spend: Callable[[int], object] = lambda letters: None) -> VassalPiece:
    """A counter from its definition (`+/id/type/state`); what cannot be understood is left out, never an error.

    `spend` hears how many letters were read for it.
    """
    parts = decoded(definition.strip()[:_LONGEST], "/")
    kinds, states = (parts[2], parts[3] if len(parts) > 3 else "") if len(parts) > 2 and parts[0] == "+" else ("", "")
    name = image = ""
    layers: list[str] = []
    marks: dict[str, str] = {}
    prototypes: list[str] = []
    read = 0
    for _ in range(_MOST_TRAITS):
        read += len(kinds) + len(states)
        if not kinds or read > _MOST_WORK:
            break
        kind, kinds = _first(kinds, "\t")
        state, states = _first(states, "\t")
        fields = decoded(kind, ";")
        if fields[0] == "piece" and len(fields) > 4:
            image, name = fields[3], fields[4]
        elif fields[0] in ("emb2", "emb"):
            layers += _pictures(fields)
        elif fields[0] == "mark" and len(fields) > 1:
            marks.update(zip(decoded(fields[1], ","), decoded(state, ","), strict=False))
        elif fields[0] == "prototype" and len(fields) > 1:
            prototypes.append(fields[1])
    spend(read)
    return VassalPiece(name.strip(), image.strip(), tuple(dict.fromkeys(layers)), marks, tuple(prototypes))


def _pictures(fields: list[str]) -> list[str]:
    """The pictures among the fields of a layer trait: lists of file names between commas."""
    found = []
    for each in fields[1:]:
        for part in decoded(each, ","):
            if part.strip().lower().endswith((".png", ".gif", ".jpg", ".jpeg", ".svg")):
                found.append(part.strip())
    return found
