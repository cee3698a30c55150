"""What a designer types, checked before it goes on the map: whatever is accepted here can be written as text.

Ids of new things follow from their names, as a person would choose them, and never meet one that is taken.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Mapping

from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.bounds import FARTHEST_POINT, LARGEST, LONGEST_ID, LONGEST_LINE, LONGEST_TEXT, LONGEST_VALUE
from engine.definitions.model import ID_PATTERN, WORD_PATTERN
from engine.definitions.plan import Attributes, Point, Scalar

_ID = re.compile(ID_PATTERN)
_WORD = re.compile(WORD_PATTERN)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""What no text may hold; half of a pair of surrogates comes from clipboards and cannot be written at all."""
_NOT_IN_IDS = re.compile(r"[^a-z0-9]+")
LONGEST_SLUG = LONGEST_ID - 8
"""Letters of an id that follows from a name, with room left for a number behind it."""


def checked_line(text: str) -> str:
    """A name or a title, which may be empty."""
    if len(text) > LONGEST_LINE:
        raise CannotEdit(message("edit.cannot.too-long", limit=LONGEST_LINE))
    if _CONTROL.search(text):
        raise CannotEdit(message("edit.cannot.control-character"))
    return text


def checked_text(text: str) -> str:
    """Lettering, which may run over several lines."""
    if len(text) > LONGEST_TEXT:
        raise CannotEdit(message("edit.cannot.too-long", limit=LONGEST_TEXT))
    if _CONTROL.search(text):
        raise CannotEdit(message("edit.cannot.control-character"))
    return text


def checked_kind(kind: str) -> str:
    """The name of a terrain or of a kind of thing, as palettes have them."""
    if len(kind) > LONGEST_ID or not _WORD.fullmatch(kind):
        raise CannotEdit(message("edit.cannot.not-a-kind", kind=kind[:LONGEST_ID]))
    return kind


def checked_id(id: str) -> str:
    """The id a designer gives a sheet or a region."""
    if len(id) > LONGEST_ID or not _ID.fullmatch(id):
        raise CannotEdit(message("edit.cannot.not-an-id", id=id[:LONGEST_ID]))
    return id


def checked_attributes(attributes: Mapping[str, Scalar]) -> Attributes:
    """Named values in a dict of their own."""
    for name, value in attributes.items():
        if len(name) > LONGEST_ID or not _WORD.fullmatch(name):
            raise CannotEdit(message("edit.cannot.not-a-kind", kind=name[:LONGEST_ID]))
        if isinstance(value, str):
            if len(value) > LONGEST_VALUE:
                raise CannotEdit(message("edit.cannot.too-long", limit=LONGEST_VALUE))
            if _CONTROL.search(value):
                raise CannotEdit(message("edit.cannot.control-character"))
        elif not -LARGEST <= value <= LARGEST:
            raise CannotEdit(message("edit.cannot.number-too-large", name=name, limit=LARGEST))
    return dict(attributes)


def checked_point(point: Point) -> Point:
    """A point of the map plane."""
    if not all(math.isfinite(part) and abs(part) <= FARTHEST_POINT for part in point):
        raise CannotEdit(message("edit.cannot.off-the-plane"))
    return float(point[0]), float(point[1])


def slug(text: str, otherwise: str) -> str:
    """An id made from a name; letters lose their accents, and what has no letters at all takes another word."""
    found = spelt(text)
    whole = found if found and not found[0].isdigit() else f"{otherwise}-{found}"
    return whole[:LONGEST_SLUG].strip("-")


def spelt(text: str) -> str:
    """What an id would keep of a name, were it not for its length: names that differ in this are two."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    return _NOT_IN_IDS.sub("-", plain).strip("-")


def unused(base: str, is_taken: Callable[[str], bool], mark: str = "#") -> str:
    """The obvious id, numbered from the second time on."""
    if not is_taken(base):
        return base
    number = 2
    while is_taken(f"{base}{mark}{number}"):
        number += 1
    return f"{base}{mark}{number}"
