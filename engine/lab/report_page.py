"""The report as one HTML file that needs nothing beside it: its pictures are inside, and it asks no server."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from engine.lab.report_sections import ReportPicture, ReportSection, ReportTable

_STYLE = (
    "body{font-family:sans-serif;color:#222;max-width:46em;margin:2em auto;padding:0 1em;line-height:1.4}"
    "h1{font-size:1.6em}h2{font-size:1.2em;margin-top:2em;border-bottom:1px solid #ccc}"
    "table{border-collapse:collapse;margin:.8em 0}"
    "td,th{padding:.2em .8em;border-bottom:1px solid #ddd;text-align:right}"
    "td:first-child,th:first-child{text-align:left}figure{margin:1em 0}figcaption{color:#555;font-size:.9em}"
    "svg{max-width:100%;height:auto}"
)

_UNBROKEN = "\N{NO-BREAK SPACE}"

Pictured = Callable[[ReportPicture], str]


def report_page(title: str, about: Iterable[str], parts: Iterable[ReportSection], language: str) -> str:
    """The whole page."""
    body = [report_heading(title, about), report_body(parts)]
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(language)}"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body>{''.join(body)}</body></html>\n"
    )


def report_heading(title: str, about: Iterable[str]) -> str:
    """What it is about: which scenario, who played it, on which seeds."""
    return "".join([f"<h1>{escape(title)}</h1>", *(f"<p>{escape(line)}</p>" for line in about)])


def report_body(parts: Iterable[ReportSection], pictured: Pictured | None = None) -> str:
    """The sections alone; who cannot show SVG says how a picture is shown."""
    return "\n".join(_section(part, pictured or (lambda picture: picture.svg)) for part in parts)


def _section(part: ReportSection, pictured: Pictured) -> str:
    found = [f"<h2>{escape(part.title)}</h2>", *(f"<p>{escape(line)}</p>" for line in part.lines)]
    found += [_table(table) for table in part.tables]
    found += [
        f"<figure>{pictured(picture)}<figcaption>{escape(picture.words)}</figcaption></figure>"
        for picture in part.pictures
    ]
    return "".join(found)


def _table(table: ReportTable) -> str:
    head = "".join(_cell("th", column, each) for column, each in enumerate(table.head))
    rows = "".join(f"<tr>{''.join(_cell('td', *each) for each in enumerate(row))}</tr>" for row in table.rows)
    return f"<table><tr>{head}</tr>{rows}</table>"


def _cell(tag: str, column: int, words: str) -> str:
    """Words stand to the left and numbers to the right, of which no interval is broken between its ends."""
    if not column:
        return f'<{tag} align="left">{escape(words)}</{tag}>'
    is_number = tag == "td" and any(letter.isdecimal() for letter in words)
    return f'<{tag} align="right">{escape(words.replace(" ", _UNBROKEN) if is_number else words)}</{tag}>'
