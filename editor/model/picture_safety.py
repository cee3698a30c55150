"""Which pictures of one's own may be drawn: what they are by their bytes, how large, and that they stay by themselves.

A file may come from anybody. A picture is looked at here before anything unpacks it, when it is taken in and again when
it is shown: an SVG that would fetch something, run something, never end or unfold beyond measure is not drawn at all.
"""

from __future__ import annotations

import re
from typing import Final
from xml.etree import ElementTree

MOST_BYTES: Final = 4 * 1024 * 1024
"""Of one picture, as it is in its file."""
MOST_DRAWING: Final = 512 * 1024
"""Of a drawing in SVG: its bytes are work, not pixels."""
MOST_SHAPES: Final = 5_000
"""Elements of a drawing, with what it repeats counted as often as it is repeated."""
MOST_SIDE: Final = 4096
"""Pixels of a picture, either way."""

PNG: Final = "image/png"
JPEG: Final = "image/jpeg"
SVG: Final = "image/svg+xml"

_REFUSED: Final = frozenset(
    {"script", "foreignobject", "image", "feimage", "audio", "video", "iframe", "handler", "listener", "prefetch"}
    | {"animate", "animatecolor", "animatemotion", "animatetransform", "set", "animation", "discard"}
    | {"filter", "pattern", "marker", "mask", "tbreak", "cursor"}
)
"""Elements that fetch, run, never end, or cost more than they show."""
_DASHES: Final = "stroke-dasharray"
_OUTSIDE: Final = re.compile(r"url\s*\(\s*['\"]?\s*(?!#)|@import|expression\s*\(|javascript:", re.IGNORECASE)
_DEEPEST: Final = 40


def media_of_picture(data: bytes) -> str | None:
    """What a picture is by its first bytes; None for what is none of ours."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return PNG
    if data.startswith(b"\xff\xd8\xff"):
        return JPEG
    head = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")
    return SVG if head.startswith((b"<?xml", b"<svg", b"<!--", b"<!DOCTYPE svg")) and b"<svg" in data else None


def is_harmless_drawing(data: bytes) -> bool:
    """Whether a drawing in SVG draws shapes and does nothing else."""
    if len(data) > MOST_DRAWING or b"<!ENTITY" in data.upper() or b"<?xml-stylesheet" in data:
        return False
    try:
        text = data.decode("utf-8-sig")
        root = ElementTree.fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text))  # noqa: S314 - entities were refused
    except (UnicodeDecodeError, ElementTree.ParseError, ValueError, RecursionError):
        return False
    if _local(root.tag) != "svg":
        return False
    named: dict[str, ElementTree.Element] = {}
    for element in root.iter():
        if _local(element.tag) in _REFUSED or not all(_stays(*each) for each in element.attrib.items()):
            return False
        if _local(element.tag) == "style" and not _stays("style", element.text or ""):
            return False
        if "id" in element.attrib:
            named.setdefault(element.attrib["id"], element)
    return _unfolded(root, named, 0) <= MOST_SHAPES


def _local(tag: object) -> str:
    """The name of an element without its namespace, which the painter does not look at either."""
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def _stays(name: str, value: str) -> bool:
    """Whether an attribute refers to nothing outside, starts nothing and asks for no endless dashes."""
    local = _local(name)
    if local == "href":
        return value.strip().startswith("#")
    if local.startswith("on") or (local == _DASHES and value.strip().lower() != "none"):
        return False
    return not _OUTSIDE.search(value) and not (local == "style" and _dashed(value))


def _dashed(style: str) -> bool:
    found = re.search(rf"{_DASHES}\s*:\s*([^;]*)", style, re.IGNORECASE)
    return found is not None and found[1].strip().lower() != "none"


def _unfolded(element: ElementTree.Element, named: dict[str, ElementTree.Element], depth: int) -> int:
    """How many elements are drawn, what is used again counted again; more than are allowed where it has no end."""
    if depth > _DEEPEST:
        return MOST_SHAPES + 1
    total = 1
    if _local(element.tag) == "use":
        target = next((value for name, value in element.attrib.items() if _local(name) == "href"), "")
        again = named.get(target.strip()[1:])
        if again is not None:
            total += _unfolded(again, named, depth + 1)
    for child in element:
        total += _unfolded(child, named, depth + 1)
        if total > MOST_SHAPES:
            break
    return total
