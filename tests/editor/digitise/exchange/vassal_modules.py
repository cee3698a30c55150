"""Small VASSAL modules, written by hand."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

BOARDS = "VASSAL.build.module.map.boardPicker"


def png(width: int, height: int) -> bytes:
    """A grey picture."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(b"\x00" + b"\xb4" * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def hex_grid(numbering: str = "", **attributes: object) -> str:
    """A grid of 52 by 60 pixels unless told otherwise; `numbering` are the attributes of its numbering."""
    said = {"dx": 52, "dy": 60, "x0": 40, "y0": 35, "sideways": "false", **attributes}
    words = " ".join(f'{name}="{value}"' for name, value in said.items())
    inner = f"<{BOARDS}.board.mapgrid.HexGridNumbering {numbering}/>" if numbering else ""
    return f"<{BOARDS}.board.HexGrid {words}>{inner}</{BOARDS}.board.HexGrid>"


def slot(name: str, image: str = "red.png", side: str = "Red") -> str:
    """A counter with a mark that says whose it is."""
    text = f"+/null/mark;Faction\tpiece;;;{image};{name}/{side}\tnull;0;0;1;0"
    return f'<VASSAL.build.widget.PieceSlot entryName="{name}" gpid="1">{text}</VASSAL.build.widget.PieceSlot>'


def stack(name: str, slots: str, *, location: str = "", x: int = 0, y: int = 0, board: str = "Front") -> str:
    uses_grid = str(bool(location)).lower()
    return (
        f'<VASSAL.build.module.map.SetupStack name="{name}" owningBoard="{board}" useGridLocation="{uses_grid}" '
        f'location="{location}" x="{x}" y="{y}">{slots}</VASSAL.build.module.map.SetupStack>'
    )


def build_file(inside_board: str, stacks: str = "", *, before: str = "") -> str:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>{before}<VASSAL.build.GameModule name="Little War" version="1">'
        f'<VASSAL.build.module.Map mapName="Main"><VASSAL.build.module.map.BoardPicker>'
        f'<{BOARDS}.Board image="front.png" name="Front">{inside_board}</{BOARDS}.Board>'
        f"</VASSAL.build.module.map.BoardPicker>{stacks}</VASSAL.build.module.Map></VASSAL.build.GameModule>"
    )


def module(path: Path, text: str, more: Mapping[str, bytes] | None = None) -> Path:
    """Write a module with a board of 400 by 300 pixels."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("buildFile.xml", text)
        archive.writestr("images/front.png", png(400, 300))
        archive.writestr("images/red.png", png(30, 30))
        for name, data in (more or {}).items():
            archive.writestr(name, data)
    return path
