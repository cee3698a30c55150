"""XML from strangers: no entities, no document types, nothing fetched, nothing too deep or too large."""

from __future__ import annotations

from typing import Final
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from editor.digitise.exchange.exchange_error import ExchangeError
from engine.core.messages import message

MOST_BYTES: Final = 64 * 1024 * 1024
MOST_ELEMENTS: Final = 400_000
DEEPEST: Final = 200


def parse_xml(data: bytes, name: str) -> Element:
    """The tree of a document; raises ExchangeError for whatever is not plain XML within our bounds."""
    if len(data) > MOST_BYTES:
        raise ExchangeError(message("exchange.xml-too-large", file=name, limit=MOST_BYTES >> 20))
    reading = _Reading(name)
    try:
        reading.parser.Parse(data, True)
        return reading.builder.close()
    except (expat.ExpatError, AssertionError, ValueError, LookupError) as bad:
        raise ExchangeError(message("exchange.bad-xml", file=name, problem=str(bad))) from None


class _Reading:
    """A parser that stops at the first thing that only an attacker writes."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.builder = TreeBuilder()
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self.builder.data
        self.parser.StartDoctypeDeclHandler = self._refuse
        self.parser.EntityDeclHandler = self._refuse
        self.parser.ExternalEntityRefHandler = self._refuse
        self.parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self._depth = self._count = 0

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        self._count += 1
        if self._depth > DEEPEST:
            raise ExchangeError(message("exchange.xml-too-deep", file=self.name, limit=DEEPEST))
        if self._count > MOST_ELEMENTS:
            raise ExchangeError(message("exchange.xml-too-many", file=self.name, limit=MOST_ELEMENTS))
        self.builder.start(tag, attributes)

    def _end(self, tag: str) -> None:
        self._depth -= 1
        self.builder.end(tag)

    def _refuse(self, *_: object) -> int:
        raise ExchangeError(message("exchange.entities", file=self.name))
