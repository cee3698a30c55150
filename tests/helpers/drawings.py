"""Pictures of one's own for tests: plain ones to be drawn, and drawings that nobody should draw."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QColor, QImage

MAGENTA: Final = "#d020c0"


def svg(inside: str = f'<rect width="20" height="20" fill="{MAGENTA}"/>', head: str = "", top: str = "") -> bytes:
    """A drawing of twenty by twenty."""
    words = f'{top}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    return (words + f'width="20" height="20" viewBox="0 0 20 20" {head}>{inside}</svg>').encode()


def png(colour: str = MAGENTA, width: int = 16, height: int = 16) -> bytes:
    """A picture of one colour."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(data.data())


def _doubled(times: int) -> str:
    """Each group shows the one before it ten times."""
    parts = ['<g id="g0"><rect width="1" height="1"/></g>']
    for number in range(1, times):
        uses = f'<use xlink:href="#g{number - 1}"/>' * 10
        parts.append(f'<g id="g{number}">{uses}</g>')
    return "".join(parts)


_BILLIONS: Final = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'

HOSTILE: Final = {
    "a picture from a server": svg('<image xlink:href="http://example.org/a.png" width="9" height="9"/>'),
    "a picture from the disk": svg('<image href="file:///etc/passwd" width="9" height="9"/>'),
    "a picture inside": svg('<image href="data:image/png;base64,AAAA" width="9" height="9"/>'),
    "a shape of another file": svg('<use xlink:href="other.svg#a"/>'),
    "a colour of another file": svg('<rect width="9" height="9" fill="url(http://example.org/a.svg#b)"/>'),
    "a style sheet of another file": svg("<style>@import url(http://example.org/a.css);</style>"),
    "a style sheet before it": svg(top='<?xml version="1.0"?><?xml-stylesheet href="http://example.org/a.css"?>'),
    "a script": svg("<script>alert(1)</script>"),
    "something that is run": svg('<rect width="9" height="9" onload="alert(1)"/>'),
    "a page inside": svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">a</p></foreignObject>'),
    "something that moves": svg('<rect width="9" height="9"><animate attributeName="x" to="5" dur="1s"/></rect>'),
    "a billion words": svg("<text>&b;</text>", top=_BILLIONS),
    "a billion shapes": svg(_doubled(10)),
    "itself in itself": svg('<g id="a"><use href="#a"/></g>'),
    "endless dashes": svg('<path d="M0 0H1e9" stroke="red" stroke-dasharray="1e-6"/>'),
    "endless dashes in its style": svg('<path d="M0 0H1e9" style="stroke:red;stroke-dasharray:1e-6"/>'),
    "a costly filter": svg('<filter id="f"><feGaussianBlur stdDeviation="99999"/></filter>'),
    "another alphabet": svg().decode().encode("utf-16"),
    "half a drawing": svg()[:-20],
    "ten thousand shapes": svg("<rect/>" * 10_000),
    "too many bytes": svg(f"<desc>{'a' * (600 * 1024)}</desc>"),
}
"""Drawings by what is wrong with them."""
