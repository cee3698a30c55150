"""The signs on counters: which unit symbol belongs to which word, and which letter to which status.

Games name their symbols and marks as they please; synonyms are known here, and a word nobody foresaw is shown by its
first letters rather than not at all.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

_ALIASES = {
    "armor": "armour",
    "tank": "armour",
    "panzer": "armour",
    "mech": "mechanised",
    "mechanized": "mechanised",
    "motorized": "motorised",
    "parachute": "paratroop",
    "airborne": "paratroop",
    "para": "paratroop",
    "hq": "headquarters",
    "leader": "headquarters",
    "recon": "reconnaissance",
    "irregular": "partisan",
    "air": "fighter",
    "ship": "naval",
    "fleet": "naval",
    "railway": "rail",
    "alpine": "mountain",
    "garrison": "fortress",
    "depot": "supply",
}

LETTERED = {"security": "SEC"}
"""Symbols that are letters in a frame, and too small ones in their files to be read on a counter."""

_DRAWN_STROKE = 1.06
"""The width of the strokes in the files."""

_MARKS = {
    "isolated": ("I", "#8e1b14"),
    "no-supply": ("U", "#b3261e"),
    "unsupplied": ("U", "#b3261e"),
    "out-of-supply": ("U", "#b3261e"),
    "lacking": ("L", "#c25e00"),
    "emergency": ("!", "#a87400"),
    "disrupted": ("D", "#c77700"),
    "shaken": ("S", "#c77700"),
    "fatigued": ("F", "#7a4c9a"),
    "exposed": ("X", "#7a4c9a"),
    "halted": ("H", "#7a4c9a"),
    "entrenched": ("E", "#3f6b3a"),
    "full-supply": ("F", "#3f6b3a"),
    "reserve": ("R", "#2f5f9a"),
    "retreated": ("←", "#8a2f25"),
    "attacked": ("A", "#8a2f25"),
    "fought": ("✕", "#8a2f25"),
    "converted": ("C", "#4a5560"),
    "redeployed": ("»", "#4a5560"),
    "moved": ("→", "#6b6b6b"),
    "done": ("✓", "#6b6b6b"),
}
"""From what matters most to what matters least: where there is room for one sign, it is the first."""
_UNFORESEEN = list(_MARKS).index("retreated")


@cache
def symbol_names() -> frozenset[str]:
    """The symbols that come with the program."""
    folder = resources.files("resources") / "symbols"
    return frozenset(entry.name.removesuffix(".svg") for entry in folder.iterdir() if entry.name.endswith(".svg"))


@cache
def _symbol_text(name: str) -> str:
    return (resources.files("resources") / "symbols" / f"{name}.svg").read_text(encoding="utf-8")


def known_symbol(name: str) -> str | None:
    """The symbol of that name or of its synonym."""
    plain = name.replace("_", "-")
    plain = _ALIASES.get(plain, plain)
    return plain if plain in symbol_names() else None


def is_in_the_air(symbol: str) -> bool:
    """Whether a counter with this symbol flies: it shares a place even with the enemy, and should not lie on him."""
    return known_symbol(symbol) in ("fighter", "bomber")


def symbol_picture(name: str, ink: str, stroke: float) -> bytes:
    """The SVG of a symbol that comes with the program, in an ink and a width of stroke; its frame is 51.3 wide."""
    text = _symbol_text(name).replace("#000000", ink)
    wider = re.sub(
        r'stroke-width="([\d.]+)"', lambda found: f'stroke-width="{float(found[1]) / _DRAWN_STROKE * stroke:.3f}"', text
    )
    return wider.encode()


def status_sign(word: str) -> tuple[str, str]:
    """The letter and colour of a status mark; one nobody foresaw shows its first letter."""
    return _MARKS.get(word.replace("_", "-")) or (word[:1].upper() or "?", "#4a5560")


def ranked_marks(marks: tuple[str, ...]) -> tuple[str, ...]:
    """Status marks with the gravest first; those nobody foresaw come before what a unit merely has done."""
    order = {word: number for number, word in enumerate(_MARKS)}
    return tuple(sorted(marks, key=lambda word: (order.get(word.replace("_", "-"), _UNFORESEEN), word)))
