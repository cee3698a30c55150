"""Writes the unit symbols of this folder; a development tool, never run by the program.

The inner part of each NATO symbol is taken from the MIT-licensed package military-symbol, which is slow to
import and heavy to install, so the finished SVGs are shipped and the package is not. Run it in a throw-away
environment, from the top of the project, and look at the result before committing it:

    python -m venv /tmp/symbols
    /tmp/symbols/bin/pip install military-symbol==1.2.3
    /tmp/symbols/bin/python resources/symbols/generate.py

Every symbol is cut to the frame of a friendly land unit (3:2), without frame or ground: the counter draws
those itself. All ink is #000000 and all strokes have one width, so that the program can recolour and
thicken them for small counters by replacing text.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree  # parses only what the package just wrote

SVG = "http://www.w3.org/2000/svg"
FRAME = (8.216666, 16.933333, 51.3, 33.866666)
STROKE = "1.06"

LAND_UNITS = {
    "infantry": "10031000001211000000",
    "armour": "10031000001205000000",
    "mechanised": "10031000001211020000",
    "motorised": "10031000001211040000",
    "cavalry": "10031000001213000000",
    "reconnaissance": "10031000001205010000",
    "artillery": "10031000001303000000",
    "rocket-artillery": "10031000001303004100",
    "anti-tank": "10031000001204000000",
    "anti-aircraft": "10031000001301000000",
    "engineer": "10031000001407000000",
    "paratroop": "10031000001211000001",
    "mountain": "10031000001211000027",
    "ski": "10031000001211000042",
    "marine": "10031000001211004600",
    "bicycle": "10031000001211000004",
    "mortar": "10031000001308000000",
    "partisan": "10031000001211000058",
    "security": "10031000001417000000",
    "police": "10031000001412000000",
    "supply": "10031000001634000000",
    "transport": "10031000001636000000",
    "rail": "10031000001636000036",
    "signals": "10031000001110000000",
}
"""Symbol identification codes (APP-6) of what is drawn in the land frame."""

GROWN = {"armour": 1.45, "mechanised": 1.35, "reconnaissance": 1.35, "artillery": 1.4, "engineer": 1.3, "mortar": 1.6}
"""Symbols whose middle the standard draws too small for a counter half an inch wide."""

DRAWN = {
    "headquarters": "M19.5 24.4V43.3M31 24.4V43.3M19.5 33.9H31"
    "M43.5 24.2C39.4 24.2 36.5 28.3 36.5 33.9C36.5 39.4 39.4 43.5 43.5 43.5C47.6 43.5 50.5 39.4 50.5 33.9"
    "C50.5 28.3 47.6 24.2 43.5 24.2ZM44.5 38L50 44.6",
    "militia": "M8.217 16.933L59.517 50.8M59.517 16.933L8.217 50.8M29.9 49.2V42.8L33.87 47L37.8 42.8V49.2",
}
"""Symbols of ours that the standard lacks or draws outside the frame: paths in the same frame, stroked."""

FILLED = {
    "fortress": "M14 45.5V25.5H20V30H26.8V25.5H32.8V30H35V25.5H41V30H47.7V25.5H53.7V45.5Z",
    "fighter": "M33.9 19.5C35 19.5 35.6 22 35.7 25.5L54.5 32.6C55.6 33.1 55.6 35.6 54.5 35.8L35.7 36.6L35.2 42.3"
    "L40.6 45.2V47.2L33.9 46.4L27.2 47.2V45.2L32.6 42.3L32 36.6L13.3 35.8C12.2 35.6 12.2 33.1 13.3 32.6L32 25.5"
    "C32.1 22 32.8 19.5 33.9 19.5Z",
    "bomber": "M33.9 18.2C35.2 18.2 35.8 20.5 35.9 26.3L40.5 27.2V24.2H43.3V27.8L57 30.6C58.2 31 58.2 33.6 57 33.8"
    "L35.9 35.2L35.3 42L43.4 44.4V47.4L33.9 46.4L24.3 47.4V44.4L32.4 42L31.9 35.2L10.7 33.8"
    "C9.5 33.6 9.5 31 10.7 30.6L24.4 27.8V24.2H27.2V27.2L31.9 26.3C32 20.5 32.6 18.2 33.9 18.2Z",
    "naval": "M10.5 36.5H16.5L18 33.2H23.5V31L29 29.2V24.5H31.2V20H32.4V24.5H35.5V29H39V25.5H42.5V31H45L46.5 33.2"
    "L57.5 31.6L52.8 43.5H15Z",
}
"""The same, filled: silhouettes say air and sea sooner than the letters of the standard do."""


def inner_part(picture: str) -> list[ElementTree.Element]:
    """The drawing without ground and frame, which come first: a filled path and a group of two."""
    tree = ElementTree.fromstring(picture)  # noqa: S314
    parts = list(tree)
    frame = next(i for i, part in enumerate(parts) if part.tag.endswith("}g"))
    return parts[frame + 1 :]


def grow(parts: list[ElementTree.Element], factor: float) -> None:
    """Enlarge what stands in the middle; lines that run to the frame stay as they are."""
    middle_x, middle_y = FRAME[0] + FRAME[2] / 2, FRAME[1] + FRAME[3] / 2
    shift = f"translate({middle_x * (1 - factor):.3f} {middle_y * (1 - factor):.3f}) scale({factor:g})"
    for root in parts:
        for part in root.iter():
            if "d" in part.attrib and not re.search(r"m\s*(8\.21|59\.51)", part.get("d", "")):
                part.set("transform", shift)
                part.set("stroke-width", f"{float(STROKE) / factor:.3f}")
            elif "r" in part.attrib:
                part.set("transform", shift)


def plain(element: ElementTree.Element) -> None:
    """Drop what the program has no use for and settle on one width of stroke."""
    for part in element.iter():
        for name in ("stop-color", "display", "opacity"):
            part.attrib.pop(name, None)
        if "stroke" in part.attrib and "stroke-width" in part.attrib:
            part.set("stroke-width", STROKE)
        if part.tag.endswith(("path", "circle")) and "fill" not in part.attrib:
            part.set("fill", "#000000")
        if "d" in part.attrib:
            part.set("d", re.sub(r"-?\d*\.\d{4,}", lambda number: f" {float(number[0]):.3f}", part.get("d", "")))
        part.text = part.tail = None


def document(parts: list[ElementTree.Element]) -> str:
    """One SVG file with the given parts, seen through the frame."""
    ElementTree.register_namespace("", SVG)
    root = ElementTree.Element(f"{{{SVG}}}svg", {"viewBox": " ".join(f"{number:g}" for number in FRAME)})
    root.extend(parts)
    ElementTree.indent(root, " ")
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def drawn(path: str, *, filled: bool) -> list[ElementTree.Element]:
    """A symbol of ours from the text of its path."""
    ink = {"fill": "#000000"} if filled else {"fill": "none", "stroke": "#000000", "stroke-width": STROKE}
    return [ElementTree.Element(f"{{{SVG}}}path", {"d": path} | ink)]


def main() -> None:
    from military_symbol import get_symbol_svg_string_from_sidc  # noqa: PLC0415 - only this tool has it

    symbols = {name: inner_part(get_symbol_svg_string_from_sidc(code)) for name, code in LAND_UNITS.items()}
    symbols |= {name: drawn(path, filled=False) for name, path in DRAWN.items()}
    symbols |= {name: drawn(path, filled=True) for name, path in FILLED.items()}
    for name, parts in symbols.items():
        for part in parts:
            plain(part)
        if name in GROWN:
            grow(parts, GROWN[name])
        (Path(__file__).parent / f"{name}.svg").write_text(document(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
