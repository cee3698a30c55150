"""VASSAL modules as they lie about in the world, made from a seed: twenty years of versions, habits and accidents.

Each is a zip with a build file under one of its names and roots, maps with boards in and out of order, pictures of
every kind that are there, missing, broken or under another spelling, counters of many traits, and stacks wherever they
were left. None of them is written by VASSAL; every oddity is one that its modules have.
"""

from __future__ import annotations

import io
import struct
import unicodedata
import zipfile
from pathlib import Path
from random import Random
from xml.sax.saxutils import escape, quoteattr

from tests.editor.digitise.exchange.vassal_modules import png

BOARDS = "VASSAL.build.module.map.boardPicker"
ROOTS = (
    "VASSAL.launch.BasicModule",
    "VASSAL.build.GameModule",
    "VASSAL.build.GameModule",
    "VASSAL.build.module.ModuleExtension",
)
NAMES = ("Front", "Karte Süd", "été à l'Île", "戦場", "a/b\\c", "", "  ", "Map: <1>", "x" * 200, "..", "CON", "Ω\tΩ\n")
NUMBERS = (
    "0",
    "1",
    "-1",
    "52",
    "60.5",
    "1e3",
    "",
    "NaN",
    "Infinity",
    "-32768",
    "2147483648",
    "12,5",
    "zwei",
    "0x10",
    " 7 ",
)
JPEG_HEAD = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00"
GIF = (
    b"GIF89a"
    + struct.pack("<HH", 300, 200)
    + b"\x80\x00\x00\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
)
SVG = (
    b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="8cm" viewBox="0 0 300 200">'
    b'<path d="M0 0h9v9z"/></svg>'
)
VERSIONS = ("3.1.15", "3.2.17", "3.4.6", "3.7.9", "")
FORMATS = ("", "$gridLocation$", "$column$$row$", "$row$.$column$", "$mapName$ $gridLocation$", "$$", "$column$")
TRAITS = (
    ("mark;Faction", "Axis"),
    ("mark;Side,Step\\,2", "Soviet,1"),
    ("prototype;Infantry", ""),
    ("prototype;Loop", ""),
    ("emb2;Flip;128;F;;0;;;0;;;;1;false;0;0;a.png,b.gif,;Full,+ flipped;true;Step;;;false;;1;1;true;;70,130", "1"),
    ("emb;a;b;c", ""),
    ("obs;71,130;back.png;Flip;G", "null"),
    ("macro;A;;;B", ""),
    ("submenu;\\;\\,;", ""),
    ("label;;", ""),
    ("mark", ""),
    ("", ""),
)
MODULE = "VASSAL.build.module"
WIDGET = "VASSAL.build.widget"
OTHER_PARTS = (
    "VASSAL.build.module.BasicCommandEncoder",
    "VASSAL.build.module.Documentation",
    "VASSAL.build.module.documentation.HelpFile",
    "VASSAL.build.module.PlayerRoster",
    "VASSAL.build.module.DiceButton",
    "VASSAL.build.module.Inventory",
    "VASSAL.build.module.turn.TurnTracker",
    "VASSAL.build.module.map.GlobalMap",
    "VASSAL.build.module.map.MassKeyCommand",
    "VASSAL.build.module.properties.GlobalProperties",
    "com.example.CustomClass",
)


class WildModule:
    """One module; the same seed makes the same bytes."""

    def __init__(self, seed: int) -> None:
        self.luck = Random(seed)
        self.pictures: dict[str, bytes] = {}

    def write(self, folder: Path) -> Path:
        """Write it under one of the endings that modules have."""
        luck = self.luck
        path = folder / f"wild{luck.choice(('.vmod', '.vmod', '.vmod', '.vmdx', '.mod', '.VMOD', '.vext'))}"
        text = self.build_file()
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", luck.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED))) as archive:
            archive.writestr(luck.choice(("buildFile", "buildFile", "buildFile.xml")), text)
            archive.writestr("moduledata", b"<data/>")
            for name, picture in self.pictures.items():
                archive.writestr(self._spelt(f"images/{name}"), picture)
            for number in range(luck.choice((0, 0, 3, 2500))):
                archive.writestr(f"images/unit{number:05}.png", b"")
            for name in luck.sample(
                ("../escape.png", "/etc/x", "images/../../y.gif", "C:\\z.png", "images/", "a\0b"), 2
            ):
                archive.writestr(name, b"no")
        whole = bytearray(data.getvalue())
        accident = luck.random()
        if accident < 0.04:
            del whole[len(whole) // 2 :]
        elif accident < 0.1:
            for _ in range(12):
                whole[luck.randrange(len(whole))] ^= 1 << luck.randrange(8)
        elif accident < 0.14:
            whole = bytearray(b"#!/bin/sh\nexit\n") + whole
        path.write_bytes(bytes(whole))
        return path

    def build_file(self) -> bytes:
        """The XML, in one of the encodings that exist."""
        luck = self.luck
        root = luck.choice(ROOTS)
        parts = [self._map() for _ in range(luck.choice((0, 1, 1, 2, 4)))]
        parts += [self._pieces(), self._prototypes(), *(_element(luck.choice(OTHER_PARTS)) for _ in range(4))]
        luck.shuffle(parts)
        body = _element(root, "".join(parts), name=self._word(), VassalVersion=luck.choice(VERSIONS))
        encoding = luck.choice(("UTF-8", "UTF-8", "UTF-8", "UTF-16", "ISO-8859-1", "windows-1252"))
        bom = b"\xef\xbb\xbf" if encoding == "UTF-8" and luck.random() < 0.2 else b""
        declared = f'<?xml version="1.0" encoding="{encoding}" standalone="no"?>\n'
        return bom + (declared + body).encode(encoding, "xmlcharrefreplace")

    # Words and numbers

    def _word(self) -> str:
        return self.luck.choice(NAMES)

    def _number(self) -> str:
        return self.luck.choice(NUMBERS)

    def _about(self, usual: float) -> str:
        return self._number() if self.luck.random() < 0.12 else f"{usual * self.luck.uniform(0.5, 2):.2f}"

    def _flag(self) -> str:
        return self.luck.choice(("true", "false", "", "True", "maybe"))

    def _spelt(self, name: str) -> str:
        """A name as another system would have written it."""
        way = self.luck.random()
        if way < 0.1:
            return name.upper()
        if way < 0.2:
            return name.replace("/", "\\")
        return unicodedata.normalize("NFD", name) if way < 0.4 else name

    def _picture(self, width: int, height: int) -> str:
        """A picture that is there, or not, by its name in the build file."""
        luck = self.luck
        ending = luck.choice((".png", ".png", ".gif", ".jpg", ".svg", ".bmp", ""))
        name = f"{luck.choice(('board', 'Carte générale', 'Plan Ost ', 'ß'))}{len(self.pictures)}{ending}"
        others = {".gif": GIF, ".jpg": JPEG_HEAD + bytes(40), ".svg": SVG, ".bmp": b"BM" + bytes(60)}
        data = others.get(ending, png(width, height))
        way = luck.random()
        if way < 0.75:
            self.pictures[name] = data
        elif way < 0.85:
            self.pictures[name] = data[: len(data) // 3]
        elif way < 0.9:
            self.pictures[name] = b""
        return name

    # Maps

    def _map(self) -> str:
        luck = self.luck
        boards = [self._board() for _ in range(luck.choice((0, 1, 1, 2, 5)))]
        stacks = [self._stack() for _ in range(luck.randrange(6))]
        picker = _element(f"{MODULE}.map.BoardPicker", "".join(boards))
        kind = luck.choice(("Map", "Map", "PrivateMap", "PlayerHand"))
        inner = picker + "".join(stacks)
        return _element(f"{MODULE}.{kind}", inner, mapName=self._word(), edgeWidth=self._number())

    def _board(self) -> str:
        luck = self.luck
        said = {"name": self._word(), "reversible": self._flag()}
        if luck.random() < 0.85:
            said["image"] = self._picture(*luck.choice(((400, 300), (40, 30), (900, 700))))
        else:
            said |= {"width": self._about(5000), "height": self._about(4000), "color": "1,2,3"}
        return _element(f"{BOARDS}.Board", self._grids(), **said)

    def _grids(self) -> str:
        way = self.luck.random()
        if way < 0.45:
            return self._hexes()
        if way < 0.55:
            return _element(f"{BOARDS}.board.SquareGrid", dx=self._about(40), dy=self._about(40))
        if way < 0.65:
            return self._regions()
        if way < 0.9:
            zones = "".join(self._zone() for _ in range(self.luck.randrange(5)))
            around = self.luck.choice((self._hexes, self._regions, str))()
            return _element(f"{BOARDS}.board.ZonedGrid", zones + around)
        return ""

    def _hexes(self) -> str:
        luck = self.luck
        sizes = {"dx": self._about(40), "dy": self._about(46), "x0": self._about(20), "y0": self._about(23)}
        said = {
            "first": luck.choice("HVhx"),
            "sep": self._word(),
            "hType": luck.choice("NAn"),
            "vType": luck.choice("NA"),
            "locationFormat": luck.choice(FORMATS),
            **{name: self._number() for name in ("hLeading", "vLeading", "hOff", "vOff")},
            **{name: self._flag() for name in ("hDescend", "vDescend", "stagger")},
        }
        numbering = _element(f"{BOARDS}.board.mapgrid.HexGridNumbering", **said) if luck.random() < 0.8 else ""
        return _element(f"{BOARDS}.board.HexGrid", numbering, sideways=self._flag(), **sizes)

    def _regions(self) -> str:
        regions = "".join(
            _element(f"{BOARDS}.board.Region", name=self._word(), originx=self._about(90), originy=self._about(70))
            for _ in range(self.luck.randrange(12))
        )
        return _element(f"{BOARDS}.board.RegionGrid", regions, fontsize=self._number())

    def _zone(self) -> str:
        luck = self.luck
        corners = [f"{luck.randrange(-50, 500)},{luck.randrange(-50, 400)}" for _ in range(luck.randrange(7))]
        path = luck.choice((";".join(corners), ";".join(corners), "", ";;;", "1,2,3;4", "a,b;c,d;e,f"))
        inner = luck.choice((self._hexes, self._regions, str))()
        return _element(f"{BOARDS}.board.mapgrid.Zone", inner, name=self._word(), path=path)

    # Counters

    def _stack(self) -> str:
        luck = self.luck
        return _element(
            f"{MODULE}.map.SetupStack",
            "".join(self._slot() for _ in range(luck.randrange(5))),
            name=self._word(),
            owningBoard=self._word(),
            useGridLocation=self._flag(),
            location=luck.choice(("0101", "0305", "Front", "", "A-1", "99999", "été à l'Île")),
            x=self._about(120),
            y=self._about(90),
        )

    def _slot(self) -> str:
        kind = self.luck.choice(("PieceSlot", "PieceSlot", "CardSlot"))
        text = escape(self._definition())
        return _element(f"{WIDGET}.{kind}", text, entryName=self._word(), gpid=self._number(), width=self._number())

    def _definition(self) -> str:
        """A counter of traits in traits; sometimes only the beginning of one."""
        luck = self.luck
        image = self._picture(30, 30) if luck.random() < 0.3 else luck.choice(("", "red.png", "a\\;b.png"))
        kind, state = f"piece;;;{image};{luck.choice(NAMES)}", "null;0;0;1;0"
        for _ in range(luck.choice((0, 2, 6, 25))):
            trait, value = luck.choice(TRAITS)
            kind, state = f"{trait}\t" + kind.replace("\t", "\\\t"), f"{value}\t" + state.replace("\t", "\\\t")
        whole = f"+/null/{kind.replace('/', chr(92) + '/')}/{state}"
        return whole[: luck.randrange(len(whole))] if luck.random() < 0.08 else whole

    def _prototypes(self) -> str:
        tag = f"{MODULE}.PrototypeDefinition"
        names = ("Infantry", "Loop", "", "Infantry")
        inner = "".join(_element(tag, escape(self._definition()), name=name) for name in names)
        return _element(f"{MODULE}.PrototypesContainer", inner)

    def _pieces(self) -> str:
        luck = self.luck
        inner = "".join(self._slot() for _ in range(luck.choice((0, 3, 40))))
        for _ in range(luck.choice((0, 2, 5, 40))):
            kind = luck.choice(("TabWidget", "ListWidget", "PanelWidget", "BoxWidget", "MapWidget", "Chart"))
            inner = _element(f"{WIDGET}.{kind}", inner, entryName=self._word())
        return _element(f"{MODULE}.PieceWindow", inner, name=self._word())


def _element(tag: str, inner: str = "", **said: str) -> str:
    words = "".join(f" {name}={quoteattr(value)}" for name, value in said.items())
    return f"<{tag}{words}>{inner}</{tag}>"
